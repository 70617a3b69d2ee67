// draft.ts - what somebody writes at a table of Predicate Wars: statements and proofs. All of it
// is computed from what the seat may know; the rules alone say whether a move counts.

/** A statement as it is being written; `column` and `why` say where it cannot be read. */
export interface Parsed {
  ok: boolean;
  canonical: string;
  points: number;
  closed: boolean;
  deterministic: boolean;
  effect: Effect;
  kind: 'wff' | 'wfo';
  charge: number;       // power, to write it on a blank card in this phase
  price: number;        // the least potency that it costs as a rule
  plain: string;        // what it says in words; '': it keeps its signs
  doubt: string;        // what is odd about it, though it can be read
  column: number;
  why: string;
  hint: string;         // a word more on what cannot be read
}
/** A lemma as it is being written: its statement, and the reason that it gives. */
export interface Lemma extends Parsed {
  by: string;           // '': none is given
  lemma: string;        // all of it, with that reason or with the one that was asked for; '': it has none
}
export type Effect = '' | 'specific' | 'conditional';

/** A useful statement: its places are filled, `text` says in English what it is for. */
export interface Template { name: string; statement: string; text: string; points: number; plain: string }

/** `least` to `premises` of them. */
export interface InferenceRule {
  name: string; clause: string; least: number; premises: number; subproof: boolean; text: string;
}

/** A card or a rule as it is being written. */
export interface CardWish {
  card: number;         // -1: a rule, whose price is the cost
  tag: string;          // '': not chosen yet
  cost: number;         // -1: not said
  statement: string;
}
export interface Written extends Parsed {
  missing: '' | 'statement' | 'tag' | 'cost';
  later: number;        // power that will be taken at the end of Phase III, if the card is kept
  move: string;         // '': something is missing
}
/** A function of the game. */
/** How many rules there are from the start; how many times its cost a card of the deck costs. */
export interface Names { functions: Name[]; base_rules: number; deck_claim: number }
export interface Name { name: string; group: 'actions' | 'players' | 'cards' | 'numbers'; takes: number }

export type DraftKind = 'prove' | 'refute' | 'buy-proof';
/** A proof in the making, as text. */
export interface DraftWish {
  kind: DraftKind;
  players: number[];
  cards: number[];
  axioms: string[];     // of a proof to be bought; elsewhere they are given
  lemmas: string[];     // "S by RULE 1 2 using NAME"
  name?: string;        // of a proof to be bought
  result?: number[];    // what is to stand after =>; missing: what offers itself
}

export interface DraftRow {
  number: number;
  statement: string;
  plain: string;
  from: 'main' | 'secondary' | 'rule' | 'base' | 'proof' | 'new-rule' | 'axiom' | 'lemma';
  which: number;        // the card, or the slot of the rule
  by: string;           // of a lemma: "RULE 1 2 using NAME"
  clause: string;       // of its rule
  points: number;
  effect: Effect;
  contradicts: number;  // the row that says the opposite; its own number: it is tF; 0: none
}
export interface DraftView {
  rows: DraftRow[];     // up to the first lemma that does not stand
  subproofs: string[];
  points: number;
  cost: number;
  purse: number;
  affordable: boolean;
  unchosen: string;     // a term in it for which nothing is chosen: [chosenPlayer](1)
  useless: string;      // why no rule could use it as a subproof
  /** The first axiom or lemma (from 0, axioms counted first) that does not stand. */
  bad: null | { lemma: number; clause: string; why: string; column: number };
  results: number[][];  // what may stand after =>, the likeliest first: one row, or two
  does: string[];       // of a proof, what each would do; of a refutation, what is to happen without it
  move: string;         // all of it as a move; '': there is no result, or no name, yet
}

/** A line that can be added. */
export interface Step {
  lemma: string;
  statement: string;
  plain: string;
  by: string;           // "RULE 1 2 using NAME"
  premises: number[];
  points: number;
  cost: number;         // of this line
}

export interface Conclusions {
  steps: Step[];
  open: boolean;        // with a term or statement of one's own there would be more
  why: string;          // where one rule was asked for and gives nothing
}
export interface Found {
  /** 'model': there is no contradiction; 'no-goal': no effect is in sight to be looked for. */
  end: 'found' | 'nothing' | 'time' | 'model' | 'no-goal';
  steps: Step[];        // found and empty: it is there already
  points: number;
  budget: number;       // points that were allowed
}

export interface Drafts {
  parse(table: number, seat: number, text: string): Promise<Parsed>;
  parseLemma(table: number, seat: number, text: string, rule: string, premises: number[]): Promise<Lemma>;
  write(table: number, seat: number, wish: CardWish): Promise<Written>;
  names(): Promise<Names>;
  templates(table: number, seat: number): Promise<Template[]>;
  inferenceRules(): Promise<InferenceRule[]>;
  draft(table: number, seat: number, wish: DraftWish): Promise<DraftView>;
  /** What follows from these rows by a rule ('': any), with a term or statement of one's own. */
  conclusions(table: number, seat: number, wish: DraftWish, premises: number[], rule: string, term: string): Promise<Conclusions>;
  /** Looks for lines that lead to a statement, or to a 'contradiction' ('': to an effect, or where
   *  one refutes to a contradiction). */
  find(table: number, seat: number, wish: DraftWish, goal: string, seconds: number): Promise<Found>;
}
