/**
 * Streams that meet: two in one corridor, two at a right angle, and a hundred people who change places across a circle.
 *
 * `counterFlow`: a corridor of 24 × 4 m with 30 m more at either end, filled with people at random, half of whom go right and half left.
 * In the middle both streams come for half a minute from a mix of the same density: no people have to be let in, whose entering would
 * be what is measured. (People let in at the ends jam the ends and empty the middle.) Density, speed and flow in the middle
 * 10 m from second 10 to 30; what is left after 120 s never got through. Lanes in the middle 6 m: lanes of real people bend, so that φ
 * falls with the length of the rows (one experiment, 4 m wide, 1 per m²: 0.93 with rows of 4 m, 0.89 with 6 m, 0.75 with 10 m).
 *
 * `crossing`: corridors of 4 m cross; a column of 30 × 4 m waits in the western and one in the southern arm, and both walk through.
 * Measured in the square of 4 × 4 m while both streams are in it. Stripes: emergent-instruments.ts.
 */
import type { RecordedFrame } from '@foulee/engine';
import {
  addStripes,
  type Box,
  createOverlapWatch,
  createTraffic,
  laneOrder,
  playFrames,
  trafficFigures,
  watchOverlaps,
  watchTraffic,
} from '../instruments/emergent-instruments.ts';
import { LABORATORY, PLANNING, type ProfileFields } from '../instruments/populations.ts';
import { mean } from '../instruments/statistics.ts';
import type { Figures } from '../instruments/validation-test.ts';

/** Metres of corridor, full of people, beyond both ends of what is said. */
const BEYOND = 30;
/** Seconds: measured from, to, and the end. */
const FROM = 10;
const TO = 30;
const END = 120;

export function counterFlow(density: number, seed: number, length = 24, width = 4, more: ProfileFields = {}): Figures {
  const half = length / 2 + BEYOND;
  const people = Math.round(density * half * width);
  const right = new Set<number>();
  const wayOf = (serial: number) => (right.has(serial) ? 1 : -1);
  const box: Box = [-5, -width / 2, 5, width / 2];
  const rows: Box = [-3, -width / 2, 3, width / 2];
  const traffic = createTraffic(box, (serial) => [wayOf(serial), 0]);
  const order: number[] = [];
  const lastSpeeds: number[] = [];
  const overlaps = createOverlapWatch();
  const corridor: Box = [-half, -width / 2, half, width / 2];
  const played = playFrames(
    {
      environment: { walkable: [{ box: [-half - 1, -width / 2, half + 1, width / 2] }] },
      profiles: { person: { ...LABORATORY, ...more } },
      goals: { right: { line: endLine(half + 1, width) }, left: { line: endLine(-half - 1, width) } },
      itineraries: { 'to the right': ['right'], 'to the left': ['left'] },
      walkers: ['to the right', 'to the left'].map((itinerary) => ({
        in: { box: corridor },
        count: people,
        itinerary,
      })),
      duration: END,
    },
    seed,
    (frame, { simulation: { crowd } }) => {
      for (let i = 0; i < crowd.count; i++) if (crowd.itinerary[i] === 0) right.add(crowd.serial[i]);
      const isMeasured = frame.time > FROM && frame.time <= TO;
      watchTraffic(traffic, frame, isMeasured);
      watchOverlaps(overlaps, frame);
      if (isMeasured && frame.step % 10 === 0) order.push(laneOrder(frame, rows, wayOf));
      if (frame.time > END - 10) lastSpeeds.push(meanProgress(frame, wayOf));
    },
  );
  const { crowd } = played.run.simulation;
  return {
    people: 2 * people,
    ...trafficFigures(traffic),
    lanes: mean(order.filter(Number.isFinite)),
    seconds: played.seconds,
    left: crowd.count,
    // Everybody out before: nothing is slow.
    isGridlock: crowd.count > 0 && mean(lastSpeeds) < 0.1 ? 1 : 0,
    stuck: crowd.stuck.subarray(0, crowd.count).filter((seconds) => seconds > 10).length,
    longestOverlap: overlaps.longest,
    overlapSeconds: overlaps.pairSeconds,
  };
}

function endLine(x: number, width: number): [[number, number], [number, number]] {
  return [
    [x, -width / 2],
    [x, width / 2],
  ];
}

/** Metres per second that people get on in their own direction; 0 of nobody. */
function meanProgress({ count, serial, velocity }: RecordedFrame, wayOf: (serial: number) => number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += velocity[2 * i] * wayOf(serial[i]);
  return sum / Math.max(1, count);
}

// --- crossing ---------------------------------------------------------------------------------------------------------

/** Metres: half the width of the corridors, length of the columns, of the arms. */
const HALF = 2;
const COLUMN = 30;
const ARM = 6;

/** @param density of both columns, per m² */
export function crossing(seed: number, density = 1.25, more: ProfileFields = {}): Figures {
  const start = HALF + 0.5;
  const square: Box = [-HALF, -HALF, HALF, HALF];
  const east = new Set<number>();
  const streamOf = (serial: number) => (east.has(serial) ? 1 : 0);
  const traffic = createTraffic(square, (serial) => (east.has(serial) ? [1, 0] : [0, 1]));
  const stripes: [number, number] = [0, 0];
  const overlaps = createOverlapWatch();
  const long = start + COLUMN;
  const people = Math.round(density * COLUMN * 2 * HALF);
  const out = HALF + ARM;
  const played = playFrames(
    {
      environment: { walkable: [{ box: [-long, -HALF, out, HALF] }, { box: [-HALF, -long, HALF, out] }] },
      profiles: { person: { ...PLANNING, ...more } },
      goals: {
        east: {
          line: [
            [out, -HALF],
            [out, HALF],
          ],
        },
        north: {
          line: [
            [-HALF, out],
            [HALF, out],
          ],
        },
      },
      itineraries: { east: ['east'], north: ['north'] },
      walkers: [
        { in: { box: [-long, -HALF, -start, HALF] }, count: people, itinerary: 'east' },
        { in: { box: [-HALF, -long, HALF, -start] }, count: people, itinerary: 'north' },
      ],
      duration: 240,
    },
    seed,
    (frame, { simulation: { crowd } }) => {
      for (let i = 0; i < crowd.count; i++) if (crowd.itinerary[i] === 0) east.add(crowd.serial[i]);
      const isMeasured = areBothIn(frame, square, streamOf);
      watchTraffic(traffic, frame, isMeasured);
      watchOverlaps(overlaps, frame);
      if (isMeasured && frame.step % 10 === 0) addStripes(frame, square, streamOf, stripes);
    },
  );
  return {
    people: 2 * people,
    seconds: played.seconds,
    left: played.run.simulation.crowd.count,
    ...trafficFigures(traffic),
    stripes: stripes[0] / stripes[1],
    longestOverlap: overlaps.longest,
  };
}

function areBothIn({ count, serial, place }: RecordedFrame, box: Box, streamOf: (serial: number) => number): boolean {
  const number = [0, 0];
  for (let i = 0; i < count; i++) {
    const x = place[2 * i];
    const y = place[2 * i + 1];
    if (x >= box[0] && x < box[2] && y >= box[1] && y < box[3]) number[streamOf(serial[i])]++;
  }
  return number[0] >= 2 && number[1] >= 2;
}
