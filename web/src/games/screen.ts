// screen.ts - what the page must know of a game to draw it: everything else is the rules'.
import type { ComponentType } from 'preact';
import type { PackName } from '../cards/pack';
import type { Words } from '../words';
import type { Phrase } from '../words/phrase';

/** A value on the table that everybody sees. */
export interface Chip {
  name: string;
  value: string | number;
  suit?: string;
  loud?: boolean;   // it matters right now
}

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

export interface GameScreen {
  pack: PackName;
  /** Whether several cards can be chosen together, and whether one goes with those chosen. */
  many: boolean;
  joins(chosen: string[], card: string): boolean;
  /** A move as it is written, for the field where moves are typed. */
  example: string;

  /** What a seat can choose from. */
  hand(state: any, seat: number): string[];
  /** How many cards the others see that a seat has; null: it has no hand in this game. */
  held(state: any, seat: number): number | null;
  /** What is to be said of a seat. */
  notes(state: any, seat: number, w: Words): string[];
  chips(state: any, w: Words): Chip[];
  /** The table in sentences. */
  describe(state: any, w: Words, seatName: (seat: number) => string): string[];

  /** The cards of the hand in a move. */
  cards(move: string): string[];
  /** Whether a legal move is one of just these cards, chosen in this order. */
  fits(move: string, chosen: string[], rulings: Record<string, string>): boolean;
  /** What somebody may mean who chooses these cards: moves to be explained if none is legal. */
  tries(state: any, chosen: string[]): string[];
  /** The legal moves at a place of the board, and what may be meant there if there is none. */
  at(place: string, legal: string[], chosen: string[], rulings: Record<string, string>): string[];
  triesAt(place: string, state: any, chosen: string[]): string[];

  /** Moves that need no card to be chosen first. */
  loose(legal: string[]): string[];
  /** The places where something legal can be done with what is chosen. */
  places(legal: string[], chosen: string[], rulings: Record<string, string>): string[];

  phrase(move: string, state: any, w: Words): Phrase;
  /** Words that can be said at the table. */
  words(w: Words): string[];
  /** The move that words mean which are said while a place is pointed at; '': none. */
  spoken(words: string, place: string, w: Words): string;
  Board: ComponentType<BoardProps>;
}
