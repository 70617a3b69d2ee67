// index.tsx - Predicate Wars on the page: a table of its own, since its cards are written and its
// moves are sentences and proofs. It is loaded when somebody sits down at it.
import { later } from '../../ui/later';
import { Statement } from '../../ui/statement';
import type { OwnScreen } from '../screen';
import { describe } from './describe';
import { told } from './phrase';
import type { Tag } from './state';
import { TagSign } from './tag';

function Art() {
  const shown: [Tag, string][] = [['rock', '(¬P)'], ['paper', '[ATK](x,20)'], ['scissors', '(P→Q)']];
  return <>{shown.map(([tag, text]) => <span class="pw-art"><span class={`pw-card tag-${tag}`}><TagSign tag={tag} /><Statement text={text} silent /></span></span>)}</>;
}

export const screen: OwnScreen = {
  pack: 'french',
  adviser: 'greedy',
  Table: later(() => import('./table').then((m) => m.Table)),
  Show: later(() => import('./table').then((m) => m.Show)),
  Art,
  describe,
  phrase: told,
  words: () => [],
};
