/**
 * The walkable area of places with walls of no width, closed doors and stairs: valid polygons, told by a checker of its own, and true:
 * no floor on a wall, floor everywhere else.
 */
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../test/random.ts';
import { doorOf, levelOf, planOf, rectangle, type Ring, stairs } from '../../test/scenes/storeys.ts';
import { buildWorld } from '../build.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { indexCells, locate } from '../subdivision/locate.ts';
import { walkableWkt } from './walkable-wkt.ts';

type Point = [number, number];
/** An outline and its holes, without the first point again. */
type Polygon = Point[][];

function polygonsOf(wkt: string): Polygon[] {
  const text = wkt.startsWith('POLYGON') ? `(${wkt.slice(8)})` : wkt.slice('MULTIPOLYGON '.length);
  const nested = JSON.parse(
    text
      .replace(/-?[\d.]+(?:e-?\d+)? -?[\d.]+(?:e-?\d+)?/g, (pair) => `[${pair.replace(' ', ',')}]`)
      .replaceAll('(', '[')
      .replaceAll(')', ']'),
  ) as Polygon[];
  for (const ring of nested.flat()) expect(ring.pop()).toEqual(ring[0]);
  return nested;
}

const cross = ([ax, ay]: Point, [bx, by]: Point, [px, py]: Point) => (bx - ax) * (py - ay) - (by - ay) * (px - ax);
const same = ([ax, ay]: Point, [bx, by]: Point) => ax === bx && ay === by;

/** Is p on the segment from a to b, its ends included? */
function isOn(p: Point, a: Point, b: Point): boolean {
  const [lowX, highX] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [lowY, highY] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  return cross(a, b, p) === 0 && p[0] >= lowX && p[0] <= highX && p[1] >= lowY && p[1] <= highY;
}

/** 'no', 'corner' (they share an end and nothing else), 'point' (an end of one within the other), or 'line' (they cross or share more). */
function contact(a: Point, b: Point, p: Point, q: Point): 'no' | 'corner' | 'point' | 'line' {
  const isApart = [0, 1].some(
    (axis) =>
      Math.max(a[axis], b[axis]) < Math.min(p[axis], q[axis]) ||
      Math.max(p[axis], q[axis]) < Math.min(a[axis], b[axis]),
  );
  if (isApart) return 'no';
  const touching = [p, q].filter((one) => isOn(one, a, b)).length + [a, b].filter((one) => isOn(one, p, q)).length;
  if (touching > 0) {
    const isCorner = [a, b].some((one) => same(one, p) || same(one, q));
    return touching > 2 || (touching === 2 && !isCorner) ? 'line' : isCorner ? 'corner' : 'point';
  }
  const isAcross = cross(a, b, p) > 0 !== cross(a, b, q) > 0 && cross(p, q, a) > 0 !== cross(p, q, b) > 0;
  return isAcross ? 'line' : 'no';
}

function isInside(ring: Point[], [x, y]: Point): boolean {
  let isIn = false;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring.at(i - 1)!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
  });
  return isIn;
}

const isCovered = ([outline, ...holes]: Polygon, p: Point) =>
  isInside(outline, p) && !holes.some((hole) => isInside(hole, p));

/** A place within a ring, by the middle of a thin triangle at its corner that is farthest to the left. */
function placeIn(ring: Point[]): Point {
  const k = ring.reduce(
    (best, [x, y], i) => (x < ring[best][0] || (x === ring[best][0] && y < ring[best][1]) ? i : best),
    0,
  );
  const [p, a, b] = [ring[k], ring.at(k - 1)!, ring[(k + 1) % ring.length]];
  for (let share = 0.25; share > 1e-9; share /= 2) {
    const at: Point = [p[0] + share * (a[0] + b[0] - 2 * p[0]), p[1] + share * (a[1] + b[1] - 2 * p[1])];
    if (isInside(ring, at)) return at;
  }
  return p;
}

