// setup.tsx - how a game is set up by who wants more than the usual: seats, options, rulings, seed.
import { useState } from 'preact/hooks';
import { useApp } from '../app';
import type { Game, Option } from '../service/types';
import { fill, useWords } from '../words';
import { newSeed, opponentName, rulingsOf, usualBot } from './home';
import type { Start } from './home';

/** What is being set up, game by game: it outlives a look into the rulebook. */
interface Wish { players: number; seats: string[]; options: Record<string, string>; rulings: Record<string, string>; seed: string; casual: boolean }
const wishes = new Map<string, Wish>();

/** An option that is a seat: chosen among those that play. */
const isSeat = ({ name }: { name: string }) => name === 'dealer';
const isSeed = (text: string) => /^\d{1,20}$/.test(text) && BigInt(text) < 1n << 64n;

/** Options as they are asked for, without those that are as usual. */
export function chosenOptions(options: Record<string, string>, players: number): Record<string, number | string> {
  return Object.fromEntries(Object.entries(options).filter(([k, v]) => v !== '' && !(isSeat({ name: k }) && Number(v) >= players)).map(([k, v]) => [k, /^-?\d+$/.test(v) ? Number(v) : v]));
}

/** Where a value is said as it is written, it is said in words. */
const inWords = (value: string) => value.replaceAll('-', ' ');
/** As the name of a field. */
const asLabel = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

