/**
 * Goals with counters + crowd → who stands where in which queue, who is served, who may pass an exit that lets pass only so many.
 *
 *      ■ desk    ◉ served: at a desk, until its time is over
 *        ①       the first by turn; takes the first desk that gets free
 *        ② ③ ④   places behind each other along the line, as far apart as their bodies need
 *              ◌ comes, and heads for the place behind ④; joins once it is near it
 *
 * A turn is when one joined, then the serial: order is kept by it, whatever happens on the floor. In each step, before anybody plans,
 * all who queue are listed by turn and given their places; whose place has changed drops its route, and planning
 * (simulation/plan-routes.ts) finds the way there. Who is at its place stands, and gives room to those who must pass (bodies/stand.ts). Who has queued as long as its patience lasts, and has another
 * counter to go to with fewer people for each desk, changes: one person per counter and step, the first by turn.
 *
 * An exit with `maxFlow` is a counter without desks: who has come to it stands until it is let out, by turn, one at a time.
 * State beside the crowd's columns: when each such exit lets the next one out. Distances are ours.
 * Cost: walkers; those who queue, times the logarithm of their number, about.
 */
import { NONE } from '../../core/none.ts';
import { BODY, RADIUS } from '../columns.ts';
import type { Crowd } from '../crowd.ts';
import type { Goal } from './goals.ts';
import type { Floor, Moment } from './moment.ts';
import { layQueue, placeAlong, type QueueLine } from './queue-line.ts';
import { isAtPlace, type Spots, sortByTurn } from './spots.ts';

export interface Queues {
  /** Of each goal: 1 for counters, 2 for exits with a greatest flow, 0 for all others. */
  kind: Uint8Array;
  lines: (QueueLine | undefined)[];
  /** Desks of goal g: spots deskFirst[g] … deskFirst[g + 1] - 1. */
  deskFirst: Int32Array;
  /** People in the line of each counter, and metres along it at which the next one would stand. */
  waiting: Int32Array;
  end: Float64Array;
  /** Moment from which on each exit lets the next one out: the state. */
  freeAt: Float64Array;
  /** Who would rather queue elsewhere, by counter; slots or NONE. */
  changes: Int32Array;
  list: Int32Array;
  target: Float64Array;
}

export const COUNTER = 1;
export const LIMITED = 2;

/** Metres between the bodies of two who queue. */
const GAP = 0.25;
/** Metres from the end of the queue at which somebody joins; more the longer it cannot get on, metres per second; at most. */
const JOIN = 1;
const JOIN_STUCK = 0.2;
const JOIN_FAR = 4;
/** Metres by which a place must have changed: of one who queues, and of one who comes. */
const MOVED = 0.1;
const MOVED_FAR = 0.5;
/** Metres from the counter's end of queue within which who comes looks at it in every step, and seconds between two looks beyond. */
const SEEN = 6;
const LOOK_EVERY = 2;
/** Radius of who will come next, metres. */
const NEXT_RADIUS = 0.2;
/** Metres from a desk at which somebody is served. */
const AT_DESK = 0.4;

/** @param desks is told the places of all desks: x, y, level */
export function createQueues(
  goals: readonly Goal[],
  { place: { mesh }, cells }: Floor,
  capacity: number,
  freeAt: Float64Array,
  desks: (readonly [number, number, number])[],
): Queues | undefined {
  if (goals.every(({ counter, maxFlow }) => counter === undefined && maxFlow === undefined)) return undefined;
  const deskFirst = new Int32Array(goals.length + 1);
  const lines = goals.map((goal, g) => {
    deskFirst[g] = desks.length;
    if (goal.counter === undefined) return undefined;
    const line = layQueue(mesh, cells, goal, goal.counter);
    for (let k = 0; k < line.desks.length; k += 2) desks.push([line.desks[k], line.desks[k + 1], goal.level]);
    return line;
  });
  deskFirst[goals.length] = desks.length;
  // Nobody before an interval is over: in no time from the start more than its rate.
  for (const [g, { maxFlow }] of goals.entries()) if (maxFlow !== undefined) freeAt[g] = 1 / maxFlow;
  return {
    kind: Uint8Array.from(goals, ({ counter, maxFlow }) =>
      counter !== undefined ? COUNTER : maxFlow !== undefined ? LIMITED : 0,
    ),
    lines,
    deskFirst,
    waiting: new Int32Array(goals.length),
    end: new Float64Array(goals.length),
    freeAt,
    changes: new Int32Array(goals.length),
    list: new Int32Array(capacity),
    target: new Float64Array(2),
  };
}

