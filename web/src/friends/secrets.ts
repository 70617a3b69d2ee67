// secrets.ts - what this browser knows of the tables it was at: the secrets of its seats, and what
// was pledged before the deal.
export interface KeptTable {
  hash: string;         // as it was told first
  game: string;
  stage: string;
  at: number;
  seats?: Record<number, { secret: string; number: string }>;   // ours
}

const KEY = 'bylaw.table.', NAME = 'bylaw.name';

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

const unkept = new Map<string, KeptTable | null>();   // where the browser keeps nothing
export const loadTable = (name: string): KeptTable | null => read(KEY + name) ?? unkept.get(name) ?? null;
export function keepTable(name: string, table: KeptTable | null): void {
  unkept.set(name, table);
  write(KEY + name, table);
}
/** The tables where a seat is ours, the newest first. */
export function ownTables(): (KeptTable & { name: string })[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(KEY))
      .map((key) => ({ name: key.slice(KEY.length), ...read(key) }))
      .filter((t) => Object.keys(t.seats ?? {}).length > 0).sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

export const loadName = (): string => read(NAME) ?? '';
export const keepName = (name: string) => write(NAME, name);
