// told.tsx - moves in words: what one does.
import type { GameScreen } from '../games';
import type { Move } from '../service/types';
import { factText, FactView } from './fact';
import type { Names } from './fact';
import { useWords } from './index';
import type { Words } from './index';
import { phraseText, PhraseView } from './phrase';

/** What is neither legal nor offered is called as it is written. */
const called = (move: Move) => move.offer ?? { parts: [move.text] };

export function offerText(move: Move, state: unknown, screen: GameScreen, w: Words, names: Names): string {
  return screen.phrase ? phraseText(screen.phrase(move, state, w), screen.pack, w) : factText(called(move), w, names);
}

export function Offer({ move, state, screen }: { move: Move; state: unknown; screen: GameScreen }) {
  const w = useWords();
  return screen.phrase ? <PhraseView p={screen.phrase(move, state, w)} pack={screen.pack} w={w} /> : <FactView fact={called(move)} />;
}
