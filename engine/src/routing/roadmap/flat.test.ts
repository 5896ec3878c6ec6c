import { describe, expect, it } from 'vitest';
import { lengthOverKeyPoints } from '../../../test/oracles/key-points.ts';
import { anyPlace, judgePortals, lengthOverMiddles } from '../../../test/oracles/portals.ts';
import { createRandom } from '../../../test/random.ts';
import { house, routeMaps } from '../../../test/scenes/route-maps.ts';
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import { createFlatScratch, flatPortals } from './flat.ts';
import { buildRoadmap } from './roadmap.ts';

const portals = new GrowableInts();

describe('flat', () => {
  it('finds a shortest way over key points if there is one, for any width', () => {
    let found = 0;
    let refused = 0;
    for (const [name, mesh] of routeMaps(2)) {
      const random = createRandom(name.length);
      const roadmap = buildRoadmap(mesh);
      const scratch = createFlatScratch(roadmap);
      for (let i = 0; i < 12; i++) {
        const [from, to] = [anyPlace(mesh, random), anyPlace(mesh, random)];
        const width = i === 0 ? 0 : random.between(0.3, 2);
        const text = `${name}, ${JSON.stringify({ from, to, width })}`;
        const expected = lengthOverKeyPoints(mesh, from, to, width);
        const expanded = flatPortals(roadmap, mesh, scratch, { from, to, width }, portals);
        if (expected === Infinity) {
          refused++;
          expect(expanded, text).toBe(NONE);
          expect(portals).toHaveLength(0);
          continue;
        }
        found++;
        expect(expanded, text).toBeGreaterThanOrEqual(0);
        expect(judgePortals(mesh, from, to, width, portals.values()), text).toEqual([]);
        expect(scratch.length / expected, text).toBeCloseTo(1, 9);
        expect(scratch.length / lengthOverMiddles(mesh, from, to, portals.values()), text).toBeCloseTo(1, 9);
      }
    }
    expect(found).toBeGreaterThan(200);
    expect(refused).toBeGreaterThan(50);
  });

  it('finds shorter ways over more key points', () => {
    let shorter = 0;
    for (const [name, mesh] of routeMaps(1)) {
      const random = createRandom(name.length);
      const one = buildRoadmap(mesh);
      const three = buildRoadmap(mesh, 3, 0.2);
      const scratches = [createFlatScratch(one), createFlatScratch(three)] as const;
      for (let i = 0; i < 6; i++) {
        const [from, to] = [anyPlace(mesh, random), anyPlace(mesh, random)];
        const width = random.between(0.3, 1);
        const text = `${name}, ${JSON.stringify({ from, to, width })}`;
        const overOne = flatPortals(one, mesh, scratches[0], { from, to, width }, portals);
        const overThree = flatPortals(three, mesh, scratches[1], { from, to, width }, portals);
        expect(overThree === NONE, text).toBe(overOne === NONE);
        if (overThree === NONE) continue;
        expect(judgePortals(mesh, from, to, width, portals.values()), text).toEqual([]);
        const expected = lengthOverKeyPoints(mesh, from, to, width, 3, 0.2);
        expect(scratches[1].length / expected, text).toBeCloseTo(1, 9);
        // Three points have the middle among them.
        expect(scratches[1].length).toBeLessThanOrEqual(scratches[0].length * (1 + 1e-12));
        if (scratches[1].length < 0.999 * scratches[0].length) shorter++;
      }
    }
    expect(shorter).toBeGreaterThan(20);
  });
});

describe('flat at its limits', () => {
  it('crosses nothing within a cell, and nothing is wide enough for a body without a width', () => {
    const mesh = house(2);
    const roadmap = buildRoadmap(mesh);
    const scratch = createFlatScratch(roadmap);
    const place = anyPlace(mesh, createRandom(1));
    const same = { cell: place.cell, x: place.x + 3, y: place.y + 4 };
    expect(flatPortals(roadmap, mesh, scratch, { from: place, to: same, width: 9 }, portals)).toBe(0);
    expect(portals).toHaveLength(0);
    expect(scratch.length).toBeCloseTo(5, 12);
    const other = { cell: (place.cell + 1) % mesh.cellLevel.length, x: 0, y: 0 };
    expect(flatPortals(roadmap, mesh, scratch, { from: place, to: other, width: NaN }, portals)).toBe(NONE);
  });

  it('answers the same when the scratch has served billions of queries', () => {
    const mesh = house(3);
    const roadmap = buildRoadmap(mesh);
    const scratch = createFlatScratch(roadmap);
    const random = createRandom(5);
    const queries = Array.from({ length: 20 }, () => [anyPlace(mesh, random), anyPlace(mesh, random)] as const);
    const ask = () =>
      queries.map(([from, to]) => [
        flatPortals(roadmap, mesh, scratch, { from, to, width: 0.5 }, portals),
        ...portals.values(),
      ]);
    const before = ask();
    scratch.query = 2 ** 30 - 10;
    expect(ask()).toEqual(before);
    expect(scratch.query).toBeLessThan(20);
  });
});
