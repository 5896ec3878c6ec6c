/**
 * Glass goes from the plan to the cells: it stops walking as walls do, and is marked on both of its sides wherever it stands on floor by
 * itself.
 */
import { describe, expect, it } from 'vitest';
import { buildWorld, checkWorld, rebuildWorld, type World } from '../src/build.ts';
import { pieceAt, withoutPiece, withPiece } from '../src/map/change-plan.ts';
import { WALL } from '../src/map/flat-map.ts';
import type { Plan } from '../src/map/plan.ts';
import { indexCells } from '../src/subdivision/locate.ts';
import { matchCells } from '../src/subdivision/same-cells.ts';
import { aimWalk, createWalkResult, walk } from '../src/subdivision/walk.ts';
import { locate } from '../src/subdivision/locate.ts';
import { createRandom } from './random.ts';
import { cleanPlan, CLEAN_KINDS } from './random-maps.ts';
import { planOf, rectangle, type Ring } from './shapes.ts';
import { permuted, transformed, turn } from './transforms.ts';

const NONE = -1;

function hallWith(glass: Ring[], lines: Ring[] = [], obstacles: Ring[] = []): Plan {
  const plan = planOf(
    'hall',
    'polygons',
    [[rectangle(0, 0, 20, 10)]],
    obstacles.map((ring) => [ring]),
    lines,
  );
  plan.levels[0].glass = glass.map((line) => Float64Array.from(line));
  return plan;
}

/** Metres of glass on the map, and on the sides of cells, which has both faces. */
function glassOf({ maps, mesh }: World): { map: number; sides: number } {
  let map = 0;
  for (const { vertices, segments, segmentGlass } of maps) {
    segmentGlass.forEach((flag, s) => {
      const [a, b] = [2 * segments[2 * s], 2 * segments[2 * s + 1]];
      if (flag === 1) map += Math.hypot(vertices[b] - vertices[a], vertices[b + 1] - vertices[a + 1]);
    });
  }
  let sides = 0;
  mesh.sideGlass.forEach((flag, s) => {
    if (flag === 0) return;
    const c = mesh.sideCell[s];
    const next = s + 1 === mesh.cellFirst[c + 1] ? mesh.cellFirst[c] : s + 1;
    const [a, b] = [2 * mesh.sideVertex[s], 2 * mesh.sideVertex[next]];
    sides += Math.hypot(mesh.vertices[b] - mesh.vertices[a], mesh.vertices[b + 1] - mesh.vertices[a + 1]);
  });
  return { map, sides };
}

/** The world, checked, with this much glass seen from each side. */
function expectGlass(plan: Plan, metres: number): World {
  const world = buildWorld(plan);
  expect(checkWorld(world)).toEqual([]);
  const { map, sides } = glassOf(world);
  expect(map).toBeCloseTo(metres, 6);
  expect(sides).toBeCloseTo(2 * metres, 6);
  return world;
}

/** The same plan with its glass opaque. */
function opaque(plan: Plan): Plan {
  const levels = plan.levels.map(({ glass = [], ...level }) => ({ ...level, lines: [...level.lines, ...glass] }));
  return { ...plan, levels };
}

