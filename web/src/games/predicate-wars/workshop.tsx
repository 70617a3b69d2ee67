// workshop.tsx - where proofs are made: for a play, a refutation, or a subproof to be bought.
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app';
import { Instead } from '../../screens/refusal';
import type { Session } from '../../screens/session';
import { screenOf } from '..';
import type { DraftKind, DraftView, InferenceRule } from '../../service/draft';
import type { Reply } from '../../service/types';
import { ClauseLink } from '../../ui/clause';
import { announce } from '../../ui/live';
import { fill, useWords } from '../../words';
import { factText, FactView, Seats } from '../../words/fact';
import { typed } from '../../words/phrase';
import { Chosen } from './chosen';
import { useDraft, wishOf } from './bench';
import { StatementField } from './field';
import { Finder, useFinder } from './finder';
import { Follows, useConclusions } from './follows';
import type { Asked } from './follows';
import { Failure, Rows } from './rows';
import { Coach } from './tutorial';

/** What the rules of inference say is said once the rulebook is there in the language of the page. */
function useRules(): InferenceRule[] {
  const app = useApp();
  const [rules, setRules] = useState<InferenceRule[]>([]);
  useEffect(() => {
    let wanted = true;
    const tell = async (said: boolean) => {
      const all = await app.service.inferenceRules();
      if (wanted) setRules(said ? all : all.map((r) => ({ ...r, text: '' })));
    };
    void tell(false).then(() => app.rules('predicate-wars')).then(() => tell(true));
    return () => { wanted = false; };
  }, [app.spoken]);
  return rules;
}

