// worker.ts - the rules and the bots, off the page's own thread.
import { Engine, imports, serve } from './engine';
import { ServiceError } from './types';

declare const self: DedicatedWorkerGlobalScope;

const service = fetch('bylaw.wasm')
  .then((answer) => answer.arrayBuffer())
  .then((bytes) => WebAssembly.instantiate(bytes, imports))
  .then(({ instance }) => serve(new Engine(instance)));

self.onmessage = async ({ data: [id, name, args] }) => {
  try {
    const call = (await service)[name as keyof Awaited<typeof service>] as (...a: unknown[]) => unknown;
    self.postMessage([id, await call(...args), null]);
  } catch (error) {
    const known = error instanceof ServiceError;
    self.postMessage([id, null, { known, message: error instanceof Error ? error.message : String(error) }]);
  }
};
