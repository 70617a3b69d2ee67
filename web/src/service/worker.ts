// worker.ts - the rules and the bots, off the page's own thread.
import { Engine, imports, serve } from './engine';
import { ServiceError } from './types';
import type { TableService } from './types';

declare const self: DedicatedWorkerGlobalScope;

let started: (service: TableService) => void;
const service = new Promise<TableService>((resolve) => { started = resolve; });

/** The first message is the compiled module; the others are calls. */
self.onmessage = async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    started(serve(new Engine(await WebAssembly.instantiate(data, imports))));
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
