import { describe, expect, it } from 'vitest';
import { createTurningBack, follow, forgetPlaces, makeRoom, type Walker } from './turning-back.ts';

/** Somebody walks along x, at y = 0: place, time, x. @returns where they turned back */
function turnsOf(way: [place: number, time: number, x: number][], isExploring = true): [place: number, x: number][] {
  const turning = createTurningBack();
  makeRoom(turning, 4);
  return way.flatMap(([place, time, x]): [number, number][] => {
    const walker: Walker = { serial: 3, place, cell: 10 * place, x, y: 0 };
    if (!follow(turning, walker, time, isExploring)) return [];
    expect(walker.cell).toBe(10 * walker.place);
    return [[walker.place, walker.x]];
  });
}

describe('turning back', () => {
  const THERE: [number, number, number][] = [
    [1, 0, 0],
    [1, 5, 4],
    [2, 6, 5],
    [2, 8, 7],
    [2, 9, 6.5],
  ];

  it('counts where people were furthest from the doorway they came in by', () => {
    expect(turnsOf([...THERE, [1, 12, 4.5]])).toEqual([[2, 7]]);
    // In again, and out again.
    expect(turnsOf([...THERE, [1, 12, 4.5], [1, 14, 2], [2, 16, 5], [2, 18, 9], [1, 20, 4]])).toEqual([
      [2, 7],
      [1, 2],
      [2, 9],
    ]);
  });

  it('does not count on the way through, late, at a border only, or for people who know their way', () => {
    expect(turnsOf([...THERE, [3, 12, 10]])).toEqual([]);
    expect(turnsOf([...THERE, [1, 66.1, 4.5]])).toEqual([]);
    expect(turnsOf([...THERE, [1, 65.9, 4.5]])).toHaveLength(1);
    expect(turnsOf([...THERE.slice(0, 3), [2, 7, 5.9], [1, 8, 4.9]])).toEqual([]);
    expect(turnsOf([...THERE, [1, 12, 4.5]], false)).toEqual([]);
  });

  it('knows nobody’s way any more when places have other numbers', () => {
    const turning = createTurningBack();
    makeRoom(turning, 1);
    const walker = { serial: 0, cell: 0, y: 0 };
    follow(turning, { ...walker, place: 1, x: 0 }, 0, true);
    follow(turning, { ...walker, place: 2, x: 3 }, 1, true);
    follow(turning, { ...walker, place: 2, x: 6 }, 2, true);
    forgetPlaces(turning);
    expect(follow(turning, { ...walker, place: 1, x: 2 }, 3, true)).toBe(false);
  });
});
