import { describe, expect, test } from 'vitest';
import { bitrateOf, canFilm, codingsFor, type FilmPlan, pictureCount, timeOfPicture } from './film.ts';

const PLAN: FilmPlan = { from: 10, to: 20, speed: 4, framesPerSecond: 30, width: 1280, height: 720 };

describe('the plan of a video', () => {
  test('10 s at × 4 and 30 a second are 75 pictures, 4 / 30 s apart, the first at the beginning', () => {
    expect(pictureCount(PLAN)).toBe(75);
    expect(timeOfPicture(PLAN, 0)).toBe(10);
    expect(timeOfPicture(PLAN, 15)).toBe(12);
    expect(timeOfPicture(PLAN, 74)).toBeCloseTo(20 - 4 / 30, 12);
  });

  test('there is at least one picture, and none after the end', () => {
    const short = { ...PLAN, to: 10.05, speed: 60, framesPerSecond: 15 };
    expect(pictureCount(short)).toBe(1);
    // 0.5 s at 15 a second: 7.5, so 8; the last one at 10 + 7 / 15.
    const half = { ...PLAN, to: 10.5, speed: 1, framesPerSecond: 15 };
    expect(pictureCount(half)).toBe(8);
    expect(timeOfPicture(half, 7)).toBeCloseTo(10.4667, 4);
    expect(timeOfPicture(half, 8)).toBe(10.5);
  });

  test('more pixels and more pictures take more bits', () => {
    // 0.12 bits × 1280 × 720 × 30.
    expect(bitrateOf(PLAN)).toBe(3_317_760);
    expect(bitrateOf({ ...PLAN, width: 2560 })).toBe(2 * 3_317_760);
    expect(bitrateOf({ ...PLAN, framesPerSecond: 60 })).toBe(Math.round(Math.SQRT2 * 3_317_760));
  });

  test.each([
    [640, 360, 30, 30],
    [1280, 720, 30, 31],
    [1280, 720, 60, 40],
    [1920, 1080, 30, 40],
    [1920, 1080, 60, 41],
    [3840, 2160, 30, 50],
    [3840, 2160, 60, 51],
    [8000, 4500, 60, 52],
  ])('%i × %i at %i a second is level %i of VP9; VP8 where there is none', (width, height, framesPerSecond, level) => {
    const codings = codingsFor({ ...PLAN, width, height, framesPerSecond });
    expect(codings.map(({ config: { codec }, name }) => [codec, name])).toEqual([
      [`vp09.00.${level}.08`, 'V_VP9'],
      ['vp8', 'V_VP8'],
    ]);
    for (const { config } of codings) expect(config).toMatchObject({ width, height, framerate: framesPerSecond });
  });

  test('Node has no encoder', () => expect(canFilm()).toBe(false));
});
