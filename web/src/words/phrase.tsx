// phrase.tsx - sentences with cards and suits in them, as text and as small pictures.
import { index, face, effective } from '../cards/pack';
import type { PackName } from '../cards/pack';
import { Suit } from '../cards/suits';
import { spokenStatement, Statement } from '../ui/statement';
import { cardName, fill, list, suitName } from './index';
import type { Words } from './en';

export type Thing = { cards: string[]; object?: true } | { suit: string } | { seat: number } | { formula: string; plain?: string } | string | number;
export interface Phrase { text: string; things: Thing[] }

export function phrase(text: string, ...things: Thing[]): Phrase {
  return { text, things };
}

function thingText(thing: Thing, pack: PackName, w: Words): string {
  if (typeof thing === 'object' && 'cards' in thing)
    return list(thing.cards.map((c) => cardName(c, pack, w, thing.object)), w);
  if (typeof thing === 'object' && 'formula' in thing) return thing.plain ?? spokenStatement(thing.formula, w);
  if (typeof thing === 'object' && 'seat' in thing) return fill(w.table.person, thing.seat + 1);
  if (typeof thing === 'object') return suitName(thing.suit, pack, w);
  return String(thing);
}

/** What is typed, between backticks, is set apart. */
export const typed = (text: string) => text.split(/`([^`]+)`/).map((part, i) => (i % 2 ? <code>{part}</code> : part));

/** For screen readers and live announcements. */
export function phraseText(p: Phrase, pack: PackName, w: Words): string {
  return p.text.replaceAll('`', '').replace(/\{(\d+)\}/g, (_, i) => thingText(p.things[Number(i)], pack, w));
}

export function MiniCard({ card, pack }: { card: string; pack: PackName }) {
  const { rank, suit } = face(effective(card));
  return <span class="mini">{index(rank, pack)}<Suit suit={suit} pack={pack} /></span>;
}

function ThingView({ thing, pack, w }: { thing: Thing; pack: PackName; w: Words }) {
  if (typeof thing === 'object' && 'cards' in thing)
    return <>{thing.cards.map((c) => <MiniCard card={c} pack={pack} />)}</>;
  if (typeof thing === 'object' && 'formula' in thing) return thing.plain ? <span title={thing.formula}>{thing.plain}</span> : <Statement text={thing.formula} silent />;
  if (typeof thing === 'object' && 'seat' in thing) return <>{thingText(thing, pack, w)}</>;
  if (typeof thing === 'object')
    return <span class="mini"><Suit suit={thing.suit} pack={pack} />{suitName(thing.suit, pack, w)}</span>;
  return <>{thing}</>;
}

/** With small cards for the eye and words for the ear. */
export function PhraseView({ p, pack, w }: { p: Phrase; pack: PackName; w: Words }) {
  return (
    <>
      <span aria-hidden="true" class="phrase">
        {p.text.split(/(\{\d+\}[.,:;!?)]*)/).map((part) => {
          const place = /^\{(\d+)\}(.*)$/.exec(part);
          if (!place) return typed(part);
          const thing = p.things[Number(place[1])], drawn = <ThingView thing={thing} pack={pack} w={w} />;
          // No line begins with a comma; what is said in many words has its own lines.
          const short = typeof thing !== 'object' || !('formula' in thing);
          return place[2] && short ? <span class="glued">{drawn}{place[2]}</span> : <>{drawn}{place[2]}</>;
        })}
      </span>
      <span class="unseen">{phraseText(p, pack, w)}</span>
    </>
  );
}
