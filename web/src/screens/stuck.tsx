// stuck.tsx - an address that leads nowhere, or to a game that cannot be played here now.
import { findPast, findRunning, removePast, removeRunning } from '../kept';
import { go } from '../route';
import { saveFile } from '../ui/file';
import { fill, useWords } from '../words';
import type { Words } from '../words';

export function Nowhere() {
  const w = useWords();
  return (
    <div class="stuck">
      <h1 tabIndex={-1}>{w.nowhere.heading}</h1>
      <p>{w.nowhere.text}</p>
      <p class="actions"><a class="button primary" href="#/">{w.setup.back}</a></p>
    </div>
  );
}

/** Why a kept game is not on the table. */
export interface StuckWith { id: string; how: 'elsewhere' | 'gone' | 'damaged'; wrong?: string }

/** What is wrong with a damaged game: what the page found, in words, or what the service says. */
export const damageText = (wrong: string, w: Words) => fill(w.kept.damagedText, w.kept.wrong[wrong] ?? wrong);
export const saveDamaged = (id: string, text: string) => saveFile(`bylaw-${id}.json`, text);

export function Stuck({ stuck: { id, how, wrong }, resume }: { stuck: StuckWith; resume: () => void }) {
  const w = useWords();
  const text = (findRunning(id) ?? findPast(id))?.text;
  const remove = () => {
    if (!confirm(w.kept.removeSure)) return;
    removeRunning(id);
    removePast(id);
    go('');
  };
  return (
    <div class="stuck" data-stuck={how}>
      <h1 tabIndex={-1}>{w.kept[how]}</h1>
      <p>{how === 'damaged' ? damageText(wrong ?? '', w) : w.kept[`${how}Text`]}</p>
      <p class="actions">
        {how === 'elsewhere' ? <button type="button" class="primary" onClick={resume}>{w.kept.takeOver}</button> : null}
        {how === 'damaged' && text !== undefined ? (
          <>
            <button type="button" onClick={() => saveDamaged(id, text)}>{w.kept.saveFile}</button>
            <button type="button" onClick={remove}>{w.kept.remove}</button>
          </>
        ) : null}
        <a class="button" href="#/">{w.setup.back}</a>
      </p>
    </div>
  );
}
