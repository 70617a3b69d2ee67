// friends.mjs - people play with each other: the real server, and a browser for each of them.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ABOUT, ALL, axe, BOUND, fromMenu, GAMES, holds, moveCount, nativeTry, open, place, press, program, root, same, status, test, written } from './lib.mjs';
import { all, gather, heardOf, leave, make, mover, NAMES, person, PHONE, playOn, serving, several, sit, turn } from './company.mjs';

/** How many play a game, and with what: two, three or four; a small set-up is played to the same end. */
const SMALL = { hand: 3, health: 40, dealt: 4 };
const companyOf = (game) => [
  GAMES.includes(game) ? 2 + (GAMES.indexOf(game) + 1) % 3 : 2,
  Object.fromEntries(Object.entries(SMALL).filter(([name]) => name in ABOUT[game].options)),
];
const LET_A_BOT = 'Let a bot play for me';
/** Nobody is cut off who presses faster than people do. */
const HASTE = ['messages_per_minute', 'messages_burst', 'asks_per_minute', 'asks_burst'].flatMap((name) => ['--limit', `${name}=1000000`]);

/** What must happen soon. */
const within = (what) => Promise.race([what, new Promise((_, fail) => { setTimeout(() => fail(new Error('it did not happen')), BOUND).unref(); })]);

const dealChecked = (page) => page.waitForSelector('[data-checked]').then((e) => e.getAttribute('data-checked'));
const said = (page) => page.$$eval('.talk li', (list) => list.map((e) => e.textContent));

/** The browser is back at the network: the page waits no longer to try again. */
const online = (page) => page.evaluate(() => void dispatchEvent(new Event('online')));

/** Says something where people talk. */
async function say(page, words) {
  if (!await page.$('.talk')) await page.click('.talk-button');
  await page.fill('#talk', words);
  await page.click('.talk .say button');
}

/** What goes over the wire to one page can be changed, or lost. `change(message, sent)` gives it back, or null. */
async function tamper(page, change) {
  await page.routeWebSocket(/\/play$/, (ws) => {
    const server = ws.connectToServer();
    const pass = (to, sent) => (text) => {
      const kept = change(JSON.parse(text), sent);
      if (kept) to.send(JSON.stringify(kept));
    };
    ws.onMessage(pass(server, true));
    server.onMessage(pass(ws, false));
  });
  await page.reload();
}

/** Writing at a table of a server is what it is at one's own: previews, refusals, hints, proofs that are looked for. */
async function writeTogether(pages) {
  const [page] = pages;
  await page.click('button[data-pw]');
  await page.fill('#pw-statement', '[ATK]([chosenPlayer](1)');
  await page.waitForSelector('.pw-editor [aria-invalid=true]');
  await page.fill('#pw-statement', '[ATK]([chosenPlayer](1),20)');
  await page.waitForSelector('[data-points]');
  holds(/is attacked for 20/.test(await page.textContent('.pw-editor')), 'what it says in words');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.pw-editor', { state: 'detached' });
  const prover = await Promise.race(pages.map(async (p) => {
    await playOn(p, '.workshop .find');
    return await p.$('.workshop .find') ? p : new Promise(() => undefined);
  }));
  for (const p of pages) await p.evaluate(() => { globalThis.stopped = true; });
  await prover.click('.workshop .find');
  await prover.waitForSelector('.finder .found');
  same(await prover.$$eval('.finder .failure', (list) => list.length), 0, 'what cannot be looked for');
  for (const p of pages) await p.evaluate(() => { globalThis.stopped = false; });
}

/** After the end of a game at a server's table: all hands lie open, the transcript is saved as the server has it, and
 *  it is looked at again. */
