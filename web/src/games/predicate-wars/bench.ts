// bench.ts - a proof in the making: kept in this browser with its game, judged by the service.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app';
import type { Session } from '../../screens/session';
import type { DraftKind, DraftView, DraftWish } from '../../service/draft';
import { ServiceError } from '../../service/types';
import { keepDraft, loadDraft } from './drafts';

export interface Draft extends Required<DraftWish> {
  dropped: string[];    // lines that were taken back, the last one first
  line: string;         // what is being typed, and not a line yet
  axiom: string;        // the same of an axiom
  at: number;           // the moves made when it was begun
}

const EMPTY = { players: [], cards: [], axioms: [], lemmas: [], name: '', result: [], dropped: [], line: '', axiom: '' };

export const wishOf = ({ kind, players, cards, axioms, lemmas }: Draft): DraftWish => ({ kind, players, cards, axioms, lemmas });

function kept(session: Session, kind: DraftKind): Draft {
  const found = loadDraft<Draft>(session, kind);
  // What was to be proved at another time is something else; a subproof can wait.
  if (found && (kind === 'buy-proof' || found.at === session.view.count)) return { ...EMPTY, ...found, kind };
  return { ...EMPTY, kind, at: session.view.count };
}

export interface Workbench {
  draft: Draft;
  /** Null: the service has not answered yet. */
  view: DraftView | null;
  change(some: Partial<Draft>): void;
  /** Adds lines if they all stand; `bad` of the answer says what is wrong with the first that does not. */
  add(lines: string[], axiom?: boolean): Promise<DraftView>;
  dropFrom(lemma: number): void;
  putBack(): void;
  clear(): void;
}

/** One draft for as long as it makes sense; `gone` when there is nothing to prove any more. */
export function useDraft(session: Session, kind: DraftKind): Workbench & { gone: boolean } {
  const { service, spoken } = useApp();
  const [draft, setDraft] = useState<Draft>(() => kept(session, kind));
  const [view, setView] = useState<DraftView | null>(null);
  const [gone, setGone] = useState(false);
  const asked = useRef(0);
  const { table, you } = session;
  const now = useRef(draft);
  now.current = draft;

  const begun = useRef(`${kind} ${session.view.count}`);
  useEffect(() => {
    const next = `${kind} ${session.view.count}`;
    if (next === begun.current) return;
    begun.current = next;
    setDraft(kept(session, kind));
  }, [kind, session.view.count]);

  useEffect(() => {
    const turn = ++asked.current;
    service.draft(table, you, wishOf(draft)).then(
      (answer) => { if (turn === asked.current) { setView(answer); setGone(false); } },
      (error) => {
        if (!(error instanceof ServiceError)) throw error;
        if (turn === asked.current) setGone(true);
      });
  }, [table, you, session.view.count, JSON.stringify(wishOf(draft)), spoken]);

  const change = (some: Partial<Draft>) => {
    const next = { ...now.current, ...some };
    now.current = next;
    setDraft(next);
    keepDraft(session, kind, next);
  };
  return {
    draft, view, gone, change,
    add: async (lines, axiom = false) => {
      const d = now.current;
      const next = axiom ? { axioms: [...d.axioms, ...lines] } : { lemmas: [...d.lemmas, ...lines] };
      const judged = await service.draft(table, you, { ...wishOf(d), ...next });
      if (!judged.bad) change({ ...next, dropped: [] });
      return judged;
    },
    dropFrom: (lemma) => {
      const { lemmas, dropped } = now.current;
      change({ lemmas: lemmas.slice(0, lemma), dropped: [...lemmas.slice(lemma), ...dropped], result: [] });
    },
    putBack: () => {
      const { lemmas, dropped } = now.current;
      change({ lemmas: [...lemmas, ...dropped.slice(0, 1)], dropped: dropped.slice(1) });
    },
    clear: () => change({ ...EMPTY }),
  };
}
