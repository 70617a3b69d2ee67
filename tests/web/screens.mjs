// screens.mjs - every screen at every size, light and dark, in three languages, to be looked at; made
// by hand: tests/web/run.sh screens. Single pictures go to build-web/screens, sheets of them beside.
// BYLAW_ONLY=TEXT takes the screens with this in their name, BYLAW_SCENES="home menu" those with these names;
// BYLAW_LANGUAGES="de sk", BYLAW_SIZES="phone wide" and BYLAW_THEMES=dark take some of these,
// BYLAW_SHOTS="phone-de-light wide-sk-dark" these alone of all ways to see a screen.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { all as each, gather, make, mover, NAMES, person, serving, sit, turn as anyTurn } from './company.mjs';
import { SETUP, TO } from './draft.mjs';
import { address, close, closeAll, fromMenu, GAMES, holds, moveCount, moved, native, newEngine, open, place, readLesson, serve, settled, tableLink, test, turn } from './lib.mjs';

const some = (all, wish) => (wish ? all.filter((one) => wish.split(' ').includes(String([one].flat()[0]))) : all);
const SIZES = some([['phone', 360, 740, 6, 2], ['flat', 740, 360, 3, 4], ['tablet', 768, 1024, 4, 2], ['laptop', 1440, 900, 3, 3], ['wide', 2560, 1440, 3, 3]], process.env.BYLAW_SIZES);
const LANGUAGES = some(['en', 'de', 'sk'], process.env.BYLAW_LANGUAGES);
const THEMES = some(['light', 'dark'], process.env.BYLAW_THEMES);
const isWanted = (size, language, theme) => !process.env.BYLAW_SHOTS || process.env.BYLAW_SHOTS.split(' ').includes(`${size}-${language}-${theme}`);
const TALL = 2.2;   // windows, at most, of a page that scrolls
const CELL = 1560;  // pixels that a row of a sheet has

// ---- scenes: each leads a fresh page to something to look at ---------------------------------

async function turns(page, n) {
  for (; n > 0 && await settled(page) === 'yours'; n--) await turn(page);
  await settled(page);
}
const at = (hash, ready) => async (page) => {
  await page.goto(address + hash);
  await page.waitForSelector(ready);
};
const atTable = (game, how, then = async () => undefined) => async (page) => {
  await page.goto(address + tableLink(game, how));
  await settled(page);
  await then(page);
};
/** The table as it is after some turns; some games end before. */
const after = (n, then = async () => undefined) => async (page) => { await turns(page, n); await then(page); };
async function refused(page) {
  for (const card of await page.$$('.own-hand .held:not(.playable), .stack [data-place]:not(.open)')) {
    await card.click();
    if (await page.waitForSelector('.bubble .refusal', { timeout: 1500 }).catch(() => null)) return;
  }
}
async function chosen(page) {
  for (let i = 0; i < 30 && !await page.$('.own-hand .playable') && await settled(page) === 'yours'; i++) await turn(page);
  await page.click('.own-hand .playable');
}
async function manyCards(page) {
  for (let i = 0; i < 60 && await settled(page) === 'yours' && await page.$$eval('.own-hand .held', (all) => all.length) < 22; i++) {
    const n = await moveCount(page);
    const draw = await page.$('[data-place=stock].open, [data-place=stock]:not(:disabled)');
    await draw?.click();
    if (await moveCount(page) === n) await turn(page);
    else await moved(page, n);
  }
}
async function toEnd(page) {
  for (let i = 0; i < 400 && await settled(page) === 'yours'; i++) await turn(page);
  await page.waitForSelector('.result');
}
/** `n` steps of a guided first game, by its own button; -1: all of them. */
const lesson = (game, n) => async (page) => {
  await page.goto(`${address}#/tutorial/${game}`);
  for (let i = 0; i !== n; i++) {
    await readLesson(page);
    if (await page.$('.lesson[data-step=end]')) break;
    const step = await page.getAttribute('.lesson', 'data-turn');
    const move = await page.getAttribute('[data-tutor]', 'data-tutor');
    await page.click('[data-tutor]');
    if (/^(edit|buy-rule)/.test(move)) {
      await page.waitForSelector('[data-points]');
      await page.click('[data-submit]');
    }
    await page.waitForFunction((k) => document.querySelector('.lesson')?.dataset.turn !== k, step);
  }
  await readLesson(page);
};
async function keep(page, games, past = []) {
  await page.evaluate(([g, p]) => {
    g.forEach((game, i) => localStorage.setItem(`bylaw.game.kept${i}`, JSON.stringify(game)));
    p.forEach((game, i) => localStorage.setItem(`bylaw.past.past${i}`, JSON.stringify(game)));
  }, [games, past]);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
}
/** Predicate Wars where seat 0 has something to do. */
const wars = (moves, ready, then = async () => undefined) => async (page) => {
  await page.evaluate((kept) => localStorage.setItem('bylaw.game', kept), JSON.stringify({ setup: SETUP, you: 0, moves }));
  await page.goto('about:blank');
  await page.goto(`${address}#/play`);
  await page.waitForSelector(ready);
  await then(page);
};
function transcript(game, players, seed) {
  const file = place(`screens-${game}.jsonl`);
  native(['simulate', game, '--games', '1', '--seed', String(seed), '--players', [...Array(players)].fill('random').join(','), '--transcript', file]);
  return file;
}
async function pastGames() {
  const service = serve(newEngine()), all = [];
  for (const [i, game] of [...GAMES, ...GAMES, 'predicate-wars'].entries()) {
    const setup = { game, players: 2 + i % 3, options: {}, rulings: {}, seed: String(i), bots: [...Array(2 + i % 3)].map(() => 'greedy') };
    const { table } = await service.deal(setup);
    while (await service.await(table)) { /* the next move */ }
    const { count, result } = await service.view(table, -1);
    all.push({ setup: { ...setup, bots: [null, ...setup.bots.slice(1)] }, you: 0, moves: await service.moves(table), count, result, at: 1e12 + 1e8 * i });
  }
  return all;
}
const running = (game, players, more = {}) => ({
  setup: { game, players, options: {}, rulings: {}, seed: '7', bots: [null, ...Array(players - 1).fill('ismcts:300')] }, you: 0, moves: [],
  names: ['', 'Bruno', 'Tessa', 'Ferdinand'].slice(0, players), at: 1e12, turn: 0, count: 17, begun: true, stamp: 'x', ...more,
});

