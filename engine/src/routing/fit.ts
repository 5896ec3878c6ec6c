/**
 * The nearest place where a disc fits: for starts and goals in a wall, outside, or too near to a wall (planning.md §2).
 *
 * Where a disc's centre may be ends at lines beside walls and at circles around their ends, both at the radius. The
 * nearest such place is nearest on one of them, or where two of them meet: all of these near the point are tried, nearest
 * first. A place on floor is only moved where no wall lies between. Cost: the square of the walls within reach.
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import { clearance, type ClearanceScratch } from '../subdivision/clearance.ts';
import { type CellIndex, locate, nearestWalkable, type Place } from '../subdivision/locate.ts';
import { createWalkResult, walk } from '../subdivision/walk.ts';

/** Metres nearer than the radius that still fit: rounding. */
const NEARER = 1e-9;
/** Walls and ends of walls looked at; the nearest of them. */
const MOST_CURVES = 96;

/** A line beside a wall (from a along e, on the floor side), or a circle around an end. */
interface Curve {
  isCircle: boolean;
  x: number;
  y: number;
  ex: number;
  ey: number;
  long: number;
  distance: number;
}

/** @returns whether there is one within reach; it is put into `place` */
export function nearestFit(
  mesh: CellMesh,
  index: CellIndex,
  scratch: ClearanceScratch,
  level: number,
  x: number,
  y: number,
  radius: number,
  within: number,
  place: Place,
): boolean {
  const here = locate(mesh, index, level, x, y);
  if (here === NONE || !fits(mesh, scratch, here, x, y, radius)) {
    const found = lookAround(mesh, index, scratch, level, here, x, y, radius, within);
    if (found !== undefined) Object.assign(place, found);
    return found !== undefined;
  }
  place.cell = here;
  place.x = x;
  place.y = y;
  place.distance = 0;
  return true;
}

/** @param here cell of a place that does not fit, or NONE */
function lookAround(
  mesh: CellMesh,
  index: CellIndex,
  scratch: ClearanceScratch,
  level: number,
  here: number,
  x: number,
  y: number,
  radius: number,
  within: number,
): Place | undefined {
  const floor = nearestWalkable(mesh, index, level, x, y, within);
  if (floor === undefined || (here === NONE && fits(mesh, scratch, floor.cell, floor.x, floor.y, radius))) return floor;
  const candidates: { x: number; y: number; distance: number }[] = [];
  const propose = (px: number, py: number) => {
    const distance = Math.sqrt((px - x) ** 2 + (py - y) ** 2);
    if (distance <= within) candidates.push({ x: px, y: py, distance });
  };
  // A hair further out than asked for, so that rounding does not put the place too near again.
  const out = radius + NEARER / 4;
  const curves = curvesNear(mesh, floor.cell, x, y, within + radius);
  for (const [i, curve] of curves.entries()) {
    proposeNearest(curve, x, y, out, propose);
    for (const other of curves.slice(0, i)) proposeMeetings(curve, other, out, propose);
  }
  candidates.sort((a, b) => a.distance - b.distance || a.x - b.x || a.y - b.y);
  const way = createWalkResult();
  for (const place of candidates) {
    const cell = locate(mesh, index, level, place.x, place.y);
    if (cell === NONE || !fits(mesh, scratch, cell, place.x, place.y, radius)) continue;
    if (here !== NONE) {
      walk(mesh, here, x, y, place.x, place.y, way);
      if (!way.reached) continue;
    }
    return { cell, ...place };
  }
  return undefined;
}

function fits(mesh: CellMesh, scratch: ClearanceScratch, cell: number, x: number, y: number, radius: number): boolean {
  if (radius === 0 || isFarFromSides(mesh, cell, x, y, radius)) return true;
  return clearance(mesh, scratch, cell, x, y, radius) >= radius - NEARER;
}

/** Is a point of a cell further from the line of each of its sides than the radius? Then nothing else is near. */
function isFarFromSides(mesh: CellMesh, cell: number, x: number, y: number, radius: number): boolean {
  const { vertices, sideVertex, cellFirst } = mesh;
  const last = cellFirst[cell + 1]!;
  const squared = radius * radius;
  let a = 2 * sideVertex[last - 1]!;
  for (let s = cellFirst[cell]!; s < last; s++) {
    const b = 2 * sideVertex[s]!;
    const ex = vertices[b]! - vertices[a]!;
    const ey = vertices[b + 1]! - vertices[a + 1]!;
    const beside = ex * (y - vertices[a + 1]!) - ey * (x - vertices[a]!);
    if (beside * beside < squared * (ex * ex + ey * ey)) return false;
    a = b;
  }
  return true;
}

