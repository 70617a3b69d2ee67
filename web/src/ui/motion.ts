// motion.ts - cards slide from where they were to where they are.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

type Spot = { x: number; y: number };

function spots(root: HTMLElement): Map<string, { spot: Spot; element: HTMLElement }> {
  const base = root.getBoundingClientRect();
  const found = new Map<string, { spot: Spot; element: HTMLElement }>();
  root.querySelectorAll<HTMLElement>('[data-card]').forEach((element) => {
    const box = element.getBoundingClientRect();
    found.set(element.dataset.card!, { spot: { x: box.left - base.left + box.width / 2, y: box.top - base.top + box.height / 2 }, element });
  });
  return found;
}

function middle(root: HTMLElement, selector: string): Spot | null {
  const base = root.getBoundingClientRect();
  const box = root.querySelector(selector)?.getBoundingClientRect();
  return box ? { x: box.left - base.left + box.width / 2, y: box.top - base.top + box.height / 2 } : null;
}

/** After every change of `number`: what moved slides; what is new comes from its mover's seat
 * or, into a hand, from the stock. */
export function useCardMotion(root: RefObject<HTMLElement>, number: number, mover: number | null, on: boolean) {
  const before = useRef<Map<string, Spot>>(new Map());
  const last = useRef(-1);
  useLayoutEffect(() => {
    if (!root.current) return;
    const now = spots(root.current);
    if (on && last.current >= 0 && last.current !== number) {
      const seat = mover === null ? null : middle(root.current, `[data-seat="${mover}"]`);
      const stock = middle(root.current, '[data-place="stock"]');
      for (const [card, { spot, element }] of now) {
        const from = before.current.get(card) ?? (element.closest('.hand') ? stock : seat);
        if (!from || Math.hypot(from.x - spot.x, from.y - spot.y) < 3) continue;
        element.animate(
          [{ translate: `${from.x - spot.x}px ${from.y - spot.y}px`, zIndex: 5 }, { translate: '0 0', zIndex: 5 }],
          { duration: 320, easing: 'cubic-bezier(.2,.7,.3,1)' });
      }
    }
    last.current = number;
    before.current = new Map([...now].map(([card, { spot }]) => [card, spot]));
  });
}
