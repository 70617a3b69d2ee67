// workshop.mjs - the proof workshop of Predicate Wars: a proof, refutations and a purchase by
// mouse and by keys; what is refused, kept, searched for; without barriers in every width.
import { readFileSync } from 'node:fs';
import { HARD, RICH, SETUP, TO } from './draft.mjs';
import { address, axe, BOUND, close, holds, keptGame, newEngine, open, place, same, serve, test, unseal } from './lib.mjs';

/** A page whose kept game stands where seat 0 has something to prove. */
export async function workshop(where, how = {}, setup = SETUP) {
  const kept = JSON.stringify({ setup, you: 0, moves: TO[where] });
  const page = await open('#/play', { ...how, stored: { 'bylaw.game': kept } });
  await page.waitForSelector('.workshop .bench');
  return page;
}

const row = (page, n) => page.waitForSelector(`.workshop [data-row="${n}"]`);
const stepTo = (page, lemma) => page.waitForSelector(`.step[data-step="${lemma}"]`);
const live = (page, what) => page.waitForFunction((re) => new RegExp(re).test(document.querySelector('#live-a').textContent + document.querySelector('#live-b').textContent), what.source);
const saved = async (page) => unseal(await keptGame(page), 5).map(([, move]) => move);
/** Until the page has kept a move like this. */
async function made(page, what) {
  for (const from = Date.now(); !(await saved(page)).some((m) => what.test(m)); await page.waitForTimeout(50))
    if (Date.now() - from > BOUND) throw new Error(`no move ${what} was made`);
}

const LEMMAS = ['[PLAYER]([chosenPlayer](1)) by evaluation', '[ATK]([chosenPlayer](1),20) by modus-ponens 2 7'];
const PROOF = /^prove players=1 : \[PLAYER\]\(\[chosenPlayer\]\(1\)\) by evaluation; \[ATK\]\(\[chosenPlayer\]\(1\),20\) by modus-ponens 2 7 => 8$/;

