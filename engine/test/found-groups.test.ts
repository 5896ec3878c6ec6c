/**
 * Groups found by what can be seen, against those that were declared: opposite streams in a street, four in ten people in pairs and
 * threes. The figures are those of docs/crowd.md: npx vitest run engine/test/found-groups.test.ts --reporter=verbose
 */
import { expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import type { Crowd } from '../src/crowd/crowd.ts';
import { createFoundGroups, type FoundGroups, updateFoundGroups } from '../src/measure/found-groups.ts';
import { advance, createRun } from '../src/run/run.ts';
import type { Run } from '../src/run/run-state.ts';
import { inlinePlan } from '../src/scenario/parse-environment.ts';
import { parseScenario } from '../src/scenario/parse-scenario.ts';

const SEEDS = 10;
const SECONDS = 20;
/** Metres between companions who can be expected to be found. */
const EXPECTED = 3;

/** Runs in a street of 80 × 8 m; each stream fills one half of it at this density, and walks into the other. */
function street(density: number): Run[] {
  const companions = { share: 0.4, sizes: { 2: 0.8, 3: 0.2 } };
  const count = Math.round(density * 39 * 8);
  const scenario = parseScenario({
    environment: { walkable: [{ box: [0, 0, 80, 8] }] },
    goals: { right: { box: [79, 0, 80, 8] }, left: { box: [0, 0, 1, 8] } },
    walkers: [
      { in: { box: [1, 0, 40, 8] }, count, goal: 'right', companions },
      { in: { box: [40, 0, 79, 8] }, count, goal: 'left', companions },
    ],
    duration: SECONDS,
  });
  if (scenario.environment.kind !== 'inline') throw new Error('no place');
  const world = buildWorld(inlinePlan(scenario.environment, 'street'));
  return Array.from({ length: SEEDS }, (_, k) => createRun(scenario, world, { seed: k + 1 }));
}

interface Score {
  /** Pairs in one found group, and those of them who are companions. */
  found: number;
  right: number;
  /** Pairs of companions near each other, and those of them in one found group. */
  expected: number;
  again: number;
}

function addScore(score: Score, { count, companions, place }: Crowd, group: Int32Array): void {
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const areFound = group[i] >= 0 && group[i] === group[j];
      const areCompanions = companions[i] >= 0 && companions[i] === companions[j];
      const apart = Math.hypot(place[2 * i] - place[2 * j], place[2 * i + 1] - place[2 * j + 1]);
      const areExpected = areCompanions && apart <= EXPECTED;
      if (areFound) score.found++;
      if (areFound && areCompanions) score.right++;
      if (areExpected) score.expected++;
      if (areExpected && areFound) score.again++;
    }
  }
}

function watchStreet(run: Run): FoundGroups {
  const { crowd, neighbourhood, step } = run.simulation;
  const found = createFoundGroups(crowd.capacity);
  for (let k = 0; k < SECONDS / step; k++) {
    advance(run);
    updateFoundGroups(found, crowd, neighbourhood, step);
  }
  return found;
}

// A tenth and more below what was measured: walkers that make way in another manner change the figures by so much.
it.for([
  [0.1, 0.8, 0.55],
  [0.2, 0.65, 0.55],
  [0.4, 0.4, 0.45],
] as const)(
  'opposite streams of %d per m²: precision %d and recall %d at least',
  {
    timeout: 60_000,
  },
  async ([density, precision, recall], { annotate }) => {
    const score: Score = { found: 0, right: 0, expected: 0, again: 0 };
    const none: Score = { ...score };
    for (const run of street(density)) {
      const found = watchStreet(run);
      addScore(score, run.simulation.crowd, found.group);
      // The judge itself: one group of all is found to be wrong.
      addScore(none, run.simulation.crowd, found.group.fill(0));
    }
    const figures = [score.right / score.found, score.again / score.expected];
    await annotate(`precision ${figures[0].toFixed(2)}, recall ${figures[1].toFixed(2)}`);
    expect(score.expected).toBeGreaterThan(100);
    expect(figures[0]).toBeGreaterThan(precision);
    expect(figures[1]).toBeGreaterThan(recall);
    expect(none.right / none.found).toBeLessThan(0.05);
    expect(none.again).toBe(none.expected);
  },
);
