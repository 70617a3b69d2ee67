// statement-editor.tsx - writing a statement: signs to press, what it comes to while it is typed,
// and where it cannot be read.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app';
import type { Parsed, Template } from '../../service/desk';
import { spokenStatement, Statement } from '../../ui/statement';
import { Toolbar } from '../../ui/toolbar';
import { count, fill, useWords } from '../../words';

/** A sign: what is shown, what goes before and after the marked text. */
type Sign = [shown: string, before: string, after?: string];
const SIGNS: [group: string, signs: Sign[]][] = [
  ['logic', [['∀', '(∀(x)', ')'], ['∃', '(∃(x)', ')'], ['¬', '(¬', ')'], ['∧', '∧'], ['∨', '∨'], ['→', '→'], ['( )', '(', ')'], ['tT', 'tT'], ['tF', 'tF']]],
  ['numbers', [['=', '='], ['>', '>'], ['<', '<'], ['+', '+'], ['-', '-'], ['*', '*'], ['/', '/'], ['f/', 'f/'], ['c/', 'c/'], ['%', '%'], [',', ','], ['x', 'x'], ['y', 'y'], ['1', '1'], ['20', '20']]],
  ['actions', [['[ATK]', '[ATK](', ',)'], ['[HEAL]', '[HEAL](', ',)'], ['[ADDPOWER]', '[ADDPOWER](', ',)'], ['[SUBPOWER]', '[SUBPOWER](', ',)'], ['[CLAIM]', '[CLAIM](', ',)']]],
  ['players', [['[chosenPlayer]', '[chosenPlayer](', ')'], ['[randPlayer]', '[randPlayer](', ')'], ['[playerOfChosenCard]', '[playerOfChosenCard](', ')'], ['[PLAYER]', '[PLAYER](', ')'],
    ['[health]', '[health](', ')'], ['[power]', '[power](', ')'], ['[potency]', '[potency](', ')']]],
  ['cards', [['[chosenCard]', '[chosenCard](', ')'], ['[randCard]', '[randCard](', ')'], ['[CARD]', '[CARD](', ')'], ['[symbolPoint]', '[symbolPoint](', ')'], ['[powerCost]', '[powerCost](', ')'], ['[NUMBER]', '[NUMBER](', ')']]],
];

function Fault({ text, parsed }: { text: string; parsed: Parsed }) {
  const w = useWords();
  const signs = Array.from(text);
  const at = Math.max(0, Math.min(signs.length, parsed.column - 1));
  return (
    <div class="pw-fault">
      <p>{fill(w.pw.faultAt, parsed.column)} <span lang="en">{parsed.why}</span></p>
      <code aria-hidden="true">{signs.slice(0, at).join('')}<mark>{signs[at] ?? '…'}</mark>{signs.slice(at + 1).join('')}</code>
    </div>
  );
}

function Templates({ table, seat, take }: { table: number; seat: number; take: (t: Template) => void }) {
  const { service } = useApp();
  const w = useWords();
  const [all, setAll] = useState<Template[]>([]);
  useEffect(() => { service.templates(table, seat).then(setAll, () => undefined); }, [table, seat]);
  if (all.length === 0) return null;
  return (
    <details class="pw-templates">
      <summary>{w.pw.templates}</summary>
      <ul>
        {all.map((t) => {
          const use = w.pw.templateUses[t.name];
          return (
            <li key={t.name}>
              <button type="button" data-template={t.name} onClick={() => take(t)}>
                <span class="pw-use" lang={use ? undefined : 'en'}>{use ?? t.text}</span>
                <Statement text={t.statement} /><span class="pw-from">{count(w.pw.points, t.points)}</span>
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
  const w = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const put = ([, before, after = '']: Sign) => {
    const at = field.current;
    if (!at) return;
    const [from, to] = [at.selectionStart, at.selectionEnd];
    const marked = at.value.slice(from, to);
    at.setRangeText(before + marked + after, from, to, 'end');
    // Into the brackets, or behind them if they hold something already.
    const cursor = from + before.length + (marked ? marked.length + (after.startsWith(',') ? 1 : after.length) : 0);
    at.setSelectionRange(cursor, cursor);
    change(at.value);
  };
  const bad = parsed && !parsed.ok;
  return (
    <div class="pw-statement-editor">
      <label for={id}>{w.pw.statement}</label>
      <textarea id={id} ref={field} rows={3} value={value} spellcheck={false} autocapitalize="off" autocomplete="off"
        aria-invalid={bad ? 'true' : undefined} aria-describedby={`${id}-says`} onInput={(e) => change(e.currentTarget.value)} />
      <Toolbar label={w.pw.signs}>
        {SIGNS.map(([group, signs], g) => (
          <span class="pw-signs" key={group}>
            <span class="pw-group" aria-hidden="true">{w.pw.signGroups[group]}</span>
            {signs.map((sign, i) => (
              <button type="button" class="pw-key" data-sign={sign[0]} tabIndex={g + i === 0 ? 0 : -1}
                onMouseDown={(e) => e.preventDefault()} onClick={() => put(sign)}>
                <span aria-hidden="true">{sign[0]}</span><span class="unseen">{fill(w.pw.insert, spokenStatement(sign[0], w))}</span>
              </button>
            ))}
          </span>
        ))}
      </Toolbar>
      <div class="pw-says" id={`${id}-says`} role="status">
        {!parsed ? <p class="hint">{w.pw.writeHint}</p> : parsed.ok ? (
          <>
            <p class="pw-canonical"><Statement text={parsed.canonical} /></p>
            {parsed.kind === 'wff' ? children : <p class="pw-much">{w.pw.onlyTerm}</p>}
          </>
        ) : <Fault text={value} parsed={parsed} />}
      </div>
      <Templates table={table} seat={seat} take={(t) => change(t.statement)} />
    </div>
  );
}
