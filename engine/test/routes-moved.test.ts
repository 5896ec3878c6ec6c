/**
 * Ends of routes that lie in walls, outside, or too near to a wall for the walker: moved to the nearest place that fits,
 * or told that there is none near. Judged by trying many places around the one asked for.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isOnFloor } from './oracles/floor.ts';
import { distanceBetweenSegments } from './oracles/segments.ts';
import { boxOf, clearanceOf } from './oracles/walls.ts';
import { propertyRuns, seeds } from './random.ts';
import { createScene, METHODS, ROUTE_KINDS, type RouteScene, routePlan } from './route-scenes.ts';

/** Metres by which a place must have more room, or be nearer, to count against the one chosen. */
const CLEARLY = 1e-3;

/**
 * A place on the floor, within a distance of (x, y), where the disc fits: by trying. Who stands on floor is not moved
 * through a wall.
 */
function betterPlace({ map, walls, random }: RouteScene, x: number, y: number, within: number, width: number) {
  const isOnWay = (px: number, py: number) => {
    if (!isOnFloor(map!, x, y)) return true;
    for (let s = 0; s < walls.length; s += 4) {
      const wall = [walls[s], walls[s + 1], walls[s + 2], walls[s + 3]] as const;
      if (distanceBetweenSegments(x, y, px, py, ...wall) === 0) return false;
    }
    return true;
  };
  for (let tries = 0; tries < 300; tries++) {
    const angle = random.between(0, 2 * Math.PI);
    const far = within * Math.sqrt(random.unit());
    const [px, py] = [x + far * Math.cos(angle), y + far * Math.sin(angle)];
    const fits = isOnFloor(map!, px, py) && clearanceOf(walls, px, py) > width / 2 + CLEARLY;
    if (fits && isOnWay(px, py)) return [px, py];
  }
  return undefined;
}

const counted = { stayed: 0, moved: 0, nowhere: 0, leftOut: 0 };

it.each(ROUTE_KINDS)('%s', (kind) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const plan = routePlan(kind, seed);
      const scene = createScene(plan, seed, 0);
      const whole = createScene({ ...plan, isAllWanted: true }, seed, 0);
      const [wx, wy] = whole.mesh.origin;
      const { random, walls, mesh } = scene;
      const [minX, minY, maxX, maxY] = boxOf(walls);
      for (let i = 0; i < 12; i++) {
        const [x, y] = [random.between(minX - 1.5, maxX + 1.5), random.between(minY - 1.5, maxY + 1.5)];
        const width = random.pick([0, random.between(0.1, 0.6), random.between(0.5, 2)]);
        const route = scene.route({ x, y }, { x, y }, width, random.pick(METHODS));
        const text = `${kind} ${seed}: ${x},${y} width ${width}`;
        const fits = isOnFloor(scene.map!, x, y) && clearanceOf(walls, x, y) >= width / 2;
        expect(route.status === 'found' && route.moved === undefined, text).toBe(fits);
        if (route.leftOut !== undefined) {
          counted.leftOut++;
          // It is floor where all of it is taken.
          expect(isOnFloor(whole.map!, x + mesh.origin[0] - wx, y + mesh.origin[1] - wy), text).toBe(true);
        } else if (route.status === 'unreachable') {
          counted.nowhere++;
          // The distance is stated.
          const within = Number(/within ([\d.]+) m/.exec(route.reason!)?.[1]);
          expect(within, text).toBeGreaterThanOrEqual(1);
          expect(betterPlace(scene, x, y, within - CLEARLY, width), text).toBeUndefined();
        } else if (route.moved === undefined) counted.stayed++;
        else {
          counted.moved++;
          expect(route.moved.to, text).toEqual(route.moved.from);
          const [toX, toY] = [route.moved.from![0] - mesh.origin[0], route.moved.from![1] - mesh.origin[1]];
          const far = Math.hypot(toX - x, toY - y);
          expect(isOnFloor(scene.map!, toX, toY) || clearanceOf(walls, toX, toY) < 1e-6, text).toBe(true);
          expect(betterPlace(scene, x, y, far - CLEARLY, width), `${text}, moved by ${far}`).toBeUndefined();
        }
      }
    }),
    propertyRuns(3),
  );
});

it('has seen ends that stayed, that were moved, that have no place near, and on floor that was left out', () => {
  expect(counted.leftOut).toBeGreaterThan(3);
  for (const name of ['stayed', 'moved', 'nowhere'] as const) expect(counted[name]).toBeGreaterThan(50);
});
