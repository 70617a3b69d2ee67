// phrase.ts - the moves of Predicate Wars in words.
import { count, fill, list } from '../../words';
import type { Words } from '../../words';
import { phrase } from '../../words/phrase';
import type { Phrase } from '../../words/phrase';
import { readEdit, readRule } from './state';

interface Proof { players: string[]; cards: string[]; lemmas: string[]; results: string[] }

function readProof(move: string): Proof | null {
  const m = /^(?:prove|refute)(?: players=(\S+))?(?: cards=(\S+))? :\s*(.*?)\s*=>\s*([\d ]+)$/.exec(move);
  if (!m) return null;
  return {
    players: m[1]?.split(',') ?? [], cards: m[2]?.split(',') ?? [],
    lemmas: m[3] ? m[3].split('; ') : [], results: m[4].trim().split(/\s+/),
  };
}

function proving(move: string, w: Words): Phrase {
  const p = readProof(move);
  if (!p) return phrase(move.startsWith('refute') ? w.pw.refuteIt : w.pw.proveIt);
  const chosen = [
    ...p.players.map((seat) => fill(w.table.person, seat)),
    ...p.cards,
  ];
  const result = list(p.results, w);
  const lines = { formula: p.lemmas.join('; ') };
  if (move.startsWith('refute'))
    return p.lemmas.length > 0 ? phrase(w.pw.refutes, result, lines) : phrase(w.pw.refutesPlain, result);
  const head = p.lemmas.length > 0 ? phrase(w.pw.proves, result, count(w.pw.lines, p.lemmas.length), lines) : phrase(w.pw.provesPlain, result);
  return chosen.length > 0 ? { text: `${head.text}; ${fill(w.pw.choosing, list(chosen, w))}`, things: head.things } : head;
}

export function told(move: string, _: unknown, w: Words): Phrase {
  const [what, first = '', second = ''] = move.split(' ');
  switch (what) {
    case 'edit': {
      const edit = readEdit(move);
      const open = /^edit (#\d+) (rock|paper|scissors) (\d+)/.exec(move);
      if (edit) return phrase(w.pw.edits, `#${edit.card}`, w.pw.tags[edit.tag], edit.cost, { formula: edit.statement });
      return open ? phrase(w.pw.editsHidden, open[1], w.pw.tags[open[2] as 'rock'], open[3]) : phrase(w.pw.editForm, first);
    }
    case 'claim': return phrase(w.pw.claims, first);
    case 'discard': return phrase(w.pw.discards, first);
    case 'play': return phrase(w.pw.plays, first, second);
    case 'prove': case 'refute': return proving(move, w);
    case 'buy-proof': {
      const m = /^buy-proof ([\w-]+):\s*(.*)$/.exec(move);
      return m ? phrase(w.pw.buysProof, m[1], { formula: m[2] }) : phrase(w.pw.buyProofForm);
    }
    case 'buy-rule': {
      const rule = readRule(move);
      return rule ? phrase(rule.price ? w.pw.buysRule : w.pw.buysRuleLeast, { formula: rule.statement }, rule.price) : phrase(w.pw.buyRuleForm);
    }
    case 'drop-rule': return phrase(w.pw.dropsRule, first);
    case '<take': return phrase(w.pw.secret);
    default: return w.pw.closedMoves[what] ? phrase(w.pw.closedMoves[what]) : phrase('{0}', move);
  }
}
