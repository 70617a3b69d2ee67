// piles.tsx - a pile whose last cards show, and a stock face down; and what games played on them share.
import { Card } from '../cards/card';
import { effective, HIDDEN, index, isAltered, printed } from '../cards/pack';
import type { PackName } from '../cards/pack';
import { Rank, Suit } from '../cards/suits';
import { cardName, fill } from '../words';
import type { Words } from '../words';
import { Place } from './place';
import type { CardScreen } from './screen';

interface PilesProps {
  pile: string[];           // bottom first
  stock: number;
  pack: PackName;
  w: Words;
  open: Set<string>;
  aim?: (place: string) => void;
  show?: number;            // how many cards of the pile
}

/** A card that does not lie as it is printed: across, if its rank differs. */
export function LyingCard({ card, pack }: { card: string; pack: PackName }) {
  const across = isAltered(card) && effective(card)[0] !== printed(card)[0];
  return (
    <span class={across ? 'lying across' : 'lying'} data-card={printed(card)}>
      <Card card={effective(card)} pack={pack} />
      {isAltered(card) ? <span class="tag mini"><Rank rank={index(printed(card)[0], pack)} /><Suit suit={printed(card)[1]} pack={pack} /></span> : null}
    </span>
  );
}

export function pileText(pile: string[], pack: PackName, w: Words): string {
  const top = pile[pile.length - 1];
  if (!top) return w.pile.empty;
  const printedAs = isAltered(top) ? ` (${fill(w.pile.printed, cardName(printed(top), pack, w))})` : '';
  const under = pile.length > 1 ? `, ${fill(w.pile.below, cardName(pile[pile.length - 2], pack, w))}` : '';
  return fill(w.pile.top, cardName(top, pack, w)) + printedAs + under;
}

export function Piles({ pile, stock, pack, w, open, aim, show = 4 }: PilesProps) {
  const shown = pile.slice(-show);
  return (
    <div class="piles">
      <Place name="stock" label={fill(w.pile.stockCount, stock)} open={open} aim={aim} class="stock">
        {stock > 0 ? [...Array(Math.min(3, Math.ceil(stock / 6)))].map(() => <span class="lying"><Card card={HIDDEN} pack={pack} /></span>)
          : <span class="nothing" />}
        <span class="badge">{stock}</span>
      </Place>
      <Place name="pile" label={`${w.pile.discard}: ${pile.length}. ${pileText(pile, pack, w)}`} open={open} aim={aim} class="pile">
        {shown.map((card, i) => <LyingCard key={`${pile.length - shown.length + i}`} card={card} pack={pack} />)}
        <span class="badge">{pile.length}</span>
      </Place>
    </div>
  );
}

type Own = Pick<CardScreen, 'art' | 'pack' | 'notes' | 'chips' | 'describe' | 'tries'> & Partial<CardScreen> & {
  /** Whether `draw` takes a card now; else the stock is not lit for it. */
  draws?: (state: any) => boolean;
};

/** A game of hands, one pile to play a card on, and one stock, where `draw` is what is done. */
export function onPile(draw: string, own: Own): CardScreen {
  const screen: CardScreen = {
    many: false,
    joins: () => false,
    Board: ({ state, w, open, aim }) => <Piles pile={state.pile} stock={state.stock.length} pack={own.pack} w={w} open={open} aim={aim} />,
    hand: (s, seat) => s.hands[seat] ?? [],
    held: (s, seat) => s.hands[seat]?.length ?? 0,   // who watches holds nothing
    fits: (move, chosen) => chosen.length === 1 && move.cards[0] === chosen[0],
    at: (place, legal, chosen, rulings) =>
      legal.filter((m) => (place === 'stock' ? m.kind === draw : chosen.length > 0 && screen.fits(m, chosen, rulings))),
    triesAt: (place, state, chosen) => (place === 'stock' ? [{ kind: draw }] : screen.tries(state, chosen)),
    loose: (legal) => legal.filter((m) => m.cards.length === 0),
    places: (legal, chosen, rulings, state) =>
      ['pile', 'stock'].filter((p) => screen.at(p, legal, chosen, rulings).length > 0 && (p === 'pile' || (own.draws?.(state) ?? true))),
    words: () => [],
    spoken: () => null,
    ...own,
  };
  return screen;
}
