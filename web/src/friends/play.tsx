// play.tsx - a table of a server while it is played: the same table as any, and around it the people.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app';
import { go } from '../route';
import type { Said, Table } from '../service/server';
import { paces } from '../settings';
import { useSeatName } from '../screens/names';
import { TableScreen } from '../screens/table';
import { Dialog } from '../ui/dialog';
import { announce } from '../ui/live';
import { count, fill, useWords } from '../words';
import { Story, storyText } from '../words/fact';
import { apart } from '../words/name';
import { useHeard } from './heard';
import { useLooks, waitsForUs } from './looks';
import { useBotName } from './lobby';
import { keepTable, loadTable } from './secrets';
import { FarSession } from './session';
import { useFriendWords, useRefusal } from './words';
import { Handed, linkTo, useNotify } from './wait';

/** Time in figures, as a clock has it; days and hours where there are many. */
function timeText(ms: number, f: ReturnType<typeof useFriendWords>): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s >= 172800) return count(f.days, Math.floor(s / 86400));
  const two = (n: number) => String(n).padStart(2, '0');
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** Shows a notification; what closes it. Phones show them through the worker alone, which brings this page to the front
 *  when it is tapped (offline.ts); where there is no worker, the page does. */
async function notice(text: string, body: string, table: string): Promise<() => void> {
  const worker = (await navigator.serviceWorker?.getRegistration())?.active;
  if (worker) {
    const tell = (words: string) => worker.postMessage({ tag: table, text: words, body, url: linkTo(table) });
    tell(text);
    return () => tell('');
  }
  const note = new Notification(text, { body, tag: table });
  note.onclick = () => window.focus();
  return () => note.close();
}

function Clock({ deadline }: { deadline: number }) {
  const f = useFriendWords();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return <span class={`clock${deadline - now < 10000 ? ' short' : ''}`} role="timer">{fill(f.left, timeText(deadline - now, f))}</span>;
}

/** Who said it; and what, or what became of them. */
function useSaid(seatName: (seat: number) => string) {
  const f = useFriendWords();
  const who = ({ seat }: Said) => (seat < 0 ? f.aWatcher : seatName(seat));
  const text = (s: Said) => (s.came ? fill(f[s.came], who(s)) : fill(f.saidBy, who(s), s.words));
  const view = (s: Said) => (s.came ? <em>{text(s)}</em> : <><strong>{who(s)}:</strong> <bdi>{s.words}</bdi>{s.counts ? <span class="hint"> ({f.counts})</span> : null}</>);
  return { text, view };
}

/** What was said, and a line to say more. */
function Talk({ t, seatName, close }: { t: Table; seatName: (seat: number) => string; close: () => void }) {
  const f = useFriendWords();
  const [words, setWords] = useState('');
  const [wrong, setWrong] = useState('');
  const refusal = useRefusal();
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => { if (list.current) list.current.scrollTop = list.current.scrollHeight; }, [t.said.length]);
  useEffect(() => field.current?.focus(), []);
  const { view } = useSaid(seatName);
  const say = (event: Event) => {
    event.preventDefault();
    if (!words.trim()) return;
    if (!t.server.up) return setWrong(f.notNow);
    setWords('');
    setWrong('');
    return void t.decide('say', { words: words.trim() }).catch((error) => setWrong(refusal(error)));
  };
  return (
    <section class="talk" aria-label={f.said} onKeyDown={(e) => { if (e.key === 'Escape') close(); e.stopPropagation(); }}>
      {t.said.length === 0 ? <p class="hint">{f.nothingSaid}</p> : (
        <ul ref={list} tabIndex={0} aria-label={f.said}>{t.said.map((said) => <li>{view(said)}</li>)}</ul>
      )}
      {wrong ? <p class="message refusal" role="alert">{wrong}</p> : null}
      <form class="say" onSubmit={say}>
        <label for="talk">{f.sayHere}</label>
        <input id="talk" ref={field} value={words} maxLength={200} autocomplete="off" onInput={(e) => setWords(e.currentTarget.value)} />
        <button type="submit">{f.send}</button>
      </form>
    </section>
  );
}

