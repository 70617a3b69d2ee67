// session.ts - one sitting at one table: what the person here sees, and the wait for others.
import type { Keeper } from '../kept';
import type { Event, Made, Parts, Reply, Seating, Setup, TableService, View } from '../service/types';

export class Session {
  view!: View;
  events: Event[] = [];
  thinking = false;      // somebody else is choosing right now
  paused = false;
  closed = false;
  unkept = false;        // there was no room to keep it
  elsewhere = false;     // another tab plays it now
  private kept = 0;              // moves of the game in `made`
  private keeping: Promise<void> = Promise.resolve();
  protected hasty = false;   // the others do not wait until the person's turn
  protected round = 0;     // what was waited for before the last change is out of date
  protected wake: () => void = () => undefined;
  private listeners = new Set<() => void>();

  constructor(
    protected readonly service: TableService,
    readonly seating: Seating,
    readonly you: number,
    protected readonly pace: () => number,
    readonly keeper: Keeper,
    private readonly transcript?: string,   // where it was taken up from, if not dealt here
    readonly tutorial = false,
    private made: Made[] = [],              // what has been kept already; in a casual game also what was taken back
  ) {
    this.kept = seating.count;
    keeper.lost = () => {
      this.elsewhere = true;
      this.stop();
      this.tell();
    };
  }

  listen(heard: () => void): () => void {
    this.listeners.add(heard);
    return () => this.listeners.delete(heard);
  }
  protected tell(): void {
    this.listeners.forEach((heard) => heard());
  }

  get setup(): Setup {
    const { game, players, options, rulings, seed, bots, casual } = this.seating;
    return { game, players, options, rulings, seed, bots, ...(casual ? { casual } : {}) };
  }
  /** Whether nothing is hidden from this page: it brought the game, or that is over. */
  get open(): boolean {
    return this.transcript !== undefined || this.over;
  }
  /** Whether its seed and its moves are all there is to it. */
  async isDealt(): Promise<boolean> {
    return this.transcript === undefined || this.service.comesFrom(this.table, this.setup);
  }
  /** Whether it is a table of people elsewhere, who do not wait for who looks on. */
  get shared(): boolean {
    return false;
  }
  get table(): number {
    return this.seating.table;
  }
  get over(): boolean {
    return this.view.to_move === null;
  }
  /** Whether the person here is to move. */
  get yours(): boolean {
    return !this.over && this.view.to_move === this.you;
  }

  async start(): Promise<void> {
    await this.refresh();
    void this.run();
  }

  /** All that happened once more, in the language that is spoken now. */
  async retell(): Promise<void> {
    [this.view, this.events] = await Promise.all([this.service.view(this.table, this.you), this.service.events(this.table, this.you, 0)]);
    this.tell();
  }

  protected async refresh(undone = false): Promise<void> {
    const view = await this.service.view(this.table, this.you);
    if (this.events.length > view.count) this.events.length = view.count;
    const unchanged = this.events.length;
    const news = await this.service.events(this.table, this.you, unchanged);
    this.view = view;
    this.events = [...this.events, ...news];
    this.tell();
    this.keeping = this.keeping.catch(() => undefined).then(() => this.keep(unchanged, undone));
  }

  /** Whether the person here has done anything yet. */
  private get begun(): boolean {
    return this.transcript !== undefined || this.events.some((e) => this.you < 0 || e.seat === this.you);
  }

  /** The first `unchanged` moves are those that were kept before. A casual game keeps what was `undone`, too. */
  private async keep(unchanged: number, undone: boolean): Promise<void> {
    const { keeper, setup, you, view, begun } = this;
    const { count, result } = view;
    const tutorial = this.tutorial || undefined;
    const transcript = this.transcript === undefined ? undefined : await this.service.transcript(this.table);
    if (transcript === undefined && (!result || setup.casual)) {
      const from = setup.casual && !undone ? this.kept : Math.min(this.kept, unchanged);
      const more = await this.service.keep(this.table, from);
      this.made = [...(setup.casual ? this.made : this.made.slice(0, from)), ...(setup.casual && undone ? [[you] as Made] : []), ...more];
      this.kept = from + more.length;
    }
    const moves = transcript !== undefined ? [] : result && !setup.casual ? await this.service.moves(this.table) : this.made;
    if (this.elsewhere) return;
    const game = { setup, you, moves, transcript, tutorial, names: this.seating.names, count };
    const unkept = !(result ? keeper.finish({ ...game, result }) : keeper.keep({ ...game, turn: view.to_move!, begun }));
    if (unkept === this.unkept) return;
    this.unkept = unkept;
    this.tell();
  }

