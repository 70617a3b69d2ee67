// settings.ts - what somebody likes, kept in this browser.
import { preferredLanguage } from './words';

export interface Settings {
  language: string;
  theme: 'auto' | 'light' | 'dark';
  motion: 'auto' | 'on' | 'off';
  pace: 'slow' | 'normal' | 'fast' | 'none';
  keys: boolean;
  sound: boolean;
  sort: 'drawn' | 'suit' | 'rank';
  suits: 'two' | 'four';             // colours of the French suits
  size: 'small' | 'normal' | 'large';   // of the cards
  auto: boolean;                     // a move that is the only one is made by itself
  notation: boolean;                 // moves also as they are written
}

const KEY = 'bylaw.settings';

/** How long the others wait before they move, and how long a card is on its way, in milliseconds. */
export const paces = { slow: 2400, normal: 1300, fast: 550, none: 0 };
const flights = { slow: 900, normal: 480, fast: 240, none: 0 };

function read<T>(key: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch { /* a browser that keeps nothing: the page works all the same */ }
}

export function loadSettings(): Settings {
  const kept = read<Settings>(KEY);
  return {
    theme: 'auto', motion: 'auto', pace: 'normal', keys: true, sound: false, sort: 'drawn', suits: 'two',
    size: 'normal', auto: false, notation: false, ...kept,
    language: kept.language ?? preferredLanguage(navigator.languages ?? ['en']),
  };
}
export const keepSettings = (s: Settings) => write(KEY, s);

/** How somebody last wanted to play a game. */
export interface Wish { players?: number; bot?: string }
const WISHES = 'bylaw.wishes';
export const loadWish = (game: string): Wish => read<Record<string, Wish>>(WISHES)[game] ?? {};
export const keepWish = (game: string, wish: Wish) => write(WISHES, { ...read<Record<string, Wish>>(WISHES), [game]: wish });

/** Games whose way to be played somebody was told of. */
const KNOWN = 'bylaw.known';
export const isKnown = (game: string) => Boolean(read<Record<string, boolean>>(KNOWN)[game]);
export const keepKnown = (game: string) => write(KNOWN, { ...read<Record<string, boolean>>(KNOWN), [game]: true });

/** How long a card is on its way; 0: nothing moves. */
export function flight(s: Settings): number {
  const still = s.motion === 'auto' ? matchMedia('(prefers-reduced-motion: reduce)').matches : s.motion === 'off';
  return still ? 0 : flights[s.pace];
}
