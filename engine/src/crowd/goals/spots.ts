/**
 * Spots: places that one person each stands at. Desks of counters (queues.ts), places in waiting areas (waiting-areas.ts) and beside
 * doors (let-out.ts) lie in one row, so that a walker's own is one number: crowd.spot.
 *
 * Which are taken follows from the crowd in each step. Whoever gives spots out does it in an order of its own, by serial or by turn,
 * never by slot. Cost: walkers, and spots where there are any.
 */
import { NONE } from '../../core/none.ts';
import type { Crowd } from '../crowd.ts';

export interface Spots {
  count: number;
  /** x, y interleaved, mesh coordinates. */
  place: Float64Array;
  level: Int32Array;
  /** 1: somebody's, now. */
  taken: Uint8Array;
}

/** Metres from its place at which somebody is there. */
const THERE = 0.25;

/** @param places x, y, level of each */
export function createSpots(places: readonly (readonly [number, number, number])[]): Spots {
  return {
    count: places.length,
    place: Float64Array.from(places.flatMap(([x, y]) => [x, y])),
    level: Int32Array.from(places, ([, , level]) => level),
    taken: new Uint8Array(places.length),
  };
}

/** At the start of a step. */
export function markTaken({ taken }: Spots, { count, spot }: Crowd): void {
  taken.fill(0);
  for (let i = 0; i < count; i++) if (spot[i] !== NONE) taken[spot[i]] = 1;
}

/** Is somebody where it was sent to: at its spot, or its place in a queue, or as near to it as its body can stand? */
export function isAtPlace({ place, goal, route }: Crowd, i: number): boolean {
  if (route[i] === NONE) return false;
  const dx = goal[2 * i] - place[2 * i];
  const dy = goal[2 * i + 1] - place[2 * i + 1];
  return dx * dx + dy * dy < THERE * THERE;
}

/** Slots `list[0]` … `list[count - 1]` by goal, then by when they joined, then by serial. Shell's sort, in place. */
export function sortByTurn(list: Int32Array, count: number, crowd: Crowd): void {
  let gap = 1;
  while (3 * gap < count) gap = 3 * gap + 1;
  for (; gap > 0; gap = (gap - 1) / 3) {
    for (let k = gap; k < count; k++) {
      const slot = list[k];
      let at = k;
      for (; at >= gap && isBefore(crowd, slot, list[at - gap]); at -= gap) list[at] = list[at - gap];
      list[at] = slot;
    }
  }
}

function isBefore({ chosen, joinedAt, serial }: Crowd, i: number, j: number): boolean {
  if (chosen[i] !== chosen[j]) return chosen[i] < chosen[j];
  return joinedAt[i] < joinedAt[j] || (joinedAt[i] === joinedAt[j] && serial[i] < serial[j]);
}

/** Slots `list[0]` … `list[count - 1]` by serial. */
export function sortBySerial(list: Int32Array, count: number, { serial }: Crowd): void {
  let gap = 1;
  while (3 * gap < count) gap = 3 * gap + 1;
  for (; gap > 0; gap = (gap - 1) / 3) {
    for (let k = gap; k < count; k++) {
      const slot = list[k];
      let at = k;
      for (; at >= gap && serial[slot] < serial[list[at - gap]]; at -= gap) list[at] = list[at - gap];
      list[at] = slot;
    }
  }
}
