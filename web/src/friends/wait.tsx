// wait.tsx - a table before the game: its link, its seats, and what was pledged.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app';
import type { Table } from '../service/server';
import { HowButton } from '../ui/how';
import { announce } from '../ui/live';
import { count, fill, useWords } from '../words';
import { apart, initial } from '../words/name';
import { useBotName } from './lobby';
import { clockText } from './make';
import { keepName, loadName, loadTable } from './secrets';
import { useFriendWords, useRefusal } from './words';

const NAME = 32;   // characters of a name

export const linkTo = (name: string, secret = '') => new URL(`#/table/${name}${secret ? `/${secret}` : ''}`, document.baseURI).href;

/** A link to be handed on: to be copied, or shared where the browser can. */
export function Handed({ link, label }: { link: string; label: string }) {
  const f = useFriendWords();
  const field = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState('');
  const copy = async () => {
    const text = await (navigator.clipboard?.writeText(link) ?? Promise.reject()).then(() => f.copied, () => f.copyFailed);
    if (text === f.copyFailed) field.current?.select();
    setDone(text);
    announce(text);
  };
  return (
    <div class="handed">
      <input readOnly aria-label={label} value={link} ref={field} onFocus={(e) => e.currentTarget.select()} />
      <button type="button" class="primary" onClick={() => void copy()}>{f.copy}</button>
      {'share' in navigator ? <button type="button" onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>{f.share}</button> : null}
      {done ? <span class="hint">{done}</span> : null}
    </div>
  );
}

/** Asks the browser whether it may tell whose turn it is; null: there is nothing to be asked. */
export function useNotify(tell: (text: string) => void): (() => void) | null {
  const f = useFriendWords();
  if (!('Notification' in window) || Notification.permission !== 'default') return null;
  return () => void Notification.requestPermission().then((said) => tell(said === 'granted' ? f.notifyOn : f.notifyNot));
}

export function WaitingRoom({ t }: { t: Table }) {
  const { about } = useApp();
  const f = useFriendWords();
  const w = useWords();
  const botName = useBotName();
  const news = t.news!;
  const game = about.games.find((g) => g.id === news.game);
  const refusal = useRefusal();
  const [name, setName] = useState(loadName);
  const [wrong, setWrong] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const free = news.seats.filter((s) => !s.name && !s.bot).length;
  const first = news.stage === 'waiting' ? news.seats.findIndex((s) => !s.name && !s.bot) : -1;
  const own = t.seat >= 0, off = !t.server.up;
  const invites = own || loadTable(t.name)?.made;
  const status = news.stage === 'given-up' ? f.givenUp : free > 0 ? count(f.waitFor, free) : f.begins;
  useEffect(() => announce(status), [status]);
  useEffect(() => {
    document.title = `${free > 0 ? `${news.seats.length - free}/${news.seats.length}` : '●'} – ${game?.title}`;
    return () => { document.title = w.title; };
  }, [free, w]);
  const [told, setTold] = useState('');
  const notify = useNotify((text) => { setTold(text); announce(text); });

  const tryTo = (what: Promise<void>) => {
    setWrong('');
    what.catch((error) => setWrong(refusal(error)));
  };
  const sit = (seat: number) => {
    const called = name.trim();
    if (!called) {
      setWrong(f.nameNeeded);
      return field.current?.focus();
    }
    keepName(called);
    return tryTo(t.sit(seat, called));
  };

  return (
    <div class="waiting">
      <h1 tabIndex={-1}>{fill(f.makeOf, game?.title ?? news.game)}</h1>
      <p>{game?.goal} {game ? <HowButton game={game} /> : null}</p>
      <p class="hint">{f.clock}: {clockText(news.clock, f)}{news.casual ? ` · ${w.table.casual}` : ''}{news.away && news.patience ? ` · ${fill(f.agreed, botName(news.away), clockText(news.patience, f))}` : ''}</p>
      <p class="status" data-free={free}><strong>{status}</strong></p>
      {own || first < 0 ? null : (
        <form class="name" onSubmit={(e) => { e.preventDefault(); sit(first); }}>
          <label for="name">{f.name}</label>
          <input id="name" name="name" ref={field} value={name} maxLength={NAME} autocomplete="nickname" onInput={(e) => setName(e.currentTarget.value)} />
          <button type="submit" class="primary" disabled={off}>{f.play}</button>
        </form>
      )}
      {wrong ? <p class="message refusal" role="alert">{wrong}</p> : null}
      <ol class="kept places">
        {news.seats.map((s, seat) => (
          <li key={seat} data-place={seat}>
            <div>
              <span class={`face-${seat % 6} who-face`} aria-hidden="true">{initial(s.name ?? (s.bot ? botName(s.bot) : '?'))}</span>
              <strong>{s.name ? apart(s.name) : s.bot ? botName(s.bot) : f.free}</strong>
              <span class="hint">{s.bot ? fill(f.bot, botName(s.bot)) : s.name ? (seat === t.seat ? (off ? f.notHere : w.table.you) : fill(s.here ? f.here : f.absent, apart(s.name))) : fill(f.who, seat + 1)}</span>
            </div>
            <p class="actions">
              {!s.name && !s.bot && !own && news.stage === 'waiting' ? <button type="button" aria-label={`${f.sit} (${fill(f.who, seat + 1)})`} disabled={off} onClick={() => sit(seat)}>{f.sit}</button> : null}
              {seat === t.seat ? <button type="button" disabled={off} onClick={() => tryTo(t.leave('leave'))}>{f.leave}</button> : null}
            </p>
          </li>
        ))}
      </ol>
      {free > 0 && invites ? <><h2>{f.invite}</h2><Handed link={linkTo(t.name)} label={f.linkName} /></> : null}
      {own && (notify || told) ? <p>{notify ? <button type="button" onClick={notify}>{f.notify}</button> : <span class="hint">{told}</span>}</p> : null}
      <details class="pledge">
        <summary>{f.pledge}</summary>
        <p class="hint">{f.pledgeText}</p>
        <p><code>{news.hash}</code></p>
      </details>
      <p><a class="button" href="#/friends">{f.toLobby}</a></p>
    </div>
  );
}
