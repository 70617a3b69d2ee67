// felt.tsx - the table as it is drawn: the others around it, and in the middle the board, what is
// asked for, and the values everybody sees.
import type { ComponentChildren, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { useApp } from '../app';
import { Card } from '../cards/card';
import { HIDDEN } from '../cards/pack';
import { Suit } from '../cards/suits';
import type { CardScreen } from '../games';
import type { Chip } from '../games/screen';
import type { Sentence, View } from '../service/types';
import { flight } from '../settings';
import { useFit } from '../ui/fit';
import { OpenHand } from '../ui/hand';
import { useCardMotion } from '../ui/motion';
import { Explained, Term, useTerm } from '../ui/term';
import { count, useWords } from '../words';
import type { Words } from '../words';
import { Story } from '../words/fact';
import { initial } from '../words/name';

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
  /** What each seat did last, and what sort of player sits there. */
  did?: (seat: number) => Sentence[];
  character?: (seat: number) => string;
  /** All hands lie open, as far as the view shows them. */
  openHands?: boolean;
  /** The page is this table, and shall not scroll; how many cards are held then. */
  whole?: boolean;
  held?: number;
  felt?: RefObject<HTMLElement>;
  /** A tap on the cloth: on with it. */
  skip?: () => void;
  /** A lesson says what to do: only that is marked, and not all that is possible. */
  guided?: boolean;
  /** What lies before the person, given how many cards are in a row. */
  children?: (each: number) => ComponentChildren;
}

const MANY = 14;   // cards in a hand that there is always room for

function Backs({ n, pack }: { n: number; pack: CardScreen['pack'] }) {
  return <span class="backs" aria-hidden="true">{[...Array(Math.min(n, 9))].map((_, i) => <span key={i}><Card card={HIDDEN} pack={pack} /></span>)}</span>;
}

/** What a seat did last, without its name, which stands above; what came of it for others stands there. */
function brief([first]: Sentence[], seat: number): Sentence[] {
  if (!first) return [];
  const [who, ...rest] = first.parts.filter((p) => p !== '');
  const named = typeof who === 'object' && 'p' in who && who.p === seat && typeof rest[0] === 'string';
  return [named ? { ...first, parts: [(rest[0] as string).trimStart(), ...rest.slice(1)] } : first];
}

export function SeatView({ seat, p }: { seat: number; p: FeltProps }) {
  const w = useWords();
  const { view, screen } = p;
  const held = screen.held(view.state, seat);
  const turn = view.to_move === seat, own = seat === p.you;
  const shown = p.openHands && !own ? screen.hand(view.state, seat) : [];
  const open = shown.length > 0 && !shown.includes(HIDDEN) && held !== null;
  const name = p.seatName(seat), did = own ? [] : brief(p.did?.(seat) ?? [], seat);
  return (
    <div class={`seat${turn ? ' turn' : ''}${own ? ' yours' : ''}`} role={own ? 'group' : 'listitem'} aria-label={own ? name : undefined}
      data-seat={seat} data-held-count={own || held === null ? undefined : held} aria-current={turn ? 'true' : undefined}>
      <span class={`face-${seat % 6} who-face`} aria-hidden="true">{initial(name)}</span>
      <Explained text={p.character?.(seat)} class="seat-name">{name}{turn && p.thinking ? <span class="dots" aria-hidden="true">…</span> : null}</Explained>
      {held !== null && !open && !own ? <Backs n={held} pack={screen.pack} /> : null}
      {held !== null ? <span class="held-count">{count(w.table.cards, held)}</span> : null}
      {screen.notes(view.state, seat, w).map(({ term, text }) => <Term term={term} class="note">{text}</Term>)}
      {open ? <OpenHand cards={shown} pack={screen.pack} label={name} /> : null}
      {did.length > 0 ? <span class="did"><Story told={did} /></span> : null}
    </div>
  );
}

/** The others, clockwise from the left of the person. */
function around(players: number, you: number): number[] {
  return you < 0 ? [...Array(players).keys()] : [...Array(players - 1)].map((_, i) => (you + 1 + i) % players);
}

/** They sit on three sides of the table; the fourth is the person's. */
function sides(seats: number[]): [side: string, seats: number[]][] {
  const beside = seats.length < 2 ? 0 : seats.length < 6 ? 1 : 2;
  return [['left', seats.slice(0, beside)], ['top', seats.slice(beside, seats.length - beside)], ['right', seats.slice(seats.length - beside)]];
}

export function Felt(p: FeltProps) {
  const w = useWords();
  const { settings } = useApp();
  const own = useRef<HTMLElement>(null);
  const ref = p.felt ?? own;
  const { Board } = p.screen;
  const others = around(p.players, p.you);
  // Where cards are held, more may come.
  const most = p.you >= 0 && p.screen.held(p.view.state, p.you) !== null ? MANY : 1;
  const { each, scrolls } = useFit(ref, p.held ?? 0, most, settings.size, !!p.whole, `${p.players} ${settings.language}`, p.view.number);
  useCardMotion(ref, p.view.number, p.mover, flight(settings));
  return (
    <section class={`felt${scrolls ? ' scrolls' : ''}${p.guided ? ' guided' : ''}`} ref={ref} aria-label={w.table.table}
      onClick={(e) => { if (!(e.target as Element).closest('button, summary, .bubble')) p.skip?.(); }}>
      <div class={`seats of-${Math.min(others.length, 6)}`} role="list">
        {sides(others).map(([side, seats]) => <div class={`side-${side}`} role="none">{seats.map((seat) => <SeatView key={seat} seat={seat} p={p} />)}</div>)}
      </div>
      <div class="board">
        <Board state={p.view.state} text={p.view.text} w={w} open={p.open} aim={p.aim} seat={p.you} seatName={p.seatName} />
        {p.you >= 0 && p.view.due.length > 0 ? <p class="due"><Story told={p.view.due} /></p> : null}
        <Chips screen={p.screen} state={p.view.state} w={w} />
      </div>
      {p.children?.(each)}
    </section>
  );
}

function ChipView({ chip, pack }: { chip: Chip; pack: CardScreen['pack'] }) {
  const { spoken } = useApp();
  return (
    <Term term={chip.term} class="chip">
      <span class="chip-name" lang={spoken}>{useTerm(chip.term)?.name}</span>
      {chip.value === '' ? null : <strong>{chip.suit ? <Suit suit={chip.suit} pack={pack} /> : null}{chip.value}</strong>}
    </Term>
  );
}

function Chips({ screen, state, w }: { screen: CardScreen; state: unknown; w: Words }) {
  const chips = screen.chips(state, w);
  return (
    <ul class="chips">
      {chips.map((c) => <li><ChipView chip={c} pack={screen.pack} /></li>)}
    </ul>
  );
}

/** The table in sentences. */
export function describe(view: View, screen: CardScreen, players: number, you: number, seatName: (s: number) => string, w: Words): string[] {
  const seats = [...(you < 0 ? [] : [you]), ...around(players, you)].map((seat) => {
    const held = screen.held(view.state, seat);
    const parts = [...(held !== null ? [count(w.table.cards, held)] : []), ...screen.notes(view.state, seat, w).map((n) => n.text)];
    return `${seatName(seat)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`;
  });
  return [...screen.describe(view.state, w, seatName), ...seats];
}
