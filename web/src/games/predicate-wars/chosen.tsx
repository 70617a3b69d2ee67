// chosen.tsx - the players and cards that a prover chooses, in their order.
import { fill, useWords } from '../../words';
import type { Draft } from './draft';

interface State { players: { alive: boolean; hand: number[] }[] }

function Chooser({ label, add, chosen, options, put }: {
  label: string; add: string; chosen: string[]; options: [value: number, text: string][]; put: (next: (old: number[]) => number[]) => void;
}) {
  const w = useWords();
  return (
    <div class="chooser" role="group" aria-label={label}>
      <span class="chooser-label">{label}</span>
      <ol>
        {chosen.map((text, i) => (
          <li>{i + 1}: {text} <button type="button" class="drop-line" aria-label={fill(w.workshop.unchoose, text)} onClick={() => put((old) => old.filter((_, at) => at !== i))}>✕</button></li>
        ))}
      </ol>
      <select aria-label={add} value="" onChange={(e) => { const v = e.currentTarget.value; e.currentTarget.value = ''; if (v) put((old) => [...old, Number(v)]); }}>
        <option value="">{add}</option>
        {options.map(([value, text]) => <option value={value}>{text}</option>)}
      </select>
    </div>
  );
}

export function Chosen({ draft, change, state, seatName }: { draft: Draft; change: (some: Partial<Draft>) => void; state: State; seatName: (seat: number) => string }) {
  const w = useWords();
  const living = state.players.flatMap((p, seat) => (p.alive ? [seat] : []));
  const owner = (card: number) => living.find((seat) => state.players[seat].hand.includes(card));
  const cardText = (card: number) => (owner(card) === undefined ? `#${card}` : fill(w.workshop.cardOf, card, seatName(owner(card)!)));
  const cards = living.flatMap((seat) => state.players[seat].hand);
  return (
    <div class="choosers">
      <Chooser label={w.workshop.players} add={w.workshop.addPlayer} chosen={draft.players.map(seatName)}
        options={living.map((seat) => [seat, seatName(seat)])} put={(next) => change({ players: next(draft.players) })} />
      <Chooser label={w.workshop.cards} add={w.workshop.addCard} chosen={draft.cards.map(cardText)}
        options={cards.map((card) => [card, cardText(card)])} put={(next) => change({ cards: next(draft.cards) })} />
    </div>
  );
}