/** What happened while one was away, also what a bot did in one's place. */
function Missed({ t, session, seatName }: { t: Table; session: FarSession; seatName: (seat: number) => string }) {
  const f = useFriendWords();
  const w = useWords();
  const news = t.missed === null ? [] : session.events.slice(t.missed);
  const own = news.filter((e) => e.seat === session.you).length;
  const worth = !session.over && (own > 0 || news.length >= session.setup.players);
  const text = worth ? `${count(f.missed, news.length)}${own > 0 ? ` ${count(f.missedOwn, own)}` : ''}` : '';
  useEffect(() => { if (text) announce(`${text} ${news.map((e) => storyText(e.story, w, seatName)).join(' ')}`); }, [text]);
  const close = () => { t.missed = null; t.tell(); };
  return !worth ? null : (
    <details class="message missed" data-passes>
      <summary>{text}</summary>
      <ol tabIndex={0} aria-label={f.missedList}>{news.map((e) => <li><Story told={e.story} /></li>)}</ol>
      <button type="button" onClick={close}>{w.close}</button>
    </details>
  );
}

/** Who is here, whose time runs, what is asked of everybody. */
function Company({ t, session, seatName, said }: { t: Table; session: FarSession; seatName: (seat: number) => string; said: string }) {
  const f = useFriendWords();
  const [talks, setTalks] = useState(false);
  const [read, setRead] = useState(() => loadTable(t.name)?.heard ?? -1);
  const news = t.news!, { undo } = news;
  const fresh = t.said.filter(({ n }) => n > read), unread = fresh.filter(({ came }) => !came).length;
  const { text, view } = useSaid(seatName);
  const latest = t.said[t.said.length - 1];
  const newest = latest?.n ?? -1;
  useEffect(() => {
    if (!talks) return;
    setRead(newest);
    const kept = loadTable(t.name);
    if (kept) keepTable(t.name, { ...kept, heard: Math.floor(newest) });
  }, [talks, newest]);
  const last = useRef(newest);
  useEffect(() => {
    for (const said of t.said) if (said.n > last.current && !said.again && (said.seat !== t.seat || said.seat < 0)) announce(text(said));
    last.current = newest;
  }, [newest]);
  const app = useApp();
  const elsewhere = useLooks(t.server, t.name).find(waitsForUs);
  const another = elsewhere ? fill(f.turnAt, app.game(elsewhere.game).title) : news.again && session.over ? f.rematch : '';
  useEffect(() => { if (another) announce(another); }, [another]);
  const asked = undo ? (undo.seat === t.seat ? f.undoYours : fill(f.undoAsked, seatName(undo.seat))) : '';
  useEffect(() => { if (asked) announce(asked); }, [asked]);
  const off = !t.server.up;
  /** How somebody is there: their sign, and a sentence. */
  const standing = (seat: number): [sign: string, text: string] => {
    const { bot, away, here, quit } = news.seats[seat];
    if (off && seat === t.seat) return ['○', f.notHere];
    const text = bot ? f.bot : typeof quit === 'number' ? f.quit : away ? f.standIn : here ? f.here : f.absent;
    return [bot || away ? '⚙' : here ? '●' : '○', fill(text, seatName(seat))];
  };
  const agree = (yes: boolean) => void t.decide('agree', { yes }).catch(() => undefined);
  const me = t.seat >= 0 ? news.seats[t.seat] : null;
  const guests = Math.max(0, news.guests - news.seats.filter((s) => s.name && s.here).length);
  return (
    <div class="company">
      <ul class="people" aria-label={f.people}>
        {news.seats.map((s, seat) => {
          const [sign, text] = standing(seat);
          return (
            <li class={!off && (s.bot || (s.here && !s.away)) ? 'here' : 'gone'} title={text} data-person={seat} data-here={s.here} data-away={s.away}>
              <span aria-hidden="true">{sign} {seatName(seat)}</span><span class="unseen">{text}</span>
            </li>
          );
        })}
        {guests > 0 ? <li class="watchers" title={count(f.watchers, guests)}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2 12q10-13 20 0q-10 13-20 0" /><circle cx="12" cy="12" r="3" /></svg><span aria-hidden="true">{guests}</span><span class="unseen">{count(f.watchers, guests)}</span></li> : null}
      </ul>
      {t.deadline !== null && !session.over ? <Clock deadline={t.deadline} /> : null}
      <button type="button" class="talk-button" aria-expanded={talks} onClick={() => setTalks(!talks)}>{unread > 0 && !talks ? fill(f.talkNew, unread) : f.talk}</button>
      {talks ? <Talk t={t} seatName={seatName} close={() => setTalks(false)} />
        : fresh.length > 0 ? <p class="latest" key={latest.n}>{view(latest)}</p> : null}
      <div class="asks">
        <Missed t={t} session={session} seatName={seatName} />
        {undo && me ? (
          <p class="message undo" data-passes>{asked} {undo.seat !== t.seat && !undo.agreed.includes(t.seat)
            ? <><button type="button" class="primary" disabled={off} onClick={() => agree(true)}>{f.agree}</button> <button type="button" disabled={off} onClick={() => agree(false)}>{f.decline}</button></>
            : undo.seat === t.seat ? <button type="button" disabled={off} onClick={() => agree(false)}>{f.withdraw}</button> : null}</p>
        ) : null}
        {elsewhere ? <p class="message turn-at" data-passes><a href={`#/table/${elsewhere.name}`}>{fill(f.turnAt, app.game(elsewhere.game).title)}</a></p> : null}
        {t.quit && news.stage === 'running' ? <p class="message" data-passes role="status">{f.quitDone}</p> : null}
        {t.slow ? <p class="message sending" data-passes>{f.sending}</p> : null}
        {news.stage === 'given-up' ? <p class="message" role="status">{f.quitAll} <a class="button" href="#/friends">{f.toLobby}</a></p> : null}
        {me?.away && !session.over ? <p class="message" data-passes>{f.awayYou} <button type="button" class="primary" disabled={off} onClick={() => void t.decide('back')}>{f.back}</button></p> : null}
        {said ? <p class="message" data-passes role="status">{said}</p> : null}
        {session.checked === 'wrong' ? <p class="message refusal cheated" role="alert" data-checked="wrong">{fill(f.checkedWrong, session.wrong)}</p>
          : session.checked ? <p class="hint" data-checked={session.checked}>{session.checked === 'right' ? f.checkedRight : f.checkedUnknown}</p> : null}
      </div>
    </div>
  );
}

export function PlayRoom({ t, load, banner, again }: {
  t: Table; load: (text: string, you: number) => void; banner: ComponentChildren; again: (next: string) => void;
}) {
  const app = useApp();
  const f = useFriendWords();
  const w = useWords();
  const botName = useBotName();
  const refusal = useRefusal();
  const now = useRef(app.settings);
  now.current = app.settings;
  const [session, setSession] = useState<FarSession | null>(null);
  const [dialog, setDialog] = useState<'device' | 'quit' | null>(null);
  const [said, setSaid] = useState('');
  const news = t.news!;
  const tell = (text: string) => { setSaid(text); announce(text); };
  const notify = useNotify(tell);
  const names = news.seats.map((s) => (s.name ? apart(s.name) : s.bot ? botName(s.bot) : null));
  const seatName = useSeatName(names, t.seat);
  const begun = t.shown !== null;
  useEffect(() => {
    if (!begun) return undefined;
    let mine: FarSession | null = null, gone = false;
    // A bot that the server alone has, an engine, is a bot here all the same.
    const bots = news.seats.map((s) => s.bot && (app.about.bots.some((b) => b.name === s.bot!.split(':')[0]) ? s.bot : 'greedy'));
    const { game, players, options = {}, rulings = {}, casual } = news;
    // Dealt here once, for what the set-up leaves open; the cards are not those of this table.
    void app.service.deal({ game, players, options, rulings, seed: '1', bots, ...(casual ? { casual } : {}) }).then(async (seating) => {
      void app.service.close(seating.table);
      if (gone) return;
      mine = new FarSession(app.service, { ...seating, seed: '', names }, t, () => paces[now.current.pace]);
      await mine.start();
      setSession(mine);
    });
    return () => { gone = true; void mine?.close(); };
  }, [begun]);

  useHeard(session);
  const yours = session?.yours ?? false;
  const title = app.game(news.game).title;
  const due = !session ? '' : session.over ? w.table.over : yours ? f.yourTurn : fill(w.table.turnOf, seatName(session.view.to_move!));
  useEffect(() => {
    if (!due) return undefined;
    document.title = `${yours ? '● ' : ''}${due} – ${title}`;
    return () => { document.title = w.title; };
  }, [due, title]);
  useEffect(() => {
    if (!yours || !document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return undefined;
    const shown = notice(f.yourTurn, title, t.name).catch(() => undefined);
    return () => void shown.then((close) => close?.());
  }, [yours]);

  if (!session) return <div class="friends">{banner}<h1 tabIndex={-1}>{title}</h1><p>{w.loading}</p></div>;
  const { stage } = news;
  const secret = loadTable(t.name)?.seats?.[t.seat]?.secret;
  const off = t.server.up ? '' : f.notNow;
  /** What is decided is decided now, or not at all. */
  const attempt = (what: () => Promise<unknown>) => (off ? tell(off) : void what().catch((error) => tell(refusal(error))));
  const rematch = () => attempt(() => t.again().then(again));
  const plays = t.seat >= 0 && stage === 'running';
  const items = [
    { name: f.link, act: () => void (navigator.clipboard?.writeText(linkTo(t.name)) ?? Promise.reject()).then(() => tell(f.copied), () => tell(linkTo(t.name))) },
    ...(secret ? [{ name: f.device, act: () => setDialog('device') }] : []),
    ...(notify && plays ? [{ name: f.notify, act: notify }] : []),
    ...(plays && news.away && !news.seats[t.seat].away ? [{ name: f.goAway, act: () => attempt(() => t.decide('leave')) }] : []),
    ...(plays ? [{ name: f.quitName, act: () => setDialog('quit') }] : []),
    { name: f.lobby, act: () => go('friends') },
  ];
  const company = { strip: <>{banner}<Company t={t} session={session} seatName={seatName} said={said} /></>, items, late: f.late, undo: (why: string) => fill(f.cannotUndo, refusal(new Error(why))),
    again: t.seat < 0 ? (news.again ? f.rematchLook : '') : news.again ? f.rematchGo : w.table.again, off };
  return (
    <>
      <TableScreen key={session.table} session={session} restart={rematch} again={rematch} load={(text) => load(text, Math.max(0, t.seat))} company={company} />
      {dialog === 'device' && secret ? (
        <Dialog title={f.device} close={() => setDialog(null)}>
          <p>{f.deviceText}</p>
          <Handed link={linkTo(t.name, secret)} label={f.deviceName} />
        </Dialog>
      ) : null}
      {dialog === 'quit' && plays ? (
        <Dialog title={f.quitName} close={() => setDialog(null)}>
          <p>{f.quitText}</p>
          <p><button type="button" class="primary danger" onClick={() => { setDialog(null); attempt(() => t.leave('give-up')); }}>{f.quitYes}</button></p>
        </Dialog>
      ) : null}
    </>
  );
}