describe('glass on the map', () => {
  it('on the floor is glass from both sides, and stops who walks', () => {
    const { mesh } = expectGlass(hallWith([[10, 0, 10, 7]]), 7);
    const result = createWalkResult();
    const from = locate(mesh, indexCells(mesh), 0, 5, 5);
    walk(mesh, from, aimWalk(result, 5, 5, 15, 5));
    expect(result.reached).toBe(false);
    walk(mesh, locate(mesh, indexCells(mesh), 0, 5, 9), aimWalk(result, 5, 9, 15, 9));
    expect(result.reached).toBe(true);
  });

  it('across a wall is cut by it, and both stay what they are', () => {
    const world = expectGlass(hallWith([[4, 5, 16, 5]], [[10, 2, 10, 8]]), 12);
    const { segments, segmentGlass, vertices } = world.maps[0];
    segmentGlass.forEach((flag, s) => {
      const isUpright = vertices[2 * segments[2 * s]] === vertices[2 * segments[2 * s + 1]];
      if (isUpright) expect(flag).toBe(0);
    });
  });

  it('on an opaque wall is opaque, whichever is longer', () => {
    expectGlass(hallWith([[5, 5, 15, 5]], [[8, 5, 11, 5]]), 7);
    expectGlass(hallWith([[8, 5, 11, 5]], [[5, 5, 15, 5]]), 0);
    const plan = hallWith([[5, 5, 15, 5]]);
    plan.levels[0].boundaries = [Float64Array.of(8, 5, 11, 5)];
    expectGlass(plan, 7);
  });

  it('on the outline of the floor or of an obstacle is opaque, and the report says so', () => {
    const world = expectGlass(hallWith([[0, 2, 0, 8]]), 0);
    expect(world.report.notes.join()).toMatch(/no glass on level "ground" has floor on both sides/);
    const desk = rectangle(8, 4, 10, 6);
    expectGlass(hallWith([[6, 4, 12, 4]], [], [desk]), 4);
    expect(buildWorld(hallWith([[6, 4, 12, 4]], [], [desk])).report.notes).toEqual([]);
  });

  it('between two areas that meet is glass', () => {
    const plan = planOf('two', 'polygons', [[rectangle(0, 0, 10, 10)], [rectangle(10, 2, 20, 8)]], []);
    plan.levels[0].glass = [Float64Array.of(10, 0, 10, 6)];
    expectGlass(plan, 4);
  });

  it('on an obstacle without thickness is opaque', () => {
    expectGlass(hallWith([[4, 5, 12, 5]], [], [[6, 5, 9, 5, 9, 5.0001, 6, 5.0001]]), 5);
  });

  it('is not merged with the straight wall it goes on from', () => {
    const { mesh, maps } = expectGlass(hallWith([[5, 5, 8, 5]], [[8, 5, 12, 5]]), 3);
    expect(maps[0].segmentKind.filter((kind) => kind === WALL)).toHaveLength(6);
    const walls = new Map<number, number>();
    mesh.sideWall.forEach((wall, s) => {
      if (wall !== NONE) expect(walls.get(wall) ?? mesh.sideGlass[s]).toBe(mesh.sideGlass[s]);
      walls.set(wall, mesh.sideGlass[s]);
    });
  });

  it('of several pieces in line is one wall', () => {
    const { maps } = expectGlass(hallWith([[5, 5, 8, 5.001, 12, 5]]), 7);
    expect(maps[0].segmentGlass.filter((flag) => flag === 1)).toHaveLength(1);
  });

  it('closes a drawing of walls, and both rooms are floor', () => {
    const plan = planOf('rooms', 'enclosed', [], [], [[0, 0, 10, 0, 10, 5, 0, 5, 0, 0]]);
    plan.levels[0].glass = [Float64Array.of(6, 0, 6, 5)];
    plan.isAllWanted = true;
    expectGlass(plan, 5);
    // With floor on one side only there is nothing behind it.
    expectGlass({ ...plan, isAllWanted: false }, 0);
  });
});

describe('glass and doors', () => {
  it('a door through glass cuts it, and holds on it', () => {
    const plan = hallWith([
      [10, 0, 10, 4],
      [10, 6, 10, 10],
    ]);
    plan.doors.push({ name: 'sliding', level: 0, ends: [10, 4, 10, 6] });
    const { mesh } = expectGlass(plan, 8);
    mesh.sideDoor.forEach((door, s) => {
      if (door !== NONE) expect(mesh.sideGlass[s]).toBe(0);
    });
    expect(mesh.sideDoor).toContain(0);
  });

  it('glass across a door stands in it as a wall would', () => {
    const plan = hallWith(
      [[8, 5, 12, 5]],
      [
        [10, 0, 10, 4],
        [10, 6, 10, 10],
      ],
    );
    plan.doors.push({ name: 'wide', level: 0, ends: [10, 4, 10, 6] });
    const world = expectGlass(plan, 4);
    const { sideGlass: _panes, ...cells } = world.mesh;
    const { sideGlass: _none, ...others } = buildWorld(opaque(plan)).mesh;
    expect(cells).toEqual(others);
  });

  it('a door on glass is left out, as on any wall', () => {
    const plan = hallWith([[10, 0, 10, 10]]);
    plan.isAllWanted = true;
    plan.doors.push({ name: 'painted', level: 0, ends: [10, 4, 10, 6] });
    expect(expectGlass(plan, 10).report.warnings.join()).toMatch(/door "painted" was left out/);
  });
});

