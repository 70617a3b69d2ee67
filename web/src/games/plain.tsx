// plain.tsx - a game that has no drawing of its own here yet: the table in the game's own words,
// and its moves as a list. Forms of moves, such as `edit #0 <tag> …`, are filled in by typing.
import type { BoardProps, CardScreen } from './screen';

function Board({ text }: BoardProps) {
  return <pre class="plain-board" lang="en" tabIndex={0}>{text}</pre>;
}

export const plain: CardScreen = {
  art: [],
  pack: 'french',
  many: false,
  joins: () => false,
  Board,
  hand: () => [],
  held: () => null,
  notes: () => [],
  chips: () => [],
  describe: () => [],
  fits: () => false,
  tries: () => [],
  at: () => [],
  triesAt: () => [],
  loose: (legal) => legal,
  places: () => [],
  words: () => [],
  spoken: () => null,
};
