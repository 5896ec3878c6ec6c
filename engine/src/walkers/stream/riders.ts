/**
 * Riders: people on links between levels (stairs, ramps, escalators). They leave the tiles at one end, walk along a file (link-files.ts) and
 * come onto tiles again at the other.
 *
 *   tiles ─▶ before a file ─▶ along the file ─▶ behind it ─▶ tiles        `along` < 0, 0 … length, length
 *
 * For the tiles a rider is somebody who waits on a tile nobody can enter: claims keep others off their body, as they do for all who stand. Their spot
 * on the sheet is on the level of the nearer end. Riders move after everybody on tiles, those furthest on first, and stay where a body would
 * overlap another: in a file bodies do not overlap at all, elsewhere by no more than bodies on tiles do.
 *
 * Who gets on which file: get-on.ts.
 *
 * In: the crowd after a step on tiles. Out: riders' new spots, who gets off. Cost: walkers once; per rider those on the same link.
 */
import { NONE } from '../../core/none.ts';
import { BODY, PREFERRED } from '../../crowd/columns.ts';
import type { Crowd } from '../../crowd/crowd.ts';
import { PROFILE, type ProfileTable, STAIRS_DOWN, STAIRS_UP } from '../../crowd/profiles.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { TileSheet } from '../../raster/tile-sheet.ts';
import { isAccessible, tileAt, tileCentreX, tileCentreY } from '../../raster/tiles.ts';
import { REMEMBERED, type Streamers } from './columns.ts';
import { type GoalChoice, nextGoal, rememberGoal, type Ways } from './goals.ts';
import { type LinkFiles, MOUTHS } from './link-files.ts';
import type { StreamMaps } from './maps.ts';
import { angleOfVector, normOfSpeed, polarOf, SPEED } from './polar.ts';

/** Numbers of a file's turn: the way it was used last (1: upwards, 2: downwards, 0: never), how many have got on since it changed, steps empty. */
export const TURNS = 3;

/** Seconds for which others make room once somebody is held up so many metres before the end of a file. */
const CLEARING = 2;
const AT_END = 0.5;
/** `along` of somebody who has not come to the file yet. */
export const BEFORE = -1;

export interface Riding {
  mesh: CellMesh;
  maps: StreamMaps;
  ways: Ways;
  crowd: Crowd;
  streamers: Streamers;
  sheet: TileSheet;
  files: LinkFiles;
  profiles: ProfileTable;
  /** State: TURNS of each file. */
  turn: Int32Array;
  /** State: of each link's lower and upper end, steps for which people who want to get on make room (make-room.ts). */
  clearing: Int32Array;
  /** The tile that riders wait on, for the tiles. */
  parking: number;
  /** Riders, by file and then those furthest on first; where each file's begin; how many go each way, and is somebody on the way to it? */
  order: Int32Array;
  first: Int32Array;
  riders: Int32Array;
  isTaken: Uint8Array;
  /** x, y of riders, mesh coordinates, by slot. */
  at: Float64Array;
  choice: GoalChoice;
}

export function createRiding(
  parts: Pick<Riding, 'mesh' | 'maps' | 'ways' | 'crowd' | 'streamers' | 'sheet' | 'files' | 'profiles'>,
): Riding {
  const { files, crowd, maps } = parts;
  const { serial, target, former } = parts.streamers;
  const { capacity } = crowd;
  return {
    ...parts,
    turn: new Int32Array(TURNS * files.count),
    clearing: new Int32Array(2 * (files.first.length - 1)),
    parking: maps.tiles.kind.findIndex((kind) => !isAccessible(kind)),
    order: new Int32Array(capacity),
    first: new Int32Array(files.count + 1),
    riders: new Int32Array(2 * files.count),
    isTaken: new Uint8Array(2 * files.count),
    at: new Float64Array(2 * capacity),
    choice: { serial, target, former, draw: 0 },
  };
}

