// card.tsx - a card of Predicate Wars: paper that somebody has written on, or not yet.
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { spokenStatement } from '../../ui/statement';
import { Terms } from '../../ui/term';
import { count, fill, useWords } from '../../words';
import type { Words } from '../../words';
import type { Parsed } from '../../service/draft';
import { Paper, paperLook } from './paper';
import { useParsed } from './parsed';
import { useTaught } from './tutorial';
import { Worded } from './worded';
import type { Card, State } from './state';

const names = (card: Card) => Object.entries(card.names ?? {});

/** The card in one line, for labels. */
export function cardText(id: number, card: Card | null, parsed: Parsed | null, w: Words): string {
  if (!card) return fill(w.pw.blankCard, id);
  const head = fill(w.pw.cardHead, id, w.pw.tags[card.tag], card.cost);
  if (card.effect !== null)
    return `${head}${parsed ? `, ${count(w.pw.points, parsed.points)}` : ''}: ${parsed?.plain || spokenStatement(card.effect, w)}${parsed?.effect ? ` (${w.pw.isEffect})` : ''}`;
  const inside = names(card).map(([name, n]) => `${n > 1 ? `${n} × ` : ''}${name.slice(1, -1)}`);
  return `${head}, ${inside.length > 0 ? fill(w.pw.unseenWith, inside.join(', ')) : w.pw.unseenPlain}`;
}

function Face({ id, card, parsed }: { id: number; card: Card | null; parsed: Parsed | null }) {
  const w = useWords();
  const terms = useContext(Terms);
  const about = (term: string) => terms.find((t) => t.term === term)?.text;
  if (!card) return <><span class="pw-head"><span class="pw-id">#{id}</span></span><span class="pw-body">{w.pw.blank}</span></>;
  return (
    <Paper id={id} tag={card.tag} cost={card.cost} about={about}
      foot={<>{card.effect === null ? w.pw.unseen : parsed ? count(w.pw.points, parsed.points) : ''}{parsed?.effect ? ` · ★ ${w.pw.effect}` : ''}</>}>
      {card.effect !== null ? <Worded text={card.effect} plain={parsed?.plain} silent />
        : names(card).length > 0 ? names(card).map(([name, n]) => <span class="pw-name">{n > 1 ? `${n}× ` : ''}{name}</span>)
          : <span class="pw-quiet">{w.pw.noNames}</span>}
    </Paper>
  );
}

interface CardProps {
  id: number;
  state: State;
  /** Pressing it; missing: it only lies there. */
  press?: () => void;
  chosen?: boolean;
  /** What it is chosen as, or why it stands out. */
  mark?: string;
  open?: boolean;
  children?: ComponentChildren;
}

export function CardView({ id, state, press, chosen = false, mark = '', open = false, children }: CardProps) {
  const w = useWords();
  const card = state.cards[id];
  const parsed = useParsed(card?.effect ?? null);
  const label = cardText(id, card, parsed, w) + (mark ? `, ${mark}` : '');
  const taught = useTaught();
  const look = `${paperLook(card?.tag ?? null, card?.effect !== null)}${chosen ? ' chosen' : ''}${open ? ' open' : ''}${taught.card(id)}`;
  const inside = (
    <>
      <span class="pw-face" aria-hidden="true"><Face id={id} card={card} parsed={parsed} />{mark ? <span class="pw-mark">{mark}</span> : null}</span>
      <span class="unseen">{label}</span>
    </>
  );
  return (
    <li class="pw-place" data-card={`#${id}`}>
      {press ? <button type="button" class={look} data-pw={id} aria-pressed={chosen} onClick={press}>{inside}</button>
        : <div class={look} data-pw={id}>{inside}</div>}
      {children}
    </li>
  );
}

/** Cards side by side; blank ones that cannot be pressed are only counted. */
export function Cards({ ids, state, label, children }: { ids: number[]; state: State; label: string; children?: (id: number) => Partial<CardProps> }) {
  return <ul class="pw-cards" aria-label={label}>{ids.map((id) => <CardView key={id} id={id} state={state} {...children?.(id)} />)}</ul>;
}
