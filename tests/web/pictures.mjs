// pictures.mjs - the pictures of the documents, made anew by hand: tests/web/run.sh pictures
import { join } from 'node:path';
import { SETUP, TO } from './draft.mjs';
import { close, open, root, settled, table, test, turn } from './lib.mjs';
import { workshop } from './workshop.mjs';

const into = (page, name) => page.screenshot({ path: join(root, `docs/images/web-${name}.jpg`), type: 'jpeg', quality: 82 });

async function turns(page, n) {
  for (; n > 0 && await settled(page) === 'yours'; n--) await turn(page);
  await settled(page);
}

export default async function run() {
  await test('pictures', async () => {
    let page = await table('pharaoh', { players: 4, seed: 3 }, { width: 1280, height: 800 });
    await turns(page, 2);
    await page.click('.own-hand .held:not(.playable)');
    await page.waitForSelector('.bubble .refusal');
    await into(page, 'pharaoh');
    await close(page);
    page = await table('six-seven', { players: 3, seed: 5 }, { width: 1280, height: 800, settings: { language: 'sk' } });
    await turns(page, 5);
    await into(page, 'six-seven');
    await close(page);
    page = await table('true-propre', { players: 4, seed: 5 }, { width: 360, height: 740, colorScheme: 'dark' });
    await turns(page, 2);
    await into(page, 'true-propre-phone');
    await close(page);
    page = await workshop('prove', { width: 1280, height: 900 });
    await page.click('.workshop [data-choose="1"]');
    await page.waitForSelector('.workshop .step');
    await page.locator('.workshop').scrollIntoViewIfNeeded();
    await into(page, 'workshop');
    await close(page);
    const kept = JSON.stringify({ setup: SETUP, you: 0, moves: TO.prove.slice(0, -1) });
    page = await open('#/play', { width: 1280, height: 900, stored: { 'bylaw.game': kept } });
    await page.waitForSelector('.pw-now');
    await into(page, 'predicate-wars');
    await close(page);
  });
}
