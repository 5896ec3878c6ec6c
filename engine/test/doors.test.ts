/**
 * Doors: named free segments that outlive merging, drawn onto walls nearby, left out with a word where nothing holds
 * them.
 *
 *   y 6 ┌─────────┳─────────┐       Two rooms, a wall of 20 cm between them, a doorway of 1 m in it.
 *       │         ┃         │
 *     3 │    A    ╹    B    │
 *     2 │         ╻         │
 *     0 └─────────┻─────────┘
 *       0         5        10 x
 */
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import { checkWorld } from '../src/build.ts';
import { NONE } from '../src/core/none.ts';
import { nextRandom, seedRandom } from '../src/core/random.ts';
import type { Plan, PlanDoor, PlanLevel } from '../src/map/plan.ts';
import { nextSideOf } from '../src/subdivision/cells.ts';
import { FAR_AND_TURNED, IN_PLACE } from './scenes/solids.ts';
import { componentsOver, doorOf, levelOf, planOf, rectangle, Storeys, stairs, TURNED } from './scenes/storeys.ts';

const HOUSE = rectangle(0, 0, 10, 6);
const rooms = levelOf('ground', 0, [HOUSE], [rectangle(5, 0, 5.2, 2), rectangle(5, 3, 5.2, 6)]);
const gate = levelOf('ground', 0, [HOUSE], [rectangle(5, 0, 5.2, 1), rectangle(5, 5, 5.2, 6)]);

