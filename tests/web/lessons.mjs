// lessons.mjs - guided first games of the card games on the page: following the suggestions leads to
// the end, in view on a small screen, with the same moves as at the terminal.
import { ALL, GAMES, LANGUAGES, allIsSaid, close, holds, keptGames, moveCount, nativeTry, newEngine, open, readLesson, same, serve, settled, table, test } from './lib.mjs';

/** The moves of a guided game that is followed at the terminal, one call for each further one. */
function typed(game) {
  const lines = [];
  for (let i = 0; i < 60; i++) {
    const said = nativeTry(['play', game, '--tutorial', '--plain'], lines.map((l) => `${l}\n`).join('')).out;
    const next = [...said.matchAll(/^\| Type: (.*)$/gm)].map((m) => m[1]);
    if (next.length <= lines.length) break;
    lines.push(next[lines.length]);
  }
  return lines;
}

const WINDOWS = [[360, 740], [740, 360], [1440, 900]];
const STEPS = 4;   // of each lesson that are looked at in every window and language

const coveredNow = (page) => page.$$eval('.own-hand .held, .place.open, .stack .open, [data-tutor], .lesson .actions > button:enabled, .bar > button, .menu-button', (all) => all.filter((e) => {
  // Of a card that its neighbour lies on, the left edge is what can be pressed.
  const r = e.getBoundingClientRect(), x = r.left + Math.min(r.width, r.height) / 4;
  return [r.top + r.height * .25, r.top + r.height * .5].some((y) => !e.contains(document.elementFromPoint(x, y)));
}).map((e) => e.outerHTML.slice(0, 120)));

/** What cannot be pressed, of what a pupil may have to press, once all that moves has come to rest. */
async function covered(page) {
  let found = await coveredNow(page);
  for (let i = 0; i < 300 && found.length > 0; i++) {
    await page.waitForTimeout(100);
    found = await coveredNow(page);
  }
  return found;
}

/** Piles that lie under what is said of somebody. */
const under = (page) => page.$$eval('.decks :is(.lying, .nothing, .deck-name), .piles .card', (all) => all.filter((e) => {
  const a = e.getBoundingClientRect();
  return [...document.querySelectorAll('.seat')].some((s) => {
    const b = s.getBoundingClientRect();
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  });
}).map((e) => e.outerHTML.slice(0, 120)));

/** What is lit, but for a card that is chosen, by its words in a move. */
const litNow = (page) => page.$$eval('.own-hand .held:not(.chosen), .place, .taught', (all) => all.filter((e) => {
  const { filter, transform } = getComputedStyle(e.querySelector('.card') ?? e);
  return e.matches('.taught') || (e.matches('.held') ? filter !== 'none' || transform !== 'none' : getComputedStyle(e).boxShadow !== 'none');
}).map((e) => e.dataset.held ?? e.dataset.place?.replace('-', ' ') ?? e.dataset.move));

/** What is lit, and is neither the move nor of it, once all that moves has come to rest. */
async function litBeside(page, move) {
  const words = move.split(' '), cards = words.some((word) => /^([2-9TJQKA][CDHS]|[789XUOKA][ABHL])$/.test(word));
  const wrong = (what) => what !== move && what !== (cards ? 'pile' : move && 'stock') && !what.split(' ').every((word) => words.includes(word));
  let lit = await litNow(page);
  for (let i = 0; i < 100 && lit.some(wrong); i++) {
    await page.waitForTimeout(50);
    lit = await litNow(page);
  }
  return { lit: lit.length > 0, wrong: lit.filter(wrong) };
}

/** Follows the lesson's own buttons; false at the end. */
async function follow(page, made, look) {
  await readLesson(page, look);
  if (await page.$('.lesson[data-step=end]')) return false;
  made.push(await page.getAttribute('[data-tutor]', 'data-tutor'));
  const turn = await page.getAttribute('.lesson', 'data-turn');
  await page.click('[data-tutor]');
  await page.waitForFunction((n) => document.querySelector('.lesson')?.dataset.turn !== n, turn);
  return true;
}

