// tokens.ts - the signs of a statement of logic, and what kind each is.
export const TOKENS = /(\[[A-Za-z]+\]|tT|tF|[∀∃¬∧∨→]|[=<>]|,)/;

/** The first that fits; a sign that fits none is of no kind. */
export const KINDS: [kind: string, sign: RegExp][] = [
  ['truth', /^t[TF]$/],
  ['action', /^\[(CLAIM|ATK|HEAL|ADDPOWER|SUBPOWER)\]$/],
  ['function', /^\[/],
  ['sign', /^[∀∃¬∧∨→]$/],
];
export const kind = (token: string) => KINDS.find(([, sign]) => sign.test(token))?.[0] ?? '';
