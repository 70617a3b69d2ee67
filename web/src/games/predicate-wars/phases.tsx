// phases.tsx - what can be done in each phase, by pressing.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { useApp } from '../../app';
import { Watching } from '../../screens/others';
import { Into } from '../../ui/into';
import { announce } from '../../ui/live';
import { fill, useWords } from '../../words';
import { PhraseView } from '../../words/phrase';
import type { TableProps } from '../screen';
import { Rules } from './board';
import { Cards } from './card';
import type { CardDraft } from './drafts';
import { CardEditor, RuleEditor } from './editor';
import { useNames } from './names';
import type { Move, Parts } from '../../service/types';
import { ofKind, warsMove } from './moves';
import { told } from './phrase';
import { written } from './state';
import type { State } from './state';
import { useTaught } from './tutorial';
import type { Writing as Written } from './tutorial';
import { Workshop } from './workshop';

/** A draft from outside, for a card or for the rule. */
export interface Given { card: number | 'rule'; draft: CardDraft }

/** What a move that somebody advised says for an editor; null: it is not for one. */
export function givenBy(move: Move): Given | null {
  const { kind, cards: [card] = [], tag = '', cost, statement } = warsMove(move);
  if (!statement) return null;
  return { card: kind === 'edit' ? card : 'rule', draft: { tag, cost: String(cost), statement } };
}

/** `lesson` stands above the table, or in the editor while that is open. */
export type ActProps = TableProps & { given: Given | null; lesson(writing: Written): ComponentChildren; setEditing(open: boolean): void };

/** Moves to press, numbered as the keys are; not beside the workshop, whose conclusions have the numbers. */
function Moves({ moves, p, primary = false, numbered = true, quiet, children }: { moves: Move[]; p: ActProps; primary?: boolean; numbered?: boolean; quiet?: () => void; children?: ComponentChildren }) {
  const app = useApp();
  const w = useWords();
  const taught = useTaught();
  p.handle.current = {
    key: (key) => {
      if (key === 'Escape') return quiet;
      // Where something is written a figure means itself, or a line of the workshop.
      const writing = document.activeElement?.closest('.pw-editor, .workshop');
      const move = /^[1-9]$/.test(key) && numbered && !writing ? moves[Number(key) - 1] : undefined;
      return move ? () => void p.play(move) : undefined;
    },
    spoken: () => null,
  };
  return (
    <Into where={p.slot}>
      {children}
      {moves.map((move, i) => (
        <button type="button" class={(primary && i === 0 ? 'move primary' : 'move') + taught.move(move.text)} data-move={move.text} key={move.text} onClick={() => void p.play(move)}>
          {app.settings.keys && numbered && i < 9 ? <kbd aria-hidden="true">{i + 1}</kbd> : null}
          <PhraseView p={told(move, null, w)} pack="french" w={w} />
        </button>
      ))}
      {quiet ? <button type="button" class="move quiet" onClick={quiet}>{w.table.unchoose}</button> : null}
    </Into>
  );
}

/** What is pressed beside the thing it is about is not in the list. */
const plain = (legal: Move[]) => legal.filter((m) => !m.form && !['claim', 'play', 'discard', 'drop-rule'].includes(m.kind));
const sameCards = (a: number[] = [], b: number[]) => a.join() === b.join();

/** The lesson stands in the editor while that is open. */
function useEditing(p: ActProps, open: boolean) {
  useLayoutEffect(() => {
    p.setEditing(open);
    return () => p.setEditing(false);
  }, [open]);
}

/** Set-up and Phase II: a card is chosen, then the editor is there for it. */
function Writing(p: ActProps) {
  const w = useWords();
  const { service } = useApp();
  const { view, you, table } = p.session;
  const state: State = view.state;
  const [card, setCard] = useState(-1);
  const can = new Set(ofKind(view.legal, 'edit').map((m) => m.cards![0]));
  useLayoutEffect(() => setCard(-1), [view.number]);
  useEffect(() => { if (p.given && p.given.card !== 'rule') setCard(p.given.card); }, [p.given]);
  const press = (id: number) => {
    p.hush();
    if (can.has(id)) return setCard(id === card ? -1 : id);
    setCard(-1);
    return void service.write(table, you, { card: id, tag: 'rock', cost: 0, statement: 'tT' }).then(({ move }) => p.explain([move]));
  };
  const close = () => { p.hush(); setCard(-1); };
  useEditing(p, card >= 0);
  return (
    <>
      <Cards ids={state.players[you].hand} state={state} label={w.pw.yourCards}>
        {(id) => ({ press: () => press(id), chosen: id === card, open: can.has(id), mark: id === card ? w.pw.beingWritten : '' })}
      </Cards>
      {card >= 0 ? <CardEditor key={card} session={p.session} card={card} given={p.given?.card === card ? p.given.draft : null} play={p.play} said={p.said} refused={p.refused} hush={p.hush} lesson={p.lesson} close={close} /> : p.said}
      <Moves moves={plain(view.legal)} p={p} quiet={card >= 0 ? close : undefined} />
    </>
  );
}

