// lib.mjs - what the tests of the page share: counting, the native program, the engine, a browser.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = resolve(fileURLToPath(import.meta.url), '../../..');
const require = createRequire(join(root, 'web/package.json'));
const { serve: serveFiles } = await import(pathToFileURL(join(root, 'web/serve.mjs')));

let bylaw, out, scratch, passed = 0, failed = 0, again = 0, browser, server;
const flaky = [], MOST_AGAIN = 3;
export let address, Engine, imports, serve;

/** The games of the program: all of them as it tells of them, and those whose moves can all be listed. */
export let ABOUT, ALL, GAMES;
/** The words of the page in each language. */
export const LANGUAGES = ['en', 'de', 'sk'];
export const WORDS = {};
/** Milliseconds after which what is waited for will not come, however busy the machine is. */
export const BOUND = 60000;
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** `name`: of the file of tests, which has a folder of its own for what it writes. */
export async function setUp(program, folder, name) {
  bylaw = resolve(program);
  out = resolve(folder);
  scratch = join(out, 'test', name);
  for (const made of [scratch, join(out, 'shots')]) mkdirSync(made, { recursive: true });
  ({ server, address } = await serveFiles(join(out, 'site'), 0));
  ABOUT = Object.fromEntries(JSON.parse(native(['games', '--json'])).map((g) => [g.id, g]));
  ALL = Object.keys(ABOUT);
  GAMES = ALL.filter((game) => !native(['legal', game], native(['new', game, '--seed', '1'])).includes('<'));
  ({ Engine, imports, serve } = await source('service/engine'));
  for (const l of LANGUAGES) WORDS[l] = (await source(`words/${l}`))[l];
}

/** What the games' folders have in a file of that name: [game, content], for those that have it. */
export const perGame = (name) => ALL.map((game) => [game, join(root, 'tests/games', game, name)]).filter(([, path]) => existsSync(path))
  .map(([game, path]) => [game, JSON.parse(readFileSync(path, 'utf8'))]);

/** A module of the page, for tests that need no browser. */
export async function source(name) {
  const outfile = join(scratch, `${name}.mjs`);
  await require('esbuild').build({
    entryPoints: [join(root, `web/src/${name}.ts`)], bundle: true, format: 'esm', outfile, logLevel: 'warning',
  });
  return import(pathToFileURL(outfile));
}

export async function finish() {
  await browser?.close();
  server?.close();
  for (const name of flaky) console.log(`flaky: ${name}`);
  console.log(`counted: ${passed} passed, ${failed} failed`);
  process.exit(0);
}

/** One test: what it throws is its failure. Three that fail are run once more; what then passes is
 * flaky, and two of those fail the run. */
export async function test(name, run) {
  if (!name.includes(process.env.BYLAW_ONLY ?? '')) return;
  const from = Date.now();
  let error = await failure(run);
  if (error) {
    console.log(`FAILED  ${name}\n${told(error)}`);
    if (again++ < MOST_AGAIN && !await failure(run)) {
      error = undefined;
      flaky.push(name);
      console.log(`        passes when it is run again: flaky`);
    }
  }
  failed += error ? 1 : 0;
  passed += error ? 0 : 1;
  if (!error) console.log(`ok      ${name} (${Date.now() - from} ms)`);
}

async function failure(run) {
  try {
    await run();
  } catch (error) {
    return error ?? new Error('nothing was said');
  }
  return undefined;
}

/** The message, and where in the tests it was. */
function told(error) {
  const lines = String(error.stack ?? error).split('\n').filter((line) => !/node:internal|node_modules/.test(line));
  return lines.join('\n').replace(/^/gm, '        ');
}

export function same(found, right, what) {
  const [a, b] = [found, right].map((x) => (typeof x === 'string' ? x : JSON.stringify(x)));
  if (a !== b) throw new Error(`${what}: ${a.slice(0, 600)}\nbut right is ${b.slice(0, 600)}`);
}
export function holds(truth, what) {
  if (!truth) throw new Error(what);
}