/** After everybody on tiles has moved. @param draw a whole number for the step and the seed */
export function moveRiders(riding: Riding, draw: number): void {
  const { files, order } = riding;
  riding.choice.draw = draw;
  listRiders(riding);
  const riders = riding.first[files.count];
  for (let k = 0; k < riders; k++) moveRider(riding, order[k]);
}

/** The level whose sheet a rider's spot is on: that of the nearer end. */
export function levelOfRider({ files, streamers: { file, along } }: Riding, i: number): number {
  const f = file[i] >> 1;
  const isSecond = 2 * along[i] >= files.length[f] ? 1 : 0;
  return files.level[2 * f + (isSecond ^ (file[i] & 1))];
}

/** The goal that a rider comes to. */
export function goalOfRider({ files, streamers: { file } }: Riding, i: number): number {
  return files.goal[file[i] ^ 1];
}

/** Would a body at a place on the sheet overlap a rider's? */
export function overlapsRider(
  { maps: { settings }, streamers, crowd }: Riding,
  x: number,
  y: number,
  radius: number,
): boolean {
  const { file, place } = streamers;
  for (let i = 0; i < crowd.count; i++) {
    if (file[i] === NONE) continue;
    const dx = place[2 * i] - x;
    const dy = place[2 * i + 1] - y;
    const apart = radius + streamers.radius[i] - settings.overlap;
    if (dx * dx + dy * dy < apart * apart) return true;
  }
  return false;
}

/** Lists by file: counted, then sorted within each. */
function listRiders(riding: Riding): void {
  const { files, streamers, order, first, riders, isTaken, turn, at, sheet } = riding;
  const { file, along, serial, place, count } = streamers;
  first.fill(0);
  riders.fill(0);
  isTaken.fill(0);
  for (let i = 0; i < count; i++) if (file[i] !== NONE) first[(file[i] >> 1) + 1]++;
  for (let f = 0; f < files.count; f++) {
    turn[TURNS * f + 2] = first[f + 1] > 0 ? 0 : turn[TURNS * f + 2] + 1;
    first[f + 1] += first[f];
  }
  for (let i = 0; i < count; i++) {
    if (file[i] === NONE) continue;
    const f = file[i] >> 1;
    if (along[i] === BEFORE) isTaken[file[i]] = 1;
    const level = levelOfRider(riding, i);
    at[2 * i] = place[2 * i] - sheet.shift[2 * level];
    at[2 * i + 1] = place[2 * i + 1] - sheet.shift[2 * level + 1];
    const from = first[f];
    let k = from + riders[2 * f] + riders[2 * f + 1];
    const left = files.length[f] - along[i];
    for (; k > from; k--) {
      const before = files.length[f] - along[order[k - 1]];
      if (before < left || (before === left && serial[order[k - 1]] < serial[i])) break;
      order[k] = order[k - 1];
    }
    order[k] = i;
    riders[file[i]]++;
  }
}

function moveRider(riding: Riding, i: number): void {
  const { files, streamers, crowd, profiles, maps, sheet, at } = riding;
  const { file, along } = streamers;
  turnRound(riding, i);
  const code = file[i];
  const f = code >> 1;
  const isDown = code & 1;
  let speed = Math.min(crowd.body[BODY * i + PREFERRED], SPEED[SPEED.length - 1]);
  if (files.isStairs[f] === 1 && along[i] >= 0 && along[i] < files.length[f]) {
    speed *= profiles.numbers[PROFILE * crowd.profile[i] + (isDown === 1 ? STAIRS_DOWN : STAIRS_UP)];
  }
  const fromX = at[2 * i];
  const fromY = at[2 * i + 1];
  let hasMoved = false;
  for (let part = 1; part >= 0.25 && !hasMoved; part /= 2) {
    hasMoved = stepRider(riding, i, part * speed * maps.settings.step);
  }
  if (hasMoved)
    streamers.polar[i] = polarOf(angleOfVector(at[2 * i] - fromX, at[2 * i + 1] - fromY), normOfSpeed(speed));
  else streamers.polar[i] = polarOf(streamers.polar[i] >> 4, 0);
  if (!hasMoved && along[i] >= files.length[f] - AT_END) {
    riding.clearing[2 * files.link[f] + (1 - isDown)] = Math.ceil(CLEARING / maps.settings.step);
  }
  const level = levelOfRider(riding, i);
  streamers.place[2 * i] = at[2 * i] + sheet.shift[2 * level];
  streamers.place[2 * i + 1] = at[2 * i + 1] + sheet.shift[2 * level + 1];
  // Somebody who is held up before a file makes room.
  if (along[i] >= files.length[f] || (along[i] < 0 && !hasMoved)) getOff(riding, i);
}

