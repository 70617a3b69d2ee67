// table.tsx - playing: the frame of every table. What is on it is the game's: a hand of cards, or
// a table of its own.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { useApp } from '../app';
import { isOwn, screenOf } from '../games';
import type { TableHandle, TableProps } from '../games/screen';
import { toLink } from '../link';
import { go } from '../route';
import { ServiceError, unread } from '../service/types';
import type { Move, Parts, Reply } from '../service/types';
import { paces } from '../settings';
import type { Kept } from '../kept';
import { Book, ClauseLink, OpenClause } from '../ui/clause';
import { Dialog } from '../ui/dialog';
import { HowToPlay } from '../ui/how';
import { FirstGame, LessonPanel, useGuide } from '../ui/lesson';
import { saveFile, pickFile } from '../ui/file';
import { announce } from '../ui/live';
import { Menu } from '../ui/menu';
import type { Item } from '../ui/menu';
import { Log, Panel } from '../ui/panel';
import { sound } from '../ui/sound';
import { Terms } from '../ui/term';
import { cardName, fill, list, useWords } from '../words';
import { factText, Seats, Story, storyText } from '../words/fact';
import { Offer, offerText } from '../words/told';
import { CardTable } from './card-table';
import { describe } from './felt';
import { adviser, useSeatName, useStanding } from './names';
import { useToReplay } from './others';
import { Instead, RefusalView, refused } from './refusal';
import type { Refusal } from './refusal';
import { ResultPanel, winnerText } from './result';
import type { Session } from './session';

/** Where the focus goes when what had it is gone, the best place first. */
const NEXT = ['.own-hand [tabindex="0"]', '.pw-now h2', '.moves button', '.result h2', 'h1'];
const LONG = 110;     // characters of what happened: too many for a phone, as they are
const MOST = 60000;   // characters that can be typed: proofs are long

/** What is said at the table: refusals with their clauses, or a plain sentence. */
type Message = { refusals: Refusal[] } | { text: string; instead?: boolean } | { hint: Move } | null;
type Asked = 'share' | 'words' | 'how' | null;

/** Where people play from elsewhere: what stands above the table, what the menu has for them, and what
 *  is said to a move that came too late, and to one that cannot be taken back. */
export interface Around {
  strip: ComponentChildren; items: Item[]; late: string; undo: (why: string) => string;
  again: string;   // the button that leads to the next game; '': there is none
  off: string;     // why nothing can be done here just now; '': it can
}

