// wars.mjs - Predicate Wars through the page: whole games, its tutorial, refusals, secrets, drafts,
// replay, and every one of its screens without barriers.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SETUP, TO } from './draft.mjs';
import { LANGUAGES, WORDS as PAGE, allIsSaid, axe, close, fromMenu, holds, keptGame, moveCount, moved, native, nativeTry, newEngine, open, place, readLesson, root, same, serve, settled, table, tableLink, test, unseal, written } from './lib.mjs';

const MOST = 200;   // turns of the person
const SOUND = 'logic:sound,evaluation:yes,proof-cost:points';
const WORDS = { '∀': 'forall', '∃': 'exists', '¬': 'not ', '∧': ' and ', '∨': ' or ', '→': ' imply ' };
/** As somebody types it who has no such keys. */
const typed = (statement) => statement.replace(/[∀∃¬∧∨→]/g, (c) => WORDS[c]);

const phase = (page) => page.getAttribute('.pw-now', 'data-phase');
const made = (page, n) => page.waitForFunction((k) => Number(document.querySelector('.log')?.getAttribute('start') ?? 0) > k || document.querySelector('[data-status=over]'), n);
const ids = (move) => [...move.matchAll(/#(\d+)/g)].map((m) => m[1]);

async function save(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), fromMenu(page, 'Save')]);
  await download.saveAs(place(name));
  return place(name);
}

// ---- hands: what presses, what types -----------------------------------------------------

const mouse = {
  hint: (page) => page.click('.tools button:text-is("Hint")'),
  press: (page, what) => page.click(what),
  write: (page, what, text) => page.fill(what, text),
  tag: (page, tag) => page.click(`[name=pw-tag][value=${tag}]`),
  send: (page) => page.click('[data-submit]'),
};

