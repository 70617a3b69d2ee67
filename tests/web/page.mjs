// page.mjs - the page itself: how fast, how big, offline, saved, loaded, shared, replayed.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ABOUT, address, ALL, axe, close, fromMenu, GAMES, holds, keptGame, moveCount, moved, native, newEngine, open, place, refusalOf, root, same, serve, settled, someMoves, table, test, written } from './lib.mjs';

const cardsInHand = (page) => page.$$eval('.own-hand [data-held]', (all) => all.map((e) => e.dataset.held));
const playable = '.own-hand .playable';

export default async function run() {
  await test('ready in under a second, under 340 KB in any language, from this host only, under a strict policy', async () => {
    // The best of three first visits: other work on the machine is not the page's.
    let ready = Infinity;
    for (let i = 0; i < 3; i++) {
      const first = await open();
      ready = Math.min(ready, Number(await first.getAttribute('html', 'data-ready')));
      await close(first);
    }
    holds(ready < 1000, `ready after ${ready} ms`);
    const page = await open();
    const answer = await page.request.get(address);
    const policy = answer.headers()['content-security-policy'];
    for (const part of ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'", "frame-ancestors 'none'"]) holds(policy.includes(part), `${part} in ${policy}`);
    holds(!/unsafe-inline|unsafe-eval'(?!.*wasm)|\*/.test(policy.replace('wasm-unsafe-eval', '')), policy);
    // All that a first visit loads until it is ready, as it is sent.
    const sent = {};
    for (const language of ['en', 'de', 'sk']) {
      const first = await open('', { settings: { language } });
      const files = await first.evaluate(() => performance.getEntriesByType('resource').map((e) => new URL(e.name).pathname.slice(1)));
      holds(['main.js', 'worker.js', 'bylaw.wasm', 'style.css'].every((f) => files.includes(f)), `what was loaded: ${files}`);
      sent[language] = [...new Set(['index.html', ...files])].reduce((n, f) => n + statSync(place(`site/${f}.br`)).size, 0);
      await close(first);
    }
    for (const [language, size] of Object.entries(sent)) holds(size < 340_000, `${size} bytes in ${language}`);
    console.log(`        ready after ${ready} ms, KB compressed: ${Object.entries(sent).map(([l, n]) => `${l} ${Math.ceil(n / 1000)}`).join(', ')}`);
    await close(page);
  });

  await test('no file of the page names another host', () => {
    for (const f of readdirSync(place('site')).filter((x) => /\.(js|css|html|json|svg)$/.test(x))) {
      const hosts = readFileSync(place(`site/${f}`), 'utf8').match(/https?:\/\/[^"'`\s)]+/g) ?? [];
      same(hosts.filter((h) => !/^http:\/\/www\.w3\.org\/|^https?:\/\/localhost/.test(h)), [], f);
    }
  });

  await test('after the first visit it works without a network', async () => {
    const page = await open();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length > 0 && (await (await caches.open((await caches.keys())[0])).keys()).length > 6);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    await page.click('[data-game=pharaoh] .play');
    await settled(page);
    await page.keyboard.press('1');
    await page.waitForFunction(() => document.querySelector('.log'));
    for (const [hash, what] of [['#/history', '.history'], ['#/new/pharaoh', '.setup'], ['#/tutorial/predicate-wars', '.pw'], ['#/replay', 'input[type=file]']]) {
      await page.goto(address + hash);
      await page.waitForSelector(what);
    }
    await page.context().setOffline(false);
    await close(page);
  });

  await test('clauses are read in one\'s language without a network, by who never opened a rulebook', async () => {
    for (const [language, text] of [['de', /Farbe|Karte/], ['sk', /farb|kart/]]) {
      const page = await open('', { settings: { language } });
      await page.waitForFunction(async (l) => {
        for (const file of [location.pathname, 'main.js', `${l}.first.mo`, `${l}.mo`]) if (!await caches.match(file)) return false;
        return navigator.serviceWorker.controller?.state === 'activated';   // which hands them out from then on
      }, language);
      await page.reload();
      await page.waitForSelector('html[data-ready]');
      await page.context().setOffline(true);
      await page.goto(`${address}#/rules/pharaoh/R1`);
      await page.reload();
      await page.waitForSelector('.clause.at');
      holds(text.test(await page.textContent('.clause.at')), await page.textContent('.clause.at'));
      await close(page);
    }
  });

  await test('a lesson speaks the language of the page from its first word, also when that is changed', async () => {
    const page = await open('#/tutorial/pharaoh', { settings: { language: 'de' } });
    await page.waitForSelector('.lesson-words p');
    holds(/Willkommen/.test(await page.textContent('.lesson-words')), await page.textContent('.lesson-words'));
    await page.selectOption('.language', 'sk');
    await page.waitForFunction(() => document.documentElement.lang === 'sk' && /Vitaj/.test(document.querySelector('.lesson-words')?.textContent ?? ''));
    await close(page);
  });

  await test('a clause is found without its sign, in an address and in the field', async () => {
    const page = await open('#/rules/true-propre/4.3.2');
    await page.waitForSelector('[id="clause-§4.3.2"].at');
    holds(!await page.$('[role=alert]'), 'it is not missing');
    await page.goto(`${address}#/rules/propre/§1.1`);
    await page.waitForSelector('[id="clause-1.1"].at');
    await page.fill('[type=search]', '§2.1');
    await page.waitForSelector('.clauses > li:first-child[id="clause-2.1"]');
    await close(page);
  });

  await test('a screen that is loaded later: one is at its heading; where it cannot be had, the page says so', async () => {
    const page = await open('', { serviceWorkers: 'block' });
    let lost = true;
    await page.route('**/rest-*.js', (route) => (lost ? route.abort() : route.continue()));
    await page.click('.top a[href="#/history"]');
    await page.waitForSelector('main [role=alert] button');
    lost = false;
    await page.click('main [role=alert] button');
    await page.waitForSelector('.history');
    await page.goto(address);
    await page.reload();
    await page.waitForSelector('.games');
    await page.click('.top a[href="#/history"]');
    await page.waitForFunction(() => document.activeElement === document.querySelector('.history h1'));
    page.complaints = page.complaints.filter((c) => !/ERR_FAILED|blocked by Playwright/.test(c));
    await close(page);
  });

  await test('what was announced ends with the screen that it was about', async () => {
    const page = await table('pharaoh', { seed: 11 });
    await settled(page);
    await page.keyboard.press('t');
    await page.waitForFunction(() => document.querySelector('.live').textContent !== '');
    await page.click('.top a[href="#/"]');
    await page.waitForSelector('.games');
    await page.waitForFunction(() => document.querySelector('.live').textContent === '');
    await close(page);
  });

  await test('the page gets nothing that is hidden from its seat', async () => {
    const page = await table('pharaoh', { players: 4, seed: 3 }, {
      init: () => {
        const Real = Worker;
        globalThis.heard = [];
        globalThis.Worker = class extends Real {
          constructor(...args) {
            super(...args);
            this.addEventListener('message', (e) => globalThis.heard.push(JSON.stringify(e.data)));
          }
        };
      },
    });
    for (let i = 0; i < 6 && await settled(page) === 'yours'; i++) {
      const n = await moveCount(page);
      await page.keyboard.press('1');
      await moved(page, n);
    }
    const heard = await page.evaluate(() => globalThis.heard);
    const views = heard.map((h) => JSON.parse(h)[1]).filter((v) => v?.state);
    holds(views.length > 5, 'views were seen');
    for (const v of views) {
      v.state.hands.slice(1).forEach((hand) => holds(hand.every((c) => c === '??'), JSON.stringify(hand)));
      holds(v.state.stock.every((c) => c === '??'), 'stock');
    }
    holds(!heard.some((h) => h.includes('\\"t\\":\\"start\\"')), 'no transcript unless it is asked for');
    // A look back at the game that goes on: as the seat knew it, or a spectator.
    await fromMenu(page, 'Replay');
    await page.waitForSelector('.steps');
    same(await page.$$eval('.steps select option', (all) => all.map((o) => o.value)), ['-1', '0'], 'as whom it can be seen');
    await page.click('[aria-label="To the end"]');
    await page.selectOption('.steps select', '-1');
    const all = await page.waitForFunction((n) => {   // more views are seen
      const views = globalThis.heard.slice(n).map((h) => JSON.parse(h)[1]).filter((v) => v?.state);
      return views.length > 1 && views;
    }, heard.length).then((found) => found.jsonValue());
    for (const v of all) v.state.hands.slice(1).forEach((hand) => holds(hand.every((c) => c === '??'), 'a hand in the replay'));
    holds(!await page.$('button:text-is("Play on from here")'), 'a game that goes on is played on at its table');
    await page.selectOption('select.language', 'de');
    await page.waitForFunction(() => [...document.querySelectorAll('.log li')].every((e) => / (hat|hast) |musst/.test(e.textContent)));
    await close(page);
  });

  await test('a game of a file that goes on is looked back at as its player saw it', async () => {
    const page = await open('#/replay');
    await page.setInputFiles('input[type=file]', join(root, 'tests/games/pharaoh/golden.jsonl'));
    await page.waitForSelector('.steps');
    for (let i = 0; i < 3; i++) await page.click('[aria-label="One move on"]');
    await page.click('button:text-is("Play on from here")');
    await page.waitForSelector('.table-screen .moves');
    await settled(page);
    await fromMenu(page, 'Replay');
    await page.waitForSelector('.steps');
    same(await page.$$eval('.steps select option', (all) => all.map((o) => o.value)), ['-1', '0'], 'as whom it can be seen');
    await page.click('[aria-label="To the end"]');
    same(await page.$$eval('.replay-screen .seat .hand', (all) => all.length), 1, 'hands that lie open: one’s own');
    holds(await page.$$eval('.seat .backs', (all) => all.length) > 0, 'the others hold backs');
    const steps = await page.getAttribute('.steps input', 'max');
    await page.reload();
    await page.waitForSelector('.steps');
    same(await page.getAttribute('.steps input', 'max'), steps, 'it outlives a reload');
    same(await page.$$eval('.steps select option', (all) => all.map((o) => o.value)), ['-1', '0'], 'as whom it can be seen then');
    await close(page);
  });

  await test('seeds have 64 bits, and none is lost on the way', async () => {
    const page = await open('#/new/pharaoh');
    const seeds = [];
    for (let i = 0; i < 24; i++) {
      seeds.push(await page.inputValue('input[name=seed]'));
      await page.click('button:text-is("Another seed")');
    }
    holds(new Set(seeds).size === seeds.length && seeds.every((s) => /^\d{1,20}$/.test(s)), seeds.join(' '));
    const all = seeds.map(BigInt);
    for (let bit = 0n; bit < 64n; bit++) holds(all.some((s) => s >> bit & 1n), `bit ${bit} of a seed`);
    holds(all.every((s) => s < 1n << 64n), 'no more than 64');
    await page.fill('input[name=seed]', '18446744073709551557');
    await page.click('button:text-is("Deal")');
    await settled(page);
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('bylaw.game.')));
    same((await keptGame(page)).setup.seed, '18446744073709551557', 'as it is kept');
    const position = JSON.parse(native(['new', 'pharaoh', '--seed', '18446744073709551557', '--players', String((await keptGame(page)).setup.players)]));
    if (await moveCount(page) === 0) same(await cardsInHand(page), position.state.hands[0], 'the hand that this seed deals');
    await close(page);
  });

  await test('save and load: what is saved opens again, and the table is as it was', async () => {
    const page = await table('true-propre', { seed: 8 });
    for (let i = 0; i < 3 && await settled(page) === 'yours'; i++) {
      const n = await moveCount(page);
      await page.keyboard.press('1');
      await page.waitForFunction((k) => Number(document.querySelector('.log')?.getAttribute('start') ?? 0) > k, n);
    }
    await settled(page);
    const count = await moveCount(page);
    const hand = await cardsInHand(page);
    const [download] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'Save')]);
    const file = written('saved.json');
    await download.saveAs(file);
    const text = readFileSync(file, 'utf8');
    holds(JSON.parse(text).moves.every((m) => /^[0-9a-f]+$/.test(m)) && !/hands|stock/.test(text), 'a game that goes on is sealed');
    const other = await table('pharaoh');
    const [chooser] = await Promise.all([other.waitForEvent('filechooser'), fromMenu(other, 'Load')]);
    await chooser.setFiles(file);
    await other.waitForSelector('[data-game="true-propre"] [data-status]');
    await settled(other);
    same(await moveCount(other), count, 'moves after loading');
    same(await cardsInHand(other), hand, 'the hand after loading');
    await close(page);
    await close(other);
  });

  await test('share: the link opens the same table elsewhere', async () => {
    const page = await table('pharaoh', { seed: 21, players: 4 }, { settings: { pace: 'none' } });
    for (let i = 0; i < 4 && await settled(page) === 'yours'; i++) {
      const n = await moveCount(page);
      await page.keyboard.press('1');
      await moved(page, n);
    }
    await settled(page);
    await fromMenu(page, 'Share');
    const link = await page.inputValue('dialog textarea');
    const [count, hand] = [await moveCount(page), await cardsInHand(page)];
    holds(link.startsWith(address) && /game=pharaoh/.test(link) && /seed=21/.test(link) && /moves=/.test(link), link);
    const other = await open(link.slice(address.length));
    await settled(other);
    same(await moveCount(other), count, 'moves');
    same(await cardsInHand(other), hand, 'hand');
    await close(page);
    await close(other);
    const bad = await open(`${link.slice(address.length).replace(/seed=21/, 'seed=22')}`);
    await bad.waitForSelector('[role=alert]');
    await close(bad);
  });

  await test('a game goes on after the page was left, and begins anew with restart', async () => {
    const page = await table('pharaoh', { seed: 31 });
    const first = await cardsInHand(page);
    await page.keyboard.press('1');
    await moved(page, 0);
    await settled(page);
    const count = await moveCount(page);
    await page.goto(address);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    await page.click('.going-on .primary');
    await settled(page);
    same(await moveCount(page), count, 'moves');
    await fromMenu(page, 'Restart');
    await page.waitForFunction(() => !document.querySelector('.log'));
    same(await cardsInHand(page), first, 'the same cards');
    await close(page);
  });

  await test('undo before the others have moved; not after', async () => {
    const page = await table('pharaoh', { seed: 11 }, { settings: { pace: 'slow' } });
    const before = await cardsInHand(page), dim = '.bar button[aria-disabled=true]';
    await page.click(dim, { force: true });
    await page.waitForFunction(() => /no move to take back yet/.test(document.querySelector('.message')?.textContent ?? ''));
    holds(!/casual/.test(await page.textContent('.message')), 'that is so in every game');
    const card = await page.getAttribute(playable, 'data-held');
    await page.click(`[data-held="${card}"]`);
    await page.click('.ways .move');
    await page.waitForFunction((c) => !document.querySelector(`[data-held="${c}"]`), card);
    await page.waitForFunction((d) => !document.querySelector(d), dim);
    await page.keyboard.press('u');
    await page.waitForSelector(`[data-held="${card}"]`);
    same(await cardsInHand(page), before, 'the hand');
    await page.click('[data-place=stock]');
    await page.waitForFunction((n) => document.querySelectorAll('[data-held]').length > n, before.length);
    await page.keyboard.press('u');
    await page.waitForFunction(() => /hidden.*casual game/.test(document.querySelector('.message')?.textContent ?? ''));
    await close(page);
  });

  await test('dragging a card to the pile plays it', async () => {
    const page = await table('pharaoh', { seed: 11 }, { settings: { pace: 'slow' } });
    const card = await page.$eval('.own-hand .playable:not([data-held^="O"])', (e) => e.dataset.held);
    const from = await page.locator(`[data-held="${card}"]`).boundingBox();
    const to = await page.locator('[data-place=pile]').boundingBox();
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y - 40, { steps: 4 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    holds(await page.$('.ghost'), 'a card in the air');
    await page.mouse.up();
    await page.waitForFunction((c) => !document.querySelector(`[data-held="${c}"]`), card);
    same(await page.$$eval('.pile .lying', (all) => all[all.length - 1].dataset.card), card, 'the card on top');
    await close(page);
  });

  for (const game of GAMES) {
    await test(`${game}: a refused move shows the right clause, which opens in the rulebook`, async () => {
      const [seed, players] = [5, 3];
      const page = await table(game, { seed, players });
      const position = native(['new', game, '--players', String(players), '--seed', String(seed)]);
      const moves = [...Array(8).keys()].flatMap((n) => someMoves(game, n, players));
      let move;
      // Every card that is not playable, one after the other; else a place that is a move, and refused.
      const bad = await page.$$eval('.own-hand button:not(.playable)', (all) => all.map((e) => e.dataset.held));
      for (const card of bad) {
        await page.click(`[data-held="${card}"]`);
        await page.waitForSelector('.refusal .clause-link');
        const shown = await page.$$eval('.refusal li > .clause-link', (all) => all.map((e) => e.dataset.clause));
        const refused = moves.filter((m) => m.split(' ').includes(card) && refusalOf(game, m, position));
        move = refused.find((m) => shown.includes(refusalOf(game, m, position)));
        holds(move, `${card}: ${shown}, but ${refused[0]} is refused by ${refused[0] && refusalOf(game, refused[0], position)}`);
      }
      if (bad.length === 0) {
        const places = await page.$$eval('[data-place]:not(.open)', (all) => all.map((e) => e.dataset.place));
        const [place, there] = places.map((p) => [p, p.split('-').reverse().join(' ')])
          .find(([, m]) => moves.some((other) => other.split(' ')[0] === m.split(' ')[0]) && refusalOf(game, m, position)) ?? [];
        move = there;
        if (move) await page.click(`[data-place="${place}"]`);
      }
      if (!move) {   // nothing to click on: said in words
        move = moves.find((m) => refusalOf(game, m, position));
        await page.fill('#say', move);
        await page.keyboard.press('Enter');
      }
      await page.waitForSelector('.refusal .clause-link');
      const right = refusalOf(game, move, position);
      await page.click(`.refusal .clause-link[data-clause="${right}"]`);
      await page.waitForSelector('.panel .clause.at');
      same(await page.textContent('.panel .clause.at .clause-id'), right, 'the clause in the panel');
      holds(await page.evaluate(() => document.activeElement.classList.contains('at')), 'it has the focus');
      await axe(page, `${game} with a refusal`);
      await page.fill('#say', move);
      await page.keyboard.press('Enter');
      await page.waitForFunction((id) => document.querySelector('.refusal .clause-link')?.dataset.clause === id, right);
      await close(page);
    });
  }

  await test('words at the table: the long word counts, "last card" is voted on, the rest is talk', async () => {
    const page = await table('true-propre', { seed: 5, players: 3 });
    const say = async (words) => {
      await page.fill('#say', words);
      await page.keyboard.press('Enter');
    };
    await say('what a nice day');
    await page.waitForFunction(() => /nothing to the rules/.test(document.querySelector('.message')?.textContent ?? ''));
    await say('Propreantepenultimate');
    await page.waitForFunction(() => /said it/.test(document.querySelector('.seat.yours')?.textContent ?? ''));
    await say('last card');
    await page.waitForFunction(() => [...document.querySelectorAll('.log li')].some((e) => /last card/.test(e.textContent)));
    await settled(page);
    await close(page);
  });

  await test('where no word counts, a mistyped move is told to be one, and is no talk', async () => {
    const { games } = await serve(newEngine()).about();
    const deaf = games.filter((g) => !g.hears);
    holds(deaf.length > 0 && deaf.length < games.length, 'some hear, some do not');
    for (const { id } of deaf) {
      const page = await table(id, { seed: 5, players: 3 });
      await page.fill('#say', 'darw');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => /is not a move of this game/.test(document.querySelector('.message')?.textContent ?? ''));
      await close(page);
    }
  });

  await test('six-seven: an announcement is offered, and can be typed', async () => {
    // Looks for a table on which something can be collected.
    for (let seed = 1; seed < 60; seed++) {
      const legal = native(['legal', 'six-seven'], native(['new', 'six-seven', '--players', '2', '--seed', String(seed)])).split('\n');
      const collects = legal.find((m) => / (six-six|seven-seven)$/.test(m));
      if (!collects) continue;
      const page = await table('six-seven', { players: 2, seed }, { settings: { pace: 'slow' } });
      const where = collects.split(' ').slice(0, 2).reverse().join('-');
      await page.click(`[data-place="${where}"]`);
      await page.waitForSelector(`[data-move="${collects}"]`);
      await page.fill('#say', /six-six/.test(collects) ? 'six six' : 'Seven Seven!');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => /1 face card(?!s)/.test(document.querySelector('.seat.yours').textContent));
      await close(page);
      return;
    }
    throw new Error('no such table');
  });

  await test('replay: a game of each, step by step, with its clauses', async () => {
    const page = await open('#/replay');
    for (const game of GAMES) {
      // One that another program wrote, where there is one.
      const files = [`tests/data/examples/${game}-2.jsonl`, `tests/games/${game}/golden.jsonl`].map((name) => join(root, name));
      await page.setInputFiles('input[type=file]', files.find(existsSync));
      await page.waitForSelector(`[data-game="${game}"] .steps`);
      await page.waitForFunction(() => /every move keeps the rules/.test(document.querySelector('.checked').textContent));
      for (let i = 1; i <= 12; i++) {
        await page.click('[aria-label="One move on"]');
        if (i === 1) await page.click('[data-step="1"] summary');   // and they stay in view
        await page.waitForSelector(`[data-step="${i}"] .clause-link`);
      }
      await page.click('[aria-label="To the end"]');
      await page.waitForFunction(() => document.querySelector('.steps input').value === document.querySelector('.steps input').max);
      await page.selectOption('.steps select', '0');
    }
    await axe(page, 'replay');
    await page.click('[aria-label="One move back"]');
    await page.click('button:text-is("Play on from here")');
    await page.waitForSelector('.table-screen .moves');
    await page.goto(`${address}#/replay`);
    await page.setInputFiles('input[type=file]', { name: 'x.jsonl', mimeType: 'text/plain', buffer: Buffer.from('{"bylaw":1}\n') });
    await page.waitForSelector('[role=alert]');
    await close(page);
  });

  await test('a bot that thinks long does not block the page', async () => {
    const page = await table('pharaoh', { bot: 'ismcts:60000', players: 3, seed: 11 });
    await page.evaluate(() => {
      globalThis.ticks = 0;
      setInterval(() => { globalThis.ticks += /thinking/.test(document.querySelector('.status').textContent); }, 10);
    });
    await page.keyboard.press('1');
    await page.waitForFunction(() => /thinking/.test(document.querySelector('.status').textContent));
    await page.click('button:text-is("Settings")');   // the page answers meanwhile
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await settled(page);
    const ticks = await page.evaluate(() => globalThis.ticks);
    holds(ticks > 10, `the page did something else ${ticks} times while a bot was thinking`);
    await close(page);
  });

  await test('a move that is written can be typed, however long it is', async () => {
    const page = await table('predicate-wars', { players: 2, seed: 4 });
    const long = Array(30).fill('[ATK]([chosenPlayer](1),20)').reduce((a, b) => `(${a}∧${b})`);
    await page.fill('#say', `edit #0 rock 1 ${long}`);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.refusal .clause-link[data-clause="0.14"]');   // too dear, but read whole
    await page.fill('#say', 'edit #0 rock 1 P');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-pw="0"].tag-rock');
    await close(page);
  });

  await test('three languages, chosen at once and kept', async () => {
    const page = await table('pharaoh', { seed: 11 });
    for (const [id, turn] of [['de', 'Du bist am Zug'], ['sk', 'Si na ťahu'], ['en', 'Your turn']]) {
      await page.selectOption('.language', id);
      await page.waitForSelector(`html[lang="${id}"]`);
      same(await page.textContent('.status strong'), turn, 'status');
      await page.reload();
      await page.waitForSelector('[data-status]');
      same(await page.textContent('.status strong'), turn, 'status after a reload');
    }
    await close(page);
    const german = await open('', { locale: 'de-AT', settings: { language: undefined } });
    same(await german.textContent('h1'), 'Ein Spiel wählen', 'the language of the browser');
    await close(german);
  });

  await test('a link that was cut off says so, and leads home', async () => {
    const page = await table('pharaoh', { seed: 11 });
    await page.click('[data-place=stock]');
    await fromMenu(page, 'Share');
    const link = await page.inputValue('dialog textarea');
    const other = await open(link.slice(link.indexOf('#')).slice(0, -12) + 'zz');
    await other.waitForSelector('text=This link is damaged');
    await other.waitForSelector('.games');
    await close(other);
    await close(page);
  });

  await test('what can be set up is said in the language of the page', async () => {
    for (const language of ['de', 'sk']) {
      const page = await open('', { settings: { language } });
      for (const game of ALL) {
        await page.evaluate((g) => { location.hash = `#/new/${g}`; }, game);
        const plain = Object.keys(ABOUT[game].rulings).length === 0;
        await page.waitForFunction(([g, none]) => none || document.querySelector(`.setup a[href^="#/rules/${g}/"]`), [game, plain]);
        await page.waitForSelector('.setup');
        same(await page.$$eval('.setup [lang=en]', (found) => found.map((e) => e.textContent)), [], `${game} in English`);
      }
      await close(page);
    }
  });

  await test('animations only where they are wanted', async () => {
    const moving = async (how, settings) => {
      const page = await table('pharaoh', { seed: 11 }, { ...how, settings: { pace: 'slow', ...settings } });
      await page.evaluate(() => {
        globalThis.animated = 0;
        const real = Element.prototype.animate;
        Element.prototype.animate = function animate(...args) {
          globalThis.animated++;
          return real.apply(this, args);
        };
      });
      await page.click('[data-place=stock]');
      await page.waitForFunction(() => document.querySelector('.log'));
      const n = await page.evaluate(() => globalThis.animated);
      await close(page);
      return n > 0;
    };
    same(await moving({ reducedMotion: 'no-preference' }, { motion: 'auto' }), true, 'as usual');
    same(await moving({ reducedMotion: 'reduce' }, { motion: 'auto' }), false, 'with reduced motion');
    same(await moving({ reducedMotion: 'no-preference' }, { motion: 'off' }), false, 'switched off');
  });
}
