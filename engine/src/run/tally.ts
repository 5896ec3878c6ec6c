/**
 * What every run counts of its people, whoever runs it: who arrived and when, where people left, who has no way, how many were inside at most.
 *
 * Cost: what happens in a step, not how many walk; but where people choose among several exits, one look at everybody, for where somebody
 * leaves is the exit they were headed for in the step before.
 */
import { NONE } from '../core/none.ts';
import { grownInts } from '../core/growable.ts';
import { addDeparture, createDepartures, type Departures } from '../measure/destinations.ts';
import { addArrival, createTravelLog, type TravelLog } from '../measure/travel.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Run } from './run.ts';
import { createNoWays, noteNoWays, type NoWays } from './warnings.ts';

export interface RunTally {
  /** Travel time is from the moment somebody starts to walk to their arrival. */
  travel: TravelLog;
  departures: Departures;
  noWays: NoWays;
  mostInside: number;
  /** By serial: when each one starts to walk. */
  startAt: number[];
  /** By serial: the goal each one is headed for; undefined where everybody's last goal is known. */
  headedFor: Int32Array | undefined;
}

export function createTally({ simulation: { itineraries } }: Run): RunTally {
  const isChoosing = itineraries.some(({ stages }) => (stages.at(-1)?.goals.length ?? 1) > 1);
  return {
    travel: createTravelLog(),
    departures: createDepartures(),
    noWays: createNoWays(),
    mostInside: 0,
    startAt: [],
    headedFor: isChoosing ? new Int32Array(0) : undefined,
  };
}

/** Look at the crowd before the first step and after each. */
export function tallyStep(tally: RunTally, { simulation }: Run): void {
  const { crowd, time } = simulation;
  noteNewcomers(tally, simulation);
  for (const { serial, itinerary, seconds } of simulation.left) {
    addArrival(tally.travel, tally.startAt[serial] ?? time - seconds, time);
    addDeparture(tally.departures, time, lastGoalOf(tally, simulation, serial, itinerary));
  }
  tally.mostInside = Math.max(tally.mostInside, crowd.count);
  noteNoWays(tally.noWays, simulation);
  noteHeadings(tally, simulation);
}

function noteNewcomers({ startAt }: RunTally, { crowd }: Simulation): void {
  const known = startAt.length;
  if (crowd.nextSerial === known) return;
  while (startAt.length < crowd.nextSerial) startAt.push(0);
  for (let i = 0; i < crowd.count; i++) if (crowd.serial[i] >= known) startAt[crowd.serial[i]] = crowd.startAt[i];
}

/** Where somebody left who was there a step ago. */
function lastGoalOf({ headedFor }: RunTally, { itineraries }: Simulation, serial: number, itinerary: number): number {
  const last = itineraries[itinerary]?.stages.at(-1)?.goals ?? [];
  return last.length === 1 ? last[0] : (headedFor?.[serial] ?? NONE);
}

function noteHeadings(tally: RunTally, { crowd }: Simulation): void {
  if (tally.headedFor === undefined) return;
  const known = tally.headedFor.length;
  if (known < crowd.nextSerial) tally.headedFor = grownInts(tally.headedFor, crowd.nextSerial).fill(NONE, known);
  const { headedFor } = tally;
  for (let i = 0; i < crowd.count; i++) headedFor[crowd.serial[i]] = crowd.chosen[i];
}
