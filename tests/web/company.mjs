// company.mjs - the real server on loopback, people with a browser each, and what they press.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holds, moveCount, open, place, press, program, same, status } from './lib.mjs';

/** A server of our own with an empty file; it can be killed and started again on the same port. */
export const serving = (...more) => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-'));
  return serve(folder, 0, '--data', join(folder, 'tables.db'), ...more);
};

async function serve(folder, port, ...more) {
  const s = { address: '', port, running: null, folder };
  s.start = () => new Promise((resolve, reject) => {
    let told = '';
    s.running = spawn(program(), ['serve', '--listen', `127.0.0.1:${s.port}`, '--site', place('site'), ...more]);
    s.running.stderr.resume();
    s.running.on('error', reject);
    s.running.on('exit', (code) => reject(new Error(`the server ended: ${code} ${told}`)));
    s.running.stdout.on('data', (piece) => {
      told += piece;
      const found = /http:\/\/[^\s/]+\//.exec(told);
      if (!found) return;
      s.address = found[0];
      s.port ||= Number(new URL(s.address).port);
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

const listening = (server) => new Promise((done) => { server.listen(0, '127.0.0.1', () => done(server.address().port)); });
export async function freePort() {
  const server = createServer(), port = await listening(server);
  return new Promise((done) => { server.close(() => done(port)); });
}

/** Two servers on one PostgreSQL behind one name, as docs/deploy has them: each at a path of its own, and whichever
 *  lives without one. null: there is no PostgreSQL here. */
export async function several(...more) {
  const postgres = spawn('python3', [new URL('../server/services.py', import.meta.url).pathname], { stdio: ['pipe', 'pipe', 'inherit'] });
  const where = await new Promise((resolve) => {
    postgres.stdout.once('data', (line) => resolve(String(line).trim()));
    postgres.once('exit', () => resolve(''));
  });
  if (!where) return null;
  const servers = [];
  const reach = (line, head, [to, ...others]) => {
    let met = false;
    const up = connect(to.port, '127.0.0.1', () => {
      met = true;
      up.write(head);
      line.pipe(up).pipe(line);
    });
    up.on('error', () => (!met && others.length > 0 ? reach(line, head, others) : line.destroy()));
    line.on('error', () => up.destroy());
    line.on('close', () => up.destroy());
  };
  const proxy = createServer((line) => line.once('data', (head) => {
    const text = head.toString('latin1'), [, path, number] = /^GET (\/s(\d))\//.exec(text) ?? [];
    reach(line, path ? Buffer.from(text.replace(path, ''), 'latin1') : head, path ? [servers[number - 1]] : servers);
  }).on('error', () => line.destroy()));
  const address = `http://127.0.0.1:${await listening(proxy)}/`;
  for (const name of ['s1', 's2']) servers.push(await serve(mkdtempSync(join(tmpdir(), 'bylaw-')), await freePort(), '--store', where, '--address', `${address}${name}`, ...more));
  return {
    address, servers,
    end: async () => {
      for (const s of servers) if (s.running.exitCode === null && s.running.signalCode === null) await s.end();
      proxy.close();
      postgres.stdin.end();
      await new Promise((done) => { postgres.once('exit', done); });
    },
  };
}

export const PHONE = { width: 360, height: 740, hasTouch: true };
export const NAMES = ['Ada', 'Bob', 'Eva', 'Jan'];

/** Somebody with a browser of their own, at an address of the server. */
export const person = (s, hash = '', how = {}) => open(hash, { at: s.address, ...how });

/** Complaints that are not about a connection that we cut ourselves. */
export async function leave(...pages) {
  for (const page of pages) {
    same(page.complaints.filter((c) => !/WebSocket|ERR_(INTERNET|CONNECTION|NETWORK)/.test(c)), [], 'what the browser complains of');
    await page.context().close();
  }
}

export async function sit(page, name, seat) {
  await page.fill('input[name=name]', name);
  await page.click(`[data-place="${seat}"] button`);
}

/** A table made by the form; its address. `set`: options of the game, by their names. */
export async function make(page, game, { players = 2, bots = {}, set = {}, clock = 0, more = async () => undefined } = {}) {
  await page.goto(`${new URL(page.url()).origin}/#/friends/new`);
  await page.selectOption('select[name=game]', game);
  await page.selectOption('select[name=players]', String(players));
  for (const [seat, bot] of Object.entries(bots)) await page.selectOption(`select[name=seat${seat}]`, bot);
  for (const [name, value] of Object.entries(set)) {
    await page.$eval('.make details', (d) => { d.open = true; });
    await page.fill(`.make input[name="${name}"]`, String(value));
  }
  // Clocks that run out while a test waits are shorter than those on offer.
  if (clock > 0) await page.$eval('select[name=clock]', (e, s) => e.add(new Option(s, s)), String(clock));
  if (clock > 0) await page.selectOption('select[name=clock]', String(clock));
  await more(page);
  await page.click('.make button[type=submit]');
  await page.waitForSelector('.waiting');
  return new URL(page.url()).hash;
}

/** All sit down at one table; who they are, at the table. */
export async function gather(s, game, names, how = [], made = {}) {
  const pages = [await person(s, '', how[0])];
  const hash = await make(pages[0], game, { players: names.length + Object.keys(made.bots ?? {}).length, ...made });
  pages.push(...await all(names.slice(1), (_, i) => person(s, hash, how[i + 1])));
  for (const [i, page] of pages.entries()) await sit(page, names[i], i);
  await all(pages, (page) => page.waitForSelector('[data-status]'));
  return { pages, hash };
}

export const all = (pages, what) => Promise.all(pages.map(what));

/** The page whose turn it is; null: the game is over for all. */
export async function mover(pages) {
  const found = await Promise.race(pages.map((page) => page.waitForSelector('[data-status=yours], [data-status=over]').then(() => page, () => null)));
  for (const page of [found, ...pages]) if (page && await status(page) === 'yours') return page;
  return null;
}

/** Everybody knows of more than `n` moves, or that it is over. */
export const heardOf = (pages, n) => all(pages, (p) => p.waitForFunction((k) => Number(document.querySelector('.log')?.getAttribute('start') ?? 0) > k || document.querySelector('[data-status=over]'), n));

/** One move of who is to move: the first that offers itself; until everybody has heard of it. */
export async function turn(pages) {
  const page = await mover(pages);
  if (!page) return false;
  const n = await moveCount(page);
  await press(page);
  await heardOf(pages, n);
  return true;
}

/** Somebody who presses, in the page itself, what it offers, as fast as it goes, until the game is over, or there is
 *  what a selector means in a turn; how many turns that took. A game that is written is played by its hints. */
export async function playOn(page, stop = ':not(*)', most = 200) {
  const turns = await page.evaluate(async ([limit, there]) => {
    const find = (what) => document.querySelector(what);
    const count = () => Number(find('.log')?.getAttribute('start') ?? 0);
    const is = (how) => find(`[data-status=${how}]`);
    const until = async (what, ms = 60000) => {
      for (const end = performance.now() + ms; !what() && performance.now() < end;) await new Promise((done) => { setTimeout(done, 4); });
      return what();
    };
    for (let turns = 0; turns <= limit; turns++) {
      await until(() => is('yours') || is('over') || globalThis.stopped);
      if (!is('yours')) return is('over') || globalThis.stopped ? turns : limit + 1;
      const n = count(), made = () => count() > n || is('over');
      if (find('.table-screen.own')) {
        find('.tools button:first-child').click();
        const take = await until(() => find('[data-take]'));
        if (find(there)) return turns;
        take.click();
        if (/^(edit|buy-rule)/.test(take.dataset.take)) (await until(() => find('.pw-editor [data-submit]'))).click();
      } else if (find('[data-move=say]')) find('[data-move=say]').click();   // without it nobody may play a last card
      else {
        (find('.stack .open') ?? find('.own-hand .playable'))?.click();
        await until(() => made() || find('.ways [data-move]') || !find('.own-hand [aria-pressed=true]'), 200);
        if (!made()) (find('.ways [data-move]') ?? find('.moves [data-move]'))?.click();
      }
      await until(made, 3000);
    }
    return limit + 1;
  }, [most, stop]);
  holds(turns <= most, 'the game comes to an end');
  return turns;
}
