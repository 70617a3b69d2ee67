// rest.ts - the screens that a first visit does not need: one file, loaded with the first of them.
export { HistoryScreen } from './history';
export { ReplayScreen } from './replay';
export { RulesScreen } from './rules';
export { SetupScreen } from './setup';
export { TableScreen } from './table';
