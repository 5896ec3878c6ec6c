/** Nobody walks otherwise than before: the small scenarios whole, the city for a short while. */
import { expect, test } from 'vitest';
import { knownRuns, SEEDS, scenarioFolders, STEPS, walkKnown } from './known-runs.ts';

const known = knownRuns();

test('every scenario has known runs', () => {
  expect(Object.keys(known)).toEqual(scenarioFolders().flatMap((folder) => SEEDS.map((seed) => `${folder} ${seed}`)));
});

test.each(scenarioFolders().filter((folder) => folder !== 'city'))('%s', async (folder) => {
  expect(await walkKnown(folder, 1, STEPS)).toEqual(known[`${folder} 1`]);
});
