// kept.mjs - the way to a game and what the page keeps of games: those that go on, those that are over,
// two tabs, damage, no room, files.
import { readFileSync } from 'node:fs';
import { address, axe, BOUND, close, fromMenu, holds, keptGame, keptGames, moveCount, moved, newEngine, open, same, serve, settled, table, tableLink, test, written } from './lib.mjs';

/** Makes moves of one's own until there were so many, or the game is over. */
async function turns(page, n) {
  for (let i = 0; i < n && await settled(page) === 'yours'; i++) {
    const before = await moveCount(page);
    await page.keyboard.press('1');
    await moved(page, before);
  }
  return settled(page);
}
const keeps = (page, n, kind = 'game') => page.waitForFunction(([k, want]) =>
  Object.keys(localStorage).filter((key) => key.startsWith(`bylaw.${k}.`)).length === want, [kind, n]);
/** Another tab of the same browser. */
async function another(page, hash) {
  const tab = await page.context().newPage();
  tab.setDefaultTimeout(BOUND);
  tab.on('dialog', (d) => d.accept());
  tab.on('pageerror', (e) => page.complaints.push(e.message));
  await tab.goto(address + hash);
  await tab.waitForSelector('html[data-ready]');
  return tab;
}
const file = (name, text) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
/** Whatever is offered as a file, as text. */
async function download(page, press) {
  const [got] = await Promise.all([page.waitForEvent('download'), press()]);
  const to = written(`${got.suggestedFilename()}`);
  await got.saveAs(to);
  return readFileSync(to, 'utf8');
}
/** A game that is over, as it is kept: bots have played it. */
async function finished(game, seed, winner) {
  const service = serve(newEngine());
  for (let s = seed; ; s++) {
    const setup = { game, players: 2, options: {}, rulings: {}, seed: String(s), bots: ['greedy', 'greedy'] };
    const { table: t } = await service.deal(setup);
    while (await service.await(t)) { /* the next move */ }
    const { count, result } = await service.view(t, -1);
    if (result.winner === winner)
      return { setup: { ...setup, bots: [null, 'greedy'] }, you: 0, moves: await service.moves(t), count, result, at: 1000 * s };
  }
}

