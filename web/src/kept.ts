// kept.ts - the games of this browser: those that go on, each under a key of its own, and those
// that are over. One tab at a time plays a game, and writes over nothing that it has not read.
import type { Made, Result, Setup, TableService } from './service/types';

/** A game as it can be dealt and played again; a saved file of one that goes on has this. */
export interface Kept { setup: Setup; you: number; moves: Made[]; transcript?: string; tutorial?: boolean; names?: (string | null)[]; result?: Result }
/** One that goes on: when it was last played, whose turn it is, how far it is, by whom it was written. */
export interface Running extends Kept { at: number; turn: number; count: number; begun: boolean; stamp: string }
/** One that is over. */
export interface Past extends Kept { at: number; count: number; result: Result }
/** What lies under a key: a game, or what is wrong with it. */
export type Entry<Game> = { id: string; text: string } & ({ game: Game } | { wrong: string });

const GAME = 'bylaw.game.', PAST = 'bylaw.past.', DRAFTS = 'bylaw.drafts.';
const STALE = 24 * 3600 * 1000;   // after which a game that nobody has begun is forgotten

const newId = () => crypto.getRandomValues(new BigUint64Array(1))[0].toString(36);
const tab = newId();   // this one
const isId = (id: string) => /^[0-9a-z]{1,13}$/.test(id);

const here = new Set<() => void>();   // who hears of what this tab writes

/** False: the browser has no room for it, or keeps nothing. What was there is there still. */
function put(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    here.forEach((heard) => heard());
    return true;
  } catch {
    return false;
  }
}
function get(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
function keys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}
function drop(...all: string[]): void {
  try {
    all.forEach((key) => localStorage.removeItem(key));
    here.forEach((heard) => heard());
  } catch { /* a browser that keeps nothing */ }
}

// ---- reading -----------------------------------------------------------------------------

const isCount = (n: unknown) => typeof n === 'number' && Number.isInteger(n) && n >= 0;
const isSetup = (s: any) => typeof s?.game === 'string' && isCount(s.players) && s.players > 0 && s.players < 100 && typeof s.seed === 'string'
  && Array.isArray(s.bots) && s.bots.length === s.players && !!s.options && !!s.rulings;

/** What a text has that should be a kept game; a string: what is wrong with it. */
function readKept(text: string): Kept | string {
  try {
    const game = JSON.parse(text);
    if (!isSetup(game?.setup)) return 'setup';
    if (!Array.isArray(game.moves)) return 'moves';
    return Number.isInteger(game.you) ? game : 'you';
  } catch {
    return 'text';
  }
}

/** A game that was saved while it went on; null: this text is none. */
export function readGame(text: string): Kept | null {
  const game = readKept(text);
  return typeof game === 'string' ? null : game;
}

function read<Game extends Kept>(prefix: string, id: string, whole: (game: Game) => boolean): Entry<Game> | null {
  const text = get(prefix + id);
  if (text === null) return null;
  const game = readKept(text);
  if (typeof game === 'string') return { id, text, wrong: game };
  return whole(game as Game) ? { id, text, game: game as Game } : { id, text, wrong: 'count' };
}
const all = <Game extends Kept>(prefix: string, find: (id: string) => Entry<Game> | null) =>
  keys(prefix).flatMap((id) => find(id) ?? []);
const when = <Game extends { at: number }>(e: Entry<Game>) => ('game' in e ? e.game.at : 0);

export const findRunning = (id: string) => read<Running>(GAME, id, (g) => isCount(g.count) && isCount(g.at));
export const findPast = (id: string) => read<Past>(PAST, id, (g) => isCount(g.count) && isCount(g.at) && Array.isArray(g.result?.ranking));
/** The games that go on, the last played first. */
export const running = () => all(GAME, findRunning).sort((a, b) => when(b) - when(a));
/** The games that are over, the newest first. */
export const past = () => all(PAST, findPast).sort((a, b) => when(b) - when(a));

export const removeRunning = (id: string) => drop(GAME + id, DRAFTS + id);
export const removePast = (...ids: string[]) => drop(...ids.map((id) => PAST + id));

/** Hears of what this tab and others write: a game can go on, and end, while its table is not looked at. */
export function onKept(heard: () => void): () => void {
  const note = (event: StorageEvent) => { if (!event.key || event.key.startsWith(GAME) || event.key.startsWith(PAST)) heard(); };
  here.add(heard);
  addEventListener('storage', note);
  return () => {
    here.delete(heard);
    removeEventListener('storage', note);
  };
}

// ---- writing -----------------------------------------------------------------------------

/** The right of this tab to write one game. */
export class Keeper {
  private stamp: string;      // of what was last read or written here
  private writes = 0;
  private finished = false;   // it has gone over to the past, by this tab
  lost: () => void = () => undefined;      // another tab plays it now
  release: () => void = () => undefined;

  constructor(readonly id: string) {
    this.stamp = this.found();
    this.finished = findPast(id) !== null;
  }
  private found(): string {
    const entry = findRunning(this.id);
    return entry && 'game' in entry ? entry.game.stamp : '';
  }

