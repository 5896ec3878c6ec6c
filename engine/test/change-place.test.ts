/** Obstacles and walls that come, go and are moved while people walk: nobody is left in them, everybody arrives, and the run can be repeated. */
import { describe, expect, it } from 'vitest';
import { buildWorld, rebuildWorld, type World } from '../src/build.ts';
import { changePlace, placeAtStart } from '../src/simulation/change-place.ts';
import { checkWorld } from '../src/build.ts';
import { InputError } from '../src/core/errors.ts';
import { NONE } from '../src/core/none.ts';
import { isInRing } from '../src/core/ring.ts';
import { BODY, RADIUS } from '../src/crowd/columns.ts';
import { findNearWalls } from '../src/bodies/near-walls.ts';
import { portalOf } from '../src/crowd/routes.ts';
import { createRouter, findPortals, headFor, type Router, startAt } from '../src/routing/find-route.ts';
import { findCorners } from '../src/routing/corners/corners.ts';
import { withFixedExtent } from '../src/map/change-plan.ts';
import { checkNeighbourhood } from '../src/neighbours/check-neighbourhood.ts';
import { updateNeighbourhood } from '../src/neighbours/neighbourhood.ts';
import { changeNow } from '../src/run/events.ts';
import { createMeasures } from '../src/run/measures.ts';
import { playWhile, startPlay } from '../src/run/play.ts';
import { advance, createRun, isOver } from '../src/run/run.ts';
import type { Run } from '../src/run/run-state.ts';
import { inlinePlan } from '../src/scenario/parse-environment.ts';
import { parseScenario } from '../src/scenario/parse-scenario.ts';
import type { PlaceEvent } from '../src/scenario/scenario.ts';
import { stateHash } from '../src/simulation/simulation.ts';
import type { CellMesh } from '../src/subdivision/cell-mesh.ts';
import { clearance, createClearanceScratch } from '../src/subdivision/clearance.ts';
import { indexCells, locate } from '../src/subdivision/locate.ts';
import { createRandom } from './random.ts';

/** A hall of 30 m by 20 m, two ways around what stands in its middle, and a side room with a door. */
const HALL = {
  duration: 200,
  environment: {
    walkable: [{ box: [0, 0, 30, 20] }, { box: [30, 9, 31, 11] }, { box: [31, 0, 40, 20] }],
    obstacles: [{ box: [14, 8, 16, 12] }],
    doors: { gate: [[30.5, 9] as const, [30.5, 11] as const] },
  },
  exits: { out: { box: [38, 0, 40, 20] } },
  walkers: [{ in: { box: [0.5, 0.5, 13, 19.5] }, count: 120 }],
};

function worldOf(data: object): { world: World; start: (events?: object[]) => Run } {
  const first = parseScenario(data);
  if (first.environment.kind !== 'inline') throw new Error('no place');
  const world = buildWorld(inlinePlan(first.environment, 'place'));
  return { world, start: (events = []) => createRun(parseScenario({ ...data, events }), world) };
}

const box = (x: number, y: number, width: number, height: number) => [x, y, x + width, y + height];

/** Everybody is on floor, in the cell it says, on a route through the cells as they are. */
function expectSound({ simulation }: Run): void {
  const { crowd, world, routes } = simulation;
  const { mesh } = world;
  const index = indexCells(mesh);
  for (let i = 0; i < crowd.count; i++) {
    const [x, y] = [crowd.place[2 * i], crowd.place[2 * i + 1]];
    const cell = crowd.cell[i];
    expect(locate(mesh, index, mesh.cellLevel[cell], x, y)).not.toBe(NONE);
    if (crowd.route[i] === NONE) continue;
    let at = cell;
    for (let k = 0; k < crowd.portalsLeft[i]; k++) {
      const s = portalOf(routes, crowd, i, k);
      expect(mesh.sideCell[s]).toBe(at);
      expect(mesh.sideTwin[s]).not.toBe(NONE);
      at = mesh.sideCell[mesh.sideTwin[s]];
    }
    expect(at).toBe(crowd.goalCell[i]);
  }
}

function nearestWall({ simulation }: Run): number {
  const { crowd, world } = simulation;
  const scratch = createClearanceScratch(world.mesh);
  let least = Infinity;
  for (let i = 0; i < crowd.count; i++) {
    const room = clearance(world.mesh, scratch, crowd.cell[i], crowd.place[2 * i], crowd.place[2 * i + 1], 1);
    least = Math.min(least, room - crowd.body[BODY * i + RADIUS]);
  }
  return least;
}

