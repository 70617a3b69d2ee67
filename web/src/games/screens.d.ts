// screens.d.ts - what the build finds in this folder: one file, or folder, a game, by its id.
declare module 'games:screens' {
  const screens: Record<string, import('./screen').GameScreen>;
  export default screens;
}
