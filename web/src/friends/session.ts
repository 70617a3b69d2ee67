// session.ts - sitting at a table of a server: it keeps the game, and tells what happens at it.
import { Keeper } from '../kept';
import { Session } from '../screens/session';
import type { Seating, TableService } from '../service/types';
import type { Table } from '../service/server';
import { loadTable } from './secrets';

/** What became of the pledge: it was kept, it was not, or nothing was pledged to us. */
export type Checked = 'right' | 'wrong' | 'unknown' | null;

export class FarSession extends Session {
  checked: Checked = null;
  wrong = '';            // what is wrong with the deal
  private last = 0;      // when something was shown last
  private deaf: () => void;

  constructor(service: TableService, seating: Seating, readonly far: Table, pace: () => number) {
    super(service, { ...seating, table: far.number, count: 0 }, far.seat, pace, new Keeper(far.name));
    const deaf = far.listen(() => this.heard());
    const look = () => { if (!document.hidden) far.look(); };
    document.addEventListener('visibilitychange', look);
    this.deaf = () => {
      deaf();
      document.removeEventListener('visibilitychange', look);
    };
  }

  get shared(): boolean {
    return true;
  }
  private heard(): void {
    if (this.closed) return;
    this.tell();
    this.wake();
    if (!this.far.more && this.far.shown) this.show();   // the same in other words
  }
  private show(): void {
    const { shown } = this.far;
    if (!shown || this.closed || shown.view === this.view) return;
    const ended = shown.view.to_move === null && this.view?.to_move !== null;
    this.view = shown.view;
    this.events = shown.events;
    this.last = performance.now();
    if (!document.hidden) this.far.saw();
    this.tell();
    if (ended) void this.finish().catch((error) => console.error(error));
  }
  protected async refresh(): Promise<void> {
    this.show();
  }

  /** What came is shown one after another, each for a while; nobody waits for who is slow. */
  protected async run(): Promise<void> {
    const round = ++this.round;
    const stale = () => round !== this.round || this.closed || this.paused;
    while (!stale()) {
      if (!this.far.more) {
        this.hasty = false;
        await new Promise<void>((done) => { this.wake = done; });
        continue;
      }
      const due = this.hasty ? 0 : this.last + this.pace() - performance.now();
      if (due > 0) await this.wait(due);
      if (stale()) return;
      if (this.hasty || performance.now() >= this.last + this.pace()) {
        this.far.advance(this.hasty);
        this.show();
      }
    }
  }

  async undo(): Promise<boolean> {
    await this.service.undo(this.table, this.you);
    return false;
  }

  /** It is over: history has it, and the deal is held against what was pledged. */
  private async finish(): Promise<void> {
    const transcript = await this.service.transcript(this.table);
    const kept = loadTable(this.far.name);
    const own = kept?.seats?.[this.you];
    const dealt = transcript.trim().split('\n').map((line) => JSON.parse(line)).find((line) => line.t === 'dealt');
    const told = await this.service.verify(transcript);
    const pledged = kept?.hash ?? '';
    if (!told.ok) this.wrong = told.why;
    else if (!dealt || !told.dealt || dealt.table !== this.far.name || (pledged && dealt.hash !== pledged)) this.wrong = 'hash';
    const ours = !!own?.number && dealt?.numbers[this.you] === own.number;
    if (!this.wrong && own?.given && !ours) this.wrong = 'number';
    this.checked = this.wrong ? 'wrong' : pledged && ours ? 'right' : 'unknown';
    this.tell();
    const { seed } = JSON.parse(transcript.slice(0, transcript.indexOf('\n')));
    const { view } = this;
    if (this.you >= 0 && view.result)
      this.keeper.finish({ setup: { ...this.setup, seed: String(seed) }, you: this.you, moves: [], transcript, names: this.seating.names, count: view.count, result: view.result });
  }

  async close(): Promise<void> {
    this.deaf();
    this.stop();
    void this.service.close(this.table).catch(() => undefined);
  }
}
