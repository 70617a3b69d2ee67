// six-seven.tsx - Six-Seven on the page: stacks with a side that adds and one that subtracts.
import { useApp } from '../app';
import { Card } from '../cards/card';
import { HIDDEN } from '../cards/pack';
import { cardName, count, fill } from '../words';
import type { Words } from '../words';
import { Place } from './place';
import type { BoardProps, CardScreen } from './screen';
import type { Move } from '../service/types';
import type { SixSevenState as State } from './states';

type Stack = State['stacks'][number];

const capacity = (s: Stack) => ({ J: 1, Q: 2, K: 3 })[s.face[0]] ?? 0;
const value = (card: string) => (card[0] === 'A' ? 1 : card[0] === 'T' ? 10 : Number(card[0]));
const total = (cards: string[]) => cards.reduce((sum, c) => sum + value(c), 0);
const sum = (s: Stack) => total(s.left) - total(s.right);
/** A side of a stack, or its middle, on the board: where a card can be put. */
const placeOf = (kind: string, stack: string) => `${stack}-${kind}`;
const placeIn = ({ kind, more }: Move) => placeOf(kind, more[0]);
/** A stack is called by its face card, which no other has. */
const nameOf = (stack: Stack, w: Words) => fill(w.six.stack, cardName(stack.face, 'french', w));

/** Why the card cannot go to this side, while others are open. */
function whyNot(stack: Stack, side: 'L' | 'R', open: Set<string>, w: Words) {
  if (open.size === 0 || open.has(placeOf(side, stack.id))) return undefined;
  const { length } = side === 'L' ? stack.left : stack.right;
  return length >= capacity(stack) ? { short: w.six.full, long: w.six.sideFull } : { short: w.six.below, long: w.six.sumBelow };
}

function Side({ stack, side, label, w, open, aim }: { stack: Stack; side: 'L' | 'R'; label: string } & Pick<BoardProps, 'w' | 'open' | 'aim'>) {
  const cards = side === 'L' ? stack.left : stack.right;
  const free = capacity(stack) - cards.length;
  const room = free > 0 ? fill(w.six.free, free) : w.six.full;
  const name = placeOf(side, stack.id), closed = whyNot(stack, side, open, w);
  return (
    <Place name={name} open={open} aim={aim} class="side" tip={closed?.long}
      label={`${nameOf(stack, w)}, ${label}: ${cards.map((c) => cardName(c, 'french', w)).join(', ') || w.pile.empty}; ${room}${open.has(name) ? `; ${w.six.fits}` : ''}${closed && free > 0 ? `; ${closed.long}` : ''}`}>
      <span class="sign">{side === 'L' ? '+' : '−'}</span>
      {[...Array(capacity(stack))].map((_, i) =>
        <span class="slot" key={i}>{cards[i] ? <span class="lying" data-card={cards[i]}><Card card={cards[i]} pack="french" /></span> : <span class="nothing" />}</span>)}
    </Place>
  );
}

function StackView({ stack, w, open, aim }: { stack: Stack } & Pick<BoardProps, 'w' | 'open' | 'aim'>) {
  const { settings } = useApp();
  const label = `${nameOf(stack, w)}, ${w.six.sum} ${sum(stack)}${open.has(placeOf('M', stack.id)) ? `; ${w.six.fits}` : ''}`;
  return (
    <li class={`stack holds-${capacity(stack)}`}>
      <Side stack={stack} side="L" label={w.six.left} w={w} open={open} aim={aim} />
      <Place name={placeOf('M', stack.id)} label={label} open={open} aim={aim} class="face">
        <span class="lying" data-card={stack.face} data-from="faces"><Card card={stack.face} pack="french" /></span>
        <span class="badge sum">{sum(stack)}</span>
      </Place>
      <Side stack={stack} side="R" label={w.six.right} w={w} open={open} aim={aim} />
      <span class="stack-foot" aria-hidden="true">
        <span class="stack-name">{settings.notation ? stack.id : ''}</span>
        <span>{whyNot(stack, 'R', open, w)?.short}</span>
      </span>
    </li>
  );
}

