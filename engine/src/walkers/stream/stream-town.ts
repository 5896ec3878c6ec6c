/**
 * A town with stream walkers, without a scenario: create, step, hash, save and restore. Example:
 *
 *   const run = createStreamTown(makeTown(tiles), { walkers: 10_000, seed: 1 });
 *   for (let k = 0; k < 24 * 60; k++) stepStreamTown(run);
 *
 * A step: everybody decides from the state before it (decide.ts), claims are resolved (claims.ts), everybody moves (move.ts). Same town, seed
 * and settings: the same bytes, for any order of slots. Where walkers ignore each other, several may be on a tile, and directions are stored in
 * the order of slots: there slots are never reordered. Steps allocate nothing, but for sorting slots by
 * place, once in 256 steps and only from 1,000 walkers on.
 */
import { InputError } from '../../core/errors.ts';
import { hilbertOrder } from '../../core/hilbert.ts';
import { NONE } from '../../core/none.ts';
import { sha256 } from '../../core/sha256.ts';
import { createArrays } from '../../crowd/column.ts';
import type { Town } from '../../raster/town.ts';
import { type Claims, createClaims, resolveClaims } from './claims.ts';
import { STREAM_COLUMNS, type Streamers } from './columns.ts';
import { measureCongestion, predictCongestion } from './congestion.ts';
import { createThinking, decideAll, type Moment, type Thinking } from './decide.ts';
import { createWays, type Ways } from './goals.ts';
import { createGroups, findGroups, type Groups } from './groups.ts';
import { createStreamMaps, type StreamMaps } from './maps.ts';
import { moveAll } from './move.ts';
import { SPEED } from './polar.ts';
import { type StreamSettings, streamSettings } from './settings.ts';
import { addStreamer, type NewStreamer, startStreamers } from './start.ts';
import { followTrails } from './trail.ts';

export interface StreamTown {
  town: Town;
  settings: StreamSettings;
  seed: number;
  maps: StreamMaps;
  crowd: Streamers;
  claims: Claims;
  groups: Groups;
  ways: Ways;
  thinking: Thinking;
  moment: Moment;
  /** Walkers per coarse tile, counted anew for each measurement. */
  counted: Int32Array;
}

interface StreamTownOptions {
  /** Placed by M02's algorithm 4.3; fewer if the town is full. 0 unless told. */
  walkers?: number;
  /** Room for walkers added by hand; as many as `walkers` unless told. */
  capacity?: number;
  seed?: number;
  settings?: Partial<StreamSettings>;
}

/** Walkers from which on it pays to sort slots by place, and steps between two sortings. */
const WORTH_SORTING = 1000;
const SORTED_EVERY = 256;

export function createStreamTown(town: Town, options: StreamTownOptions = {}): StreamTown {
  const { walkers = 0, capacity = walkers, seed = 1 } = options;
  const settings = streamSettings(options.settings);
  if (!(SPEED[SPEED.length - 1] * settings.step < town.tiles.side)) {
    throw new InputError(
      'stream, step',
      `${settings.step} s is too long for tiles of ${town.tiles.side} m: somebody could pass over a tile`,
      'use a shorter step or larger tiles',
    );
  }
  const maps = createStreamMaps(town, settings);
  const crowd: Streamers = { count: 0, ...createArrays(STREAM_COLUMNS, capacity) };
  startStreamers(maps, crowd, Math.min(walkers, capacity), seed);
  const groups = createGroups(capacity);
  predictCongestion(town.density, crowd.count, maps.congested);
  return {
    town,
    settings,
    seed,
    maps,
    crowd,
    claims: createClaims(capacity),
    groups,
    ways: createWays(town),
    thinking: createThinking(maps, crowd, groups),
    moment: { steps: 0, time: 0, draw: 0 },
    counted: new Int32Array(town.density.area.length),
  };
}

/** Add somebody by hand. @returns slot, or NONE if there is no room */
export function addToStreamTown({ maps, crowd, groups, seed }: StreamTown, person: NewStreamer): number {
  groups.isStale = true;
  return addStreamer(maps, crowd, seed, person);
}

