// dialog.tsx - a window over the page.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useWords } from '../words';

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const w = useWords();
  const ref = useRef<HTMLDialogElement>(null);
  // Its heading has the focus: a long one is read from its beginning, not from the button at its end.
  useEffect(() => {
    ref.current?.showModal();
    ref.current?.querySelector<HTMLElement>('h2')?.focus();
    if (ref.current) ref.current.scrollTop = 0;
  }, []);
  return (
    <dialog ref={ref} aria-labelledby="dialog-title" onClose={close}>
      <h2 id="dialog-title" tabIndex={-1}>{title}</h2>
      {children}
      <form method="dialog"><button class="dialog-close">{w.close}</button></form>
    </dialog>
  );
}