function Deck({ cards, label, name }: { cards: number; label: string; name: string }) {
  return (
    <div class="place deck" data-deck={name} role="img" aria-label={`${label}: ${cards}`}>
      {cards > 0 ? <span class="lying"><Card card={HIDDEN} pack="french" /></span> : <span class="nothing" />}
      <span class="badge">{cards}</span><span class="deck-name" aria-hidden="true">{label}</span>
    </div>
  );
}

function Board({ state, w, open, aim, seat }: BoardProps) {
  const s = state as State;
  return (
    <div class="six-board">
      <div class="decks">
        <Deck cards={s.numbers.length} label={w.six.number} name="stock" />
        {s.flipped && s.to_move !== seat ? (
          <div class="place flipped" role="img" aria-label={`${w.six.card}: ${cardName(s.flipped, 'french', w)}`}>
            <span class="lying" data-card={s.flipped} data-from="stock"><Card card={s.flipped} pack="french" /></span>
            <span class="deck-name" aria-hidden="true">{w.six.card}</span>
          </div>
        ) : null}
        <Deck cards={s.faces.length} label={w.six.faces} name="faces" />
      </div>
      <ol class="stacks">{s.stacks.map((x) => <StackView key={x.id} stack={x} w={w} open={open} aim={aim} />)}</ol>
    </div>
  );
}

const sixSeven: CardScreen = {
  art: ['6D', '7C', 'KH', 'JS'],
  pack: 'french',
  many: false,
  joins: () => false,
  Board,
  hand: (s: State, seat) => (s.flipped && s.to_move === seat ? [s.flipped] : []),
  held: () => null,
  notes: (s: State, seat, w) => {
    const all = s.collected[seat];
    const sevens = all.filter((c) => c.by === 'six-seven').length;
    const notes = [
      ...(all.length > 0 ? [['collected', count(w.six.faceCards, all.length)], ['collected', fill(w.six.allCards, all.reduce((n, c) => n + c.cards.length, 0))]] : []),
      ...(sevens > 0 ? [['collected', count(w.six.sevens, sevens)]] : []),
      ...(s.kept[seat].length > 0 ? [['kept', fill(w.six.kept, s.kept[seat].map((c) => cardName(c, 'french', w)).join(', '))]] : []),
    ];
    return notes.map(([term, text]) => ({ term, text }));
  },
  chips: () => [],
  describe: (s: State, w) => [
    ...(s.flipped ? [`${w.six.card}: ${cardName(s.flipped, 'french', w)}.`] : []),
    ...s.stacks.map((x) => fill(w.six.describeStack, cardName(x.face, 'french', w), sum(x), x.left.length, x.right.length, capacity(x))),
    `${w.six.number}: ${s.numbers.length}. ${w.six.faces}: ${s.faces.length}.`,
  ],
  later: ({ kind, more }) => kind !== 'M' && more.length === 1,   // no stack is taken, where one could be
  fits: (_, chosen) => chosen.length === 1,
  tries: () => [],
  at: (place, legal) => legal.filter((m) => placeIn(m) === place),
  triesAt: (place, s: State) =>
    s.stacks.flatMap(({ id }) => ['L', 'R', 'M'].map((kind) => ({ kind, more: [id] }))).filter((p) => placeOf(p.kind, p.more[0]) === place),
  loose: (legal) => legal.filter((m) => m.kind === 'keep'),
  places: (legal) => [...new Set(legal.map(placeIn))],
  words: (w) => Object.values(w.six.announce),
  spoken: (words, place, s: State, w) => {
    const plainly = (text: string) => text.toLowerCase().replace(/[^a-zà-ž]+/g, ' ').trim();
    const [by] = Object.entries(w.six.announce).find(([, said]) => plainly(said) === plainly(words)) ?? [''];
    const [parts] = sixSeven.triesAt(place, s, []);
    if (!by || !parts) return null;
    return by === 'match' ? parts : { ...parts, more: [...parts.more!, by] };
  },
};

export const screen = sixSeven;
