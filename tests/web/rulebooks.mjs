// rulebooks.mjs - what the rules say, in the languages of the catalogues that the page loads.
// That catalogues are whole is held where they are made: tools/po.py.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds, newEngine, place, root, same, serve, test } from './lib.mjs';

const site = place('site');
const long = (text) => text.length >= 30;

/** All that people read of a game. */
async function said(service, id) {
  const game = (await service.about()).games.find((g) => g.id === id);
  const clauses = await service.rules(id);
  return [
    ...clauses.flatMap((c) => [c.text, c.reading, c.dead]), game.goal, ...[...game.guide, ...game.terms].map((row) => row.text),
    ...[...game.options, ...game.rulings].map((o) => o.text),
  ];
}

export default async function run() {
  const service = serve(newEngine());
  const { games } = await service.about();
  const catalogues = readdirSync(site).filter((name) => name.endsWith('.mo') && !name.endsWith('.first.mo'));
  const bytes = (name) => new Uint8Array(readFileSync(join(site, name))).buffer;
  await test('there are catalogues', () => same(catalogues, ['de.mo', 'sk.mo']));
  for (const name of catalogues)
    for (const { id } of games)
      await test(`${id} in ${name}`, async () => {
        holds(await service.speak(null), 'English');
        const english = await said(service, id);
        holds(await service.speak(bytes(name)), 'a catalogue');
        const other = await said(service, id);
        same(other.length, english.length, 'texts');
        for (const [i, text] of english.entries()) {
          same(Boolean(other[i]), Boolean(text), `there is a text for: ${text}`);
          holds(!long(text) || other[i] !== text, `in English still: ${text}`);
        }
      });
  await test('what a first visit loads has everything but clauses and lessons', async () => {
    for (const name of catalogues) {
      const both = [];
      for (const file of [name, name.replace('.mo', '.first.mo')]) {
        await service.speak(bytes(file));
        both.push([await service.about(), await service.rules(games[0].id)]);
      }
      same(both[1][0], both[0][0], `the games in ${name}`);
      holds(JSON.stringify(both[0][1]) !== JSON.stringify(both[1][1]), 'the clauses wait');
    }
  });
  await test('Slovak: "prehrať" is to lose, and nothing else; whoever reads is "ty"', () => {
    const words = readFileSync(join(root, 'web/src/words/sk.ts'), 'utf8');
    for (const [, before] of words.matchAll(/(\w+): '[^']*prehr/gi)) holds(['lost', 'loser'].includes(before), `${before}: prehr…`);
    same(words.match(/(?<!\p{L})(vás|vám|vaš\p{L}*|váš\p{L}*|\p{L}+([íáe]te|[jdťďňšžc]te))(?!\p{L})/giu)
      ?.filter((word) => !['siete', 'ešte', 'mieste'].includes(word.toLowerCase())) ?? [], [], 'forms of "vy"');
  });
  await test('facts in German, with cards and seats to draw', async () => {
    await service.speak(bytes('de.mo'));
    const setup = { game: 'pharaoh', players: 2, options: {}, rulings: {}, seed: '1', bots: [null, null] };
    const { table } = await service.deal(setup);
    const { fact } = await service.submit(table, 1, 'draw');
    same(fact.text, 'am Zug ist Spieler 1');
    same(fact.format, 'it is {your turn|the turn of %p}');
    same(fact.parts, ['am Zug ist ', { p: 0 }]);
  });
  await test('what is no catalogue changes nothing', async () => {
    await service.speak(bytes('de.mo'));
    const before = await said(service, 'pharaoh');
    same(await service.speak(new TextEncoder().encode('no catalogue').buffer), false);
    same(await said(service, 'pharaoh'), before);
  });
}
