// review.tsx - a game looked at again: who was ahead, the moves that cost most, and what the bot thinks
// of each. The service thinks about one move at a time, so that the page shows how far it is.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app';
import { screenOf } from '../games';
import type { Event, Judged, Seating, View } from '../service/types';
import { ClauseLink, Why } from '../ui/clause';
import { announce } from '../ui/live';
import { count, fill, useWords } from '../words';
import { FactView, Story } from '../words/fact';
import { Offer } from '../words/told';
import { useStanding } from './names';

const WORST = 3;   // mistakes that are told
const LEAST_TURN = 0.2;   // that a choice which mattered moved a score by
export interface Review {
  judged: (Judged | undefined)[];   // by number; the last is the end
  who: number;                      // whose moves are judged; -1: everybody's
  ask: (who: number) => void;
  going: boolean;
  start: () => void;
  stop: () => void;
}

/** What the bot has come to so far; it thinks while `going`. */
export function useReview({ table, count }: Seating, events: Event[], you: number, at_once: boolean): Review {
  const { service, spoken } = useApp();
  const [judged, setJudged] = useState<(Judged | undefined)[]>([]);
  const [who, ask] = useState(you);
  const [going, setGoing] = useState(at_once);
  useEffect(() => setJudged([]), [spoken]);
  const told = events.length === count;
  useEffect(() => {
    if (!going || !told) return undefined;
    let mine = true;
    const think = async () => {
      const all = [...judged];
      for (let n = 0; n <= count && mine; n++) {
        const thinks = n < count && (who < 0 || events[n].seat === who);
        if (all[n] && (all[n]!.thought || !thinks)) continue;
        const said = await service.review(table, n, thinks, you);
        if (!mine) return;
        all[n] = { ...said, thought: thinks };
        setJudged([...all]);
      }
      setGoing(false);
    };
    void think();
    return () => { mine = false; };
  }, [going, told, who]);
  return { judged, who, ask: (seat) => { ask(seat); setGoing(true); }, going, start: () => setGoing(true), stop: () => setGoing(false) };
}

/** The moves that cost most, the worst first. */
export function mistakes({ judged, who }: Review): Judged[] {
  return judged.filter((j): j is Judged => !!j && !!j.mistake && (who < 0 || j.seat === who))
    .sort((a, b) => b.cost! - a.cost! || a.number - b.number).slice(0, WORST);
}

/** The choice that mattered most for a seat, as bl_turning_point finds it; null: none stands out. */
export function turningPoint({ judged }: Review, seat: number): number | null {
  const score = (n: number) => judged[n]?.scores[seat] ?? 0;
  const end = score(judged.length - 1);
  const again = (n: number) => judged.some((j, k) => k > n && j?.seat === judged[n]?.seat);
  const steps = judged.slice(1).map((_, n) => (judged[n]?.choice && again(n) ? Math.abs(score(n) - end) - Math.abs(score(n + 1) - end) : 0));
  const most = Math.max(...steps);
  return most >= LEAST_TURN ? steps.indexOf(most) : null;
}

interface Props { review: Review; seating: Seating; events: Event[]; end: View | null; you: number; at: number; step: (to: number) => void; seatName: (seat: number) => string }

/** What the move promised and what was to be had, in words. */
function Swing({ j, players }: { j: Judged; players: number }) {
  const w = useWords(), standing = useStanding(players);
  return <>{fill(players === 2 ? w.review.swingTwo : w.review.swing, standing(j.made!), standing(j.best!))}</>;
}

/** "Better: …", the move drawn as at the table, and what would come of it. */
function Better({ j: { better, then }, game }: { j: Judged; game: string }) {
  const w = useWords();
  const [before, after] = w.review.better.split('{0}');
  return <><strong>{before}<Offer move={better!} state={undefined} screen={screenOf(game)} />{after}</strong>{then?.length ? <> {w.review.then} <Story told={then} /></> : null}</>;
}

const WIDE = 600, HIGH = 200;

