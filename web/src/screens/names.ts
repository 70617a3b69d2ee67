// names.ts - what people and programs at a table are called, and when they last met.
import { useApp } from '../app';
import type { GameScreen } from '../games';
import type { Kept } from '../kept';
import type { Bot } from '../service/types';
import { fill, list, useWords } from '../words';
import type { Words } from '../words';

export function botName(bot: string, w: Words): string {
  return (w.setup.bots[bot] ?? bot).split(':')[0];
}

/** The bot that is asked for advice. */
export function adviser(bots: Bot[], screen: GameScreen): string {
  return screen.adviser ?? (bots.some((b) => b.name === 'ismcts') ? 'ismcts:3000' : 'greedy');
}

/** Seats have names; a person without one is counted. */
export function useSeatName(names: (string | null)[], you: number) {
  const w = useWords();
  return (seat: number) => (seat === you ? w.table.you : names[seat] ?? fill(w.table.person, seat + 1));
}

/** How somebody stood: the chance to win, or where many play, the place to be expected. */
export function useStanding(players: number) {
  const { spoken } = useApp();
  return (share: number) => (players === 2 ? `${Math.round(100 * share)}\u00a0%`
    : new Intl.NumberFormat(spoken, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(1 + (1 - share) * (players - 1)));
}

/** Who else sits at the table. */
export function opponents({ setup, you, names }: Kept, w: Words): string {
  return list(setup.bots.flatMap((bot, seat) => (seat === you ? [] : [names?.[seat] ?? (bot ? botName(bot, w) : fill(w.table.person, seat + 1))])), w);
}

export function whenText(at: number, w: Words): string {
  return new Date(at).toLocaleString(w.code, { dateStyle: 'medium', timeStyle: 'short' });
}
