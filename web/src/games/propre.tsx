// propre.tsx - both versions of Propreantepenultimate Card on the page.
import { fill } from '../words';
import { onPile, Piles, pileText } from './piles';
import type { BoardProps } from './screen';
import type { PropreState, TruePropreState } from './states';

type State = (PropreState & { rs?: number }) | (TruePropreState & { pw?: boolean });

function Board({ state, w, open, aim, seatName }: BoardProps) {
  const s = state as State;
  return (
    <div class="propre-board">
      <Piles pile={s.pile} stock={s.stock.length} pack="french" w={w} open={open} aim={aim} show={6} />
      <div class="propre-said">
      {s.placing || s.vote ? null : <p class={`direction ${s.cw ? 'cw' : 'ccw'}`}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4a8 8 0 1 1-7.400 5" /><path d="M2.500 11.500 4.500 8l3.700 1.700" /></svg>
        {s.cw ? w.propre.clockwise : w.propre.counter}
      </p>}
      {s.placing ? <p class="notice">{fill(w.propre.placing, s.placing)}</p> : null}
      {s.vote ? (
        <p class="notice">
          {fill(w.propre.vote, seatName(s.vote.speaker), s.vote.what === 'last-card' ? w.propre.voteLast : w.propre.voteName)};{' '}
          {fill(w.propre.votes, s.vote.heard - s.vote.objections, s.vote.objections)}
        </p>
      ) : null}
      </div>
    </div>
  );
}

/** The option that a card's rank belongs to, and what is said with it. */
const OWN: Record<string, (card: string) => [option: string, ...more: string[]][]> = {
  2: () => [['3']],
  5: () => [['3']],
  3: () => [['4']],
  7: () => [['4']],
  T: () => [['5', '+'], ['5', '-']],
  J: () => [['6']],
  A: (c) => [['7', c[1] === 'H' ? 'S' : 'H']],
};

export const screen = onPile('1', {
  art: ['5C', 'TD', 'JH', 'AS'],
  pack: 'french',
  Board,
  notes: (s: State, seat, w) => [
    ...(s.active === seat && s.to_move !== seat && s.to_move !== null ? [{ term: 'active', text: w.propre.isActive }] : []),
    ...(s.said[seat] ? [s.counts[seat] ? { term: 'counts', text: w.propre.said } : { term: 'said', text: w.propre.saidNotYet }] : []),
  ],
  chips: (s: State) => [
    ...(s.av > 0 ? [{ term: 'av', value: s.av }] : []),
    ...(s.mv !== 1 ? [{ term: 'mv', value: s.mv }] : []),
    ...(s.b ? [{ term: 'b', value: '' }] : []),
    ...(s.pw ? [{ term: 'pw', value: '' }] : []),
  ],
  describe: (s: State, w, seatName) => [
    `${pileText(s.pile, 'french', w)}.`,
    ...(s.av > 0 ? [fill(w.propre.describeAttack, s.av)] : []),
    fill(w.propre.describeDirection, s.cw ? w.propre.clockwise : w.propre.counter),
    ...(s.vote ? [`${fill(w.propre.vote, seatName(s.vote.speaker), s.vote.what === 'last-card' ? w.propre.voteLast : w.propre.voteName)}.`] : []),
    `${fill(w.pile.stockCount, s.stock.length)}.`,
  ],
  tries: (s: State, [card]) => {
    if (!card) return [];
    if (s.placing) return [{ kind: 'place', cards: [card] }];
    // A defence, where nobody attacks, is refused as any card is.
    const calm = /[37]/.test(card[0]) && s.av === 0;
    const options = [...(calm ? [] : OWN[card[0]]?.(card) ?? []), ['8'], ...(/[2-9T]/.test(card[0]) ? [['8', 'h']] : [])];
    return options.map(([kind, ...more]) => ({ kind, cards: [card], more }));
  },
  way: ({ kind, more }, w) => w.propre.ways[more.includes('h') ? 'h' : kind] ?? w.propre.ways.own,
  draws: (s: State) => s.fc,   // whoever has laid a card ends the turn without drawing
  later: ({ kind, cards: [card], more: [suit] }) => kind === '7' && suit !== card[1],   // another suit than its own
  words: (w) => w.propre.words,
});
