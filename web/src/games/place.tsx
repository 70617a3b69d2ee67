// place.tsx - a place on the board where cards lie and can be put.
import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useTerm, useTip } from '../ui/term';

/** The places that a lesson means. */
export const Taught = createContext<Set<string>>(new Set());

interface PlaceProps {
  name: string;            // what it is called in moves
  label: string;           // and for people
  open: Set<string>;
  aim?: (place: string) => void;
  class?: string;
  term?: string;           // the field of the state that lies here
  tip?: string;            // what else there is to say of it just now
  children: ComponentChildren;
}

export function Place({ name, label, open, aim, class: more = '', term = name, tip: said, children }: PlaceProps) {
  const state = (open.has(name) ? ' open' : '') + (useContext(Taught).has(name) ? ' taught' : '');
  const about = useTerm(term)?.text;
  const { on, tip } = useTip(said ?? about);
  // The explanation stands beside it: what has a label of its own says nothing else.
  return (
    <div class="spot">
      {aim ? <button type="button" class={`place ${more}${state}`} data-place={name} aria-label={label} {...on} onClick={() => aim(name)}>{children}</button>
        : <div class={`place ${more}`} data-place={name} role="img" aria-label={label} {...on}>{children}</div>}
      {tip}
    </div>
  );
}
