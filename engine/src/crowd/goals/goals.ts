/**
 * Where walkers want to be: goals as points, lines and areas; itineraries as stages, one after the other.
 */

import { isInRing } from '../../core/ring.ts';
import { sharedMemory } from '../../core/shared-memory.ts';

/** Mesh coordinates. */
export interface Goal {
  name: string;
  level: number;
  /** A point: one place; a line: two; an area: a ring of three or more. x, y interleaved. */
  shape: Float64Array;
  /** Metres around a point, or before a line, within which a walker has arrived. */
  radius: number;
  /** People are served here, one after the other (queues.ts). Points and lines only. */
  counter?: Counter;
  /** People per second that it lets pass at most, one by one, in the order they come; not with a counter. */
  maxFlow?: number;
}

export interface Counter {
  /** How many are served at once. */
  servers: number;
  /** Seconds that serving somebody takes, from its serial; and what they are about in the mean. */
  service: (serial: number) => number;
  meanService: number;
  /** Where people queue, from the counter backwards: x, y interleaved; empty: straight away from it. */
  queue: Float64Array;
  /** Seconds in a queue after which somebody looks for a shorter one; Infinity: never. */
  patience: number;
}

export interface Stage {
  /** Goals to choose from: indices. */
  goals: readonly number[];
  /**
   * How one is chosen where there are several: the first; the one with the shortest way; or the one where one is soonest, with the queue
   * before it. wander: there are none, people walk about as long as they would wait.
   */
  choice: 'assigned' | 'nearest' | 'quickest' | 'wander';
  /** Seconds a walker stays there, from its serial: always the same for the same one. */
  wait: (serial: number) => number;
  /** Do people wait there, each at a place of its own? */
  isWaiting?: boolean;
}

export interface Itinerary {
  name: string;
  stages: readonly Stage[];
}

/** Metres beyond the edge of an area that walkers head for. */
const INTO = 0.5;

/** All stages in one row, and around the goals of each a box, least x, y and greatest x, y: nobody outside of it has arrived. */
export function indexStages(
  goals: readonly Goal[],
  itineraries: readonly Itinerary[],
): { stageFirst: Int32Array; stageBoxes: Float64Array } {
  const stageFirst = new Int32Array(itineraries.length + 1);
  for (const [n, { stages }] of itineraries.entries()) stageFirst[n + 1] = stageFirst[n] + stages.length;
  const stageBoxes = new Float64Array(4 * stageFirst[itineraries.length]);
  let at = 0;
  for (const { stages } of itineraries) {
    for (const stage of stages) {
      const box = [Infinity, Infinity, -Infinity, -Infinity];
      for (const g of stage.goals) {
        const { shape, radius } = goals[g];
        for (let a = 0; a < shape.length; a++) {
          const k = a % 2;
          box[k] = Math.min(box[k], shape[a] - radius);
          box[2 + k] = Math.max(box[2 + k], shape[a] + radius);
        }
      }
      stageBoxes.set(box, 4 * at++);
    }
  }
  return { stageFirst, stageBoxes };
}

/** The ends of goals that are lines, four numbers per goal; NaN for the others. */
export function linesOfGoals(goals: readonly Goal[]): Float64Array {
  const lines = new Float64Array(sharedMemory(32 * goals.length)).fill(Number.NaN);
  for (const [g, { shape, counter }] of goals.entries()) {
    // At counters people head for their places, wherever these are.
    if (shape.length === 4 && counter === undefined) lines.set(shape, 4 * g);
  }
  return lines;
}

/** Is a place at the goal? */
export function isAtGoal({ shape, radius }: Goal, x: number, y: number): boolean {
  if (shape.length > 4) return isInRing(shape, x, y);
  const along = shape.length === 2 ? 0 : shareAlong(shape, 0, 2, x, y);
  const dx = shape[0] + along * (shape[shape.length - 2] - shape[0]) - x;
  const dy = shape[1] + along * (shape[shape.length - 1] - shape[1]) - y;
  return dx * dx + dy * dy <= radius * radius;
}

/**
 * Where on the goal somebody at a place should head for, into `target`: a line's nearest place, its ends drawn in; an area's, a
 * little inside.
 */
