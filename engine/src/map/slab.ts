/**
 * The slab cut: a 3D model (TriangleSoup) becomes a Plan with one level (L04 §3.1).
 *
 *     z ▲   ───────────────  ceiling, balcony: headroom, no obstacle
 *       │
 *  z0+h ┼ ─ ─ ─ ─ ─ ─ ─ ─ ─  ┐ whatever of a triangle lies between these two planes
 *       │    ║   ╔═══╗       │ is projected and is an obstacle
 *  z0+s ┼ ─ ─║─ ─╚═══╝─ ─ ─  ┤
 *    z0 ┼ ▁▁▁║▁▁▁▁▁▁▁▁▁▁▁    │ whatever is not too steep between these two is floor;
 *  z0−s ┼ ─ ─ ─ ─ ─ ─ ─ ─ ─  ┘ where there is none (tracks, voids, holes) the floor has an edge
 *
 * Every triangle is clipped to both slabs by two parallel planes, which leaves at most 5 corners: with area it is a
 * polygon, seen edge-on (a wall's face) it is a line. Vertices within TOGETHER of a plane count as on it, so that what
 * only touches a slab (a step exactly s high, a ceiling exactly at h) is not in it. A solid's inside is not filled: it
 * is enclosed by its faces' lines and polygons, and the map stage does not reach it.
 *
 * Winding is not trusted: a face is floor whichever way it looks, but for the undersides of building shells
 * (`hasFloor`). L04 takes every place without obstacle for floor; we ask for a floor. Cost: one pass over the triangles
 * after the two of the profile, objects only for those that touch a slab: 10⁶ triangles take 0.3 s when few do and 2 s
 * when all do.
 */
import { InputError } from '../core/errors.ts';
import type { BuildReport } from '../core/report.ts';
import { measureProfile, metres, suggestScale, warnOfHills } from './elevation-profile.ts';
import { chooseFloor, elsewhere, findSurfaces, type Surfaces } from './floor-elevation.ts';
import type { Plan, PlanLevel } from './plan.ts';
import { addPolygon, addWall, CORNERS, createPieces, linesOf, type Pieces, polygonsOf } from './slab-pieces.ts';
import { createSoupTriangle, FLAT, FLOOR_SLOPE, highestOf, loadTriangle, lowestOf } from './soup-triangle.ts';
import type { TriangleSoup } from './triangle-soup.ts';

export interface SlabOptions {
  /** Elevation z0 of the floor, metres; default: the lowest large level surface (map/floor-elevation.ts). */
  floor?: number | undefined;
  /** s, what a person steps over, metres; default 0.25. */
  stepHeight?: number | undefined;
  /** h, the height of a body, metres; default 2.0. */
  height?: number | undefined;
  /** Ground around the bounding box of a model that has no floor, metres; default 10. */
  margin?: number | undefined;
}

/** Metres. What is nearer than this is together: the tolerance of the planar map that follows. */
const TOGETHER = 1e-3;

export function cutSlab(soup: TriangleSoup, options: SlabOptions, report: BuildReport): Plan {
  const { stepHeight = 0.25, height = 2, margin = 10 } = options;
  checkOptions(options.floor ?? 0, stepHeight, height, margin);

  // 1. How much surface lies where.
  const profile = measureProfile(soup, report);
  suggestScale(profile, report);

  // 2. The floor's elevation.
  const surfaces = findSurfaces(soup, profile, stepHeight, height);
  const floor = options.floor ?? chooseFloor(surfaces, profile, height, report);

  // 3. Cut both slabs.
  const pieces = createPieces();
  for (let t = 0; 3 * t < soup.triangles.length; t++) {
    if (!loadTriangle(triangle, soup, t)) continue;
    cutObstacle(pieces, floor + stepHeight, floor + height);
    cutFloor(pieces, floor - stepHeight, floor + stepHeight, profile.turnedOver);
  }

  // 4. The plan.
  const lines = linesOf(pieces);
  const obstacles = polygonsOf(pieces.obstacles, 'obstacle');
  const walkable = polygonsOf(pieces.floor, 'walkable');
  if (lines.length + obstacles.length + walkable.length === 0) {
    throw new InputError(
      soup.name,
      `no floor and no obstacle between z ${metres(floor - stepHeight)} and ${metres(floor + height)}`,
      `the model spans z ${metres(profile.low)} to ${metres(profile.high)}${elsewhere(' with level surfaces', surfaces, floor)}: choose --floor`,
    );
  }
  const isFloored = hasFloor(pieces, lines.length + obstacles.length > 0);
  if (isFloored) warnOfHills(profile, floor, stepHeight, pieces.floorUp, report);
  else sayNoFloor(pieces, surfaces, floor, stepHeight, margin, report);
  const level: PlanLevel = {
    name: '0',
    elevation: floor,
    polygons: isFloored ? obstacles.concat(walkable) : obstacles,
    lines,
    floor: isFloored ? 'polygons' : 'box',
    margin,
  };
  return { name: soup.name, frame: soup.frame, levels: [level], doors: [], links: [] };
}

