/** Scenarios with the model `stream`: people arrive, wait, wander; what must hold at every step; the same bytes after a snapshot; what is refused. */
import { describe, expect, it } from 'vitest';
import { NONE } from '../src/core/none.ts';
import { BODY, RADIUS } from '../src/crowd/columns.ts';
import { openInline } from '../src/run/open-scenario.ts';
import { advance, createRun, isOver } from '../src/run/run.ts';
import type { Run } from '../src/run/run-state.ts';
import { resume, type Simulation, snapshot, stateHash } from '../src/simulation/simulation.ts';

const ROOMS = {
  model: 'stream',
  seed: 1,
  duration: 240,
  environment: {
    walkable: [
      [
        [0, 0],
        [12, 0],
        [12, 4],
        [16, 4],
        [16, 0],
        [28, 0],
        [28, 10],
        [16, 10],
        [16, 6.4],
        [12, 6.4],
        [12, 10],
        [0, 10],
      ],
    ],
    obstacles: [{ box: [20, 3, 22, 6] }],
  },
  goals: { desk: { at: [25, 8], radius: 1 } },
  exits: {
    east: {
      line: [
        [28, 0],
        [28, 10],
      ],
    },
    west: {
      line: [
        [0, 0],
        [0, 10],
      ],
    },
  },
};

function runOf(fields: object, seed = 1): Run {
  const { scenario, world } = openInline({ data: { ...ROOMS, ...fields } });
  return createRun(scenario, world, { seed });
}

/** Nobody on a tile that is not accessible or in another's body; nobody faster than anybody can be; every centre in its cell's level. */
function wrongIn({ crowd, tiled, world, step }: Simulation, before: Map<number, [number, number]>): string[] {
  const wrong: string[] = [];
  const tiles = tiled!.model.tilesOf(tiled!.shared);
  const { tile, spot } = crowd as unknown as { tile: Int32Array; spot: Float64Array };
  const taken = new Set<number>();
  for (let i = 0; i < crowd.count; i++) {
    if (taken.has(tile[i])) wrong.push(`tile ${tile[i]} is taken twice`);
    taken.add(tile[i]);
    const column = Math.floor((spot[2 * i] - tiles.x) / tiles.side);
    const row = Math.floor((spot[2 * i + 1] - tiles.y) / tiles.side);
    if (row * tiles.columns + column !== tile[i]) wrong.push(`${i} is not on its tile`);
    if (tiles.kind[tile[i]] < 2) wrong.push(`${i} is on a tile of kind ${tiles.kind[tile[i]]}`);
    if (crowd.cell[i] === NONE || world.mesh.cellLevel[crowd.cell[i]] !== 0) wrong.push(`${i} has no cell`);
    const last = before.get(crowd.serial[i]);
    if (last !== undefined) {
      const way = Math.hypot(crowd.place[2 * i] - last[0], crowd.place[2 * i + 1] - last[1]);
      if (way > 2.04 * step) wrong.push(`${i} went ${way} m in a step`);
    }
    for (let j = 0; j < i; j++) {
      const apart = Math.hypot(
        crowd.place[2 * i] - crowd.place[2 * j],
        crowd.place[2 * i + 1] - crowd.place[2 * j + 1],
      );
      const overlap = crowd.body[BODY * i + RADIUS] + crowd.body[BODY * j + RADIUS] - apart;
      if (overlap > 0.02 + 1e-9) wrong.push(`${i} and ${j} overlap by ${overlap} m`);
    }
  }
  return wrong;
}

function walk(run: Run): void {
  const { simulation } = run;
  while (!isOver(run)) {
    const before = new Map<number, [number, number]>();
    const { crowd } = simulation;
    for (let i = 0; i < crowd.count; i++) before.set(crowd.serial[i], [crowd.place[2 * i], crowd.place[2 * i + 1]]);
    const happened = run.events;
    advance(run);
    // Who stands where a door closes or an obstacle comes is put aside.
    if (run.events !== happened) before.clear();
    expect(wrongIn(simulation, before), `${simulation.time} s`).toEqual([]);
  }
}

