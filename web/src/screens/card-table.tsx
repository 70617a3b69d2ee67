// card-table.tsx - a table with hands of cards: choose some, see what can be done with them.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useApp } from '../app';
import type { CardScreen } from '../games';
import type { TableProps } from '../games/screen';
import { Hand } from '../ui/hand';
import { useWords } from '../words';
import { PhraseView } from '../words/phrase';
import { Felt } from './felt';
import { MovesOfOthers } from './others';

export function CardTable({ screen, session, seatName, play, explain, said, hush, hinted, handle }: TableProps & { screen: CardScreen }) {
  const app = useApp();
  const w = useWords();
  const [chosen, setChosen] = useState<string[]>([]);
  const [place, setPlace] = useState('');
  const { view, you } = session;
  const { rulings } = session.setup;

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
  const hand = you >= 0 ? screen.hand(view.state, you) : [];
  const fitting = place ? screen.at(place, legal, chosen, rulings) : legal.filter((m) => screen.fits(m, chosen, rulings));
  const picked = chosen.length > 0 || place !== '';
  // Cards that go only together with others: all ways to go on.
  const growing = legal.filter((m) => chosen.length > 0 && !place && chosen.every((c) => m.cards.includes(c)));
  const offered = !picked ? screen.loose(legal) : fitting.length > 0 ? fitting : growing;
  const open = new Set(screen.places(legal, chosen, rulings));

  const playable = (card: string) => {
    if (!session.yours) return false;
    if (screen.held(view.state, you) === null) return legal.length > 0;
    const rest = chosen.includes(card) || screen.joins(chosen, card) ? chosen : [];
    return legal.some(({ cards }) => cards.includes(card) && rest.every((c) => cards.includes(c)));
  };

  function advice(): string {
    if (!picked) return screen.held(view.state, you) === null ? w.table.onlyPlaces : offered.length > 0 ? w.table.noSelection : w.table.onlyCards;
    return screen.many && chosen.length > 0 && hand.some((c) => !chosen.includes(c) && screen.joins(chosen, c) && playable(c)) ? w.table.alsoPossible : '';
  }

  const withCard = (card: string) => (screen.joins(chosen, card) ? [...chosen, card] : [card]);
  const choose = (card: string) => {
    const next = chosen.includes(card) ? chosen.filter((c) => c !== card) : withCard(card);
    setChosen(next);
    setPlace('');
    hush();
    if (next.length === 0) return;
    if (screen.held(view.state, you) === null) return;
    const fits = legal.filter((m) => screen.fits(m, next, rulings));
    // A card that can only go together with others is no mistake yet.
    const grows = screen.many && legal.some((m) => next.every((c) => m.cards.includes(c)));
    if (fits.length === 0 && !grows) void explain(screen.tries(view.state, next));
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

  handle.current = {
    key: (key) => {
      if (key === 'Escape') return putBack;
      const move = /^[1-9]$/.test(key) ? offered[Number(key) - 1] : undefined;
      return move ? () => void play(move) : undefined;
    },
    spoken: (words) => screen.spoken(words, place, view.state, w),
  };

  return (
    <>
      <Felt view={view} screen={screen} players={session.setup.players} you={you} seatName={seatName} open={session.yours ? open : new Set()}
        aim={you >= 0 && !session.over ? aim : undefined} mover={session.events[session.events.length - 1]?.seat ?? null} thinking={session.thinking} openHands={session.over && you < 0}>
        {you >= 0 ? (
          <Hand cards={hand} pack={screen.pack} label={screen.held(view.state, you) === null ? w.six.card : w.table.hand} chosen={chosen} playable={playable} many={screen.many}
            choose={session.over ? undefined : choose} again={again} drop={session.over ? undefined : drop} />
        ) : null}
      </Felt>

      <div class="moves" role="group" aria-label={w.table.moves}>
        {session.over || you < 0 ? <MovesOfOthers session={session} seatName={seatName} /> : (
          <>
            {session.yours && hand.length > 0 && advice() ? <p class="advice">{advice()}</p> : null}
            {offered.map((move, i) => (
              <button type="button" class={picked ? 'move primary' : 'move'} data-move={move.text} key={move.text} onClick={() => play(move)}>
                {app.settings.keys && i < 9 ? <kbd aria-hidden="true">{i + 1}</kbd> : null}
                <PhraseView p={screen.phrase(move, view.state, w)} pack={screen.pack} w={w} />
              </button>
            ))}
            {chosen.length > 0 ? <button type="button" class="move quiet" onClick={putBack}>{w.table.unchoose}</button> : null}
          </>
        )}
      </div>
      {said}
    </>
  );
}
