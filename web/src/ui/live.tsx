// live.tsx - announcements for screen readers.
import { useEffect, useState } from 'preact/hooks';

let speak: (text: string) => void = () => undefined;

export const announce = (text: string) => speak(text);
let silence: () => void = () => undefined;
/** What was said is over: it belonged to a screen that is left. */
export const hush = () => silence();

const SOON = 700;   // milliseconds: what comes so soon after other words does not take their place

/** Two regions in turn, so that the same words said twice are heard twice. */
export function LiveRegion() {
  const [[text, odd], set] = useState<[string, boolean]>(['', false]);
  useEffect(() => {
    let began = -SOON;
    silence = () => { began = -SOON; set(([, was]) => ['', was]); };
    speak = (said) => {
      const now = performance.now(), soon = now - began < SOON;
      if (!soon) began = now;
      set(([before, was]) => [soon ? `${before} ${said}` : said, !was]);
    };
  }, []);
  return (
    <div class="unseen live">
      <div aria-live="polite" id="live-a">{odd ? '' : text}</div>
      <div aria-live="polite" id="live-b">{odd ? text : ''}</div>
    </div>
  );
}
