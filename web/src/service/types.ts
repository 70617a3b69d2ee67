// types.ts - the one door between the page and the games.
//
// The page knows games only through TableService. Here it is fulfilled by a worker that runs
// the rules in WebAssembly; a server can fulfil it as well: every answer is made from what
// one seat may know, and whatever takes time is a promise.
import type { Drafts, DraftWish } from './draft';

export interface Option {
  name: string; text: string; min: number; max: number; names?: string[]; words?: string[];
  usual: number[];   // what it is where it is left out, by the number of players
}
export interface Ruling {
  name: string; text: string; clause: string; values: string[]; words: string[];   // the default first; words: for people
}
export interface Preset { name: string; rulings: Record<string, string> }
export interface Bot { name: string; text: string; cheats: boolean; person: string; character: string }
/** A strength to choose: the bot as it is asked for, whom it plays as, a sentence about that one. */
export interface Opponent { bot: string; person: string; character: string }

/** What stands on the table, a field of the state: its name for people, and what it means. */
export interface Term { term: string; name: string; text: string }

export interface Game {
  id: string;
  title: string;
  goal: string;    // in two sentences
  guide: { move: string; text: string }[];                  // paragraphs ('') and moves, on one screen
  players: [least: number, most: number, usual: number];
  first: { players: number; preset: string; minutes: number };   // for somebody who just wants to play
  lessons: boolean;   // whether there is a guided first game
  terms: Term[];
  hides: boolean;
  hears: boolean;
  options: Option[];
  rulings: Ruling[];
  presets: Preset[];
}
export interface About { version: string; games: Game[]; bots: Bot[]; opponents: Opponent[] }

export type Kind = 'requires' | 'effects' | 'defines' | 'prose';
export interface Clause { id: string; kind: Kind; text: string; reading: string; dead: string }

/** What is wished for; options that are left out take their defaults. */
export interface Setup {
  game: string;
  players: number;
  options: Record<string, number | string>;
  rulings: Record<string, string>;
  seed: string;
  bots: (string | null)[];   // one a seat; null: a person
  names?: (string | null)[];   // what seats are called; null: a person without a name
  casual?: boolean;          // any move can be taken back
}
/** A move that was made: in the clear, or as `keep` has sealed it; or whose last one was taken back. */
export type Made = [seat: number, move: string] | string | [takesBack: number];
/** A table as it was opened, everything resolved. */
export interface Seating extends Setup { table: number; count: number; names: (string | null)[] }

export const SPECTATOR = -1;
export const REFEREE = -2;   // sees all, where nothing is hidden from the page any more

/** A closed move for the service to write: what is done, with which cards (by name or number), a
 *  suit that is named, and what else is said, in the order of the notation. */
export interface Parts { kind: string; cards?: (string | number)[]; suit?: string; more?: (string | number)[] }
/** A move as its reader may know it. Some games tell more of theirs. */
export interface Move {
  text: string;    // as it is submitted
  form: boolean;   // not a move yet: somebody must write the rest
  kind: string;
  cards: string[];
  suit?: string;
  more: string[];
  offer?: Words;   // what it does, of a move that may be made
  way?: Words;     // the same in a few words, under the name of its card; equal where the offer is equal
  why?: Words;     // what it is for, of a hint that is part of a plan
  reasons?: Sentence[];              // what speaks for it, of a hint
  value?: number;                    // the score to expect, where the bot weighs moves; then also …
  next?: Move & { value: number };   // … the next best
}
/** What was typed and is no move that can be read. */
export const unread = (text: string): Move => ({ text, form: false, kind: '', cards: [], more: [] });

/** `standing`: everybody in order, those without a rank last, with what each has left; `stand_in`: what the bot is called that
 *  played for them in the end; `given_up`: the seat that gave the game up. */
export interface Result { winner: number | null; ranking: number[]; why: string; standing: { seat: number; left: Words; stand_in?: string }[]; given_up?: number }
export interface View<State = any> {
  number: number;           // moves made before it
  count: number;            // moves made so far
  to_move: number | null;
  state: State;
  text: string;             // the table in the game's own words, in English
  legal: Move[];          // of the seat that looks, if it is to move
  due: Sentence[];          // what is asked of the seat to move
  call: string;             // the same in a word or two, where it is no ordinary turn; else ''
  end: Sentence[];          // what decided a game that is over
  result: Result | null;
  undo: string | null;      // '': the seat's last move can be taken back; else why not; null: nobody asks
}

