// index.ts - the languages, and how words and numbers are put together.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { face, HIDDEN, effective } from '../cards/pack';
import type { PackName } from '../cards/pack';
import { en } from './en';
import type { Words } from './en';

export type { Words };
/** What there is. English is in the page, the others are files of their own, loaded when they are asked for. */
export const languages: Record<string, string> = { en: en.language, de: 'Deutsch', sk: 'Slovenčina' };
const loaded: Record<string, Words> = { en };
export const wordsOf = (language: string): Words => loaded[language] ?? en;
/** False: they cannot be had now. */
export async function loadWords(language: string): Promise<boolean> {
  if (!languages[language]) return false;
  try {
    const file = new URL(`${language}.js`, document.baseURI).href;   // beside the page, not bundled
    loaded[language] ??= (await import(file))[language];
    return true;
  } catch {
    return false;
  }
}
export const Language = createContext<Words>(en);
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
