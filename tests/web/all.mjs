// all.mjs - runs the tests of the page, one file after another, and counts.
import { finish, setUp } from './lib.mjs';

const [bylaw, out, ...names] = process.argv.slice(2);
await setUp(bylaw, out);
for (const name of names.length > 0 ? names : ['serve', 'same', 'json', 'engine', 'rulebooks', 'draft', 'words', 'page', 'kept', 'review', 'table', 'play', 'lessons', 'wars', 'workshop', 'friends', 'bars']) {
  console.log(`== ${name}`);
  await (await import(`./${name}.mjs`)).default();
}
await finish();
