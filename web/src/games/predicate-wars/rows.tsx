// rows.tsx - the statements of a proof, one a row: pick premises, drop lines.
import { useApp } from '../../app';
import type { DraftRow, DraftView } from '../../service/draft';
import { ClauseLink } from '../../ui/clause';
import { Statement } from '../../ui/statement';
import { count, fill, useWords } from '../../words';
import type { Words } from '../../words';
import { typed } from '../../words/phrase';
import { Worded } from './worded';

function origin(row: DraftRow, w: Words): string {
  const cards: Record<string, string> = { main: w.pw.fromMain, secondary: w.pw.fromSecond, rule: w.pw.fromRule };
  return row.from === 'lemma' ? fill(w.workshop.by, row.by) : fill(cards[row.from] ?? w.workshop.from[row.from], row.which);
}

/** Up and down go from row to row. */
function step(event: KeyboardEvent) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!by || event.ctrlKey || event.altKey) return;
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  const next = all[all.indexOf(event.target as HTMLInputElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export interface RowsProps {
  view: DraftView;
  picked: number[];
  pick(row: number): void;
  /** Lines of one's own, right or wrong. */
  lemmas: string[];
  axioms: string[];
  dropFrom(lemma: number): void;
  dropAxiom(axiom: number): void;
}

export function Rows({ view, picked, pick, lemmas, axioms, dropFrom, dropAxiom }: RowsProps) {
  const w = useWords();
  const own = view.rows.filter((r) => r.from === 'lemma').length;
  const given = view.rows.length - own;
  const wrong = lemmas.slice(own);
  const wrongAxioms = axioms.slice(view.rows.filter((r) => r.from === 'axiom').length);
  return (
    <ol class="proof-rows" aria-label={w.workshop.statements} onKeyDown={step}>
      {view.rows.map((row) => (
        <li key={row.number} class={`proof-row from-${row.from}${row.effect ? ' effect' : ''}${picked.includes(row.number) ? ' picked' : ''}`} data-row={row.number}>
          <label>
            <input type="checkbox" checked={picked.includes(row.number)} onChange={() => pick(row.number)} />
            <span class="row-number">{row.number}</span>
            <Worded text={row.statement} plain={row.plain} />
          </label>
          <p class="row-notes">
            <span>{typed(origin(row, w))}</span>
            {row.from === 'lemma' ? <> <ClauseLink id={row.clause} aside /></> : null}
            <span>{count(w.pw.points, row.points)}</span>
            {row.effect ? <span class="row-effect">★ {w.workshop.effects[row.effect]}</span> : null}
            {row.contradicts ? <span class="row-against">⚡ {row.contradicts === row.number ? w.workshop.isFalse : fill(w.workshop.contradicts, row.contradicts)}</span> : null}
            {row.from === 'lemma' ? <button type="button" class="drop-line" aria-label={fill(w.workshop.dropFrom, row.number)} onClick={() => dropFrom(row.number - given - 1)}>✕</button> : null}
            {row.from === 'axiom' ? <button type="button" class="drop-line" aria-label={fill(w.workshop.dropAxiom, row.number)} onClick={() => dropAxiom(row.number - 1)}>✕</button> : null}
          </p>
        </li>
      ))}
      {[...wrongAxioms, ...wrong].map((line, i) => (
        <li class="proof-row bad" data-bad={i}>
          <p class="bad-line"><span class="row-number">{view.rows.length + 1 + i}</span> <Statement text={line} /></p>
          {i === 0 && view.bad ? <Failure bad={view.bad} /> : null}
          <p class="row-notes">
            <button type="button" class="drop-line" aria-label={fill(w.workshop.dropFrom, view.rows.length + 1 + i)}
              onClick={() => (i < wrongAxioms.length ? dropAxiom(axioms.length - wrongAxioms.length + i) : dropFrom(own + i - wrongAxioms.length))}>✕</button>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Why a line does not stand. */
export function Failure({ bad }: { bad: NonNullable<DraftView['bad']> }) {
  const { spoken } = useApp();
  const w = useWords();
  return (
    <p class="failure">
      {bad.clause ? <><strong>{w.workshop.notFollow}</strong> <ClauseLink id={bad.clause} loud /> </> : <strong>{fill(w.workshop.column, bad.column)} </strong>}
      <span lang={spoken}>{typed(bad.why)}</span>
    </p>
  );
}
