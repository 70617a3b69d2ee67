// main.tsx - the page: its frame, its screens, and the one table that is being played.
import { render } from 'preact';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AppContext } from './app';
import type { App } from './app';
import { SuitSigns } from './cards/suits';
import { fromLink } from './link';
import { claim, findPast, findRunning, readGame, running, tidy } from './kept';
import type { Keeper, Kept } from './kept';
import { go, swap, useRoute } from './route';
import { HelpDialog, SettingsDialog } from './screens/dialogs';
import { HomeScreen, newSeed, rulingsOf } from './screens/home';
import { Nowhere, Stuck } from './screens/stuck';
import type { StuckWith } from './screens/stuck';
import { Session } from './screens/session';
import { both } from './service/both';
import { startWorker } from './service/client';
import type { About, Clause, Setup } from './service/types';
import { keepSettings, loadSettings, paces } from './settings';
import type { Settings } from './settings';
import { Arrival, later } from './ui/later';
import { announce, hush, LiveRegion } from './ui/live';
import { fill, Language, languages, loadWords, wordsOf } from './words';

const service = both(startWorker('worker.js', 'bylaw.wasm'));

/** Whether a server with tables handed this page out: it says so, other hosts have the file as it is. */
async function findServer(): Promise<boolean> {
  const { tables } = await fetch('server.json').then((answer) => answer.json()).catch(() => ({ tables: false }));
  return tables === true;
}

// What the first screen does not need.
const FriendsScreen = later(() => import('./friends').then((m) => m.FriendsScreen));
const HistoryScreen = later(() => import('./screens/rest').then((m) => m.HistoryScreen));
const ReplayScreen = later(() => import('./screens/rest').then((m) => m.ReplayScreen));
const RulesScreen = later(() => import('./screens/rest').then((m) => m.RulesScreen));
const SetupScreen = later(() => import('./screens/rest').then((m) => m.SetupScreen));
const TableOfFriends = later(() => import('./friends').then((m) => m.TableOfFriends));
const TableScreen = later(() => import('./screens/rest').then((m) => m.TableScreen));

interface Spoken { language: string; about: About }

let speaking = '';   // the language that was asked for last
let rest: Promise<void> | undefined;   // until clauses and lessons are said in it
const catalogueOf = (file: string) => fetch(file).then((answer) => (answer.ok ? answer.arrayBuffer() : null), () => null);

/** Has the page and the rules say what people read in a language, all but clauses and lessons; English where its
 *  words or its catalogue cannot be had. */
async function speak(language: string): Promise<Spoken> {
  [speaking, rest] = [language, undefined];
  const words = loadWords(language);
  const catalogue = language === 'en' ? null : await catalogueOf(`${language}.first.mo`);
  const heard = await service.speak(catalogue);
  await words;
  if (catalogue) void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage([`${language}.first.mo`, `${language}.mo`]));
  return { language: catalogue && heard ? language : 'en', about: await service.about() };
}

/** Clauses and lessons, too, in that language; English where they cannot be had. */
async function speakAll(language: string): Promise<void> {
  const catalogue = language === 'en' ? null : await catalogueOf(`${language}.mo`);
  if (catalogue && speaking === language) await service.speak(catalogue);
}
const allSaid = () => (rest ??= speakAll(speaking));

