// lessons.mjs - guided first games of the card games on the page: following the suggestions leads to
// the end, in view on a small screen, with the same moves as at the terminal.
import { GAMES, close, holds, nativeTry, newEngine, open, same, serve, test } from './lib.mjs';

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

export default async function run() {
  const { games } = await serve(newEngine()).about();
  for (const { id } of games.filter((g) => g.lessons && GAMES.includes(g.id))) {
    await test(`${id}: the lessons, by their own button, at 360 px`, async () => {
      const page = await open(`#/tutorial/${id}`, { width: 360, height: 740 });
      const made = [];
      for (let i = 0; i < 60; i++) {
        await page.waitForSelector('.lesson[data-step=end], [data-tutor]');
        if (await page.$('.lesson[data-step=end]')) break;
        const button = await page.$('[data-tutor]');
        const box = await button.boundingBox();
        holds(box.y >= 0 && box.y + box.height <= 740, `the suggestion is in view: ${JSON.stringify(box)}`);
        made.push(await button.getAttribute('data-tutor'));
        const turn = await page.getAttribute('.lesson', 'data-turn');
        await button.click();
        await page.waitForFunction((n) => document.querySelector('.lesson')?.dataset.turn !== n, turn);
      }
      holds(await page.$('.lesson[data-step=end]'), 'the end is reached');
      holds(made.length >= 8, 'there were lessons');
      same(made, typed(id), 'the same as at the terminal');
      await close(page);
    });
  }
}
