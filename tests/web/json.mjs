// json.mjs - jansson as WebAssembly reads what JavaScript reads, and transcripts that were damaged
// are judged as the native program judges them, in the same words.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds, nativeTry, newEngine, root, same, source, test } from './lib.mjs';

/** A small generator, so that a failure can be had again. */
function random(seed) {
  let s = seed >>> 0;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 2 ** 32) * n);
  };
}

const JUNK = ['', '"', '\\', '{', '}', '[', ']', ':', ',', '0', '-', '1e5', '.5', 'null', 'true', '\\u00e9', '\\ud83d\\ude00', '\\ud800', '\\u0000', 'é', '\t', '??', '"t"', '9', '99999'];

function damage(text, next) {
  const at = next(text.length + 1);
  const cut = next(4);
  return text.slice(0, at) + JUNK[next(JUNK.length)] + text.slice(at + cut);
}

function parses(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export default async function run() {
  const engine = newEngine();
  const folder = join(root, 'tests/data/examples');
  const examples = readdirSync(folder).filter((f) => f.endsWith('.jsonl')).map((f) => readFileSync(join(folder, f), 'utf8'));

  await test('every example is accepted and can be taken up', () => {
    for (const text of examples) {
      same(engine.ask('verify', { transcript: text }).ok, true, 'verify');
      engine.ask('close', { table: engine.ask('resume', { transcript: text }).table });
    }
  });

  await test('3000 damaged texts: JSON exactly where JavaScript says so', () => {
    const next = random(1);
    const whole = '{"ask":"deal","game":"pharaoh","players":3,"options":{},"rulings":{"stack-sevens":"yes"},"seed":"1","bots":[null,"greedy","random"]}';
    for (let i = 0; i < 3000; i++) {
      let text = whole;
      for (let k = next(3); k >= 0; k--) text = damage(text, next);
      const { answer, error: message = '' } = JSON.parse(engine.text(text));
      if (answer) engine.ask('close', { table: answer.table });
      const odd = /duplicate|\\u0000|too big|overflow|NUL byte|invalid Unicode/.test(message);   // refused by design
      holds(odd || parses(text) !== /not JSON/.test(message), `${text}\n${message}`);
    }
  });

  await test('400 damaged transcripts: the native verdict, and its reason', () => {
    const next = random(2);
    for (let i = 0; i < 400; i++) {
      const lines = examples[next(examples.length)].split('\n').slice(0, 12 + next(30));
      const at = next(lines.length);
      lines[at] = damage(lines[at], next);
      const text = lines.join('\n') + '\n';
      const theirs = nativeTry(['verify', '-'], text);
      const ours = engine.ask('verify', { transcript: text });
      same(ours.ok, theirs.status === 0, `verdict on\n${lines[at]}\n${theirs.err}${theirs.out}`);
      const told = theirs.err + theirs.out;
      const why = ours.why.replace(/^line 1, /, '');   // of the line, not of the whole
      if (!ours.ok) holds(told.includes(why) && told.includes(String(ours.line)), `${lines[at]}\n${told}\n${ours.line}: ${ours.why}`);
    }
  });

  await test('2000 damaged links: each is refused, or is the link of a table', async () => {
    const { fromLink, toLink } = await source('link');
    const next = random(3);
    const played = nativeTry(['simulate', 'pharaoh', '--games', '1', '--players', '3', '--seed', '5', '--ruling', 'stack-sevens=as-written', '--transcript', '-'])
      .out.trim().split('\n').map((line) => JSON.parse(line));
    const setup = { game: 'pharaoh', players: 3, seed: played[0].seed, rulings: { 'stack-sevens': 'as-written' }, options: {}, bots: [null, 'greedy', 'random'] };
    const moves = played.filter((line) => line.t === 'move').slice(0, 6).map((line) => [line.seat, line.move]);
    const deal = (linked) => {
      const { answer, error } = JSON.parse(engine.text(JSON.stringify({ ask: 'deal', ...linked.setup, moves: linked.moves })));
      if (answer) engine.ask('close', { table: answer.table });
      holds(answer || error, 'an answer');
      return Boolean(answer);
    };
    const whole = (await toLink({ setup, you: 0, moves })).replace('#/play?', '');
    const undamaged = await fromLink(whole);
    same(undamaged, { setup, you: 0, moves }, 'the link');
    holds(deal(undamaged), 'the link is dealt');
    let dealt = 0, refused = 0;
    for (let i = 0; i < 2000; i++) {
      let text = whole;
      for (let k = next(2); k >= 0; k--) text = damage(text, next);
      const linked = await fromLink(text).catch(() => null);   // the page says that it is damaged
      if (linked && deal(linked)) dealt++;
      else refused++;
    }
    holds(dealt > 0 && refused > dealt / 10, `${dealt} dealt, ${refused} refused`);
  });
}
