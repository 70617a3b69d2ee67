// worker.ts - the rules and the bots, off the page's own thread.
import { Engine, imports, serve } from './engine';
import { ServiceError } from './types';
import type { TableService } from './types';

declare const self: DedicatedWorkerGlobalScope;

declare const NETS: string[];   // by build.mjs: GAME-PLAYERS.net
const fetched = new Set<string>();

/** The net for as many players or more, once. */
async function fetchNet(game: string, players: number): Promise<ArrayBuffer | null> {
  const name = NETS.find((n) => n.startsWith(`${game}-`) && parseInt(n.slice(game.length + 1), 10) >= players);
  if (!name || fetched.has(name)) return null;
  try {
    const found = await fetch(name);
    if (!found.ok) return null;
    fetched.add(name);
    return await found.arrayBuffer();
  } catch {
    return null;
  }
}

let started: (service: TableService) => void;
const service = new Promise<TableService>((resolve) => { started = resolve; });

/** The first message is the compiled module; the others are calls. */
self.onmessage = async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    started(serve(new Engine(await WebAssembly.instantiate(data, imports)), fetchNet));
    return;
  }
  const [id, name, args] = data;
  try {
    const call = (await service)[name as keyof TableService] as (...a: unknown[]) => unknown;
    self.postMessage([id, await call(...args), null]);
  } catch (error) {
    const known = error instanceof ServiceError;
    self.postMessage([id, null, { known, message: error instanceof Error ? error.message : String(error) }]);
  }
};
