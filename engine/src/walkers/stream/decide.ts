/**
 * What a walker wishes to do in a step: wait, look around, or just walk on. Reads the state before the step; writes its own columns only.
 *
 *   waits        one step less; at the end a small rotation, and it walks on as fast as it likes to (M02 names the direction only: with the
 *                speed before, a crowd gets slower with every stop, since nobody accelerates in it)
 *   looks        at a goal takes the next one; turns back from a jam (turn-back.ts); is advised a direction (advise.ts); reacts to whoever is ahead (ahead.ts, reactions.ts);
 *                accelerates if nobody is and it does not turn
 *   walks        place + speed · step along its angle, past what stands in the way (wish-place.ts)
 *
 * Looking costs most, so a walker looks when it enters a tile, when its claim was refused, and otherwise at every `every`-th step, staggered by
 * serial (M02 looks at every frame).
 */
import { chanceOf } from '../../core/chance.ts';
import { NONE } from '../../core/none.ts';
import { coarseTileAt } from '../../raster/density-map.ts';
import { advise } from './advise.ts';
import { bodyInWay } from './bodies.ts';
import { distanceClass, lookAhead, relationOf, type Sight } from './ahead.ts';
import type { Streamers } from './columns.ts';
import { type GoalChoice, isAtTownGoal, nextGoal, rememberGoal, type Ways } from './goals.ts';
import { createAdvised, type Follower, followLeader } from './follow-leader.ts';
import { areCompanions, type Groups, leaderOf, paceOf } from './groups.ts';
import type { StreamMaps } from './maps.ts';
import { aimTrial, createTrial, putTrial, type Trial } from './marks.ts';
import { angleDifference, angleOf, angleOfVector, COSINE, normOf, polarOf, SINE, SPEED, turned } from './polar.ts';
import { stayHere, wishPlace } from './wish-place.ts';
import { applyReaction, type Around, reactionTo, slowForTurn, startWaiting, type Walk } from './reactions.ts';
import { aimInGroup } from './trail.ts';
import { createLine, goalBehind, isFedUp, type Line } from './turn-back.ts';

/** So that chance about different matters is independent. */
const SIDE = 0x5bd1e995;
const GOAL = 0x27d4eb2f;
const TURN_BACK = 0x165667b1;

/** Angle steps of a rotation at most, and waits on one tile for each step more of the rotation after them. */
const BACK = 8;
const WAITS_PER_TURN = 4;

/** Steps of WAIT for those who stand because they are to, renewed in each step: more than anybody waits otherwise. */
export const HELD = 1 << 20;

/** Directions asked for, and how many of these were the former ones. */
interface Advice {
  asked: number;
  kept: number;
}

/** What one thread works with. */
export interface Thinking extends Follower {
  around: Around;
  walk: Walk;
  choice: GoalChoice;
  advice: Advice;
  /** The angle that the last search began with. */
  former: number;
  /** A step, x and y. */
  wished: Float64Array;
  groups: Groups;
  line: Line;
}

export interface Moment {
  steps: number;
  /** Seconds. */
  time: number;
  /** A whole number for the step and the seed. */
  draw: number;
}

export function createThinking(maps: StreamMaps, crowd: Streamers, groups: Groups): Thinking {
  const { serial, target, former } = crowd;
  const trial = createTrial((SPEED[SPEED.length - 1] * maps.settings.step) / maps.tiles.side);
  return {
    trial,
    around: { maps, crowd, trial },
    sight: { slot: NONE, distance: 0 },
    walk: { angle: 0, norm: 0, preferred: 0, wait: 0, resume: 1 },
    choice: { serial, target, former, draw: 0 },
    advice: { asked: 0, kept: 0 },
    former: 0,
    wished: new Float64Array(2),
    groups,
    advised: createAdvised(),
    line: createLine(),
  };
}

