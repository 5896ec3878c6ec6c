/**
 * Run, looked at after each step → the map of where people with knowledge are lost (lost-map.ts):
 *
 *   search       seconds in which they explore, because they know no way to a goal, and there is one (reach.ts)
 *   hesitation   of people who explore or have no route: seconds in which they are slower than 0.2 m/s, though nobody is within 0.5 m of them (from
 *                body to body) and they neither are asked to stand (before they start, at a goal, in a queue, at a door) nor wait for a way. Looked at twice a second
 *   turns        how often they turn back (turning-back.ts)
 *
 * Nothing depends on it: the run has the same bytes. Cost: a look at everybody with knowledge; twice a second, where somebody hesitates, another
 * at everybody for who is near.
 */
import { grownInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { isWaiting } from '../knowledge/closed-doors.ts';
import type { KnowingCrowd } from '../knowledge/knowledge.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { createReach, hasWay, isSearching, type Reach, updateReach } from './reach.ts';
import { createLostMap, type LostMap, moveLostMap, squareAt } from './lost-map.ts';
import { createTurningBack, follow, forgetPlaces, makeRoom, type TurningBack, type Walker } from './turning-back.ts';

/** m/s, and metres between bodies. */
const SLOW = 0.2;
const APART = 0.5;
/** Looks a second. */
const LOOKS = 2;
/** Metres of a square in which people are looked for; those in the nine around somebody are near enough to be asked. */
const NEAR = 2;

export interface LostLog {
  map: LostMap;
  turning: TurningBack;
  reach: Reach;
  /** Who is in each square, as chains: the first of each, and the next after each slot. */
  first: Int32Array;
  next: Int32Array;
}

/** @returns undefined where nobody has knowledge */
export function createLostLog({ knowledge, itineraries }: Simulation): LostLog | undefined {
  if (knowledge === undefined) return undefined;
  const stages = itineraries.flatMap(({ stages: own }) => own.map(({ goals }) => goals));
  return {
    map: createLostMap(knowledge.believed, stages),
    turning: createTurningBack(),
    reach: createReach(),
    first: new Int32Array(0),
    next: new Int32Array(0),
  };
}

const walker: Walker = { serial: 0, place: 0, cell: 0, x: 0, y: 0 };

export function logLost(log: LostLog, simulation: Simulation): void {
  const { knowledge, step, steps, time, stageFirst, router } = simulation;
  const { map, turning, reach } = log;
  const { profiles, believed } = knowledge!;
  const crowd = simulation.crowd as KnowingCrowd;
  if (map.scenery !== believed) {
    moveLostMap(map, believed, router.cells);
    forgetPlaces(turning);
  }
  updateReach(reach, simulation);
  makeRoom(turning, crowd.nextSerial);
  const every = Math.max(1, Math.round(1 / (LOOKS * step)));
  const isLook = steps % every === 0 && steps > 0;
  let isListed = false;
  for (let i = 0; i < crowd.count; i++) {
    if (profiles[crowd.profile[i]] === undefined) continue;
    const isExploring = isSearching(reach, simulation, i);
    const want = map.wantOf[stageFirst[crowd.itinerary[i]] + crowd.stage[i]] ?? NONE;
    const cell = crowd.cell[i];
    walker.serial = crowd.serial[i];
    walker.place = believed.places.layer.ofCell[cell];
    walker.cell = cell;
    walker.x = crowd.place[2 * i];
    walker.y = crowd.place[2 * i + 1];
    const isBack = follow(turning, walker, time, isExploring);
    if (want === NONE) continue;
    if (isBack) map.turns.array[squareAt(map, walker.cell, walker.x, walker.y, want)]++;
    const isPuzzled =
      isExploring || (crowd.route[i] === NONE && hasWay(reach, simulation, i) && !isWaiting(knowledge!, crowd, i));
    const isSlow = isLook && isPuzzled && isFreeAndSlow(crowd, i, time);
    if (!isExploring && !isSlow) continue;
    const entry = squareAt(map, cell, crowd.place[2 * i], crowd.place[2 * i + 1], want);
    if (isExploring) map.search.array[entry] += step;
    if (!isSlow) continue;
    if (!isListed) listPeople(log, crowd);
    isListed = true;
    if (!isHeld(log, crowd, believed.mesh.cellLevel, i)) map.hesitation.array[entry] += every * step;
  }
}

/** Not asked to stand, and slow all the same. */
function isFreeAndSlow({ startAt, waitUntil, stopUntil, velocity }: Crowd, i: number, time: number): boolean {
  if (time < startAt[i] || time < waitUntil[i] || time < stopUntil[i]) return false;
  return velocity[2 * i] ** 2 + velocity[2 * i + 1] ** 2 < SLOW * SLOW;
}

function listPeople(log: LostLog, crowd: Crowd): void {
  if (log.next.length < crowd.count) {
    log.next = grownInts(log.next, crowd.count);
    let size = 64;
    while (size < log.next.length) size *= 2;
    log.first = new Int32Array(size);
  }
  const { first, next } = log;
  first.fill(NONE);
  for (let i = 0; i < crowd.count; i++) {
    const at = chainOf(log, Math.floor(crowd.place[2 * i] / NEAR), Math.floor(crowd.place[2 * i + 1] / NEAR));
    next[i] = first[at];
    first[at] = i;
  }
}

function chainOf({ first }: LostLog, column: number, row: number): number {
  const hash = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77);
  return (hash ^ (hash >>> 15)) & (first.length - 1);
}

/** Is somebody so near that they may be what keeps them? */
function isHeld(log: LostLog, crowd: Crowd, levelOf: Int32Array, i: number): boolean {
  const { place, body, cell } = crowd;
  const x = place[2 * i];
  const y = place[2 * i + 1];
  const column = Math.floor(x / NEAR);
  const row = Math.floor(y / NEAR);
  for (let c = column - 1; c <= column + 1; c++) {
    for (let r = row - 1; r <= row + 1; r++) {
      for (let j = log.first[chainOf(log, c, r)]; j !== NONE; j = log.next[j]) {
        if (j === i || levelOf[cell[j]] !== levelOf[cell[i]]) continue;
        const within = body[BODY * i + RADIUS] + body[BODY * j + RADIUS] + APART;
        if ((place[2 * j] - x) ** 2 + (place[2 * j + 1] - y) ** 2 < within * within) return true;
      }
    }
  }
  return false;
}
