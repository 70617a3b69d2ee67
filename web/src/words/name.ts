// name.ts - what people call themselves, as a part of other words.
const TURNING = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, OTHER_WAY = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whatever its letters are, the words around it stay in their order. */
export function apart(text: string): string {
  const plain = text.replace(TURNING, '');
  return OTHER_WAY.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** Its first letter. */
export const initial = (name: string) => [...name.replace(TURNING, '').replace(/^\u2068/, '')][0] ?? '';
