// signs.tsx - the signs of statements, to be pressed, and the place where one cannot be read.
import type { RefObject } from 'preact';
import type { Parsed } from '../../service/draft';
import { sense, spokenStatement } from '../../ui/statement';
import { Toolbar } from '../../ui/toolbar';
import { fill, useWords } from '../../words';
import { useNames } from './names';

/** A sign: what is shown, what goes before and after the marked text. */
type Sign = [shown: string, before: string, after?: string];
const SIGNS: [group: string, signs: Sign[]][] = [
  ['logic', [['∀', '(∀(x)', ')'], ['∃', '(∃(x)', ')'], ['¬', '(¬', ')'], ['∧', '∧'], ['∨', '∨'], ['→', '→'], ['( )', '(', ')'], ['tT', 'tT'], ['tF', 'tF']]],
  ['numbers', [['=', '='], ['>', '>'], ['<', '<'], ['+', '+'], ['-', '-'], ['*', '*'], ['/', '/'], ['f/', 'f/'], ['c/', 'c/'], ['%', '%'], [',', ','], ['x', 'x'], ['y', 'y'], ['1', '1'], ['20', '20']]],
];

/** With the functions of the game, each in its group. */
function useSigns(): typeof SIGNS {
  const names = useNames();
  if (!names) return SIGNS;
  const of = (group: string) => names.functions.filter((n) => n.group === group)
    .map(({ name, takes }): Sign => [name, `${name}(`, `${','.repeat(takes - 1)})`]);
  return [...SIGNS.map(([group, signs]): typeof SIGNS[number] => [group, [...signs, ...of(group)]]),
    ...['actions', 'players', 'cards'].map((group): typeof SIGNS[number] => [group, of(group)])];
}

/** Puts a sign into the field where the caret stands, around what is marked there. */
function put(at: HTMLTextAreaElement | HTMLInputElement, [, before, after = '']: Sign) {
  const [from, to] = [at.selectionStart ?? at.value.length, at.selectionEnd ?? at.value.length];
  const marked = at.value.slice(from, to);
  at.setRangeText(before + marked + after, from, to, 'end');
  // Into the brackets, or behind them if they hold something already.
  const cursor = from + before.length + (marked ? marked.length + (after.startsWith(',') ? 1 : after.length) : 0);
  at.setSelectionRange(cursor, cursor);
}

interface SignsProps {
  field: RefObject<HTMLTextAreaElement | HTMLInputElement>;
  change: (text: string) => void;
  /** Only these groups. */
  only?: (group: string) => boolean;
}

export function Signs({ field, change, only = () => true }: SignsProps) {
  const w = useWords();
  return (
    <Toolbar label={w.pw.signs}>
      {useSigns().filter(([group]) => only(group)).map(([group, signs], g) => (
        <span class="pw-signs" key={group}>
          <span class="pw-group" aria-hidden="true">{w.pw.signGroups[group]}</span>
          {signs.map((sign, i) => (
            <button type="button" class="pw-key" data-sign={sign[0]} tabIndex={g + i === 0 ? 0 : -1}
              onMouseDown={(e) => e.preventDefault()} onClick={() => { if (field.current) { put(field.current, sign); change(field.current.value); } }}>
              <span aria-hidden="true" data-sense={sense(sign[0], w)}>{sign[0]}</span><span class="unseen">{fill(w.pw.insert, spokenStatement(sign[0], w))}</span>
            </button>
          ))}
        </span>
      ))}
    </Toolbar>
  );
}

export function Fault({ text, parsed }: { text: string; parsed: Parsed }) {
  const w = useWords();
  const signs = Array.from(text);
  const at = Math.max(0, Math.min(signs.length, parsed.column - 1));
  return (
    <div class="pw-fault">
      <p>{fill(w.pw.faultAt, parsed.column)} {parsed.why}{parsed.hint ? `; ${parsed.hint}` : ''}</p>
      <code aria-hidden="true">{signs.slice(0, at).join('')}<mark>{signs[at] ?? '…'}</mark>{signs.slice(at + 1).join('')}</code>
    </div>
  );
}