describe('glass turned, far away, in another order', () => {
  const plan = hallWith(
    [
      [4, 5, 16, 5],
      [3, 1, 6, 3, 9, 1],
      [12, 0, 12, 3],
    ],
    [[10, 2, 10, 8]],
    [rectangle(14, 4, 15, 6)],
  );
  const length = 11 + 2 * Math.hypot(3, 2) + 3;

  it('turned by 37°', () => {
    expectGlass(transformed(plan, turn(37)), length);
  });

  it('far from zero', () => {
    expectGlass(transformed(plan, { a: 1, b: 0, c: 0, d: 1, dx: 5e6, dy: -3e6 }), length);
  });

  it('drawn in another order gives the same cells', () => {
    const { mesh } = buildWorld(plan);
    for (let seed = 0; seed < 5; seed++) expect(buildWorld(permuted(plan, createRandom(seed))).mesh).toEqual(mesh);
  });

  it.each(CLEAN_KINDS)('%s with random panes has the cells of opaque walls', (kind) => {
    for (let seed = 0; seed < 4; seed++) {
      const random = createRandom(seed);
      const base = cleanPlan(kind, seed);
      const [level] = base.levels;
      const drawn = [...level.polygons.flatMap(({ rings }) => rings), ...level.lines].flatMap((points) => [...points]);
      const at = () => drawn[random.integer(0, drawn.length - 1)] + random.between(-3, 3);
      const glass = [1, 2, 3].map(() => Float64Array.of(at(), at(), at(), at()));
      const glazed: Plan = { ...base, isAllWanted: true, levels: [{ ...level, glass }] };
      const world = buildWorld(glazed, { simplification: 0 });
      expect(checkWorld(world)).toEqual([]);
      const { map, sides } = glassOf(world);
      expect(sides).toBeCloseTo(2 * map, 6);
      const { sideGlass: _panes, ...cells } = world.mesh;
      const { sideGlass, ...others } = buildWorld(opaque(glazed), { simplification: 0 }).mesh;
      expect(cells).toEqual(others);
      expect(sideGlass).not.toContain(1);
    }
  });
});

describe('a place that changes', () => {
  const plan = hallWith([[4, 5, 8, 5]]);
  const first = buildWorld(plan);
  const rebuilt = (changed: Plan) => rebuildWorld(changed, first, indexCells(first.mesh), first);

  it('keeps its glass when a wall comes', () => {
    const world = rebuilt(withPiece(plan, { kind: 'wall', level: 0, points: Float64Array.of(15, 0, 15, 6) }));
    expect(checkWorld(world)).toEqual([]);
    expect(glassOf(world).map).toBeCloseTo(4, 9);
  });

  it('takes glass in and out, with the cells it had', () => {
    const points = Float64Array.of(12, 2, 12, 8);
    const more = withPiece(plan, { kind: 'glass', level: 0, points });
    expect(glassOf(rebuilt(more)).map).toBeCloseTo(10, 9);
    expect(pieceAt(more, 0, 12.05, 4)).toBe(points);
    expect(rebuilt(withoutPiece(more, points)).mesh).toEqual(first.mesh);
  });

  it('a wall in place of glass changes the cells beside it', () => {
    const pane = plan.levels[0].glass![0];
    const walled = withPiece(withoutPiece(plan, pane), { kind: 'wall', level: 0, points: pane });
    const { mesh } = rebuilt(walled);
    expect(glassOf(rebuilt(walled)).map).toBe(0);
    const { cellNow } = matchCells(first.mesh, mesh);
    first.mesh.sideGlass.forEach((flag, s) => {
      if (flag === 1) expect(cellNow[first.mesh.sideCell[s]]).toBe(NONE);
    });
  });
});
