/** The floor in sight as a ring: as far as straight walks get, and no further. */
import { describe, expect, it } from 'vitest';
import { buildWorld, sceneryOf } from '../src/build.ts';
import type { Pose } from '../src/perception/observe.ts';
import { visibleRegion } from '../src/perception/visible-region.ts';
import { aimWalk, createWalkResult, walk } from '../src/subdivision/walk.ts';
import { randomPose } from './oracles/sight.ts';
import { createRandom } from './random.ts';
import { ROUTE_KINDS, routePlan } from './route-scenes.ts';
import { planOf, rectangle } from './shapes.ts';

/** How far a ring reaches from the eye in a direction, metres. */
function reachOf(ring: readonly number[], { x, y }: Pose, dx: number, dy: number): number {
  let farthest = 0;
  for (let k = 0; k < ring.length; k += 2) {
    const l = (k + 2) % ring.length;
    const [ax, ay, bx, by] = [ring[k] - x, ring[k + 1] - y, ring[l] - x, ring[l + 1] - y];
    const [a, b] = [dx * ay - dy * ax, dx * by - dy * bx];
    if (a > 0 === b > 0) continue;
    const share = a / (a - b);
    farthest = Math.max(farthest, (ax + share * (bx - ax)) * dx + (ay + share * (by - ay)) * dy);
  }
  return farthest;
}

function areaOf(ring: readonly number[]): number {
  let twice = 0;
  for (let k = 0; k < ring.length; k += 2) {
    const l = (k + 2) % ring.length;
    twice += ring[k] * ring[l + 1] - ring[l] * ring[k + 1];
  }
  return twice / 2;
}

const CLOSE = 0.02;

describe('what is in sight', () => {
  it('is as far as straight lines get', () => {
    const random = createRandom(5);
    const way = createWalkResult();
    let [checked, wrong] = [0, 0];
    for (const kind of ROUTE_KINDS) {
      const scenery = sceneryOf(buildWorld(routePlan(kind, 7)));
      for (let k = 0; k < 8; k++) {
        const pose = randomPose(scenery.mesh, random, random.pick([30, 90, 170]), random.pick([5, 20, 60]));
        const ring = visibleRegion(scenery, [pose]);
        const half = Math.atan2(pose.sine, pose.cosine);
        for (let n = 0; n < 50; n++) {
          const angle = Math.atan2(pose.dy, pose.dx) + half * random.between(-0.99, 0.99);
          const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
          const far = reachOf(ring, pose, dx, dy);
          const gets = (metres: number) => {
            walk(scenery.seen, pose.cell, aimWalk(way, pose.x, pose.y, pose.x + metres * dx, pose.y + metres * dy));
            return way.reached;
          };
          checked++;
          expect(far).toBeLessThanOrEqual(pose.range + 1e-9);
          const isRight = (far < CLOSE || gets(far - CLOSE)) && (far > pose.range - 0.1 || !gets(far + CLOSE));
          // Beside a corner a ray may pass or not.
          if (!isRight) wrong++;
        }
      }
    }
    expect(checked).toBeGreaterThan(1000);
    expect(wrong / checked).toBeLessThan(0.01);
  });

  it('is a whole room from anywhere in it, looking round; and a disc where nothing is near', () => {
    const scenery = sceneryOf(buildWorld(planOf('room', 'polygons', [[rectangle(0, 0, 8, 6)]], [])));
    const sixth = { sine: Math.sqrt(0.75), cosine: 0.5 };
    const round = (range: number) =>
      [0, 1, 2].map((k) => {
        const angle = (2 * Math.PI * k) / 3;
        return { cell: 0, x: 0, y: 0, dx: Math.cos(angle), dy: Math.sin(angle), ...sixth, range };
      });
    const { vertices, origin } = scenery.mesh;
    expect(Math.min(...vertices)).toBeLessThan(0.1);
    const at = (range: number) => round(range).map((pose) => ({ ...pose, x: 4 - origin[0], y: 3 - origin[1] }));
    expect(areaOf(visibleRegion(scenery, at(60)))).toBeCloseTo(48, 6);
    expect(areaOf(visibleRegion(scenery, at(2)))).toBeCloseTo(Math.PI * 4, 1);
  });
});
