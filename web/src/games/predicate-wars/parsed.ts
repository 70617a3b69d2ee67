// parsed.ts - what a statement, or a lemma, comes to. The service is asked once for each.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app';
import type { Lemma, Parsed } from '../../service/draft';

/** The table that statements stand on, and who reads them. */
export const Reader = createContext<{ table: number; seat: number }>({ table: 0, seat: 0 });

const MOST = 2000;
const statements = new Map<string, Parsed>(), lemmas = new Map<string, Lemma>();

function useKnown<Told>(said: string | null, known: Map<string, Told>, ask: (table: number, seat: number, text: string) => Promise<Told>): Told | null {
  const { table, seat } = useContext(Reader);
  const { spoken } = useApp();
  const text = said && `${spoken} ${said}`;
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!text || known.has(text)) return undefined;
    let wanted = true;
    ask(table, seat, said!).then((p) => {
      if (known.size > MOST) known.clear();
      known.set(text, p);
      if (wanted) redraw((n) => n + 1);
    }, () => undefined);
    return () => { wanted = false; };
  }, [text, table]);
  return text ? known.get(text) ?? null : null;
}

/** Null: not known yet. */
export function useParsed(text: string | null): Parsed | null {
  const { service } = useApp();
  return useKnown(text, statements, service.parse);
}
export function useLemma(text: string): Lemma | null {
  const { service } = useApp();
  return useKnown(text, lemmas, (table, seat, line) => service.parseLemma(table, seat, line, '', []));
}
