// rulebooks.mjs - the rulebooks in other languages are whole, and none is older than the English.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds, newEngine, place, root, same, serve, test } from './lib.mjs';

const books = join(root, 'web/src/words/rulebooks');
const fingerprint = (c) => createHash('sha256').update([c.text, c.reading, c.dead].join('\n')).digest('hex').slice(0, 8);
/** Numbers, clauses, cards and moves are the same in every language. */
const figures = (text) => (text.match(/§?\d+(\.\d+)*/g) ?? []).sort();

export default async function run() {
  const service = serve(newEngine());
  const { games } = await service.about();
  for (const language of readdirSync(books))
    for (const { id } of games)
      await test(`${id}: every clause in ${language}`, async () => {
        const file = join(books, language, `${id}.json`);
        const book = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
        const clauses = await service.rules(id);
        const todo = clauses.filter((c) => book[c.id]?.of !== fingerprint(c));
        if (todo.length > 0) {
          mkdirSync(place('todo'), { recursive: true });
          const frame = Object.fromEntries(todo.map((c) => [c.id, { of: fingerprint(c), text: c.text, reading: c.reading, dead: c.dead }]));
          writeFileSync(place(`todo/${language}-${id}.json`), `${JSON.stringify(frame, null, 1)}\n`);
        }
        same(todo.map((c) => c.id), [], 'missing or older than the English');
        same(Object.keys(book), clauses.map((c) => c.id), 'clauses and their order');
        for (const c of clauses) {
          const said = book[c.id];
          for (const part of ['text', 'reading', 'dead']) {
            same(Boolean(said[part]), Boolean(c[part]), `${c.id}: ${part}`);
            same(figures(said[part]), figures(c[part]), `${c.id}: figures of its ${part}`);
          }
          holds(said.text !== c.text || c.text.length < 30, `${c.id} is in English still`);
        }
      });
}
