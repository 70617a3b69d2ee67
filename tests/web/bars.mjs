// bars.mjs - nobody is barred: every screen in every width and colour, without barriers that
// axe-core finds, without scrolling sideways; each is drawn to build-web/shots.
import { axe, close, fromMenu, GAMES, holds, moveCount, moved, open, place, same, settled, table, test, address } from './lib.mjs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const SIZES = [['phone', 360, 740], ['desktop', 1280, 860]];

async function fits(page, where) {
  const [has, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  holds(has <= seen, `${where}: ${has} wide on ${seen}`);
}

async function look(page, name) {
  await page.screenshot({ path: place(`shots/${name}.png`), fullPage: true });
  await fits(page, name);
  await axe(page, name);
}

export default async function run() {
  for (const [size, width, height] of SIZES) {
    for (const colorScheme of ['light', 'dark']) {
      const how = { width, height, colorScheme, hasTouch: size === 'phone' };
      const called = (what) => `${what}-${size}-${colorScheme}`;
      await test(`the pages, ${size}, ${colorScheme}`, async () => {
        const page = await open('', how);
        await look(page, called('home'));
        for (const game of GAMES) {
          await page.goto(`${address}#/new/${game}`);
          await page.waitForSelector('.setup');
          await look(page, called(`setup-${game}`));
        }
        for (const [name, hash] of [['nowhere', '#/nosuch'], ['history', '#/history']]) {
          await page.goto(`${address}${hash}`);
          await page.waitForSelector(`.${{ nowhere: 'stuck' }[name] ?? name}`);
          await look(page, called(name));
        }
        await page.goto(`${address}#/rules/pharaoh/R1`);
        await page.waitForSelector('.clause.at');
        await look(page, called('rules'));
        await page.goto(`${address}#/replay`);
        await page.setInputFiles('input[type=file]', join(root, 'tests/data/examples/propre-4.jsonl'));
        await page.waitForSelector('.steps');
        await page.click('[aria-label="One move on"]');
        await page.click('[data-step="1"] summary');
        await page.waitForSelector('[data-step="1"] .clause-link');
        await look(page, called('replay'));
        for (const name of ['Settings', 'Help']) {
          await page.click(`nav button:text-is("${name}")`);
          await page.waitForSelector('dialog[open]');
          await look(page, called(name.toLowerCase()));
          await page.keyboard.press('Escape');
        }
        await close(page);
      });
      for (const game of GAMES) {
        await test(`${game}, ${size}, ${colorScheme}`, async () => {
          const page = await table(game, { players: 4, seed: 12 }, how);
          for (let i = 0; i < 4 && await settled(page) === 'yours'; i++) {
            const [n, stack] = [await moveCount(page), await page.$('.stack .open')];
            if (stack) {
              await stack.click();
              await moved(page, n, '.ways [data-move]');
            }
            if (await moveCount(page) === n) await page.click(await page.$('.ways [data-move]') ? '.ways [data-move]' : '.moves [data-move]');
            await moved(page, n);
          }
          await settled(page);
          await page.screenshot({ path: place(`shots/${called(game)}.png`) });
          const card = await page.$('.own-hand .playable');
          if (card) await card.click();
          await look(page, called(`${game}-chosen`));
          if (size === 'phone') {
            await page.click('.menu-button');
            await look(page, called(`${game}-menu`));
            await page.click('.panel-button button');
            await page.waitForSelector('.panel.open');
            await look(page, called(`${game}-panel`));
          }
          await close(page);
        });
      }
    }
  }

  await test('the table in words, and what happens is announced', async () => {
    const page = await table('pharaoh', { seed: 11 });
    await fromMenu(page, 'The table in words');
    const said = await page.textContent('dialog[open] .in-words');
    for (const part of [/On top: under of bells/, /suit asked for is bells/, /You: 5 cards/, /Bruno: 5 cards/]) holds(part.test(said), said);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    await page.keyboard.press('t');
    await page.waitForFunction(() => /Your hand:/.test(document.querySelector('#live-a').textContent + document.querySelector('#live-b').textContent));
    await page.keyboard.press('1');
    await page.waitForFunction(() => /You drew .*(Bruno|Tessa)/.test(document.querySelector('#live-a').textContent + document.querySelector('#live-b').textContent));
    same(await page.getAttribute('.held', 'aria-pressed'), 'false', 'cards are buttons that can be pressed');
    await close(page);
  });

  await test('wide screens and large text', async () => {
    const wide = await table('six-seven', { players: 6, seed: 3 }, { width: 2200, height: 1200 });
    await look(wide, 'six-seven-wide');
    await close(wide);
    const many = await table('pharaoh', { players: 2, seed: 3 }, { width: 360, height: 740 });
    for (let i = 0; i < 14 && await settled(many) === 'yours'; i++) {
      const n = await moveCount(many);
      await many.click('[data-place=stock]');
      await moved(many, n);
    }
    await look(many, 'pharaoh-many-cards');
    await close(many);
  });
}