// ---- with friends: a server, and as many people as it takes ------------------------------------

let server;
const friends = async () => (server ??= await serving('--limit', 'tables_of_one=1000'));
/** Somebody who speaks that language, at a table with others; `then` leads on, and may give another page to look at. */
const together = (game, players, then = async () => undefined, made = {}) => async (_, language) => {
  const s = await friends();
  const { pages, hash } = await gather(s, game, NAMES.slice(0, players), [{ settings: { language } }], made);
  return await then(pages, s, hash) ?? pages[0];
};
/** The item of a table's menu with that number, from the first; below 0: from the last. */
const item = async (page, n) => {
  await page.click('.menu-button');
  await page.click(`.menu ul:first-child li:nth-${n < 0 ? 'last-' : ''}child(${Math.abs(n)}) button`);
};
const letBotsPlay = (pages) => each(pages, (page) => item(page, -3));
async function say(page, words) {
  if (!await page.$('.talk')) await page.click('.talk-button');
  await page.fill('#talk', words);
  await page.click('.talk .say button');
}
async function ended(pages) {
  await letBotsPlay(pages);
  await pages[0].waitForSelector('[data-checked]');
}
const FRIENDS = {
  'friends-home': async (_, language) => {
    const page = await person(await friends(), '', { settings: { language } });
    await page.waitForSelector('.with-friends');
    return page;
  },
  'friends-lobby': together('pharaoh', 2, async ([one, two], s) => {
    await make(two, 'six-seven', { players: 4, more: (page) => page.check('input[name=open] >> nth=1') });
    await sit(two, 'Bartholomäus von und zu Grünwald', 2);
    await two.waitForSelector('[data-place="2"] button');
    await one.goto(`${s.address}#/friends`);
    await one.waitForSelector('[data-table]');
  }, { more: (page) => page.check('input[name=open] >> nth=1') }),
  'friends-make': async (_, language) => {
    const page = await person(await friends(), '#/friends/new', { settings: { language } });
    await page.waitForSelector('.make');
    return page;
  },
  'friends-link': async (_, language) => {
    const s = await friends(), maker = await person(s);
    const hash = await make(maker, 'pharaoh', { players: 3, bots: { 2: 'casual' } });
    await sit(maker, 'Ada', 0);
    const page = await person(s, hash, { settings: { language } });
    await page.waitForSelector('[data-free="1"]');
    return page;
  },
  'friends-wait': async (_, language) => {
    const page = await person(await friends(), '', { settings: { language } });
    await make(page, 'six-seven', { players: 4 });
    await sit(page, 'Ada', 0);
    await page.waitForSelector('[data-free="3"]');
    return page;
  },
  'friends-table-2': together('pharaoh', 2, async (pages) => { await anyTurn(pages); await anyTurn(pages); }),
  'friends-table-3': together('propre', 3, async (pages) => { await anyTurn(pages); }, { clock: 180 }),
  'friends-table-4': together('six-seven', 4, async (pages) => { await anyTurn(pages); await anyTurn(pages); }),
  'friends-wars': together('predicate-wars', 2),
  'friends-words': together('six-seven', 3, async ([one, two]) => {
    await say(two, 'Good evening! Who has dealt these cards?');
    await say(one, 'Nobody need trust the dealer.');
    await one.waitForFunction(() => document.querySelectorAll('.talk li').length === 2);
  }),
  'friends-latest': together('pharaoh', 2, async ([one, two]) => {
    await say(two, 'Good evening! Who has dealt these cards?');
    await one.waitForSelector('.latest');
  }),
  'friends-undo': together('six-seven', 2, async (pages) => {
    const first = await mover(pages), other = pages.find((p) => p !== first);
    await anyTurn(pages);
    await first.click('.bar > button:nth-of-type(2)');
    await other.waitForSelector('.undo');
    if (other !== pages[0]) await pages[0].waitForSelector('.undo');
  }, { more: (page) => page.check('input[name=casual]') }),
  'friends-away': together('pharaoh', 3, async ([one, two, three]) => {
    await letBotsPlay([one, two]);
    await three.context().close();
    await one.waitForSelector('[data-person="2"][data-here=false]');
  }),
  'friends-end': together('pharaoh', 3, ended),
  'friends-rematch': together('pharaoh', 2, async (pages) => {
    await ended(pages);
    const before = await pages[0].textContent('.result-moves .primary');
    await pages[1].click('.result-moves .primary');
    await pages[0].waitForFunction((text) => document.querySelector('.result-moves .primary').textContent !== text, before);
  }),
  'friends-quit': together('pharaoh', 2, async ([one]) => item(one, -2)),
  'friends-gave-up': together('pharaoh', 2, async ([one]) => {
    await item(one, -2);
    await one.click('dialog .danger');
    await one.waitForSelector('.company .message');
  }),
  'friends-watch': together('six-seven', 3, async (pages, s, hash) => {
    const language = await pages[0].evaluate(() => document.documentElement.lang);
    const page = await person(s, hash, { settings: { language } });
    await page.waitForSelector('[data-status]');
    return page;
  }),
  'friends-device': together('pharaoh', 2, async ([one]) => item(one, 2)),
  'friends-none': async (_, language) => {
    const page = await person(await friends(), '#/table/aaaaaaaaaaaaaaaa', { settings: { language } });
    await page.waitForSelector('.friends a.button');
    return page;
  },
  'friends-lost': together('pharaoh', 2, async ([one]) => {
    await one.context().setOffline(true);
    await one.waitForSelector('.connection[data-lost=true]');
  }),
};