async function afterwards(page, transcript) {
  const lines = transcript.trim().split('\n').map((line) => JSON.parse(line));
  const played = lines.filter(({ t }) => t === 'move').length;
  await page.waitForFunction(() => document.querySelectorAll('.ranking .left-over .unseen').length > 1);
  const held = await page.$$eval('.ranking .left-over .unseen', (list) => list.map((e) => e.textContent));
  holds(held.every((cards) => cards && !/hidden/.test(cards)) && held.some((cards) => / of /.test(cards)), `open hands: ${held.join('; ')}`);
  const [download] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'Save')]);
  const file = written('friends-saved.jsonl');
  await download.saveAs(file);
  same(readFileSync(file, 'utf8'), transcript, 'what is saved');
  const verdict = nativeTry(['verify', file]);
  same(verdict.status, 0, verdict.err + verdict.out);
  await page.click('.result-moves button:text-is("Review")');
  await page.waitForFunction(() => Number(document.querySelector('.review')?.dataset.done) > 2, undefined, { timeout: 60000 });
  same(await page.$eval('.review', (e) => Number(e.dataset.all)), played + 1, 'moves that are looked at again, and the end');
  await axe(page, 'the review of a game with friends');
}

/** `bylaw join` in a terminal; what it tells, and lines to type. */
function terminal(s, link, name) {
  const call = [program(), 'join', link, '--name', name, '--language', 'en'].map((x) => `'${x}'`).join(' ');
  const t = { told: '', at: 0, running: spawn('script', ['-qefc', call, '/dev/null'], { env: { ...process.env, XDG_STATE_HOME: join(s.folder, 'state'), TERM: 'dumb' } }) };
  t.running.stdout.on('data', (piece) => { t.told += piece; });
  t.type = (line) => {
    t.at = t.told.length;
    t.running.stdin.write(`${line}\r`);
  };
  t.until = async (pattern) => {
    for (let i = 0; i < 2000; i++) {
      const found = pattern.exec(t.told.slice(t.at));
      if (found) return found;
      await new Promise((done) => { setTimeout(done, 10); });
    }
    throw new Error(`${pattern} did not come: ${t.told.slice(-2000)}`);
  };
  t.end = () => new Promise((done) => {
    t.running.on('exit', done);
    t.running.stdin.end('\x04');
    t.running.kill();
  });
  return t;
}