/** Everybody's turn and place, before anybody plans. */
export function moveQueues(queues: Queues, spots: Spots, moment: Moment): void {
  const { kind, list, waiting, end, lines, changes } = queues;
  const { crowd } = moment;
  for (let g = 0; g < kind.length; g++) {
    waiting[g] = 0;
    changes[g] = NONE;
    if (kind[g] === COUNTER) end[g] = lines[g]!.first;
  }
  const { chosen, joinedAt, waitUntil, spot } = crowd;
  let count = 0;
  for (let i = 0; i < crowd.count; i++) {
    if (!(joinedAt[i] >= 0)) continue;
    const what = kind[chosen[i]];
    if (what === COUNTER ? spot[i] === NONE : waitUntil[i] === Infinity) list[count++] = i;
  }
  sortByTurn(list, count, crowd);
  for (let from = 0; from < count; ) {
    const g = chosen[list[from]];
    let to = from;
    while (to < count && chosen[list[to]] === g) to++;
    if (kind[g] === COUNTER) moveUp(queues, spots, moment, g, from, to);
    else letOut(queues, moment, g, from, to);
    from = to;
  }
  changeQueues(queues, moment);
  for (let i = 0; i < crowd.count; i++) {
    if (joinedAt[i] >= 0 || crowd.route[i] === NONE || waitUntil[i] >= 0) continue;
    const g = chosen[i];
    if (g !== NONE && kind[g] === COUNTER) comeNearer(queues, spots, moment, i);
  }
}

/** The queue of a counter, list[from] … list[to - 1]: to desks that are free, then to places behind each other. */
function moveUp(queues: Queues, spots: Spots, moment: Moment, g: number, from: number, to: number): void {
  const { list, lines, deskFirst, target, waiting, end, changes } = queues;
  const { crowd, goals, time, step } = moment;
  const { body, stand } = crowd;
  const { patience } = goals[g].counter!;
  let next = from;
  for (let d = deskFirst[g]; d < deskFirst[g + 1] && next < to; d++) {
    if (spots.taken[d] === 1) continue;
    const i = list[next++];
    spots.taken[d] = 1;
    crowd.spot[i] = d;
    crowd.route[i] = NONE;
    crowd.planAt[i] = 0;
  }
  const { line, first } = lines[g]!;
  let along = first;
  let before = 0;
  for (let k = next; k < to; k++) {
    const i = list[k];
    const radius = body[BODY * i + RADIUS];
    if (k > next) along += before + radius + GAP;
    before = radius;
    target[0] = along;
    placeAlong(line, target);
    if ((target[0] - stand[2 * i]) ** 2 + (target[1] - stand[2 * i + 1]) ** 2 > MOVED * MOVED) {
      stand[2 * i] = target[0];
      stand[2 * i + 1] = target[1];
      crowd.route[i] = NONE;
      crowd.planAt[i] = 0;
    }
    if (isAtPlace(crowd, i)) {
      crowd.stopUntil[i] = time + step / 2;
      crowd.stuck[i] = 0;
    }
    const queued = time - crowd.joinedAt[i];
    const isTimeToThink = queued >= patience && Math.floor(queued / patience) > Math.floor((queued - step) / patience);
    if (changes[g] === NONE && isTimeToThink && shorterOf(queues, moment, i, k - next) !== NONE) changes[g] = i;
  }
  waiting[g] = to - next;
  end[g] = to === next ? first : along + before + NEXT_RADIUS + GAP;
}

/** Who has come to an exit that lets pass only so many a second: those whose turn it is leave in this step. */
function letOut({ list, freeAt }: Queues, moment: Moment, g: number, from: number, to: number): void {
  const { crowd, goals, time, step } = moment;
  for (let k = from; k < to && time >= freeAt[g] - 1e-9; k++) {
    crowd.waitUntil[list[k]] = time;
    // What it did not use it does not save up.
    freeAt[g] = Math.max(freeAt[g], time - step) + 1 / goals[g].maxFlow!;
  }
}

