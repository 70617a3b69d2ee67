// menu.tsx - a button, and what it opens: everything that is not needed in every turn.
import { useEffect, useRef, useState } from 'preact/hooks';

export interface Item { name: string; act: () => void; class?: string }

export function Menu({ label, groups }: { label: string; groups: Item[][] }) {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const away = (event: Event) => { if (!ref.current?.contains(event.target as Node)) setOpen(false); };
    addEventListener('pointerdown', away);
    addEventListener('focusin', away);
    ref.current?.querySelector<HTMLElement>('.menu button')?.focus();
    return () => {
      removeEventListener('pointerdown', away);
      removeEventListener('focusin', away);
    };
  }, [open]);
  const shut = () => {
    setOpen(false);
    ref.current?.querySelector<HTMLElement>('.menu-button')?.focus();
  };
  const step = (event: KeyboardEvent) => {
    if (!open) return;
    const all = [...(ref.current?.querySelectorAll<HTMLElement>('.menu button') ?? [])].filter((b) => b.offsetParent);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape') shut();
    else if (to === undefined) return;
    else all[(to + all.length) % all.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu-holder" ref={ref} onKeyDown={step}>
      <button type="button" class="menu-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 6h16M4 12h16M4 18h16" /></svg><span>{label}</span>
      </button>
      {open ? (
        <div class="menu">
          {groups.map((items) => (
            <ul>
              {items.map(({ name, act, class: more }) => (
                <li class={more}><button type="button" onClick={() => { shut(); act(); }}>{name}</button></li>
              ))}
            </ul>
          ))}
        </div>
      ) : null}
    </div>
  );
}
