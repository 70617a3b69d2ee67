// cards.mjs - the page's cards for others: what card.tsx, suits.tsx, paper.tsx and their styles draw, as a file that
// the Python package reads. A template a rank, in which the suit stands for itself; one a tag, with gaps to be filled.
//
//     node cards.mjs update     writes bindings/python/bylaw/cards.json
//     node cards.mjs check      says whether that is what the page draws now; one of the page's tests
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const file = join(here, '../bindings/python/bylaw/cards.json');

const { outputFiles: [code] } = await build({
  stdin: {
    contents: `export { Card } from './cards/card'; export { SuitSigns } from './cards/suits'; export * from './cards/pack';
      export { Paper, paperLook } from './games/predicate-wars/paper'; export { TAGS } from './games/predicate-wars/state';
      export { KINDS, TOKENS } from './ui/tokens';`,
    resolveDir: join(here, 'src'), loader: 'ts',
  },
  bundle: true, write: false, format: 'esm', jsx: 'automatic', jsxImportSource: 'preact', absWorkingDir: here,
});
const { Card, SuitSigns, HIDDEN, FRENCH_SUITS, GERMAN_SUITS, RANKS, Paper, paperLook, TAGS, KINDS, TOKENS } = await import(`data:text/javascript,${encodeURIComponent(code.text)}`);

/** What preact would put into a page; ids begin with ours, as it is put into pages of others. */
function text(node) {
  if (node === null || node === undefined || node === false) return '';
  if (Array.isArray(node)) return node.map(text).join('');
  if (typeof node !== 'object') return String(node);
  const { type, props: { children, ...props } } = node;
  if (typeof type === 'function') return text(type(node.props));
  const own = Object.entries(props).filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${name === 'id' || name === 'href' ? value.replace(/^#?/, '$&bylaw-') : value}"`).join('');
  const inner = text(children);
  const tag = typeof type === 'string' ? type : '';
  return tag ? (inner ? `<${tag}${own}>${inner}</${tag}>` : `<${tag}${own}/>`) : inner;
}

const packs = {};
for (const [pack, suits] of [['french', FRENCH_SUITS], ['german', GERMAN_SUITS]]) {
  const colours = {}, ranks = {};
  for (const rank of RANKS[pack])
    for (const suit of suits) {
      const drawn = text(Card({ card: rank + suit, pack }));
      const [, colour] = /^<svg class="([^"]*)"/.exec(drawn);
      colours[suit] = colour;
      const template = drawn.replace(`"${colour}"`, '"{colour}"').replaceAll(`#bylaw-suit-${pack[0]}${suit}`, '#{suit}');
      if ((ranks[rank] ??= template) !== template) throw new Error(`${rank}${suit} is drawn in a way of its own`);
    }
  packs[pack] = { colours, ranks };
}
// A card that is written on, with gaps: {unseen} are more classes, where its effect is not seen.
const papers = {};
for (const tag of TAGS)
  papers[tag] = `<div class="${paperLook(tag, true)}{unseen}"><span class="pw-face">${text(Paper({ id: '{id}', tag, cost: '{cost}', foot: '{foot}', children: '{body}' }))}</span></div>`;
const unseen = paperLook(TAGS[0], false).slice(paperLook(TAGS[0], true).length);
const tokens = { split: TOKENS.source, kinds: KINDS.map(([kind, sign]) => [kind, sign.source]) };
// Rules for what is drawn, within ours. What is used by name sees nothing that is around it: its classes are ours.
const of = (drawn) => [...drawn.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names.split(' '));
const back = text(Card({ card: HIDDEN, pack: 'french' })), plain = text(SuitSigns());
const named = new Set(of(plain));
const around = new Set([...of(back), ...Object.values(packs).flatMap(({ colours, ranks }) => [...Object.values(ranks).flatMap(of), ...Object.values(colours).flatMap((names) => names.split(' '))]),
  'lying', 'across', 'tag', 'mini', 'suit', ...Object.values(papers).flatMap((paper) => of(paper.replace('{unseen}', unseen))),
  'pw-name', 'pw-quiet', 'statement', 'worded', 'plain', ...KINDS.map(([kind]) => `token-${kind}`)]);
const signs = plain.replaceAll('class="', 'class="bylaw-');
const sheet = ['cards', 'predicate-wars'].map((name) => readFileSync(join(here, `src/style/${name}.css`), 'utf8')).join('\n');
const css = [...sheet.matchAll(/^(\.[^{}]+) (\{[^{}]*\})$/gm)].flatMap(([, selectors, rule]) => {
  const classes = [...selectors.matchAll(/\.([\w-]+)/g)].map(([, name]) => name);
  if (classes.every((name) => named.has(name))) return `${selectors.replaceAll('.', '.bylaw-')}${rule}`;
  return classes.every((name) => around.has(name)) ? `${selectors.split(', ').map((one) => `.bylaw ${one}`).join(',')}${rule}` : [];
}).join('\n');

const made = `${JSON.stringify({ css, signs, back, ...packs, papers, unseen, tokens }, null, 1)}\n`;
if (process.argv[2] === 'update') {
  writeFileSync(file, made);
} else if (readFileSync(file, 'utf8') !== made) {
  console.error('bindings/python/bylaw/cards.json is not what the page draws: node web/cards.mjs update');
  process.exit(1);
}
