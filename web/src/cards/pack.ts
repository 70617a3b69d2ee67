// pack.ts - how cards are written: two characters, rank or value and suit; "??" is face down.

export type PackName = 'french' | 'german';

export interface Face { rank: string; suit: string }

export const HIDDEN = '??';
export const FRENCH_SUITS = ['C', 'D', 'H', 'S'];
export const GERMAN_SUITS = ['A', 'B', 'H', 'L'];

/** A card altered on a pile is written printed>effective. */
export function effective(card: string): string {
  return card.slice(card.indexOf('>') + 1);
}
export function printed(card: string): string {
  return card.split('>')[0];
}
export function isAltered(card: string): boolean {
  return card.includes('>');
}

export function face(card: string): Face {
  return { rank: card[0], suit: card[1] };
}

/** What stands in the corner: tens in figures. */
export function index(rank: string, pack: PackName): string {
  if (rank === 'T' || (rank === 'X' && pack === 'german')) return '10';
  return rank;
}

export const RANKS = { french: 'A23456789TJQK', german: '789XUOKA' };
const SUITS = { french: 'CDSH', german: 'ABLH' };   // the colours in turn

/** A hand as somebody likes it. */
export function sorted(cards: string[], how: 'drawn' | 'suit' | 'rank', pack: PackName): string[] {
  const rank = (c: string) => RANKS[pack].indexOf(c[0]), suit = (c: string) => SUITS[pack].indexOf(c[1]);
  const [first, second] = how === 'suit' ? [suit, rank] : [rank, suit];
  return how === 'drawn' ? cards : [...cards].sort((a, b) => first(a) - first(b) || second(a) - second(b));
}

/** Keys that stay with a card while it moves: the second copy of a card has one of its own. */
export function keyed(cards: string[]): { card: string; key: string }[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const n = seen.get(card) ?? 0;
    seen.set(card, n + 1);
    return { card, key: `${card}#${n}` };
  });
}
