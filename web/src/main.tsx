// main.tsx - the page: its frame, its screens, and the one table that is being played.
import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AppContext } from './app';
import type { App } from './app';
import { SuitSigns } from './cards/suits';
import { hasTutorial } from './games';
import { fromLink } from './link';
import { go, useRoute } from './route';
import { HomeScreen, SetupScreen } from './screens/home';
import { ReplayScreen } from './screens/replay';
import { RulesScreen } from './screens/rules';
import { Session } from './screens/session';
import { TableScreen } from './screens/table';
import { startWorker } from './service/client';
import type { About, Clause, Setup } from './service/types';
import { keepGame, keepSettings, loadGame, loadSettings, paces, readGame } from './settings';
import type { Kept, Settings } from './settings';
import { Dialog } from './ui/dialog';
import { announce, LiveRegion } from './ui/live';
import { fill, Language, languages } from './words';

const service = startWorker('worker.js', 'bylaw.wasm');

interface Spoken { language: string; about: About }

/** Has the rules say what people read in a language; English where its catalogue cannot be had. */
async function speak(language: string): Promise<Spoken> {
  const catalogue = language === 'en' ? null
    : await fetch(`${language}.mo`).then((answer) => (answer.ok ? answer.arrayBuffer() : null), () => null);
  const heard = await service.speak(catalogue);
  return { language: catalogue && heard ? language : 'en', about: await service.about() };
}

function Page({ first }: { first: Spoken }) {
  const [settings, setSettings] = useState<Settings>(loadSettings);
  const [spoken, setSpoken] = useState(first);
  const { about } = spoken;
  const [session, setSession] = useState<Session | null>(null);
  const [dialog, setDialog] = useState('');
  const [wrong, setWrong] = useState('');
  const route = useRoute();
  const now = useRef(settings);
  now.current = settings;
  const w = languages[settings.language] ?? languages.en;

  useEffect(() => {
    keepSettings(settings);
    document.documentElement.lang = settings.language;
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.motion = settings.motion;
    document.title = w.title;
  }, [settings]);

  const app = useMemo<App>(() => {
    const books = new Map<string, Promise<Clause[]>>();
    return {
      service, about, settings, spoken: spoken.language,
      change: (some) => {
        const take = () => setSettings((s) => ({ ...s, ...some }));
        if (some.language === undefined || some.language === now.current.language) take();
        else void speak(some.language).then((next) => { setSpoken(next); take(); return session?.retell(); });
      },
      game: (id) => about.games.find((g) => g.id === id)!,
      rules: (id) => {
        if (!books.has(id)) books.set(id, service.rules(id));
        return books.get(id)!;
      },
    };
  }, [settings, spoken, session]);

  const sit = async (next: Session) => {
    await next.start();
    session?.close();
    setWrong('');
    setSession(next);
  };
  const pace = () => paces[now.current.pace];
  const start = async (setup: Setup, you: number) => sit(new Session(service, await service.deal(setup), you, pace));
  const takeUp = async ({ setup, you, moves, transcript, tutorial }: Kept) => {
    if (transcript === undefined) return sit(new Session(service, await service.deal(setup, moves), you, pace, undefined, tutorial));
    const seating = await service.resume(transcript);
    const bots = [...Array(seating.players)].map((_, seat) => (seat === you ? null : setup.bots[seat] ?? 'greedy'));
    for (const [seat, bot] of bots.entries()) await service.seat(seating.table, seat, bot);
    return sit(new Session(service, { ...seating, bots }, you, pace, transcript));
  };
  const tryTo = (what: Promise<void>) => what.catch((error) => {
    setWrong(error instanceof Error ? error.message : String(error));
    announce(fill(w.broken, error.message));
  });
  const load = (text: string, you: number) => tryTo(
    takeUp(readGame(text) ?? { setup: session?.setup ?? ({ bots: [] } as unknown as Setup), you, moves: [], transcript: text }).then(() => go('play')));

  const learn = async (game: string) => {
    if (!hasTutorial(game)) return go('');
    const { players, seed } = await service.tutorial();
    const setup = { game, players, options: {}, rulings: {}, seed, bots: [null, 'greedy'] };
    await sit(new Session(service, await service.deal(setup), 0, pace, undefined, true));
    history.replaceState(null, '', '#/play');
    dispatchEvent(new HashChangeEvent('hashchange'));
  };

  // A link, a tutorial, or the game that was kept.
  useEffect(() => {
    if (route.path[0] === 'tutorial') void tryTo(learn(route.path[1] ?? ''));
    if (route.path[0] !== 'play') return;
    if (route.query) {
      void fromLink(route.query).catch(() => null).then(async (linked) => {
        if (!linked) throw new Error(w.brokenLink);
        await takeUp(linked);
        history.replaceState(null, '', '#/play');
      }).catch((error) => {
        go('');
        return tryTo(Promise.reject(error));
      });
    } else if (!session) {
      const kept = loadGame();
      if (kept) void tryTo(takeUp(kept));
      else go('');
    }
  }, [route.path.join('/'), route.query]);

  const fresh = useRef(true);
  useEffect(() => {
    if (!fresh.current) document.querySelector<HTMLElement>('main h1')?.focus();
    fresh.current = false;
    scrollTo(0, 0);
  }, [route.path[0]]);

  const [where = '', which = '', clause = ''] = route.path;
  const game = about.games.find((g) => g.id === which);
  const screen = where === 'new' && game ? <SetupScreen key={which} game={game} start={start} />
    : where === 'tutorial' ? <p>{w.loading}</p>
    : where === 'play' ? (session
      ? <TableScreen key={session.table} session={session} restart={() => void tryTo(restart())} load={(t) => load(t, Math.max(0, session.you))} />
      : <p>{w.loading}</p>)
      : where === 'rules' ? <RulesScreen game={which} clause={clause} />
        : where === 'replay' ? <ReplayScreen takeOver={load} running={which === 'table' && session && !session.open ? session : null} />
          : <HomeScreen resume={() => go('play')} />;

  const restart = async () => {
    if (!session) return;
    keepGame(null);
    if (session.tutorial) return learn(session.setup.game);
    return start(session.setup, session.you);
  };

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
            <a href="#/replay" aria-current={where === 'replay' ? 'page' : undefined}>{w.nav.replay}</a>
            <button type="button" onClick={() => setDialog('help')}>{w.nav.help}</button>
            <button type="button" onClick={() => setDialog('settings')}>{w.nav.settings}</button>
          </nav>
          <select class="language" aria-label={w.settings.language} value={settings.language} onChange={(e) => app.change({ language: e.currentTarget.value })}>
            {Object.entries(languages).map(([id, words]) => <option value={id} lang={id}>{words.language}</option>)}
          </select>
        </header>
        <main id="main">
          {wrong ? <p class="message refusal" role="alert">{fill(w.broken, wrong)} <button type="button" onClick={() => setWrong('')}>{w.close}</button></p> : null}
          {screen}
        </main>
        <LiveRegion />
        {dialog === 'settings' ? <SettingsDialog close={() => setDialog('')} app={app} /> : null}
        {dialog === 'help' ? <HelpDialog close={() => setDialog('')} /> : null}
      </Language.Provider>
    </AppContext.Provider>
  );
}

