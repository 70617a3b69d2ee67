// told.tsx - moves in words: what one does.
import { useContext } from 'preact/hooks';
import type { GameScreen } from '../games';
import type { Move } from '../service/types';
import { factText, FactView, Seats } from './fact';
import type { Names } from './fact';
import { useWords } from './index';
import type { Words } from './index';
import { phraseText, PhraseView } from './phrase';
import type { Phrase } from './phrase';

/** What is neither legal nor offered is called as it is written. */
const called = (move: Move) => move.offer ?? { parts: [move.text] };

/** Seats by their names. */
const named = (p: Phrase, names: Names): Phrase =>
  ({ ...p, things: p.things.map((thing) => (typeof thing === 'object' && 'seat' in thing ? names(thing.seat) : thing)) });

export function offerText(move: Move, state: unknown, screen: GameScreen, w: Words, names: Names): string {
  return screen.phrase ? phraseText(named(screen.phrase(move, state, w), names), screen.pack, w) : factText(called(move), w, names);
}

export function Offer({ move, state, screen }: { move: Move; state: unknown; screen: GameScreen }) {
  const w = useWords();
  const names = useContext(Seats);
  return screen.phrase ? <PhraseView p={named(screen.phrase(move, state, w), names)} pack={screen.pack} w={w} /> : <FactView fact={called(move)} />;
}
