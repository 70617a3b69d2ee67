// table.tsx - the table of Predicate Wars: played at, and looked at.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app';
import { useBared } from '../../screens/others';
import type { Move } from '../../service/types';
import { flight } from '../../settings';
import { ClauseLink } from '../../ui/clause';
import { useCardMotion } from '../../ui/motion';
import { fill, useWords } from '../../words';
import type { ShowProps, TableProps } from '../screen';
import { Around, Held, Played, Proposed, Rules } from './board';
import { Glance, Progress } from './glance';
import { Reader } from './parsed';
import { Act, givenBy } from './phases';
import type { Given } from './phases';
import { CLAUSES } from './state';
import type { State } from './state';
import { Taught, Tutor } from './tutorial';
import type { Writing } from './tutorial';

/** What is going on, for who is to move and for who waits. */
function Explained({ state: s, yours, seatName }: { state: State; yours: boolean; seatName: (seat: number) => string }) {
  const w = useWords();
  const what = w.pw.what[s.phase];
  const clauses = CLAUSES[s.phase];
  return (
    <div class="pw-explained">
      <h2 tabIndex={-1}>{w.pw.phases[s.phase]}</h2>
      <p>{what}</p>
      {s.phase === 'over' || s.to_move === null ? null
        : <p class="pw-can">{yours ? w.pw.can[s.phase] : fill(w.pw.waitFor, seatName(s.to_move))}</p>}
      <p class="pw-clauses"><span class="hint">{w.pw.because}</span> {clauses.map((id) => <ClauseLink key={id} id={id} />)}</p>
    </div>
  );
}

/** Whatever is scrolled into view, or takes the focus, is clear of what stays at the edges. */
function useClear(ref: RefObject<HTMLElement>) {
  const look = () => {
    const { style } = document.documentElement;
    const tall = (what: string) => {
      const found = ref.current?.parentElement?.querySelector<HTMLElement>(what);
      return found && getComputedStyle(found).position === 'sticky' && 2 * found.offsetWidth > innerWidth ? found.offsetHeight : 0;
    };
    style.setProperty('--clear-top', `${tall('.pw > .lesson') + 8}px`);
    style.setProperty('--clear-bottom', `${tall('.bar') + tall('.finish') + 12}px`);
  };
  useLayoutEffect(look);
  useEffect(() => {
    const watch = new ResizeObserver(look);
    watch.observe(ref.current!);
    return () => watch.disconnect();
  }, []);
}

/** What is said is brought into view, once. */
function InView({ children }: { children: ComponentChildren }) {
  const ref = useRef<HTMLDivElement>(null);
  const seen = useRef<string | null>('');
  useEffect(() => {
    if (!ref.current || ref.current.textContent === seen.current) return;
    seen.current = ref.current.textContent;
    ref.current.scrollIntoView({ block: 'nearest' });
  });
  return <div ref={ref}>{children}</div>;
}

/** What is due next comes into view when it is, unless a lesson leads the eye; what is in view already stays where it is. */
function useTask(ref: RefObject<HTMLElement>, task: string | null) {
  useEffect(() => {
    const now = task && ref.current?.querySelector('.pw-now');
    if (!now) return;
    const { top } = now.getBoundingClientRect();
    if (top < 0 || top > .75 * innerHeight) now.scrollIntoView({ block: 'start' });
  }, [task]);
}

export function Table(p: TableProps) {
  const w = useWords();
  const root = useRef<HTMLDivElement>(null);
  useClear(root);
  const { session, seatName } = p;
  const { you } = session;
  const state: State = (useBared(session) ?? session.view).state;
  const { settings } = useApp();
  useCardMotion(root, session.view.number, session.events[session.events.length - 1]?.seat ?? null, flight(settings));
  const [given, setGiven] = useState<Given | null>(null);
  useEffect(() => setGiven(null), [session.view.number]);
  const reader = useMemo(() => ({ table: session.table, seat: you }), [session.table, you]);
  /** Carries out what was advised: into the editor, or as a move. */
  const act = (move: Move) => {
    const draft = givenBy(move);
    if (!draft) return void p.play(move);
    setGiven(draft);
    return p.hush();   // it is taken
  };
  const [editing, setEditing] = useState(false);
  const { guide } = p;
  useTask(root, session.yours && !guide ? state.phase : null);
  const lesson = (writing?: Writing) => (guide ? <Tutor session={session} guide={guide} act={act} writing={writing} /> : null);
  const choosing = session.yours && ['setup', 'editing', 'playing'].includes(state.phase);
  const said = p.said || p.hinted ? <InView>{p.said}{p.hinted ? <p><button type="button" class="primary" data-take={p.hinted.text} onClick={() => act(p.hinted!)}>{w.pw.takeHint}</button></p> : null}</InView> : null;
  return (
    <Reader.Provider value={reader}>
     <Taught.Provider value={session.yours ? guide?.move ?? null : null}>
      <div class="pw" ref={root}>
        <Progress state={state} />
        {editing ? null : lesson()}
        <Glance state={state} you={you} full={Number(session.setup.options.health)} seatName={seatName} thinking={session.thinking} />
        <section class="pw-now" aria-label={w.pw.now} data-phase={state.phase}>
          <Explained state={state} yours={session.yours} seatName={seatName} />
          {/* Who proves has the same statements in the workshop. */}
          {session.yours && state.phase === 'proving' ? null : <Played state={state} options={session.setup.options} seatName={seatName} />}
          <Proposed state={state} seatName={seatName} />
          <Act {...p} said={said} given={given} lesson={lesson} setEditing={setEditing} />
        </section>
        {you >= 0 && !choosing ? (
          <section class="pw-own"><h2>{w.pw.yourCards}</h2><Held ids={state.players[you].hand} state={state} label={w.pw.yourCards} /></section>
        ) : null}
        <section class="pw-rest"><h2>{w.pw.around}</h2><Around state={state} you={you} seatName={seatName} /></section>
      </div>
     </Taught.Provider>
    </Reader.Provider>
  );
}

/** The same table, nothing to press: all hands as far as the reader sees them. */
export function Show({ view, table, reader, options, seatName }: ShowProps) {
  const w = useWords();
  const state: State = view.state;
  // In a replay nothing is hidden from the page: any seat may ask.
  const who = useMemo(() => ({ table, seat: Math.max(0, reader) }), [table, reader]);
  return (
    <Reader.Provider value={who}>
      <div class="pw">
        <Progress state={state} />
        <Glance state={state} you={reader} full={Number(options.health)} seatName={seatName} thinking={false} />
        <section class="pw-now" aria-label={w.pw.now} data-phase={state.phase}>
          <Explained state={state} yours={false} seatName={seatName} />
          <Played state={state} options={options} seatName={seatName} />
          <Proposed state={state} seatName={seatName} />
          {state.rules.some(Boolean) ? <Rules state={state} /> : null}
        </section>
        <section class="pw-rest"><h2>{w.pw.around}</h2><Around state={state} you={-1} seatName={seatName} open /></section>
      </div>
    </Reader.Provider>
  );
}
