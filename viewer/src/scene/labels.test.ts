import { describe, expect, it } from 'vitest';
import { anchorOf, beginOf, darkEnough, keepInside, showApart } from './labels.ts';

describe('labels', () => {
  it('are left out where another one is', () => {
    const places = [
      [0, 0],
      [30, 5],
      [30, 25],
      [60, 0],
      [Number.NaN, 3],
    ].map(([x, y]) => ({ x: x!, y: y!, isShown: true }));
    // "exit" is 16 + 4 × 6.6 = 42.4 pixels wide.
    showApart(places, ['exit', 'exit', 'exit', 'exit', 'exit']);
    expect(places.map(({ isShown }) => isShown)).toEqual([true, false, true, true, false]);
  });

  it('are beside what they name, or in the middle of it', () => {
    expect(beginOf([100, 50], 'exit', undefined)).toEqual([100, 50]);
    // Drawn 6 pixels on, 42.4 wide and 20 high.
    expect(beginOf([100, 50], 'exit', true)).toEqual([100 - 6 - 21.2, 50 - 6 - 10]);
  });

  it('of lines are at their middle, others at the first point', () => {
    expect(anchorOf(true, [0, 0, 10, 0])).toEqual([5, 0]);
    // 4 and 8 metres long: the middle is 2 metres up the second piece.
    expect(anchorOf(true, [0, 0, 4, 0, 4, 8])).toEqual([4, 2]);
    expect(anchorOf(true, [3, 4, 3, 4])).toEqual([3, 4]);
    expect(anchorOf(false, [1, 2, 9, 9])).toEqual([1, 2]);
  });

  it('stay inside the picture, if what they name is in it', () => {
    const placed = (x: number, y: number, seen: [number, number, number, number]) => {
      const place = { x, y, isShown: true };
      keepInside(place, 'exit', seen, [400, 300]);
      return place;
    };
    expect(placed(100, 80, [90, 80, 110, 90])).toEqual({ x: 100, y: 80, isShown: true });
    // No room to the right of 390: to its left. 390 − 42.4 − 2 × 6 = 335.6.
    const right = placed(390, 80, [390, 40, 390, 120]);
    expect(right.x).toBeCloseTo(335.6, 9);
    // The corner of an area is above the picture, the area is not; 20 pixels high with 6 above and below.
    expect(placed(-50, -70, [-50, -70, 200, 200])).toEqual({ x: -6, y: -6, isShown: true });
    expect(placed(100, 299, [100, 290, 110, 310]).y).toBe(274);
    expect(placed(500, 80, [480, 70, 520, 90]).isShown).toBe(false);
    expect(placed(Number.NaN, 80, [Number.NaN, 70, Number.NaN, 90]).isShown).toBe(false);
  });

  it('have a ground on which white can be read', () => {
    expect(darkEnough('#7c4fd0')).toBe('#7c4fd0');
    // An exit's green is 4.37 to 1, and a goal's amber 3.76: a little darker each.
    expect(darkEnough('#1f8a50')).toBe('#1e874e');
    expect(darkEnough('#b87503')).toBe('#a66903');
    expect(darkEnough('red')).toBe('red');
  });
});
