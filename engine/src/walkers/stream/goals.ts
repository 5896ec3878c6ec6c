/**
 * Which goal next? At a goal, within its radius, a walker takes one of the goal's neighbours (M02 §3.1.3).
 *
 * Somebody who wanders takes any neighbour that is not among the last three goals reached; if all are, any neighbour but the latest, and
 * that one where it is the only one. Each is as likely as its weight is large: shops attract more than offices (M02 §2.2.2; how is ours). Where
 * nothing around attracts anybody, all neighbours are alike. Somebody bound for a target takes the next goal on the shortest way in the graph: one Dijkstra from
 * each target, when it is first asked for. Cost: neighbours per choice; goals · log per target.
 */
import { chanceOf } from '../../core/chance.ts';
import type { Csr } from '../../core/csr.ts';
import { Heap } from '../../core/heap.ts';
import { NONE } from '../../core/none.ts';
import type { Town } from '../../raster/town.ts';
import { REMEMBERED } from './columns.ts';

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

/**
 * Ways to targets, made when a target is first asked for. A target is one goal of the graph, or several of which any will do: a wide
 * exit, say.
 */
export interface Ways {
  /** Goals of each target; undefined: target t is goal t. */
  targets: Csr | undefined;
  known: (Way | undefined)[];
  /** How much each goal of the graph attracts people who wander; 1 is usual. */
  weight: Float64Array;
}

/** From every goal: the next one on the shortest way, NONE if there is none; and metres to go. */
interface Way {
  next: Int32Array;
  length: Float64Array;
}

export function createWays({ goals }: Town, targets?: Csr): Ways {
  const count = targets === undefined ? goals.x.length : targets.first.length - 1;
  const weight = new Float64Array(goals.x.length).fill(1);
  return { targets, known: Array<Way | undefined>(count).fill(undefined), weight };
}

/** The next goal on the shortest way to a target; the goal itself if it is the target's; NONE if there is no way. */
export function nextOnWay(town: Town, ways: Ways, goal: number, target: number): number {
  return wayTo(town, ways, target).next[goal];
}

export function wayTo(town: Town, ways: Ways, target: number): Way {
  return (ways.known[target] ??= findWay(town, ways, target));
}

/** Dijkstra from the target outwards. Of two equally short ways the one over the lower goal number is taken. */
function findWay({ goals, graph }: Town, { targets }: Ways, target: number): Way {
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
      const through = length[a] + Math.sqrt(dx * dx + dy * dy);
      if (through > length[b] || (through === length[b] && a >= next[b])) continue;
      const isShorter = through < length[b];
      length[b] = through;
      next[b] = a;
      if (isShorter) heap.push(through, b);
    }
  }
  return { next, length };
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
