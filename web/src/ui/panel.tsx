// panel.tsx - beside the table: what happened, and the rulebook.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Event } from '../service/types';
import { useWords } from '../words';
import { Story } from '../words/fact';
import { Rulebook, Why } from './clause';

const SHOWN = 60;   // moves in the list

/** What happened, the last first: sentences, and behind each move the clauses and what they met with.
 *  `at`: so many moves are looked at; then those around the last of them are shown. */
export function Log({ events, at = events.length }: { events: Event[]; at?: number }) {
  const w = useWords();
  const ref = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const body = ref.current?.closest('.panel-body'), now = ref.current?.querySelector<HTMLElement>('[aria-current]');
    if (body) body.scrollTop = now ? now.offsetTop - body.clientHeight / 3 : 0;
  }, [at]);
  if (events.length === 0) return <p>{w.table.logEmpty}</p>;
  const whole = at === events.length, last = whole ? at : Math.min(events.length, at + SHOWN / 2);
  return (
    <ol class="log" reversed start={last} ref={ref}>
      {events.slice(Math.max(0, last - SHOWN), last).reverse().map((e) => (
        <li key={e.number} value={e.number + 1} class={e.number >= at ? 'later' : undefined} aria-current={!whole && e.number === at - 1 ? 'step' : undefined}>
          <Why why={e.why}><Story told={e.story} /></Why>
        </li>
      ))}
    </ol>
  );
}

interface PanelProps {
  game: string;
  clause: string;
  rulings: Record<string, string>;
  log: ComponentChildren;
  /** Below both: the field for words and moves. */
  foot?: ComponentChildren;
  wantsRules: boolean;
  open: boolean;
  close: () => void;
}

export function Panel({ game, clause, rulings, log, foot, wantsRules, open, close }: PanelProps) {
  const w = useWords();
  const [rules, setRules] = useState(false);
  const ref = useRef<HTMLElement>(null);
  useEffect(() => { if (wantsRules) setRules(true); }, [wantsRules, clause]);
  const tabs: [boolean, string][] = [[false, w.table.log], [true, w.nav.rules]];
  return (
    <aside class={open ? 'panel open' : 'panel'} aria-label={w.table.panel} ref={ref}>
      <div class="tabs" role="group" aria-label={w.table.panel}>
        {tabs.map(([which, name]) => <button type="button" aria-pressed={rules === which} onClick={() => setRules(which)}>{name}</button>)}
        <button type="button" class="panel-close" onClick={close}>{w.close}</button>
      </div>
      <div class="panel-body" tabIndex={0} role="region" aria-label={rules ? w.nav.rules : w.table.log}>{rules ? <Rulebook game={game} at={clause} chosen={rulings} /> : log}</div>
      {foot}
    </aside>
  );
}
