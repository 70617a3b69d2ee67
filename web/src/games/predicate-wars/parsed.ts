// parsed.ts - what a statement comes to. The service is asked once for each.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app';
import type { Parsed } from '../../service/draft';

/** The table that statements stand on, and who reads them. */
export const Reader = createContext<{ table: number; seat: number }>({ table: 0, seat: 0 });

const known = new Map<string, Parsed>();
const MOST = 2000;

/** Null: not known yet. */
export function useParsed(text: string | null): Parsed | null {
  const { service } = useApp();
  const { table, seat } = useContext(Reader);
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!text || known.has(text)) return undefined;
    let wanted = true;
    service.parse(table, seat, text).then((p) => {
      if (known.size > MOST) known.clear();
      known.set(text, p);
      if (wanted) redraw((n) => n + 1);
    }, () => undefined);
    return () => { wanted = false; };
  }, [text, table]);
  return text ? known.get(text) ?? null : null;
}
