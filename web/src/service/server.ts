// server.ts - the one connection to the server of this page, and the tables that it tells of.
//
// What is sent is answered in the end: after a lost connection the page comes back to its tables, and
// whatever has no answer yet is sent once more, what decides something with the same `once`.
import { keepTable, loadTable } from '../friends/secrets';
import type { Own } from '../friends/secrets';
import { apart } from '../words/name';
import { FAR } from './both';
import { ServiceError } from './types';
import type { Event as Told, Reply, Sentence, View } from './types';

/** `quit`: so many moves were made when its person gave the seat up for good; a bot has it. */
export interface Place { name: string | null; bot: string | null; here: boolean; away: boolean; number: boolean; quit: number | null }
/** How a table was made. */
export interface Made {
  game: string; players: number; options?: Record<string, number | string>; rulings?: Record<string, string>; casual?: boolean;
}
export interface LobbyEntry extends Made { table: string; stage: Stage; clock: number; seats: Pick<Place, 'name' | 'bot'>[] }
export type Stage = 'waiting' | 'running' | 'over' | 'given-up';
export interface TableNews extends Made {
  table: string; v: number; stage: Stage; open: boolean; clock: number; away: string | null; patience: number | null; hash: string; seats: Place[];
  guests: number; left: number | null; undo: { seat: number; agreed: number[] } | null; again: string | null; mine: number[];
}
interface MovesNews { table: string; v: number; seat: number; from: number; count: number; left: number | null; events: Told[]; view: View }
/** Words, by their number, or (`came`) what became of somebody who sits there; `again`: told to who comes, or comes back. */
export interface Said { n: number; seat: number; words: string; counts: boolean; came?: 'here' | 'absent' | 'standIn' | 'quit'; again?: boolean }

type Members = Record<string, unknown>;
interface Waiting {
  id: number; what: string; members: Members; resolve(value: any): void; reject(error: Error): void;
  bound: boolean;   // belongs to one connection
}

const PAUSES = [300, 500, 500, 1000, 2000, 4000, 8000, 15000];   // before the next try to connect
// A server that has died keeps its tables until its lease is over: whoever could not reach it (REACH) asks another one
// again and again (AGAIN), and does not go back there (DEAD). tests/house/test_takeover.py reckons how long that takes.
const DEAD = 6000, AGAIN = 500, REACH = 2000;
const HOPS = 3;                                        // from server to server without a pause
// After SILENCE, where nobody looks ASLEEP, it is asked whether anybody is there: then something is heard within QUIET.
const SILENCE = 5000, ASLEEP = 25000, QUIET = 5000;
const PATIENCE = 10000;                                // until somebody who is called for the first time answers
const WORDS = 200;                                     // that were said, at most kept
const GONE = 6000;                                     // for so long somebody must be gone before it is told: a reload is shorter
const ANSWER = 3000;                                   // so soon something comes after what was sent, or it is asked
const BURST = 40, PER_SECOND = 4;                      // of what is only asked: a server cuts off who asks without end

export const byChance = (bytes: number) => [...crypto.getRandomValues(new Uint8Array(bytes))].map((b) => b.toString(16).padStart(2, '0')).join('');

class Lost extends Error {}

export class Server {
  up = false;            // greeted, and back at its tables
  failures = 0;          // tries in a row that came to nothing
  private hops = 0;      // from server to server since we were at our tables
  lobby: LobbyEntry[] | null = null;
  engines: string[] = [];   // bots that this server alone has
  readonly tables = new Map<string, Table>();
  private socket: WebSocket | null = null;
  private reached = false;   // it was open
  private waiting = new Map<number, Waiting>();
  private last = 0;
  private timer = 0;
  private quiet = 0;
  private lobbies = 0;   // who looks at the lobby
  private listeners = new Set<() => void>();
  private free = BURST;  // questions that may be asked at once,
  private since = 0;     // as of then
  private turn: Promise<void> = Promise.resolve();
  private address: string;   // of the server that was gone to last
  private dead = { address: '', until: 0 };   // that could not be reached

