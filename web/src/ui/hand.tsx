// hand.tsx - cards held in a fan: chosen by mouse, finger or keys, dragged to a place.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Card } from '../cards/card';
import { keyed } from '../cards/pack';
import type { PackName } from '../cards/pack';
import { cardName, fill, useWords } from '../words';

interface HandProps {
  cards: string[];
  pack: PackName;
  label: string;
  /** What is said where there is none. */
  empty: string;
  chosen: string[];
  playable: (card: string) => boolean;
  /** Those that a lesson means. */
  taught: string[];
  many: boolean;
  /** How many are in a row. */
  each: number;
  choose: (card: string) => void;
  /** The card was chosen already and is asked for again. */
  again: (card: string) => void;
  drop: (card: string, place: string) => void;
  /** A card is in the air now, or no longer. */
  lift: (up: boolean) => void;
}

const DRAG = 7;     // pixels that a pointer moves before it drags
const HOLD = 220;   // milliseconds that a finger rests on a card before it drags, where a swipe scrolls

interface Drag { card: string; x: number; y: number; ghost: HTMLElement | null; offset: [number, number]; from: HTMLElement; waits: number }

function placeUnder(x: number, y: number): string {
  const hit = document.elementFromPoint(x, y)?.closest('[data-place]');
  return hit instanceof HTMLElement ? hit.dataset.place ?? '' : '';
}

/** Cards that are only looked at. */
export function OpenHand({ cards, pack, label }: Pick<HandProps, 'cards' | 'pack' | 'label'>) {
  const w = useWords();
  return (
    <div class="hand small" role="group" aria-label={label}>
      {keyed(cards).map(({ card, key }) => <span key={key} class="held" role="img" aria-label={cardName(card, pack, w)} data-card={card}><Card card={card} pack={pack} /></span>)}
    </div>
  );
}

export function Hand({ cards, pack, label, empty, chosen, playable, taught, many, each, choose, again, drop, lift: lifted }: HandProps) {
  const w = useWords();
  const ref = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState(0);
  const [held, setHeld] = useState('');   // in the air
  const drag = useRef<Drag | null>(null);
  const dragged = useRef(false);
  const at = Math.min(focus, cards.length - 1);

  const step = (event: KeyboardEvent) => {
    // Where the focus really is: keys may come faster than the page is drawn.
    const all = [...(ref.current?.querySelectorAll<HTMLElement>('.held') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: cards.length - 1, ArrowUp: at - each, ArrowDown: at + each }[event.key];
    if (to === undefined || to < 0 || to >= cards.length) return;
    event.preventDefault();
    setFocus(to);
    all[to].focus();
  };

  const lift = (event: PointerEvent, card: string) => {
    if (event.button !== 0) return;
    const from = event.currentTarget as HTMLElement;
    const box = from.getBoundingClientRect();
    const waits = event.pointerType === 'touch' && getComputedStyle(from).touchAction !== 'none' ? event.timeStamp + HOLD : 0;
    drag.current = { card, x: event.clientX, y: event.clientY, ghost: null, offset: [event.clientX - box.left, event.clientY - box.top], from, waits };
    dragged.current = false;
  };
  useEffect(() => {
    const raise = (d: Drag) => {
      const picture = d.from.querySelector('svg');
      if (!picture) return;
      d.ghost = document.createElement('div');
      d.ghost.className = 'ghost';
      d.ghost.style.width = `${picture.getBoundingClientRect().width}px`;
      d.ghost.append(picture.cloneNode(true));
      document.body.append(d.ghost);
      dragged.current = true;
      setHeld(d.card);
      lifted(true);
    };
    const move = (event: PointerEvent) => {
      const d = drag.current;
      if (!d) return;
      if (!d.ghost && Math.hypot(event.clientX - d.x, event.clientY - d.y) > DRAG) {
        // A finger that moves at once means to scroll.
        if (event.timeStamp < d.waits) drag.current = null;
        else raise(d);
      }
      if (!d.ghost) return;
      event.preventDefault();
      d.ghost.style.transform = `translate(${event.clientX - d.offset[0]}px, ${event.clientY - d.offset[1]}px)`;
      const over = placeUnder(event.clientX, event.clientY);
      document.querySelectorAll('[data-place]').forEach((e) => e.classList.toggle('over', (e as HTMLElement).dataset.place === over));
    };
    const end = (event: PointerEvent) => {
      const d = drag.current;
      drag.current = null;
      document.querySelectorAll('.over').forEach((e) => e.classList.remove('over'));
      if (!d?.ghost) return;
      d.ghost.remove();
      setHeld('');
      lifted(false);
      const place = event.type === 'pointerup' ? placeUnder(event.clientX, event.clientY) : '';
      if (place) drop(d.card, place);
    };
    // A card that is dragged does not scroll the page.
    const keep = (event: TouchEvent) => { if (drag.current && event.timeStamp >= drag.current.waits && event.cancelable) event.preventDefault(); };
    const hand = ref.current;
    addEventListener('pointermove', move, { passive: false });
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    hand?.addEventListener('touchmove', keep, { passive: false });
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      hand?.removeEventListener('touchmove', keep);
    };
  });

  const click = (card: string) => {
    if (dragged.current) {
      dragged.current = false;
      return;
    }
    if (chosen.includes(card)) again(card);
    else choose(card);
  };

  const state = (card: string) => {
    const marks = [];
    if (playable(card)) marks.push(w.table.playable);
    if (taught.includes(card)) marks.push(w.table.taught);
    if (chosen.includes(card)) marks.push(many && chosen.length > 1 ? fill(w.table.chosenAs, chosen.indexOf(card) + 1) : w.table.chosen);
    return marks.length > 0 ? `, ${marks.join(', ')}` : '';
  };

  return (
    <div class="hand own-hand" ref={ref} role="group" aria-label={label} onKeyDown={step}>
      {cards.length === 0 && empty ? <p class="empty">{empty}</p> : null}
      {keyed(cards).map(({ card, key }, i) => {
        const order = many && chosen.length > 1 && chosen.includes(card) ? chosen.indexOf(card) + 1 : 0;
        return (
          <button key={key} type="button" data-held={card} data-card={card}
            class={`held${playable(card) ? ' playable' : ''}${chosen.includes(card) ? ' chosen' : ''}${held === card ? ' in-air' : ''}${taught.includes(card) ? ' taught' : ''}`}
            aria-pressed={chosen.includes(card)} aria-label={cardName(card, pack, w) + state(card)}
            tabIndex={i === at ? 0 : -1} onFocus={() => setFocus(i)}
            onPointerDown={(e) => lift(e, card)} onClick={() => click(card)}>
            <Card card={card} pack={pack} />
            {order ? <span class="order" aria-hidden="true">{order}</span> : null}
          </button>
        );
      })}
    </div>
  );
}
