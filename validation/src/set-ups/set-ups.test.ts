/** Set-ups whose outcome is known, and what they must notice. */
import { describe, expect, it } from 'vitest';
import { play } from '../instruments/play.ts';
import { PLANNING } from '../instruments/populations.ts';
import { forEachWalker } from '../instruments/watch.ts';
import { cabinScenario, cabins } from './cabins.ts';
import { arriveTogether } from './companions.ts';
import { secondsFor40Metres } from './corridor.ts';
import { trespass } from './corner.ts';
import { freeSpeeds } from './free-speeds.ts';
import { measureStarts, startTimes, worstDelay } from './start-times.ts';
import { takeShortcut } from './shortcut.ts';
import { exitShut } from './two-exits.ts';

it('forty metres take as long as the speed says', () => {
  for (const speed of [0.8, 1.33, 2]) {
    const seconds = secondsFor40Metres(speed, 10, 1);
    expect(Math.abs(seconds * speed - 40)).toBeLessThan(0.4);
    // Starting from a stand takes longer.
    expect(secondsFor40Metres(speed, 0, 1)).toBeGreaterThan(seconds);
  }
});

it('a lone walker’s speed is its own', () => {
  const speeds = freeSpeeds(
    { length: 50, width: 40 },
    [
      { count: 1, speed: 1.1 },
      { count: 1, speed: 0.6 },
    ],
    3,
  );
  expect(speeds[0]).toBeCloseTo(1.1, 1);
  expect(speeds[1]).toBeCloseTo(0.6, 1);
});

describe('start times', () => {
  it('are seen as they were demanded', () => {
    const values = [3, 1, 4, 1.5, 9, 2.6, 5, 3.5, 8, 9.7];
    const { drawn, seen } = startTimes(PLANNING.speed, { values }, 1);
    expect(drawn).toEqual(values);
    expect(worstDelay(values, seen)).toBeLessThanOrEqual(0.2);
    const figures = measureStarts([{ name: 'early', start: { values }, below: () => 0 }], PLANNING.speed, 1);
    expect(Object.keys(figures)).toHaveLength(10);
    expect(figures['early 5']).toBe(seen[4]);
  });

  it('one that is late, early or never is noticed', () => {
    expect(worstDelay([10, 20, 30], [10, 20.1, 30])).toBeCloseTo(0.1, 12);
    expect(worstDelay([10, 20, 30], [10, 20, 33])).toBe(3);
    expect(worstDelay([10, 20, 30], [6, 20, 30])).toBe(4);
    expect(worstDelay([10, 20, 30], [10, 20, Number.NaN])).toBeNaN();
  });
});

it('at the corner, what is beyond a wall is told from what is not', () => {
  expect(trespass(5, 1)).toEqual({ outside: 0, isInNotch: false });
  expect(trespass(11, 11)).toEqual({ outside: 0, isInNotch: false });
  expect(trespass(10, 2)).toEqual({ outside: 0, isInNotch: false });
  expect(trespass(5, 2)).toEqual({ outside: 0, isInNotch: false });
  expect(trespass(7, 3)).toEqual({ outside: 1, isInNotch: true });
  expect(trespass(9.99, 8).isInNotch).toBe(true);
  expect(trespass(13, 5).outside).toBe(1);
  expect(trespass(-0.5, 1).outside).toBe(0.5);
});

describe('cabins', () => {
  it('have walls: people come out by the doors and nowhere else', () => {
    /** Gaps in the walls at y = 5 and y = 6; the main exit is one of the latter. */
    const gaps = {
      5: [1.05, 4.05, 7.05, 10.05, 13.05, 16.05].map((x) => [x, x + 0.9]),
      6: [[6, 7.2], ...[1.05, 4.05, 7.65, 10.05, 13.05, 16.05].map((x) => [x, x + 0.9])],
    };
    const before = new Map<number, [number, number]>();
    let crossings = 0;
    play(cabinScenario(PLANNING), 3, (run) =>
      forEachWalker(run, (serial, x, y) => {
        const [fromX, fromY] = before.get(serial) ?? [x, y];
        before.set(serial, [x, y]);
        for (const wall of [5, 6] as const) {
          if (fromY < wall === y < wall) continue;
          crossings++;
          const at = fromX + ((wall - fromY) / (y - fromY)) * (x - fromX);
          expect(
            gaps[wall].some(([low, high]) => at >= low! && at <= high!),
            `(${at}, ${wall})`,
          ).toBe(true);
        }
      }),
    );
    // Everybody leaves a cabin, and fifteen go up the main exit.
    expect(crossings).toBeGreaterThanOrEqual(23 + 15);
  });

  it('exits are told apart by where people leave', () => {
    expect(cabins(PLANNING, 2)).toEqual({ wrong: 0, main: 15, secondary: 8, inside: 0 });
  });
});

it('of companions who never arrive it is said', () => {
  expect(arriveTogether([1.25, 1.25], 0.5, 1)).toMatchObject({ missing: 0 });
  // At 2 cm a second nobody crosses 12 m in five minutes.
  const { spread, missing } = arriveTogether([0.02, 0.02], 0.5, 1);
  expect(missing).toBe(2);
  expect(spread).toBe(-Infinity);
});

it('who heads for an exit that is shut is seen to do so, and leaves by the other', () => {
  const { left, second, headed } = exitShut(1, 5);
  expect([left, second]).toEqual([1, 1]);
  expect(headed).toBeGreaterThan(0.3);
});

it('people who know the place take the shortcut, and the others what they see', () => {
  const shares = takeShortcut(1);
  expect(shares['knowing 1']).toBe(shares['all 1']);
  expect(shares['all 0']).toBeGreaterThan(0.2);
  expect(shares['all 0']).toBeLessThan(shares['all 0.5']);
  expect(shares['inside']).toBe(0);
});
