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
  chosen: string[];
  playable: (card: string) => boolean;
  many: boolean;
  choose?: (card: string) => void;
  /** The card was chosen already and is asked for again. */
  again?: (card: string) => void;
  drop?: (card: string, place: string) => void;
  small?: boolean;
}

const SHOWN = 34;   // pixels of a card that must stay visible under its neighbour
const DRAG = 7;     // pixels that a pointer moves before it drags

interface Drag { card: string; x: number; y: number; ghost: HTMLElement | null; offset: [number, number] }

function placeUnder(x: number, y: number): string {
  const hit = document.elementFromPoint(x, y)?.closest('[data-place]');
  return hit instanceof HTMLElement ? hit.dataset.place ?? '' : '';
}

/** Cards in rows that are wide enough for each to show its corner. */
function useRows(n: number, small: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [cardWidth, setCardWidth] = useState(80);
  useEffect(() => {
    const watch = new ResizeObserver(() => {
      if (!ref.current) return;
      const style = getComputedStyle(ref.current);
      setWidth(Math.floor(ref.current.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) - 1);
      setCardWidth(parseFloat(style.getPropertyValue('--card-px')) || 80);
    });
    if (ref.current) watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  const w = small ? cardWidth * 0.6 : cardWidth;
  const shown = small ? 22 : SHOWN;
  const most = Math.max(1, Math.floor((width - w) / shown) + 1);
  const rows = Math.max(1, Math.ceil(n / most));
  const each = Math.ceil(n / rows);
  const step = each > 1 ? Math.min(w * 1.04, (width - w) / (each - 1)) : w;
  return { ref, each, overlap: step - w };
}

export function Hand({ cards, pack, label, chosen, playable, many, choose, again, drop, small = false }: HandProps) {
  const w = useWords();
  const { ref, each, overlap } = useRows(cards.length, small);
  const [focus, setFocus] = useState(0);
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
    if (!drop || event.button !== 0) return;
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    drag.current = { card, x: event.clientX, y: event.clientY, ghost: null, offset: [event.clientX - box.left, event.clientY - box.top] };
    dragged.current = false;
  };
  useEffect(() => {
    if (!drop) return undefined;
    const move = (event: PointerEvent) => {
      const d = drag.current;
      if (!d) return;
      if (!d.ghost && Math.hypot(event.clientX - d.x, event.clientY - d.y) > DRAG) {
        const from = ref.current?.querySelector(`[data-held="${d.card}"] svg`);
        if (!from) return;
        d.ghost = document.createElement('div');
        d.ghost.className = 'ghost';
        d.ghost.style.width = `${from.getBoundingClientRect().width}px`;
        d.ghost.append(from.cloneNode(true));
        document.body.append(d.ghost);
        dragged.current = true;
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
      const place = event.type === 'pointerup' ? placeUnder(event.clientX, event.clientY) : '';
      if (place) drop(d.card, place);
    };
    addEventListener('pointermove', move, { passive: false });
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  });

  const click = (card: string) => {
    if (dragged.current) {
      dragged.current = false;
      return;
    }
    if (chosen.includes(card) && again) again(card);
    else choose?.(card);
  };

  const state = (card: string) => {
    const marks = [];
    if (playable(card)) marks.push(w.table.playable);
    if (chosen.includes(card)) marks.push(many && chosen.length > 1 ? fill(w.table.chosenAs, chosen.indexOf(card) + 1) : w.table.chosen);
    return marks.length > 0 ? `, ${marks.join(', ')}` : '';
  };

  const middle = (i: number) => {
    const row = Math.floor(i / each);
    const inRow = Math.min(each, cards.length - row * each);
    return inRow > 1 ? ((i % each) - (inRow - 1) / 2) / Math.max(4, inRow) : 0;
  };

  return (
    <div class={small ? 'hand small' : 'hand'} ref={ref} role="group" aria-label={label} onKeyDown={step}>
      {cards.length === 0 ? <p class="empty">{w.table.emptyHand}</p> : null}
      {keyed(cards).map(({ card, key }, i) => {
        const tilt = middle(i);
        const style = {
          marginInlineStart: i % each === 0 ? '0' : `${overlap}px`,
          transform: `translateY(${Math.round(tilt * tilt * 22)}px) rotate(${(tilt * 12).toFixed(1)}deg)`,
        };
        const brk = i > 0 && i % each === 0 ? <span class="row-break" key={`${key}-row`} /> : null;
        if (!choose) return <>{brk}<span key={key} class="held" style={style} role="img" aria-label={cardName(card, pack, w)} data-card={card}><Card card={card} pack={pack} /></span></>;
        const order = many && chosen.length > 1 && chosen.includes(card) ? chosen.indexOf(card) + 1 : 0;
        return (
          <>
            {brk}
            <button key={key} type="button" data-held={card} data-card={card} style={style}
              class={`held${playable(card) ? ' playable' : ''}${chosen.includes(card) ? ' chosen' : ''}`}
              aria-pressed={chosen.includes(card)} aria-label={cardName(card, pack, w) + state(card)}
              tabIndex={i === at ? 0 : -1} onFocus={() => setFocus(i)}
              onPointerDown={(e) => lift(e, card)} onClick={() => click(card)}>
              <Card card={card} pack={pack} />
              {order ? <span class="order" aria-hidden="true">{order}</span> : null}
            </button>
          </>
        );
      })}
    </div>
  );
}
