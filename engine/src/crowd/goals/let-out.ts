/**
 * Doors with rules: those who come out go first (F09 §6.3), and no more than so many pass in a second.
 *
 *        inside     ○ ○ ○          as long as somebody within 3 m of the door is about to come out,
 *      ━━━━━━━━━━   ○   ━━━━━━━    those who want in wait beside it, each at a place of its own, and leave the way free;
 *        ● ●        ↓    ● ● ●     but no longer than their patience lasts
 *        ● ●        ○    ● ●
 *
 *   maxFlow     who comes to the door is held before it until it is let through: the one nearest to its middle first, whose way is free, one at a time, both ways together. Whoever
 *               is pushed through all the same is counted: the next one waits for longer
 *
 * Who wants through is known from the routes: one of the next portals is a side of the door. Before anybody plans, in two looks at
 * those near such doors; what is decided depends on places, routes and serials, not on slots. State beside the crowd's columns: for each
 * door, when it lets the next one through, and since when people wait beside it. Deviation: F09 gives one direction priority as long as
 * there is no free space; here as long as somebody comes. Distances are ours. Cost: walkers near such doors, times the portals looked at.
 */
import { groupByOwner } from '../../core/csr.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { distanceToCell, nextSideOf } from '../../subdivision/cells.ts';
import { clearance } from '../../subdivision/clearance.ts';
import { locate } from '../../subdivision/locate.ts';
import { aimWalk, createWalkResult, walk } from '../../subdivision/walk.ts';
import { BODY, RADIUS } from '../columns.ts';
import type { Crowd } from '../crowd.ts';
import { topOfRoute } from '../routes.ts';
import type { Floor, Moment } from './moment.ts';
import { isAtPlace, sortBySerial, type Spots } from './spots.ts';

/** What is asked of a door of the place. */
export interface DoorRule {
  /** Index into the doors of the cells. */
  door: number;
  /** People per second, both ways together; null: as many as can. */
  maxFlow: number | null;
  /** Mesh coordinates: a point on the side that people come out to, who are let out first; null: nobody is. */
  outTo: readonly [number, number] | null;
}

export interface DoorRules {
  count: number;
  rules: readonly DoorRule[];
  /** Of each rule: the ends of the door, x, y, x, y, and a unit vector across it, to the side people come out to: LINE numbers. */
  lines: Float64Array;
  /** Rules whose door is near each cell. */
  nearFirst: Int32Array;
  near: Int32Array;
  /** Places beside the door of rule r: spots besideFirst[r] … besideFirst[r + 1] - 1. */
  besideFirst: Int32Array;
  /** Of each rule, STATE numbers: moment from which on it lets the next one through; since when people wait beside it, -1: nobody has to; when somebody
   * was last seen who comes out. */
  state: Float64Array;
  /** Of each rule, in this step: is it kept free for those who come out; the nearest who may be let through, and how near. */
  isKept: Uint8Array;
  coming: Int32Array;
  nearest: Int32Array;
  distance: Float64Array;
  list: Int32Array;
  /** Of the walker and the door that are looked at: metres to it, metres before its line (below 0: inside), square of those to its middle. */
  seen: Float64Array;
}

const LINE = 6;
export const STATE = 3;

/** Metres from the door: of those who come out; of those who wait; of those who are in the doorway and go on. */
const COMING = 3;
const WAITING = 4;
const IN_DOORWAY = 0.6;
const REACH = 4;
/** Seconds until those who wait go in all the same. */
const PATIENCE = 45;
/** Seconds after the last who came out: the door is still kept free, for one may plan anew; and patience starts again. */
const STILL = 0.35;
const FORGOTTEN = 2;
/** Portals ahead in which the door is looked for. */
const AHEAD = 8;
/** Metres per second squared with which people stop, and metres they keep from the line of the door beside their radius. */
const STOPPING = 2.5;
const BEFORE_LINE = 0.1;
/** Metres from the door at which nobody is held by it any more. */
const AWAY = 1;
/** Places beside a door: metres between them, from the opening, from the wall; in each direction, at most. */
const APART = 0.6;
const ASIDE = 1.0;
const FROM_WALL = 0.4;
const ROWS = 6;
const COLUMNS = 8;

