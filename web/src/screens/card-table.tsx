// card-table.tsx - a table with hands of cards: choose some, see what can be done with them.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../app';
import { sorted } from '../cards/pack';
import type { CardScreen } from '../games';
import { Taught } from '../games/place';
import type { TableProps } from '../games/screen';
import type { Move } from '../service/types';
import { Bubble } from '../ui/bubble';
import type { Keep } from '../ui/bubble';
import { Hand, OpenHand } from '../ui/hand';
import { land } from '../ui/motion';
import { useWords } from '../words';
import { FactView, Story } from '../words/fact';
import { phrase, PhraseView } from '../words/phrase';
import { Offer, offerText } from '../words/told';
import { Felt, SeatView } from './felt';
import { useBared, Watching } from './others';
import { ResultPanel } from './result';

const KEEP: Keep[] = [['.own-hand .held', 20], ['.place', 4], ['.chip', 3], ['.seat', 2], ['.due', 1.5]];   // what words on the table leave in view, as far as can be
const LONG = 60;   // characters: too many for a button of a phone, as they are

export function CardTable({ screen, session, seatName, play, explain, said, hush, hinted, handle, bar, again: another, guide }: TableProps & { screen: CardScreen }) {
  const app = useApp();
  const w = useWords();
  const [chosen, setChosen] = useState<string[]>([]);
  const [place, setPlace] = useState('');
  const [lifted, setLifted] = useState(false);
  const felt = useRef<HTMLElement>(null);
  const { view, you } = session;
  const { rulings } = session.setup;

  const bared = useBared(session);

  // Whatever happens on the table makes what was chosen out of date, at once.
  useLayoutEffect(() => {
    setChosen([]);
    setPlace('');
  }, [view.number]);
  useEffect(() => {
    if (!hinted) return;
    setChosen(hinted.cards);
    setPlace('');
  }, [hinted]);

  const legal = view.legal;
  const hand = you >= 0 ? sorted(screen.hand(view.state, you), app.settings.sort, screen.pack) : [];
  const loose = screen.loose(legal);
  const fitting = place ? screen.at(place, legal, chosen, rulings) : legal.filter((m) => screen.fits(m, chosen, rulings));
  const picked = chosen.length > 0 || place !== '';
  // Cards that go only together with others: all ways to go on.
  const growing = legal.filter((m) => chosen.length > 0 && !place && chosen.every((c) => m.cards.includes(c)));
  // A single card that goes anywhere: the board shows where to.
  const handless = screen.held(view.state, you) === null, anywhere = handless && !place;
  const meant = hinted && legal.find((m) => m.text === hinted.text);
  const seldom = (m: Move) => Number(screen.later?.(m, view.state) ?? false);
  // What comes to the same is offered once, unless somebody wants to see how it is written.
  const told = (m: Move) => m.offer?.text ?? m.text;
  // A lesson marks what it asks for, once it does, and nothing else.
  const taught = session.yours && guide?.asks ? guide.move : null;
  const guided = session.yours && !!guide && (guide.past || guide.move !== null);
  const alike = (moves: Move[], m: Move) => moves.filter((o) => told(o) === told(m));
  const distinct = (moves: Move[]) => (app.settings.notation ? moves : moves.filter((m) => (alike(moves, m).find((o) => o.text === taught?.text) ?? alike(moves, m)[0]) === m));
  const ways = meant ? [meant] : !picked || anywhere ? [] : distinct(fitting.length > 0 ? fitting : growing).sort((a, b) => seldom(a) - seldom(b));
  // Under the name of the card they need say no more than what tells them apart.
  const short = ways.length > 1 && ways.every((m) => m.way && m.cards.join() === ways[0].cards.join());
  const open = new Set(screen.places(legal, chosen, rulings, view.state));

  const playable = (card: string) => {
    if (!session.yours) return false;
    if (handless) return legal.length > loose.length;
    const rest = chosen.includes(card) || screen.joins(chosen, card) ? chosen : [];
    return legal.some(({ cards }) => cards.includes(card) && rest.every((c) => cards.includes(c)));
  };

  /** What to do next, where what is asked for does not say it. */
  function advice(): string {
    if (!picked) return handless && legal.length > loose.length ? w.table.onlyPlaces : '';
    return screen.many && chosen.length > 0 && hand.some((c) => !chosen.includes(c) && screen.joins(chosen, c) && playable(c)) ? w.table.alsoPossible : '';
  }

  const withCard = (card: string) => (screen.joins(chosen, card) ? [...chosen, card] : [card]);
  const choose = (card: string) => {
    const next = chosen.includes(card) ? chosen.filter((c) => c !== card) : withCard(card);
    setChosen(next);
    setPlace('');
    hush();
    if (next.length === 0) return;
    if (handless) return;
    const fits = legal.filter((m) => screen.fits(m, next, rulings));
    // A card that can only go together with others is no mistake yet; an order that none of them has is one.
    const all = legal.filter((m) => screen.many && next.every((c) => m.cards.includes(c)));
    if (fits.length === 0 && (all.length === 0 || all.some((m) => m.cards.length === next.length))) void explain(screen.tries(view.state, next));
  };

  const aimWith = (where: string, cards: string[]) => {
    const found = screen.at(where, legal, cards, rulings);
    if (found.length === 1) return void play(found[0]);
    setPlace(where);
    if (found.length === 0) return void explain(screen.triesAt(where, view.state, cards));
    hush();
    return undefined;
  };
  const aim = (where: string) => aimWith(where, chosen);
  const drop = (card: string, where: string) => {
    const cards = chosen.includes(card) ? chosen : withCard(card);
    setChosen(cards);
    aimWith(where, cards);
  };
  const again = (card: string) => {
    if (screen.many && chosen.length > 1) return choose(card);
    if (fitting.length === 1) return void play(fitting[0]);
    return choose(card);
  };
  const putBack = () => {
    setChosen([]);
    setPlace('');
    hush();
  };

  /** Whoever does not want to wait is shown how things stand at the person's next turn. */
  const skip = () => {
    land(felt.current);
    session.skip();
  };

  handle.current = {
    key: (key) => {
      if (key === 'Escape') return putBack;
      if (key === 'n') return skip;
      const move = /^[1-9]$/.test(key) ? (picked ? ways : loose)[Number(key) - 1] : undefined;
      return move ? () => void play(move) : undefined;
    },
    spoken: (words) => screen.spoken(words, place, view.state, w),
  };

  const button = (numbered: boolean, kind: string, brief = false) => (move: Move, i: number) => (
    <button type="button" class={kind + (move.text === taught?.text ? ' taught' : '') + ((brief ? move.way!.text : offerText(move, view.state, screen, w, seatName)).length > LONG ? ' wordy' : '')} data-move={move.text} key={move.text} onClick={() => play(move)}>
      {app.settings.keys && numbered && i < 9 ? <kbd aria-hidden="true">{i + 1}</kbd> : null}
      {brief ? <FactView fact={move.way!} /> : <Offer move={move} state={view.state} screen={screen} />}
      {app.settings.notation ? <code>{move.text}</code> : null}
    </button>
  );
  const last = chosen[chosen.length - 1];
  const placeOf = (name: string) => `[data-place="${name}"]`;
  const where = meant ? screen.places([meant], meant.cards, rulings, view.state) : [];   // what a hint speaks of
  const advised = session.yours ? advice() : '';
  const seen = {
    view: bared ?? view, screen, players: session.setup.players, you, seatName, mover: session.events[session.events.length - 1]?.seat ?? null, thinking: session.thinking,
    did: (seat: number) => session.events.filter((e) => e.seat === seat).pop()?.story ?? [],
    character: (seat: number) => {
      const bot = session.setup.bots[seat];
      const as = app.about.opponents.find((o) => o.bot === bot) ?? app.about.bots.find((b) => b.name === bot?.split(':')[0]);
      return as ? `${seatName(seat)} ${as.character}` : '';
    },
    open: session.yours ? open : new Set<string>(), aim: you >= 0 && !session.over ? aim : undefined,
  };

  return (
    <Taught.Provider value={new Set(taught ? screen.places([taught], taught.cards, rulings, view.state) : handless ? where : [])}>
      <Felt {...seen} felt={felt} guided={guided} whole held={hand.length} openHands={session.over} skip={session.yours || session.over ? undefined : skip}>
        {(each) => (
          <>
            {you >= 0 ? (
              <div class="own-side">
                <SeatView seat={you} p={seen} />
                {session.over ? <OpenHand cards={hand} pack={screen.pack} label={w.table.hand} /> : (
                  <Hand cards={hand} pack={screen.pack} label={handless ? w.six.card : w.table.hand} empty={handless ? '' : w.table.emptyHand} chosen={chosen} playable={playable} taught={taught?.cards ?? []} many={screen.many}
                    each={each} choose={choose} again={again} drop={drop} lift={setLifted} />
                )}
              </div>
            ) : null}
            {session.over ? <ResultPanel session={session} seatName={seatName} again={another} left={(seat) => (bared && screen.held(bared.state, seat) !== null ? screen.hand(bared.state, seat) : null)} pack={screen.pack} /> : null}
            {!session.over && !lifted && (ways.length > 0 || said || (picked && advised)) ? (
              <Bubble table={felt} about={handless && where.length > 0 ? placeOf(where[0]) : last ? `[data-held="${last}"]` : place ? placeOf(place) : ''} over=".own-hand" keep={[...where.map((name): Keep => [placeOf(name), 40]), ...KEEP]}>
                {said}
                {picked && advised ? <p class="advice">{advised}</p> : null}
                {short ? <p class="ways-of" id="ways-of"><PhraseView p={phrase(w.table.waysOf, { cards: ways[0].cards, object: true })} pack={screen.pack} w={w} /></p> : null}
                {ways.length > 0 ? <div class={short ? 'ways short' : 'ways'} role="group" {...(short ? { 'aria-labelledby': 'ways-of' } : { 'aria-label': w.table.moves })}>{ways.map(button(true, 'move primary', short))}</div> : null}
              </Bubble>
            ) : null}
          </>
        )}
      </Felt>
      {bar(session.over ? null : you < 0 ? <Watching session={session} /> : (
        <>
          {session.yours ? null : <p class="told" aria-hidden="true"><Story told={session.events[session.events.length - 1]?.story ?? []} /></p>}
          {!picked && advised ? <p class="advice">{advised}</p> : null}
          {loose.map(button(!picked, 'move'))}
        </>
      ))}
    </Taught.Provider>
  );
}
