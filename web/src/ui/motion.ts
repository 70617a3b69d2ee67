// motion.ts - cards go from where they were to where they are, and one can see it.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

interface Spot { x: number; y: number; width: number }
interface Seen { cards: Map<string, { spot: Spot; element: HTMLElement }>; held: Map<string, number> }

const MOST = 6;   // backs that fly at once
const EASE = 'cubic-bezier(.3,.1,.25,1)';

function spotOf(element: Element | null, root: HTMLElement): Spot | null {
  if (!element) return null;
  const box = element.getBoundingClientRect(), base = root.getBoundingClientRect();
  return { x: box.left - base.left + box.width / 2, y: box.top - base.top + box.height / 2, width: box.width };
}

/** Where cards of somebody come from and go to: the backs, where they show; what else is said of somebody is no card. */
function seatOf(root: HTMLElement, who: string | number): Spot | null {
  const seat = root.querySelector(`[data-seat="${who}"]`), backs = seat?.querySelector('.backs');
  if (backs && backs.getClientRects().length > 0) return spotOf(backs, root);
  const spot = spotOf(seat, root);
  return spot && { ...spot, width: 0 };
}

function look(root: HTMLElement): Seen {
  const seen: Seen = { cards: new Map(), held: new Map() };
  root.querySelectorAll<HTMLElement>('[data-card]').forEach((element) => {
    // What is folded away is nowhere.
    if (element.getClientRects().length > 0) seen.cards.set(element.dataset.card!, { spot: spotOf(element.querySelector('.card') ?? element, root)!, element });
  });
  root.querySelectorAll<HTMLElement>('[data-seat][data-held-count]').forEach((e) => seen.held.set(e.dataset.seat!, Number(e.dataset.heldCount)));
  return seen;
}

function slide(element: HTMLElement, from: Spot, to: Spot, duration: number, delay: number): Animation {
  const scale = to.width > 0 && from.width > 0 ? Math.max(.25, from.width / to.width) : 1;
  return element.animate(
    [{ translate: `${from.x - to.x}px ${from.y - to.y}px`, scale, zIndex: 6 }, { translate: '0 0', scale: 1, zIndex: 6 }],
    { duration, delay, easing: EASE, fill: 'backwards' });
}

/** A copy that flies over the table and is gone. */
function fly(root: HTMLElement, like: Element | null, from: Spot, to: Spot, duration: number, delay: number): void {
  if (!like) return;
  const copy = document.createElement('div');
  copy.className = 'flying';
  copy.style.width = `${from.width}px`;
  copy.append(like.cloneNode(true));
  root.append(copy);
  const at = (s: Spot) => `${s.x - from.width / 2}px ${s.y - from.width * .7}px`;
  const scale = Math.max(.25, Math.min(1, to.width / from.width));
  copy.animate([{ translate: at(from), scale: 1 }, { translate: at(to), scale, opacity: 1, offset: .9 }, { translate: at(to), scale, opacity: 0 }],
    { duration, delay, easing: EASE, fill: 'both' }).finished.then(() => copy.remove(), () => copy.remove());
}

/** After every change of `number`, for `ms` milliseconds (0: not at all): what moved slides; what
 * is new comes from its deck (`data-from`), its mover's seat or, into a hand, from the stock; what the others draw flies
 * to them face down; and what they have taken from the board goes to them. */
export function useCardMotion(root: RefObject<HTMLElement>, number: number, mover: number | null, ms: number) {
  const before = useRef<Seen>({ cards: new Map(), held: new Map() });
  const last = useRef(-1);
  useLayoutEffect(() => {
    const table = root.current;
    if (!table) return;
    const now = look(table);
    if (ms > 0 && last.current >= 0 && number > last.current) {
      const deck = (which: string) => table.querySelector(`[data-place="${which}"], [data-deck="${which}"]`);
      const pile = deck('stock'), stock = spotOf(pile, table);
      const from = mover === null ? null : seatOf(table, mover);
      let drawn = 0;
      for (const [card, { spot, element }] of now.cards) {
        const hand = element.closest('.hand') !== null;
        const of = element.closest<HTMLElement>('[data-from]')?.dataset.from;
        const start = before.current.cards.get(card)?.spot ?? (of ? spotOf(deck(of), table) : hand ? stock : from);
        if (!start || Math.hypot(start.x - spot.x, start.y - spot.y) < 3) continue;
        const fresh = hand && !before.current.cards.has(card);
        slide(element, start, spot, ms, fresh ? Math.min(drawn++, MOST) * ms / 6 : 0);
      }
      for (const [card, { spot, element }] of before.current.cards)
        if (from && !now.cards.has(card) && !element.isConnected && element.closest('.stack')) fly(table, element.querySelector('.card'), spot, from, ms, 0);
      for (const [who, held] of now.held) {
        const more = held - (before.current.held.get(who) ?? held), to = seatOf(table, who);
        if (!stock || !to) continue;
        for (let i = 0; i < Math.min(more, MOST); i++) fly(table, pile!.querySelector('.card'), stock, to, ms, i * ms / 6);
      }
    }
    last.current = number;
    before.current = now;
  });
}

/** Ends what is on its way. */
export function land(root: HTMLElement | null): void {
  root?.getAnimations({ subtree: true }).forEach((a) => { if (a.effect?.getComputedTiming().iterations === 1) a.finish(); });
}
