/**
 * Who takes part in the benchmark of routes: our four methods and recast-navigation, behind one interface.
 *
 * Quality is judged apart from time: `answer` gives a polyline, which is measured against `exact` for a walker of the
 * same width and against the walls of the city.
 */
import { findRoute, ROUTE_METHODS, type RouteMethod, type Router } from '@foulee/engine';
import type { City } from '../city.ts';
import { deepestInside } from '../judge.ts';
import type { RecastPlanner } from '../peers/recast-path.ts';
import { largest, mean, quantile } from '../statistics.ts';
import { leastClearance, lengthOf, segmentsOfPaths, type Walls } from './judge-paths.ts';
import type { Pair } from './pairs.ts';
import type { Planner } from './timing.ts';

export interface Answer {
  reached: boolean;
  /** x, y interleaved, the plan's metres. */
  points: Float64Array;
  /** What the planner says its length is; the judge adds up for itself. */
  length: number;
  expanded: number | undefined;
}

export interface Contender extends Planner {
  /** Metres: of the walker its paths are for, so that they are compared with `exact` for the same. */
  width: number;
  answer: (pair: Pair) => Answer;
}

export function ourContenders(router: Router, width: number): Contender[] {
  return ROUTE_METHODS.map((method) => ourContender(router, width, method));
}

export function ourContender(router: Router, width: number, method: RouteMethod): Contender {
  const ask = ({ from, to }: Pair) => findRoute(router, { from, to, width, method });
  return {
    name: method,
    width,
    ask,
    answer: (pair) => {
      const { status, points, length, expanded } = ask(pair);
      return { reached: status === 'found', points, length, expanded };
    },
  };
}

export function recastContender(name: string, planner: RecastPlanner, width: number): Contender {
  return {
    name,
    width,
    ask: planner.ask,
    answer: (pair) => {
      const { points, reached } = planner.answer(pair);
      return { reached, points, length: lengthOf(points), expanded: undefined };
    },
  };
}

/** How much longer than the shortest, as shares: 0.01 is one percent. */
interface Excess {
  pairs: number;
  mean: number;
  worst: number;
}

export interface Quality {
  /** Pairs without a path to the goal. */
  unreached: number;
  /** Pairs about which it says something else than `exact`. */
  disagreeing: number;
  /** Pairs for which its path is shorter than that of `exact` by more than exact may be longer than the best. */
  shorter: number;
  /** Pairs FAR metres apart or more, and nearer ones. */
  far: Excess;
  near: Excess;
  /** Metres, of all paths: the least distance from a wall, and how deep they run inside of buildings. */
  leastClearance: number;
  deepest: number;
  /** Metres: the most by which a length that was told differs from that of the points. */
  lengthError: number;
  expanded: { median: number; max: number } | undefined;
}

/** Metres as the crow flies from which on lengths have a target. */
export const FAR = 50;

/** Share by which `exact` may be longer than the best for a walker with a body. */
const EXACTNESS = 0.001;

/** @param best answers of `exact` for the contender's width, by pair */
export function judgeAnswers(
  city: City,
  walls: Walls,
  pairs: readonly Pair[],
  answers: readonly Answer[],
  best: readonly Answer[],
): Quality {
  const excess: { far: number[]; near: number[] } = { far: [], near: [] };
  let unreached = 0;
  let disagreeing = 0;
  let shorter = 0;
  let clearance = Number.POSITIVE_INFINITY;
  let lengthError = 0;
  for (const [i, { reached, points, length }] of answers.entries()) {
    const { distance } = pairs[i] as Pair;
    const shortest = best[i] as Answer;
    if (!reached) unreached++;
    if (reached !== shortest.reached) disagreeing++;
    if (!reached) continue;
    const measured = lengthOf(points);
    lengthError = Math.max(lengthError, Math.abs(measured - length));
    clearance = Math.min(clearance, leastClearance(walls, points));
    if (shortest.reached && shortest.length > 0) {
      if (measured * (1 + EXACTNESS) < shortest.length) shorter++;
      (distance >= FAR ? excess.far : excess.near).push(measured / shortest.length - 1);
    }
  }
  const expanded = answers.flatMap((answer) => (answer.expanded === undefined ? [] : [answer.expanded]));
  return {
    unreached,
    disagreeing,
    shorter,
    far: summarise(excess.far),
    near: summarise(excess.near),
    leastClearance: clearance,
    deepest: deepestInside(city, segmentsOfPaths(answers.flatMap((a) => (a.reached ? [a.points] : [])))),
    lengthError,
    expanded: expanded.length === 0 ? undefined : { median: quantile(expanded, 0.5), max: largest(expanded) },
  };
}

function summarise(shares: number[]): Excess {
  return { pairs: shares.length, mean: mean(shares), worst: largest(shares) };
}
