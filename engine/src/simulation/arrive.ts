/** After a move: people at their goal wait there, go on to the next, or leave. People who make no way get another route now and then. */
import { NONE } from '../core/none.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { removeWalker } from '../crowd/crowd.ts';
import { type Goal, isAtGoal, type Stage } from '../crowd/goals/goals.ts';
import { isLimited, isThere, serviceAt } from '../crowd/goals/standing.ts';
import { forgetWalker } from '../neighbours/neighbourhood.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';
import { hasStage } from './plan-routes.ts';
import type { Simulation } from './simulation.ts';

/** Seconds of standing still until another route is tried; and those that somebody who walked back counts as stuck, so that it goes on to do so if it must (give-way.ts). */
const STUCK = 5;
const STUCK_AFTER_BACK = 6;
/** Metres that count as getting on. */
const ON = 0.5;
/** Seconds without getting on from which on somebody near a crowded point has arrived; metres more for each further second; and metres at most. */
const KEPT_OFF = 2;
const OFF_PER_SECOND = 0.5;
const MOST_OFF = 8;

const way = createWalkResult();

/** Goals reached, waiting, next stages, leaving. */
export function arrive(simulation: Simulation): void {
  const { crowd, goals, itineraries, time, left, neighbourhood, standing } = simulation;
  const { startAt, waitUntil, route, place, goal, goalReach } = crowd;
  left.length = 0;
  for (let i = crowd.count - 1; i >= 0; i--) {
    if (time < startAt[i]) continue;
    // Most are nowhere near their goals, and no more is to be looked at.
    if (waitUntil[i] < 0 && route[i] !== NONE) {
      const dx = place[2 * i] - goal[2 * i];
      const dy = place[2 * i + 1] - goal[2 * i + 1];
      const reach = crowd.stuck[i] < KEPT_OFF ? goalReach[i] : goalReach[i] + MOST_OFF;
      if (dx * dx + dy * dy > reach * reach) {
        getOn(simulation, i);
        continue;
      }
    }
    if (!hasStage(simulation, i)) continue;
    const { stages } = itineraries[crowd.itinerary[i]];
    const stage = stages[crowd.stage[i]];
    if (crowd.waitUntil[i] < 0) {
      const g = goalReached(simulation, stage, goals, i, crowd.stage[i] + 1 === stages.length);
      if (g === NONE) {
        getOn(simulation, i);
        continue;
      }
      // Companions stay for as long as each other.
      crowd.waitUntil[i] = time + stage.wait(crowd.companions[i] === NONE ? crowd.serial[i] : crowd.companions[i]);
      if (standing !== undefined) {
        crowd.chosen[i] = g;
        crowd.waitUntil[i] += serviceAt(standing, crowd.serial[i], g);
      }
    }
    if (time < crowd.waitUntil[i]) continue;
    if (standing !== undefined) {
      if (isLimited(standing, crowd.chosen[i]) && crowd.joinedAt[i] < 0) {
        // Until it is its turn to pass.
        crowd.joinedAt[i] = time;
        crowd.waitUntil[i] = Infinity;
        continue;
      }
      crowd.spot[i] = NONE;
      crowd.joinedAt[i] = -1;
    }
    crowd.waitUntil[i] = -1;
    crowd.route[i] = NONE;
    crowd.goalReach[i] = Infinity;
    crowd.planAt[i] = 0;
    if (++crowd.stage[i] < stages.length) continue;
    forgetWalker(neighbourhood, crowd, i);
    leaveForGood(simulation, i);
  }
}

export function leaveForGood({ crowd, time, counts, left }: Simulation, i: number): void {
  left.push({ serial: crowd.serial[i], itinerary: crowd.itinerary[i], seconds: time - crowd.bornAt[i] });
  counts.arrived++;
  removeWalker(crowd, i);
}

/** The goal of its stage that somebody is at, or as near to as others let it; NONE if it is at none. @param isLast does it leave there? */
function goalReached(simulation: Simulation, stage: Stage, goals: readonly Goal[], i: number, isLast: boolean): number {
  const { crowd, world, standing } = simulation;
  const level = world.mesh.cellLevel[crowd.cell[i]];
  for (let k = 0; k < stage.goals.length; k++) {
    const g = stage.goals[k];
    const goal = goals[g];
    if (goal.level === level) {
      const x = crowd.place[2 * i];
      const y = crowd.place[2 * i + 1];
      if (standing === undefined ? isAtGoal(goal, x, y) : isThere(standing, crowd, i, g)) return g;
      if (!isLast && stage.isWaiting !== true && isKeptOff(simulation, goal, i)) return g;
    }
    if (stage.choice === 'assigned') break;
  }
  return NONE;
}

/**
 * Is somebody as near to a point as the others about it let it come? There is room for one at a point: the others would stand round it for ever, and
 * the one who wants to go on would not get out. The longer somebody makes no way, the further off it may be; it has to see the point.
 */
function isKeptOff({ crowd, world }: Simulation, { shape, radius, counter, maxFlow }: Goal, i: number): boolean {
  if (shape.length !== 2 || counter !== undefined || maxFlow !== undefined) return false;
  const held = crowd.stuck[i] - KEPT_OFF;
  if (held < 0) return false;
  const own = crowd.body[BODY * i + RADIUS];
  const reach = Math.min(MOST_OFF, radius + own + OFF_PER_SECOND * held);
  const x = crowd.place[2 * i];
  const y = crowd.place[2 * i + 1];
  if ((shape[0] - x) ** 2 + (shape[1] - y) ** 2 > reach * reach) return false;
  walk(world.mesh, crowd.cell[i], aimWalk(way, x, y, shape[0], shape[1]));
  return way.reached;
}

/** How long has somebody made no way? Now and then such a one gets another route. */
function getOn({ crowd, step: seconds, time, counts }: Simulation, i: number): void {
  // Who is asked to stand is not stuck.
  if (crowd.stopUntil[i] > time - seconds) return;
  const dx = crowd.place[2 * i] - crowd.stuckPlace[2 * i];
  const dy = crowd.place[2 * i + 1] - crowd.stuckPlace[2 * i + 1];
  if (dx * dx + dy * dy > ON * ON) {
    crowd.stuckPlace[2 * i] = crowd.place[2 * i];
    crowd.stuckPlace[2 * i + 1] = crowd.place[2 * i + 1];
    // Who had to walk back has not got on.
    const isBack = dx * crowd.aim[2 * i] + dy * crowd.aim[2 * i + 1] < 0;
    crowd.stuck[i] = isBack ? Math.min(crowd.stuck[i], STUCK_AFTER_BACK) : 0;
    return;
  }
  const before = crowd.stuck[i];
  crowd.stuck[i] = before + seconds;
  if (Math.floor(before / STUCK) === Math.floor((before + seconds) / STUCK) || crowd.route[i] === NONE) return;
  crowd.route[i] = NONE;
  counts.replans++;
}
