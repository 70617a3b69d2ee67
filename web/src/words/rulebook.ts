// rulebook.ts - clauses in the language of the page.
//
// The rules say them in English. Other languages are files, rulebooks/LANGUAGE/GAME.json: by the
// clause's id what it says, and in `of` the fingerprint of the English that it was made from
// (tests/web/rulebooks.mjs), so that a clause that has changed since is found.
import type { Clause } from '../service/types';

/** A clause as it is shown, and the language that its words are in. */
export interface Said extends Clause { lang: string }

type Book = Record<string, Pick<Clause, 'text' | 'reading' | 'dead'>>;

async function load(game: string, language: string): Promise<Book> {
  if (language === 'en') return {};
  const answer = await fetch(`rulebook-${language}-${game}.json`).catch(() => null);
  return answer?.ok ? answer.json() : {};
}

export async function rulebook(clauses: Promise<Clause[]>, game: string, language: string): Promise<Said[]> {
  const [english, book] = await Promise.all([clauses, load(game, language)]);
  return english.map((c) => (book[c.id] ? { ...c, ...book[c.id], lang: language } : { ...c, lang: 'en' }));
}