export type Mark = 'held' | 'refused' | 'true' | 'false' | 'applied';
/** Seats, cards (`object`: of a verb, which asks for another case) and suits of either pack, statements, in words too where there are any; all else is text. */
export type FactPart = string | { p: number } | { F: string; object?: true } | { G: string; object?: true } | { f: string } | { g: string } | { l: string; plain?: string };
export interface Words { text: string; parts: FactPart[] }
/** What happened, told to one seat, and the clauses that it rests on. */
export interface Sentence extends Words { clauses: string[] }
/** What the lessons of a guided game say now; '': nothing, 'end': no more. */
export interface Lesson {
  name: string;
  meant: Sentence[];        // what the rule of the last move meant
  words: Sentence[];
  form: number;             // from which of the words on they are of what is being written
  move: Move | null;    // something to do
}

/** What a clause met with: in words, as data (`format` is its name), and in parts to be drawn. */
export interface Fact { text: string; format: string; args: (string | number | boolean)[]; parts: FactPart[] }
/** fact null: there is none, or none that may be known here. */
export interface Reason { clause: string; mark: Mark; fact: Fact | null }
/** `stand_in`: what the bot is called that made it for who sits there. */
export interface Event { number: number; seat: number; move: Move; stand_in?: string; story: Sentence[]; why: Reason[] }

export interface Reply {
  move: Move | null;    // null: it could not be read, or was said in words
  answer: 'accepted' | 'forbidden' | 'unreadable' | 'chatter' | 'late';   // late: something else happened before
  clause: string;       // of what is forbidden
  fact: Fact | null;    // what it met with
  wrong: string;        // of what is unreadable
  instead?: { due: Sentence[]; moves: Move[] };   // of what was not accepted: what would be, the moves where they are few
}
/** What the rules say to a move that is not made; clause '': it is legal. */
export interface Verdict { move: Move | null; readable: boolean; clause: string; wrong?: string; same?: number; why: Reason[] }
export interface Verification { ok: boolean; games: number; moves: number; casual: boolean; taken_back: number; dealt: boolean; line: number; why: string }

/** What a bot thinks of a move, by what its maker could see, and who was ahead before it, as everybody
 *  could see it. Scores are from 0 to 1: the share of the others left behind. */
export interface Judged {
  number: number;
  seat: number | null;   // null: the end
  scores: number[];
  choice: boolean;       // something else was possible; and where the bot was asked:
  made?: number; best?: number; cost?: number; mistake?: boolean;
  better?: Move | null;
  why?: Reason[];        // of the better move
  then?: Sentence[];     // what would be due after it
  thought?: boolean;     // the bot was asked
}

/** A refusal of the service itself (not of the rules): its message is for people. */
export class ServiceError extends Error {}

export interface TableService extends Drafts {
  /** What people read is said in the language of this catalogue (gettext's .mo); null: in English. */
  speak(catalogue: ArrayBuffer | null): Promise<boolean>;
  about(): Promise<About>;
  rules(game: string): Promise<Clause[]>;

  /** Deals, and makes the moves given, whoever's they are. */
  deal(setup: Setup, moves?: Made[]): Promise<Seating>;
  /** Whether dealing this set-up and making the same moves leads to this very table. */
  comesFrom(table: number, setup: Setup): Promise<boolean>;
  /** How a guided game is dealt. */
  tutorial(game: string): Promise<{ players: number; seed: string }>;
  /** What its lessons say: of the table, or of a proof in the making. */
  lesson(table: number, seat: number, draft?: DraftWish): Promise<Lesson>;
  /** There the seat to move does what the lessons have in mind for it; false: nothing in particular. */
  script(table: number): Promise<boolean>;
  /** A table from a transcript: an open book, all seats persons. */
  resume(transcript: string): Promise<Seating>;
  close(table: number): Promise<void>;

  view(table: number, seat: number, number?: number, you?: number): Promise<View>;
  events(table: number, seat: number, from: number, you?: number): Promise<Event[]>;

  submit(table: number, seat: number, move: string | Parts): Promise<Reply>;
  say(table: number, seat: number, words: string): Promise<Reply>;
  explain(table: number, seat: number, moves: (string | Parts)[]): Promise<Verdict[]>;
  /** Waits until the seat to move, which is not a person here, has moved. */
  await(table: number): Promise<boolean>;
  /** What a bot would do for the seat to move, or in place of the one that made move `number`. */
  hint(table: number, bot: string, number?: number): Promise<Move | null>;
  /** Of move `number` of a game that is over; their count: of its end. */
  review(table: number, number: number, thinks: boolean, you?: number): Promise<Judged>;
  undo(table: number, seat: number): Promise<void>;
  /** The game ends as it stands; nothing is hidden from then on. */
  giveUp(table: number, seat: number): Promise<void>;
  /** Seats a bot, or a person (null). */
  seat(table: number, seat: number, bot: string | null): Promise<void>;

  /** The moves, sealed with the seed: what a game that goes on is kept as. */
  keep(table: number, from?: number): Promise<string[]>;
  /** All that happened: of a game that is over, or of an open book; else they are refused. */
  transcript(table: number): Promise<string>;
  moves(table: number, from?: number): Promise<[number, string][]>;
  verify(transcript: string): Promise<Verification>;
}
