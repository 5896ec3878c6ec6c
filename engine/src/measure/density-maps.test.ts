/** Density over levels and the links between them: hand-computed shares, whole persons, and no seam where floor becomes stairs. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../test/random.ts';
import { levelOf, planOf, rectangle, stairs, Storeys, TURNED } from '../../test/scenes/storeys.ts';
import { IN_PLACE, type Placement, place } from '../../test/scenes/solids.ts';
import { NONE } from '../core/none.ts';
import type { Frame } from '../record/frame.ts';
import { addKernelOverLinks, createDensityMaps, type DensityMaps } from './density-maps.ts';

type Person = [x: number, y: number, level: number, link: number];

/**
 *   y                                       Stairs 2 m wide from (10, …) up to (16, …), floor of the lower level on both
 *   4 ┌──────────────────────────┬───────┐  sides of them, and behind them the upper level.
 *   3 │  lower   ┌───────────────┤       │
 *     │  floor   │ stairs  ⇗     │ upper │
 *   1 │          └───────────────┤ floor │
 *   0 └──────────────────────────┴───────┘
 *     0         10              16      26  x
 */
const HOUSE = planOf(
  [levelOf('lower', 0, [rectangle(0, 0, 16, 4)]), levelOf('upper', 3, [rectangle(16, 0, 26, 4)])],
  [stairs('stairs', 0, 1, [10, 1, 10, 3, 16, 3, 16, 1])],
);
/** As wide as the floor before and behind it. */
const SLOPE = planOf(
  [levelOf('lower', 0, [rectangle(0, 0, 10, 4)]), levelOf('upper', 3, [rectangle(16, 0, 26, 4)])],
  [stairs('slope', 0, 1, [10, 4, 10, 0, 16, 0, 16, 4])],
);

function measure(plan: typeof HOUSE, persons: Person[], size = 1, radius = 1.5, placement: Placement = IN_PLACE) {
  const { world } = new Storeys(plan, placement);
  const maps = createDensityMaps(world.mesh, world.plan.links, size, radius);
  const frame: Frame = {
    step: 0,
    time: 0,
    count: persons.length,
    serial: Int32Array.from(persons, (_, i) => i),
    place: Float64Array.from(persons.flatMap(([x, y]) => place(placement, x, y))),
    velocity: new Float64Array(2 * persons.length),
    level: Int32Array.from(persons, ([, , level]) => level),
    cell: new Int32Array(persons.length).fill(NONE),
    radius: new Float64Array(persons.length).fill(0.2),
  };
  addKernelOverLinks(
    maps,
    frame,
    Int32Array.from(persons, ([, , , link]) => link),
  );
  return maps;
}

/** Density of the square around a place. */
function at(map: DensityMaps['levels'][number], x: number, y: number): number {
  const column = Math.floor((x - map!.minX) / map!.size);
  return map!.density[Math.floor((y - map!.minY) / map!.size) * map!.columns + column];
}

const personsOn = (map: DensityMaps['levels'][number]) =>
  map!.density.reduce((sum, density, square) => sum + density * map!.floor[square], 0);

