// editor.tsx - writing a card, and writing a rule for all.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { useApp } from '../../app';
import type { Session } from '../../screens/session';
import type { CardWish } from '../../service/draft';
import { ClauseLink } from '../../ui/clause';
import { count, fill, useWords } from '../../words';
import { TagSign } from './card';
import { EMPTY, keepDraft, loadDraft } from './drafts';
import type { CardDraft } from './drafts';
import { useLive } from './field';
import { TAGS } from './state';
import type { State } from './state';
import { StatementEditor } from './statement-editor';

const wishOf = (card: number, d: CardDraft): CardWish => ({ card, tag: d.tag, cost: /^\d{1,9}$/.test(d.cost) ? Number(d.cost) : -1, statement: d.statement });

export const RULE = 'rule';
export const draftName = (card: number) => `card ${card}`;

interface Draft {
  draft: CardDraft;
  /** As it is now: keys may come faster than the page is drawn. */
  now(): CardDraft;
  change(some: Partial<CardDraft>): void;
  forget(): void;
}

/** A draft that is kept as it is written. `given` comes from outside: a hint, the tutorial. */
function useDraft(session: Session, name: string, given: CardDraft | null): Draft {
  const [draft, setDraft] = useState<CardDraft>(() => given ?? loadDraft(session, name) ?? EMPTY);
  const now = useRef(draft);
  const put = (next: CardDraft) => {
    now.current = next;
    setDraft(next);
  };
  useEffect(() => { if (given) put(given); }, [given]);
  return {
    draft,
    now: () => now.current,
    change: (some) => {
      put({ ...now.current, ...some });
      keepDraft(session, name, now.current);
    },
    forget: () => keepDraft(session, name, null),
  };
}

/** The statement takes the focus when the editor opens: whoever opens it wants to write. */
function Frame({ title, said, close, submit, children }: {
  title: string; said: ComponentChildren; close?: () => void; submit: () => void; children: ComponentChildren;
}) {
  const w = useWords();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('textarea')?.focus({ preventScroll: true });
    form.current?.querySelector('h3')?.scrollIntoView({ block: 'nearest' });
  }, [title]);
  return (
    <form class="pw-editor" data-writes aria-label={title} noValidate ref={form} onSubmit={(e) => { e.preventDefault(); submit(); }}>
      <div class="pw-editor-head"><h3>{title}</h3>
        {close ? <button type="button" class="quiet" onClick={close}>{w.pw.closeEditor}</button> : null}</div>
      {children}
      {said}
    </form>
  );
}

interface Props {
  session: Session;
  given: CardDraft | null;
  play(move: string): Promise<boolean>;
  said: ComponentChildren;
}

