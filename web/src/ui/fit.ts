// fit.ts - how large the cards are: as large as the window has room for the whole table.
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

const SIZES = [26, 29, 32, 36, 40, 44, 48, 53, 58, 64, 70, 77, 85, 94, 104, 115, 127, 140, 154, 170, 187, 206, 226];
const MOST = { small: 94, normal: 170, large: 226 };
const LESS = { small: .8, normal: 1, large: 1 };
const SHOWN = .42;   // of a card that its neighbour leaves in view, at least
const LEAST = 30;    // and in pixels
const ACROSS = 5.2;  // so many cards go across the table, at least

/** Sets what style sheets go by (--card-px, --step); how many cards of the hand are in a row. */
function lay(table: HTMLElement, px: number, held: number): number {
  const hand = table.querySelector<HTMLElement>('.own-hand');
  const width = hand?.clientWidth ?? 0;
  const most = Math.max(1, Math.floor((width - px) / Math.max(LEAST, px * SHOWN)) + 1);
  const rows = Math.max(1, Math.ceil(held / most)), each = Math.ceil(held / rows) || 1;
  const step = each > 1 ? Math.min(px * 1.05, (width - px) / (each - 1)) : px;
  table.style.setProperty('--card-px', `${px}px`);
  table.style.setProperty('--step', `${Math.floor(step * 10) / 10}px`);
  table.style.setProperty('--each', String(each));
  return each;
}

/** `whole`: the page shall not scroll; else a table that is only looked at, by its width alone. */
export function useFit(ref: RefObject<HTMLElement>, held: number, size: keyof typeof MOST, whole: boolean, change: unknown) {
  const [each, setEach] = useState(1);
  const [scrolls, setScrolls] = useState(false);
  const fit = () => {
    const table = ref.current, page = document.documentElement;
    if (!table) return;
    const fits = (px: number) => {
      lay(table, px, held);
      return whole ? page.scrollHeight <= page.clientHeight && page.scrollWidth <= page.clientWidth : px <= table.clientWidth / 9;
    };
    // What is on its way somewhere takes no room.
    table.classList.add('measured');
    const most = Math.min(MOST[size], table.clientWidth / ACROSS);
    const least = Number(getComputedStyle(table).getPropertyValue('--least')) || SIZES[0];
    let low = SIZES.findIndex((px) => px >= least), high = Math.max(low, SIZES.filter((px) => px <= most).length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (fits(SIZES[middle])) low = middle;
      else high = middle - 1;
    }
    setEach(lay(table, Math.max(least, SIZES[low] * LESS[size]), held));
    setScrolls(page.scrollHeight > page.clientHeight);
    table.classList.remove('measured');
  };
  useLayoutEffect(fit, [held, size, whole, change]);
  useEffect(() => {
    const watch = new ResizeObserver(fit);
    if (ref.current?.parentElement) watch.observe(ref.current.parentElement);
    addEventListener('resize', fit);
    return () => {
      watch.disconnect();
      removeEventListener('resize', fit);
    };
  }, [held, size, whole]);
  return { each, scrolls };
}
