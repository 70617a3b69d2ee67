// pharaoh.tsx - Pharaoh on the page.
import { GERMAN_SUITS } from '../cards/pack';
import { count, fill, suitName } from '../words';
import { onPile, pileText } from './piles';
import type { PharaohState as State } from './states';

const last = (cards: string[]) => cards[cards.length - 1];

export const screen = onPile('draw', {
  art: ['AL', 'UL', 'OH', '7B'],
  pack: 'german',
  many: true,
  joins: (chosen, card) => chosen.length > 0 && chosen[0][0] === card[0],
  notes: (s: State, seat, w) => {
    const place = s.out.indexOf(seat);
    if (s.loser === seat) return [{ term: 'loser', text: w.pharaoh.loser }];
    return place >= 0 ? [{ term: 'out', text: fill(w.pharaoh.out, place + 1) }] : [];
  },
  chips: (s: State, w) => [
    { term: 'suit', value: suitName(s.suit, 'german', w), suit: s.suit },
    ...(s.a > 0 ? [{ term: 'a', value: s.a }] : []),
    ...(s.cnt > 1 ? [{ term: 'cnt', value: s.cnt }] : []),
  ],
  describe: (s: State, w) => [
    `${pileText(s.pile, 'german', w)}. ${fill(w.pharaoh.describeSuit, suitName(s.suit, 'german', w))}`,
    ...(s.a > 0 ? [count(w.pharaoh.describeAces, s.a)] : []),
    ...(s.cnt > 1 ? [count(w.pharaoh.describeDue, s.cnt)] : []),
    `${fill(w.pile.stockCount, s.stock.length)}.`,
  ],
  fits: ({ kind, cards }, chosen, rulings) =>
    kind === 'play' && cards.length === chosen.length && last(cards) === last(chosen) &&
    cards.every((c) => chosen.includes(c)) &&
    (rulings['tuple-match'] !== 'first' || cards[0] === chosen[0]),
  tries: (_: State, chosen) =>
    chosen.length > 0 ? [{ kind: 'play', cards: chosen, suit: last(chosen)[0] === 'O' ? GERMAN_SUITS[0] : undefined }] : [],
});
