// one.mjs - runs the tests of one file; the last lines count them (all.mjs).
import { finish, setUp } from './lib.mjs';

const [bylaw, out, name] = process.argv.slice(2);
await setUp(bylaw, out, name);
await (await import(`./${name}.mjs`)).default();
await finish();
