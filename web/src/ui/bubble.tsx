// bubble.tsx - words and buttons beside what they are about, on the table.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

const GAP = 10, EDGE = 6, STEP = 12;   // pixels
const NARROW = '16rem';                // as wide as it is where that helps
const RISES = .12;                     // of its height, a card that is chosen
const FAR = 8;                         // a pixel further away is as bad as so many covered
const NARROWER = 60;                   // and to be narrow, as bad as so many further away
const OFF = 50;                        // how much it matters that what is off the table cannot be pressed

interface Box { top: number; bottom: number; left: number; right: number }
const shared = (a: Box, b: Box) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** What a bubble shall not cover, and how much it matters there. */
export type Keep = [what: string, weight: number];

/** Beside what `about` finds on the table: above it, or below where there is no room, or aside; `over`: clear of this, too. */
export function Bubble({ table, about, over, keep, children }: { table: RefObject<HTMLElement>; about: string; over: string; keep: Keep[]; children: ComponentChildren }) {
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
    const middle = box.left - base.left + box.width / 2, ground = free.top - base.top - GAP;
    const kept = keep.flatMap(([k, weight]) => [...root.querySelectorAll(k)].map((e) => {
      const at = (e.closest('.stack') ?? e).getBoundingClientRect();
      return { at: { left: at.left, right: at.right, top: at.top - (e.matches('.held') ? at.height * RISES : 0), bottom: at.bottom }, weight };
    }));
    // Of all places, where it covers least of what is to be seen; of these the nearest, and wide rather than tall.
    let best = { cost: Infinity, left: EDGE, top: EDGE, wide: '' };
    for (const wide of ['', NARROW]) {
      bubble.style.maxWidth = wide;
      const { offsetWidth: width, offsetHeight: height } = bubble;
      const most = { left: Math.max(EDGE, base.width - width - EDGE), top: Math.max(EDGE, base.height - height - EDGE) };
      const usual = Math.max(EDGE, Math.min(most.left, middle - width / 2));
      const tops = [ground - height, box.bottom - base.top + GAP, ...[...Array(Math.ceil(most.top / STEP))].map((_, i) => EDGE + i * STEP), most.top].filter((top) => top >= EDGE && top <= most.top);
      const lefts = [usual, ...[...Array(Math.ceil(most.left / STEP))].map((_, i) => EDGE + i * STEP), most.left];
      for (const top of tops) for (const left of lefts) {
        const at = { top: base.top + top, bottom: base.top + top + height, left: base.left + left, right: base.left + left + width };
        const away = Math.max(0, box.top - GAP - at.bottom, at.top - GAP - box.bottom) * 3 + Math.abs(left - usual);
        const off = Math.max(0, top + height + EDGE - base.height) * width * OFF;
        const cost = kept.reduce((sum, k) => sum + k.weight * shared(k.at, at), FAR * away + (wide ? FAR * NARROWER : 0) + off);
        if (cost < best.cost) best = { cost, left, top, wide };
      }
    }
    bubble.style.maxWidth = best.wide;
    const { left, top } = best, right = left + bubble.offsetWidth;
    const below = top === box.bottom - base.top + GAP, points = middle > left && middle < right && (below || top + bubble.offsetHeight === ground);
    bubble.classList.toggle('below', below);
    bubble.classList.toggle('plain', !about || !points);
    bubble.style.left = `${left}px`;
    bubble.style.top = `${top}px`;
    bubble.style.setProperty('--tip', `${middle - left}px`);
  });
  return <div class="bubble" ref={ref}>{children}</div>;
}
