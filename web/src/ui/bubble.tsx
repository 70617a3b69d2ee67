// bubble.tsx - words and buttons beside what they are about, on the table.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

const GAP = 10, EDGE = 6;   // pixels

/** Above what `about` finds on the table, or below where there is no room; `over`: clear of this, too. */
export function Bubble({ table, about, over, children }: { table: RefObject<HTMLElement>; about: string; over: string; children: ComponentChildren }) {
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
    const above = free.top - base.top - bubble.offsetHeight - GAP;
    bubble.classList.toggle('below', above < EDGE && free === box);
    bubble.style.left = `${left}px`;
    bubble.style.top = `${above < EDGE && free === box ? box.bottom - base.top + GAP : above}px`;
    bubble.style.setProperty('--tip', `${middle - left}px`);
  });
  return <div class={about ? 'bubble' : 'bubble plain'} ref={ref}>{children}</div>;
}
