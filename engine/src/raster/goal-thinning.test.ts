import { expect, test } from 'vitest';
import { tilesOf } from '../../test/ascii-tiles.ts';
import { checkTown } from './check-town.ts';
import { graphOfPairs } from './goal-graph.ts';
import { leaveOutStraightGoals } from './goal-thinning.ts';
import { makeTown } from './town.ts';

/** A pavement with a lane that leads off it. */
const LANE = tilesOf(`
  pppppppppppp
  pppppppppppp
  #####p######
  #####p######
`);

/** Goals at these places, one corner each, all neighbours; which of them stay? */
function staying(places: [number, number][], aside = 0.6): [number, number][] {
  const count = places.length;
  const x = Float64Array.from(places, (p) => p[0]);
  const y = Float64Array.from(places, (p) => p[1]);
  const item = Int32Array.from({ length: count }, (_, i) => i);
  const corners = { first: Int32Array.from({ length: count + 1 }, (_, i) => i), item };
  const pairs = places.flatMap((_, a) => places.flatMap((__, b) => (a < b ? [a, b] : [])));
  const graph = graphOfPairs(Int32Array.from(pairs), count);
  const left = leaveOutStraightGoals(LANE, { x, y, corners }, graph, aside);
  // Corners of goals that were left out belong to nobody.
  expect(Array.from(left.corners.item, (k) => x[k])).toEqual([...left.x]);
  return Array.from(left.x, (value, g) => [value, left.y[g]]);
}

test('a goal on the straight line between two others is left out', () => {
  const ends: [number, number][] = [
    [1.5, 2.5],
    [10.5, 2.5],
  ];
  expect(staying([ends[0], [5.5, 2.5], ends[1]])).toEqual(ends);
  expect(staying([ends[0], [3.5, 2.5], [5.5, 3], [8.5, 2.5], ends[1]])).toEqual(ends);
});

test('a goal stays aside of the line, at its end, and where only it sees a neighbour', () => {
  const aside: [number, number][] = [
    [1.5, 2.5],
    [5.5, 3.5],
    [10.5, 2.5],
  ];
  expect(staying(aside)).toEqual(aside);
  expect(staying(aside, 1.2)).toHaveLength(2);
  const lane: [number, number][] = [
    [1.5, 2.5],
    [5.5, 2.5],
    [10.5, 2.5],
    [5.5, 0.5],
  ];
  expect(staying(lane)).toEqual(lane);
});

test('a wall drawn obliquely has goals at its ends and few between', () => {
  // It rises by two tiles every twelve: twelve steps.
  const rows = Array.from({ length: 70 }, (_, k) =>
    Array.from({ length: 160 }, (__, c) => {
      const isWall = c >= 10 && c < 150 && 69 - k >= 8 && 69 - k < 20 + 2 * Math.floor(c / 12);
      return isWall ? '#' : '.';
    }).join(''),
  );
  const town = makeTown(tilesOf(rows.join('\n')));
  expect(checkTown(town)).toEqual([]);
  expect(town.goals.x.length).toBeLessThanOrEqual(7);
  for (const [x, y] of [
    [10, 8],
    [150, 8],
    [10, 20],
    [150, 44],
  ]) {
    const nearest = Math.min(...town.goals.x.map((gx, g) => Math.hypot(gx - x, town.goals.y[g] - y)));
    expect(nearest).toBeLessThan(5);
  }
});
