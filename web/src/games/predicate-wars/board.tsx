// board.tsx - what lies on the table: what was played and is proved, rules, piles, cards of others.
import type { ComponentChildren } from 'preact';
import { ClauseLink } from '../../ui/clause';
import { useTerm, useTip } from '../../ui/term';
import { count, fill, list, useWords } from '../../words';
import { Cards } from './card';
import { useNames } from './names';
import { useLemma, useParsed } from './parsed';
import { axiomCount, isRule, written } from './state';
import type { State } from './state';
import { Worded } from './worded';

type Names = (seat: number) => string;

/** `card`: the one that it stands on. */
function Row({ number, text, from, mark = '', card }: { number: number; text: string; from: string; mark?: string; card?: number }) {
  const w = useWords();
  const parsed = useParsed(text);
  return (
    <li class={mark ? 'pw-row effect' : 'pw-row'} value={number} data-statement={number} data-card={card === undefined ? undefined : `#${card}`}>
      <span class="pw-number">{number}</span>
      <Worded text={text} plain={parsed?.plain} />
      <span class="pw-from">{from}{parsed ? ` · ${count(w.pw.points, parsed.points)}` : ''}</span>
      {mark ? <strong class="pw-happens">★ {mark}</strong> : null}
    </li>
  );
}

/** A statement, in words once these are known. */
function Read({ text }: { text: string }) {
  return <Worded text={text} plain={useParsed(text)?.plain} />;
}

/** A lemma, with its reason where others have where they are from. */
function LemmaRow({ number, line, mark }: { number: number; line: string; mark?: string }) {
  const lemma = useLemma(line);
  return lemma ? <Row number={number} text={lemma.canonical} from={lemma.by} mark={mark} /> : null;
}

/** The two cards of a play, and what is being proved from them. */
export function Played({ state: s, options, seatName }: { state: State; options: Record<string, unknown>; seatName: Names }) {
  const w = useWords();
  const { played, proof } = s.pending;
  const names = useNames();
  if (!played || !names) return null;
  const made = proof && !isRule(proof) ? proof : null;
  const effects = played.map((id) => s.cards[id]?.effect ?? '');
  const from = axiomCount(s, options, names.base_rules);
  const bought = s.rules.flatMap((r, i) => (r ? [{ ...r, slot: i }] : []));
  const happens = (n: number) => (made?.effect === n ? w.pw.toHappen : '');
  return (
    <section class="pw-played" aria-label={w.pw.played}>
      <h3>{made ? fill(w.pw.proofOf, seatName(s.turn ?? 0)) : fill(w.pw.playedBy, seatName(s.turn ?? 0))}</h3>
      <ol class="pw-rows">
        {effects.map((text, i) => <Row number={i + 1} text={text} from={fill(i === 0 ? w.pw.fromMain : w.pw.fromSecond, played[i])} card={played[i]} mark={happens(i + 1)} />)}
        {bought.map((r, i) => <Row number={3 + i} text={r.statement} from={fill(w.pw.fromRule, r.slot)} mark={happens(3 + i)} />)}
        {(made?.lemmas ?? []).map((line, i) => <LemmaRow number={from + 1 + i} line={line} mark={happens(from + 1 + i)} />)}
      </ol>
      {made ? (
        <p>{fill(w.pw.chosenPlayers, made.players.length > 0 ? list(made.players.map((p, i) => `${i + 1}: ${seatName(p)}`), w) : w.pw.none)}{' '}
          {fill(w.pw.chosenCards, made.cards.length > 0 ? made.cards.map((c, i) => `${i + 1}: #${c}`).join(', ') : w.pw.none)}</p>
      ) : null}
      {s.pending.rand_players ? (
        <details><summary>{w.pw.random}</summary>
          <p>{fill(w.pw.randomPlayers, s.pending.rand_players.map((p, i) => `${i + 1}: ${seatName(p)}`).join(', '))}</p>
          <p>{fill(w.pw.randomCards, (s.pending.rand_cards ?? []).map((c, i) => `${i + 1}: #${c}`).join(', ') || w.pw.none)}</p>
        </details>
      ) : null}
    </section>
  );
}

