/**
 * People who know a goal of their stage, have looked through all that they can get to, and could get to none of its goals now if they knew everything → they wait. On
 * the way they know there may be a door that they have seen closed: then they go up to it, and stand where they see it open. Else they
 * stand where they are. They do not search, and nobody counts them as lost. People who know every access do so at once.
 *
 * Once they wait at a door, they wait until they see or hear something new, also if another way is free by then.
 * Cost: a route for each goal known, when somebody has looked everywhere, and every five seconds while they wait.
 */
import { chanceOf } from '../core/chance.ts';
import { NONE } from '../core/none.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { aimAt, type Stage } from '../crowd/goals/goals.ts';
import { setRoute } from '../crowd/routes.ts';
import { isWaiting, knowsClosed, startsWaiting } from '../knowledge/closed-doors.ts';
import { note, WAITS } from '../knowledge/decisions.ts';
import type { KnowingCrowd } from '../knowledge/knowledge.ts';
import { findPortals, headFor, putGoal, startAt, stepFreeRouter } from '../routing/find-route.ts';
import { hasBit, setBit } from '../routing/known/known-way.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import { bits, findWay, from, setTarget, to } from './own-ways.ts';
import type { Simulation } from './simulation.ts';

/** Metres from a door at which people wait: the least, and how much more at most; and where people who were pushed off go back from. */
const BEFORE_DOOR = 2;
const SPREAD = 2;
const BACK_FROM = 6;
/** Metres before the middle of the doorway that people head for. */
const ON_THIS_SIDE = 0.5;
/** Seconds without getting on after which they wait where they are: others do, too. */
const HELD_UP = 3;

/** Accesses that somebody knows, and those they have seen closed. */
let reopened = new Int32Array(0);

/** Does somebody know all goals of their stage, and every access that there is? Then there is nothing to explore. */
export function knowsAllWays(simulation: Simulation, stage: Stage, mind: number): boolean {
  const knowledge = simulation.knowledge!;
  const crowd = simulation.crowd as KnowingCrowd;
  const { size, believed } = knowledge;
  for (const g of stage.goals) if (!hasBit(crowd.knownGoals, mind * size.goals, g)) return false;
  for (let b = 0; b < believed.places.accesses; b++) {
    if (!hasBit(crowd.knownAccesses, mind * size.accesses, b) && !knowsClosed(knowledge, crowd, mind, b)) return false;
  }
  return true;
}

/** @param mind whose knowledge counts, taken before (own-ways.ts); nothing is left for them to explore */
export function isToWait(simulation: Simulation, i: number, stage: Stage, mind: number): boolean {
  const knowledge = simulation.knowledge!;
  const crowd = simulation.crowd as KnowingCrowd;
  if (isWaiting(knowledge, crowd, i) && closedOnWay(simulation, i, stage, mind) !== NONE) return true;
  const { goals, router, target, profiles } = simulation;
  const radius = crowd.body[BODY * i + RADIUS];
  const own = profiles[crowd.profile[i]].stepFree ? stepFreeRouter(router) : router;
  let isKnown = false;
  for (const g of stage.goals) {
    isKnown ||= hasBit(crowd.knownGoals, mind * knowledge.size.goals, g);
    startAt(own, from.cell, from.x, from.y);
    aimAt(goals[g], from.x, from.y, radius, target);
    headFor(own, goals[g].level, target[0], target[1]);
    if (findPortals(own, 2 * radius) !== NONE) return false;
  }
  return isKnown;
}

