/**
 * RiMEA 4.1.1 tests 12a–d, as transcribed (docs/validation.md): 150 people leave a room of 10 × 10 m through a bottleneck 1 m wide into
 * another. The goal's distance behind it, its length, a second one, its width.
 */
import { insideText, isRising, meanOf, shown, shownAll } from '../instruments/figures.ts';
import { type Box, floor, lineAcross } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import { PLANNING } from '../instruments/populations.ts';
import { fitLine, mean } from '../instruments/statistics.ts';
import type { Figures, ValidationTest } from '../instruments/validation-test.ts';
import { lookAll, steadyFlow, watchDensity, watchLine, watchRoom } from '../instruments/watch.ts';

const ROOM: Box = [0, 0, 10, 10];
const PEOPLE = 150;
const POPULATION = `${PEOPLE} people, planning, in the first room`;
const DURATION = 400;
/** Persons per m² above which walkers are jammed: Fruin's level of service F. */
const JAM = 2.153;

/** Two rooms, and what joins them. */
function rooms(length: number, width: number): Box[] {
  return [ROOM, [10, 5 - width / 2, 10 + length, 5 + width / 2], [10 + length, 0, 20 + length, 10]];
}

function crowd(boxes: readonly Box[], goal: unknown) {
  return {
    environment: { walkable: floor(boxes) },
    profiles: { person: PLANNING },
    walkers: [{ in: { box: ROOM }, count: PEOPLE }],
    exits: { end: goal },
    duration: DURATION,
  };
}

/** The far metre of the second room, all across: nothing to wait for there. */
function farEnd(length: number): { box: Box } {
  return { box: [19 + length, 0, 20 + length, 10] };
}

/** Seconds until nobody was in the first room; the duration, if somebody stayed. */
function emptyingTime(boxes: readonly Box[], goal: unknown, seed: number): { seconds: number; inside: number } {
  const room = watchRoom(ROOM);
  play(crowd(boxes, goal), seed, room.look, () => room.emptyAt > 0 && room.inside === 0);
  return { seconds: Math.min(DURATION, room.emptyAt), inside: room.inside };
}

const DISTANCES = [0, 2, 5, 10] as const;
const LENGTHS = [0.2, 5] as const;
const WIDTHS = [0.8, 1, 1.2] as const;

function measureDistances(seed: number): Figures {
  const figures: Figures = { inside: 0 };
  for (const distance of DISTANCES) {
    const goal = { line: lineAcross(10.2 + distance, 4.5, 5.5) };
    const { seconds, inside } = emptyingTime(rooms(0.2, 1), goal, seed);
    figures[`goal ${distance}`] = seconds;
    figures['inside'] += inside;
  }
  return figures;
}

function measureLengths(seed: number): Figures {
  const figures: Figures = { inside: 0 };
  for (const length of LENGTHS) {
    const { seconds, inside } = emptyingTime(rooms(length, 1), farEnd(length), seed);
    figures[`length ${length}`] = seconds;
    figures['inside'] += inside;
  }
  return figures;
}

/** Three rooms, gaps of 1 m in walls of 0.2 m at x 10 and 20.2. Densities in 2 × 2 m before both, while the middle of the crowd passes the first. */
function measureTwoGaps(seed: number): Figures {
  const lines = [watchLine(10.1), watchLine(20.3)] as const;
  const boxes = [watchDensity([8, 4, 10, 6]), watchDensity([18.2, 4, 20.2, 6])] as const;
  const place: Box[] = [...rooms(0.2, 1), [20.2, 4.5, 20.4, 5.5], [20.4, 0, 25.4, 10]];
  const { run } = play(crowd(place, { box: [24.4, 0, 25.4, 10] }), seed, lookAll(...lines, ...boxes));
  const moments = [...lines[0].at.values()].sort((a, b) => a - b);
  const from = moments[Math.floor(0.2 * moments.length)] ?? Number.NaN;
  const until = moments[Math.floor(0.8 * moments.length)] ?? Number.NaN;
  const [density1, density2] = boxes.map(({ samples }) =>
    mean(samples.filter(({ time }) => time >= from && time <= until).map(({ density }) => density)),
  );
  return {
    flow1: steadyFlow(moments),
    flow2: steadyFlow([...lines[1].at.values()]),
    density1: density1!,
    density2: density2!,
    inside: run.simulation.crowd.count,
  };
}

