// lesson.ts - what the tutorial suggests, chosen by what lies on the table, and what the other seat
// plays: the same as at the terminal (src/cli/predicate-wars/lessons.c).
import type { Words } from '../../words';
import type { Tutorial } from '../screen';
import { axiomCount, isRule, written } from './state';
import type { Phase, State } from './state';

export type Comment = keyof Words['pw']['tutor']['steps'];
/** Something to do, and what is said of it; {0}, {1} in its words are `values`. */
export interface Step { comment: Comment; move: string; values?: (string | number)[] }

interface Scene { s: State; you: number; legal: string[]; options: Record<string, unknown> }
interface Lesson { phase: Phase; give(scene: Scene): Step | null }

const ALL_ABOVE_0 = '(∀(x)(x>0))';   // the axiom of the subproof, and the rule that seat 1 wants
const SUBPROOF = `buy-proof z: axiom ${ALL_ABOVE_0}; (0>0) by universal-instantiation 1; tF by comparison 2; ` +
  '(∀(x)tF) by universal-generalization 3; (¬tF) by falsehood; (∀(x)(¬tF)) by universal-generalization 5';
const PROOF = 'prove players=1 : [PLAYER]([chosenPlayer](1)) by evaluation; [ATK]([chosenPlayer](1),20) by modus-ponens 2 {0} => {1}';

const blank = ({ s, you }: Scene) => s.players[you].hand.find((id) => s.cards[id] === null) ?? -1;
const writtenBy = ({ s, you }: Scene) => written(s, s.players[you].hand).length;
const says = (s: State, id: number, ...names: string[]) => names.every((n) => s.cards[id]?.effect?.includes(n) || !!s.cards[id]?.names?.[n]);

/** How good a play is to show a proof with: an attack that is to be proved, an attack, a healing. */
function worth(s: State, move: string): number {
  const [, main, second] = /^play #(\d+) #(\d+)$/.exec(move) ?? [];
  if (!main) return 0;
  const w = says(s, Number(second), '[ATK]') ? (says(s, Number(second), '[PLAYER]') ? 3 : 2) : says(s, Number(second), '[HEAL]') ? 1 : 0;
  return w > 0 ? 2 * w + (s.cards[Number(main)]?.effect === 'tT' ? 1 : 0) : 0;
}

