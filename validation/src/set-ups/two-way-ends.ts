/**
 * Two streams in one corridor that turn off at its ends: 10 m long and 3.6 m wide, with a hall of 4 × 9.6 m at each end.
 *
 *     ┌────┐leftUp    ┌────┐ rightUp     People come in the middle of each hall's far wall, cross to the other hall, and leave there to
 *     │    └──────────┘    │             the one side or the other, half each: so they cross those who come, in the mouths of the
 *     │ ▶      middle    ◀ │             corridor. They come for 90 s; whoever finds no room waits outside.
 *     │    ┌──────────┐    │
 *     └────┘leftDown  └────┘ rightDown
 */
import { leftOver } from '@foulee/engine';
import { type Box, playFrames } from '../instruments/emergent-instruments.ts';
import { countLanes } from '../instruments/lanes.ts';
import { watchPassages } from '../instruments/passages.ts';
import type { RawScenario } from '../instruments/play.ts';
import { LABORATORY } from '../instruments/populations.ts';
import { mean } from '../instruments/statistics.ts';
import type { Point } from '../instruments/symmetries.ts';

/** Seconds: people come until; after this the run is given up; flow and lanes are measured from, to, lanes every. */
const COME = 90;
const LONGEST = 300;
const FROM = 20;
const TO = 90;
const EVERY = 2;
/** Where lanes are counted. */
const MIDDLE: Box = [3, 0, 7, 3.6];

const RING: readonly Point[] = [
  [-4, -3],
  [0, -3],
  [0, 0],
  [10, 0],
  [10, -3],
  [14, -3],
  [14, 6.6],
  [10, 6.6],
  [10, 3.6],
  [0, 3.6],
  [0, 6.6],
  [-4, 6.6],
];

/** @param rate people per second and direction */
export function twoWayScenario(rate: number, seconds: number): RawScenario {
  const west = { in: { box: [-4, 0.2, -3, 3.4] }, rate: rate / 2, until: COME };
  const east = { ...west, in: { box: [13, 0.2, 14, 3.4] } };
  const line = (x: number, y: number) => ({
    line: [
      [x + 0.2, y],
      [x + 3.8, y],
    ],
  });
  return {
    environment: { walkable: [RING] },
    profiles: { person: LABORATORY },
    exits: { rightUp: line(10, 6.4), rightDown: line(10, -2.8), leftUp: line(-4, 6.4), leftDown: line(-4, -2.8) },
    itineraries: { east1: ['rightUp'], east2: ['rightDown'], west1: ['leftUp'], west2: ['leftDown'] },
    sources: [
      { ...west, itinerary: 'east1' },
      { ...west, itinerary: 'east2' },
      { ...east, itinerary: 'west1' },
      { ...east, itinerary: 'west2' },
    ],
    duration: seconds,
  };
}

/** `left`: people inside or still waiting outside at the end; `flow`: people per second through the middle, both ways together. */
export function meetAtEnds(rate: number, seed: number): { left: number; seconds: number; flow: number } {
  const middle = watchPassages([
    [5, 0],
    [5, 3.6],
  ]);
  const { run, seconds } = playFrames(twoWayScenario(rate, LONGEST), seed, middle.look);
  const { inside, outside } = leftOver(run);
  return { left: inside + outside, seconds, flow: middle.between(FROM, TO) / (TO - FROM) };
}

/** Lanes in the middle of the corridor: the mean of all moments at which anybody is there. */
export function lanesBetweenEnds(rate: number, seed: number): number {
  const east = new Set<number>();
  const lanes: number[] = [];
  playFrames(twoWayScenario(rate, TO), seed, (frame, { simulation: { crowd, step } }) => {
    // The first two itineraries lead east.
    for (let i = 0; i < crowd.count; i++) if (crowd.itinerary[i] < 2) east.add(crowd.serial[i]);
    if (frame.time <= FROM || frame.step % Math.round(EVERY / step) !== 0) return;
    lanes.push(countLanes(frame, MIDDLE, (serial) => (east.has(serial) ? 1 : -1)));
  });
  return mean(lanes.filter(Number.isFinite));
}