export function decideAll(maps: StreamMaps, ways: Ways, crowd: Streamers, thinking: Thinking, moment: Moment): void {
  const { count, polar, wait, nextPolar } = crowd;
  for (let i = 0; i < count; i++) {
    if (wait[i] > 0) {
      waitOn(maps, crowd, i, moment);
      crowd.slid[i] = 0;
      stayHere(crowd, i);
      continue;
    }
    if (looksRound(maps, crowd, i, moment)) look(maps, ways, crowd, thinking, i, moment);
    else nextPolar[i] = polar[i];
    wishPlace(maps, crowd, i, thinking.wished);
  }
}

/** Does somebody who walks look around in this step? */
export function looksRound(
  { settings }: StreamMaps,
  { due, serial }: Streamers,
  i: number,
  { steps }: Moment,
): boolean {
  return due[i] === 1 || (serial[i] + steps) % settings.every === 0;
}

/** Somebody who walks looks around: what they do next is in `nextPolar`, `wait` and `resume`. */
export function look(
  maps: StreamMaps,
  ways: Ways,
  crowd: Streamers,
  thinking: Thinking,
  i: number,
  moment: Moment,
): void {
  if (followLeader(maps, crowd, thinking.groups, thinking, i)) return;
  thinking.choice.draw = moment.draw ^ GOAL;
  lookAround(maps, ways, crowd, thinking, i, moment);
}

/** A refused claim after another: it waits, and so turns a little. */
export function giveUp({ settings }: StreamMaps, crowd: Streamers, i: number): void {
  crowd.wait[i] = settings.waitFrames;
  crowd.resume[i] = crowd.preferred[i];
  crowd.polar[i] = polarOf(angleOf(crowd.polar[i]), 0);
  crowd.refused[i] = 0;
  crowd.accelerate[i] = 0;
}

function waitOn(
  { settings }: StreamMaps,
  { wait, waits, resume, polar, nextPolar, due, serial }: Streamers,
  i: number,
  moment: Moment,
): void {
  nextPolar[i] = polar[i];
  wait[i]--;
  if (wait[i] > 0) return;
  const side = chanceOf(serial[i], moment.draw ^ SIDE) < 0.5 ? -1 : 1;
  // Who waits again and again on the same tile turns further, and at last back: three who wedge each other need one who makes room.
  const turn = Math.min(BACK, settings.waitTurn + Math.floor(waits[i] / WAITS_PER_TURN));
  waits[i]++;
  nextPolar[i] = polarOf(turned(angleOf(polar[i]), side * turn), resume[i]);
  due[i] = 1;
}

function lookAround(
  maps: StreamMaps,
  ways: Ways,
  crowd: Streamers,
  thinking: Thinking,
  i: number,
  { time, draw }: Moment,
): void {
  const { town, settings } = maps;
  const { trial, walk, advice, groups } = thinking;
  const x = crowd.place[2 * i];
  const y = crowd.place[2 * i + 1];
  crowd.due[i] = 0;
  putTrial(trial, x, y, crowd.tile[i], time);
  trial.slot = i;
  const isLeader = leaderOf(groups, i) === i;
  // Members get the goals of their leader (trail.ts).
  if (isLeader && isAtTownGoal(town, crowd.goal[i], x, y)) takeNextGoal(maps, ways, crowd, thinking, i);
  aimInGroup(maps, ways, crowd, groups, trial);
  const heading = angleOf(crowd.polar[i]);
  // Somebody bound for a place has nowhere else to go.
  const turnsBack = isLeader && crowd.target[i] === NONE && isFedUp(maps, crowd, i);
  const former = turnsBack ? turnBack(maps, crowd, thinking, i, draw) : heading;
  thinking.former = walk.angle = former;
  walk.preferred = paceOf(groups, crowd, maps.tiles.side, i);
  walk.norm = Math.max(1, Math.min(walk.preferred, normOf(crowd.polar[i])));
  walk.wait = 0;
  walk.resume = 1;
  const advised = advise(maps, trial, former);
  advice.asked++;
  if (advised === NONE) startWaiting(settings.waitFrames, walk);
  else {
    if (advised === former) advice.kept++;
    walk.angle = advised;
    const isFree = !settings.avoids || !reactToOthers(maps, crowd, thinking);
    // What counts is the turn that comes out: advice and reaction may cancel out.
    const steps = angleDifference(walk.angle, heading);
    if (walk.wait === 0) slowForTurn(settings.turnSlows, walk, steps);
    accelerate(settings.accelerations, crowd, walk, i, isFree && steps === 0);
  }
  crowd.wait[i] = walk.wait;
  crowd.resume[i] = walk.resume;
  crowd.nextPolar[i] = polarOf(walk.angle, walk.norm);
}

