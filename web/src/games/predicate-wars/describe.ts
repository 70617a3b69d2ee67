// describe.ts - the table of Predicate Wars in words, for who does not see it.
import { spokenStatement } from '../../ui/statement';
import { count, fill } from '../../words';
import type { Words } from '../../words';
import { hasLeft, isRule, written } from './state';
import type { Player, State } from './state';

export const AMOUNTS = ['health', 'power', 'potency', 'proving'] as const;
export type Amount = typeof AMOUNTS[number];

export function standing(s: State, seat: number, w: Words): string[] {
  if (!s.players[seat].alive) return [w.pw.out];
  const notes = [];
  if (s.turn === seat && s.phase !== 'over') notes.push(s.phase === 'refuting' || s.phase === 'rule-refuting' ? w.pw.awaits : w.pw.hasTurn);
  if (hasLeft(s, seat)) notes.push(w.pw.left);
  if (s.pending.asked?.includes(seat)) notes.push(w.pw.accepted);
  if (s.winner === seat) notes.push(w.pw.winner);
  return notes;
}

/** So many cards, so many of them written: in full, for who asks. */
export const heldText = (s: State, { hand }: Player, w: Words) => `${count(w.table.cards, hand.length)} ${fill(w.pw.writtenOf, written(s, hand).length)}`;

function seatText(s: State, seat: number, w: Words, seatName: (seat: number) => string): string {
  const p = s.players[seat];
  const amounts = AMOUNTS.map((a) => `${w.pw.amounts[a]} ${p[a]}`);
  return `${[`${seatName(seat)}: ${amounts[0]}`, ...amounts.slice(1), heldText(s, p, w), ...standing(s, seat, w)].join(', ')}.`;
}

export function describe(s: State, _: number, w: Words, seatName: (seat: number) => string): string[] {
  const { played, proof, previous_main: last } = s.pending;
  return [
    `${fill(w.pw.round, s.round)}. ${w.pw.phases[s.phase]}. ${w.pw.what[s.phase]}`,
    ...(s.to_move !== null ? [`${fill(w.table.turnOf, seatName(s.to_move))}.`] : []),
    ...s.players.map((__, seat) => seatText(s, seat, w, seatName)),
    ...(played ? [`${fill(w.pw.playedAre, played[0], played[1])}`] : []),
    ...(!played && last !== null ? [`${w.pw.lastMain} #${last}.`] : []),
    ...(proof && !isRule(proof) ? [fill(w.pw.provedIs, proof.effect, count(w.pw.lines, proof.lemmas.length))] : []),
    ...s.rules.flatMap((r, slot) => (r ? [`${fill(w.pw.fromRule, slot)}: ${spokenStatement(r.statement, w)}.`] : [])),
    `${fill(w.pw.deckHas, count(w.table.cards, s.deck.length), s.deck.length - written(s, s.deck).length)}.`,
  ];
}
