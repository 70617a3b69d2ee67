// result.tsx - the end of a game is a moment: who won, how they came in, what decided it, what now.
import { useEffect, useRef } from 'preact/hooks';
import type { PackName } from '../cards/pack';
import { go } from '../route';
import { ClauseLink } from '../ui/clause';
import { cardName, fill, list, useWords } from '../words';
import type { Words } from '../words';
import { FactView } from '../words/fact';
import { apart } from '../words/name';
import { MiniCard } from '../words/phrase';
import { useToReview } from './others';
import type { Again } from '../games/screen';
import type { Session } from './session';

/** What a bot is called that played to the end for who sits there; '': none did. */
const standIn = ({ view }: Session, seat: number | null) => apart(view.result?.standing.find((s) => s.seat === seat)?.stand_in ?? '');

/** Who has won, in a sentence. */
export function winnerText(session: Session, seatName: (seat: number) => string, w: Words): string {
  if (session.view.result?.given_up === session.you) return w.table.gaveUp;
  const winner = session.view.result?.winner ?? null, bot = standIn(session, winner);
  if (winner === session.you) return bot ? w.table.wonStandIn : w.table.won;
  return winner === null ? w.table.nobodyWon : fill(w.table.wonBy, bot || seatName(winner));
}

function Left({ cards, pack }: { cards: string[]; pack: PackName }) {
  const w = useWords();
  return (
    <span class="left-over">
      <span aria-hidden="true">{cards.length > 0 ? cards.map((c) => <MiniCard card={c} pack={pack} />) : '–'}</span>
      <span class="unseen">{cards.length > 0 ? list(cards.map((c) => cardName(c, pack, w)), w) : w.table.emptyHand}</span>
    </span>
  );
}

export function ResultPanel({ session, seatName, again, left, pack = 'french' }: {
  session: Session; seatName: (seat: number) => string; again: Again | null;
  /** What a seat still held; null: nothing is to be said of it. */
  left?: (seat: number) => string[] | null; pack?: PackName;
}) {
  const w = useWords();
  const toReview = useToReview(session);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // A table that is scrolled through is left where the last move was made.
    heading.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { result, end } = session.view;
  if (!result) return null;
  const won = result.winner === session.you && !standIn(session, session.you);
  const place = (seat: number) => {
    const cards = left?.(seat) ?? null, has = result.standing.find((s) => s.seat === seat)!.left;
    return <li class={seat === session.you ? 'yours' : undefined}><strong>{(seat !== session.you && standIn(session, seat)) || seatName(seat)}</strong>{cards ? <Left cards={cards} pack={pack} /> : <span class="left-over"><FactView fact={has} /></span>}</li>;
  };
  const unranked = result.standing.map((s) => s.seat).filter((seat) => !result.ranking.includes(seat));
  return (
    <section class={`result${won ? ' won' : ''}`} aria-labelledby="result-heading">
      <h2 id="result-heading" tabIndex={-1} ref={heading}>{winnerText(session, seatName, w)}</h2>
      {end?.length ? (
        <p class="decided">{end.map((s) => <><FactView fact={s} /> {s.clauses.map((id) => <ClauseLink id={id} />)} </>)}</p>
      ) : result.why ? <p class="decided"><ClauseLink id={result.why} /></p> : null}
      <ol class="ranking">{result.ranking.map(place)}</ol>
      {unranked.length > 0 ? <ul class="ranking unranked">{unranked.map(place)}</ul> : null}
      <div class="result-moves">
        {again ? <button type="button" class="primary" onClick={again.act}>{again.name}</button> : null}
        <button type="button" onClick={toReview}>{w.table.review}</button>
        {session.shared ? null : <button type="button" onClick={() => go(`new/${session.setup.game}`)}>{w.table.newGame}</button>}
      </div>
    </section>
  );
}
