// home.tsx - the games: what each is, one press to play it, and those that go on.
import { useEffect, useReducer, useState } from 'preact/hooks';
import { useApp } from '../app';
import { onKept, removeUnlessOpen, running } from '../kept';
import type { Running } from '../kept';
import { loadWish, keepWish } from '../settings';
import type { About, Game, Setup } from '../service/types';
import { Card } from '../cards/card';
import { isOwn, screenOf } from '../games';
import { HowButton } from '../ui/how';
import { announce } from '../ui/live';
import { count, fill, useWords } from '../words';
import type { Words } from '../words';
import { opponents, whenText } from './names';
import { damageText, saveDamaged } from './stuck';

const SHOWN = 4;   // games that go on, at first

export type Start = (setup: Setup, you: number) => Promise<void>;

function Picture({ game }: { game: string }) {
  const screen = screenOf(game);
  if (isOwn(screen)) return <screen.Art />;
  return <>{screen.art.map((c) => <span key={c}><Card card={c} pack={screen.pack} /></span>)}</>;
}

/** A seed of 64 bits, so that nobody tries them all; in digits, since a number would lose some. */
export function newSeed(): string {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0]);
}

/** Whom a newcomer meets. */
export const usualBot = 'casual';

/** What a list of opponents offers: how strong they are; several of one strength are several people. */
export const opponentName = ({ bot, person }: About['opponents'][number], w: Words) => w.home.levels[bot] ?? person;

export function rulingsOf(game: Game, preset: string): Record<string, string> {
  return (game.presets.find((p) => p.name === preset) ?? game.presets[0])?.rulings ?? {};
}

function GameCard({ game, start }: { game: Game; start: Start }) {
  const { about, spoken } = useApp();
  const w = useWords();
  const [wish, setWish] = useState(() => loadWish(game.id));
  const [least, most] = game.players;
  const players = wish.players && wish.players >= least && wish.players <= most ? wish.players : game.first.players;
  const bot = about.opponents.some((o) => o.bot === wish.bot) ? wish.bot! : usualBot;
  const change = (some: typeof wish) => {
    const next = { ...wish, ...some };
    setWish(next);
    keepWish(game.id, next);
  };
  const play = () => start({
    game: game.id, players, options: {}, rulings: rulingsOf(game, game.first.preset), seed: newSeed(),
    bots: [...Array(players)].map((_, seat) => (seat === 0 ? null : bot)),
  }, 0);
  return (
    <li class="game" data-game={game.id}>
      <div class="game-cards" aria-hidden="true"><Picture game={game.id} /></div>
      <h2>{game.title}</h2>
      <p lang={spoken}>{game.goal}</p>
      <p class="count">{fill(w.home.players, least, most)} · {fill(w.home.minutes, game.first.minutes)}</p>
      <div class="wishes">
        <label>{w.setup.players}
          <select name="players" value={players} aria-label={`${game.title}: ${w.setup.players}`} onChange={(e) => change({ players: Number(e.currentTarget.value) })}>
            {[...Array(most - least + 1)].map((_, i) => <option value={least + i}>{least + i}</option>)}
          </select>
        </label>
        <label>{w.home.opponents}
          <select name="bot" value={bot} aria-label={`${game.title}: ${w.home.opponents}`} onChange={(e) => change({ bot: e.currentTarget.value })}>
            {about.opponents.map((o) => <option value={o.bot}>{opponentName(o, w)}</option>)}
          </select>
        </label>
      </div>
      <p class="actions">
        <button type="button" class="primary play" aria-label={fill(w.home.play, game.title)} onClick={() => void play()}>{w.home.playShort}</button>
        {game.lessons ? <a class="button" href={`#/tutorial/${game.id}`} aria-label={fill(w.home.tutorialOf, game.title)}>{w.home.tutorial}</a> : null}
      </p>
      <p class="more">
        <HowButton game={game} />
        <a href={`#/rules/${game.id}`} aria-label={fill(w.home.rulebookOf, game.title)}>{w.home.rulebook}</a>
        <a href={`#/new/${game.id}`} aria-label={fill(w.home.advancedOf, game.title)}>{w.home.advanced}</a>
      </p>
    </li>
  );
}