/** A line a seat. What it shows is in the table below, too; keys go by the steps above. */
function Chart({ review: { judged }, seating, at, step, seatName }: Props) {
  const w = useWords();
  const ref = useRef<SVGSVGElement>(null);
  const { count, players } = seating;
  const standing = useStanding(players);
  const x = (n: number) => (count === 0 ? 0 : n * WIDE / count), y = (share: number) => HIGH - share * HIGH;
  const seats = [...Array(players)].map((_, seat) => seat);
  const line = (seat: number) => judged.flatMap((j, n) => (j ? [`${x(n).toFixed(1)},${y(j.scores[seat]).toFixed(1)}`] : [])).join(' ');
  const press = (e: MouseEvent) => {
    const box = ref.current!.getBoundingClientRect();
    step(Math.round((e.clientX - box.left) / box.width * count));
  };
  return (
    <figure class="chart">
      <figcaption>{players === 2 ? w.review.chartTwo : w.review.chart}</figcaption>
      <svg ref={ref} viewBox={`0 -4 ${WIDE} ${HIGH + 8}`} preserveAspectRatio="none" role="img" aria-label={w.review.chartName} onClick={press}>
        {[0, 0.5, 1].map((share) => <line class="grid" x1={0} x2={WIDE} y1={y(share)} y2={y(share)} />)}
        {seats.map((seat) => <polyline class={`line seat-${seat % 6}`} points={line(seat)} />)}
        <line class="now" x1={x(at)} x2={x(at)} y1={0} y2={HIGH} />
      </svg>
      <ul class="legend">
        {judged[at] ? <li>{players === 2 ? w.review.nowTwo : w.review.now}</li> : null}
        {seats.map((seat) => (
          <li><svg viewBox="0 0 30 8" aria-hidden="true"><line class={`line seat-${seat % 6}`} x1={0} x2={30} y1={4} y2={4} /></svg> {seatName(seat)}{judged[at] ? `: ${standing(judged[at]!.scores[seat])}` : ''}</li>
        ))}
      </ul>
      <details>
        <summary>{w.review.numbers}</summary>
        <div class="wide" tabIndex={0} role="region" aria-label={w.review.numbers}>
          <table class="figures">
            <thead><tr><th scope="col">{w.review.move}</th>{seats.map((seat) => <th scope="col">{seatName(seat)}</th>)}</tr></thead>
            <tbody>
              {judged.map((j, n) => (j ? <tr><th scope="row">{n}</th>{seats.map((seat) => <td>{standing(j.scores[seat])}</td>)}</tr> : null))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** A move to look at, and what there is to say of it. */
function Moment({ number, children, ...p }: Props & { number: number; children: ComponentChildren }) {
  const w = useWords();
  return (
    <>
      <button type="button" aria-label={fill(w.review.show, number + 1)} onClick={() => p.step(number + 1)}>{fill(w.review.moveNumber, number + 1)}</button>
      <div>
        <p><Story told={p.events[number].story} /></p>
        {children}
      </div>
    </>
  );
}

/** The moves that mattered; where none was a mistake, the choice that mattered most. */
function Mistakes(p: Props) {
  const w = useWords();
  const { review, seating, end, you, seatName } = p;
  const standing = useStanding(seating.players);
  const worst = mistakes(review);
  if (worst.length === 0) {
    if (review.going || review.judged.length <= seating.count) return null;
    const about = you >= 0 ? you : end?.result?.winner ?? 0, n = turningPoint(review, about);
    return (
      <section class="mistakes" aria-labelledby="mistakes">
        <h2 id="mistakes">{w.review.decidedBy}</h2>
        <p class="good-play">{n === null ? w.review.noneDecided : `${w.review.none} ${w.review.decidedHere}`}</p>
        {n === null ? null : (
          <ol>
            <li data-turning={n}>
              <Moment {...p} number={n}>
                <p>{fill(seating.players === 2 ? w.review.decidedTwo : w.review.decided, seatName(about), standing(review.judged[n]!.scores[about]), standing(review.judged[n + 1]!.scores[about]))}</p>
              </Moment>
            </li>
          </ol>
        )}
      </section>
    );
  }
  return (
    <section class="mistakes" aria-labelledby="mistakes">
      <h2 id="mistakes">{w.review.mistakes}</h2>
      <ol>
        {worst.map((j) => (
          <li key={j.number} data-mistake={j.number}>
            <Moment {...p} number={j.number}>
              <p><Swing j={j} players={seating.players} /></p>
              <p><Better j={j} game={seating.game} /></p>
            </Moment>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How it ended. */
function Ending({ end, you, seatName }: Props) {
  const w = useWords();
  if (!end?.result) return null;
  const { winner } = end.result;
  return (
    <p class="ending">
      <strong>{winner === null ? w.table.nobodyWon : winner === you ? w.table.won : fill(w.table.wonBy, seatName(winner))}</strong>
      {end.end.map((s) => <> <FactView fact={s} /> {s.clauses.map((id) => <ClauseLink id={id} />)}</>)}
    </p>
  );
}

/** What there is to say of the move that led here. */
export function Opinion({ review, seating, at }: Pick<Props, 'review' | 'seating' | 'at'>) {
  const w = useWords(), standing = useStanding(seating.players);
  const j = at > 0 ? review.judged[at - 1] : undefined;
  if (!j?.thought) return null;
  const costs = (j.cost ?? 0) > 0;
  return (
    <div class={`message opinion${costs ? ' worse' : ''}`} data-opinion={at - 1}>
      <p>{!j.choice ? w.review.noChoice : costs ? <><Swing j={j} players={seating.players} /> <Better j={j} game={seating.game} /></>
        : fill(seating.players === 2 ? w.review.fineTwo : w.review.fine, standing(j.made!))}</p>
      {j.why ? <Why why={j.why}>{w.review.why}</Why> : null}
    </div>
  );
}

export function ReviewPart(p: Props) {
  const w = useWords();
  const { review, seating, seatName } = p;
  const { judged, going, who } = review;
  const all = seating.count + 1, done = judged.filter((j) => j && (j.thought || j.seat === null || (who >= 0 && j.seat !== who))).length;
  const worst = mistakes(review).length;
  useEffect(() => { if (!going && done === all) announce(worst > 0 ? count(w.review.readyWith, worst) : w.review.none); }, [going]);
  return (
    <section class="review" aria-label={w.review.heading} data-done={done} data-all={all}>
      <div class="review-bar">
        <label>{w.review.whose}{' '}
          <select value={who} onChange={(e) => review.ask(Number(e.currentTarget.value))}>
            <option value={-1}>{w.review.everybody}</option>
            {[...Array(seating.players)].map((_, seat) => <option value={seat}>{seatName(seat)}</option>)}
          </select>
        </label>
        {done < all ? <button type="button" onClick={going ? review.stop : review.start}>{going ? w.review.stop : judged.length > 0 ? w.review.goOn : w.review.start}</button> : null}
        {going ? <progress max={all} value={done} aria-label={w.review.thinking} /> : null}
        {going ? <span class="hint">{w.review.thinking}</span> : null}
      </div>
      {judged.length > 0 ? <><Ending {...p} /><Mistakes {...p} /><Chart {...p} /><p class="hint">{w.review.how}</p></> : null}
    </section>
  );
}