describe('a scenario with the model stream', () => {
  it.each([
    ['one way', { walkers: [{ in: { box: [0, 0, 12, 10] }, count: 40, exit: 'nearest' }] }],
    [
      'two ways through one passage',
      {
        walkers: [
          { in: { box: [0, 0, 10, 10] }, count: 15, goal: 'east' },
          { in: { box: [16, 0, 28, 10] }, count: 15, goal: 'west' },
        ],
      },
    ],
    [
      'by a desk, waiting there',
      { walkers: [{ in: { box: [0, 0, 10, 10] }, count: 8, itinerary: [{ goal: 'desk', wait: 3 }, 'west'] }] },
    ],
    [
      'companions who wait at small goals, each in their place beside the first of them',
      {
        // Four minutes and more if each had to be on the goal.
        duration: 200,
        goals: { desk: { at: [25, 8], radius: 0.3 }, stall: { at: [20, 2], radius: 0.3 } },
        walkers: [
          {
            in: { box: [0, 0, 10, 10] },
            count: 24,
            companions: 4,
            itinerary: [{ goal: 'desk', wait: 3 }, { goal: 'stall', wait: 3 }, 'west'],
          },
        ],
      },
    ],
    [
      'people who come',
      {
        sources: [
          {
            in: {
              line: [
                [0, 0],
                [0, 10],
              ],
            },
            rate: 1,
            until: 30,
            goal: 'east',
          },
        ],
      },
    ],
    [
      'people who wander, then leave',
      { walkers: [{ in: { box: [0, 0, 12, 10] }, count: 10, itinerary: [{ wander: 60 }, { exit: 'nearest' }] }] },
    ],
    ['tiles of 0.7 m', { tiles: { side: 0.7 }, walkers: [{ in: { box: [0, 0, 12, 10] }, count: 20, goal: 'east' }] }],
    ['another step', { step: 0.05, walkers: [{ in: { box: [0, 0, 12, 10] }, count: 20, goal: 'east' }] }],
    [
      'a door that closes',
      {
        environment: {
          ...ROOMS.environment,
          doors: {
            gate: [
              [14, 4],
              [14, 6.4],
            ],
          },
        },
        events: [
          { at: 5, close: 'gate' },
          { at: 30, open: 'gate' },
        ],
        walkers: [{ in: { box: [0, 0, 12, 10] }, count: 20, goal: 'east' }],
      },
    ],
    [
      'an obstacle that comes',
      {
        events: [{ at: 6, add: { obstacle: { box: [4, 4, 8, 6] } } }],
        walkers: [{ in: { box: [0, 0, 12, 10] }, count: 20, goal: 'east' }],
      },
    ],
  ])('%s: everybody arrives, and at every step all is as it must be', (_, fields) => {
    const run = runOf(fields);
    walk(run);
    const { counts, crowd } = run.simulation;
    expect(counts.entered).toBeGreaterThan(5);
    expect(crowd.count).toBe(0);
    expect(counts.arrived).toBe(counts.entered);
  });

  it('goes on from a snapshot as if it had not been stopped, and another seed walks otherwise', () => {
    const fields = { walkers: [{ in: { box: [0, 0, 12, 10] }, count: 40, goal: 'east' }] };
    const run = runOf(fields);
    for (let k = 0; k < 100; k++) advance(run);
    const taken = snapshot(run.simulation);
    for (let k = 0; k < 100; k++) advance(run);
    const other = runOf(fields);
    resume(other.simulation, taken);
    for (let k = 0; k < 100; k++) advance(other);
    expect(stateHash(other.simulation)).toBe(stateHash(run.simulation));
    resume(run.simulation, taken);
    expect(stateHash(run.simulation)).not.toBe(stateHash(other.simulation));
    for (let k = 0; k < 100; k++) advance(run);
    expect(stateHash(run.simulation)).toBe(stateHash(other.simulation));
    const third = runOf(fields, 2);
    for (let k = 0; k < 200; k++) advance(third);
    expect(stateHash(third.simulation)).not.toBe(stateHash(run.simulation));
  });

  it('a goal that is walled in is named', () => {
    const cell = [
      [
        [40, 0],
        [40.3, 0],
        [40.3, 0.3],
        [40, 0.3],
      ],
    ];
    expect(() =>
      runOf({
        environment: { walkable: [...ROOMS.environment.walkable, ...cell] },
        goals: { desk: { at: [40.1, 0.1] } },
        walkers: [{ in: { box: [0, 0, 12, 10] }, count: 1, goal: 'desk' }],
      }),
    ).toThrow(/goal desk.*walled in.*no tile.*within 10 m/);
  });

  it.each([
    ['service', { goals: { desk: { at: [25, 8], service: 5 } }, walkers: [{ at: [2, 2], goal: 'desk' }] }],
    ['exit: quickest', { walkers: [{ at: [2, 2], exit: 'quickest' }] }],
    [
      'maxFlow',
      {
        exits: {
          east: {
            line: [
              [28, 0],
              [28, 10],
            ],
            maxFlow: 1,
          },
        },
        walkers: [{ at: [2, 2], exit: 'nearest' }],
      },
    ],
    [
      'knowledge',
      { profiles: { guest: { knowledge: { start: 'nothing' } } }, walkers: [{ at: [2, 2], goal: 'east' }] },
    ],
  ])('is refused where it uses %s, which is named', (field, fields) => {
    expect(() => runOf(fields)).toThrow(new RegExp(`${field}.*walker model stream does not support`));
    expect(runOf({ ...fields, model: 'reactive' }).simulation.crowd.count).toBe(1);
  });

  it('people of another model do not wander', () => {
    const walkers = [{ at: [2, 2], itinerary: [{ wander: 10 }] }];
    expect(() => runOf({ model: 'reactive', walkers })).toThrow(/wander.*walker model reactive does not support/);
  });
});
