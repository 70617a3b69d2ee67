// tutorial.tsx - the lessons beside what is written here: at the table with something to fill in, and
// line by line beside a proof.
import type { Session } from '../../screens/session';
import type { DraftWish } from '../../service/draft';
import type { Move } from '../../service/types';
import { LessonPanel, SaidView, useLesson } from '../../ui/lesson';
import { useWords } from '../../words';
import { givenBy } from './phases';
import type { State } from './state';

/** It moves into the editor while that is open: `close` outlives it. */
export function Tutor({ session, act, close }: { session: Session; act: (move: Move) => void; close: () => void }) {
  const w = useWords();
  return <LessonPanel session={session} act={act} close={close} label={(move) => (givenBy(move) ? w.lesson.fillIn : w.lesson.doIt)}
    idle={<p>{w.pw.can[(session.view.state as State).phase]}</p>} />;
}

/** Beside a proof: what its next line is for. */
export function Coach({ session, draft }: { session: Session; draft: DraftWish }) {
  const lesson = useLesson(session, draft);
  if (!lesson || lesson.words.length === 0) return null;
  return <div class="pw-coach" role="status" data-coach={lesson.name}><SaidView said={lesson.words} /></div>;
}
