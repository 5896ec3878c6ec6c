/**
 * Pictures of what emerges in the simulated crowd beside what was measured, into docs/pictures/validation:
 *
 *   node scripts/run.mjs scripts/plot-validation.ts [speed-density door-flow single-file lanes egress queue-memory] [--seeds 1] [--out FOLDER]
 *
 * Without names, all of them; the first takes minutes. The runs are those of `foulee validate` (validation/src/experiments/emergent-*.ts): the
 * same places, populations and parameters.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PLOT_COLOURS, type Plot, type PlotSeries, plotToSvg } from '@foulee/formats';
import {
  type Box,
  chooseAfter,
  CORRIDOR_SPEEDS,
  corridorDiagram,
  DOOR_FLOWS,
  doorFlow,
  isConstrained,
  LABORATORY,
  mean,
  PLANNING,
  play,
  playFrames,
  requiredLength,
  type SectionSample,
  SINGLE_FILE,
  walkSingleFile,
  weidmannSpeed,
} from '@foulee/validation/inside';

const [INK, SIMULATED, BLUE, GREEN, VIOLET, OCHRE, GREY] = PLOT_COLOURS;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '1' },
    out: { type: 'string', default: join('docs', 'pictures', 'validation') },
  },
});
const seeds = Array.from({ length: Math.min(100, Math.max(1, Number(values.seeds) || 1)) }, (_, i) => i + 1);

const PICTURES: Record<string, () => Plot> = {
  'speed-density': speedDensity,
  'door-flow': doorFlows,
  'single-file': singleFile,
  lanes,
  egress,
  'queue-memory': queueMemory,
};

for (const name of positionals.length > 0 ? positionals : Object.keys(PICTURES)) {
  const picture = PICTURES[name];
  if (picture === undefined) {
    console.error(`${name} is no picture: give ${Object.keys(PICTURES).join(', ')}`);
    process.exitCode = 2;
    break;
  }
  mkdirSync(values.out, { recursive: true });
  writeFileSync(join(values.out, `${name}.svg`), plotToSvg(picture()));
  console.log(`drawn: ${name}.svg`);
}

function told(text: string): void {
  console.log(`  ${text}`);
}

/** A corridor 4 m wide at several densities. */
function speedDensity(): Plot {
  const density: number[] = [];
  const speed: number[] = [];
  for (const wanted of [0.25, 0.5, 1, 1.5, 2, 2.5, 3]) {
    for (const seed of seeds) {
      const run = corridorDiagram(wanted, seed);
      density.push(run['density']);
      speed.push(run['speed']);
      told(`${wanted} per m²: ${run['density'].toFixed(2)} per m², ${run['speed'].toFixed(2)} m/s`);
    }
  }
  const x = Array.from({ length: 53 }, (_, i) => 0.1 * (i + 1));
  const curve = x.map(weidmannSpeed);
  return {
    title: 'Speed by density in a corridor',
    subtitle:
      'Simulated: planning population, periodic corridor 4 m wide. Measured: HERMES experiments, bins of 0.5 per m²',
    x: { label: 'Density', unit: 'persons/m²', min: 0, max: 5 },
    y: { label: 'Speed', unit: 'm/s', min: 0, max: 1.8 },
    series: [
      {
        kind: 'band',
        name: 'Weidmann ± 25 %',
        colour: GREY,
        x,
        low: curve.map((v) => 0.75 * v),
        high: curve.map((v) => 1.25 * v),
      },
      { kind: 'line', name: 'Weidmann 1993', colour: INK, x, y: curve },
      ...CORRIDOR_SPEEDS.map(
        (bins, i): PlotSeries => ({
          kind: 'scatter',
          mark: i === 0 ? 'square' : 'triangle',
          name: `measured, ${bins.name}`,
          colour: i === 0 ? GREEN : BLUE,
          x: bins.density,
          y: bins.speed,
        }),
      ),
      { kind: 'scatter', name: 'simulated', colour: SIMULATED, x: density, y: speed },
    ],
  };
}

