/** The corner that is turned and cut: the same place, and other cells. */
import { openInline } from '@foulee/engine';
import { expect, it } from 'vitest';
import { SYMMETRIES, symmetryOf, turnedBy } from '../instruments/symmetries.ts';
import { type Cut, cornerScenario } from './fed-corner.ts';

/** Each cell as its corners, in an order of their own: equal lists are equal subdivisions. */
function cellsOf(cut?: Cut): string[] {
  const corner = { width: 3, inflow: 1.2, symmetry: symmetryOf('90'), ...(cut === undefined ? {} : { cut }) };
  const { mesh } = openInline({ data: cornerScenario(corner) }).world;
  const cells: string[] = [];
  for (let cell = 0; cell + 1 < mesh.cellFirst.length; cell++) {
    const corners: string[] = [];
    for (let side = mesh.cellFirst[cell]; side < mesh.cellFirst[cell + 1]; side++) {
      const vertex = mesh.sideVertex[side];
      corners.push(`${mesh.vertices[2 * vertex].toFixed(6)} ${mesh.vertices[2 * vertex + 1].toFixed(6)}`);
    }
    cells.push(corners.sort().join(', '));
  }
  return cells.sort();
}

it('open doors cut the cells in other ways than those without, and than each other', () => {
  const all = [cellsOf(), cellsOf('doors'), cellsOf('mouth'), cellsOf('diagonal')];
  expect(cellsOf()).toEqual(all[0]);
  for (const [k, cells] of all.entries()) {
    expect(cells.length).toBeGreaterThan(1);
    for (const others of all.slice(k + 1)) expect(others).not.toEqual(cells);
  }
});

it('there are eight symmetries, and a turn by 37° keeps lengths and angles', () => {
  const images = SYMMETRIES.map(({ of }) => of([2, 1]).join(' '));
  expect(new Set(images).size).toBe(8);
  expect(symmetryOf('90').of([2, 1])).toEqual([-1, 2]);
  expect(symmetryOf('0m').of([2, 1])).toEqual([2, -1]);
  const [x, y] = turnedBy(37).of([2, 0]);
  expect(Math.hypot(x, y)).toBeCloseTo(2, 12);
  expect(Math.atan2(y, x)).toBeCloseTo((37 / 180) * Math.PI, 12);
});
