/**
 * Where walkers start (M02 algorithm 4.3): one per connected pair of goals in turn, on a free accessible tile of the rectangle between the
 * two, with one of them as first goal. So goal density predicts walker density.
 *
 * The rectangle is widened by the goals' radius, as two goals often lie on one line. A tile is drawn a few times; one from which neither goal
 * can be seen is drawn again, since a first goal "has to be visible from the initial position" (M02 §4.2.2). Once drawing places nobody in a
 * whole round, tiles are taken in order, by people alone. Members of a group start around their leader, as many as find a free tile that it sees.
 * A town that is full gets fewer walkers than asked for. Cost: walkers, plus tiles of all rectangles if it is full.
 */
import { chanceOf } from '../../core/chance.ts';
import { nextRandom, seedRandom } from '../../core/random.ts';
import { NONE } from '../../core/none.ts';
import { lineStays, WALKED } from '../../raster/tile-lines.ts';
import { isAccessible, tileCentreX, tileCentreY } from '../../raster/tiles.ts';
import type { Streamers } from './columns.ts';
import { groupSize } from './group-sizes.ts';
import type { StreamMaps } from './maps.ts';
import { angleOf, angleOfVector, polarOf } from './polar.ts';

/** Tiles drawn per walker and pair. */
const DRAWS = 8;
/** Tiles around a leader among which its group starts. */
const AROUND = 3;
/** Uniform draws whose mean is the preferred speed: about bell-shaped. */
const SPEED_DRAWS = 3;

/** Who is to walk, from code: place in mesh coordinates; what is left out is drawn or derived. */
export interface NewStreamer {
  x: number;
  y: number;
  goal: number;
  angle?: number;
  /** 1 … 15. */
  preferred?: number;
  radius?: number;
  target?: number;
  /** The number of its group; left out: alone. */
  group?: number;
}

/** @returns slot, or NONE if the place is inaccessible, taken, or too near to somebody */
export function addStreamer(maps: StreamMaps, crowd: Streamers, seed: number, person: NewStreamer): number {
  const { tiles, town, settings } = maps;
  const { x, y, goal, radius = settings.radius } = person;
  const column = Math.floor((x - tiles.x) / tiles.side);
  const row = Math.floor((y - tiles.y) / tiles.side);
  if (column < 0 || row < 0 || column >= tiles.columns || row >= tiles.rows) return NONE;
  const tile = row * tiles.columns + column;
  if (!isAccessible(tiles.kind[tile]) || crowd.count >= crowd.serial.length) return NONE;
  if (settings.avoids && !hasRoom(maps, crowd, x, y, radius)) return NONE;
  settings.radius = Math.max(settings.radius, radius);
  const i = crowd.count++;
  crowd.serial[i] = i;
  crowd.place[2 * i] = x;
  crowd.place[2 * i + 1] = y;
  crowd.tile[i] = tile;
  crowd.radius[i] = radius;
  crowd.preferred[i] = person.preferred ?? preferredNorm(i, seed);
  const angle = person.angle ?? angleOfVector(town.goals.x[goal] - x, town.goals.y[goal] - y);
  crowd.polar[i] = polarOf(angle, crowd.preferred[i]);
  crowd.goal[i] = goal;
  crowd.former.fill(NONE, 3 * i, 3 * i + 3);
  crowd.target[i] = person.target ?? NONE;
  crowd.file[i] = NONE;
  crowd.group[i] = person.group ?? NONE;
  crowd.due[i] = 1;
  if (settings.avoids) maps.human[tile] = i;
  return i;
}

/** 1 … 15, most near 8: 1.38 m/s on average with a deviation of 0.22 m/s. */
function preferredNorm(serial: number, seed: number): number {
  let sum = 0;
  for (let k = 1; k <= SPEED_DRAWS; k++) sum += chanceOf(serial, Math.imul(seed, 0x9e3779b1) ^ (k << 28));
  return 1 + Math.round((14 * sum) / SPEED_DRAWS);
}

/** Is a tile free, and would no two bodies overlap by more than they may? */
export function hasRoom(
  { tiles, human, settings }: StreamMaps,
  crowd: Streamers,
  x: number,
  y: number,
  radius: number,
): boolean {
  const { side, columns, rows } = tiles;
  const own = Math.floor((y - tiles.y) / side) * columns + Math.floor((x - tiles.x) / side);
  if (human[own] !== NONE) return false;
  const reach = radius + Math.max(radius, settings.radius);
  const lastRow = Math.min(rows - 1, Math.floor((y + reach - tiles.y) / side));
  for (let row = Math.max(0, Math.floor((y - reach - tiles.y) / side)); row <= lastRow; row++) {
    const lastColumn = Math.min(columns - 1, Math.floor((x + reach - tiles.x) / side));
    for (let column = Math.max(0, Math.floor((x - reach - tiles.x) / side)); column <= lastColumn; column++) {
      const other = human[row * columns + column];
      if (other === NONE) continue;
      const dx = crowd.place[2 * other] - x;
      const dy = crowd.place[2 * other + 1] - y;
      const apart = radius + crowd.radius[other] - settings.overlap;
      if (dx * dx + dy * dy < apart * apart) return false;
    }
  }
  return true;
}