// ---- the native program and the engine -------------------------------------------------

export function native(args, input) {
  return execFileSync(bylaw, args, { input, maxBuffer: 1 << 28, encoding: 'utf8' });
}
export function nativeTry(args, input) {
  const done = spawnSync(bylaw, args, { input, maxBuffer: 1 << 28, encoding: 'utf8' });
  return { status: done.status, out: done.stdout, err: done.stderr };
}
export const program = () => bylaw;
export const place = (name) => join(out, name);
export const written = (name) => join(scratch, name);
/** Moves of a game, legal somewhere in it: all sorts of texts that can be tried anywhere. */
export function someMoves(game, seed, players) {
  const lines = native(['simulate', game, '--games', '1', '--seed', String(seed), '--players', String(players), '--cap', '400', '--transcript', '-', '--full']);
  return [...new Set(lines.trim().split('\n').flatMap((line) => JSON.parse(line).legal ?? []))];
}
/** The clause that refuses a move; '' if none does, or it is not one. */
export function refusalOf(game, move, position) {
  const told = nativeTry(['explain', game, move, '--json'], position);
  return told.status === 2 ? '' : JSON.parse(told.out).clauses.find((c) => !c.holds)?.id ?? '';
}

export function newEngine() {
  const module = new WebAssembly.Module(readFileSync(join(out, 'site/bylaw.wasm')));
  return new Engine(new WebAssembly.Instance(module, imports));
}

// ---- the browser --------------------------------------------------------------------------

/** A page of its own: fresh storage, but for what was `stored` before its first visit; every request and
 * complaint noted; `at` another address. */
export async function open(hash = '', how = {}) {
  if (!browser) {
    const { chromium } = require('playwright-core');
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
  }
  const { settings = {}, known = true, stored, init, width = 1280, height = 860, at = address, ...rest } = how;
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true, locale: 'en-GB', ...rest });
  const page = await context.newPage();
  page.setDefaultTimeout(BOUND);
  page.foreign = [];
  page.complaints = [];
  context.on('request', (r) => { if (!r.url().startsWith(at) && !/^(blob|data):/.test(r.url())) page.foreign.push(r.url()); });
  page.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') page.complaints.push(m.text()); });
  page.on('pageerror', (e) => page.complaints.push(e.message));
  page.on('dialog', (d) => d.accept());
  await page.addInitScript((s) => {
    if (!localStorage.getItem('bylaw.settings')) localStorage.setItem('bylaw.settings', s);
  }, JSON.stringify({ pace: 'none', motion: 'off', language: 'en', ...settings }));
  // Of somebody who has played every game before, or none.
  if (known) await page.addInitScript((s) => localStorage.setItem('bylaw.known', s), JSON.stringify(Object.fromEntries(ALL.map((g) => [g, true]))));
  if (stored) await page.addInitScript((all) => {
    if (localStorage.getItem('visited')) return;
    for (const [key, text] of Object.entries({ ...all, visited: '1' })) localStorage.setItem(key, text);
  }, stored);
  if (init) await page.addInitScript(init);
  await page.goto(at + hash);
  await page.waitForSelector('html[data-ready]');
  return page;
}

// ---- what is kept ------------------------------------------------------------------------

const BITS = (1n << 64n) - 1n, KEEPING = 4n;
const little = (n, size = 8) => [...Array(size)].map((_, i) => Number(n >> BigInt(8 * i) & 255n));
const number = (bytes) => bytes.reduce((n, b, i) => n | BigInt(b) << BigInt(8 * i), 0n);

