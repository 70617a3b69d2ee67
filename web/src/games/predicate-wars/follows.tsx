// follows.tsx - what follows from the rows that are picked: by one rule, or by any.
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app';
import type { Conclusions, DraftWish, InferenceRule, Step } from '../../service/draft';
import { ServiceError } from '../../service/types';
import { ClauseLink } from '../../ui/clause';
import { count, fill, list, useWords } from '../../words';
import { typed } from '../../words/phrase';
import { StatementField } from './field';
import { Worded } from './worded';

export interface Asked { premises: number[]; rule: string; term: string }

/** The answer to a question, when typing and picking rest; null: not yet. What followed from
 *  another draft is not shown for a moment. */
export function useConclusions(table: number, seat: number, wish: DraftWish, asked: Asked, ready: boolean): Conclusions | null {
  const { service, spoken } = useApp();
  const [[told, of], setTold] = useState<[Conclusions | null, string]>([null, '']);
  const draft = JSON.stringify(wish);
  useEffect(() => {
    if (!ready) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      service.conclusions(table, seat, wish, asked.premises, asked.rule, asked.term).then(
        (c) => { if (wanted) setTold([c, draft]); },
        (error) => {
          if (!(error instanceof ServiceError)) throw error;
          if (wanted) setTold([{ steps: [], open: false, why: error.message }, draft]);
        });
    }, 80);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [table, seat, draft, JSON.stringify(asked), ready, spoken]);
  return ready && of === draft ? told : null;
}

const takes = (rule: InferenceRule, n: number) => n >= rule.least && n <= rule.premises;

export interface FollowsProps {
  asked: Asked;
  ask(some: Partial<Asked>): void;
  rules: InferenceRule[];
  told: Conclusions | null;
  take(step: Step): void;
  keys: boolean;
  /** What there is to pay a line with. */
  left: number;
  table: number;
  seat: number;
}

export function Follows({ asked, ask, rules, told, take, keys, left, table, seat }: FollowsProps) {
  const { spoken } = useApp();
  const w = useWords();
  const rule = rules.find((r) => r.name === asked.rule);
  const fits = !rule || takes(rule, asked.premises.length);
  const from = asked.premises.length === 0 ? w.workshop.fromNothing : fill(w.workshop.fromRows, list(asked.premises.map(String), w));
  return (
    <section class="follows" aria-labelledby="follows-head">
      <h3 id="follows-head">{w.workshop.follows}</h3>
      <p class="hint">{from}</p>
      <div class="rule-pick">
        <label>{w.workshop.rule}{' '}
          <select name="rule" value={asked.rule} onChange={(e) => ask({ rule: e.currentTarget.value })}>
            <option value="">{w.workshop.anyRule}</option>
            {rules.map((r) => <option value={r.name} lang="en">{r.name} ({r.least === r.premises ? r.least : `${r.least}–${r.premises}`}{r.subproof ? '+' : ''})</option>)}
          </select>
        </label>
        {rule ? <ClauseLink id={rule.clause} /> : null}
      </div>
      {rule?.text ? <p class="rule-text" lang={spoken}>{rule.text}</p> : null}
      {told?.open || asked.term ? (
        <StatementField name="term" label={w.workshop.term} value={asked.term} change={(term) => ask({ term })} table={table} seat={seat} terms signs={false} hint={w.workshop.termHint} />
      ) : null}
      <p role="status" class="follows-count">
        {!fits ? fill(w.workshop.takes, rule!.name, rule!.least === rule!.premises ? rule!.least : `${rule!.least}–${rule!.premises}`)
          : !told ? '' : told.steps.length > 0 ? count(w.workshop.conclusions, told.steps.length)
            : told.why ? <span lang={spoken}>{told.why}</span> : told.open ? w.workshop.needsTerm : w.workshop.nothingFollows}
      </p>
      {fits && told ? (
        <ol class="steps-list">
          {told.steps.map((s, i) => (
            <li key={s.lemma}>
              <button type="button" class="step" data-step={s.lemma} onClick={() => take(s)}>
                {keys && i < 9 ? <kbd aria-hidden="true">{i + 1}</kbd> : null}
                <Worded text={s.statement} plain={s.plain} />
                <span class="step-by"> {typed(fill(w.workshop.by, s.by))} · {fill(w.workshop.stepCosts, s.cost, left - s.cost)}</span>
                {asked.rule ? null : <span class="step-means" lang={spoken}>{rules.find((r) => s.by.split(' ')[0] === r.name)?.text}</span>}
              </button>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}
