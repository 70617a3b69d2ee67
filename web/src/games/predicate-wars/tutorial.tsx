// tutorial.tsx - the lessons beside what is written here: at the table with something to fill in, and
// line by line beside a proof.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session } from '../../screens/session';
import type { DraftKind, DraftWish } from '../../service/draft';
import type { Move } from '../../service/types';
import { LessonPanel, SaidView, useLesson } from '../../ui/lesson';
import type { Guide } from '../../ui/lesson';
import { fill, useWords } from '../../words';
import { PhraseView } from '../../words/phrase';
import type { CardDraft } from './drafts';
import { warsMove } from './moves';
import { givenBy } from './phases';
import { told } from './phrase';
import type { State } from './state';

/** The move that a lesson means. */
export const Taught = createContext<Move | null>(null);
/** The mark of what it is done with. */
export function useTaught() {
  const move = useContext(Taught), at = ['edit', 'claim', 'play', 'discard'].includes(move?.kind ?? '') ? warsMove(move!).cards! : [];
  const mark = (is: boolean) => (is ? ' taught' : '');
  return { kind: (kind: string) => mark(move?.kind === kind), move: (text: string) => mark(move?.text === text), card: (id: number) => mark(at.includes(id)) };
}

/** What is written just now, and the way to hand it in. */
export interface Writing { draft: CardDraft; label: string; submit(): void }

const says = (a: CardDraft, b?: CardDraft) => !!b && a.statement === b.statement && a.tag === b.tag && a.cost === b.cost;

/** It moves into the editor while that is open. */
export function Tutor({ session, guide, act, writing }: { session: Session; guide: Guide; act: (move: Move) => void; writing?: Writing }) {
  const w = useWords();
  // What is to be pressed or chosen comes into view; the bar always is.
  const show = () => document.querySelector('.pw-now .taught, .pw-now .workshop')?.scrollIntoView({ block: document.querySelector('.pw-now .workshop') ? 'start' : 'nearest' });
  const meant = guide.move ? givenBy(guide.move) : null;
  return <LessonPanel guide={guide} act={act} asks={writing ? undefined : show} form={!!writing} idle={<p>{w.pw.can[(session.view.state as State).phase]}</p>}
    suggested={(move) => (givenBy(move) ? w.lesson.fillIn
      // The lines of a proof are for the workshop.
      : <>{w.lesson.doIt} <span class="suggestion">{warsMove(move).lemmas ? w.workshop.submit[move.kind as DraftKind] : <PhraseView p={told(move, null, w)} pack="french" w={w} />}</span></>)}
    then={writing && says(writing.draft, meant?.draft) ? { text: fill(w.lesson.filled, writing.label), label: writing.label, act: writing.submit } : null} />;
}

/** Beside a proof: what its next line is for. */
export function Coach({ session, draft }: { session: Session; draft: DraftWish }) {
  const lesson = useLesson(session, draft);
  if (!lesson || lesson.words.length === 0) return null;
  return <div class="pw-coach" role="status" data-coach={lesson.name}><SaidView said={lesson.words} /></div>;
}
