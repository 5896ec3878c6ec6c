/** A route drawn over the map: where it lies on paper, and on which level. */
import { buildWorld, createRouter, findRoute, METRES, type Plan, type PlanLevel, type Route } from '@foulee/engine';
import { describe, expect, test } from 'vitest';
import { layOut } from './svg-layout.ts';
import { worldToSvg } from './svg-map.ts';
import { routeMarks } from './svg-route.ts';

function box(x: number, y: number, width: number, height: number): Float64Array {
  return Float64Array.of(x, y, x + width, y, x + width, y + height, x, y + height);
}

function levelOf(name: string, elevation: number, obstacles: Float64Array[]): PlanLevel {
  return {
    name,
    elevation,
    polygons: [
      { role: 'walkable', rings: [box(100, 50, 20, 10)] },
      ...obstacles.map((ring) => ({ role: 'obstacle' as const, rings: [ring] })),
    ],
    lines: [],
    floor: 'polygons',
    margin: 0,
  };
}

/** Two rooms with a passage of 0.8 m; far from zero, so that origins matter. */
const ROOMS: Plan = {
  name: 'rooms',
  frame: METRES,
  levels: [levelOf('0', 0, [box(110, 49, 1, 5), box(110, 54.8, 1, 9)])],
  doors: [],
  links: [],
};
/** Two levels with stairs from x = 108 (low) to 112 (high). */
const STOREYS: Plan = {
  name: 'storeys',
  frame: METRES,
  levels: [levelOf('low', 0, []), levelOf('high', 4, [])],
  doors: [],
  links: [
    {
      name: 'stairs',
      kind: 'stairs',
      lower: 0,
      upper: 1,
      corners: Float64Array.of(108, 54, 108, 56, 112, 56, 112, 54),
    },
  ],
};

/** Points of all polylines and centres of all circles, in the plan's metres. */
function readBack(marks: string[], panel: ReturnType<typeof layOut>['panels'][number], scale: number) {
  const toPlan = (x: string, y: string) => [
    Number(x) / scale + panel.frame.minX + panel.x,
    panel.frame.maxY - Number(y) / scale,
  ];
  const paths = marks.flatMap((mark) => [...mark.matchAll(/ d="M([^"]*)"/g)].map((found) => found[1].split('M')));
  const points = (path: string) => path.split('L').map((at) => toPlan(...(at.split(' ') as [string, string])));
  const circles = marks.flatMap((mark) =>
    [...mark.matchAll(/cx="([^"]*)" cy="([^"]*)"/g)].map((found) => toPlan(found[1], found[2])),
  );
  return { pieces: (paths[0] ?? []).map(points), circles };
}

function marksOf(plan: Plan, from: [number, number], to: [number, number], level = 0, toLevel = 0, width = 0.5) {
  const world = buildWorld(plan);
  const route = findRoute(createRouter(world), { from, to, fromLevel: level, toLevel, width });
  const { panels, scale } = layOut(world);
  const [originX, originY] = world.mesh.origin;
  const drawn = panels.map((panel) => {
    // The panel at the corner of the page, so that pixels turn back into metres.
    const marks = routeMarks(world, { route, level }, { ...panel, x: 0, y: 0 }, scale);
    const { pieces, circles } = readBack(marks, { ...panel, x: 0 }, scale);
    const move = ([x, y]: number[]) => [x! + originX, y! + originY];
    return { pieces: pieces.map((piece) => piece.map(move)), circles: circles.map(move) };
  });
  return { world, route, drawn };
}

function expectNear(points: number[][], expected: ArrayLike<number>): void {
  expect(points.length).toBe(expected.length / 2);
  points.forEach(([x, y], i) => {
    expect(Math.hypot(x! - expected[2 * i], y! - expected[2 * i + 1])).toBeLessThan(0.01);
  });
}

test('a route lies where its points are, from a dot to a ring', () => {
  const { route, drawn } = marksOf(ROOMS, [102, 51], [118, 51]);
  expect(drawn[0].pieces.length).toBe(1);
  expectNear(drawn[0].pieces[0], route.points);
  expectNear(drawn[0].circles, [118, 51, 102, 51]);
});

describe('over two levels', () => {
  test('it is cut where it comes to stairs, which are drawn on both', () => {
    const { drawn } = marksOf(STOREYS, [102, 55], [118, 55], 0, 1);
    const ends = (piece: number[][]) => [piece[0][0], piece.at(-1)![0]].map((x) => Math.round(10 * x) / 10);
    expect(drawn[0].pieces.map(ends)).toEqual([
      [102, 108],
      [108, 112],
    ]);
    expect(drawn[1].pieces.map(ends)).toEqual([
      [108, 112],
      [112, 118],
    ]);
    expectNear(drawn[0].circles, [102, 55]);
    expectNear(drawn[1].circles, [118, 55]);
  });

  test('within one cell it is drawn on the level it is on', () => {
    const { route, drawn } = marksOf(STOREYS, [101, 51], [102, 52], 1, 1);
    expect(route.portals.length).toBe(0);
    expect(drawn[0]).toEqual({ pieces: [], circles: [] });
    expectNear(drawn[1].pieces[0], route.points);
  });
});

test('where it is too narrow there is a ring at the place, and the legend says so', () => {
  const { world, route, drawn } = marksOf(ROOMS, [102, 51], [118, 51], 0, 0, 0.9);
  expect(drawn[0].pieces).toEqual([]);
  expectNear(drawn[0].circles, [route.blocked!.x, route.blocked!.y]);
  const svg = worldToSvg(world, { width: 0.9, route: { route, level: 0 } });
  expect(svg).toContain('no way for a walker 0.9 m wide: too narrow at the ring, 0.80 m');
});

test('the map has the route above everything and in its legend', () => {
  const { world, route } = marksOf(ROOMS, [102, 51], [118, 51]);
  const svg = worldToSvg(world, { width: 0.5, route: { route, level: 0 } });
  expect(svg).toMatch(/way of a walker 0\.5 m wide, 1\d\.\d m, from the dot to the ring/);
  const none: Route = { ...route, status: 'unreachable', points: new Float64Array(0), portals: new Int32Array(0) };
  expect(worldToSvg(world, { route: { route: none, level: 0 } })).toContain('no way for a walker 0.5 m wide<');
});
