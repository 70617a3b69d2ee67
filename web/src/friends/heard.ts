// heard.ts - a screen follows what comes from elsewhere.
import { useEffect, useReducer } from 'preact/hooks';

/** Draws anew whatever is heard, also what came before it was listened to. */
export function useHeard(from: { listen(heard: () => void): () => void } | null): void {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    redraw(0);
    return from?.listen(() => redraw(0));
  }, [from]);
}
