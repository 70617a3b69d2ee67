// tutorial.tsx - the first round with comments, as at the terminal: the same table, the same moves
// of the other seat, and for each phase what it is for and something to do.
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app';
import type { Session } from '../../screens/session';
import { useWords } from '../../words';
import type { Words } from '../../words';
import { PhraseView } from '../../words/phrase';
import type { Tutorial } from '../screen';
import { givenBy } from './phases';
import { told } from './phrase';
import { written } from './state';
import type { Phase, State } from './state';

type Comment = keyof Words['pw']['tutor']['steps'];
interface Step { phase: Phase; comment: Comment; move: string; cards?: number }

/** `cards`: it is for who has written that many. The move is what might be done. */
const STEPS: Step[] = [
  { phase: 'setup', cards: 0, comment: 'welcome', move: 'edit #0 paper 10 ([PLAYER]([chosenPlayer](1))→[ATK]([chosenPlayer](1),20))' },
  { phase: 'setup', cards: 1, comment: 'second', move: 'edit #1 rock 0 tT' },
  { phase: 'setup', comment: 'enough', move: 'done' },
  { phase: 'creation', comment: 'creation', move: 'take' },
  { phase: 'editing', comment: 'editing', move: 'edit #4 paper 5 [ATK]([chosenPlayer](1),20)' },
  { phase: 'claiming', comment: 'claiming', move: 'pass' },
  { phase: 'refuting', comment: 'refuting', move: 'refute : tF by comparison 1 => 7' },
  { phase: 'playing', comment: 'playing', move: 'play #1 #0' },
  { phase: 'proving', comment: 'proving', move: 'prove players=1 : [PLAYER]([chosenPlayer](1)) by evaluation; [ATK]([chosenPlayer](1),20) by modus-ponens 2 7 => 8' },
  { phase: 'proofs', comment: 'proofs', move: 'pass' },
  { phase: 'rules', comment: 'rules', move: 'buy-rule (∀(x)(¬[ATK](x,20)))' },
  { phase: 'drops', comment: 'drops', move: 'pass' },
];

/** What seat 1 plays, phase by phase. */
const SCRIPT: [Phase, string][] = [
  ['setup', 'edit #2 paper 12 [ATK]([chosenPlayer](1),15)'], ['setup', 'edit #3 scissors 2 (1>2)'], ['setup', 'done'],
  ['creation', 'pass'], ['editing', 'pass'], ['claiming', 'pass'], ['playing', 'play #3 #2'], ['proving', 'prove players=0 : => 2'],
  ['refuting', 'accept'], ['playing', 'leave'], ['proofs', 'pass'], ['rules', 'pass'], ['rule-refuting', 'accept'], ['drops', 'pass'],
];

/** How many moves of this phase seat 1 has made. Only two phases have more than one in the script. */
function movesIn(phase: Phase, state: State, made: string[]): number {
  if (phase === 'setup') return written(state, state.players[1].hand).length;
  return phase === 'playing' ? made.filter((m) => /^(play|discard|leave|claim)\b/.test(m)).length : 0;
}

export const tutorial: Tutorial = {
  setup: { game: 'predicate-wars', players: 2, options: {}, rulings: {}, seed: '2', bots: [null, 'greedy'] },
  you: 0,
  script: (view, events) => {
    const state: State = view.state;
    if (view.to_move !== 1 || state.round > 1) return null;
    const lines = SCRIPT.filter(([phase]) => phase === state.phase).map(([, move]) => move);
    return lines[movesIn(state.phase, state, events.filter((e) => e.seat === 1).map((e) => e.move))] ?? null;
  },
};

function stepFor(s: State, you: number): Step | null {
  const n = written(s, s.players[you].hand).length;
  return STEPS.find((x) => x.phase === s.phase && (x.cards === undefined || x.cards === n)) ?? null;
}

export function Tutor({ session, act }: { session: Session; act: (move: string) => void }) {
  const { service } = useApp();
  const w = useWords();
  const [closed, setClosed] = useState(false);
  const [possible, setPossible] = useState('');
  const state: State = session.view.state;
  const step = session.yours && state.round === 1 ? stepFor(state, session.you) : null;
  useEffect(() => {
    setPossible('');
    if (!step) return undefined;
    let wanted = true;
    // Who has gone another way is not told to do what cannot be done.
    service.explain(session.table, session.you, [step.move]).then(([v]) => {
      if (wanted && v.readable && !v.clause) setPossible(step.move);
    });
    return () => { wanted = false; };
  }, [step?.comment, session.view.number]);
  if (closed) return null;
  const over = state.round > 1 || session.over;
  const text = over ? w.pw.tutor.end : step ? w.pw.tutor.steps[step.comment] : [w.pw.tutor.wait];
  return (
    <aside class="pw-tutor" aria-label={w.pw.tutor.name} data-step={over ? 'end' : step?.comment ?? 'wait'}>
      <div aria-live="polite">{text.map((p) => <p>{p}</p>)}</div>
      <p class="actions">
        {step && possible === step.move ? (
          <button type="button" class="primary" data-tutor={step.move} onClick={() => act(step.move)}>
            {givenBy(step.move) ? w.pw.tutor.fillIn : w.pw.tutor.doIt}{' '}<span class="pw-suggestion"><PhraseView p={told(step.move, null, w)} pack="french" w={w} /></span>
          </button>
        ) : null}
        <button type="button" class="quiet" onClick={() => setClosed(true)}>{w.pw.tutor.close}</button>
      </p>
    </aside>
  );
}