function Choice<T extends string>({ name, value, names, change }: { name: string; value: T; names: Record<string, string>; change: (v: T) => void }) {
  return (
    <label class="row">{name}
      <select value={value} onChange={(e) => change(e.currentTarget.value as T)}>
        {Object.entries(names).map(([id, text]) => <option value={id}>{text}</option>)}
      </select>
    </label>
  );
}

function SettingsDialog({ close, app }: { close: () => void; app: App }) {
  const s = app.settings;
  const w = languages[s.language] ?? languages.en;
  return (
    <Dialog title={w.settings.heading} close={close}>
      <Choice name={w.settings.language} value={s.language} names={Object.fromEntries(Object.entries(languages).map(([id, x]) => [id, x.language]))} change={(language) => app.change({ language })} />
      <Choice name={w.settings.theme} value={s.theme} names={w.settings.themes} change={(theme) => app.change({ theme })} />
      <Choice name={w.settings.motion} value={s.motion} names={w.settings.motions} change={(motion) => app.change({ motion })} />
      <Choice name={w.settings.pace} value={s.pace} names={w.settings.paces} change={(pace) => app.change({ pace })} />
      <Choice name={w.settings.keys} value={s.keys ? 'on' : 'off'} names={{ on: w.settings.on, off: w.settings.off }} change={(keys) => app.change({ keys: keys === 'on' })} />
    </Dialog>
  );
}

function HelpDialog({ close }: { close: () => void }) {
  const w = languages[loadSettings().language] ?? languages.en;
  return (
    <Dialog title={w.help.heading} close={close}>
      {w.help.text.map((p) => <p>{p}</p>)}
      <h3>{w.help.keys}</h3>
      <dl class="keys">{w.help.keyList.map(([key, what]) => <><dt><kbd>{key}</kbd></dt><dd>{what}</dd></>)}</dl>
    </Dialog>
  );
}

const root = document.getElementById('page')!;
speak(loadSettings().language).then(
  (first) => {
    root.textContent = '';
    render(<Page first={first} />, root);
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
  },
  (error) => { root.textContent = fill(languages.en.broken, error.message); },
);
if ('serviceWorker' in navigator) navigator.serviceWorker.register('offline.js').catch(() => undefined);
