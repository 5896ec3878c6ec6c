/**
 * The artificial boundary goes from the plan to the cells: what is marked is marked on every side of every cell along it,
 * nothing else is, and the cells are those of the same plan without marks.
 */
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import { checkWorld } from '../src/build.ts';
import type { Plan } from '../src/map/plan.ts';
import { DIRTY_KINDS, dirtyPlan } from './dirty-maps.ts';
import { CLEAN_KINDS, cleanPlan } from './random-maps.ts';
import { roughPlan } from './rough-maps.ts';
import { box, solidsToSoup } from './scenes/solids.ts';
import { planOf, rectangle } from './shapes.ts';

const NONE = -1;

/** x, y of both ends of every boundary side of the cells. */
function boundarySides({ mesh }: World): [number, number, number, number][] {
  const sides: [number, number, number, number][] = [];
  mesh.sideBoundary.forEach((flag, s) => {
    if (flag === 0) return;
    const c = mesh.sideCell[s];
    const next = s + 1 === mesh.cellFirst[c + 1] ? mesh.cellFirst[c] : s + 1;
    const at = (side: number, axis: 0 | 1) => mesh.vertices[2 * mesh.sideVertex[side] + axis] + mesh.origin[axis];
    sides.push([at(s, 0), at(s, 1), at(next, 0), at(next, 1)]);
  });
  return sides;
}

function lengthOf(sides: [number, number, number, number][]): number {
  return sides.reduce((sum, [ax, ay, bx, by]) => sum + Math.hypot(bx - ax, by - ay), 0);
}

/** The plan with all walkable polygons marked as boundary, or with no mark at all. */
function marked(plan: Plan, isBoundary: boolean): Plan {
  return {
    ...plan,
    levels: plan.levels.map((level) => ({
      ...level,
      polygons: level.polygons.map(({ role, rings }) =>
        role === 'walkable' && isBoundary ? { role, rings, isBoundary } : { role, rings },
      ),
    })),
  };
}

describe('the box around a plan without floor', () => {
  it('is boundary on all four sides, and the houses are not', () => {
    const world = buildWorld(planOf('houses', 'box', [], [[rectangle(0, 0, 4, 4)], [rectangle(6, 0, 9, 3)]], [], 5));
    expect(checkWorld(world)).toEqual([]);
    const sides = boundarySides(world);
    expect(lengthOf(sides)).toBeCloseTo(2 * (19 + 14), 9);
    const isOnBox = ([ax, ay, bx, by]: [number, number, number, number]) =>
      (ax === bx && (ax === -5 || ax === 14)) || (ay === by && (ay === -5 || ay === 9));
    expect(sides.every(isOnBox)).toBe(true);
  });

  it('around a 3D model without floor likewise', () => {
    const house = solidsToSoup('house', [box('house', [0, 10], [0, 8], [0, 6])]);
    const world = buildWorld(house, { margin: 3, floor: 0 });
    expect(checkWorld(world)).toEqual([]);
    expect(world.plan.levels[0].floor).toBe('box');
    expect(lengthOf(boundarySides(world))).toBeCloseTo(2 * (16 + 14), 6);
  });

  it('around every random city', () => {
    for (let seed = 0; seed < 20; seed++) {
      const plan = cleanPlan('city', seed);
      const world = buildWorld(plan);
      const corners = plan.levels[0].polygons.flatMap(({ rings }) => [...rings[0]]);
      const [xs, ys] = [0, 1].map((axis) => corners.filter((_, i) => i % 2 === axis)) as [number[], number[]];
      const { margin } = plan.levels[0];
      const around = 2 * (Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys)) + 8 * margin;
      expect(lengthOf(boundarySides(world))).toBeCloseTo(around, 6);
    }
  });
});

