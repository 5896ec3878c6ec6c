/**
 * Routes of people with knowledge (P05 §4.2): to a goal they know, over accesses they know; where there is none, to where they know least.
 * Exploration is a way of walking, not a failure: they walk on until a goal of their stage comes into sight, or somebody tells them.
 */
import type { GrowableInts } from '../core/growable.ts';
import { chanceOf } from '../core/chance.ts';
import { NONE } from '../core/none.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { secondsWithQueue } from '../crowd/goals/exit-choice.ts';
import { aimAt, type Stage } from '../crowd/goals/goals.ts';
import { putTarget, rememberTarget } from '../crowd/goals/standing.ts';
import { setRoute, topOfRoute } from '../crowd/routes.ts';
import {
  CHUNKS,
  HEADING_TO,
  type Knowledge,
  type KnowingCrowd,
  knowingOf,
  QUEUE_AT_GOAL,
} from '../knowledge/knowledge.ts';
import { EXPLORES, FOLLOWS, note, SEARCHES_AGAIN, TURNS_TO, WALKS_TO } from '../knowledge/decisions.ts';
import { followsArrow } from '../knowledge/arrows.ts';
import { chunkOf, giveUpCell } from '../knowledge/learn.ts';
import { hasMemories, recall } from '../knowledge/memory.ts';
import { burdenOn, forgetWeights, hasTaste, weigh } from '../knowledge/weigh.ts';
import { putGoal } from '../routing/find-route.ts';
import { findFrontier, hasAllBits, hasBit, setBit } from '../routing/known/known-way.ts';
import { NEAR } from './comfort.ts';
import { bits, distanceTo, findWay, from, setTarget, takeMind, to, walkTo } from './own-ways.ts';
import type { Simulation } from './simulation.ts';
import { isToWait, knowsAllWays, waitForWay } from './wait-for-way.ts';

/** Seconds without getting on after which people look elsewhere; and where others go the same way: they wait for their turn. */
const GIVE_UP = 5;
const GIVE_UP_IN_THRONG = 30;

/** @param only the only goal to plan for; NONE: the best of its stage. @returns whether they have a route now */
export function planKnown(simulation: Simulation, i: number, stage: Stage, only: number): boolean {
  const knowledge = simulation.knowledge!;
  const crowd = simulation.crowd as KnowingCrowd;
  const mind = mindOf(simulation, i);
  takeMind(knowledge, crowd, i, mind);
  weigh(knowledge, crowd, mind, from.cell, simulation.time);
  knowledge.search.isStepFree = simulation.profiles[crowd.profile[i]].stepFree;
  const before = crowd.chosen[i];
  const explored = crowd.exploring[i];
  const isPlanned =
    planToGoal(simulation, i, stage, only, mind) ||
    goByArrow(simulation, i, stage) ||
    explore(simulation, i, stage, mind);
  if (isPlanned) noteChange(simulation, i, stage.goals.includes(before) ? before : NONE, explored);
  if (isPlanned) {
    const left = crowd.portalsLeft[i];
    crowd.burden[i] = Math.round(10 * burdenOn(knowledge, simulation.routes.store, topOfRoute(crowd, i), left));
  }
  forgetWeights(knowledge);
  return isPlanned;
}

/** Of a leader's companions nobody has to know the way: what the leader knows counts. */
export function mindOf({ companions }: Simulation, i: number): number {
  return companions?.leader[i] ?? i;
}

/** What is new of a plan. @param before the goal and the place that somebody walked to */
function noteChange({ knowledge, crowd: all, time }: Simulation, i: number, before: number, explored: number): void {
  const { decisions, search } = knowledge!;
  const crowd = all as KnowingCrowd;
  const goal = crowd.chosen[i];
  if (goal === NONE) {
    if (crowd.exploring[i] === explored || crowd.exploring[i] === NONE) return;
    if (followsArrow(knowledge!, crowd, i)) note(decisions, crowd, i, FOLLOWS, crowd.pointedBy[i]);
    else note(decisions, crowd, i, EXPLORES, crowd.exploring[i]);
  } else if (before !== NONE && before !== goal) {
    const memory = knowledge!.profiles[crowd.profile[i]]?.memory ?? 0;
    note(decisions, crowd, i, TURNS_TO, goal, recall(crowd, i, QUEUE_AT_GOAL, before, time, memory));
  } else if (before !== goal) note(decisions, crowd, i, WALKS_TO, goal, search.metres);
}

/**
 * Does somebody know everything there is to know, and nothing that would change the way? Then their route is that of people without knowledge,
 * which is found sooner. While a door is closed only those are asked who have seen it, so that nobody is.
 */
export function knowsAsMuchAsAnybody({ knowledge, crowd, companions }: Simulation, i: number, stage: Stage): boolean {
  const { size, believed, scenery } = knowledge!;
  const knowing = knowingOf(knowledge!, crowd, i);
  if (knowing.start !== 'everything' || hasTaste(knowing)) return false;
  if (scenery !== believed || (companions?.leader[i] ?? i) !== i) return false;
  if (stage.choice === 'quickest' && stage.goals.length > 1) return false;
  if (hasMemories(crowd as KnowingCrowd, i)) return false;
  return hasAllBits((crowd as KnowingCrowd).knownAccesses, i * size.accesses, believed.places.accesses);
}

