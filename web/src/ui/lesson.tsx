// lesson.tsx - a guided first game: what the lessons say now, and what the last move meant. What is
// said, and when, is the same as at the terminal.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { useApp } from '../app';
import type { Session } from '../screens/session';
import type { DraftWish } from '../service/draft';
import type { Game, Lesson, Move, Sentence } from '../service/types';
import { isKnown, keepKnown } from '../settings';
import { fill, useWords } from '../words';
import { FactView } from '../words/fact';
import { ClauseLink } from './clause';

const LINE = 24;   // pixels of what was read that stay in view

export function useLesson(session: Session, draft?: DraftWish): Lesson | null {
  const { service, spoken } = useApp();
  const [lesson, setLesson] = useState<Lesson | null>(null);
  useEffect(() => {
    let wanted = true;
    service.lesson(session.table, session.you, draft).then((l) => { if (wanted) setLesson(l); }, () => undefined);
    return () => { wanted = false; };
  }, [session.table, session.view.number, JSON.stringify(draft), spoken]);
  return lesson;
}

/** What a guided game says now, how far its pupil has read, and what it suggests. */
export interface Guide {
  lesson: Lesson;
  turn: number;
  /** It is the pupil's turn, or the game is over. */
  due: boolean;
  /** It is of the position before: the pupil has read it, and nothing of it can be done any more. */
  past: boolean;
  /** What is suggested and can be done: who has gone another way is not told to do what cannot be. */
  move: Move | null;
  /** The thought that stands, at the table and in what is written there. */
  at(place: string): number;
  read(place: string, at: number): void;
  /** All of it is read but the last thought, which says what to do at the table. */
  asks: boolean;
  close(): void;
  /** On to a game without comments. */
  plain(): void;
}

/** How many there are at the table, at the pupil's turn; where no lesson fits, one. */
const thoughts = ({ name, meant, words, form }: Lesson) => meant.length + (name ? words.slice(0, form).length : 1);

/** null: nothing is to be said. */
export function useGuide(session: Session, plain: () => void): Guide | null {
  const { service, spoken } = useApp();
  const [said, setSaid] = useState<Pick<Guide, 'lesson' | 'turn' | 'due' | 'move'> | null>(null);
  const [reads, setReads] = useState<Record<string, number>>({});
  const [closed, setClosed] = useState(false);
  const { table, you, yours, view: { number: turn } } = session;
  useEffect(() => {
    if (!session.tutorial || closed) return undefined;
    let wanted = true;
    const find = async () => {
      const lesson = await service.lesson(table, you);
      const [verdict] = yours && lesson.move ? await service.explain(table, you, [lesson.move.text]) : [];
      if (wanted) setSaid({ lesson, turn, due: yours || lesson.name === 'end', move: verdict?.readable && !verdict.clause ? lesson.move : null });
    };
    find().catch(() => undefined);
    return () => { wanted = false; };
  }, [table, turn, yours, spoken, closed]);
  // Who has learned a game need not be told how it is played.
  const moved = session.tutorial && session.events.some((e) => e.seat === you);
  useEffect(() => { if (moved) keepKnown(session.setup.game); }, [moved]);
  if (!said || closed) return null;
  const key = (place: string) => `${said.turn} ${place}`;
  const at = (place: string) => reads[key(place)] ?? 0;
  return {
    ...said,
    past: said.turn !== turn,
    at,
    asks: said.due && said.turn === turn && at('table') + 1 >= thoughts(said.lesson),
    read: (place, at) => setReads((old) => ({ ...old, [key(place)]: at })),
    close: () => setClosed(true),
    plain,
  };
}

/** Paragraphs, each with its clauses behind it. */
export function SaidView({ said, class: name }: { said: Sentence[]; class?: string }) {
  return <>{said.map((s) => <p class={name}><FactView fact={s} />{s.clauses.map((id) => <> <ClauseLink id={id} /></>)}</p>)}</>;
}

/** Words in a box that may be too small for them: then it says so, and a press shows the rest. */
function Roomy({ of, children }: { of: unknown; children: ComponentChildren }) {
  const w = useWords();
  const ref = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState(false);
  const look = () => { if (ref.current) setMore(ref.current.scrollTop + ref.current.clientHeight < ref.current.scrollHeight - 2); };
  useLayoutEffect(() => {
    if (ref.current) ref.current.scrollTop = 0;
  }, [of]);
  useLayoutEffect(look);
  useEffect(() => {
    const watch = new ResizeObserver(look);
    watch.observe(ref.current!);
    return () => watch.disconnect();
  }, []);
  return (
    <div class="lesson-room">
      <div class="lesson-words" ref={ref} onScroll={look} aria-live="polite" tabIndex={0} role="group" aria-label={w.lesson.name}>{children}</div>
      {more ? <button type="button" class="lesson-more" onClick={() => ref.current!.scrollBy(0, ref.current!.clientHeight - LINE)}>▾ {w.lesson.more}</button> : null}
    </div>
  );
}

