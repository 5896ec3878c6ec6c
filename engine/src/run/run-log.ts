/**
 * What every run counts of its people, whoever runs it: who arrived and when, where people left, who has no way, how many were inside at most.
 *
 * Cost: what happens in a step, not how many walk; but where people choose among several exits, one look at everybody, for where somebody
 * leaves is the exit they were headed for in the step before.
 */
import { NONE } from '../core/none.ts';
import { GrowableFloats, grownInts } from '../core/growable.ts';
import { addDeparture, createDepartures, type Departures } from '../measure/destinations.ts';
import { addArrival, createTravelLog, type TravelLog } from '../measure/travel.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { createLostLog, type LostLog, logLost } from './lost-log.ts';
import type { Run } from './run-state.ts';
import { createSearchLog, logSearch, type SearchLog } from './search-log.ts';
import { createNoWays, noteNoWays, type NoWays } from './warnings.ts';

export interface RunLog {
  /** Travel time is from the moment somebody starts to walk, after their pre-movement time, to their arrival. */
  travel: TravelLog;
  /** Seconds from entering to arrival, pre-movement time included, one per arrival. */
  inside: GrowableFloats;
  departures: Departures;
  noWays: NoWays;
  /** Undefined where nobody has knowledge. */
  search: SearchLog | undefined;
  lost: LostLog | undefined;
  mostInside: number;
  /** By serial: when each one starts to walk. */
  startAt: number[];
  /** By serial: the goal each one is headed for; undefined where everybody's last goal is known. */
  headedFor: Int32Array | undefined;
}

export function createRunLog({ simulation }: Run): RunLog {
  const { itineraries } = simulation;
  const isChoosing = itineraries.some(({ stages }) => (stages.at(-1)?.goals.length ?? 1) > 1);
  return {
    travel: createTravelLog(),
    inside: new GrowableFloats(),
    departures: createDepartures(),
    noWays: createNoWays(),
    search: createSearchLog(simulation),
    lost: createLostLog(simulation),
    mostInside: 0,
    startAt: [],
    headedFor: isChoosing ? new Int32Array(0) : undefined,
  };
}

/** Look at the crowd before the first step and after each. */
export function logStep(log: RunLog, { simulation }: Run): void {
  const { crowd, time } = simulation;
  noteNewcomers(log, simulation);
  for (const { serial, itinerary, seconds } of simulation.left) {
    addArrival(log.travel, log.startAt[serial] ?? time - seconds, time);
    log.inside.push(seconds);
    addDeparture(log.departures, time, lastGoalOf(log, simulation, serial, itinerary));
  }
  log.mostInside = Math.max(log.mostInside, crowd.count);
  noteNoWays(log.noWays, simulation);
  if (log.search !== undefined) logSearch(log.search, simulation);
  if (log.lost !== undefined) logLost(log.lost, simulation);
  noteHeadings(log, simulation);
}

function noteNewcomers({ startAt }: RunLog, { crowd }: Simulation): void {
  const known = startAt.length;
  if (crowd.nextSerial === known) return;
  while (startAt.length < crowd.nextSerial) startAt.push(0);
  for (let i = 0; i < crowd.count; i++) if (crowd.serial[i] >= known) startAt[crowd.serial[i]] = crowd.startAt[i];
}

/** Where somebody left who was there a step ago. */
function lastGoalOf({ headedFor }: RunLog, { itineraries }: Simulation, serial: number, itinerary: number): number {
  const last = itineraries[itinerary]?.stages.at(-1)?.goals ?? [];
  return last.length === 1 ? last[0] : (headedFor?.[serial] ?? NONE);
}

function noteHeadings(log: RunLog, { crowd }: Simulation): void {
  if (log.headedFor === undefined) return;
  const known = log.headedFor.length;
  if (known < crowd.nextSerial) log.headedFor = grownInts(log.headedFor, crowd.nextSerial).fill(NONE, known);
  const { headedFor } = log;
  for (let i = 0; i < crowd.count; i++) headedFor[crowd.serial[i]] = crowd.chosen[i];
}
