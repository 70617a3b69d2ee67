// draft.mjs - what is written at a table of Predicate Wars, through the page's door: statements,
// cards, proofs in the making, what follows and hints, held against the native program's logic and its verdicts on moves.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds, native, nativeTry, newEngine, root, same, serve, test, written } from './lib.mjs';

export const SETUP = { game: 'predicate-wars', players: 2, options: {}, rulings: {}, seed: '2', bots: [null, 'greedy'] };

// Seat 0 has an attack that must be proved from (PLAYER → ATK) in two lines, and tT; seat 1 has an
// attack and (1>2), which is false.
const START = [
  [0, 'edit #0 paper 10 ([PLAYER]([chosenPlayer](1))→[ATK]([chosenPlayer](1),20))'], [0, 'edit #1 rock 0 tT'], [0, 'done'],
  [1, 'edit #2 scissors 5 [ATK]([chosenPlayer](1),20)'], [1, 'edit #3 scissors 0 (1>2)'], [1, 'done'],
  [0, 'take'], [1, 'pass'], [0, 'edit #4 paper 5 [ATK]([chosenPlayer](1),20)'], [1, 'pass'], [1, 'pass'], [0, 'pass'],
];
/** The moves that lead to seat 0 proving, aiming an attack, refuting, buying a subproof, and refuting a rule. */
export const TO = {
  prove: [...START, [1, 'discard #3'], [0, 'play #1 #0']],
  aim: [...START, [1, 'discard #3'], [0, 'play #1 #4']],
  refute: [...START, [1, 'play #3 #2'], [1, 'prove players=0 : => 2']],
  'buy-proof': [...START, [1, 'leave']],
  // The attack, and a card that says that nobody is ever attacked.
  opposite: [...START.map(([seat, move]) => [seat, move.replace('(1>2)', '(∀(x)(∀(y)(¬[ATK](x,y))))')]), [1, 'play #2 #3'], [1, 'prove players=0 : => 1']],
  rule: [...START, [1, 'leave'], [0, 'pass'], [1, 'pass'], [0, 'pass'], [1, 'buy-rule (1>2) 9']],
};
/** Axioms from which much follows, but not P(9). */
export const HARD = ['(∀(x)(∀(y)((P(x)∧P(y))→P(f(x,y)))))', 'P(1)', 'P(2)', 'P(3)', '(∀(x)(∀(y)(f(x,y)=f(y,x))))', '(∀(x)(∀(y)(∀(z)(f(x,f(y,z))=f(f(x,y),z)))))', '(∀(x)(P(x)→(P(g(x))∧P(h(x)))))'];
/** By the letter P(9) follows from P(1): one instance, therefore all. */
export const RICH = { ...SETUP, options: { potency: 2000 }, rulings: { logic: 'sound' } };
const EMPTY = { players: [], cards: [], axioms: [], lemmas: [] };

async function refused(what, why) {
  try {
    await what();
  } catch (error) {
    return holds(why.test(error.message), error.message);
  }
  throw new Error(`allowed, but must be refused: ${why}`);
}