describe('density over links', () => {
  it('has a map of each floor and of each link, of the plan’s m²', () => {
    const { levels, links } = measure(HOUSE, []);
    const floor = (map: DensityMaps['levels'][number]) => map!.floor.reduce((sum, area) => sum + area, 0);
    expect(floor(levels[0])).toBeCloseTo(16 * 4 - 12, 6);
    expect(floor(levels[1])).toBeCloseTo(40, 6);
    expect(floor(links[0])).toBeCloseTo(12, 6);
    const link = links[0]!;
    expect([link.minX, link.minY, link.columns, link.rows]).toEqual([10, 1, 6, 2]);
    expect([link.level, link.frames]).toEqual([0, 1]);
  });

  it('who is half-way up is on the stairs alone, not on the floor beside them', () => {
    // Four middles √0.5 m away, all others more than 1.5 m.
    const middle = measure(HOUSE, [[13, 2, 0, 0]]);
    for (const [x, y] of [
      [12.5, 1.5],
      [13.5, 1.5],
      [12.5, 2.5],
      [13.5, 2.5],
    ]) {
      expect(at(middle.links[0], x!, y!)).toBeCloseTo(0.25, 9);
    }
    expect(middle.links[0]!.greatest[2]).toBeCloseTo(0.25, 9);
    // 1 m from (12.5, 0.5), which is floor, behind the side of the stairs.
    const side = measure(HOUSE, [[12.5, 1.5, 0, 0]]);
    expect(at(side.levels[0], 12.5, 0.5)).toBe(0);
    expect([personsOn(side.levels[0]), personsOn(side.levels[1])]).toEqual([0, 0]);
    expect(personsOn(side.links[0])).toBeCloseTo(1, 9);
    // And the other way round.
    const beside = measure(HOUSE, [[12.5, 0.5, 0, NONE]]);
    expect(personsOn(beside.links[0])).toBe(0);
    expect(personsOn(beside.levels[0])).toBeCloseTo(1, 9);
  });

  it('near an end people are spread over both sides of it, one person in all', () => {
    // (1 − d² / 2.25)² is 81, 25, 1 of 81 parts at d² = 0, 1, 2. Floor: 81 + 3 · 25 + 3 · 1, stairs: 25 + 1.
    const foot = measure(HOUSE, [[9.5, 1.5, 0, NONE]]);
    expect(at(foot.levels[0], 9.5, 1.5)).toBeCloseTo(81 / 185, 6);
    expect(at(foot.levels[0], 10.5, 0.5)).toBeCloseTo(1 / 185, 6);
    expect(at(foot.links[0], 10.5, 1.5)).toBeCloseTo(25 / 185, 6);
    expect(at(foot.links[0], 10.5, 2.5)).toBeCloseTo(1 / 185, 6);
    expect(personsOn(foot.levels[1])).toBe(0);
    // Upstairs there is no floor beside the stairs: 81 + 3 · 25 + 2 · 1; below the upper floor nothing.
    const head = measure(HOUSE, [[16.5, 1.5, 1, NONE]]);
    expect(at(head.levels[1], 16.5, 1.5)).toBeCloseTo(81 / 184, 6);
    expect(at(head.links[0], 15.5, 1.5)).toBeCloseTo(25 / 184, 6);
    expect(at(head.links[0], 15.5, 2.5)).toBeCloseTo(1 / 184, 6);
    expect(personsOn(head.levels[0])).toBe(0);
    // From the first step down, 2 m wide: stairs 81 + 2 · 25 + 1, floor 25 + 1 ahead, and no more than a corner aside.
    const step = measure(HOUSE, [[10.5, 1.5, 0, 0]]);
    const down = at(step.levels[0], 9.5, 1.5) / at(step.links[0], 10.5, 1.5);
    expect(down).toBeCloseTo(25 / 81, 6);
    expect(at(step.levels[0], 10.5, 0.5)).toBe(0);
    expect(personsOn(step.levels[0]) + personsOn(step.links[0])).toBeCloseTo(1, 9);
  });

  it('short stairs do not lead onto the lower floor behind them, which goes on below the upper one', () => {
    const step = planOf(
      [levelOf('lower', 0, [rectangle(0, 0, 10, 4)]), levelOf('upper', 3, [rectangle(5, 0, 12, 4)])],
      [stairs('step', 0, 1, [4, 1, 4, 3, 5, 3, 5, 1])],
    );
    const { levels, links } = measure(step, [[4.5, 1.5, 0, 0]]);
    const own = at(links[0], 4.5, 1.5);
    expect(own).toBeGreaterThan(0.4);
    expect(at(levels[1], 5.5, 1.5) / own).toBeCloseTo(25 / 81, 6);
    expect(at(levels[0], 3.5, 1.5) / own).toBeCloseTo(25 / 81, 6);
    expect(at(levels[0], 5.5, 1.5)).toBe(0);
  });

  it('a crowd as dense on stairs as before and behind them has the same density all along', () => {
    const crowd: Person[] = [];
    for (let x = 0.5; x < 26; x++) {
      for (let y = 0.5; y < 4; y++) crowd.push([x, y, x < 16 ? 0 : 1, x > 10 && x < 16 ? 0 : NONE]);
    }
    const { levels, links } = measure(SLOPE, crowd);
    for (const y of [0.5, 1.5, 2.5, 3.5]) {
      const here = at(levels[0], 5.5, y);
      expect(here).toBeGreaterThan(0.9);
      for (let x = 2.5; x < 24; x++) {
        expect(at(x < 10 ? levels[0] : x < 16 ? links[0] : levels[1], x, y)).toBeCloseTo(here, 6);
      }
    }
  });

  it('counts everybody once, however it lies', () => {
    const random = createRandom(7);
    const persons = Array.from({ length: 60 }, (_, i): Person => {
      const kind = i % 3;
      if (kind === 0) return [random.between(0, 10), random.between(0, 4), 0, NONE];
      if (kind === 1) return [random.between(10, 16), random.between(1, 3), 0, 0];
      return [random.between(16, 26), random.between(0, 4), 1, NONE];
    });
    for (const placement of [IN_PLACE, TURNED]) {
      const { levels, links } = measure(HOUSE, persons, 0.4, 2, placement);
      const all = personsOn(levels[0]) + personsOn(levels[1]) + personsOn(links[0]);
      expect(all).toBeCloseTo(60, 6);
      expect(personsOn(links[0])).toBeGreaterThan(10);
      expect(personsOn(links[0])).toBeLessThan(30);
    }
  });

  it('rejects a kernel that is none', () => {
    expect(() => measure(HOUSE, [], 1, 1)).toThrow(/kernel/);
  });
});
