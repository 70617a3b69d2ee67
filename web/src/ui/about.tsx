// about.tsx - what an option or a ruling is about: in the language of the page if it has words for it.
import { useWords } from '../words';

export function About({ name, text, hint = false }: { name: string; text: string; hint?: boolean }) {
  const own = useWords().setup.about[name];
  return <span lang={own ? undefined : 'en'} class={hint ? 'hint' : undefined}>{own ?? text}</span>;
}
