// friends.mjs - people play with each other: the real server, and a browser for each of them.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { axe, fromMenu, holds, moveCount, open, place, program, same, test } from './lib.mjs';

/** A server of our own with an empty file; it can be killed and started again on the same port. */
async function serving() {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-'));
  const s = { address: '', port: 0, running: null };
  s.start = () => new Promise((resolve, reject) => {
    let told = '';
    s.running = spawn(program(), ['serve', '--listen', `127.0.0.1:${s.port}`, '--data', join(folder, 'tables.db'), '--site', place('site')]);
    s.running.stderr.resume();
    s.running.on('error', reject);
    s.running.on('exit', (code) => reject(new Error(`the server ended: ${code} ${told}`)));
    s.running.stdout.on('data', (piece) => {
      told += piece;
      const found = /http:\/\/[^\s/]+\//.exec(told);
      if (!found) return;
      s.address = found[0];
      s.port = Number(new URL(s.address).port);
      resolve();
    });
  });
  s.kill = (signal = 'SIGKILL') => new Promise((resolve) => {
    s.running.removeAllListeners('exit');
    s.running.on('exit', resolve);
    s.running.kill(signal);
  });
  s.end = async () => {
    await s.kill('SIGTERM');
    rmSync(folder, { recursive: true });
  };
  await s.start();
  return s;
}

/** Somebody with a browser of their own, at an address of the server. */
const person = (s, hash = '', how = {}) => open(hash, { at: s.address, ...how });

/** Complaints that are not about a connection that we cut ourselves. */
async function leave(...pages) {
  for (const page of pages) {
    same(page.complaints.filter((c) => !/WebSocket|ERR_(INTERNET|CONNECTION|NETWORK)/.test(c)), [], 'what the browser complains of');
    await page.context().close();
  }
}

async function sit(page, name, seat) {
  await page.fill('input[name=name]', name);
  await page.click(`[data-place="${seat}"] button`);
}

/** A table made by the form; its name. */
async function make(page, game, { players = 2, bots = {}, more = async () => undefined } = {}) {
  await page.goto(`${new URL(page.url()).origin}/#/friends/new`);
  await page.selectOption('select[name=game]', game);
  await page.selectOption('select[name=players]', String(players));
  for (const [seat, bot] of Object.entries(bots)) await page.selectOption(`select[name=seat${seat}]`, bot);
  await more(page);
  await page.click('.make button[type=submit]');
  await page.waitForSelector('.waiting');
  return new URL(page.url()).hash;
}

const PHONE = { width: 360, height: 740, hasTouch: true };

/** All sit down at one table; who they are, at the table. */
async function gather(s, game, names, how = [], made = {}) {
  const pages = [await person(s, '', how[0])];
  const hash = await make(pages[0], game, { players: names.length, ...made });
  for (let i = 1; i < names.length; i++) pages.push(await person(s, hash, how[i]));
  for (const [i, page] of pages.entries()) await sit(page, names[i], i);
  for (const page of pages) await page.waitForSelector('[data-status]');
  return { pages, hash };
}

const status = (page) => page.getAttribute('[data-status]', 'data-status');
const all = (pages, what) => Promise.all(pages.map(what));

/** The page whose turn it is; null: the game is over for all. */
async function mover(pages) {
  const found = await Promise.race(pages.map((page) => page.waitForSelector('[data-status=yours], [data-status=over]', { timeout: 30000 }).then(() => page, () => null)));
  for (const page of [found, ...pages]) if (page && await status(page) === 'yours') return page;
  return null;
}

/** One move of who is to move: the first that offers itself; until everybody has heard of it. */
async function turn(pages) {
  const page = await mover(pages);
  if (!page) return false;
  const n = await moveCount(page);
  await press(page);
  await all(pages, (p) => p.waitForFunction((k) => Number(document.querySelector('.log')?.getAttribute('start') ?? 0) > k || document.querySelector('[data-status=over]'), n, { timeout: 20000 }));
  return true;
}

/** The first move that offers itself. */
async function press(page) {
  const n = await moveCount(page);
  const stack = await page.$('.stack .open'), card = await page.$('.own-hand .playable');
  if (stack) await stack.click({ timeout: 3000 }).catch(() => undefined);
  else if (card) await card.click({ timeout: 3000 }).catch(() => undefined);
  const way = await page.$('.ways [data-move]') ?? await page.$('.moves [data-move]');
  if (way && await moveCount(page) === n && await status(page) === 'yours') await way.click({ timeout: 3000 }).catch(() => undefined);
}