/** @returns whether they have a route now: up to the door */
export function waitForWay(simulation: Simulation, i: number, stage: Stage, mind: number): boolean {
  const { knowledge, router, routes } = simulation;
  const crowd = simulation.crowd as KnowingCrowd;
  const { mesh, places, middle } = knowledge!.believed;
  const count = closedOnWay(simulation, i, stage, mind);
  const side = count === NONE ? NONE : router.portals.array[count];
  const isNew = !isWaiting(knowledge!, crowd, i);
  if (isNew) note(knowledge!.decisions, crowd, i, WAITS, side === NONE ? NONE : places.borderOf[side]);
  crowd.exploring[i] = NONE;
  startsWaiting(knowledge!, crowd, i);
  if (side === NONE) return false;
  const a = 2 * mesh.sideVertex[side];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, side)];
  to.cell = mesh.sideCell[side];
  to.x = (mesh.vertices[a] + mesh.vertices[b]) / 2;
  to.y = (mesh.vertices[a + 1] + mesh.vertices[b + 1]) / 2;
  const dx = middle[2 * to.cell] - to.x;
  const dy = middle[2 * to.cell + 1] - to.y;
  const share = Math.min(1, ON_THIS_SIDE / Math.sqrt(dx * dx + dy * dy));
  to.x += share * dx;
  to.y += share * dy;
  const near = isNew ? standAt(simulation, i) : BACK_FROM;
  if ((to.x - from.x) ** 2 + (to.y - from.y) ** 2 < near * near) return false;
  setRoute(routes, crowd, i, router.portals.array, count);
  setTarget(simulation, i, NONE);
  startsWaiting(knowledge!, crowd, i);
  return true;
}

/** How many portals lead to the first closed door on the way that somebody knows, in router.portals; NONE: there is no such way. */
function closedOnWay(simulation: Simulation, i: number, stage: Stage, mind: number): number {
  const { goals, router, target } = simulation;
  const knowledge = simulation.knowledge!;
  const crowd = simulation.crowd as KnowingCrowd;
  const { size, believed } = knowledge;
  const { places } = believed;
  const radius = crowd.body[BODY * i + RADIUS];
  const known = mind * size.accesses;
  if (reopened.length !== size.accesses) reopened = new Int32Array(size.accesses);
  for (let w = 0; w < size.accesses; w++) reopened[w] = crowd.knownAccesses[known + w];
  for (let b = 0; b < places.accesses; b++) if (knowsClosed(knowledge, crowd, mind, b)) setBit(reopened, 0, b);
  bits.accesses = reopened;
  bits.accessesAt = 0;
  let found: number = NONE;
  for (let k = 0; k < stage.goals.length && found === NONE; k++) {
    const g = stage.goals[k];
    if (!hasBit(crowd.knownGoals, mind * size.goals, g)) continue;
    aimAt(goals[g], from.x, from.y, radius, target);
    if (!putGoal(router, goals[g].level, target[0], target[1], 2 * radius)) continue;
    to.cell = router.query.to.cell;
    to.x = router.query.to.x;
    to.y = router.query.to.y;
    if (!findWay(simulation, radius)) continue;
    const { array, length } = router.portals;
    for (let n = 0; n < length && found === NONE; n++) {
      const border = places.borderOf[array[n]];
      if (border !== NONE && !hasBit(crowd.knownAccesses, known, border)) found = n;
    }
  }
  bits.accesses = crowd.knownAccesses;
  bits.accessesAt = known;
  return found;
}

/** Metres from a door at which somebody waits. */
function standAt({ knowledge, crowd }: Simulation, i: number): number {
  return BEFORE_DOOR + SPREAD * chanceOf(crowd.serial[i], knowledge!.seed);
}

/** Has somebody who walks up to a closed door come near enough to it, or to the others who wait there? */
export function isToStand(simulation: Simulation, i: number): boolean {
  const crowd = simulation.crowd as KnowingCrowd;
  if (crowd.route[i] === NONE || !isWaiting(simulation.knowledge!, crowd, i)) return false;
  const dx = crowd.place[2 * i] - crowd.goal[2 * i];
  const dy = crowd.place[2 * i + 1] - crowd.goal[2 * i + 1];
  return crowd.stuck[i] >= HELD_UP || dx * dx + dy * dy < standAt(simulation, i) ** 2;
}
