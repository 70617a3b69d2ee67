// names.ts - the functions and numbers of the game, as the service tells them.
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app';
import type { Names } from '../../service/draft';

let asked: Promise<Names> | null = null;
export function useNames(): Names | null {
  const { service } = useApp();
  const [names, setNames] = useState<Names | null>(null);
  useEffect(() => void (asked ??= service.names()).then(setNames), []);
  return names;
}
