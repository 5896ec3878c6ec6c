/**
 * Doors: named segments across passages. Before the arrangement their ends are drawn onto walls nearby (`placeDoors`);
 * after it, what hangs in the open is taken away and doors of which nothing is left are told (`pruneDoors`).
 *
 *     ┃ wall ┃     ┆ is a door: it is held at both ends. A piece with an end that neither a wall nor another piece
 *     ┗━━┬━━━┛     of a door holds goes, then the piece before it, and so on: leaves of one door that meet in the
 *        ┆         middle of a passage hold each other, one that stands alone does not.
 *     ┏━━┴━━━┓
 *
 * Cost: one search in a packed R-tree per end of a door; linear.
 */
import { buildBoxTree, searchBoxes } from '../core/box-tree.ts';
import { groupByOwner } from '../core/csr.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { BuildReport } from '../core/report.ts';
import { DOOR } from './flat-map.ts';
import type { Plan } from './plan.ts';
import { compactVertices, type MapSegments } from './simplify.ts';

/** Ends of doors are drawn onto walls no farther away than this, metres. */
const DOOR_REACH = 0.3;

/** x, y of both ends, and the door of the plan, per door of a level. */
export interface PlacedDoor {
  door: number;
  ends: [number, number, number, number];
}

/** @param walls x, y of both ends per wall, metres from `origin`; the doors are given alike */
export function placeDoors(plan: Plan, level: number, origin: [number, number], walls: Float64Array): PlacedDoor[] {
  const placed: PlacedDoor[] = [];
  plan.doors.forEach((door, i) => {
    if (door.level !== level) return;
    const [ax, ay, bx, by] = door.ends;
    placed.push({ door: i, ends: [ax - origin[0], ay - origin[1], bx - origin[0], by - origin[1]] });
  });
  if (placed.length === 0) return placed;
  const boxes = new Float64Array(walls.length);
  for (let s = 0; s < walls.length; s += 4) {
    boxes[s] = Math.min(walls[s], walls[s + 2]);
    boxes[s + 1] = Math.min(walls[s + 1], walls[s + 3]);
    boxes[s + 2] = Math.max(walls[s], walls[s + 2]);
    boxes[s + 3] = Math.max(walls[s + 1], walls[s + 3]);
  }
  const tree = buildBoxTree(boxes);
  const near = new GrowableInts();
  for (const { ends } of placed) {
    for (const i of [0, 2] as const) {
      near.clear();
      const [x, y] = [ends[i], ends[i + 1]];
      searchBoxes(tree, x - DOOR_REACH, y - DOOR_REACH, x + DOOR_REACH, y + DOOR_REACH, near);
      [ends[i], ends[i + 1]] = nearestOnWalls(walls, near.values(), x, y);
    }
  }
  return placed;
}

/** The nearest point of any of the walls, if it is within DOOR_REACH; else the place itself. */
function nearestOnWalls(walls: Float64Array, candidates: Int32Array, x: number, y: number): [number, number] {
  let best: [number, number] = [x, y];
  let least = DOOR_REACH * DOOR_REACH;
  let isFound = false;
  for (const wall of candidates) {
    const ax = walls[4 * wall];
    const ay = walls[4 * wall + 1];
    const ex = walls[4 * wall + 2] - ax;
    const ey = walls[4 * wall + 3] - ay;
    const squared = ex * ex + ey * ey;
    const along = squared > 0 ? Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / squared)) : 0;
    const px = ax + along * ex;
    const py = ay + along * ey;
    const distance = (px - x) ** 2 + (py - y) ** 2;
    // Of places equally near the one with the smaller x, then y: the order of the walls must not matter.
    if (distance < least || (distance === least && (!isFound || px < best[0] || (px === best[0] && py < best[1])))) {
      least = distance;
      best = [px, py];
      isFound = true;
    }
  }
  return best;
}

/**
 * The map without loose pieces of doors.
 *
 * @param unwanted doors that lie on floor which was not taken: that they are not here needs no words
 */
export function pruneDoors(
  map: MapSegments,
  plan: Plan,
  level: number,
  origin: [number, number],
  unwanted: Set<number>,
  report: BuildReport,
): MapSegments {
  if (!plan.doors.some((door) => door.level === level)) return map;
  const { vertices, segments, kind, label } = map;
  const isKept = new Uint8Array(kind.length).fill(1);
  /** Pieces of doors at each vertex; Infinity where a wall or a portal holds them. */
  const holds = new Float64Array(vertices.length >> 1);
  for (let end = 0; end < segments.length; end++) holds[segments[end]] += kind[end >> 1] === DOOR ? 1 : Infinity;
  const star = groupByOwner(segments, holds.length);
  const looseEnd = new Map<number, number>();
  for (let first = 0; first < holds.length; first++) {
    // Follow the chain that this loose end begins, as far as it is loose.
    for (let v = first; holds[v] === 1; ) {
      let end = star.first[v];
      while (isKept[star.item[end] >> 1] === 0) end++;
      const s = star.item[end] >> 1;
      isKept[s] = 0;
      if (!looseEnd.has(label[s])) looseEnd.set(label[s], v);
      holds[v] = 0;
      v = segments[2 * s] + segments[2 * s + 1] - v;
      holds[v]--;
    }
  }
  const kept = [...isKept.keys()].filter((s) => isKept[s] === 1);
  const left = new Set(kept.filter((s) => kind[s] === DOOR).map((s) => label[s]));
  plan.doors.forEach((door, i) => {
    if (door.level !== level || left.has(i)) return;
    const v = looseEnd.get(i) ?? NONE;
    if (v === NONE && unwanted.has(i)) return;
    report.warnings.push(
      v === NONE
        ? `door "${door.name}" was left out: it lies in walls, outside, or on another door; draw it across a passage`
        : `door "${door.name}" was left out: its end at (${(vertices[2 * v] + origin[0]).toFixed(2)}, ` +
            `${(vertices[2 * v + 1] + origin[1]).toFixed(2)}) hangs in the open; ` +
            `move it onto a wall, or within ${DOOR_REACH} m of one`,
    );
  });
  if (kept.length === kind.length) return map;
  return compactVertices({
    vertices,
    segments: Int32Array.from(kept.flatMap((s) => [segments[2 * s], segments[2 * s + 1]])),
    kind: Uint8Array.from(kept, (s) => kind[s]),
    sides: Uint8Array.from(kept, (s) => map.sides[s]),
    label: Int32Array.from(kept, (s) => label[s]),
    boundary: Uint8Array.from(kept, (s) => map.boundary[s]),
    glass: Uint8Array.from(kept, (s) => map.glass[s]),
  });
}
