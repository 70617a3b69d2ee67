// state.ts - a table of Predicate Wars as a view shows it, and small questions to it.

import type { PredicateWarsState } from '../states';

export type State = PredicateWarsState;
export type Phase = State['phase'];
export type Player = State['players'][number];
/** Its effect is null where this seat has not seen it; then `names` has the function names in it. */
export type Card = NonNullable<State['cards'][number]>;
export type Tag = Card['tag'];
export const TAGS: Tag[] = ['rock', 'paper', 'scissors'];
export type Rule = NonNullable<State['rules'][number]>;
export type ProofUnderWay = Exclude<NonNullable<State['pending']['proof']>, Rule>;

/** The parts of a round, each with its phases; the set-up comes once, before the first. */
export const PARTS: Phase[][] = [
  ['setup'], ['creation'], ['editing'], ['claiming'], ['playing', 'proving', 'refuting'],
  ['proofs', 'rules', 'rule-refuting', 'drops'],
];
export const partOf = (phase: Phase) => PARTS.findIndex((p) => p.includes(phase));

/** The clauses that say what can be done in a phase. */
export const CLAUSES: Record<Phase, string[]> = {
  setup: ['0.14', 'E.1'], creation: ['I.1', 'I.3', 'I.4'], editing: ['II.1', 'II.2', 'E.1'],
  claiming: ['III.2', 'III.3', 'III.4'], playing: ['IV.4', 'IV.5', 'IV.6', 'IV.7'],
  proving: ['IV.8', 'P.1', 'P.8', 'X.1'], refuting: ['P.2', 'P.4', 'P.8'], proofs: ['V.4'],
  rules: ['V.5'], 'rule-refuting': ['P.6'], drops: ['V.6'], over: ['V.1'],
};

export const isWritten = (s: State, id: number) => s.cards[id] !== null;
export const written = (s: State, ids: number[]) => ids.filter((id) => isWritten(s, id));
export const isIvPhase = (phase: Phase) => partOf(phase) === 4;
/** Out of this Phase IV, though alive. */
export const hasLeft = (s: State, seat: number) =>
  isIvPhase(s.phase) && s.players[seat].alive && !!s.pending.remaining && !s.pending.remaining.includes(seat);

export const isRule = (proof: ProofUnderWay | Rule): proof is Rule => 'statement' in proof;

/** The statements before the lemmas of a proof: both cards, the rules bought, the base rules (R.3). */
export const axiomCount = (s: State, options: Record<string, unknown>, baseRules: number) =>
  2 + s.rules.filter(Boolean).length + (options.base_rules === 'none' ? 0 : baseRules);
