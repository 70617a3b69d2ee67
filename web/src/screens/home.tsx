// home.tsx - which game, and how it is set up.
import { useState } from 'preact/hooks';
import { useApp } from '../app';
import { go } from '../route';
import { loadGame } from '../settings';
import type { Bot, Game, Setup } from '../service/types';
import { Card } from '../cards/card';
import { isOwn, screenOf, hasTutorial } from '../games';
import { valueWords } from '../ui/clause';
import { fill, useWords } from '../words';

function Picture({ game }: { game: string }) {
  const screen = screenOf(game);
  if (isOwn(screen)) return <screen.Art />;
  return <>{screen.art.map((c) => <span key={c}><Card card={c} pack={screen.pack} /></span>)}</>;
}

export function HomeScreen({ resume }: { resume: () => void }) {
  const { about } = useApp();
  const w = useWords();
  const kept = loadGame();
  const title = (id: string) => about.games.find((g) => g.id === id)?.title ?? id;
  return (
    <div class="home">
      <h1 tabIndex={-1}>{w.home.heading}</h1>
      <p class="motto">{w.motto}</p>
      {kept && (kept.moves.length > 0 || kept.transcript) ? (
        <p class="resume"><button type="button" class="primary" onClick={resume}>{fill(w.home.resume, title(kept.setup.game))}</button>{' '}
          {kept.moves.length > 0 ? fill(w.home.resumeText, kept.moves.length, kept.setup.seed) : ''}</p>
      ) : null}
      <ul class="games">
        {about.games.map((g) => (
          <li key={g.id} class="game">
            <div class="game-cards" aria-hidden="true"><Picture game={g.id} /></div>
            <h2>{g.title}</h2>
            <p>{screenOf(g.id).blurb[w.code] ?? ''}</p>
            <p class="count">{fill(w.home.players, g.players[0], g.players[1])}</p>
            <p class="actions">
              <a class="button primary" href={`#/new/${g.id}`} aria-label={fill(w.home.play, g.title)}>{w.home.playShort}</a>
              {hasTutorial(g.id) ? <a class="button" href={`#/tutorial/${g.id}`} aria-label={fill(w.home.tutorialOf, g.title)}>{w.home.tutorial}</a> : null}
              <a class="button" href={`#/rules/${g.id}`} aria-label={fill(w.home.rulebookOf, g.title)}>{w.home.rulebook}</a>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Who can be played against: a bot that thinks is there in several strengths. */
function strengths(bots: Bot[]): string[] {
  return bots.filter((b) => !b.cheats)
    .flatMap((b) => (b.name === 'ismcts' ? ['ismcts:300', 'ismcts:3000', 'ismcts:30000'] : [b.name]));
}

/** A seed of 64 bits, so that nobody tries them all; in digits, since a number would lose some. */
function newSeed(): string {
  return String(crypto.getRandomValues(new BigUint64Array(1))[0]);
}

export function SetupScreen({ game, start }: { game: Game; start: (setup: Setup, you: number) => Promise<void> }) {
  const { about, spoken } = useApp();
  const w = useWords();
  const bots = strengths(about.bots);
  const usual = bots.includes('ismcts:300') ? 'ismcts:300' : 'greedy';
  const [players, setPlayers] = useState(game.players[2]);
  const [seats, setSeats] = useState<string[]>(() => [...Array(16)].map((_, i) => (i === 0 ? '' : usual)));
  const [options, setOptions] = useState<Record<string, string>>({});
  const [rulings, setRulings] = useState<Record<string, string>>(game.presets[0]?.rulings ?? {});
  const [seed, setSeed] = useState(newSeed);
  const [wrong, setWrong] = useState('');
  const preset = game.presets.find((p) => game.rulings.every((r) => p.rulings[r.name] === rulings[r.name]))?.name ?? '';
  const you = seats.slice(0, players).indexOf('');

  // One person at most: who takes a seat gives up the other.
  const sit = (seat: number, who: string) =>
    setSeats(seats.map((s, i) => (i === seat ? who : who === '' && s === '' ? usual : s)));

  const deal = async (event: Event) => {
    event.preventDefault();
    setWrong('');
    const chosen = Object.fromEntries(Object.entries(options).filter(([, v]) => v !== '').map(([k, v]) => [k, /^-?\d+$/.test(v) ? Number(v) : v]));
    const setup = { game: game.id, players, options: chosen, rulings, seed: seed.trim(), bots: seats.slice(0, players).map((s) => s || null) };
    try {
      await start(setup, you);
      go('play');
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <form class="setup" onSubmit={deal}>
      <h1 tabIndex={-1}>{fill(w.setup.heading, game.title)}</h1>
      <label class="row">{w.setup.players}
        <select value={players} name="players" onChange={(e) => setPlayers(Number(e.currentTarget.value))}>
          {[...Array(game.players[1] - game.players[0] + 1)].map((_, i) => <option value={game.players[0] + i}>{game.players[0] + i}</option>)}
        </select>
      </label>
      <fieldset>
        <legend>{w.setup.seats}</legend>
        <p class="hint">{you < 0 ? w.setup.nobody : w.setup.many}</p>
        <div class="grid">
          {seats.slice(0, players).map((who, seat) => (
            <label class="row">{fill(w.setup.seat, seat)}
              <select value={who} name={`seat${seat}`} onChange={(e) => sit(seat, e.currentTarget.value)}>
                <option value="">{w.setup.you}</option>
                {bots.map((b) => <option value={b}>{w.setup.bots[b] ?? b}</option>)}
              </select>
            </label>
          ))}
        </div>
      </fieldset>
      {game.options.length > 0 ? (
        <fieldset>
          <legend>{w.setup.options}</legend>
          {game.options.map((o) => (
            <label class="row"><span><strong>{o.name}</strong> <span class="hint" lang={spoken}>{o.text}</span></span>
              {o.names
                ? <select value={options[o.name] ?? ''} onChange={(e) => setOptions({ ...options, [o.name]: e.currentTarget.value })}>
                    <option value="">{w.setup.auto}</option>{valueWords({ values: o.names, words: o.words! }).map((text, i) => <option value={o.names![i]}>{text}</option>)}
                  </select>
                : <input type="number" min={o.min} max={o.max} placeholder={w.setup.auto} value={options[o.name] ?? ''}
                    onInput={(e) => setOptions({ ...options, [o.name]: e.currentTarget.value })} />}
            </label>
          ))}
        </fieldset>
      ) : null}
      {game.rulings.length > 0 ? (
        <fieldset>
          <legend>{w.setup.rulings}</legend>
          <p class="hint">{w.setup.rulingsText}</p>
          <label class="row">{w.setup.preset}
            <select value={preset} name="preset" onChange={(e) => setRulings(game.presets.find((p) => p.name === e.currentTarget.value)?.rulings ?? rulings)}>
              {game.presets.map((p) => <option value={p.name}>{`${p.name}: ${w.setup.presets[p.name] ?? ''}`}</option>)}
              {preset === '' ? <option value="">{w.setup.presetOwn}</option> : null}
            </select>
          </label>
          {game.rulings.map((r) => (
            <label class="row"><span><strong>{r.name}</strong> <a href={`#/rules/${game.id}/${encodeURIComponent(r.clause)}`}>{fill(w.setup.bearsOn, r.clause)}</a><br /><span class="hint" lang={spoken}>{r.text}</span></span>
              <select value={rulings[r.name]} name={`ruling-${r.name}`} onChange={(e) => setRulings({ ...rulings, [r.name]: e.currentTarget.value })}>
                {valueWords(r).map((text, i) => <option value={r.values[i]}>{text}</option>)}
              </select>
            </label>
          ))}
        </fieldset>
      ) : null}
      <fieldset>
        <legend>{w.setup.seed}</legend>
        <p class="hint" id="seed-hint">{w.setup.seedText}</p>
        <label class="row">{w.setup.seed}<input name="seed" value={seed} inputMode="numeric" autocomplete="off" aria-describedby="seed-hint" onInput={(e) => setSeed(e.currentTarget.value)} /></label>
        <button type="button" onClick={() => setSeed(newSeed())}>{w.setup.newSeed}</button>
      </fieldset>
      {wrong ? <p class="message refusal" role="alert" lang="en">{wrong}</p> : null}
      <p class="actions"><button type="submit" class="primary">{w.setup.start}</button> <a class="button" href="#/">{w.setup.back}</a></p>
    </form>
  );
}
