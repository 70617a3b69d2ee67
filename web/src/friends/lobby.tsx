// lobby.tsx - the tables: one's own, those that wait for people, those that can be watched.
import { useEffect, useReducer } from 'preact/hooks';
import { useApp } from '../app';
import type { LobbyEntry, Server } from '../service/server';
import { whenText } from '../screens/names';
import { count, fill, list, useWords } from '../words';
import { apart } from '../words/name';
import { clockText } from './make';
import { useLooks, waitsForUs } from './looks';
import type { Looked } from './looks';
import { isOver, keepTable } from './secrets';
import { useFriendWords } from './words';

export function useBotName(): (bot: string) => string {
  const { about } = useApp();
  return (bot) => about.opponents.find((o) => o.bot === bot)?.person ?? about.bots.find((b) => b.name === bot.split(':')[0])?.person ?? bot;
}

/** Who sits there, by their names. */
function useThere(): (seats: { name: string | null; bot: string | null }[]) => string[] {
  const botName = useBotName();
  return (seats) => seats.flatMap((s) => (s.name ? apart(s.name) : s.bot ? botName(s.bot) : []));
}

/** A table of ours: with whom, how it stands, whose turn it is. */
function OwnEntry({ t, title, forget }: { t: Looked; title: string; forget: () => void }) {
  const f = useFriendWords();
  const w = useWords();
  const there = useThere();
  const { name, stage, look, at, seats = {} } = t, ours = waitsForUs(t);
  const others = there((look?.seats ?? []).filter((_, seat) => !(seat in seats)));
  const mover = typeof look?.to_move === 'number' ? there([look.seats[look.to_move]])[0] : '';
  const stands = ours ? f.yourTurn : mover ? fill(w.table.turnOf, mover) : f[stage as 'over'];
  const act = isOver(t) || (stage === 'running' && Object.keys(seats).length === 0) ? f.look : f.goOn;
  return (
    <li data-table={name} data-stands={ours ? 'yours' : stage}>
      <div>
        <strong>{title}</strong>
        <span class="hint">{ours ? <strong class="your-turn">● {stands}</strong> : stands}{[...(others.length > 0 ? [fill(f.with, list(others, w))] : []), whenText(at, w)].map((x) => ` · ${x}`).join('')}</span>
      </div>
      <p class="actions">
        {stage === 'gone' ? null : <a class={ours || !isOver(t) ? 'button primary' : 'button'} href={`#/table/${name}`} aria-label={`${title}: ${act}`}>{act}</a>}
        <button type="button" class="quiet" aria-label={`${title}: ${f.forget}`} onClick={forget}>{f.forget}</button>
      </p>
    </li>
  );
}

function Entry({ entry, title }: { entry: LobbyEntry; title: string }) {
  const f = useFriendWords();
  const w = useWords();
  const named = useThere();
  const free = entry.seats.filter((s) => !s.name && !s.bot).length;
  const there = named(entry.seats);
  const waits = entry.stage === 'waiting';
  return (
    <li data-table={entry.table}>
      <div>
        <strong>{title}</strong>
        <span class="hint">{[...(there.length > 0 ? [fill(f.with, list(there, w))] : []), ...(waits ? [count(f.seatsFree, free)] : []), clockText(entry.clock, f)].join(' · ')}</span>
      </div>
      <p class="actions"><a class={waits ? 'button primary' : 'button'} href={`#/table/${entry.table}`} aria-label={`${title}: ${waits ? f.join : f.look}`}>{waits ? f.join : f.look}</a></p>
    </li>
  );
}

export function Lobby({ server }: { server: Server }) {
  const { about } = useApp();
  const f = useFriendWords();
  const w = useWords();
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => server.watchLobby(), [server]);
  const title = (id: string) => about.games.find((g) => g.id === id)?.title ?? id;
  const own = useLooks(server).sort((a, b) => Number(waitsForUs(b)) - Number(waitsForUs(a)));
  const all = (server.lobby ?? []).filter(({ table }) => !own.some(({ name }) => name === table));
  const group = (heading: string, none: string, entries: LobbyEntry[]) => (
    <section>
      <h2>{heading}</h2>
      {entries.length === 0 ? <p class="hint">{none}</p> : <ul class="kept">{entries.map((e) => <Entry key={e.table} entry={e} title={title(e.game)} />)}</ul>}
    </section>
  );
  return (
    <>
      <p><a class="button primary" href="#/friends/new">{f.make}</a></p>
      {own.length > 0 ? (
        <section>
          <h2>{f.yours}</h2>
          <ul class="kept">{own.map((t) => <OwnEntry key={t.name} t={t} title={title(t.game)} forget={() => { if (t.stage !== 'running' || confirm(w.kept.removeSure)) keepTable(t.name, null); redraw(0); }} />)}</ul>
        </section>
      ) : null}
      {group(f.open, f.none, all.filter((e) => e.stage === 'waiting'))}
      {group(f.watch, f.noneRuns, all.filter((e) => e.stage === 'running'))}
    </>
  );
}
