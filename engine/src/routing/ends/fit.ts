/**
 * The nearest place where a disc fits: for starts and goals in a wall, outside, or too near to a wall.
 *
 * Where a disc's centre may be ends at lines beside walls and at circles around their ends, both at the radius. The
 * nearest such place is nearest on one of them, or where two of them meet: all of these near the point are tried, nearest
 * first. A place on floor is only moved where no wall lies between. Cost: the square of the walls within reach.
 */
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { nextSideOf } from '../../subdivision/cells.ts';
import { clearance, type ClearanceScratch } from '../../subdivision/clearance.ts';
import { type CellIndex, locate, nearestWalkable, type Place } from '../../subdivision/locate.ts';
import { isUnchanged, type SameCells } from '../../subdivision/same-cells.ts';
import { aimWalk, createWalkResult, walk } from '../../subdivision/walk.ts';

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

/** Where places are looked for. */
export interface FitFloor {
  mesh: CellMesh;
  cells: CellIndex;
  clearance: ClearanceScratch;
}

/** Where a disc should be. */
export interface WantedPlace {
  level: number;
  x: number;
  y: number;
  radius: number;
}

/** @returns whether there is one within reach; it is put into `place` */
export function nearestFit(floor: FitFloor, wanted: WantedPlace, within: number, place: Place): boolean {
  const { level, x, y, radius } = wanted;
  const here = locate(floor.mesh, floor.cells, level, x, y);
  if (here === NONE || !fits(floor.mesh, floor.clearance, here, x, y, radius)) {
    const found = lookAround(floor, wanted, within, here);
    if (found !== undefined) Object.assign(place, found);
    return found !== undefined;
  }
  place.cell = here;
  place.x = x;
  place.y = y;
  place.distance = 0;
  return true;
}

/** What was found before, by point and radius: many people head for the same goal, and looking around it takes long. */
export interface KnownFits {
  /** FIT numbers per place: level, x, y and radius asked for; x, y and distance found. */
  numbers: Float64Array;
  /** Cell found; NONE: there is no room. */
  cell: Int32Array;
  /** A point, and the same as whole numbers. */
  point: Float64Array;
  bits: Uint32Array;
}

const FIT = 7;
/** An end of a way is moved so far at most, metres; or four times the radius, if that is more. */
const MOVED_AT_MOST = 1;
/** Metres: beyond what is looked at, whatever is rounded. */
const NEAR = 0.01;
/** Places remembered; another one of the same number takes its place. */
const MOST_KNOWN = 1024;

export function createKnownFits(): KnownFits {
  const point = new Float64Array(2);
  return {
    numbers: new Float64Array(FIT * MOST_KNOWN).fill(NaN),
    cell: new Int32Array(MOST_KNOWN),
    point,
    bits: new Uint32Array(point.buffer),
  };
}

/** Metres: somebody is moved so far at most to where there is room. */
export function fitReach(radius: number): number {
  return Math.max(MOVED_AT_MOST, 4 * radius);
}

/** What is known still when the place has changed: where nothing near enough to matter is new. */
export function fitsAfter(before: KnownFits, same: SameCells): KnownFits {
  const known = createKnownFits();
  for (let k = 0; k < MOST_KNOWN; k++) {
    const [, x, y, radius] = before.numbers.subarray(FIT * k, FIT * (k + 1));
    const far = fitReach(radius!) + 2 * radius! + NEAR;
    const found = before.cell[k] === NONE ? NONE : same.cellNow[before.cell[k]];
    const isLost = found === NONE && before.cell[k] !== NONE;
    if (Number.isNaN(x!) || isLost || !isUnchanged(same, x! - far, y! - far, x! + far, y! + far)) continue;
    known.numbers.set(before.numbers.subarray(FIT * k, FIT * (k + 1)), FIT * k);
    known.cell[k] = found;
  }
  return known;
}

/** As `nearestFit` within `fitReach`, for one mesh. */
export function nearestKnownFit(known: KnownFits, floor: FitFloor, wanted: WantedPlace, place: Place): boolean {
  const { numbers, cell, point, bits } = known;
  const { level, x, y, radius } = wanted;
  point[0] = x;
  point[1] = y;
  const mixed = Math.imul(bits[0] ^ Math.imul(bits[1], 0x9e3779b1), 0x85ebca77) ^ Math.imul(bits[2], 0xc2b2ae3d);
  const k =
    ((mixed ^ Math.imul(bits[3], 0x27d4eb2f) ^ Math.imul(Math.floor(1000 * radius), 0x165667b1)) >>> 7) % MOST_KNOWN;
  const at = FIT * k;
  if (!(numbers[at] === level && numbers[at + 1] === x && numbers[at + 2] === y && numbers[at + 3] === radius)) {
    const isFound = nearestFit(floor, wanted, fitReach(radius), place);
    numbers[at] = level;
    numbers[at + 1] = x;
    numbers[at + 2] = y;
    numbers[at + 3] = radius;
    numbers[at + 4] = place.x;
    numbers[at + 5] = place.y;
    numbers[at + 6] = place.distance;
    cell[k] = isFound ? place.cell : NONE;
    return isFound;
  }
  if (cell[k] === NONE) return false;
  place.cell = cell[k];
  place.x = numbers[at + 4];
  place.y = numbers[at + 5];
  place.distance = numbers[at + 6];
  return true;
}

