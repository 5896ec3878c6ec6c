/**
 * The pass of telling: people who look for the way ask those they meet, and are told it by some who know it (P05 §4.2, beyond). Who asks in
 * which step follows from the serial, and nobody asks and answers in the same step: what is known before the pass is what is told in it,
 * for any order of slots. Whether somebody tells somebody is drawn once for the two. Cost: neighbours of those who ask.
 */
import { chanceOf } from '../core/chance.ts';
import { NONE } from '../core/none.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { aimAt } from '../crowd/goals/goals.ts';
import { IS_TOLD, note } from '../knowledge/decisions.ts';
import type { Knowledge, KnowingCrowd } from '../knowledge/knowledge.ts';
import { putGoal } from '../routing/find-route.ts';
import { findKnownWay, hasBit, type KnownBits, setBit } from '../routing/known/known-way.ts';
import type { RouteEnd } from '../routing/route.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';
import type { Simulation } from './simulation.ts';

/** Metres between people who talk. */
const TALK = 2;

const from: RouteEnd = { cell: NONE, x: 0, y: 0 };
const bits: KnownBits = { accesses: new Int32Array(0), accessesAt: 0, explored: new Int32Array(0), exploredAt: 0 };
const sightLine = createWalkResult();

export function tellEachOther(simulation: Simulation): void {
  const knowledge = simulation.knowledge!;
  const crowd = simulation.crowd as KnowingCrowd;
  const { first, item } = simulation.neighbourhood;
  for (let i = 0; i < crowd.count; i++) {
    if (knowledge.profiles[crowd.profile[i]] === undefined || crowd.exploring[i] === NONE) continue;
    if (!isTurnOf(simulation, i)) continue;
    for (let n = first[i]; n < first[i + 1]; n++) {
      if (isMet(simulation, i, item[n]) && isTold(simulation, i, item[n])) break;
    }
  }
}

function isTurnOf({ crowd, steps, knowledge }: Simulation, i: number): boolean {
  return (crowd.serial[i] + steps) % knowledge!.every === 0;
}

/** Does j stand near i, in sight, and tell people? */
function isMet(simulation: Simulation, i: number, j: number): boolean {
  const { crowd, knowledge, world } = simulation;
  const tell = knowledge!.profiles[crowd.profile[j]]?.tell ?? 0;
  if (tell === 0 || isTurnOf(simulation, j)) return false;
  const { place, serial, cell } = crowd;
  const dx = place[2 * j] - place[2 * i];
  const dy = place[2 * j + 1] - place[2 * i + 1];
  if (dx * dx + dy * dy > TALK * TALK) return false;
  if (!(chanceOf(serial[i], knowledge!.seed + 104_729 * (serial[j] + 1)) < tell)) return false;
  walk(world.mesh, cell[i], aimWalk(sightLine, place[2 * i], place[2 * i + 1], place[2 * j], place[2 * j + 1]));
  return sightLine.reached;
}

/** Does j know the way to a goal that i looks for? Then i knows it now. */
function isTold(simulation: Simulation, i: number, j: number): boolean {
  const { itineraries, goals, target, router, knowledge: all } = simulation;
  const knowledge = all!;
  const crowd = simulation.crowd as KnowingCrowd;
  const { size, search, decisions } = knowledge;
  const stage = itineraries[crowd.itinerary[i]].stages[crowd.stage[i]];
  for (const g of stage?.goals ?? []) {
    if (!hasBit(crowd.knownGoals, j * size.goals, g) || hasBit(crowd.knownGoals, i * size.goals, g)) continue;
    const radius = crowd.body[BODY * i + RADIUS];
    from.cell = crowd.cell[i];
    from.x = crowd.place[2 * i];
    from.y = crowd.place[2 * i + 1];
    aimAt(goals[g], from.x, from.y, radius, target);
    if (!putGoal(router, goals[g].level, target[0], target[1], 2 * radius)) continue;
    takeBits(knowledge, crowd, j);
    search.width = 2 * radius;
    search.isStepFree = simulation.profiles[crowd.profile[i]].stepFree;
    const isFound = findKnownWay(search, bits, from, router.query.to, router.portals);
    search.isStepFree = false;
    if (!isFound) continue;
    learnWay(knowledge, crowd, i, router.portals.values());
    setBit(crowd.knownGoals, i * size.goals, g);
    note(decisions, crowd, i, IS_TOLD, g, crowd.serial[j]);
    crowd.route[i] = NONE;
    crowd.planAt[i] = 0;
    return true;
  }
  return false;
}

function takeBits({ size }: Knowledge, crowd: KnowingCrowd, j: number): void {
  bits.accesses = crowd.knownAccesses;
  bits.accessesAt = j * size.accesses;
  bits.explored = crowd.explored;
  bits.exploredAt = j * size.explored;
}

function learnWay({ believed: { places }, size }: Knowledge, crowd: KnowingCrowd, i: number, sides: Int32Array): void {
  for (let k = 0; k < sides.length; k++) {
    const border = places.borderOf[sides[k]];
    if (border !== NONE) setBit(crowd.knownAccesses, i * size.accesses, border);
  }
}
