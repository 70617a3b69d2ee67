// words.mjs - the words of the page in its languages: one and many, and words that would mislead.
import { holds, same, test, WORDS } from './lib.mjs';

/** Every text with the way to it; forms of one word for one, few and many are `forms`. */
function texts(words, way = []) {
  if (typeof words === 'string') return [{ way: way.join('.'), text: words }];
  if (Array.isArray(words) && words.length === 3 && words.every((form) => /^[^{]*\{0\}[^{]*$/.test(form))) return [{ way: way.join('.'), forms: words }];
  return Object.entries(words ?? {}).flatMap(([key, value]) => texts(value, [...way, key]));
}
/** What stands after numbers and may be one of a verb; and what is never just one. */
const VERB = /^(as|is|has|proves|wants|takes|refuses)$/;
const NEVER_ONE = ['home.players', 'home.minutes', 'workshop.looking', 'workshop.notInTime'];

export default async function run() {
  await test('what is counted has forms for one and for many', async () => {
    for (const [language, words] of Object.entries(WORDS)) {
      const all = texts(words);
      const forms = all.filter((t) => t.forms);
      holds(forms.length > 10, `${language}: ${forms.length} words with forms`);
      for (const { way, forms: [one, few, many] } of forms)
        holds((one !== few && one !== many) || /Six-Seven$/.test(one), `${language} ${way}: ${one}`);
      // The nouns of those forms stand after no bare number.
      const counted = new Set(forms.flatMap(({ forms: [, ...more] }) => more.map((form) => /\{0\} (\p{L}+)/u.exec(form)?.[1])));
      for (const { way, text } of all.filter((t) => t.text && !NEVER_ONE.includes(t.way)))
        for (const [, noun] of text.matchAll(/\{\d\} (\p{L}{2,})/gu))
          holds(!counted.has(noun) && !(language === 'en' && /s$/.test(noun) && !VERB.test(noun)), `${language} ${way}: ${text}`);
    }
  });

  await test('the keys that help names are those of the table, each once', async () => {
    for (const [language, { help, workshop }] of Object.entries(WORDS)) {
      for (const key of ['/', 'h', 'u', 'n', 'r', 't']) same(help.keyList.filter(([k]) => k === key).length, 1, `${language}: ${key} at the table`);
      same(workshop.keyList.filter(([k]) => /^[nrt]$/.test(k)), [], `${language}: in the workshop`);
    }
  });

  await test('Slovak: to play a game again has no word that also means to lose', async () => {
    const found = texts(WORDS.sk).flatMap((t) => t.forms ?? [t.text]).filter((text) => /prehr(ať|áva|anie)/i.test(text));
    same(found, [], 'prehrať');
    holds(/^Z.znam/.test(WORDS.sk.replay.heading), WORDS.sk.replay.heading);
  });

  await test('Slovak: a card that is the object of a verb is in the accusative', async () => {
    const { name, french: { ranks, suits } } = WORDS.sk.card;
    same(['3', 'A', 'K', 'Q'].map((rank) => name(ranks[rank], suits.D, true)), ['károvú trojku', 'kárové eso', 'kárového kráľa', 'károvú dámu'], 'položiť');
    same(name(ranks[3], suits.D), 'kárová trojka', 'to je');
  });
}