function Claiming(p: ActProps) {
  const w = useWords();
  const { view, you } = p.session;
  const state: State = view.state;
  const taught = useTaught();
  const claims = new Map(ofKind(view.legal, 'claim').map((m) => [m.cards![0], m.text]));
  return (
    <>
      <p>{fill(w.pw.claimsMade, state.pending.claims ?? 0, state.players[you].power)}</p>
      {state.players.map((other, seat) => (seat === you || !other.alive || written(state, other.hand).length === 0 ? null : (
        <section class="pw-offer" key={seat}>
          <h3>{fill(w.pw.cardsOf, p.seatName(seat))}</h3>
          <Cards ids={written(state, other.hand)} state={state} label={fill(w.pw.cardsOf, p.seatName(seat))}>
            {(id) => ({
              open: claims.has(id),
              children: claims.has(id)
                ? <button type="button" class={`move${taught.move(claims.get(id)!)}`} data-move={claims.get(id)} onClick={() => void p.play(claims.get(id)!)}>{fill(w.pw.claimFor, id, state.cards[id]!.cost)}</button>
                : <button type="button" class="move quiet" data-why={id} onClick={() => void p.explain([{ kind: 'claim', cards: [id] }])}>{fill(w.pw.whyNotClaim, id)}</button>,
            })}
          </Cards>
        </section>
      )))}
      {p.said}
      <Moves moves={plain(view.legal)} p={p} />
    </>
  );
}

/** Phase IV: one card to discard, two to play, the first as the main one. */
function Playing(p: ActProps) {
  const w = useWords();
  const { view, you } = p.session;
  const state: State = view.state;
  const [chosen, setChosen] = useState<number[]>([]);
  useLayoutEffect(() => setChosen([]), [view.number]);
  useEffect(() => {
    if (p.hinted && ['play', 'discard'].includes(p.hinted.kind)) setChosen(warsMove(p.hinted).cards!);
  }, [p.hinted]);
  const as = (cards: number[]): Parts => ({ kind: cards.length === 2 ? 'play' : 'discard', cards });
  const found = (cards: number[]) => view.legal.filter((m) => m.kind === as(cards).kind && sameCards(warsMove(m).cards, cards));
  const choose = (next: number[]) => {
    setChosen(next);
    p.hush();
    if (next.length > 0 && found(next).length === 0) void p.explain([as(next)]);
    else if (next.length > 0) announce(fill(next.length === 2 ? w.pw.bothChosen : w.pw.oneChosen, ...next.map((c) => `#${c}`)));
  };
  const press = (id: number) =>
    choose(chosen.includes(id) ? chosen.filter((c) => c !== id) : chosen.length === 2 ? [id] : [...chosen, id]);
  const fitting = chosen.length > 0 ? found(chosen) : [];
  const deck = new Map(ofKind(view.legal, 'claim').map((m) => [m.cards![0], m.text]));
  const names = useNames();
  const last = state.pending.previous_main;
  const first = (id: number) => ofKind(view.legal, 'play').some((m) => m.cards![0] === id);
  const second = (id: number) => ofKind(view.legal, 'play').some((m) => sameCards(m.cards, [chosen[0], id]));
  return (
    <>
      {last !== null ? <div class="pw-last"><p>{w.pw.lastMain}</p><Cards ids={[last]} state={state} label={w.pw.lastMain} /></div> : <p>{w.pw.noLastMain}</p>}
      <p class="advice">{chosen.length === 0 ? w.pw.chooseMain : chosen.length === 1 ? w.pw.chooseSecond : fitting.length > 0 ? w.pw.chosenBoth : ''}</p>
      <Cards ids={state.players[you].hand} state={state} label={w.pw.yourCards}>
        {(id) => ({
          press: () => press(id), chosen: chosen.includes(id), open: chosen.length === 1 ? second(id) : first(id),
          mark: chosen[0] === id ? w.pw.asMain : chosen[1] === id ? w.pw.asSecond : '',
        })}
      </Cards>
      {p.said}
      <Moves moves={[...fitting, ...plain(view.legal)]} p={p} primary={fitting.length > 0} quiet={chosen.length > 0 ? () => choose([]) : undefined}>
        {chosen.length === 2 ? <button type="button" class="move" data-swap onClick={() => choose([chosen[1], chosen[0]])}>{w.pw.swap}</button> : null}
      </Moves>
      {names && deck.size > 0 ? (
        <details class="pw-fold" open={p.hinted?.kind === 'claim'}><summary>{fill(w.pw.fromDeck, deck.size)}</summary>
          <Cards ids={[...deck.keys()]} state={state} label={w.pw.deck}>
            {(id) => ({ children: <button type="button" class="move" data-move={deck.get(id)} onClick={() => void p.play(deck.get(id)!)}>{fill(w.pw.claimFor, id, names.deck_claim * state.cards[id]!.cost)}</button> })}
          </Cards>
        </details>
      ) : null}
    </>
  );
}

