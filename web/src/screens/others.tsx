// others.tsx - what is left to press for somebody who watches, and the way back through a game.
import { useApp } from '../app';
import { go } from '../route';
import { useWords } from '../words';
import { handOver } from './handed';
import type { Session } from './session';

export function useToReplay(session: Session) {
  const { service } = useApp();
  return async () => {
    if (!session.open) return go('replay/table');
    handOver({ transcript: await service.transcript(session.table), you: session.you, names: session.seating.names });
    return go('replay/game');
  };
}

/** Of a game that is over. */
export function useToReview(session: Session) {
  const { service } = useApp();
  return async () => {
    handOver({ transcript: await service.transcript(session.table), you: session.you, names: session.seating.names });
    return go('review/game');
  };
}

export function Watching({ session }: { session: Session }) {
  const w = useWords();
  return session.shared ? <p>{w.table.watchText}</p> : (
    <>
      <p>{w.table.watchText}</p>
      <button type="button" class="move" onClick={() => session.setPaused(!session.paused)}>{session.paused ? w.table.go : w.table.pause}</button>
      <button type="button" class="move" onClick={() => session.hurry()}>{w.table.faster}</button>
    </>
  );
}