export default async function run() {
  await test('a typed move is read whatever its letter case', async () => {
    const page = await table('pharaoh', { seed: 11 });
    const legal = await page.$$eval('#sayable option', (all) => all.map((o) => o.value).filter((m) => /^play \S+$/.test(m)));
    const held = await page.$$eval('.own-hand [data-held]', (all) => all.map((e) => e.dataset.held));
    const say = async (text) => {
      await page.fill('#say', text);
      await page.keyboard.press('Enter');
    };
    // What is refused is refused by its clause, not as no move at all.
    const bad = held.find((c) => !legal.includes(`play ${c}`) && !c.startsWith('O'));
    await say(`PLAY  ${bad.toLowerCase()}`);
    await page.waitForSelector('.refusal .clause-link');
    const n = await moveCount(page);
    await say(` Play ${legal[0].split(' ')[1].toLowerCase()}`);
    await moved(page, n);
    await close(page);
  });

  await test('addresses that lead nowhere say so', async () => {
    for (const hash of ['#/%', '#/rules/pharaoh/%ZZ', '#/nosuch', '#/new/nosuch', '#/rules/nosuch', '#/new', '#/constructor', '#/play/nosuch']) {
      const page = await open(hash);
      await page.waitForSelector('.stuck h1');
      await page.click('.stuck a[href="#/"]');
      await page.waitForSelector('.games');
      await close(page);
    }
    const book = await open('#/rules/pharaoh/R99');
    await book.waitForSelector('[role=alert]:has-text("R99")');
    await close(book);
  });

  await test('an address that changes while the page comes up is gone to', async () => {
    const page = await open('', { known: true });
    await page.addInitScript(() => new MutationObserver((_, watch) => {
      if (!document.querySelector('.games')) return;
      watch.disconnect();
      location.hash = '#/history';   // before the browser has painted what is there
    }).observe(document, { childList: true, subtree: true }));
    await page.reload();
    await page.waitForFunction(() => location.hash === '#/history' && !document.querySelector('.games'), undefined, { timeout: 10000 });
    await close(page);
  });

  await test('one press on the list of games deals, with the players and the strength of last time', async () => {
    const page = await open();
    await page.click('[data-game=predicate-wars] .play');
    await settled(page);
    const { setup } = await keptGame(page);
    same([setup.players, setup.rulings['proof-cost'], setup.bots], [2, 'points', [null, 'casual']], 'Predicate Wars: two players, as at the table');
    await page.goto(address);
    await page.waitForSelector('.games');
    await page.selectOption('[data-game=pharaoh] [name=players]', '3');
    await page.selectOption('[data-game=pharaoh] [name=bot]', 'strong');
    await page.reload();
    await page.waitForSelector('.games');
    await page.click('[data-game=pharaoh] .play');
    await settled(page);
    same((await keptGame(page)).setup.bots, [null, 'strong', 'strong'], 'as it was chosen before');
    await close(page);
  });

  await test('how a game is played stands below its heading, as wide as the window that opens', async () => {
    for (const width of [360, 1440]) {
      const page = await open('', { width });
      await page.click('.game .how');
      await page.waitForSelector('dialog[open] .guide');
      const [heading, guide, whole] = await page.evaluate(() => ['dialog h2', 'dialog .guide', 'dialog'].map((what) => document.querySelector(what).getBoundingClientRect().toJSON()));
      holds(guide.top >= heading.bottom && guide.width > whole.width * .8, `at ${width}: ${guide.width} of ${whole.width}`);
      await close(page);
    }
  });

  await test('the set-up outlives a look into the rulebook', async () => {
    const page = await open('#/new/pharaoh');
    await page.selectOption('[name=players]', '5');
    await page.fill('[name=seed]', '77');
    await page.click('.setup a[href^="#/rules/pharaoh/"]');
    await page.waitForSelector('.clause.at');
    await page.goBack();
    await page.waitForSelector('.setup');
    same([await page.inputValue('[name=players]'), await page.inputValue('[name=seed]')], ['5', '77'], 'players and seed');
    await close(page);
  });

  await test('the dealer is one of those who play, counted from 1', async () => {
    const page = await open('#/new/propre');
    await page.selectOption('[name=players]', '3');
    same((await page.$$eval('[name=dealer] option', (all) => all.map((e) => e.textContent))).slice(1), ['Seat 1', 'Seat 2', 'Seat 3'], 'seats');
    await page.selectOption('[name=dealer]', { label: 'Seat 2' });
    same(await page.inputValue('[name=dealer]'), '1', 'as the game counts');
    // One who plays no longer deals no longer.
    await page.selectOption('[name=dealer]', { label: 'Seat 3' });
    await page.selectOption('[name=players]', '2');
    same(await page.inputValue('[name=dealer]'), '', 'nobody is chosen');
    await page.click('button[type=submit]');
    await page.waitForSelector('[data-status]');
    await fromMenu(page, 'History');
    await page.waitForSelector('.history');
    await close(page);
  });

  await test('a bad seed is told in the language of the page', async () => {
    for (const [language, words] of [['de', 'Startzahl'], ['sk', 'Semienko']]) {
      const page = await open('#/new/pharaoh', { settings: { language } });
      for (const seed of ['x', '-1', '18446744073709551616', '']) {
        await page.fill('[name=seed]', seed);
        await page.click('button[type=submit]');
        await page.waitForFunction((t) => document.querySelector('[role=alert]')?.textContent.includes(t), words);
      }
      await page.fill('[name=seed]', '18446744073709551615');
      await page.click('button[type=submit]');
      await settled(page);
      await close(page);
    }
  });

  await test('what fields of the set-up say when they are empty is not cut off', async () => {
    for (const language of ['en', 'de', 'sk']) {
      const page = await open('#/new/true-propre', { settings: { language }, width: 360 });
      const cut = await page.$$eval('.setup input[placeholder]', (all) => all.filter((e) => {
        const style = getComputedStyle(e), pen = document.createElement('canvas').getContext('2d');
        pen.font = style.font;
        const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return pen.measureText(e.placeholder).width > room - 16;   // the arrows of a number need some of it
      }).map((e) => e.placeholder));
      same(cut, [], language);
      await close(page);
    }
  });

  await test('a game that ends while nobody looks at it goes over from the games to the history', async () => {
    const page = await open(`${tableLink('propre', { bot: 'ismcts:300' })}&options=dealer:2`);
    await settled(page);
    // One turn, and the one whose turn it then is lays a whole hand, card by card.
    await page.keyboard.press('1');
    await page.click('.top a[href="#/"]');
    await page.waitForSelector('.games');
    await keeps(page, 1, 'past');
    await keeps(page, 0);
    await page.waitForFunction(() => !document.querySelector('.kept > li'));
    await page.click('.top a[href="#/history"]');
    await page.waitForSelector('[data-past]');
    await close(page);
  });

  await test('every game is kept: dealing, links and loading take none away', async () => {
    const page = await table('pharaoh', { seed: 31 });
    await turns(page, 2);
    const first = await moveCount(page);
    await page.goto(`${address}${tableLink('propre', { seed: 4 })}`);
    await page.waitForSelector('[data-game=propre] [data-status]');
    await turns(page, 1);
    await page.goto(address);
    await page.waitForSelector('.going-on');
    same(await page.$$eval('.kept > li strong', (all) => all.map((e) => e.textContent)), ['Propreantepenultimate Card', 'Pharaoh'], 'the last played first');
    const told = await page.textContent('.kept > li:nth-child(2)');
    holds(/against \w+ and \w+/.test(told) && /Your turn/.test(told) && new RegExp(`${first} moves`).test(told), told);
    await page.click('.kept > li:nth-child(2) .primary');
    await page.waitForSelector('[data-game=pharaoh] [data-status]');
    same(await moveCount(page), first, 'it goes on where it was');
    // A file of the same game is one more game.
    const saved = await download(page, () => fromMenu(page, 'Save'));
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), fromMenu(page, 'Load')]);
    await chooser.setFiles(file('game.json', saved));
    await keeps(page, 3);
    await page.goto(address);
    await page.waitForSelector('.going-on');
    same((await page.$$('.kept > li')).length, 3, 'all of them');
    await axe(page, 'home with games');
    await page.click('.kept > li:nth-child(2) button:text-is("Remove")');
    await keeps(page, 2);
    same((await page.$$('.kept > li')).length, 2, 'one was removed');
    await close(page);
  });

  await test('restart keeps the game that was going on', async () => {
    const page = await table('pharaoh', { seed: 31 });
    await turns(page, 1);
    await fromMenu(page, 'Restart');
    await page.waitForFunction(() => !document.querySelector('.log'));
    await keeps(page, 2);
    await close(page);
  });

  await test('what nobody has begun is not kept beside the next game', async () => {
    const page = await table('pharaoh', { seed: 31 });
    await settled(page);
    await keeps(page, 1);
    await page.goto(`${address}${tableLink('pharaoh', { seed: 32 })}`);
    await page.waitForFunction(() => Object.values(localStorage).some((v) => v.includes('"seed":"32"')));
    await keeps(page, 1);
    await close(page);
  });

  await test('a second tab says that a game is open, and can take it over; a link there takes nothing away', async () => {
    const page = await table('pharaoh', { seed: 31 });
    await turns(page, 2);
    const { id } = await keptGame(page);
    const count = await moveCount(page);
    const tab = await another(page, `#/play/${id}`);
    await tab.waitForSelector('[data-stuck=elsewhere]');
    await axe(tab, 'a game that is open elsewhere');
    await tab.click('.stuck .primary');
    await tab.waitForSelector('[data-status]');
    same(await moveCount(tab), count, 'the same game');
    await page.waitForSelector('[data-stuck=elsewhere]');
    await turns(tab, 1);
    const on = await moveCount(tab);
    holds(on > count, 'it goes on in the second tab');
    await page.click('.stuck .primary');
    await page.waitForSelector('[data-status]');
    same(await moveCount(page), on, 'and back again, with what was played there');
    const third = await another(page, tableLink('propre', { seed: 4 }));
    await turns(third, 1);
    same((await keptGames(page)).map((g) => g.setup.game).sort().join(' '), 'pharaoh propre', 'both are kept');
    // Nor does a deal from the set-up, or by one press from home.
    for (const deal of [['#/new/pharaoh', 'button[type=submit]'], ['', '[data-game=true-propre] .play']]) {
      await third.goto('about:blank');
      await third.goto(address + deal[0]);
      await third.click(deal[1]);
      await third.waitForSelector('[data-status]');
      same((await keptGames(page)).find((g) => g.id === id).count, on, 'the game of the first tab stands');
    }
    const all = (await keptGames(page)).length;
    // What is open elsewhere cannot be removed from here.
    await third.goto(address);
    await third.waitForSelector('.going-on');
    await third.click(`[data-kept="${id}"] button:text-is("Remove")`);
    await third.waitForSelector('.going-on .message');
    same((await keptGames(page)).length, all, 'still all');
    await close(page);
  });

  await test('without locks, who comes second writes nothing over', async () => {
    const page = await table('pharaoh', { seed: 31 }, { init: () => { Object.defineProperty(navigator, 'locks', { value: undefined }); } });
    await turns(page, 1);
    const { id } = await keptGame(page);
    await page.context().addInitScript(() => { Object.defineProperty(navigator, 'locks', { value: undefined }); });
    const tab = await another(page, `#/play/${id}`);
    await tab.waitForSelector('[data-status]');
    await turns(tab, 1);
    for (let i = 0; i < 100 && (await keptGame(page)).count !== await moveCount(tab); i++) await tab.waitForTimeout(20);   // until all is written
    const kept = await keptGame(page);
    same(kept.count, await moveCount(tab), 'moves that are kept');
    await page.keyboard.press('1');
    await page.waitForSelector('[data-stuck=elsewhere]');
    same((await keptGame(page)).stamp, kept.stamp, 'what the second tab has written stands');
    await close(page);
  });

  await test('a game that is over is history: it is not offered to go on with, and its record can be seen', async () => {
    const { moves, ...almost } = await finished('pharaoh', 1, 0);
    const last = moves.pop();
    const kept = { ...almost, moves, count: moves.length, turn: 0, begun: true, stamp: 'a.1' };
    const page = await open('#/play', { stored: { 'bylaw.game.x': JSON.stringify(kept) } });
    await settled(page);
    await page.fill('#say', last[1]);
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-status=over]');
    await keeps(page, 1, 'past');
    await keeps(page, 0);
    const count = await moveCount(page);
    await page.reload();
    await page.waitForSelector('[data-status=over]');
    await page.goto(address);
    await page.waitForSelector('.games');
    holds(!await page.$('.going-on'), 'nothing to go on with');
    await page.click('nav a[href="#/history"]');
    await page.waitForSelector('[data-past]');
    const [past] = await keptGames(page, 'past');
    const told = await page.textContent('[data-past]');
    holds(new RegExp(`${count} moves`).test(told) && /Pharaoh/.test(told), told);
    holds(new RegExp(past.result.winner === 0 ? 'you won' : 'you lost').test(told), told);
    await page.click('[data-past] button:text-is("Replay")');
    await page.waitForSelector('.steps');
    await page.waitForFunction(() => /every move keeps the rules/.test(document.querySelector('.checked').textContent));
    same(Number(await page.getAttribute('.steps input', 'max')), count, 'all moves of it');
    await close(page);
  });

  await test('a game that is given up ends there with its cards open, and stays so', async () => {
    const page = await table('pharaoh', { players: 2, seed: 5 });
    await turns(page, 1);
    const count = await moveCount(page);
    await fromMenu(page, 'Give up');
    await page.waitForSelector('[data-status=over]');
    const given = async () => {
      holds((await page.textContent('.result')).includes('You gave the game up.'), 'the result says so');
      same(await moveCount(page), count, 'no move was added');
    };
    await page.waitForSelector('.result');
    await given();
    holds(await page.$('.result button:text-is("Review")'), 'it can be reviewed');
    await keeps(page, 1, 'past');
    await keeps(page, 0);
    await page.reload();
    await page.waitForSelector('.result');
    await given();
    await page.goto(`${address}#/history`);
    await page.waitForSelector('[data-past]');
    holds(/given up/.test(await page.textContent('[data-past]')), 'the history says so');
    await page.click('[data-past] button:text-is("Replay")');
    await page.waitForSelector('.steps');
    same(Number(await page.getAttribute('.steps input', 'max')), count, 'all moves of it');
    await close(page);
  });

  await test('figures of one’s own games', async () => {
    const games = [await finished('pharaoh', 1, 0), await finished('pharaoh', 40, 1), await finished('pharaoh', 80, 0), await finished('pharaoh', 120, 0), await finished('six-seven', 1, 1)];
    const watched = { ...await finished('pharaoh', 160, 0), you: -1 };
    const all = Object.fromEntries([...games, watched].map((g, i) => [`bylaw.past.g${i}`, JSON.stringify({ ...g, at: 1000 + i })]));
    const page = await open('#/history', { stored: all });
    await page.waitForSelector('.figures');
    const row = (game) => page.$$eval(`[data-figures="${game}"] td`, (cells) => cells.map((c) => c.textContent));
    const mean = Math.round(games.slice(0, 4).reduce((n, g) => n + g.count, 0) / 4);
    same(await row('pharaoh'), ['4', '3 (75 %)', `${mean} moves`, '2 (best: 2)'], 'Pharaoh');
    same((await row('six-seven')).slice(0, 2), ['1', '0 (0 %)'], 'Six-Seven');
    same(await page.$$eval('[data-past]', (rows) => rows.map((r) => r.dataset.past)), ['g5', 'g4', 'g3', 'g2', 'g1', 'g0'], 'the newest first');
    await axe(page, 'history');
    // One file holds all of it; elsewhere it is added to what is there, once.
    const text = await download(page, () => page.click('button:text-is("Save all as a file")'));
    const other = await open('#/history');
    for (const [said, count] of [['added: 6; here already: 0', 6], ['added: 0; here already: 6', 6]]) {
      const [chooser] = await Promise.all([other.waitForEvent('filechooser'), other.click('button:text-is("Bring in a file")')]);
      await chooser.setFiles(file('all.json', text));
      await other.waitForFunction((t) => document.querySelector('.message')?.textContent.includes(t), said);
      same((await other.$$('[data-past]')).length, count, said);
    }
    same((await keptGames(other, 'past')).map(({ id, ...g }) => g), (await keptGames(page, 'past')).map(({ id, ...g }) => g), 'the same games');
    const [chooser] = await Promise.all([other.waitForEvent('filechooser'), other.click('button:text-is("Bring in a file")')]);
    await chooser.setFiles(file('no.json', '{"moves":[]}'));
    await other.waitForFunction(() => /not a file of kept games/.test(document.querySelector('.message').textContent));
    await other.click('[data-past=g5] button:text-is("Remove")');
    await other.waitForFunction(() => document.querySelectorAll('[data-past]').length === 5);
    await other.click('button:text-is("Remove the history")');
    await keeps(other, 0, 'past');
    await close(other);
    await close(page);
  });

  await test('the one game that older pages kept is taken over', async () => {
    const over = await finished('pharaoh', 1, 0);
    const { setup } = over, service = serve(newEngine());
    const keep = async (game) => {
      const page = await open('', { stored: { 'bylaw.game': game } });
      await page.waitForSelector('.games');
      holds(!await page.evaluate(() => localStorage.getItem('bylaw.game')), 'the old key is gone');
      return page;
    };
    const { table: t } = await service.deal(setup, over.moves.slice(0, 3));
    const page = await keep(JSON.stringify({ setup, you: 0, moves: await service.keep(t) }));
    await page.click('.going-on .primary');
    await settled(page);
    holds(await moveCount(page) >= 3, 'it goes on');
    await close(page);
    const done = await keep(JSON.stringify({ setup, you: 0, moves: over.moves }));
    holds(!await done.$('.going-on') && (await keptGames(done, 'past')).length === 1, 'what is over is history');
    await close(done);
    const broken = await keep('{"setup":');
    await broken.waitForSelector('.going-on button:text-is("Save as a file")');
    await close(broken);
  });

  await test('a damaged game says what is wrong, and can be saved or removed', async () => {
    const { setup } = await finished('pharaoh', 1, 0);
    const sound = { setup, you: 0, moves: [], at: 5, count: 0, turn: 0, begun: true, stamp: 'a.1' };
    const all = {
      'bylaw.game.torn': '{"setup":{"game"',
      'bylaw.game.none': 'null',
      'bylaw.game.bad': JSON.stringify({ ...sound, moves: ['00ff', '1234'] }),
      'bylaw.game.odd': JSON.stringify({ ...sound, setup: { ...setup, game: 'poker' } }),
      'bylaw.past.hurt': '[]',
    };
    const page = await open('', { stored: all });
    await page.waitForSelector('.going-on');
    same((await page.$$('.kept > li')).length, 4, 'all are listed');
    for (const id of ['torn', 'none', 'bad', 'odd']) {
      await page.goto(`${address}#/play/${id}`);
      await page.waitForSelector(`[data-stuck=damaged]`);
      const said = await page.textContent('.stuck p');
      if (id === 'torn') holds(/its text is cut off/.test(said), said);
      if (id === 'none') holds(/how it was set up/.test(said), said);
      await axe(page, 'a damaged game');
      same(await download(page, () => page.click('button:text-is("Save as a file")')), all[`bylaw.game.${id}`], 'the file');
      await page.click('.stuck button:text-is("Remove")');
      await page.waitForSelector('.games');
    }
    await keeps(page, 0);
    await page.goto(`${address}#/history`);
    await page.click('.history .refusal button:text-is("Remove")');
    await keeps(page, 0, 'past');
    await close(page);
  });

  await test('a browser without room says so, and nothing is lost', async () => {
    const page = await table('pharaoh', { seed: 31 });
    await turns(page, 1);
    const before = await keptGame(page);
    await page.evaluate(() => {
      globalThis.real = Storage.prototype.setItem;
      Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    });
    await page.keyboard.press('1');
    await page.waitForSelector('main > [role=alert]');
    await settled(page);
    same(await keptGame(page), before, 'what was kept is there still');
    await axe(page, 'no room');
    const saved = JSON.parse(await download(page, () => fromMenu(page, 'Save')));
    holds(saved.moves.length > before.moves.length, 'the file has all moves');
    await page.evaluate(() => { Storage.prototype.setItem = globalThis.real; });
    await page.keyboard.press('1');
    await page.waitForFunction(() => !document.querySelector('main > [role=alert]'));
    await close(page);
  });

  await test('drafts of two games do not get into each other’s way', async () => {
    const page = await table('predicate-wars', { players: 2, seed: 4 });
    const write = async (text) => {
      await page.click('[data-pw="0"]');
      await page.fill('[data-writes] textarea, textarea', text);
    };
    await write('[ATK](1,2)');
    const { id } = await keptGame(page);
    await page.goto(`${address}${tableLink('predicate-wars', { players: 2, seed: 5 })}`);
    await page.waitForFunction((was) => !location.hash.includes(was) && /^#\/play\//.test(location.hash), id);
    await write('P');
    await page.goto(`${address}#/play/${id}`);
    await page.waitForFunction((was) => location.hash.includes(was) && document.querySelector('[data-pw="0"]'), id);
    await page.waitForFunction(() => document.querySelector('[data-pw="0"]') && !document.querySelector('main > p'));
    await page.click('[data-pw="0"]');
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '[ATK](1,2)');
    await close(page);
  });
}