export default async function run() {
  const { games } = await serve(newEngine()).about();
  await test('a first game begins with its goal and how to play, which are put away for good', async () => {
    for (const game of ALL) {
      const page = await table(game, { seed: 3 }, { width: 360, height: 740, known: false });
      const goal = await page.waitForSelector('.first-game');
      const box = await goal.boundingBox();
      holds(box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 370, `it is small: ${JSON.stringify(box)}`);
      const under = await page.$eval('.felt, .pw', (e) => e.getBoundingClientRect().top);
      holds(box.y + box.height + 4 <= under, `it stands above the table: ${JSON.stringify(box)}, ${under}`);
      same(await page.getAttribute('.first-game a', 'href'), `#/tutorial/${game}`, 'the lesson is offered');
      if (GAMES.includes(game)) {
        await page.setViewportSize({ width: 740, height: 360 });
        // The table is laid anew after the window has told of its size.
        await page.waitForFunction(() => document.querySelector('.felt').getBoundingClientRect().bottom <= 360, null, { timeout: 5000 }).catch(() => undefined);
        const [felt, hand] = await page.$$eval('.felt, .own-hand', (all) => all.map((e) => e.getBoundingClientRect().bottom));
        holds(Math.max(felt, hand) <= 360, `${game}, lying: the table ends at ${felt}, the hand at ${hand}`);
        await page.setViewportSize({ width: 360, height: 740 });
      }
      await page.click('.first-game .quiet');
      await page.waitForSelector('.first-game', { state: 'detached' });
      await page.reload();
      await page.waitForSelector('.table-screen');
      holds(!await page.$('.first-game'), 'it is not said again');
      await close(page);
    }
  });
  for (const language of ['en', 'de', 'sk'])
    await test(`how to play fits a phone: ${language}`, async () => {
      for (const game of ALL) {
        const page = await table(game, { seed: 3 }, { width: 360, height: 740, known: false, settings: { language } });
        await page.click('.first-game .primary');
        const dialog = await page.waitForSelector('dialog[open]');
        const box = await dialog.boundingBox();
        holds(box.x >= 0 && box.y >= 0 && box.x + box.width <= 360 && box.y + box.height <= 740, `${game}: ${JSON.stringify(box)}`);
        const [wide, tall] = await dialog.evaluate((d) => [d.scrollWidth - d.clientWidth, d.querySelector('.guide').scrollHeight / innerHeight]);
        holds(wide <= 0, `${game}: nothing sticks out`);
        holds(tall <= 1.5, `${game}: a short way to its end, ${tall}`);
        await close(page);
      }
    });
  await test('a move of a lesson goes back, as at the terminal; the game after it is an ordinary one', async () => {
    const page = await open('#/tutorial/six-seven');
    const made = [];
    await follow(page, made);
    await settled(page);
    holds(await moveCount(page) > 1, 'the others have moved');
    await page.keyboard.press('u');
    await page.waitForFunction(() => !document.querySelector('.log'));
    await readLesson(page);
    same(await page.getAttribute('[data-tutor]', 'data-tutor'), made[0], 'what is suggested again');
    while (await follow(page, made));
    await page.$eval('[data-plain]', (e) => e.click());
    await page.waitForFunction(() => !document.querySelector('.lesson') && document.querySelector('[data-status]'));
    await settled(page);
    same((await keptGames(page)).filter((g) => !g.tutorial).map((g) => !!g.setup.casual), [false], 'casual');
    await close(page);
  });
  for (const [game, { id }] of games.filter((g) => g.lessons && GAMES.includes(g.id)).entries()) {
    await test(`${id}: the lessons, by their own button, at 360 px`, async () => {
      const page = await open(`#/tutorial/${id}`, { width: 360, height: 740, known: false });
      const made = [];
      for (let i = 0; i < 60 && await follow(page, made, allIsSaid); i++) same([...await covered(page), ...await under(page)], [], `what lies under something after ${made}`);
      holds(await page.$('.lesson[data-step=end]'), 'the end is reached');
      holds(made.length >= 8, 'there were lessons');
      same(await page.evaluate((g) => JSON.parse(localStorage.getItem('bylaw.known'))[g], id), true, 'who has learned it is not told how it is played');
      same(made, typed(id), 'the same as at the terminal');
      if (game === 0) {
        await page.$eval('[data-plain]', (e) => e.click());   // the end of a game may lie over it
        await page.waitForFunction(() => !document.querySelector('.lesson') && document.querySelector('[data-status=yours]'));
      }
      await close(page);
    });
    await test(`${id}: a lesson lights what it asks for, when it does, and nothing else`, async () => {
      const page = await open(`#/tutorial/${id}`, { width: 360, height: 740 });
      const made = [], faults = [];
      let asked = 0;
      const look = async (_, at) => {
        const move = await page.$$eval('[data-tutor]', ([e]) => e?.dataset.tutor ?? '');
        const { lit, wrong } = await litBeside(page, move);
        faults.push(...wrong.map((what) => `${made.length} ${at}: ${what} beside “${move}”`));
        asked += lit ? 1 : 0;
      };
      while (await follow(page, made, look));
      same(faults, [], 'what is lit');
      holds(asked === made.length, `what is asked for is marked: ${asked} of ${made.length}`);
      await close(page);
    });
    // Every window with every language, but not each of these in every game.
    for (const [window, [width, height]] of WINDOWS.entries()) {
      const language = LANGUAGES[(game + window) % LANGUAGES.length];
      await test(`${id}: all that a pupil presses can be pressed, ${width}x${height} ${language}`, async () => {
        const page = await open(`#/tutorial/${id}`, { width, height, settings: { language } });
        const made = [], faults = [];
        for (let i = 0; i < STEPS; i++) {
          await readLesson(page, allIsSaid);
          const step = await page.getAttribute('.lesson', 'data-step');
          faults.push(...(await covered(page)).map((what) => `${step}: ${what}`));
          if (!await page.$('.taught')) faults.push(`${step}: nothing is marked`);
          await follow(page, made);
        }
        same(faults, [], 'what lies under something');
        await close(page);
      });
    }
  }
}
