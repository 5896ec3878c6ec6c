/**
 * Routes, straight walks and sight where doors are one-way, against ways found by their definition (oracles/directed-paths.ts): rooms in
 * rows, each wall with a doorway or two, of which some are open, some shut, some one-way.
 */
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import { GrowableInts } from '../src/core/growable.ts';
import { NONE } from '../src/core/none.ts';
import { createRouter, findRoute, type Router } from '../src/routing/find-route.ts';
import type { PlanDoor } from '../src/map/plan.ts';
import { distanceField, distanceToGoal, portalsToGoal } from '../src/routing/fields/distance-field.ts';
import { createFlatScratch, flatPortals } from '../src/routing/roadmap/flat.ts';
import { MOST_ONE_WAYS } from '../src/routing/hierarchical/one-way.ts';
import { buildRoadmap } from '../src/routing/roadmap/roadmap.ts';
import type { RouteEnd } from '../src/routing/route.ts';
import { setDoors, withOwnDoors } from '../src/simulation/change-doors.ts';
import { createSimulation } from '../src/simulation/simulation.ts';
import { indexCells, locate } from '../src/subdivision/locate.ts';
import { sees } from '../src/subdivision/sight.ts';
import { aimWalk, createWalkResult, walk } from '../src/subdivision/walk.ts';
import {
  type Box,
  crossing,
  directedPaths,
  type Gate,
  isClear,
  type Maze,
  type Spot,
} from './oracles/directed-paths.ts';
import { createRandom, type Random } from './random.ts';
import { levelOf, planOf, rectangle } from './scenes/storeys.ts';

const ROOM = 6;
const HALF = 0.1;

/** Walls around `count` × `count` rooms, with doorways; every gate is a door of the plan. */
function rooms(random: Random, count: number, shares: [open: number, shut: number]): Maze {
  const whole = count * ROOM;
  const boxes: Box[] = [];
  const gates: Gate[] = [];
  for (const isUpright of [true, false]) {
    for (let line = 1; line < count; line++) {
      let start = -1;
      const at = line * ROOM;
      const piece = (from: number, to: number) =>
        boxes.push(isUpright ? [at - HALF, from, at + HALF, to] : [from, at - HALF, to, at + HALF]);
      for (let room = 0; room < count; room++) {
        for (let k = random.integer(1, 2), low = room * ROOM + 0.3; k > 0; k--) {
          const width = random.between(0.7, 1.6);
          const from = random.between(low, low + 1);
          piece(start, from);
          start = from + width;
          low = start + 0.5;
          const chance = random.unit();
          if (chance < shares[0]) continue;
          const way = chance < shares[0] + shares[1] ? 0 : random.pick([1, -1]);
          gates.push({ from: isUpright ? [at, from] : [from, at], to: isUpright ? [at, start] : [start, at], way });
        }
      }
      piece(start, whole + 1);
    }
  }
  return { floor: [0, 0, whole, whole], boxes, gates };
}

/** The maze as a world, its gates as they should be. */
function worldOf(maze: Maze): World {
  const doors = maze.gates.map(
    ({ from, to }, k): PlanDoor => ({ name: `${k}`, level: 0, ends: [from[0], from[1], to[0], to[1]] }),
  );
  const world = buildWorld(
    planOf(
      [
        levelOf(
          'maze',
          0,
          [rectangle(...maze.floor)],
          maze.boxes.map((box) => rectangle(...box)),
        ),
      ],
      [],
      doors,
    ),
    { simplification: 0, seedPoints: [[1, 1]] },
  );
  expect(world.mesh.doors).toHaveLength(doors.length);
  const own = { ...world, mesh: withOwnDoors(world.mesh) };
  const simulation = createSimulation(own, { goals: [], itineraries: [], capacity: 1 });
  setDoors(
    simulation,
    world.mesh,
    maze.gates.map(({ from, to, way }, k) => ({
      name: `${k}`,
      isOpen: way !== 0,
      towards: way === 0 ? null : beside(from, to, way),
    })),
  );
  return own;
}

