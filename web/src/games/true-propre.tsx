// true-propre.tsx - True Propreantepenultimate Card on the page: drawn as its first version is.
import { screen as propre } from './propre';
import type { CardScreen } from './screen';

export const screen: CardScreen = {
  ...propre,
  blurb: {
    en: 'A shedding game with chains of cards, sums and attacks, and one long word that has to be said in time.',
    de: 'Ein Ablegespiel mit Kartenketten, Summen und Angriffen, und einem langen Wort, das rechtzeitig gesagt sein will.',
    sk: 'Hra na zbavovanie sa kariet s reťazami, súčtami a útokmi, a s jedným dlhým slovom, ktoré treba povedať včas.',
  },
  art: ['AS', '3D', '7S', 'QH'],
};
