import { describe, expect, it } from 'vitest';
import { anyPlace, judgePortals, lengthOverMiddles } from '../../../test/oracles/portals.ts';
import { createRandom } from '../../../test/random.ts';
import { house, routeMaps } from '../../../test/scenes/route-maps.ts';
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import { distanceField, distanceToGoal, portalsToGoal, putDistanceToGoal } from './distance-field.ts';
import { createFlatScratch, flatPortals } from '../roadmap/flat.ts';
import { buildRoadmap } from '../roadmap/roadmap.ts';

describe('distance field', () => {
  it('leads from everywhere to the nearest goal as shortly as a search of one’s own', () => {
    const portals = new GrowableInts();
    const same = new Float64Array(1);
    let found = 0;
    let lost = 0;
    for (const [name, mesh] of routeMaps(2)) {
      const random = createRandom(name.length);
      const keyPoints = random.pick([1, 1, 3]);
      const roadmap = buildRoadmap(mesh, keyPoints, 0.2);
      const scratch = createFlatScratch(roadmap);
      const width = random.between(0, 1.5);
      const goals = Array.from({ length: random.integer(1, 4) }, () => anyPlace(mesh, random));
      const field = distanceField(mesh, roadmap, goals, width);
      for (let i = 0; i < 25; i++) {
        const from = anyPlace(mesh, random);
        const text = `${name}, ${JSON.stringify({ from, goals, width })}`;
        const lengths = goals.map((goal) =>
          flatPortals(roadmap, mesh, scratch, { from, to: goal, width }, portals) === NONE ? Infinity : scratch.length,
        );
        const distance = distanceToGoal(mesh, roadmap, field, from);
        const goal = portalsToGoal(mesh, roadmap, field, from, portals);
        const places = { cell: Int32Array.of(0, from.cell), place: Float64Array.of(0, 0, from.x, from.y) };
        putDistanceToGoal(mesh, roadmap, field, places, 1, same);
        expect(same[0], text).toBe(distance);
        if (Math.min(...lengths) === Infinity) {
          lost++;
          expect([distance, goal, portals.length], text).toEqual([Infinity, NONE, 0]);
          continue;
        }
        found++;
        expect(Math.abs(distance - Math.min(...lengths)), text).toBeLessThan(1e-9);
        expect(Math.abs(distance - lengths[goal]), text).toBeLessThan(1e-9);
        expect(judgePortals(mesh, from, goals[goal], width, portals.values()), text).toEqual([]);
        if (keyPoints === 1) {
          const length = lengthOverMiddles(mesh, from, goals[goal], portals.values());
          expect(Math.abs(distance - length), text).toBeLessThan(1e-9);
        }
      }
    }
    expect(found).toBeGreaterThan(500);
    expect(lost).toBeGreaterThan(50);
  });
});

describe('distance field: its numbers', () => {
  it('tells of each key point how far it is, what comes next and which goal it leads to', () => {
    const mesh = house(4);
    const roadmap = buildRoadmap(mesh);
    const random = createRandom(1);
    const goals = [anyPlace(mesh, random), anyPlace(mesh, random)];
    const field = distanceField(mesh, roadmap, goals, 0.3);
    roadmap.pointSegment.forEach((segment, p) => {
      const side = field.crossed[p];
      expect(side === NONE).toBe(field.distance[p] === Infinity);
      expect(side === NONE).toBe(field.goal[p] === NONE);
      if (side === NONE) return;
      expect(roadmap.segmentOf[side]).toBe(segment);
      const next = field.next[p];
      const entered = mesh.sideCell[mesh.sideTwin[side]];
      const { x, y, cell } =
        next === NONE
          ? goals[field.goal[p]]
          : {
              x: roadmap.points[2 * next],
              y: roadmap.points[2 * next + 1],
              cell: mesh.sideCell[field.crossed[next]],
            };
      // Straight through the cell entered, to the next key point or the goal.
      expect(cell).toBe(entered);
      const rest = next === NONE ? 0 : field.distance[next];
      const step = Math.hypot(roadmap.points[2 * p] - x, roadmap.points[2 * p + 1] - y);
      expect(field.distance[p]).toBeCloseTo(rest + step, 9);
    });
  });

  it('without goals leads nowhere; goals that are no places are named', () => {
    const mesh = house(5);
    const roadmap = buildRoadmap(mesh);
    const from = anyPlace(mesh, createRandom(1));
    const field = distanceField(mesh, roadmap, [], 0);
    expect(distanceToGoal(mesh, roadmap, field, from)).toBe(Infinity);
    expect(() => distanceField(mesh, roadmap, [from, { cell: NONE, x: 0, y: 0 }], 0)).toThrow('goal 1');
    expect(() => distanceField(mesh, roadmap, [{ ...from, x: NaN }], 0)).toThrow('goal 0');
  });
});