function planToGoal(simulation: Simulation, i: number, stage: Stage, only: number, mind: number): boolean {
  const { goals, router, routes, target, standing, knowledge } = simulation;
  const crowd = simulation.crowd as KnowingCrowd;
  const radius = crowd.body[BODY * i + RADIUS];
  let best = Infinity;
  let metres = 0;
  for (const g of stage.goals) {
    if ((only !== NONE && g !== only) || !hasBit(crowd.knownGoals, mind * knowledge!.size.goals, g)) continue;
    let { level } = goals[g];
    if (standing === undefined) aimAt(goals[g], from.x, from.y, radius, target);
    else level = putTarget(standing, crowd, i, g, radius, target);
    if (!putGoal(router, level, target[0], target[1], 2 * radius)) continue;
    to.cell = router.query.to.cell;
    to.x = router.query.to.x;
    to.y = router.query.to.y;
    if (!findWay(simulation, radius)) continue;
    const cost = costOf(simulation, crowd, mind, stage, g);
    if (cost >= best) continue;
    best = cost;
    ({ metres } = knowledge!.search);
    setRoute(routes, crowd, i, router.portals.array, router.portals.length);
    setTarget(simulation, i, g);
    if (standing !== undefined) rememberTarget(standing, crowd, i, g, target);
    if (stage.choice === 'assigned') break;
  }
  knowledge!.search.metres = metres;
  return best < Infinity;
}

/** What a goal counts whose way was just found: metres, or seconds with the queue that somebody remembers; less where others go. */
function costOf(simulation: Simulation, crowd: KnowingCrowd, i: number, stage: Stage, g: number): number {
  const { exitChoice, time } = simulation;
  const { search } = simulation.knowledge!;
  const { memory, follow } = knowingOf(simulation.knowledge!, crowd, i);
  let cost = search.cost;
  if (stage.choice === 'quickest' && stage.goals.length > 1) {
    const people = recall(crowd, i, QUEUE_AT_GOAL, g, time, memory);
    cost = secondsWithQueue(exitChoice, crowd, i, g, search.cost, people);
  }
  if (follow === 0) return cost;
  let all = 0;
  for (const other of stage.goals) all += recall(crowd, i, HEADING_TO, other, time, memory);
  return all === 0 ? cost : cost * (1 - (follow * recall(crowd, i, HEADING_TO, g, time, memory)) / all);
}

/** To where the sign points that somebody has read, if they look for what it shows; once they are there, it is of no more use. */
function goByArrow(simulation: Simulation, i: number, stage: Stage): boolean {
  const { knowledge } = simulation;
  const { believed, signs } = knowledge!;
  const crowd = simulation.crowd as KnowingCrowd;
  const { ofCell } = believed.places.layer;
  if (crowd.pointedBy[i] === NONE) return false;
  const pointer = signs[crowd.pointedBy[i]].pointers.find(({ goal }) => stage.goals.includes(goal));
  const isStuck = crowd.exploring[i] !== NONE && crowd.stuck[i] >= patienceFor(knowledge!, crowd.exploring[i]);
  if (
    pointer !== undefined &&
    !isStuck &&
    pointer.cell !== from.cell &&
    distanceTo(believed.middle, pointer.cell) > NEAR
  ) {
    to.cell = pointer.cell;
    to.x = believed.middle[2 * to.cell];
    to.y = believed.middle[2 * to.cell + 1];
    // Where a door is closed on the way, it may be open later.
    return walkTo(simulation, i, ofCell[to.cell]);
  }
  crowd.pointedBy[i] = NONE;
  return false;
}

/** To where least is known. Who follows a leader goes where that one goes. */
function explore(simulation: Simulation, i: number, stage: Stage, mind: number): boolean {
  const { knowledge, router } = simulation;
  const crowd = simulation.crowd as KnowingCrowd;
  const { search, believed, size } = knowledge!;
  const radius = crowd.body[BODY * i + RADIUS];
  if (mind !== i && crowd.exploring[mind] !== NONE && crowd.goalCell[mind] !== NONE) {
    to.cell = crowd.goalCell[mind];
    to.x = crowd.goal[2 * mind];
    to.y = crowd.goal[2 * mind + 1];
    return walkTo(simulation, i, crowd.exploring[mind]);
  }
  if (knowsAllWays(simulation, stage, mind)) return waitForWay(simulation, i, stage, mind);
  // Somebody who does not get to where they wanted to look takes it for seen.
  if (crowd.exploring[i] !== NONE && crowd.stuck[i] >= patienceFor(knowledge!, crowd.exploring[i])) {
    setBit(crowd.explored, i * size.explored, crowd.exploring[i]);
    crowd.stuck[i] = 0;
  }
  search.width = 2 * radius;
  // After people who know their way at once; else first all of the place they are in: left half seen, it would have to be seen again.
  if (
    search.greatestPull > 0 &&
    findFrontier(search, bits, from, router.portals) &&
    isLed(knowledge!, router.portals)
  ) {
    enter(simulation, i);
    return true;
  }
  for (let here = nearestUnseen(knowledge!, crowd, i); here !== NONE; here = nearestUnseen(knowledge!, crowd, i)) {
    to.cell = here;
    to.x = believed.middle[2 * here];
    to.y = believed.middle[2 * here + 1];
    if (walkTo(simulation, i, believed.places.layer.ofCell[here])) return true;
    giveUpCell(knowledge!, crowd, i, here);
  }
  search.width = 2 * radius;
  if (!findFrontier(search, bits, from, router.portals)) {
    if (isToWait(simulation, i, stage, mind)) return waitForWay(simulation, i, stage, mind);
    // All that can be reached was looked through, in vain: once more, since something may have been overlooked.
    crowd.explored.fill(0, mind * size.explored, (mind + 1) * size.explored);
    crowd.seenHere.fill(0, (i * CHUNKS) / 32, ((i + 1) * CHUNKS) / 32);
    return walkAbout(simulation, i);
  }
  enter(simulation, i);
  return true;
}