  constructor(private readonly home: string, private language: string) {
    this.address = home;
    addEventListener('online', () => this.hurry());
    addEventListener('offline', () => this.drop());
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.hurry(); });
    addEventListener('storage', ({ key }: StorageEvent) => {
      for (const t of this.tables.values()) if (key === `bylaw.table.${t.name}` && this.up) void this.attend(t).catch(() => undefined);
    });
    this.connect();
  }

  listen(heard: () => void): () => void {
    this.listeners.add(heard);
    return () => this.listeners.delete(heard);
  }
  private tell(): void {
    this.listeners.forEach((heard) => heard());
  }

  // ---- the connection ----------------------------------------------------------------------

  private connect(): void {
    clearTimeout(this.timer);
    if (this.socket) return;
    const socket = this.socket = new WebSocket(this.address, 'bylaw.1');
    this.reached = false;
    socket.onopen = () => {
      this.reached = true;
      this.listenFor(PATIENCE);
      void this.greet().catch(() => undefined);
    };
    socket.onmessage = ({ data }) => { if (socket === this.socket) this.hear(JSON.parse(data)); };
    socket.onclose = () => { if (socket === this.socket) this.lose(); };
    this.listenFor(this.address === this.home || this.failures > 1 ? PATIENCE : REACH);
  }
  /** Nothing was heard for so long: somebody must answer now, or this connection is none. */
  private listenFor(ms: number): void {
    clearTimeout(this.quiet);
    this.quiet = window.setTimeout(() => {
      if (!this.up) return this.drop();
      this.order('hello', { v: 1, language: this.language }).catch(() => undefined);
      clearTimeout(this.quiet);
      this.quiet = window.setTimeout(() => this.drop(), QUIET);
    }, ms);
  }
  /** All that must be said anew on each connection, then what is still unanswered. */
  private async greet(): Promise<void> {
    ({ engines: this.engines = [] } = await this.order<{ engines?: string[] }>('hello', { v: 1, language: this.language }));
    await Promise.all([...this.tables.values()].map((t) => this.attend(t)));
    if (this.lobbies > 0) this.lobby = await this.order('lobby', { on: true });
    this.failures = this.hops = 0;
    this.up = true;
    for (const w of this.waiting.values()) if (!w.bound) this.post(w);
    this.tell();
  }
  private drop(): void {
    const { socket } = this;
    if (!socket) return;
    this.lose();
    socket.close();
  }
  private lose(): void {
    this.socket = null;
    // Another server that is not there: this page's own knows where its tables are now, or will soon.
    if (!this.reached) this.dead = { address: this.address, until: performance.now() + DEAD };
    if (!this.up) this.address = this.home;
    this.up = false;
    clearTimeout(this.quiet);
    for (const w of [...this.waiting.values()]) {
      if (!w.bound) continue;
      this.waiting.delete(w.id);
      w.reject(new Lost());
    }
    const pause = PAUSES[Math.min(this.failures++, PAUSES.length - 1)];
    this.timer = window.setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
    this.tell();
  }
  /** Somebody is back, or looks here again: no more pauses. */
  private hurry(): void {
    if (this.socket) return this.up ? this.listenFor(0) : undefined;
    this.failures = 0;
    return this.connect();
  }
  /** To another server. False: it was tried just now, and is not there. */
  private go(address: string): boolean {
    if (address === this.dead.address && performance.now() < this.dead.until) return false;
    this.drop();
    this.address = address;
    if (this.hops++ < HOPS) this.connect();
    return true;
  }

  // ---- messages ----------------------------------------------------------------------------

  private post({ id, what, members }: Waiting): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ id, do: what, ...members }));
  }
  private put<T>(what: string, members: Members, bound: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const w = { id: this.last++, what, members, resolve, reject, bound };
      this.waiting.set(w.id, w);
      if (bound || this.up) this.post(w);
      if (this.up) this.listenFor(ANSWER);
    });
  }
  private order<T>(what: string, members: Members): Promise<T> {
    return this.put(what, members, true);
  }
  /** Asks; after a lost connection once more. */
  send<T = unknown>(what: string, members: Members): Promise<T> {
    return this.put(what, members, false);
  }
  /** Asks when it is due: who asks much, as somebody who writes does, is made to wait a little. */
  ask<T = unknown>(members: Members): Promise<T> {
    this.turn = this.turn.then(async () => {
      const now = performance.now();
      this.free = Math.min(BURST, this.free + (now - this.since) / 1000 * PER_SECOND) - 1;
      this.since = now;
      if (this.free < 0) await new Promise((done) => { setTimeout(done, -this.free * 1000 / PER_SECOND); });
    });
    return this.turn.then(() => this.send<T>('ask', members));
  }
  /** The same, and what it decides is decided once. */
  decide<T = unknown>(what: string, members: Members): Promise<T> {
    return this.send(what, { ...members, once: byChance(16) });
  }

  private hear(message: any): void {
    this.listenFor(document.hidden ? ASLEEP : SILENCE);
    if ('news' in message) return this.hearNews(message);
    const w = this.waiting.get(message.id);
    if (!w) return undefined;
    if (message.elsewhere && this.go(message.elsewhere)) return undefined;
    if (message.elsewhere || message.again) {
      setTimeout(() => { if (this.waiting.has(w.id) && (this.up || w.bound)) this.post(w); }, AGAIN);
      return undefined;
    }
    this.waiting.delete(w.id);
    if ('error' in message) w.reject(new ServiceError(message.error));
    else w.resolve(message.answer);
    return undefined;
  }
  private hearNews(message: any): void {
    if (message.news === 'lobby') {
      this.lobby = message.tables;
      return this.tell();
    }
    const t = this.tables.get(message.table);
    if (message.news === 'table') t?.hearTable(message);
    else if (message.news === 'moves') t?.hearMoves(message);
    else if (message.news === 'said') t?.hearWords([message]);
    else if (message.news === 'words') t?.hearWords(message.said, true);
    else if (message.news === 'gone' && message.elsewhere && this.go(message.elsewhere)) return undefined;
    else if (message.news === 'gone' && t) setTimeout(() => void this.attend(t).catch(() => undefined), AGAIN);
    return undefined;
  }

  // ---- tables ------------------------------------------------------------------------------

  /** Comes to a table: to the seat that is ours there, or to watch. `whole`: as if for the first time. */
  async attend(t: Table, whole = false): Promise<void> {
    if (!this.tables.has(t.name)) return;
    t.returns = true;
    const seen = whole ? {} : t.seen;
    const take = (secret: string) => this.order('take', { table: t.name, secret, ...seen }).then(() => true, this.unless);
    try {
      const own = new Set<number>();
      for (const [key, { secret, from }] of Object.entries(loadTable(t.name)?.seats ?? {})) {
        const seat = Number(key);
        let ours = await take(secret), settled = ours;
        if (!ours && from) {
          ours = await take(from);
          settled = !ours || await this.handOver(t, seat, secret);
        }
        if (ours) own.add(seat);
        if (settled) t.forgetOld(seat);
      }
      t.own = own;
      if (own.size === 0) await this.order('watch', { table: t.name, ...seen });
      t.wrong = '';
    } catch (error) {
      if (error instanceof Lost) throw error;
      t.wrong = (error as Error).message;
      t.tell();
    }
  }
  /** From now on only this secret is worth the seat. */
  private handOver(t: Table, seat: number, secret: string): Promise<boolean> {
    return this.order('hand-over', { table: t.name, seat, secret, once: byChance(16) }).then(() => true, this.unless);
  }
  /** A secret that is worth nothing (any more) is no misfortune; a lost connection is. */
  private readonly unless = (error: Error): false => {
    if (error instanceof Lost) throw error;
    return false;
  };
  table(name: string): Table {
    let t = this.tables.get(name);
    if (t) return t;
    this.tables.set(name, t = new Table(this, name));
    if (this.up) void this.attend(t).catch(() => undefined);
    return t;
  }
  forget(t: Table): void {
    this.tables.delete(t.name);
    if (this.up) this.order('bye', { table: t.name }).catch(() => undefined);
  }
  watchLobby(): () => void {
    if (this.lobbies++ === 0 && this.up) void this.order<LobbyEntry[]>('lobby', { on: true }).then((l) => { this.lobby = l; this.tell(); }, () => undefined);
    return () => {
      if (--this.lobbies === 0 && this.up) this.order('lobby', { on: false }).catch(() => undefined);
    };
  }
  /** From now on sentences are told in this language, also what was told before. */
  speak(language: string): void {
    if (language === this.language) return;
    this.language = language;
    if (!this.up) return;
    void this.order('hello', { v: 1, language }).then(async () => {
      for (const t of this.tables.values()) {
        t.retold = true;
        await this.attend(t, true);
      }
    }).catch(() => undefined);
  }
}

