// worded.tsx - a statement in plain words, with its signs beside them; or the signs alone, where no
// words would be understood.
import { Statement } from '../../ui/statement';
import { useApp } from '../../app';

/** `silent`: something around it is labelled with its words already. */
export function Worded({ text, plain = '', silent = false }: { text: string; plain?: string; silent?: boolean }) {
  const { spoken } = useApp();
  if (!plain) return <Statement text={text} silent={silent} />;
  return (
    <span class="worded">
      <span class="plain" lang={spoken}>{plain}</span>
      <Statement text={text} silent />
    </span>
  );
}
