import { expect, it } from 'vitest';
import { cellRing } from '../../test/oracles/cells.ts';
import { findPlaces } from '../../test/oracles/places.ts';
import { wallsOf } from '../../test/oracles/walls.ts';
import { createRandom, type Random } from '../../test/random.ts';
import { routePlan } from '../../test/route-scenes.ts';
import { doorOf, levelOf, planOf, rectangle } from '../../test/scenes/storeys.ts';
import { buildWorld } from '../build.ts';
import { indexCells, locate } from '../subdivision/locate.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { createCrowd } from '../crowd/crowd.ts';
import { createContacts, pushApart } from './contact.ts';
import { slide } from './move.ts';
import {
  createWallsBeside,
  findNearWalls,
  gatherWalls,
  MOST_BESIDE,
  type NearWalls,
  WALL,
  WALL_REACH,
} from './near-walls.ts';

/** From a place to the segment from (ax, ay) to (bx, by). */
function distanceTo(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [ex, ey] = [bx - ax, by - ay];
  const share = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)));
  return Math.hypot(x - ax - share * ex, y - ay - share * ey);
}

it.each([
  ['city', 1],
  ['blocks', 2],
  ['mixed', 3],
  ['rough', 4],
] as const)('knows how near the nearest wall is, from anywhere: %s %i', (kind, seed) => {
  const world = buildWorld(routePlan(kind, seed));
  const { mesh } = world;
  const walls = wallsOf(world.maps[0]);
  const near = findNearWalls(mesh);
  const rings = Array.from(mesh.cellLevel, (_, c) => cellRing(mesh, c));
  const index = indexCells(mesh);
  let judged = 0;
  for (const { x, y } of findPlaces(walls, rings, createRandom(seed), 200)) {
    let nearest = Infinity;
    for (let k = 0; k < walls.length; k += 4) {
      nearest = Math.min(nearest, distanceTo(x, y, walls[k], walls[k + 1], walls[k + 2], walls[k + 3]));
    }
    if (nearest >= WALL_REACH) continue;
    const c = locate(mesh, index, 0, x, y);
    let listed = Infinity;
    for (let k = WALL * near.first[c]; k < WALL * near.first[c + 1]; k += WALL) {
      const [ax, ay, ux, uy, long] = near.walls.subarray(k, k + WALL) as unknown as number[];
      listed = Math.min(listed, distanceTo(x, y, ax!, ay!, ax! + long! * ux!, ay! + long! * uy!));
    }
    expect(listed).toBeCloseTo(nearest, 9);
    judged++;
  }
  expect(judged).toBeGreaterThan(10);
});

it('sees a one-way door as a wall from behind, no nearer than a body that has just passed allows, and not at all from before', () => {
  const { mesh, ...world } = buildWorld(
    planOf([levelOf('hall', 0, [rectangle(0, 0, 10, 4)])], [], [doorOf('gate', 5, 0, 5, 4)]),
  );
  expect(world.report.warnings).toEqual([]);
  const index = indexCells(mesh);
  const [ox, oy] = mesh.origin;
  const right = locate(mesh, index, 0, 6 - ox, 2 - oy);
  const sideTwin = mesh.sideTwin.slice();
  sideTwin.forEach((twin, s) => {
    if (twin >= 0 && mesh.sideCell[s] === right) sideTwin[s] = -1;
  });
  const near = findNearWalls({ ...mesh, sideTwin });
  const crowd = createCrowd(1);
  const beside = createWallsBeside(near, 1);
  crowd.count = 1;
  crowd.body[BODY * 0 + RADIUS] = 0.25;
  /** Metres to the upright walls listed for a body at x. */
  const upright = (x: number) => {
    crowd.place.set([x - ox, 2 - oy]);
    crowd.cell[0] = locate(mesh, index, 0, x - ox, 2 - oy);
    gatherWalls(beside, crowd, 0, 1);
    const found: number[] = [];
    for (let k = 0; k < beside.count[0]; k++) {
      const wall = beside.wall[MOST_BESIDE * 0 + k];
      if (near.walls[wall + 2] === 0) found.push(x - ox - near.walls[wall]);
    }
    return found;
  };
  expect(upright(4.9)).toEqual([]);
  expect(upright(4.2)).toEqual([]);
  // As far as it is, where the body is clear of it; else a little less than the radius.
  for (const x of [5.9, 5.5, 5.26]) expect(upright(x)[0]).toBeCloseTo(x - 5, 9);
  for (const x of [5.001, 5.05, 5.1, 5.19, 5.24]) {
    const [distance, ...others] = upright(x);
    expect(others).toEqual([]);
    expect(distance).toBeLessThanOrEqual(0.25 + 1e-9);
    expect(distance).toBeGreaterThan(0.23 - 1e-9);
  }
});