/** Where somebody wide ends who heads for points all over the hall. */
function endsNear(router: Router, { simulation: { crowd } }: Run): number[][] {
  const ends: number[][] = [];
  for (let x = 0.4; x < 30; x += 1.7) {
    for (let y = 0.3; y < 20; y += 1.9) {
      startAt(router, crowd.cell[0], crowd.place[0], crowd.place[1]);
      headFor(router, 0, x, y);
      const { to } = router.query;
      if (findPortals(router, 0.9) !== NONE) ends.push([to.cell, to.x, to.y]);
    }
  }
  return ends;
}

function finish(run: Run): string[] {
  const hashes: string[] = [];
  while (!isOver(run)) {
    advance(run);
    if (run.simulation.steps % 50 === 0) hashes.push(stateHash(run.simulation));
  }
  return hashes;
}

const SAME: (keyof CellMesh)[] = [
  'vertices',
  'cellFirst',
  'cellLevel',
  'sideVertex',
  'sideTwin',
  'sideWall',
  'sideDoor',
  'sideGlass',
];

describe('obstacles that come while people walk', () => {
  it.each([1, 2, 3, 4, 5, 6])('leave nobody inside, and everybody a way: %d', (seed) => {
    const random = createRandom(seed);
    const { world, start } = worldOf(HALL);
    const run = start();
    const changes = Array.from({ length: 4 }, (_, k) => ({
      at: 20 + 25 * k,
      // Never wider than leaves a way on both sides, never at the exit.
      piece: box(random.between(1, 11), random.between(2, 12), random.between(0.3, 2.5), random.between(0.3, 5)),
    }));
    for (const { at, piece } of changes) {
      while (run.simulation.steps < at) advance(run);
      endsNear(run.simulation.router, run);
      const [left, bottom, right, top] = piece as [number, number, number, number];
      const points: [number, number][] = [
        [left, bottom],
        [right, bottom],
        [right, top],
        [left, top],
      ];
      const remove = at > 20 ? { name: 'piece' } : null;
      const add = { kind: 'obstacle' as const, name: 'piece', level: null, points };
      changeNow(run, { at: run.simulation.time, kind: 'place', remove, add });
      const { crowd, world: now } = run.simulation;
      expect(checkWorld(run.place.world)).toEqual([]);
      expect(now.mesh.origin).toEqual(world.mesh.origin);
      const ring = Float64Array.from(points.flat());
      for (let i = 0; i < crowd.count; i++) {
        expect(isInRing(ring, crowd.place[2 * i], crowd.place[2 * i + 1])).toBe(false);
      }
      expectSound(run);
      const { neighbourhood, context, router } = run.simulation;
      expect(context.view.walls).toEqual(findNearWalls(now.mesh));
      expect(router.corners).toEqual(findCorners(now.mesh));
      // Goals that were asked for before the change, and are again now.
      expect(endsNear(router, run)).toEqual(endsNear(createRouter(now), run));
      updateNeighbourhood(neighbourhood, crowd, now.mesh.cellLevel);
      expect(checkNeighbourhood(neighbourhood, crowd)).toEqual([]);
      advance(run);
      expectSound(run);
      // Contacts and walls are stiff, not infinitely so.
      expect(nearestWall(run)).toBeGreaterThan(-0.05);
    }
    finish(run);
    expect(run.simulation.counts.arrived).toBe(120);
    expect(run.warnings).toEqual([]);
  });

  it.each([2, 3, 4])('leave nobody in a wall through a queue: %d', (seed) => {
    const scenario = parseScenario({
      duration: 30,
      environment: { walkable: [{ box: [0, 0, 30, 14] }] },
      exits: { near: { line: [[29.8, 2] as const, [29.8, 4] as const], maxFlow: 0.4 } },
      walkers: [{ in: { box: [16, 1, 25, 13] }, count: 60, exit: 'nearest' }],
      events: [{ at: 10, add: { wall: [[29, 0] as const, [29, 14] as const] } }],
    });
    const { environment } = scenario;
    if (environment.kind !== 'inline') throw new Error('the hall is in the scenario');
    const run = createRun(scenario, buildWorld(inlinePlan(environment, 'hall')), { seed });
    const measures = createMeasures(run);
    playWhile(startPlay(run, { measures }), () => true);
    expect(measures.deepestInWall).toBeUndefined();
    expect(measures.wallPenetrations).toBe(0);
  });

  it('are the same as events of the file, whatever else happens at that moment', () => {
    const { start } = worldOf(HALL);
    const add = { obstacle: { box: [4, 4, 7, 9] as const }, name: 'box' };
    const wall = { wall: [[20, 0] as const, [20, 12] as const] };
    const events = [
      { at: 3, close: 'gate' },
      { at: 3, add },
      { at: 3, add: wall },
      { at: 8, open: 'gate' },
      { at: 8, remove: 'box', add: { ...add, obstacle: { box: [2, 3, 6, 8] } } },
      { at: 12, remove: { at: [20, 5] } },
      { at: 14, remove: { at: [15, 10] } },
    ];
    const told = start(events);
    const hashes = finish(told);
    expect(told.simulation.counts.arrived).toBe(120);

    const live = start([events[0], events[3]]);
    const { events: asked } = start(events).scenario;
    for (const event of asked) {
      if (event.kind !== 'place') continue;
      while (live.simulation.time < event.at - 1e-9) advance(live);
      changeNow(live, event);
    }
    // From 15 s on.
    expect(finish(live)).toEqual(hashes.slice(2));
    // And it makes a difference.
    expect(finish(start())).not.toEqual(hashes);
  });

  it('close a way, and those who are on it turn to the other at once', () => {
    const { start } = worldOf(HALL);
    // South of the block in the middle, all across: only the north is left.
    const run = start([
      {
        at: 5,
        add: {
          wall: [
            [15, 0],
            [15, 8],
          ],
        },
      },
    ]);
    while (run.simulation.time < 5 - 1e-9) advance(run);
    const south = () => {
      const { crowd, routes, world } = run.simulation;
      let count = 0;
      for (let i = 0; i < crowd.count; i++) {
        for (let k = 0; k < crowd.portalsLeft[i]; k++) {
          const s = portalOf(routes, crowd, i, k);
          const a = 2 * world.mesh.sideVertex[s];
          if (world.mesh.vertices[a] >= 14 && world.mesh.vertices[a] <= 16 && world.mesh.vertices[a + 1] <= 8) {
            count++;
            break;
          }
        }
      }
      return count;
    };
    expect(south()).toBeGreaterThan(20);
    advance(run);
    const { crowd } = run.simulation;
    // Nobody's route leads through the wall: sides there have no twins, and all routes are sound.
    expectSound(run);
    for (let i = 0; i < crowd.count; i++) expect(crowd.route[i]).not.toBe(NONE);
    finish(run);
    expect(run.simulation.counts.arrived).toBe(120);
  });

  it('can cut people off; they stay on their floor, and go on when it is open again', () => {
    const { start } = worldOf(HALL);
    const run = start([
      {
        at: 2,
        add: {
          wall: [
            [13.5, 0],
            [13.5, 20],
          ],
          name: 'across',
        },
      },
      { at: 30, remove: 'across' },
    ]);
    while (run.simulation.time < 29) advance(run);
    const { crowd, counts } = run.simulation;
    const before = Array.from({ length: crowd.count }, (_, i) => crowd.place[2 * i]).filter((x) => x < 13.5).length;
    expect(before).toBeGreaterThan(80);
    expect(counts.arrived + crowd.count).toBe(120);
    expect(counts.unreachable).toBeGreaterThan(0);
    finish(run);
    expect(counts.arrived).toBe(120);
    expect(run.original).toBe(run.place.first.mesh);
  });
});

