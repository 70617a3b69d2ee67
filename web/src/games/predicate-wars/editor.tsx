// editor.tsx - writing a card, and writing a rule for all.
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { useApp } from '../../app';
import type { Session } from '../../screens/session';
import type { CardWish, Written } from '../../service/draft';
import type { Verdict } from '../../service/types';
import { ClauseLink, OpenClause } from '../../ui/clause';
import { Term } from '../../ui/term';
import { count, fill, useWords } from '../../words';
import { FactView } from '../../words/fact';
import { EMPTY, keepDraft, loadDraft } from './drafts';
import type { CardDraft } from './drafts';
import { useLive } from './field';
import { TAGS } from './state';
import type { State } from './state';
import { StatementEditor } from './statement-editor';
import { TagSign } from './tag';
import type { Writing } from './tutorial';

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
function useDraft({ session, given, hush }: Props, name: string): Draft {
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
      hush();
      put({ ...now.current, ...some });
      keepDraft(session, name, now.current);
    },
    forget: () => keepDraft(session, name, null),
  };
}

/** The statement takes the focus when the editor opens: whoever opens it wants to write. What was
 *  said, what it costs and the way to submit stay in view, whatever else is scrolled through. */
function Frame({ title, said, lesson, close, submit, foot, children }: {
  title: string; said: ComponentChildren; lesson: ComponentChildren; close(): void; submit: () => void; foot: ComponentChildren; children: ComponentChildren;
}) {
  const w = useWords();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [title]);
  return (
    <form class="pw-editor" data-writes aria-label={title} noValidate ref={form} onSubmit={(e) => { e.preventDefault(); submit(); }}>
      <div class="pw-editor-head"><h3>{title}</h3>
        <button type="button" class="quiet" onClick={close}>{w.pw.closeEditor}</button></div>
      {lesson ? <div class="pw-editor-lesson">{lesson}</div> : null}
      <div class="pw-editor-body">{children}</div>
      <div class="pw-editor-foot"><div class="pw-editor-said" role="alert">{said}</div>{foot}</div>
    </form>
  );
}

