// felt.tsx - the table as it is drawn: the others, the board, the values everybody sees.
import { useRef } from 'preact/hooks';
import { Card } from '../cards/card';
import { HIDDEN } from '../cards/pack';
import { Suit } from '../cards/suits';
import type { CardScreen } from '../games';
import type { View } from '../service/types';
import { useApp } from '../app';
import { moves } from '../settings';
import { useCardMotion } from '../ui/motion';
import { Hand } from '../ui/hand';
import { count, useWords } from '../words';
import type { Words } from '../words';
import type { ComponentChildren } from 'preact';

export interface FeltProps {
  view: View;
  screen: CardScreen;
  players: number;
  you: number;
  seatName: (seat: number) => string;
  open: Set<string>;
  aim?: (place: string) => void;
  mover: number | null;
  thinking: boolean;
  /** All hands lie open, as far as the view shows them. */
  openHands?: boolean;
  children?: ComponentChildren;
}

function Backs({ n, pack }: { n: number; pack: CardScreen['pack'] }) {
  return <span class="backs" aria-hidden="true">{[...Array(Math.min(n, 7))].map((_, i) => <span key={i}><Card card={HIDDEN} pack={pack} /></span>)}</span>;
}

function SeatView({ seat, p }: { seat: number; p: FeltProps }) {
  const w = useWords();
  const { view, screen } = p;
  const held = screen.held(view.state, seat);
  const turn = view.to_move === seat;
  const shown = p.openHands ? screen.hand(view.state, seat) : [];
  return (
    <li class={`seat${turn ? ' turn' : ''}${seat === p.you ? ' yours' : ''}`} data-seat={seat} aria-current={turn ? 'true' : undefined}>
      <span class="seat-name">{p.seatName(seat)}{turn && p.thinking ? <span class="dots" aria-hidden="true">…</span> : null}</span>
      {held !== null ? <span class="held-count">{count(w.table.cards, held)}</span> : null}
      {held !== null && shown.length === 0 && seat !== p.you ? <Backs n={held} pack={screen.pack} /> : null}
      {screen.notes(view.state, seat, w).map((note) => <span class="note">{note}</span>)}
      {shown.length > 0 && !shown.includes(HIDDEN) && held !== null
        ? <Hand small cards={shown} pack={screen.pack} label={p.seatName(seat)} chosen={[]} playable={() => false} many={false} /> : null}
    </li>
  );
}

/** The others from the left of the person round the table. */
function order(players: number, you: number): number[] {
  return [...Array(players)].map((_, i) => (Math.max(you, 0) + i) % players);
}

export function Felt(p: FeltProps) {
  const w = useWords();
  const { settings } = useApp();
  const ref = useRef<HTMLElement>(null);
  useCardMotion(ref, p.view.number, p.mover, moves(settings));
  const { Board } = p.screen;
  return (
    <section class="felt" ref={ref} aria-label={w.table.describe}>
      <ul class="seats">{order(p.players, p.you).map((seat) => <SeatView key={seat} seat={seat} p={p} />)}</ul>
      <div class="board">
        <Board state={p.view.state} text={p.view.text} w={w} open={p.open} aim={p.aim} seat={p.you} seatName={p.seatName} />
        <Chips screen={p.screen} state={p.view.state} w={w} />
      </div>
      {p.children}
    </section>
  );
}

function Chips({ screen, state, w }: { screen: CardScreen; state: unknown; w: Words }) {
  const chips = screen.chips(state, w);
  if (chips.length === 0) return null;
  return (
    <ul class="chips">
      {chips.map((c) => (
        <li class={c.loud ? 'chip loud' : 'chip'}>
          {c.name ? <span class="chip-name">{c.name}</span> : null}
          <strong>{c.suit ? <Suit suit={c.suit} pack={screen.pack} /> : null}{c.value}</strong>
        </li>
      ))}
    </ul>
  );
}

/** The table in sentences, hidden from the eye unless it is opened. */
export function describe(view: View, screen: CardScreen, players: number, you: number, seatName: (s: number) => string, w: Words): string[] {
  const seats = order(players, you).map((seat) => {
    const held = screen.held(view.state, seat);
    const parts = [...(held !== null ? [count(w.table.cards, held)] : []), ...screen.notes(view.state, seat, w)];
    return `${seatName(seat)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`;
  });
  return [...screen.describe(view.state, w, seatName), ...seats];
}
