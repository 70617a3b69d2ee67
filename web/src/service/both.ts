// both.ts - one service for the tables here and those of a server: each call goes where its table is.
import type { TableService } from './types';

/** Tables from this number on are a server's, once somebody has brought one. */
export const FAR = 1000000;
/** Milliseconds without a key after which it is asked what somebody writes: a server is asked more seldom. */
export const pauseAt = (table: number) => (table >= FAR ? 350 : 120);
export const far: { service?: TableService } = {};

export function both(near: TableService): TableService {
  return new Proxy(near, {
    get: (_, name: keyof TableService) => (...args: unknown[]) => {
      const service = typeof args[0] === 'number' && args[0] >= FAR && far.service ? far.service : near;
      return (service[name] as (...a: unknown[]) => unknown)(...args);
    },
  });
}
