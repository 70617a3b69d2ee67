// statement-editor.tsx - writing a statement: signs to press, what it comes to while it is typed,
// and where it cannot be read.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app';
import type { Parsed, Template } from '../../service/draft';
import { count, useWords } from '../../words';
import { Fault, Signs } from './signs';
import { Worded } from './worded';

const ROOMY = '(min-width: 40.01rem)';   // else tag and cost would be far below what was written

/** Open as long as nothing is written: it is where to begin. */
function Templates({ table, seat, empty, take }: { table: number; seat: number; empty: boolean; take: (t: Template) => void }) {
  const { service, spoken } = useApp();
  const w = useWords();
  const [all, setAll] = useState<Template[]>([]);
  const [open, setOpen] = useState(empty);
  const list = useRef<HTMLDetailsElement>(null);
  /** What was chosen stands in the field above, and what it comes to below. */
  const choose = (t: Template) => {
    take(t);
    setOpen(false);
    list.current!.querySelector('summary')!.focus();
  };
  useEffect(() => { service.templates(table, seat).then(setAll, () => undefined); }, [table, seat, spoken]);
  useEffect(() => setOpen(empty), [empty]);
  if (all.length === 0) return null;
  return (
    <details class="pw-templates" ref={list} open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{w.pw.templates}</summary>
      <ul>
        {all.map((t) => {
          const use = w.pw.templateUses[t.name];
          return (
            <li key={t.name}>
              <button type="button" data-template={t.name} onClick={() => choose(t)}>
                <span class="pw-use" lang={use ? undefined : 'en'}>{use ?? t.text}</span>
                <Worded text={t.statement} plain={t.plain} /><span class="pw-from">{count(w.pw.points, t.points)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

interface EditorProps {
  id: string;
  table: number;
  seat: number;
  value: string;
  change: (text: string) => void;
  parsed: Parsed | null;
  /** What it will cost, and what else is to be said once it can be read. */
  children?: ComponentChildren;
}

export function StatementEditor({ id, table, seat, value, change, parsed, children }: EditorProps) {
  const { spoken } = useApp();
  const w = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const bad = parsed && !parsed.ok;
  return (
    <div class="pw-statement-editor">
      <label for={id}>{w.pw.statement}</label>
      <textarea id={id} ref={field} rows={3} value={value} spellcheck={false} autocapitalize="off" autocomplete="off"
        aria-invalid={bad ? 'true' : undefined} aria-describedby={`${id}-says`} onInput={(e) => change(e.currentTarget.value)} />
      <Templates table={table} seat={seat} empty={!value.trim()} take={(t) => change(t.statement)} />
      <div class="pw-says" id={`${id}-says`} role="status">
        {!parsed ? <p class="hint">{w.pw.writeHint}</p> : parsed.ok ? (
          <>
            <p class="pw-canonical"><Worded text={parsed.canonical} plain={parsed.plain} /></p>
            {parsed.doubt ? <p class="pw-much" lang={spoken}>{parsed.doubt}</p> : null}
            {parsed.kind === 'wff' ? children : <p class="pw-much">{w.pw.onlyTerm}</p>}
          </>
        ) : <Fault text={value} parsed={parsed} />}
      </div>
      <details class="pw-fold" open={matchMedia(ROOMY).matches}>
        <summary>{w.pw.signs}</summary>
        <Signs field={field} change={change} />
      </details>
    </div>
  );
}
