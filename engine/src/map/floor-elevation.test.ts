import { describe, expect, it } from 'vitest';
import { box, type Solid, solidsToSoup } from '../../test/scenes/solids.ts';
import { face, ground, type Point, sheet, soupOf, together } from '../../test/scenes/soups.ts';
import { createReport } from '../core/report.ts';
import type { PlanLevel } from './plan.ts';
import { cutSlab, type SlabOptions } from './slab.ts';
import type { TriangleSoup } from './triangle-soup.ts';

describe('the floor taken without --floor', () => {
  const room = (z: number, x1 = 20): Solid[] => [
    box('slab', [0, x1], [0, 10], [z - 0.3, z]),
    box('wall', [0, x1], [0, 0.2], [z, z + 2.7]),
  ];
  const floorOf = (soup: TriangleSoup, options: SlabOptions = {}) => {
    const report = createReport();
    const level = cutSlab(soup, options, report).levels[0];
    return { z: level.elevation, note: report.notes[0], level, report };
  };
  /** m² of floor polygons, all of which are convex. */
  const floorArea = (level: PlanLevel) => {
    let sum = 0;
    for (const { rings } of level.polygons.filter((polygon) => polygon.role === 'walkable')) {
      const ring = rings[0];
      for (let i = 2; i + 2 < ring.length; i += 2) {
        const [ux, uy, vx, vy] = [ring[i], ring[i + 1], ring[i + 2], ring[i + 3]];
        sum += ((ux - ring[0]) * (vy - ring[1]) - (vx - ring[0]) * (uy - ring[1])) / 2;
      }
    }
    return sum;
  };

  it('is the lowest of several storeys; the others are named', () => {
    const { z, note, level, report } = floorOf(
      solidsToSoup(
        'tower',
        [0, 3, 6, 9, 12, 15, 18, 21].flatMap((z) => room(z)),
      ),
    );
    expect(z).toBeCloseTo(0, 9);
    expect(note).toBe(
      'floor at z 0.00, the lowest large level surface, z -0.30 passed over for want of 2.00 m above, others at z 3.00, 6.00, 9.00, 12.00, 15.00: --floor chooses another',
    );
    expect(floorArea(level)).toBeCloseTo(204, 9); // the slab, and the wall's underside of 4 m² on it
    expect(report.warnings).toEqual([]);
  });

  it('is a floor one can stand on: not the underside of a thick slab, whichever way its faces look', () => {
    const slab = solidsToSoup('slab', [box('slab', [0, 10], [0, 10], [-0.6, 0]), box('wall', [0, 10], [0, 1], [0, 3])]);
    expect(floorOf(slab).z).toBeCloseTo(0, 9);
    const turned = { ...slab, triangles: slab.triangles.toReversed() };
    expect(floorOf(turned).z).toBeCloseTo(0, 9);
  });

  it('is the same for a small body: a slab thicker than that has no floor below it', () => {
    const thick = [box('slab', [0, 20], [0, 10], [-1.4, 0]), box('wall', [0, 20], [0, 0.2], [0, 3])];
    for (const height of [2, 1, 0.5]) expect(floorOf(solidsToSoup('slab', thick), { height }).z).toBeCloseTo(0, 9);
    // A taller one asks for more room: the floor below a bridge is then none, and the bridge is.
    const bridge = soupOf(...sheet(0, 10, 0, 10, 0), ...sheet(0, 10, 0, 10, 3));
    expect(floorOf(bridge, { height: 2.5 }).z).toBeCloseTo(0, 9);
    expect(floorOf(bridge, { height: 4 }).z).toBeCloseTo(3, 9);
  });

  it('is under a low ceiling for a body that fits there; else what was passed over is named', () => {
    const cellar = soupOf(...sheet(0, 10, 0, 10, 0), ...sheet(0, 10, 0, 10, 1.9));
    const low = floorOf(cellar, { height: 1.8 });
    expect(low.z).toBeCloseTo(0, 9);
    expect(low.note).toBe('floor at z 0.00, the lowest large level surface, others at z 1.90: --floor chooses another');
    const high = floorOf(cellar, { height: 2 });
    expect(high.z).toBeCloseTo(1.9, 9);
    expect(high.note).toBe(
      'floor at z 1.90, the lowest large level surface, z 0.00 passed over for want of 2.00 m above: --floor chooses another',
    );
  });

  it('is not a pit, a sump or a narrow track bed, but a large one is', () => {
    const withBed = (width: number) =>
      soupOf(...sheet(0, 20, 0, 10, 0), ...sheet(20, 20 + width, 0, 10, -1.1), ...sheet(5, 6, 5, 6, -3));
    expect(floorOf(withBed(4)).z).toBe(0);
    const wide = floorOf(withBed(15));
    expect(wide.z).toBeCloseTo(-1.1, 9);
    expect(wide.note).toContain('others at z 0.00:');
  });

  it('is the top of what lies within a step', () => {
    expect(floorOf(soupOf(...sheet(0, 10, 0, 10, 0), ...sheet(1, 9, 0, 10, 0.06))).z).toBeCloseTo(0.06, 9);
    expect(floorOf(soupOf(...sheet(0, 10, 0, 10, 0), ...sheet(1, 3, 0, 10, 0.15))).z).toBeCloseTo(0, 9);
  });

  it('does not care about rounding noise', () => {
    // The profile's bins are 1 cm, from the lowest point on: half of this floor lies in one, half in the next.
    const noisy = soupOf(
      ...sheet(-9, 0, 0, 1, -2),
      ...sheet(0, 10, 0, 10, -1.94 - 1e-7),
      ...sheet(10, 20, 0, 10, -1.94 + 1e-7),
    );
    expect(floorOf(noisy).z).toBeCloseTo(-1.94, 5);
  });

  it('does not depend on the order of the triangles', () => {
    const uneven = ground(30, (x, y) => 0.1 + ((x * 7 + y * 13) % 17) / 3000);
    const backwards = { ...uneven, triangles: uneven.triangles.toReversed() };
    expect(floorOf(uneven).z).toBe(floorOf(backwards).z);
    expect(floorOf(uneven).level.polygons).toHaveLength(2 * 30 * 30);
  });

  it('is the foot of the walls when all that is level are roofs; the ground is then the bounding box', () => {
    const shells = [6, 8, 11].flatMap((z, i) => {
      const { positions, triangles } = solidsToSoup('', [box('', [20 * i, 20 * i + 10], [0, 10], [0, z])]);
      const corners = [...triangles].map((v) => [...positions.subarray(3 * v, 3 * v + 3)] as Point);
      const faces = Array.from({ length: 12 }, (_, f) => corners.slice(3 * f, 3 * f + 3));
      return faces.filter((face) => face.some((corner) => corner[2] > 0)); // no bottoms
    });
    const { z, level, report } = floorOf(soupOf(...shells), { margin: 7 });
    expect(z).toBe(0);
    expect(level.floor).toBe('box');
    expect(level.margin).toBe(7);
    expect(level.polygons).toEqual([]);
    expect(level.lines).toHaveLength(12);
    expect(report.notes).toEqual([
      'floor at z 0.00, the foot of the walls, others at z 6.00, 8.00, 11.00: --floor chooses another',
      'no floor within 0.25 m of z 0.00, level surfaces at z 6.00, 8.00, 11.00: the ground is the bounding box and 7 m around it',
    ]);
  });

  it('closed shells without ground: their undersides are no floor', () => {
    const shells = solidsToSoup('city', [box('', [0, 10], [0, 10], [0, 6]), box('', [20, 30], [0, 10], [0, 9])]);
    const { z, level, report } = floorOf(shells);
    expect(z).toBe(0);
    expect(level.floor).toBe('box');
    expect(level.polygons).toEqual([]);
    expect(level.lines).toHaveLength(8);
    expect(report.notes[1]).toContain('faces down, as undersides of buildings do: no floor');
    // With ground under them, whichever way that looks, there is floor.
    for (const down of [false, true]) {
      const both = together(shells, soupOf(...sheet(-20, 50, -20, 30, 0, down)));
      expect(floorOf(both).level.floor).toBe('polygons');
      expect(floorArea(floorOf(both).level)).toBeCloseTo(3500 + 200, 9);
    }
  });

  it('a floor that looks down is floor where no walls make it the underside of a shell', () => {
    const { level } = floorOf(soupOf(...sheet(0, 9, 0, 9, 0, true), ...sheet(0, 9, 0, 9, 5)), { floor: 0 });
    expect(level.floor).toBe('polygons');
    expect(floorArea(level)).toBe(81);
  });

  it('a model without level surfaces starts at its lowest point', () => {
    const { z, note } = floorOf(soupOf(face(0, 0, 3, 4, 0, 3, 4, 0, 6)));
    expect(z).toBe(3);
    expect(note).toContain("floor at z 3.00, the model's lowest point");
  });
});
