// phrase.ts - the moves of Predicate Wars in words.
import { count, fill, list } from '../../words';
import type { Words } from '../../words';
import { phrase } from '../../words/phrase';
import type { Phrase } from '../../words/phrase';
import type { Move } from '../../service/types';
import { warsMove } from './moves';
import type { WarsMove } from './moves';

const card = (id: number) => `#${id}`;

function proving({ kind, players = [], cards = [], lemmas = [], results }: WarsMove, w: Words): Phrase {
  const refutes = kind === 'refute';
  if (!results) return phrase(refutes ? w.pw.refuteIt : w.pw.proveIt);
  const result = list(results.map(String), w);
  const lines = { formula: lemmas.join('; ') };
  if (refutes) return lemmas.length > 0 ? phrase(w.pw.refutes, result, lines) : phrase(w.pw.refutesPlain, result);
  const head = lemmas.length > 0 ? phrase(w.pw.proves, result, count(w.pw.lines, lemmas.length), lines) : phrase(w.pw.provesPlain, result);
  const chosen = [...players.map((_, i) => `{${head.things.length + i}}`), ...cards.map(card)];
  return chosen.length > 0 ? phrase(`${head.text}; ${fill(w.pw.choosing, list(chosen, w))}`, ...head.things, ...players.map((seat) => ({ seat }))) : head;
}

export function told(move: Move, _: unknown, w: Words): Phrase {
  const m = warsMove(move);
  const [first, second] = (m.cards ?? []).map(card);
  switch (m.kind) {
    case 'edit':
      if (!m.tag) return phrase(w.pw.editForm, first);
      return m.statement ? phrase(w.pw.edits, first, w.pw.tags[m.tag], m.cost!, { formula: m.statement })
        : phrase(w.pw.editsHidden, first, w.pw.tags[m.tag], m.cost!);
    case 'claim': return phrase(w.pw.claims, first);
    case 'discard': return phrase(w.pw.discards, first);
    case 'play': return phrase(w.pw.plays, first, second);
    case 'prove': case 'refute': return proving(m, w);
    case 'buy-proof': return m.name ? phrase(w.pw.buysProof, m.name, { formula: m.lemmas!.join('; ') }) : phrase(w.pw.buyProofForm);
    case 'buy-rule': return m.statement ? phrase(w.pw.buysRule, { formula: m.statement }, m.cost!) : phrase(w.pw.buyRuleForm);
    case 'drop-rule': return phrase(w.pw.dropsRule, m.more![0]);
    case 'secret': return phrase(w.pw.secret);
    default: return w.pw.closedMoves[m.kind] ? phrase(w.pw.closedMoves[m.kind]) : phrase('{0}', move.text);
  }
}
