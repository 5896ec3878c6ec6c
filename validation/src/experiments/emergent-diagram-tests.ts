/** Speed by density, in single file and in a wide corridor (RiMEA 4 and 16, Weidmann 1993, Seyfried 2005, HERMES). */
import { corridorDiagram, fileFigures, requiredLength, type SectionSample, walkSingleFile } from './emergent-loops.ts';
import { meanOf, shown } from '../instruments/figures.ts';
import { CORRIDOR_SPEEDS, weidmannSpeed } from './literature.ts';
import { PLANNING } from '../instruments/populations.ts';
import type { Figures, ValidationTest, Verdict } from '../instruments/validation-test.ts';

// --- required length --------------------------------------------------------------------------------------------------

/** People on 26 m, as in the experiments. */
const FILES = [14, 20, 28, 39, 45, 56] as const;
/** Those above 1.5 per metre, where waves are expected. */
const DENSE_FILES = [45, 56] as const;
/** The experiments with 34 and 56 people: 0.52 upstream, 0.28 and 0.37 downstream, at −0.7 and −1.0 m/s; 2 to 10 % standing. */
const LEAST_WAVE = 0.3;
const WAVE_SPEEDS = [-1.5, -0.2] as const;
const LEAST_STANDING = 0.02;

function measureFiles(files: readonly number[], seed: number): Figures {
  const sections: SectionSample[] = [];
  const figures: Figures = {};
  for (const people of files) {
    const walked = walkSingleFile(people, seed);
    sections.push(...walked.sections);
    const { speed, standing, wave, waveSpeed, forward } = fileFigures(people, walked);
    Object.assign(figures, {
      [`speed ${people}`]: speed,
      [`standing ${people}`]: standing,
      [`wave ${people}`]: wave,
      [`wave speed ${people}`]: waveSpeed,
      [`forward ${people}`]: forward,
    });
  }
  return { ...figures, ...requiredLength(sections) };
}

