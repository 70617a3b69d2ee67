// drafts.ts - cards, rules and proofs in the making: kept in this browser with their game.
import type { Session } from '../../screens/session';
import { keepDrafts, loadDrafts } from '../../settings';
import type { Tag } from './state';

export interface CardDraft { tag: Tag | ''; cost: string; statement: string }
export const EMPTY: CardDraft = { tag: '', cost: '', statement: '' };

/** Which game a draft belongs to: those of another are out of date. */
const gameOf = ({ setup, you }: Session) => JSON.stringify([setup, you]);
const draftsOf = (session: Session) => {
  const all = loadDrafts();
  return all.game === gameOf(session) ? { ...all.drafts } : {};
};

export function loadDraft<Draft>(session: Session, name: string): Draft | null {
  return (draftsOf(session)[name] as Draft | undefined) ?? null;
}
export function keepDraft(session: Session, name: string, draft: unknown): void {
  const drafts = draftsOf(session);
  if (draft) drafts[name] = draft;
  else delete drafts[name];
  keepDrafts({ game: gameOf(session), drafts });
}