/** As OGC has it: rings simple, none crossing or sharing a line, holes in their outline, interiors apart. */
function invalidities(polygons: Polygon[]): string[] {
  const said: string[] = [];
  const rings = polygons.flatMap((polygon, of) => polygon.map((ring, hole) => ({ ring, of, hole })));
  const edges = rings.flatMap(({ ring }, r) => ring.map((a, k) => ({ a, b: ring[(k + 1) % ring.length], r, k })));
  for (let e = 0; e < edges.length; e++) {
    const { a, b, r, k } = edges[e];
    if (same(a, b)) said.push(`an edge without length at ${a}`);
    const c = rings[r].ring[(k + 2) % rings[r].ring.length];
    const sine = cross(a, b, c) / Math.hypot(b[0] - a[0], b[1] - a[1]) / Math.hypot(c[0] - b[0], c[1] - b[1]);
    const isBack = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0;
    if (isBack && Math.abs(sine) < 1e-6) said.push(`a ring turns back at ${b}`);
    for (let f = e + 1; f < edges.length; f++) {
      const other = edges[f];
      const is = contact(a, b, other.a, other.b);
      if (is === 'no') continue;
      const count = rings[r].ring.length;
      const isNext = other.r === r && (other.k === k + 1 || (k === 0 && other.k === count - 1));
      if (is === 'line') said.push(`edges cross or lie on each other: ${a} ${b} and ${other.a} ${other.b}`);
      else if (other.r === r && !isNext) said.push(`a ring meets itself at ${a}`);
    }
  }
  rings.forEach(({ ring, of, hole }) => {
    const inside = placeIn(ring);
    if (hole > 0 && !isInside(polygons[of][0], inside)) said.push(`a hole outside its outline at ${inside}`);
    rings.forEach((other) => {
      if (other.ring === ring || other.of !== of || hole === 0 || other.hole === 0) return;
      if (isInside(other.ring, inside)) said.push(`a hole in a hole at ${inside}`);
    });
    if (hole > 0) return;
    polygons.forEach((polygon, k) => {
      if (k !== of && isCovered(polygon, inside)) said.push(`an outline on another polygon at ${inside}`);
    });
  });
  return said;
}

const areaOf = (polygons: Polygon[]) =>
  polygons.flat().reduce((sum, ring) => {
    const twice = ring.reduce((all, [x, y], i) => all + ring.at(i - 1)![0] * y - x * ring.at(i - 1)![1], 0);
    return sum + twice / 2;
  }, 0);

const meshOf = (obstacles: Ring[], lines: Ring[], doors: Parameters<typeof planOf>[2] = []): CellMesh =>
  buildWorld({
    ...planOf([levelOf('room', 0, [rectangle(0, 0, 10, 6)], obstacles, lines)], [], doors),
    isAllWanted: true,
  }).mesh;

/** @param lost m² that thin walls take */
function check(mesh: CellMesh, count: number, lost: number): Polygon[] {
  const polygons = polygonsOf(walkableWkt(mesh, { level: 0 }));
  expect(invalidities(polygons)).toEqual([]);
  expect(polygons).toHaveLength(count);
  expect(areaOf(polygons)).toBeCloseTo(60 - lost, 9);
  return polygons;
}

describe('a wall without width', () => {
  it('through a floor is a gap of 2 cm between two polygons', () => {
    const [left, right] = check(meshOf([], [[5, 0, 5, 6]]), 2, 6 * 0.02).toSorted(([a], [b]) => a[0][0] - b[0][0]);
    expect(Math.max(...left[0].map(([x]) => x))).toBeCloseTo(4.99, 12);
    expect(Math.min(...right[0].map(([x]) => x))).toBeCloseTo(5.01, 12);
  });

  it('that ends in the floor is a notch, and one that stands free a hole, each as long as the wall', () => {
    check(meshOf([], [[5, 0, 5, 4]]), 1, 4 * 0.02);
    const [[, hole]] = check(meshOf([], [[3, 3, 7, 3]]), 1, 4 * 0.02);
    const xs = hole.map(([x]) => x);
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([3, 7]);
  });

  it('may meet, cross and bend', () => {
    check(
      meshOf(
        [],
        [
          [2, 3, 8, 3],
          [5, 1, 5, 5],
        ],
      ),
      1,
      10 * 0.02 - 0.02 ** 2,
    );
    check(
      meshOf(
        [],
        [
          [0, 3, 10, 3],
          [5, 3, 5, 6],
        ],
      ),
      3,
      13 * 0.02 - 0.02 * 0.01,
    );
    const bent = polygonsOf(walkableWkt(meshOf([], [[2, 1, 5, 1, 5, 4, 3, 2]])));
    expect(invalidities(bent)).toEqual([]);
    // From a pillar, along the line of its side.
    const pillar = polygonsOf(
      walkableWkt(
        meshOf(
          [rectangle(4, 2, 5, 3)],
          [
            [5, 3, 5, 6],
            [5, 2, 8, 2],
          ],
        ),
      ),
    );
    expect(invalidities(pillar)).toEqual([]);
  });

  it('takes less where walls are nearer to each other', () => {
    for (const apart of [0.1, 0.021, 0.019, 0.012, 0.006]) {
      const mesh = meshOf(
        [],
        [
          [2, 3, 8, 3],
          [2.5, 3 + apart, 7, 3 + apart],
        ],
      );
      expect(invalidities(polygonsOf(walkableWkt(mesh)))).toEqual([]);
    }
  });
});

