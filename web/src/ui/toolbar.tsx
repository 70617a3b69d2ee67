// toolbar.tsx - many small buttons that are one stop of the Tab key; arrows lead along.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

export function Toolbar({ label, children }: { label: string; children: ComponentChildren }) {
  const ref = useRef<HTMLDivElement>(null);
  const buttons = () => [...(ref.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
  const rove = (to: HTMLElement) => buttons().forEach((b) => { b.tabIndex = b === to ? 0 : -1; });
  const step = (event: KeyboardEvent) => {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined || !all[to]) return;
    event.preventDefault();
    all[to].focus();
  };
  return (
    <div class="toolbar" role="toolbar" aria-label={label} ref={ref} onKeyDown={step}
      onFocusIn={(e) => { if (e.target instanceof HTMLButtonElement) rove(e.target); }}>{children}</div>
  );
}
