// moves.ts - what the moves of Predicate Wars say, beside what all moves do.
import type { Move } from '../../service/types';
import type { Tag } from './state';

export interface WarsMove {
  text: string;
  form: boolean;
  kind: string;          // 'secret': taken or passed, which is not known yet
  cards?: number[];      // of an edit, the one; of a proof, those chosen
  more?: number[];       // the rule that is dropped
  tag?: Tag;             // edit
  cost?: number;         // edit, and the price of a rule
  statement?: string;    // of an edit or a rule; missing: unknown to the reader, or not written yet
  name?: string;         // of a proof that is bought
  players?: number[];    // of a proof; missing, as all below: it is not written yet
  lemmas?: string[];
  results?: number[];
}
export const warsMove = (move: Move) => move as unknown as WarsMove;

/** The legal moves of a kind. */
export const ofKind = (legal: Move[], kind: string) => legal.map(warsMove).filter((m) => m.kind === kind);