export function Workshop({ session, kind, seatName }: { session: Session; kind: DraftKind; seatName: (seat: number) => string }) {
  const app = useApp();
  const w = useWords();
  const rules = useRules();
  const bench = useDraft(session, kind);
  const { draft, view } = bench;
  const { line, axiom } = draft;
  const [asked, setAsked] = useState<Asked>({ premises: [], rule: '', term: '' });
  const [refused, setRefused] = useState<DraftView['bad']>(null);
  /** Where what is said belongs: beside what was pressed. */
  const [where, setWhere] = useState<'axiom' | 'line' | 'end'>('end');
  const [reply, setReply] = useState<Reply | null>(null);
  const [advice, setAdvice] = useState('');
  const root = useRef<HTMLElement>(null);
  const { table, you } = session;
  const names = useContext(Seats);
  const finding = useFinder(table, you, wishOf(draft));

  const rule = rules.find((r) => r.name === asked.rule);
  const premises = asked.premises.filter((n) => n <= (view?.rows.length ?? 0));
  const ready = !!view && !view.bad && !finding.busy &&
    (!rule || (premises.length >= rule.least && premises.length <= rule.premises));
  const told = useConclusions(table, you, wishOf(draft), { ...asked, premises }, ready);
  const ask = (some: Partial<Asked>) => setAsked((a) => ({ ...a, ...some }));

  const warned = useRef(false);   // that nobody is chosen
  const hush = () => {
    setRefused(null);
    setReply(null);
    setAdvice('');
  };
  const pick = (row: number) => {
    if (premises.includes(row)) return ask({ premises: premises.filter((n) => n !== row) });
    if (premises.length === 2) announce(fill(w.workshop.onlyTwo, premises[0]));
    return ask({ premises: [...premises.slice(-1), row] });
  };

  /** The row that has just become the last, once it is drawn: whoever pressed something that is
   *  gone since goes on from there. */
  const goTo = useRef(0);
  useLayoutEffect(() => {
    const row = goTo.current;
    if (!view || row === 0 || view.rows.length < row) return;
    goTo.current = 0;
    const at = document.activeElement;
    if (at && at !== document.body && !at.closest('.follows ol, .found')) return;
    root.current?.querySelector<HTMLElement>(`[data-row="${row}"] input`)?.focus();
  }, [view]);

  const add = async (lines: string[], isAxiom = false): Promise<boolean> => {
    hush();
    setWhere(isAxiom ? 'axiom' : 'line');
    const { bad, rows } = await bench.add(lines, isAxiom);
    setRefused(bad);
    if (bad) {
      announce(`${bad.clause ? `${w.workshop.notFollow} ${bad.clause}` : fill(w.workshop.column, bad.column)} ${bad.why}`);
      return false;
    }
    const { number: last, statement } = rows.filter((r) => r.from === (isAxiom ? 'axiom' : 'lemma')).pop()!;
    announce(fill(w.workshop.added, last, statement));
    setAsked({ premises: [], rule: '', term: '' });
    goTo.current = last;
    return true;
  };
  const addLine = async () => {
    if (!line.trim()) return;
    const { lemma } = await app.service.parseLemma(table, you, line.trim(), asked.rule, premises);
    if (!lemma) {
      hush();
      setWhere('line');
      setAdvice(w.workshop.sayBy);
      announce(w.workshop.sayBy);
    } else if (await add([lemma])) bench.change({ line: '' });
  };
  const addAxiom = async () => {
    if (axiom.trim() && await add([axiom.trim()], true)) bench.change({ axiom: '' });
  };

  const drop = (lemma: number) => {
    hush();
    if (lemma < 0) return;
    bench.dropFrom(lemma);
    goTo.current = (view?.rows.filter((r) => r.from !== 'lemma').length ?? 0) + lemma;
    announce(w.workshop.lineDropped);
  };
  const undoLine = () => drop(draft.lemmas.length - 1);

  const results = view?.results ?? [];
  const result = results.find((r) => String(r) === String(draft.result)) ?? results[0] ?? [];
  const does = kind === 'prove' ? view?.does[results.indexOf(result)] ?? '' : '';
  const lacks = kind === 'buy-proof' ? !draft.name : results.length === 0;
  const submit = async () => {
    hush();
    setWhere('end');
    if (kind === 'prove' && view?.unchosen && !warned.current) {
      // Once: nobody means a proof that hits nobody, but it may be handed in.
      warned.current = true;
      const missing = fill(w.workshop.chooseFirst, view.unchosen);
      setAdvice(missing);
      announce(missing);
      root.current?.querySelector<HTMLElement>(`.chooser:${/Card/.test(view.unchosen) ? 'last' : 'first'}-child .choose`)?.focus();
      return;
    }
    const { move } = await app.service.draft(table, you, { ...wishOf(draft), name: draft.name, result });
    if (!move) {
      const missing = kind === 'buy-proof' ? w.workshop.nameNeeded : w.workshop.noResult[kind];
      setAdvice(missing);
      announce(missing);
      return;
    }
    const said = await session.submit(move);
    if (said.answer === 'accepted') return bench.clear();
    setReply(said);
    announce(said.clause ? fill(w.table.refused, said.clause, factText(said.fact, w, names)) : fill(w.table.unreadable, said.wrong));
  };

  const onKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && (premises.length > 0 || finding.busy)) {
      event.stopPropagation();
      finding.cancel();
      ask({ premises: [] });
      return;
    }
    const typing = target.tagName === 'SELECT' || (target.tagName === 'INPUT' && (target as HTMLInputElement).type !== 'checkbox');
    if (!app.settings.keys || typing) return;
    const find = (what: string) => () => root.current?.querySelector<HTMLElement>(what)?.focus();
    const act: Record<string, () => void> = {
      u: undoLine, h: () => finding.look(), '/': find('[name=line]'), c: find('.follows .step'), s: find('.submit'), p: find('.proof-rows input'),
    };
    const n = Number(event.key);
    if (n >= 1 && n <= 9 && told?.steps[n - 1]) act[event.key] = () => void add([told.steps[n - 1].lemma]);
    if (!act[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    act[event.key]();
  };

  const says = (at: typeof where) => (where !== at ? null : <>{refused ? <Failure bad={refused} /> : null}{advice ? <p class="message">{advice}</p> : null}</>);
  if (bench.gone || !view) return <section class="workshop" aria-label={w.workshop.kinds[kind]}>{bench.gone ? <p>{w.workshop.gone}</p> : <p>{w.loading}</p>}</section>;
  return (
    <section class="workshop" data-kind={kind} aria-labelledby="workshop-head" ref={root} onKeyDown={onKey}>
      <h2 id="workshop-head">{w.workshop.kinds[kind]}</h2>
      {session.tutorial && session.view.state.round === 1 ? <Coach session={session} draft={wishOf(draft)} /> : null}
      <p>{typed(w.workshop.explain[kind])}</p>
      {kind === 'refute' && view.does[0] ? <p class="threat">{fill(w.workshop.threat, view.does[0])}</p> : null}
      {kind === 'prove' ? <Chosen draft={draft} change={(some) => { hush(); bench.change(some); }} state={session.view.state} seatName={seatName} /> : null}
      {view.unchosen ? <p class="advice">{fill(w.workshop.chooseFirst, view.unchosen)}</p> : null}
      {kind === 'buy-proof' ? (
        <StatementField name="axiom" label={w.workshop.axiom} value={axiom} change={(text) => { hush(); bench.change({ axiom: text }); }} enter={addAxiom} table={table} seat={you} hint={w.workshop.axiomHint}>
          <button type="button" class="add-axiom" onClick={addAxiom}>{w.workshop.addAxiom}</button>
        </StatementField>
      ) : null}
      {says('axiom')}
      <div class="bench">
        <section aria-labelledby="rows-head">
          <h3 id="rows-head">{w.workshop.statements}</h3>
          <p class="hint">{view.rows.length > 0 ? w.workshop.pick : w.workshop.noRows}</p>
          <Rows view={view} picked={premises} pick={pick} lemmas={draft.lemmas} axioms={draft.axioms}
            dropFrom={drop}
            dropAxiom={(n) => { hush(); bench.change({ axioms: draft.axioms.filter((_, i) => i !== n) }); }} />
          <div class="actions">
            <button type="button" class="undo-line" disabled={draft.lemmas.length === 0} onClick={undoLine}>{w.workshop.undo}</button>
            {draft.dropped.length > 0 ? <button type="button" onClick={bench.putBack}>{w.workshop.putBack}</button> : null}
          </div>
          {view.subproofs.length > 0 ? <p class="hint">{fill(w.workshop.subproofs, view.subproofs.join(', '))}</p> : null}
        </section>
        <div class="bench-tools">
          <Follows asked={{ ...asked, premises }} ask={ask} rules={rules} told={told} take={(s) => void add([s.lemma])} keys={app.settings.keys} left={view.purse - view.cost} table={table} seat={you} />
          <section aria-labelledby="line-head">
            <h3 id="line-head">{w.workshop.write}</h3>
            <StatementField name="line" label={w.workshop.line} value={line} change={(text) => { hush(); bench.change({ line: text }); }} enter={addLine} table={table} seat={you} parse={(text) => app.service.parseLemma(table, you, text, '', [])} hint={w.workshop.lineHint}>
              <button type="button" class="add-lemma" onClick={addLine}>{w.workshop.add}</button>
            </StatementField>
            {says('line')}
          </section>
          <Finder finding={finding} kind={kind} table={table} seat={you} use={(lines) => void add(lines)} />
        </div>
      </div>
      {kind === 'buy-proof' && draft.lemmas.length > 0 && view.useless ? <p class="advice">{w.workshop.useless} <span lang={app.spoken}>{typed(view.useless)}</span></p> : null}
      <div class="finish">
        <p class={`purse${view.affordable ? '' : ' short'}${view.cost > 0 || does ? '' : ' free'}`} role="status">
          {fill(kind === 'buy-proof' ? w.workshop.costPotency : w.workshop.costProving, view.cost, view.purse)}
          {' '}{view.affordable ? fill(w.workshop.left, view.purse - view.cost) : w.workshop.tooMuch}
          {kind === 'prove' && view.unchosen ? <span class="does">{fill(w.workshop.chooseFirst, view.unchosen)}</span>
            : does ? <span class="does" data-does>{fill(w.workshop.does, does)}</span> : null}
        </p>
        {kind === 'buy-proof' ? (
          <label>{w.workshop.name} <input name="proof-name" value={draft.name} maxLength={32} autocomplete="off" spellcheck={false} onInput={(e) => bench.change({ name: e.currentTarget.value })} /></label>
        ) : results.length > 0 ? (
          <label>{w.workshop.result[kind]}{' '}
            <select name="result" value={String(result)} onChange={(e) => bench.change({ result: results.find((r) => String(r) === e.currentTarget.value) })}>
              {results.map((r) => <option value={String(r)}>{r.map((n) => `${n}: ${view.rows[n - 1]?.plain || view.rows[n - 1]?.statement}`).join(' / ')}</option>)}
            </select>
          </label>
        ) : <p class="hint">{w.workshop.noResult[kind]}</p>}
        <button type="button" class="primary submit" aria-disabled={lacks} onClick={submit}>{w.workshop.submit[kind]}</button>
      </div>
      {says('end')}
      {reply ? (
        <div class="message refusal">
          <p class="refusal-head">{w.workshop.refusedMove}</p>
          <p>{reply.clause ? <><ClauseLink id={reply.clause} loud /> </> : null}{reply.fact ? <FactView fact={reply.fact} /> : <span lang={app.spoken}>{reply.wrong}</span>}</p>
          <Instead view={session.view} screen={screenOf(session.setup.game)} refused={reply.move ?? undefined} />
          <p>{w.workshop.nothingLost}</p>
        </div>
      ) : null}
      {app.settings.keys ? (
        <details class="workshop-keys">
          <summary>{w.help.keys}</summary>
          <dl class="keys">{w.workshop.keyList.map(([key, what]) => <><dt><kbd>{key}</kbd></dt><dd>{what}</dd></>)}</dl>
        </details>
      ) : null}
    </section>
  );
}
