// index.ts - the languages, and how words and numbers are put together.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { face, HIDDEN, effective } from '../cards/pack';
import type { PackName } from '../cards/pack';
import type { Words } from './en';

export type { Words };
/** What there is, each a file of its own, loaded when it is asked for. */
export const languages: Record<string, string> = { en: 'English', de: 'Deutsch', sk: 'Slovenčina' };
const loaded: Record<string, Words> = {};
/** English where its words could not be had. */
export const wordsOf = (language: string): Words => loaded[language] ?? loaded.en;
/** In English, if need be; without that the page has nothing to say. */
export async function loadWords(language: string): Promise<void> {
  const load = async (name: string) => {
    const file = new URL(`${name}.js`, document.baseURI).href;   // beside the page, not bundled
    loaded[name] ??= (await import(file))[name];
  };
  await load(languages[language] ? language : 'en').catch(() => load('en'));
}
export const Language = createContext<Words>(null as unknown as Words);
export const useWords = () => useContext(Language);

/** Puts values in the places {0}, {1}, … */
export function fill(text: string, ...values: (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)]));
}

/** One of three forms: for one, for two to four, for more; Slovak needs all of them. */
export function count(forms: string[], n: number): string {
  return fill(forms[n === 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2], n);
}

/** `object`: of a verb, where that has a form of its own. */
export function cardName(card: string, pack: PackName, w: Words, object = false): string {
  const { rank, suit } = face(effective(card));
  if (effective(card) === HIDDEN) return w.card.hidden;
  const names = w.card[pack];
  return w.card.name(names.ranks[rank] ?? rank, names.suits[suit] ?? suit, object);
}

export function suitName(suit: string, pack: PackName, w: Words): string {
  return w.card[pack].suits[suit] ?? suit;
}

/** "a, b and c" */
export function list(items: string[], w: Words): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${w.and} ${items[items.length - 1]}`;
}

export function preferredLanguage(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const short = tag.slice(0, 2).toLowerCase();
    if (languages[short]) return short;
  }
  return 'en';
}
