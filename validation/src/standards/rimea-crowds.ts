/** RiMEA 4.1.1 tests 9, 11 and 15, as transcribed (docs/validation.md): hundreds of people in large rooms. */
import { insideText, meanOf, shown, shownAll } from '../instruments/figures.ts';
import { type Box, doorway, floor, lineAcross } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import { PLANNING } from '../instruments/populations.ts';
import { fourDoors } from '../set-ups/four-doors.ts';
import type { Figures, ValidationTest } from '../instruments/validation-test.ts';
import { judgeFourDoors } from './verdicts.ts';
import { watchPlaces } from '../instruments/watch.ts';

/** A room of 30 × 20 m, doors of 1 m at x 21–22 and 27–28 of its upper wall, the crowd in 12.5 × 15 m on the left. */
function measureExitChoice(seed: number): Figures {
  const room: Box = [0, 0, 30, 20];
  const near = doorway('north', 20, 21.5, 1);
  const far = doorway('north', 20, 27.5, 1);
  const places = watchPlaces();
  const { left, run } = play(
    {
      environment: { walkable: floor([room, ...near.walkable, ...far.walkable]) },
      profiles: { person: PLANNING },
      walkers: [{ in: { box: [0, 0, 12.5, 15] }, count: 1000, exit: 'quickest' }],
      exits: { near: { box: near.exit }, far: { box: far.exit } },
      duration: 900,
    },
    seed,
    places.look,
  );
  const figures = { near: 0, far: 0, inside: run.simulation.crowd.count };
  for (const serial of left.keys()) figures[places.last.get(serial)![0] < 24.5 ? 'near' : 'far']++;
  return figures;
}

const WIDE = 20;
const LINED_UP = 500;

/** @returns seconds until the last of 500 was at the end of the way */
function walk(walkable: unknown, start: Box, end: unknown, seed: number): { seconds: number; inside: number } {
  const { seconds, run } = play(
    {
      environment: { walkable },
      profiles: { person: PLANNING },
      walkers: [{ in: { box: start }, count: LINED_UP }],
      exits: { end: { line: end } },
      duration: 400,
    },
    seed,
  );
  return { seconds, inside: run.simulation.crowd.count };
}

const CORNER = [
  [72, 0],
  [52, 0],
  [42, 10],
  [42, 60],
  [62, 60],
  [62, 20],
  [72, 20],
];

/** Ways 20 m wide, the first 6 m full of people: 44 m straight on, round a corner, and as long as its outer wall. */
function measureCorner(seed: number): Figures {
  const straight = (length: number) =>
    walk([{ box: [0, 0, 6 + length, WIDE] }], [0, 0, 6, WIDE], lineAcross(6 + length, 0, WIDE), seed);
  const short = straight(44);
  const corner = walk([CORNER], [42, 54, 62, 60], lineAcross(72, 0, WIDE), seed);
  const long = straight(75.4);
  return {
    short: short.seconds,
    corner: corner.seconds,
    long: long.seconds,
    inside: short.inside + corner.inside + long.inside,
  };
}

export const RIMEA_CROWDS: readonly ValidationTest[] = [
  {
    name: 'rimea-9',
    title: 'Two of four doors shut',
    source: 'RiMEA 4.1.1 test 9, as transcribed; bounds of JuPedSim; not an exclusion criterion',
    geometry: 'hall 20 × 20 m, four doors of 1 m, each 2 m from its corner',
    population: '1000 people, planning, to the nearest door',
    expected: 'time × 1.6–2.4',
    seeds: 10,
    cost: 150,
    measure: (seed) => fourDoors([0, 0, 20, 20], [2.5, 17.5], PLANNING, seed),
    judge: judgeFourDoors,
  },
  {
    name: 'rimea-11',
    title: 'Choice of exits',
    source: 'RiMEA 4.1.1 test 11, as transcribed',
    geometry: 'room 30 × 20 m, doors of 1 m at x 21–22 and 27–28',
    population: '1000 people, planning, in 12.5 × 15 m at the left, to the quickest exit',
    expected: 'more by the near door, some by the far one',
    seeds: 10,
    cost: 100,
    measure: measureExitChoice,
    judge: (runs) => {
      const [near, far, inside] = ['near', 'far', 'inside'].map((name) => meanOf(runs, name)) as [
        number,
        number,
        number,
      ];
      return {
        measured: `${shown(near, 0)} near, ${shown(far, 0)} far${insideText(inside)}`,
        passes: inside === 0 && near > far && far >= 1,
      };
    },
  },
  {
    name: 'rimea-15',
    title: 'A large crowd round a corner',
    source: 'RiMEA 4.1.1 test 15, as transcribed; corner of JuPedSim',
    geometry: '20 m wide: 44 m straight, corner 34 + 30 m, 75.4 m straight',
    population: '500 people, planning, in the first 6 m',
    expected: 't(short) ≤ t(corner) ≤ t(long)',
    seeds: 10,
    cost: 45,
    measure: measureCorner,
    judge: (runs) => {
      const times = ['short', 'corner', 'long'].map((name) => meanOf(runs, name));
      const [short, corner, long] = times as [number, number, number];
      const inside = meanOf(runs, 'inside');
      return {
        measured: `${shownAll(times, 1)} s${insideText(inside)}`,
        passes: inside === 0 && short <= corner && corner <= long,
      };
    },
  },
];