function checkOptions(floor: number, stepHeight: number, height: number, margin: number): void {
  if (!Number.isFinite(floor)) throw new InputError('--floor', `${floor} is no elevation`, 'give metres');
  if (!(stepHeight >= 0 && stepHeight < Infinity)) {
    throw new InputError('--step-height', `${stepHeight} is no height`, 'give metres, 0 or more');
  }
  if (!(height > stepHeight + TOGETHER && height < Infinity)) {
    throw new InputError('--height', `${height} is not above the step height ${stepHeight}`, 'give metres, say 2.0');
  }
  if (!(margin >= 0 && margin < Infinity)) throw new InputError('--margin', `${margin} is no length`, 'give metres');
}

// ── Clipping ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** The triangle at hand. */
const triangle = createSoupTriangle();

/** What is left of it after one plane, and after both; x, y, z. */
const halfClipped = new Float64Array(3 * (CORNERS - 1));
const clipped = new Float64Array(3 * CORNERS);

/** Clip the triangle at hand to bottom ≤ z ≤ top into `clipped`; how many corners are left. */
function clip(bottom: number, top: number): number {
  const left = clipByPlane(triangle.corner, 3, bottom, 1, halfClipped);
  return clipByPlane(halfClipped, left, top, -1, clipped);
}

/** Keep what of a convex polygon has side · (z − plane) ≥ 0, after Sutherland and Hodgman. */
function clipByPlane(from: Float64Array, count: number, plane: number, side: number, into: Float64Array): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const p = 3 * i;
    const q = 3 * ((i + 1) % count);
    const above = side * heightOver(plane, from[p + 2]);
    const nextAbove = side * heightOver(plane, from[q + 2]);
    if (above >= 0) {
      into[kept++] = from[p];
      into[kept++] = from[p + 1];
      into[kept++] = from[p + 2];
    }
    if ((above < 0 && nextAbove > 0) || (above > 0 && nextAbove < 0)) {
      // Always from the outer to the inner end: the neighbour across this edge finds the very same point.
      const outer = above < 0 ? p : q;
      const inner = above < 0 ? q : p;
      const t = Math.min(above, nextAbove) / (Math.min(above, nextAbove) - Math.max(above, nextAbove));
      into[kept++] = from[outer] + t * (from[inner] - from[outer]);
      into[kept++] = from[outer + 1] + t * (from[inner + 1] - from[outer + 1]);
      into[kept++] = plane;
    }
  }
  return kept / 3;
}

function heightOver(plane: number, z: number): number {
  const above = z - plane;
  return Math.abs(above) <= TOGETHER ? 0 : above;
}

/** The part of the triangle at hand between two planes, as an obstacle. Lying in one of the planes is not between them. */
function cutObstacle(pieces: Pieces, bottom: number, top: number): void {
  if (heightOver(bottom, highestOf(triangle)) <= 0 || heightOver(top, lowestOf(triangle)) >= 0) return;
  const count = clip(bottom, top);
  if (count < 3) return;
  // A triangle seen edge-on lies on the segment between its two corners furthest apart.
  if (widest(triangle.corner, 3) && width(triangle.corner, 3) <= TOGETHER) addSegment(pieces, triangle.corner, count);
  else if (!widest(clipped, count)) return;
  else if (width(clipped, count) <= TOGETHER) addSegment(pieces, clipped, count);
  else addPolygon(pieces.obstacles, clipped, count);
}