const KINDS = { proving: 'prove', refuting: 'refute', 'rule-refuting': 'refute', proofs: 'buy-proof' } as const;

/** The workshop, and the way out of it. */
function Proving(p: ActProps) {
  const w = useWords();
  const { view } = p.session;
  const kind = KINDS[(view.state as State).phase as keyof typeof KINDS];
  const can = ofKind(view.legal, kind).length > 0;
  return (
    <>
      <Moves moves={plain(view.legal)} p={p} numbered={!can} />
      {p.said}
      {can ? <Workshop key={view.number} session={p.session} kind={kind} seatName={p.seatName} /> : <p>{w.pw.cannotProve}</p>}
    </>
  );
}

function BuyingRule(p: ActProps) {
  const w = useWords();
  const { view } = p.session;
  const can = ofKind(view.legal, 'buy-rule').length > 0;
  const taught = useTaught();
  const [open, setOpen] = useState(false);
  useEffect(() => { if (p.given?.card === 'rule') setOpen(true); }, [p.given]);
  useEditing(p, open);
  const close = () => { p.hush(); setOpen(false); };
  return (
    <>
      {open ? <RuleEditor session={p.session} given={p.given?.card === 'rule' ? p.given.draft : null} play={p.play} said={p.said} refused={p.refused} hush={p.hush} lesson={p.lesson} close={close} />
        : <>{p.said}<p>{can ? <button type="button" class={`primary${taught.kind('buy-rule')}`} data-write-rule onClick={() => setOpen(true)}>{w.pw.writeRule}</button> : w.pw.cannotBuyRule}</p></>}
      <Moves moves={plain(view.legal)} p={p} quiet={open ? close : undefined} />
    </>
  );
}

function Dropping(p: ActProps) {
  const w = useWords();
  const { view } = p.session;
  const state: State = view.state;
  const drops = new Map(ofKind(view.legal, 'drop-rule').map((m) => [m.more![0], m.text]));
  return (
    <>
      <Rules state={state}>
        {(slot) => (drops.has(slot)
          ? <button type="button" class="move" data-move={drops.get(slot)} onClick={() => void p.play(drops.get(slot)!)}>{fill(w.pw.dropFor, slot, state.rules[slot]!.price)}</button>
          : <button type="button" class="move quiet" data-why={slot} onClick={() => void p.explain([{ kind: 'drop-rule', more: [slot] }])}>{fill(w.pw.whyNotDrop, slot)}</button>)}
      </Rules>
      {p.said}
      <Moves moves={plain(view.legal)} p={p} />
    </>
  );
}

function Simple(p: ActProps) {
  return <>{p.said}<Moves moves={plain(p.session.view.legal)} p={p} /></>;
}

/** Nothing to do but to wait, to watch, or to begin anew. */
function Waiting(p: ActProps) {
  const w = useWords();
  p.handle.current = { key: () => undefined, spoken: () => null };
  return (
    <>
      {p.said}
      {p.session.over ? null : p.session.you < 0 ? <Into where={p.slot}><Watching session={p.session} /></Into>
        : p.session.shared ? null : <Into where={p.slot}><button type="button" class="move" onClick={() => p.session.skip()}>{w.table.skip}</button></Into>}
    </>
  );
}

const ACTS: Partial<Record<State['phase'], (p: ActProps) => ComponentChildren>> = {
  setup: Writing, editing: Writing, claiming: Claiming, playing: Playing, proving: Proving, refuting: Proving,
  'rule-refuting': Proving, proofs: Proving, rules: BuyingRule, drops: Dropping,
};

export function Act(p: ActProps) {
  const state: State = p.session.view.state;
  const Fitting = p.session.yours ? ACTS[state.phase] ?? Simple : Waiting;
  return <Fitting {...p} />;
}
