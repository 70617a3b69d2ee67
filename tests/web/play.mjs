// play.mjs - a whole game of each kind through the page, by mouse and by keys.
import { close, fromMenu, GAMES, holds, moveCount, moved, nativeTry, press, settled, table, test, written } from './lib.mjs';

const MOST = 400;   // turns of the person

const focused = (page) => page.evaluate(() => {
  const e = document.activeElement;
  return { hand: !!e.closest('.own-hand'), open: e.matches('.stack .open'), at: [...document.querySelectorAll('.own-hand .held')].indexOf(e) };
});

async function tabTo(page, there) {
  for (let i = 0; i < 60; i++) {
    if (there(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the Tab key does not lead there');
}

async function byKeys(page) {
  const wanted = await page.$$eval('.own-hand .held', (all) => all.findIndex((e) => e.classList.contains('playable')));
  if (await page.$('.stack .open')) {
    await tabTo(page, (f) => f.open);
    const n = await moveCount(page);
    await page.keyboard.press('Enter');
    // Played at once, or something can be announced.
    await moved(page, n, '.ways [data-move]');
    if (await moveCount(page) === n) await page.keyboard.press('1');
    return;
  }
  if (wanted >= 0) {
    await tabTo(page, (f) => f.hand);
    const { at } = await focused(page);
    for (let i = 0; i < Math.abs(wanted - at); i++) await page.keyboard.press(wanted > at ? 'ArrowRight' : 'ArrowLeft');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.ways [data-move]');
  }
  await page.keyboard.press('1');
}

async function playThrough(game, turn, seed) {
  const page = await table(game, { players: 3, seed });
  let turns = 0;
  while (await settled(page) === 'yours' && turns++ < MOST) {
    const n = await moveCount(page);
    await turn(page);
    await moved(page, n);
  }
  holds(turns < MOST, 'the game comes to an end');
  holds(await page.$('.status .clause-link'), 'the clause that ended it');
  const [download] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'Save')]);
  const file = written('whole.jsonl');
  await download.saveAs(file);
  const verdict = nativeTry(['verify', file]);
  holds(verdict.status === 0, verdict.err + verdict.out);
  console.log(`        ${turns} turns, ${await moveCount(page)} moves`);
  await close(page);
}

export default async function run() {
  for (const game of GAMES) {
    await test(`${game}: a whole game by mouse`, () => playThrough(game, press, 17));
    await test(`${game}: a whole game by keyboard alone`, () => playThrough(game, byKeys, 18));
  }
}