/** A point on the side of a gate that one may go to. */
function beside(from: Spot, to: Spot, way: number): [number, number] {
  return [(from[0] + to[0]) / 2 + way * (to[1] - from[1]), (from[1] + to[1]) / 2 - way * (to[0] - from[0])];
}

function spotsIn(random: Random, { floor, boxes, gates }: Maze, count: number): Spot[] {
  const spots: Spot[] = [];
  while (spots.length < count) {
    const [x, y] = [random.between(floor[0] + 0.3, floor[2] - 0.3), random.between(floor[1] + 0.3, floor[3] - 0.3)];
    const isFree = boxes.every(([x0, y0, x1, y1]) => x < x0 - 0.3 || x > x1 + 0.3 || y < y0 - 0.3 || y > y1 + 0.3);
    const isApart = gates.every(
      ({ from, to }) => Math.hypot(x - (from[0] + to[0]) / 2, y - (from[1] + to[1]) / 2) > 1.2,
    );
    if (isFree && isApart) spots.push([x, y]);
  }
  return spots;
}

/** What is wrong with a polyline: gates crossed against their direction. */
function wrongCrossings({ gates }: Maze, points: ArrayLike<number>): number {
  let wrong = 0;
  for (let k = 2; k < points.length; k += 2) {
    for (const gate of gates) {
      const crossed = crossing(gate, [points[k - 2], points[k - 1]], [points[k], points[k + 1]]);
      if (crossed !== 0 && crossed !== gate.way) wrong++;
    }
  }
  return wrong;
}

/** Routes between all spots; the mean and the largest share by which they are too long. */
function compare(
  maze: Maze,
  world: World,
  router: Router,
  spots: Spot[],
  method: 'hierarchical' | 'flat',
  width: number,
) {
  const shortest = directedPaths(maze, spots);
  const shares: number[] = [];
  let unreachable = 0;
  for (const [i, from] of spots.entries()) {
    for (const [j, to] of spots.entries()) {
      if (i === j) continue;
      const route = findRoute(router, { from, to, method, width });
      const least = shortest[i][j];
      expect(route.status, `${from} to ${to}`).toBe(least < Infinity ? 'found' : 'unreachable');
      if (route.status === 'unreachable') {
        unreachable++;
        expect(route.reason).toMatch(/one-way door|not connected/);
        continue;
      }
      expect(route.length).toBeGreaterThan(least - 1e-6);
      expect(wrongCrossings(maze, route.points)).toBe(0);
      for (const s of route.portals) expect(world.mesh.sideTwin[s]).not.toBe(NONE);
      shares.push(route.length / least - 1);
    }
  }
  return {
    mean: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    most: Math.max(...shares),
    found: shares.length,
    unreachable,
  };
}