describe('a place that is built again', () => {
  const places: [string, object][] = [
    ['polygons', HALL.environment],
    ['a box around obstacles', { obstacles: [{ box: [0, 0, 3, 4] }, { box: [8, 5, 9, 9] }, { box: [20, -3, 22, 0] }] }],
    [
      'what walls enclose',
      {
        lines: [
          [
            [0, 0],
            [20, 0],
            [20, 10],
            [0, 10],
            [0, 0],
          ],
          [
            [10, 0],
            [10, 7],
          ],
        ],
        obstacles: [{ box: [2, 2, 4, 3] }],
      },
    ],
    [
      'two storeys',
      {
        levels: {
          ground: { walkable: [{ box: [0, 0, 20, 10] }], obstacles: [{ box: [5, 5, 6, 7] }] },
          upper: { elevation: 4, walkable: [{ box: [0, 0, 20, 10] }] },
        },
        links: {
          stairs: {
            kind: 'stairs',
            lower: 'ground',
            upper: 'upper',
            corners: [
              [8, 4],
              [8, 6],
              [14, 6],
              [14, 4],
            ],
          },
        },
      },
    ],
  ];

  it.each(places)('has the same cells if nothing changed: %s', (_, environment) => {
    const { world } = worldOf({ environment, goals: { g: [1, 9] } });
    const again = rebuildWorld(withFixedExtent(world.plan, world.mesh.origin), world, indexCells(world.mesh), world);
    for (const name of SAME) expect(again.mesh[name]).toEqual(world.mesh[name]);
  });

  it.each(places)('has the same cells once what came is gone: %s', (_, environment) => {
    const { world, start } = worldOf({ environment, goals: { g: [1, 9] } });
    const level = world.mesh.levels.length > 1 ? { level: 'upper' } : {};
    const run = start([
      {
        at: 0,
        add: {
          obstacle: [
            [15.1, 3.2],
            [17, 3],
            [16, 4.5],
          ],
          name: 'a',
          ...level,
        },
      },
      {
        at: 0.1,
        add: {
          wall: [
            [12, 1],
            [18, 2],
          ],
          name: 'b',
          ...level,
        },
      },
      { at: 0.2, remove: 'a' },
      { at: 0.3, remove: 'b' },
    ]);
    const seen = Array.from({ length: 4 }, () => {
      advance(run);
      expect(checkWorld(run.place.world)).toEqual([]);
      return run.original;
    });
    expect(seen[0].cellFirst.length).not.toBe(world.mesh.cellFirst.length);
    for (const name of SAME) expect(seen[3][name]).toEqual(world.mesh[name]);
    expect(run.warnings).toEqual([]);
  });

  it('is refused where it would be open to the outside, and the run goes on', () => {
    const { start } = worldOf({
      environment: {
        lines: [
          [
            [0, 0],
            [20, 0],
            [20, 10],
            [0, 10],
          ],
          [
            [0, 10],
            [0, 0],
          ],
        ],
      },
      goals: { g: [19, 9] },
      walkers: [{ at: [1, 1] }],
    });
    const run = start([{ at: 1, remove: { at: [0, 5] } }]);
    finish(run);
    expect(run.simulation.counts.arrived).toBe(1);
    expect(run.warnings).toEqual([
      'what was to change at 1 s was left out: place the place would be open to the outside',
    ]);
  });

  it('is refused where nobody would find room', () => {
    const { start } = worldOf({
      environment: { walkable: [{ box: [0, 0, 4, 4] }] },
      goals: { g: [2, 2] },
      walkers: [{ in: { box: [0, 0, 4, 4] }, count: 40, itinerary: [] }],
    });
    const run = start();
    advance(run);
    const hash = stateHash(run.simulation);
    const event: PlaceEvent = {
      at: 0.1,
      kind: 'place',
      remove: null,
      add: {
        kind: 'obstacle',
        name: null,
        level: null,
        points: [
          [-1, -1],
          [5, -1],
          [5, 3.6],
          [-1, 3.6],
        ],
      },
    };
    expect(() => changeNow(run, event)).toThrow(/would stand in it, and there is no room within 20 m/);
    expect(stateHash(run.simulation)).toBe(hash);
    expect(run.original).toBe(run.place.first.mesh);
    advance(run);
  });

  it('says where there is nothing to take away', () => {
    const { start } = worldOf(HALL);
    expect(() => start([{ at: 1, remove: { at: [1, 1] } }])).toThrow(InputError);
    expect(() => start([{ at: 1, remove: { at: [1, 1] } }])).toThrow(/event at 1 s.*nothing stands at \(1, 1\)/);
  });

  it('keeps shut doors shut, one-way doors one-way', () => {
    const { start } = worldOf(HALL);
    const run = start([
      { at: 0, close: 'gate' },
      { at: 1, add: { obstacle: { box: [32, 5, 33, 15] } } },
      { at: 30, oneWay: 'gate', towards: [35, 10] },
      { at: 31, add: { obstacle: { box: [25, 5, 26, 8] } } },
    ]);
    while (run.simulation.time < 30 - 1e-9) advance(run);
    expect(run.simulation.counts.arrived).toBe(0);
    expect(
      run.simulation.crowd.place
        .subarray(0, 240)
        .filter((_, k) => k % 2 === 0)
        .every((x) => x < 30.5),
    ).toBe(true);
    while (run.simulation.time < 32) advance(run);
    expect(run.simulation.router.oneWays).toBeDefined();
    finish(run);
    expect(run.simulation.counts.arrived).toBe(120);
  });
});