/** Sides of a door, each free segment once: x, y of both ends to the micrometre, the smaller end first, sorted. */
function doorSides({ mesh }: World, door: number): number[][] {
  const sides: number[][] = [];
  mesh.sideDoor.forEach((d, s) => {
    if (d !== door || mesh.sideTwin[s] < s) return;
    const ends = [mesh.sideVertex[s], mesh.sideVertex[nextSideOf(mesh, s)]].map((v) =>
      [mesh.vertices[2 * v] + mesh.origin[0], mesh.vertices[2 * v + 1] + mesh.origin[1]].map(
        (x) => Math.round(x * 1e6) / 1e6,
      ),
    );
    sides.push(ends.sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
  });
  return sides.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}

function build(level: PlanLevel, ...doors: PlanDoor[]): World {
  const world = buildWorld(planOf([level], [], doors));
  expect(checkWorld(world)).toEqual([]);
  return world;
}

describe('a door', () => {
  it('across a doorway is a free side with its name', () => {
    for (const placement of [IN_PLACE, TURNED, FAR_AND_TURNED]) {
      const house = new Storeys(planOf([rooms], [], [doorOf('D1', 5.1, 2, 5.1, 3)]), placement);
      expect(checkWorld(house.world)).toEqual([]);
      expect(house.world.report.warnings).toEqual([]);
      expect(house.mesh.doors).toEqual([{ name: 'D1', level: 0 }]);
      const sides = [...house.mesh.sideDoor.keys()].filter((s) => house.mesh.sideDoor[s] !== NONE);
      expect(sides).toHaveLength(2);
      expect(house.mesh.sideTwin[sides[0]]).toBe(sides[1]);
      // Its two cells are the rooms' ends of the doorway, and it is no wall.
      expect(sides.map((s) => house.mesh.sideCell[s]).sort()).toEqual(
        [house.cellAt(0, 5.05, 2.5), house.cellAt(0, 5.15, 2.5)].sort(),
      );
      expect(house.walk(0, 1, 2.5, 9, 2.5).reached).toBe(true);
      expect(house.clearance(0, 5.1, 2.5)).toBeCloseTo(0.5, 6);
    }
  });

  it('stays where merging would take it away', () => {
    const plain = build(levelOf('hall', 0, [HOUSE]));
    expect(plain.mesh.cellLevel).toHaveLength(1);
    const parted = build(levelOf('hall', 0, [HOUSE]), doorOf('curtain', 5, 0, 5, 6));
    expect(parted.mesh.cellLevel).toHaveLength(2);
    expect(doorSides(parted, 0)).toEqual([[5, 0, 5, 6]]);
  });

  it('is no flaw of the drawing: nothing is counted where it meets walls', () => {
    const clean = levelOf('ground', 0, [[0, 0, 5, 0, 5, 2, 6, 2, 6, 0, 9, 0, 9, 5, 6, 5, 6, 3, 5, 3, 5, 5, 0, 5]]);
    for (const door of [doorOf('D1', 5.5, 2, 5.5, 3), doorOf('D1', 5, 2, 5, 3), doorOf('D1', 5.5, 1.9, 5.5, 3.1)]) {
      const world = build(clean, door);
      expect(world.report).toEqual({ notes: [], warnings: [], repairs: [] });
      expect(doorSides(world, 0)).toHaveLength(1);
    }
  });

  it.each<[string, PlanDoor['ends'], number[]]>([
    ['on the jambs', [5.1, 2, 5.1, 3], [5.1, 2, 5.1, 3]],
    ['in the face of the wall', [5, 2, 5, 3], [5, 2, 5, 3]],
    ['drawn 20 cm short on both sides', [5.1, 2.2, 5.1, 2.8], [5.1, 2, 5.1, 3]],
    ['drawn 20 cm long on both sides', [5.1, 1.8, 5.1, 3.2], [5, 2, 5, 3]],
    ['drawn 25 cm beside the wall', [5.45, 2, 5.45, 3], [5.2, 2, 5.2, 3]],
    ['drawn the other way round', [5.1, 3, 5.1, 2], [5.1, 2, 5.1, 3]],
    ['askew', [5, 2, 5.2, 3], [5, 2, 5.2, 3]],
  ])('%s is drawn onto the walls', (_, ends, expected) => {
    const world = build(rooms, doorOf('D1', ...ends));
    expect(world.report.warnings).toEqual([]);
    expect(doorSides(world, 0)).toEqual([expected]);
  });

  it('shuts the doorway wherever its ends lie within 30 cm of the jambs', () => {
    const random = seedRandom(4);
    for (let i = 0; i < 200; i++) {
      // Within the doorway: from inside the wall the way to one of its faces may be shorter than to the jamb.
      const [along, south, north] = [nextRandom(random), nextRandom(random), nextRandom(random)];
      const ends: PlanDoor['ends'] = [5.05 + 0.1 * along, 2 + 0.29 * south, 5.1, 3 - 0.29 * north];
      const world = build(rooms, doorOf('D1', ...ends));
      expect(world.report.warnings).toEqual([]);
      expect(isShut(world)).toBe(true);
    }
  });

  /** With all doors shut, are the two rooms apart? */
  function isShut({ mesh }: World): boolean {
    const shut = { ...mesh, sideTwin: mesh.sideTwin.map((twin, s) => (mesh.sideDoor[s] === NONE ? twin : NONE)) };
    return new Set(componentsOver(shut, 0)).size > 1;
  }

  it('may be cut into several sides by what stands in it', () => {
    const pillar = levelOf('ground', 0, [HOUSE], [...ringsOf(gate, 'obstacle'), rectangle(5, 2.9, 5.2, 3.1)]);
    const world = build(pillar, doorOf('gate', 5.1, 1, 5.1, 5));
    expect(doorSides(world, 0)).toEqual([
      [5.1, 1, 5.1, 2.9],
      [5.1, 3.1, 5.1, 5],
    ]);
    expect(isShut(world)).toBe(true);
  });

  it('may be drawn as several pieces in a row, each a door that can be opened by itself', () => {
    const leaves = [
      doorOf('left', 5.1, 1, 5.1, 2.5),
      doorOf('middle', 5.1, 2.5, 5.1, 4),
      doorOf('right', 5.1, 4, 5.1, 5),
    ];
    const world = build(gate, ...leaves);
    expect(world.report.warnings).toEqual([]);
    expect([0, 1, 2].map((door) => doorSides(world, door))).toEqual([
      [[5.1, 1, 5.1, 2.5]],
      [[5.1, 2.5, 5.1, 4]],
      [[5.1, 4, 5.1, 5]],
    ]);
    expect(isShut(world)).toBe(true);
  });

  it('what of it hangs out beyond a passage is cut off without a word', () => {
    // Through the doorway's jamb, on through the wall of a niche, and into the room behind.
    const niche = levelOf('ground', 0, [HOUSE], [rectangle(5, 0, 5.2, 2), rectangle(5, 3, 5.2, 3.4)]);
    const world = build(niche, doorOf('D1', 5.1, 2, 5.1, 4.4));
    expect(world.report.warnings).toEqual([]);
    expect(doorSides(world, 0)).toEqual([[5.1, 2, 5.1, 3]]);
  });
});

function ringsOf(level: PlanLevel, role: string): number[][] {
  return level.polygons.filter((polygon) => polygon.role === role).map((polygon) => [...polygon.rings[0]]);
}

describe('a door that is left out is told of', () => {
  const open = (x: string, y: string) =>
    `door "D1" was left out: its end at (${x}, ${y}) hangs in the open; move it onto a wall, or within 0.3 m of one`;
  const nowhere = 'door "D1" was left out: it lies in walls, outside, or on another door; draw it across a passage';

  it.each([
    ['ends in the open', doorOf('D1', 5.1, 2, 5.1, 2.65), open('5.10', '2.65')],
    ['begins in the open', doorOf('D1', 5.1, 2.35, 5.1, 3), open('5.10', '2.35')],
    ['stands in the middle of a room', doorOf('D1', 2, 2, 2, 3), open('2.00', '2.00')],
    ['lies in a wall', doorOf('D1', 5.1, 0.5, 5.1, 1.5), nowhere],
    ['lies along a wall', doorOf('D1', 1, 0, 2, 0), nowhere],
    ['lies outside', doorOf('D1', 20, 0, 20, 1), nowhere],
    ['is a point', doorOf('D1', 5.1, 2, 5.1, 2), nowhere],
  ])('because it %s', (_, door, warning) => {
    const world = build(rooms, door);
    expect(world.report.warnings).toEqual([warning]);
    expect(doorSides(world, 0)).toEqual([]);
    // The map is as if it had never been there, but for the numbers of its vertices.
    const { mesh } = build(rooms);
    expect(world.mesh.cellLevel).toEqual(mesh.cellLevel);
    expect([...world.mesh.vertices].sort()).toEqual([...mesh.vertices].sort());
  });

  it('because a line that is no wall, the border of two floors drawn side by side, does not hold it', () => {
    const halves = levelOf('ground', 0, [rectangle(0, 0, 5, 6), rectangle(5, 0, 10, 6)]);
    expect(build(halves, doorOf('D1', 5, 2, 5, 3)).report.warnings).toEqual([open('5.00', '2.00')]);
    expect(build(halves, doorOf('D1', 5, 0, 5, 6)).report.warnings).toEqual([]);
  });

  it('because another door is there', () => {
    const world = build(rooms, doorOf('D0', 5.1, 2, 5.1, 3), doorOf('D1', 5.1, 3, 5.1, 2));
    expect(world.report.warnings).toEqual([nowhere]);
    expect(doorSides(world, 0)).toHaveLength(1);
  });

  it('but not because its floor was not taken', () => {
    const apart = levelOf('ground', 0, [HOUSE, rectangle(20, 0, 24, 2)]);
    const world = build(apart, doorOf('D1', 22, 0, 22, 2));
    expect(world.report.warnings).toEqual([]);
    expect(doorSides(world, 0)).toEqual([]);
  });

  it('a level that the plan does not have is an error', () => {
    const door = { ...doorOf('D1', 5.1, 2, 5.1, 3), level: 3 };
    expect(() => build(rooms, door)).toThrow('house, door "D1": the plan has no level 3; name one of 0 to 0');
  });
});

describe('the order of the drawing', () => {
  const upper = levelOf('upper', 3, [HOUSE], [rectangle(1, 1, 2, 2)], [[8, 0, 8, 2]]);
  const links = [stairs('west', 0, 1, [2, 4, 2, 3, 4, 3, 4, 4]), stairs('east', 0, 1, [7, 3, 7, 4, 9, 4, 9, 3])];
  const doors = [doorOf('middle', 5.1, 2, 5.1, 3), { ...doorOf('above', 8, 2, 8, 6), level: 1 }];
  const plan = planOf([rooms, upper], links, doors);

  /** The same drawing: polygons and lines in another order, rings begun elsewhere and some the other way round. */
  function permuted(random: Int32Array): Plan {
    const shuffled = <T>(items: T[]) => {
      const keys = items.map(() => nextRandom(random));
      return [...items.keys()].sort((i, j) => keys[i] - keys[j]).map((i) => items[i]);
    };
    const turned = (ring: Float64Array) => {
      const corners = Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]]);
      const start = Math.floor(corners.length * nextRandom(random));
      const begun = [...corners.slice(start), ...corners.slice(0, start)];
      return Float64Array.from((nextRandom(random) < 0.5 ? begun : begun.toReversed()).flat());
    };
    const levels = plan.levels.map((level) => ({
      ...level,
      polygons: shuffled(level.polygons).map(({ role, rings }) => ({ role, rings: rings.map(turned) })),
      lines: shuffled(level.lines),
    }));
    const turnedDoors = plan.doors.map(
      ({ ends: [ax, ay, bx, by], ...door }): PlanDoor => ({
        ...door,
        ends: nextRandom(random) < 0.5 ? [ax, ay, bx, by] : [bx, by, ax, ay],
      }),
    );
    return { ...plan, levels, doors: turnedDoors };
  }

  it('does not matter: the same bytes', () => {
    const { mesh } = buildWorld(plan);
    expect(mesh.sideDoor.filter((door) => door !== NONE).length).toBeGreaterThanOrEqual(4);
    const random = seedRandom(6);
    for (let i = 0; i < 20; i++) expect(buildWorld(permuted(random)).mesh).toEqual(mesh);
  });

  it('of doors and stairs changes their numbers only', () => {
    const { mesh } = buildWorld(plan);
    const swapped = buildWorld({ ...plan, doors: doors.toReversed() }).mesh;
    expect(swapped.sideDoor).toEqual(mesh.sideDoor.map((door) => (door === NONE ? NONE : 1 - door)));
    expect(swapped.vertices).toEqual(mesh.vertices);
    expect(swapped.sideTwin).toEqual(mesh.sideTwin);
    const turned = buildWorld({ ...plan, links: links.toReversed() }).mesh;
    const linkCells = (m: typeof mesh, link: number) => m.cellLink.filter((l) => l === link).length;
    expect([linkCells(turned, 0), linkCells(turned, 1)]).toEqual([linkCells(mesh, 1), linkCells(mesh, 0)]);
    expect([...turned.vertices].sort()).toEqual([...mesh.vertices].sort());
  });
});