/** In sentences of what a bot did for somebody, that seat is called as the server says. */
function called(told: Sentence[], names: Record<number, string | undefined>): Sentence[] {
  const part = (p: Sentence['parts'][number]) => (typeof p !== 'string' && 'p' in p && names[p.p] ? apart(names[p.p]!) : p);
  return told.map((s) => ({ ...s, parts: s.parts.map(part) }));
}
const toldBy = (e: Told): Told => (e.stand_in ? { ...e, story: called(e.story, { [e.seat]: e.stand_in }) } : e);
const endedBy = (v: View): View => (v.result ? { ...v, end: called(v.end, Object.fromEntries(v.result.standing.map((s) => [s.seat, s.stand_in]))) } : v);

/** How a game stands for who sits here, and all that led to it. */
export interface Standing { count: number; v: number; view: View; events: Told[] }

let numbers = FAR;

export class Table {
  readonly number = numbers++;
  news: TableNews | null = null;
  seat = -1;                 // ours; -1: we watch
  own = new Set<number>();   // seats that a secret kept here is worth
  wrong = '';
  said: Said[] = [];
  deadline: number | null = null;   // for who is to move
  retold = false;            // what comes next tells the same in another language
  returns = true;            // what comes next may tell what was missed,
  missed: number | null = null;     // which is from this move on
  shown: Standing | null = null;
  moving: Promise<Reply> | null = null;   // a move of ours that is on its way,
  slow = false;              // and has been for a while
  quit = false;              // we have given this game up
  wish: { seat: number; name: string; secret: string } | null = null;   // where we want to sit down
  private coming: Standing[] = [];
  private heard = new Set<() => void>();
  private awaiting: { count: number; done: () => void }[] = [];
  private giving = false;    // our number is on its way
  private company: Said['came'][] = [];   // as it was told
  private timers: number[] = [];

