// tutorial.tsx - the first round with comments: for each phase what it is for and something to do.
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app';
import type { Session } from '../../screens/session';
import { fill, useWords } from '../../words';
import { PhraseView } from '../../words/phrase';
import { stepFor } from './lesson';
import { givenBy } from './phases';
import { told } from './phrase';
import type { State } from './state';

export function Tutor({ session, act }: { session: Session; act: (move: string) => void }) {
  const { service } = useApp();
  const w = useWords();
  const [closed, setClosed] = useState(false);
  const [possible, setPossible] = useState('');
  const state: State = session.view.state;
  const step = session.yours && state.round === 1
    ? stepFor({ s: state, you: session.you, legal: session.view.legal, options: session.setup.options }) : null;
  useEffect(() => {
    setPossible('');
    if (!step) return undefined;
    let wanted = true;
    // Who has gone another way is not told to do what cannot be done.
    service.explain(session.table, session.you, [step.move]).then(([v]) => {
      if (wanted && v.readable && !v.clause) setPossible(step.move);
    });
    return () => { wanted = false; };
  }, [step?.move, session.view.number]);
  if (closed) return null;
  const over = state.round > 1 || session.over;
  const text = over ? w.pw.tutor.end : step ? w.pw.tutor.steps[step.comment].map((p) => fill(p, ...(step.values ?? []))) : [session.yours ? w.pw.can[state.phase] : w.pw.tutor.wait];
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
