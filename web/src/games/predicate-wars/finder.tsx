// finder.tsx - a hint: the program looks for lines, for a while, beside the page.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app';
import type { DraftWish, Found } from '../../service/draft';
import { ServiceError } from '../../service/types';
import { announce } from '../../ui/live';
import { count, fill, useWords } from '../../words';
import type { Words } from '../../words';
import { StatementField } from './field';
import { Worded } from './worded';

const SECONDS = 4;

function outcome(f: Found, kind: DraftWish['kind'], w: Words): string {
  switch (f.end) {
    case 'found': return f.steps.length > 0 ? fill(w.workshop.found, count(w.pw.lines, f.steps.length), count(w.pw.points, f.points)) : w.workshop.already;
    case 'model': return w.workshop.noContradiction;
    case 'no-goal': return kind === 'buy-proof' ? w.workshop.sayWhat : w.workshop.noEffect;
    case 'time': return fill(w.workshop.notInTime, SECONDS, count(w.pw.points, f.budget));
    default: return fill(w.workshop.notFound, count(w.pw.points, f.budget));
  }
}

export interface Finding {
  goal: string;
  setGoal(goal: string): void;
  busy: boolean;
  found: Found | null;
  wrong: string;
  look(goal?: string): void;
  cancel(): void;
}

/** One search at a time; who cancels it does not wait for it. */
export function useFinder(table: number, seat: number, wish: DraftWish): Finding {
  const { service } = useApp();
  const w = useWords();
  const [goal, setGoal] = useState('');
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const [wrong, setWrong] = useState('');
  const turn = useRef(0);
  // What was found goes on from the draft as it was.
  useEffect(() => setFound(null), [JSON.stringify(wish)]);
  const end = () => {
    turn.current++;
    setBusy(false);
  };
  return {
    goal, setGoal, busy, found, wrong,
    look: (wanted = goal.trim()) => {
      const mine = ++turn.current;
      setBusy(true);
      setFound(null);
      setWrong('');
      announce(fill(w.workshop.looking, SECONDS));
      service.find(table, seat, wish, wanted, SECONDS).then(
        (f) => {
          if (mine !== turn.current) return;
          end();
          setFound(f);
          announce(outcome(f, wish.kind, w));
        },
        (error) => {
          if (!(error instanceof ServiceError)) throw error;
          if (mine !== turn.current) return;
          end();
          setWrong(error.message);
          announce(error.message);
        });
    },
    cancel: end,
  };
}

export function Finder({ finding: f, kind, table, seat, use }: { finding: Finding; kind: DraftWish['kind']; table: number; seat: number; use: (lines: string[]) => void }) {
  const { spoken } = useApp();
  const w = useWords();
  return (
    <section class="finder" aria-labelledby="finder-head">
      <h3 id="finder-head">{w.workshop.finder}</h3>
      <StatementField name="goal" label={w.workshop.goal[kind]} value={f.goal} change={f.setGoal} enter={() => f.look()} table={table} seat={seat} signs={false}>
        <button type="button" class="find" disabled={f.busy} onClick={() => f.look()}>{w.workshop.look}</button>
      </StatementField>
      <div class="actions">
        {kind === 'buy-proof' ? <button type="button" disabled={f.busy} onClick={() => f.look('contradiction')}>{w.workshop.lookContradiction}</button> : null}
        {f.busy ? <button type="button" onClick={f.cancel}>{w.workshop.cancel}</button> : null}
      </div>
      {f.busy ? <p class="looking">{fill(w.workshop.looking, SECONDS)}<span class="dots" aria-hidden="true">…</span></p> : null}
      {f.wrong ? <p class="failure" lang={spoken}>{f.wrong}</p> : null}
      {f.found ? (
        <div class="found">
          <p>{outcome(f.found, kind, w)}</p>
          {f.found.steps.length > 0 ? (
            <>
              <ol>{f.found.steps.map((s) => <li><Worded text={s.lemma} plain={s.plain} /></li>)}</ol>
              <button type="button" class="primary use-found" onClick={() => use(f.found!.steps.map((s) => s.lemma))}>{w.workshop.use}</button>
            </>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}
