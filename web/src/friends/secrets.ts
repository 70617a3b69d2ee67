// secrets.ts - what this browser knows of the tables it was at: the secrets of its seats, and what
// was pledged before the deal.
/** A seat of ours. The number is kept before it is sent: whoever reloads sends the same; `given`: the server has taken it.
 *  `from`: the secret of the link that it comes by from another device, until the seat goes by ours. */
export interface Own { secret: string; number: string; given?: boolean; from?: string }
export interface KeptTable {
  hash: string;         // as it was told first
  game: string;
  stage: string;
  at: number;
  made?: boolean;       // by us
  seen?: number;        // moves that were shown here
  heard?: number;       // the number of the last words that were read here
  seats?: Record<number, Own>;
}

const KEY = 'bylaw.table.', NAME = 'bylaw.name';
const MOST = 100;   // tables that are kept

function read(key: string): any {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch { /* a browser that keeps nothing: the seat is lost with this tab */ }
}

export const isOver = ({ stage }: KeptTable) => ['over', 'given-up', 'gone'].includes(stage);
const unkept = new Map<string, KeptTable | null>();   // of this tab: tables that are only watched, or a browser that keeps nothing
export const loadTable = (name: string): KeptTable | null => read(KEY + name) ?? unkept.get(name) ?? null;
export function keepTable(name: string, table: KeptTable | null): void {
  unkept.set(name, table);
  const ours = table && (table.made || Object.keys(table.seats ?? {}).length > 0);
  if (ours && !read(KEY + name)) makeRoom();
  write(KEY + name, ours ? table : null);
}
/** The tables that are ours or where a seat is, the newest first. */
export function ownTables(): (KeptTable & { name: string })[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(KEY))
      .map((key) => ({ name: key.slice(KEY.length), ...read(key) })).sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}
/** The oldest go, those first whose game is over. */
function makeRoom(): void {
  const all = ownTables().reverse();
  for (const { name } of [...all.filter(isOver), ...all.filter((t) => !isOver(t))].slice(0, Math.max(0, all.length + 1 - MOST))) write(KEY + name, null);
}

export const loadName = (): string => read(NAME) ?? '';
export const keepName = (name: string) => write(NAME, name);
