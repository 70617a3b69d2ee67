// refusal.tsx - why something may not be played: the reasons, each once, and what may be instead.
import { useApp } from '../app';
import { isOwn } from '../games';
import type { GameScreen } from '../games';
import type { Fact, Move, Verdict, View } from '../service/types';
import { ClauseLink, Why } from '../ui/clause';
import { cardName, list, useWords } from '../words';
import { FactView, Story } from '../words/fact';
import { MiniCard } from '../words/phrase';
import { Offer } from '../words/told';

/** `same`: the number, among what was tried, of the first that is refused for this reason. */
export interface Refusal { move: Move; clause: string; fact: Fact | null; why: Verdict['why']; same?: number }

/** Of what was tried, what is refused. */
export function refused(verdicts: Verdict[]): Refusal[] {
  return verdicts.flatMap(({ move, clause, why, same }) =>
    (move && clause ? [{ move, clause, fact: why.find((r) => r.clause === clause && r.fact)?.fact ?? null, why, same }] : []));
}

/** Equal reasons are one. */
function merged(refusals: Refusal[]): Refusal[][] {
  const groups = new Map<number | undefined, Refusal[]>();
  for (const r of refusals) groups.set(r.same, [...(groups.get(r.same) ?? []), r]);
  return [...groups.values()];
}

const FEW = 4;   // moves that are named, or at most without a card

/** What shares a card with what was refused, and one move of each other kind; what was written is not to be written again. */
function near(legal: Move[], refused?: Move): Move[] {
  const kinds = new Set<string>();
  const shared = (m: Move) => m.cards.filter((c) => refused?.cards.includes(c)).length;
  return legal.filter((m) => !m.form || m.kind !== refused?.kind).sort((a, b) => shared(b) - shared(a))
    .filter((m) => shared(m) > 0 || (!kinds.has(m.kind) && kinds.add(m.kind))).slice(0, FEW);
}

/** The cards that can be played, and what can be done without one; where that is much, what is due. */
export function Instead({ view: { state, legal, due }, screen, refused: first }: { view: View; screen: GameScreen; refused?: Move }) {
  const w = useWords();
  const own = isOwn(screen);
  const cards = own ? [] : [...new Set(legal.flatMap((m) => m.cards))], others = own ? near(legal, first) : legal.filter((m) => m.cards.length === 0);
  if (cards.length + others.length === 0) return null;
  if (cards.length === 0 && others.length > FEW) return due.length > 0 ? <p class="instead-of"><Story told={due} /></p> : null;
  return (
    <p class="instead-of">
      {w.table.instead}{' '}
      <span aria-hidden="true">{cards.map((c) => <MiniCard card={c} pack={screen.pack} />)}</span>
      <span class="unseen">{list(cards.map((c) => cardName(c, screen.pack, w)), w)}</span>
      {others.slice(0, FEW).map((m, i) => <>{i + cards.length > 0 ? '; ' : ''}<Offer move={m} state={state} screen={screen} /></>)}
    </p>
  );
}

export function RefusalView({ refusals, view, screen }: { refusals: Refusal[]; view: View; screen: GameScreen }) {
  const { settings } = useApp();
  const w = useWords();
  const { state } = view;
  const groups = merged(refusals);
  // By its way where it is one card's, else as it is called.
  const meant = (group: Refusal[]) => (!isOwn(screen) && screen.way && !settings.notation
    ? list([...new Set(group.map((r) => screen.way!(r.move, w)))], w)
    : group.map((r, i) => <>{i > 0 ? ', ' : ''}<Offer move={r.move} state={state} screen={screen} /></>));
  return (
    <div class="message refusal">
      <p class="refusal-head">{w.table.whyNot}</p>
      <ul>
        {groups.map((group) => {
          const [{ clause, fact, why }] = group;
          return (
            <li key={clause + fact?.text}>
              {groups.length > 1 ? <>{meant(group)}: </> : null}
              {fact ? <FactView fact={fact} /> : <Offer move={group[0].move} state={state} screen={screen} />} <ClauseLink id={clause} loud />
              {why.length > 1 ? <Why why={why}>{w.table.clauses}</Why> : null}
            </li>
          );
        })}
      </ul>
      <Instead view={view} screen={screen} refused={refusals[0].move} />
    </div>
  );
}
