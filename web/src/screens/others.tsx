// others.tsx - what is left to press for somebody who watches, the table at the end, and the way back through a game.
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app';
import { go } from '../route';
import { REFEREE } from '../service/types';
import type { View } from '../service/types';
import { useWords } from '../words';
import { handOver } from './handed';
import type { Session } from './session';

export function useToReplay(session: Session) {
  const { service } = useApp();
  return async () => {
    if (!session.over) return go(`replay/${session.keeper.id}`);   // as the person knows it, also where a file has all of it
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

/** When the game is over, all hands lie open: the table as it is then; null: not yet. */
export function useBared(session: Session): View | null {
  const { service, spoken } = useApp();
  const [bared, setBared] = useState<View | null>(null);
  useEffect(() => {
    setBared(null);
    if (session.over) void service.view(session.table, REFEREE).then(setBared);
  }, [session.over, spoken]);
  return session.over ? bared : null;
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