/** @param places is told the places beside all doors: x, y, level */
export function createDoorRules(
  rules: readonly DoorRule[],
  floor: Floor,
  capacity: number,
  state: Float64Array,
  places: (readonly [number, number, number])[],
): DoorRules | undefined {
  if (rules.length === 0) return undefined;
  const { mesh } = floor.place;
  const lines = new Float64Array(LINE * rules.length);
  const besideFirst = new Int32Array(rules.length + 1);
  const owners: number[] = [];
  const items: number[] = [];
  for (const [r, rule] of rules.entries()) {
    const sides = [...mesh.sideDoor.keys()].filter((s) => mesh.sideDoor[s] === rule.door);
    putLine(mesh, sides, rule, lines, LINE * r);
    besideFirst[r] = places.length;
    const { level } = mesh.doors[rule.door];
    if (rule.outTo !== null) places.push(...placesBeside(floor, lines, LINE * r, level));
    for (let c = 0; c < mesh.cellLevel.length; c++) {
      if (mesh.cellLevel[c] !== level || !sides.some((s) => distanceToCell(mesh, s, c) < REACH)) continue;
      owners.push(c);
      items.push(r);
    }
  }
  besideFirst[rules.length] = places.length;
  for (const [r, { maxFlow }] of rules.entries()) {
    state.set([maxFlow === null ? 0 : 1 / maxFlow, -1, -Infinity], STATE * r);
  }
  const { first, item } = groupByOwner(Int32Array.from(owners), mesh.cellLevel.length);
  return {
    count: rules.length,
    rules,
    lines,
    nearFirst: first,
    near: item.map((k) => items[k]),
    besideFirst,
    state,
    isKept: new Uint8Array(rules.length),
    coming: new Int32Array(rules.length),
    nearest: new Int32Array(rules.length),
    distance: new Float64Array(rules.length),
    list: new Int32Array(capacity),
    seen: new Float64Array(3),
  };
}

/** The two ends that are furthest apart of all sides of a door, and the vector across. */
function putLine(mesh: CellMesh, sides: readonly number[], { outTo }: DoorRule, lines: Float64Array, at: number): void {
  const { vertices, sideVertex } = mesh;
  const ends = sides.flatMap((s) => [sideVertex[s], sideVertex[nextSideOf(mesh, s)]]);
  let most = -1;
  for (const a of ends) {
    for (const b of ends) {
      const far = (vertices[2 * b] - vertices[2 * a]) ** 2 + (vertices[2 * b + 1] - vertices[2 * a + 1]) ** 2;
      if (far <= most) continue;
      most = far;
      lines.set([vertices[2 * a], vertices[2 * a + 1], vertices[2 * b], vertices[2 * b + 1]], at);
    }
  }
  const long = Math.sqrt(most);
  const nx = -(lines[at + 3] - lines[at + 1]) / long;
  const ny = (lines[at + 2] - lines[at]) / long;
  const isOut = outTo === null || (outTo[0] - lines[at]) * nx + (outTo[1] - lines[at + 1]) * ny > 0;
  lines[at + 4] = isOut ? nx : -nx;
  lines[at + 5] = isOut ? ny : -ny;
}

/** On both sides of the opening, where one sees the doorway; those nearest to it first. */
function placesBeside(floor: Floor, lines: Float64Array, at: number, level: number): [number, number, number][] {
  const { mesh } = floor.place;
  const [ax, ay, bx, by, nx, ny] = lines.subarray(at, at + LINE) as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const long = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
  const ex = (bx - ax) / long;
  const ey = (by - ay) / long;
  const fromX = (ax + bx) / 2 + FROM_WALL * nx;
  const fromY = (ay + by) / 2 + FROM_WALL * ny;
  const cell = locate(mesh, floor.cells, level, fromX, fromY);
  const way = createWalkResult();
  const found: { place: [number, number, number]; far: number }[] = [];
  if (cell === NONE) return [];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      for (const sign of [-1, 1]) {
        const along = sign * (long / 2 + ASIDE + APART * column);
        const out = FROM_WALL + APART * row;
        const x = (ax + bx) / 2 + along * ex + out * nx;
        const y = (ay + by) / 2 + along * ey + out * ny;
        walk(mesh, cell, aimWalk(way, fromX, fromY, x, y));
        if (!way.reached || clearance(mesh, floor.clearance, way.cell, x, y, FROM_WALL) < FROM_WALL - 0.05) continue;
        found.push({ place: [x, y, level], far: APART * (column + row) });
      }
    }
  }
  return found.sort((a, b) => a.far - b.far).map(({ place }) => place);
}

