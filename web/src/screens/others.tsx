// others.tsx - what is left to press for somebody who watches, or when the game is over.
import { useApp } from '../app';
import { go } from '../route';
import { fill, useWords } from '../words';
import { handOver } from './review';
import type { Session } from './session';

export function useToReplay(session: Session) {
  const { service } = useApp();
  return async () => {
    if (!session.open) return go('replay/table');
    handOver(await service.transcript(session.table), session.you);
    return go('replay');
  };
}

/** Of a game that is over. */
export function useToReview(session: Session) {
  const { service } = useApp();
  return async () => {
    handOver(await service.transcript(session.table), session.you);
    return go('review');
  };
}

export function MovesOfOthers({ session, seatName }: { session: Session; seatName: (seat: number) => string }) {
  const w = useWords();
  const toReplay = useToReplay(session), toReview = useToReview(session);
  if (session.over) {
    return (
      <>
        <p>{fill(w.table.ranking, (session.view.result?.ranking ?? []).map((seat, i) => `${i + 1}. ${seatName(seat)}`).join(', '))}</p>
        <button type="button" class="move primary" onClick={() => go(`new/${session.setup.game}`)}>{w.table.again}</button>
        <button type="button" class="move" onClick={toReview}>{w.review.heading}</button>
        <button type="button" class="move" onClick={toReplay}>{w.table.replay}</button>
      </>
    );
  }
  return (
    <>
      <p>{w.table.watchText}</p>
      <button type="button" class="move" onClick={() => session.setPaused(!session.paused)}>{session.paused ? w.table.go : w.table.pause}</button>
      <button type="button" class="move" onClick={() => session.hurry()}>{w.table.faster}</button>
    </>
  );
}
