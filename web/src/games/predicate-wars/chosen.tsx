// chosen.tsx - the players and cards that a prover chooses, in their order.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { fill, useWords } from '../../words';
import type { Draft } from './bench';

interface State { players: { alive: boolean; hand: number[] }[]; cards: ({ effect: string | null } | null)[] }

interface ChooserProps {
  label: string;
  add: string;
  chosen: string[];
  options: [value: number, text: string][];
  put: (next: (old: number[]) => number[]) => void;
}

function Chooser({ label, chosen, put, children }: ChooserProps & { children: ComponentChildren }) {
  const w = useWords();
  return (
    <div class="chooser" role="group" aria-label={label}>
      <span class="chooser-label">{label}</span>
      <ol>
        {chosen.map((text, i) => (
          <li>{i + 1}: {text} <button type="button" class="drop-line" aria-label={fill(w.workshop.unchoose, text)} onClick={() => put((old) => old.filter((_, at) => at !== i))}>✕</button></li>
        ))}
      </ol>
      {children}
    </div>
  );
}

/** Few: each has its button. */
function ChooseFew(p: ChooserProps) {
  return (
    <Chooser {...p}>
      {p.options.map(([value, text]) => (
        <button type="button" class="choose" data-choose={value} aria-label={`${p.add}: ${text}`} onClick={() => p.put((old) => [...old, value])}>+ {text}</button>
      ))}
    </Chooser>
  );
}

function ChooseMany(p: ChooserProps) {
  const w = useWords();
  const [at, setAt] = useState('');
  const value = p.options.some(([v]) => String(v) === at) ? at : String(p.options[0]?.[0] ?? '');
  return (
    <Chooser {...p}>
      <select aria-label={p.add} value={value} onChange={(e) => setAt(e.currentTarget.value)}>
        {p.options.map(([v, text]) => <option value={v}>{text}</option>)}
      </select>
      <button type="button" class="choose" onClick={() => { if (value) p.put((old) => [...old, Number(value)]); }}>{w.workshop.choose}</button>
    </Chooser>
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
      <ChooseFew label={w.workshop.players} add={w.workshop.addPlayer} chosen={draft.players.map(seatName)}
        options={living.map((seat) => [seat, seatName(seat)])} put={(next) => change({ players: next(draft.players) })} />
      <ChooseMany label={w.workshop.cards} add={w.workshop.addCard} chosen={draft.cards.map(cardText)}
        options={cards.map((card) => [card, `${cardText(card)} ${state.cards[card]?.effect ?? ''}`.trim()])} put={(next) => change({ cards: next(draft.cards) })} />
    </div>
  );
}
