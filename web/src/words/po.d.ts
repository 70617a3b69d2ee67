// po.d.ts - catalogues, as the build hands them over: English, and what it is in their language.
declare module '*.po' {
  const said: Record<string, string>;
  export default said;
}