interface LessonProps {
  guide: Guide;
  /** Carries out what is suggested, which `suggested` names. */
  act(move: Move): void;
  suggested(move: Move): ComponentChildren;
  /** Where no lesson fits. */
  idle?: ComponentChildren;
  /** It stands in what is written, and speaks of that; `then`: that is done, and this is next. */
  form?: boolean;
  then?: { text: string; label: string; act(): void } | null;
  /** Something is to be done now. */
  asks?: () => void;
}

/** One thought at a time, the earlier ones a press away; with the last of them, what is suggested. */
export function LessonPanel({ guide, act, suggested, idle, form = false, then = null, asks }: LessonProps) {
  const w = useWords();
  const { lesson, turn, due, past, move } = guide;
  const place = form ? 'form' : 'table';
  const said = (all: Sentence[], kind?: string) => all.map((s) => <>{kind ? <span class="lesson-of">{w.lesson.lastMove}</span> : null}<SaidView said={[s]} class={kind} /></>);
  // What was said at the table is said once more where something is written, until that is done.
  const words = !form ? lesson.words.slice(0, lesson.form) : lesson.form < lesson.words.length ? lesson.words.slice(lesson.form) : then ? [] : lesson.words;
  const thoughts = !due ? (lesson.meant.length > 0 ? said(lesson.meant, 'meant') : [<p>{w.lesson.wait}</p>])
    : [...(form ? [] : said(lesson.meant, 'meant')), ...(lesson.name ? said(words) : [idle]), ...(then ? [<p data-then>{then.text}</p>] : [])];
  const last = thoughts.length - 1, at = past ? last : Math.min(guide.at(place), last);
  const asked = due && !past && at === last;
  useEffect(() => { if (asked) asks?.(); }, [asked, turn]);
  const go = (to: number) => guide.read(place, to);
  // Whoever presses twice to go on does not thereby make a move.
  const once = (does: () => void) => (event: MouseEvent) => { if (event.detail < 2) does(); };
  return (
    <aside class="lesson" aria-label={w.lesson.name} data-step={due ? lesson.name : 'wait'} data-turn={turn} data-thought={`${at + 1}/${thoughts.length}`}>
      <Roomy of={`${turn} ${at}`}>{thoughts[at]}</Roomy>
      <p class="actions">
        {last > 0 ? <button type="button" class="quiet lesson-back" aria-label={w.lesson.back} disabled={past || at === 0} onClick={() => go(at - 1)}>‹</button> : null}
        {at < last ? <button type="button" class="primary" data-go-on onClick={() => go(at + 1)}>{w.lesson.goOn} <span class="suggestion">{at + 1}/{thoughts.length}</span></button>
          : then ? <button type="button" class="primary" data-next disabled={past} onClick={once(then.act)}>{then.label}</button>
            : move ? <button type="button" class="primary" data-tutor={move.text} disabled={past} onClick={once(() => { act(move); if (form) go(at + 1); })}>{suggested(move)}</button>
              : lesson.name === 'end' ? <button type="button" class="primary" data-plain onClick={once(guide.plain)}>{w.lesson.plain}</button> : null}
        <button type="button" class="quiet lesson-close" aria-label={w.lesson.close} title={w.lesson.close} onClick={guide.close}><span class="said">{w.lesson.close}</span></button>
      </p>
    </aside>
  );
}

/** At somebody's first game of a kind: its goal and the way to the rest, until it is put away or a move
 *  is made. */
export function FirstGame({ game, moved, how }: { game: Game; moved: boolean; how: () => void }) {
  const { spoken } = useApp();
  const w = useWords();
  const [open, setOpen] = useState(() => !isKnown(game.id));
  const putAway = () => {
    keepKnown(game.id);
    setOpen(false);
  };
  useEffect(() => { if (open && moved) putAway(); }, [moved]);
  return !open ? null : (
    <aside class="first-game" data-passes aria-label={w.lesson.how}>
      <p lang={spoken}>{game.goal}</p>
      <p class="actions">
        <button type="button" class="primary" onClick={how}>{w.lesson.how}</button>
        {game.lessons ? <a class="button" href={`#/tutorial/${game.id}`} aria-label={fill(w.home.tutorialOf, game.title)}>{w.home.tutorial}</a> : null}
        <button type="button" class="quiet" onClick={putAway}>{w.lesson.gotIt}</button>
      </p>
    </aside>
  );
}