describe('routes where doors are one-way', () => {
  it.each([1, 2, 3, 4, 5, 6])('are as short as they can be, and none is missed: maze %d', (seed) => {
    const random = createRandom(seed);
    const maze = rooms(random, 4, [0.3, 0.15]);
    const world = worldOf(maze);
    const spots = spotsIn(random, maze, 14);
    const router = createRouter(world);
    const point = compare(maze, world, router, spots, 'hierarchical', 0);
    expect(point.found).toBeGreaterThan(90);
    expect(point.mean).toBeLessThan(0.001);
    expect(point.most).toBeLessThan(0.02);
    // A body keeps from corners what a point need not.
    const body = compare(maze, world, router, spots, 'hierarchical', 0.4);
    expect(body.found).toBe(point.found);
    expect(body.mean).toBeLessThan(0.04);
    expect(compare(maze, world, router, spots, 'flat', 0).mean).toBeLessThan(0.01);
  });

  it('lead through several of them in a row, and say so where they only lead out', () => {
    // A ring of four rooms, all doors one-way around it.
    const maze: Maze = {
      floor: [0, 0, 12, 12],
      boxes: [
        [5.9, -1, 6.1, 2],
        [5.9, 3, 6.1, 9],
        [5.9, 10, 6.1, 13],
        [-1, 5.9, 2, 6.1],
        [3, 5.9, 9, 6.1],
        [10, 5.9, 13, 6.1],
      ],
      gates: [
        { from: [6, 2], to: [6, 3], way: 1 },
        { from: [9, 6], to: [10, 6], way: -1 },
        { from: [6, 9], to: [6, 10], way: -1 },
        { from: [2, 6], to: [3, 6], way: 1 },
      ],
    };
    const router = createRouter(worldOf(maze));
    const gatesOf = (from: Spot, to: Spot) => {
      const { points } = findRoute(router, { from, to });
      expect(wrongCrossings(maze, points)).toBe(0);
      return maze.gates.flatMap((gate, g) => {
        const crossed = Array.from({ length: points.length / 2 - 1 }, (_, k) =>
          crossing(gate, [points[2 * k], points[2 * k + 1]], [points[2 * k + 2], points[2 * k + 3]]),
        );
        return crossed.some((way) => way !== 0) ? [g] : [];
      });
    };
    expect(gatesOf([1, 1], [11, 1])).toEqual([0]);
    expect(gatesOf([11, 1], [1, 1])).toEqual([1, 2, 3]);
    expect(gatesOf([1, 11], [11, 11])).toEqual([0, 1, 3]);
    // The last room: all doors lead out of it.
    maze.gates[0].way = -1;
    const other = createRouter(worldOf(maze));
    expect(findRoute(other, { from: [11, 1], to: [1, 1] }).status).toBe('found');
    const none = findRoute(other, { from: [1, 1], to: [11, 1] });
    expect(none).toMatchObject({ status: 'unreachable', reason: expect.stringMatching(/one-way door/) });
  });

  it('are left to `flat` where there are very many; `exact` and `l04` refuse', () => {
    const random = createRandom(9);
    const maze = rooms(random, 14, [0, 0]);
    expect(maze.gates.length).toBeGreaterThan(MOST_ONE_WAYS);
    const world = worldOf(maze);
    const router = createRouter(world);
    let found = 0;
    for (const from of spotsIn(random, maze, 6)) {
      for (const to of spotsIn(random, maze, 6)) {
        const route = findRoute(router, { from, to, width: 0.4 });
        const flat = findRoute(router, { from, to, width: 0.4, method: 'flat' });
        expect(route.portals).toEqual(flat.portals);
        expect(wrongCrossings(maze, route.points)).toBe(0);
        if (route.status === 'found') found++;
      }
    }
    expect(found).toBeGreaterThan(10);
    for (const method of ['exact', 'l04'] as const) {
      expect(() => findRoute(router, { from: [1, 1], to: [3, 3], method })).toThrow(/knows no one-way doors/);
    }
  });

  it('are as long by fields of distance as by a search of their own', () => {
    const random = createRandom(5);
    let lost = 0;
    for (let round = 0; round < 3; round++) {
      const maze = rooms(random, 4, [0.2, 0.2]);
      const { mesh } = worldOf(maze);
      const roadmap = buildRoadmap(mesh, 3);
      const scratch = createFlatScratch(roadmap);
      const cells = indexCells(mesh);
      const ends = spotsIn(random, maze, 20).map(([x, y]): RouteEnd => {
        const [px, py] = [x - mesh.origin[0], y - mesh.origin[1]];
        return { cell: locate(mesh, cells, 0, px, py), x: px, y: py };
      });
      const portals = new GrowableInts();
      for (const to of ends) {
        const field = distanceField(mesh, roadmap, [to], 0.4);
        for (const from of ends) {
          const isFound = flatPortals(roadmap, mesh, scratch, { from, to, width: 0.4 }, portals) !== NONE;
          const far = distanceToGoal(mesh, roadmap, field, from);
          if (isFound) expect(far).toBeCloseTo(scratch.length, 9);
          else expect(far).toBe(Infinity);
          portalsToGoal(mesh, roadmap, field, from, portals);
          for (const s of portals.values()) expect(mesh.sideTwin[s]).not.toBe(NONE);
          if (!isFound) lost++;
        }
      }
    }
    expect(lost).toBeGreaterThan(50);
  });

  it('are judged by a check that finds ways back', () => {
    const random = createRandom(1);
    const maze = rooms(random, 4, [0, 0]);
    const router = createRouter(worldOf(maze));
    let wrong = 0;
    for (const [k, from] of spotsIn(random, maze, 10).entries()) {
      const { points } = findRoute(router, { from, to: [k % 2 === 0 ? 1 : 23, 12.5] });
      const back = Array.from({ length: points.length / 2 }, (_, i) => [
        points[points.length - 2 - 2 * i],
        points[points.length - 1 - 2 * i],
      ]).flat();
      wrong += wrongCrossings(maze, back);
    }
    expect(wrong).toBeGreaterThan(5);
  });
});