/** Over the table, and on a phone all of it. Who looks up a clause leaves it: the draft is kept. */
function Sheet({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  const open = useContext(OpenClause);
  useLayoutEffect(() => ref.current?.showModal(), []);
  return (
    <OpenClause.Provider value={(id) => { close(); open(id); }}>
      <dialog class="pw-sheet" ref={ref} aria-label={title} onClose={close}>{children}</dialog>
    </OpenClause.Provider>
  );
}

type Preview = Written & { refused: Verdict | null };

/** What the rules would say to this very card or rule; what is not said yet is taken as it does no harm. */
function usePreview(session: Session, wish: CardWish, now: () => CardWish): Preview | null {
  const { service, spoken } = useApp();
  const { table, you } = session;
  return useLive<Preview>(wish.statement, async () => {
    const { card, tag, cost, statement } = now();
    const told = await service.write(table, you, now());
    const whole = told.move || !told.ok ? told : await service.write(table, you, { card, tag: tag || 'rock', cost: card < 0 ? cost : Math.max(0, cost), statement });
    const [verdict] = whole.ok && whole.move ? await service.explain(table, you, [whole.move]) : [];
    return { ...told, refused: verdict && (verdict.clause || !verdict.readable) ? verdict : null };
  }, table, [wish.cost, wish.tag, session.view.number, spoken]);
}

/** What it costs; or, where the rules would refuse it, why. */
function Verdicted({ preview, said, charge, children }: { preview: Preview; said: boolean; charge: number; children: ComponentChildren }) {
  const { spoken } = useApp();
  const w = useWords();
  const { refused } = preview;
  const fact = refused?.why.find((r) => r.clause === refused.clause && r.fact)?.fact;
  return (
    <p><strong data-points={preview.points}>{count(w.pw.points, preview.points)}</strong>.{' '}
      {refused ? said ? null : <span class="pw-much" data-refused={refused.clause}>{w.pw.refusedNow} {refused.clause ? <ClauseLink id={refused.clause} /> : null} {fact ? <FactView fact={fact} /> : <span lang={spoken}>{refused.wrong}</span>}</span>
        : <span data-charge={charge}>{children}</span>}
    </p>
  );
}

interface Props {
  session: Session;
  given: CardDraft | null;
  play(move: string): Promise<boolean>;
  said: ComponentChildren;
  /** It was handed in and refused, as was said: until something else is written that need not be said again. */
  refused: boolean;
  hush(): void;
  lesson(writing: Writing): ComponentChildren;
  close(): void;
}

export function CardEditor(p: Props & { card: number }) {
  const { session, card, play, said, refused, lesson, close } = p;
  const w = useWords();
  const state: State = session.view.state;
  const { draft, now, change, forget } = useDraft(p, draftName(card));
  const { service } = useApp();
  const preview = usePreview(session, wishOf(card, draft), () => wishOf(card, now()));
  const [missing, setMissing] = useState('');
  const me = state.players[session.you];
  const charge = preview?.charge ?? 0;
  const submit = async () => {
    const wanting = { '': '', statement: w.pw.needStatement, tag: w.pw.needTag, cost: w.pw.needCost };
    const written = await service.write(session.table, session.you, wishOf(card, now()));
    setMissing(wanting[written.missing]);
    if (written.move && await play(written.move)) forget();
  };
  const title = fill(state.cards[card] ? w.pw.rewrite : w.pw.write, card);
  return (
    <Sheet title={title} close={close}>
      <Frame title={title} said={<>{missing ? <p class="message">{missing}</p> : null}{said}</>} lesson={lesson({ draft, label: w.pw.writeIt, submit: () => void submit() })} close={close} submit={submit}
        foot={(
          <div class="pw-editor-end">
            {preview?.ok && preview.kind === 'wff' ? <Verdicted preview={preview} said={refused} charge={charge}>{charge > 0 ? fill(w.pw.charge, charge, me.power) : w.pw.noCharge}</Verdicted> : <p class="hint">{fill(w.pw.powerLeft, me.power)}</p>}
            <button type="submit" class="primary" data-submit="edit">{w.pw.writeIt}</button>
          </div>
        )}>
        <StatementEditor id="pw-statement" table={session.table} seat={session.you} value={draft.statement} change={(statement) => change({ statement })} parsed={preview}>
          {preview && !preview.doubt ? <p>{preview.effect ? <>★ {w.pw.effectAsIs} <ClauseLink id={preview.effect === 'specific' ? 'X.2' : 'X.3'} /></> : w.pw.noEffect}</p> : null}
        </StatementEditor>
        <fieldset class="pw-tags"><legend><Term term="tag">{w.pw.tag}</Term> <ClauseLink id="0.3" /></legend>
          {TAGS.map((tag) => (
            <label class={draft.tag === tag ? 'chosen' : ''}>
              <input type="radio" name="pw-tag" value={tag} checked={draft.tag === tag} onChange={() => change({ tag })} />
              <TagSign tag={tag} />{w.pw.tags[tag]}
            </label>
          ))}
          <span class="hint">{w.pw.beats}</span>
        </fieldset>
        <p class="pw-cost-row">
          <label for="pw-cost" class="unseen">{w.pw.costLong}</label><Term term="cost">{w.pw.costLong}</Term>
          <input id="pw-cost" type="number" inputMode="numeric" min={0} max={me.power} value={draft.cost} aria-describedby="pw-cost-hint"
            onInput={(e) => change({ cost: e.currentTarget.value })} />
          <span id="pw-cost-hint" class="hint">{fill(w.pw.costHint, me.power)}{state.phase === 'editing' ? ` ${fill(w.pw.halfLater, preview?.later ?? 0)}` : ''}</span>
        </p>
      </Frame>
    </Sheet>
  );
}

/** In a draft of a rule the price stands for the cost, and there is no tag. */
export function RuleEditor(p: Props) {
  const { session, play, said, refused, lesson, close } = p;
  const w = useWords();
  const state: State = session.view.state;
  const { draft, now, change, forget } = useDraft(p, RULE);
  const { service } = useApp();
  const preview = usePreview(session, wishOf(-1, draft), () => wishOf(-1, now()));
  const [missing, setMissing] = useState('');
  const { potency } = state.players[session.you];
  const least = preview?.ok ? preview.price : 0;
  const submit = async () => {
    const { move } = await service.write(session.table, session.you, wishOf(-1, now()));
    setMissing(move ? '' : w.pw.needStatement);
    if (move && await play(move)) forget();
  };
  return (
   <Sheet title={w.pw.writeRule} close={close}>
    <Frame title={w.pw.writeRule} said={<>{missing ? <p class="message">{missing}</p> : null}{said}</>} lesson={lesson({ draft, label: w.pw.buyRule, submit: () => void submit() })} close={close} submit={submit}
      foot={(
        <div class="pw-editor-end">
          {preview?.ok && preview.kind === 'wff' ? <Verdicted preview={preview} said={refused} charge={least}>{fill(w.pw.rulePrice, least, potency)}</Verdicted> : null}
          <button type="submit" class="primary" data-submit="buy-rule">{w.pw.buyRule}</button>
        </div>
      )}>
      <StatementEditor id="pw-statement" table={session.table} seat={session.you} value={draft.statement} change={(statement) => change({ statement })} parsed={preview}>
        {preview ? <p>{preview.closed ? w.pw.closed : <strong class="pw-much">{w.pw.notClosed}</strong>}</p> : null}
      </StatementEditor>
      <p class="pw-cost-row">
        <label for="pw-cost">{w.pw.priceLong}</label>
        <input id="pw-cost" type="number" inputMode="numeric" min={least} max={potency} placeholder={least ? String(least) : ''} value={draft.cost} aria-describedby="pw-cost-hint"
          onInput={(e) => change({ cost: e.currentTarget.value })} />
        <span id="pw-cost-hint" class="hint">{w.pw.priceHint}</span>
      </p>
    </Frame>
   </Sheet>
  );
}
