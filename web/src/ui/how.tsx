// how.tsx - how a game is played, in a dialog.
import { useState } from 'preact/hooks';
import { useApp } from '../app';
import type { Game } from '../service/types';
import { useWords } from '../words';
import { typed } from '../words/phrase';
import { Dialog } from './dialog';

/** The goal, how to play in words, how moves are written where that is wanted, and what stands on the table. */
export function HowToPlay({ game, close }: { game: Game; close: () => void }) {
  const { spoken, settings } = useApp();
  const w = useWords();
  const rows = game.guide.filter((row) => row.move);
  return (
    <Dialog title={`${game.title}: ${w.lesson.how}`} close={close}>
      <div class="guide" lang={spoken}>
        <p><strong>{game.goal}</strong></p>
        {game.guide.filter((row) => !row.move).map((row) => <p>{row.text}</p>)}
        {settings.notation ? <ul>{rows.map((row) => <li><code class="hint">{row.move}</code> {typed(row.text)}</li>)}</ul> : null}
        <details><summary>{w.lesson.terms}</summary>
          <dl>{game.terms.map((t) => <div><dt>{t.name}</dt><dd>{t.text}</dd></div>)}</dl>
        </details>
      </div>
    </Dialog>
  );
}

/** A button that tells how a game is played. */
export function HowButton({ game }: { game: Game }) {
  const w = useWords();
  const [open, setOpen] = useState(false);
  return <>
    <button type="button" class="how" aria-label={`${w.lesson.how}: ${game.title}`} onClick={() => setOpen(true)}>{w.lesson.how}</button>
    {open ? <HowToPlay game={game} close={() => setOpen(false)} /> : null}
  </>;
}