it('stairs beside floor of the same level do not share an edge with it', () => {
  const plan = planOf(
    [levelOf('lower', 0, [rectangle(0, 0, 16, 4)]), levelOf('upper', 3, [rectangle(16, 0, 26, 4)])],
    [stairs('stairs', 0, 1, [10, 1, 10, 3, 16, 3, 16, 1])],
  );
  const { mesh } = buildWorld(plan);
  for (const level of [0, 1]) expect(invalidities(polygonsOf(walkableWkt(mesh, { level })))).toEqual([]);
});

/** Bars 0.1 m thick, lines of no width, and a door between two bars, all turned. */
function randomRoom(random: Random): { mesh: CellMesh; lines: Ring[] } {
  const bars = Array.from({ length: 2 }, () => {
    const [x, y] = [random.between(0.5, 9.5), random.between(0.5, 5.5)];
    const turned = random.between(0, Math.PI);
    const [ux, uy] = [Math.cos(turned), Math.sin(turned)];
    const long = random.between(0.5, 3);
    return [-long, -0.05, long, -0.05, long, 0.05, -long, 0.05].map((along, i, all) =>
      i % 2 === 0 ? x + along * ux - all[i + 1] * uy : y + all[i - 1] * uy + along * ux,
    );
  });
  const at = (): Point => [random.between(-0.5, 10.5), random.between(-0.5, 6.5)];
  const lines = Array.from({ length: 4 }, () => [...at(), ...at(), ...(random.between(0, 1) < 0.3 ? at() : [])]);
  const door = doorOf('gate', ...at(), ...at());
  return { mesh: meshOf(bars, lines, [door]), lines };
}

it('is valid and true in 150 rooms of bars, lines and doors', () => {
  const random = createRandom(17);
  let beside = 0;
  let onWalls = 0;
  for (let room = 0; room < 150; room++) {
    const { mesh, lines } = randomRoom(random);
    const closedDoors = new Set(room % 2 === 0 ? [] : ['gate']);
    const polygons = polygonsOf(walkableWkt(mesh, { closedDoors }));
    expect(invalidities(polygons), `room ${room}`).toEqual([]);
    const index = indexCells(mesh);
    const isFloor = ([x, y]: Point) => locate(mesh, index, 0, x - mesh.origin[0], y - mesh.origin[1]) !== NONE;
    for (const line of lines) {
      for (let share = 0.05; share < 1; share += 0.1) {
        const [dx, dy] = [line[2] - line[0], line[3] - line[1]];
        const p: Point = [line[0] + share * dx, line[1] + share * dy];
        // With floor on both sides of it: a line may also lie in a bar, or bound what is left out.
        const hair = 1e-4 / Math.hypot(dx, dy);
        if (![-hair, hair].every((side) => isFloor([p[0] - side * dy, p[1] + side * dx]))) continue;
        onWalls++;
        expect(polygons.some((polygon) => isCovered(polygon, p))).toBe(false);
      }
    }
    for (let k = 0; k < 20; k++) {
      const p: Point = [random.between(0, 10), random.between(0, 6)];
      const isCoveredHere = polygons.some((polygon) => isCovered(polygon, p));
      if (isCoveredHere) expect(isFloor(p)).toBe(true);
      else if (isFloor(p)) beside++;
    }
  }
  expect(onWalls).toBeGreaterThan(3000);
  // Of 3,000 places, those within 1 cm of a thin wall.
  expect(beside).toBeLessThan(90);
});
