/**
 * A busy street without ends, to measure what M02 found (its figures 4.8 and 4.9): flow, density, speed, lanes.
 *
 * A pavement of 60 × 6 m with people in both directions. Their goals lie far beyond its ends, and somebody who comes to one end goes on at the
 * other as soon as there is room: if people turned round at the ends, they would meet their own lane.
 * In: walkers, a seed, settings. Out: what was measured between lines across the street. Cost: walkers × steps.
 */
import { NONE } from '../../core/none.ts';
import { nextRandom, seedRandom } from '../../core/random.ts';
import { densityMap } from '../../raster/density-map.ts';
import { graphOfPairs } from '../../raster/goal-graph.ts';
import { createTiles, PAVEMENT } from '../../raster/tiles.ts';
import { TOWN_DEFAULTS, type Town } from '../../raster/town.ts';
import { bodyInWay } from './bodies.ts';
import type { StreamSettings } from './settings.ts';
import { addToStreamTown, createStreamTown, stepStreamTown, type StreamTown } from './stream-town.ts';

const LENGTH = 60;
const WIDTH = 6;
/** Metres that goals lie beyond the ends. */
const BEYOND = 300;
/** Columns at each end from which people go on at the other. */
const END = 2;
const PERIOD = LENGTH - 2 * END;

function street(): Town {
  const tiles = createTiles({ x: 0, y: 0, side: 1, columns: LENGTH, rows: WIDTH }, PAVEMENT);
  const goals = {
    x: Float64Array.of(-BEYOND, LENGTH + BEYOND),
    y: Float64Array.of(WIDTH / 2, WIDTH / 2),
    radius: Float64Array.of(1, 1),
  };
  return {
    options: { ...TOWN_DEFAULTS },
    tiles,
    goals,
    graph: graphOfPairs(Int32Array.of(0, 1), 2),
    crossings: new Int32Array(0),
    density: densityMap(tiles, goals, 8),
    report: { corners: 0, addedGoals: 0, parts: [], withoutGoals: [], narrowDoors: [], cutOff: [] },
  };
}

/** Walkers on tiles drawn by chance, every second one in each direction. */
export function startStreet(walkers: number, seed: number, settings: Partial<StreamSettings> = {}): StreamTown {
  const run = createStreamTown(street(), { capacity: walkers, seed, settings });
  const random = seedRandom(seed);
  const tiles = Int32Array.from({ length: LENGTH * WIDTH }, (_, t) => t);
  for (let k = tiles.length - 1; k > 0; k--) {
    const other = Math.floor(nextRandom(random) * (k + 1));
    [tiles[k], tiles[other]] = [tiles[other], tiles[k]];
  }
  for (let i = 0; i < walkers; i++) {
    const t = tiles[i % tiles.length];
    addToStreamTown(run, { x: (t % LENGTH) + 0.5, y: Math.floor(t / LENGTH) + 0.5, goal: i % 2 });
  }
  return run;
}

/** A step, and people at an end go on at the other. */
function stepStreet(run: StreamTown): void {
  stepStreamTown(run);
  const { crowd, maps } = run;
  for (let i = 0; i < crowd.count; i++) {
    const [x, y] = crowd.place.subarray(2 * i, 2 * i + 2);
    const isEast = crowd.goal[i] === 1;
    if (isEast ? x < LENGTH - END : x >= END) continue;
    const to = isEast ? x - PERIOD : x + PERIOD;
    if (maps.settings.avoids) {
      if (maps.human[tileOf(to, y)] !== NONE || bodyInWay(maps, crowd, i, to, y) !== NONE) continue;
      maps.human[crowd.tile[i]] = NONE;
      maps.human[tileOf(to, y)] = i;
    }
    crowd.tile[i] = tileOf(to, y);
    crowd.place[2 * i] = to;
    crowd.due[i] = 1;
  }
}

const tileOf = (x: number, y: number) => Math.floor(y) * LENGTH + Math.floor(x);

interface Traffic {
  /** Walkers per metre of width and second, over lines across the street, towards their goals. */
  flow: number;
  /** Walkers per m², and metres per second along the street, between the outer lines. */
  density: number;
  speed: number;
}

const LINES = [20, 25, 30, 35, 40];

/** @param seconds before measuring, and of measuring */
export function measureStreet(run: StreamTown, [before, seconds]: readonly [number, number]): Traffic {
  for (let k = 0; k < before * 24; k++) stepStreet(run);
  const { crowd } = run;
  let crossings = 0;
  let inside = 0;
  let way = 0;
  const old = new Float64Array(2 * crowd.count);
  for (let k = 0; k < seconds * 24; k++) {
    old.set(crowd.place.subarray(0, 2 * crowd.count));
    stepStreet(run);
    for (let i = 0; i < crowd.count; i++) {
      const [a, b] = [old[2 * i], crowd.place[2 * i]];
      // Carried over from one end to the other.
      if (Math.abs(b - a) > 1) continue;
      // Towards one's goal counts, back counts against it: both for the flow and for the speed.
      const ahead = crowd.goal[i] === 1 ? 1 : -1;
      for (const line of LINES) if (a < line !== b < line) crossings += b > a ? ahead : -ahead;
      if (a < LINES[0] || a >= LINES[4]) continue;
      inside++;
      way += ahead * (b - a);
    }
  }
  const steps = seconds * 24;
  return {
    flow: crossings / LINES.length / WIDTH / seconds,
    density: inside / steps / ((LINES[4] - LINES[0]) * WIDTH),
    speed: (way / Math.max(1, inside)) * 24,
  };
}

/** Mean over walkers of ((same − opposite) / all)² of those in their row of tiles: 1 in pure lanes. */
function laneOrder({ crowd }: StreamTown): number {
  const east = new Int32Array(WIDTH);
  const all = new Int32Array(WIDTH);
  for (let i = 0; i < crowd.count; i++) {
    const row = Math.floor(crowd.place[2 * i + 1]);
    all[row]++;
    if (crowd.goal[i] === 1) east[row]++;
  }
  let sum = 0;
  for (let row = 0; row < WIDTH; row++) if (all[row] > 0) sum += (2 * east[row] - all[row]) ** 2 / all[row];
  return sum / crowd.count;
}

/** Seconds before the order of lanes is measured, and of measuring. */
const [LANES_FORM, LANES_LAST] = [40, 60];

/** Order of lanes in one street, averaged over a minute once lanes had time to form. */
export function laneOrderLater(walkers: number, seed: number, settings: Partial<StreamSettings>): number {
  const run = startStreet(walkers, seed, settings);
  let sum = 0;
  for (let second = 0; second < LANES_FORM + LANES_LAST; second++) {
    for (let k = 0; k < 24; k++) stepStreet(run);
    if (second >= LANES_FORM) sum += laneOrder(run) / LANES_LAST;
  }
  return sum;
}
