// drafts.ts - cards, rules and proofs in the making: kept in this browser with their game.
import type { Session } from '../../screens/session';
import type { Tag } from './state';

export interface CardDraft { tag: Tag | ''; cost: string; statement: string }
export const EMPTY: CardDraft = { tag: '', cost: '', statement: '' };

export function loadDraft<Draft>({ keeper }: Session, name: string): Draft | null {
  return (keeper.loadDrafts()[name] as Draft | undefined) ?? null;
}
export function keepDraft({ keeper }: Session, name: string, draft: unknown): void {
  const drafts = keeper.loadDrafts();
  if (draft) drafts[name] = draft;
  else delete drafts[name];
  keeper.keepDrafts(drafts);
}
