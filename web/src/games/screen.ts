// screen.ts - what the page must know of a game to draw it: everything else is the rules'.
import type { ComponentChildren, ComponentType } from 'preact';
import type { MutableRef } from 'preact/hooks';
import type { PackName } from '../cards/pack';
import type { Session } from '../screens/session';
import type { Move, Parts, View } from '../service/types';
import type { Guide } from '../ui/lesson';
import type { Words } from '../words';
import type { Phrase } from '../words/phrase';

/** A value on the table that everybody sees: a field of the state, which the game explains. */
export interface Chip {
  term: string;
  value: string | number;
  suit?: string;
}
/** What is to be said of a seat, and which field of the state that is. */
export interface Note { term: string; text: string }

export interface BoardProps {
  state: any;
  /** The table in the game's own words, for games without a drawing. */
  text: string;
  w: Words;
  /** Places that a chosen card can go to, by name. */
  open: Set<string>;
  /** Somebody points at a place; missing: nobody may. */
  aim?: (place: string) => void;
  seat: number;
  seatName: (seat: number) => string;
}

/** The button that leads to the next game. */
export interface Again { name: string; act(): void }

/** What the frame of the page lends to the table in it. */
export interface TableProps {
  session: Session;
  seatName: (seat: number) => string;
  /** Makes a move; what is only the form of one goes to the field. False: it was refused, and said why. */
  play(move: Move | string): Promise<boolean>;
  /** Says why none of these moves is legal. */
  explain(moves: (string | Parts)[]): Promise<void>;
  /** What is to be said just now, for the table to show where it belongs; and away with it. */
  said: ComponentChildren;
  hush(): void;
  /** That is why something was refused. */
  refused: boolean;
  /** A move that was advised. */
  hinted: Move | null;
  /** What a guided game says now; null: nothing, or it is none. */
  guide: Guide | null;
  /** The bar with what can always be pressed, and the table's own buttons in it. */
  bar(moves: ComponentChildren): ComponentChildren;
  /** Where the bar has its moves, for a table of a game's own, which draws them there (ui/into.tsx). */
  slot: Element | null;
  /** The same set-up once more, with other cards; null: not from here. */
  again: Again | null;
  /** What the frame asks of the table. */
  handle: MutableRef<TableHandle>;
}
export interface TableHandle {
  /** What a key does; undefined: nothing here. */
  key(key: string): (() => void) | undefined;
  /** The move that words mean. */
  spoken(words: string): Parts | null;
}

/** A table that is only looked at. */
export interface ShowProps {
  view: View;
  /** The table of the service, for questions about what stands on it. */
  table: number;
  reader: number;
  options: Record<string, unknown>;
  seatName: (seat: number) => string;
}

/** What every game tells of itself. */
interface Told {
  pack: PackName;
  /** How moves are told, where the game does not tell them in sentences. */
  phrase?(move: Move, state: any, w: Words): Phrase;
  /** Words that can be said at the table. */
  words(w: Words): string[];
  /** The bot that gives hints, where it is not the usual one. */
  adviser?: string;
}

/** A game with a table of its own from top to bottom. */
export interface OwnScreen extends Told {
  Table: ComponentType<TableProps>;
  Show: ComponentType<ShowProps>;
  /** A small picture for the list of games. */
  Art: ComponentType;
  /** The table in sentences, the seats included. */
  describe(state: any, you: number, w: Words, seatName: (seat: number) => string): string[];
}

/** A game with hands of cards, piles and places. */
export interface CardScreen extends Told {
  /** A few cards for the list of games. */
  art: string[];
  /** Whether several cards can be chosen together, and whether one goes with those chosen. */
  many: boolean;
  joins(chosen: string[], card: string): boolean;

  /** What a seat can choose from. */
  hand(state: any, seat: number): string[];
  /** How many cards the others see that a seat has; null: it has no hand in this game. */
  held(state: any, seat: number): number | null;
  /** What is to be said of a seat. */
  notes(state: any, seat: number, w: Words): Note[];
  /** Only what is not as usual. */
  chips(state: any, w: Words): Chip[];
  /** The table in sentences. */
  describe(state: any, w: Words, seatName: (seat: number) => string): string[];

  /** Whether a legal move is one of just these cards, chosen in this order. */
  fits(move: Move, chosen: string[], rulings: Record<string, string>): boolean;
  /** Whether a move is seldom what is meant: it stands behind the others. */
  later?(move: Move, state: any): boolean;
  /** What somebody may mean who chooses these cards: moves to be explained if none is legal. */
  tries(state: any, chosen: string[]): Parts[];
  /** How a card that may not be played was meant, where it can be meant in several ways. */
  way?(move: Move, w: Words): string;
  /** The legal moves at a place of the board, and what may be meant there if there is none. */
  at(place: string, legal: Move[], chosen: string[], rulings: Record<string, string>): Move[];
  triesAt(place: string, state: any, chosen: string[]): Parts[];

  /** Moves that need no card to be chosen first. */
  loose(legal: Move[]): Move[];
  /** The places where something legal can be done with what is chosen. */
  places(legal: Move[], chosen: string[], rulings: Record<string, string>, state: any): string[];

  /** The move that words mean which are said while a place is pointed at. */
  spoken(words: string, place: string, state: any, w: Words): Parts | null;
  Board: ComponentType<BoardProps>;
}

export type GameScreen = CardScreen | OwnScreen;
export const isOwn = (screen: GameScreen): screen is OwnScreen => 'Table' in screen;
