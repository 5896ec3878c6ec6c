/**
 * Who gets onto a link (riders.ts), and into which file?
 *
 * People who are to cross a link walk to its goal (link-files.ts). On a tile from which a straight line leads into a file, they take it if nobody walks
 * the other way in it, nobody else is on the way to it, and the line keeps them off walls and bodies. Otherwise they stay on tiles, and try again.
 *
 * Half of the files, those on the right, belong to people who go that way; others may use them while nobody waits at the other end. A file in the
 * middle changes hands after TURN people if somebody waits, so that nobody waits for ever.
 *
 * Cost: walkers; files and walls nearby for those who wait.
 */
import { NONE } from '../../core/none.ts';
import { clearance } from '../../subdivision/clearance.ts';
import { aimWalk, createWalkResult, walk, type WalkResult } from '../../subdivision/walk.ts';
import { REMEMBERED } from './columns.ts';
import { HELD } from './decide.ts';
import { isCrossing } from './goals.ts';
import { type LinkFiles, MOUTHS } from './link-files.ts';
import { SPEED } from './polar.ts';
import { BEFORE, isClear, type Riding, TURNS } from './riders.ts';

/** People that a file in the middle lets pass one way while others wait, and seconds it may be empty until anybody may use it. */
const TURN = 6;
const IDLE = 2;
/** Metres between places on the way to a file at which room beside walls is asked for, and by which bodies may be nearer there. */
const PROBE = 0.1;
const GRAZE = 0.02;
/** Metres that a file of others must be nearer to be preferred. */
const OWN_FIRST = 1;

export interface Gate {
  riding: Riding;
  /** Of each goal of the town: twice its link, plus 1 at the upper end; NONE for other goals. */
  endOf: Int32Array;
  /** By these numbers: can somebody get on there? */
  isWaiting: Uint8Array;
  /** Who may get on, and squared metres to the goal of each, by slot. */
  waiting: Int32Array;
  distance: Float64Array;
  way: WalkResult;
}

export function createGate(riding: Riding): Gate {
  const { files, crowd, maps } = riding;
  const endOf = new Int32Array(maps.town.goals.x.length).fill(NONE);
  for (let code = 0; code < 2 * files.count; code++) {
    if (files.goal[code] !== NONE) endOf[files.goal[code]] = 2 * files.link[code >> 1] + (code & 1);
  }
  return {
    riding,
    endOf,
    isWaiting: new Uint8Array(2 * (files.first.length - 1)),
    waiting: new Int32Array(crowd.capacity),
    distance: new Float64Array(crowd.capacity),
    way: createWalkResult(),
  };
}

/** After riders have moved: those at the ends of links, the nearest to their goals first. */
export function getOn(gate: Gate): void {
  const { waiting, riding, endOf } = gate;
  const { former } = riding.streamers;
  const count = listWaiting(gate);
  for (let k = 0; k < count; k++) {
    const i = waiting[k];
    const code = fileFor(gate, i, endOf[former[REMEMBERED * i]]);
    if (code !== NONE) startRide(riding, i, code);
  }
}

function listWaiting({ riding, endOf, isWaiting, waiting, distance }: Gate): number {
  const { streamers, ways, maps } = riding;
  const { file, wait, former, serial, place } = streamers;
  const { x, y } = maps.town.goals;
  isWaiting.fill(0);
  let count = 0;
  for (let i = 0; i < streamers.count; i++) {
    if (file[i] !== NONE || wait[i] >= HELD - 1 || !isCrossing(ways, streamers, i)) continue;
    const goal = former[REMEMBERED * i];
    if (!isAtMouth(riding, i, endOf[goal])) continue;
    isWaiting[endOf[goal]] = 1;
    const dx = x[goal] - place[2 * i];
    const dy = y[goal] - place[2 * i + 1];
    distance[i] = dx * dx + dy * dy;
    let k = count++;
    for (; k > 0; k--) {
      const before = waiting[k - 1];
      if (distance[before] < distance[i]) break;
      if (distance[before] === distance[i] && serial[before] < serial[i]) break;
      waiting[k] = before;
    }
    waiting[k] = i;
  }
  return count;
}

/** Does a straight line lead from somebody's tile into a file of a link? */
function isAtMouth({ files, streamers: { tile } }: Riding, i: number, end: number): boolean {
  const link = end >> 1;
  for (let f = files.first[link]; f < files.first[link + 1]; f++) {
    if (leadsInto(files, 2 * f + (end & 1), tile[i])) return true;
  }
  return false;
}

function leadsInto({ goal, mouth }: LinkFiles, code: number, tile: number): boolean {
  if (goal[code] === NONE) return false;
  for (let k = MOUTHS * code; k < MOUTHS * (code + 1); k++) if (mouth[k] === tile) return true;
  return false;
}