  constructor(readonly server: Server, readonly name: string) {}

  listen(heard: () => void): () => void {
    this.heard.add(heard);
    return () => this.heard.delete(heard);
  }
  tell(): void {
    this.heard.forEach((heard) => heard());
  }
  private get newest(): Standing | null {
    return this.coming[this.coming.length - 1] ?? this.shown;
  }
  /** What we know already, so that it is not told again. */
  get seen(): Members {
    const { newest } = this;
    return newest ? { from: newest.events.length, v: newest.v } : {};
  }
  get more(): boolean {
    return this.coming.length > 0;
  }
  get next(): Standing | undefined {
    return this.coming[0];
  }
  /** Shows what came next, or all that came. */
  advance(all = false): void {
    do this.shown = this.coming.shift() ?? this.shown;
    while (all && this.coming.length > 0);
  }

  tellSlow(slow: boolean): void {
    if (slow === this.slow) return;
    this.slow = slow;
    this.tell();
  }
  private tick(left: number | null): void {
    this.deadline = left === null ? null : Date.now() + left;
  }
  hearTable(news: TableNews): void {
    const seat = news.mine[0] ?? -1;
    if (seat !== this.seat) {
      this.seat = seat;
      this.shown = null;
      this.coming = [];
    }
    this.noteCompany(news);
    this.news = news;
    this.tick(news.left);
    const kept = loadTable(this.name);
    // The hash that was told first is the one that counts.
    if (!kept || kept.stage !== news.stage) keepTable(this.name, { hash: news.hash, ...kept, game: news.game, stage: news.stage, at: Date.now() });
    if (news.stage === 'waiting' && seat >= 0 && !news.seats[seat].number) void this.giveNumber(seat);
    const { wish } = this;
    this.wish = null;
    if (wish && news.stage === 'waiting' && seat < 0 && !news.seats[wish.seat].name) void this.sit(wish.seat, wish.name, wish.secret).catch(() => undefined);
    this.tell();
  }
  hearMoves(news: MovesNews): void {
    const { newest } = this;
    if (news.seat !== this.seat) return;
    if (news.from > (newest?.events.length ?? 0)) return void this.server.attend(this, true).catch(() => undefined);
    this.tick(news.left);
    const { count, v } = news;
    const next = { count, v, view: endedBy(news.view), events: [...(newest?.events.slice(0, news.from) ?? []), ...news.events.map(toldBy)] };
    const before = newest?.count ?? loadTable(this.name)?.seen;
    if (this.returns && this.seat >= 0 && before !== undefined && before < count) this.missed = Math.min(before, this.missed ?? before);
    this.returns = false;
    const same = newest !== null && news.count === newest.count && (this.retold || news.from === newest.count);
    if (this.retold || !this.shown) {
      this.shown = next;
      this.coming = [];
    } else if (same && this.coming.length > 0) this.coming[this.coming.length - 1] = next;
    else if (same) this.shown = next;
    else this.coming.push(next);
    this.retold = false;
    this.awaiting = this.awaiting.filter(({ count: n, done }) => n > count || void done());
    this.tell();
    return undefined;
  }
  /** What was said after them is not known to the server any more. */
  hearWords(said: Said[], again = false): void {
    const first = said[0]?.n ?? Infinity;
    this.keepWords([...this.said.filter(({ n, came }) => came || n < first), ...said.map(({ n, seat, words, counts }) => ({ n, seat, words, counts, again }))]);
  }
  private keepWords(said: Said[]): void {
    this.said = said.sort((a, b) => a.n - b.n).slice(-WORDS);
    this.tell();
  }
  /** Who came and who went, once it has lasted. */
  private noteCompany({ stage, seats }: TableNews): void {
    seats.forEach(({ name, bot, here, away, quit }, seat) => {
      const came = typeof quit === 'number' ? 'quit' : away ? 'standIn' : here ? 'here' : 'absent', before = this.company[seat];
      clearTimeout(this.timers[seat]);
      if (!name || bot || seat === this.seat || stage !== 'running' || !before) this.company[seat] = name ? came : undefined;
      else if (came !== before) this.timers[seat] = window.setTimeout(() => {
        this.company[seat] = came;
        this.keepWords([...this.said, { n: (this.said[this.said.length - 1]?.n ?? -1) + 1e-6, seat, words: '', counts: false, came }]);
      }, came === 'absent' ? GONE : 0);
    });
  }
  /** Somebody looks here again, after what they saw last. */
  look(): void {
    const seen = loadTable(this.name)?.seen;
    if (seen !== undefined && this.shown && seen < this.shown.count) this.missed = Math.min(seen, this.missed ?? seen);
    this.saw();
    this.tell();
  }
  /** So far it was seen here; what was missed is told from there. */
  saw(): void {
    const kept = loadTable(this.name);
    if (kept?.seats && this.shown && kept.seen !== this.shown.count) keepTable(this.name, { ...kept, seen: this.shown.count });
  }
  /** Until so many moves are known here. */
  until(count: number): Promise<void> {
    if ((this.newest?.count ?? -1) >= count) return Promise.resolve();
    return new Promise((done) => this.awaiting.push({ count, done }));
  }

