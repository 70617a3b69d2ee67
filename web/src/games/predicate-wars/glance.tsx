// glance.tsx - who has how much, and how far the round has come.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Explained, Term } from '../../ui/term';
import { fill, useWords } from '../../words';
import { AMOUNTS, heldText, standing } from './describe';
import type { Amount } from './describe';
import { PARTS, partOf, written } from './state';
import type { Player, State } from './state';

const MANY = 6;   // seats that fit above the rest

/** Signs beside the names of the columns. */
const SIGNS: Record<Amount | 'cards' | 'subproofs', string> = {
  health: 'M12 21 4 12.500a5 5 0 0 1 8-6 5 5 0 0 1 8 6Z',
  power: 'M13 2 5 14h6l-1 8 9-13h-6Z',
  potency: 'M9 2h6M10 2v7L4.500 19.500A1.500 1.500 0 0 0 6 22h12a1.500 1.500 0 0 0 1.500-2.500L14 9V2M7 15h10',
  proving: 'M12 5h.01M5 18h.01M19 18h.01M12 8v4l-5 4M12 12l5 4',
  cards: 'M8 5h11v16H8ZM5 17V2h10',
  subproofs: 'M6 3h12v18H6ZM9 8h6M9 12h6M9 16h3',
};

function Head({ name, children }: { name: keyof typeof SIGNS; children: ComponentChildren }) {
  return <th scope="col" data-column={name}><Term term={name}><svg class="pw-sign" viewBox="0 0 24 24" aria-hidden="true"><path d={SIGNS[name]} /></svg><span class="pw-column">{children}</span></Term></th>;
}

/** What became of the amounts since the view before. */
function useChanges(state: State): (seat: number, what: Amount) => number {
  const [before, setBefore] = useState<Player[]>(state.players);
  const now = useRef(state.players);
  useEffect(() => {
    if (AMOUNTS.some((a) => state.players.some((p, i) => p[a] !== now.current[i]?.[a]))) setBefore(now.current);
    now.current = state.players;
  }, [state]);
  return (seat, what) => (before[seat] ? state.players[seat][what] - before[seat][what] : 0);
}

/** `full`: the health that everybody began with, by which bars are drawn. */
export function Glance({ state: s, you, full, seatName, thinking }: { state: State; you: number; full: number; seatName: (seat: number) => string; thinking: boolean }) {
  const w = useWords();
  const change = useChanges(s);
  // What nobody has is not shown.
  const shown = AMOUNTS.filter((a) => a !== 'proving' || s.players.some((p) => p.proving > 0));
  const subproofs = s.players.some((p) => p.subproofs.length > 0);
  const most = Math.max(full, ...s.players.map((p) => p.health));
  const table = (
    <table class={subproofs && shown.includes('proving') ? 'pw-glance full' : 'pw-glance'}>
      <caption class="unseen">{w.pw.glance}</caption>
      <thead>
        <tr>
          <th scope="col"><span class="pw-column">{w.pw.player}</span></th>
          {shown.map((a) => <Head name={a}>{w.pw.amounts[a]}</Head>)}
          <Head name="cards">{w.pw.cards}</Head>
          {subproofs ? <Head name="subproofs">{w.pw.subproofs}</Head> : null}
        </tr>
      </thead>
      <tbody>
        {s.players.map((p, seat) => (
          <tr class={`${seat === you ? 'yours' : ''}${s.to_move === seat ? ' turn' : ''}${p.alive ? '' : ' out'}`} data-seat={seat} aria-current={s.to_move === seat ? 'true' : undefined}>
            <th scope="row"><span class="pw-who">{seatName(seat)}{s.to_move === seat && thinking ? <span class="dots" aria-hidden="true">…</span> : null}</span>
              {standing(s, seat, w).map((note) => <span class="pw-standing">{note}</span>)}</th>
            {shown.map((a) => {
              const d = change(seat, a);
              return (
                <td data-amount={a}>{p[a]}
                  {d !== 0 ? <span class={d > 0 ? 'pw-up' : 'pw-down'}>{d > 0 ? `+${d}` : `−${-d}`}</span> : null}
                  {a === 'health' ? <span class="pw-bar" aria-hidden="true"><span style={{ width: `${Math.max(0, (100 * p.health) / most)}%` }} /></span> : null}
                </td>
              );
            })}
            <td><Explained text={heldText(s, p, w)} class="pw-has">{p.hand.length}<span class="pw-of"> {fill(w.pw.writtenOf, written(s, p.hand).length)}</span><span class="pw-of-short" aria-hidden="true">/{written(s, p.hand).length}</span></Explained></td>
            {subproofs ? <td>{p.subproofs.length}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
  // Many seats are scrolled through, so that what can be done stays near.
  return s.players.length > MANY ? <div class="pw-many" tabIndex={0} role="region" aria-label={w.pw.glance}>{table}</div> : table;
}

export function Progress({ state: s }: { state: State }) {
  const w = useWords();
  const at = s.phase === 'over' ? PARTS.length : partOf(s.phase);
  return (
    <div class="pw-progress">
      <p class="pw-round">{fill(w.pw.round, s.round)}</p>
      <ol>
        {PARTS.map((phases, i) => {
          if (i === 0 && at !== 0) return null;
          const [number, ...name] = w.pw.parts[i].split(' ');
          return (
            <li class={i === at ? 'now' : i < at ? 'done' : ''} aria-current={i === at ? 'step' : undefined}>
              <span class="pw-part">{number}{name.length > 0 ? <span class="pw-part-name"> {name.join(' ')}</span> : null}</span>
              {i === at && s.phase !== phases[0] ? <span class="pw-phase">{w.pw.phases[s.phase]}</span> : null}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
