/**
 * Benchmark: walkers on tiles, beside M02's 6,000 at 24 frames a second. `npm run bench -- stream [--quick]`; prints tables and writes them to
 * bench/results/stream.md (not with --quick). CPU time of this process, since the machine may be busy.
 *
 *   1. the two towns that must keep up with 24 steps a second, and how fast people walk in them        2. growth at one density
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { makeTown, tilesOfPicture, type Town } from '@foulee/engine';
import { createStreamTown, stepStreamTown, type StreamTown } from '@foulee/engine/inside';
import { makeBitmapTown } from '@foulee/testing';
import { growthExponent, quantile } from './statistics.ts';
import { markdownTable, readable } from './table.ts';

const quick = process.argv.includes('--quick');
const RESULTS = 'bench/results';
/** Simulated seconds before measuring, and of measuring. */
const BEFORE = quick ? 2 : 20;
const SECONDS = quick ? 1 : 10;
const STEPS = 24;
/** Walkers per tile of a picture: 100,000 in 1024 × 1024. */
const DENSITY = 100_000 / 1024 ** 2;
const paragraphs: string[] = [];

function say(paragraph: string): void {
  console.log(`${paragraph}\n`);
  paragraphs.push(paragraph);
}

/** Milliseconds of processor time, all threads. */
function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function townOf(size: number): Town {
  const { pixels, width, height } = makeBitmapTown(size, 1);
  return makeTown(tilesOfPicture(pixels, width, height));
}

interface Figures {
  walkers: number;
  /** Accessible floor, m². */
  floor: number;
  /** Milliseconds of a step. */
  median: number;
  most: number;
  /** Metres per second, of all walkers: those who stand, too. */
  speed: number;
}

function figuresOf(size: number, walkers: number): Figures {
  const run = createStreamTown(townOf(size), { walkers, seed: 1 });
  for (let k = 0; k < BEFORE * STEPS; k++) stepStreamTown(run);
  const times = new Float64Array(SECONDS * STEPS);
  const old = new Float64Array(2 * run.crowd.count);
  let way = 0;
  for (let k = 0; k < times.length; k++) {
    putPlaces(run, old);
    const before = cpuNow();
    stepStreamTown(run);
    times[k] = cpuNow() - before;
    way += wayFrom(run, old);
  }
  const { count } = run.crowd;
  return {
    walkers: count,
    floor: run.town.density.area.reduce((sum, area) => sum + area, 0),
    median: quantile(times, 0.5),
    most: quantile(times, 0.95),
    speed: way / count / SECONDS,
  };
}

/** Places by serial, since slots may be sorted in a step. */
function putPlaces({ crowd }: StreamTown, places: Float64Array): void {
  for (let i = 0; i < crowd.count; i++) {
    places[2 * crowd.serial[i]] = crowd.place[2 * i];
    places[2 * crowd.serial[i] + 1] = crowd.place[2 * i + 1];
  }
}

function wayFrom({ crowd }: StreamTown, places: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < crowd.count; i++) {
    const s = crowd.serial[i];
    sum += Math.hypot(crowd.place[2 * i] - places[2 * s], crowd.place[2 * i + 1] - places[2 * s + 1]);
  }
  return sum;
}

const HEADER = ['town', 'walkers', 'per m² of floor', 'CPU ms per step', '95 % of steps', 'mean speed, m/s'];
const rowOf = (size: number, { walkers, floor, median, most, speed }: Figures) => [
  `${size} × ${size}`,
  readable(walkers),
  readable(walkers / floor),
  readable(median),
  readable(most),
  readable(speed),
];

say('# Walkers on tiles');
say(
  [
    `Made by \`npm run bench -- stream\` on Node ${process.version}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, one thread, load ${loadavg()[0].toFixed(1)}.`,
    `CPU time of a step, median and 95 % quantile over ${SECONDS} simulated seconds after ${BEFORE}; ${STEPS} steps a second leave 41.7 ms each.`,
    'The mean speed is that of all walkers, those who stand included.',
    'M02 §4.4: 6,000 walkers at 24 frames a second on a Pentium 4 of 2 GHz, drawing included.',
  ].join('\n'),
);
const big: [number, number][] = quick
  ? [[256, 2500]]
  : [
      [512, 6000],
      [512, 10_000],
      [1024, 100_000],
    ];
say('## Towns');
say(
  markdownTable(
    HEADER,
    big.map(([size, walkers]) => rowOf(size, figuresOf(size, walkers))),
  ),
);
const counts = quick ? [1000, 3000] : [1000, 3000, 10_000, 30_000, 100_000];
const grown = counts.map((walkers) => {
  const size = Math.round(Math.sqrt(walkers / DENSITY));
  return { size, figures: figuresOf(size, walkers) };
});
say('## Growth at the same density');
say(
  markdownTable(
    [...HEADER, 'µs per walker'],
    grown.map(({ size, figures }) => [...rowOf(size, figures), readable((1000 * figures.median) / figures.walkers)]),
  ),
);
const exponent = growthExponent(grown.map(({ figures }) => [figures.walkers, figures.median]));
say(`CPU time grows as walkers to the power of ${exponent.toFixed(2)}.`);
if (!quick) {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${RESULTS}/stream.md`, `${paragraphs.join('\n\n')}\n`);
  console.log(`written to ${RESULTS}/stream.md`);
}
