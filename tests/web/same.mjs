// same.mjs - native and WebAssembly: the same games, byte for byte.
import { readFileSync } from 'node:fs';
import { ALL, GAMES, native, newEngine, same, test, written } from './lib.mjs';

// [bot, games, player counts, most moves]
const RUNS = [['random', 400, [2, 4], 3000], ['greedy', 400, [2, 4, 6], 3000], ['ismcts:40', 8, [3], 3000], ['ismcts:40:trees=2', 4, [2], 3000]];
// Where moves are written, sentences and proofs: they take longer.
const WORDY = [['random', 60, [2, 4], 80], ['greedy', 60, [3], 80], ['ismcts:20', 4, [2], 40]];

export default async function run() {
  const engine = newEngine();
  for (const game of ALL) {
    for (const [bot, games, counts, cap] of GAMES.includes(game) ? RUNS : WORDY) {
      await test(`${game}: ${games} games of ${bot} for ${counts.join(', ')} players`, () => {
        for (const players of counts) {
          const seats = Array(players).fill(bot).join(',');
          const file = written('native.jsonl');
          native(['simulate', game, '--games', games, '--players', seats, '--seed', 77, '--cap', cap, '--transcript', file].map(String));
          const ours = engine.ask('simulate', { game, players, bot, seed: '77', games, cap });
          same(ours, readFileSync(file, 'utf8'), `${players} players`);
        }
      });
    }
  }
}
