// panel.tsx - beside the table: what happened, and the rulebook.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Event } from '../service/types';
import { useWords } from '../words';
import { Story } from '../words/fact';
import { Reasons, Rulebook } from './clause';

const SHOWN = 60;   // moves in the list

/** What happened, the last first: sentences, and behind each move the clauses and what they met with. */
export function Log({ events }: { events: Event[] }) {
  const w = useWords();
  if (events.length === 0) return <p>{w.table.logEmpty}</p>;
  return (
    <ol class="log" reversed start={events.length}>
      {events.slice(-SHOWN).reverse().map((e) => (
        <li key={e.number} value={e.number + 1}>
          <details>
            <summary><Story told={e.story} /></summary>
            <Reasons why={e.why} />
          </details>
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
