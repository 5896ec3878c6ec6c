/**
 * Local density (P05 §4.1): a place → boxes of 4 m², and how crowded it is on the way through them to each border in sight.
 *
 * The mean density of a large place says little about the way that somebody will take. So people look for the best way over boxes they see,
 * by length and density, and the densest box on it counts:
 *
 *      ┌───┬───┬───┬───┐        ◉ to the border ┃: straight on is shortest, round the jam
 *      │   │ · │ · │ · ┃        costs less; the densest box of that way is the density
 *      ├───┼───┼───┼───┨        that counts for this border.
 *      │ ◉ │ ▒ │ ▓ │   │
 *      └───┴───┴───┴───┘
 *
 * Boxes lie on whole multiples of 2 m; a box belongs to each place that it overlaps, with its share of floor. Boxes of a place are made when somebody first
 * asks, and its people are counted once per step. Cost of a question: the boxes within RANGE, each with a line of sight.
 */
import { NONE } from '../core/none.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { LabelHeap } from '../routing/roadmap/roadmap-heap.ts';
import { nextSideOf, putCellBox } from '../subdivision/cells.ts';
import { cutConvex, type Ring, ringArea, ringOfCell } from '../subdivision/polygon.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';
import type { Scenery } from '../topology/places.ts';
import type { Counters } from './counters.ts';
import type { Pose } from './observe.ts';

/** Metres along a side of a box. */
const SIDE = 2;
/** m² of floor that a box counts for at least: one person in a corner is no crowd. */
const LEAST_FLOOR = 1;
/** Metres within which boxes are looked at, and boxes of the largest place that has some. */
const RANGE = 30;
const MOST_BOXES = 1 << 14;
/** People/m² at which a metre counts twice. */
const DENSE = 1;

/** The boxes of one place, row by row. */
interface PlaceBoxes {
  column: number;
  row: number;
  columns: number;
  rows: number;
  /** m² of the place in each box; 0: none. */
  floor: Float64Array;
  /** A place on the floor of each box, x, y interleaved. */
  spots: Float64Array;
  people: Int32Array;
  countedAt: number;
}

export interface Boxes {
  /** By place; null: too large. */
  of: (PlaceBoxes | null | undefined)[];
  /** Answers of the last question, by box: NaN where no way leads. */
  metres: Float64Array;
  densest: Float64Array;
  cost: Float64Array;
  /** 0: not looked at, 1: labelled, 2: done, 3: out of sight. */
  state: Uint8Array;
  heap: LabelHeap;
}

export function createBoxes(): Boxes {
  return {
    of: [],
    metres: new Float64Array(0),
    densest: new Float64Array(0),
    cost: new Float64Array(0),
    state: new Uint8Array(0),
    heap: new LabelHeap(0),
  };
}

const bounds = new Float64Array(4);

function findBoxes({ mesh, places }: Scenery, place: number): PlaceBoxes | null {
  const { first, item } = places.layer.cells;
  const cells = item.subarray(first[place], first[place + 1]);
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const c of cells) {
    putCellBox(mesh, c, 0, bounds);
    left = Math.min(left, bounds[0]);
    bottom = Math.min(bottom, bounds[1]);
    right = Math.max(right, bounds[2]);
    top = Math.max(top, bounds[3]);
  }
  const column = Math.floor(left / SIDE);
  const row = Math.floor(bottom / SIDE);
  const columns = Math.floor(right / SIDE) - column + 1;
  const rows = Math.floor(top / SIDE) - row + 1;
  const count = columns * rows;
  if (!(count <= MOST_BOXES)) return null;
  const boxes: PlaceBoxes = {
    column,
    row,
    columns,
    rows,
    floor: new Float64Array(count),
    spots: new Float64Array(2 * count),
    people: new Int32Array(count),
    countedAt: NONE,
  };
  const largest = new Float64Array(count);
  for (const c of cells) addCell(boxes, mesh, c, largest);
  return boxes;
}

/** The floor of a cell in each box; the middle of the largest piece is where the box is looked at. */
function addCell(boxes: PlaceBoxes, mesh: Scenery['mesh'], c: number, largest: Float64Array): void {
  const ring = ringOfCell(mesh, c);
  putCellBox(mesh, c, 0, bounds);
  const [left, bottom, right, top] = bounds;
  for (let row = Math.floor(bottom / SIDE); row * SIDE <= top; row++) {
    for (let column = Math.floor(left / SIDE); column * SIDE <= right; column++) {
      const x = column * SIDE;
      const y = row * SIDE;
      const piece = cutConvex(ring, [x, y, x + SIDE, y, x + SIDE, y + SIDE, x, y + SIDE]);
      const area = ringArea(piece);
      if (!(area > 0)) continue;
      const b = (row - boxes.row) * boxes.columns + column - boxes.column;
      boxes.floor[b] += area;
      if (area <= largest[b]) continue;
      largest[b] = area;
      putMean(piece, boxes.spots, 2 * b);
    }
  }
}

function putMean(ring: Ring, into: Float64Array, at: number): void {
  let x = 0;
  let y = 0;
  for (let k = 0; k < ring.length; k += 2) {
    x += ring[k];
    y += ring[k + 1];
  }
  into[at] = (2 * x) / ring.length;
  into[at + 1] = (2 * y) / ring.length;
}