function measureWidths(seed: number): Figures {
  const figures: Figures = { inside: 0 };
  for (const width of WIDTHS) {
    const line = watchLine(12.5);
    const { run } = play(crowd(rooms(5, width), farEnd(5)), seed, line.look);
    figures[`width ${width}`] = steadyFlow([...line.at.values()]);
    figures['inside'] += run.simulation.crowd.count;
  }
  return figures;
}

export const RIMEA_BOTTLENECKS: readonly ValidationTest[] = [
  {
    name: 'rimea-12a',
    title: 'Goal near a bottleneck, and far',
    source: 'RiMEA 4.1.1 test 12a, as transcribed; goal 1 m wide; the bounds for "rises" and "plateau" are ours',
    geometry: 'two rooms 10 × 10 m, gap 1 m; goal 0, 2, 5, 10 m behind it',
    population: POPULATION,
    expected: 'time to empty room 1 rises to a plateau: 10 m > 0 m, never 5 % back, 10 m within 10 % of 5 m',
    seeds: 10,
    cost: 18,
    measure: measureDistances,
    judge: (runs) => {
      const times = DISTANCES.map((distance) => meanOf(runs, `goal ${distance}`));
      const inside = meanOf(runs, 'inside');
      const [near, , far, farthest] = times as [number, number, number, number];
      const isLevel = Math.abs(farthest - far) <= 0.1 * farthest;
      const goesBack = times.some((time, k) => k > 0 && !(time >= 0.95 * times[k - 1]));
      return {
        measured: `${shownAll(times, 1)} s${insideText(inside)}`,
        passes: inside === 0 && farthest > near && isLevel && !goesBack,
      };
    },
  },
  {
    name: 'rimea-12b',
    title: 'Length of a bottleneck',
    source: 'RiMEA 4.1.1 test 12b, as transcribed',
    geometry: 'two rooms 10 × 10 m, bottleneck 1 m wide, 0.2 and 5 m long',
    population: POPULATION,
    expected: 'the long one takes longer',
    seeds: 10,
    cost: 8,
    measure: measureLengths,
    judge: (runs) => {
      const times = LENGTHS.map((length) => meanOf(runs, `length ${length}`));
      const inside = meanOf(runs, 'inside');
      return { measured: `${shownAll(times, 1)} s${insideText(inside)}`, passes: inside === 0 && isRising(times) };
    },
  },
  {
    name: 'rimea-12c',
    title: 'Two bottlenecks in a row',
    source: 'RiMEA 4.1.1 test 12c, as transcribed; a jam is more than 2.15 per m² (Fruin F) in 2 × 2 m',
    geometry: 'rooms 10 × 10, 10 × 10, 5 × 10 m, gaps of 1 m',
    population: POPULATION,
    expected: 'jam before the first gap, none before the second',
    seeds: 10,
    cost: 5,
    measure: measureTwoGaps,
    judge: (runs) => {
      const [density1, density2, flow1, flow2] = ['density1', 'density2', 'flow1', 'flow2'].map((name) =>
        meanOf(runs, name),
      ) as [number, number, number, number];
      const inside = meanOf(runs, 'inside');
      return {
        measured: `${shown(density1, 2)} and ${shown(density2, 2)} per m², ${shown(flow1, 2)} and ${shown(flow2, 2)} per s${insideText(inside)}`,
        passes: inside === 0 && density1 > JAM && density2 <= JAM,
      };
    },
  },
  {
    name: 'rimea-12d',
    title: 'Width of a bottleneck',
    source: 'RiMEA 4.1.1 test 12d, as transcribed; for reference J = 1.9 w',
    geometry: 'two rooms 10 × 10 m, bottleneck 5 m long, 0.8, 1.0, 1.2 m wide',
    population: POPULATION,
    expected: 'flow grows with width (1.52 / 1.90 / 2.28 per s would be 1.9 w)',
    seeds: 10,
    cost: 16,
    measure: measureWidths,
    judge: (runs) => {
      const flows = WIDTHS.map((width) => meanOf(runs, `width ${width}`));
      const inside = meanOf(runs, 'inside');
      const { slope, r2 } = fitLine(WIDTHS, flows);
      return {
        measured: `${shownAll(flows, 2)} per s; slope ${shown(slope, 2)}, R² ${shown(r2, 2)}${insideText(inside)}`,
        passes: inside === 0 && isRising(flows),
      };
    },
  },
];