/** Doors of several widths. */
function doorFlows(): Plot {
  const width: number[] = [];
  const flow: number[] = [];
  for (const wide of [0.7, 0.8, 0.9, 1, 1.2, 1.4, 1.6, 2, 2.4]) {
    for (const seed of seeds) {
      const run = doorFlow(wide, 150, seed);
      width.push(wide);
      flow.push(run['flow']);
      told(`${wide} m: ${run['flow'].toFixed(2)} per second, ${run['left']} left behind`);
    }
  }
  const marks = ['square', 'ring', 'triangle', 'cross', 'square', 'ring'] as const;
  const colours = [GREEN, BLUE, VIOLET, INK, OCHRE, GREY] as const;
  return {
    title: 'Flow through a door by its width',
    subtitle: 'Simulated: 150 people of the laboratory population, room of 10 × 10 m. Measured: literature',
    x: { label: 'Width', unit: 'm', min: 0, max: 3 },
    y: { label: 'Flow', unit: 'persons/s', min: 0, max: 7 },
    series: [
      { kind: 'band', name: '1.6 to 2.4 per metre', colour: GREY, x: [0.4, 3], low: [0.64, 4.8], high: [0.96, 7.2] },
      ...DOOR_FLOWS.map(
        ({ name, flows }, i): PlotSeries => ({
          kind: 'scatter',
          mark: marks[i],
          colour: colours[i],
          name,
          x: flows.map(([w]) => w),
          y: flows.map(([, j]) => j),
        }),
      ),
      { kind: 'scatter', name: 'simulated', colour: SIMULATED, x: width, y: flow },
    ],
  };
}

/** The room people take in a file, by their speed. */
function singleFile(): Plot {
  const sections: SectionSample[] = [];
  for (const people of [14, 20, 28, 39, 45, 56]) {
    for (const seed of seeds) {
      const walked = walkSingleFile(people, seed, LABORATORY);
      sections.push(...walked.sections);
      told(`${people} people: ${mean(walked.samples.map(({ speed }) => speed)).toFixed(2)} m/s`);
    }
  }
  const { a, b } = requiredLength(sections);
  told(`d = ${a.toFixed(2)} + ${b.toFixed(2)} v`);
  const line = (name: string, colour: string, from: number, slope: number): PlotSeries => ({
    kind: 'line',
    name,
    colour,
    x: [0, 1.4],
    y: [from, from + 1.4 * slope],
  });
  const held = sections.filter(isConstrained);
  const shown = held.filter((_, i) => i % Math.ceil(held.length / 800) === 0);
  return {
    title: 'Room taken in a single file',
    subtitle:
      'Loop of 26 m with 14 to 56 people, 4 m of both straights, where they cannot walk as they like; laboratory population',
    x: { label: 'Speed', unit: 'm/s', min: 0, max: 1.4 },
    y: { label: 'Way per person', unit: 'm', min: 0, max: 3 },
    series: [
      {
        kind: 'scatter',
        mark: 'dot',
        name: '',
        colour: SIMULATED,
        x: shown.map(({ speed }) => speed),
        y: shown.map(({ spacing }) => spacing),
      },
      line(`Seyfried 2005: ${SINGLE_FILE.a} + ${SINGLE_FILE.b} v`, INK, SINGLE_FILE.a, SINGLE_FILE.b),
      line(`simulated: ${a.toFixed(2)} + ${b.toFixed(2)} v`, SIMULATED, a, b),
    ],
  };
}