function boxAt({ column, row, columns, rows }: PlaceBoxes, x: number, y: number): number {
  const right = Math.min(columns - 1, Math.max(0, Math.floor(x / SIDE) - column));
  const up = Math.min(rows - 1, Math.max(0, Math.floor(y / SIDE) - row));
  return up * columns + right;
}

function countIn(boxes: PlaceBoxes, { firstIn, nextIn }: Counters, crowd: Crowd, place: number, now: number): void {
  if (boxes.countedAt === now) return;
  boxes.countedAt = now;
  boxes.people.fill(0);
  for (let i = firstIn[place]; i !== NONE; i = nextIn[i]) {
    boxes.people[boxAt(boxes, crowd.place[2 * i], crowd.place[2 * i + 1])]++;
  }
}

/** What is asked: who looks, from where, in which of all steps. */
interface Question {
  scenery: Scenery;
  counters: Counters;
  crowd: Crowd;
  pose: Pose;
  /** Do they look all round? */
  isRound: boolean;
  now: number;
}

/**
 * Find the best ways over the boxes in sight of the place that somebody is in, for `wayTo`.
 * @returns false where the place is too large for boxes
 */
export function lookOverBoxes(boxes: Boxes, question: Question): boolean {
  const { scenery, counters, crowd, pose, now } = question;
  const place = scenery.places.layer.ofCell[pose.cell];
  boxes.of[place] ??= findBoxes(scenery, place);
  const here = boxes.of[place];
  if (here === null) return false;
  countIn(here, counters, crowd, place, now);
  begin(boxes, here.floor.length);
  const { heap, state, metres, densest, cost } = boxes;
  const own = boxAt(here, pose.x, pose.y);
  metres[own] = cost[own] = 0;
  densest[own] = (here.people[own] - 1) / Math.max(LEAST_FLOOR, here.floor[own]);
  heap.key[own] = 0;
  state[own] = 1;
  heap.insert(own);
  while (heap.length > 0) {
    const b = heap.pop();
    state[b] = 2;
    const right: number = b % here.columns;
    const up: number = (b - right) / here.columns;
    for (let row = Math.max(0, up - 1); row <= Math.min(here.rows - 1, up + 1); row++) {
      for (let column = Math.max(0, right - 1); column <= Math.min(here.columns - 1, right + 1); column++) {
        const next = row * here.columns + column;
        if (state[next] >= 2 || here.floor[next] === 0) continue;
        if (state[next] === 0 && !isInView(question, here.spots, next)) state[next] = 3;
        else relax(boxes, here, b, next);
      }
    }
  }
  return true;
}

/** Nothing is labelled. */
function begin(boxes: Boxes, count: number): void {
  if (boxes.state.length < count) {
    boxes.metres = new Float64Array(count);
    boxes.densest = new Float64Array(count);
    boxes.cost = new Float64Array(count);
    boxes.state = new Uint8Array(count);
    boxes.heap = new LabelHeap(count);
  }
  boxes.state.fill(0, 0, count);
  boxes.heap.clear();
}

function relax({ state, metres, densest, cost, heap }: Boxes, here: PlaceBoxes, b: number, next: number): void {
  const { spots, people, floor } = here;
  const dx = spots[2 * next] - spots[2 * b];
  const dy = spots[2 * next + 1] - spots[2 * b + 1];
  const on = Math.sqrt(dx * dx + dy * dy);
  const density = people[next] / Math.max(LEAST_FLOOR, floor[next]);
  const through = cost[b] + on * (1 + density / DENSE);
  const isNew = state[next] === 0;
  if (!isNew && through >= cost[next]) return;
  state[next] = 1;
  cost[next] = through;
  metres[next] = metres[b] + on;
  densest[next] = Math.max(densest[b], density);
  heap.key[next] = through;
  if (isNew) heap.insert(next);
  else heap.lower(next);
}

const way = createWalkResult();

function isInView({ scenery: { seen }, pose, isRound }: Question, spots: Float64Array, b: number): boolean {
  const x = spots[2 * b];
  const y = spots[2 * b + 1];
  const dx = x - pose.x;
  const dy = y - pose.y;
  const far = Math.sqrt(dx * dx + dy * dy);
  if (far > Math.min(RANGE, pose.range)) return false;
  // The boxes beside one's own are seen out of the corner of the eye.
  if (!isRound && far > 2 * SIDE && dx * pose.dx + dy * pose.dy < pose.cosine * far) return false;
  walk(seen, pose.cell, aimWalk(way, pose.x, pose.y, x, y));
  return way.reached;
}

/**
 * After `lookOverBoxes`: the box before a side of the place that somebody is in; its metres and densest are the answer.
 * @returns NONE where none of the way there is in sight
 */
export function wayTo(boxes: Boxes, { mesh, places }: Scenery, side: number): number {
  const here = boxes.of[places.layer.ofCell[mesh.sideCell[side]]];
  if (here === null || here === undefined) return NONE;
  const a = 2 * mesh.sideVertex[side];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, side)];
  const box = boxAt(here, (mesh.vertices[a] + mesh.vertices[b]) / 2, (mesh.vertices[a + 1] + mesh.vertices[b + 1]) / 2);
  return boxes.state[box] === 2 ? box : NONE;
}
