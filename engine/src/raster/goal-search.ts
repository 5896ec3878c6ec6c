/**
 * Goals near a goal, nearest first: a grid of squares, searched in rings.
 *
 * In: points. Out: for one of them, the others within a range in order of distance (equally near ones by number), at most so many.
 * Squares hold a few points each on average. Cost of a search: about the points within the distance of the last one given.
 */
import { groupByOwner } from '../core/csr.ts';
import { NONE } from '../core/none.ts';
import type { Points } from './tile-lines.ts';
import type { Tiles } from './tiles.ts';

export interface GoalSearch {
  points: Points;
  left: number;
  bottom: number;
  /** Of a square, metres. */
  width: number;
  columns: number;
  rows: number;
  first: Int32Array;
  item: Int32Array;
}

/** Points per square, on average. */
const PER_SQUARE = 4;

export function createGoalSearch({ x, y, side, columns, rows }: Tiles, points: Points): GoalSearch {
  const area = columns * rows * side * side;
  const width = Math.max(side, Math.sqrt((PER_SQUARE * area) / Math.max(1, points.x.length)));
  const across = Math.floor((columns * side) / width) + 1;
  const up = Math.floor((rows * side) / width) + 1;
  const owner = Int32Array.from({ length: points.x.length }, (_, i) => {
    const column = Math.min(across - 1, Math.max(0, Math.floor((points.x[i] - x) / width)));
    return Math.min(up - 1, Math.max(0, Math.floor((points.y[i] - y) / width))) * across + column;
  });
  return { points, left: x, bottom: y, width, columns: across, rows: up, ...groupByOwner(owner, across * up) };
}

/** @returns the nearest points but i itself, nearest first: at most `most`, at most `range` metres away */
export function nearestGoals(search: GoalSearch, i: number, range: number, most: number): number[] {
  const { points } = search;
  return goalsAround(search, points.x[i], points.y[i], range, most, i);
}

/** The same about any place. @param except a point that does not count */
export function goalsAround(
  search: GoalSearch,
  x: number,
  y: number,
  range: number,
  most: number,
  except: number = NONE,
): number[] {
  const { points, width, columns, rows } = search;
  const column = Math.min(columns - 1, Math.max(0, Math.floor((x - search.left) / width)));
  const row = Math.min(rows - 1, Math.max(0, Math.floor((y - search.bottom) / width)));
  const found: number[] = [];
  const squared: number[] = [];
  const furthest = Math.max(columns, rows);
  for (let ring = 0; ring <= furthest; ring++) {
    // Points in this ring are at least (ring − 1) squares away: those within that distance are complete.
    const sure = (ring - 1) * width;
    if (sure > range) break;
    if (found.length >= most && ring > 0 && countWithin(squared, sure * sure) >= most) break;
    for (let r = Math.max(0, row - ring); r <= Math.min(rows - 1, row + ring); r++) {
      const step = r === row - ring || r === row + ring ? 1 : Math.max(1, 2 * ring);
      for (let c = column - ring; c <= column + ring; c += step) {
        if (c < 0 || c >= columns) continue;
        for (let k = search.first[r * columns + c]; k < search.first[r * columns + c + 1]; k++) {
          const j = search.item[k];
          const distance = (points.x[j] - x) ** 2 + (points.y[j] - y) ** 2;
          if (j === except || distance > range * range) continue;
          found.push(j);
          squared.push(distance);
        }
      }
    }
  }
  const order = Array.from(found.keys()).sort((p, q) => squared[p] - squared[q] || found[p] - found[q]);
  return order.slice(0, most).map((k) => found[k]);
}

function countWithin(squared: readonly number[], limit: number): number {
  let count = 0;
  for (const value of squared) if (value <= limit) count++;
  return count;
}
