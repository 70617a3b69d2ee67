// table.tsx - playing: the frame of every table. What is on it is the game's: a hand of cards, or
// a table of its own.
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { useApp } from '../app';
import { isOwn, screenOf } from '../games';
import type { GameScreen } from '../games';
import type { TableHandle, TableProps } from '../games/screen';
import { toLink } from '../link';
import { ServiceError, unread } from '../service/types';
import type { Bot, Fact, Move, Parts, Reply, Verdict } from '../service/types';
import { ClauseLink, OpenClause, Reasons } from '../ui/clause';
import { HowButton, LessonPanel } from '../ui/lesson';
import { announce } from '../ui/live';
import { Log, Panel } from '../ui/panel';
import { cardName, fill, list, useWords } from '../words';
import { factText, FactView, You } from '../words/fact';
import { phraseText, PhraseView } from '../words/phrase';
import { CardTable } from './card-table';
import { describe } from './felt';
import { useToReplay } from './others';
import type { Session } from './session';
import { go } from '../route';
import { Dialog } from '../ui/dialog';
import { saveFile, pickFile } from '../ui/file';
import type { Kept } from '../kept';

interface Refusal { move: Move; clause: string; fact: Fact | null; why: Verdict['why'] }

/** Where the focus goes when what had it is gone, the best place first. */
const NEXT = ['.felt > .hand [tabindex="0"]', '.pw-now h2', '.moves button', 'h1'];
const MOST = 60000;   // characters that can be typed: proofs are long

/** What is said below the hand: a refusal with its clauses, or a plain sentence. */
type Message = { refusals: Refusal[] } | { text: string } | null;

export function botName(bot: string, w: ReturnType<typeof useWords>): string {
  return (w.setup.bots[bot] ?? bot).split(':')[0];
}

/** The bot that is asked for advice. */
export function adviser(bots: Bot[], screen: GameScreen): string {
  return screen.adviser ?? (bots.some((b) => b.name === 'ismcts') ? 'ismcts:3000' : 'greedy');
}

export function useSeatName(bots: (string | null)[], you: number) {
  const w = useWords();
  return (seat: number) =>
    seat === you ? w.table.you : bots[seat] ? fill(w.table.bot, seat, botName(bots[seat]!, w)) : fill(w.table.person, seat);
}

