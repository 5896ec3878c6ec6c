/**
 * Tracks of people, real or simulated, in the place of an experiment → flow, density, speed, N(t), samples for the density–speed
 * diagram, and order in lanes; and what two of these differ by.
 *
 * Density and speed are taken twice: heads in the area (as in the published figures), over the middle 60 % of the passages,
 * and by Voronoi cells (§3.5), every quarter of a second of the steady state, for the bins of the diagram.
 */
import {
  addFlowFrame,
  countInArea,
  createFlowRecord,
  floorAreaOf,
  indexCells,
  passageCurve,
  steadyFlow,
  voronoiCells,
  voronoiInArea,
  type World,
} from '@foulee/engine';
import { netUntil, type PassageCurve } from '@foulee/engine/inside';
import { mean } from '@foulee/validation/inside';
import type { Experiment } from './replay-experiments-places.ts';
import { frameAt, spanOf, type Tracks } from './replay-experiments-tracks.ts';

export interface Measured {
  /** Persons per second; per m²; metres per second: the middle 60 % of the passages. */
  flow: number;
  density: number;
  speed: number;
  /** Voronoi density and speed in the steady state, a pair per moment. */
  samples: [density: number, speed: number][];
  /** N(t) at the exit; seconds as in the real tracks. */
  passed: PassageCurve;
}

export interface Compared {
  experiment: Experiment;
  real: Measured;
  simulated: Measured[];
  /** The greatest deviation of N(t). */
  passed: number;
}

/** Share of passages left out at either end. */
const LEFT_OUT = 0.2;
/** Seconds between two samples. */
const EVERY = 0.25;

export function measureTracks(experiment: Experiment, tracks: Tracks, world: World): Measured {
  const { mesh } = world;
  const cells = indexCells(mesh);
  const area = floorAreaOf(mesh, { name: 'area', level: 0, ring: experiment.area.flat() });
  const record = createFlowRecord([
    { name: 'flow', level: 0, ends: experiment.flowLine },
    { name: 'exit', level: 0, ends: experiment.exitLine },
  ]);
  const [first, last] = spanOf(tracks);
  for (let k = 0; k <= (last - first) * tracks.rate; k++)
    addFlowFrame(record, frameAt(tracks, first + k / tracks.rate));
  const through = passageCurve(record, 0);
  const [from, to] = middleOf(through);
  const counts: [number, number][] = [];
  for (let time = from; time <= to; time += EVERY) {
    const { density, speed } = countInArea(area, frameAt(tracks, time));
    counts.push([density, speed]);
  }
  const samples: [number, number][] = [];
  const [start, end] = experiment.steady ?? [from, to];
  for (let time = start; time <= Math.min(end, last); time += EVERY) {
    const { density, speedInCells } = voronoiInArea(voronoiCells(mesh, cells, 0, frameAt(tracks, time)), area);
    if (density > 0) samples.push([density, speedInCells]);
  }
  return {
    flow: steadyFlow(through, LEFT_OUT),
    density: mean(counts.map(([density]) => density)),
    speed: mean(counts.map(([, speed]) => speed).filter((speed) => speed >= 0)),
    samples,
    passed: passageCurve(record, 1),
  };
}

/** From when a fifth is through until four fifths are. */
function middleOf({ time }: PassageCurve): [number, number] {
  const count = time.length;
  const skipped = Math.floor(LEFT_OUT * count);
  return count < 2 ? [0, 0] : [time[skipped], time[count - 1 - skipped]];
}

/** N(t) of several runs, their mean at a moment. */
export function meanPassed(curves: readonly PassageCurve[], time: number): number {
  return mean(curves.map((curve) => netUntil(curve, time)));
}

/**
 * |N simulated − N real| / N real at each passage, from when a quarter is through in reality to the last: before that one person is
 * many per cent. The greatest and the mean.
 */
export function passageDeviation(
  real: PassageCurve,
  simulated: readonly PassageCurve[],
): { greatest: number; usual: number } {
  const count = real.net.at(-1) ?? 0;
  const deviations: number[] = [];
  for (let k = 0; k < real.time.length; k++) {
    const through = netUntil(real, real.time[k]);
    if (through < count / 4) continue;
    deviations.push(Math.abs(meanPassed(simulated, real.time[k]) - through) / through);
  }
  return { greatest: Math.max(...deviations), usual: mean(deviations) };
}

/**
 * Order in lanes φ: the corridor along x is cut into rows of 0.4 m; of each row with two people or more ((n₊ − n₋) / (n₊ + n₋))²;
 * the mean over rows and moments. And the specific flow in both directions together, density times mean |v_x|.
 */
export function measureLanes(
  { area, rate }: Experiment,
  tracks: Tracks,
  window: readonly [number, number],
): { lanes: number; density: number; speed: number; flow: number } {
  const xs = area.map(([x]) => x);
  const ys = area.map(([, y]) => y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const rows = Math.round((high - low) / 0.4);
  const orders: number[] = [];
  const densities: number[] = [];
  const speeds: number[] = [];
  const flows: number[] = [];
  for (let time = window[0]; time <= window[1]; time += Math.max(EVERY, 1 / rate)) {
    const { count, place, velocity } = frameAt(tracks, time);
    const forward = new Int32Array(rows);
    const backward = new Int32Array(rows);
    let inside = 0;
    let along = 0;
    for (let i = 0; i < count; i++) {
      const [x, y] = [place[2 * i], place[2 * i + 1]];
      if (x < left || x >= right || y < low || y >= high) continue;
      const vx = velocity[2 * i];
      (vx > 0 ? forward : backward)[Math.min(rows - 1, Math.floor((y - low) / 0.4))]++;
      inside++;
      along += Math.abs(vx);
    }
    for (let r = 0; r < rows; r++) {
      const together = forward[r] + backward[r];
      if (together >= 2) orders.push(((forward[r] - backward[r]) / together) ** 2);
    }
    densities.push(inside / ((right - left) * (high - low)));
    if (inside > 0) speeds.push(along / inside);
    flows.push(along / ((right - left) * (high - low)));
  }
  return { lanes: mean(orders), density: mean(densities), speed: mean(speeds), flow: mean(flows) };
}
