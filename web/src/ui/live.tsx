// live.tsx - announcements for screen readers.
import { useEffect, useState } from 'preact/hooks';

let speak: (text: string) => void = () => undefined;

export const announce = (text: string) => speak(text);

/** Two regions in turn, so that the same words said twice are heard twice. */
export function LiveRegion() {
  const [[text, odd], set] = useState<[string, boolean]>(['', false]);
  useEffect(() => {
    speak = (said) => set(([, was]) => [said, !was]);
  }, []);
  return (
    <div class="unseen live">
      <div aria-live="polite" id="live-a">{odd ? '' : text}</div>
      <div aria-live="polite" id="live-b">{odd ? text : ''}</div>
    </div>
  );
}
