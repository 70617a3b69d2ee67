// engine.ts - the rules in WebAssembly, called with texts and numbers.
import { ServiceError } from './types';
import type { Seating, Setup, TableService } from './types';

type Exports = Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory };
type Argument = string | number;

/** All that the module asks for. */
export const imports: WebAssembly.Imports = { page: { now: () => performance.now() } };

export class Engine {
  private readonly to = new TextEncoder();
  private readonly from = new TextDecoder();
  private readonly x: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.x = instance.exports as unknown as Exports;
  }

  private put(text: string): number {
    const bytes = this.to.encode(text);
    const at = this.x.bw_take(bytes.length + 1);
    const memory = new Uint8Array(this.x.memory.buffer, at, bytes.length + 1);
    memory.set(bytes);
    memory[bytes.length] = 0;
    return at;
  }

  /** The answer of an entry point as it is. */
  text(entry: string, ...args: Argument[]): string {
    const given = args.map((a) => (typeof a === 'string' ? this.put(a) : a));
    const at = this.x[entry](...given);
    const size = this.x.bw_size();
    const said = this.from.decode(new Uint8Array(this.x.memory.buffer, at, size));
    args.forEach((a, i) => typeof a === 'string' && this.x.bw_give(given[i]));
    return said;
  }

  call<T>(entry: string, ...args: Argument[]): T {
    const said = JSON.parse(this.text(entry, ...args));
    if (said && typeof said === 'object' && typeof said.error === 'string')
      throw new ServiceError(said.error);
    return said as T;
  }

  close(table: number): void {
    this.x.bw_close(table);
  }
}

const NOW = 0xffffffff;   // as the number of a move: after the last one

/** TableService over an engine in the same thread. */
export function serve(e: Engine): TableService {
  const ask = <T>(table: number, seat: number, question: object) => e.call<T>('bw_draft', table, seat, JSON.stringify(question));
  return {
    about: async () => e.call('bw_games'),
    rules: async (game) => e.call('bw_rules', game),

    deal: async (setup) => e.call('bw_deal', JSON.stringify(setup)),
    resume: async (transcript) => e.call('bw_resume', transcript),
    replay: async (setup, moves) => replay(e, setup, moves),
    close: async (table) => e.close(table),

    view: async (table, seat, number = NOW) => e.call('bw_view', table, number, seat),
    events: async (table, seat, from) => e.call('bw_events', table, from, seat),

    submit: async (table, seat, move) => e.call('bw_submit', table, seat, move),
    say: async (table, seat, words) => e.call('bw_say', table, seat, words),
    explain: async (table, seat, moves) => moves.map((m) => e.call('bw_explain', table, seat, m)),
    await: async (table) => e.call('bw_bot_move', table),
    hint: async (table, bot, number = NOW) => e.call('bw_hint', table, number, bot),
    undo: async (table, seat) => { e.call('bw_undo', table, seat); },
    seat: async (table, seat, bot) => { e.call('bw_seat', table, seat, bot ?? ''); },

    transcript: async (table) => e.text('bw_transcript', table),
    moves: async (table, from = 0) => e.call('bw_moves_made', table, from),
    comesFrom: async (table, setup) => comesFrom(e, table, setup),
    verify: async (transcript) => e.call('bw_verify', transcript),

    parse: async (table, seat, text) => ask(table, seat, { ask: 'parse', text }),
    write: async (table, seat, wish) => ask(table, seat, { ask: 'write', ...wish }),
    names: async () => ask(0, 0, { ask: 'names' }),
    templates: async (table, seat) => ask(table, seat, { ask: 'templates' }),
    inferenceRules: async () => ask(0, 0, { ask: 'rules' }),
    draft: async (table, seat, draft) => ask(table, seat, { ask: 'draft', draft }),
    conclusions: async (table, seat, draft, premises, rule, term) =>
      ask(table, seat, { ask: 'conclusions', draft, premises, rule, term }),
    find: async (table, seat, draft, goal, seconds) =>
      ask(table, seat, { ask: 'find', draft, goal, ms: Math.round(1000 * seconds) }),
  };
}

function replay(e: Engine, setup: Setup, moves: [number, string][]): Seating {
  const seating = e.call<Seating>('bw_deal', JSON.stringify(setup));
  for (const [i, [seat, move]] of moves.entries()) {
    const reply = e.call<{ answer: string; clause: string }>('bw_submit', seating.table, seat, move);
    if (reply.answer !== 'accepted') {
      e.close(seating.table);
      throw new ServiceError(`move ${i + 1} (seat ${seat}: ${move}) is not legal: ${reply.clause}`);
    }
  }
  return { ...seating, count: moves.length };
}

function comesFrom(e: Engine, table: number, setup: Setup): boolean {
  try {
    const other = replay(e, setup, e.call('bw_moves_made', table, 0));
    const same = e.text('bw_transcript', other.table) === e.text('bw_transcript', table);
    e.close(other.table);
    return same;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}
