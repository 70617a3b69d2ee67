// review.mjs - games looked at again on the page, and casual games, in which any move goes back.
import { readFileSync } from 'node:fs';
import { axe, close, fromMenu, GAMES, holds, native, open, place, same, settled, source, test, turn, written } from './lib.mjs';

const SIZES = [[360, 740], [768, 1024], [1440, 900]];

/** A finished game between bots, as a file. */
function game(id, players, seed) {
  const file = written(`review-${id}.jsonl`);
  native(['simulate', id, '--games', '1', '--seed', String(seed), '--players', [...Array(players)].fill('random').join(','), '--transcript', file]);
  return file;
}
const ready = (page) => page.waitForFunction(() => {
  const part = document.querySelector('.review');
  return part && part.dataset.done === part.dataset.all && !part.querySelector('progress');
});
const numbersOf = (json) => json.mistakes.map((n) => String(n));

export default async function run() {
  await test('a review says what the native program says', async () => {
    for (const [id, players] of GAMES.slice(-2).map((g, i) => [g, 3 - i])) {
      const file = game(id, players, 4), right = JSON.parse(native(['review', file, '--json']));
      const page = await open('#/review');
      await page.setInputFiles('input[type=file]', file);
      await ready(page);
      same(await page.$$eval('[data-mistake]', (all) => all.map((e) => e.dataset.mistake)), numbersOf(right), 'the mistakes');
      same(await page.$$eval('.chart > svg polyline', (all) => all.map((e) => e.getAttribute('points').split(' ').length)),
        Array(players).fill(right.count + 1), 'a point a move and one for the end, for everybody');
      holds(right.mistakes.length > 0, 'a random player makes mistakes');
      await page.click('[data-mistake] button');
      await page.waitForSelector(`[data-opinion="${right.mistakes[0]}"].worse`);
      await page.click('.opinion summary');
      await page.waitForSelector('.opinion .clause-link');
      const n = right.mistakes[0];
      // Of many, the place to be expected.
      const { best } = right.moves[n], told = players === 2 ? `${Math.round(100 * best)}\u00a0%` : (1 + (1 - best) * (players - 1)).toFixed(1);
      holds((await page.textContent('.opinion')).includes(told), `the number is ${told}`);
      await axe(page, `review of ${id}`);
      await close(page);
    }
  });

  await test('a review can be stopped, goes on, and leaves the page free', async () => {
    const page = await open('#/replay');
    await page.setInputFiles('input[type=file]', game('pharaoh', 4, 5));
    await page.click('button:text-is("Review this game")');
    await page.waitForFunction(() => Number(document.querySelector('.review').dataset.done) > 2);
    await page.click('.review button:text-is("Stop")');
    await page.waitForSelector('.review button:text-is("Go on")');
    const done = await page.$eval('.review', (e) => Number(e.dataset.done));
    holds(/Play/.test(await page.textContent('.steps [aria-label=Play]')), 'what is no single step says what it is');
    await page.click('[aria-label="One move on"]');
    await page.waitForSelector('[data-step="1"]');
    same(await page.$eval('.review', (e) => Number(e.dataset.done)), done, 'nothing was thought meanwhile');
    await page.click('.review button:text-is("Go on")');
    await ready(page);
    await page.selectOption('.review select', '1');
    await ready(page);
    await close(page);
  });

  await test('after a game of one\'s own its moves are told to who made them', async () => {
    const { toLink } = await source('link');
    const lines = readFileSync(game('pharaoh', 2, 6), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    const setup = { game: 'pharaoh', players: 2, seed: lines[0].seed, rulings: {}, options: {}, bots: [null, 'greedy'] };
    const moves = lines.filter((line) => line.t === 'move').map((line) => [line.seat, line.move]);
    const page = await open(await toLink({ setup, you: 0, moves }));
    await page.click('.result button:text-is("Review")');
    await ready(page);
    await page.click('[aria-label="To the end"]');
    await page.waitForSelector(`[data-step="${moves.length}"]`);
    const told = await page.$$eval('.log', (all) => all.map((e) => e.textContent).join(' '));
    holds(/You (drew|laid|played)/.test(told), told.slice(0, 400));
    holds(!/\bYou (has|is|faces|draws|lays|must draws|skips|needs)\b/.test(told) && !/of You\b/.test(told), told);
    await close(page);
  });

  await test('a review opens where it mattered most, in words, with the log around it, and outlives a reload', async () => {
    const right = JSON.parse(native(['review', game('pharaoh', 2, 4), '--json'])), [worst] = right.mistakes;
    const page = await open('#/review');
    await page.setInputFiles('input[type=file]', game('pharaoh', 2, 4));
    for (const again of [false, true]) {
      if (again) await page.reload();
      await ready(page);
      await page.waitForSelector(`[data-step="${worst + 1}"]`);
      same(await page.$eval('.log [aria-current]', (e) => e.value), worst + 1, 'the move in the log');
      holds(await page.$('.log .later'), 'and what came after it');
      holds(/ won\./.test(await page.textContent('.ending')), 'how it ended');
      holds(/Chance to win after it: \d+\s%; with the better move: \d+\s%/.test(await page.textContent('.opinion')), await page.textContent('.opinion'));
      holds(/Chance to win at this point:.*: \d+\s%.*: \d+\s%/.test(await page.textContent('.legend')), await page.textContent('.legend'));
      holds(await page.$$eval('[data-mistake]', (all) => all.some((e) => /Then: \S/.test(e.textContent))), 'what a better move would lead to');
      // Clauses stand behind a sign, each a sentence.
      holds(!await page.$('.replay-event .clause-link'), 'no bare clauses');
      await page.click('.replay-event summary');
      await page.waitForFunction(() => [...document.querySelectorAll('.replay-event .reasons li')].every((e) => e.textContent.replace(e.querySelector('.clause-link').textContent, '').trim().length > 3)
        && document.querySelector('.replay-event .reasons li'));
    }
    await page.goto(`${page.url().split('#')[0]}#/replay`);
    await page.waitForFunction(() => !document.querySelector('.steps'));
    await close(page);
  });

  await test('on a phone the decks of a record lie over no stack', async () => {
    const page = await open('#/replay', { width: 360, height: 740 });
    await page.setInputFiles('input[type=file]', game('six-seven', 3, 4));
    await page.waitForSelector('.felt .stack');
    const over = await page.evaluate(() => {
      const boxes = (what) => [...document.querySelectorAll(what)].map((e) => e.getBoundingClientRect());
      return boxes('.deck').some((a) => boxes('.stack, .due').some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
    });
    holds(!over, 'a deck lies over a stack');
    await close(page);
  });

  await test('where no move was a mistake, a review names the choice that mattered most', async () => {
    const { toLink } = await source('link');
    // Short games of those who search, until one has no mistake of the seat that lost.
    let lines, you;
    for (let seed = 1; ; seed++) {
      const file = written('review-clean.jsonl');
      native(['simulate', 'pharaoh', '--games', '1', '--seed', String(seed), '--players', 'ismcts:300,ismcts:300', '--transcript', file]);
      lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
      you = 1 - lines.at(-1).winner;
      const { mistakes, moves, decided } = JSON.parse(native(['review', file, '--json']));
      if (mistakes.length < 3 && !mistakes.some((n) => moves[n].seat === you) && decided[you] !== null) break;
    }
    const setup = { game: 'pharaoh', players: 2, seed: lines[0].seed, rulings: {}, options: {}, bots: [0, 1].map((seat) => (seat === you ? null : 'greedy')) };
    const moves = lines.filter((line) => line.t === 'move').map((line) => [line.seat, line.move]);
    const page = await open(await toLink({ setup, you, moves }));
    await page.click('.result button:text-is("Review")');
    await ready(page);
    same(await page.textContent('.good-play'), 'No move was a clear mistake. This choice mattered most:', 'what is said of it');
    const n = Number(await page.getAttribute('[data-turning]', 'data-turning'));
    same(n, JSON.parse(native(['review', written('review-clean.jsonl'), '--json'])).decided[you], 'the native program says the same');
    await page.waitForSelector(`[data-step="${n + 1}"]`);
    const [before, after] = /You, chance to win: (\d+)\s% before it, (\d+)\s% after it/.exec(await page.textContent('[data-turning]')).slice(1).map(Number);
    holds(after < before, 'it was lost there');
    await close(page);
  });

  await test('casual: a card that was drawn goes back, and so do the others; strict stays as it is', async () => {
    const page = await open('#/new/pharaoh');
    await page.fill('input[name=seed]', '11');
    await page.check('input[name=casual]');
    await page.click('button:text-is("Deal")');
    await settled(page);
    holds(/casual/.test(await page.textContent('h1')), 'the heading says so');
    const cards = () => page.$$eval('[data-held]', (all) => all.map((e) => e.dataset.held));
    const before = await cards();
    await page.click('[data-place=stock]');
    await page.waitForFunction((n) => document.querySelectorAll('[data-held]').length > n, before.length);
    await settled(page);
    await page.keyboard.press('u');
    await page.waitForFunction((n) => document.querySelectorAll('[data-held]').length === n, before.length);
    same(await cards(), before, 'the hand');
    // Kept, and taken up again, it is as casual as it was.
    await page.click('[data-place=stock]');
    await page.waitForFunction((n) => document.querySelectorAll('[data-held]').length > n, before.length);
    await settled(page);
    await page.reload();
    await settled(page);
    await page.keyboard.press('u');
    await page.waitForFunction((n) => document.querySelectorAll('[data-held]').length === n, before.length);
    // Whoever follows its link plays as casually.
    await fromMenu(page, 'Share');
    const link = await page.inputValue('dialog textarea');
    const other = await open(link.slice(link.indexOf('#')));
    await settled(other);
    holds(/casual/.test(await other.textContent('h1')), 'the link says so');
    await close(other);
    await page.keyboard.press('Escape');
    // What was left is not forgotten, neither by the game that goes on nor by the one that is over.
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => /game\./.test(key) && JSON.parse(localStorage.getItem(key)).moves.filter((m) => m.length === 1).length === 2));
    await page.reload();
    for (let i = 0; i < 200 && await settled(page) === 'yours'; i++) await turn(page);
    const saved = async () => {
      const [download] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'Save')]);
      await download.saveAs(written('casual.jsonl'));
      return readFileSync(written('casual.jsonl'), 'utf8');
    };
    const transcript = await saved();
    same(transcript.match(/^\{"bylaw"/gm).length, 3, 'the game and both courses that were left');
    native(['verify', written('casual.jsonl')]);
    await page.reload();
    await page.waitForSelector('.result');
    same(await saved(), transcript, 'the transcript, taken up again');
    await close(page);
  });

  await test('reviews at every width, light and dark, in three languages', async () => {
    const file = game('pharaoh', 2, 4);
    for (const [i, [width, height]] of SIZES.entries()) {
      const page = await open('#/review', { width, height, settings: { language: ['en', 'de', 'sk'][i], theme: i % 2 ? 'dark' : 'light' } });
      await page.setInputFiles('input[type=file]', file);
      await ready(page);
      await page.click('[data-mistake] button');
      await page.waitForSelector('.opinion');
      holds(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `nothing scrolls sideways at ${width}`);
      await page.screenshot({ path: place(`shots/review-${width}.png`), fullPage: true });
      await close(page);
    }
  });
}
