// settings.ts - what somebody likes, kept in this browser.
import { preferredLanguage } from './words';

export interface Settings {
  language: string;
  theme: 'auto' | 'light' | 'dark';
  motion: 'auto' | 'on' | 'off';
  pace: 'slow' | 'normal' | 'fast' | 'none';
  keys: boolean;
}

const KEY = 'bylaw.settings';

export const paces = { slow: 1600, normal: 800, fast: 350, none: 0 };

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
    theme: 'auto', motion: 'auto', pace: 'normal', keys: true, ...kept,
    language: kept.language ?? preferredLanguage(navigator.languages ?? ['en']),
  };
}
export const keepSettings = (s: Settings) => write(KEY, s);

/** How somebody last wanted to play a game. */
export interface Wish { players?: number; bot?: string }
const WISHES = 'bylaw.wishes';
export const loadWish = (game: string): Wish => read<Record<string, Wish>>(WISHES)[game] ?? {};
export const keepWish = (game: string, wish: Wish) => write(WISHES, { ...read<Record<string, Wish>>(WISHES), [game]: wish });

export function moves(s: Settings): boolean {
  if (s.motion !== 'auto') return s.motion === 'on';
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