type Rules = Pick<Wish, 'options' | 'rulings'>;
/** What can be agreed on before a game: options, a preset, rulings. */
export function RuleFields({ game, players, options, rulings, change }: Rules & { game: Game; players: number; change: (some: Partial<Rules>) => void }) {
  const { spoken, settings } = useApp();
  const w = useWords();
  // How it is written elsewhere, for who wants that.
  const code = (name: string) => (settings.notation ? <> <code class="hint">{name}</code></> : null);
  const usual = (o: Option) => {
    const value = o.usual[players - game.players[0]];
    return fill(w.setup.auto, o.words ? inWords(o.words[value]) : isSeat(o) ? fill(w.setup.seat, value + 1) : value);
  };
  const preset = game.presets.find((p) => game.rulings.every((r) => p.rulings[r.name] === rulings[r.name]))?.name ?? '';
  return (
    <>
      {game.options.length > 0 ? (
        <fieldset>
          <legend>{w.setup.options}</legend>
          {game.options.map((o) => (
            <label class="row"><span lang={spoken}>{asLabel(o.text)}{code(o.name)}</span>
              {o.names
                ? <select value={options[o.name] ?? ''} onChange={(e) => change({ options: { ...options, [o.name]: e.currentTarget.value } })}>
                    <option value="">{usual(o)}</option>{o.words!.map((text, i) => <option value={o.names![i]}>{inWords(text)}</option>)}
                  </select>
                : isSeat(o) ? <select name={o.name} value={Number(options[o.name] ?? players) < players ? options[o.name] : ''} onChange={(e) => change({ options: { ...options, [o.name]: e.currentTarget.value } })}>
                    <option value="">{usual(o)}</option>{[...Array(players).keys()].map((seat) => <option value={String(seat)}>{fill(w.setup.seat, seat + 1)}</option>)}
                  </select>
                : <input type="number" name={o.name} min={o.min} max={o.max} placeholder={usual(o)} value={options[o.name] ?? ''}
                    onInput={(e) => change({ options: { ...options, [o.name]: e.currentTarget.value } })} />}
            </label>
          ))}
        </fieldset>
      ) : null}
      {game.rulings.length > 0 ? (
        <fieldset>
          <legend>{w.setup.rulings}</legend>
          <p class="hint">{w.setup.rulingsText}</p>
          <label class="row">{w.setup.preset}
            <select value={preset} name="preset" onChange={(e) => change({ rulings: rulingsOf(game, e.currentTarget.value) })}>
              {game.presets.map((p) => <option value={p.name}>{w.setup.presets[p.name] ?? p.name}</option>)}
              {preset === '' ? <option value="">{w.setup.presetOwn}</option> : null}
            </select>
          </label>
          {game.rulings.map((r) => (
            <label class="row"><span><span lang={spoken}>{asLabel(r.text)}</span>{code(r.name)} <a href={`#/rules/${game.id}/${encodeURIComponent(r.clause)}`}>{fill(w.setup.bearsOn, r.clause)}</a></span>
              <select value={rulings[r.name]} name={`ruling-${r.name}`} onChange={(e) => change({ rulings: { ...rulings, [r.name]: e.currentTarget.value } })}>
                {r.words.map((text, i) => <option value={r.values[i]}>{inWords(text)}</option>)}
              </select>
            </label>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}

export function SetupScreen({ game, start }: { game: Game; start: Start }) {
  const { about } = useApp();
  const w = useWords();
  const [wish, setWish] = useState<Wish>(() => wishes.get(game.id) ?? {
    players: game.first.players, seats: [...Array(16)].map((_, i) => (i === 0 ? '' : usualBot)), options: {},
    rulings: rulingsOf(game, game.first.preset), seed: newSeed(), casual: false,
  });
  const change = (some: Partial<Wish>) => {
    const next = { ...wish, ...some };
    wishes.set(game.id, next);
    setWish(next);
  };
  const { players, seats, options, rulings, seed, casual } = wish;
  const [wrong, setWrong] = useState('');
  const you = seats.slice(0, players).indexOf('');

  // One person at most: who takes a seat gives up the other.
  const sit = (seat: number, who: string) =>
    change({ seats: seats.map((s, i) => (i === seat ? who : who === '' && s === '' ? usualBot : s)) });

  const deal = async (event: Event) => {
    event.preventDefault();
    if (!isSeed(seed.trim())) return setWrong(w.setup.badSeed);
    setWrong('');
    const setup = { game: game.id, players, options: chosenOptions(options, players), rulings, seed: seed.trim(), bots: seats.slice(0, players).map((s) => s || null), ...(casual ? { casual } : {}) };
    try {
      await start(setup, you);
      wishes.set(game.id, { ...wish, seed: newSeed() });
    } catch (error) {
      setWrong(fill(w.setup.cannot, error instanceof Error ? error.message : String(error)));
    }
    return undefined;
  };

  return (
    <form class="setup" onSubmit={deal}>
      <h1 tabIndex={-1}>{fill(w.setup.heading, game.title)}</h1>
      <label class="row">{w.setup.players}
        <select value={players} name="players" onChange={(e) => change({ players: Number(e.currentTarget.value) })}>
          {[...Array(game.players[1] - game.players[0] + 1)].map((_, i) => <option value={game.players[0] + i}>{game.players[0] + i}</option>)}
        </select>
      </label>
      <fieldset>
        <legend>{w.setup.seats}</legend>
        <p class="hint">{you < 0 ? w.setup.nobody : w.setup.many}</p>
        <div class="grid">
          {seats.slice(0, players).map((who, seat) => (
            <label class="row">{fill(w.setup.seat, seat + 1)}
              <select value={who} name={`seat${seat}`} onChange={(e) => sit(seat, e.currentTarget.value)}>
                <option value="">{w.setup.you}</option>
                {about.opponents.map((o) => <option value={o.bot} title={o.character}>{opponentName(o, w)}</option>)}
              </select>
            </label>
          ))}
        </div>
      </fieldset>
      <RuleFields game={game} players={players} options={options} rulings={rulings} change={change} />
      <label class="row check"><input type="checkbox" name="casual" checked={casual} onChange={(e) => change({ casual: e.currentTarget.checked })} /> {w.setup.casual}</label>
      <fieldset>
        <legend>{w.setup.seed}</legend>
        <p class="hint" id="seed-hint">{w.setup.seedText}</p>
        <label class="row">{w.setup.seed}<input name="seed" value={seed} inputMode="numeric" autocomplete="off" aria-describedby="seed-hint" onInput={(e) => change({ seed: e.currentTarget.value })} /></label>
        <button type="button" onClick={() => change({ seed: newSeed() })}>{w.setup.newSeed}</button>
      </fieldset>
      {wrong ? <p class="message refusal" role="alert">{wrong}</p> : null}
      <p class="actions"><button type="submit" class="primary">{w.setup.start}</button> <a class="button" href="#/">{w.setup.back}</a></p>
    </form>
  );
}
