/** Minding corners, against cases computed by hand: a gap of 2 m in a wall along y = 0, corners at (−1, 0) and (1, 0), walked through downwards. */
import { describe, expect, it } from 'vitest';
import { scene } from '../../../test/dense-scene.ts';
import { mindCorners } from './mind-corners.ts';
import { FIRST_LEFT, FIRST_RIGHT } from './path-funnel.ts';
import { INSET } from './round-corner.ts';
import { SELF_VX, SELF_VY, SELF_X, SELF_Y } from './thought.ts';
import { TURN } from './turns.ts';

const METRES = 0.25;
/** The corner on the right of who walks down, and the one on the left. */
const CORNERS = Float64Array.of(-1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1);

/** The wish after it; `speed`: how fast the walker is now. */
function minded(at: [number, number], wish: [number, number], speed = 1.2, only?: 'right' | 'left') {
  const { view, thought } = scene([]);
  Object.assign(view, { prepared: { turns: { corner: CORNERS } } });
  thought.self[SELF_X] = at[0];
  thought.self[SELF_Y] = at[1];
  thought.self[SELF_VX] = 0;
  thought.self[SELF_VY] = -speed;
  thought.lane[INSET] = METRES;
  thought.lane[FIRST_RIGHT] = only === 'left' ? -1 : 0;
  thought.lane[FIRST_LEFT] = only === 'right' ? -1 : TURN;
  thought.velocity.set(wish);
  const isTurned = mindCorners(view, thought);
  return { isTurned, x: thought.velocity[0], y: thought.velocity[1] };
}

describe('minding corners', () => {
  it('leaves a wish through the gap as it is', () => {
    expect(minded([0.7, 0.5], [0, -1])).toEqual({ isTurned: false, x: 0, y: -1 });
  });

  it('turns a wish beside the gap back to the tangent of the disc about the corner, at the same speed', () => {
    // From (0.9, 0.5): the corner is √0.26 off; the tangent is turned from it by asin(0.25 / √0.26).
    const { isTurned, x, y } = minded([0.9, 0.5], [0.3, -1.2]);
    expect(isTurned).toBe(true);
    expect(Math.hypot(x, y)).toBeCloseTo(Math.hypot(0.3, 1.2), 12);
    const angle = Math.atan2(-0.5, 0.1) - Math.asin(METRES / Math.sqrt(0.26));
    expect(Math.atan2(y, x)).toBeCloseTo(angle, 12);
    // It passes the corner at just that distance.
    expect(Math.abs(0.1 * y + 0.5 * x) / Math.hypot(x, y)).toBeCloseTo(METRES, 12);
  });

  it('on both sides alike', () => {
    const right = minded([0.9, 0.5], [0.3, -1.2]);
    const left = minded([-0.9, 0.5], [-0.3, -1.2]);
    expect([left.isTurned, -left.x, left.y]).toEqual([right.isTurned, right.x, right.y]);
  });

  it('is for corners within 1.25 m, ahead, and for people who get on', () => {
    expect(minded([0.9, 1.24], [0.3, -1]).isTurned).toBe(true);
    expect(minded([0.9, 1.26], [0.3, -1]).isTurned).toBe(false);
    expect(minded([0.9, 0.5], [-0.2, 1]).isTurned).toBe(false);
    expect(minded([0.9, 0.5], [0.3, -1], 0.269).isTurned).toBe(true);
    expect(minded([0.9, 0.5], [0.3, -1], 0.267).isTurned).toBe(false);
  });

  it('needs a corner on that side', () => {
    expect(minded([0.9, 0.5], [0.3, -1], 1.2, 'left').isTurned).toBe(true);
    expect(minded([0.9, 0.5], [0.3, -1], 1.2, 'right').isTurned).toBe(false);
  });
});
