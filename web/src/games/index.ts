// index.ts - the screen of each game: NAME.tsx, or a folder NAME, for the game of that id.
import screens from 'games:screens';
import { plain } from './plain';
import { isOwn } from './screen';
import type { GameScreen } from './screen';

export const screenOf = (game: string): GameScreen => screens[game] ?? plain;
export { isOwn };
export type { CardScreen, GameScreen } from './screen';
