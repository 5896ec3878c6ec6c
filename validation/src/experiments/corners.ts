/** Steady streams that turn a corner or merge: enough people pass, whatever the plan's orientation and open doors. */
import { meanOf, shown, shownAll } from '../instruments/figures.ts';
import { SYMMETRIES, type Symmetry, symmetryOf, turnedBy } from '../instruments/symmetries.ts';
import type { Figures, ValidationTest, Verdict } from '../instruments/validation-test.ts';
import { CORNER_SECONDS, type Cut, roundFedCorner } from '../set-ups/fed-corner.ts';
import { mergeAtTee } from '../set-ups/fed-tee.ts';

/** People per metre and second who come: below what a corner carries, and above. */
const STEADY = 1.2;
const FULL = 1.8;
/** The largest of several counts over the smallest. */
const ALIKE = 1.05;

/** The largest over the smallest; NaN where one is missing. */
function spreadOf(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values);
}

// --- turned, mirrored, cut --------------------------------------------------------------------------------------------

const CUTS: readonly Cut[] = ['doors', 'mouth', 'diagonal'];
const VARIANTS: readonly { name: string; symmetry: Symmetry; cut?: Cut }[] = [
  ...[...SYMMETRIES, turnedBy(37)].map((symmetry) => ({ name: symmetry.name, symmetry })),
  ...CUTS.map((cut) => ({ name: cut, symmetry: symmetryOf('90'), cut })),
];

function measureTurned(seed: number): Figures {
  return Object.fromEntries(
    VARIANTS.map(({ name, symmetry, cut }) => {
      const after = roundFedCorner({ width: 3, inflow: STEADY, symmetry, ...(cut === undefined ? {} : { cut }) }, seed);
      return [`passed ${name}`, after.between(0, CORNER_SECONDS)];
    }),
  );
}

function judgeTurned(runs: readonly Figures[]): Verdict {
  const passed = VARIANTS.map(({ name }) => meanOf(runs, `passed ${name}`));
  const spread = spreadOf(passed);
  const list = VARIANTS.map(({ name }, k) => `${name}: ${shown(passed[k], 0)}`).join(', ');
  return { measured: `${list}; × ${shown(spread, 2)}`, passes: spread <= ALIKE };
}

// --- capacity ---------------------------------------------------------------------------------------------------------

/** Metres. */
const WIDTHS = [1.8, 2.4, 3, 4] as const;
const ORIENTATIONS = ['0', '90'] as const;
/** People per metre and second. */
const LEAST_STEADY = 1;
const LEAST_FULL = 1.2;
/** Seconds after which the full corner is measured. */
const FILLED = 30;

function measureWidths(seed: number): Figures {
  const figures: Figures = {};
  for (const width of WIDTHS) {
    for (const name of ORIENTATIONS) {
      const after = roundFedCorner({ width, inflow: STEADY, symmetry: symmetryOf(name) }, seed);
      figures[`flow ${width} ${name}`] = after.between(0, CORNER_SECONDS) / (CORNER_SECONDS * width);
    }
  }
  return figures;
}

function judgeWidths(runs: readonly Figures[]): Verdict {
  const rows = WIDTHS.map((width) => ({
    width,
    flows: ORIENTATIONS.map((name) => meanOf(runs, `flow ${width} ${name}`)),
  }));
  return {
    measured: `${rows.map(({ width, flows }) => `${width} m: ${shownAll(flows, 2)}`).join(', ')} per m and s`,
    passes: rows.every(({ flows }) => flows.every((flow) => flow >= LEAST_STEADY)),
  };
}

function measureFull(seed: number): Figures {
  return Object.fromEntries(
    ORIENTATIONS.map((name) => {
      const after = roundFedCorner({ width: 3, inflow: FULL, symmetry: symmetryOf(name) }, seed);
      return [`flow ${name}`, after.between(FILLED, CORNER_SECONDS) / ((CORNER_SECONDS - FILLED) * 3)];
    }),
  );
}

function judgeFull(runs: readonly Figures[]): Verdict {
  const flows = ORIENTATIONS.map((name) => meanOf(runs, `flow ${name}`));
  return { measured: `${shownAll(flows, 2)} per m and s`, passes: flows.every((flow) => flow >= LEAST_FULL) };
}

// --- merging ----------------------------------------------------------------------------------------------------------

const TEES = ['0', '90', '0m'] as const;
/** People in 120 s: what passed when this was written. */
const LEAST_MERGED = 329;

function measureMerge(seed: number): Figures {
  return Object.fromEntries(TEES.map((name) => [`passed ${name}`, mergeAtTee(symmetryOf(name), seed)]));
}

function judgeMerge(runs: readonly Figures[]): Verdict {
  const passed = TEES.map((name) => meanOf(runs, `passed ${name}`));
  const spread = spreadOf(passed);
  return {
    measured: `${shownAll(passed, 1)} people; × ${shown(spread, 2)}`,
    passes: spread <= ALIKE && passed.every((people) => people >= LEAST_MERGED),
  };
}

export const CORNER_TESTS: readonly ValidationTest[] = [
  {
    name: 'corner-turned',
    title: 'The same corner, turned and cut',
    source: 'own test: people do not notice a plan’s orientation, nor open doors',
    geometry:
      'corner 3 m wide, in the eight symmetries of the plane, turned by 37°, and with open doors across both arms, at the mouth, diagonally',
    population: '1.2 people per metre and second, laboratory, for 120 s',
    expected: 'people counted 3 m behind the corner: largest over smallest of the 12 means at most 1.05',
    seeds: 10,
    cost: 38,
    measure: measureTurned,
    judge: judgeTurned,
  },
  {
    name: 'corner-width',
    title: 'Flow round corners by width',
    source: 'own test; a straight corridor passes 1.11 per metre and second of the same source',
    geometry: 'corners 1.8, 2.4, 3, 4 m wide, as drawn and turned by 90°',
    population: '1.2 people per metre and second, laboratory, for 120 s',
    expected: 'at least 1.0 per metre and second over the 120 s, each width, both ways round',
    seeds: 10,
    cost: 27,
    measure: measureWidths,
    judge: judgeWidths,
  },
  {
    name: 'corner-full',
    title: 'Flow round a corner that is full',
    source: 'own test; real corners carry 1.3–1.55 per metre and second',
    geometry: 'corner 3 m wide, as drawn and turned by 90°',
    population: '1.8 people per metre and second, laboratory, for 120 s',
    expected: 'at least 1.2 per metre and second from 30 to 120 s, both ways round',
    seeds: 10,
    cost: 10,
    measure: measureFull,
    judge: judgeFull,
  },
  {
    name: 'merge',
    title: 'Two streams merge',
    source: 'own test; the bound is what passed before corners were worked on',
    geometry: 'T of arms 2.4 m wide; as drawn, turned by 90°, mirrored',
    population: '1.6 people per second from each side, laboratory, for 120 s',
    expected:
      'at least 329 people counted 3.6 m behind the corner, largest over smallest of the three means at most 1.05',
    seeds: 10,
    cost: 6,
    measure: measureMerge,
    judge: judgeMerge,
  },
];
