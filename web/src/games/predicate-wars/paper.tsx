// paper.tsx - what a card of Predicate Wars looks like. Nothing is asked here, so that it can be drawn elsewhere, too.
import type { ComponentChildren } from 'preact';
import { TagSign } from './tag';
import type { Tag } from './state';

/** The classes of a card; without a tag it is blank. */
export const paperLook = (tag: Tag | null, seen: boolean) => `pw-card${tag ? ` tag-${tag}` : ' blank'}${tag && !seen ? ' unseen-effect' : ''}`;

interface Props {
  id: number | string;
  tag: Tag;
  cost: number | string;
  foot: ComponentChildren;
  /** What a term means, for who points at it. */
  about?: (term: string) => string | undefined;
  children: ComponentChildren;
}

export function Paper({ id, tag, cost, foot, about = () => undefined, children }: Props) {
  return (
    <>
      <span class="pw-head"><span class="pw-id">#{id}</span><span title={about('tag')}><TagSign tag={tag} /></span><span class="pw-cost" title={about('cost')}>{cost}</span></span>
      <span class="pw-body">{children}</span>
      <span class="pw-foot">{foot}</span>
    </>
  );
}
