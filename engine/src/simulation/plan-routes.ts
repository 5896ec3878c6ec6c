/**
 * The passes of planning: people without a route get one, to the goal of their stage that is nearest or quickest, through passages wide
 * enough for them and, where that is no great detour, with room to spare. Leaders of groups first: the others go where they go.
 */
import { NONE } from '../core/none.ts';
import { findCompanions, followLeaders, goalOfLeader } from '../crowd/companions/companions.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { countQueues, secondsToPass, thinkAgain } from '../crowd/goals/exit-choice.ts';
import { aimAt } from '../crowd/goals/goals.ts';
import { setRoute } from '../crowd/routes.ts';
import { giveUpPlace, keepsGoal, putTarget, rememberTarget, takePlaces } from '../crowd/goals/standing.ts';
import { findPortals, headFor, type Router, startAt, stepFreeRouter } from '../routing/find-route.ts';
import { AGAIN, COMFORT, DETOUR, DETOUR_MORE, WIDTH_CLASS } from './comfort.ts';
import { reachOf } from './goal-reach.ts';
import { knowsAsMuchAsAnybody, mindOf, planKnown } from './plan-known.ts';
import type { Simulation } from './simulation.ts';
import { clearance } from '../subdivision/clearance.ts';

/** Seconds in which everybody looks for a better way, once the place has changed. */
const REVIEW = 2;

/** The place has changed a moment ago: people who still have a route give it up when their turn comes, a few in each step. */
export function reviewRoutes({ crowd, changedAt, steps, step: seconds, knowledge }: Simulation): void {
  const turns = Math.max(1, Math.round(REVIEW / seconds) - 1);
  // Whose way is cut comes first: the others from the second step on.
  const turn = steps - changedAt - 1;
  if (turn < 0 || turn >= turns) return;
  for (let i = 0; i < crowd.count; i++) {
    // Who has to see it first goes on.
    if (crowd.serial[i] % turns !== turn || knowledge?.profiles[crowd.profile[i]] !== undefined) continue;
    crowd.route[i] = NONE;
    crowd.planAt[i] = 0;
  }
}

export function listCompanions({ companions, crowd, profiles }: Simulation): void {
  findCompanions(companions!, crowd, profiles);
}

/** Members who walk to another goal of their stage than their leader lose their route, and plan for that goal. */
export function dropRoutesAwayFromLeaders({ companions, crowd, itineraries, time }: Simulation): void {
  followLeaders(companions!, crowd, itineraries, time);
}

/** Queues, waiting areas, doors with rules: whose turn it is, and who is asked to stand where. */
export function takeStandingPlaces(simulation: Simulation): void {
  takePlaces(simulation.standing!, simulation);
}

/** How many head for each exit that may be chosen for being quick, and are near it. */
export function countHeadingForExits({ exitChoice, crowd, world }: Simulation): void {
  countQueues(exitChoice, crowd, world.mesh);
}

/** A few look again which exit is quickest now. Where the place has just changed, everybody plans anew soon. */
export function thinkAgainAboutExits(simulation: Simulation): void {
  if (simulation.changedAt === simulation.steps) return;
  thinkAgain(simulation.exitChoice, simulation, simulation.companions?.leader, simulation.knowledge?.profiles);
}

/** Routes of those who choose for themselves: everybody, but for companions of a leader. */
export function planLeaders(simulation: Simulation): void {
  planFor(simulation, true);
}

/** Where their leaders go is known now. */
export function planFollowers(simulation: Simulation): void {
  planFor(simulation, false);
}

/** Routes of those who choose for themselves, or of the others. */
function planFor(simulation: Simulation, areLeaders: boolean): void {
  const { crowd, time, companions } = simulation;
  for (let i = 0; i < crowd.count; i++) {
    if (companions !== undefined && (companions.leader[i] === i) !== areLeaders) continue;
    if (crowd.route[i] !== NONE || time < crowd.planAt[i] || time < crowd.startAt[i]) continue;
    if (!hasStage(simulation, i)) continue;
    const asked = areLeaders ? NONE : goalOfLeader(crowd, simulation.itineraries, companions!.leader[i], i);
    planRoute(simulation, i, asked);
  }
}

/** Who has nothing to do stays where it is. */
export function hasStage({ crowd, stageFirst }: Simulation, i: number): boolean {
  const itinerary = crowd.itinerary[i];
  return crowd.stage[i] < stageFirst[itinerary + 1] - stageFirst[itinerary];
}