/** So many metres on. @returns false: somebody is in the way */
function stepRider(riding: Riding, i: number, metres: number): boolean {
  const { files, streamers, at } = riding;
  const { file, along } = streamers;
  const f = file[i] >> 1;
  const isDown = file[i] & 1;
  const length = files.length[f];
  if (along[i] >= length) return stepBehind(riding, i, metres);
  let next = along[i] + metres;
  if (along[i] < 0) {
    const x = files.ends[4 * f + 2 * isDown];
    const y = files.ends[4 * f + 2 * isDown + 1];
    const way = Math.sqrt((x - at[2 * i]) * (x - at[2 * i]) + (y - at[2 * i + 1]) * (y - at[2 * i + 1]));
    if (way > metres) return stepTowards(riding, i, x, y, metres);
    next = metres - way;
  }
  next = Math.min(length, next);
  const share = isDown === 1 ? 1 - next / length : next / length;
  const x = files.ends[4 * f] + share * (files.ends[4 * f + 2] - files.ends[4 * f]);
  const y = files.ends[4 * f + 1] + share * (files.ends[4 * f + 3] - files.ends[4 * f + 1]);
  if (!isClear(riding, i, file[i], x, y)) return false;
  along[i] = next;
  at[2 * i] = x;
  at[2 * i + 1] = y;
  return true;
}

/** Towards the nearest free tile behind a file to which the way is free. */
function stepBehind(riding: Riding, i: number, metres: number): boolean {
  const { files, maps, streamers, sheet } = riding;
  const { tiles, human } = maps;
  const level = levelOfRider(riding, i);
  const from = MOUTHS * (streamers.file[i] ^ 1);
  for (let k = from; k < from + MOUTHS && files.mouth[k] !== NONE; k++) {
    const tile = files.mouth[k];
    if (human[tile] !== NONE || !isAccessible(tiles.kind[tile])) continue;
    const x = tileCentreX(tiles, tile) - sheet.shift[2 * level];
    const y = tileCentreY(tiles, tile) - sheet.shift[2 * level + 1];
    if (stepTowards(riding, i, x, y, metres)) return true;
  }
  return false;
}

function stepTowards(riding: Riding, i: number, x: number, y: number, metres: number): boolean {
  const { at, streamers } = riding;
  const dx = x - at[2 * i];
  const dy = y - at[2 * i + 1];
  const way = Math.sqrt(dx * dx + dy * dy);
  if (way === 0) return false;
  const share = Math.min(1, metres / way);
  const toX = at[2 * i] + share * dx;
  const toY = at[2 * i + 1] + share * dy;
  if (!isClear(riding, i, streamers.file[i], toX, toY)) return false;
  at[2 * i] = toX;
  at[2 * i + 1] = toY;
  return true;
}

/** If the place has changed and the end of a link is closed: back to the other. */
function turnRound({ files, streamers: { file, along } }: Riding, i: number): void {
  if (files.mouth[MOUTHS * (file[i] ^ 1)] !== NONE || files.mouth[MOUTHS * file[i]] === NONE || along[i] < 0) return;
  const length = files.length[file[i] >> 1];
  along[i] = along[i] >= length ? BEFORE : length - along[i];
  file[i] ^= 1;
}

/** Another's place, mesh coordinates. */
const body = new Float64Array(2);

