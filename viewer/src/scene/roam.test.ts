import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { Place, PlaceLevel } from '../protocol/place.ts';
import { mostLevelAngle, roamOf, scaledAbout } from './roam.ts';

describe('a camera that roams', () => {
  it('stays half a metre above the floor it looks at, and is never level', () => {
    for (const distance of [1.5, 3, 8]) expect(distance * Math.cos(mostLevelAngle(distance))).toBeGreaterThan(0.499);
    // From one metre, 60° from straight down: cos 60° = ½.
    expect(mostLevelAngle(1)).toBeCloseTo(Math.PI / 3, 9);
    expect(mostLevelAngle(1000)).toBeCloseTo(Math.PI / 2 - 0.05, 9);
    expect(mostLevelAngle(0.2)).toBe(0);
  });

  it('looks at the place and a little around it, from the lowest floor to heads on the highest', () => {
    const levels = [{ elevation: 5 }, { elevation: -1 }] as PlaceLevel[];
    const { min, max } = roamOf({ bounds: [0, 10, 40, 20], levels } as Place);
    // A tenth of 40 metres, and two.
    expect(min.toArray()).toEqual([-6, -1, -26]);
    expect(max.toArray()).toEqual([46, 7, -4]);
  });

  it('comes nearer to what is under the pointer and not through the floor, however often', () => {
    const about = new Vector3(10, 0, -4);
    let target = new Vector3(0, 1, 0);
    let eye = new Vector3(0, 11, 10);
    const before = eye.clone().sub(about).normalize();
    for (let k = 0; k < 40; k++) {
      target = scaledAbout(target, about, 0.8);
      eye = scaledAbout(eye, about, 0.8);
      expect(Math.min(target.y, eye.y)).toBeGreaterThan(0);
    }
    expect(eye.distanceTo(about)).toBeLessThan(0.01);
    // Seen in the same direction: it stays under the pointer.
    expect(eye.sub(about).normalize().dot(before)).toBeCloseTo(1, 6);
  });
});