/** Straight walls from corner to corner, each cut into pieces no shorter than the least, in any order, as the walls of one cell. */
function cutWalls(corners: readonly [number, number][], least: number, random: Random): NearWalls {
  const pieces: number[][] = [];
  for (let k = 0; k + 1 < corners.length; k++) {
    const [ax, ay] = corners[k];
    const [bx, by] = corners[k + 1];
    const long = Math.hypot(bx - ax, by - ay);
    for (let from = 0; from < long; ) {
      const rest = long - from;
      const piece = rest < 2 * least ? rest : least * (1 + random.unit());
      const share = from / long;
      const place = [ax + share * (bx - ax), ay + share * (by - ay)];
      pieces.splice(Math.floor(random.unit() * (pieces.length + 1)), 0, [
        ...place,
        (bx - ax) / long,
        (by - ay) / long,
        piece,
      ]);
      from += piece;
    }
  }
  return { first: Int32Array.of(0, pieces.length), walls: Float64Array.from(pieces.flat()) };
}

/** A corner of a room, floor at the left; its walls go on far beyond what anybody reaches. */
const CORNER: [number, number][] = [
  [0, 6],
  [0, 0],
  [6, 0],
];

function standAt(near: NearWalls, radius: number, x: number, y: number) {
  const crowd = createCrowd(1);
  const beside = createWallsBeside(near, 1);
  crowd.count = 1;
  crowd.cell[0] = 0;
  crowd.body[BODY * 0 + RADIUS] = radius;
  crowd.place.set([x, y]);
  gatherWalls(beside, crowd, 0, 1);
  return { crowd, beside };
}

it('lists the nearest walls first, however many there are, and all that a step can lead to', () => {
  const random = createRandom(5);
  for (let n = 0; n < 300; n++) {
    const near = cutWalls(CORNER, n % 2 === 0 ? 0.06 : 0.004, random);
    const radius = 0.15 + 0.1 * random.unit();
    const [x, y] = [radius + random.unit(), radius + random.unit()];
    const { beside } = standAt(near, radius, x, y);
    const farOf = (k: number) => {
      const [ax, ay, ux, uy, long] = near.walls.subarray(k, k + WALL) as unknown as number[];
      return distanceTo(x, y, ax!, ay!, ax! + long! * ux!, ay! + long! * uy!);
    };
    const listed = Array.from(beside.wall.subarray(0, beside.count[0]), farOf);
    const all = Array.from({ length: near.walls.length / WALL }, (_, w) => farOf(WALL * w)).sort((a, b) => a - b);
    listed.forEach((far, k) => expect(far).toBeCloseTo(all[k], 9));
    // With pieces of 6 cm or more, everything within the body and a step of 0.14 m.
    if (n % 2 === 0) expect(listed.length).toBeGreaterThanOrEqual(all.filter((far) => far < radius + 0.14).length);
    else if (all[MOST_BESIDE - 1] < WALL_REACH) expect(listed.length).toBe(MOST_BESIDE);
  }
});

it('slides and pushes along a wall cut into many pieces as along one that is not', () => {
  const random = createRandom(6);
  let met = 0;
  for (let n = 0; n < 500; n++) {
    const radius = 0.2;
    const [x, y] = [radius + 0.2 * random.unit(), radius + 0.5 * random.unit()];
    const wanted = [2 * (random.unit() - 0.5), 2 * (random.unit() - 0.5)];
    const results = [10, 0.1, 0.03].map((least) => {
      const { crowd, beside } = standAt(cutWalls(CORNER, least, random), radius, x, y);
      const velocity = Float64Array.from(wanted);
      slide(beside, crowd, 0, 0.1, velocity, 0);
      // Somebody else half a metre off, who pushes towards the walls.
      const contacts = createContacts(2, 1, 0.1);
      const two = createCrowd(2);
      two.count = 2;
      two.body[RADIUS] = radius;
      two.body[BODY + RADIUS] = 0.4;
      two.place.set([x, y, x + 0.5, y + 0.1]);
      contacts.before.set(two.place.subarray(0, 4));
      contacts.narrow.set([radius, 0.4]);
      contacts.active.set([0]);
      contacts.touch[0] = 1;
      contacts.touched[0] = 1;
      contacts.moved[0] = 1;
      pushApart(beside, two, contacts, 0, 0, 1);
      expect(contacts.moves[0]).toBe(1);
      return [...velocity, two.nextPlace[0], two.nextPlace[1]];
    });
    // A push looks at the walls as they were listed before it: who is shoved along them meets their ends, by some millimetres.
    for (const result of results.slice(1)) {
      result.forEach((value, k) => expect(Math.abs(value - results[0][k])).toBeLessThan(k < 2 ? 1e-9 : 3e-3));
    }
    if (Math.abs(results[0][0] - wanted[0]) > 1e-6) met++;
  }
  expect(met).toBeGreaterThan(50);
});