/** Who has to stand, and who is let through, in the step that begins. Before anybody plans. */
export function mindDoors(doors: DoorRules, spots: Spots, moment: Moment): void {
  const { crowd, time, step } = moment;
  const { nearFirst, near, coming, isKept, state, rules, nearest, distance } = doors;
  coming.fill(0);
  nearest.fill(NONE);
  distance.fill(Infinity);
  for (let i = 0; i < crowd.count; i++) {
    const c = crowd.cell[i];
    for (let k = nearFirst[c]; k < nearFirst[c + 1]; k++) lookAtDoor(doors, moment, i, near[k]);
    if (nearFirst[c] === nearFirst[c + 1]) crowd.admitted[i] = 0;
  }
  for (let r = 0; r < doors.count; r++) {
    const { maxFlow } = rules[r];
    const at = STATE * r;
    if (coming[r] > 0) state[at + 2] = time;
    const unseen = time - state[at + 2];
    if (unseen > FORGOTTEN) state[at + 1] = -1;
    else if (state[at + 1] < 0) state[at + 1] = time;
    isKept[r] = unseen < STILL && time - state[at + 1] < PATIENCE ? 1 : 0;
    if (maxFlow === null || nearest[r] === NONE || time < state[at] - 1e-9) continue;
    crowd.admitted[nearest[r]] = admittedTo(r);
    state[at] = Math.max(state[at], time - step) + 1 / maxFlow;
  }
  keepClear(doors, spots, moment);
}

/** In crowd.admitted: let through the door of rule r; held before it on its outer side, or on its inner side. */
function admittedTo(r: number): number {
  return 3 * r + 1;
}

/** First look at walker i and the door of rule r: does it come out, may it be let through, or was it pushed through? */
function lookAtDoor(doors: DoorRules, moment: Moment, i: number, r: number): void {
  const { crowd } = moment;
  const { rules, state, seen, coming, nearest, distance } = doors;
  const { maxFlow, outTo, door } = rules[r];
  measure(doors, crowd, i, r);
  const isThrough = wantsThrough(moment, i, door);
  const isInside = seen[1] < 0;
  if (outTo !== null && isThrough && isInside && seen[0] < COMING && crowd.waitUntil[i] < 0) coming[r]++;
  if (maxFlow === null) return;
  const mark = crowd.admitted[i];
  // Without a route nothing is known of it.
  if (mark >= admittedTo(r) && mark < admittedTo(r + 1) && !isThrough && crowd.route[i] !== NONE) {
    crowd.admitted[i] = 0;
    const heldInside = mark === admittedTo(r) + 2;
    if (mark !== admittedTo(r) && heldInside !== isInside) state[STATE * r] += 1 / maxFlow;
  }
  if (!isThrough || crowd.admitted[i] === admittedTo(r)) return;
  // Who was held stays held, unless it was pushed away.
  const wasHeld = crowd.admitted[i] === admittedTo(r) + 1 || crowd.admitted[i] === admittedTo(r) + 2;
  if (wasHeld && seen[0] > AWAY) crowd.admitted[i] = 0;
  if (!(wasHeld && seen[0] <= AWAY) && !isHeldAt(crowd, seen, i)) return;
  crowd.admitted[i] = admittedTo(r) + (isInside ? 2 : 1);
  if (seen[2] > distance[r]) return;
  const other = nearest[r];
  if (seen[2] === distance[r] && other !== NONE && crowd.serial[other] < crowd.serial[i]) return;
  distance[r] = seen[2];
  nearest[r] = i;
}

