/** What was compared → plots in docs/pictures/validation: speed by density, N(t), a moment of a counter-flow. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DiagramRow } from '@foulee/engine/inside';
import { PLOT_COLOURS, type Plot, type PlotSeries, plotToSvg } from '@foulee/formats';
import { type Compared, meanPassed } from './replay-experiments-measure.ts';
import type { Experiment } from './replay-experiments-places.ts';
import { frameAt, type Tracks } from './replay-experiments-tracks.ts';

const FOLDER = join('docs', 'pictures', 'validation');
const [REAL, SIMULATED] = PLOT_COLOURS;
/** One sample a second is shown, and bins with this many samples. */
const SHOWN = 4;
const ENOUGH = 20;

function write(name: string, plot: Plot): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.svg`), plotToSvg(plot));
  console.log(`drawn: ${name}.svg`);
}

export function drawSpeeds(
  corridors: readonly Compared[],
  bins: { real: DiagramRow[]; simulated: DiagramRow[] },
): void {
  const samples = (name: string, colour: string, pairs: [number, number][]): PlotSeries => {
    const shown = pairs.filter((_, i) => i % SHOWN === 0);
    return { kind: 'scatter', mark: 'dot', name, colour, x: shown.map(([x]) => x), y: shown.map(([, y]) => y) };
  };
  const line = (name: string, colour: string, rows: DiagramRow[]): PlotSeries => {
    const told = rows.filter((row) => row.samples >= ENOUGH);
    return { kind: 'line', name, colour, x: told.map((row) => row.density), y: told.map((row) => row.speed) };
  };
  const realRows = bins.real.filter((row) => row.samples >= ENOUGH);
  write('replay-speed-density', {
    title: 'Speed by density: the same people, real and simulated',
    subtitle: `Corridor of 1.8 m, ${corridors.length} runs of the HERMES experiments; Voronoi cells, one sample a second`,
    x: { label: 'Density', unit: 'persons/m²', min: 0 },
    y: { label: 'Speed', unit: 'm/s', min: 0, max: 2 },
    series: [
      {
        kind: 'band',
        name: 'real ± 20 %',
        colour: REAL,
        x: realRows.map((row) => row.density),
        low: realRows.map((row) => 0.8 * row.speed),
        high: realRows.map((row) => 1.2 * row.speed),
      },
      samples(
        '',
        REAL,
        corridors.flatMap(({ real }) => real.samples),
      ),
      samples(
        '',
        SIMULATED,
        corridors.flatMap(({ simulated }) => simulated[0].samples),
      ),
      line('real, means of bins', REAL, bins.real),
      line('simulated, means of bins', SIMULATED, bins.simulated),
    ],
  });
}

/** N(t) of runs that differ in their entrance, of those that differ in their exit, and of those that stood. */
export function drawPassages(compared: readonly Compared[]): void {
  const corridors = compared.filter(({ experiment }) => experiment.steady !== null);
  const isByExit = ({ experiment }: Compared) => experiment.name.startsWith('uo-180');
  const drawn = (name: string, title: string, subtitle: string, runs: readonly Compared[]) => {
    if (runs.length > 0) write(name, passagePlot(title, subtitle, runs));
  };
  const told = 'Passages of the exit; lines: real people, dashed: the same people simulated, mean of seeds';
  drawn('replay-exits', 'Corridor of 1.8 m, by width of its exit', told, corridors.filter(isByExit));
  drawn(
    'replay-entrances',
    'Corridor of 1.8 m, by width of its entrance',
    told,
    corridors.filter((one) => !isByExit(one)),
  );
  drawn(
    'replay-bottleneck',
    'Bottleneck of 0.5 m',
    told,
    compared.filter(({ experiment }) => experiment.areWaiting),
  );
}

function passagePlot(title: string, subtitle: string, runs: readonly Compared[]): Plot {
  const series = runs.flatMap(({ experiment, real, simulated }, i): PlotSeries[] => {
    const colour = PLOT_COLOURS[i % PLOT_COLOURS.length];
    const start = real.passed.time[0];
    const last = Math.max(...[real, ...simulated].map(({ passed }) => passed.time.at(-1) ?? start));
    const seconds = Array.from({ length: Math.ceil(2 * (last - start)) + 1 }, (_, k) => k / 2);
    return [
      {
        kind: 'line',
        name: experiment.name,
        colour,
        x: [...real.passed.time].map((time) => time - start),
        y: [...real.passed.net],
      },
      {
        kind: 'line',
        name: '',
        colour,
        isDashed: true,
        x: seconds,
        y: seconds.map((second) =>
          meanPassed(
            simulated.map(({ passed }) => passed),
            start + second,
          ),
        ),
      },
    ];
  });
  return {
    title,
    subtitle,
    x: { label: 'Time since the first real passage', unit: 's' },
    y: { label: 'Persons through', unit: '' },
    series,
  };
}

/** Where people are at a moment, by the way they go. */
export function drawLanes({ area, floor }: Experiment, real: Tracks, simulated: Tracks, time: number): void {
  const ys = area.map(([, y]) => y);
  const xs = floor.map(([x]) => x);
  const [left, right] = [Math.max(-5.5, Math.min(...xs)), Math.min(4.5, Math.max(...xs))];
  for (const [name, who, tracks] of [
    ['replay-lanes-real', 'real people', real],
    ['replay-lanes-simulated', 'the same people, simulated', simulated],
  ] as const) {
    const { count, place, velocity } = frameAt(tracks, time);
    const going = (isForward: boolean) => {
      const kept = Array.from({ length: count }, (_, i) => i).filter((i) => velocity[2 * i] > 0 === isForward);
      return { x: kept.map((i) => place[2 * i]), y: kept.map((i) => place[2 * i + 1]) };
    };
    write(name, {
      title: `Counter-flow in a corridor of 4 m: ${who}`,
      subtitle: `${time.toFixed(0)} s after the start of the recording`,
      isMap: true,
      width: 720,
      x: { label: 'x', unit: 'm', min: left, max: right },
      y: { label: 'y', unit: 'm', min: Math.min(...ys), max: Math.max(...ys) },
      series: [
        { kind: 'scatter', name: 'to the right', colour: PLOT_COLOURS[2], ...going(true) },
        { kind: 'scatter', name: 'to the left', colour: PLOT_COLOURS[1], ...going(false) },
      ],
    });
  }
}