describe('one-way doors', () => {
  const random = createRandom(11);
  const maze = rooms(random, 4, [0.2, 0.2]);
  const world = worldOf(maze);
  const { mesh } = world;
  const cells = indexCells(mesh);
  const [ox, oy] = mesh.origin;
  const spots = [
    ...spotsIn(random, maze, 150),
    // Right before and behind the doors.
    ...maze.gates.flatMap(({ from, to, way }) =>
      [way || 1, -way || -1].map((side): Spot => {
        const [x, y] = beside(from, to, side);
        const share = random.between(0.001, 0.4);
        return [
          ((1 - share) * (from[0] + to[0])) / 2 + share * x + random.between(-0.1, 0.1) * (to[0] - from[0]),
          ((1 - share) * (from[1] + to[1])) / 2 + share * y + random.between(-0.1, 0.1) * (to[1] - from[1]),
        ];
      }),
    ),
  ];
  const places = Float64Array.from(spots.flatMap(([x, y]) => [x - ox, y - oy]));
  const held = Int32Array.from(spots, (_, i) => locate(mesh, cells, 0, places[2 * i], places[2 * i + 1]));

  it('are walked through in one direction', () => {
    const way = createWalkResult();
    let stopped = 0;
    let passed = 0;
    for (const [i, from] of spots.entries()) {
      for (const [j, to] of spots.entries()) {
        if (i === j) continue;
        walk(mesh, held[i], aimWalk(way, places[2 * i], places[2 * i + 1], places[2 * j], places[2 * j + 1]));
        expect(way.reached, `${from} to ${to}`).toBe(isClear(maze, from, to));
        const wanted = maze.gates.find((gate) => crossing(gate, from, to) !== 0 && gate.way !== 0);
        if (wanted === undefined) continue;
        if (way.reached) passed++;
        else stopped++;
      }
    }
    expect(Math.min(passed, stopped)).toBeGreaterThan(100);
  });

  it('are seen through from both sides, shut ones from neither', () => {
    const seen: Maze = { ...maze, gates: maze.gates.filter(({ way }) => way === 0) };
    let through = 0;
    for (const [i, from] of spots.entries()) {
      for (const [j, to] of spots.entries()) {
        if (i === j) continue;
        const crossed = maze.gates.filter((gate) => crossing(gate, from, to) !== 0);
        // Through two of them that are passed in opposite directions nobody is seen.
        if (crossed.length > 1) continue;
        const isSeen = sees(mesh, places, held, i, j);
        expect(isSeen, `${from} to ${to}`).toBe(isClear(seen, from, to));
        if (isSeen && crossed.length === 1) through++;
      }
    }
    expect(through).toBeGreaterThan(200);
  });
});
