// crazy-eights.tsx - Crazy Eights on the page.
import { FRENCH_SUITS } from '../cards/pack';
import { fill, suitName } from '../words';
import type { Words } from '../words';
import { onPile, pileText } from './piles';
import type { CrazyEightsState as State } from './states';

const words = {
  en: {
    winner: 'won',
    describeSuit: 'The suit asked for is {0}.', describeDrawn: 'A card was drawn in this turn.',
  },
  de: {
    winner: 'gewonnen',
    describeSuit: 'Verlangt ist {0}.', describeDrawn: 'In diesem Zug wurde eine Karte gezogen.',
  },
  sk: {
    winner: 'výhra',
    describeSuit: 'Žiada sa {0}.', describeDrawn: 'V tomto ťahu bola potiahnutá karta.',
  },
};
const own = (w: Words) => words[w.code as keyof typeof words] ?? words.en;

export const screen = onPile('draw', {
  art: ['8S', '8H', 'QD', '3C'],
  pack: 'french',
  notes: (s: State, seat, w) => (s.winner === seat ? [{ term: 'winner', text: own(w).winner }] : []),
  chips: (s: State, w) => [
    { term: 'suit', value: suitName(s.suit, 'french', w), suit: s.suit },
    ...(s.drawn ? [{ term: 'drawn', value: '' }] : []),
  ],
  describe: (s: State, w) => [
    `${pileText(s.pile, 'french', w)}. ${fill(own(w).describeSuit, suitName(s.suit, 'french', w))}`,
    ...(s.drawn ? [own(w).describeDrawn] : []),
    `${fill(w.pile.stockCount, s.stock.length)}.`,
  ],
  tries: (_: State, chosen) =>
    chosen.length === 1 ? [{ kind: 'play', cards: chosen, suit: chosen[0][0] === '8' ? FRENCH_SUITS[0] : undefined }] : [],
});