describe('places to stand', () => {
  it('in a waiting area that is partly built over are the ones that are left', () => {
    const { start } = worldOf({
      duration: 300,
      environment: { walkable: [{ box: [0, 0, 24, 12] }] },
      goals: {
        lounge: { box: [8, 2, 16, 10] },
        desk: {
          at: [20, 2],
          service: 2,
          queue: [
            [20, 3],
            [20, 10],
          ],
        },
      },
      exits: {
        out: {
          line: [
            [23.5, 0],
            [23.5, 12],
          ],
        },
      },
      itineraries: { guest: [{ goal: 'lounge', wait: 20 }, 'desk', 'out'] },
      walkers: [{ in: { box: [0, 0, 5, 12] }, count: 40, itinerary: 'guest' }],
    });
    const run = start([
      { at: 14, add: { obstacle: { box: [11, 1, 14, 9] }, name: 'stage' } },
      { at: 60, remove: 'stage' },
    ]);
    while (run.simulation.time < 14.5) advance(run);
    const { crowd, standing } = run.simulation;
    const { place } = standing!.spots;
    let inside = 0;
    for (let s = 0; s < standing!.spots.count; s++) {
      if (place[2 * s] > 10.7 && place[2 * s] < 14.3 && place[2 * s + 1] < 9.3 && place[2 * s + 1] > 1) inside++;
    }
    expect(inside).toBe(0);
    for (let i = 0; i < crowd.count; i++) expect(crowd.spot[i]).toBeLessThan(standing!.spots.count);
    finish(run);
    expect(run.simulation.counts.arrived).toBe(40);
  });
});

