// tag.tsx - the signs of the three tags.
import type { ComponentChildren } from 'preact';
import type { Tag } from './state';

/** Drawn by hand: a boulder, a sheet with a folded corner, a pair of scissors. */
const SIGNS: Record<Tag, ComponentChildren> = {
  rock: <><path class="body" d="M3 17 5 9l6-5 7 2 3 7-2 6-6 2-8-1Z" /><path class="line" d="m5 9 6 3 7-6M11 12l-2 8M11 12l8 4" /></>,
  paper: <><path class="body" d="M5 2h10l5 5v15H5Z" /><path class="line" d="M15 2v5h5M8 11h9M8 14.500h9M8 18h6" /></>,
  scissors: <><path class="line thick" d="M8 15.500 18 3M16 15.500 6 3" /><circle class="body" cx="6" cy="18.500" r="3" /><circle class="body" cx="18" cy="18.500" r="3" /></>,
};
export function TagSign({ tag }: { tag: Tag }) {
  return <svg class={`pw-tag tag-${tag}`} viewBox="0 0 24 24" aria-hidden="true">{SIGNS[tag]}</svg>;
}
