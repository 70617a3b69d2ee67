// index.ts - the screen of each game. One line a game.
import { pharaoh } from './pharaoh';
import { plain } from './plain';
import { propre } from './propre';
import type { GameScreen } from './screen';
import { sixSeven } from './six-seven';

const screens: Record<string, GameScreen> = {
  pharaoh,
  propre,
  'true-propre': propre,
  'six-seven': sixSeven,
};

export const screenOf = (game: string): GameScreen => screens[game] ?? plain;
export { isOwn } from './screen';
export type { CardScreen, GameScreen } from './screen';
