// later.tsx - parts of the page in files of their own, loaded when they are first shown.
import { createContext, h } from 'preact';
import type { ComponentType } from 'preact';
import { useContext, useEffect, useReducer, useState } from 'preact/hooks';
import { fill, useWords } from '../words';

/** Is told when a part is there. */
export const Arrival = createContext(() => {});

export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let part: ComponentType<P> | undefined;
  return (props: P) => {
    const w = useWords();
    const arrived = useContext(Arrival);
    const [, redraw] = useReducer((n: number) => n + 1, 0);
    const [wrong, setWrong] = useState('');
    useEffect(() => {
      if (part) return;
      load().then((found) => { part = found; redraw(0); arrived(); }, (error) => setWrong(error.message));
    }, []);
    if (part) return h(part as ComponentType<object>, props);
    if (!wrong) return <p>{w.loading}</p>;
    return <p class="message refusal" role="alert">{fill(w.broken, wrong)} <button type="button" onClick={() => location.reload()}>{w.reload}</button></p>;
  };
}