export default async function () {
  const s = await serving();
  try {
    await test('who comes from a server can play with friends; elsewhere nothing of it is there', async () => {
      const alone = await open('');
      await alone.waitForLoadState('networkidle');
      same(await alone.$$eval('.with-friends', (x) => x.length), 0, 'a choice that leads nowhere');
      await alone.context().close();
      const page = await person(s);
      await page.click('.with-friends a');
      await page.waitForSelector('.friends h1');
      await axe(page, 'lobby');
      await leave(page);
    });
    await test('two play from the link to the end, and the deal is checked', async () => {
      const { pages } = await gather(s, 'pharaoh', ['Ada', 'Bob']);
      while (await turn(pages));
      for (const page of pages) await page.waitForSelector('[data-checked]').catch(() => { throw new Error(page.complaints.join()); });
      for (const page of pages) same(await page.getAttribute('[data-checked]', 'data-checked'), 'right', 'the deal');
      await leave(...pages);
    });
    await test('lost, offline, killed: the table is where it was, and a move counts once', async () => {
      const { pages } = await gather(s, 'pharaoh', ['Ada', 'Bob'], [PHONE]);
      for (let i = 0; i < 4; i++) await turn(pages);
      const [one, two] = pages, before = await moveCount(one);
      await two.context().setOffline(true);
      await two.waitForSelector('.connection[data-lost=true]');
      await one.waitForSelector('[data-person="1"][data-here=false]');
      await two.context().setOffline(false);
      await two.waitForSelector('.connection', { state: 'detached' });
      await one.waitForSelector('[data-person="1"][data-here=true]');
      same(await all(pages, moveCount), [before, before], 'moves after a lost connection');
      // A move that is sent while nobody is there is made when somebody is.
      const page = await mover(pages);
      await s.kill();
      await all(pages, (p) => p.waitForSelector('.connection[data-lost=true]'));
      const sent = press(page);
      await s.start();
      await sent;
      await all(pages, (p) => p.waitForFunction((n) => Number(document.querySelector('.log')?.getAttribute('start')) === n, before + 1));
      await one.reload();
      await one.waitForSelector('[data-status]');
      same(await moveCount(one), before + 1, 'moves after a reload');
      const tab = await one.context().newPage();
      await tab.goto(one.url());
      await tab.waitForSelector('[data-person="1"]');
      same(await tab.$$eval('.own-side', (x) => x.length), 1, 'the seat in another tab');
      await tab.close();
      await turn(pages);
      await leave(...pages);
    });
    await test('another device takes the seat; words are heard; taking back takes consent', async () => {
      const { pages, hash } = await gather(s, 'six-seven', ['Ada <b>', 'Bob'], [], { more: (page) => page.check('input[name=casual]') });
      const [one, two] = pages;
      await one.click('.talk-button');
      await one.fill('#talk', '<i>Good evening.</i>');
      await one.click('.talk .say button');
      await two.waitForSelector('.latest');
      same(await two.textContent('.latest'), 'Ada <b>: <i>Good evening.</i>', 'words are text');
      await axe(one, 'talk');
      await one.keyboard.press('Escape');
      const first = await mover(pages), n = await moveCount(first), other = first === one ? two : one;
      await turn(pages);
      await first.click('.bar button:text-is("Undo")');
      await other.waitForSelector('.undo');
      await axe(other, 'a wish to take back');
      await other.click('.undo button.primary');
      await all(pages, (p) => p.waitForFunction((k) => Number(document.querySelector('.log')?.getAttribute('start') ?? 0) === k, n));
      await fromMenu(two, 'Move to another device');
      const link = await two.inputValue('.handed input');
      holds(link.includes(hash), `a link to the same table: ${link}`);
      const third = await open(new URL(link).hash, { at: s.address, width: 360, height: 740, hasTouch: true });
      await third.waitForSelector('.own-side');
      holds(!third.url().includes(link.split('/').pop()), 'the secret stays in the address');
      await two.waitForFunction(() => !document.querySelector('.own-side'));
      await turn([one, third]);
      await leave(one, two, third);
    });
    await test('a rematch is one table for both; the lobby shows it; a stranger watches; bots play on for who is away', async () => {
      const { pages } = await gather(s, 'pharaoh', ['Ada', 'Bob'], [], { more: (page) => page.check('input[name=open] >> nth=1') });
      for (const page of pages) await fromMenu(page, 'Let a bot play for me');
      await all(pages, (p) => p.waitForSelector('[data-status=over]', { timeout: 30000 }));
      const watcher = await person(s, new URL(pages[0].url()).hash);
      await watcher.waitForSelector('[data-status=over]');
      await pages[0].click('.result-moves .primary');
      await pages[0].waitForSelector('.waiting');
      await pages[1].click('.company a.primary');
      await pages[1].waitForSelector('.waiting');
      same(pages[1].url(), pages[0].url(), 'one table');
      const lobby = await person(s, '#/friends', PHONE);
      await lobby.waitForSelector(`[data-table="${pages[0].url().split('/').pop()}"]`);
      await axe(lobby, 'lobby on a phone');
      for (const [i, page] of pages.entries()) await sit(page, ['Ada', 'Bob'][i], i);
      await all(pages, (p) => p.waitForSelector('[data-status]'));
      await leave(...pages, watcher, lobby);
    });
    for (const [size, width, height] of [['phone', 360, 740], ['desktop', 1440, 900]]) {
      for (const colorScheme of ['light', 'dark']) {
        await test(`every screen of it, ${size}, ${colorScheme}`, async () => {
          const how = { width, height, colorScheme, hasTouch: size === 'phone', settings: { language: colorScheme === 'dark' ? 'de' : 'en' } };
          const look = async (page, name) => {
            await page.screenshot({ path: place(`shots/friends-${name}-${size}-${colorScheme}.png`), fullPage: true });
            const [has, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
            holds(has <= seen, `${name}: ${has} wide on ${seen}`);
            await axe(page, name);
          };
          const one = await person(s, '#/friends', how);
          await one.waitForSelector('.friends section');
          await look(one, 'lobby');
          const hash = await make(one, 'pharaoh', { players: 3, bots: { 2: 'greedy' }, more: async (page) => { await page.selectOption('select[name=clock]', '180'); await look(page, 'make'); } });
          await look(one, 'wait');
          const two = await person(s, hash, how);
          for (const [i, page] of [one, two].entries()) await sit(page, ['Ada', 'Bob'][i], i);
          await all([one, two], (p) => p.waitForSelector('[data-status]'));
          await look(one, 'table');
          await leave(one, two);
        });
      }
    }
  } finally {
    await s.end();
  }
}