/** What stands about a game that goes on: against whom, whose turn it is, how far it is, since when. */
function GoingOn({ id, game, title, remove }: { id: string; game: Running; title: string; remove: () => void }) {
  const w = useWords();
  const turn = game.turn === game.you ? w.table.yourTurn : w.kept.theirTurn;
  return (
    <li data-kept={id}>
      <div>
        <strong>{title}</strong>
        <span class="hint">{[
          game.tutorial ? w.kept.lesson : fill(w.kept.against, opponents(game, w)),
          ...(game.you < 0 ? [w.table.watchText.replace(/\.$/, '')] : game.turn < 0 ? [] : [turn]), count(w.kept.moves, game.count), whenText(game.at, w),
        ].join(' · ')}</span>
      </div>
      <p class="actions">
        <a class="button primary" href={`#/play/${id}`} aria-label={fill(w.home.resume, title)}>{w.kept.goOn}</a>
        <button type="button" class="quiet" aria-label={fill(w.kept.removeThis, title)} onClick={remove}>{w.kept.remove}</button>
      </p>
    </li>
  );
}

function KeptGames() {
  const { about } = useApp();
  const w = useWords();
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [said, setSaid] = useState('');
  const [most, setMost] = useState(SHOWN);
  useEffect(() => onKept(() => redraw(0)), []);
  const entries = running().filter((e) => 'wrong' in e || e.game.begun);
  const remove = async (id: string) => {
    if (!confirm(w.kept.removeSure)) return;
    const text = await removeUnlessOpen(id) ? w.kept.removed : w.kept.isOpen;
    setSaid(text);
    announce(text);
    redraw(0);
  };
  if (entries.length === 0 && !said) return null;
  const title = (id: string) => about.games.find((g) => g.id === id)?.title ?? id;
  return (
    <section class="going-on" aria-labelledby="going-on">
      <h2 id="going-on">{w.kept.heading}</h2>
      {said ? <p class="message">{said}</p> : null}
      <ul class="kept">
        {entries.slice(0, most).map((e) => ('game' in e ? <GoingOn key={e.id} id={e.id} game={e.game} title={title(e.game.setup.game)} remove={() => void remove(e.id)} /> : (
          <li key={e.id} data-kept={e.id}>
            <div><strong>{w.kept.damaged}</strong><span class="hint">{damageText(e.wrong, w)}</span></div>
            <p class="actions">
              <button type="button" onClick={() => saveDamaged(e.id, e.text)}>{w.kept.saveFile}</button>
              <button type="button" class="quiet" onClick={() => void remove(e.id)}>{w.kept.remove}</button>
            </p>
          </li>
        )))}
      </ul>
      {entries.length > most ? <button type="button" class="quiet" onClick={() => setMost(Infinity)}>{fill(w.history.more, entries.length - most)}</button> : null}
    </section>
  );
}

/** The shortest first: the easiest to learn. */
export const inOrder = (games: Game[]) => [...games].sort((a, b) => a.first.minutes - b.first.minutes);

export function HomeScreen({ start, served }: { start: Start; served: boolean }) {
  const { about } = useApp();
  const w = useWords();
  const games = inOrder(about.games);
  return (
    <div class="home">
      <h1 tabIndex={-1}>{w.home.heading}</h1>
      <p class="motto">{w.motto}</p>
      {served ? <p class="with-friends"><a class="button primary" href="#/friends">{w.home.friends}</a> <span class="hint">{w.home.friendsText}</span></p> : null}
      <KeptGames />
      <ul class="games">{games.map((g) => <GameCard key={g.id} game={g} start={start} />)}</ul>
    </div>
  );
}