export function CardEditor({ session, card, given, play, said, close }: Props & { card: number; close: () => void }) {
  const w = useWords();
  const state: State = session.view.state;
  const { draft, now, change, forget } = useDraft(session, draftName(card), given);
  const { service } = useApp();
  const write = (d: CardDraft) => service.write(session.table, session.you, wishOf(card, d));
  const parsed = useLive(draft.statement, () => write(now()), [draft.cost, session.view.number]);
  const [missing, setMissing] = useState('');
  const me = state.players[session.you];
  const charge = parsed?.charge ?? 0;
  const submit = async () => {
    const wanting = { '': '', statement: w.pw.needStatement, tag: w.pw.needTag, cost: w.pw.needCost };
    const written = await write(now());
    setMissing(wanting[written.missing]);
    if (written.move && await play(written.move)) forget();
  };
  return (
    <Frame title={fill(state.cards[card] ? w.pw.rewrite : w.pw.write, card)} said={<>{missing ? <p class="message" role="alert">{missing}</p> : null}{said}</>} close={close} submit={submit}>
      <StatementEditor id="pw-statement" table={session.table} seat={session.you} value={draft.statement} change={(statement) => change({ statement })} parsed={parsed}>
        {parsed ? (
          <p><strong data-points={parsed.points}>{count(w.pw.points, parsed.points)}</strong>.{' '}
            <span class={charge > me.power ? 'pw-much' : ''} data-charge={charge}>{charge > 0 ? fill(w.pw.charge, charge, me.power) : w.pw.noCharge}{charge > me.power ? ` ${w.pw.tooMuch}` : ''}</span>{' '}
            {parsed.doubt ? null : parsed.effect ? <>★ {w.pw.effectAsIs} <ClauseLink id={parsed.effect === 'specific' ? 'X.2' : 'X.3'} /></> : w.pw.noEffect}</p>
        ) : null}
      </StatementEditor>
      <fieldset class="pw-tags"><legend>{w.pw.tag} <ClauseLink id="0.3" /></legend>
        {TAGS.map((tag) => (
          <label class={draft.tag === tag ? 'chosen' : ''}>
            <input type="radio" name="pw-tag" value={tag} checked={draft.tag === tag} onChange={() => change({ tag })} />
            <TagSign tag={tag} />{w.pw.tags[tag]}
          </label>
        ))}
        <span class="hint">{w.pw.beats}</span>
      </fieldset>
      <p class="pw-cost-row">
        <label for="pw-cost">{w.pw.costLong}</label>
        <input id="pw-cost" type="number" inputMode="numeric" min={0} max={me.power} value={draft.cost} aria-describedby="pw-cost-hint"
          onInput={(e) => change({ cost: e.currentTarget.value })} />
        <span id="pw-cost-hint" class="hint">{fill(w.pw.costHint, me.power)}{state.phase === 'editing' ? ` ${fill(w.pw.halfLater, parsed?.later ?? 0)}` : ''}</span>
      </p>
      <p class="actions"><button type="submit" class="primary" data-submit="edit">{w.pw.writeIt}</button></p>
    </Frame>
  );
}

/** In a draft of a rule the price stands for the cost, and there is no tag. */
export function RuleEditor({ session, given, play, said }: Props) {
  const w = useWords();
  const state: State = session.view.state;
  const { draft, now, change, forget } = useDraft(session, RULE, given);
  const { service } = useApp();
  const write = (d: CardDraft) => service.write(session.table, session.you, wishOf(-1, d));
  const parsed = useLive(draft.statement, () => write(now()), [session.view.number]);
  const [missing, setMissing] = useState('');
  const { potency } = state.players[session.you];
  const least = parsed?.ok ? parsed.price : 0;
  const submit = async () => {
    const { move } = await write(now());
    setMissing(move ? '' : w.pw.needStatement);
    if (move && await play(move)) forget();
  };
  return (
    <Frame title={w.pw.writeRule} said={<>{missing ? <p class="message" role="alert">{missing}</p> : null}{said}</>} submit={submit}>
      <StatementEditor id="pw-statement" table={session.table} seat={session.you} value={draft.statement} change={(statement) => change({ statement })} parsed={parsed}>
        {parsed ? (
          <p><strong data-points={parsed.points}>{count(w.pw.points, parsed.points)}</strong>.{' '}
            <span class={least > potency ? 'pw-much' : ''} data-charge={least}>{fill(w.pw.rulePrice, least, potency)}{least > potency ? ` ${w.pw.tooMuch}` : ''}</span>{' '}
            {parsed.closed ? w.pw.closed : <strong class="pw-much">{w.pw.notClosed}</strong>}</p>
        ) : null}
      </StatementEditor>
      <p class="pw-cost-row">
        <label for="pw-cost">{w.pw.priceLong}</label>
        <input id="pw-cost" type="number" inputMode="numeric" min={least} max={potency} placeholder={least ? String(least) : ''} value={draft.cost} aria-describedby="pw-cost-hint"
          onInput={(e) => change({ cost: e.currentTarget.value })} />
        <span id="pw-cost-hint" class="hint">{w.pw.priceHint}</span>
      </p>
      <p class="actions"><button type="submit" class="primary" data-submit="buy-rule">{w.pw.buyRule}</button></p>
    </Frame>
  );
}