function judgeRequiredLength(runs: readonly Figures[]): Verdict {
  const a = meanOf(runs, 'a');
  const b = meanOf(runs, 'b');
  return {
    measured: `d = ${shown(a, 2)} m + ${shown(b, 2)} s · v`,
    passes: a >= 0.3 && a <= 0.42 && b >= 0.9 && b <= 1.3,
  };
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function judgeWaves(runs: readonly Figures[]): Verdict {
  const rows = DENSE_FILES.map((people) => ({
    people,
    wave: meanOf(runs, `wave ${people}`),
    forward: meanOf(runs, `forward ${people}`),
    // A run without a wave has any speed: the middle one is not moved by it.
    speed: middleOf(runs.map((run) => run[`wave speed ${people}`] ?? Number.NaN)),
    standing: meanOf(runs, `standing ${people}`),
  }));
  return {
    measured: rows
      .map(
        ({ people, wave, forward, speed, standing }) =>
          `${people}: ${shown(wave, 2)} upstream at ${shown(speed, 1)} m/s, ${shown(forward, 2)} downstream, ${shown(100 * standing, 0)} % stand`,
      )
      .join('; '),
    passes: rows.every(
      ({ wave, forward, speed, standing }) =>
        wave >= LEAST_WAVE &&
        wave > forward &&
        speed >= WAVE_SPEEDS[0] &&
        speed <= WAVE_SPEEDS[1] &&
        standing >= LEAST_STANDING,
    ),
  };
}

// --- RiMEA 16 ---------------------------------------------------------------------------------------------------------

/** Persons per metre, and metres per second below which a tenth, and nine tenths, of measured people walk (RiMEA 16). */
const ENVELOPE = [
  [0.299, 0.84, 1.473],
  [0.499, 0.708, 1.389],
  [0.699, 0.598, 1.305],
  [0.899, 0.448, 1.101],
  [1.099, 0.316, 0.84],
  [1.299, 0.187, 0.608],
  [1.499, 0.112, 0.485],
  [1.699, 0.071, 0.382],
  [1.899, 0.048, 0.314],
  [2.099, 0.035, 0.27],
  [2.299, 0.027, 0.239],
  [2.499, 0.022, 0.22],
] as const;
/** Half the width of a bin, persons per metre. */
const HALF_BIN = 0.1;
/** Samples of all runs that a bin needs to be judged, and bins that have to be filled. */
const LEAST_SAMPLES = 50;
const LEAST_BINS = 8;
const SWEEP = [8, 14, 20, 28, 39, 45, 56, 62] as const;

function measureEnvelope(seed: number): Figures {
  const figures: Figures = {};
  const samples = SWEEP.flatMap((people) => walkSingleFile(people, seed, PLANNING).samples);
  for (const [density] of ENVELOPE) {
    const own = samples.filter(({ ahead, behind }) => Math.abs(2 / (ahead + behind) - density) <= HALF_BIN);
    figures[`samples ${density}`] = own.length;
    figures[`sum ${density}`] = own.reduce((sum, { speed }) => sum + speed, 0);
  }
  return figures;
}

function judgeEnvelope(runs: readonly Figures[]): Verdict {
  const bins = ENVELOPE.flatMap(([density, low, high]) => {
    const samples = runs.reduce((sum, run) => sum + run[`samples ${density}`], 0);
    const speed = runs.reduce((sum, run) => sum + run[`sum ${density}`], 0) / samples;
    return samples >= LEAST_SAMPLES ? [{ density, speed, isInside: speed >= low && speed <= high }] : [];
  });
  const outside = bins.filter(({ isInside }) => !isInside);
  const list = outside.map(({ density, speed }) => `${shown(speed, 2)} m/s at ${shown(density, 1)}`);
  return {
    measured: `${bins.length - outside.length} of ${bins.length} bins inside${list.length === 0 ? '' : `; outside: ${list.join(', ')}`}`,
    passes: bins.length >= LEAST_BINS && outside.length === 0,
  };
}

// --- RiMEA 4 ----------------------------------------------------------------------------------------------------------

/** Persons per m² put on the track. */
const DENSITIES = [0.5, 1, 1.5, 2, 3, 4] as const;
const BELOW_WEIDMANN = 0.25;
const ABOVE_OPEN = 0.2;

function measureDiagram(seed: number): Figures {
  const figures: Figures = {};
  for (const wanted of DENSITIES) {
    const { density, speed } = corridorDiagram(wanted, seed);
    figures[`density ${wanted}`] = density!;
    figures[`speed ${wanted}`] = speed!;
  }
  return figures;
}

/** The open corridor's speed at a density, linear between its bins. */
export function openCorridorSpeed(density: number): number {
  const { density: at, speed } = CORRIDOR_SPEEDS.find(({ name }) => name.startsWith('open'))!;
  const next = at.findIndex((middle) => middle >= density);
  if (next === 0) return speed[0];
  if (next === -1) return speed.at(-1)!;
  const share = (density - at[next - 1]) / (at[next] - at[next - 1]);
  return speed[next - 1] + share * (speed[next] - speed[next - 1]);
}

function judgeDiagram(runs: readonly Figures[]): Verdict {
  const points = DENSITIES.map((wanted) => ({
    density: meanOf(runs, `density ${wanted}`),
    speed: meanOf(runs, `speed ${wanted}`),
  }));
  return {
    measured: points.map(({ density, speed }) => `${shown(density, 1)}: ${shown(speed, 2)}`).join(', '),
    passes: points.every(
      ({ density, speed }) =>
        speed >= (1 - BELOW_WEIDMANN) * weidmannSpeed(density) &&
        speed <= (1 + ABOVE_OPEN) * openCorridorSpeed(density),
    ),
  };
}

export const DIAGRAM_TESTS: readonly ValidationTest[] = [
  {
    name: 'rimea-4',
    title: 'Fundamental diagram of a corridor',
    source: 'RiMEA 4.1.1 test 4, as transcribed; Weidmann 1993; HERMES open corridors',
    geometry: 'closed track, 4 m wide, 115 m round, in place of 1000 × 10 m; measured in 10 × 4 m of both straights',
    population: '0.5–4 per m², planning',
    expected: 'speed (m/s) by density (per m²) between Weidmann − 25 % and the open corridors + 20 %',
    seeds: 10,
    cost: 260,
    measure: measureDiagram,
    judge: judgeDiagram,
  },
  {
    name: 'rimea-16',
    title: 'Fundamental diagram of a single file',
    source: 'RiMEA 4.1.1 test 16, envelope as transcribed; density over the gaps ahead and behind',
    geometry: 'loop of 26 m, 0.7 m wide',
    population: '8–62 people, planning',
    expected:
      'mean speed in each bin of 50 samples or more between the 10th and the 90th percentile of what was measured',
    seeds: 10,
    cost: 42,
    measure: measureEnvelope,
    judge: judgeEnvelope,
  },
  {
    name: 'single-file',
    title: 'Required length in single file',
    source: 'Seyfried 2005, d = 0.36 m + 1.06 s · v',
    geometry: 'loop of 26 m, 0.7 m wide, measured in 4 m of both straights',
    population: '14–56 people, laboratory; where they walk slower than 0.9 of what they like',
    expected: 'd = a + b · v: a 0.30–0.42 m, b 0.9–1.3 s',
    seeds: 10,
    cost: 22,
    measure: (seed) => measureFiles(FILES, seed),
    judge: judgeRequiredLength,
  },
  {
    name: 'stop-and-go',
    title: 'Stop-and-go waves in single file',
    source: 'Jülich single-file experiments of 34 and 56 people',
    geometry: 'loop of 26 m, 0.7 m wide',
    population: '45 and 56 people, laboratory',
    expected: 'slow places travel upstream at 0.2–1.5 m/s (correlation ≥ 0.3 and above that downstream), 2 % stand',
    seeds: 10,
    cost: 9,
    measure: (seed) => measureFiles(DENSE_FILES, seed),
    judge: judgeWaves,
  },
];
