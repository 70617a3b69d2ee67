// app.ts - what every part of the page can reach.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { About, Game, TableService } from './service/types';
import type { Settings } from './settings';
import type { Said } from './words/rulebook';

export interface App {
  service: TableService;
  about: About;
  settings: Settings;
  change(settings: Partial<Settings>): void;
  game(id: string): Game;
  /** The rulebook of a game, in the language of the page. */
  rules(id: string): Promise<Said[]>;
}

export const AppContext = createContext<App>(null as unknown as App);
export const useApp = () => useContext(AppContext);