/** Fill a town. @returns walkers placed, at most as many as asked for */
export function startStreamers(maps: StreamMaps, crowd: Streamers, walkers: number, seed: number): number {
  const { graph } = maps.town;
  const random = seedRandom(seed);
  let isDrawn = true;
  while (crowd.count < walkers) {
    const before = crowd.count;
    for (let a = 0; a + 1 < graph.first.length && crowd.count < walkers; a++) {
      for (let k = graph.first[a]; k < graph.first[a + 1] && crowd.count < walkers; k++) {
        if (graph.item[k] <= a) continue;
        const size = isDrawn ? groupSize(maps.settings, nextRandom(random)) : 1;
        const leader = startBetween(maps, crowd, seed, [a, graph.item[k]], isDrawn ? random : undefined);
        if (leader !== NONE) startMembers(maps, crowd, seed, leader, Math.min(size, 1 + walkers - crowd.count));
      }
    }
    if (crowd.count > before) continue;
    if (!isDrawn) break;
    isDrawn = false;
  }
  return crowd.count;
}

/** One walker between two goals. @param random undefined: the first tile that is free @returns slot; NONE: no room */
function startBetween(
  maps: StreamMaps,
  crowd: Streamers,
  seed: number,
  [a, b]: readonly [number, number],
  random: Int32Array | undefined,
): number {
  const { tiles, town } = maps;
  const { goals } = town;
  const wide = goals.radius[a] / tiles.side;
  const clamp = (at: number, count: number) => Math.max(0, Math.min(count - 1, Math.floor(at)));
  const low = clamp((Math.min(goals.x[a], goals.x[b]) - tiles.x) / tiles.side - wide, tiles.columns);
  const high = clamp((Math.max(goals.x[a], goals.x[b]) - tiles.x) / tiles.side + wide, tiles.columns);
  const bottom = clamp((Math.min(goals.y[a], goals.y[b]) - tiles.y) / tiles.side - wide, tiles.rows);
  const top = clamp((Math.max(goals.y[a], goals.y[b]) - tiles.y) / tiles.side + wide, tiles.rows);
  const size = (high - low + 1) * (top - bottom + 1);
  for (let k = 0; k < (random === undefined ? size : DRAWS); k++) {
    const at = random === undefined ? k : Math.floor(nextRandom(random) * size);
    const tile = (bottom + Math.floor(at / (high - low + 1))) * tiles.columns + low + (at % (high - low + 1));
    if (!isAccessible(tiles.kind[tile]) || maps.human[tile] !== NONE) continue;
    const first = random === undefined || nextRandom(random) < 0.5;
    const goal = visibleGoal(maps, tile, first ? a : b, first ? b : a);
    if (goal === NONE) continue;
    const x = tileCentreX(tiles, tile);
    const y = tileCentreY(tiles, tile);
    const slot = addStreamer(maps, crowd, seed, { x, y, goal });
    if (slot !== NONE) return slot;
  }
  return NONE;
}

/** Tiles around a leader, columns and rows away, the nearest first. */
const NEARBY = Array.from({ length: (2 * AROUND + 1) ** 2 }, (_, k) => [
  (k % (2 * AROUND + 1)) - AROUND,
  Math.floor(k / (2 * AROUND + 1)) - AROUND,
]).sort(([a, b], [c, d]) => a * a + b * b - c * c - d * d);

/** The other members of a group of so many: at the pace of their leader, and bound where it is. */
function startMembers(maps: StreamMaps, crowd: Streamers, seed: number, leader: number, size: number): void {
  const { tiles } = maps;
  const [x, y] = crowd.place.subarray(2 * leader, 2 * leader + 2);
  const same = {
    goal: crowd.goal[leader],
    angle: angleOf(crowd.polar[leader]),
    preferred: crowd.preferred[leader],
    group: crowd.serial[leader],
  };
  const ends = { x: [x, 0], y: [y, 0] };
  let left = size - 1;
  for (const [columns, rows] of NEARBY) {
    if (left === 0) return;
    ends.x[1] = x + columns * tiles.side;
    ends.y[1] = y + rows * tiles.side;
    if (!lineStays(tiles, ends, 0, 1, WALKED)) continue;
    if (addStreamer(maps, crowd, seed, { x: ends.x[1], y: ends.y[1], ...same }) === NONE) continue;
    crowd.group[leader] = same.group;
    left--;
  }
}

/** The first of two goals that a tile sees; NONE: neither. */
function visibleGoal({ tiles, town }: StreamMaps, tile: number, a: number, b: number): number {
  const ends = { x: [tileCentreX(tiles, tile), 0], y: [tileCentreY(tiles, tile), 0] };
  for (const goal of [a, b]) {
    ends.x[1] = town.goals.x[goal];
    ends.y[1] = town.goals.y[goal];
    if (lineStays(tiles, ends, 0, 1, WALKED)) return goal;
  }
  return NONE;
}
