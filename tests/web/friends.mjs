// friends.mjs - people play with each other: the real server, and a browser for each of them.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL, axe, fromMenu, GAMES, holds, moveCount, open, place, program, same, test } from './lib.mjs';

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
  await page.waitForSelector('.waiting').catch(async (error) => { throw new Error(`${error.message}: ${await page.textContent('main')}`); });
  return new URL(page.url()).hash;
}

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
  const stack = await page.$('.stack .open'), card = await page.$('.own-hand .playable');
  if (stack) await stack.click({ timeout: 3000 }).catch(() => undefined);
  else if (card) await card.click({ timeout: 3000 }).catch(() => undefined);
  const way = await page.$('.ways [data-move]') ?? await page.$('.moves [data-move]');
  if (way && await moveCount(page) === n && await status(page) === 'yours') await way.click({ timeout: 3000 }).catch(() => undefined);
  await all(pages, (p) => p.waitForFunction((k) => Number(document.querySelector('.log')?.getAttribute('start') ?? 0) > k || document.querySelector('[data-status=over]'), n, { timeout: 20000 }));
  return true;
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
      await pages[0].screenshot({ path: place('shots/friends-table.png') });
      while (await turn(pages));
      await pages[0].screenshot({ path: place('shots/friends-over.png') });
      for (const page of pages) await page.waitForSelector('[data-checked]').catch(() => { throw new Error(page.complaints.join()); });
      for (const page of pages) same(await page.getAttribute('[data-checked]', 'data-checked'), 'right', 'the deal');
      await leave(...pages);
    });
  } finally {
    await s.end();
  }
}
