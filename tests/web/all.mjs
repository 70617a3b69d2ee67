// all.mjs - runs the tests of the page and counts: each file in a process of its own, with a browser of its
// own, as many at once as BYLAW_AT_ONCE says.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [bylaw, out, ...names] = process.argv.slice(2);
// The first builds the page again, and so is alone; then those that take longest begin.
const ALL = ['serve', 'table', 'friends', 'wars', 'page', 'kept', 'workshop', 'lessons', 'review', 'draft', 'play', 'bars', 'json', 'same',
  'engine', 'rulebooks', 'words'];
const ONE = fileURLToPath(new URL('one.mjs', import.meta.url));

let passed = 0, failed = 0;
const flaky = [], running = new Set();
process.on('exit', () => running.forEach((child) => child.kill()));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** Runs a file, tells what it said when it is done, and counts by its last lines. */
function run(name) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [ONE, bylaw, out, name], { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    running.add(child);
    for (const from of [child.stdout, child.stderr]) from.on('data', (more) => { text += more; });
    child.on('close', (status) => {
      running.delete(child);
      const [, good, bad] = text.match(/^counted: (\d+) passed, (\d+) failed$/m) ?? [];
      console.log(`== ${name}\n${text.replace(/^(counted|flaky): .*\n/gm, '').trimEnd()}`);
      if (good === undefined) console.log(`FAILED  ${name} ended with ${status}, and did not count`);
      passed += Number(good ?? 0);
      failed += Number(bad ?? 1);
      flaky.push(...[...text.matchAll(/^flaky: (.*)$/gm)].map(([, test]) => test));
      done();
    });
  });
}

const waiting = names.length > 0 ? names : ALL;
if (waiting[0] === 'serve') await run(waiting.shift());
const work = async () => { while (waiting.length > 0) await run(waiting.shift()); };
await Promise.all(Array.from({ length: Number(process.env.BYLAW_AT_ONCE ?? 1) }, work));
for (const test of flaky) console.log(`web flaky: ${test}`);
console.log(`web: ${passed} passed, ${failed} failed`);
process.exit(failed > 0 || flaky.length > 1 ? 1 : 0);