export function TableScreen({ session, restart, again, load, company }: {
  session: Session; restart: () => void; again: () => void; load: (transcript: string) => void; company?: Around;
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
  const [dialog, setDialog] = useState<Asked>(null);
  const field = useRef<HTMLInputElement>(null);
  const handle = useRef<TableHandle>({ key: () => undefined, spoken: () => null });
  const told = useRef(session.events.length);
  const { view, you } = session;
  const { rulings } = session.setup;
  const seatName = useSeatName(session.seating.names, you);
  const guide = useGuide(session, again);
  const { settings } = app;
  const hear = (which: Parameters<typeof sound>[0]) => { if (settings.sound) sound(which); };

  // A table of cards fills the window, and folds the page's head on small ones.
  useLayoutEffect(() => {
    document.documentElement.dataset.table = isOwn(screen) ? 'own' : 'cards';
    return () => { delete document.documentElement.dataset.table; };
  }, [screen]);
  useEffect(() => session.listen(() => redraw(0)), [session]);
  // Whatever happens on the table makes what was said and advised out of date, at once.
  useLayoutEffect(() => {
    setHinted(null);
    if (session.yours || session.over) setMessage(null);
  }, [view.number]);
  useEffect(() => { if (!company?.off) setMessage(null); }, [company?.off]);
  useEffect(() => {
    const news = session.events.slice(told.current);
    told.current = session.events.length;
    const said = news.map((e) => storyText(e.story, w, seatName));
    if (session.over) said.push(outcome());
    else if (session.yours) said.push((view.call || w.table.yourTurn) + '.', storyText(view.due, w, seatName));
    if (said.length > 0) announce(said.join(' '));
    const last = news[news.length - 1];
    if (last) hear(session.over ? (view.result?.winner === you ? 'won' : 'lost') : session.yours && last.seat !== you ? 'turn' : last.move.cards?.length ? 'card' : 'draw');
  }, [view.number]);

  // A move that is the only one can be made by itself; what was taken back is not made again.
  const forced = useRef(-1);
  useEffect(() => {
    if (!settings.auto || !session.yours || company?.off || view.legal.length !== 1 || view.legal[0].form || view.number <= forced.current) return undefined;
    const timer = setTimeout(() => {
      forced.current = view.number;
      void play(view.legal[0]);
    }, paces[settings.pace]);
    return () => clearTimeout(timer);
  }, [view.number, settings.auto, company?.off]);

  // A card that had the focus and is gone hands it to its neighbours.
  const area = useRef<HTMLDivElement>(null);
  const [slot, setSlot] = useState<Element | null>(null);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (!focused.current || focused.current.isConnected || document.activeElement !== document.body) return;
    for (const next of NEXT) {
      const found = area.current?.querySelector<HTMLElement>(next);
      if (found) return found.focus();
    }
  });

  const outcome = () => `${w.table.over}. ${winnerText(session, seatName, w)}`;

  const refuse = (refusals: Refusal[]) => {
    if (refusals.length === 0) return;
    setMessage({ refusals });
    hear('no');
    const [first] = refusals;
    announce(`${fill(w.table.whyNotMove, offerText(first.move, view.state, screen, w, seatName))}. ${fill(w.table.refused, first.clause, factText(first.fact, w, seatName))}`);
  };
  const explainMoves = async (tries: (string | Parts)[]) => {
    if (you >= 0 && tries.length > 0 && !isOff()) refuse(refused(await app.service.explain(session.table, you, tries)));
  };

  /** Nothing is remembered to be done later, when it may mean something else. */
  const isOff = () => {
    if (!company?.off) return false;
    setMessage({ text: company.off });
    announce(company.off);
    return true;
  };

  const settle = (reply: Reply, words: string) => {
    if (reply.answer === 'forbidden') {
      refuse([{ move: reply.move ?? unread(words), clause: reply.clause, fact: reply.fact, why: [] }]);
    } else if (reply.answer === 'unreadable') {
      setMessage({ text: fill(w.table.unreadable, reply.wrong), instead: true });
      announce(fill(w.table.unreadable, reply.wrong));
    } else if (reply.answer === 'late') {
      setMessage({ text: company?.late ?? '' });
      announce(company?.late ?? '');
    } else if (reply.answer === 'chatter') {
      setMessage({ text: w.table.chatter });
      announce(w.table.chatter);
    } else setMessage(null);
  };

  const write = () => {
    setPanel(true);
    requestAnimationFrame(() => field.current?.focus());
  };

  const play = async (move: Move | string) => {
    const { text, form } = typeof move === 'string' ? unread(move) : move;
    // The form of a move, not a move yet: the rest is for the person to write.
    if (form) {
      setWords(text);
      write();
      return false;
    }
    if (isOff()) return false;
    const reply = await session.submit(text);
    settle(reply, text);
    return reply.answer === 'accepted';
  };

  const say = async (event: Event) => {
    event.preventDefault();
    const text = words.trim();
    if (!text || isOff()) return;
    setWords('');
    const meant = handle.current.spoken(text);
    if (meant) return settle(await session.submit(meant), text);
    // Words without a figure that are no move are talk. Where others hear them, they are no move before they are said.
    const talk = (reply: Reply) => reply.answer === 'unreadable' && !/\d/.test(text);
    if (company) {
      const reply = await session.submit(text);
      return settle(talk(reply) ? await session.say(text) : reply, text);
    }
    const heard = game.hears ? await session.say(text) : null;
    if (heard && heard.answer !== 'chatter') return settle(heard, text);
    const reply = await session.submit(text);
    return settle(heard && talk(reply) ? heard : reply, text);
  };

  const hint = async () => {
    if (isOff()) return;
    const move = await app.service.hint(session.table, adviser(app.about.bots, screen));
    if (!move) return;
    setHinted(move);
    setMessage({ hint: move });
    announce([fill(w.table.hintIs, offerText(move, view.state, screen, w, seatName)), move.why?.text ?? storyText(move.reasons ?? [], w, seatName), weighed(move, (m) => offerText(m, view.state, screen, w, seatName)).join('')].join(' ').trim());
  };

  /** A hint beside the next best move, whose words `tell` makes. */
  const standing = useStanding(session.setup.players);
  function weighed<T>({ value, next }: Move, tell: (move: Move) => T): (string | T)[] {
    if (value === undefined || !next) return [];
    const two = session.setup.players === 2, alike = standing(value) === standing(next.value);
    const [before, between, after] = (alike ? w.table.hintAlike : two ? w.table.hintChance : w.table.hintPlace).split(/\{[0-9]\}/);
    return alike ? [before, tell(next), between] : [before, standing(value), between, tell(next), after, standing(next.value), '.'];
  }

  const stands = session.over && !session.setup.casual;   // all hands lie open
  const undo = async () => {
    if (isOff() || stands) return;
    try {
      if (!await session.undo()) return;
      setMessage({ text: w.table.undone });
      announce(w.table.undone);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const text = company ? view.undo ? fill(w.table.undoNot, view.undo) : company.undo(error.message)
        : [fill(w.table.undoNot, view.undo ?? ''), ...(session.setup.casual || !session.events.some((e) => e.seat === you) ? [] : [w.table.undoCasual])].join(' ');
      setMessage({ text });
      announce(text);
    }
  };

  const share = async () => {
    // A game that came from a file need not be the one that its seed deals.
    setShared(null);
    setDialog('share');
    if (!await session.isDealt()) return setShared('');
    const moves = session.open ? await app.service.moves(session.table) : await app.service.keep(session.table);
    const link = await toLink({ setup: session.setup, you, moves });
    return setShared(new URL(link, location.href).href);
  };

  const save = async () => {
    const name = `bylaw-${session.setup.game}-${session.setup.seed}`;
    if (session.open) return saveFile(`${name}.jsonl`, await app.service.transcript(session.table));
    const game: Kept = { setup: session.setup, you, moves: await session.log() };
    return saveFile(`${name}.json`, JSON.stringify(game));
  };
  const toReplay = useToReplay(session);
  const giveUp = async () => {
    if (!confirm(w.table.giveUpSure)) return;
    await session.giveUp();
    hush();
    announce(outcome());
    hear('lost');
  };

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
      '/': write, h: () => void hint(), u: () => void undo(), n: () => session.skip(), t: readOut,
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
  const status = session.over ? w.table.over : session.yours ? view.call || w.table.yourTurn
    : session.thinking ? fill(w.table.thinking, seatName(view.to_move!)) : fill(w.table.turnOf, seatName(view.to_move!));
  // Something that can be done: no card that is not held.
  const example = [...view.legal].sort((a, b) => b.cards.length - a.cards.length).find((m) => !m.form)?.text;
  const lastEvent = session.events[session.events.length - 1];
  const sure = () => session.over || session.events.length === 0 || confirm(w.table.restartSure);

  const replayItem = { name: w.table.replay, act: () => void toReplay() };
  const menu: Item[][] = [
    company ? [...company.items, ...(session.over ? [{ name: w.table.save, act: () => void save() }, replayItem] : [])] : [
      { name: w.table.newGame, act: () => go(`new/${session.setup.game}`) },
      { name: w.table.restart, act: () => { if (sure()) restart(); } },
      ...(you >= 0 && !session.over ? [{ name: w.table.giveUp, act: () => void giveUp() }] : []),
      { name: w.table.save, act: () => void save() },
      { name: w.table.load, act: async () => { const text = await pickFile(); if (text !== null) load(text); } },
      { name: w.table.share, act: () => void share() },
      replayItem,
    ], [
      { name: w.table.panel, act: () => setPanel(true), class: 'panel-button' },
      { name: w.lesson.how, act: () => setDialog('how'), class: 'how' },
      { name: w.table.describe, act: () => setDialog('words') },
      { name: w.nav.settings, act: () => app.show('settings') },
      { name: w.nav.help, act: () => app.show('help') },
    ], [
      { name: w.nav.games, act: () => go('') },
      { name: w.nav.rules, act: () => go(`rules/${session.setup.game}`) },
      { name: w.nav.history, act: () => go('history') },
    ],
  ];
  const bar = (moves: ComponentChildren) => (
    <div class="bar tools" role="group" aria-label={w.table.more}>
      {you >= 0 ? <button type="button" disabled={!session.yours} onClick={hint}>{w.table.hint}</button> : null}
      {you >= 0 ? <button type="button" disabled={stands} aria-disabled={!!view.undo} title={view.undo ? fill(w.table.undoNot, view.undo) : undefined} onClick={undo}>{w.table.undo}</button> : null}
      <div class="moves" role="group" aria-label={w.table.moves} ref={setSlot}>{moves}</div>
      <Menu label={w.table.menu} groups={menu} />
    </div>
  );
  const hush = () => {
    setMessage(null);
    setHinted(null);
  };
  const another = company?.again === '' ? null : { name: company?.again ?? w.table.again, act: again };
  const lent: TableProps = {
    session, seatName, play, explain: explainMoves, hinted, handle, hush, refused: !!message && 'refusals' in message, bar, slot, again: another, guide,
    said: !message ? null : 'hint' in message ? <HintView move={message.hint} weighed={weighed(message.hint, (m) => <Offer move={m} state={view.state} screen={screen} />)} own={isOwn(screen)} only={view.legal.length === 1}><Offer move={message.hint} state={view.state} screen={screen} /></HintView> : 'text' in message ? <div class="message">{message.text}{message.instead ? <Instead view={view} screen={screen} /> : null}</div> : <RefusalView refusals={message.refusals} view={view} screen={screen} />,
  };
  const foot = you >= 0 && !session.over ? (
    <form class="say" onSubmit={say}>
      <label for="say">{w.table.say}</label>
      <input id="say" ref={field} value={words} list="sayable" autocomplete="off" maxLength={MOST}
        aria-describedby="say-hint" onInput={(e) => setWords(e.currentTarget.value)} />
      <datalist id="sayable">{screen.words(w).map((x) => <option value={x} />)}{view.legal.map((m) => <option value={m.text} />)}</datalist>
      <button type="submit">{w.table.sayButton}</button>
      <span id="say-hint" class="hint">{w.table.sayHint}{example ? fill(w.table.sayExample, example) : ''}</span>
    </form>
  ) : null;

  return (
    <OpenClause.Provider value={openClause}>
     <Seats.Provider value={seatName}>
     <Terms.Provider value={game.terms}>
     <Book.Provider value={game.id}>
      <div class={`table-screen ${isOwn(screen) ? 'own' : 'cards'}${panel ? ' with-panel' : ''}${company?.off ? ' off' : ''}`} data-game={session.setup.game}>
        <div class="play-area" ref={area} onFocusIn={(e) => { focused.current = e.target as Element; }} onFocusOut={(e) => { if ((e.target as Element).isConnected && e.relatedTarget) focused.current = null; }}>
          <div class="table-top">
            <h1 tabIndex={-1} class="small-heading">{game.title}{session.setup.casual ? <span class="casual" title={w.setup.casual}> · {w.table.casual}</span> : null}</h1>
            <p class={`status${session.yours ? ' yours' : ''}`} data-status={session.over ? 'over' : session.yours ? 'yours' : 'theirs'}>
              <strong>{status}</strong>
              {view.result?.why ? <> <ClauseLink id={view.result.why} /></> : null}
              {lastEvent ? <span class={`last${storyText(lastEvent.story, w, seatName).length > LONG ? ' wordy' : ''}`}> <Story told={lastEvent.story} /></span> : null}
            </p>
          </div>
          {company?.strip}
          {you < 0 || session.tutorial ? null : <FirstGame game={game} moved={session.events.some((e) => e.seat === you)} how={() => setDialog('how')} />}
          {isOwn(screen) ? (
            <>
              {session.over ? <ResultPanel session={session} seatName={seatName} again={another} /> : null}
              <screen.Table {...lent} />
              {bar(null)}
            </>
          ) : (
            <>
              {guide ? <LessonPanel guide={guide} act={(move) => void play(move)} suggested={(move) => <>{w.lesson.doIt} <span class="suggestion"><Offer move={move} state={view.state} screen={screen} /></span></>} /> : null}
              <CardTable screen={screen} {...lent} />
            </>
          )}
        </div>
        <Panel game={session.setup.game} clause={clause.trim()} rulings={rulings} open={panel} close={() => setPanel(false)}
          wantsRules={clause !== ''} log={<Log events={session.events} />} foot={foot} />
        {dialog === 'share' && shared !== null ? (
          <Dialog title={w.table.share} close={() => setDialog(null)}>
            {shared ? <><p>{w.table.shareText}</p><textarea readOnly rows={4} aria-label={w.table.share} value={shared} onFocus={(e) => e.currentTarget.select()} />
              <CopyButton text={shared} /></> : <p>{w.table.shareNot}</p>}
          </Dialog>
        ) : null}
        {dialog === 'how' ? <HowToPlay game={game} close={() => setDialog(null)} /> : null}
        {dialog === 'words' ? (
          <Dialog title={w.table.describe} close={() => setDialog(null)}>
            <ul class="in-words">{inWords().map((line) => <li>{line}</li>)}</ul>
          </Dialog>
        ) : null}
      </div>
     </Book.Provider>
     </Terms.Provider>
     </Seats.Provider>
    </OpenClause.Provider>
  );
}

/** What speaks for a move; what it is stands on its button, if there is one and something else to say. */
function HintView({ move, weighed, own, only, children }: { move: Move; weighed: ComponentChildren[]; own: boolean; only: boolean; children: ComponentChildren }) {
  const w = useWords();
  const reasons = only ? [w.table.hintOnly] : [...(move.why ? [move.why.text] : []), ...(move.reasons?.length ? [<Story told={move.reasons} />] : []), ...(weighed.length > 0 ? [weighed] : [])];
  return <p class="message hinted">{w.table.hintIs.replace('{0}', '')}{own || reasons.length === 0 ? [children, <br />] : null}{reasons.map((r) => <>{r} </>)}</p>;
}

function CopyButton({ text }: { text: string }) {
  const w = useWords();
  const [copied, setCopied] = useState(false);
  return <button type="button" class="primary" onClick={async () => { await navigator.clipboard?.writeText(text).then(() => setCopied(true), () => undefined); }}>{copied ? w.table.shareCopied : w.table.shareCopy}</button>;
}