export function aimAt({ shape }: Goal, x: number, y: number, inset: number, target: Float64Array): void {
  if (shape.length === 2) {
    target[0] = shape[0];
    target[1] = shape[1];
  } else if (shape.length === 4) {
    const ex = shape[2] - shape[0];
    const ey = shape[3] - shape[1];
    const margin = Math.min(0.5, inset / Math.sqrt(ex * ex + ey * ey));
    const share = Math.min(1 - margin, Math.max(margin, shareAlong(shape, 0, 2, x, y)));
    target[0] = shape[0] + share * ex;
    target[1] = shape[1] + share * ey;
  } else aimAtArea(shape, x, y, target);
}

function aimAtArea(shape: Float64Array, x: number, y: number, target: Float64Array): void {
  if (isInRing(shape, x, y)) {
    target[0] = x;
    target[1] = y;
    return;
  }
  const corners = shape.length / 2;
  let least = Infinity;
  let middleX = 0;
  let middleY = 0;
  for (let a = 0; a < corners; a++) {
    const b = a + 1 === corners ? 0 : a + 1;
    const share = shareAlong(shape, 2 * a, 2 * b, x, y);
    const px = shape[2 * a] + share * (shape[2 * b] - shape[2 * a]);
    const py = shape[2 * a + 1] + share * (shape[2 * b + 1] - shape[2 * a + 1]);
    const squared = (px - x) ** 2 + (py - y) ** 2;
    middleX += shape[2 * a] / corners;
    middleY += shape[2 * a + 1] / corners;
    if (squared >= least) continue;
    least = squared;
    target[0] = px;
    target[1] = py;
  }
  drawInto(target, middleX, middleY);
}

/** Metres between places on a goal, and how many of them there are at most. */
const APART = 1;
const MOST_PLACES = 32;

/** Some places on a goal, as people head for them: x, y interleaved. */
export function placesOn({ shape }: Goal): number[] {
  const corners = shape.length / 2;
  if (corners === 1) return [shape[0], shape[1]];
  const places: number[] = [];
  const edges = corners === 2 ? 1 : corners;
  const skip = Math.ceil(edges / MOST_PLACES);
  const target = new Float64Array(2);
  let middleX = 0;
  let middleY = 0;
  for (let a = 0; a < corners; a++) {
    middleX += shape[2 * a] / corners;
    middleY += shape[2 * a + 1] / corners;
  }
  for (let a = 0; a < edges; a += skip) {
    const b = a + 1 === corners ? 0 : a + 1;
    const ex = shape[2 * b] - shape[2 * a];
    const ey = shape[2 * b + 1] - shape[2 * a + 1];
    const most = Math.max(1, Math.floor((MOST_PLACES * skip) / edges));
    const count = Math.max(1, Math.min(most, Math.ceil(Math.sqrt(ex * ex + ey * ey) / APART)));
    for (let k = 0; k < count; k++) {
      target[0] = shape[2 * a] + ((k + 0.5) / count) * ex;
      target[1] = shape[2 * a + 1] + ((k + 0.5) / count) * ey;
      if (corners > 2) drawInto(target, middleX, middleY);
      places.push(target[0], target[1]);
    }
  }
  return places;
}

/** From the edge of an area a little towards its middle. */
function drawInto(target: Float64Array, middleX: number, middleY: number): void {
  const dx = middleX - target[0];
  const dy = middleY - target[1];
  const long = Math.sqrt(dx * dx + dy * dy);
  const share = long === 0 ? 0 : Math.min(1, INTO / long);
  target[0] += share * dx;
  target[1] += share * dy;
}

/** Metres across a line; for an area, about as much as its edge is long on one of four sides. */
export function widthOf({ shape }: Goal): number {
  let around = 0;
  for (let a = 0; a < shape.length; a += 2) {
    const b = a + 2 === shape.length ? 0 : a + 2;
    around += Math.sqrt((shape[b] - shape[a]) ** 2 + (shape[b + 1] - shape[a + 1]) ** 2);
  }
  return shape.length === 4 ? around / 2 : around / 4;
}

/** Where on the segment between two places of a shape, 0 to 1, a place is nearest to. */
function shareAlong(shape: Float64Array, a: number, b: number, x: number, y: number): number {
  const ex = shape[b] - shape[a];
  const ey = shape[b + 1] - shape[a + 1];
  const squared = ex * ex + ey * ey;
  if (squared === 0) return 0;
  return Math.min(1, Math.max(0, ((x - shape[a]) * ex + (y - shape[a + 1]) * ey) / squared));
}
