/** How steadily people walk: one behind the other on a loop, and in a wide corridor, by density. */
import { playFrames } from '../instruments/emergent-instruments.ts';
import { trackScenario } from '../instruments/emergent-track.ts';
import { meanOf, shown, shownAll } from '../instruments/figures.ts';
import { LABORATORY } from '../instruments/populations.ts';
import { deviation, mean } from '../instruments/statistics.ts';
import { measureSteadiness } from '../instruments/steadiness.ts';
import type { Figures, ValidationTest, Verdict } from '../instruments/validation-test.ts';
import { RACETRACK, walkSingleFile, waveFigures } from './emergent-loops.ts';

// --- single file ------------------------------------------------------------------------------------------------------

/** People on 26 m: at 1.07 per metre they walk steadily, at 1.3 and 1.6 slow places travel upstream. */
const STEADY_FILE = 28;
const WAVY_FILES = [34, 42] as const;
/** Metres per second. */
const MOST_DEVIATION = 0.12;
const LEAST_WAVE = 0.3;

function measureFile(seed: number): Figures {
  const { speeds } = walkSingleFile(STEADY_FILE, seed);
  const figures: Figures = { deviation: mean(speeds.map(deviation)) };
  for (const people of WAVY_FILES) figures[`wave ${people}`] = waveFigures(walkSingleFile(people, seed).fields).wave;
  return figures;
}

function judgeFile(runs: readonly Figures[]): Verdict {
  const scatter = meanOf(runs, 'deviation');
  const waves = WAVY_FILES.map((people) => meanOf(runs, `wave ${people}`));
  return {
    measured: `SD ${shown(scatter, 3)} m/s; upstream ${shownAll(waves, 2)}`,
    passes: scatter <= MOST_DEVIATION && waves.every((wave) => wave >= LEAST_WAVE),
  };
}

// --- a wide corridor --------------------------------------------------------------------------------------------------

/** Persons per m²: the first is free walking. */
const DENSITIES = [0.05, 0.5, 1, 1.5, 2] as const;
/** Metres per second within a second: real people have 0.11 to 0.16 (docs/validation.md). */
const RANGES = [0.08, 0.18] as const;
/** Seconds: before measuring, of measuring. */
const SETTLE = 15;
const MEASURE = 20;

/** @returns metres per second: largest less smallest speed of a person within a second, on the straights */
function speedRange(density: number, seed: number): number {
  const { length, width, straight } = RACETRACK;
  const walking = new Map<number, { x: number[]; y: number[] }>();
  const people: { x: number[]; y: number[] }[] = [];
  let rate = Number.NaN;
  const options = { profile: LABORATORY, seconds: SETTLE + MEASURE, seed, reach: 4 };
  const scenario = trackScenario(RACETRACK, Math.round(density * length * width), 5, options);
  playFrames(scenario, seed, ({ time, count, serial, place }, run) => {
    rate = 1 / run.simulation.step;
    if (time <= SETTLE) return;
    for (let i = 0; i < count; i++) {
      const x = place[2 * i];
      if (Math.abs(x) > straight / 2) {
        walking.delete(serial[i]);
        continue;
      }
      let track = walking.get(serial[i]);
      if (track === undefined) {
        track = { x: [], y: [] };
        walking.set(serial[i], track);
        people.push(track);
      }
      track.x.push(x);
      track.y.push(place[2 * i + 1]);
    }
  });
  return measureSteadiness({ rate, people }).range;
}

function measureRanges(seed: number): Figures {
  return Object.fromEntries(DENSITIES.map((density) => [`range ${density}`, speedRange(density, seed)]));
}

function judgeRanges(runs: readonly Figures[]): Verdict {
  const ranges = DENSITIES.map((density) => meanOf(runs, `range ${density}`));
  return {
    measured: `${shownAll(ranges, 3)} m/s`,
    passes: ranges.every((range) => range >= RANGES[0] && range <= RANGES[1]),
  };
}

export const STEADY_TESTS: readonly ValidationTest[] = [
  {
    name: 'single-file-steady',
    title: 'Steady walking and waves in single file',
    source: 'own bounds, after the Jülich single-file experiments',
    geometry: 'loop of 26 m, 0.7 m wide',
    population: '28, 34 and 42 people (1.07, 1.3, 1.6 per metre), laboratory',
    expected:
      'SD over time of a person’s speed at most 0.12 m/s with 28; correlation with the speed 2 m upstream at least 0.3 with 34 and 42',
    seeds: 10,
    cost: 6,
    measure: measureFile,
    judge: judgeFile,
  },
  {
    name: 'speed-steadiness',
    title: 'How much a person’s speed varies within a second',
    source: 'own bounds; real people in corridors 0.11–0.16 m/s (replayed experiments)',
    geometry: 'closed track, 4 m wide, 115 m round; measured on the straights of 20 m',
    population: '0.05 (free), 0.5, 1, 1.5, 2 per m², laboratory',
    expected: 'largest less smallest speed within a second 0.08–0.18 m/s on average, at each density',
    seeds: 10,
    cost: 22,
    measure: measureRanges,
    judge: judgeRanges,
  },
];
