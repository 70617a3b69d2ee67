// dialogs.tsx - over every screen: what somebody likes, and help.
import { useApp } from '../app';
import { Dialog } from '../ui/dialog';
import { languages, useWords } from '../words';

function Choice<T extends string>({ name, value, names, change }: { name: string; value: T; names: Record<string, string>; change: (v: T) => void }) {
  return (
    <label class="row">{name}
      <select value={value} onChange={(e) => change(e.currentTarget.value as T)}>
        {Object.entries(names).map(([id, text]) => <option value={id}>{text}</option>)}
      </select>
    </label>
  );
}

/** Switches, and choices between what the words name. */
const TABLE = ['pace', 'motion', 'sort', 'size', 'suits'] as const;
const SWITCHES = ['sound', 'auto', 'notation', 'keys'] as const;

export function SettingsDialog({ close }: { close: () => void }) {
  const { settings: s, change } = useApp();
  const w = useWords();
  return (
    <Dialog title={w.settings.heading} close={close}>
      <Choice name={w.settings.language} value={s.language} names={languages} change={(language) => change({ language })} />
      <Choice name={w.settings.theme} value={s.theme} names={w.settings.themes} change={(theme) => change({ theme })} />
      <h3>{w.settings.table}</h3>
      {TABLE.map((key) => <Choice name={w.settings[key]} value={s[key]} names={w.settings[`${key}s`]} change={(value) => change({ [key]: value })} />)}
      {SWITCHES.map((key) => (
        <label class="row switch">{w.settings[key]}<input type="checkbox" checked={s[key]} onChange={(e) => change({ [key]: e.currentTarget.checked })} /></label>
      ))}
    </Dialog>
  );
}

export function HelpDialog({ close }: { close: () => void }) {
  const w = useWords();
  return (
    <Dialog title={w.help.heading} close={close}>
      {w.help.text.map((p) => <p>{p}</p>)}
      <h3>{w.help.keys}</h3>
      <dl class="keys">{w.help.keyList.map(([key, what]) => <><dt><kbd>{key}</kbd></dt><dd>{what}</dd></>)}</dl>
    </Dialog>
  );
}
