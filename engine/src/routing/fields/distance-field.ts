/**
 * DistanceField: how far it is from every key point to the nearest of some goals, and which key point comes next.
 * One field serves all walkers with the same goals and width: many people to few exits.
 *
 * Dijkstra over the whole roadmap, backwards from the goals. A key point's way leads on into one of its two cells; so
 * the search goes on in the other one, where walkers come from (roadmap.ts says why that is enough).
 *
 *      walkers ──▶ •────────▶ •───▶ goal       next[p] = q; crossed[p] is p's side of cell a,
 *         a        p    b     q                its twin belongs to b
 *
 * Lengths are those of `flat`. O(n log n) once per field; asking for a way is linear in what it crosses.
 */
import { type Csr, groupByOwner } from '../../core/csr.ts';
import { InputError } from '../../core/errors.ts';
import type { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { LabelHeap } from '../roadmap/roadmap-heap.ts';
import type { Roadmap } from '../roadmap/roadmap.ts';
import type { RouteEnd } from '../route.ts';

export interface DistanceField {
  /** Only segments longer than this are crossed, metres. */
  width: number;
  /** x, y of each goal, interleaved, mesh coordinates. */
  goals: Float64Array;
  /** Goals of each cell. */
  cellGoals: Csr;
  /** Metres from each key point to the nearest goal; Infinity where none can be reached. */
  distance: Float64Array;
  /** The key point after each; NONE: the goal itself, or nothing. */
  next: Int32Array;
  /** The side crossed at each key point on the way to the goal, of the cell that is left; NONE if there is no way. */
  crossed: Int32Array;
  /** The goal each key point leads to; NONE if there is no way. */
  goal: Int32Array;
}

export function distanceField(
  mesh: CellMesh,
  roadmap: Roadmap,
  goals: readonly RouteEnd[],
  width: number,
): DistanceField {
  const cells = mesh.cellLevel.length;
  goals.forEach(({ cell, x, y }, i) => {
    if (!(Number.isInteger(cell) && cell >= 0 && cell < cells && Number.isFinite(x) && Number.isFinite(y))) {
      throw new InputError(
        `goal ${i}`,
        `${x}, ${y} in cell ${cell} is no place to walk to`,
        'give a point on the floor',
      );
    }
  });
  const { cellFirst, sideCell, sideTwin } = mesh;
  const { points, pointFirst, pointSegment, segmentLength, segmentOf } = roadmap;
  // The side by which each is entered: its twin, but for one-way doors.
  const enteredBy = new Int32Array(sideTwin.length).fill(NONE);
  for (let s = 0; s < sideTwin.length; s++) if (sideTwin[s] !== NONE) enteredBy[sideTwin[s]] = s;
  const count = pointSegment.length;
  const heap = new LabelHeap(count);
  const distance = heap.key.fill(Infinity); // nothing is estimated: the distance is the key
  const next = new Int32Array(count).fill(NONE);
  const crossed = new Int32Array(count).fill(NONE);
  const goal = new Int32Array(count).fill(NONE);
  const isDone = new Uint8Array(count);
  /** Label all key points around a cell with the way to (x, y), which goes on from `at`. */
  const spread = (cell: number, x: number, y: number, soFar: number, at: number, toGoal: number) => {
    const own = at === NONE ? NONE : pointSegment[at];
    for (let s = cellFirst[cell]; s < cellFirst[cell + 1]; s++) {
      const segment = segmentOf[s];
      if (enteredBy[s] === NONE || segment === own || !(segmentLength[segment] > width)) continue;
      for (let p = pointFirst[segment]; p < pointFirst[segment + 1]; p++) {
        const dx = points[2 * p] - x;
        const dy = points[2 * p + 1] - y;
        const total = soFar + Math.sqrt(dx * dx + dy * dy);
        if (isDone[p] === 1 || total >= distance[p]) continue;
        const isNew = distance[p] === Infinity;
        distance[p] = total;
        next[p] = at;
        crossed[p] = enteredBy[s];
        goal[p] = toGoal;
        if (isNew) heap.insert(p);
        else heap.lower(p);
      }
    }
  };
  goals.forEach(({ cell, x, y }, i) => spread(cell, x, y, 0, NONE, i));
  while (heap.length > 0) {
    const at = heap.pop();
    isDone[at] = 1;
    spread(sideCell[crossed[at]], points[2 * at], points[2 * at + 1], distance[at], at, goal[at]);
  }
  return {
    width,
    goals: Float64Array.from(goals.flatMap(({ x, y }) => [x, y])),
    cellGoals: groupByOwner(
      Int32Array.from(goals, ({ cell }) => cell),
      cells,
    ),
    distance,
    next,
    crossed,
    goal,
  };
}

/** Metres over key points from a place to the nearest goal; Infinity if none can be reached. */
export function distanceToGoal(mesh: CellMesh, roadmap: Roadmap, field: DistanceField, from: RouteEnd): number {
  const step = firstStep(mesh, roadmap, field, from);
  if (step === NONE) return Infinity;
  return step >= 0
    ? straightTo(roadmap.points, step, from) + field.distance[step]
    : straightTo(field.goals, GOALS - step, from);
}

/** Places of many: the cell of each, and x, y interleaved. A crowd is one. */
export interface Places {
  cell: Int32Array;
  place: Float64Array;
}

/** The same for place i of many, into distance[0]: for those who ask often, since numbers that functions hand to each other are garbage. */
export function putDistanceToGoal(
  mesh: CellMesh,
  roadmap: Roadmap,
  field: DistanceField,
  places: Places,
  i: number,
  distance: Float64Array,
): void {
  const { cellGoals, crossed, goals, width } = field;
  const { points, pointFirst, segmentLength, segmentOf } = roadmap;
  const { cellFirst } = mesh;
  const cell = places.cell[i];
  const x = places.place[2 * i];
  const y = places.place[2 * i + 1];
  let least = Infinity;
  for (let k = cellGoals.first[cell]; k < cellGoals.first[cell + 1]; k++) {
    const dx = goals[2 * cellGoals.item[k]] - x;
    const dy = goals[2 * cellGoals.item[k] + 1] - y;
    const total = Math.sqrt(dx * dx + dy * dy);
    if (total < least) least = total;
  }
  for (let s = cellFirst[cell]; s < cellFirst[cell + 1]; s++) {
    const segment = segmentOf[s];
    if (segment === NONE || !(segmentLength[segment] > width)) continue;
    for (let p = pointFirst[segment]; p < pointFirst[segment + 1]; p++) {
      if (crossed[p] !== s) continue;
      const dx = points[2 * p] - x;
      const dy = points[2 * p + 1] - y;
      const total = Math.sqrt(dx * dx + dy * dy) + field.distance[p];
      if (total < least) least = total;
    }
  }
  distance[0] = least;
}

/**
 * Fill `portals` with the sides crossed from a place to the nearest goal, each a side of the cell that is left. Gives
 * the goal, or NONE if none can be reached.
 */
export function portalsToGoal(
  mesh: CellMesh,
  roadmap: Roadmap,
  field: DistanceField,
  from: RouteEnd,
  portals: GrowableInts,
): number {
  portals.clear();
  const step = firstStep(mesh, roadmap, field, from);
  if (step <= GOALS) return GOALS - step;
  for (let at = step; at !== NONE; at = field.next[at]) portals.push(field.crossed[at]);
  return step === NONE ? NONE : field.goal[step];
}

/** Steps straight to goal i are told as GOALS - i, those to a key point by its number. */
const GOALS = NONE - 1;

/** What to walk to first: a goal in the same cell, a key point around it, or NONE. */
function firstStep(mesh: CellMesh, roadmap: Roadmap, field: DistanceField, from: RouteEnd): number {
  const { cellGoals, crossed, distance, goals, width } = field;
  const { points, pointFirst, segmentLength, segmentOf } = roadmap;
  let step = NONE;
  let least = Infinity;
  for (let i = cellGoals.first[from.cell]; i < cellGoals.first[from.cell + 1]; i++) {
    const total = straightTo(goals, cellGoals.item[i], from);
    if (total >= least) continue;
    least = total;
    step = GOALS - cellGoals.item[i];
  }
  for (let s = mesh.cellFirst[from.cell]; s < mesh.cellFirst[from.cell + 1]; s++) {
    const segment = segmentOf[s];
    if (segment === NONE || !(segmentLength[segment] > width)) continue;
    for (let p = pointFirst[segment]; p < pointFirst[segment + 1]; p++) {
      // A way that comes through this cell is not gone backwards first.
      if (crossed[p] !== s) continue;
      const total = straightTo(points, p, from) + distance[p];
      if (total >= least) continue;
      least = total;
      step = p;
    }
  }
  return step;
}

function straightTo(points: Float64Array, i: number, { x, y }: RouteEnd): number {
  const dx = points[2 * i] - x;
  const dy = points[2 * i + 1] - y;
  return Math.sqrt(dx * dx + dy * dy);
}