/** Walls, and ends of walls, of the cells within reach. */
function curvesNear(mesh: CellMesh, cell: number, x: number, y: number, reach: number): Curve[] {
  const { vertices, sideVertex, sideTwin } = mesh;
  const seen = new Set([cell]);
  const ends = new Set<number>();
  const curves: Curve[] = [];
  for (const c of seen) {
    for (let s = mesh.cellFirst[c]!; s < mesh.cellFirst[c + 1]!; s++) {
      const a = 2 * sideVertex[s]!;
      const b = 2 * sideVertex[nextSideOf(mesh, s)]!;
      const ax = vertices[a]!;
      const ay = vertices[a + 1]!;
      const long = Math.sqrt((vertices[b]! - ax) ** 2 + (vertices[b + 1]! - ay) ** 2);
      const ex = (vertices[b]! - ax) / long;
      const ey = (vertices[b + 1]! - ay) / long;
      const along = Math.min(long, Math.max(0, (x - ax) * ex + (y - ay) * ey));
      const distance = Math.sqrt((ax + along * ex - x) ** 2 + (ay + along * ey - y) ** 2);
      if (distance > reach) continue;
      if (sideTwin[s] !== NONE) {
        if (seen.size < MOST_CURVES) seen.add(mesh.sideCell[sideTwin[s]!]!);
        continue;
      }
      curves.push({ isCircle: false, x: ax, y: ay, ex, ey, long, distance });
      for (const end of [a, b]) {
        if (ends.has(end)) continue;
        ends.add(end);
        const [cx, cy] = [vertices[end]!, vertices[end + 1]!];
        const far = Math.sqrt((cx - x) ** 2 + (cy - y) ** 2);
        curves.push({ isCircle: true, x: cx, y: cy, ex: 0, ey: 0, long: 0, distance: far });
      }
    }
  }
  return curves.sort((a, b) => a.distance - b.distance).slice(0, MOST_CURVES);
}

function proposeNearest(
  curve: Curve,
  x: number,
  y: number,
  out: number,
  propose: (x: number, y: number) => void,
): void {
  const dx = x - curve.x;
  const dy = y - curve.y;
  if (curve.isCircle) {
    const far = Math.sqrt(dx * dx + dy * dy);
    if (far > 0) propose(curve.x + (out * dx) / far, curve.y + (out * dy) / far);
    return;
  }
  const along = dx * curve.ex + dy * curve.ey;
  if (along < 0 || along > curve.long) return;
  propose(curve.x + along * curve.ex - out * curve.ey, curve.y + along * curve.ey + out * curve.ex);
}

function proposeMeetings(a: Curve, b: Curve, out: number, propose: (x: number, y: number) => void): void {
  if (a.isCircle && b.isCircle) {
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const squared = dx * dx + dy * dy;
    if (squared === 0 || squared > 4 * out * out) return;
    const aside = Math.sqrt(out * out - squared / 4) / Math.sqrt(squared);
    propose(a.x + dx / 2 - aside * dy, a.y + dy / 2 + aside * dx);
    propose(a.x + dx / 2 + aside * dy, a.y + dy / 2 - aside * dx);
  } else if (a.isCircle || b.isCircle) {
    const [line, circle] = a.isCircle ? [b, a] : [a, b];
    const px = line.x - out * line.ey;
    const py = line.y + out * line.ex;
    const along = (circle.x - px) * line.ex + (circle.y - py) * line.ey;
    const beside = (circle.x - px) * line.ey - (circle.y - py) * line.ex;
    if (Math.abs(beside) > out) return;
    const half = Math.sqrt(out * out - beside * beside);
    for (const t of [along - half, along + half]) propose(px + t * line.ex, py + t * line.ey);
  } else {
    const sine = a.ex * b.ey - a.ey * b.ex;
    if (Math.abs(sine) < 1e-9) return;
    const px = a.x - out * a.ey;
    const py = a.y + out * a.ex;
    const dx = b.x - out * b.ey - px;
    const dy = b.y + out * b.ex - py;
    const t = (dx * b.ey - dy * b.ex) / sine;
    propose(px + t * a.ex, py + t * a.ey);
  }
}
