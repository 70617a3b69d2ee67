// statement.tsx - a statement of logic: coloured for the eye, in words for the ear.
import { useWords } from '../words';
import type { Words } from '../words';
import { kind, TOKENS } from './tokens';

/** What a sign explains when it, or the button that it stands on, is pointed at, focused or tapped. */
export const sense = (sign: string, w: Words) => (w.formula[sign] ? `${sign}: ${w.formula[sign]}` : undefined);

/** As it is read out. */
export function spokenStatement(text: string, w: Words): string {
  return text.split(TOKENS).map((t) => {
    const name = /^\[(.+)\]$/.exec(t);
    return w.formula[t] ? ` ${w.formula[t]} ` : name ? name[1] : t;
  }).join('').replace(/ +/g, ' ').trim();
}

/** `silent`: something around it is labelled with its words already. */
export function Statement({ text, silent = false }: { text: string; silent?: boolean }) {
  const w = useWords();
  return (
    <span class="statement">
      <span aria-hidden="true">
        {text.split(TOKENS).map((t) => {
          const k = kind(t);
          const breaks = /^[∧∨→,]$/.test(t);
          return <>{k ? <span class={`token-${k}`} data-sense={k === 'truth' ? sense(t, w) : undefined}>{t}</span> : t}{breaks ? <wbr /> : null}</>;
        })}
      </span>
      {silent ? null : <span class="unseen">{spokenStatement(text, w)}</span>}
    </span>
  );
}
