/**
 * How a walker reacts to the one ahead: M02's two tables (its figures 4.5 and 4.6) as data, one entry per cell, and one
 * function that applies an entry.
 *
 * An entry lists turns to try, in angle steps of π/8, and what to do if none is possible. A turn is possible if the next tile in that
 * direction is accessible and free, and there is room for the body. Of the two sides the one with the better mark is tried first, the right-hand one if both are equal.
 * Where two cross, somebody who goes on turns one step towards the other's back, if that is possible.
 * In congested traffic Far has no meaning (M02 §4.3.2): the ray is as long as Near.
 */
import { NONE } from '../../core/none.ts';
import { NEAR } from './ahead.ts';
import { bodyInWay } from './bodies.ts';
import type { Streamers } from './columns.ts';
import type { StreamMaps } from './maps.ts';
import { markOf, nextTile, REFUSED_MARK, type Trial } from './marks.ts';
import { angleOf, COSINE, normOf, SINE, SPEED, turned } from './polar.ts';

type Act = 'wait' | 'slow' | 'slow if faster' | 'slow sharply' | 'slow or wait' | 'take its speed' | 'mean of speeds';

export interface Reaction {
  /** Angle steps, tried in this order on both sides. */
  turns: readonly number[];
  /** If no turn is possible, or none is listed. */
  act: Act;
  /** Somebody who does not wait passes behind the other. */
  passBehind?: boolean;
}

/** What to do about somebody who waits, and who walks: FOLLOWING, FRONT, CROSSING. */
interface Row {
  waiting: readonly [Reaction, Reaction, Reaction];
  walking: readonly [Reaction, Reaction, Reaction];
}

const turn = (...turns: number[]): Reaction => ({ turns, act: 'slow or wait' });
const act = (name: Act): Reaction => ({ turns: [], act: name });
const behind = (name: Act): Reaction => ({ turns: [], act: name, passBehind: true });

/** Order of entries: ↑↑, ↑↓, ⊥. */
const FREE_FLOW: readonly [Row, Row, Row] = [
  // Close
  {
    waiting: [turn(2, 4), turn(2, 4), turn(2, 4)],
    walking: [act('take its speed'), turn(2, 4), act('wait')],
  },
  // Near
  {
    waiting: [act('slow'), turn(2), turn(2)],
    walking: [act('mean of speeds'), turn(2), behind('slow or wait')],
  },
  // Far
  {
    waiting: [act('slow'), turn(1), turn(1)],
    walking: [act('slow if faster'), turn(1), behind('slow')],
  },
];

const CONGESTED: readonly [Row, Row] = [
  // Close
  {
    waiting: [act('wait'), turn(2, 4), act('wait')],
    walking: [act('take its speed'), turn(2, 4), act('wait')],
  },
  // Near
  {
    waiting: [act('slow sharply'), turn(1, 2), act('slow sharply')],
    walking: [act('take its speed'), turn(1, 2), behind('slow or wait')],
  },
];

/** Where a reaction takes place: the maps, everybody, and who reacts. */
export interface Around {
  maps: StreamMaps;
  crowd: Streamers;
  trial: Trial;
}

/** What somebody is about to do, before and after a reaction. */
export interface Walk {
  angle: number;
  norm: number;
  /** The norm it likes to walk at. */
  preferred: number;
  /** Steps of WAIT; 0: it walks on. */
  wait: number;
  /** The norm it goes on with after WAIT. */
  resume: number;
}

/** The entry for a case. @param distance CLOSE, NEAR or FAR; @param relation FOLLOWING, FRONT or CROSSING */
export function reactionTo(isCongested: boolean, distance: number, isWaiting: boolean, relation: number): Reaction {
  const row = isCongested ? CONGESTED[Math.min(distance, NEAR)] : FREE_FLOW[distance];
  return (isWaiting ? row.waiting : row.walking)[relation];
}

/** Change a walk by an entry. @param other velocity of the one ahead, as a byte */
export function applyReaction(around: Around, entry: Reaction, walk: Walk, other: number): void {
  const { maps } = around;
  for (const steps of entry.turns) {
    const angle = possibleTurn(around, walk, steps);
    if (angle === NONE) continue;
    walk.angle = angle;
    return;
  }
  if (entry.passBehind === true && walk.norm > 1) passBehind(around, walk, angleOf(other));
  applyAct(maps, entry.act, walk, normOf(other));
}

function applyAct({ settings }: StreamMaps, name: Act, walk: Walk, other: number): void {
  const { norm, preferred } = walk;
  switch (name) {
    case 'wait':
      startWaiting(settings.waitFrames, walk);
      return;
    case 'slow':
      walk.norm = Math.max(1, norm - settings.slow);
      return;
    case 'slow if faster':
      if (norm > other) walk.norm = Math.max(1, norm - settings.slow);
      return;
    case 'slow sharply':
      walk.norm = Math.max(1, norm - settings.slowSharply);
      return;
    case 'slow or wait':
      if (norm > 1) walk.norm = Math.max(1, norm - settings.slow);
      else startWaiting(settings.waitFrames, walk);
      return;
    // Nobody walks faster than it likes to, only to keep up.
    case 'take its speed':
      walk.norm = Math.min(preferred, other);
      return;
    case 'mean of speeds':
      walk.norm = Math.min(preferred, (norm + other) >> 1);
  }
}

/** WAIT: they stand, and look where they looked; afterwards they go on at the speed they like. */
export function startWaiting(frames: number, walk: Walk): void {
  walk.wait = frames;
  walk.resume = walk.preferred;
  walk.norm = 0;
}

/** Turning by so many steps slows, the sharper the more, but nobody stops for it. */
export function slowForTurn(turnSlows: number, walk: Walk, steps: number): void {
  walk.norm = Math.max(1, walk.norm - Math.floor(turnSlows * steps));
}

/** The better possible side of a turn by so many steps; NONE if neither is possible. */
function possibleTurn(around: Around, walk: Walk, steps: number): number {
  const right = freeMark(around, walk, turned(walk.angle, -steps));
  const left = freeMark(around, walk, turned(walk.angle, steps));
  if (right === REFUSED_MARK && left === REFUSED_MARK) return NONE;
  return turned(walk.angle, right >= left ? -steps : steps);
}

/** The mark of a direction whose next tile is accessible and free, else REFUSED_MARK. */
function freeMark({ maps, crowd, trial }: Around, walk: Walk, angle: number): number {
  const next = nextTile(maps.tiles, trial, angle);
  if (next === NONE || maps.human[next] !== NONE) return REFUSED_MARK;
  if (trial.slot !== NONE) {
    const length = SPEED[Math.max(1, walk.norm)] * maps.settings.step;
    const x = trial.x + length * COSINE[angle];
    const y = trial.y + length * SINE[angle];
    if (bodyInWay(maps, crowd, trial.slot, x, y) !== NONE) return REFUSED_MARK;
  }
  return markOf(maps, trial, angle);
}

/** One step towards where the other came from. */
function passBehind(around: Around, walk: Walk, other: number): void {
  // The other walks to the left of this direction if the cross product is positive: its back is on the right.
  const cross = COSINE[walk.angle] * SINE[other] - SINE[walk.angle] * COSINE[other];
  const angle = turned(walk.angle, cross > 0 ? -1 : 1);
  if (freeMark(around, walk, angle) !== REFUSED_MARK) walk.angle = angle;
}