/** The part of the triangle at hand between two planes, both included, as floor, unless it is too steep. */
function cutFloor(pieces: Pieces, bottom: number, top: number, turnedOver: boolean): void {
  if (triangle.slope > FLOOR_SLOPE) return;
  if (heightOver(bottom, highestOf(triangle)) < 0 || heightOver(top, lowestOf(triangle)) > 0) return;
  const count = clip(bottom, top);
  if (count < 3 || !widest(clipped, count) || width(clipped, count) <= FLAT) return;
  const area = addPolygon(pieces.floor, clipped, count);
  if (triangle.normal[2] > 0 !== turnedOver) pieces.floorUp += area;
  else pieces.floorDown += area;
}

/** The two corners of a polygon that lie furthest apart in plan. */
let endA = 0;
let endB = 0;

/** Finds them; false if all corners lie at one point. */
function widest(points: Float64Array, count: number): boolean {
  let most = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    for (let j = i + 3; j < 3 * count; j += 3) {
      const dx = points[j] - points[i];
      const dy = points[j + 1] - points[i + 1];
      if (dx * dx + dy * dy > most) {
        most = dx * dx + dy * dy;
        endA = i;
        endB = j;
      }
    }
  }
  return most > 0;
}

/** The extent of a polygon in plan across the line from endA to endB. */
function width(points: Float64Array, count: number): number {
  const dx = points[endB] - points[endA];
  const dy = points[endB + 1] - points[endA + 1];
  let left = 0;
  let right = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const across = dx * (points[i + 1] - points[endA + 1]) - dy * (points[i] - points[endA]);
    left = Math.max(left, across);
    right = Math.min(right, across);
  }
  return (left - right) / Math.sqrt(dx * dx + dy * dy);
}

/** Add what `clipped` covers of the segment from endA to endB of `points`. */
function addSegment(pieces: Pieces, points: Float64Array, count: number): void {
  // One direction for both faces of a wall: from the end with the smaller x, then y.
  const forward = points[endA] - points[endB] || points[endA + 1] - points[endB + 1];
  const a = forward < 0 ? endA : endB;
  const b = forward < 0 ? endB : endA;
  const ax = points[a];
  const ay = points[a + 1];
  const dx = points[b] - ax;
  const dy = points[b + 1] - ay;
  let from = 1;
  let to = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const t = ((clipped[i] - ax) * dx + (clipped[i + 1] - ay) * dy) / (dx * dx + dy * dy);
    from = Math.min(from, Math.max(t, 0));
    to = Math.max(to, Math.min(t, 1));
  }
  addWall(pieces, points, a, b, from, to);
}

// ── Floor or not ──────────────────────────────────────────────────────────────────────────────────────────────────

/** Level faces that nearly all look down, in a model that is not turned over and has walls, are undersides of shells. */
function hasFloor(pieces: Pieces, isWalled: boolean): boolean {
  if (pieces.floorUp + pieces.floorDown === 0) return false;
  return !isWalled || pieces.floorUp >= 0.1 * pieces.floorDown;
}

/** A level without floor gets a ground plane, and it is said. */
function sayNoFloor(
  pieces: Pieces,
  surfaces: Surfaces,
  floor: number,
  stepHeight: number,
  margin: number,
  report: BuildReport,
): void {
  const ground = `the ground is the bounding box and ${margin} m around it`;
  report.notes.push(
    pieces.floorDown > 0
      ? `what is level near z ${metres(floor)} faces down, as undersides of buildings do: no floor, ${ground}; --seed-point chooses the inside of a building`
      : `no floor within ${metres(stepHeight)} m of z ${metres(floor)}${elsewhere(', level surfaces', surfaces, floor)}: ${ground}`,
  );
}
