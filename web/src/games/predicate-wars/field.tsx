// field.tsx - a field for a statement: buttons for its signs, and what it comes to while it is
// being typed.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app';
import type { Parsed } from '../../service/desk';
import { count, fill, useWords } from '../../words';

const SIGNS = ['∀', '∃', '¬', '∧', '∨', '→', '=', '>', '<', '(', ')', 'tT', 'tF'];
const NAMES = {
  players: ['[chosenPlayer](1)', '[randPlayer](1)', '[playerOfChosenCard](1)'],
  cards: ['[chosenCard](1)', '[randCard](1)'],
  numbers: ['[health]()', '[power]()', '[potency]()', '[symbolPoint]()', '[powerCost]()'],
  questions: ['[NUMBER]()', '[PLAYER]()', '[CARD]()'],
  actions: ['[ATK](,)', '[HEAL](,)', '[ADDPOWER](,)', '[SUBPOWER](,)', '[CLAIM](,)'],
};

export interface FieldProps {
  label: string;
  value: string;
  change(text: string): void;
  /** Enter was pressed. */
  enter?: () => void;
  table: number;
  seat: number;
  /** What of the text is the statement; missing: all of it. */
  statement?: (text: string) => string;
  /** Told of what was understood; null: nothing yet. */
  heard?: (parsed: Parsed | null) => void;
  /** Signs and names are offered. */
  signs?: boolean;
  hint?: string;
  name?: string;
}

/** What is understood of a text, asked for when typing rests. */
export function useLive(text: string, table: number, seat: number): Parsed | null {
  const { service } = useApp();
  const [parsed, setParsed] = useState<Parsed | null>(null);
  useEffect(() => {
    if (!text.trim()) {
      setParsed(null);
      return undefined;
    }
    let wanted = true;
    const timer = setTimeout(() => {
      service.parse(table, seat, text).then((p) => { if (wanted) setParsed(p); }, () => undefined);
    }, 120);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, table, seat]);
  return parsed;
}

export function StatementField({ label, value, change, enter, table, seat, statement, heard, signs = true, hint, name }: FieldProps) {
  const w = useWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const parsed = useLive(statement ? statement(value) : value, table, seat);
  useEffect(() => heard?.(parsed), [parsed]);

  /** Puts a sign where the caret stands, and the caret where the typing goes on. */
  const insert = (sign: string) => {
    const at = input.current!;
    const [from, to] = [at.selectionStart ?? value.length, at.selectionEnd ?? value.length];
    change(value.slice(0, from) + sign + value.slice(to));
    const open = sign.search(/\([,)]/);
    const caret = from + (open >= 0 ? open + 1 : sign.length);
    requestAnimationFrame(() => {
      at.focus();
      at.setSelectionRange(caret, caret);
    });
  };

  return (
    <div class="statement-field">
      <label for={id}>{label}</label>
      <input id={id} ref={input} name={name} value={value} autocomplete="off" autocapitalize="off" spellcheck={false} lang="en"
        aria-describedby={`${id}-told`} aria-invalid={parsed ? !parsed.ok : undefined}
        onInput={(e) => change(e.currentTarget.value)}
        onKeyDown={(e) => { if (e.key === 'Enter' && !e.ctrlKey && enter) { e.preventDefault(); enter(); } }} />
      {signs ? (
        <div class="signs" role="group" aria-label={w.workshop.signs}>
          {SIGNS.map((sign) => (
            <button type="button" class="sign-key" aria-label={/\w/.test(sign) ? `${sign} ${w.workshop.signNames[sign]}` : w.workshop.signNames[sign]} onClick={() => insert(sign)}>{sign}</button>
          ))}
          <select class="sign-names" aria-label={w.workshop.names} value="" onChange={(e) => { if (e.currentTarget.value) insert(e.currentTarget.value); e.currentTarget.value = ''; }}>
            <option value="">{w.workshop.names}</option>
            {Object.entries(NAMES).map(([group, all]) => (
              <optgroup label={w.workshop.nameGroups[group]}>{all.map((n) => <option value={n}>{n.replace(/\(.*/, '')}</option>)}</optgroup>
            ))}
          </select>
        </div>
      ) : null}
      <p id={`${id}-told`} class="told" role="status">
        {parsed ? <Told parsed={parsed} /> : hint ? <span class="hint">{hint}</span> : null}
      </p>
    </div>
  );
}

function Told({ parsed }: { parsed: Parsed }) {
  const w = useWords();
  if (!parsed.ok) return <span class="wrong">{fill(w.workshop.column, parsed.column)} <span lang="en">{parsed.why}</span></span>;
  return (
    <>
      <span class="formula" lang="en">{parsed.canonical}</span>{' · '}{count(w.workshop.points, parsed.points)}
      {parsed.kind === 'wfo' ? <>{' · '}{w.workshop.object}</> : null}
      {parsed.effect ? <>{' · '}★ {w.workshop.effect}</> : null}
    </>
  );
}
