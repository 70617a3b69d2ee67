// handed.ts - from screen to screen: the game that is to be looked at again.

/** A game that is handed over to the replay or the review: its transcript, who sat where, what they are called. */
export interface Handed { transcript: string; you: number; names: (string | null)[] }

const HANDED = 'bylaw.replay';
/** The game that `replay/game` and `review/game` are about, in this tab. */
export function handOver(game: Handed): void {
  try {
    sessionStorage.setItem(HANDED, JSON.stringify(game));
  } catch { /* no room: it cannot be looked at again after a reload */ }
}
export const handed = (): Handed | null => JSON.parse(sessionStorage.getItem(HANDED) ?? 'null');