const LESSONS: Lesson[] = [
  { phase: 'setup', give: (c) => (writtenBy(c) === 0 ? { comment: 'welcome', move: `edit #${blank(c)} paper 10 ([PLAYER]([chosenPlayer](1))→[ATK]([chosenPlayer](1),20))` } : null) },
  { phase: 'setup', give: (c) => (writtenBy(c) === 1 ? { comment: 'second', move: `edit #${blank(c)} rock 0 tT` } : null) },
  { phase: 'setup', give: () => ({ comment: 'enough', move: 'done' }) },
  { phase: 'creation', give: () => ({ comment: 'creation', move: 'take' }) },
  { phase: 'editing', give: (c) => (blank(c) >= 0 ? { comment: 'editing', move: `edit #${blank(c)} paper 5 [ATK]([chosenPlayer](1),20)` } : null) },
  {
    phase: 'claiming', give: ({ s, legal }) => {
      const id = legal.map((m) => Number(/^claim #(\d+)$/.exec(m)?.[1] ?? -1)).find((n) => n >= 0 && says(s, n, '[HEAL]'));
      return id === undefined ? null : { comment: 'claim', move: `claim #${id}`, values: [id, s.cards[id]!.cost] };
    },
  },
  { phase: 'claiming', give: () => ({ comment: 'claimed', move: 'pass' }) },
  { phase: 'refuting', give: ({ s, options }) => (s.cards[s.pending.played![0]]?.effect === '(1>2)' ? { comment: 'refuting', move: `refute : tF by comparison 1 => ${proofRows(s, options) + 1}` } : null) },
  {
    phase: 'playing', give: ({ s, legal }) => {
      const best = legal.reduce((a, b) => (worth(s, b) > worth(s, a) ? b : a), '');
      return worth(s, best) > 0 ? { comment: 'playing', move: best } : null;
    },
  },
  { phase: 'playing', give: () => ({ comment: 'leave', move: 'leave' }) },
  {
    phase: 'proving', give: ({ s, options }) => {
      const n = axiomCount(s, options) + 1;
      if (says(s, s.pending.played![1], '[PLAYER]')) return { comment: 'proving', move: PROOF.replace('{0}', String(n)).replace('{1}', String(n + 1)) };
      return { comment: 'provingAsIs', move: 'prove players=1 : => 2' };
    },
  },
  { phase: 'proofs', give: ({ s, you }) => (s.players[you].subproofs.length === 0 ? { comment: 'subproof', move: SUBPROOF } : null) },
  { phase: 'proofs', give: () => ({ comment: 'proofs', move: 'pass' }) },
  { phase: 'rules', give: () => ({ comment: 'rules', move: 'buy-rule (∀(x)(¬[ATK](x,15)))' }) },
  {
    phase: 'rule-refuting', give: ({ s, you, options }) => {
      const { proof } = s.pending;
      if (!proof || !isRule(proof) || proof.statement !== ALL_ABOVE_0) return null;
      const n = axiomCount(s, options) - 1;   // no cards here, but the new rule
      const owned = s.players[you].subproofs.find((p) => p.axioms[0] === ALL_ABOVE_0);
      return owned
        ? { comment: 'ruleBySubproof', move: `refute : (∀(x)tF) by conditional-proof ${n} using ${owned.name}; tF by universal-instantiation ${n + 1} => ${n + 2}`, values: [n, owned.name] }
        : { comment: 'ruleByHand', move: `refute : (0>0) by universal-instantiation ${n}; tF by comparison ${n + 1} => ${n + 2}` };
    },
  },
  {
    phase: 'drops', give: ({ s }) => {
      const slot = s.rules.findIndex((r) => r?.statement === ALL_ABOVE_0);
      return slot >= 0 ? { comment: 'dropRule', move: `drop-rule ${slot}` } : null;
    },
  },
  { phase: 'drops', give: () => ({ comment: 'drops', move: 'pass' }) },
];

/** The statements of the proof under way. */
function proofRows(s: State, options: Record<string, unknown>): number {
  const { proof } = s.pending;
  return axiomCount(s, options) + (proof && !isRule(proof) ? proof.lemmas.length : 0);
}

export function stepFor(scene: Scene): Step | null {
  for (const l of LESSONS) {
    const step = l.phase === scene.s.phase ? l.give(scene) : null;
    if (step) return step;
  }
  return null;
}

/** What seat 1 plays in a phase: the first of these that the rules accept. */
const SCRIPT: [Phase, string][] = [
  ['setup', 'edit #2 paper 12 [ATK]([chosenPlayer](1),15)'], ['setup', 'edit #3 scissors 2 (1>2)'],
  ['setup', 'edit #12 rock 4 [HEAL]([chosenPlayer](1),15)'], ['setup', 'done'],
  ['creation', 'pass'], ['editing', 'pass'], ['claiming', 'pass'], ['playing', 'play #3 #2'], ['playing', 'leave'],
  ['proving', 'prove players=0 : => 2'], ['proving', 'decline'], ['refuting', 'accept'], ['proofs', 'pass'],
  ['rules', `buy-rule ${ALL_ABOVE_0}`], ['rules', 'pass'], ['rule-refuting', 'accept'], ['drops', 'pass'],
];

export const tutorial: Tutorial = {
  setup: { game: 'predicate-wars', players: 2, options: {}, rulings: {}, seed: '2', bots: [null, 'greedy'] },
  you: 0,
  script: ({ to_move, state }) =>
    (to_move === 1 && state.round === 1 ? SCRIPT.filter(([phase]) => phase === state.phase).map(([, move]) => move) : []),
};
