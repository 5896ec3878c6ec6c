/**
 * Set-ups with hardly anybody in them: nobody is in anybody's way, so what has to be measured is known whatever the walkers do to each
 * other. Preferred speeds: 1.34 ± 0.26 m/s planning, 1.55 ± 0.18 m/s laboratory.
 */
import { describe, expect, it } from 'vitest';
import { circleSwap } from './emergent-circle.ts';
import { doorFlow } from './emergent-doors.ts';
import { corridorDiagram, fileFigures, walkSingleFile } from './emergent-loops.ts';
import { counterFlow, crossing } from './emergent-streams.ts';

describe('with hardly anybody', () => {
  it('a wide door lets few people out at once, and counts each', () => {
    const { seconds, left, people, flow, longestOverlap } = doorFlow(2.4, 10, 1);
    expect(people).toBe(10);
    expect(left).toBe(0);
    // At most 2.6 m to the door and 6.5 m behind it, at 1 m/s or faster.
    expect(seconds).toBeLessThan(15);
    expect(flow).toBeGreaterThan(1);
    expect(longestOverlap).toBe(0);
  });

  it('a door too narrow for a body keeps everybody in', () => {
    const { left, flow } = doorFlow(0.3, 10, 1);
    expect(left).toBe(10);
    expect(flow).toBeNaN();
  });

  it('two people on the loop walk as the slower one likes, or as both like', () => {
    const walked = walkSingleFile(2, 1);
    const { density, speed, standing } = fileFigures(2, walked);
    expect(density).toBeCloseTo(2 / 26, 3);
    expect(standing).toBe(0);
    const wanted = walked.samples.map(({ preferred }) => preferred);
    expect(speed).toBeGreaterThan(0.93 * Math.min(...wanted));
    expect(speed).toBeLessThan(1.05 * Math.max(...wanted));
    for (const { ahead, behind } of walked.samples) expect(ahead + behind).toBeCloseTo(walked.length, 6);
    expect(walked.samples).toHaveLength(2 * 120);
  });

  it('a nearly empty track has the density that was put there, and free speed', () => {
    const { density, speed, flow, people } = corridorDiagram(0.1, 1);
    expect(people).toBe(46);
    expect(density).toBeGreaterThan(0.05);
    expect(density).toBeLessThan(0.15);
    expect(speed).toBeGreaterThan(1.2);
    expect(speed).toBeLessThan(1.5);
    expect(flow).toBeCloseTo(density! * speed!, 9);
  });

  it('a few people in a corridor pass each other', () => {
    const { people, speed, left, isGridlock } = counterFlow(0.05, 1);
    expect(people).toBe(16);
    expect(left).toBe(0);
    expect(isGridlock).toBe(0);
    expect(speed).toBeGreaterThan(1.3);
  });

  it('a few people cross', () => {
    const { people, left, seconds } = crossing(1, 0.05);
    expect(people).toBe(12);
    expect(left).toBe(0);
    expect(seconds).toBeLessThan(90);
  });

  it('two people change places in the time their way takes', () => {
    const { seconds, left } = circleSwap(1, 2, 5);
    expect(left).toBe(0);
    expect(seconds).toBeGreaterThan(9.5 / 2.2);
    expect(seconds).toBeLessThan(9.5 / 0.5 + 2);
  });
});

it('the same seed gives the same figures, another one others', () => {
  expect(doorFlow(1, 20, 3)).toEqual(doorFlow(1, 20, 3));
  expect(doorFlow(1, 20, 3)).not.toEqual(doorFlow(1, 20, 4));
});
