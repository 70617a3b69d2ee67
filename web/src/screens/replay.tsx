// replay.tsx - a transcript move by move, with the clauses behind each.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app';
import { isOwn, screenOf } from '../games';
import type { GameScreen } from '../games';
import { REFEREE, SPECTATOR } from '../service/types';
import type { Event, Move, Seating, Verification, View } from '../service/types';
import { Book, OpenClause, Why } from '../ui/clause';
import { swap } from '../route';
import { announce } from '../ui/live';
import { Log, Panel } from '../ui/panel';
import { Terms } from '../ui/term';
import { fill, useWords } from '../words';
import { Seats, Story, storyText } from '../words/fact';
import { Offer, offerText } from '../words/told';
import { Felt } from './felt';
import { handed, handOver } from './handed';
import { adviser, botName, useSeatName } from './names';
import { mistakes, Opinion, ReviewPart, turningPoint, useReview } from './review';
import type { Handed } from './handed';
import type { Session } from './session';

/** What is replayed: a transcript, or the table of a game that goes on, as who sits there knows it. */
interface Loaded { seating: Seating; whole: { transcript: string; checked: Verification } | null; you: number }

/** `given`: the game that was handed over. */
export function ReplayScreen({ takeOver, running, review, given }: { takeOver: (transcript: string, you: number) => void; running: Session | null; review: boolean; given: boolean }) {
  const { service } = useApp();
  const w = useWords();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [wrong, setWrong] = useState('');
  const file = useRef<HTMLInputElement>(null);

  const load = async (transcript: string, you = -1, names: Handed['names'] = []) => {
    setWrong('');
    try {
      const seating = await service.resume(transcript);
      handOver({ transcript, you, names });
      swap(review ? 'review/game' : 'replay/game');
      seating.names = seating.names.map((name, seat) => name ?? names[seat] ?? null);
      setLoaded({ seating, whole: { transcript, checked: await service.verify(transcript) }, you });
    } catch (error) {
      setLoaded(null);
      setWrong(fill(w.replay.bad, error instanceof Error ? error.message : String(error)));
    }
  };
  useEffect(() => {
    const game = given ? handed() : null;
    if (game) void load(game.transcript, game.you, game.names);
    const over = (e: DragEvent) => e.preventDefault();
    const drop = async (e: DragEvent) => {
      e.preventDefault();
      const dropped = e.dataTransfer?.files[0];
      if (dropped) void load(await dropped.text());
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);
  useEffect(() => () => { if (loaded) void service.close(loaded.seating.table); }, [loaded]);
  const [now] = useState<Loaded | null>(() => running && { seating: { ...running.seating, count: running.view.count }, whole: null, you: running.you });
  const shown = loaded ?? now;

  return (
    <div class="replay-screen">
      <h1 tabIndex={-1}>{review ? w.review.heading : w.replay.heading}</h1>
      {shown ? null : <p>{review ? w.review.text : w.replay.text}</p>}
      {wrong ? <p class="message refusal" role="alert">{wrong}</p> : null}
      {shown ? <Steps key={shown.seating.table} loaded={shown} takeOver={takeOver} reviewed={review} /> : null}
      <p class="row file">
        <input type="file" ref={file} class="unseen" tabIndex={-1} aria-hidden="true" accept=".jsonl,.json,.txt" onChange={async (e) => { const f = e.currentTarget.files?.[0]; if (f) void load(await f.text()); }} />
        <button type="button" onClick={() => file.current?.click()}>{w.replay.file}</button>
        <span class="hint">{w.replay.drop}</span>
      </p>
    </div>
  );
}

/** Signs as on a player: shapes of our own, since fonts lack them. */
const SIGNS = {
  first: 'M4 4h3v16H4ZM20 4v16L8 12Z', back: 'M16 3 7 12l9 9 2.5-2.5L12 12l6.5-6.5Z', play: 'M6 3v18l15-9Z', stop: 'M5 4h5v16H5ZM14 4h5v16h-5Z',
  next: 'M8 3l9 9-9 9-2.5-2.5L12 12 5.5 5.5Z', last: 'M17 4h3v16h-3ZM4 4v16l12-8Z',
};

function StepButton({ sign, disabled, act }: { sign: keyof typeof SIGNS; disabled: boolean; act: () => void }) {
  const w = useWords();
  return (
    <button type="button" aria-label={w.replay[sign]} title={w.replay[sign]} disabled={disabled} onClick={act}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d={SIGNS[sign]} /></svg>{/play|stop/.test(sign) ? ` ${w.replay[sign]}` : null}
    </button>
  );
}

function Steps({ loaded: { whole, seating, you }, takeOver, reviewed }: { loaded: Loaded; takeOver: (transcript: string, you: number) => void; reviewed: boolean }) {
  const { service, game, spoken } = useApp();
  const w = useWords();
  const screen = screenOf(seating.game);
  const [at, setAt] = useState(reviewed ? seating.count : 0);
  const [end, setEnd] = useState<View | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const stepped = useRef(false);
  const [reader, setReader] = useState(whole ? REFEREE : you);
  const [view, setView] = useState<View | null>(null);
  const [events, setEvents] = useState<Event[]>([]);
  const [playing, setPlaying] = useState(false);
  const [clause, setClause] = useState('');
  const [panel, setPanel] = useState(false);
  const seatName = useSeatName(seating.names, you);
  const asked = useRef(0);
  const count = seating.count;

  useEffect(() => { service.events(seating.table, reader, 0, you).then(setEvents); }, [reader, spoken]);
  useEffect(() => {
    const mine = ++asked.current;
    service.view(seating.table, reader, at, you).then((v) => { if (mine === asked.current) setView(v); });
  }, [at, reader, spoken]);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => setAt((n) => (n < count ? n + 1 : n)), 900);
    return () => clearInterval(timer);
  }, [playing]);
  useEffect(() => { if (at >= count) setPlaying(false); }, [at]);
  useEffect(() => { if (whole) void service.view(seating.table, REFEREE, count, you).then(setEnd); }, [spoken]);

  const review = useReview(seating, events, you, reviewed && whole !== null);
  const done = review.judged.length > count && !review.going;
  // A review opens where it mattered most, unless somebody is looking at something by then.
  useEffect(() => {
    const most = mistakes(review)[0]?.number ?? turningPoint(review, Math.max(0, you));
    if (reviewed && done && !stepped.current && most !== null) setAt(most + 1);
  }, [done]);
  const event = at > 0 ? events[at - 1] : undefined;
  useEffect(() => {
    if (event) announce(`${fill(w.replay.step, at, count)}. ${storyText(event.story, w, seatName)}`);
  }, [at]);
  if (!view) return <p>{w.loading}</p>;
  const step = (to: number) => {
    stepped.current = true;
    setPlaying(false);
    setAt(Math.max(0, Math.min(count, to)));
  };
  const show = (to: number) => {
    step(to);
    top.current?.scrollIntoView({ block: 'start' });
  };
  const open = (id: string) => { setClause(''); setPanel(true); requestAnimationFrame(() => setClause(id)); };
  const upTo = () => {
    // The lines up to this move, with the chance lines that belong to it.
    let moves = 0;
    const kept: string[] = [];
    // That of a casual game has the courses that were left before it.
    const last = whole!.transcript.lastIndexOf('{"bylaw":');
    for (const line of whole!.transcript.slice(Math.max(0, last)).split('\n')) {
      if (/^\{"t":"end"/.test(line) || (moves >= at && !/^\{"(bylaw|t":"start)/.test(line))) break;
      kept.push(line);
      if (/^\{"t":"move"/.test(line)) moves++;
    }
    return `${kept.join('\n')}\n`;
  };

  // Above a long table, below one that fits the screen.
  const what = (
    <div class="message replay-event" data-step={at}>
      {event ? <Why why={event.why}><Story told={event.story} /></Why> : <p>{w.replay.start}</p>}
    </div>
  );

  return (
    <OpenClause.Provider value={open}>
     <Seats.Provider value={seatName}>
     <Terms.Provider value={game(seating.game).terms}>
     <Book.Provider value={seating.game}>
      <div class={panel ? 'table-screen with-panel' : 'table-screen'} data-game={seating.game}>
        <div class="play-area">
          <p class="checked">{!whole || /stops in the middle/.test(whole.checked.why) ? w.replay.unfinished : whole.checked.ok ? w.replay.verified : <span lang="en">{fill(w.replay.notVerified, whole.checked.line, whole.checked.why)}</span>}{whole?.checked.casual ? ` ${fill(w.replay.casual, whole.checked.taken_back)}` : ''}</p>
          {whole ? <ReviewPart review={review} seating={seating} events={events} end={end} you={you} at={at} step={show} seatName={seatName} /> : null}
          <div class="steps" ref={top} role="group" aria-label={w.replay.heading}>
            <StepButton sign="first" disabled={at === 0} act={() => step(0)} />
            <StepButton sign="back" disabled={at === 0} act={() => step(at - 1)} />
            <StepButton sign={playing ? 'stop' : 'play'} disabled={at >= count} act={() => setPlaying(!playing)} />
            <StepButton sign="next" disabled={at >= count} act={() => step(at + 1)} />
            <StepButton sign="last" disabled={at >= count} act={() => step(count)} />
            <input type="range" min={0} max={count} value={at} aria-label={fill(w.replay.step, at, count)} onInput={(e) => step(Number(e.currentTarget.value))} />
            <span class="step-name">{at === 0 ? w.replay.start : fill(w.replay.step, at, count)}</span>
            <label>{w.replay.as}
              <select value={reader} onChange={(e) => setReader(Number(e.currentTarget.value))}>
                {whole ? <option value={REFEREE}>{w.replay.everything}</option> : null}
                <option value={SPECTATOR}>{w.replay.spectator}</option>
                {[...Array(seating.players)].map((_, s) => (whole || s === you ? <option value={s}>{seatName(s)}</option> : null))}
              </select>
            </label>
          </div>
          {isOwn(screen) ? <>{what}<screen.Show view={view} table={seating.table} reader={reader} options={seating.options} seatName={seatName} /></> : (
            <Felt view={view} screen={screen} players={seating.players} you={-1} seatName={seatName} open={new Set()} mover={event?.seat ?? null} thinking={false} openHands />
          )}
          {isOwn(screen) ? null : what}
          {whole ? <Opinion review={review} seating={seating} at={at} /> : null}
          {whole || event?.seat === you ? <Instead key={at} table={seating.table} at={at} event={event} screen={screen} seatName={seatName} /> : null}
          {whole ? <p><button type="button" onClick={() => takeOver(upTo(), Math.max(0, reader))}>{w.replay.takeOver}</button> <span class="hint">{w.replay.takeOverText}</span></p> : null}
        </div>
        <Panel game={seating.game} clause={clause} rulings={seating.rulings} open={panel} close={() => setPanel(false)} wantsRules={clause !== ''}
          log={<Log events={events} at={at} />} />
      </div>
     </Book.Provider>
     </Terms.Provider>
     </Seats.Provider>
    </OpenClause.Provider>
  );
}

/** On demand: what the bot that gives hints would have done in place of whoever made this move. */
function Instead({ table, at, event, screen, seatName }: { table: number; at: number; event: Event | undefined; screen: GameScreen; seatName: (seat: number) => string }) {
  const { about, service } = useApp();
  const w = useWords();
  const [found, setFound] = useState<{ move: Move | null } | 'thinking' | null>(null);
  const bot = adviser(about.bots, screen);
  if (!event) return null;
  const ask = async () => {
    setFound('thinking');
    const move = await service.hint(table, bot, at - 1);
    setFound({ move });
    announce(move ? fill(w.replay.insteadIs, offerText(move, undefined, screen, w, seatName)) : w.replay.insteadNone);
  };
  return (
    <div class="instead">
      <button type="button" disabled={found === 'thinking'} onClick={ask}>{found === 'thinking' ? w.replay.insteadThinking : fill(w.replay.instead, botName(bot, w))}</button>{' '}
      {found && found !== 'thinking' ? (
        <span class="instead-move" data-move={found.move?.text ?? ''}>
          {!found.move ? w.replay.insteadNone : found.move.text === event.move.text ? w.replay.insteadSame
            : <Offer move={found.move} state={undefined} screen={screen} />}
        </span>
      ) : null}
    </div>
  );
}
