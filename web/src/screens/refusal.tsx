// refusal.tsx - why something may not be played: the reasons, each once, and what may be instead.
import { isOwn } from '../games';
import type { GameScreen } from '../games';
import type { Fact, Move, Verdict, View } from '../service/types';
import { ClauseLink, Reasons } from '../ui/clause';
import { cardName, list, useWords } from '../words';
import { FactView } from '../words/fact';
import { MiniCard } from '../words/phrase';
import { Offer } from '../words/told';

export interface Refusal { move: Move; clause: string; fact: Fact | null; why: Verdict['why'] }

/** Of what was tried, what is refused. */
export function refused(verdicts: Verdict[]): Refusal[] {
  return verdicts.flatMap(({ move, clause, why }) =>
    (move && clause ? [{ move, clause, fact: why.find((r) => r.clause === clause && r.fact)?.fact ?? null, why }] : []));
}

/** Equal reasons are one. */
function merged(refusals: Refusal[]): Refusal[][] {
  const groups = new Map<string, Refusal[]>();
  for (const r of refusals) {
    const key = `${r.clause} ${r.fact?.text ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), r]);
  }
  return [...groups.values()];
}

const FEW = 4;   // moves without a card that are named

/** The cards that can be played, and what can be done without one. */
function Instead({ legal, state, screen }: { legal: Move[]; state: unknown; screen: GameScreen }) {
  const w = useWords();
  const cards = [...new Set(legal.flatMap((m) => m.cards))], others = legal.filter((m) => m.cards.length === 0);
  if (isOwn(screen) || legal.length === 0 || (cards.length === 0 && others.length > FEW)) return null;
  return (
    <p class="instead-of">
      {w.table.instead}{' '}
      <span aria-hidden="true">{cards.map((c) => <MiniCard card={c} pack={screen.pack} />)}</span>
      <span class="unseen">{list(cards.map((c) => cardName(c, screen.pack, w)), w)}</span>
      {others.slice(0, FEW).map((m, i) => <>{i + cards.length > 0 ? '; ' : ''}<Offer move={m} state={state} screen={screen} /></>)}
    </p>
  );
}

export function RefusalView({ refusals, view: { state, legal }, screen }: { refusals: Refusal[]; view: View; screen: GameScreen }) {
  const w = useWords();
  const groups = merged(refusals);
  return (
    <div class="message refusal">
      <p class="refusal-head">{w.table.whyNot}</p>
      <ul>
        {groups.map((group) => {
          const [{ clause, fact, why }] = group;
          return (
            <li key={clause + fact?.text}>
              {groups.length > 1 ? <>{group.map((r, i) => <>{i > 0 ? ', ' : ''}<Offer move={r.move} state={state} screen={screen} /></>)}: </> : null}
              {fact ? <FactView fact={fact} /> : <Offer move={group[0].move} state={state} screen={screen} />} <ClauseLink id={clause} loud />
              {why.length > 1 ? <details><summary>{w.table.clauses}</summary><Reasons why={why} /></details> : null}
            </li>
          );
        })}
      </ul>
      <Instead legal={legal} state={state} screen={screen} />
    </div>
  );
}
