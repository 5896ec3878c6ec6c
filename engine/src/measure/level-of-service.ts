/**
 * Level of service: how crowded a place is, in Fruin's letters A (free) to F (broken down). Figures: Fruin 1971,
 * for walkways as others quote them, for queues and stairs from memory, not checked.
 *
 * By room per person, for walkways, queues and stairs; by flow per metre of width, for walkways and stairs. A border
 * belongs to the better level, but for flow, where it belongs to the worse one up to E.
 */

export type ServiceLevel = 'A' | 'B' | 'C' | 'D' | 'E' | 'F';
export type ServiceKind = 'walkway' | 'queue' | 'stairs';

const LEVELS: readonly ServiceLevel[] = ['A', 'B', 'C', 'D', 'E', 'F'];

/** m² per person: the least of A, B, C, D, E. */
const LEAST_ROOM: Readonly<Record<ServiceKind, readonly number[]>> = {
  walkway: [3.25, 2.32, 1.39, 0.93, 0.46],
  queue: [1.21, 0.93, 0.65, 0.28, 0.19],
  stairs: [1.86, 1.39, 0.93, 0.65, 0.37],
};

/** Persons per metre and minute: where B, C, D, E begin, and the greatest of E. */
const FLOWS: Readonly<Record<'walkway' | 'stairs', readonly number[]>> = {
  walkway: [23, 33, 49, 66, 82],
  stairs: [16, 23, 33, 43, 56],
};

/** @param density persons per m²; 0: nobody */
export function serviceByDensity(kind: ServiceKind, density: number): ServiceLevel {
  const borders = LEAST_ROOM[kind];
  let level = 0;
  while (level < borders.length && !(density * borders[level] <= 1)) level++;
  return LEVELS[level];
}

/** @param flow persons per metre of width and second, either way */
export function serviceByFlow(kind: 'walkway' | 'stairs', flow: number): ServiceLevel {
  const borders = FLOWS[kind];
  const perMinute = Math.abs(flow) * 60;
  let level = 0;
  while (level < 4 && perMinute >= borders[level]) level++;
  return LEVELS[perMinute > borders[4] ? 5 : level];
}

/** Seconds spent by persons at each level, A first: the shares of a run. */
export function addService(seconds: Float64Array, kind: ServiceKind, density: number, personSeconds: number): void {
  seconds[LEVELS.indexOf(serviceByDensity(kind, density))] += personSeconds;
}
