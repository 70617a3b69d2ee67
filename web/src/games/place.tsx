// place.tsx - a place on the board where cards lie and can be put.
import type { ComponentChildren } from 'preact';

interface PlaceProps {
  name: string;            // what it is called in moves
  label: string;           // and for people
  open: Set<string>;
  aim?: (place: string) => void;
  class?: string;
  children: ComponentChildren;
}

export function Place({ name, label, open, aim, class: more = '', children }: PlaceProps) {
  const state = open.has(name) ? ' open' : '';
  return aim
    ? <button type="button" class={`place ${more}${state}`} data-place={name} aria-label={label} onClick={() => aim(name)}>{children}</button>
    : <div class={`place ${more}`} data-place={name} role="img" aria-label={label}>{children}</div>;
}