/** A moment of a counter-flow, by direction. */
function lanes(): Plot {
  const half = 40;
  const right = new Set<number>();
  const seen: { x: number[]; y: number[] }[] = [];
  const ends = (x: number) => ({
    line: [
      [x, -2],
      [x, 2],
    ],
  });
  const corridor: Box = [-half, -2, half, 2];
  const people = 240;
  playFrames(
    {
      environment: { walkable: [{ box: [-half - 1, -2, half + 1, 2] }] },
      profiles: { person: LABORATORY },
      goals: { right: ends(half + 1), left: ends(-half - 1) },
      itineraries: { 'to the right': ['right'], 'to the left': ['left'] },
      walkers: ['to the right', 'to the left'].map((itinerary) => ({
        in: { box: corridor },
        count: people,
        itinerary,
      })),
      duration: 21,
    },
    seeds[0],
    (frame, { simulation: { crowd } }) => {
      for (let i = 0; i < crowd.count; i++) if (crowd.itinerary[i] === 0) right.add(crowd.serial[i]);
      if (Math.round(10 * frame.time) !== 200) return;
      for (const isRight of [true, false]) {
        const kept = Array.from({ length: frame.count }, (_, i) => i).filter(
          (i) => right.has(frame.serial[i]) === isRight && Math.abs(frame.place[2 * i]) < 12,
        );
        seen.push({ x: kept.map((i) => frame.place[2 * i]), y: kept.map((i) => frame.place[2 * i + 1]) });
      }
    },
  );
  return {
    title: 'Lanes in a counter-flow',
    subtitle: 'Corridor 4 m wide, mixed at random at 1.5 persons/m², 20 s later; both directions alike many',
    isMap: true,
    width: 960,
    x: { label: 'x', unit: 'm', min: -12, max: 12 },
    y: { label: 'y', unit: 'm', min: -2, max: 2 },
    series: [
      { kind: 'scatter', name: 'to the right', colour: BLUE, ...seen[0] },
      { kind: 'scatter', name: 'to the left', colour: SIMULATED, ...seen[1] },
    ],
  };
}

/** N(t) of a room for several doors. */
function egress(): Plot {
  const colours = [INK, SIMULATED, BLUE, GREEN] as const;
  return {
    title: 'A room empties, by width of its door',
    subtitle: '200 people of the planning population in 10 × 10 m, one door; everybody starts at once',
    x: { label: 'Time', unit: 's', min: 0 },
    y: { label: 'Persons outside', unit: '', min: 0, max: 200 },
    series: [0.8, 1, 1.4, 2].map((width, i): PlotSeries => {
      const { left } = play(
        {
          environment: {
            walkable: [{ box: [-10, -5, 0, 5] }, { box: [0, -width / 2, 0.2, width / 2] }, { box: [0.2, -3, 3, 3] }],
          },
          profiles: { person: PLANNING },
          walkers: [{ in: { box: [-9.7, -4.7, -0.3, 4.7] }, count: 200 }],
          exits: {
            out: {
              line: [
                [2, -3],
                [2, 3],
              ],
            },
          },
          duration: 300,
        },
        seeds[0],
      );
      const moments = [...left.values()].map(({ at }) => at).sort((a, b) => a - b);
      told(`${width} m: ${moments.length} out, the last after ${(moments.at(-1) ?? Number.NaN).toFixed(0)} s`);
      return {
        kind: 'line',
        name: `door of ${width} m`,
        colour: colours[i],
        x: [0, ...moments],
        y: [0, ...moments.map((_, k) => k + 1)],
      };
    }),
  };
}

/** Who still takes the other exit, some time after they saw a queue at the nearer one. */
function queueMemory(): Plot {
  const bin = 2;
  const colours = [SIMULATED, BLUE] as const;
  return {
    title: 'A queue is remembered, and forgotten',
    subtitle:
      'Choice of an exit after a stay out of sight of the queue at the nearer one; planning population, bins of 2 s',
    x: { label: 'Time since they left the hall with the queue', unit: 's', min: 0, max: 80 },
    y: { label: 'Share who take the other exit', unit: '%', min: 0, max: 105 },
    series: [30, 60].map((memory, m): PlotSeries => {
      const all: number[] = [];
      const diverted: number[] = [];
      for (let stay = 0; stay <= 75; stay += 2) {
        for (const { seconds, isDiverted } of seeds.flatMap((seed) => chooseAfter(stay, memory, seed))) {
          const k = Math.floor(seconds / bin);
          all[k] = (all[k] ?? 0) + 1;
          diverted[k] = (diverted[k] ?? 0) + (isDiverted ? 1 : 0);
        }
      }
      const bins = [...all.keys()].filter((k) => (all[k] ?? 0) >= 5);
      const share = bins.map((k) => (100 * diverted[k]) / all[k]);
      told(`memory ${memory} s: ${bins.map((k, n) => `${bin * k} s ${share[n].toFixed(0)} %`).join(', ')}`);
      const x = bins.map((k) => bin * (k + 0.5));
      return { kind: 'line', name: `memory of ${memory} s`, colour: colours[m], x, y: share };
    }),
  };
}
