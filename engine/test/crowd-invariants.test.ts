/**
 * The judge of crowds, judged: a crowd that stands well passes, and each corruption is named.
 */
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import { type Bodies, groundFrom, groundOf, judgeCrowd } from './oracles/crowd-invariants.ts';
import { boxOf, clearanceOf, wallsOf } from './oracles/walls.ts';
import { isOnFloor } from './oracles/floor.ts';
import { CLEAN_KINDS, cleanPlan } from './random-maps.ts';
import { createRandom, type Random } from './random.ts';
import { planOf, rectangle } from './shapes.ts';

/** Walkers that keep all rules: where their bodies fit, slower than their top speed. */
function goodCrowd(world: World, random: Random, count: number): Bodies {
  const map = world.maps[0];
  const walls = wallsOf(map);
  const [minX, minY, maxX, maxY] = boxOf(walls);
  const place: number[] = [];
  const radius: number[] = [];
  for (let attempt = 0; attempt < 200 * count && radius.length < count; attempt++) {
    const x = random.between(minX, maxX);
    const y = random.between(minY, maxY);
    const body = random.between(0.15, 0.25);
    if (!isOnFloor(map, x, y) || clearanceOf(walls, x, y) < body - 0.019) continue;
    place.push(x, y);
    radius.push(body);
  }
  const angles = radius.map(() => random.between(0, 7));
  return {
    count: radius.length,
    place: Float64Array.from(place),
    radius: Float64Array.from(radius),
    velocity: Float64Array.from(angles.flatMap((angle) => [1.5 * Math.cos(angle), 1.5 * Math.sin(angle)])),
    topSpeed: new Float64Array(radius.length).fill(1.5),
  };
}

/** The crowd with one number of walker i changed. */
function withNumber(
  bodies: Bodies,
  array: 'place' | 'velocity' | 'radius' | 'topSpeed',
  at: number,
  value: number,
): Bodies {
  const changed = Float64Array.from(bodies[array]);
  changed[at] = value;
  return { ...bodies, [array]: changed };
}

describe('crowd invariants', () => {
  it.each(CLEAN_KINDS)('finds no fault where there is none, and each corruption: %s', (kind) => {
    const world = buildWorld(cleanPlan(kind, 5));
    const random = createRandom(9);
    const bodies = goodCrowd(world, random, 50);
    const ground = groundOf(world.maps[0]);
    expect(bodies.count).toBeGreaterThan(10);
    expect(judgeCrowd(ground, bodies).faults).toEqual([]);

    const i = random.integer(0, bodies.count - 1);
    const walls = wallsOf(world.maps[0]);
    const [minX, , maxX] = boxOf(walls);
    const corruptions: [string, Bodies][] = [
      ['no number', withNumber(bodies, 'place', 2 * i, Number.NaN)],
      ['no number', withNumber(bodies, 'place', 2 * i + 1, Infinity)],
      ['no number', withNumber(bodies, 'velocity', 2 * i, Number.NaN)],
      ['no number', withNumber(bodies, 'radius', i, Number.NaN)],
      ['no number', withNumber(bodies, 'topSpeed', i, Number.NaN)],
      ['too fast', withNumber(bodies, 'topSpeed', i, 1.5 - 1e-8)],
      ['outside', withNumber(bodies, 'place', 2 * i, maxX + 0.002)],
      ['outside', withNumber(bodies, 'place', 2 * i, minX - 100)],
      [
        'in a wall',
        withNumber(bodies, 'radius', i, clearanceOf(walls, bodies.place[2 * i], bodies.place[2 * i + 1]) + 0.021),
      ],
    ];
    for (const [rule, corrupt] of corruptions) {
      const { faults } = judgeCrowd(ground, corrupt);
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatch(new RegExp(`^${rule}: walker ${i}\\b`));
    }
  });

  it('knows limits to the millimetre', () => {
    const world = buildWorld(planOf('room', 'polygons', [[rectangle(0, 0, 10, 6)]], [[rectangle(4, 2, 6, 3)]], []));
    const [x0, y0] = world.mesh.origin;
    const ground = groundOf(world.maps[0]);
    const judged = (x: number, y: number, radius: number) =>
      judgeCrowd(ground, {
        count: 1,
        place: [x - x0, y - y0],
        radius: [radius],
        velocity: [0, 0],
        topSpeed: [0],
      }).faults.map((fault) => fault.split(':')[0]);
    expect(judged(2, 0.181, 0.2)).toEqual([]);
    expect(judged(2, 0.179, 0.2)).toEqual(['in a wall']);
    expect(judged(2, -0.0009, 0.01)).toEqual([]);
    expect(judged(2, -0.0011, 0.01)).toEqual(['outside']);
    expect(judged(5, 2.5, 0.2)).toEqual(['outside']);
    expect(judged(5, 1.819, 0.2)).toEqual([]);
    expect(judged(5, 1.83, 0.2)).toEqual(['in a wall']);
    // A body wider than any column.
    expect(judged(8, 3, 2.03)).toEqual(['in a wall']);
    expect(judged(8, 3, 2.01)).toEqual([]);
  });

  it('judges a link by its ring, its portals being no walls', () => {
    const ring = Float64Array.of(0, 0, 2, 0, 2, 0, 2, 5, 2, 5, 0, 5, 0, 5, 0, 0);
    const ground = groundFrom(Float64Array.of(2, 0, 2, 5, 0, 5, 0, 0), ring);
    const judged = (x: number, y: number) =>
      judgeCrowd(ground, { count: 1, place: [x, y], radius: [0.2], velocity: [0, 0], topSpeed: [0] }).faults;
    expect(judged(1, 0.01)).toEqual([]);
    expect(judged(1, -0.01)).toHaveLength(1);
    expect(judged(1.9, 2)).toHaveLength(1);
  });

  it('counts overlaps as all pairs one by one do', () => {
    const world = buildWorld(planOf('room', 'polygons', [[rectangle(0, 0, 8, 8)]], []));
    for (let seed = 0; seed < 20; seed++) {
      const bodies = goodCrowd(world, createRandom(seed), 200);
      let overlaps = 0;
      let deepest = 0;
      for (let i = 0; i < bodies.count; i++) {
        for (let j = 0; j < i; j++) {
          const distance = Math.hypot(
            bodies.place[2 * i] - bodies.place[2 * j],
            bodies.place[2 * i + 1] - bodies.place[2 * j + 1],
          );
          const core = (k: number) => Math.min(bodies.radius[k], Math.max(bodies.radius[k] / 2, 0.1));
          const depth = core(i) + core(j) - distance;
          if (depth > 0.02) overlaps++;
          deepest = Math.max(deepest, depth);
        }
      }
      const verdict = judgeCrowd(groundOf(world.maps[0]), bodies);
      expect(overlaps).toBeGreaterThan(0);
      expect(verdict.overlaps).toBe(overlaps);
      expect(verdict.deepest).toBeCloseTo(deepest, 12);
    }
  });

  it('says no more than twenty times that all is wrong', () => {
    const world = buildWorld(planOf('room', 'polygons', [[rectangle(0, 0, 8, 8)]], []));
    const bodies = goodCrowd(world, createRandom(1), 100);
    const { faults } = judgeCrowd(groundOf(world.maps[0]), { ...bodies, topSpeed: new Float64Array(100) });
    expect(faults).toHaveLength(20);
  });
});
