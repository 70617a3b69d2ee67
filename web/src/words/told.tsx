// told.tsx - moves in words: what was done, and what one does.
import type { GameScreen } from '../games';
import type { Event, Move } from '../service/types';
import { factText, FactView, storyText, Story } from './fact';
import type { Names } from './fact';
import { useWords } from './index';
import type { Words } from './index';
import { phraseText, PhraseView } from './phrase';

export function toldText(e: Event, screen: GameScreen, w: Words, names: Names): string {
  return screen.phrase ? `${names(e.seat)}: ${phraseText(screen.phrase(e.move, undefined, w), screen.pack, w)}.` : storyText(e.story, w, names);
}

export function Told({ e, screen, names }: { e: Event; screen: GameScreen; names: Names }) {
  const w = useWords();
  return screen.phrase ? <>{names(e.seat)}: <PhraseView p={screen.phrase(e.move, undefined, w)} pack={screen.pack} w={w} /></> : <Story told={e.story} />;
}

/** What is neither legal nor offered is called as it is written. */
const called = (move: Move) => move.offer ?? { parts: [move.text] };

export function offerText(move: Move, state: unknown, screen: GameScreen, w: Words, names: Names): string {
  return screen.phrase ? phraseText(screen.phrase(move, state, w), screen.pack, w) : factText(called(move), w, names);
}

export function Offer({ move, state, screen }: { move: Move; state: unknown; screen: GameScreen }) {
  const w = useWords();
  return screen.phrase ? <PhraseView p={screen.phrase(move, state, w)} pack={screen.pack} w={w} /> : <FactView fact={called(move)} />;
}
