// table.mjs - the table of the card games: that it fits, moves, sounds, explains itself and ends well.
import { ABOUT, ALL, axe, close, fromMenu, GAMES, holds, LANGUAGES, moveCount, moved, native, open, perGame, same, settled, table, test, turn, WORDS, written } from './lib.mjs';
import { newEngine, serve } from './lib.mjs';

const SIZES = [[360, 740], [740, 360], [768, 1024], [1440, 900], [2560, 1440]];
const box = (page, what) => page.locator(what).first().boundingBox();
const cards = (page) => page.$$eval('.own-hand [data-held]', (all) => all.map((e) => e.dataset.held));
const cardSize = (page) => page.$eval('.felt', (e) => parseFloat(getComputedStyle(e).getPropertyValue('--card-px')));

/** The first seed whose deal, as the program makes it, is what is looked for. */
function seedWith(game, players, fits) {
  for (let seed = 1; seed < 400; seed++) {
    const position = native(['new', game, '--players', String(players), '--seed', String(seed)]);
    const legal = native(['legal', game], position).trim().split('\n');
    if (JSON.parse(position).state.to_move === 0 && fits(legal, JSON.parse(position).state)) return seed;
  }
  throw new Error(`no such deal of ${game}`);
}

/** Notes every size of the table and of what lies on it from now on, frame by frame. */
const watchSizes = (page) => page.evaluate(() => {
  globalThis.sizes = new Set();
  const look = () => {
    const tall = ['.felt', '.bar', '.stock', '.pile', '.own-hand .held'].map((what) => document.querySelector(what)?.offsetHeight);
    // A hand without cards, and the end, have their own look.
    if (tall.at(-1) && !document.querySelector('.result')) globalThis.sizes.add(tall.join(' '));
    requestAnimationFrame(look);
  };
  look();
});

/** What is wrong with the table as it stands in the window: what a turn needs is out of it or under something, words
 *  are cut, ranks cannot be read, seats lie over what is played with. */
const faults = (page) => page.evaluate(() => {
  const found = [], root = document.documentElement;
  const all = (what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility());
  const box = (e) => e.getBoundingClientRect();
  const note = (what, e) => found.push(`${what}: .${e.className} “${(e.getAttribute('aria-label') ?? e.textContent).trim().slice(0, 50)}”`);
  const hit = (e, x, y) => e.contains(document.elementFromPoint(x, y));
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) found.push(`it scrolls: ${root.scrollWidth}x${root.scrollHeight}`);
  const over = document.querySelector('.result');
  for (const e of all(`.bar > button, .menu-button, .result-moves button${over ? '' : ', .own-hand .held, .place, .moves button, .seat, .due, .chip, .deck-name, .lesson .actions > button'}`)) {
    const r = box(e);
    if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) note('out of the window', e);
    else if (!e.matches('.held, .deck, .deck-name') && ![.2, .5, .8].every((part) => hit(e, r.left + r.width / 2, r.top + r.height * part))) note('under something', e);
  }
  for (const e of all('.status, .status .last, .moves > button, .lesson .actions > button')) if (e.scrollHeight > e.clientHeight + 3 || e.scrollWidth > e.clientWidth + 1) note('cut', e);
  if (over) return found;
  for (const e of all('.own-hand .card, .pile .lying:nth-last-of-type(2) .card, .face .card')) {
    const { left, top, width } = box(e);
    if (width < 34) note(`only ${Math.round(width)} wide`, e.closest('.place, .held'));
    if (!e.closest('.pile') && !hit(e.closest('.lying, .held'), left + width * .14, top + width * .22)) note('no rank to be seen', e.closest('.place, .held'));
  }
  for (const seat of all('.seat')) for (const e of all('.place, .own-hand .held, .due, .chip, .deck-name')) {
    const [a, b] = [box(seat), box(e)];
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2) note(`under the seat of ${seat.textContent.slice(0, 12)}`, e);
  }
  return found;
});
/** These in every window, and how large the cards are there. */
async function inEveryWindow(page, where, sizes = []) {
  const found = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
    sizes.push(await cardSize(page));
    found.push(...(await faults(page)).map((what) => `${where} at ${width}x${height}: ${what}`));
  }
  return found;
}