/** Second look: those who are held stand; those who want in while others come out go beside, and back when nobody comes any more. */
function keepClear(doors: DoorRules, spots: Spots, moment: Moment): void {
  const { rules, nearFirst, near, isKept, besideFirst, seen, list } = doors;
  const { crowd } = moment;
  const until = moment.time + moment.step / 2;
  const { spot, admitted, stopUntil } = crowd;
  let count = 0;
  for (let i = 0; i < crowd.count; i++) {
    const c = crowd.cell[i];
    // Nobody who stands beside a door is far from it, but may be pushed.
    for (let k = nearFirst[c]; k < nearFirst[c + 1]; k++) {
      const r = near[k];
      const { outTo, door } = rules[r];
      if (admitted[i] === admittedTo(r) + 1 || admitted[i] === admittedTo(r) + 2) stopUntil[i] = until;
      if (outTo === null) continue;
      const isBeside = spot[i] >= besideFirst[r] && spot[i] < besideFirst[r + 1];
      if (isKept[r] === 0) {
        if (isBeside) goOn(crowd, i);
        continue;
      }
      if (isBeside) {
        if (isAtPlace(crowd, i)) stopUntil[i] = until;
        continue;
      }
      if (spot[i] !== NONE || crowd.waitUntil[i] >= 0) continue;
      measure(doors, crowd, i, r);
      if (seen[1] <= 0 || seen[0] > WAITING || seen[0] < IN_DOORWAY) continue;
      if (wantsThrough(moment, i, door)) list[count++] = i;
    }
    if (nearFirst[c] === nearFirst[c + 1] && isBesideAny(doors, spot[i])) goOn(crowd, i);
  }
  sortBySerial(list, count, crowd);
  for (let k = 0; k < count; k++) {
    const i = list[k];
    const s = nearestBeside(doors, spots, moment, i);
    if (s === NONE) stopUntil[i] = until;
    else {
      spots.taken[s] = 1;
      spot[i] = s;
      crowd.route[i] = NONE;
      crowd.planAt[i] = 0;
    }
  }
}

function goOn(crowd: Crowd, i: number): void {
  crowd.spot[i] = NONE;
  crowd.route[i] = NONE;
  crowd.planAt[i] = 0;
}

function isBesideAny({ besideFirst, count }: DoorRules, s: number): boolean {
  return s >= besideFirst[0] && s < besideFirst[count];
}

/** The free place beside the door that somebody wants through which is nearest to it. */
function nearestBeside(doors: DoorRules, spots: Spots, moment: Moment, i: number): number {
  const { rules, nearFirst, near, besideFirst, isKept } = doors;
  const { crowd } = moment;
  const c = crowd.cell[i];
  let best: number = NONE;
  let least = Infinity;
  for (let k = nearFirst[c]; k < nearFirst[c + 1]; k++) {
    const r = near[k];
    if (isKept[r] === 0 || !wantsThrough(moment, i, rules[r].door)) continue;
    for (let s = besideFirst[r]; s < besideFirst[r + 1]; s++) {
      if (spots.taken[s] === 1) continue;
      const dx = spots.place[2 * s] - crowd.place[2 * i];
      const dy = spots.place[2 * s + 1] - crowd.place[2 * i + 1];
      if (dx * dx + dy * dy >= least) continue;
      least = dx * dx + dy * dy;
      best = s;
    }
  }
  return best;
}

/** Metres from a walker to a door and to its line, into doors.seen. */
function measure({ lines, seen }: DoorRules, { place }: Crowd, i: number, r: number): void {
  const at = LINE * r;
  const dx = place[2 * i] - lines[at];
  const dy = place[2 * i + 1] - lines[at + 1];
  const ex = lines[at + 2] - lines[at];
  const ey = lines[at + 3] - lines[at + 1];
  const share = Math.min(1, Math.max(0, (dx * ex + dy * ey) / (ex * ex + ey * ey)));
  const awayX = dx - share * ex;
  const awayY = dy - share * ey;
  seen[0] = Math.sqrt(awayX * awayX + awayY * awayY);
  seen[1] = dx * lines[at + 4] + dy * lines[at + 5];
  seen[2] = (dx - ex / 2) * (dx - ex / 2) + (dy - ey / 2) * (dy - ey / 2);
}

/** Is a door among the next portals of somebody's route? */
function wantsThrough({ crowd, routes, router }: Moment, i: number, door: number): boolean {
  const { store } = routes;
  const { sideDoor } = router.place.mesh;
  if (crowd.route[i] === NONE) return false;
  const top = topOfRoute(crowd, i);
  const most = Math.min(AHEAD, crowd.portalsLeft[i]);
  for (let k = 0; k < most; k++) if (sideDoor[store[top - k]] === door) return true;
  return false;
}

/** Is somebody so near to the line of a door that it would be past it if it did not stop now? */
function isHeldAt({ body, velocity }: Crowd, seen: Float64Array, i: number): boolean {
  const squared = velocity[2 * i] * velocity[2 * i] + velocity[2 * i + 1] * velocity[2 * i + 1];
  const room = body[BODY * i + RADIUS] + BEFORE_LINE + squared / (2 * STOPPING);
  return Math.abs(seen[1]) < room && seen[0] < room;
}
