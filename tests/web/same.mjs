// same.mjs - native and WebAssembly: the same games, byte for byte.
import { readFileSync } from 'node:fs';
import { GAMES, native, newEngine, place, same, test } from './lib.mjs';

// [bot, games, player counts]
const RUNS = [['random', 400, [2, 4]], ['greedy', 400, [2, 4, 6]], ['ismcts:40', 8, [3]], ['ismcts:40:observers=many', 4, [2]]];

export default async function run() {
  const engine = newEngine();
  for (const game of GAMES) {
    for (const [bot, games, counts] of RUNS) {
      await test(`${game}: ${games} games of ${bot} for ${counts.join(', ')} players`, () => {
        for (const players of counts) {
          const seats = Array(players).fill(bot).join(',');
          const file = place('test/native.jsonl');
          native(['simulate', game, '--games', games, '--players', seats, '--seed', 77, '--cap', 3000, '--transcript', file].map(String));
          const ours = engine.text('bw_simulate', game, players, bot, '77', games, 3000);
          same(ours, readFileSync(file, 'utf8'), `${players} players`);
        }
      });
    }
  }
}
