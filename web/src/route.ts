// route.ts - where on the page one is: the part of the address after #/.
import { useLayoutEffect, useState } from 'preact/hooks';

export interface Route { path: string[]; query: string }

/** An address that cannot be read is one that leads nowhere. */
export const NOWHERE = '?';

export function parse(hash: string): Route {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  try {
    return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query };
  } catch {
    return { path: [NOWHERE], query: '' };
  }
}

export function go(to: string): void {
  location.hash = `#/${to}`;
}

/** Goes there without a step that Back would lead to. */
export function swap(to: string): void {
  history.replaceState(null, '', `#/${to}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

const now = () => ({ hash: location.hash, route: parse(location.hash) });

export function useRoute(): Route {
  const [{ hash, route }, set] = useState(now);
  useLayoutEffect(() => {
    const change = () => set(now());
    addEventListener('hashchange', change);
    if (location.hash !== hash) change();   // it changed while nobody listened yet
    return () => removeEventListener('hashchange', change);
  }, []);
  return route;
}
