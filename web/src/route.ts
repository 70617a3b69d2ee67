// route.ts - where on the page one is: the part of the address after #/.
import { useEffect, useState } from 'preact/hooks';

export interface Route { path: string[]; query: string }

export function parse(hash: string): Route {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query };
}

export function go(to: string): void {
  location.hash = `#/${to}`;
}

export function useRoute(): Route {
  const [route, set] = useState(() => parse(location.hash));
  useEffect(() => {
    const change = () => set(parse(location.hash));
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  return route;
}