function takeNextGoal(maps: StreamMaps, ways: Ways, crowd: Streamers, { choice }: Thinking, i: number): void {
  const reached = crowd.goal[i];
  crowd.goal[i] = nextGoal(maps.town, ways, reached, choice, i);
  if (crowd.goal[i] !== reached) rememberGoal(crowd.former, i, reached);
}

/** Out of a jam, if a goal behind is in sight. @returns the angle to start the search with */
function turnBack(maps: StreamMaps, crowd: Streamers, { trial, line }: Thinking, i: number, draw: number): number {
  const { goals } = maps.town;
  const goal = crowd.goal[i];
  crowd.stood[i] = 0;
  const back = goalBehind(maps, crowd, trial, line, goal, draw ^ TURN_BACK);
  if (back === NONE) return angleOf(crowd.polar[i]);
  rememberGoal(crowd.former, i, goal);
  crowd.goal[i] = back;
  aimTrial(trial, goals.x[back], goals.y[back]);
  return angleOfVector(trial.goalX, trial.goalY);
}

/** @returns is there anybody ahead? */
function reactToOthers(maps: StreamMaps, crowd: Streamers, { trial, around, sight, walk, groups }: Thinking): boolean {
  const { town, settings, congested } = maps;
  const isCongested = congested[coarseTileAt(town.density, trial.x, trial.y)] === 1;
  lookAhead(maps, trial, walk.angle, isCongested ? settings.near : settings.far, sight);
  // Companions make room.
  if (sight.slot !== NONE && areCompanions(groups, trial.slot, sight.slot)) sight.slot = NONE;
  if (crowd.refused[trial.slot] > 0) feelBodies(maps, crowd, trial, walk, sight);
  if (sight.slot === NONE) return false;
  const other = crowd.polar[sight.slot];
  const relation = relationOf(settings, walk.angle, angleOf(other));
  const distance = distanceClass(settings, sight.distance);
  applyReaction(around, reactionTo(isCongested, distance, normOf(other) === 0, relation), walk, other);
  return true;
}

/** Somebody whose claim was refused minds the body in the way, even if the ray passes it. */
function feelBodies(maps: StreamMaps, crowd: Streamers, trial: Trial, walk: Walk, sight: Sight): void {
  const length = SPEED[walk.norm] * maps.settings.step;
  const x = trial.x + length * COSINE[walk.angle];
  const y = trial.y + length * SINE[walk.angle];
  const other = bodyInWay(maps, crowd, trial.slot, x, y);
  if (other === NONE) return;
  sight.slot = other;
  sight.distance = 0;
}

/** Up to so many states with a free ray and without a turn; state k adds k norms, up to the preferred one. Else back to NORMAL. */
function accelerate(most: number, { accelerate: state }: Streamers, walk: Walk, i: number, isFree: boolean): void {
  if (!isFree || walk.wait > 0 || walk.norm >= walk.preferred) {
    state[i] = 0;
    return;
  }
  state[i] = Math.min(most, state[i] + 1);
  walk.norm = Math.min(walk.preferred, walk.norm + state[i]);
}
