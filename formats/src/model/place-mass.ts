/**
 * World → what is solid of a level: pillars, shops and houses, what is between rooms, and a band around the outside that stands for the
 * outer walls. And what kind each wall is, for walls between floor and floor have no thickness, and rails stand around stairs.
 *
 * What the floor encloses are the triangles of the constrained triangulation that are no floor and that the outside does not reach. The
 * rest comes from offsetting: the outer borders are widened by WALL_WIDTH, and gaps narrower than twice CLOSED are filled on the way
 * (widened by more and narrowed again). Linear for the triangles; the offset takes only outer borders, which are short.
 */
import {
  GrowableFloats,
  GrowableInts,
  NONE,
  type PlanLink,
  type Triangulation,
  WALL,
  type World,
} from '@foulee/engine';
import {
  Clipper,
  ClipType,
  EndType,
  FillRule,
  JoinType,
  type PathD,
  type PathsD,
  type PolyPathD,
  PolyTreeD,
} from 'clipper2-ts';
import { GLASS_WALL, NO_WALL, RAIL, SOLID_WALL, THIN_WALL } from './wall-kinds.ts';

export interface LevelMass {
  /** Triangles, x, y. */
  tops: Float64Array;
  /** Two corners each, x, y, of what faces the outside; what is solid is on the left. */
  outline: readonly number[];
  /** Walls of the floor, two corners each, x, y; the floor is on the left. */
  walls: Float64Array;
  /** The kind of each wall. */
  kinds: Int32Array;
}

/** Metres: outer walls, gaps that are closed (half), digits that count. */
const WALL_WIDTH = 0.3;
const CLOSED = 2;
const DIGITS = 3;
/** How far behind a wall one looks for stairs. */
const BEHIND = 0.02;

const FLOOR = 1;

type Quad = number[];

export function drawMass(world: World, level: number): LevelMass {
  const { plan, mesh } = world;
  const map = world.maps[level];
  const t = world.triangulations[level];
  const quadOf = ({ corners }: PlanLink): Quad => [...corners].map((value, k) => value - mesh.origin[k % 2]);
  const upwards = plan.links.filter(({ lower }) => lower === level).map(quadOf);
  const downwards = plan.links.filter(({ upper }) => upper === level).map(quadOf);
  const quads = [...upwards, ...downwards];
  const isOutside = floodOutside(t);
  const tops = new GrowableFloats();
  const walls = new GrowableFloats();
  const kinds = new GrowableInts();
  const { vertices, corner, region, twin: twins, constraint } = t;
  /** Edges of the outer borders, by the vertex they start from. */
  const border = new Map<number, number[]>();
  for (let triangle = 0; triangle < t.triangleCount; triangle++) {
    const isFloor = region[triangle] === FLOOR;
    if (!isFloor && isOutside[triangle] === 0) addTop(tops, t, triangle, quads);
    if (!isFloor) continue;
    for (let k = 0; k < 3; k++) {
      const e = 3 * triangle + k;
      const twin = twins[e];
      const behind = twin === NONE ? NONE : Math.floor(twin / 3);
      if (behind !== NONE && region[behind] !== FLOOR && isOutside[behind] === 1) {
        const known = border.get(corner[e]);
        if (known === undefined) border.set(corner[e], [e]);
        else known.push(e);
      }
      const segment = constraint[e];
      if (segment === NONE || map.segmentKind[segment] !== WALL) continue;
      const [a, b] = [2 * corner[e], 2 * corner[nextOf(e)]];
      const [ax, ay, bx, by] = [vertices[a], vertices[a + 1], vertices[b], vertices[b + 1]];
      walls.push(ax);
      walls.push(ay);
      walls.push(bx);
      walls.push(by);
      const isThin = behind !== NONE && region[behind] === FLOOR;
      if (isThin) kinds.push(map.segmentGlass[segment] === 1 ? GLASS_WALL : THIN_WALL);
      else if (map.segmentBoundary[segment] === 1) kinds.push(NO_WALL);
      else if (quads.length === 0) kinds.push(SOLID_WALL);
      else {
        const long = Math.hypot(bx - ax, by - ay) || 1;
        const x = (ax + bx) / 2 + (BEHIND * (by - ay)) / long;
        const y = (ay + by) / 2 - (BEHIND * (bx - ax)) / long;
        const isBehind = (quad: Quad) => isIn(quad, x, y);
        kinds.push(upwards.some(isBehind) ? NO_WALL : downwards.some(isBehind) ? RAIL : SOLID_WALL);
      }
    }
  }
  const band = bandAround(ringsOf(t, border, map.segmentBoundary), quads);
  for (const value of band.tops) tops.push(value);
  return { tops: tops.values(), outline: band.outline, walls: walls.values(), kinds: kinds.values() };
}

const nextOf = (e: number) => (e % 3 === 2 ? e - 2 : e + 1);

function endsOf(t: Triangulation, e: number): [number, number, number, number] {
  const a = 2 * t.corner[e];
  const b = 2 * t.corner[nextOf(e)];
  return [t.vertices[a], t.vertices[a + 1], t.vertices[b], t.vertices[b + 1]];
}

/** Triangles without floor that one reaches from the frame over others without floor: 1. */
function floodOutside(t: Triangulation): Uint8Array {
  const isOutside = new Uint8Array(t.triangleCount);
  const open: number[] = [];
  for (let e = 0; e < 3 * t.triangleCount; e++) {
    const triangle = Math.floor(e / 3);
    if (t.twin[e] !== NONE || isOutside[triangle] === 1) continue;
    isOutside[triangle] = 1;
    open.push(triangle);
  }
  while (open.length > 0) {
    const triangle = open.pop()!;
    for (let k = 0; k < 3; k++) {
      const twin = t.twin[3 * triangle + k];
      if (twin === NONE) continue;
      const other = Math.floor(twin / 3);
      if (isOutside[other] === 1 || t.region[other] === FLOOR) continue;
      isOutside[other] = 1;
      open.push(other);
    }
  }
  return isOutside;
}

