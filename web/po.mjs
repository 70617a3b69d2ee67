// po.mjs - gettext's catalogues for the page: a plugin that makes an object of a .po file.
import { readFileSync } from 'node:fs';

/** What the page has from the catalogues so far: the tutorial. */
const SAID = 'src/draft/lessons.def';

/** {English: translation} of the entries that stand in a file of the sources. */
export function readCatalogue(text, source) {
  const said = {};
  let here = false, part = 'msgid', texts = { msgid: '', msgstr: '' };
  const keep = () => { if (here && texts.msgid && texts.msgstr) said[texts.msgid] = texts.msgstr; };
  for (const line of text.split('\n')) {
    const [, word, quoted] = /^(msgid|msgstr)? ?(".*")$/.exec(line.trim()) ?? [];
    if (!line.trim()) {   // an entry ends
      keep();
      here = false;
      texts = { msgid: '', msgstr: '' };
    } else if (line.startsWith('#: ')) {
      here = line.slice(3).split(' ').includes(source);
    } else if (quoted) {
      part = word ?? part;
      texts[part] += JSON.parse(quoted);
    }
  }
  keep();
  return said;
}

export const catalogues = {
  name: 'po',
  setup({ onLoad }) {
    onLoad({ filter: /\.po$/ }, ({ path }) => ({ contents: JSON.stringify(readCatalogue(readFileSync(path, 'utf8'), SAID)), loader: 'json' }));
  },
};
