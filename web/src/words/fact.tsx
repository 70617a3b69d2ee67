// fact.tsx - what a clause met with: cards and suits drawn, seats by their names, in the language
// that the rules speak.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useApp } from '../app';
import type { PackName } from '../cards/pack';
import type { Fact, FactPart, Sentence } from '../service/types';
import { useWords } from './index';
import type { Words } from './index';
import { phrase, phraseText, PhraseView } from './phrase';
import type { Phrase, Thing } from './phrase';

/** What the seats are called. */
export type Names = (seat: number) => string;
export const Seats = createContext<Names>(String);

function thing(part: Exclude<FactPart, string>, names: Names): Thing {
  if ('p' in part) return names(part.p);
  if ('l' in part) return { formula: part.l, plain: part.plain };
  if ('f' in part || 'g' in part) return { suit: 'f' in part ? part.f : part.g };
  return { cards: ['F' in part ? part.F : part.G], object: part.object };
}

type Told = Pick<Fact, 'parts'>;

function packOf(fact: Told): PackName {
  return fact.parts.some((p) => typeof p !== 'string' && ('G' in p || 'g' in p)) ? 'german' : 'french';
}

function phraseOf(fact: Told, names: Names): Phrase {
  const things: Thing[] = [];
  const text = fact.parts.map((p) => (typeof p === 'string' ? p : `{${things.push(thing(p, names)) - 1}}`));
  return phrase(text.join(''), ...things);
}

/** As words alone. */
export function factText(fact: Told | null, w: Words, names: Names): string {
  return fact ? phraseText(phraseOf(fact, names), packOf(fact), w) : '';
}
export const storyText = (told: Sentence[], w: Words, names: Names) => told.map((s) => factText(s, w, names)).join(' ');

export function FactView({ fact }: { fact: Told }) {
  const w = useWords();
  const names = useContext(Seats);
  return <span class="fact" lang={useApp().spoken}><PhraseView p={phraseOf(fact, names)} pack={packOf(fact)} w={w} /></span>;
}

/** Sentences one after another. */
export function Story({ told }: { told: Sentence[] }) {
  return <>{told.map((s, i) => <>{i > 0 ? ' ' : ''}<FactView fact={s} /></>)}</>;
}
