// dialog.tsx - a window over the page.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useWords } from '../words';

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const w = useWords();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog ref={ref} aria-labelledby="dialog-title" onClose={close}>
      <h2 id="dialog-title">{title}</h2>
      {children}
      <form method="dialog"><button class="dialog-close">{w.close}</button></form>
    </dialog>
  );
}
