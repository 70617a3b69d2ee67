// make.tsx - a new table: the game, its seats, its rules, who may come, the clock.
import { useState } from 'preact/hooks';
import { useApp } from '../app';
import { go } from '../route';
import type { Server } from '../service/server';
import type { Game } from '../service/types';
import { inOrder, opponentName, rulingsOf, usualBot } from '../screens/home';
import { chosenOptions, RuleFields } from '../screens/setup';
import { count, fill, useWords } from '../words';
import { keepTable } from './secrets';
import { useFriendWords, useRefusal } from './words';

const MINUTE = 60, DAY = 86400;
const CLOCKS = [0, 30, MINUTE, 3 * MINUTE, 10 * MINUTE, DAY, 3 * DAY, 7 * DAY];

/** How long a move may take, in seconds; 0: as long as one likes. */
export function clockText(seconds: number, f: ReturnType<typeof useFriendWords>): string {
  if (seconds === 0) return f.noClock;
  const [size, forms] = seconds % DAY === 0 ? [DAY, f.days] : seconds % MINUTE === 0 ? [MINUTE, f.minutes] : [1, f.seconds];
  return count(forms as string[], seconds / (size as number));
}

export function MakeTable({ server, game: first }: { server: Server; game: Game }) {
  const { about } = useApp();
  const f = useFriendWords();
  const w = useWords();
  const [id, setId] = useState(first.id);
  const game = about.games.find((g) => g.id === id)!;
  const [players, setPlayers] = useState(game.players[0]);   // you, and who is sent the link
  const [seats, setSeats] = useState<string[]>([]);
  const [rules, setRules] = useState({ options: {} as Record<string, string>, rulings: rulingsOf(game, game.first.preset) });
  const [open, setOpen] = useState(false);
  const [clock, setClock] = useState(0);
  const [away, setAway] = useState(usualBot);
  const [casual, setCasual] = useState(false);
  const [wrong, setWrong] = useState('');
  const refusal = useRefusal();
  const [busy, setBusy] = useState(false);
  const choose = (next: Game) => {
    setId(next.id);
    setPlayers(next.players[0]);
    setSeats([]);
    setRules({ options: {}, rulings: rulingsOf(next, next.first.preset) });
  };
  // The levels, and programs of the server's.
  const bots = about.opponents
    .map((o) => ({ bot: o.bot, person: o.person, character: o.character, name: opponentName(o, w) }))
    .concat(server.engines.map((bot) => ({ bot, person: bot, character: '', name: fill(f.engine, bot) })));
  /** An option or ruling is called as it is on this page. */
  const called = (told: string) => told.replace(/^(?:options|rulings)\.([\w-]+): /, (_, name) => [...game.options, ...game.rulings].flatMap((x) => (x.name === name ? `${x.text}: ` : [])).join(''));
  const [least, most] = game.players;

  const make = async (event: Event) => {
    event.preventDefault();
    setWrong('');
    if (clock > 0 && !away) return setWrong(f.clockNeeds);
    setBusy(true);
    try {
      const made = await server.decide<{ table: string; hash: string }>('make', {
        game: id, players, options: chosenOptions(rules.options, players), rulings: rules.rulings, ...(casual ? { casual } : {}),
        bots: [...Array(players).keys()].map((seat) => seats[seat] || null), open, clock: clock > 0 ? { move: clock } : null, away: away || null,
      });
      keepTable(made.table, { hash: made.hash, game: id, stage: 'waiting', at: Date.now(), made: true });
      go(`table/${made.table}`);
    } catch (error) {
      setWrong(fill(f.cannot, called(refusal(error as Error))));
    }
    return setBusy(false);
  };

  return (
    <form class="setup make" onSubmit={make}>
      <h1 tabIndex={-1}>{f.make}</h1>
      <label class="row">{f.game}
        <select name="game" value={id} onChange={(e) => choose(about.games.find((g) => g.id === e.currentTarget.value)!)}>
          {inOrder(about.games).map((g) => <option value={g.id}>{g.title}</option>)}
        </select>
      </label>
      <label class="row">{w.setup.players}
        <select name="players" value={players} onChange={(e) => setPlayers(Number(e.currentTarget.value))}>
          {[...Array(most - least + 1).keys()].map((i) => <option value={least + i}>{least + i}</option>)}
        </select>
      </label>
      <fieldset>
        <legend>{f.seats}</legend>
        <div class="grid">
          {[...Array(players).keys()].map((seat) => (
            <label class="row">{fill(f.who, seat + 1)}
              <select name={`seat${seat}`} value={seats[seat] ?? ''} onChange={(e) => setSeats([...Array(players).keys()].map((i) => (i === seat ? e.currentTarget.value : seats[i] ?? '')))}>
                <option value="">{f.person}</option>
                {bots.map((o) => <option value={o.bot} title={o.character}>{o.name}</option>)}
              </select>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{f.access}</legend>
        {[false, true].map((all) => (
          <label class="row check"><input type="radio" name="open" checked={open === all} onChange={() => setOpen(all)} /> {all ? f.openAll : f.byLink}</label>
        ))}
      </fieldset>
      <label class="row">{f.clock}
        <select name="clock" value={clock} onChange={(e) => setClock(Number(e.currentTarget.value))}>{CLOCKS.map((s) => <option value={s}>{clockText(s, f)}</option>)}</select>
      </label>
      <label class="row">{f.away}
        <select name="away" value={away} onChange={(e) => setAway(e.currentTarget.value)}>
          {bots.map((o) => <option value={o.bot}>{fill(f.awayBot, o.person, o.name)}</option>)}
          <option value="">{f.awayNobody}</option>
        </select>
      </label>
      <label class="row check"><input type="checkbox" name="casual" checked={casual} onChange={(e) => setCasual(e.currentTarget.checked)} /> {f.casual}</label>
      {game.options.length + game.rulings.length > 0 ? (
        <details>
          <summary>{f.more}</summary>
          <RuleFields game={game} players={players} {...rules} change={(some) => setRules({ ...rules, ...some })} />
        </details>
      ) : null}
      {wrong ? <p class="message refusal" role="alert">{wrong}</p> : null}
      <p class="actions"><button type="submit" class="primary" disabled={busy || !server.up}>{f.create}</button> <a class="button" href="#/friends">{f.toLobby}</a></p>
    </form>
  );
}
