/** Overlays of a place: bottlenecks, those that people can pass and those that are too narrow; the map. */
import { buildWorld, inlinePlan, parseScenario } from '@foulee/engine';
import { expect, test } from 'vitest';
import { overlayOf } from './overlays.ts';

/** Two rooms, and between them a row of posts with gaps of 0.3 m, and a door. */
function roomsWith(gaps: number, door: number) {
  const obstacles = Array.from({ length: gaps }, (_, k) => ({ box: [5, 0.5 * k, 5.2, 0.5 * k + 0.2] }));
  obstacles.push({ box: [5, 0.5 * gaps, 5.2, 9] }, { box: [5, 9 + door, 5.2, 12] });
  const { environment } = parseScenario({
    name: 'posts',
    duration: 10,
    environment: { walkable: [{ box: [0, 0, 10, 12] }], obstacles },
    exits: { out: { box: [0, 0, 1, 1] } },
    walkers: [{ in: { box: [1, 1, 3, 3] }, count: 1, exit: 'nearest' }],
  });
  if (environment.kind !== 'inline') throw new Error('inline');
  return buildWorld(inlinePlan(environment, 'posts'));
}

test('all gaps narrower than a body are shown, say so, and take the place of no passage that people can take', () => {
  const { sketches, legend } = overlayOf(roomsWith(15, 0.9), 'bottlenecks', 0);
  const labels = sketches.map(({ label }) => label);
  expect(labels.filter((label) => label === '0.30 m, too narrow')).toHaveLength(15);
  expect(labels).toContain('0.90 m');
  expect(new Set(sketches.map(({ colour }) => colour))).toEqual(new Set(legend.map(({ colour }) => colour)));
  expect(legend.map(({ label }) => label)[1]).toContain('too narrow to pass');
});

test('where all can be passed, nothing is said of gaps', () => {
  const { sketches, legend } = overlayOf(roomsWith(0, 0.9), 'bottlenecks', 0);
  expect(sketches.map(({ label }) => label)).toEqual(['0.90 m']);
  expect(legend).toEqual([]);
});

test('the map shows glass apart from other walls', () => {
  const world = roomsWith(0, 0.9);
  const labels = (place: typeof world) => overlayOf(place, 'map', 0).legend.map(({ label }) => label);
  expect(labels(world)).toEqual(['wall']);
  const [level] = world.plan.levels;
  const glazed = { ...world.plan, levels: [{ ...level!, glass: [Float64Array.of(2, 5, 4, 5)] }] };
  expect(labels(buildWorld(glazed))).toEqual(['wall', 'glass']);
});
