/**
 * Which goal next? At a goal, within its radius, a walker takes one of the goal's neighbours (M02 §3.1.3).
 *
 * Somebody who wanders takes any neighbour that is not among the last three goals reached; if all are, any neighbour but the latest, and
 * that one where it is the only one. Each is as likely as its weight is large: shops attract more than offices (M02 §2.2.2; how is ours). Where
 * nothing around attracts anybody, all neighbours are alike. Somebody bound for a target takes the next goal on the shortest way in the graph: one Dijkstra from
 * each target, when it is first asked for. Ways lead over links between levels, too (link-files.ts). Cost: neighbours per choice; goals · log per target.
 */
import { chanceOf } from '../../core/chance.ts';
import type { Csr } from '../../core/csr.ts';
import { Heap } from '../../core/heap.ts';
import { NONE } from '../../core/none.ts';
import type { Town } from '../../raster/town.ts';
import { REMEMBERED, type Streamers } from './columns.ts';

/**
 * @param weight of each goal, 1 is usual; @param former goals reached, REMEMBERED each, the latest first
 * @returns the goal itself if it has no neighbours
 */
export function wanderFrom(
  { graph }: Town,
  weight: Float64Array,
  goal: number,
  former: Int32Array,
  i: number,
  chance: number,
): number {
  const { first, item } = graph;
  const from = first[goal];
  const to = first[goal + 1];
  if (from === to) return goal;
  // How many of the last goals are left out: all, then only the one it came from, then none.
  for (const memory of MEMORIES) {
    let fit = 0;
    for (let k = from; k < to; k++) if (!isFormer(former, i, memory, item[k])) fit += weight[item[k]];
    if (fit === 0) continue;
    let pick = chance * fit;
    let last = NONE;
    for (let k = from; k < to; k++) {
      if (weight[item[k]] === 0 || isFormer(former, i, memory, item[k])) continue;
      last = item[k];
      pick -= weight[last];
      if (pick < 0) return last;
    }
    // By rounding only.
    return last;
  }
  return item[from + Math.floor(chance * (to - from))];
}

const MEMORIES = [REMEMBERED, 1, 0];

/** Is a goal one of the `memory` goals that i came from? */
function isFormer(former: Int32Array, i: number, memory: number, goal: number): boolean {
  for (let k = REMEMBERED * i; k < REMEMBERED * i + memory; k++) if (former[k] === goal) return true;
  return false;
}

/** Put a goal in front of those remembered; the oldest is forgotten. */
export function rememberGoal(former: Int32Array, i: number, goal: number): void {
  for (let k = REMEMBERED - 1; k > 0; k--) former[REMEMBERED * i + k] = former[REMEMBERED * i + k - 1];
  former[REMEMBERED * i] = goal;
}

export function isAtTownGoal({ goals }: Town, goal: number, x: number, y: number): boolean {
  const dx = goals.x[goal] - x;
  const dy = goals.y[goal] - y;
  return dx * dx + dy * dy <= goals.radius[goal] * goals.radius[goal];
}

/** Goals at the two ends of a link. */
export interface Joins {
  /** For such a goal the one at the other end; NONE for all others. */
  across: Int32Array;
  /** Metres from end to end. */
  length: Float64Array;
  /** 1: stairs or an escalator. */
  hasSteps: Uint8Array;
}

function noJoins(goals: number): Joins {
  const across = new Int32Array(goals).fill(NONE);
  return { across, length: new Float64Array(goals), hasSteps: new Uint8Array(goals) };
}

/** Links that somebody can use: all; those without steps; none. A target's number plus one of these times the number of targets asks for such a way. */
export const ANY_LINK = 0;
export const STEP_FREE_LINKS = 1;
export const NO_LINK = 2;

/**
 * Ways to targets, made when a target is first asked for. A target is one goal of the graph, or several of which any will do: a wide
 * exit, say.
 */
export interface Ways {
  /** Goals of each target; undefined: target t is goal t. */
  targets: Csr | undefined;
  joins: Joins;
  /** Of targets. */
  count: number;
  known: (Way | undefined)[];
  /** How much each goal of the graph attracts people who wander; 1 is usual. */
  weight: Float64Array;
}

