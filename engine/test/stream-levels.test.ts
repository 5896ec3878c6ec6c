/** Walkers on tiles between levels: stairs and ramps, one way and both, what must hold at every step, snapshots. Scenarios of ours: cli/src/run/stream-scenarios.test.ts. */
import { describe, expect, it } from 'vitest';
import { openInline } from '../src/run/open-scenario.ts';
import { advance, createRun } from '../src/run/run.ts';
import type { Run } from '../src/run/run-state.ts';
import { resume, snapshot, stateHash } from '../src/simulation/simulation.ts';
import { walkLevels } from './stream-levels.ts';

type Point = [number, number];
const box = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

/** A hall and a gallery, which lies partly above it, joined by stairs so many metres wide. */
function halls(width: number, fields: object): object {
  const [low, high] = [5 - width / 2, 5 + width / 2];
  return {
    model: 'stream',
    duration: 400,
    environment: {
      levels: {
        hall: { walkable: [box(0, 0, 14, 10)] },
        gallery: { elevation: 3, walkable: [box(20, 0, 34, 10), box(0, 12, 34, 16), box(20, 10, 24, 12)] },
      },
      links: {
        stairs: {
          kind: 'stairs',
          lower: 'hall',
          upper: 'gallery',
          corners: [
            [14, high],
            [14, low],
            [20, low],
            [20, high],
          ],
        },
      },
    },
    exits: {
      up: {
        line: [
          [33.5, 1],
          [33.5, 9],
        ],
        level: 'gallery',
      },
      down: {
        line: [
          [0.5, 1],
          [0.5, 9],
        ],
        level: 'hall',
      },
    },
    ...fields,
  };
}

/** Beside the way up. */
const CLOSET = { box: [6, 1, 8, 3] };

const UP = (count: number) => ({ in: { box: [1, 0.5, 11, 9.5], level: 'hall' }, count, goal: 'up' });
const DOWN = (count: number) => ({ in: { box: [23, 0.5, 33, 9.5], level: 'gallery' }, count, goal: 'down' });

function runOf(data: object, seed = 1): Run {
  const { scenario, world } = openInline({ data });
  return createRun(scenario, world, { seed });
}

describe('levels joined by stairs', () => {
  it.each([
    ['2 m, up', 2, { walkers: [UP(60)] }],
    ['2 m, down', 2, { walkers: [DOWN(60)] }],
    ['2 m, both ways', 2, { walkers: [UP(40), DOWN(40)] }],
    ['4 m, up', 4, { walkers: [UP(100)] }],
    ['4 m, both ways', 4, { walkers: [UP(60), DOWN(60)] }],
    ['1 m, both ways', 1, { walkers: [UP(10), DOWN(10)] }],
    ['tiles of 0.7 m', 2, { tiles: { side: 0.7 }, walkers: [UP(20), DOWN(20)] }],
    ['another step', 2, { step: 0.05, walkers: [UP(20), DOWN(20)] }],
    ['groups', 2, { walkers: [{ ...UP(20), companions: 2 }] }],
    ['a floor that changes', 2, { walkers: [UP(30)], events: [{ at: 12, add: { obstacle: CLOSET } }] }],
  ])('%s: everybody arrives, and at every step all is as it must be', (_, width, fields) => {
    const run = runOf(halls(width, fields));
    const { most, wrong } = walkLevels(run);
    const { counts, crowd } = run.simulation;
    expect(wrong).toEqual([]);
    expect(most).toBeGreaterThan(2);
    expect(crowd.count).toBe(0);
    expect(counts.arrived).toBe(counts.entered);
  });

  it('wider stairs let more people up at a time, and stairs take the time they should', () => {
    const seconds = [2, 4].map((width) => {
      const run = runOf(halls(width, { walkers: [UP(100)] }));
      walkLevels(run);
      return run.simulation.time;
    });
    expect(seconds[1]).toBeLessThan(0.75 * seconds[0]);
    const alone = { at: [10, 5], level: 'hall', goal: 'up' };
    const profiles = {
      slow: { speed: 1, stairs: { up: 0.5, down: 0.5 } },
      even: { speed: 1, stairs: { up: 1, down: 1 } },
    };
    const times = ['slow', 'even'].map((profile) => {
      const run = runOf(halls(2, { profiles, walkers: [{ ...alone, profile }] }));
      walkLevels(run);
      return run.simulation.time;
    });
    // Six metres at half the speed.
    expect(times[0] - times[1]).toBeGreaterThan(5.5);
    expect(times[0] - times[1]).toBeLessThan(6.5);
  });

  it('goes on from a snapshot taken while people are on stairs, with the same bytes', () => {
    const fields = { walkers: [UP(20), DOWN(20)] };
    const run = runOf(halls(2, fields));
    for (let k = 0; k < 150; k++) advance(run);
    const { file } = run.simulation.crowd as unknown as { file: Int32Array };
    expect(file.subarray(0, run.simulation.crowd.count).filter((at) => at >= 0).length).toBeGreaterThan(2);
    const taken = snapshot(run.simulation);
    for (let k = 0; k < 150; k++) advance(run);
    const other = runOf(halls(2, fields));
    resume(other.simulation, taken);
    for (let k = 0; k < 150; k++) advance(other);
    expect(stateHash(other.simulation)).toBe(stateHash(run.simulation));
    const again = runOf(halls(2, fields));
    for (let k = 0; k < 300; k++) advance(again);
    expect(stateHash(again.simulation)).toBe(stateHash(run.simulation));
  });

  it('step-free profiles do not take stairs, and stairs too narrow for tiles are named', () => {
    const run = runOf(halls(2, { duration: 30, walkers: [{ ...UP(3), profile: 'wheelchair' }] }));
    const { most, wrong } = walkLevels(run);
    expect(wrong).toEqual([]);
    expect(most).toBe(0);
    expect(run.simulation.counts.unreachable).toBeGreaterThan(0);
    expect(() => runOf(halls(0.6, { walkers: [UP(1)] }))).toThrow(
      /stairs "stairs".*0\.60 m wide.*0\.7 m wide at least/,
    );
  });
});