  // ---- what is done here -----------------------------------------------------------------

  decide<T = unknown>(what: string, members: Members = {}): Promise<T> {
    return this.server.decide<T>(what, { table: this.name, seat: this.seat, ...members });
  }
  ask<T>(ask: string, members: Members): Promise<T> {
    return this.server.ask<T>({ table: this.name, request: { ask, ...members } });
  }
  /** Sits down, and adds a number of one's own to the deal. */
  async sit(seat: number, name: string, secret = byChance(16)): Promise<void> {
    const kept = loadTable(this.name)!, own = { number: byChance(32), secret, ...kept.seats?.[seat], given: false };
    keepTable(this.name, { ...kept, seats: { ...kept.seats, [seat]: own } });
    try {
      await this.decide('sit', { seat, name, secret: own.secret });
    } catch (error) {
      keepTable(this.name, kept);
      throw error;
    }
    await this.giveNumber(seat);
  }
  /** Again, where the table still waits for it: the page may have been closed before it was sent. */
  private async giveNumber(seat: number): Promise<void> {
    const { number = '', given: known = false } = loadTable(this.name)?.seats?.[seat] ?? {};
    if (!number || known || this.giving) return;
    this.giving = true;
    // Refused: it came too late, and a bot's was taken.
    const given = await this.decide('number', { seat, number }).then(() => true, () => false);
    this.giving = false;
    const kept = loadTable(this.name), own = kept?.seats?.[seat];
    if (given && own?.number === number) keepTable(this.name, { ...kept!, seats: { ...kept!.seats, [seat]: { ...own, given } } });
  }
  /** Gets up before the game, or gives it up for good: the seat is not ours any more. */
  async leave(how: 'leave' | 'give-up'): Promise<void> {
    const { seat } = this;
    await this.decide(how);
    const kept = loadTable(this.name), { [seat]: _, ...seats } = kept?.seats ?? {};
    if (kept) keepTable(this.name, { ...kept, seats });
    this.quit = how === 'give-up';
    this.tell();
  }
  /** To the next game, which is one for everybody; there we sit where we sat. Its name. */
  async again(): Promise<string> {
    const { name = null } = this.news?.seats[this.seat] ?? {}, own = loadTable(this.name)?.seats?.[this.seat];
    const { table } = await this.server.decide<{ table: string }>('again', { table: this.name });
    if (name && own) this.server.table(table).wish = { seat: this.seat, name, secret: own.secret };
    return table;
  }
  /** Opens a link from another device: its secret is good once, then the seat is ours. Both secrets are kept before
   *  (`kept` is called then), and whoever comes to the table goes on from there: a page may be closed at any time. */
  async takeOver(secret: string, kept: () => void): Promise<void> {
    const { seats } = await this.server.send<{ seats: number[] }>('take', { table: this.name, secret });
    const seat = seats.find((s) => !this.own.has(s)) ?? seats[0], before = loadTable(this.name);
    const own = { number: '', ...before?.seats?.[seat], secret: byChance(16), from: secret };
    keepTable(this.name, { hash: '', game: '', stage: 'waiting', at: Date.now(), ...before, seats: { ...before?.seats, [seat]: own } });
    kept();
    const there = await this.server.attend(this, true).then(() => true, () => false);   // if not, then when the connection is back
    if (there && !this.own.has(seat)) throw new ServiceError('this link was used already');
  }
  /** The secret of the link is worth nothing any more. */
  forgetOld(seat: number): void {
    const kept = loadTable(this.name), { from, ...own } = kept?.seats?.[seat] ?? {};
    if (from) keepTable(this.name, { ...kept!, seats: { ...kept!.seats, [seat]: own as Own } });
  }
}
