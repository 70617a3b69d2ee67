// tutorial.tsx - the first round with comments. What is said, and when, is the same as at the terminal
// (src/draft/lessons.def): at the table with something to do, and line by line beside a proof.
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app';
import type { Session } from '../../screens/session';
import type { DraftWish, Lesson } from '../../service/draft';
import type { Move } from '../../service/types';
import { useWords } from '../../words';
import { PhraseView } from '../../words/phrase';
import { givenBy } from './phases';
import { told } from './phrase';
import type { State } from './state';

function useLesson(session: Session, draft?: DraftWish): Lesson | null {
  const { service, spoken } = useApp();
  const [lesson, setLesson] = useState<Lesson | null>(null);
  useEffect(() => {
    let wanted = true;
    service.lesson(session.table, session.you, draft).then((l) => { if (wanted) setLesson(l); }, () => undefined);
    return () => { wanted = false; };
  }, [session.table, session.view.number, JSON.stringify(draft), spoken]);
  return lesson;
}

export function Tutor({ session, act }: { session: Session; act: (move: Move) => void }) {
  const { service } = useApp();
  const w = useWords();
  const [closed, setClosed] = useState(false);
  const [possible, setPossible] = useState<Move | null>(null);
  const lesson = useLesson(session);
  const move = session.yours ? lesson?.move ?? null : null;
  useEffect(() => {
    setPossible(null);
    if (!move) return undefined;
    let wanted = true;
    // Who has gone another way is not told to do what cannot be done.
    service.explain(session.table, session.you, [move.text]).then(([v]) => {
      if (wanted && v.readable && !v.clause) setPossible(move);
    });
    return () => { wanted = false; };
  }, [move?.text, session.view.number]);
  if (closed || !lesson) return null;
  const waits = !session.yours && lesson.name !== 'end';
  return (
    <aside class="pw-tutor" aria-label={w.pw.tutor.name} data-step={waits ? 'wait' : lesson.name}>
      <div aria-live="polite">{waits ? <p>{w.pw.tutor.wait}</p> : lesson.name ? lesson.words.map((said) => <p>{said}</p>) : <p>{w.pw.can[(session.view.state as State).phase]}</p>}</div>
      <p class="actions">
        {move && possible?.text === move.text ? (
          <button type="button" class="primary" data-tutor={move.text} onClick={() => act(move)}>
            {givenBy(move) ? w.pw.tutor.fillIn : w.pw.tutor.doIt}{' '}<span class="pw-suggestion"><PhraseView p={told(move, null, w)} pack="french" w={w} /></span>
          </button>
        ) : null}
        <button type="button" class="quiet" onClick={() => setClosed(true)}>{w.pw.tutor.close}</button>
      </p>
    </aside>
  );
}

/** Beside a proof: what its next line is for. */
export function Coach({ session, draft }: { session: Session; draft: DraftWish }) {
  const lesson = useLesson(session, draft);
  if (!lesson || lesson.words.length === 0) return null;
  return <div class="pw-coach" role="status" data-coach={lesson.name}>{lesson.words.map((said) => <p>{said}</p>)}</div>;
}