/** From every goal: the next one on the shortest way, NONE if there is none; and metres to go. */
interface Way {
  next: Int32Array;
  length: Float64Array;
}

export function createWays({ goals }: Town, targets?: Csr, joins: Joins = noJoins(goals.x.length)): Ways {
  const count = targets === undefined ? goals.x.length : targets.first.length - 1;
  const weight = new Float64Array(goals.x.length).fill(1);
  return { targets, joins, known: Array<Way | undefined>(count).fill(undefined), count, weight };
}

/** The number of a target for somebody who can use such links, and back. */
export function targetFor({ count }: Ways, target: number, use: number): number {
  return target === NONE ? NONE : target + use * count;
}

export function targetOf({ count }: Ways, target: number): number {
  return target === NONE ? NONE : target % count;
}

/** Has somebody reached one end of a link, on their way to the other? */
export function isCrossing({ joins }: Ways, { goal, former }: Streamers, i: number): boolean {
  const reached = former[REMEMBERED * i];
  return reached !== NONE && joins.across[reached] === goal[i];
}

/** The goal that somebody on tiles walks to: the near end of a link they are to cross. */
export function goalAhead(ways: Ways, crowd: Streamers, i: number): number {
  return isCrossing(ways, crowd, i) ? crowd.former[REMEMBERED * i] : crowd.goal[i];
}

/** The next goal on the shortest way to a target; the goal itself if it is the target's; NONE if there is no way. */
export function nextOnWay(town: Town, ways: Ways, goal: number, target: number): number {
  return wayTo(town, ways, target).next[goal];
}

export function wayTo(town: Town, ways: Ways, target: number): Way {
  return (ways.known[target] ??= findWay(town, ways, target));
}

/** Dijkstra from the target outwards. Of two equally short ways the one over the lower goal number is taken. */
function findWay({ goals, graph }: Town, ways: Ways, numbered: number): Way {
  const { targets, joins } = ways;
  const target = targetOf(ways, numbered);
  const use = (numbered - target) / ways.count;
  const next = new Int32Array(goals.x.length).fill(NONE);
  const length = new Float64Array(goals.x.length).fill(Infinity);
  const heap = new Heap();
  for (const goal of targets?.item.subarray(targets.first[target], targets.first[target + 1]) ?? [target]) {
    length[goal] = 0;
    next[goal] = goal;
    heap.push(0, goal);
  }
  while (heap.length > 0) {
    const key = heap.leastKey;
    const a = heap.pop();
    if (key > length[a]) continue;
    for (let k = graph.first[a]; k < graph.first[a + 1]; k++) {
      const b = graph.item[k];
      const dx = goals.x[a] - goals.x[b];
      const dy = goals.y[a] - goals.y[b];
      relax(a, b, Math.sqrt(dx * dx + dy * dy));
    }
    const isUsable = use === ANY_LINK || (use === STEP_FREE_LINKS && joins.hasSteps[a] === 0);
    if (joins.across[a] !== NONE && isUsable) relax(a, joins.across[a], joins.length[a]);
  }
  return { next, length };

  function relax(a: number, b: number, metres: number): void {
    const through = length[a] + metres;
    if (through > length[b] || (through === length[b] && a >= next[b])) return;
    const isShorter = through < length[b];
    length[b] = through;
    next[b] = a;
    if (isShorter) heap.push(through, b);
  }
}

/** Where somebody at a goal goes next. */
export function nextGoal(town: Town, ways: Ways, goal: number, walker: GoalChoice, i: number): number {
  if (walker.target[i] === NONE)
    return wanderFrom(town, ways.weight, goal, walker.former, i, chanceOf(walker.serial[i], walker.draw));
  const next = nextOnWay(town, ways, goal, walker.target[i]);
  return next === NONE ? goal : next;
}

export interface GoalChoice {
  serial: Int32Array;
  target: Int32Array;
  former: Int32Array;
  /** A whole number for the step and the seed. */
  draw: number;
}