describe('after a door was shut', () => {
  it('walls nearby and routes are those of cells made from nothing', () => {
    const { start } = worldOf(HALL);
    const run = start([
      { at: 1, close: 'gate' },
      { at: 2, oneWay: 'gate', towards: [35, 10] },
      { at: 3, open: 'gate' },
    ]);
    for (let k = 0; k < 4; k++) {
      const { context, router, world } = run.simulation;
      expect(context.view.walls).toEqual(findNearWalls(world.mesh));
      const fresh = createRouter(world);
      expect(router.corners).toEqual(fresh.corners);
      for (const [x, y] of [
        [3, 3],
        [12, 17],
        [33, 2],
        [29.8, 10],
      ] as const) {
        for (const width of [0.4, 0.8]) {
          const cell = locate(world.mesh, router.cells, 0, x, y);
          for (const each of [router, fresh]) {
            startAt(each, cell, x, y);
            headFor(each, 0, 39, 15);
          }
          const count = findPortals(router, width);
          expect(findPortals(fresh, width)).toBe(count);
          expect([...router.portals.values()]).toEqual([...fresh.portals.values()]);
          // What is remembered is what is found.
          expect(findPortals(router, width)).toBe(count);
        }
      }
      while (run.simulation.time < k + 1.05) advance(run);
    }
    finish(run);
    expect(run.simulation.counts.arrived).toBe(120);
  });

  it('those who do not need it keep their way for a moment, and all have thought again two seconds later', () => {
    const walkers = [{ in: { box: [0.5, 0.5, 29, 19.5] }, count: 120, exit: 'nearest' }];
    const exits = { out: { box: [38, 0, 40, 20] }, west: { box: [0, 0, 0.3, 20] } };
    const { start } = worldOf({ ...HALL, exits, walkers });
    const run = start([{ at: 1, close: 'gate' }]);
    while (run.simulation.time < 1 - 1e-9) advance(run);
    const { crowd } = run.simulation;
    const heading = (g: number) => crowd.chosen.subarray(0, crowd.count).filter((chosen) => chosen === g).length;
    expect(heading(0)).toBeGreaterThan(20);
    expect(heading(1)).toBeGreaterThan(20);
    const before = new Map(Array.from({ length: crowd.count }, (_, i) => [crowd.serial[i], crowd.route[i]]));
    advance(run);
    expect(heading(0)).toBe(0);
    const kept = () =>
      Array.from({ length: crowd.count }, (_, i) => before.get(crowd.serial[i]) === crowd.route[i]).filter(Boolean)
        .length;
    expect(kept()).toBeGreaterThan(20);
    for (let k = 0; k < 19; k++) advance(run);
    expect(kept()).toBe(0);
  });
});

it('changes nothing of a place whose plan is given back', () => {
  const { world, start } = worldOf(HALL);
  const run = start();
  advance(run);
  const points = Float64Array.of(3, 3, 4, 3, 4, 4);
  const add = { kind: 'obstacle' as const, level: 0, name: 'x', points };
  const there = changePlace(run.simulation, placeAtStart(world), { remove: null, add }, []);
  expect(there.world).not.toBe(world);
  expect(changePlace(run.simulation, there, { remove: { name: 'x' }, add: null }, []).world).toBe(world);
});