/** Another counter of its stage with fewer people for each desk than are before somebody now; the least of them. */
function shorterOf({ kind, waiting }: Queues, moment: Moment, i: number, ahead: number): number {
  const { goals, itineraries } = moment;
  const { chosen, itinerary, stage } = moment.crowd;
  const own = chosen[i];
  const among = itineraries[itinerary[i]].stages[stage[i]];
  if (among.choice === 'assigned') return NONE;
  let best: number = NONE;
  let least = ahead / goals[own].counter!.servers;
  for (let k = 0; k < among.goals.length; k++) {
    const g = among.goals[k];
    if (g === own || kind[g] !== COUNTER) continue;
    const people = waiting[g] / goals[g].counter!.servers;
    if (people >= least) continue;
    least = people;
    best = g;
  }
  return best;
}

/** All lengths are known now: who wanted to change does so if that is still worth it. */
function changeQueues(queues: Queues, moment: Moment): void {
  const { changes, waiting, list } = queues;
  const { crowd } = moment;
  for (let g = 0; g < changes.length; g++) {
    const i = changes[g];
    if (i === NONE) continue;
    // People before it now.
    let ahead = 0;
    for (let k = 0; list[k] !== i; k++) if (crowd.chosen[list[k]] === g && crowd.spot[list[k]] === NONE) ahead++;
    const to = shorterOf(queues, moment, i, ahead);
    if (to === NONE) continue;
    waiting[to]++;
    crowd.chosen[i] = to;
    crowd.joinedAt[i] = KEEPS_GOAL;
    crowd.route[i] = NONE;
    crowd.planAt[i] = 0;
  }
}

/** In crowd.joinedAt: it is in no queue, and does not choose its goal anew. */
export const KEEPS_GOAL = -2;

/** Who comes to a counter: to the end of the queue as it is now, and into it. */
function comeNearer(queues: Queues, spots: Spots, moment: Moment, i: number): void {
  const { target } = queues;
  const { crowd, goals, time, step } = moment;
  const { place, stand } = crowd;
  const { cellLevel } = moment.router.place.mesh;
  const g = crowd.chosen[i];
  aimAtQueue(queues, spots, g, target);
  const squared = (target[0] - place[2 * i]) ** 2 + (target[1] - place[2 * i + 1]) ** 2;
  const reach = Math.min(JOIN_FAR, JOIN + JOIN_STUCK * crowd.stuck[i]);
  if (squared < reach * reach && cellLevel[crowd.cell[i]] === goals[g].level) {
    crowd.joinedAt[i] = time;
    return;
  }
  const phase = time + (LOOK_EVERY / 20) * (crowd.serial[i] % 20);
  if (squared > SEEN * SEEN && Math.floor(phase / LOOK_EVERY) === Math.floor((phase - step) / LOOK_EVERY)) return;
  if ((target[0] - stand[2 * i]) ** 2 + (target[1] - stand[2 * i + 1]) ** 2 < MOVED_FAR * MOVED_FAR) return;
  crowd.route[i] = NONE;
  crowd.planAt[i] = 0;
}

/** Where somebody heads for who comes to a counter: a desk that is free, if nobody queues; else the end of the queue. */
export function aimAtQueue(
  { deskFirst, waiting, lines, end }: Queues,
  { taken, place }: Spots,
  g: number,
  target: Float64Array,
): void {
  if (waiting[g] === 0) {
    for (let d = deskFirst[g]; d < deskFirst[g + 1]; d++) {
      if (taken[d] === 1) continue;
      target[0] = place[2 * d];
      target[1] = place[2 * d + 1];
      return;
    }
  }
  target[0] = end[g];
  placeAlong(lines[g]!.line, target);
}

/** Is somebody at the desk of a counter that it was sent to? Where a desk is too near to a wall, as near as its body can stand. */
export function isAtDesk({ deskFirst }: Queues, { place, goal, spot, route }: Crowd, i: number, g: number): boolean {
  const d = spot[i];
  if (d < deskFirst[g] || d >= deskFirst[g + 1] || route[i] === NONE) return false;
  const dx = goal[2 * i] - place[2 * i];
  const dy = goal[2 * i + 1] - place[2 * i + 1];
  return dx * dx + dy * dy < AT_DESK * AT_DESK;
}
