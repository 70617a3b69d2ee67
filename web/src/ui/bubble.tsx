// bubble.tsx - words and buttons beside what they are about, on the table.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

const GAP = 10, EDGE = 6;   // pixels

interface Box { top: number; bottom: number; left: number; right: number }
const shared = (a: Box, b: Box) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Above what `about` finds on the table, or below where there is no room; `over`: clear of this, too. What
 *  `keep` finds stays in view as far as can be. */
export function Bubble({ table, about, over, keep, children }: { table: RefObject<HTMLElement>; about: string; over: string; keep: string[]; children: ComponentChildren }) {
  const ref = useRef<HTMLDivElement>(null);
  const [, again] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const watch = new ResizeObserver(() => again(0));
    if (table.current) watch.observe(table.current);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    const root = table.current, bubble = ref.current;
    if (!root || !bubble) return;
    const base = root.getBoundingClientRect();
    const clear = root.querySelector(over);
    const what = (about ? root.querySelector(about) : null) ?? clear;
    if (!what) return;
    const box = what.getBoundingClientRect(), free = what.closest(over) && clear ? clear.getBoundingClientRect() : box;
    const middle = box.left - base.left + box.width / 2;
    const left = Math.max(EDGE, Math.min(base.width - bubble.offsetWidth - EDGE, middle - bubble.offsetWidth / 2));
    const above = free.top - base.top - bubble.offsetHeight - GAP, below = box.bottom - base.top + GAP;
    const usual = above < EDGE && free === box ? below : above;
    // The usual place, or where it covers less of what is to be seen.
    const kept = keep.flatMap((k) => [...root.querySelectorAll(k)]).map((e) => (e.closest('.stack') ?? e).getBoundingClientRect());
    const hidden = (top: number) => kept.reduce((sum, k) => sum + shared(k, { top: base.top + top, bottom: base.top + top + bubble.offsetHeight, left: base.left + left, right: base.left + left + bubble.offsetWidth }), 0);
    const edges = [above, below, (clear ?? what).getBoundingClientRect().top - base.top - bubble.offsetHeight - GAP, EDGE, base.height - bubble.offsetHeight - EDGE].filter((top) => top >= EDGE && top + bubble.offsetHeight <= base.height);
    const top = edges.reduce((best, next) => (hidden(next) < hidden(best) ? next : best), usual);
    bubble.classList.toggle('below', top === below);
    bubble.classList.toggle('plain', !about || (top !== above && top !== below));
    bubble.style.left = `${left}px`;
    bubble.style.top = `${top}px`;
    bubble.style.setProperty('--tip', `${middle - left}px`);
  });
  return <div class="bubble" ref={ref}>{children}</div>;
}
