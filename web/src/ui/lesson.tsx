// lesson.tsx - a guided first game: what the lessons say now, and what the last move meant; how a game
// is played, in a dialog. What is said, and when, is the same as at the terminal.
import { useEffect, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { useApp } from '../app';
import { screenOf } from '../games';
import type { Session } from '../screens/session';
import type { DraftWish } from '../service/draft';
import type { Game, Lesson, Move, Sentence } from '../service/types';
import { isKnown, keepKnown } from '../settings';
import { useWords } from '../words';
import { FactView } from '../words/fact';
import { Offer } from '../words/told';
import { ClauseLink } from './clause';
import { Dialog } from './dialog';

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

/** Paragraphs, each with its clauses behind it. */
export function SaidView({ said, class: name }: { said: Sentence[]; class?: string }) {
  return <>{said.map((s) => <p class={name}><FactView fact={s} />{s.clauses.map((id) => <> <ClauseLink id={id} /></>)}</p>)}</>;
}

/** `act` carries out what is suggested; `label` stands before it; `idle` where no lesson fits.
 *  `close` is for who keeps in mind that no more is to be said. */
export function LessonPanel({ session, act, close, label, idle }: { session: Session; act: (move: Move) => void; close?: () => void; label?: (move: Move) => string; idle?: ComponentChildren }) {
  const { service } = useApp();
  const w = useWords();
  const screen = screenOf(session.setup.game);
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
    <aside class="lesson" aria-label={w.lesson.name} data-step={waits ? 'wait' : lesson.name} data-turn={session.view.number}>
      <div class="lesson-words" aria-live="polite" tabIndex={0} role="group" aria-label={w.lesson.name}>
        <SaidView said={lesson.meant} class="meant" />
        {waits ? <p>{w.lesson.wait}</p> : lesson.name ? <SaidView said={lesson.words} /> : idle}
      </div>
      <p class="actions">
        {move && possible?.text === move.text ? (
          <button type="button" class="primary" data-tutor={move.text} onClick={() => act(move)}>
            {label?.(move) ?? w.lesson.doIt}{' '}<span class="suggestion"><Offer move={move} state={undefined} screen={screen} /></span>
          </button>
        ) : null}
        <button type="button" class="quiet" onClick={close ?? (() => setClosed(true))}>{w.lesson.close}</button>
      </p>
    </aside>
  );
}

/** The goal, how to play, and what stands on the table. */
export function HowToPlay({ game, close }: { game: Game; close: () => void }) {
  const { spoken } = useApp();
  const w = useWords();
  const rows = game.guide.filter((row) => row.move);
  return (
    <Dialog title={`${game.title}: ${w.lesson.how}`} close={close}>
      <div class="guide" lang={spoken}>
        <p><strong>{game.goal}</strong></p>
        {game.guide.filter((row) => !row.move).map((row) => <p>{row.text}</p>)}
        <ul>{rows.map((row) => <li>{row.text} <code class="hint">{row.move}</code></li>)}</ul>
        <details><summary>{w.lesson.terms}</summary>
          <dl>{game.terms.map((t) => <div><dt>{t.name}</dt><dd>{t.text}</dd></div>)}</dl>
        </details>
      </div>
    </Dialog>
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
    <aside class="first-game" aria-label={w.lesson.how}>
      <p lang={spoken}>{game.goal}</p>
      <p class="actions">
        <button type="button" class="primary" onClick={how}>{w.lesson.how}</button>
        <button type="button" class="quiet" onClick={putAway}>{w.lesson.gotIt}</button>
      </p>
    </aside>
  );
}

/** A button that tells how a game is played. */
export function HowButton({ game }: { game: Game }) {
  const w = useWords();
  const [open, setOpen] = useState(false);
  return <>
    <button type="button" class="how" aria-label={`${w.lesson.how}: ${game.title}`} onClick={() => setOpen(true)}>{w.lesson.how}</button>
    {open ? <HowToPlay game={game} close={() => setOpen(false)} /> : null}
  </>;
}
