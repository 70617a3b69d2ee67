// true-propre.tsx - True Propreantepenultimate Card on the page: drawn as its first version is.
import { screen as propre } from './propre';
import type { CardScreen } from './screen';

export const screen: CardScreen = {
  ...propre,
  art: ['AS', '3D', '7S', 'QH'],
};
