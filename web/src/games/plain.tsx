// plain.tsx - a game that has no table of its own here yet: its state as it is written, and
// its moves as a list.
import { phrase } from '../words/phrase';
import type { BoardProps, GameScreen } from './screen';

function Board({ state }: BoardProps) {
  return (
    <dl class="plain-board">
      {Object.entries(state).map(([name, value]) => <><dt>{name}</dt><dd>{JSON.stringify(value)}</dd></>)}
    </dl>
  );
}

export const plain: GameScreen = {
  pack: 'french',
  many: false,
  joins: () => false,
  example: '',
  Board,
  hand: () => [],
  held: () => null,
  notes: () => [],
  chips: () => [],
  describe: (state) => Object.entries(state).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  cards: () => [],
  fits: () => false,
  tries: () => [],
  at: () => [],
  triesAt: () => [],
  loose: (legal) => legal,
  places: () => [],
  phrase: (move) => phrase('{0}', move),
  words: () => [],
  spoken: () => '',
};
