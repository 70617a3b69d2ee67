// history.tsx - one's own games that are over: the list of them, what they come to, and all that is
// kept as a file.
import { useEffect, useReducer, useState } from 'preact/hooks';
import { useApp } from '../app';
import { exportAll, importAll, onKept, openTable, past, removePast } from '../kept';
import type { Kept, Past } from '../kept';
import { go } from '../route';
import { announce } from '../ui/live';
import { pickFile, saveFile } from '../ui/file';
import { count, fill, useWords } from '../words';
import type { Words } from '../words';
import { handOver } from './handed';
import { opponents, whenText } from './names';
import { damageText, saveDamaged } from './stuck';

const SHOWN = 50;   // games in the list at first

/** Whether a bot played it to the end in one's place. */
const leftToBot = ({ you, result }: Past) => !!result.standing?.find((s) => s.seat === you)?.stand_in;

function resultText(game: Past, w: Words): string {
  const { you, result, setup } = game;
  if (you < 0) return w.history.watched;
  if (leftToBot(game)) return w.history.standIn;
  if (result.given_up === you) return w.history.gaveUp;
  if (result.winner === you) return w.history.won;
  const place = result.ranking.indexOf(you);
  if (result.winner === null) return w.history.drawn;
  return setup.players > 2 && place > 0 ? fill(w.history.place, place + 1, setup.players) : w.history.lost;
}

interface Figures { game: string; played: number; won: number; moves: number; streak: number; best: number }

/** What one's own games come to, game by game; lessons, and games that one has only watched or left to a bot, do not count. */
export function figures(games: Past[]): Figures[] {
  const all = new Map<string, Figures>();
  for (const g of [...games].sort((a, b) => a.at - b.at)) {
    if (g.you < 0 || g.tutorial || leftToBot(g)) continue;
    const { game } = g.setup;
    const f = all.get(game) ?? { game, played: 0, won: 0, moves: 0, streak: 0, best: 0 };
    const won = g.result.winner === g.you;
    f.played++;
    f.won += won ? 1 : 0;
    f.moves += g.count;
    f.streak = won ? f.streak + 1 : 0;
    f.best = Math.max(f.best, f.streak);
    all.set(game, f);
  }
  return [...all.values()].sort((a, b) => b.played - a.played);
}

