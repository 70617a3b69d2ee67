// clause.tsx - clauses: links to them, and the rulebook that they stand in.
import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useApp } from '../app';
import type { Clause, Reason, Ruling } from '../service/types';
import { fill, useWords } from '../words';
import { FactView } from '../words/fact';
import { typed } from '../words/phrase';

/** Opens a clause in the rulebook at hand. */
export const OpenClause = createContext<(id: string) => void>(() => undefined);

/** `aside`: it can be reached otherwise, so that Tab need not stop at it. */
export function ClauseLink({ id, loud = false, aside = false }: { id: string; loud?: boolean; aside?: boolean }) {
  const open = useContext(OpenClause);
  const w = useWords();
  return (
    <button type="button" class={loud ? 'clause-link loud' : 'clause-link'} data-clause={id}
      tabIndex={aside ? -1 : undefined} aria-label={fill(w.rules.open, id)} onClick={() => open(id)}>{id}</button>
  );
}

/** The game whose clauses are named. */
export const Book = createContext('');

/** What a move rested on and what it changed, each a sentence and its clause: what the clause met with,
 *  or else what it says. What did not apply is left out. */
function Reasons({ why }: { why: Reason[] }) {
  const { rules, spoken } = useApp();
  const game = useContext(Book);
  const [book, setBook] = useState<Clause[]>([]);
  useEffect(() => { if (game) void rules(game).then(setBook); }, [game, spoken]);
  return (
    <ul class="reasons">
      {why.filter((r) => r.mark !== 'false').map((r) => (
        <li class={`mark-${r.mark}`}>{r.fact ? <FactView fact={r.fact} /> : <span lang={spoken}>{book.find((c) => c.id === r.clause)?.text}</span>} <ClauseLink id={r.clause} /></li>
      ))}
    </ul>
  );
}

/** A line, and behind it why: its clauses. */
export function Why({ why, children }: { why: Reason[]; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{children}</summary>
      {open ? <Reasons why={why} /> : null}
    </details>
  );
}

/** Names of other clauses in a text become links to them. */
function Linked({ text, ids, self }: { text: string; ids: Set<string>; self: string }) {
  const open = useContext(OpenClause);
  const w = useWords();
  return (
    <>
      {text.split(/(§?[A-Z]?\d*(?:\.\d+)*[A-Z0-9][a-z]?(?:\.\d+[a-z]?)*)/).map((part) =>
        part !== self && ids.has(part)
          ? <button type="button" class="inline-link" aria-label={fill(w.rules.open, part)} onClick={() => open(part)}>{part}</button>
          : typed(part))}
    </>
  );
}

function ClauseView({ c, ids, rulings, chosen, at, page }: {
  c: Clause; ids: Set<string>; rulings: Ruling[]; chosen?: Record<string, string>; at: boolean; page: string;
}) {
  const w = useWords();
  const { spoken, settings } = useApp();
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!at || !ref.current) return;
    // Beside the table only the panel scrolls, not the table away.
    const panel = ref.current.closest('.panel-body');
    if (panel) panel.scrollTop = ref.current.offsetTop - 8;
    else ref.current.scrollIntoView({ block: 'start' });
    ref.current.focus({ preventScroll: true });
  }, [at]);
  return (
    <li class={`clause kind-${c.kind}${at ? ' at' : ''}`} id={`clause-${c.id}`} ref={ref} tabIndex={-1}>
      <p class="clause-head">
        <a class="clause-id" href={`#/rules/${page}/${encodeURIComponent(c.id)}`} aria-label={fill(w.rules.link, c.id)}>{c.id}</a>
        <span class="kind">{w.rules.kinds[c.kind]}</span>
      </p>
      <p lang={spoken}><Linked text={c.text} ids={ids} self={c.id} /></p>
      {c.reading ? <p class="reading"><strong>{w.rules.reading}:</strong> <span lang={spoken}><Linked text={c.reading} ids={ids} self={c.id} /></span></p> : null}
      {rulings.map((r) => (
        <p class="ruling" key={r.name}>
          <strong>{w.rules.ruling}{settings.notation ? ` ${r.name}` : ''}:</strong> <span lang={spoken}>{r.text} ({r.words.join('; ')})</span>
          {chosen?.[r.name] ? <em> {fill(w.rules.now, r.words[r.values.indexOf(chosen[r.name])])}</em> : null}
        </p>
      ))}
      {c.dead ? <p class="dead"><strong>{w.rules.dead}:</strong> <span lang={spoken}>{c.dead}</span></p> : null}
    </li>
  );
}

const bare = (id: string) => id.replace('§', '').trim().toLowerCase();
/** Whether that is what somebody calls this clause, who may leave out its sign. */
export const isClause = (c: Clause, called: string) => called !== '' && bare(c.id) === bare(called);

/** The rulebook of a game, one clause of it in front. */
export function Rulebook({ game, at, chosen }: { game: string; at: string; chosen?: Record<string, string> }) {
  const app = useApp();
  const w = useWords();
  const [clauses, setClauses] = useState<Clause[] | null>(null);
  const [find, setFind] = useState('');
  useEffect(() => { app.rules(game).then(setClauses); }, [game, app.spoken]);
  useEffect(() => setFind(''), [at]);
  const ids = useMemo(() => new Set((clauses ?? []).map((c) => c.id)), [clauses]);
  if (!clauses) return <p>{w.loading}</p>;
  const wanted = find.toLowerCase().trim();
  // The clause of this name first, then those that have it in them.
  const shown = clauses.filter((c) => !wanted || isClause(c, wanted) || `${c.id} ${c.text} ${c.reading}`.toLowerCase().includes(wanted))
    .sort((a, b) => Number(isClause(b, wanted)) - Number(isClause(a, wanted)));
  return (
    <div class="rulebook">
      <label class="search">{w.rules.search} <input type="search" value={find} onInput={(e) => setFind(e.currentTarget.value)} /></label>
      {shown.length === 0 ? <p>{w.rules.none}</p> : null}
      <ol class="clauses">
        {shown.map((c) => (
          <ClauseView key={c.id} c={c} ids={ids} page={game} at={isClause(c, at)} chosen={chosen}
            rulings={app.game(game).rulings.filter((r) => r.clause === c.id)} />
        ))}
      </ol>
    </div>
  );
}
