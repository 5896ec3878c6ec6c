/** What scripts use of the benchmarks: the city they all walk in, places of the corpus, tables, and threads for a bundled program. */
export { makeKnownCity } from './city.ts';
export { hallOfColumns } from './hall.ts';
export { serveAsWorker, withTeam } from './crowd/threads.ts';
export { markdownTable, readable } from './table.ts';
export { vaderePlan } from './vadere.ts';