/** The items of a proof file that has no blocks; null: it has. */
function items(text) {
  const lines = text.split('\n').map((l) => l.replace(/#.*/, '').trim()).filter(Boolean);
  if (lines.some((l) => /[{}]/.test(l))) return null;
  return { axioms: lines.filter((l) => /^axiom /.test(l)).map((l) => l.slice(6)), lemmas: lines.filter((l) => !/^axiom /.test(l)) };
}

const STATEMENTS = [
  'tT', 'P', '[ATK]([chosenPlayer](1),20)', 'forall(x)([PLAYER](x) imply [ATK](x,5))', '(20-[health](1))f/2', 'P ∧ ∀(x)Q(x)', '(P∧(x+y))', 'x', '((',
  '(∀(x)(([health](x)>20)→[ATK](x,20)))', '[ATK](1)', 'not', '', ')', '(1=[power](2))', '∃(y)(P(y)∨Q)', '[health](x)', '99999999999',
];

export default async function run() {
  const service = serve(newEngine());
  const at = async (where, setup = SETUP) => (await service.deal(setup, TO[where])).table;

  await test('statements are read as the native program reads them', async () => {
    const table = await at('buy-proof');
    for (const text of STATEMENTS) {
      const theirs = JSON.parse(nativeTry(['logic', 'parse', text, '--json']).out || '{"ok":false}');
      const ours = await service.parse(table, 0, text);
      for (const [key, value] of Object.entries(theirs)) same(ours[key], value, `${key} of ${text}`);
    }
    const told = async (text) => service.parse(table, 0, text);
    same((await told('[ATK](1,2)')).effect, 'specific', 'an action is an effect');
    same((await told('(∀(x)((x=1)→[ATK](x,2)))')).effect, 'conditional', 'with a condition');
    same((await told('([PLAYER](1)→[ATK](1,2))')).effect, '', 'an implication is none');
    same((await told('(1>2)')).price, 9, 'a rule costs three times its points');
    same((await told('tT')).price, 1, 'and at least 1');
    holds(/\[ATK\] is about a player/.test((await told('[ATK](1,20)')).doubt), 'a number is not attacked');
    same((await told('[ATK]([chosenPlayer](1),20)')).doubt, '', 'a player is');
    holds(/brackets are needed/.test((await told('P∧Q∧R')).hint), 'what is missing');
  });

  await test('writing costs power in the set-up, and nothing on a blank card later', async () => {
    const { table } = await service.deal(SETUP);
    same((await service.parse(table, 0, '(1>2)')).charge, 6, 'twice the points');
    same((await service.parse(await at('buy-proof'), 0, '(1>2)')).charge, 0, 'nothing');
  });

  await test('a card and a rule are written as moves, once nothing is missing', async () => {
    const { table } = await service.deal(SETUP);
    const card = { card: 0, tag: '', cost: -1, statement: ' ' };
    const written = (some) => service.write(table, 0, { ...card, ...some });
    same((await written({})).missing, 'statement', 'nothing yet');
    same((await written({ statement: 'P' })).missing, 'tag', 'then the tag');
    same((await written({ statement: 'P', tag: 'rock' })).missing, 'cost', 'then the cost');
    const whole = await written({ statement: 'forall(x)P(x)', tag: 'rock', cost: 7 });
    same([whole.missing, whole.move, whole.charge], ['', 'edit #0 rock 7 (∀(x)P(x))', 10], 'the whole card');
    same((await service.submit(table, 0, whole.move)).answer, 'accepted', whole.move);
    same((await written({ card: -1, statement: 'P' })).move, 'buy-rule P', 'a rule at the least price');
    same((await written({ card: -1, statement: '(1>2)', cost: 12 })).move, 'buy-rule (1>2) 12', 'and at another');
    same((await written({ statement: '((', tag: 'rock', cost: 1 })).move, 'edit #0 rock 1 ((', 'what cannot be read is the rules’ to refuse');
    const later = await at('buy-proof');
    same((await service.write(later, 0, { ...card, statement: 'P', tag: 'rock', cost: 5 })).charge, 20, 'an old card costs twice its cost');
  });

  await test('the functions of the game, as they are written', async () => {
    const { table } = await service.deal(SETUP);
    const { functions: names, base_rules, deck_claim } = await service.names();
    same([base_rules, deck_claim], [4, 2], 'rules from the start (R.3); a card of the deck costs twice its cost (IV.6)');
    same(names.length, 18, 'how many');
    for (const { name, takes } of names) holds((await service.parse(table, 0, `${name}(${Array(takes).fill(1).join(',')})`)).ok, name);
  });

  await test('every template can be written on a card', async () => {
    const { table } = await service.deal(SETUP);
    const all = await service.templates(table, 0);
    holds(all.length > 8, 'there are some');
    for (const t of all) {
      same(t.points, JSON.parse(native(['logic', 'parse', t.statement, '--json'])).points, t.name);
      const [verdict] = await service.explain(table, 0, [`edit #5 rock 0 ${t.statement}`]);
      holds(verdict.readable && verdict.clause === '', `${t.name}: ${verdict.clause}`);
    }
  });

  await test('the rules of inference are those of the rulebook', async () => {
    const rules = await service.inferenceRules();
    same(rules.length, 27, 'how many');
    for (const [i, r] of rules.entries()) {
      same(r.clause, `L.P.${i + 1}`, r.name);
      holds(native(['rules', 'predicate-wars', r.clause]).includes(r.name), r.name);
    }
    same(rules.find((r) => r.name === 'modus-ponens').premises, 2, 'premises of modus-ponens');
  });

  await test('proofs stand or fall as in the native program, with the same clause and reason', async () => {
    const table = await at('buy-proof');
    const folder = join(root, 'tests/logic/proofs');
    let seen = 0, bad = 0;
    for (const name of readdirSync(folder).filter((f) => f.endsWith('.proof'))) {
      const text = readFileSync(join(folder, name), 'utf8');
      const proof = items(text);
      if (!proof) continue;
      // As it is, and with each lemma in turn taken from another line.
      const tries = [proof, ...proof.lemmas.map((_, i) => ({ ...proof, lemmas: proof.lemmas.map((l, j) => (j === i ? l.replace(/ by \S+/, ' by symmetry') : l)) }))];
      for (const p of tries) {
        const lines = [...p.axioms.map((a) => `axiom ${a}`), ...p.lemmas];
        writeFileSync(written('try.proof'), lines.join('\n') + '\n');
        const theirs = JSON.parse(nativeTry(['logic', 'check', written('try.proof'), '--json']).out || '{}');
        if (theirs.ok === undefined) continue;
        const ours = await service.draft(table, 0, { ...EMPTY, kind: 'buy-proof', ...p });
        seen++;
        same(ours.bad === null, theirs.ok, `${name}: ${lines.join('; ')}`);
        if (theirs.ok) {
          same(ours.points, theirs.points, `${name}: points`);
          same(ours.rows.length, lines.length, `${name}: rows`);
          same(ours.cost, 2 * theirs.points, `${name}: a subproof costs twice its points`);
          continue;
        }
        bad++;
        same(ours.bad.lemma + 1, theirs.line, `${name}: the line`);
        same(ours.bad.clause, theirs.clause ?? '', `${name}: the clause`);
        if (theirs.clause) same(ours.bad.why, theirs.why, `${name}: the reason`);
      }
    }
    holds(seen > 20 && bad > 5, `${seen} proofs, ${bad} of them wrong`);
    console.log(`        ${seen} proofs, ${bad} of them wrong`);
  });

  await test('what follows is what the native program infers', async () => {
    const table = await at('buy-proof');
    const axioms = ['(P→Q)', 'P', '(¬R)', '(∀(x)(S(x)→T(x)))', 'S(3)', '(∃(y)S(y))', '(2>1)', '(a=b)', '(b=c)', '((1+2)>x)', '(P∨R)', '(P∧R)'];
    let asked = 0, answers = 0;
    for (const rule of await service.inferenceRules()) {
      if (rule.subproof || rule.name === 'evaluation') continue;
      const sets = rule.premises === 2 ? axioms.flatMap((_, i) => axioms.map((_, j) => [i + 1, j + 1])) : rule.premises === 1 ? axioms.map((_, i) => [i + 1]) : [[]];
      for (const premises of sets.filter((_, i) => rule.premises < 2 || i % 7 === 0)) {
        const ours = await service.conclusions(table, 0, { ...EMPTY, kind: 'buy-proof', axioms }, premises, rule.name, '');
        const orders = premises.length === 2 ? [premises, [premises[1], premises[0]]] : [premises];
        for (const s of ours.steps) {
          const order = orders.find((o) => JSON.stringify(o) === JSON.stringify(s.premises));
          holds(order, `premises ${s.premises} of ${premises}`);
          const again = await service.draft(table, 0, { ...EMPTY, kind: 'buy-proof', axioms, lemmas: [s.lemma] });
          same(again.bad, null, s.lemma);
          same(again.points, s.points, s.lemma);
          answers++;
        }
        for (const order of orders) {
          const context = axioms.filter((_, i) => !order.includes(i + 1)).flatMap((s) => ['--context', s]);
          const told = nativeTry(['logic', 'infer', rule.name, ...order.map((n) => axioms[n - 1]), ...context, '--json']);
          const theirs = told.status === 0 ? JSON.parse(told.out).conclusions : [];
          const mine = ours.steps.filter((s) => JSON.stringify(s.premises) === JSON.stringify(order)).map((s) => s.statement);
          // Where the rule leaves something free, terms that stand in the proof are tried beside.
          for (const s of theirs.slice(0, 8)) holds(mine.includes(s), `${rule.name} ${order}: ${s} is missing in ${mine}`);
          if (told.status === 0) for (const s of mine) holds(theirs.includes(s), `${rule.name} ${order}: ${s} is too much`);
          asked++;
        }
      }
    }
    holds(answers > 50, `${answers} answers`);
    console.log(`        ${asked} questions, ${answers} conclusions`);
  });

  await test('with a term or statement of one’s own', async () => {
    const table = await at('buy-proof');
    const wish = { ...EMPTY, kind: 'buy-proof', axioms: ['P', '(∀(x)S(x))'] };
    const bare = await service.conclusions(table, 0, wish, [1], 'addition', '');
    same([bare.steps.length, bare.open], [0, true], 'addition leaves something free');
    same((await service.conclusions(table, 0, wish, [1], 'addition', 'Q')).steps[0].lemma, '(P∨Q) by addition 1', 'addition');
    same((await service.conclusions(table, 0, wish, [2], 'universal-instantiation', '7')).steps[0].statement, 'S(7)', 'instantiation');
    await refused(() => service.conclusions(table, 0, wish, [1], 'addition', '(('), /expected/);
    await refused(() => service.conclusions(table, 0, wish, [3], '', ''), /premises/);
    await refused(() => service.conclusions(table, 0, wish, [], 'magic', ''), /no such rule/);
  });

  await test('a hint is a proof, as cheap as the one that the native program finds', async () => {
    const table = await at('buy-proof');
    for (const [axioms, goal] of [
      [['(P→Q)', 'P'], 'Q'], [['(∀(x)(P(x)→Q(x)))', 'P(1)'], 'Q(1)'], [['(P∧(Q∧R))'], 'R'], [['(P→Q)', '(Q→R)', 'P'], '(R∨S)'], [['(∀(x)(x>0))'], 'contradiction'], [['(P∧(¬P))'], 'contradiction'],
    ]) {
      writeFileSync(written('try.proof'), axioms.map((a) => `axiom ${a}\n`).join(''));
      const how = goal === 'contradiction' ? ['--contradiction'] : ['--goal', goal];
      const told = nativeTry(['logic', 'search', written('try.proof'), ...how, '--budget', '64', '--json']);
      const theirs = JSON.parse(told.out);
      const wish = { ...EMPTY, kind: 'buy-proof', axioms };
      const ours = await service.find(table, 0, wish, goal, 3);
      same(ours.end === 'found', theirs.ok, `${axioms}: ${goal}`);
      if (!theirs.ok) continue;
      same(ours.points, theirs.points, `${axioms}: ${goal}`);
      const drawn = await service.draft(table, 0, { ...wish, lemmas: ours.steps.map((s) => s.lemma) });
      same(drawn.bad, null, 'it stands');
      same(drawn.points, theirs.points, 'and costs that');
    }
    same((await service.find(table, 0, { ...EMPTY, kind: 'buy-proof', axioms: [] }, '', 1)).end, 'no-goal', 'without a goal');
    await refused(() => service.find(table, 0, { ...EMPTY, kind: 'buy-proof' }, '((', 1), /expected/);
  });

  await test('a search ends in its time', async () => {
    const table = await at('buy-proof', RICH);
    const from = Date.now();
    const hard = await service.find(table, 0, { ...EMPTY, kind: 'buy-proof', axioms: HARD }, 'P(9)', 0.5);
    same(hard.end, 'time', 'it is too hard');
    holds(Date.now() - from < 20000, `${Date.now() - from} ms`);
  });

  await test('a proof after a play: rows, cost, what may stand after =>, and the move is accepted', async () => {
    const table = await at('prove');
    const wish = { ...EMPTY, kind: 'prove', players: [1] };
    const before = await service.draft(table, 0, wish);
    same(before.rows.slice(0, 3).map((r) => [r.from, r.which]), [['main', 1], ['secondary', 0], ['base', 0]], 'where rows come from');
    same([before.cost, before.purse, before.affordable, before.results], [0, 128, true, []], 'nothing yet');
    same([before.unchosen, (await service.draft(table, 0, { ...wish, players: [] })).unchosen], ['', '[chosenPlayer](1)'], 'what is not chosen');
    const found = await service.find(table, 0, wish, '', 3);
    const lemmas = found.steps.map((s) => s.lemma);
    same(lemmas, ['[PLAYER]([chosenPlayer](1)) by evaluation', '[ATK]([chosenPlayer](1),20) by modus-ponens 2 7'], 'the hint');
    const after = await service.draft(table, 0, { ...wish, lemmas });
    same([after.cost, after.results, after.rows[7].effect], [19, [[8]], 'specific'], 'then');
    same([before.move, after.move], ['', `prove players=1 : ${lemmas.join('; ')} => 8`], 'the move, once there is a result');
    const reply = await service.submit(table, 0, after.move);
    same(reply.answer, 'accepted', JSON.stringify(reply));
    same((await service.view(table, 0)).state.players[0].proving, 128 - 19, 'what it cost');
    const again = await service.deal(SETUP, await service.keep(table));
    same(await service.view(again.table, 0), await service.view(table, 0), 'kept and dealt again');
  });

  await test('what is chosen decides what can be evaluated', async () => {
    const table = await at('prove');
    const lemmas = ['[PLAYER]([chosenPlayer](1)) by evaluation'];
    same((await service.draft(table, 0, { ...EMPTY, kind: 'prove', players: [1], lemmas })).bad, null, 'a player is chosen');
    const { bad } = await service.draft(table, 0, { ...EMPTY, kind: 'prove', lemmas });
    same([bad.lemma, bad.clause], [0, 'L.P.27'], 'nobody is');
  });

  await test('a refutation of a proof, and of a rule', async () => {
    for (const where of ['refute', 'rule']) {
      const table = await at(where);
      const wish = { ...EMPTY, kind: 'refute' };
      const rows = (await service.draft(table, 0, wish)).rows;
      const falsity = rows.find((r) => r.statement === '(1>2)');
      same(falsity.from, where === 'rule' ? 'new-rule' : 'main', `${where}: where (1>2) comes from`);
      const lemma = `tF by comparison ${falsity.number}`;
      same((await service.conclusions(table, 0, wish, [falsity.number], 'comparison', '')).steps.map((s) => s.lemma), [lemma], where);
      same((await service.find(table, 0, wish, '', 3)).steps.map((s) => s.lemma), [lemma], `${where}: the hint`);
      const drawn = await service.draft(table, 0, { ...wish, lemmas: [lemma] });
      same(drawn.results, [[rows.length + 1]], `${where}: tF`);
      same(drawn.rows[rows.length].contradicts, rows.length + 1, `${where}: it contradicts itself`);
      same((await service.submit(table, 0, drawn.move)).answer, 'accepted', where);
    }
  });

  await test('two rows that say opposite things may stand after =>, the statement first', async () => {
    const table = await at('opposite');
    const wish = { ...EMPTY, kind: 'refute' };
    const lemmas = ['(∀(y)(¬[ATK]([chosenPlayer](1),y))) by universal-instantiation 2', '(¬[ATK]([chosenPlayer](1),20)) by universal-instantiation 7'];
    same((await service.draft(table, 0, { ...wish, lemmas: lemmas.slice(0, 1) })).results, [], 'no contradiction yet');
    const drawn = await service.draft(table, 0, { ...wish, lemmas });
    same([drawn.bad, drawn.results], [null, [[1, 8]]], 'the attack and its negation');
    same(drawn.rows.map((r) => r.contradicts), [8, 0, 0, 0, 0, 0, 0, 1], 'rows that contradict each other');
    const found = await service.find(table, 0, wish, '', 3);
    same(found.end, 'found', 'the hint finds it too');
    same((await service.submit(table, 0, `refute : ${lemmas.join('; ')} => 1 8`)).answer, 'accepted', 'the refutation');
  });

  await test('a purse that is too small is said, and the rules refuse the move', async () => {
    const poor = { ...SETUP, options: { potency: 12 } };
    const table = await at('prove', poor);
    const lemmas = ['[PLAYER]([chosenPlayer](1)) by evaluation', '[ATK]([chosenPlayer](1),20) by modus-ponens 2 7'];
    const drawn = await service.draft(table, 0, { ...EMPTY, kind: 'prove', players: [1], lemmas });
    same([drawn.cost, drawn.purse, drawn.affordable], [19, 12, false], 'too little');
    const move = `prove players=1 : ${lemmas.join('; ')} => 8`;
    const reply = await service.submit(table, 0, move);
    same(reply.answer, 'forbidden', 'refused');
    const [verdict] = await service.explain(table, 0, [move]);
    same(verdict.clause, reply.clause, 'explained by the same clause');
    holds(native(['rules', 'predicate-wars', reply.clause]).length > 0, reply.clause);
  });

  await test('nobody writes for a bot, at another game, or at the wrong time', async () => {
    const table = await at('prove');
    const wish = { ...EMPTY, kind: 'prove' };
    for (const call of [() => service.draft(table, 1, wish), () => service.parse(table, 1, 'P'), () => service.templates(table, 1), () => service.conclusions(table, 1, wish, [], '', ''), () => service.find(table, 1, wish, '', 1)])
      await refused(call, /nobody but that seat/);
    await refused(() => service.draft(table, 9, wish), /seat: must be from 0 to 1/);
    await refused(() => service.draft(table, 0, { ...wish, kind: 'refute' }), /nothing of this kind/);
    await refused(() => service.draft(table, 0, { ...wish, kind: 'guess' }), /nothing of this kind/);
    await refused(() => service.draft(table, 0, { ...wish, players: [7] }), /players/);
    await refused(() => service.draft(table, 0, { ...wish, lemmas: [7] }), /lemmas/);
    const other = await service.deal({ ...SETUP, game: 'pharaoh' });
    await refused(() => service.parse(other.table, 0, 'P'), /nothing can be written here/);
  });

  await test('a subproof that no rule could use is doubted', async () => {
    const table = await at('buy-proof');
    const useless = async (axioms, lemmas) => (await service.draft(table, 0, { ...EMPTY, kind: 'buy-proof', axioms, lemmas })).useless;
    holds(/one axiom/.test(await useless(['P', 'Q'], [])), 'two axioms');
    holds(/\(∀\(x\)A\)/.test(await useless(['P'], ['(P∨P) by addition 1'])), 'not of the form');
    const good = { ...EMPTY, kind: 'buy-proof', axioms: ['(∀(x)(x>0))'], lemmas: ['(0>0) by universal-instantiation 1'] };
    same((await service.draft(table, 0, good)).useless, '', 'nothing is wrong with this one');
    same((await service.draft(table, 0, { ...good, name: 'a b' })).move, '', 'it has no name yet');
    const { move } = await service.draft(table, 0, { ...good, name: 'z' });
    same(move, 'buy-proof z: axiom (∀(x)(x>0)); (0>0) by universal-instantiation 1', 'the move');
    same((await service.submit(table, 0, move)).answer, 'accepted', move);
  });

  await test('a lemma that cannot be read says where', async () => {
    const table = await at('buy-proof');
    const axiom = (await service.draft(table, 0, { ...EMPTY, kind: 'buy-proof', axioms: ['P', '(P∧'] })).bad;
    same([axiom.lemma, axiom.clause, axiom.column], [1, '', 4], 'an axiom');
    const lemma = (await service.draft(table, 0, { ...EMPTY, kind: 'buy-proof', axioms: ['P'], lemmas: ['(P∧) by addition 1'] })).bad;
    same([lemma.lemma, lemma.clause, lemma.column], [1, '', 4], 'a lemma');
  });
}