function Page({ first }: { first: Spoken }) {
  const [settings, setSettings] = useState<Settings>(loadSettings);
  const [spoken, setSpoken] = useState(first);
  const { about } = spoken;
  const [session, setSession] = useState<Session | null>(null);
  const [dialog, setDialog] = useState('');
  const [wrong, setWrong] = useState('');
  const [stuck, setStuck] = useState<StuckWith | null>(null);
  const [unkept, setUnkept] = useState(false);
  const [served, setServed] = useState(false);
  const route = useRoute();
  const now = useRef(settings);
  now.current = settings;
  const w = wordsOf(settings.language);

  useEffect(() => {
    keepSettings(settings);
    document.documentElement.lang = settings.language;
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.motion = settings.motion;
    document.documentElement.dataset.suits = settings.suits;
    document.title = w.title;
  }, [settings]);

  const app = useMemo<App>(() => {
    const books = new Map<string, Promise<Clause[]>>();
    return {
      service, about, settings, spoken: spoken.language, show: setDialog,
      change: (some) => {
        const take = () => setSettings((s) => ({ ...s, ...some }));
        if (some.language === undefined || some.language === now.current.language) take();
        else void speak(some.language).then(async (next) => {
          if (session?.tutorial) await allSaid();
          setSpoken(next);
          take();
          return session?.retell();
        });
      },
      game: (id) => about.games.find((g) => g.id === id)!,
      rules: (id) => {
        if (!books.has(id)) books.set(id, allSaid().then(() => service.rules(id)));
        return books.get(id)!;
      },
    };
  }, [settings, spoken, session]);

  // The table that this tab plays at, also for what was begun before the last drawing.
  const seated = useRef<Session | null>(null);
  const sit = async (next: Session) => {
    await next.start();
    await seated.current?.close();
    seated.current = next;
    setWrong('');
    setStuck(null);
    setSession(next);
  };
  const pace = () => paces[now.current.pace];
  const takeUp = async ({ setup, you, moves, transcript, tutorial, result }: Kept, keeper: Keeper) => {
    const end = async (table: number) => { if (result?.given_up !== undefined) await service.giveUp(table, result.given_up); };
    if (tutorial) await allSaid();
    if (transcript === undefined) {
      const seating = await service.deal(setup, moves);
      await end(seating.table);
      return sit(new Session(service, seating, you, pace, keeper, undefined, tutorial, moves));
    }
    const seating = await service.resume(transcript);
    const bots = [...Array(seating.players)].map((_, seat) => (seat === you ? null : setup.bots[seat] ?? 'greedy'));
    for (const [seat, bot] of bots.entries()) await service.seat(seating.table, seat, bot);
    await end(seating.table);
    return sit(new Session(service, { ...seating, bots }, you, pace, keeper, transcript));
  };
  /** A game that is not kept yet, under a name of its own: those that are stay as they are. */
  const begin = async (kept: Kept) => {
    const keeper = (await claim())!;
    try {
      await takeUp(kept, keeper);
    } catch (error) {
      keeper.release();
      throw error;
    }
    return `play/${keeper.id}`;
  };
  const start = async (setup: Setup, you: number) => go(await begin({ setup, you, moves: [] }));
  /** One that is kept. */
  const resume = async (id: string, steal = false) => {
    const keeper = await claim(id, steal);
    if (!keeper) return setStuck({ id, how: 'elsewhere' });
    const entry = findRunning(id) ?? findPast(id);
    try {
      if (entry && 'game' in entry) return await takeUp(entry.game, keeper);
      setStuck(entry ? { id, how: 'damaged', wrong: entry.wrong } : { id, how: 'gone' });
    } catch (error) {
      setStuck({ id, how: 'damaged', wrong: (error as Error).message });
    }
    return keeper.release();
  };
  const tryTo = (what: Promise<unknown>) => what.catch((error) => {
    setWrong(error instanceof Error ? error.message : String(error));
    announce(fill(w.broken, error.message));
  });
  const load = (text: string, you: number) => tryTo(
    begin(readGame(text) ?? { setup: session?.setup ?? ({ bots: [] } as unknown as Setup), you, moves: [], transcript: text }).then(go));

  const learn = async (game: string) => {
    const { players, seed } = await service.tutorial(game), of = about.games.find((g) => g.id === game)!;
    // What is learned is what is then offered.
    const setup = { game, players, options: {}, rulings: rulingsOf(of, of.first.preset), seed, bots: [null, ...Array(players - 1).fill('greedy')], casual: true };
    return begin({ setup, you: 0, moves: [], tutorial: true });
  };

  const teaches = (id: string) => about.games.some((g) => g.id === id && g.lessons);
  // A link, a tutorial, a game that was kept, or the last one of those.
  const [where = '', which = '', clause = ''] = route.path;
  const looksBack = where === 'replay' && which !== '' && which !== 'game';   // at a game that goes on
  useEffect(() => {
    if (where === 'tutorial' && teaches(which)) void tryTo(learn(which).then(swap));
    if (where !== 'play' && !looksBack) return;
    if (route.query && !looksBack) {
      void fromLink(route.query).catch(() => null).then(async (linked) => {
        if (!linked) throw new Error(w.brokenLink);
        swap(await begin(linked));
      }).catch((error) => {
        go('');
        return tryTo(Promise.reject(error));
      });
    } else if (!which) swap(seated.current ? `play/${seated.current.keeper.id}` : [...running().map(({ id }) => `play/${id}`), ''][0]);
    else if (seated.current?.keeper.id !== which || seated.current.elsewhere) void tryTo(resume(which));
  }, [route.path.join('/'), route.query]);
  useEffect(() => {
    const heard = () => {
      if (session?.elsewhere) setStuck({ id: session.keeper.id, how: 'elsewhere' });
      setUnkept(session?.unkept ?? false);
    };
    heard();
    return session?.listen(heard);
  }, [session]);

  useEffect(() => { void findServer().then(setServed); }, []);

  // Who goes to a screen is at its heading, at once or when it has been loaded.
  const moved = useRef(false);
  const [arrived, setArrived] = useState(0);
  const toHeading = () => { if (moved.current) document.querySelector<HTMLElement>('main h1')?.focus(); };
  useEffect(() => {
    toHeading();
    scrollTo(0, 0);
    return () => {
      moved.current = true;
      hush();
    };
  }, [route.path[0]]);
  useEffect(() => { if (!document.activeElement?.closest('main')) toHeading(); }, [arrived]);

  const game = about.games.find((g) => g.id === which);
  const seat = (shown: (session: Session) => JSX.Element) => (stuck?.id === which ? <Stuck stuck={stuck} resume={() => void tryTo(resume(which, true))} />
    : session && session.keeper.id === which ? shown(session) : <p>{w.loading}</p>);
  const table = () => seat((session) => <TableScreen key={session.table} session={session} restart={() => void tryTo(restart(session))} again={() => void tryTo(start({ ...session.setup, seed: newSeed(), ...(session.tutorial ? { casual: false } : {}) }, session.you))} load={(t) => load(t, Math.max(0, session.you))} />);
  const screens: Record<string, () => JSX.Element | string | null | undefined> = {
    '': () => <HomeScreen start={start} served={served} />,
    friends: () => <FriendsScreen game={which} />,
    table: () => which && <TableOfFriends key={which} name={which} secret={clause} load={load} />,
    new: () => game && <SetupScreen key={which} game={game} start={start} />,
    tutorial: () => (teaches(which) ? <p>{w.loading}</p> : null),
    play: table,
    rules: () => (game || !which ? <RulesScreen game={which} clause={clause} /> : null),
    history: () => <HistoryScreen />,
    replay: () => (looksBack ? seat((session) => <ReplayScreen key={session.table} review={false} given={false} takeOver={load} running={session} />)
      : <ReplayScreen key="replay" review={false} given={which === 'game'} takeOver={load} running={null} />),
    review: () => <ReplayScreen key="review" review given={which === 'game'} takeOver={load} running={null} />,
  };
  const screen = (Object.hasOwn(screens, where) ? screens[where]() : null) || <Nowhere />;

  const restart = async ({ tutorial, setup, you }: Session) => swap(tutorial ? await learn(setup.game) : await begin({ setup, you, moves: [] }));

  return (
    <AppContext.Provider value={app}>
      <Language.Provider value={w}>
        <SuitSigns />
        <a class="skip" href="#main" onClick={(e) => { e.preventDefault(); document.querySelector<HTMLElement>('main h1')?.focus(); }}>{w.skip}</a>
        <header class="top">
          <a class="brand" href="#/">{w.title}</a>
          <nav aria-label={w.nav.label}>
            <a href="#/" aria-current={where === '' ? 'page' : undefined}>{w.nav.games}</a>
            <a href="#/rules" aria-current={where === 'rules' ? 'page' : undefined}>{w.nav.rules}</a>
            <a href="#/history" aria-current={['history', 'replay', 'review'].includes(where) ? 'page' : undefined}>{w.nav.history}</a>
            <button type="button" onClick={() => setDialog('help')}>{w.nav.help}</button>
            <button type="button" onClick={() => setDialog('settings')}>{w.nav.settings}</button>
          </nav>
          <select class="language" aria-label={w.settings.language} value={settings.language} onChange={(e) => app.change({ language: e.currentTarget.value })}>
            {Object.entries(languages).map(([id, name]) => <option value={id} lang={id}>{name}</option>)}
          </select>
        </header>
        <main id="main"><Arrival.Provider value={() => setArrived((n) => n + 1)}>
          {wrong ? <p class="message refusal" role="alert">{fill(w.broken, wrong)} <button type="button" onClick={() => setWrong('')}>{w.close}</button></p> : null}
          {unkept && where === 'play' ? <p class="message refusal" role="alert">{w.kept.full}</p> : null}
          {screen}
        </Arrival.Provider></main>
        <LiveRegion />
        {dialog === 'settings' ? <SettingsDialog close={() => setDialog('')} /> : null}
        {dialog === 'help' ? <HelpDialog close={() => setDialog('')} /> : null}
      </Language.Provider>
    </AppContext.Provider>
  );
}

const root = document.getElementById('page')!;
speak(loadSettings().language).then(async (first) => { await tidy(service).catch(() => undefined); return first; }).then(
  (first) => {
    root.textContent = '';
    render(<Page first={first} />, root);
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
  },
  (error) => { root.textContent = error.message; },
);
if ('serviceWorker' in navigator) navigator.serviceWorker.register('offline.js').catch(() => undefined);