export function HistoryScreen() {
  const { about, service } = useApp();
  const w = useWords();
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [which, setWhich] = useState('');
  const [most, setMost] = useState(SHOWN);
  const [said, setSaid] = useState('');
  useEffect(() => onKept(() => redraw(0)), []);
  const entries = past();
  const games = entries.flatMap((e) => ('game' in e ? [{ ...e.game, id: e.id }] : []));
  const shown = games.filter((g) => !which || g.setup.game === which);
  const title = (id: string) => about.games.find((g) => g.id === id)?.title ?? id;
  const tell = (text: string) => { setSaid(text); announce(text); };

  const look = async (game: Kept, where: 'replay' | 'review') => {
    try {
      const table = await openTable(service, game);
      handOver({ transcript: await service.transcript(table), you: game.you, names: game.names ?? [] });
      await service.close(table);
      go(`${where}/game`);
    } catch (error) {
      tell(fill(w.broken, (error as Error).message));
    }
  };
  const remove = (sure: string, ...ids: string[]) => {
    if (!confirm(sure)) return;
    removePast(...ids);
    tell(w.history.removed);
  };
  const bring = async () => {
    const text = await pickFile();
    if (text === null) return;
    const done = importAll(text);
    tell(!done ? w.history.importBad : fill(w.history.imported, done.added, done.known) + (done.full ? ` ${w.history.importFull}` : ''));
  };

  return (
    <div class="history">
      <h1 tabIndex={-1}>{w.history.heading}</h1>
      {said ? <p class="message">{said}</p> : null}
      {games.length === 0 ? <p>{w.history.none}</p> : null}
      {figures(games).length > 0 ? (
        <div class="wide" tabIndex={0} role="region" aria-label={w.history.figures}>
          <table class="figures">
            <caption>{w.history.figures}</caption>
            <thead><tr><th scope="col">{w.history.game}</th><th scope="col">{w.history.played}</th><th scope="col">{w.history.wins}</th><th scope="col">{w.history.average}</th><th scope="col">{w.history.streak}</th></tr></thead>
            <tbody>
              {figures(games).map((f) => (
                <tr data-figures={f.game}>
                  <th scope="row">{title(f.game)}</th>
                  <td data-label={w.history.played}>{f.played}</td>
                  <td data-label={w.history.wins}>{f.won} <span class="hint">({Math.round(100 * f.won / f.played)} %)</span></td>
                  <td data-label={w.history.average}>{count(w.kept.moves, Math.round(f.moves / f.played))}</td>
                  <td data-label={w.history.streak}>{f.streak} <span class="hint">({fill(w.history.best, f.best)})</span></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {games.length > 0 ? (
        <section aria-labelledby="games-over">
          <h2 id="games-over">{w.history.games}</h2>
          <label class="row filter">{w.history.game}
            <select value={which} onChange={(e) => setWhich(e.currentTarget.value)}>
              <option value="">{w.history.all}</option>
              {[...new Set(games.map((g) => g.setup.game))].map((id) => <option value={id}>{title(id)}</option>)}
            </select>
          </label>
          <ul class="kept">
            {shown.slice(0, most).map((g) => (
              <li key={g.id} data-past={g.id}>
                <div>
                  <strong>{title(g.setup.game)}</strong>: {resultText(g, w)}
                  <span class="hint">{[g.tutorial ? w.kept.lesson : fill(w.kept.against, opponents(g, w)), count(w.kept.moves, g.count), ...(g.setup.casual ? [w.history.casual] : []), whenText(g.at, w)].join(' · ')}</span>
                </div>
                <p class="actions">
                  <button type="button" onClick={() => void look(g, 'review')} aria-label={`${w.review.heading}: ${title(g.setup.game)}, ${whenText(g.at, w)}`}>{w.review.heading}</button>
                  <button type="button" onClick={() => void look(g, 'replay')} aria-label={`${w.table.replay}: ${title(g.setup.game)}, ${whenText(g.at, w)}`}>{w.table.replay}</button>
                  <button type="button" class="quiet" onClick={() => remove(w.history.removeSure, g.id)} aria-label={`${w.kept.remove}: ${title(g.setup.game)}, ${whenText(g.at, w)}`}>{w.kept.remove}</button>
                </p>
              </li>
            ))}
          </ul>
          {shown.length > most ? <button type="button" onClick={() => setMost(most + SHOWN)}>{fill(w.history.more, shown.length - most)}</button> : null}
        </section>
      ) : null}
      {entries.map((e) => ('wrong' in e ? (
        <p class="message refusal">{damageText(e.wrong, w)}{' '}
          <button type="button" onClick={() => saveDamaged(e.id, e.text)}>{w.kept.saveFile}</button>{' '}
          <button type="button" onClick={() => remove(w.kept.removeSure, e.id)}>{w.kept.remove}</button>
        </p>
      ) : null))}
      <section aria-labelledby="kept-files">
        <h2 id="kept-files">{w.history.files}</h2>
        <p class="hint">{w.history.filesText}</p>
        <p class="actions">
          <a class="button" href="#/replay">{w.history.replay}</a>
          <button type="button" onClick={() => saveFile('bylaw-games.json', exportAll())}>{w.history.export}</button>
          <button type="button" onClick={() => void bring()}>{w.history.import}</button>
          {games.length > 0 ? <button type="button" class="quiet" onClick={() => remove(fill(w.history.clearSure, games.length), ...games.map((g) => g.id))}>{w.history.clear}</button> : null}
        </p>
      </section>
    </div>
  );
}