/** Portals to a target, for the body as it is; from a place too near to a wall, for a narrower one. */
function portalsFor(simulation: Simulation, router: Router, i: number, level: number, radius: number): number {
  const { crowd, target, world } = simulation;
  const x = crowd.place[2 * i];
  const y = crowd.place[2 * i + 1];
  const cell = crowd.cell[i];
  const rounded = Math.ceil((2 * radius) / WIDTH_CLASS - 1e-9) * WIDTH_CLASS;
  let count: number = NONE;
  const { pure } = simulation.profiles[crowd.profile[i]];
  startAt(router, cell, x, y, pure ? NONE : crowd.serial[i]);
  headFor(router, level, target[0], target[1]);
  if (!pure) {
    count = findPortals(router, rounded + COMFORT);
    const { to } = router.query;
    // A wider body's goal may be elsewhere: before a gate instead of in it.
    if (to.distance > 0) count = NONE;
    const straight = Math.sqrt((to.x - x) ** 2 + (to.y - y) ** 2);
    const length = count === 0 ? straight : router.gateSearch.length;
    if (count !== NONE && length <= DETOUR * straight + DETOUR_MORE) return count;
    if (count !== NONE) {
      count = findPortals(router, rounded);
      const shortest = count === 0 ? straight : router.gateSearch.length;
      if (count !== NONE && length > DETOUR * shortest + DETOUR_MORE) return count;
      return findPortals(router, rounded + COMFORT);
    }
  }
  count = findPortals(router, rounded);
  if (count === NONE) count = findPortals(router, 2 * radius);
  if (count !== NONE || clearance(world.mesh, router.clearance, cell, x, y, radius) >= radius - 1e-3) return count;
  return findPortals(router, 0);
}

/** @param asked the only goal to plan for, if it can be reached; NONE: the best of its stage */
function planRoute(simulation: Simulation, i: number, asked: number = NONE): void {
  const { crowd, goals, itineraries, routes, target, standing } = simulation;
  const { stepFree } = simulation.profiles[crowd.profile[i]];
  const router = stepFree ? stepFreeRouter(simulation.router) : simulation.router;
  const stage = itineraries[crowd.itinerary[i]].stages[crowd.stage[i]];
  const radius = crowd.body[BODY * i + RADIUS];
  const x = crowd.place[2 * i];
  const y = crowd.place[2 * i + 1];
  const isQuickest = stage.choice === 'quickest' && stage.goals.length > 1;
  const only = keepsGoal(crowd, i) ? crowd.chosen[i] : asked;
  const mind = mindOf(simulation, i);
  if (
    simulation.knowledge?.profiles[crowd.profile[mind]] !== undefined &&
    !knowsAsMuchAsAnybody(simulation, mind, stage)
  ) {
    if (!planKnown(simulation, i, stage, only)) haveNoRoute(simulation, i);
    return;
  }
  let best = Infinity;
  for (let k = 0; k < stage.goals.length; k++) {
    const g = stage.goals[k];
    if (only !== NONE && g !== only) continue;
    let { level } = goals[g];
    if (standing === undefined) aimAt(goals[g], x, y, radius, target);
    else level = putTarget(standing, crowd, i, g, radius, target);
    const count = portalsFor(simulation, router, i, level, radius);
    if (count !== NONE) {
      const { to } = router.query;
      const length = count === 0 ? Math.sqrt((to.x - x) ** 2 + (to.y - y) ** 2) : router.gateSearch.length;
      const cost = isQuickest ? secondsToPass(simulation.exitChoice, crowd, i, g, length) : length;
      if (cost < best) {
        best = cost;
        setRoute(routes, crowd, i, router.portals.array, count);
        crowd.goal[2 * i] = to.x;
        crowd.goal[2 * i + 1] = to.y;
        crowd.goalCell[i] = to.cell;
        crowd.chosen[i] = g;
        if (standing !== undefined) rememberTarget(standing, crowd, i, g, target);
        crowd.goalReach[i] = reachOf(simulation, i);
      }
    }
    if (stage.choice === 'assigned') break;
  }
  if (best < Infinity) return;
  if (keepsGoal(crowd, i)) {
    giveUpPlace(crowd, i);
    planRoute(simulation, i, asked);
    return;
  }
  crowd.planAt[i] = simulation.time + AGAIN;
  if (asked !== NONE) {
    planRoute(simulation, i);
    return;
  }
  haveNoRoute(simulation, i);
}

function haveNoRoute({ crowd, counts, time }: Simulation, i: number): void {
  crowd.planAt[i] = time + AGAIN;
  crowd.goalCell[i] = crowd.chosen[i] = NONE;
  crowd.goalReach[i] = Infinity;
  counts.unreachable++;
}