export function TableScreen({ session, restart, load }: {
  session: Session; restart: () => void; load: (transcript: string) => void;
}) {
  const app = useApp();
  const w = useWords();
  const screen = screenOf(session.setup.game);
  const game = app.game(session.setup.game);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [hinted, setHinted] = useState<Move | null>(null);
  const [message, setMessage] = useState<Message>(null);
  const [clause, setClause] = useState('');
  const [panel, setPanel] = useState(false);
  const [words, setWords] = useState('');
  const [shared, setShared] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const handle = useRef<TableHandle>({ key: () => undefined, spoken: () => null });
  const told = useRef(session.events.length);
  const before = useRef<unknown>(null);
  const { view, you } = session;
  const { rulings } = session.setup;
  const seatName = useSeatName(session.setup.bots, you);

  useEffect(() => session.listen(() => redraw(0)), [session]);
  // Whatever happens on the table makes what was said and advised out of date, at once.
  useLayoutEffect(() => {
    setHinted(null);
    if (session.yours || session.over) setMessage(null);
  }, [view.number]);
  useEffect(() => {
    const news = session.events.slice(told.current);
    told.current = session.events.length;
    const said = news.map((e) => `${seatName(e.seat)}: ${phraseText(screen.phrase(e.move, undefined, w), screen.pack, w)}.`);
    if (isOwn(screen) && before.current) said.push(...screen.news(before.current, view.state, w, seatName));
    before.current = view.state;
    if (session.over) said.push(outcome());
    else if (session.yours) said.push(w.table.yourTurn + '.');
    if (said.length > 0) announce(said.join(' '));
  }, [view.number]);

  // A card that had the focus and is gone hands it to its neighbours.
  const area = useRef<HTMLDivElement>(null);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (!focused.current || focused.current.isConnected || document.activeElement !== document.body) return;
    for (const next of NEXT) {
      const found = area.current?.querySelector<HTMLElement>(next);
      if (found) return found.focus();
    }
  });

  function outcome(): string {
    const r = view.result;
    if (!r) return '';
    const won = r.winner === null ? w.table.nobodyWon : r.winner === you ? w.table.won : fill(w.table.wonBy, seatName(r.winner));
    return `${w.table.over}. ${won}`;
  }

  const explainMoves = async (tries: (string | Parts)[]) => {
    if (you < 0 || tries.length === 0) return;
    const verdicts = await app.service.explain(session.table, you, tries);
    const refusals = verdicts.flatMap(({ move, clause: id, why }): Refusal[] =>
      (move && id ? [{ move, clause: id, fact: why.find((r) => r.clause === id && r.fact)?.fact ?? null, why }] : []));
    if (refusals.length === 0) return;
    setMessage({ refusals });
    const first = refusals[0];
    announce(`${fill(w.table.whyNotMove, phraseText(screen.phrase(first.move, view.state, w), screen.pack, w))}. ${fill(w.table.refused, first.clause, factText(first.fact, w, you))}`);
  };

  const settle = (reply: Reply, words: string) => {
    if (reply.answer === 'forbidden') {
      setMessage({ refusals: [{ move: reply.move ?? unread(words), clause: reply.clause, fact: reply.fact, why: [] }] });
      announce(fill(w.table.refused, reply.clause, factText(reply.fact, w, you)));
    } else if (reply.answer === 'unreadable') {
      setMessage({ text: fill(w.table.unreadable, reply.wrong) });
      announce(fill(w.table.unreadable, reply.wrong));
    } else if (reply.answer === 'chatter') {
      setMessage({ text: w.table.chatter });
      announce(w.table.chatter);
    } else setMessage(null);
  };

  const play = async (move: Move | string) => {
    const { text, form } = typeof move === 'string' ? unread(move) : move;
    // The form of a move, not a move yet: the rest is for the person to write.
    if (form) {
      setWords(text);
      field.current?.focus();
      return false;
    }
    const reply = await session.submit(text);
    settle(reply, text);
    return reply.answer === 'accepted';
  };

  const say = async (event: Event) => {
    event.preventDefault();
    const text = words.trim();
    if (!text) return;
    setWords('');
    const meant = handle.current.spoken(text);
    if (meant) return settle(await session.submit(meant), text);
    const heard = game.hears ? await session.say(text) : null;
    if (heard && heard.answer !== 'chatter') return settle(heard, text);
    const reply = await session.submit(text);
    // Words without a figure that are no move are talk.
    return settle(reply.answer === 'unreadable' && heard && !/\d/.test(text) ? heard : reply, text);
  };

  const hint = async () => {
    const move = await app.service.hint(session.table, adviser(app.about.bots, screen));
    if (!move) return;
    setHinted(move);
    const text = fill(w.table.hintIs, phraseText(screen.phrase(move, view.state, w), screen.pack, w));
    setMessage({ text });
    announce(text);
  };

  const undo = async () => {
    try {
      await session.undo();
      setMessage({ text: w.table.undone });
      announce(w.table.undone);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const shown = /^move (\d+)/.exec(error.message);
      const text = shown ? fill(w.table.undoShown, shown[1]) : /has not moved/.test(error.message) ? w.table.undoNone
        : /have moved since/.test(error.message) ? w.table.undoMoved : w.table.undoNot;
      setMessage({ text });
      announce(text);
    }
  };

  const share = async () => {
    // A game that came from a file need not be the one that its seed deals.
    if (!await session.isDealt()) return setShared('');
    const moves = session.open ? await app.service.moves(session.table) : await app.service.keep(session.table);
    const link = await toLink({ setup: session.setup, you, moves });
    return setShared(new URL(link, location.href).href);
  };

  const save = async () => {
    const name = `bylaw-${session.setup.game}-${session.setup.seed}`;
    if (session.open) return saveFile(`${name}.jsonl`, await app.service.transcript(session.table));
    const game: Kept = { setup: session.setup, you, moves: await app.service.keep(session.table) };
    return saveFile(`${name}.json`, JSON.stringify(game));
  };
  const toReplay = useToReplay(session);

  const inWords = () => (isOwn(screen) ? screen.describe(view.state, you, w, seatName) : describe(view, screen, session.setup.players, you, seatName, w));
  const hand = !isOwn(screen) && you >= 0 ? screen.hand(view.state, you) : [];
  const readOut = () => announce([...inWords(), ...(hand.length > 0 ? [`${w.table.hand}: ${list(hand.map((c) => cardName(c, screen.pack, w)), w)}.`] : [])].join(' '));

  const onKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') {
      handle.current.key('Escape')?.();
      setMessage(null);
      setPanel(false);
      return;
    }
    // Where something is being written, keys are letters, also beside the field.
    if (!app.settings.keys || /INPUT|SELECT|TEXTAREA/.test(target.tagName) || target.closest('[data-writes]')) return;
    const act: Record<string, (() => void) | undefined> = {
      '/': () => field.current?.focus(), h: () => void hint(), u: () => void undo(), t: readOut,
      r: () => { setPanel(true); setClause(clause || ' '); },
    };
    const does = handle.current.key(event.key) ?? act[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  };
  const key = useRef(onKey);
  key.current = onKey;
  useEffect(() => {
    const press = (event: KeyboardEvent) => key.current(event);
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  const openClause = (id: string) => {
    setClause('');
    setPanel(true);
    requestAnimationFrame(() => setClause(id));
  };
  const status = session.over ? outcome() : session.yours ? w.table.yourTurn
    : session.thinking ? fill(w.table.thinking, seatName(view.to_move!)) : fill(w.table.turnOf, seatName(view.to_move!));
  // Where nothing is legal just now, the first row of the guide that shows a move.
  const example = view.legal.filter((m) => !m.form).pop()?.text ?? game.guide.find((row) => row.move)?.move ?? '';
  const lastEvent = session.events[session.events.length - 1];
  const lent: TableProps = {
    session, seatName, play, explain: explainMoves, hinted, handle, hush: () => setMessage(null),
    said: message ? <MessageView message={message} session={session} /> : null,
  };

  return (
    <OpenClause.Provider value={openClause}>
     <You.Provider value={you}>
      <div class={panel ? 'table-screen with-panel' : 'table-screen'} data-game={session.setup.game}>
        <div class="play-area" ref={area} onFocusIn={(e) => { focused.current = e.target as Element; }} onFocusOut={(e) => { if ((e.target as Element).isConnected && e.relatedTarget) focused.current = null; }}>
          <h1 tabIndex={-1} class="small-heading">{game.title}</h1>
          <p class={`status${session.yours ? ' yours' : ''}`} data-status={session.over ? 'over' : session.yours ? 'yours' : 'theirs'}>
            <strong>{status}</strong>
            {view.result?.why ? <> <ClauseLink id={view.result.why} /></> : null}
            {lastEvent ? <span class="last"> {seatName(lastEvent.seat)}: <PhraseView p={screen.phrase(lastEvent.move, undefined, w)} pack={screen.pack} w={w} /></span> : null}
          </p>
          {session.tutorial && !isOwn(screen) ? <LessonPanel session={session} act={(move) => void play(move)} /> : null}
          {isOwn(screen) ? <screen.Table {...lent} /> : <CardTable screen={screen} {...lent} />}

          {you >= 0 && !session.over ? (
            <form class="say" onSubmit={say}>
              <label for="say">{w.table.say}</label>
              <input id="say" ref={field} value={words} list="sayable" autocomplete="off" maxLength={MOST}
                aria-describedby="say-hint" onInput={(e) => setWords(e.currentTarget.value)} />
              <datalist id="sayable">{screen.words(w).map((x) => <option value={x} />)}{view.legal.map((m) => <option value={m.text} />)}</datalist>
              <button type="submit">{w.table.sayButton}</button>
              <span id="say-hint" class="hint">{fill(w.table.sayHint, example)}</span>
            </form>
          ) : null}

          <div class="tools" role="group" aria-label={w.table.more}>
            {you >= 0 ? <button type="button" disabled={!session.yours} onClick={hint}>{w.table.hint}</button> : null}
            {you >= 0 ? <button type="button" onClick={undo}>{w.table.undo}</button> : null}
            <button type="button" onClick={() => { if (session.over || session.events.length === 0 || confirm(w.table.restartSure)) restart(); }}>{w.table.restart}</button>
            <button type="button" onClick={() => go(`new/${session.setup.game}`)}>{w.table.newGame}</button>
            <HowButton game={game} />
            <button type="button" onClick={save}>{w.table.save}</button>
            <button type="button" onClick={async () => { const text = await pickFile(); if (text !== null) load(text); }}>{w.table.load}</button>
            <button type="button" onClick={share}>{w.table.share}</button>
            <button type="button" onClick={toReplay}>{w.table.replay}</button>
            <button type="button" class="panel-button" aria-expanded={panel} onClick={() => setPanel(!panel)}>{w.table.panel}</button>
          </div>
          <details class="in-words">
            <summary>{w.table.describe}</summary>
            <ul>{inWords().map((line) => <li>{line}</li>)}</ul>
          </details>
        </div>
        <Panel game={session.setup.game} clause={clause.trim()} rulings={rulings} open={panel} close={() => setPanel(false)}
          wantsRules={clause !== ''} log={<Log events={session.events} screen={screen} seatName={seatName} />} />
        {shared !== null ? (
          <Dialog title={w.table.share} close={() => setShared(null)}>
            {shared ? <><p>{w.table.shareText}</p><textarea readOnly rows={4} aria-label={w.table.share} value={shared} onFocus={(e) => e.currentTarget.select()} />
              <CopyButton text={shared} /></> : <p>{w.table.shareNot}</p>}
          </Dialog>
        ) : null}
      </div>
     </You.Provider>
    </OpenClause.Provider>
  );
}

function CopyButton({ text }: { text: string }) {
  const w = useWords();
  const [copied, setCopied] = useState(false);
  return <button type="button" class="primary" onClick={async () => { await navigator.clipboard?.writeText(text).then(() => setCopied(true), () => undefined); }}>{copied ? w.table.shareCopied : w.table.shareCopy}</button>;
}

function MessageView({ message, session }: { message: NonNullable<Message>; session: Session }) {
  const w = useWords();
  const screen = screenOf(session.setup.game);
  if ('text' in message) return <p class="message">{message.text}</p>;
  return (
    <div class="message refusal">
      <p class="refusal-head">{w.table.whyNot}</p>
      <ul>
        {message.refusals.map((r) => (
          <li key={r.move.text}>
            <PhraseView p={screen.phrase(r.move, session.view.state, w)} pack={screen.pack} w={w} />:{' '}
            <ClauseLink id={r.clause} loud /> {r.fact ? <FactView fact={r.fact} /> : null}
            {r.why.length > 1 ? <details><summary>{w.table.clauses}</summary><Reasons why={r.why} /></details> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
