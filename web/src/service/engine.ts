// engine.ts - the service in WebAssembly: requests and answers in JSON, see docs/service.md.
import { ServiceError } from './types';
import type { Seating, TableService } from './types';

interface Exports {
  memory: WebAssembly.Memory;
  bw_take(size: number): number;
  bw_give(at: number): void;
  bw_ask(at: number, size: number): number;
  bw_size(): number;
  bw_speak(at: number, size: number): number;
  bw_learn(at: number, size: number): number;
}

/** All that the module asks for. */
export const imports: WebAssembly.Imports = { page: { now: () => performance.now() } };

export class Engine {
  private readonly to = new TextEncoder();
  private readonly from = new TextDecoder();
  private readonly x: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.x = instance.exports as unknown as Exports;
  }

  /** Calls with bytes that are handed over. */
  private give(call: (at: number, size: number) => number, bytes: Uint8Array): number {
    const at = this.x.bw_take(bytes.length);
    new Uint8Array(this.x.memory.buffer, at, bytes.length).set(bytes);
    const said = call(at, bytes.length);
    this.x.bw_give(at);
    return said;
  }

  speak(catalogue: ArrayBuffer | null): boolean {
    return this.give(this.x.bw_speak, new Uint8Array(catalogue ?? [])) !== 0;
  }

  learn(weights: ArrayBuffer): boolean {
    return this.give(this.x.bw_learn, new Uint8Array(weights)) !== 0;
  }

  /** The answer to a request, both as they are. */
  text(request: string): string {
    const answer = this.give(this.x.bw_ask, this.to.encode(request));
    return this.from.decode(new Uint8Array(this.x.memory.buffer, answer, this.x.bw_size()));
  }

  ask<T>(ask: string, members: object = {}): T {
    const said = JSON.parse(this.text(JSON.stringify({ ask, ...members })));
    if ('error' in said) throw new ServiceError(said.error);
    return said.answer as T;
  }
}

/** Bots that go by what a net has learned, where there is one. */
const LEARNED = /^(learned|strong|master)$|net=yes/;

/** TableService over an engine in the same thread. Before a bot that goes by a net sits down, `fetchNet` is
 *  asked for that of the table; without it the bot does without. */
export function serve(e: Engine, fetchNet?: (game: string, players: number) => Promise<ArrayBuffer | null>): TableService {
  const tables = new Map<number, [string, number]>();
  const learn = async (game: string, players: number, bots: (string | null)[]) => {
    const net = bots.some((bot) => bot && LEARNED.test(bot)) ? await fetchNet?.(game, players) : null;
    if (net) e.learn(net);
  };
  const seated = (seating: Seating) => {
    tables.set(seating.table, [seating.game, seating.players]);
    return seating;
  };
  return {
    speak: async (catalogue) => e.speak(catalogue),
    about: async () => e.ask('about'),
    rules: async (game) => e.ask('rules', { game }),

    deal: async (setup, moves) => {
      await learn(setup.game, setup.players, setup.bots);
      return seated(e.ask('deal', { ...setup, moves }));
    },
    comesFrom: async (table, { casual, ...setup }) => e.ask('comes-from', { table, ...setup }),
    resume: async (transcript) => seated(e.ask('resume', { transcript })),
    close: async (table) => { tables.delete(table); e.ask('close', { table }); },

    view: async (table, seat, number, you) => e.ask('view', { table, seat, number, you }),
    events: async (table, seat, from, you) => e.ask('events', { table, seat, from, you }),

    submit: async (table, seat, move) => e.ask('submit', { table, seat, move }),
    say: async (table, seat, words) => e.ask('say', { table, seat, words }),
    explain: async (table, seat, moves) => e.ask('explain', { table, seat, moves }),
    await: async (table) => e.ask('bot-move', { table }),
    hint: async (table, bot, number) => e.ask('hint', { table, bot, number }),
    review: async (table, number, thinks, you) => e.ask('review', { table, number, thinks, you }),
    undo: async (table, seat) => { e.ask('undo', { table, seat }); },
    giveUp: async (table, seat) => { e.ask('give-up', { table, seat }); },
    seat: async (table, seat, bot) => {
      const at = tables.get(table);
      if (at) await learn(...at, [bot]);
      e.ask('seat', { table, seat, bot });
    },

    keep: async (table, from) => e.ask('keep', { table, from }),
    transcript: async (table) => e.ask('transcript', { table }),
    moves: async (table, from) => e.ask('moves', { table, from }),
    verify: async (transcript) => e.ask('verify', { transcript }),

    parse: async (table, seat, text) => e.ask('parse', { table, seat, text }),
    parseLemma: async (table, seat, text, rule, premises) => e.ask('parse', { table, seat, text, rule, premises }),
    write: async (table, seat, wish) => e.ask('write', { table, seat, ...wish }),
    lesson: async (table, seat, draft) => e.ask('lesson', { table, seat, draft }),
    script: async (table) => e.ask('script', { table }),
    tutorial: async (game) => e.ask('tutorial', { game }),
    names: async () => e.ask('names'),
    templates: async (table, seat) => e.ask('templates', { table, seat }),
    inferenceRules: async () => e.ask('inference-rules'),
    draft: async (table, seat, draft) => e.ask('draft', { table, seat, draft }),
    conclusions: async (table, seat, draft, premises, rule, term) =>
      e.ask('conclusions', { table, seat, draft, premises, rule, term }),
    find: async (table, seat, draft, goal, seconds) =>
      e.ask('find', { table, seat, draft, goal, ms: Math.round(1000 * seconds) }),
  };
}
