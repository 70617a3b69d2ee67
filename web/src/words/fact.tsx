// fact.tsx - what a clause met with: cards and suits drawn, seats by their names, in the language
// that the rules speak.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useApp } from '../app';
import type { PackName } from '../cards/pack';
import type { FactPart } from '../service/types';
import { fill, useWords } from './index';
import type { Words } from './index';
import { phrase, phraseText, PhraseView } from './phrase';
import type { Phrase, Thing } from './phrase';

/** The seat of the person here; -1: none. */
export const You = createContext(-1);

type Parts = { parts: FactPart[] };

function thing(part: Exclude<FactPart, string>, w: Words, you: number): Thing {
  if ('p' in part) return fill(part.p === you ? w.table.ownSeat : w.table.seat, part.p);
  if ('l' in part) return { formula: part.l };
  if ('f' in part || 'g' in part) return { suit: 'f' in part ? part.f : part.g };
  return { cards: ['F' in part ? part.F : part.G] };
}

function packOf(fact: Parts): PackName {
  return fact.parts.some((p) => typeof p !== 'string' && ('G' in p || 'g' in p)) ? 'german' : 'french';
}

function phraseOf(fact: Parts, w: Words, you: number): Phrase {
  const things: Thing[] = [];
  const text = fact.parts.map((p) => (typeof p === 'string' ? p : `{${things.push(thing(p, w, you)) - 1}}`));
  return phrase(text.join(''), ...things);
}

/** As words alone. */
export function factText(fact: Parts | null, w: Words, you: number): string {
  return fact ? phraseText(phraseOf(fact, w, you), packOf(fact), w) : '';
}

export function FactView({ fact }: { fact: Parts }) {
  const w = useWords();
  const you = useContext(You);
  return <span class="fact" lang={useApp().spoken}><PhraseView p={phraseOf(fact, w, you)} pack={packOf(fact)} w={w} /></span>;
}
