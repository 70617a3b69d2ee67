// remote.ts - TableService for the tables of a server: what it told, and what it is asked.
import { ServiceError } from './types';
import type { Move, Parts, Reply, TableService, Verdict } from './types';
import type { Server, Table } from './server';

const FALSE = async () => false;
const SLOW = 1500;   // milliseconds after which it is told that a move is on its way

/** `near` looks at games that are over: their transcripts are open books. */
export function remote(server: Server, near: TableService): TableService {
  const books = new Map<string, Promise<number>>();
  const at = (number: number): Table => {
    for (const t of server.tables.values()) if (t.number === number) return t;
    throw new ServiceError('this table is closed');
  };
  const transcript = (number: number) => at(number).ask<string>('transcript', {});
  const book = (number: number): Promise<number> => {
    const { name } = at(number);
    if (!books.has(name)) books.set(name, transcript(number).then(async (text) => (await near.resume(text)).table));
    return books.get(name)!;
  };
  const over = (number: number) => at(number).news?.stage === 'over';
  const asked = (name: string) => (number: number, seat: number, members: object) => at(number).ask<any>(name, { seat, ...members });
  /** Moves travel as texts. */
  const written = async (number: number, seat: number, move: string | Parts): Promise<string> => {
    if (typeof move === 'string') return move;
    const [said] = await at(number).ask<Verdict[]>('explain', { seat, moves: [move] });
    return said.move?.text ?? '';
  };
  const settled = async (t: Table, reply: Reply & { count?: number }): Promise<Reply> => {
    if ((reply.answer as string) === 'late') {
      await t.until(reply.count!);
      return { move: null, answer: 'late', clause: '', fact: null, wrong: '' };
    }
    if (reply.answer === 'accepted') {
      t.missed = null;
      await t.until(reply.count!);
      t.advance(true);
    }
    return reply;
  };
  const refuse = (name: string) => async () => { throw new ServiceError(`'${name}' cannot be asked of a server`); };

  return {
    speak: near.speak, about: near.about, rules: near.rules, tutorial: near.tutorial, names: near.names,
    inferenceRules: near.inferenceRules, verify: near.verify,
    deal: refuse('deal'), resume: refuse('resume'), keep: refuse('keep'), seat: refuse('seat'), giveUp: refuse('give-up'),
    comesFrom: FALSE, script: FALSE, await: FALSE,
    lesson: async () => ({ name: '', meant: [], words: [], form: 0, move: null }),
    close: async (number) => {
      const t = at(number), open = books.get(t.name);
      books.delete(t.name);
      if (open) void open.then(near.close, () => undefined);
    },

    view: async (number, seat, which, you) => {
      const t = at(number);
      if (seat === t.seat && which === undefined && t.shown) return t.shown.view;
      if (over(number)) return near.view(await book(number), seat, which, you);
      return t.ask('view', { seat, number: which, you });
    },
    events: async (number, seat, from, you) => {
      const t = at(number);
      if (seat === t.seat && t.shown) return t.shown.events.slice(from);
      if (over(number)) return near.events(await book(number), seat, from, you);
      return t.ask('events', { seat, from, you });
    },
    // One after another: what is pressed while a move is on its way is that move, pressed twice.
    submit: (number, seat, move) => {
      const t = at(number);
      const send = async () => {
        const timer = setTimeout(() => t.tellSlow(true), SLOW);
        try {
          const text = await written(number, seat, move);
          return await settled(t, await t.decide<Reply>('move', { seat, count: t.shown!.count, move: text }));
        } finally {
          clearTimeout(timer);
          t.moving = null;
          t.tellSlow(false);
        }
      };
      return t.moving ??= send();
    },
    say: async (number, seat, words) => {
      const t = at(number);
      return settled(t, await t.decide('say', { seat, words }));
    },
    undo: async (number, seat) => { await at(number).decide('undo', { seat }); },
    explain: (number, seat, moves) => asked('explain')(number, seat, { moves }),
    hint: async (number, bot, which) => {
      if (over(number)) return near.hint(await book(number), bot, which);
      return at(number).ask<Move | null>('hint', { bot: 'greedy', number: which });
    },
    review: async (number, which, thinks, you) => near.review(await book(number), which, thinks, you),
    transcript,
    moves: async (number, from) => near.moves(await book(number), from),

    parse: (number, seat, text) => asked('parse')(number, seat, { text }),
    parseLemma: (number, seat, text, rule, premises) => asked('parse')(number, seat, { text, rule, premises }),
    write: (number, seat, wish) => asked('write')(number, seat, wish),
    templates: (number, seat) => asked('templates')(number, seat, {}),
    draft: (number, seat, draft) => asked('draft')(number, seat, { draft }),
    conclusions: (number, seat, draft, premises, rule, term) => asked('conclusions')(number, seat, { draft, premises, rule, term }),
    // Searching takes time, of which a server has so much for everybody.
    find: (number, seat, draft, goal, seconds) => asked('find')(number, seat, { draft, goal, ms: Math.min(2000, Math.round(1000 * seconds)) }),
  };
}
