/**
 * People cross a square of 30 × 30 m to and fro among strangers: half of them between its north and its south side, half between
 * west and east, each time to another place on the other side, drawn at random. So they go in all directions, and their number stays.
 *
 * Every second a stretch of 5 s begins for everybody in the middle 10 × 10 m. At its end: how far is that person from the straight line
 * from where the stretch began to their goal? A person meets nobody in it if nobody would come closer than 0.8 m to them, from centre to
 * centre, within those 5 s, if both kept the velocity they have when it begins: they have no reason not to walk straight on.
 */
import { nextRandom, type RecordedFrame, seedRandom } from '@foulee/engine';
import { playFrames } from '../instruments/emergent-instruments.ts';
import { type Box, holds } from '../instruments/places.ts';
import type { RawScenario } from '../instruments/play.ts';
import { PLANNING } from '../instruments/populations.ts';
import type { Figures } from '../instruments/validation-test.ts';

const SIDE = 30;
const MIDDLE: Box = [10, 10, 20, 20];
/** Seconds: before measuring, of measuring, between beginnings of stretches, of a stretch. */
const SETTLE = 20;
const MEASURE = 100;
const EVERY = 1;
const STRETCH = 5;
/** Metres from centre to centre: people who come closer meet. */
const MEETING = 0.8;
/** Goals on a side; metres between two of them; metres from the wall, and before a goal at which a person turns to the next one. */
const GOALS = 15;
const GAP = 2;
const INSET = 1;
/** Density in the middle over that of the whole square: more routes lead through the middle than along the walls. */
const MIDDLE_SHARE = 1.8;

const SIDES = ['north', 'south', 'west', 'east'] as const;

const GOAL_PLACES = Object.fromEntries(
  SIDES.map((side) => [side, Array.from({ length: GOALS }, (_, k) => goalPlace(side, INSET + GAP * k))]),
) as Record<(typeof SIDES)[number], (readonly [number, number])[]>;

function goalPlace(side: (typeof SIDES)[number], along: number): readonly [number, number] {
  if (side === 'north') return [along, SIDE - INSET];
  if (side === 'south') return [along, INSET];
  return side === 'west' ? [INSET, along] : [SIDE - INSET, along];
}

/** Five seconds of somebody. */
interface Stretch {
  begun: number;
  serial: number;
  from: readonly [number, number];
  goal: readonly [number, number];
  meetsNobody: boolean;
}

/**
 * Sums over stretches: metres aside and their number, `straight` of people who meet nobody, `all` of everybody; the density there was.
 * @param density persons per m² in the middle
 */
export function crossSquare(density: number, seed: number): Figures {
  const people = Math.round((density * SIDE * SIDE) / MIDDLE_SHARE);
  const ways = drawWays(people, seed);
  let stretches: Stretch[] = [];
  const figures = { straight: 0, straightNumber: 0, all: 0, allNumber: 0 };
  let moments = 0;
  let inMiddle = 0;
  playFrames(squareScenario(ways), seed, (frame, { simulation: { crowd, step } }) => {
    if (frame.time <= SETTLE || frame.step % Math.round(EVERY / step) !== 0) return;
    const goalOf = new Map<number, readonly [number, number]>();
    for (let i = 0; i < crowd.count; i++) {
      const goal = ways[crowd.itinerary[i]][crowd.stage[i]];
      if (goal !== undefined) goalOf.set(crowd.serial[i], goal);
    }
    const { time, count, serial, place } = frame;
    const placeOf = new Map(Array.from({ length: count }, (_, i) => [serial[i], [place[2 * i], place[2 * i + 1]]]));
    for (const stretch of stretches) {
      if (time < stretch.begun + STRETCH - 1e-6) continue;
      const [x, y] = placeOf.get(stretch.serial) ?? [Number.NaN, Number.NaN];
      // Somebody who was there already has another goal.
      if (goalOf.get(stretch.serial) !== stretch.goal) continue;
      const aside = distanceFrom(stretch, x, y);
      figures.all += aside;
      figures.allNumber++;
      if (!stretch.meetsNobody) continue;
      figures.straight += aside;
      figures.straightNumber++;
    }
    stretches = stretches.filter(({ begun }) => time < begun + STRETCH - 1e-6);
    moments++;
    for (let i = 0; i < count; i++) {
      const from = [place[2 * i], place[2 * i + 1]] as const;
      const goal = goalOf.get(serial[i]);
      if (!holds(MIDDLE, ...from)) continue;
      inMiddle++;
      if (goal === undefined) continue;
      stretches.push({ begun: time, serial: serial[i], from, goal, meetsNobody: meetsNobody(frame, i) });
    }
  });
  const area = (MIDDLE[2] - MIDDLE[0]) * (MIDDLE[3] - MIDDLE[1]);
  return { ...figures, density: inMiddle / (area * moments) };
}

/** The goals of each person, one after the other: a place on the one side, then one on the other. */
function drawWays(people: number, seed: number): (readonly [number, number])[][] {
  const random = seedRandom(seed);
  const goals = 2 + Math.ceil(((SETTLE + MEASURE) * 2.2) / (SIDE - 4 * INSET));
  return Array.from({ length: people }, (_, p) => {
    const first = p % 2 === 0 ? 0 : 2;
    const start = nextRandom(random) < 0.5 ? 0 : 1;
    return Array.from(
      { length: goals },
      (__, k) => GOAL_PLACES[SIDES[first + ((start + k) % 2)]][Math.floor(GOALS * nextRandom(random))],
    );
  });
}

function squareScenario(ways: readonly (readonly (readonly [number, number])[])[]): RawScenario {
  const nameOf = new Map(SIDES.flatMap((side) => GOAL_PLACES[side].map((at, k) => [at, `${side} ${k}`] as const)));
  return {
    environment: { walkable: [{ box: [0, 0, SIDE, SIDE] }] },
    profiles: { person: PLANNING },
    goals: Object.fromEntries([...nameOf].map(([at, name]) => [name, { at, radius: INSET }])),
    itineraries: Object.fromEntries(ways.map((way, p) => [`way ${p}`, way.map((at) => nameOf.get(at))])),
    walkers: ways.map((_, p) => ({ in: { box: [1, 1, SIDE - 1, SIDE - 1] }, count: 1, itinerary: `way ${p}` })),
    duration: SETTLE + MEASURE,
  };
}

/** Metres from the straight line. */
function distanceFrom({ from, goal }: Stretch, x: number, y: number): number {
  const dx = goal[0] - from[0];
  const dy = goal[1] - from[1];
  return Math.abs(dx * (y - from[1]) - dy * (x - from[0])) / Math.hypot(dx, dy);
}

/** Would nobody come close to the person in slot i within a stretch? */
export function meetsNobody({ count, place, velocity }: RecordedFrame, i: number): boolean {
  for (let j = 0; j < count; j++) {
    if (j === i) continue;
    const x = place[2 * j] - place[2 * i];
    const y = place[2 * j + 1] - place[2 * i + 1];
    const vx = velocity[2 * j] - velocity[2 * i];
    const vy = velocity[2 * j + 1] - velocity[2 * i + 1];
    const v2 = vx * vx + vy * vy;
    const nearest = v2 === 0 ? 0 : Math.min(STRETCH, Math.max(0, -(x * vx + y * vy) / v2));
    if (Math.hypot(x + nearest * vx, y + nearest * vy) < MEETING) return false;
  }
  return true;
}
