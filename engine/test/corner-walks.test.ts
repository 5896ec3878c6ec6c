/**
 * One walker alone round a corner between two arms of equal width: it takes as long as the taut way at its speed, whatever the cells.
 *
 *    start ·│        The taut way of a body with its margin: straight to the disc about the corner C, around it, and straight on along
 *          ·│        the wall to the line x = 15.
 *          ·C────
 *           ······│
 */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import type { Plan } from '../src/map/plan.ts';
import { step } from '../src/simulation/step.ts';
import { addPerson, createSimulation } from '../src/simulation/simulation.ts';
import { cutBy } from './cut-plans.ts';
import { planOf } from './shapes.ts';
import { goalAt, itineraryTo } from './watched-run.ts';

const SPEED = 1.34;
const RADIUS = 0.2;
const INSET = RADIUS + 0.05;
/** The line that ends the walk, and the end of both arms. */
const LINE = 15;
const LONG = 18;

const cornerOf = (width: number): Plan =>
  planOf('corner', 'polygons', [[[0, 0, LONG, 0, LONG, width, width, width, width, LONG, 0, LONG]]], []);

/** Metres from (x, 15) round the corner at (w, w) to the line. */
function tautWay(width: number, x: number): number {
  const [aside, ahead] = [width - x, LINE - width];
  const far = Math.hypot(aside, ahead);
  // From straight down: to the left by the corner's own angle, and back by that of its disc.
  const heading = Math.atan2(aside, ahead) - Math.asin(INSET / far);
  return Math.sqrt(far * far - INSET * INSET) + INSET * (Math.PI / 2 - heading) + (LINE - width);
}

/** Seconds from (x, 15), in full stride, to the line; to where it is crossed within a step. */
function secondsTo(plan: Plan, width: number, x: number): number {
  const world = buildWorld(plan);
  const simulation = createSimulation(world, {
    goals: [goalAt(world, [LONG - 0.5, 0.1, LONG - 0.5, width - 0.1])],
    itineraries: [itineraryTo(0)],
    capacity: 1,
  });
  addPerson(simulation, { x, y: LINE, radius: RADIUS, speed: SPEED, itinerary: 0 });
  const { crowd } = simulation;
  crowd.velocity.set([0, -SPEED]);
  const line = LINE - world.mesh.origin[0];
  for (let n = 0; n < 600; n++) {
    const before = crowd.place[0];
    step(simulation);
    const after = crowd.place[0];
    if (after >= line) return simulation.time - (simulation.step * (after - line)) / (after - before);
  }
  return Infinity;
}

describe.each([2, 3, 4])('alone round a corner of %d m', (width) => {
  const places = [0.5, width / 2, width - 0.5];

  it('no longer than the taut way, and 5 %', () => {
    for (const x of places) {
      const seconds = secondsTo(cornerOf(width), width, x);
      const least = tautWay(width, x) / SPEED;
      expect(seconds).toBeGreaterThan(0.99 * least);
      expect(seconds).toBeLessThan(1.05 * least);
    }
  });

  it('as long, to 1 %, with open doors across', () => {
    const cuts = [
      [[0, width + 2, width, width + 1]],
      [
        [width, width, 0, 0],
        [width, width, width, 0],
      ],
      [
        [0, width, width, width],
        [width + 0.5, 0, width + 0.5, width],
        [0, 8, width, 9],
        [0, 11, width, 10],
        [9, 0, 8, width],
      ],
    ];
    for (const x of places) {
      const plain = secondsTo(cornerOf(width), width, x);
      for (const doors of cuts) {
        const seconds = secondsTo(cutBy(cornerOf(width), doors), width, x);
        expect(Math.abs(seconds / plain - 1), `${width} m, ${x}, ${JSON.stringify(doors)}`).toBeLessThan(0.01);
      }
    }
  });
});
