// engine.mjs - the door between page and rules: what goes through it, and what does not.
import { ALL, GAMES, holds, native, newEngine, refusalOf, same, serve, someMoves, test } from './lib.mjs';

const setup = (game, players, seed, you = 0) => ({
  game, players, options: {}, rulings: {}, seed: String(seed),
  bots: [...Array(players)].map((_, i) => (i === you ? null : 'greedy')),
});

async function refused(what, why) {
  try {
    await what();
  } catch (error) {
    holds(why.test(error.message), error.message);
    return;
  }
  throw new Error(`allowed, but must be refused: ${why}`);
}

/** Whatever of a view is not for this seat is blank. */
function blank(view, you) {
  const s = view.state;
  for (const [seat, hand] of (s.hands ?? []).entries()) if (seat !== you) holds(hand.every((c) => c === '??'), `hand of seat ${seat}`);
  for (const pile of [s.stock, s.numbers, s.faces]) holds((pile ?? []).every((c) => c === '??'), 'a hidden pile');
}

export default async function run() {
  const engine = newEngine();
  const service = serve(engine);

  for (const game of GAMES) {
    await test(`${game}: a seat is shown its own view and nothing else, at every move`, async () => {
      const t = await service.deal(setup(game, 3, 9));
      for (let i = 0; i < 200; i++) {
        const view = await service.view(t.table, 0);
        if (view.to_move === null) break;
        blank(view, 0);
        holds(view.legal.length === 0 || view.to_move === 0, 'legal moves of another seat');
        await refused(() => service.view(t.table, 1), /nobody but that seat/);
        await refused(() => service.view(t.table, -2), /nobody but that seat/);
        await refused(() => service.events(t.table, 1, 0), /nobody but that seat/);
        await refused(() => service.explain(t.table, 1, ['1']), /nobody but that seat/);
        await refused(() => service.submit(t.table, 1, 'draw'), /nobody but that seat/);
        await refused(() => service.seat(t.table, 1, null), /nobody but that seat/);
        await refused(() => service.transcript(t.table), /before the game is over/);
        await refused(() => service.moves(t.table), /before the game is over/);
        await refused(() => service.comesFrom(t.table, setup(game, 3, 9)), /before the game is over/);
        if (view.to_move === 0) same((await service.submit(t.table, 0, view.legal[0].text)).answer, 'accepted', 'a legal move');
        else holds(await service.await(t.table), 'a bot moves');
      }
      await service.close(t.table);
    });

    await test(`${game}: the legal moves and every refusal are those of the native program`, async () => {
      for (let seed = 1; seed <= 5; seed++) {
        const t = await service.deal(setup(game, 3, seed));
        const position = native(['new', game, '--players', '3', '--seed', String(seed)]);
        const view = await service.view(t.table, 0);
        same(view.legal.map((m) => m.text).join('\n'), native(['legal', game], position).trim(), 'legal moves');
        const tries = someMoves(game, seed, 3).filter((_, i) => i % 7 === seed % 7).slice(0, 20);
        const verdicts = await service.explain(t.table, 0, tries);
        for (const [i, move] of tries.entries()) {
          if (!verdicts[i].readable) continue;
          const legal = view.legal.some((m) => m.text === move) || verdicts[i].clause === '';
          const theirs = legal ? '' : refusalOf(game, move, position);
          same(verdicts[i].clause, theirs, `the clause that refuses ${move}`);
        }
        await service.close(t.table);
      }
    });

    await test(`${game}: transcripts and moves lead back to the same table`, async () => {
      const one = await service.deal({ ...setup(game, 3, 4), bots: ['greedy', 'greedy', 'greedy'] });
      for (let i = 0; i < 25 && await service.await(one.table); i++);
      const kept = await service.keep(one.table);
      const half = await service.deal(setup(game, 3, 4), kept);
      same(await service.keep(half.table), kept, 'kept and dealt again');
      same((await service.view(half.table, -1)).state, (await service.view(one.table, -1)).state, 'the same table');
      await refused(() => service.deal(setup(game, 3, 5), kept), /moves\[0\]: this is not a kept move of this game/);
      await refused(() => service.deal(setup(game, 3, 4), kept.slice(1)), /moves\[0\]/);
      while (await service.await(one.table));
      const text = await service.transcript(one.table);
      const two = await service.resume(text);
      same(await service.transcript(two.table), text, 'taken up from the transcript');
      const three = await service.deal({ ...setup(game, 3, 4), bots: [null, null, null] }, await service.moves(one.table));
      same(await service.transcript(three.table), text, 'dealt and played again');
      holds(await service.comesFrom(two.table, setup(game, 3, 4)), 'it comes from its seed');
      holds(!await service.comesFrom(two.table, setup(game, 3, 5)), 'and from no other');
      holds((await service.view(two.table, -2)).state, 'who brings a transcript may see all of it');
    });
  }

  await test('what cannot be dealt is refused with a reason', async () => {
    await refused(() => service.deal({ ...setup('pharaoh', 3, 1), game: 'poker' }), /no game 'poker'/);
    await refused(() => service.deal({ ...setup('pharaoh', 3, 1), players: 99 }), /players: must be from 2 to 8/);
    await refused(() => service.deal({ ...setup('pharaoh', 3, 1), seed: 'x' }), /seed/);
    await refused(() => service.deal({ ...setup('pharaoh', 3, 1), rulings: { 'tuple-match': 'often' } }), /often/);
    await refused(() => service.deal({ ...setup('true-propre', 10, 1), options: { decks: 1, hand: 30 } }), /./);
    await refused(() => service.deal({ ...setup('pharaoh', 3, 1), bots: [null, 'nobody', 'greedy'] }), /no bot 'nobody'/);
    await refused(() => service.resume('{"bylaw":1}\n'), /line 1/);
    await refused(() => service.deal(setup('pharaoh', 3, 1), [[1, 'draw']]), /not legal: D8/);
  });

  await test('undo takes back what showed nothing, and nothing else', async () => {
    const t = await service.deal(setup('pharaoh', 3, 11));
    const before = await service.view(t.table, 0);
    const play = before.legal.find((m) => m.kind === 'play').text;
    await service.submit(t.table, 0, play);
    await service.undo(t.table, 0);
    same(await service.view(t.table, 0), before, 'the table after a card was taken back');
    await service.submit(t.table, 0, 'draw');
    await refused(() => service.undo(t.table, 0), /showed something/);
  });

  await test('what a bot would have done at any move is legal there, of every game', async () => {
    for (const game of ALL) {
      const t = await service.deal({ ...setup(game, 3, 6), bots: ['greedy', 'greedy', 'greedy'] });
      for (let i = 0; i < 14 && await service.await(t.table); i++);
      same(await service.hint(t.table, 'greedy', 3), null, 'a bot at a table that is not open is not asked');
      const text = engine.ask('simulate', { game, players: 3, bot: 'greedy', seed: '6', games: 1, cap: 14 });
      const open = await service.resume(text);
      const lines = text.split('\n');
      for (const number of [0, 7, 12]) {
        const move = await service.hint(open.table, 'greedy', number);
        const upTo = lines.slice(0, 1 + lines.findIndex((_, i) => lines.slice(0, i + 1).filter((l) => l.startsWith('{"t":"move"')).length === number));
        const then = number === 0 ? await service.deal(setup(game, 3, 6)) : await service.resume(`${upTo.join('\n')}\n`);
        const { to_move } = await service.view(then.table, number === 0 ? 0 : -2);
        const [verdict] = await service.explain(then.table, to_move, [move.text]);
        holds(verdict.readable && verdict.clause === '', `${game}, move ${number}: ${move.text}`);
      }
      const all = await service.moves(open.table);
      same(await service.moves(open.table, 10), all.slice(10), 'the last moves alone');
    }
  });

  await test('predicate-wars: of an effect that is not seen the names in it are told, and only those', async () => {
    const t = await service.deal({ ...setup('predicate-wars', 2, 1), bots: [null, null] });
    await service.submit(t.table, 0, 'done');
    await service.submit(t.table, 1, 'edit #2 rock 3 [ATK]([chosenPlayer](1),15) and [ATK](1,2)');
    const seen = (await service.view(t.table, 1)).state.cards[2];
    const unseen = (await service.view(t.table, 0)).state.cards[2];
    same(seen.effect, '([ATK]([chosenPlayer](1),15)∧[ATK](1,2))', 'whoever wrote it');
    same([unseen.effect, unseen.names], [null, { '[chosenPlayer]': 1, '[ATK]': 2 }], 'the other');
  });

  await test('a hint is a legal move', async () => {
    for (const game of GAMES) {
      const t = await service.deal(setup(game, 3, 2));
      const { legal } = await service.view(t.table, 0);
      for (const bot of ['greedy', 'ismcts:300']) {
        const { text } = await service.hint(t.table, bot);
        holds(legal.some((m) => m.text === text), `${game}, ${bot}`);
      }
      same(await service.hint(t.table, 'cheat'), null, 'no hint from one who cheats');
    }
  });
}
