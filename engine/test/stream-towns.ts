/** Small towns drawn as text, with goals set by hand, and checks of what must hold at every step of stream walkers. */
import { NONE } from '../src/core/none.ts';
import { densityMap } from '../src/raster/density-map.ts';
import { graphOfPairs } from '../src/raster/goal-graph.ts';
import { isAccessible } from '../src/raster/tiles.ts';
import { TOWN_DEFAULTS, type Town } from '../src/raster/town.ts';
import { createStreamMaps, type StreamMaps } from '../src/walkers/stream/maps.ts';
import { type StreamSettings, streamSettings } from '../src/walkers/stream/settings.ts';
import type { StreamTown } from '../src/walkers/stream/stream-town.ts';
import { tilesOf } from './ascii-tiles.ts';

/** @param goals x, y of each; @param pairs neighbours, interleaved */
export function townOf(text: string, goals: readonly [number, number][] = [], pairs: readonly number[] = []): Town {
  const tiles = tilesOf(text);
  const points = {
    x: Float64Array.from(goals, ([x]) => x),
    y: Float64Array.from(goals, ([, y]) => y),
    radius: new Float64Array(goals.length).fill(1),
  };
  return {
    options: { ...TOWN_DEFAULTS },
    tiles,
    goals: points,
    graph: graphOfPairs(Int32Array.from(pairs), goals.length),
    crossings: new Int32Array(0),
    density: densityMap(tiles, points, 8),
    report: { corners: 0, addedGoals: 0, parts: [], withoutGoals: [], narrowDoors: [], cutOff: [] },
  };
}

export function mapsOf(text: string, settings: Partial<StreamSettings> = {}): StreamMaps {
  return createStreamMaps(townOf(text), streamSettings(settings));
}

/** What is wrong between two steps: shared tiles, forbidden tiles, swaps, crossing diagonals, overlaps of more than 2 cm. */
export function wrongStep({ maps, crowd }: StreamTown, tileBefore: Int32Array): string[] {
  const wrong: string[] = [];
  const { columns } = maps.tiles;
  const now = new Map<number, number>();
  const before = new Map<number, number>();
  const crossed = new Map<string, number>();
  for (let i = 0; i < crowd.count; i++) {
    const t = crowd.tile[i];
    if (now.has(t)) wrong.push(`${now.get(t)} and ${i} share tile ${t}`);
    now.set(t, i);
    before.set(tileBefore[i], i);
    if (!isAccessible(maps.tiles.kind[t])) wrong.push(`${i} is on forbidden tile ${t}`);
    const column = Math.floor((crowd.place[2 * i] - maps.tiles.x) / maps.tiles.side);
    const row = Math.floor((crowd.place[2 * i + 1] - maps.tiles.y) / maps.tiles.side);
    if (row * columns + column !== t) wrong.push(`${i} is not on its tile`);
    if (maps.human[t] !== i) wrong.push(`the map does not know ${i}`);
  }
  for (let i = 0; i < crowd.count; i++) {
    const [from, to] = [tileBefore[i], crowd.tile[i]];
    if (from === to) continue;
    const other = before.get(to);
    if (other !== undefined && crowd.tile[other] === from) wrong.push(`${i} and ${other} swapped`);
    const across = (to % columns) - (from % columns);
    const up = Math.floor(to / columns) - Math.floor(from / columns);
    if (across === 0 || up === 0) continue;
    const block = `${Math.min(from % columns, to % columns)} ${Math.min(Math.floor(from / columns), Math.floor(to / columns))}`;
    const slope = crossed.get(block);
    if (slope !== undefined && slope !== across * up) wrong.push(`diagonals cross at ${block}`);
    crossed.set(block, across * up);
  }
  return [...wrong, ...overlaps({ maps, crowd })];
}

function overlaps({ maps, crowd }: Pick<StreamTown, 'maps' | 'crowd'>): string[] {
  const found: string[] = [];
  const { columns, side, rows } = maps.tiles;
  const far = Math.ceil(0.6 / side);
  for (let i = 0; i < crowd.count; i++) {
    const row = Math.floor(crowd.tile[i] / columns);
    const column = crowd.tile[i] % columns;
    for (let r = Math.max(0, row - far); r <= Math.min(rows - 1, row + far); r++) {
      for (let c = Math.max(0, column - far); c <= Math.min(columns - 1, column + far); c++) {
        const j = maps.human[r * columns + c];
        if (j === NONE || j <= i) continue;
        const apart = Math.hypot(
          crowd.place[2 * i] - crowd.place[2 * j],
          crowd.place[2 * i + 1] - crowd.place[2 * j + 1],
        );
        const overlap = crowd.radius[i] + crowd.radius[j] - apart;
        if (overlap > 0.02 + 1e-9) found.push(`${i} and ${j} overlap by ${overlap} m`);
      }
    }
  }
  return found;
}