  /** False: there is no room for it. */
  keep(game: Omit<Running, 'stamp' | 'at'>): boolean {
    const there = this.found();
    if (there && there !== this.stamp) {
      this.lost();
      return true;
    }
    const stamp = `${tab}.${++this.writes}`;
    if (!put(GAME + this.id, { ...game, at: Date.now(), stamp })) return false;
    this.stamp = stamp;
    if (this.finished) removePast(this.id);   // its last move was taken back
    this.finished = false;
    return true;
  }
  /** The game is over: it is history. Written only once, so that its day stays. */
  finish(game: Omit<Past, 'at'>): boolean {
    if (!this.finished && !put(PAST + this.id, { ...game, at: Date.now() })) return false;
    this.finished = true;
    removeRunning(this.id);
    return true;
  }
  /** Nobody has done anything in it. */
  forget(): void {
    removeRunning(this.id);
  }

  loadDrafts(): Record<string, unknown> {
    try {
      return JSON.parse(get(DRAFTS + this.id) ?? '{}') ?? {};
    } catch {
      return {};
    }
  }
  keepDrafts(drafts: Record<string, unknown>): void {
    if (Object.keys(drafts).length > 0) put(DRAFTS + this.id, drafts);
    else drop(DRAFTS + this.id);
  }
}

/** Takes a game, a new one or by its name, for this tab. Null: another tab plays it; `steal` takes it
 *  from there. */
export function claim(id = newId(), steal = false): Promise<Keeper | null> {
  // Without locks (an address that is not safe) the stamps alone guard what is written.
  if (!navigator.locks) return Promise.resolve(new Keeper(id));
  return new Promise((resolve) => {
    let keeper: Keeper | null = null;
    navigator.locks.request(GAME + id, steal ? { steal } : { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      const mine = keeper = new Keeper(id);
      resolve(mine);
      return new Promise<void>((done) => { mine.release = done; });
    }).catch(() => keeper?.lost());
  });
}

/** False: another tab plays it. */
export async function removeUnlessOpen(id: string): Promise<boolean> {
  const keeper = await claim(id);
  keeper?.forget();
  keeper?.release();
  return keeper !== null;
}

// ---- what was kept before, and files of all of it ------------------------------------------

/** Takes over the one game that older pages kept, and forgets what nobody has begun. */
export async function tidy(service: TableService): Promise<void> {
  for (const entry of running())
    if ('game' in entry && !entry.game.begun && entry.game.at < Date.now() - STALE) await removeUnlessOpen(entry.id);
  const old = get('bylaw.game');
  if (old === null) return;
  const id = newId();
  const game = readKept(old);
  let kept = false;
  if (typeof game === 'string') {
    try {
      localStorage.setItem(GAME + id, old);   // as it is, to be looked at
      kept = true;
    } catch { /* it stays where it is */ }
  } else {
    const view = await openTable(service, game).then(async (table) => {
      const seen = await service.view(table, -1);
      await service.close(table);
      return seen;
    }).catch(() => null);
    kept = view?.result
      ? put(PAST + id, { ...game, at: Date.now(), count: view.count, result: view.result })
      : put(GAME + id, { ...game, at: Date.now(), count: view?.count ?? game.moves.length, turn: view?.to_move ?? -1, begun: true, stamp: `${tab}.0` });
    const drafts = JSON.parse(get('bylaw.drafts') ?? 'null')?.drafts;
    if (drafts) put(DRAFTS + id, drafts);
  }
  if (kept) drop('bylaw.game', 'bylaw.drafts');
}

/** The table of a kept game, nobody's move awaited. */
export async function openTable(service: TableService, { setup, moves, transcript, result }: Kept): Promise<number> {
  const { table } = transcript === undefined ? await service.deal(setup, moves) : await service.resume(transcript);
  if (result?.given_up !== undefined) await service.giveUp(table, result.given_up);
  return table;
}

interface Everything { bylaw: 'kept'; games: Record<string, Running>; past: Record<string, Past> }

/** All games as one text. */
export function exportAll(): string {
  const sound = <Game extends Kept>(entries: Entry<Game>[]) => Object.fromEntries(entries.flatMap((e) => ('game' in e ? [[e.id, e.game]] : [])));
  const file: Everything = { bylaw: 'kept', games: sound(running()), past: sound(past()) };
  return JSON.stringify(file);
}

/** Adds the games of such a text to those that are here; nothing that is here changes.
 *  Null: the text is none. */
export function importAll(text: string): { added: number; known: number; full: boolean } | null {
  let file: Everything;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  if (file?.bylaw !== 'kept') return null;
  const told = { added: 0, known: 0, full: false };
  const there = new Set([...keys(GAME), ...keys(PAST)]);
  for (const [prefix, games] of [[PAST, file.past], [GAME, file.games]] as [string, Record<string, Running & Past>][]) {
    for (const [id, game] of Object.entries(games ?? {})) {
      if (!isId(id) || typeof readKept(JSON.stringify(game)) === 'string') continue;
      if (there.has(id)) told.known++;
      else if (put(prefix + id, game)) told.added++;
      else told.full = true;
    }
  }
  return told;
}