/** The file that somebody takes, as `file` names it; NONE: they have to wait. */
function fileFor(gate: Gate, i: number, end: number): number {
  const { riding, isWaiting } = gate;
  const { files, streamers, riders, isTaken, maps } = riding;
  const { tile, place, radius } = streamers;
  const link = end >> 1;
  const isDown = end & 1;
  const level = files.level[2 * files.first[link] + isDown];
  const x = place[2 * i] - riding.sheet.shift[2 * level];
  const y = place[2 * i + 1] - riding.sheet.shift[2 * level + 1];
  let best: number = NONE;
  let least = Infinity;
  for (let f = files.first[link]; f < files.first[link + 1]; f++) {
    const code = 2 * f + isDown;
    const isOnlyWay = riders[code ^ 1] === 0 && isTaken[code] === 0;
    if (!isOnlyWay || radius[i] > files.radius[f] + maps.settings.overlap || !leadsInto(files, code, tile[i])) continue;
    const side = sideOf(files, f, isDown);
    if (isWaiting[end ^ 1] === 1 && !mayPass(riding, code, side)) continue;
    const dx = files.ends[4 * f + 2 * isDown] - x;
    const dy = files.ends[4 * f + 2 * isDown + 1] - y;
    const cost = Math.sqrt(dx * dx + dy * dy) - side * OWN_FIRST;
    if (cost >= least || !isWayClear(gate, i, code, x, y)) continue;
    least = cost;
    best = code;
  }
  return best;
}

/** 1: on the right of those who go that way; -1: on their left; 0: in the middle. */
function sideOf({ first, link }: LinkFiles, f: number, isDown: number): number {
  const from = first[link[f]];
  const toRight = Math.sign(2 * (f - from) + 1 - (first[link[f] + 1] - from));
  return isDown === 1 ? -toRight : toRight;
}

/** While somebody waits at the other end. */
function mayPass({ turn, maps }: Riding, code: number, side: number): boolean {
  if (side !== 0) return side > 0;
  const at = TURNS * (code >> 1);
  return turn[at] !== 1 + (code & 1) || turn[at + 1] < TURN || turn[at + 2] * maps.settings.step > IDLE;
}

/** Does the way into a file keep off walls, and the first step off bodies? */
function isWayClear({ riding, way }: Gate, i: number, code: number, x: number, y: number): boolean {
  const { files, streamers, crowd, maps, at } = riding;
  const { radius } = streamers;
  const toX = files.ends[2 * code];
  const toY = files.ends[2 * code + 1];
  const length = Math.sqrt((toX - x) * (toX - x) + (toY - y) * (toY - y));
  at[2 * i] = x;
  at[2 * i + 1] = y;
  if (length > 0) {
    const step = Math.min(1, (SPEED[SPEED.length - 1] * maps.settings.step) / length);
    if (!isClear(riding, i, code, x + step * (toX - x), y + step * (toY - y))) return false;
  }
  const { walls } = maps;
  if (walls === undefined) return true;
  // The cell is that of the place before the step.
  walk(walls.mesh, crowd.cell[i], aimWalk(way, crowd.place[2 * i], crowd.place[2 * i + 1], x, y));
  if (!way.reached) return false;
  let cell = way.cell;
  let least = Math.min(radius[i], clearance(walls.mesh, walls.scratch, cell, x, y, radius[i])) - GRAZE;
  const probes = Math.ceil(length / PROBE);
  for (let k = 1; k <= probes; k++) {
    const px = x + (k / probes) * (toX - x);
    const py = y + (k / probes) * (toY - y);
    walk(
      walls.mesh,
      cell,
      aimWalk(way, x + ((k - 1) / probes) * (toX - x), y + ((k - 1) / probes) * (toY - y), px, py),
    );
    if (!way.reached) return false;
    cell = way.cell;
    const room = clearance(walls.mesh, walls.scratch, cell, px, py, radius[i]);
    if (room < least) return false;
    least = Math.max(least, Math.min(radius[i], room) - GRAZE);
  }
  return true;
}

function startRide({ streamers, maps, parking, riders, isTaken, turn }: Riding, i: number, code: number): void {
  const at = TURNS * (code >> 1);
  if (turn[at] !== 1 + (code & 1)) {
    turn[at] = 1 + (code & 1);
    turn[at + 1] = 0;
  }
  turn[at + 1]++;
  riders[code]++;
  isTaken[code] = 1;
  maps.human[streamers.tile[i]] = NONE;
  streamers.tile[i] = parking;
  streamers.file[i] = code;
  streamers.along[i] = BEFORE;
  streamers.wait[i] = HELD;
  streamers.accelerate[i] = 0;
}
