import { expect, test } from 'vitest';
import {
  angleDifference,
  angleOf,
  angleOfVector,
  COSINE,
  normOf,
  normOfSpeed,
  polarOf,
  SINE,
  SPEED,
  turned,
} from './polar.ts';

test('norm 0 stands, norms 1 to 15 are 0.73 to 2.03 m/s in equal steps', () => {
  expect(SPEED[0]).toBe(0);
  expect(SPEED[1]).toBe(0.73);
  expect(SPEED[15]).toBeCloseTo(2.03, 12);
  for (let norm = 2; norm < 16; norm++) expect(SPEED[norm] - SPEED[norm - 1]).toBeCloseTo(1.3 / 14, 12);
  expect([0, 0.77, 1.34, 9].map(normOfSpeed)).toEqual([1, 1, 8, 15]);
});

test('a byte holds any angle with any norm', () => {
  for (let angle = 0; angle < 16; angle++) {
    for (let norm = 0; norm < 16; norm++) {
      const polar = polarOf(angle, norm);
      expect(polar).toBeLessThan(256);
      expect([angleOf(polar), normOf(polar)]).toEqual([angle, norm]);
    }
  }
});

test('the tables are sines and cosines; axes are exact', () => {
  for (let k = 0; k < 16; k++) {
    expect(COSINE[k]).toBeCloseTo(Math.cos((k * Math.PI) / 8), 14);
    expect(SINE[k]).toBeCloseTo(Math.sin((k * Math.PI) / 8), 14);
  }
  expect([COSINE[4], SINE[8], COSINE[12]].map(Math.abs)).toEqual([0, 0, 0]);
});

test('the angle of a vector is the nearest of sixteen', () => {
  for (let degrees = 0.5; degrees < 360; degrees += 1) {
    if (Math.abs((degrees % 22.5) - 11.25) < 0.1) continue;
    const radians = (degrees * Math.PI) / 180;
    const nearest = Math.round(degrees / 22.5) % 16;
    expect(angleOfVector(3 * Math.cos(radians), 3 * Math.sin(radians)), `${degrees}°`).toBe(nearest);
  }
  expect(angleOfVector(0, 0)).toBe(0);
});

test('angles differ by 0 to 8 steps, over zero as well', () => {
  expect([angleDifference(1, 15), angleDifference(15, 1), angleDifference(0, 8), angleDifference(5, 5)]).toEqual([
    2, 2, 8, 0,
  ]);
  expect([turned(15, 2), turned(1, -2)]).toEqual([1, 15]);
});
