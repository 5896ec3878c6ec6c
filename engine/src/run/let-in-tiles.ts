/**
 * People who come, for a model on tiles: placed on free tiles of a part of the floor, drawn at random, those who wander more often where it
 * attracts them (raster/attraction.ts); companions on the nearest ones beside the first of them.
 *
 * Cost: the tiles of the part, once for each part; some draws for each.
 */
import { NONE } from '../core/none.ts';
import { isInRing } from '../core/ring.ts';
import { nextRandom } from '../core/random.ts';
import { isAccessible, nearestAccessible, tileCentreX, tileCentreY } from '../raster/tiles.ts';
import { attractionAt } from '../raster/attraction.ts';
import type { FloorPart } from '../scenario/floor-part.ts';
import type { Tiled } from '../simulation/lay-tiles.ts';

/** Draws until the tiles of a part are looked at one by one. */
const DRAWS = 32;
/** Metres about the first of a group within which the others come, and beside a line within which people come. */
const BESIDE = 10;
const OFF_LINE = 1;

/** Accessible tiles whose centres lie in a part of the floor, and the sum of weights up to each, itself included. */
interface PartTiles {
  list: Int32Array;
  upTo: Float64Array;
}

const tilesOfParts = new WeakMap<FloorPart, PartTiles & { of: unknown }>();

function tilesIn(tiled: Tiled, part: FloorPart): PartTiles {
  const known = tilesOfParts.get(part);
  if (known !== undefined && known.of === tiled.shared) return known;
  const { shift, cell } = tiled.sheet;
  const tiles = tiled.model.tilesOf(tiled.shared);
  const { outline, isLine, level, mesh } = part;
  const [dx, dy] = [shift[2 * level], shift[2 * level + 1]];
  const margin = isLine ? OFF_LINE : 0;
  const clamp = (at: number, most: number) => Math.max(0, Math.min(most - 1, Math.floor(at)));
  const first = clamp((part.minX + dx - margin - tiles.x) / tiles.side, tiles.columns);
  const last = clamp((part.maxX + dx + margin - tiles.x) / tiles.side, tiles.columns);
  const list: number[] = [];
  const upTo: number[] = [];
  let sum = 0;
  const top = clamp((part.maxY + dy + margin - tiles.y) / tiles.side, tiles.rows);
  for (let row = clamp((part.minY + dy - margin - tiles.y) / tiles.side, tiles.rows); row <= top; row++) {
    for (let t = row * tiles.columns + first; t <= row * tiles.columns + last; t++) {
      if (!isAccessible(tiles.kind[t]) || cell[t] === NONE || mesh.cellLevel[cell[t]] !== level) continue;
      const x = tileCentreX(tiles, t) - dx;
      const y = tileCentreY(tiles, t) - dy;
      if (!(isLine ? isBeside(outline, x, y, Math.max(OFF_LINE, tiles.side)) : isInRing(outline, x, y))) continue;
      list.push(t);
      sum += attractionAt(tiled.options.attraction, level, x, y);
      upTo.push(sum);
    }
  }
  const found = { of: tiled.shared, list: Int32Array.from(list), upTo: Float64Array.from(upTo) };
  tilesOfParts.set(part, found);
  return found;
}

function isBeside([ax, ay, bx, by]: Float64Array, x: number, y: number, within: number): boolean {
  const [ex, ey] = [bx - ax, by - ay];
  const length = ex * ex + ey * ey;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * ex + (y - ay) * ey) / length));
  return (ax + share * ex - x) ** 2 + (ay + share * ey - y) ** 2 <= within * within;
}

/**
 * A free place for a body: anywhere in a part, or beside a companion. Mesh coordinates.
 * @param wanders is it more likely to be where it attracts people?
 * @returns undefined: there is none
 */
export function freePlace(
  tiled: Tiled,
  part: FloorPart,
  { radius, wanders }: { radius: number; wanders: boolean },
  random: Int32Array,
  beside: readonly [number, number] | undefined,
): [number, number] | undefined {
  const { model, shared, sheet } = tiled;
  const tiles = model.tilesOf(shared);
  const [dx, dy] = [sheet.shift[2 * part.level], sheet.shift[2 * part.level + 1]];
  const isFree = (t: number) => model.isFree(shared, tileCentreX(tiles, t), tileCentreY(tiles, t), radius);
  const found =
    beside === undefined
      ? drawTile(tilesIn(tiled, part), wanders, isFree, random)
      : nearestAccessible(tiles, beside[0] + dx, beside[1] + dy, BESIDE, isFree);
  return found === NONE ? undefined : [tileCentreX(tiles, found) - dx, tileCentreY(tiles, found) - dy];
}

function drawTile(
  { list, upTo }: PartTiles,
  byWeight: boolean,
  isFree: (tile: number) => boolean,
  random: Int32Array,
): number {
  if (list.length === 0) return NONE;
  const sum = byWeight ? upTo[upTo.length - 1] : 0;
  for (let k = 0; k < DRAWS; k++) {
    const chance = nextRandom(random);
    const tile = list[sum > 0 ? firstAbove(upTo, chance * sum) : Math.floor(chance * list.length)];
    if (isFree(tile)) return tile;
  }
  const from = Math.floor(nextRandom(random) * list.length);
  for (let k = 0; k < list.length; k++) {
    const tile = list[(from + k) % list.length];
    if (isFree(tile)) return tile;
  }
  return NONE;
}

/** The first of ascending numbers that is larger; the last is larger, but for rounding. */
function firstAbove(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
