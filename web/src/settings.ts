// settings.ts - what somebody likes, and the game that was going on, kept in this browser.
import { preferredLanguage } from './words';
import type { Made, Setup } from './service/types';

export interface Settings {
  language: string;
  theme: 'auto' | 'light' | 'dark';
  motion: 'auto' | 'on' | 'off';
  pace: 'slow' | 'normal' | 'fast' | 'none';
  keys: boolean;
}

const KEY = 'bylaw.settings';
const GAME = 'bylaw.game';
const DRAFTS = 'bylaw.drafts';

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

/** A game as it can be dealt and played again. */
export interface Kept { setup: Setup; you: number; moves: Made[]; transcript?: string; tutorial?: boolean }

const isGame = (kept: Partial<Kept> | null) => !!kept?.setup && Array.isArray(kept.moves);

export function loadGame(): Kept | null {
  const kept = read<Kept>(GAME);
  return isGame(kept) ? (kept as Kept) : null;
}
/** A game that was saved while it went on; null: this text is none. */
export function readGame(text: string): Kept | null {
  try {
    const kept = JSON.parse(text);
    return isGame(kept) ? kept : null;
  } catch {
    return null;
  }
}
export const keepGame = (game: Kept | null) => write(GAME, game);

/** What is being written at a table, and at which. */
export interface Drafts { game: string; drafts: Record<string, unknown> }
export const loadDrafts = () => read<Drafts>(DRAFTS);
export const keepDrafts = (drafts: Drafts) => write(DRAFTS, drafts);

export function moves(s: Settings): boolean {
  if (s.motion !== 'auto') return s.motion === 'on';
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