/** Seconds that somebody walks about in one direction. */
const ABOUT = 20;
/** Share of the way from the middle of a cell to a corner. */
const TO_CORNER = 0.9;

/** Towards a corner of the cell somebody is in: it may be larger than they can see. Another one after a while. */
function walkAbout(simulation: Simulation, i: number): boolean {
  const { knowledge, time } = simulation;
  const crowd = simulation.crowd as KnowingCrowd;
  const { mesh, middle, places } = knowledge!.believed;
  const cell = from.cell;
  const first = mesh.cellFirst[cell];
  const chance = chanceOf(crowd.serial[i], knowledge!.seed + Math.floor(time / ABOUT));
  const v = 2 * mesh.sideVertex[first + Math.floor(chance * (mesh.cellFirst[cell + 1] - first))];
  to.cell = cell;
  to.x = middle[2 * cell] + TO_CORNER * (mesh.vertices[v] - middle[2 * cell]);
  to.y = middle[2 * cell + 1] + TO_CORNER * (mesh.vertices[v + 1] - middle[2 * cell + 1]);
  // Where all that there is can be seen from one place, they have looked everywhere at every look: it is said once for each direction.
  const isNew = crowd.goal[2 * i] !== to.x || crowd.goal[2 * i + 1] !== to.y;
  if (isNew) note(knowledge!.decisions, crowd, i, SEARCHES_AGAIN, 0);
  return walkTo(simulation, i, places.layer.ofCell[cell]);
}

/** Seconds that somebody tries to get into a place. */
function patienceFor({ believed: { places, mesh }, counters }: Knowledge, place: number): number {
  const { first, item } = places.layer.borders;
  for (let k = first[place]; k < first[place + 1]; k++) {
    const border = places.borderOf[item[k]];
    for (let s = 2 * border; s < 2 * border + 2; s++) {
      const isInto = places.layer.ofCell[mesh.sideCell[places.borderSides[s]]] !== place;
      if (isInto && counters.flow[s] > 1) return GIVE_UP_IN_THRONG;
    }
  }
  return GIVE_UP;
}

/** Do others who know their way cross the last of these sides? */
function isLed({ search, believed: { places } }: Knowledge, portals: GrowableInts): boolean {
  const side = portals.array[portals.length - 1];
  const border = places.borderOf[side];
  return search.pull[places.borderSides[2 * border] === side ? 2 * border : 2 * border + 1] > 0;
}

/** Over router.portals into the place behind the last of them. */
function enter(simulation: Simulation, i: number): void {
  const { knowledge, router, routes } = simulation;
  const crowd = simulation.crowd as KnowingCrowd;
  const { mesh, places, middle } = knowledge!.believed;
  to.cell = mesh.sideCell[mesh.sideTwin[router.portals.array[router.portals.length - 1]]];
  to.x = middle[2 * to.cell];
  to.y = middle[2 * to.cell + 1];
  setRoute(routes, crowd, i, router.portals.array, router.portals.length);
  setTarget(simulation, i, NONE);
  crowd.exploring[i] = places.layer.ofCell[to.cell];
}

/** The nearest cell of the place somebody is in that they have not seen; NONE: they have seen all. */
function nearestUnseen({ believed, size }: Knowledge, crowd: KnowingCrowd, i: number): number {
  const { layer } = believed.places;
  const place = layer.ofCell[crowd.cell[i]];
  if (crowd.inPlace[i] !== place || hasBit(crowd.explored, i * size.explored, place)) return NONE;
  const first = layer.cells.first[place];
  const count = layer.cells.first[place + 1] - first;
  let nearest: number = NONE;
  let least = Infinity;
  for (let n = 0; n < count; n++) {
    const cell = layer.cells.item[first + n];
    if (cell === crowd.cell[i] || hasBit(crowd.seenHere, (CHUNKS / 32) * i, chunkOf(n, count))) continue;
    const away = distanceTo(believed.middle, cell);
    if (away >= least) continue;
    least = away;
    nearest = cell;
  }
  return nearest;
}