export default async function () {
  const s = await serving(...HASTE, '--engine', `thumb=cmd:python3 ${join(root, 'examples/engines/thumb.py')}`);
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
    for (const game of ALL) {
      const [players, set] = companyOf(game);
      await test(`${game}: ${players} play from the link to the end, and the deal is checked`, async () => {
        const { pages, hash } = await gather(s, game, NAMES.slice(0, players), [PHONE], { set });
        if (!GAMES.includes(game)) await writeTogether(pages);
        const turns = await all(pages, (page) => playOn(page));
        same(await all(pages, dealChecked), pages.map(() => 'right'), 'the deal');
        const counts = await all(pages, moveCount);
        same(counts, counts.map(() => counts[0]), 'moves that each has seen');
        if (GAMES.includes(game)) await all(pages, (p) => p.waitForSelector('.result'));
        const file = written(`friends-${game}.jsonl`);
        writeFileSync(file, await (await fetch(`${s.address}api/tables/${hash.split('/').pop()}/transcript`)).text());
        const verdict = nativeTry(['verify', file]);
        holds(verdict.status === 0, verdict.err + verdict.out);
        console.log(`        ${turns.join(' + ')} turns, ${counts[0]} moves`);
        if (game === GAMES[3]) await afterwards(pages[0], readFileSync(file, 'utf8'));
        await leave(...pages);
      });
    }
    await test('whose turn it is: in the title, as a notification, for screen readers; who waits sees who is missing', async () => {
      const one = await person(s, '', { permissions: ['notifications'] });
      // A tab that nobody looks at; its worker says when it brings it to the front.
      await one.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }));
      await one.reload();
      await one.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      const [worker] = one.context().serviceWorkers();
      const notes = () => worker.evaluate(() => self.registration.getNotifications().then((list) => list.map((n) => `${n.title}: ${n.body}`)));
      const noted = async (count) => {
        for (let i = 0; i < 500 && (await notes()).length !== count; i++) await new Promise((done) => { setTimeout(done, 20); });
        return notes();
      };
      const hash = await make(one, 'pharaoh');
      await sit(one, 'Ada', 0);
      await one.waitForFunction(() => document.title === '1/2 – Pharaoh');
      const two = await person(s, hash, PHONE);
      // By keyboard alone, from the link to the first move.
      await two.focus('#name');
      await two.keyboard.type('Bob');
      await two.keyboard.press('Enter');
      const pages = [one, two];
      await all(pages, (p) => p.waitForSelector('[data-status]'));
      let turns = 0, closed = false;
      for (let i = 0; i < 2 || (i < 10 && !(turns && closed)); i++) {
        const page = await mover(pages), other = pages.find((p) => p !== page), n = await moveCount(page);
        await page.waitForFunction(() => document.title === '● Your turn – Pharaoh');
        await other.waitForFunction(() => /^(Ada|Bob) to move – Pharaoh$/.test(document.title));
        if (page === one && ++turns) same(await noted(1), ['Your turn: Pharaoh'], 'what is shown of it');
        await page.keyboard.press('1');
        await page.waitForFunction((k) => Number(document.querySelector('.log')?.getAttribute('start') ?? 0) > k || document.querySelector('.ways'), n);
        if (await moveCount(page) === n) await page.keyboard.press('1');
        await heardOf(pages, n);
        if (page === one && await mover(pages) === two) closed = (await noted(0)).length === 0;
      }
      holds(turns > 0 && closed, 'a notification of one turn at least, and its end');
      for (let i = 0; i < 10 && await mover(pages) !== one; i++) await turn(pages);
      same((await noted(1)).length, 1, 'the next turn');
      same(await worker.evaluate(async () => {
        const [notification] = await self.registration.getNotifications();
        let front = null, opened = null;
        WindowClient.prototype.focus = async function () { front = this.id; };
        self.clients.openWindow = async (url) => { opened = url; };
        const event = new NotificationEvent('notificationclick', { notification }), waits = [];
        event.waitUntil = (what) => waits.push(what);
        self.dispatchEvent(event);
        await Promise.all(waits);
        const [page] = await self.clients.matchAll({ type: 'window' });
        return { front: front === page.id, opened };
      }), { front: true, opened: null }, 'the page that comes to the front');
      same(await noted(0), [], 'a notification that was tapped');
      await say(two, 'Hello there.');
      await one.waitForFunction(() => /Bob: Hello there\./.test(document.querySelector('.live').textContent));
      await leave(...pages);
    });
    await test('lost, offline, killed: the table is where it was, and a move counts once', async () => {
      const { pages } = await gather(s, 'pharaoh', NAMES.slice(0, 2), [PHONE]), [one, two] = pages;
      for (let i = 0; i < 4 || await status(one) === 'yours'; i++) await turn(pages);
      // On a phone, where buttons stand in one's turn, the others' moves are told in theirs.
      holds(await one.$eval('.told', (e) => e.offsetHeight > 0 && e.textContent.length > 5), 'what happened last');
      const before = await moveCount(one);
      await two.context().setOffline(true);
      await two.waitForSelector('.connection[data-lost=true]');
      await one.waitForSelector('[data-person="1"][data-here=false]');
      await two.context().setOffline(false);
      await two.waitForSelector('.connection', { state: 'detached' });
      await one.waitForSelector('[data-person="1"][data-here=true]');
      same(await all(pages, moveCount), [before, before], 'moves after a lost connection');
      // What is pressed while nobody is there is not done, then or later, and the page says so.
      const page = await mover(pages), mine = `[data-person="${pages.indexOf(page)}"]`;
      await s.kill();
      await all(pages, (p) => p.waitForSelector('.connection[data-lost=true]'));
      await page.waitForSelector('.table-screen.off');
      same(await page.getAttribute(mine, 'class'), 'gone', 'the own dot');
      await press(page);
      await page.waitForSelector('.message:text-is("Not connected: nothing can be done until the connection is back.")');
      await axe(page, 'the server is lost');
      await s.start();
      await all(pages, online);
      await page.waitForSelector('.table-screen:not(.off)');
      await page.waitForSelector(`${mine}.here`);
      same(await page.$$eval('.message', (list) => list.map((e) => e.textContent)), [], 'what is said of it afterwards');
      same(await moveCount(page), before, 'moves that were pressed while nobody was there');
      // A move that is lost on its way is told to be on its way, and made when there is one.
      let lose;
      const lost = new Promise((done) => { lose = done; });
      await tamper(page, (m, sent) => (sent && m.do === 'move' && lose ? (lose(), lose = null) : m));
      await page.waitForSelector('[data-status=yours]');
      await press(page);
      await within(lost);
      await page.waitForSelector('.sending');
      await s.kill();
      await all(pages, (p) => p.waitForSelector('.connection'));
      await s.start();
      await all(pages, online);
      await all(pages, (p) => p.waitForFunction((n) => Number(document.querySelector('.log')?.getAttribute('start')) === n, before + 1));
      await page.waitForSelector('.sending', { state: 'detached' });
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
    await test('a server dies: its tables are at another one, and people play on', async () => {
      const both = await several(...HASTE);
      if (!both) return console.log('        there is no PostgreSQL here');
      try {
        const { pages } = await gather(both, 'pharaoh', NAMES.slice(0, 2));
        await turn(pages);
        await both.servers[0].kill();
        const began = performance.now();
        await all(pages, (p) => p.waitForSelector('.connection[data-lost=true]'));
        await all(pages, (p) => p.waitForSelector('.connection', { state: 'detached' }));
        console.log(`        back after ${((performance.now() - began) / 1000).toFixed(1)} s`);
        await turn(pages);
        await leave(...pages);
      } finally {
        await both.end();
      }
      return undefined;
    });
    await test('another device takes the seat; words are text; taking back takes consent', async () => {
      const names = ['Ada <b>', 'שלום', 'Eva'];
      const { pages, hash } = await gather(s, 'six-seven', names);
      const [one, two] = pages;
      await say(one, '<i>Good evening.</i>');
      await two.waitForSelector('.latest');
      same(await two.textContent('.latest'), 'Ada <b>: <i>Good evening.</i>', 'words are text');
      await axe(one, 'talk');
      await one.keyboard.press('Escape');
      same(await one.textContent('[data-person="1"] [aria-hidden]'), '● \u2068שלום\u2069', 'a name in letters that run the other way');
      const first = await mover(pages), n = await moveCount(first), others = pages.filter((p) => p !== first);
      await turn(pages);
      await first.click('.bar button:text-is("Undo")');
      await all(others, (p) => p.waitForSelector('.undo'));
      await axe(others[0], 'a wish to take back');
      await others[0].click('.undo button.primary');
      same(await moveCount(first), n + 1, 'what not all have agreed to');
      await others[1].click('.undo button.primary');
      await all(pages, (p) => p.waitForFunction((k) => Number(document.querySelector('.log')?.getAttribute('start') ?? 0) === k, n));
      await fromMenu(two, 'Move to another device');
      await axe(two, 'another device');
      const link = await two.inputValue('.handed input');
      holds(link.includes(hash), `a link to the same table: ${link}`);
      const third = await person(s, new URL(link).hash, PHONE);
      await third.waitForSelector('.own-side');
      await third.waitForURL((url) => !url.href.includes(link.split('/').pop()));
      await two.waitForFunction(() => !document.querySelector('.own-side'));
      const late = await person(s, new URL(link).hash);   // the link is good once
      await late.waitForSelector('.message:text-is("This link was used already, or it is wrong. You can watch.")');
      same(await late.$$eval('.own-side', (x) => x.length), 0, 'seats of who comes too late');
      await axe(late, 'a link that was used');
      await turn([one, third, pages[2]]);
      await leave(...pages, third, late);
    });
    await test('a seat that moves to another device is not lost when the page is closed on the way', async () => {
      const one = await person(s), two = await person(s);
      let lose;
      const lost = new Promise((done) => { lose = done; });
      const hash = await make(one, 'pharaoh', { players: 3 });
      await sit(one, 'Ada', 0);
      await two.goto(s.address + hash);
      await sit(two, 'Bob', 1);
      await two.waitForSelector('[data-place="1"] button:text-is("Get up")');
      await tamper(two, (m, sent) => (sent && m.do === 'hand-over' && lose ? (lose(), lose = null) : m));
      const kept = (page) => page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('bylaw.table.'))[1]).then((text) => JSON.parse(text).seats);
      const secret = (await kept(one))[0].secret, second = (await kept(two))[1].secret;
      await two.reload();   // a connection that was open before is not tampered with
      await two.waitForSelector('[data-place="1"] button:text-is("Get up")');
      await two.goto(`${s.address}${hash}/${secret}`);
      await within(lost);
      same(new URL(two.url()).hash, hash, 'the address has no secret');
      await two.reload();
      await two.waitForSelector('[data-place="0"] button:text-is("Get up")');
      await one.waitForSelector('[data-place="0"] button', { state: 'detached' });
      await two.waitForFunction(() => !JSON.stringify(localStorage).includes('from'));
      const { 0: moved, 1: own } = await kept(two);
      holds(moved.secret !== secret, 'the link is good once');
      same(own.secret, second, 'the other seat');
      await leave(one, two);
    });
    await test('a server elsewhere that nobody reaches: the page asks its own again', async () => {
      const page = await person(s), tried = [];
      await make(page, 'pharaoh');
      await sit(page, 'Ada', 0);
      await page.waitForSelector('[data-place="0"] button:text-is("Get up")');
      await page.routeWebSocket(/\/play$/, (ws) => {
        const { origin, pathname } = new URL(ws.url());
        tried.push(pathname);
        if (tried.length === 2) ws.close();
        else if (tried.length === 3) ws.connectToServer();
        else ws.onMessage((text) => {
          const { id, do: what } = JSON.parse(text);
          ws.send(JSON.stringify(what === 'hello' ? { id, answer: { v: 1 } } : { id, error: 'this table is at another server', elsewhere: `${origin}/s2/play` }));
        });
      });
      await page.reload();
      await page.waitForSelector('[data-place="0"] button:text-is("Get up")');
      same(tried, ['/play', '/s2/play', '/play'], 'where the page looked for its table');
      await leave(page);
    });
    await test('what the server refuses is said in the language of the page', async () => {
      const one = await person(s), two = await person(s, '', { settings: { language: 'de' } });
      const hash = await make(one, 'pharaoh');
      await sit(one, 'Ada', 0);
      await two.goto(s.address + hash);
      await sit(two, 'Ada', 1);
      await two.waitForSelector('.refusal:text-is("So heißt hier schon jemand. Nimm einen anderen Namen.")');
      await two.goto(`${s.address}#/friends/pharaoh`);
      for (const seat of [0, 1]) await two.selectOption(`select[name=seat${seat}]`, 'casual');
      await two.click('.make button[type=submit]');
      await two.waitForSelector('.refusal:text-is("Dieser Tisch geht nicht: Mindestens ein Mensch muss mitspielen.")');
      await leave(one, two);
    });
    await test('what cannot be agreed on is told by the names that the page has for it', async () => {
      const [game, number] = ALL.flatMap((id) => (Object.keys(ABOUT[id].rulings).length > 0 ? Object.keys(SMALL).filter((name) => name in ABOUT[id].options).map((name) => [id, name]) : []))[0];
      const page = await person(s, `#/friends/${game}`, { settings: { language: 'sk' } }), wishes = [{ [number]: 9999999 }, { hat: 'red' }, {}];
      await tamper(page, (m, sent) => {
        if (!sent || m.do !== 'make') return m;
        return { ...m, options: wishes.shift(), rulings: wishes.length > 0 ? m.rulings : { ...m.rulings, [Object.keys(m.rulings)[0]]: 'maybe' } };
      });
      const refused = async (before) => {
        await page.click('.make button[type=submit]');
        return page.waitForFunction((b) => { const t = document.querySelector('.refusal')?.textContent; return t !== b && t; }, before).then((h) => h.jsonValue());
      };
      const told = [];
      for (let i = 0; i < 3; i++) told.push(await refused(told[i - 1]));
      const named = await page.$$eval('.make fieldset .row > span:first-child', (list) => list.map((e) => e.firstChild.textContent.trim()));
      for (const [i, words] of ['môže byť od ', 'táto hra nemá možnosť „hat“', '„maybe“ nie je žiadna z možných hodnôt: '].entries())
        holds(told[i].startsWith('Tento stôl sa nedá založiť: ') && told[i].includes(words), told[i]);
      holds(named.some((name) => name && told[0].toLowerCase().includes(name.toLowerCase())) && !/options|rulings/.test(told.join()), `${told.join('; ')}, of ${named.join('; ')}`);
      await leave(page);
    });
    await test('a program of the server is offered as a bot, and plays', async () => {
      const page = await person(s, '', { settings: { language: 'de' } });
      await make(page, 'pharaoh', { bots: { 1: 'thumb' }, more: async (p) => {
        same(await p.textContent('select[name=seat1] option:checked'), 'thumb: ein Programm dieses Servers', 'what it is called');
        same(await p.$$eval('select[name=away] option[value=thumb]', (x) => x.length), 1, 'who plays on for others');
      } });
      await sit(page, 'Ada', 0);
      await page.waitForSelector('[data-status]');
      while (await moveCount(page) < 3 && await turn([page]));
      await leave(page);
    });
    await test('words count where the rulebook says so, from anybody who plays, at any time', async () => {
      const { pages, hash } = await gather(s, 'true-propre', NAMES.slice(0, 3));
      const stranger = await person(s, hash);
      await stranger.waitForSelector('[data-status]');
      const first = await mover(pages), [second, third] = pages.filter((p) => p !== first);
      const n = await moveCount(first);
      await say(stranger, 'Propreantepenultimate');
      await say(second, 'Propreantepenultimate');
      await heardOf(pages, n);
      await first.click('.talk-button');
      await first.waitForFunction(() => document.querySelectorAll('.talk li').length === 2);
      same((await said(first)).map((line) => /it counts/.test(line)), [false, true], 'words that count');
      same(await first.getAttribute('[data-status]', 'data-status'), 'yours', 'whose turn it is');
      // Who gets it wrong is voted on by all.
      await say(third, 'Propreantpenultimate Card');
      await heardOf(pages, n + 1);
      const voter = await mover(pages);
      holds(await voter.$('.moves [data-move]'), 'a vote');
      await turn(pages);
      await say(first, 'What a hand.');
      await all([second, third], (p) => p.waitForFunction(() => /What a hand/.test(document.querySelector('.talk')?.textContent)));
      same(await moveCount(first), n + 3, 'talk is no move');
      // What was said outlasts a reload; what was read is not new.
      await second.press('#talk', 'Escape');
      await second.waitForSelector('.talk', { state: 'detached' });
      await say(first, 'Come back!');
      await second.waitForSelector('.latest');
      await second.reload();
      await second.waitForSelector('.talk-button:text-is("Talk (1 new)")');
      await second.click('.talk-button');
      same((await said(second)).at(-1), `${await first.evaluate(() => localStorage.getItem('bylaw.name')).then(JSON.parse)}: Come back!`, 'the last words');
      await leave(...pages, stranger);
    });
    await test('the clock runs out: a bot plays on, until its person is back and reads what happened', async () => {
      const { pages } = await gather(s, 'pharaoh', NAMES.slice(0, 2), [], { clock: 5 });
      const gone = await mover(pages), other = pages.find((p) => p !== gone), url = gone.url(), its = `[data-person="${pages.indexOf(gone)}"]`;
      await other.waitForSelector('.clock');
      await gone.goto(`${s.address}#/`);
      await other.waitForSelector(`${its}[data-away=true]`);
      await heardOf([other], 0);
      const n = await moveCount(other);
      await gone.goto(url);
      await gone.waitForSelector('.missed');
      await other.waitForSelector(`${its}[data-away=false]`);
      await gone.click('.missed summary');
      holds(/While you were away: \d+ moves?\. A bot made \d+ of them for you\./.test(await gone.textContent('.missed summary')), await gone.textContent('.missed'));
      holds(await gone.$$eval('.missed li', (list) => list.length) >= n, 'what happened');
      await axe(gone, 'while somebody was away');
      // What the bot did was not their doing.
      const told = await gone.$$eval('.missed li', (list) => list.map((e) => e.textContent));
      holds(told.some((text) => text.startsWith(`${NAMES[pages.indexOf(gone)]} (bot) `)) && !told.some((text) => text.startsWith('You ')), told.join(' '));
      await gone.click('.missed button');
      await gone.waitForSelector('.missed', { state: 'detached' });
      await leave(...pages);
    });
    await test('a number that a reload has kept back is sent; a deal that is not the pledged one is told', async () => {
      const pages = await all(NAMES.slice(0, 3), () => person(s));
      let numbers = 0, lose;
      const lost = new Promise((done) => { lose = done; });
      await tamper(pages[0], (m, sent) => (sent && m.do === 'number' && numbers++ === 0 ? lose() : m));
      await tamper(pages[1], (m) => (m.news === 'table' ? { ...m, hash: m.hash.replace(/./g, '0') } : m));
      await tamper(pages[2], (m, sent) => (!sent && typeof m.answer === 'string' ? { ...m, answer: m.answer.replace(/"secret":"[0-9a-f]{8}/, '"secret":"00000000') } : m));
      const hash = await make(pages[0], 'true-propre', { players: 3, set: { hand: 3 } });
      await sit(pages[0], 'Ada', 0);
      await within(lost);
      await pages[0].reload();
      for (const i of [1, 2]) {
        await pages[i].goto(s.address + hash);
        await sit(pages[i], NAMES[i], i);
      }
      await all(pages, (p) => p.waitForSelector('[data-status]'));
      for (const page of pages) await fromMenu(page, LET_A_BOT);
      same(await all(pages, dealChecked), ['right', 'wrong', 'wrong'], 'the deal');
      await axe(pages[1], 'a wrong deal');
      await leave(...pages);
    });
    await test('a rematch is one table for both; the lobby shows it; a stranger watches; bots play on for who is away', async () => {
      const { pages, hash } = await gather(s, 'true-propre', NAMES.slice(0, 2), [], { set: { hand: 3 }, more: (page) => page.check('input[name=open] >> nth=1') });
      for (const page of pages) await fromMenu(page, LET_A_BOT);
      await all(pages, (p) => p.waitForSelector('[data-status=over]', { timeout: 4 * BOUND }));
      const watcher = await person(s, new URL(pages[0].url()).hash);
      await watcher.waitForSelector('[data-status=over]');
      for (const page of pages) holds(/^(?!You).* \(bot\) won\.$|^You won: a bot played on for you\.$/.test(await page.textContent('.result h2')), 'bots played to the end for their people');
      same(await watcher.$$eval('.result-moves .primary', (list) => list.length), 0, 'who only watches begins no game');
      await pages[0].click('.result-moves .primary');
      await pages[0].waitForSelector('[data-place="0"] button:text-is("Get up")');
      await pages[1].waitForSelector('.result-moves .primary:text-is("Join the next game")');
      same(await pages[1].$$eval('.table-screen .primary', (list) => list.length), 1, 'ways to the next game');
      const lobby = await person(s, '#/friends', PHONE);
      await lobby.waitForSelector(`[data-table="${pages[0].url().split('/').pop()}"]`);
      await axe(lobby, 'lobby on a phone');
      await pages[1].click('.result-moves .primary');
      await all(pages, (p) => p.waitForSelector('[data-status]:not([data-status=over])'));
      same(pages[1].url(), pages[0].url(), 'one table');
      same(await pages[0].textContent('[data-seat="1"] .seat-name'), NAMES[1], 'who sits there');
      await watcher.click('.result-moves .primary:text-is("Watch the next game")');
      await watcher.waitForSelector('[data-status]:not([data-status=over])');
      same(await watcher.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('bylaw.table.')).length), 0, 'tables kept of who only watches');
      // Who is at another table, or at the list, is told that it is their turn; and how the others' stand.
      const next = new URL(pages[0].url()).hash, name = next.split('/').pop();
      const one = await mover(pages), two = pages.find((p) => p !== one);
      await one.goto(s.address + hash);
      await one.waitForSelector('.turn-at a');
      await axe(one, 'a turn at another table');
      await one.goto(`${s.address}#/friends`);
      await one.waitForSelector(`[data-table="${name}"][data-stands=yours] .your-turn:text-is("● Your turn")`);
      await axe(one, 'own tables');
      await two.goto(`${s.address}#/friends`);
      await two.waitForSelector(`[data-table="${name}"]:has-text("${NAMES[pages.indexOf(one)]} to move")`);
      for (const page of pages) {
        await page.goto(s.address + next);
        await fromMenu(page, LET_A_BOT);
        await page.goto(`${s.address}#/friends`);
      }
      await all(pages, (p) => p.waitForFunction((n) => {
        document.dispatchEvent(new Event('visibilitychange'));   // somebody looks here again
        return document.querySelector(`[data-table="${n}"][data-stands=over]`);
      }, name, { polling: 500, timeout: 4 * BOUND }));   // a game by bots may be a long one
      await one.goto(`${s.address}#/history`);
      await one.waitForSelector('.history li:has-text("a bot finished it for you")');
      await leave(...pages, watcher, lobby);
    });
    await test('who gives up for good is asked first, and watches from then on', async () => {
      const { pages, hash } = await gather(s, 'pharaoh', NAMES.slice(0, 2), [PHONE]), [one, two] = pages;
      await fromMenu(one, 'Give up for good');
      await axe(one, 'giving up');
      await one.click('dialog .dialog-close');
      same(await one.$$eval('.own-side', (x) => x.length), 1, 'who thinks better of it');
      await fromMenu(one, 'Give up for good');
      await one.click('dialog .danger');
      await one.waitForSelector('.message:text-is("You have given up this game. A bot has your seat now; you can watch.")');
      same(await one.$$eval('.own-side', (x) => x.length), 0, 'the seat of who has given up');
      await two.waitForSelector('[data-person="0"][title="Ada has given up; a bot plays on"]');
      await one.reload();
      await one.waitForSelector('[data-status]');
      same(await one.$$eval('.own-side', (x) => x.length), 0, 'the seat after a reload');
      await one.goto(`${s.address}#/friends`);
      await one.waitForSelector(`[data-table="${hash.split('/').pop()}"] a:text-is("Watch")`);
      await turn([two]);
      await fromMenu(two, 'Give up for good');
      await two.click('dialog .danger');
      await two.waitForSelector('.message:has-text("nobody is playing it any more")');
      await axe(two, 'all have given up');
      await leave(...pages);
    });
    await test('a terminal and a browser at one table', async () => {
      const page = await person(s);
      const hash = await make(page, 'six-seven');
      await sit(page, 'Ada', 0);
      const tom = terminal(s, s.address + hash, 'Tom');
      try {
        await page.waitForSelector('[data-status]');
        same(await page.textContent('[data-seat="1"] .seat-name'), 'Tom', 'who sits there');
        for (let i = 0; i < 4; i++) {
          const n = await moveCount(page);
          if (await status(page) === 'yours') await press(page);
          else {
            tom.type('hint');
            const [, move] = await tom.until(/`([^`]+)`/);
            tom.type(move);
          }
          await heardOf([page], n);
        }
        await say(page, 'Hello, terminal.');
        await tom.until(/Hello, terminal\./);
        tom.type('"Hello, browser."');
        await page.waitForFunction(() => /Hello, browser/.test(document.querySelector('.talk').textContent));
      } finally {
        await tom.end();
      }
      await leave(page);
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
          const hash = await make(one, 'pharaoh', { players: 3, bots: { 2: 'casual' }, more: async (page) => { await page.selectOption('select[name=clock]', '180'); await look(page, 'make'); } });
          await look(one, 'wait');
          const two = await person(s, hash, how);
          for (const [i, page] of [one, two].entries()) await sit(page, NAMES[i], i);
          await all([one, two], (p) => p.waitForSelector('[data-status]'));
          await look(one, 'table');
          for (const page of [one, two]) {
            await fromMenu(page, how.settings.language === 'de' ? 'Einen Bot für mich spielen lassen' : LET_A_BOT);
          }
          await one.waitForSelector('.result');
          await one.waitForSelector('[data-checked]');
          await look(one, 'end');
          await two.goto(`${s.address}#/table/aaaaaaaaaaaaaaaa`);
          await two.waitForSelector('h1:focus, .friends a.button');
          await look(two, 'none');
          await leave(one, two);
        });
      }
    }
  } finally {
    await s.end();
  }
}