async function tabTo(page, what) {
  for (let i = 0; i < 250; i++) {
    if (await page.evaluate((s) => document.activeElement.matches(s), what)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${what}`);
}
const keys = {
  hint: async (page) => {
    // Where something is written a letter is only a letter: there the button is the way.
    const writing = await page.evaluate(() => !!document.activeElement.closest('input, textarea, select, [data-writes], .workshop'));
    if (!writing) return page.keyboard.press('h');
    await tabTo(page, '.tools button:first-child');
    return page.keyboard.press('Enter');
  },
  press: async (page, what) => {
    await tabTo(page, what);
    await page.keyboard.press('Enter');
  },
  write: async (page, what, text) => {
    await tabTo(page, what);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  },
  tag: async (page, tag) => {
    await tabTo(page, '[name=pw-tag]');
    await page.keyboard.press('Space');
    for (let i = 0; i < 3 && !await page.isChecked(`[name=pw-tag][value=${tag}]`); i++) await page.keyboard.press('ArrowRight');
  },
  send: async (page) => {
    await tabTo(page, '#pw-cost');
    await page.keyboard.press('Enter');
  },
};

/** Carries a move out with what lies on the table. */
async function act(page, move, by) {
  const edit = /^edit #(\d+) (\w+) (\d+) (.+)$/.exec(move);
  if (edit) {
    await by.press(page, `button[data-pw="${edit[1]}"]`);
    await page.waitForSelector('.pw-editor');
    await by.write(page, '#pw-statement', typed(edit[4]));
    await by.tag(page, edit[2]);
    await by.write(page, '#pw-cost', edit[3]);
    return by.send(page);
  }
  const rule = /^buy-rule (.+) (\d+)$/.exec(move);
  if (rule) {
    await by.press(page, '[data-write-rule]');
    await by.write(page, '#pw-statement', typed(rule[1]));
    await by.write(page, '#pw-cost', rule[2]);
    return by.send(page);
  }
  if (/^(play|discard) /.test(move)) {
    // The hint has chosen the cards already.
    await page.waitForSelector(`[data-move="${move}"]`);
    same(await page.$$eval('.pw-card.chosen', (all) => all.map((e) => e.dataset.pw).sort()), ids(move).sort(), 'the cards of the hint are chosen');
    return by.press(page, `[data-move="${move}"]`);
  }
  if (/^(prove|refute|buy-proof) /.test(move)) return by.press(page, '[data-take]');
  return by.press(page, `[data-move="${move}"]`);
}

async function playThrough(by, seed, pageHow = {}) {
  const page = await table('predicate-wars', { players: 2, seed, rulings: SOUND }, pageHow);
  const kinds = new Set();
  let turns = 0, task = '';
  while (await settled(page) === 'yours' && turns++ < MOST) {
    if (await phase(page) !== task) {
      task = await phase(page);
      const top = await page.$eval('.pw-now h2', (e) => e.getBoundingClientRect().top / innerHeight);
      holds(top >= 0 && top < .8, `turn ${turns}, ${task}: what is due begins at ${top} of the window`);
    }
    const n = await moveCount(page);
    await by.hint(page);
    await page.waitForSelector('[data-take]').catch(async (error) => { throw new Error(`turn ${turns}, ${await phase(page)}, no hint; the focus is on ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 120))}: ${error.message}`); });
    const move = await page.getAttribute('[data-take]', 'data-take');
    kinds.add(move.split(' ')[0]);
    await act(page, move, by).then(() => made(page, n)).catch((error) => { throw new Error(`turn ${turns}, ${move}: ${error.message}`); });
  }
  holds(turns < MOST, 'the game comes to an end');
  same(await page.getAttribute('.status .clause-link', 'data-clause'), 'V.1', 'the clause that ended it');
  holds(turns > 10, 'it was scrolled through');
  const end = await page.$eval('.result', (e) => e.getBoundingClientRect());
  holds(end.top >= 0 && end.bottom <= page.viewportSize().height, `the end lies between ${end.top} and ${end.bottom}`);
  for (const kind of ['edit', 'done', 'play', 'prove', 'pass']) holds(kinds.has(kind), `no ${kind} in this game: ${[...kinds]}`);
  await page.waitForFunction(() => {
    const hands = [...document.querySelectorAll('.pw-around .pw-fold[open] .pw-card')];   // of who is out: on the drop pile
    return hands.length > 0 && !hands.some((e) => e.matches('.unseen-effect'));
  });
  const verdict = nativeTry(['verify', await save(page, 'test/wars.jsonl')]);
  holds(verdict.status === 0, verdict.err + verdict.out);
  console.log(`        ${turns} turns, ${await moveCount(page)} moves: ${[...kinds].join(' ')}`);
  await close(page);
}

// ---- the tutorial ---------------------------------------------------------------------------

/** One step, as the comments say: the button of the tutor, and the editor that it fills in. */
async function follow(page, look) {
  const n = await moveCount(page);
  await readLesson(page, look);
  const move = await page.getAttribute('[data-tutor]', 'data-tutor');
  await page.click('[data-tutor]');
  if (/^(edit|buy-rule)/.test(move)) {
    // What was filled in is handed in by a button that says so, here and there.
    await page.waitForSelector('.pw-sheet .lesson');
    await readLesson(page, look);
    same(await page.textContent('.lesson [data-next]'), await page.textContent('[data-submit]'), 'what is to be pressed');
    holds((await page.textContent('.lesson-words')).includes(await page.textContent('[data-submit]')), 'and the lesson says so');
    await page.click('.lesson [data-next]');
  }
  await made(page, n);
  await settled(page);
  return move;
}

async function lesson(how) {
  const page = await open('#/tutorial/predicate-wars', how);
  await page.waitForSelector('.lesson');
  return page;
}

// ---- looks ------------------------------------------------------------------------------------

async function look(page, name) {
  await page.screenshot({ path: place(`shots/wars-${name}.png`), fullPage: true });
  const [has, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  holds(has <= seen, `${name}: ${has} wide on ${seen}`);
  same(await page.$$eval('.log li', (all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)), [], `${name}: what runs out of the log`);
  await axe(page, name);
}

function refusal(move, position) {
  return JSON.parse(nativeTry(['explain', 'predicate-wars', move, '--json'], position).out).clauses.find((c) => !c.holds).id;
}

export default async function run() {
  await test('a whole game by mouse, on a phone: what is due next is in view', () => playThrough(mouse, 7, { width: 360, height: 740 }));
  await test('a whole game by keyboard alone', () => playThrough(keys, 7));

  await test('the tutorial, by its own controls: the same game as at the terminal', async () => {
    const page = await open('');
    await page.click('a[href="#/tutorial/predicate-wars"]');
    await page.waitForSelector('.lesson[data-step=welcome]');
    // The first card by hand: a useful statement, a tag, a cost.
    await page.click('button[data-pw="0"]');
    await page.click('[data-template="attack-player"]');
    await page.waitForSelector('[data-points="20"]');
    same(await page.getAttribute('[data-charge]', 'data-charge'), '40', 'what it costs');
    await page.click('[name=pw-tag][value=paper]');
    await page.fill('#pw-cost', '10');
    await page.click('[data-submit]');
    await page.waitForSelector('.lesson[data-step=second]');
    await page.reload();   // the comments go on where they were
    await page.waitForSelector('.lesson[data-step=second]');
    const typedThere = ['edit #0 paper 10 ([PLAYER]([chosenPlayer](1))→[ATK]([chosenPlayer](1),20))'];
    for (const step of ['second', 'enough', 'enough_blanks', 'editing', 'claim', 'claimed']) {
      await page.waitForSelector(`.lesson[data-step=${step}]`);
      typedThere.push(await follow(page));
    }
    await page.waitForSelector('.lesson[data-step=refuting]');
    holds(/is to happen/.test(await page.textContent('.pw-row.effect')), 'the effect is marked');
    await page.waitForSelector('.workshop [data-coach=look]');
    await page.click('.workshop [data-row="1"] label');
    await page.click('.workshop [data-step="tF by comparison 1"]');
    await page.waitForSelector('.workshop [data-row="7"]');
    await page.waitForSelector('.workshop [data-coach=ends_by_one]');   // the comments follow the lines
    await page.click('.workshop .submit');
    await page.waitForSelector('.lesson[data-step=playing]');
    await page.click('button[data-pw="1"]');
    await page.click('button[data-pw="0"]');
    await page.click('[data-move="play #1 #0"]');
    typedThere.push('refute : tF by comparison 1 => 7', 'play #1 #0');
    for (const step of ['proving', 'subproof', 'rules', 'ruleBySubproof', 'drops', 'again', 'light_again', 'claimed', 'playing', 'provingAsIs']) {
      await page.waitForSelector(`.lesson[data-step=${step}]`);
      if (step === 'proving') holds(/Bruno/.test(await page.textContent('.workshop [data-coach]')), 'who is chosen has a name');
      typedThere.push(await follow(page));
    }
    await page.waitForSelector('.lesson[data-step=end]');
    same(await page.textContent('[data-seat="1"] [data-amount=health]').then((t) => parseInt(t, 10)), 60, 'both attacks have happened');
    const ours = unseal(await keptGame(page), 5);
    const file = written('terminal.jsonl');
    rmSync(file, { force: true });   // what is there is not written over
    nativeTry(['play', 'predicate-wars', '--tutorial', '--plain', '--save', file], `${typedThere.join('\n')}\n`);
    const theirs = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line))
      .filter((event) => event.t === 'move').map(({ seat, move }) => [seat, move]);
    holds(theirs.length > 15, `the terminal has played ${theirs.length} lines`);
    // In round 2 seat 1 thinks for itself, there as here.
    same(ours.slice(0, theirs.length), theirs.slice(0, ours.length), 'the moves');
    await close(page);
  });

  await test('truth values, signs, and how many cards are written explain themselves', async () => {
    for (const [language, yes, held] of [['en', 'true', '10 cards (1 written)'], ['de', 'wahr', '10 Karten (1 beschrieben)'], ['sk', 'pravda', '10 kariet (popísané: 1)']]) {
      const page = await lesson({ width: 360, height: 740, settings: { language } });
      const shown = (what) => page.$eval(what, (e) => getComputedStyle(e, '::after').content);
      await follow(page);
      await page.click('tr.yours .pw-has');
      same(await page.textContent('.tip'), held, 'what is held');
      await follow(page);
      const card = await page.waitForSelector('.pw-card:has(.token-truth)');
      await page.evaluate(() => document.activeElement.blur());
      same(await shown('.pw-card .token-truth'), 'none', 'at rest');
      await card.focus();
      same(await shown('.pw-card .token-truth'), `"tT: ${yes}"`, 'on a card');
      await close(page);
    }
  });

  await test('the lesson in the editor goes on where the one at the table ends, and keeps its place', async () => {
    const page = await lesson();
    const said = [], hear = async () => { said.push((await page.textContent('.lesson-words'))); };
    await readLesson(page, hear);
    await page.click('button[data-pw="0"]');
    await page.waitForSelector('.pw-sheet .lesson');
    await page.click('.lesson [data-go-on]');
    await page.waitForSelector('.lesson[data-thought^="2/"]');
    const there = await page.textContent('.lesson-words');
    holds(!said.includes(there), `${there} was said at the table`);
    await page.click('.pw-editor-head .quiet');
    await page.waitForSelector('.pw > .lesson');
    same(await page.textContent('.lesson-words'), said.at(-1), 'at the table again');
    await page.click('button[data-pw="0"]');
    await page.waitForSelector('.pw-sheet .lesson');
    same(await page.textContent('.lesson-words'), there, 'in the editor again');
    await page.click('.lesson-back');
    await page.waitForSelector('.lesson[data-thought^="1/"]');
    await close(page);
  });

  for (const [width, height] of [[360, 740], [740, 360], [1440, 900]])
    await test(`what a lesson asks for is marked and in view, and nothing stays under a bar, ${width}x${height}`, async () => {
      const page = await lesson({ width, height, init: () => {
        globalThis.isFree = (e) => {
          const r = e.getBoundingClientRect(), x = r.left + Math.min(r.width / 2, 20);
          return [r.top + 3, Math.min(r.bottom - 3, r.top + 60)].every((y) => {
            const hit = document.elementFromPoint(x, y);
            return hit && (e.contains(hit) || hit.contains(e));
          });
        };
      } });
      while (await page.getAttribute('.lesson', 'data-step') !== 'end') {
        await readLesson(page, allIsSaid);
        const step = await page.getAttribute('.lesson', 'data-step');
        await page.waitForFunction(() => !document.querySelector('.workshop') || document.querySelector('.finish'));
        const target = await page.waitForSelector('.pw-now .taught, .bar .taught, #workshop-head');
        holds(await target.evaluate((e) => globalThis.isFree(e)), `${step}: what is to be chosen is in view`);
        const under = await page.$$eval('.pw :is(button, input, select, summary, h2, h3)', (all) => all.filter((e) => {
          if (!e.checkVisibility() || e.closest('.unseen, .lesson')) return false;
          e.scrollIntoView({ block: 'nearest' });
          return !globalThis.isFree(e);
        }).map((e) => e.outerHTML.slice(0, 100)));
        same(under, [], `${step}: what stays under a bar`);
        await follow(page, allIsSaid);
      }
      await close(page);
    });

  await test('on a phone the phases stand in a line, and a card to write on is in view, also at a first game', async () => {
    for (const language of LANGUAGES) {
      const page = await table('predicate-wars', { players: 2, seed: 4 }, { width: 360, height: 740, known: false, settings: { language } });
      const tall = await page.locator('.pw-progress').evaluate((e) => e.getBoundingClientRect().height);
      await page.waitForSelector('button[data-pw]');
      holds(tall < 40, `${language}: the phases are ${tall} pixels tall`);
      for (const part of PAGE[language].pw.parts) holds((await page.textContent('.pw-progress')).includes(part), `${language}: ${part} is called so`);
      const [card, bar] = await page.evaluate(() => ['button[data-pw]', '.bar'].map((e) => document.querySelector(e).getBoundingClientRect()).map((r) => [r.top, r.bottom]));
      holds(card[1] <= bar[0] + 1, `${language}: a card ends at ${card[1]}, the bar begins at ${bar[0]}`);
      await close(page);
    }
  });

  await test('on a phone a useful statement is chosen, and what else a card needs is near it', async () => {
    const page = await table('predicate-wars', { players: 2, seed: 4 }, { width: 360, height: 740 });
    await page.click('button[data-pw="0"]');
    // What one can begin with lies there as long as nothing is written, and is out of the way then.
    const first = (await (await page.waitForSelector('[data-template]')).boundingBox());
    holds(first.y + first.height < 740, `the first useful statement ends at ${first.y + first.height}`);
    await page.fill('#pw-statement', 'P');
    await page.waitForSelector('[data-template]', { state: 'hidden' });
    await page.fill('#pw-statement', '');
    await page.click('[data-template="attack-player"]');
    await page.waitForSelector('[data-points="20"]');
    holds(!await page.isVisible('[data-template]'), 'what was chosen closes the list');
    const below = await page.evaluate(() => document.querySelector('.pw-tags').getBoundingClientRect().bottom - document.querySelector('.pw-editor-foot').getBoundingClientRect().top);
    holds(below <= 100, `the tag lies ${below} pixels below the fold`);
    await close(page);
  });

  await test('two cards that may not be played together say why, in view', async () => {
    for (const [width, height] of [[1280, 720], [360, 740]]) {
      const kept = JSON.stringify({ setup: SETUP, you: 0, moves: TO.prove.slice(0, -1) });
      const page = await open('#/play', { width, height, stored: { 'bylaw.game': kept } });
      for (const id of [0, 1]) await page.click(`button[data-pw="${id}"]`);   // the main card has more points
      await page.waitForFunction(() => {
        const r = document.querySelector('.refusal .clause-link')?.getBoundingClientRect();
        return r && document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)?.closest('.refusal');
      });
      holds(/^Possible now: Play #1 with #0/.test(await page.textContent('.refusal .instead-of')), await page.textContent('.refusal'));
      await close(page);
    }
  });

  await test('refusals: the clauses of the native program, and nothing written is lost', async () => {
    const page = await table('predicate-wars', { players: 2, seed: 4 });
    const position = native(['new', 'predicate-wars', '--players', '2', '--seed', '4']);
    const dear = Array(10).fill('[ATK](1,20)').reduce((x, y) => `(${x}∧${y})`);
    for (const [cost, statement] of [['101', 'P'], ['1', dear]]) {
      await page.click('button[data-pw="0"]');
      await page.fill('#pw-statement', statement);
      await page.click('[name=pw-tag][value=rock]');
      await page.fill('#pw-cost', cost);
      await page.click('[data-submit]');
      const right = refusal(`edit #0 rock ${cost} ${statement}`, position);
      await page.waitForSelector(`.pw-editor .refusal .clause-link[data-clause="${right}"]`);
      same([await page.inputValue('#pw-statement'), await page.inputValue('#pw-cost')], [statement, cost], 'what was written');
      // It is told once, with what can be done, until something else is written.
      await page.waitForSelector('.pw-editor-end [data-points]');
      same(await page.$$eval('.pw-editor .refusal, [data-refused]', (all) => all.length), 1, 'times that it is refused');
      holds(/^Possible now: (?!.*write)./.test(await page.textContent('.refusal .instead-of')), await page.textContent('.refusal'));
      await page.fill('#pw-cost', `1${cost}`);
      await page.waitForSelector('[data-refused]');
      holds(!await page.$('.pw-editor .refusal'), 'what was said of something else is gone');
      await page.click('.pw-editor .quiet');
    }
    // Where it cannot be read.
    await page.click('button[data-pw="0"]');
    await page.fill('#pw-statement', '(P∧)');
    await page.waitForSelector('.pw-fault mark');
    same(await page.textContent('.pw-fault mark'), ')', 'the sign that is wrong');
    // A sign goes where the cursor is, and round what is marked.
    await page.fill('#pw-statement', 'PQ');
    await page.$eval('#pw-statement', (e) => e.setSelectionRange(1, 1));
    await page.click('[data-sign="∧"]');
    same(new Set(await page.$$eval('.pw-signs:first-child .pw-key', (all) => all.map((e) => e.offsetTop))).size, 1, 'rows of the first signs');
    same(await page.inputValue('#pw-statement'), 'P∧Q', 'at the cursor');
    await page.$eval('#pw-statement', (e) => e.setSelectionRange(2, 3));
    await page.click('[data-sign="¬"]');
    same(await page.inputValue('#pw-statement'), 'P∧(¬Q)', 'round the marked text');
    await page.waitForSelector('[data-points="4"]');
    // A figure does not make the first move of the list while something is written.
    await page.focus('[data-sign="∧"]');
    await page.keyboard.press('1');
    await page.fill('#pw-statement', 'P');   // the answer to this comes after one to a move
    await page.waitForSelector('[data-points="1"]');
    same([await moveCount(page), await phase(page)], [0, 'setup'], 'moves made by a figure');
    await close(page);
  });

  await test('the editor opens in view, says what a card would do, and never offers what is refused', async () => {
    for (const [width, height] of [[360, 640], [740, 360], [1440, 900]]) for (const hash of [tableLink('predicate-wars', { players: 2, seed: 4 }), '#/tutorial/predicate-wars']) {
      const page = await open(hash, { width, height });
      await page.click('button[data-pw="0"]');
      await page.waitForSelector('dialog.pw-sheet[open]');
      holds(await page.evaluate(() => document.activeElement.id) === 'pw-statement', 'the statement has the focus');
      const inView = () => page.$$eval('#pw-statement, [data-submit], .pw-editor-end', (all) => all.every((e) => {
        const { top, bottom } = e.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }));
      holds(await inView(), `statement, cost and submit are in view at ${width}, ${hash}`);
      if (width === 360) same(await page.$eval('.pw-sheet', (e) => [e.getBoundingClientRect().width, e.getBoundingClientRect().height]), [360, 640], 'a sheet over all of a phone');
      // Free of charge by its points, but its cost is more than there is power: the rules say so at once.
      await page.fill('#pw-statement', 'tT');
      await page.waitForSelector('[data-charge="0"]');
      await page.fill('#pw-cost', '101');
      await page.waitForSelector('[data-refused]');
      holds(!await page.$('[data-charge]') && !/[Ww]riting it is free/.test(await page.textContent('.pw-editor')), 'nothing is offered for free');
      await page.fill('#pw-cost', '3');
      await page.waitForSelector('[data-charge="0"]');
      await page.fill('#pw-statement', '[ATK]([chosenPlayer](1),20)');
      await page.waitForSelector('[data-points="10"]');
      same(await page.textContent('.pw-canonical .plain'), 'the chosen player is attacked for 20', 'in plain words');
      await page.$eval('.pw-editor-body', (e) => e.scrollTo(0, e.scrollHeight));
      holds(await page.$eval('[data-submit]', (e) => e.getBoundingClientRect().bottom <= innerHeight), 'submit sticks');
      await page.click('[name=pw-tag][value=rock]');
      await page.click('[data-submit]');
      await page.waitForSelector('div[data-pw="0"] .plain, button[data-pw="0"] .plain');
      same(await page.textContent('[data-pw="0"] .plain'), 'the chosen player is attacked for 20', 'on the card');
      holds((await page.textContent('[data-pw="0"]')).includes('[ATK]'), 'with the statement beside it');
      await page.click('button[data-pw="1"]');
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => !document.querySelector('dialog[open]'));
      await close(page);
    }
  });

  await test('a hint in the set-up is a card of a plan, with what it is for', async () => {
    const page = await table('predicate-wars', { players: 2, seed: 4 });
    for (const [says, statement] of [['cannot be refuted', 'tT'], ['half attack', 'tT']]) {
      await page.click('.tools button:text-is("Hint")');
      holds((await page.textContent('.message')).includes(says), says);
      await page.click('[data-take]');
      await page.waitForSelector('[data-points]');
      same(await page.inputValue('#pw-statement'), statement, 'what is filled in');
      const n = await moveCount(page);
      await page.click('[data-submit]');
      await moved(page, n);
    }
    await close(page);
  });

  await test('amounts, piles, tag and cost explain themselves', async () => {
    const page = await table('predicate-wars', { players: 2, seed: 4 });
    const shown = (words) => page.waitForFunction((w) => document.querySelector('[role=tooltip]')?.textContent.includes(w), words);
    for (const [column, words] of [['health', 'out of the game'], ['power', 'claiming'], ['potency', 'end of a round']]) {
      await page.focus(`[data-column=${column}] .term`);
      await shown(words);
    }
    await page.evaluate(() => document.activeElement.blur());
    for (const [pile, words] of [['deck', 'nobody holds'], ['discard', 'put away'], ['rules', 'bought with potency']]) {
      await page.hover(`summary[data-term=${pile}]`);
      await shown(words);
    }
    await page.click('button[data-pw="0"]');
    for (const [what, words] of [['.pw-tags', 'scissors'], ['.pw-cost-row', 'pays to claim']]) {
      await page.click(`${what} .term`);
      await shown(words);
    }
    await close(page);
  });

  await test('the heads of the table are whole words on phones', async () => {
    for (const language of ['en', 'de', 'sk']) {
      const page = await table('predicate-wars', { players: 2, seed: 4 }, { width: 390, height: 800, settings: { language } });
      const tall = await page.$$eval('.pw-glance thead .pw-column', (all) => all.filter((e) => e.getClientRects().length > 1 || e.offsetHeight > 24).map((e) => e.textContent));
      same(tall, [], `heads that break in ${language}`);
      await look(page, `heads-${language}`);
      await close(page);
    }
  });

  await test('all columns of the table have names on a phone, in the last phases too', async () => {
    const page = await lesson({ width: 360, height: 740 });
    while (!await page.$('.pw-glance.full')) await follow(page);
    const kept = await page.evaluate(() => ({ ...localStorage }));
    await page.context().close();
    for (const language of LANGUAGES) {
      const again = await open('#/play', { width: 360, height: 740, settings: { language }, stored: { ...kept, 'bylaw.settings': JSON.stringify({ pace: 'none', motion: 'off', language }) } });
      await again.waitForSelector('.pw-glance.full');
      const heads = await again.$$eval('.pw-glance thead .pw-column', (all) => all.map((e) => { const r = e.getBoundingClientRect(); return [e.textContent, r.left, r.right, r.height, e.scrollWidth - e.clientWidth]; }));
      same(heads.length, 7, `columns in ${language}`);
      for (const [i, [name, left, right, height, over]] of heads.entries())
        holds(right - left > 12 && height > 8 && over <= 0 && (i === 0 || left >= heads[i - 1][2] - 1), `${language}: “${name}”, ${JSON.stringify(heads)}`);
      await look(again, `full-${language}`);
      await close(again);
    }
  });

  await test('why not: a main card with more points, and a blank card', async () => {
    const page = await lesson();
    while (await phase(page) !== 'playing') await follow(page);
    await page.click('button[data-pw="0"]');
    await page.click('button[data-pw="1"]');   // 20 points before 0
    await page.waitForSelector('.refusal .clause-link[data-clause="IV.4"]');
    holds(!await page.$('[data-move="play #0 #1"]'), 'it is not offered');
    await page.click('[data-swap]');
    await page.waitForSelector('[data-move="play #1 #0"]');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('.pw-card.chosen'));
    await page.click('button[data-pw="5"]');
    await page.waitForSelector('.refusal .clause-link[data-clause="IV.5"]');
    await page.click('.refusal .clause-link[data-clause="IV.5"]');
    await page.waitForSelector('.panel .clause.at');
    same(await page.textContent('.panel .clause.at .clause-id'), 'IV.5', 'the clause in the panel');
    await close(page);
  });

  await test('secrets: choices and effects that are not seen are nowhere in the page', async () => {
    const page = await lesson();
    const whole = () => page.evaluate(() => document.documentElement.outerHTML);
    while (await phase(page) !== 'claiming') await follow(page);
    for (const secret of ['(1&gt;2)', '(1>2)', '[ATK]([chosenPlayer](1),15)', 'ATK(chosenPlayer(1),15)']) holds(!(await whole()).includes(secret), `${secret} is in the page`);
    holds(/not seen/.test(await page.textContent('[data-pw="2"]')) && /\[ATK\]/.test(await page.textContent('[data-pw="2"]')), 'but the function in it is');
    const log = await page.$$eval('.log summary', (all) => all.map((e) => e.textContent));
    holds(log.some((l) => /^Bruno chose in secret/.test(l)), 'the choice of Phase I');
    while (await phase(page) === 'claiming') await follow(page);
    holds((await whole()).includes('(1&gt;2)'), 'once it is played everybody sees it');
    await close(page);
  });

  await test('a draft survives a reload, and is gone when it is made', async () => {
    const page = await table('predicate-wars', { players: 2, seed: 4 });
    await page.click('button[data-pw="1"]');
    await page.fill('#pw-statement', 'forall(x)[HEAL](x,15)');
    await page.click('[name=pw-tag][value=scissors]');
    await page.fill('#pw-cost', '7');
    await page.reload();
    await page.waitForSelector('[data-status]');
    await page.click('button[data-pw="1"]');
    same([await page.inputValue('#pw-statement'), await page.inputValue('#pw-cost'), await page.isChecked('[name=pw-tag][value=scissors]')],
      ['forall(x)[HEAL](x,15)', '7', true], 'the draft');
    await page.click('[data-submit]');
    await page.waitForSelector('[data-pw="1"].tag-scissors');
    holds(!/HEAL/.test(await page.evaluate(() => JSON.stringify(localStorage))), 'nothing is left of it');
    await close(page);
  });

  await test('what happens is announced, and the table is there in sentences', async () => {
    const page = await lesson();
    await page.evaluate(() => {
      globalThis.said = [];
      new MutationObserver(() => globalThis.said.push(document.querySelector('#live-a').textContent + document.querySelector('#live-b').textContent))
        .observe(document.querySelector('#live-a').parentElement, { subtree: true, childList: true, characterData: true });
    });
    while (await phase(page) !== 'proofs') await follow(page);
    const heard = await page.evaluate(() => globalThis.said);
    for (const part of [/Bruno played card #3, /, /You refuted the proof: /, /You attacked Bruno for 20, which leaves 80 health\./, /Your turn\./])
      holds(heard.some((h) => part.test(h)), `${part} in ${heard.join('\n')}`);
    await fromMenu(page, 'The table in words');
    const said = await page.textContent('.in-words');
    for (const part of [/Round 1/, /You: Health 100/, /Bruno: Health 80/, /Deck: /]) holds(part.test(said), said);
    await close(page);
  });

  await test('a lesson that is late: what was read stays, and its buttons do nothing', async () => {
    const page = await lesson({
      init: () => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message, ...rest) {
          const send = () => post.call(this, message, ...rest);
          if (globalThis.held && message[1] === 'lesson') globalThis.held.push(send);
          else send();
        };
      },
    });
    await page.click('button[data-pw="0"]');
    await page.waitForSelector('.pw-sheet .lesson');
    await readLesson(page);
    await page.click('[data-tutor]');
    await readLesson(page);
    await page.evaluate(() => { globalThis.held = []; });
    await page.click('.lesson [data-next]');
    await made(page, 0);
    await page.waitForSelector('.pw > .lesson');
    const [n, of] = (await page.getAttribute('.lesson', 'data-thought')).split('/');
    same(n, of, 'the thought that stands');
    same(await page.$$eval('.lesson .actions button:not(.lesson-close)', (all) => all.filter((e) => !e.disabled).length), 0, 'buttons of what is past');
    await page.evaluate(() => { globalThis.held.forEach((send) => send()); globalThis.held = null; });
    await page.waitForSelector('.lesson[data-step=second] [data-tutor]:enabled');
    await close(page);
  });

  for (const [how, skip] of [['a key', (page) => page.keyboard.press('n')], ['a button', (page) => page.click('.moves button:text-is("On to your turn")')]]) {
    await test(`who does not want to wait for what the others write skips with ${how}`, async () => {
      const page = await table('predicate-wars', { players: 3, seed: 4 }, { settings: { pace: 'slow' } });
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60000);   // from here on nobody moves by waiting
      await page.click('[data-move=done]');
      await page.waitForSelector('[data-status=theirs]');
      await skip(page);
      await settled(page);
      holds(await moveCount(page) > 10, 'all others have written their cards');
      await close(page);
    });
  }

  await test('a card that is claimed goes from where it lay to the hand', async () => {
    const page = await open('#/play', { settings: { motion: 'on', pace: 'fast' }, stored: { 'bylaw.game': JSON.stringify({ setup: SETUP, you: 0, moves: TO.prove.slice(0, 9) }) } });
    await page.evaluate(() => {
      globalThis.flights = {};
      const real = Element.prototype.animate;
      Element.prototype.animate = function animate(frames, how) {
        if (this.dataset.card) globalThis.flights[this.dataset.card] = frames[0].translate;
        return real.call(this, frames, how);
      };
    });
    const [, id] = /#(\d+)/.exec(await page.getAttribute('[data-move^="claim"]', 'data-move'));
    await page.click(`[data-move="claim #${id}"]`);
    const from = await page.waitForFunction((card) => globalThis.flights[card], `#${id}`).then((found) => found.jsonValue());
    holds(Math.abs(parseFloat(from.split(' ')[1])) > 20, `card #${id} comes from ${from}`);
    await close(page);
  });

  await test('replay: every move of the examples in words, proofs readable, and what the bot would do', async () => {
    const page = await open('#/replay');
    await page.setInputFiles('input[type=file]', join(root, 'tests/data/examples/predicate-wars-2.jsonl'));
    await page.waitForSelector('[data-game="predicate-wars"] .steps');
    await page.waitForFunction(() => document.querySelector('.checked').textContent.length > 5);
    const count = Number(await page.getAttribute('.steps input', 'max'));
    const to = (n) => page.$eval('.steps input', (e, v) => { e.value = v; e.dispatchEvent(new Event('input', { bubbles: true })); }, String(n));
    const raw = /^(edit|claim|discard|play|prove|refute|buy-proof|buy-rule|drop-rule|take|pass|done|leave|decline|accept)( |$)/;
    let proofs = 0;
    for (let i = 1; i <= Math.min(count, 60); i++) {
      await to(i);
      await page.waitForSelector(`[data-step="${i}"]`);
      const told = await page.textContent('.replay-event .unseen');
      holds(told && !raw.test(told), `move ${i} in words: ${told}`);
      if (await page.$('.pw-row.effect')) proofs++;
    }
    holds(proofs > 0, 'a proof was shown');
    await page.click('.instead button');
    await page.waitForSelector('.instead-move');
    holds((await page.textContent('.instead-move')).length > 2, 'the move of the bot');
    await look(page, 'replay');
    await close(page);
  });

  for (const [size, width, height, colorScheme, language] of [['phone', 360, 740, 'light', 'sk'], ['phone', 360, 740, 'dark', 'de'], ['desktop', 1280, 860, 'light', 'en']]) {
    await test(`every phase without barriers, ${size}, ${colorScheme}, ${language}`, async () => {
      const page = await lesson({ width, height, colorScheme, hasTouch: size === 'phone', settings: { language } });
      const called = (what) => `${what}-${size}-${colorScheme}-${language}`;
      await page.click('button[data-pw="0"]');
      await page.fill('#pw-statement', '[ATK](');
      const fault = { en: 'expected a term, found the end', de: 'erwartet wird ein Term, da steht das Ende', sk: 'čaká sa term, nasleduje koniec' }[language];
      holds((await page.textContent('.pw-fault p')).endsWith(`7: ${fault}`), await page.textContent('.pw-fault p'));
      await look(page, called('fault'));
      await readLesson(page);
      await page.click('[data-tutor]');
      await page.waitForSelector('[data-points]');
      await page.click('.pw-templates summary');
      await page.waitForSelector('[data-template]');
      await look(page, called('editor'));
      await page.click('[data-submit]');
      await made(page, 0);
      for (let i = 0; i < 14; i++) {
        await settled(page);
        const step = await page.getAttribute('.lesson', 'data-step');
        if (step === 'end') break;
        await readLesson(page);
        if (step !== 'second') await look(page, called(step));
        await follow(page);
      }
      await page.$$eval('.pw-rest details', (all) => all.forEach((e) => { e.open = true; }));
      await look(page, called('around'));
      await close(page);
    });
  }

  await test('a game of hundreds of moves stays quick and small', async () => {
    const engine = newEngine();
    const service = serve(engine);
    const t = await service.deal({ game: 'predicate-wars', players: 2, options: {}, rulings: {}, seed: '3', bots: ['random', 'random'] });
    for (let i = 0; i < 400 && await service.await(t.table); i++);
    const { count } = await service.view(t.table, -1);
    holds(count === 400, `only ${count} moves`);
    const from = performance.now();
    for (let i = 0; i < 10; i++) {
      await service.view(t.table, -1);
      await service.events(t.table, -1, count - 1);
      await service.keep(t.table, count - 1);
    }
    const each = (performance.now() - from) / 10;
    const megabytes = Math.round(engine.x.memory.buffer.byteLength / 1e6);
    console.log(`        after ${count} moves ${each.toFixed(1)} ms a move, ${megabytes} MB`);
    holds(each < 200, `${each} ms to show a move`);
    holds(megabytes < 100, `${megabytes} MB`);
  });
}