/** @param here cell of a place that does not fit, or NONE */
function lookAround(floor: FitFloor, wanted: WantedPlace, within: number, here: number): Place | undefined {
  const { mesh, cells, clearance: scratch } = floor;
  const { level, x, y, radius } = wanted;
  const nearest = nearestWalkable(mesh, cells, level, x, y, within);
  if (nearest === undefined) return undefined;
  if (here === NONE && fits(mesh, scratch, nearest.cell, nearest.x, nearest.y, radius)) return nearest;
  const way = createWalkResult();
  const cellFor = (place: Candidate) => {
    const cell = locate(mesh, cells, level, place.x, place.y);
    if (cell === NONE || !fits(mesh, scratch, cell, place.x, place.y, radius)) return NONE;
    if (here === NONE) return cell;
    walk(mesh, here, aimWalk(way, x, y, place.x, place.y));
    return way.reached ? cell : NONE;
  };
  // A hair further out than asked for, so that rounding does not put the place too near again.
  const out = radius + NEARER / 4;
  const curves = curvesNear(mesh, nearest.cell, x, y, within + radius);
  let candidates: Candidate[] = [];
  let most = within;
  const propose = (px: number, py: number) => {
    const distance = Math.sqrt((px - x) ** 2 + (py - y) ** 2);
    if (distance <= most) candidates.push({ x: px, y: py, distance });
  };
  for (const curve of curves) proposeNearest(curve, x, y, out, propose);
  candidates.sort(byDistance);
  const first = candidates.find((place) => cellFor(place) !== NONE);
  // Where two curves meet counts only if it is nearer: those that come no nearer themselves need not be looked at.
  if (first !== undefined) {
    most = first.distance;
    candidates = candidates.slice(0, candidates.indexOf(first) + 1);
  }
  const near = curves.filter((curve) => distanceTo(curve, x, y, out) <= most + NEARER);
  for (let i = 0; i < near.length; i++) {
    for (let k = 0; k < i; k++) proposeMeetings(near[i], near[k], out, propose);
  }
  for (const place of candidates.sort(byDistance)) {
    const cell = cellFor(place);
    if (cell !== NONE) return { cell, ...place };
  }
  return undefined;
}

interface Candidate {
  x: number;
  y: number;
  distance: number;
}

function byDistance(a: Candidate, b: Candidate): number {
  return a.distance - b.distance || a.x - b.x || a.y - b.y;
}

/** From a point to a curve, lines without ends. */
function distanceTo(curve: Curve, x: number, y: number, out: number): number {
  const dx = x - curve.x;
  const dy = y - curve.y;
  return Math.abs((curve.isCircle ? Math.sqrt(dx * dx + dy * dy) : curve.ex * dy - curve.ey * dx) - out);
}

function fits(mesh: CellMesh, scratch: ClearanceScratch, cell: number, x: number, y: number, radius: number): boolean {
  if (radius === 0 || isFarFromSides(mesh, cell, x, y, radius)) return true;
  return clearance(mesh, scratch, cell, x, y, radius) >= radius - NEARER;
}

/** Is a point of a cell further from the line of each of its sides than the radius? Then nothing else is near. */
function isFarFromSides(mesh: CellMesh, cell: number, x: number, y: number, radius: number): boolean {
  const { vertices, sideVertex, cellFirst } = mesh;
  const last = cellFirst[cell + 1];
  const squared = radius * radius;
  let a = 2 * sideVertex[last - 1];
  for (let s = cellFirst[cell]; s < last; s++) {
    const b = 2 * sideVertex[s];
    const ex = vertices[b] - vertices[a];
    const ey = vertices[b + 1] - vertices[a + 1];
    const beside = ex * (y - vertices[a + 1]) - ey * (x - vertices[a]);
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
    for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
      const a = 2 * sideVertex[s];
      const b = 2 * sideVertex[nextSideOf(mesh, s)];
      const ax = vertices[a];
      const ay = vertices[a + 1];
      const long = Math.sqrt((vertices[b] - ax) ** 2 + (vertices[b + 1] - ay) ** 2);
      const ex = (vertices[b] - ax) / long;
      const ey = (vertices[b + 1] - ay) / long;
      const along = Math.min(long, Math.max(0, (x - ax) * ex + (y - ay) * ey));
      const distance = Math.sqrt((ax + along * ex - x) ** 2 + (ay + along * ey - y) ** 2);
      if (distance > reach) continue;
      if (sideTwin[s] !== NONE) {
        if (seen.size < MOST_CURVES) seen.add(mesh.sideCell[sideTwin[s]]);
        continue;
      }
      curves.push({ isCircle: false, x: ax, y: ay, ex, ey, long, distance });
      for (const end of [a, b]) {
        if (ends.has(end)) continue;
        ends.add(end);
        const [cx, cy] = [vertices[end], vertices[end + 1]];
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
