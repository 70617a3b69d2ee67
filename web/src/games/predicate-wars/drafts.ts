// drafts.ts - a card or rule in the making: kept in this browser with its game until it is made.
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

export function loadDraft(session: Session, name: string): CardDraft | null {
  return (draftsOf(session)[name] as CardDraft | undefined) ?? null;
}
export function keepDraft(session: Session, name: string, draft: CardDraft | null): void {
  const drafts = draftsOf(session);
  if (draft) drafts[name] = draft;
  else delete drafts[name];
  keepDrafts({ game: gameOf(session), drafts });
}