/** May somebody in a file be at a place, mesh coordinates? Not where it comes nearer to a body that it touches. */
export function isClear(riding: Riding, i: number, code: number, x: number, y: number): boolean {
  const { files, streamers, order, first, at, maps } = riding;
  const link = files.link[code >> 1];
  for (let k = first[files.first[link]]; k < first[files.first[link + 1]]; k++) {
    const j = order[k];
    if (j === i || streamers.file[j] === NONE) continue;
    const may = streamers.file[j] >> 1 === code >> 1 ? 0 : maps.settings.overlap;
    body[0] = at[2 * j];
    body[1] = at[2 * j + 1];
    if (comesTooNear(riding, i, x, y, body, streamers.radius[i] + streamers.radius[j] - may)) return false;
  }
  const f = code >> 1;
  return isClearOfTiles(riding, i, x, y, files.level[2 * f]) && isClearOfTiles(riding, i, x, y, files.level[2 * f + 1]);
}

function isClearOfTiles(riding: Riding, i: number, x: number, y: number, level: number): boolean {
  const { maps, streamers, sheet } = riding;
  const { tiles, human, settings } = maps;
  const [dx, dy] = [sheet.shift[2 * level], sheet.shift[2 * level + 1]];
  const reach = streamers.radius[i] + Math.max(streamers.radius[i], settings.radius);
  const lastRow = Math.min(tiles.rows - 1, Math.floor((y + dy + reach - tiles.y) / tiles.side));
  const lastColumn = Math.min(tiles.columns - 1, Math.floor((x + dx + reach - tiles.x) / tiles.side));
  for (let row = Math.max(0, Math.floor((y + dy - reach - tiles.y) / tiles.side)); row <= lastRow; row++) {
    for (let c = Math.max(0, Math.floor((x + dx - reach - tiles.x) / tiles.side)); c <= lastColumn; c++) {
      const j = human[row * tiles.columns + c];
      if (j === NONE || j === i) continue;
      body[0] = streamers.place[2 * j] - dx;
      body[1] = streamers.place[2 * j + 1] - dy;
      const apart = streamers.radius[i] + streamers.radius[j] - settings.overlap;
      if (comesTooNear(riding, i, x, y, body, apart)) return false;
    }
  }
  return true;
}

/** Does i come nearer to a place than it may, and nearer than it was? */
function comesTooNear({ at }: Riding, i: number, x: number, y: number, from: Float64Array, apart: number): boolean {
  const squared = (x - from[0]) * (x - from[0]) + (y - from[1]) * (y - from[1]);
  if (squared >= apart * apart) return false;
  const dx = at[2 * i] - from[0];
  const dy = at[2 * i + 1] - from[1];
  return squared < dx * dx + dy * dy;
}

/** Onto the tile where a rider is, if it is free. */
function getOff(riding: Riding, i: number): void {
  const { maps, streamers, ways, files, choice } = riding;
  const { tiles, human, town } = maps;
  const { place, file } = streamers;
  const tile = tileAt(tiles, place[2 * i], place[2 * i + 1]);
  if (tile === NONE || !isAccessible(tiles.kind[tile]) || human[tile] !== NONE) return;
  const isBehind = streamers.along[i] >= 0;
  const entered = files.goal[file[i]];
  const left = files.goal[file[i] ^ 1];
  human[tile] = i;
  streamers.tile[i] = tile;
  file[i] = NONE;
  streamers.along[i] = 0;
  streamers.wait[i] = 0;
  streamers.waits[i] = 0;
  streamers.stood[i] = 0;
  streamers.refused[i] = 0;
  streamers.due[i] = 1;
  streamers.polar[i] = polarOf(streamers.polar[i] >> 4, streamers.preferred[i]);
  if (!isBehind || left === NONE) return;
  if (streamers.former[REMEMBERED * i] !== entered) rememberGoal(streamers.former, i, entered);
  rememberGoal(streamers.former, i, left);
  streamers.goal[i] = nextGoal(town, ways, left, choice, i);
}