describe('a boundary line', () => {
  const hall = rectangle(0, 0, 20, 10);
  const withLines = (...lines: number[][]) => {
    const plan = planOf('hall', 'polygons', [[hall]], [[rectangle(8, 4, 9, 5)]]);
    plan.levels[0].boundaries = lines.map((line) => Float64Array.from(line));
    return buildWorld(plan);
  };

  it('along a part of an outline marks that part', () => {
    const world = withLines([20, 2, 20, 6]);
    expect(boundarySides(world).every(([ax, , bx]) => ax === 20 && bx === 20)).toBe(true);
    expect(lengthOf(boundarySides(world))).toBeCloseTo(4, 9);
    expect(world.report).toMatchObject({ warnings: [], repairs: [] });
    expect(checkWorld(world)).toEqual([]);
  });

  it('across the floor is a wall, boundary on both sides', () => {
    const world = withLines([4, 0, 4, 6]);
    expect(lengthOf(boundarySides(world))).toBeCloseTo(12, 9);
    expect(world.report).toMatchObject({ warnings: [], repairs: [] });
  });

  it('closes what ordinary walls leave open', () => {
    const plan = planOf('u', 'enclosed', [], [], [[0, 0, 10, 0, 10, 5, 0, 5]]);
    expect(() => buildWorld(plan)).toThrow(/enclose no area/);
    plan.levels[0].boundaries = [Float64Array.of(0, 0, 0, 5)];
    expect(lengthOf(boundarySides(buildWorld(plan)))).toBeCloseTo(5, 9);
  });

  it('is not merged with the straight wall it goes on from', () => {
    const { mesh } = withLines([5, 0, 12, 0]);
    const ends = boundarySides(withLines([5, 0, 12, 0])).flatMap(([ax, , bx]) => [ax, bx]);
    expect([Math.min(...ends), Math.max(...ends)]).toEqual([5, 12]);
    const walls = new Map<number, number>();
    mesh.sideWall.forEach((wall, s) => {
      if (wall !== NONE) expect(walls.get(wall) ?? mesh.sideBoundary[s]).toBe(mesh.sideBoundary[s]);
      walls.set(wall, mesh.sideBoundary[s]);
    });
  });

  it('that bounds no floor is warned of', () => {
    expect(withLines([30, 0, 40, 0]).report.warnings.join()).toMatch(
      /boundary drawn on level "ground" bounds no floor/,
    );
  });
});

describe('a boundary polygon', () => {
  it('marks its sides where the floor ends there', () => {
    const plan = planOf('site', 'polygons', [[rectangle(0, 0, 10, 10)], [rectangle(10, 2, 14, 8)]], []);
    plan.levels[0].polygons[0].isBoundary = true;
    const world = buildWorld(plan);
    // 6 m of its right side lead on into the other area; that one's walls are ordinary.
    expect(lengthOf(boundarySides(world))).toBeCloseTo(34, 9);
    expect(boundarySides(world).every(([ax, , bx]) => ax <= 10 && bx <= 10)).toBe(true);
  });

  it('that lies within another marks nothing, and that is said', () => {
    const plan = planOf('site', 'polygons', [[rectangle(0, 0, 10, 10)], [rectangle(2, 2, 4, 4)]], []);
    plan.levels[0].polygons[1].isBoundary = true;
    const world = buildWorld(plan);
    expect(boundarySides(world)).toEqual([]);
    expect(world.report.warnings).toHaveLength(1);
  });
});

describe('marks change no cell', () => {
  const plans = [
    ...CLEAN_KINDS.flatMap((kind) => [1, 2].map((seed) => cleanPlan(kind, seed))),
    ...DIRTY_KINDS.flatMap((kind) => [1, 2].map((seed) => dirtyPlan(kind, seed))),
    ...[1, 2, 3, 4, 5, 6].map(roughPlan),
  ];
  it.each(plans.map((plan) => [plan.name, plan] as const))('%s', (_, plan) => {
    const bare = buildWorld(marked(plan, false));
    const world = buildWorld(marked(plan, true));
    expect(checkWorld(world)).toEqual([]);
    const { sideBoundary: _marks, ...cells } = world.mesh;
    const { sideBoundary: _none, ...bareCells } = bare.mesh;
    expect(cells).toEqual(bareCells);
    const isFloored = plan.levels.some(({ polygons }) => polygons.some(({ role }) => role === 'walkable'));
    if (isFloored) expect(world.mesh.sideBoundary).toContain(1);
  });
});
