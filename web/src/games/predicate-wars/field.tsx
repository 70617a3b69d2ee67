// field.tsx - a line for a statement: signs to press, and what it comes to while it is typed.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app';
import { pauseAt } from '../../service/both';
import type { Parsed } from '../../service/draft';
import { count, useWords } from '../../words';
import { typed } from '../../words/phrase';
import { Fault, Signs } from './signs';
import { Worded } from './worded';

export interface FieldProps {
  label: string;
  value: string;
  change(text: string): void;
  /** Enter was pressed. */
  enter?: () => void;
  table: number;
  seat: number;
  /** What is asked about the text; missing: what it is as a statement. */
  parse?: (text: string) => Promise<Parsed>;
  /** A term will do as well. */
  terms?: boolean;
  /** Signs and names are offered. */
  signs?: boolean;
  hint?: string;
  name?: string;
  /** What is to be pressed when it is written. */
  children?: ComponentChildren;
}

/** What is understood of a text, asked for when typing rests. */
export function useLive<Told extends Parsed>(text: string, ask: () => Promise<Told>, table: number, deps: unknown[]): Told | null {
  const [parsed, setParsed] = useState<Told | null>(null);
  useEffect(() => {
    if (!text.trim()) {
      setParsed(null);
      return undefined;
    }
    let wanted = true;
    const timer = setTimeout(() => {
      ask().then((p) => { if (wanted) setParsed(p); }, () => undefined);
    }, pauseAt(table));
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, ...deps]);
  return parsed;
}

export function StatementField({ label, value, change, enter, table, seat, parse, terms = false, signs = true, hint, name, children }: FieldProps) {
  const w = useWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { service, spoken } = useApp();
  const parsed = useLive(value, () => (parse ? parse(value) : service.parse(table, seat, value)), table, [table, seat, spoken]);

  return (
    <div class="statement-field">
      <label for={id}>{label}</label>
      <div class="field-row">
        <input id={id} ref={input} name={name} value={value} autocomplete="off" autocapitalize="off" spellcheck={false} lang="en"
          aria-describedby={`${id}-told`} aria-invalid={parsed ? !parsed.ok : undefined}
          onInput={(e) => change(e.currentTarget.value)}
          onKeyDown={(e) => { if (e.key === 'Enter' && !e.ctrlKey && enter) { e.preventDefault(); enter(); } }} />
        {children}
      </div>
      <div id={`${id}-told`} class="told" role="status">
        {parsed ? <Told text={value} parsed={parsed} terms={terms} /> : hint ? <span class="hint">{typed(hint)}</span> : null}
      </div>
      {signs ? (
        <>
          <Signs field={input} change={change} only={(group) => group === 'logic'} />
          <details class="more-signs"><summary>{w.workshop.moreSigns}</summary><Signs field={input} change={change} only={(group) => group !== 'logic'} /></details>
        </>
      ) : null}
    </div>
  );
}

function Told({ text, parsed, terms }: { text: string; parsed: Parsed; terms: boolean }) {
  const { spoken } = useApp();
  const w = useWords();
  if (!parsed.ok) return <Fault text={text} parsed={parsed} />;
  return (
    <>
      <Worded text={parsed.canonical} plain={parsed.plain} />{' · '}{count(w.pw.points, parsed.points)}
      {parsed.kind === 'wfo' && !terms ? <>{' · '}{w.pw.onlyTerm}</> : null}
      {parsed.effect ? <>{' · '}★ {w.pw.effect}</> : null}
      {parsed.doubt ? <p class="failure" lang={spoken}>{parsed.doubt}</p> : null}
    </>
  );
}
