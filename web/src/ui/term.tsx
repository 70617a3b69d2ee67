// term.tsx - words and numbers on the table that explain themselves: pointed at, focused, or tapped.
import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app';
import type { Term as About } from '../service/types';

/** What the game at hand explains, by the names of its state's fields. */
export const Terms = createContext<About[]>([]);
export const useTerm = (term: string) => useContext(Terms).find((t) => t.term === term);

const EDGE = 6;   // pixels from the window's edge

/** What is put on an element so that it explains itself, and the explanation while it does. */
export function useTip(text: string | undefined) {
  const [pointed, setPointed] = useState(false);
  const [chosen, setChosen] = useState(false);   // by a key or a tap: a mouse that goes away does not end that
  const open = pointed || chosen;
  const { spoken } = useApp();
  const ref = useRef<HTMLSpanElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (!ref.current) return;
    const box = ref.current.getBoundingClientRect();
    const over = Math.max(0, box.right + EDGE - document.documentElement.clientWidth), under = Math.max(0, EDGE - box.left);
    ref.current.style.translate = `calc(-50% + ${under - over}px)`;
    ref.current.classList.toggle('below', box.top < EDGE);
  }, [open]);
  // What was pressed to do something has the focus, too, and does not explain itself over what came of it.
  const choose = (e: { currentTarget: HTMLElement }) => { if (e.currentTarget.matches(':focus-visible')) setChosen(true); };
  const tap = (e: { currentTarget: HTMLElement }) => { e.currentTarget.focus(); setChosen(true); };   // not every browser gives it the focus
  const point = (to: boolean) => (e: PointerEvent) => { if (e.pointerType === 'mouse') setPointed(to); };
  const leave = () => { setPointed(false); setChosen(false); };
  return {
    on: text ? { onPointerEnter: point(true), onPointerLeave: point(false), onFocus: choose, onBlur: leave, onClick: tap, 'aria-describedby': open ? id : undefined } : {},
    tip: open && text ? <span role="tooltip" class="tip" id={id} ref={ref} lang={spoken}>{text}</span> : null,
  };
}

/** Explains itself, if there is something to say. */
export function Explained({ text, class: kind = '', children }: { text: string | undefined; class?: string; children: ComponentChildren }) {
  const { on, tip } = useTip(text);
  return text ? <button type="button" class={`term ${kind}`} {...on}>{children}{tip}</button> : <span class={kind}>{children}</span>;
}

/** `term` is the name of a field of the state; the game says what it means. */
export function Term({ term, class: kind, children }: { term: string; class?: string; children: ComponentChildren }) {
  return <Explained text={useTerm(term)?.text} class={kind}>{children}</Explained>;
}