/** SipHash-2-4 once more. */
function siphash(k0, k1, bytes) {
  const v = [k0 ^ 0x736f6d6570736575n, k1 ^ 0x646f72616e646f6dn, k0 ^ 0x6c7967656e657261n, k1 ^ 0x7465646279746573n];
  const turn = (x, by) => (x << by | x >> 64n - by) & BITS;
  const half = (a, b, c, d, by, more) => {
    v[a] = v[a] + v[b] & BITS;
    v[c] = v[c] + v[d] & BITS;
    v[b] = turn(v[b], by) ^ v[a];
    v[d] = turn(v[d], more) ^ v[c];
    v[a] = turn(v[a], 32n);
  };
  const mix = (rounds) => { for (; rounds > 0; rounds--) { half(0, 1, 2, 3, 13n, 16n); half(2, 1, 0, 3, 17n, 21n); } };
  for (let i = 0; i <= bytes.length; i += 8) {
    const last = i + 8 > bytes.length;
    const word = number(bytes.slice(i, i + 8)) | (last ? BigInt(bytes.length & 255) << 56n : 0n);
    v[3] ^= word;
    mix(2);
    v[0] ^= word;
  }
  v[2] ^= 255n;
  mix(4);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/** The moves of a kept game, [seat, move], as who has the seed can read them; `code` is the game's. */
export function unseal({ setup, moves }, code) {
  const key = (which) => siphash(BigInt(setup.seed), 0n, [...little(BigInt(code) << 32n | KEEPING), ...little(which)]);
  return moves.map((made, i) => {
    if (typeof made !== 'string') return made;
    const bytes = made.match(/../g).map((x) => parseInt(x, 16)), tag = number(bytes.slice(0, 8));
    const text = bytes.slice(8).map((b, k) => b ^ little(siphash(key(1n), tag, little(BigInt(k >> 3), 3)))[k % 8]);
    holds(siphash(key(0n), BigInt(i), text) === tag, `the hash of kept move ${i}`);
    while (text.at(-1) === 0) text.pop();   // moves that can be secret are filled up with zeros
    const [, seat, move] = /^(\d+) (.*)$/s.exec(new TextDecoder().decode(Uint8Array.from(text)));
    return [Number(seat), move];
  });
}

/** The games that the page keeps, the last played first: those that go on, or (`past`) those that are over. */
export const keptGames = (page, kind = 'game') => page.evaluate((k) => Object.keys(localStorage).filter((key) => key.startsWith(`bylaw.${k}.`))
  .map((key) => ({ id: key.split('.')[2], ...JSON.parse(localStorage.getItem(key)) })).sort((a, b) => b.at - a.at), kind);
export const keptGame = async (page) => (await keptGames(page))[0];

/** Everybody leaves, whoever has come. */
export const closeAll = () => Promise.all(browser.contexts().map((context) => context.close()));

export async function close(page) {
  same(page.foreign, [], 'requests to other hosts');
  same(page.complaints, [], 'what the browser complains of');
  await page.context().close();
}

/** The address of a new table. */
export function tableLink(game, { players = 3, seed = 5, you = 0, bot = 'greedy', rulings = '' } = {}) {
  const bots = [...Array(players)].map((_, i) => (i === you ? '' : bot)).join(',');
  return `#/play?${new URLSearchParams({ game, players, seed, you, bots, ...(rulings ? { rulings } : {}) })}`;
}

export async function table(game, how = {}, pageHow = {}) {
  const page = await open(tableLink(game, how), pageHow);
  await page.waitForSelector('[data-status]');
  return page;
}

/** What is in the menu of a table; a table that begins just then takes the focus, and the menu closes. */
export async function fromMenu(page, name) {
  const item = page.locator(`.menu button:text-is("${name}")`);
  await page.click('.menu-button');
  if (!await item.click({ timeout: 5000 }).then(() => true, () => false)) {
    if (!await page.$('.menu')) await page.click('.menu-button');
    await item.click();
  }
}

export const status = (page) => page.getAttribute('[data-status]', 'data-status');
/** Until it is the person's turn or the game is over. */
export async function settled(page) {
  await page.waitForSelector('[data-status=yours], [data-status=over]');
  return status(page);
}
export const moveCount = (page) => page.evaluate(() => Number(document.querySelector('.log')?.getAttribute('start') ?? 0));

/** Until more than `n` moves were made, or the game is over; or there is what a selector means. */
export const moved = (page, n, other = ':not(*)') => page.waitForFunction(([k, o]) =>
  Number(document.querySelector('.log')?.getAttribute('start') ?? 0) > k || document.querySelector('[data-status=over]') || document.querySelector(o), [n, other]);

/** Presses what may be gone by then: a move was made meanwhile. */
const pressed = (what) => what.click().catch((error) => { if (!/not attached/.test(error.message)) throw error; });

/** A place that is open, else a card that can be played, else a move that needs none. */
export async function press(page) {
  const n = await moveCount(page);
  const first = await page.$('.stack .open') ?? await page.$('.own-hand .playable');
  if (first) await pressed(first);
  const way = await page.$('.ways [data-move]') ?? await page.$('.moves [data-move]');
  if (way && await moveCount(page) === n && await status(page) === 'yours') await pressed(way);
}

/** One turn: what can be pressed first. */
export async function turn(page) {
  const n = await moveCount(page);
  await press(page);
  await moved(page, n);
}

/** To the last thought of what a lesson says now, where it suggests something; each is given to `look`. */
export async function readLesson(page, look = () => undefined) {
  for (;;) {
    // Of the position that lies there now, once it is the pupil's turn.
    const at = await page.waitForFunction(() => {
      const lesson = document.querySelector('.lesson');
      return lesson && lesson.dataset.turn === (document.querySelector('.log')?.getAttribute('start') ?? '0') &&
        (lesson.dataset.step === 'end' || lesson.querySelector('[data-go-on], [data-tutor], [data-next]')) && lesson.dataset.thought;
    }).then((found) => found.jsonValue());
    await look(page, at);
    const [n, of] = at.split('/').map(Number);
    if (n === of) return;
    await page.click('.lesson [data-go-on]');
    await page.waitForSelector(`.lesson[data-thought="${n + 1}/${of}"]`);
  }
}

/** What a thought says is in view, or a button says that there is more, and shows it. */
export async function allIsSaid(page, at) {
  const room = () => page.$eval('.lesson-words', (e) => ({ from: e.scrollTop, to: e.scrollTop + e.clientHeight, all: e.scrollHeight }));
  const more = () => page.$eval('.lesson', (e) => {
    const button = e.querySelector('.lesson-more'), r = button?.getBoundingClientRect();
    return !!button && button.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2));
  });
  await page.$eval('.lesson-words', (e) => { e.scrollTop = 0; });
  for (let seen = 0, i = 0; i < 20; i++) {
    await page.waitForFunction(() => {
      const e = document.querySelector('.lesson-words');
      return !!document.querySelector('.lesson-more') === e.scrollTop + e.clientHeight < e.scrollHeight - 2;
    });
    const { from, to, all } = await room();
    holds(from <= seen, `thought ${at}: what lies between ${seen} and ${from} was never in view`);
    seen = to;
    if (to >= all - 2) return;
    holds(await more(), `thought ${at}: ${to} of ${all} pixels are in view, and nothing says so`);
    await page.$eval('.lesson-more', (e) => e.click());   // the page itself is not to be scrolled
  }
  throw new Error(`thought ${at} has no end`);
}

let axeSource;
export async function axe(page, where) {
  axeSource ??= readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
  // Put in by the debugger, past the page's own policy.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Runtime.evaluate', { expression: axeSource });
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  await cdp.detach();
  const told = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160) + ' — ' + n.failureSummary.replace(/\s+/g, ' ')).slice(0, 3).join('\n    ')}`);
  holds(violations.length === 0, `${where}: ${told.join('\n  ')}`);
}