export default async function run() {
  for (const [k, game] of GAMES.entries()) {
    await test(`${game}: all that a turn needs is in every window, and the end of a game, with few and many`, async () => {
      const found = [], sizes = [], [least, most] = ABOUT[game].players;
      for (const players of [...new Set([least, 5, Math.min(most, 8)])]) {
        const language = LANGUAGES[(k + players) % LANGUAGES.length];
        const page = await table(game, { players, seed: 12 }, { settings: { language } });
        await settled(page);
        found.push(...await inEveryWindow(page, `${players} ${language} at first`, sizes));
        for (let i = 0; i < 3 && await settled(page) === 'yours'; i++) await turn(page);
        const ends = await settled(page) === 'yours' && players > 5;
        found.push(...await inEveryWindow(page, `${players} ${language} later`));
        if (ends) {
          await fromMenu(page, WORDS[language].table.giveUp);
          await page.waitForSelector('.result-moves');
          found.push(...await inEveryWindow(page, `${players} ${language} at the end`));
        }
        await close(page);
      }
      same(found, [], 'what is wrong');
      holds(sizes[0] < sizes[3] && sizes[3] < sizes[4], `cards grow with the window: ${sizes}`);
    });
  }
  await test('all that a card can do is in the window of a lying phone, beside the words for a first game', async () => {
    let seen = 0;
    for (const game of GAMES) {
      const page = await table(game, { players: 3, seed: 7 }, { settings: { language: 'de' }, width: 740, height: 360 });
      await settled(page);
      for (const held of await page.$$('.own-hand .held.playable')) {
        await held.click();
        const off = await page.$$eval('.ways button', (all) => all.filter((e) => {
          const r = e.getBoundingClientRect();
          return ![.1, .5, .9].every((part) => e.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height * part)));
        }).map((e) => e.textContent));
        same(off, [], `what cannot be pressed, ${game}`);
        seen = Math.max(seen, await page.$$eval('.ways button', (all) => all.length));
        await page.keyboard.press('Escape');
      }
      await close(page);
    }
    holds(seen >= 4, `a card had ${seen} ways at most: suits were never asked for`);
  });
  for (const game of ALL.filter((g) => !GAMES.includes(g))) await test(`${game}: nothing scrolls sideways, from phones to large screens`, async () => {
    const page = await table(game, { players: 4, seed: 12 });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      holds(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `at ${width}`);
      same(await page.$$eval('.bar button', (all) => all.filter((e) => { const r = e.getBoundingClientRect(); return !e.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)); }).map((e) => e.textContent)), [], `what cannot be pressed at ${width}`);
    }
    await close(page);
  });

  await test('six-seven: stacks can be read and hit, are called by their face card, and say why a side is closed', async () => {
    for (const [width, height, least] of [[360, 740, 44], [1440, 900, 72]]) {
      for (const players of [3, 5]) {
        const page = await table('six-seven', { players, seed: 12 }, { width, height });
        for (let i = 0; i < 3 && await settled(page) === 'yours'; i++) {
          holds(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), `${players} at ${width}: it scrolls in turn ${i}`);
          await turn(page);
        }
        await settled(page);
        for (const b of await page.$$eval('.stack .place', (all) => all.map((e) => { const r = e.getBoundingClientRect(); return [r.width, r.height, e.className]; })))
          holds(Math.min(b[0], b[1]) >= least, `${players} at ${width}: ${b}`);
        if (width < 500) holds(await page.$eval('.status .last', (e) => e.scrollWidth <= e.clientWidth + 1 && e.scrollHeight <= e.clientHeight + 1), 'what happened last is cut');
        const closed = await page.$$('.stack [data-place$="-R"]:not(.open)');
        await closed[0].click();
        const named = await page.textContent('.refusal .fact .unseen').catch(() => ''), base = await closed[0].getAttribute('aria-label');
        holds(named && base.includes(/((jack|queen|king) of \w+)/.exec(named)[1]), `“${named}” of “${base}”`);
        await page.keyboard.press('Escape');
        for (const side of closed) holds(/full|below 0/.test(await side.getAttribute('aria-label')), await side.getAttribute('aria-label'));
        await page.mouse.move(1, 1);
        await closed[0].hover();
        holds(/full|below 0/.test(await page.textContent('.tip')), 'it explains itself');
        await close(page);
      }
    }
  });

  await test('six-seven: the names of the decks have room in every language', async () => {
    for (const language of ['en', 'de', 'sk']) {
      const page = await table('six-seven', { players: 3, seed: 12 }, { settings: { language } });
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const [felt, ...names] = await page.$$eval('.felt, .deck-name', (all) => all.map((e) => {
          const words = new Range();
          words.selectNodeContents(e);
          return (e.matches('.felt') ? e : words).getBoundingClientRect();
        }).map(({ left, right, top, bottom }) => ({ left, right, top, bottom })));
        same(names.length, 2, 'decks');
        holds((names[0].right < names[1].left || names[0].bottom < names[1].top) && names.every((n) => n.right <= felt.right && n.bottom <= felt.bottom), `${language} at ${width}: ${JSON.stringify([felt, ...names])}`);
      }
      await close(page);
    }
  });

  await test('the others sit around the table, in the order of play, and their cards are counted in backs', async () => {
    const page = await table('pharaoh', { players: 4, seed: 12 }, { width: 1440, height: 900 });
    const [left, top, right, board] = await Promise.all(['[data-seat="1"]', '[data-seat="2"]', '[data-seat="3"]', '.piles'].map((s) => box(page, s)));
    holds(left.x + left.width < board.x && right.x > board.x + board.width && top.y + top.height < board.y, 'left, top, right of the board');
    same(await page.$$eval('[data-seat="1"] .backs > span', (all) => all.length), 5, 'backs');
    holds(await page.$('.seat.turn.yours'), 'whose turn it is');
    await close(page);
  });

  for (const [width, height] of [[360, 740], [1440, 900]]) for (const game of GAMES)
    await test(`${game}: cards, piles and table keep their sizes for a whole game, ${width}x${height}`, async () => {
      const page = await table(game, { seed: 5 }, { width, height });
      await settled(page);
      if (await page.$('.stack')) return close(page);   // whose number grows
      await watchSizes(page);
      for (let i = 0; i < 150 && await settled(page) === 'yours'; i++) await turn(page);
      const seen = await page.evaluate(() => [...globalThis.sizes]);
      holds(seen.length === 1, `felt, bar, stock, pile, card: ${seen.join(' | ')}`);
      return close(page);
    });

  await test('cards and piles keep their sizes while others fly', async () => {
    const page = await table('pharaoh', { seed: 5 }, { width: 360, height: 740, settings: { pace: 'fast', motion: 'on' } });
    await settled(page);
    await watchSizes(page);
    for (let i = 0; i < 3 && await settled(page) === 'yours'; i++) await turn(page);
    same((await page.evaluate(() => [...globalThis.sizes])).length, 1, 'sizes');
    await close(page);
  });

  await test('a card that has the focus leaves the rank and the suit of its neighbours in view', async () => {
    for (const [width, height] of [[360, 740], [1440, 900]]) {
      const page = await table('true-propre', { seed: 5 }, { width, height });
      await settled(page);
      await page.focus('.own-hand [tabindex="0"]');
      await page.keyboard.press('Home');
      const count = (await page.$$('.own-hand .held')).length;
      for (let i = 0; i < count; i++) {
        const hidden = await page.$$eval('.own-hand .held', (all) => all.filter((e) => {
          const { left, top, width } = e.querySelector('svg').getBoundingClientRect();
          return e !== document.activeElement && !e.contains(document.elementFromPoint(left + width * .14, top + width * .22));
        }).map((e) => e.dataset.held));
        same(hidden, [], `hidden while card ${i} has the focus`);
        await page.keyboard.press('ArrowRight');
      }
      await close(page);
    }
  });

  await test('what lies on the table lies over no seat, and seats do not say their name twice', async () => {
    const page = await table('propre', { players: 4, seed: 9 });   // the first card can be laid across
    for (let i = 0; i < 4 && await settled(page) === 'yours'; i++) {
      const size = await cardSize(page);
      if (i > 0) await turn(page);   // with whatever the others have left to do
      else {
        await page.click('.own-hand .playable');
        await page.click('.ways [data-move$=" h"]');
        await moved(page, 0);
        holds(await page.$('.pile .across'), 'a card lies across');
        same(await cardSize(page), size, 'the size of the cards');
      }
      const over = await page.evaluate(() => {
        const boxes = (what) => [...document.querySelectorAll(what)].map((e) => e.getBoundingClientRect());
        return boxes('.board .card').some((a) => boxes('.seats .seat').some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
      });
      holds(!over, `turn ${i}: a card lies over a seat`);
    }
    await settled(page);
    for (const [name, said] of await page.$$eval('.seats .seat', (all) => all.map((e) => [e.querySelector('.seat-name').textContent, e.querySelector('.did .phrase')?.textContent ?? ''])))
      holds(!said.includes(name), `${name}: ${said}`);
    holds(await page.$('.seats .did .phrase'), 'somebody did something');
    await close(page);
  });

  await test('nobody is offered a defence where nobody attacks', async () => {
    const of = (legal) => legal.map((m) => /^4 (\S+)$/.exec(m)?.[1]).find((card) => card && legal.includes(`8 ${card}`));
    let card;
    const seed = seedWith('propre', 2, (legal, state) => state.av === 0 && (card = of(legal)));
    const page = await table('propre', { players: 2, seed });
    await page.click(`[data-held="${card}"]`);
    await page.waitForSelector('.ways');
    const ways = await page.$$eval('.ways [data-move]', (all) => all.map((e) => [e.dataset.move.slice(5), e.textContent]));
    same(ways.map(([more]) => more), ['', 'h'], 'laid as it is, and across');
    holds(!/defen/.test(ways.join()), `what they say: ${ways.join('; ')}`);
    await close(page);
  });

  // How an Ace, a ten and an attack are played stands under their name, in words that tell the ways apart at their beginning.
  for (const [kind, many] of [['7', 4], ['5', 4], ['3', 3]]) await test(`the ways of one card stand under its name, in a few words: ${many} by option ${kind}`, async () => {
    const of = (legal) => legal.map((m) => m.split(' ')).find(([k, card]) => k === kind && legal.includes(`8 ${card}`))?.[1];
    let card;
    const seed = seedWith('true-propre', 2, (legal, state) => state.av === 0 && (card = of(legal)));
    for (const [i, [width, height]] of [[360, 740], [740, 360], [1440, 900]].entries()) {
      const language = LANGUAGES[(i + Number(kind)) % LANGUAGES.length];   // every window with every language, in all
      const page = await table('true-propre', { players: 2, seed }, { settings: { language }, width, height });
      await page.click(`[data-held="${card}"]`);
      await page.waitForSelector('.ways button');
      same(await page.$eval('.ways', (e) => document.getElementById(e.getAttribute('aria-labelledby'))?.querySelector('.mini')?.textContent.replace('10', 'T')[0] ?? ''), card[0], `the card above them, ${language} at ${width}`);
      const said = await page.$$eval('.ways button', (all) => all.map((e) => e.querySelector('.unseen').textContent));
      same(said.length, many, `ways: ${said}`);
      holds(said.every((words) => words.length <= 36), `few words: ${said}`);
      const begins = said.filter((words) => /^(counts as|zählt als|platí ako)/.test(words)).length;
      same(new Set(said.map((words) => words.split(' ')[0])).size, many - Math.max(0, begins - 1), `how they begin: ${said}`);
      if (width === 360) await axe(page, `ways ${language}`);
      await close(page);
    }
  });

  await test('on a phone the buttons of a turn are of one height, and stay so', async () => {
    const page = await table('propre', { players: 4, seed: 12 }, { width: 360, height: 740, settings: { language: 'de' } });
    const tall = (what) => page.$$eval(what, (all) => [...new Set(all.map((e) => e.getBoundingClientRect().height))]);
    const first = [await tall('.bar'), await tall('.moves > button')];
    for (let i = 0; i < 5 && await settled(page) === 'yours'; i++) {
      same([await tall('.bar'), await tall('.moves > button')], first, `in turn ${i}`);
      same(await page.$$eval('.moves > button', (all) => all.filter((e) => e.scrollHeight > e.clientHeight).map((e) => e.textContent)), [], 'words that run out of a button');
      holds(first[1].length === 1 && first[1][0] >= 40, `their heights: ${first[1]}`);
      await turn(page);
    }
    await close(page);
  });

  await test('on a phone the words of a button stay clear of its edge', async () => {
    for (const game of GAMES) for (const language of LANGUAGES) {
      const page = await table(game, { players: 4, seed: 12 }, { width: 360, height: 740, settings: { language } });
      for (let i = 0; i < 2 && await settled(page) === 'yours'; i++) {
        const near = await page.$$eval('.moves > button', (all) => all.filter((e) => {
          const b = e.getBoundingClientRect(), walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), all = [];
          for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            const words = new Range();
            words.selectNodeContents(node);
            if (!node.parentElement.closest('.unseen, kbd')) all.push(...words.getClientRects());
          }
          return all.some((a) => a.top < b.top + 2 || a.bottom > b.bottom - 2 || a.left < b.left + 2 || a.right > b.right - 2);
        }).map((e) => e.textContent));
        same(near, [], `${game}, ${language}, turn ${i}`);
        holds(await page.$eval('.moves', (e) => e.scrollHeight <= e.clientHeight + 1), `${game}, ${language}: they are all in view`);
        await turn(page);
      }
      await close(page);
    }
  });

  await test('the buttons of the bar do not jump', async () => {
    const page = await table('pharaoh', { players: 3, seed: 12 });
    const places = async () => JSON.stringify(await page.$$eval('.bar > button, .menu-button', (all) => all.map((e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.width]; })));
    const first = await places();
    for (let i = 0; i < 5 && await settled(page) === 'yours'; i++) {
      same(await places(), first, `in turn ${i}`);
      const card = await page.$('.own-hand .held');
      await card?.click();
      same(await places(), first, 'with a card chosen');
      await page.keyboard.press('Escape');
      await turn(page);
    }
    await close(page);
  });

  await test('a card on its way out of the window does not make the others small', async () => {
    const page = await table('pharaoh', { players: 3, seed: 12 });
    const before = await cardSize(page);
    await page.evaluate(() => {
      document.querySelectorAll('.own-hand [data-card]').forEach((e) => e.animate([{ translate: '0 900px' }, { translate: '0 0' }], { duration: 1e6 }));
      dispatchEvent(new Event('resize'));
    });
    same(await cardSize(page), before, 'the size of the cards');
    await close(page);
  });

  await test('in a first game on a phone the hand can be read, below what is said of the game', async () => {
    for (const game of GAMES) for (const language of LANGUAGES) {
      const page = await table(game, { players: 4, seed: 12 }, { width: 360, height: 740, known: false, settings: { language } });
      await settled(page);
      const wide = await page.$eval('.own-hand .card', (e) => e.getBoundingClientRect().width);   // or the one card that is held
      holds(wide >= 36, `${game}, ${language}: cards of ${wide} pixels`);
      await close(page);
    }
  });

  await test('the stock is lit where a card is drawn, not where a turn only ends', async () => {
    let both = 0;
    for (const game of GAMES) {
      const page = await table(game, { players: 3, seed: 12 }), seen = new Set();
      for (let i = 0; i < 12 && seen.size < 2 && (i < 3 || seen.size > 0) && await settled(page) === 'yours'; i++) {
        const offer = await page.$('.moves [data-move="1"]');
        if (offer) {
          const draws = /draw/.test(await offer.textContent());
          seen.add(draws);
          same(!!await page.$('[data-place=stock].open'), draws, `${game}, turn ${i}: ${await offer.textContent()}`);
        }
        await turn(page);
      }
      both += seen.size === 2;
      await close(page);
    }
    holds(both > 1, 'turns of both kinds');
  });

  await test('cards grow as soon as there is room for them', async () => {
    const page = await table('pharaoh', { players: 3, seed: 12 }, { width: 360, height: 640, known: false });
    const before = await cardSize(page);
    holds(before >= 36, `beside what stands above the table they are ${before} wide`);
    await page.click('.first-game .quiet');
    await page.waitForFunction((was) => parseFloat(getComputedStyle(document.querySelector('.felt')).getPropertyValue('--card-px')) > was, before);
    await close(page);
  });

  await test('an order that the rules refuse says so, beside the one that they allow', async () => {
    const pair = (legal) => legal.map((m) => /^play (\S+) (\S+)$/.exec(m)).find((m) => m && !legal.includes(`play ${m[2]} ${m[1]}`));
    let move;
    const seed = seedWith('pharaoh', 2, (legal) => (move = pair(legal)));
    const page = await table('pharaoh', { players: 2, seed });
    for (const card of [move[2], move[1]]) await page.click(`[data-held="${card}"]`);
    await page.waitForSelector('.bubble .refusal .clause-link');
    await page.click(`.ways [data-move="${move[0]}"]`);
    await moved(page, 0);
    await close(page);
  });

  for (const [game, { moves, card, ways }] of perGame('once.json')) await test(`moves that come to the same are offered once, ${game}`, async () => {
    const { players, seed } = await serve(newEngine()).tutorial(game);
    const setup = { game, players, options: {}, rulings: {}, seed, bots: [null, 'greedy'] };
    const page = await open('#/play', { stored: { 'bylaw.game': JSON.stringify({ setup, you: 0, moves }) } });
    await page.click(`[data-held="${card}"]`);
    await page.waitForSelector('.ways [data-move]');
    same(await page.$$eval('.ways [data-move]', (all) => all.map((e) => e.dataset.move)), ways, 'ways');
    await close(page);
  });

  await test('Six-Seven: the signs of the sides are read over cards and places', async () => {
    for (const [width, height] of SIZES) {
      const page = await table('six-seven', { players: 3, seed: 12 }, { width, height });
      for (let i = 0; i < 4 && await settled(page) === 'yours'; i++) {
        const under = await page.$$eval('.sign', (all) => all.filter((e) => {
          const words = new Range();
          words.selectNodeContents(e);
          const a = words.getBoundingClientRect();
          return [...e.parentElement.querySelectorAll('.card, .nothing'), ...e.closest('.stack').querySelectorAll('.face .card')].some((c) => {
            const b = c.getBoundingClientRect();
            return getComputedStyle(e).backgroundColor === 'rgba(0, 0, 0, 0)' && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
          });
        }).map((e) => e.parentElement.dataset.place));
        same(under, [], `${width}x${height}, turn ${i}: signs that meet a card`);
        await turn(page);
      }
      await close(page);
    }
  });

  await test('Six-Seven on a phone: large stacks, and no name of a deck over anything', async () => {
    for (const language of LANGUAGES) for (const you of [0, -1]) {
      const page = await table('six-seven', { players: 3, seed: 12, you }, { width: 360, height: 740, settings: { language, pace: 'slow' } });
      await page.waitForSelector('.stack .card');
      const { wide, over, said } = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll('.deck-name, .stack, .own-hand .card')].map((e) => [e.textContent.slice(0, 20), e.getBoundingClientRect()]);
        const meet = ([, a], [, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        return {
          wide: Math.min(...[...document.querySelectorAll('.stack .face .card')].map((e) => e.getBoundingClientRect().width)),
          over: boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => meet(a, b)).map((b) => `${a[0]} / ${b[0]}`)),
          said: [...document.querySelectorAll('.own-hand .empty')].map((e) => e.textContent),
        };
      });
      holds(wide > 50, `cards of ${wide} pixels, ${language} ${you}`);
      same(over, [], `what lies over something, ${language} ${you}`);
      same(said, [], 'a hand is spoken of where nobody has one');
      await close(page);
    }
  });

  await test('a card flies from the hand to the pile, drawn ones from the stock, at the pace that is set', async () => {
    const flights = async (pace) => {
      const page = await table('pharaoh', { players: 2, seed: 11 }, { settings: { pace, motion: 'on' } });
      await page.evaluate(() => {
        globalThis.flights = [];
        const real = Element.prototype.animate;
        Element.prototype.animate = function animate(frames, how) {
          const r = this.getBoundingClientRect();
          globalThis.flights.push({ card: this.dataset.card ?? '', from: frames[0].translate, ms: how.duration, at: [r.left, r.top] });
          return real.call(this, frames, how);
        };
      });
      const card = await page.$eval('.own-hand .playable:not([data-held^="O"])', (e) => e.dataset.held);
      const hand = await box(page, `[data-held="${card}"]`), pile = await box(page, '[data-place=pile]');
      await page.click(`[data-held="${card}"]`);
      await page.click('.ways .move');
      await page.waitForFunction((c) => globalThis.flights.some((f) => f.card === c), card);
      const flight = await page.evaluate((c) => globalThis.flights.find((f) => f.card === c), card);
      const [dx, dy] = flight.from.split(' ').map(parseFloat);
      holds(dy > 40 && Math.abs(dy - (hand.y - pile.y)) < 60, `it comes from below: ${flight.from}`);
      holds(Math.abs(dx - (hand.x - pile.x)) < 120, `and from its place in the hand: ${flight.from}`);
      await close(page);
      return flight.ms;
    };
    const [slow, fast] = [await flights('slow'), await flights('fast')];
    holds(slow > 2 * fast && fast > 0, `${slow} and ${fast} milliseconds`);
  });

  await test('what comes to the table comes from its deck or its player, and is never larger than a card', async () => {
    for (const [game, players, width, height] of [['six-seven', 3, 360, 740], ['six-seven', 3, 1440, 900], ['pharaoh', 6, 360, 740]]) {
      const page = await table(game, { players, seed: 12 }, { width, height, settings: { pace: 'fast', motion: 'on' } });
      await page.evaluate(() => {
        globalThis.flights = [];
        const real = Element.prototype.animate;
        Element.prototype.animate = function animate(frames, how) {
          const to = (this.querySelector('.card') ?? this).getBoundingClientRect(), [dx, dy] = (frames[0].translate ?? '').split(' ').map(parseFloat);
          const deck = document.querySelector('[data-deck=faces]')?.getBoundingClientRect();
          const most = Math.max(...[...document.querySelectorAll('.felt .card')].map((e) => e.getBoundingClientRect().width));
          if (this.dataset.card) globalThis.flights.push({ card: this.dataset.card, face: !!this.closest('.face'), wide: to.width * frames[0].scale / most,
            at: [to.left + to.width / 2 + dx, to.top + to.height / 2 + dy], deck: deck && [deck.left + deck.width / 2, deck.top + deck.height / 2] });
          return real.call(this, frames, how);
        };
      });
      for (let i = 0; i < 5 && await settled(page) === 'yours'; i++) await turn(page);
      const flights = await page.evaluate(() => globalThis.flights);
      holds(flights.length > 5, `${game}: ${flights.length} cards flew`);
      same(flights.filter((f) => f.wide > 1.5), [], `${game} at ${width}: what is larger than any card`);
      same(flights.filter((f) => f.at[0] < 5 && f.at[1] < 5), [], `${game} at ${width}: what comes from the corner of the window`);
      const faces = flights.filter((f) => f.face && Math.hypot(f.at[0] - f.deck[0], f.at[1] - f.deck[1]) < 40);
      holds(!await page.$('[data-deck=faces]') || faces.length > 0, `${width}: no face card came from its deck: ${JSON.stringify(flights.filter((f) => f.face).slice(0, 4))}`);
      await close(page);
    }
  });

  for (const [how, skip] of [['a key', (page) => page.keyboard.press('n')], ['a tap', (page) => page.click('.felt', { position: { x: 8, y: 8 } })]]) {
    await test(`who does not want to wait for the others skips with ${how}`, async () => {
      const page = await table('pharaoh', { players: 4, seed: 12 }, { settings: { pace: 'slow' } });
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60000);   // from here on nobody moves by waiting
      await page.click('[data-place=stock]');
      await page.waitForSelector('[data-status=theirs]');
      holds(!/such as/.test(await page.textContent('#say-hint')), 'no example that cannot be played');
      await skip(page);
      await settled(page);
      holds(await moveCount(page) >= 4, 'all others have moved');
      await close(page);
    });
  }

  await test('sounds: none unless they are wished for', async () => {
    const heard = async (settings) => {
      const page = await table('pharaoh', { players: 2, seed: 11 }, {
        settings,
        init: () => {
          globalThis.heard = 0;
          const Real = AudioContext;
          globalThis.AudioContext = class extends Real { constructor() { super(); globalThis.heard++; } };
        },
      });
      await page.click('[data-place=stock]');
      await moved(page, 0);
      await settled(page);
      const n = await page.evaluate(() => globalThis.heard);
      await close(page);
      return n > 0;
    };
    same(await heard({}), false, 'as it is');
    same(await heard({ sound: true }), true, 'switched on');
  });

  await test('a hand is sorted as somebody likes it', async () => {
    const page = await table('propre', { players: 2, seed: 4 });
    const drawn = await cards(page);
    const choose = async (how) => {
      await fromMenu(page, 'Settings');
      await page.selectOption('label:has-text("Sort the hand") select', how);
      await page.keyboard.press('Escape');
    };
    await choose('suit');
    const suits = (await cards(page)).map((c) => c[1]).join('');
    holds(!/(.)(?!\1).+\1/.test(suits), `suits are together: ${suits}`);
    await choose('rank');
    const ranks = (await cards(page)).map((c) => 'A23456789TJQK'.indexOf(c[0]));
    same(ranks, [...ranks].sort((a, b) => a - b), 'ranks rise');
    await choose('drawn');
    same(await cards(page), drawn, 'as drawn');
    await close(page);
  });

  await test('a single forced move is made by itself only where that is wished', async () => {
    const seed = seedWith('pharaoh', 2, (legal) => legal.length === 1);
    const page = await table('pharaoh', { players: 2, seed });
    same(await settled(page), 'yours', 'it waits for the person');
    same(await moveCount(page), 0, 'no move');
    await fromMenu(page, 'Settings');
    await page.check('label:has-text("only one") input');
    await page.keyboard.press('Escape');
    await moved(page, 0);
    await close(page);
  });

  await test('four colours, and larger or smaller cards', async () => {
    const look = async (settings) => {
      const page = await table('propre', { players: 2, seed: 4 }, { width: 1440, height: 900, settings });
      const colours = await page.evaluate(() => ['C', 'D', 'H', 'S'].map((s) => getComputedStyle(document.querySelector(`#suit-f${s} [class]`)).fill));
      const size = await cardSize(page);
      await close(page);
      return { colours: new Set(colours).size, size };
    };
    const [plain, four, small, large] = [await look({}), await look({ suits: 'four' }), await look({ size: 'small' }), await look({ size: 'large' })];
    same([plain.colours, four.colours], [2, 4], 'colours');
    holds(small.size < plain.size && plain.size <= large.size, `${small.size} ${plain.size} ${large.size}`);
  });

  await test('a hint says why, beside the next best, and leaves in view what it speaks of', async () => {
    for (const game of GAMES) {
      let weighed = 0;
      const page = await table(game, { players: 2, seed: 12 }, { width: 360, height: 740 });
      for (let k = 0; k < 2 && weighed === 0 && await settled(page) === 'yours'; k++) {
        await page.click('.bar > button');
        await page.waitForSelector('.bubble .hinted');
        const said = await page.textContent('.bubble .hinted'), offer = (await page.textContent('.bubble .ways button')).trim();
        holds(said.trim().length > 'Hint:'.length && !said.startsWith(`Hint: ${offer}`), `${game}: ${said}`);
        weighed += /(Chance to win \d+\s%; next best: .+, \d+\s%\.|As good: .+\.)/.test(said);
        for (const width of [360, 1440]) {
          await page.setViewportSize({ width, height: 740 });
          await page.waitForTimeout(60);
          const over = await page.evaluate(() => {
            const box = (e) => e.getBoundingClientRect(), a = box(document.querySelector('.bubble'));
            return [...document.querySelectorAll('.place.taught, .own-hand .chosen, .bar')].map((e) => [e, box(e.closest('.stack') ?? e)])
              .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2).map(([e]) => e.className);
          });
          same(over, [], `${game} at ${width}: what lies below the bubble`);
        }
        await page.setViewportSize({ width: 360, height: 740 });
        const n = await moveCount(page);
        await page.click('.bubble .ways button');
        await moved(page, n);
        holds(!await page.$('.bubble'), `${game}: a hint that is taken is gone`);
      }
      holds(weighed > 0, `${game}: beside the next best`);
      await close(page);
    }
  });

  await test('a refusal is said at the card, each reason once', async () => {
    const page = await table('true-propre', { players: 3, seed: 5 });
    for (const card of await page.$$eval('.own-hand .held:not(.playable)', (all) => all.map((e) => e.dataset.held))) {
      await page.click(`[data-held="${card}"]`);
      await page.waitForSelector('.bubble .refusal .clause-link');
      const [bubble, held] = [await box(page, '.bubble'), await box(page, `[data-held="${card}"]`)];
      const tip = await page.$eval('.bubble', (e) => e.getBoundingClientRect().left + parseFloat(e.style.getPropertyValue('--tip')));
      holds(Math.abs(tip - held.x - held.width / 2) < 3, `it points at the ${card}`);
      holds(bubble.y + bubble.height <= held.y + 4, 'and does not hide it');
      const reasons = await page.$$eval('.refusal > ul > li', (all) => all.map((e) => `${e.querySelector(':scope > .clause-link').dataset.clause} ${e.querySelector(':scope > .fact .phrase')?.textContent}`));
      same(reasons, [...new Set(reasons)], 'reasons');
      holds(/Possible now:/.test(await page.textContent('.refusal .instead-of')), 'what would be allowed');
    }
    await close(page);
  });

  await test('when nothing in the hand can be played, nobody is told to choose a card', async () => {
    const seed = seedWith('pharaoh', 2, (legal) => legal.length === 1);
    const page = await table('pharaoh', { players: 2, seed });
    same(await page.$$eval('.own-hand .playable, .advice', (all) => all.map((e) => e.outerHTML)), [], 'nothing to choose, and no advice to');
    same(await page.$$eval('.moves [data-move]', (all) => all.map((e) => e.dataset.move)), ['draw'], 'what there is');
    await close(page);
  });

  await test('the log tells stories, and the clauses stand behind them', async () => {
    const page = await table('pharaoh', { players: 2, seed: 11 });
    await page.click('[data-place=stock]');
    await moved(page, 0);
    await settled(page);
    const service = serve(newEngine());
    const { table: t } = await service.deal({ game: 'pharaoh', players: 2, options: {}, rulings: {}, seed: '11', bots: [null, 'greedy'] });
    await service.submit(t, 0, 'draw');
    const [first] = await service.events(t, 0, 0);
    const told = (await page.$$eval('.log > li > details > summary .unseen', (all) => all.map((e) => e.textContent))).pop();
    holds(first.story.length > 0 && /^You drew/.test(first.story[0].text), first.story[0]?.text);
    holds(/^You drew/.test(told), `the oldest is told: ${told}`);
    same(await page.$$eval('.log .clause-link', (all) => all.filter((e) => e.checkVisibility()).length), 0, 'clauses in view');
    await page.click('.log > li:last-child summary');
    await page.waitForSelector('.log > li:last-child .clause-link', { state: 'visible' });
    await close(page);
  });

  await test('what can be done is offered in words, with the notation for those who want it', async () => {
    const page = await table('pharaoh', { players: 2, seed: 11 }, { settings: { notation: true } });
    same(await page.textContent('.moves [data-move=draw] code'), 'draw', 'as it is written');
    holds(/draw/i.test(await page.textContent('.moves [data-move=draw] .unseen')), 'as what it does');
    holds(await page.textContent('.due'), 'what is asked for stands in the middle');
    await close(page);
  });

  await test('words and numbers on the table explain themselves; what is as usual is not shown', async () => {
    const page = await table('pharaoh', { players: 2, seed: 11 }, { hasTouch: true });
    same(await page.$$eval('.chip', (all) => all.length), 1, 'only the suit asked for');
    const shown = () => page.waitForFunction(() => /suit/i.test(document.querySelector('[role=tooltip]')?.textContent ?? ''));
    const gone = () => page.waitForFunction(() => !document.querySelector('[role=tooltip]'));
    await page.hover('.chip');
    await shown();
    await page.mouse.move(2, 2);
    await gone();
    await page.focus('.chip');
    await shown();
    await page.evaluate(() => document.activeElement.blur());
    await gone();
    await page.tap('.chip');
    await shown();
    await close(page);
    // On a phone all of it is in the window, and what was pressed to be done does not explain itself.
    const phone = await table('pharaoh', { players: 4, seed: 12 }, { width: 360, height: 740, hasTouch: true, isMobile: true });
    await phone.tap('.seat[data-seat="3"] .seat-name');
    await phone.waitForSelector('.tip');
    holds(await phone.$eval('.tip', (e) => { const r = e.getBoundingClientRect(); return r.left >= 0 && r.right <= 360; }), 'it is cut');
    await phone.tap('[data-place=stock]');
    await moved(phone, 0);
    holds(!await phone.$('.tip'), 'the stock explains itself');
    await close(phone);
  });

  await test('the end is a moment: who won, the ranking, open hands, again, a review', async () => {
    const page = await table('pharaoh', { players: 3, seed: 17 });
    for (let i = 0; i < 200 && await settled(page) === 'yours'; i++) await turn(page);
    await page.waitForSelector('.result h2');
    holds(/won/.test(await page.textContent('.result h2')), 'who won');
    same(await page.$$eval('.ranking li', (all) => all.length), 3, 'everybody is ranked');
    holds(await page.isDisabled('.bar > button:nth-child(2)'), 'nothing goes back now');
    await page.waitForSelector('.ranking .mini');
    const [download] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'Save')]);
    await download.saveAs(written('end.jsonl'));
    holds(await page.$$eval('.left-over .unseen', (all) => all.every((e) => !/hidden/.test(e.textContent))), 'no card is hidden any more');
    const shown = await page.$$eval('.ranking .mini', (all) => all.length);
    const held = (await page.$$eval('.seat .held-count', (all) => all.map((e) => parseInt(e.textContent, 10)))).reduce((a, b) => a + b, 0);
    same(shown, held, 'all cards that were left');
    const before = await page.evaluate(() => location.hash);
    await page.click('.result button.primary');
    await page.waitForFunction(() => !document.querySelector('.result') && document.querySelector('[data-status]'));
    same(await page.$$eval('.seat', (all) => all.length), 3, 'the same set-up');
    holds(await page.evaluate(() => location.hash) !== before, 'a game of its own');
    await close(page);
  });

  await test('phones: the head of the page is folded into the menu, help begins at its beginning', async () => {
    const page = await table('pharaoh', { players: 2, seed: 11 }, { width: 360, height: 740, hasTouch: true });
    holds(!await page.isVisible('header.top'), 'the head is folded');
    await fromMenu(page, 'Help');
    await page.waitForSelector('dialog[open]');
    same(await page.$eval('dialog', (e) => e.scrollTop), 0, 'help is scrolled');
    holds(await page.$eval('dialog h2', (e) => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight; }), 'its heading is in view');
    await page.keyboard.press('Escape');
    await fromMenu(page, 'Games');
    await page.waitForSelector('.games');
    holds(await page.isVisible('header.top'), 'elsewhere it is there');
    await close(page);
  });

  await test('a swipe scrolls, also when it begins on the hand', async () => {
    const page = await table('pharaoh', { players: 6, seed: 11 }, { width: 360, height: 260, hasTouch: true, isMobile: true });
    holds(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight), 'there is something to scroll');
    await page.evaluate(() => document.querySelector('.own-hand .held').scrollIntoView({ block: 'center' }));
    const from = await page.evaluate(() => scrollY);
    const held = await box(page, '.own-hand .held');
    const cdp = await page.context().newCDPSession(page);
    const touch = (type, ...touchPoints) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
    const [x, y] = [held.x + 10, held.y + 20];
    await touch('touchStart', { x, y });
    for (let i = 1; i < 12; i++) await touch('touchMove', { x, y: y + 8 * i });
    await touch('touchEnd');
    await page.waitForFunction((was) => scrollY < was, from);
    holds(!await page.$('.ghost'), 'and no card is in the air');
    await close(page);
  });

  await test('a card in the air has left the hand, and numbers of an order hide no rank', async () => {
    const page = await table('pharaoh', { players: 2, seed: 11 });
    const card = (await cards(page))[0], held = await box(page, `[data-held="${card}"]`);
    await page.mouse.move(held.x + 20, held.y + 30);
    await page.mouse.down();
    await page.mouse.move(held.x + 60, held.y - 60, { steps: 5 });
    holds(await page.$('.ghost'), 'a card in the air');
    same(await page.$eval(`[data-held="${card}"] .card`, (e) => getComputedStyle(e).opacity), '0', 'its place is empty');
    await page.mouse.up();
    same(await page.$eval(`[data-held="${card}"] .card`, (e) => getComputedStyle(e).opacity), '1', 'put back');
    await close(page);
    const pair = seedWith('pharaoh', 2, (legal) => legal.some((m) => m.split(' ').length === 3 && !/>/.test(m)));
    const two = await table('pharaoh', { players: 2, seed: pair });
    const [, ...both] = (await two.evaluate(() => [...document.querySelectorAll('#sayable option')].map((o) => o.value))).find((m) => /^play \S+ \S+$/.test(m)).split(' ');
    for (const c of both) await two.click(`[data-held="${c}"]`);
    await two.waitForSelector('.order');
    for (const c of both) {
      const [badge, face] = [await box(two, `[data-held="${c}"] .order`), await box(two, `[data-held="${c}"] .corner`)];
      holds(badge.y + badge.height <= face.y + 2, `the number of the ${c} is above its rank`);
    }
    await close(two);
  });

  await test('what is liked is kept', async () => {
    const page = await open('', {});
    await page.click('nav button:text-is("Settings")');
    await page.check('label:has-text("Sounds") input');
    await page.selectOption('label:has-text("Suits") select', 'four');
    await page.waitForSelector('html[data-suits=four]');
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    same(await page.getAttribute('html', 'data-suits'), 'four', 'suits');
    await page.click('nav button:text-is("Settings")');
    holds(await page.isChecked('label:has-text("Sounds") input'), 'sounds');
    await close(page);
  });
}
