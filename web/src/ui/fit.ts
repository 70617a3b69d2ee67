// fit.ts - how large the cards are: as large as the window has room for the whole table.
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const SIZES = [26, 29, 32, 36, 40, 44, 48, 53, 58, 64, 70, 77, 85, 94, 104, 115, 127, 140, 154, 170, 187, 206, 226, 249, 274];
const MOST = { small: 94, normal: 206, large: 274 };
const LESS = { small: .8, normal: 1, large: 1 };
const SHOWN = .42;   // of a card that its neighbour leaves in view
const TIGHT = .26;   // at least, where the hand has become large: the rank and the suit
const LEAST = 30;    // and in pixels
const ACROSS = 5.2;  // so many cards go across the table, at least

/** Sets what style sheets go by (--card-px, --step, --rows); how many cards of the hand are in a row. */
function lay(table: HTMLElement, px: number, held: number, most: number): number {
  const hand = table.querySelector<HTMLElement>('.own-hand');
  const width = hand?.clientWidth ?? 0;
  const rowsFor = (cards: number, shown: number) => Math.max(1, Math.ceil(cards / Math.max(1, Math.floor((width - px) / Math.max(LEAST, px * shown)) + 1)));
  const room = rowsFor(most, SHOWN);
  const rows = Math.min(rowsFor(held, SHOWN), Math.max(room, rowsFor(held, TIGHT))), each = Math.ceil(held / rows) || 1;
  const step = each > 1 ? Math.min(px * 1.05, (width - px) / (each - 1)) : px;
  table.style.setProperty('--card-px', `${px}px`);
  table.style.setProperty('--step', `${Math.floor(step * 10) / 10}px`);
  table.style.setProperty('--each', String(each));
  table.style.setProperty('--rows', String(Math.max(rows, room)));
  return each;
}

/** `whole`: the page shall not scroll; else a table that is only looked at, by its width alone. There is
 *  always room for `most` cards in the hand, and what once became smaller stays so while the room for the
 *  felt and `table` are the same: nothing on it jumps from move to move. Where something stands above the
 *  table that soon passes, there is room for the cards that are held. */
export function useFit(ref: RefObject<HTMLElement>, held: number, most: number, size: keyof typeof MOST, whole: boolean, table: string, change: unknown) {
  const kept = useRef({ of: '', at: 0, roomy: true });
  const [each, setEach] = useState(1);
  const [scrolls, setScrolls] = useState(false);
  const fit = () => {
    const felt = ref.current, page = document.documentElement;
    if (!felt) return;
    const room = !whole ? 1 : felt.parentElement?.querySelector('[data-passes]') ? held : most;
    // What lies in the middle shall not lie over the seats beside it.
    const board = felt.querySelector('.board'), piles = felt.querySelector('.piles');
    const fits = (px: number) => {
      lay(felt, px, held, room);
      if (board && piles && piles.scrollWidth > board.clientWidth) return false;
      return whole ? page.scrollHeight <= page.clientHeight && page.scrollWidth <= page.clientWidth : px <= felt.clientWidth / 9;
    };
    // What is on its way somewhere takes no room.
    felt.classList.add('measured');
    felt.classList.remove('roomy');
    const largest = Math.min(MOST[size], felt.clientWidth / ACROSS);
    const least = Number(getComputedStyle(felt).getPropertyValue('--least')) || SIZES[0];
    let low = SIZES.findIndex((px) => px >= least);
    fits(SIZES[low]);
    const of = [felt.clientWidth, felt.clientHeight, size, room, table].join();   // it fills what others leave
    let high = kept.current.of === of ? kept.current.at : Math.max(low, SIZES.filter((px) => px <= largest).length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (fits(SIZES[middle])) low = middle;
      else high = middle - 1;
    }
    // Where there is room to spare, what lies in the middle may be larger: the style sheets say how.
    const roomy = !whole || kept.current.of !== of || kept.current.roomy;
    felt.classList.toggle('roomy', roomy);
    if (roomy && whole && !fits(SIZES[low])) felt.classList.remove('roomy');
    kept.current = { of, at: low, roomy: felt.classList.contains('roomy') };
    setEach(lay(felt, Math.max(least, SIZES[low] * LESS[size]), held, room));
    setScrolls(page.scrollHeight > page.clientHeight);
    felt.classList.remove('measured');
  };
  useLayoutEffect(fit, [held, most, size, whole, table, change]);
  useEffect(() => {
    const watch = new ResizeObserver(fit);
    if (ref.current) [ref.current, ref.current.parentElement!].forEach((e) => watch.observe(e));
    addEventListener('resize', fit);
    return () => {
      watch.disconnect();
      removeEventListener('resize', fit);
    };
  }, [held, most, size, whole, table]);
  return { each, scrolls };
}