function addTop(tops: GrowableFloats, { corner, vertices }: Triangulation, triangle: number, quads: readonly Quad[]) {
  if (quads.length > 0) {
    let [x, y] = [0, 0];
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
      x += vertices[2 * corner[e]] / 3;
      y += vertices[2 * corner[e] + 1] / 3;
    }
    // Stairs go up or down here.
    if (quads.some((quad) => isIn(quad, x, y))) return;
  }
  for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
    tops.push(vertices[2 * corner[e]]);
    tops.push(vertices[2 * corner[e] + 1]);
  }
}

/** Is a place in a convex quadrilateral, whichever way round that is? */
function isIn(quad: Quad, x: number, y: number): boolean {
  let sign = 0;
  for (let k = 0; k < 4; k++) {
    const [ax, ay] = [quad[2 * k], quad[2 * k + 1]];
    const [bx, by] = [quad[(2 * k + 2) % 8], quad[(2 * k + 3) % 8]];
    const turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    if (turn * sign < 0) return false;
    if (turn !== 0) sign = Math.sign(turn);
  }
  return true;
}

/**
 * Half-edges by the vertex they start from → closed rings. At a vertex where rings touch, either way on is right: what they wind around
 * is the same. Rings that are open ends for the most part are left out: there is no outer wall.
 */
function ringsOf(t: Triangulation, border: Map<number, number[]>, isOpenEnd: Uint8Array): PathsD {
  const rings: PathsD = [];
  for (const starts of border.values()) {
    while (starts.length > 0) {
      const ring: PathD = [];
      let length = 0;
      let open = 0;
      let e = starts.pop();
      while (e !== undefined) {
        const [ax, ay, bx, by] = endsOf(t, e);
        ring.push({ x: ax, y: ay });
        const long = Math.hypot(bx - ax, by - ay);
        length += long;
        if (t.constraint[e] !== NONE && isOpenEnd[t.constraint[e]] === 1) open += long;
        e = border.get(t.corner[nextOf(e)])?.pop();
      }
      if (ring.length > 2 && open < length / 2) rings.push(ring);
    }
  }
  return rings;
}

interface Band {
  tops: number[];
  outline: number[];
}

/** Bands made last, by what they are around: most changes of a place leave its outside as it is. */
const known = new Map<string, Band>();
const MOST_KNOWN = 16;

function bandAround(rings: PathsD, quads: readonly Quad[]): Band {
  // However the rings are numbered, and wherever they begin.
  const name = JSON.stringify([rings.map(nameOf).sort(), quads]);
  const band = known.get(name) ?? surround(rings, quads);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, band);
  return band;
}

/** A ring from its leftmost, lowest point on. */
function nameOf(ring: PathD): string {
  let first = 0;
  ring.forEach(({ x, y }, k) => {
    const least = ring[first];
    if (x < least.x || (x === least.x && y < least.y)) first = k;
  });
  return [...ring.slice(first), ...ring.slice(0, first)].map(({ x, y }) => `${x} ${y}`).join();
}

/** The band around outer rings, with narrow gaps between them filled. */
function surround(rings: PathsD, quads: readonly Quad[]): Band {
  const band: Band = { tops: [], outline: [] };
  if (rings.length === 0) return band;
  const inflate = (paths: PathsD, by: number) =>
    Clipper.inflatePathsD(paths, by, JoinType.Miter, EndType.Polygon, 2, DIGITS);
  const floor = Clipper.unionD(rings, [], FillRule.NonZero, DIGITS);
  const wide = inflate(floor, WALL_WIDTH + CLOSED).filter((path) => Clipper.areaD(path) > 0);
  const around = inflate(wide, -CLOSED).filter((path) => Clipper.areaD(path) > 0);
  const wells: PathsD = quads.map((quad) => {
    const path = [0, 1, 2, 3].map((k) => ({ x: quad[2 * k], y: quad[2 * k + 1] }));
    return Clipper.areaD(path) > 0 ? path : path.toReversed();
  });
  for (const path of around) {
    path.forEach(({ x, y }, k) => {
      const to = path[(k + 1) % path.length];
      band.outline.push(x, y, to.x, to.y);
    });
  }
  const tree = new PolyTreeD();
  Clipper.booleanOpDWithPolyTree(ClipType.Difference, around, [...floor, ...wells], tree, FillRule.NonZero, DIGITS);
  for (let k = 0; k < tree.count; k++) fillIn(band, tree.child(k));
  return band;
}

/** A polygon and its holes become triangles; so do polygons in its holes. */
function fillIn(band: Band, outer: PolyPathD): void {
  const paths: PathsD = [outer.poly ?? []];
  for (let k = 0; k < outer.count; k++) {
    const hole = outer.child(k);
    paths.push(hole.poly ?? []);
    for (let j = 0; j < hole.count; j++) fillIn(band, hole.child(j));
  }
  for (const [a, b, c] of Clipper.triangulateD(paths, DIGITS).solution) {
    const isTurned = (b.x - a.x) * (c.y - a.y) < (b.y - a.y) * (c.x - a.x);
    for (const { x, y } of isTurned ? [a, c, b] : [a, b, c]) band.tops.push(x, y);
  }
}
