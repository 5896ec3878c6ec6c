import { describe, expect, it } from 'vitest';
import { box, solidsToSoup } from '../../test/scenes/solids.ts';
import { face, ground, type Point, sheet, soupOf, together } from '../../test/scenes/soups.ts';
import { createReport } from '../core/report.ts';
import { areaBetween, binAt, measureProfile } from './elevation-profile.ts';
import { cutSlab, type SlabOptions } from './slab.ts';
import type { TriangleSoup } from './triangle-soup.ts';

function warningsOf(soup: TriangleSoup, options: SlabOptions = {}): string[] {
  const report = createReport();
  cutSlab(soup, options, report);
  return report.warnings;
}

describe('the profile', () => {
  const tower = solidsToSoup('tower', [
    box('ground floor', [0, 10], [0, 10], [-0.3, 0]),
    box('first floor', [0, 10], [0, 8], [2.7, 3]),
    box('wall', [0, 10], [0, 1], [0, 2.7]),
  ]);

  it('holds all level area at its elevation', () => {
    const profile = measureProfile(tower, createReport());
    expect([profile.low, profile.high, profile.width]).toEqual([-0.3, 3, 10]);
    for (const [z, area] of [
      [-0.3, 100],
      [0, 100 + 10],
      [2.7, 80 + 10],
      [3, 80],
    ] as const) {
      expect(areaBetween(profile, profile.level, z - 0.02, z + 0.02)).toBeCloseTo(area, 9);
      const { first, item } = profile.levelTriangles;
      const found = item.subarray(first[binAt(profile, z - 0.011)], first[binAt(profile, z + 0.011) + 1]);
      for (const t of found) expect(tower.positions[3 * tower.triangles[3 * t] + 2]).toBe(z);
      expect(found.length).toBe(z === 0 || z === 2.7 ? 4 : 2);
    }
    expect(profile.level.reduce((sum, area) => sum + area, 0)).toBeCloseTo(380, 9);
  });

  it('spreads walls evenly over their height', () => {
    const profile = measureProfile(tower, createReport());
    // Between 0 and 2.7 m stands one wall of 22 m around; slabs of 40 and 36 m around lie below and above.
    expect(Math.abs(areaBetween(profile, profile.wall, 0.5, 2.5) - 22 * 2)).toBeLessThan(22 * 0.02); // two bins
    expect(profile.wall.reduce((sum, area) => sum + area, 0)).toBeCloseTo(22 * 2.7 + 40 * 0.3 + 36 * 0.3, 9);
  });

  it('knows a model that is turned over', () => {
    expect(measureProfile(tower, createReport()).turnedOver).toBe(false);
    expect(measureProfile(soupOf(...sheet(0, 1, 0, 1, 0)), createReport()).turnedOver).toBe(false);
    expect(measureProfile(soupOf(...sheet(0, 1, 0, 1, 0, true)), createReport()).turnedOver).toBe(true);
  });

  it('stays small for a model that is kilometres high', () => {
    const profile = measureProfile(soupOf(...sheet(0, 1, 0, 1, -4e5), ...sheet(0, 1, 0, 1, 6e5)), createReport());
    expect(profile.level.length).toBeLessThanOrEqual(1 << 16);
    expect(profile.level[binAt(profile, -4e5)]).toBe(1);
    expect(profile.level[binAt(profile, 6e5)]).toBe(1);
  });
});

describe('what the profile tells', () => {
  it('a slope warns with the share that lies outside the slab', () => {
    // z = x / 10 over 50 m: the slab holds 0 … 0.25, 5 % of it; whole bins make it 94 or 95 %.
    const slope = ground(50, (x) => x / 10);
    const warnings = warningsOf(slope, { floor: 0 });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^sloping ground: 9[45] % of it, from z 0.00 to 5.00, lies outside the one level/);
    // From its middle it goes on both ways.
    expect(warningsOf(slope, { floor: 2.5 })[0]).toMatch(/^sloping ground: (89|90|91) % of it, from z 0.00 to 5.00/);
  });

  it('a lower part that is flat, a ramp, a stand of steps and pitched roofs do not', () => {
    const flat = ground(40, () => 0);
    const quiet = (...more: Point[][]) => warningsOf(together(flat, soupOf(...more)), { floor: 0 });
    const roof = (x: number): Point[][] => [
      face(x, 0, 3, x + 5, 0, 6, x + 5, 30, 6),
      face(x, 0, 3, x + 5, 30, 6, x, 30, 3),
    ];
    expect(quiet(...roof(0), ...roof(10), ...roof(20), ...roof(30))).toEqual([]);
    expect(quiet(face(0, 0, 0, 9, 0, 3, 9, 2, 3))).toEqual([]);
    expect(quiet(...[1, 2, 3, 4].flatMap((i) => sheet(i, i + 1, 0, 40, i / 5)))).toEqual([]);
    expect(quiet(...sheet(40, 80, 0, 40, -1.1))).toEqual([]);
  });

  it('wrong units are guessed', () => {
    const house = [box('slab', [0, 12], [0, 8], [-0.2, 0]), box('wall', [0, 12], [0, 0.2], [0, 2.6])];
    const scaled = (k: number) => {
      const soup = solidsToSoup('house', house);
      return warningsOf({ ...soup, positions: soup.positions.map((x) => x * k) });
    };
    expect(scaled(1)).toEqual([]);
    // A reader that has said so already is not repeated.
    const told = { ...createReport(), warnings: ['… try --scale 0.001'] };
    const soup = solidsToSoup('house', house);
    cutSlab({ ...soup, positions: soup.positions.map((x) => x * 1000) }, {}, told);
    expect(told.warnings).toHaveLength(1);
    expect(scaled(1000)).toEqual([
      'the model is 12000.00 m wide and 2800.00 m high: if it is in millimetres, try --scale 0.001',
    ]);
    expect(scaled(0.001)).toEqual([
      'the model is 0.01 m wide and 0.00 m high: if its unit is larger than a metre, try --scale 1000 or what it is',
    ]);
  });
});
