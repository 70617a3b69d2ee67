// names.ts - what people and programs at a table are called, and when they last met.
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

/** Who else sits at the table. */
export function opponents({ setup, you, names }: Kept, w: Words): string {
  return list(setup.bots.flatMap((bot, seat) => (seat === you ? [] : [names?.[seat] ?? (bot ? botName(bot, w) : fill(w.table.person, seat + 1))])), w);
}

export function whenText(at: number, w: Words): string {
  return new Date(at).toLocaleString(w.code, { dateStyle: 'medium', timeStyle: 'short' });
}