export function stepStreamTown(run: StreamTown): void {
  const { maps, crowd, claims, groups, ways, thinking, moment, settings, town } = run;
  moment.draw = (Math.imul(run.seed, 0x9e3779b1) + moment.steps) | 0;
  if (settings.congestion === 'measured' && moment.steps % settings.measureEvery === 0) {
    measureCongestion(town.density, crowd, run.counted, maps.congested);
  }
  if (settings.avoids && moment.steps % SORTED_EVERY === 0 && crowd.count >= WORTH_SORTING) {
    orderStreamers(run, hilbertOrder(crowd.place.subarray(0, 2 * crowd.count)));
  }
  findGroups(groups, crowd);
  decideAll(maps, ways, crowd, thinking, moment);
  if (moment.steps % settings.every === 0) followTrails(maps, ways, crowd, groups);
  if (settings.avoids) resolveClaims(maps, crowd, claims, moment.draw);
  moment.steps++;
  moment.time = moment.steps * settings.step;
  moveAll(maps, crowd, settings.avoids ? claims : undefined, moment.time);
}

/** Put walkers into other slots: slot k gets whoever was in slot order[k]. */
export function orderStreamers({ maps, crowd, groups }: StreamTown, order: Int32Array): void {
  groups.isStale = true;
  for (const { array, size } of stateArrays(crowd)) {
    const old = array.slice(0, size * crowd.count);
    for (let k = 0; k < crowd.count; k++) {
      for (let n = 0; n < size; n++) array[size * k + n] = old[size * order[k] + n];
    }
  }
  fillHumanMap(maps, crowd);
}

function fillHumanMap({ human, settings }: StreamMaps, { count, tile }: Streamers): void {
  human.fill(NONE);
  if (settings.avoids) for (let i = 0; i < count; i++) human[tile[i]] = i;
}

function stateArrays(crowd: Streamers): { array: Int32Array | Float64Array; size: number }[] {
  const names = Object.keys(STREAM_COLUMNS) as (keyof typeof STREAM_COLUMNS)[];
  return names
    .filter((name) => STREAM_COLUMNS[name].kind === 'state')
    .map((name) => ({ array: crowd[name], size: STREAM_COLUMNS[name].size }));
}

/** Of the whole state, 64 hexadecimal digits; the same whatever slots walkers are in. */
export function hashStreamTown(run: StreamTown): string {
  const { crowd, maps, moment } = run;
  const { count, serial } = crowd;
  const slots = Int32Array.from({ length: count }, (_, i) => i).sort((a, b) => serial[a] - serial[b]);
  const parts: ArrayBufferView[] = [Float64Array.of(moment.steps, run.seed, count)];
  for (const { array, size } of stateArrays(crowd)) {
    const sorted = array.slice(0, size * count);
    for (let k = 0; k < count; k++) {
      for (let n = 0; n < size; n++) sorted[size * k + n] = array[size * slots[k] + n];
    }
    parts.push(sorted);
  }
  parts.push(maps.field.x, maps.field.y, maps.field.time, maps.congested);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return sha256(bytes);
}

/** Everything that changes in steps; plain data. */
interface StreamSnapshot {
  count: number;
  steps: number;
  columns: (Int32Array | Float64Array)[];
  fieldX: Float32Array;
  fieldY: Float32Array;
  fieldTime: Float64Array;
  congested: Uint8Array;
}

export function saveStreamTown({ crowd, maps, moment }: StreamTown): StreamSnapshot {
  return {
    count: crowd.count,
    steps: moment.steps,
    columns: stateArrays(crowd).map(({ array, size }) => array.slice(0, size * crowd.count)),
    fieldX: maps.field.x.slice(),
    fieldY: maps.field.y.slice(),
    fieldTime: maps.field.time.slice(),
    congested: maps.congested.slice(),
  };
}

/** Put a state back into a town made alike: same tiles, seed and settings, and room for as many walkers. */
export function restoreStreamTown(run: StreamTown, saved: StreamSnapshot): void {
  const { crowd, maps, moment, settings } = run;
  if (saved.count > crowd.serial.length || saved.fieldX.length !== maps.field.x.length) {
    throw new InputError(
      'snapshot',
      'is of another town',
      'restore it into a town with the same tiles and as much room',
    );
  }
  crowd.count = saved.count;
  for (const [k, { array }] of stateArrays(crowd).entries()) array.set(saved.columns[k]);
  maps.field.x.set(saved.fieldX);
  maps.field.y.set(saved.fieldY);
  maps.field.time.set(saved.fieldTime);
  maps.congested.set(saved.congested);
  moment.steps = saved.steps;
  moment.time = saved.steps * settings.step;
  run.groups.isStale = true;
  fillHumanMap(maps, crowd);
}
