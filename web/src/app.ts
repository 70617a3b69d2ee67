// app.ts - what every part of the page can reach.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { About, Clause, Game, TableService } from './service/types';
import type { Settings } from './settings';

export interface App {
  service: TableService;
  about: About;
  settings: Settings;
  change(settings: Partial<Settings>): void;
  /** Opens the settings or the help over the page. */
  show(dialog: 'settings' | 'help'): void;
  game(id: string): Game;
  /** The language of what the rules say: that of the page, unless its catalogue could not be had. */
  spoken: string;
  rules(id: string): Promise<Clause[]>;
}

export const AppContext = createContext<App>(null as unknown as App);
export const useApp = () => useContext(AppContext);