async function tabTo(page, selector) {
  for (let i = 0; i < 150; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${selector}`);
}
async function type(page, selector, text) {
  await tabTo(page, selector);
  await page.keyboard.insertText(text);
}

async function look(page, name) {
  await page.screenshot({ path: place(`shots/${name}.png`), fullPage: true });
  const [has, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  holds(has <= seen, `${name}: ${has} wide on ${seen}`);
  await axe(page, name);
}

export default async function run() {
  await test('a proof by mouse: choose a player, press conclusions, prove', async () => {
    const page = await workshop('prove');
    holds(/Uses 0 of your 128/.test(await page.textContent('.purse')), 'nothing is spent yet');
    await page.click('.workshop [data-choose="1"]');
    const first = await stepTo(page, LEMMAS[0]);
    const offered = await first.textContent();
    for (const part of [/the chosen player is a player/, /uses 9, leaves 119/, /evaluation: /]) holds(part.test(offered), `${part} in ${offered}`);
    await first.click();
    await row(page, 7);
    await page.click('[data-row="2"] label');
    await page.click('[data-row="7"] label');
    await page.selectOption('.workshop [name=rule]', 'modus-ponens');
    await (await stepTo(page, LEMMAS[1])).click();
    await page.waitForSelector('[data-row="8"].effect');
    await page.waitForFunction(() => /Uses 19 of your 128.*109/.test(document.querySelector('.purse').textContent));
    same(await page.inputValue('.workshop [name=result]'), '8', 'the effect offers itself');
    holds(/loses 20 health\./.test(await page.textContent('[data-does]')), 'what the whole would do');
    await page.click('.workshop .submit');
    await made(page, PROOF);
    await close(page);
  });

  await test('a figure gives no turn away, and a proof that hits nobody is asked about once', async () => {
    const page = await workshop('aim');
    same((await page.$$('.bar .move kbd')).length, 0, 'the figures are those of the conclusions');
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press('1');
    await page.waitForSelector('.workshop .advice');
    holds(/nothing is chosen for it yet/.test(await page.textContent('.purse')), 'what is missing stands beside the button');
    await page.click('.workshop .submit');
    await page.waitForFunction(() => document.activeElement?.matches('.workshop [data-choose]'));
    await live(page, /nothing is chosen for it yet/);
    same((await saved(page)).length, TO.aim.length, 'moves made');
    await close(page);
  });

  await test('a proof by keyboard alone, with the rulebook at the rule', async () => {
    const page = await workshop('prove');
    await tabTo(page, '.workshop [data-choose="1"]');
    await page.keyboard.press('Enter');
    await stepTo(page, LEMMAS[0]);
    await tabTo(page, '.step[data-step^="[PLAYER]"]');
    await page.keyboard.press('Enter');
    await row(page, 7);
    await page.waitForFunction(() => document.activeElement?.closest('[data-row="7"]'));
    await page.keyboard.press('Space');
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await stepTo(page, LEMMAS[1]);
    same(await page.$$eval('.workshop .picked', (all) => all.map((e) => e.dataset.row)), ['2', '7'], 'the rows picked');
    await page.keyboard.press('c');
    same(await page.evaluate(() => document.activeElement.dataset.step), LEMMAS[1], 'the shortest comes first');
    await page.keyboard.press('1');
    await row(page, 8);
    await live(page, /Line 8/);
    await page.keyboard.press('u');
    await page.waitForFunction(() => !document.querySelector('[data-row="8"]'));
    await page.keyboard.press('h');
    await page.waitForSelector('.use-found');
    await live(page, /Found: 1 line, 10 points/);
    await tabTo(page, '.use-found');
    await page.keyboard.press('Enter');
    await row(page, 8);
    await page.keyboard.press('Control+Enter');
    await made(page, PROOF);
    await close(page);
  });

  await test('the clause of a rule opens in the rulebook', async () => {
    const page = await workshop('prove');
    await page.selectOption('.workshop [name=rule]', 'modus-ponens');
    await page.click('.rule-pick [data-clause="L.P.3"]');
    await page.waitForSelector('#clause-L\\.P\\.3.at');
    holds(/takes this many premises: 2/.test(await page.textContent('.follows-count')), 'how many premises it takes');
    await close(page);
  });

  await test('a typed line that does not follow names its clause, and nothing is lost', async () => {
    const page = await workshop('prove');
    await page.fill('.workshop [name=line]', '[ATK]([chosenPlayer](1),20) by modus-ponens 1 2');
    await page.waitForFunction(() => /10 points.*effect/.test(document.querySelector('.workshop [name=line]').closest('.statement-field').textContent));
    await page.click('.add-lemma');
    await page.waitForSelector('.failure [data-clause="L.P.3"]');
    same(await page.inputValue('.workshop [name=line]'), '[ATK]([chosenPlayer](1),20) by modus-ponens 1 2', 'the text is still there');
    await page.fill('.workshop [name=line]', '(tT∧');
    await page.waitForFunction(() => /at character 5:/.test(document.querySelector('.workshop [name=line]').closest('.statement-field').textContent));
    await page.fill('.workshop [name=line]', '');
    for (const sign of ['( )', 'tT', '∧', 'tT']) await page.click(`.workshop .statement-field:has(.add-lemma) [data-sign="${sign}"]`);
    same(await page.inputValue('.workshop [name=line]'), '(tT∧tT)', 'signs are put where the caret stands');
    await page.click('[data-row="1"] label');
    await page.click('.add-lemma');
    await page.waitForSelector('.message');
    await page.selectOption('.workshop [name=rule]', 'conjunction');
    await page.fill('.workshop [name=line]', '(tT∧tT) by conjunction 1 1');
    await page.keyboard.press('Enter');
    await row(page, 7);
    same(await page.inputValue('.workshop [name=line]'), '', 'the field is free again');
    await close(page);
  });

  await test('a refused proof shows its clause, and the draft is as it was', async () => {
    const page = await workshop('prove', {}, { ...SETUP, options: { potency: 12 } });
    await page.click('.workshop [data-choose="1"]');
    for (const [i, lemma] of LEMMAS.entries()) {
      await page.fill('.workshop [name=line]', lemma);
      await page.keyboard.press('Enter');
      await row(page, 7 + i);
    }
    await page.waitForSelector('.purse.short');
    await page.click('.workshop .submit');
    await page.waitForSelector('.workshop .refusal [data-clause="P.8"]');
    same((await page.$$('.workshop .from-lemma')).length, 2, 'both lines are there');
    holds(!(await saved(page)).some((m) => m.startsWith('prove')), 'nothing was made');
    // Without the player, the line that rested on it does not stand any more.
    await page.click('.chooser .drop-line');
    await page.waitForSelector('.proof-row.bad [data-clause="L.P.27"]');
    same((await page.$$('.proof-row.bad')).length, 2, 'both are shown, not lost');
    await page.click('.workshop [data-choose="1"]');
    await row(page, 8);
    await close(page);
  });

  await test('a draft survives a reload, and leaving the table', async () => {
    const page = await workshop('prove');
    await page.click('.workshop [data-choose="1"]');
    await (await stepTo(page, LEMMAS[0])).click();
    await row(page, 7);
    await page.fill('.workshop [name=line]', 'tT by tru');
    await page.reload();
    await row(page, 7);
    same(await page.inputValue('.workshop [name=line]'), 'tT by tru', 'what was half typed');
    holds(/Bruno/.test(await page.textContent('.chooser li')), 'who was chosen');
    await page.goto(`${address}#/rules/predicate-wars`);
    await page.waitForSelector('.rulebook');
    await page.goto(`${address}#/play`);
    await row(page, 7);
    await page.click('.undo-line');
    await page.waitForFunction(() => !document.querySelector('[data-row="7"]'));
    await page.click('button:text-is("Put a dropped line back")');
    await row(page, 7);
    await close(page);
  });

  await test('what is wrong is said beside what was pressed, and goes when something else is typed', async () => {
    const page = await workshop('prove');
    await page.fill('.workshop [name=line]', 'tT by modusponens 2 1');
    await page.click('.add-lemma');
    await page.waitForSelector('.bench-tools .failure >> text=there is no rule');
    await page.fill('.workshop [name=line]', 'tT');
    await page.waitForFunction(() => !/there is no rule/.test(document.querySelector('.workshop').textContent));
    await page.click('.add-lemma');
    await page.waitForSelector('.bench-tools .message');
    same(await page.$$eval('.finish ~ .message', (all) => all.length), 0, 'nothing at the end of the page');
    await close(page);
  });

  await test('the heading says what one is asked to do', async () => {
    for (const [where, said] of [['prove', 'Prove it'], ['refute', 'Refute or accept']]) {
      const page = await workshop(where);
      same(await page.textContent('.status strong'), said, where);
      await close(page);
    }
  });

  await test('refutations: of a proof by mouse, of a rule by keys, of two opposite statements', async () => {
    const page = await workshop('refute');
    holds(/no contradiction yet/.test(await page.textContent('.finish')), 'nothing to refute with yet');
    same(await page.getAttribute('.workshop .submit', 'aria-disabled'), 'true', 'and the button is dim');
    await page.click('[data-row="1"] label');
    await (await stepTo(page, 'tF by comparison 1')).click();
    await page.waitForSelector('[data-row="7"] .row-against');
    await page.click('.workshop .submit');
    await made(page, /^refute : tF by comparison 1 => 7$/);
    await close(page);

    const keys = await workshop('rule');
    await tabTo(keys, '.proof-rows input');
    await keys.keyboard.press('h');
    await keys.waitForSelector('.use-found');
    await tabTo(keys, '.use-found');
    await keys.keyboard.press('Enter');
    await row(keys, 6);
    await keys.keyboard.press('Control+Enter');
    await made(keys, /^refute : tF by comparison 5 => 6$/);
    await close(keys);

    const two = await workshop('opposite');
    for (const line of ['(∀(y)(¬[ATK]([chosenPlayer](1),y))) by universal-instantiation 2', '(¬[ATK]([chosenPlayer](1),20)) by universal-instantiation 7']) {
      await two.fill('.workshop [name=line]', line);
      await two.click('.add-lemma');
      await two.waitForFunction(() => document.querySelector('.workshop [name=line]').value === '');
    }
    await row(two, 8);
    holds(/contradicts 8/.test(await two.textContent('[data-row="1"]')), 'the rows say that they contradict each other');
    await two.click('.workshop .submit');
    await made(two, /=> 1 8$/);
    await close(two);
  });

  await test('a subproof is bought: axiom, lines, a name; by mouse and by keys', async () => {
    const page = await workshop('buy-proof');
    await page.fill('.workshop [name=axiom]', '(P∧Q)');
    await page.click('.add-axiom');
    await row(page, 1);
    await page.click('[data-row="1"] label');
    await (await stepTo(page, 'P by simplification 1')).click();
    await row(page, 2);
    await page.dispatchEvent('.workshop .submit', 'click');   // without a name it is dim, and says so
    await page.waitForSelector('.workshop .message');
    await page.fill('.workshop [name=proof-name]', 'left');
    await page.click('.workshop .submit');
    await made(page, /^buy-proof left: axiom \(P∧Q\); P by simplification 1$/);
    await close(page);

    const keys = await workshop('buy-proof');
    await type(keys, '.workshop [name=axiom]', 'forall(x)(x>0)');
    await keys.keyboard.press('Enter');
    await row(keys, 1);
    await type(keys, '.workshop [name=goal]', 'tF');
    await keys.keyboard.press('Enter');
    await keys.waitForSelector('.use-found');
    await tabTo(keys, '.use-found');
    await keys.keyboard.press('Enter');
    await row(keys, 3);
    await type(keys, '.workshop [name=proof-name]', 'z');
    await keys.keyboard.press('Control+Enter');
    await made(keys, /^buy-proof z: axiom \(∀\(x\)\(x>0\)\); /);
    await close(keys);
  });

  await test('a long search does not freeze the page, and can be stopped', async () => {
    const page = await workshop('buy-proof', {}, RICH);
    for (const [i, axiom] of HARD.entries()) {
      await page.fill('.workshop [name=axiom]', axiom);
      await page.keyboard.press('Enter');
      await row(page, i + 1);
    }
    await page.fill('.workshop [name=goal]', 'P(9)');
    await page.click('.find');
    await page.waitForSelector('.looking');
    const drawn = await page.evaluate(() => new Promise((told) => {
      const draw = (n) => (n < 10 && document.querySelector('.looking') ? requestAnimationFrame(() => draw(n + 1)) : told(n));
      draw(0);
    }));
    same(drawn, 10, 'pictures drawn during the search');
    await page.click('button:text-is("Stop looking")');
    await page.waitForFunction(() => !document.querySelector('.looking'));
    await page.click('.find');
    await page.waitForFunction(() => /Nothing was found/.test(document.querySelector('.found')?.textContent ?? ''));
    await close(page);
  });

  for (const [size, width, height] of [['phone', 360, 740], ['desktop', 1280, 860]]) {
    for (const colorScheme of ['light', 'dark']) {
      await test(`the workshop without barriers, ${size}, ${colorScheme}`, async () => {
        const how = { width, height, colorScheme, hasTouch: size === 'phone' };
        const called = (what) => `workshop-${what}-${size}-${colorScheme}`;
        const page = await workshop('prove', how);
        await page.click('.workshop [data-choose="1"]');
        await (await stepTo(page, LEMMAS[0])).click();
        await row(page, 7);
        await page.click('[data-row="2"] label');
        await page.click('[data-row="7"] label');
        await stepTo(page, LEMMAS[1]);
        await page.fill('.workshop [name=line]', 'tT by modus-ponens 1 2');
        await page.click('.add-lemma');
        await page.waitForSelector('.failure');
        await page.click('.find');
        await page.waitForSelector('.found');
        await look(page, called('prove'));
        await close(page);
        for (const kind of ['refute', 'rule', 'buy-proof']) {
          const other = await workshop(kind, how);
          await other.waitForSelector('.follows-count:not(:empty)');
          await look(other, called(kind));
          await close(other);
        }
      });
    }
  }

  await test('German and Slovak fit as well: what each step means, also after a change of language', async () => {
    const page = await workshop('prove', { width: 360, height: 740, settings: { language: 'de' } });
    const service = serve(newEngine());
    await page.click('.workshop [data-choose="1"]');
    for (const language of ['de', 'sk']) {
      const { buffer, byteOffset, length } = readFileSync(place(`site/${language}.mo`));
      await service.speak(buffer.slice(byteOffset, byteOffset + length));
      const says = Object.fromEntries((await service.inferenceRules()).map((r) => [r.name, r.text]));
      if (language !== 'de') await page.$eval('select.language', (e, to) => { e.value = to; e.dispatchEvent(new Event('change', { bubbles: true })); }, language);
      await page.waitForFunction(([l, right]) => {
        const all = [...document.querySelectorAll('.step')];
        return all.length > 0 && all.every((e) => {
          const means = e.querySelector('.step-means');
          return means.lang === l && means.textContent === right[e.dataset.step.split(' by ')[1].split(' ')[0]];
        });
      }, [language, says]);
      await page.selectOption('.workshop [name=rule]', 'modus-ponens');
      same(await page.textContent(`.rule-text[lang=${language}]`), says['modus-ponens'], 'what the rule says');
      await page.fill('.workshop [name=line]', 'tT by modus-ponens 1 2');
      await page.click('.add-lemma');
      await page.waitForSelector(`.failure span[lang=${language}]`);
      await look(page, `workshop-${language}`);
      await page.selectOption('.workshop [name=rule]', '');
    }
    await close(page);
  });
}