  /** What was done so far, as it is kept. */
  async log(): Promise<Made[]> {
    await this.keeping;
    return this.made;
  }

  protected wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Lets the others move, one after another, until it is the person's turn. */
  protected async run(): Promise<void> {
    const round = ++this.round;
    while (!this.closed && !this.over && !this.yours && !this.paused) {
      if (!this.hasty) await this.wait(this.pace());
      if (round !== this.round || this.closed || this.paused) return;
      this.thinking = true;
      this.tell();
      const moved = await this.scripted() || await this.service.await(this.table);
      this.thinking = false;
      if (!moved) return;
      await this.refresh();
      if (round !== this.round) return;
    }
    this.hasty = false;
  }

  /** In a tutorial the others follow a script, as long as what it says is accepted. */
  private async scripted(): Promise<boolean> {
    return this.tutorial && this.service.script(this.table);
  }

  /** The next move of the others without delay. */
  hurry(): void {
    this.wake();
  }
  /** All their moves up to the person's turn. */
  skip(): void {
    this.hasty = !this.over && !this.yours && this.you >= 0;
    this.wake();
  }
  setPaused(paused: boolean): void {
    this.paused = paused;
    this.round++;
    this.wake();
    this.tell();
    if (!paused) void this.run();
  }

  private async settle(reply: Reply): Promise<Reply> {
    if (reply.answer !== 'accepted') return reply;
    this.hasty = false;
    this.round++;
    await this.refresh();
    void this.run();
    return reply;
  }
  async submit(move: string | Parts): Promise<Reply> {
    const reply = await this.service.submit(this.table, this.you, move);
    if (reply.answer !== 'unreadable' || typeof move !== 'string') return this.settle(reply);
    for (const meant of this.meanings(move)) {
      const other = await this.service.submit(this.table, this.you, meant);
      if (other.answer !== 'unreadable') return this.settle(other);
    }
    return reply;
  }
  /** What somebody may have typed who minds neither letter case nor spaces: a legal move, or else one
   *  whose cards are in capitals. In what is written, statements and proofs, letter case counts. */
  private meanings(typed: string): string[] {
    if (/[([]/.test(typed)) return [];
    const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();
    const [verb, ...rest] = plain(typed).split(' ');
    const cards = rest.join(' ');
    return [
      ...this.view.legal.map((m) => m.text).filter((text) => [plain(text), plain(text).replace(/^\S+ /, '')].includes(plain(typed))),
      `${verb} ${cards.toUpperCase()}`, `${verb} ${cards}`, `${verb.toUpperCase()} ${cards}`,
    ];
  }
  async say(words: string): Promise<Reply> {
    return this.settle(await this.service.say(this.table, this.you, words));
  }
  /** Throws what the service says if it cannot be done. False: others must agree first. */
  async undo(): Promise<boolean> {
    this.round++;
    try {
      await this.keeping;
      await this.service.undo(this.table, this.you);
      this.events.length = Math.min(this.events.length, (await this.service.view(this.table, this.you)).count);
      await this.refresh(true);
      return true;
    } finally {
      void this.run();
    }
  }

  /** Ends the game as it stands. */
  async giveUp(): Promise<void> {
    this.round++;
    await this.keeping;
    await this.service.giveUp(this.table, this.you);
    await this.refresh();
  }

  protected stop(): void {
    this.closed = true;
    this.round++;
    this.wake();
  }
  /** Leaves the table, which is kept if anything was done at it. */
  async close(): Promise<void> {
    this.stop();
    await this.keeping.catch(() => undefined);
    if (!this.begun && !this.elsewhere && Object.keys(this.keeper.loadDrafts()).length === 0) this.keeper.forget();
    this.keeper.release();
    void this.service.close(this.table);
  }
}
