// client.ts - TableService as a worker fulfils it.
import { ServiceError } from './types';
import type { TableService } from './types';

interface Waiting { resolve(value: unknown): void; reject(error: Error): void }

/** Compiles while the worker starts. A server that does not know the type is forgiven. */
function compile(file: string): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(file))
    .catch(async () => WebAssembly.compile(await (await fetch(file)).arrayBuffer()));
}

export function startWorker(script: string, module: string): TableService {
  const worker = new Worker(script, { type: 'module' });
  compile(module).then((compiled) => worker.postMessage(compiled), (error) => fail(error.message));
  const waiting = new Map<number, Waiting>();
  let last = 0;
  worker.onmessage = ({ data: [id, value, error] }) => {
    const w = waiting.get(id);
    waiting.delete(id);
    if (!w) return;
    if (error) w.reject(error.known ? new ServiceError(error.message) : new Error(error.message));
    else w.resolve(value);
  };
  const fail = (message: string) => {
    for (const w of waiting.values()) w.reject(new Error(message));
    waiting.clear();
  };
  worker.onerror = (event) => fail(event.message || 'the worker failed');
  const ask = (name: string, args: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      worker.postMessage([last, name, args]);
    });
  return new Proxy({} as TableService, {
    get: (_, name: string) =>
      name === 'then' ? undefined : (...args: unknown[]) => ask(name, args),
  });
}