export async function scenes() {
  const past = await pastGames();
  const about = Object.fromEntries((await serve(newEngine()).about()).games.map((g) => [g.id, g]));
  const press = (what, ready) => async (page) => { await page.click(what); await page.waitForSelector(ready); };
  const all = {
    home: at('', '.home'),
    'home-kept': async (page) => {
      await keep(page, [running(GAMES[0], 3), running('predicate-wars', 2, { turn: 1 }), running(GAMES[1], 4, { tutorial: true })]);
      await page.evaluate(() => localStorage.setItem('bylaw.game.bad', '{"setup":'));
      await page.goto(`${address}#/`);
      await page.reload();
      await page.waitForSelector('.kept');
    },
    nowhere: at('#/nosuch', '.stuck'),
    gone: at('#/play/abc', '.stuck'),
    damaged: async (page) => {
      await page.evaluate(() => localStorage.setItem('bylaw.game.bad', '{"setup":'));
      await at('#/play/bad', '[data-stuck=damaged]')(page);
    },
    elsewhere: async (page) => {
      await atTable(GAMES[0], {}, after(1))(page);
      const tab = await page.context().newPage();
      await tab.goto(page.url());
      await tab.waitForSelector('[data-stuck=elsewhere]');
      return tab;
    },
    help: async (page) => press('.top nav button:nth-of-type(1)', 'dialog[open]')(page),
    settings: async (page) => press('.top nav button:nth-of-type(2)', 'dialog[open]')(page),
    'history-empty': at('#/history', '.history'),
    history: async (page) => {
      await keep(page, [], past);
      await at('#/history', '[data-past]')(page);
    },
    rules: at('#/rules', '.rules-screen'),
    'replay-empty': at('#/replay', 'input[type=file]'),
    replay: async (page) => {
      await at('#/replay', 'input[type=file]')(page);
      await page.setInputFiles('input[type=file]', transcript('pharaoh', 4, 4));
      await page.waitForSelector('.steps');
      for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    },
    review: async (page) => {
      await at('#/review', 'input[type=file]')(page);
      await page.setInputFiles('input[type=file]', transcript('pharaoh', 4, 4));
      await page.waitForFunction(() => {
        const part = document.querySelector('.review');
        return part && part.dataset.done === part.dataset.all && !part.querySelector('progress');
      }, undefined, { timeout: 90000 });
      await page.click('[data-mistake] button');
      await page.waitForSelector('.opinion');
    },
  };
  for (const game of [...GAMES, 'predicate-wars']) {
    all[`setup-${game}`] = at(`#/new/${game}`, '.setup');
    all[`how-${game}`] = async (page) => { await page.click(`[data-game=${game}] .how`); await page.waitForSelector('dialog[open]'); };
    all[`rulebook-${game}`] = at(`#/rules/${game}`, '.clause');
    for (const n of about[game].lessons ? [0, 1, 3, 5, 8, -1] : []) all[`lesson-${game}-${n < 0 ? 'end' : n}`] = lesson(game, n);
  }
  all['clause'] = at('#/rules/pharaoh/R1', '.clause.at');
  for (const game of GAMES) {
    const [least, most] = about[game].players;
    for (const n of [2, 3, 4, 5, 6, 8].filter((k) => k >= least && k <= most)) all[`table-${game}-${n}`] = atTable(game, { players: n, seed: 12 }, n === 3 ? undefined : after(2));
    const middle = { players: Math.min(3, most), seed: 12 };
    all[`chosen-${game}`] = atTable(game, middle, after(3, chosen));
    all[`refused-${game}`] = atTable(game, middle, after(1, refused));
    all[`hint-${game}`] = atTable(game, middle, after(1, async (page) => {
      await page.click('.bar > button');
      await page.waitForSelector('.message');
    }));
    all[`many-${game}`] = atTable(game, { players: 2, seed: 3 }, manyCards);
    all[`over-${game}`] = atTable(game, { players: 2, seed: 4 }, toEnd);
    all[`over3-${game}`] = atTable(game, { players: Math.min(3, most), seed: 4 }, toEnd);
  }
  all['menu'] = atTable('pharaoh', {}, press('.menu-button', '.menu'));
  all['panel'] = atTable('pharaoh', {}, after(3, async (page) => {
    await page.click('.menu-button');
    await page.$eval('.panel-button button', (b) => b.click());
    await page.click('.log summary');
  }));
  all['watch'] = async (page) => {
    await page.goto(`${address}${tableLink('six-seven', { players: 3, you: -1 })}`);
    await page.waitForSelector('[data-status]');
  };
  all['wars-start'] = atTable('predicate-wars', { players: 2, seed: 2, rulings: '' });
  all['wars-four'] = atTable('predicate-wars', { players: 4, seed: 2 });
  all['wars-editor'] = atTable('predicate-wars', { players: 2, seed: 2 }, async (page) => {
    await page.click('button[data-pw]');
    await page.fill('#pw-statement', '[ATK]([chosenPlayer](1),20)');
    await page.waitForSelector('[data-points]');
  });
  all['wars-editor-bad'] = atTable('predicate-wars', { players: 2, seed: 2 }, async (page) => {
    await page.click('button[data-pw]');
    await page.fill('#pw-statement', '[ATK]([chosenPlayer](1)');
    await page.waitForSelector('.pw-editor');
  });
  all['wars-claims'] = wars(TO.prove.slice(0, 9), '.pw-now');
  all['wars-play'] = wars(TO.prove.slice(0, -1), '.pw-now');
  all['wars-played'] = wars(TO.prove.slice(0, -1), '.pw-now', async (page) => {
    await page.click('button[data-pw="1"]');
    await page.click('button[data-pw="0"]');
  });
  all['wars-prove'] = wars(TO.prove, '.workshop .bench', async (page) => {
    await page.click('.workshop [data-choose="1"]');
    await page.waitForSelector('.workshop .step');
    await page.locator('.workshop').scrollIntoViewIfNeeded();
  });
  all['wars-refute'] = wars(TO.refute, '.workshop .bench');
  all['wars-buy'] = wars(TO['buy-proof'], '.workshop .bench');
  all['wars-rule'] = wars(TO.rule, '.workshop .bench');
  all['wars-over'] = async (page) => {
    await keep(page, [], [past.at(-1)]);
    await at('#/play/past0', '.result')(page);
  };
  return { ...all, ...FRIENDS };
}

