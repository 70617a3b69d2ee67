// looks.ts - the tables of ours at which we are not just now: how they stand, and whose turn it is.
import { useEffect, useReducer } from 'preact/hooks';
import type { Server, TableNews } from '../service/server';
import { isOver, keepTable, loadTable, ownTables } from './secrets';
import type { KeptTable } from './secrets';

const OFTEN = 15000;   // milliseconds: nobody tells us of them, so it is asked
const MOST = 12;       // the newest

type Look = Omit<TableNews, 'mine'> & { to_move: number | null };
const looks = new Map<string, Look>();

export type Looked = KeptTable & { name: string; look?: Look };

/** Whether a seat of ours is to move there. */
export const waitsForUs = ({ look, seats = {} }: Looked) => typeof look?.to_move === 'number' && String(look.to_move) in seats;

async function lookAt(server: Server, name: string): Promise<void> {
  let stage: string | undefined;
  try {
    const look = await server.send<Look>('look', { table: name });
    looks.set(name, look);
    ({ stage } = look);
  } catch (error) {
    if ((error as Error).message === 'there is no such table') stage = 'gone';
  }
  const kept = loadTable(name);
  if (kept && stage && stage !== kept.stage) keepTable(name, { ...kept, stage });
}

/** All tables of ours, but the one that is on the screen. */
export function useLooks(server: Server, but = ''): Looked[] {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const own = () => ownTables().filter(({ name }) => name !== but);
  useEffect(() => {
    if (!server.up) return undefined;
    const ask = () => {
      for (const { name } of own().filter((t) => !isOver(t)).slice(0, MOST)) void lookAt(server, name).then(() => redraw(0));
    };
    const back = () => { if (!document.hidden) ask(); };
    const timer = setInterval(ask, OFTEN);
    document.addEventListener('visibilitychange', back);
    ask();
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', back);
    };
  }, [server, server.up, but]);
  return own().map((t) => ({ ...t, look: looks.get(t.name) }));
}