/** A rule that somebody wants to buy. */
export function Proposed({ state: s, seatName }: { state: State; seatName: Names }) {
  const w = useWords();
  const { proof } = s.pending;
  if (!proof || !isRule(proof)) return null;
  return (
    <section class="pw-played" aria-label={w.pw.newRule}>
      <h3>{fill(w.pw.newRuleOf, seatName(s.turn ?? 0), proof.price)}</h3>
      <p class="pw-row effect"><Read text={proof.statement} /></p>
    </section>
  );
}

export function Rules({ state: s, children }: { state: State; children?: (slot: number) => ComponentChildren }) {
  const w = useWords();
  const bought = s.rules.flatMap((r, i) => (r ? [{ ...r, slot: i }] : []));
  return (
    <div class="pw-rules">
      {bought.length === 0 ? <p class="pw-quiet">{count(w.pw.noRules, s.rules.length)}</p> : (
        <ul class="pw-rows">
          {bought.map((r) => (
            <li class="pw-row" key={r.slot}><span class="pw-number">{r.slot}</span><Read text={r.statement} />
              <span class="pw-from">{fill(w.pw.price, r.price)}</span>{children?.(r.slot)}</li>
          ))}
        </ul>
      )}
      <p class="hint">{w.pw.baseRules} <ClauseLink id="R.3" /></p>
    </div>
  );
}

/** `term`: what explains its title, if anything. */
function Fold({ title, term = '', open = false, children }: { title: string; term?: string; open?: boolean; children: ComponentChildren }) {
  const { on, tip } = useTip(useTerm(term)?.text);
  return <details class="pw-fold" open={open}><summary data-term={term} {...on}>{title}{tip}</summary>{children}</details>;
}

/** Written cards; the blank ones of the same place in a line. */
export function Held({ ids, state: s, label }: { ids: number[]; state: State; label: string }) {
  const w = useWords();
  const shown = written(s, ids);
  const blanks = ids.filter((id) => !shown.includes(id));
  return (
    <>
      {shown.length > 0 ? <Cards ids={shown} state={s} label={label} /> : null}
      {blanks.length > 0 ? <p class="hint">{count(w.pw.blanks, blanks.length)}</p> : null}
      {ids.length === 0 ? <p class="hint">{w.pw.noCards}</p> : null}
    </>
  );
}

/** What everybody can look at: the cards of the others, piles, rules, subproofs. */
export function Around({ state: s, you, seatName, open = false }: { state: State; you: number; seatName: Names; open?: boolean }) {
  const w = useWords();
  const others = s.players.map((_, seat) => seat).filter((seat) => seat !== you);
  const deck = written(s, s.deck);
  const over = s.phase === 'over';   // then all hands lie open; those of who is out are on the drop pile
  return (
    <div class="pw-around">
      {others.map((seat) => (
        <Fold key={seat} title={`${fill(w.pw.cardsOf, seatName(seat))}: ${count(w.table.cards, s.players[seat].hand.length)}`} open={open || over}>
          <Held ids={s.players[seat].hand} state={s} label={fill(w.pw.cardsOf, seatName(seat))} />
        </Fold>
      ))}
      <Fold term="deck" title={fill(w.pw.deckHas, count(w.table.cards, s.deck.length), s.deck.length - deck.length)}><Held ids={deck} state={s} label={w.pw.deck} /></Fold>
      {([['discard', w.pw.discarded], ['drop', w.pw.dropped]] as const).map(([pile, name]) => (
        <Fold key={pile} term={pile} title={`${name}: ${s[pile].length}`} open={over && pile === 'drop'}><Held ids={s[pile]} state={s} label={name} /></Fold>
      ))}
      <Fold term="rules" title={fill(w.pw.rulesInForce, s.rules.filter(Boolean).length)}><Rules state={s} /></Fold>
      {s.players.some((p) => p.subproofs.length > 0) ? (
        <Fold term="subproofs" title={w.pw.subproofsAll}>
          {s.players.map((p, seat) => p.subproofs.map((sub) => (
            <section class="pw-subproof"><h3>{seatName(seat)}: {sub.name}</h3>
              <ol class="pw-rows">
                {sub.axioms.map((a, i) => <Row number={i + 1} text={a} from={w.pw.axiom} />)}
                {sub.lemmas.map((line, i) => <LemmaRow number={sub.axioms.length + i + 1} line={line} />)}
              </ol>
            </section>
          )))}
        </Fold>
      ) : null}
    </div>
  );
}