// ---- pictures ---------------------------------------------------------------------------------

const PAGES = /^(home|setup|history|replay|review|rulebook|wars|lesson-predicate|friends-(home|lobby|make|link|wait|wars))/;   // what scrolls, and is seen as far as that goes

async function pictures(page, name, language, faults) {
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const [size, width, height] of SIZES) {
      if (!isWanted(size, language, theme)) continue;
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
      const [has, all] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
      if (has > width) faults.push(`${name} ${language} ${size}: ${has} wide`);
      const tall = PAGES.test(name) ? Math.min(all, Math.round(height * TALL)) : height;
      await page.screenshot({ path: place(`screens/${language}-${theme}-${size}/${name}.jpg`), type: 'jpeg', quality: 70, ...(tall > height ? { fullPage: true, clip: { x: 0, y: 0, width, height: tall } } : {}) });
    }
  }
}

/** The same screen in another language. */
async function speak(page, language) {
  await page.$eval('select.language', (e, to) => { e.value = to; e.dispatchEvent(new Event('change', { bubbles: true })); }, language);
  await page.waitForSelector(`html[lang=${language}]`);
  await page.waitForLoadState('networkidle');
}

/** Sheets of what was taken, drawn by the browser: as many in a row as can be read. */
async function sheets() {
  const page = await open('', { bypassCSP: true });   // a page of its own making
  for (const language of LANGUAGES) for (const theme of THEMES) for (const [size, , , across, down] of SIZES) {
    const folder = place(`screens/${language}-${theme}-${size}`);
    if (!existsSync(folder)) continue;
    const files = readdirSync(folder).filter((f) => f.endsWith('.jpg')).sort();
    for (let i = 0; i < files.length; i += across * down) {
      const cells = files.slice(i, i + across * down).map((f) => `<figure><img src="data:image/jpeg;base64,${readFileSync(`${folder}/${f}`).toString('base64')}"><figcaption>${f.slice(0, -4)}</figcaption></figure>`);
      await page.setViewportSize({ width: CELL, height: 800 });
      await page.setContent(`<style>body{margin:0;background:#888;display:grid;grid-template-columns:repeat(${across},1fr);gap:4px;align-items:start}figure{margin:0}img{width:100%;display:block}figcaption{font:11px sans-serif;color:#fff}</style>${cells.join('')}`);
      await page.waitForFunction(() => [...document.images].every((img) => img.complete));
      await page.screenshot({ path: place(`screens/sheets/${size}-${language}-${theme}-${String(i / across / down).padStart(2, '0')}.png`), fullPage: true });
    }
  }
  await page.context().close();
}

export default async function run() {
  mkdirSync(place('screens/sheets'), { recursive: true });
  const faults = [];
  for (const [name, lead] of some(Object.entries(await scenes()), process.env.BYLAW_SCENES)) {
    // What is said at the moment, or in a room of friends, is said once: each language is led there anew.
    const once = /^(refused|hint|review|wars-(editor|prove|played)|friends)/.test(name);
    for (const told of once ? LANGUAGES.map((one) => [one]) : [LANGUAGES]) {
      await test(`${name} ${told.join(' ')}`, async () => {
        let page = await open('', { settings: { language: told[0] } });
        page = await lead(page, told[0]) ?? page;
        for (const language of told) {
          if (language !== told[0]) await speak(page, language);
          await pictures(page, name, language, faults);
        }
        await closeAll();
      });
    }
  }
  await server?.end();
  await sheets();
  holds(faults.length === 0, `wider than the window: ${faults.join('; ')}`);
}
