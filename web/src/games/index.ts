// index.ts - the screen of each game. One line a game.
import { pharaoh } from './pharaoh';
import { plain } from './plain';
import { predicateWars } from './predicate-wars';
import { propre } from './propre';
import { isOwn } from './screen';
import type { GameScreen, Tutorial } from './screen';
import { sixSeven } from './six-seven';

const screens: Record<string, GameScreen> = {
  pharaoh,
  propre,
  'true-propre': propre,
  'six-seven': sixSeven,
  'predicate-wars': predicateWars,
};

export const screenOf = (game: string): GameScreen => screens[game] ?? plain;
export function tutorialOf(game: string): Tutorial | undefined {
  const screen = screenOf(game);
  return isOwn(screen) ? screen.tutorial : undefined;
}
export { isOwn };
export type { CardScreen, GameScreen } from './screen';
