// client.ts - TableService as a worker fulfils it.
import { ServiceError } from './types';
import type { TableService } from './types';

interface Waiting { resolve(value: unknown): void; reject(error: Error): void }

export function startWorker(script: string): TableService {
  const worker = new Worker(script, { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  worker.onmessage = ({ data: [id, value, error] }) => {
    const w = waiting.get(id);
    waiting.delete(id);
    if (!w) return;
    if (error) w.reject(error.known ? new ServiceError(error.message) : new Error(error.message));
    else w.resolve(value);
  };
  worker.onerror = (event) => {
    for (const w of waiting.values()) w.reject(new Error(event.message || 'the worker failed'));
    waiting.clear();
  };
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
