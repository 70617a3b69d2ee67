// lobby.tsx - the tables: one's own, those that wait for people, those that can be watched.
import { useEffect, useReducer } from 'preact/hooks';
import { useApp } from '../app';
import type { LobbyEntry, Server } from '../service/server';
import { whenText } from '../screens/names';
import { count, fill, list, useWords } from '../words';
import { apart } from '../words/name';
import { clockText } from './make';
import { keepTable, ownTables } from './secrets';
import { useFriendWords } from './words';

export function useBotName(): (bot: string) => string {
  const { about } = useApp();
  return (bot) => about.opponents.find((o) => o.bot === bot)?.person ?? about.bots.find((b) => b.name === bot.split(':')[0])?.person ?? bot;
}

function Entry({ entry, title }: { entry: LobbyEntry; title: string }) {
  const f = useFriendWords();
  const w = useWords();
  const botName = useBotName();
  const free = entry.seats.filter((s) => !s.name && !s.bot).length;
  const there = entry.seats.flatMap((s) => s.name ? apart(s.name) : s.bot ? botName(s.bot) : []);
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
  const own = ownTables();
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
          <ul class="kept">{own.map(({ name, game, stage, at }) => (
            <li key={name} data-table={name}>
              <div><strong>{title(game)}</strong><span class="hint">{f[stage as 'over']} · {whenText(at, w)}</span></div>
              <p class="actions">
                <a class="button primary" href={`#/table/${name}`} aria-label={`${title(game)}: ${stage === 'over' ? f.look : f.goOn}`}>{stage === 'over' ? f.look : f.goOn}</a>
                <button type="button" class="quiet" aria-label={`${title(game)}: ${f.forget}`} onClick={() => { if (stage !== 'running' || confirm(w.kept.removeSure)) keepTable(name, null); redraw(0); }}>{f.forget}</button>
              </p>
            </li>
          ))}</ul>
        </section>
      ) : null}
      {group(f.open, f.none, all.filter((e) => e.stage === 'waiting'))}
      {group(f.watch, f.noneRuns, all.filter((e) => e.stage === 'running'))}
    </>
  );
}
