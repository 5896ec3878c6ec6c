import { describe, expect, it } from 'vitest';
import { NONE } from '../core/none.ts';
import type { CellMesh } from './cell-mesh.ts';
import { cellHolds } from './cells.ts';
import { indexCells, locate, nearestWalkable } from './locate.ts';

/** A mesh of one level from rings, counter-clockwise; nothing is joined, which an index need not know. */
function meshOf(rings: readonly number[][]): CellMesh {
  const cellFirst = [0];
  for (const ring of rings) cellFirst.push(cellFirst.at(-1)! + ring.length / 2);
  const sides = cellFirst.at(-1)!;
  return {
    origin: [0, 0],
    levels: [{ name: '0', elevation: 0 }],
    doors: [],
    vertices: Float64Array.from(rings.flat()),
    vertexGenerated: new Uint8Array(sides),
    cellFirst: Int32Array.from(cellFirst),
    cellLevel: new Int32Array(rings.length),
    cellLink: new Int32Array(rings.length).fill(NONE),
    sideVertex: Int32Array.from({ length: sides }, (_, s) => s),
    sideTwin: new Int32Array(sides).fill(NONE),
    sideWall: new Int32Array(sides).fill(NONE),
    sideDoor: new Int32Array(sides).fill(NONE),
    sideBoundary: new Uint8Array(sides),
    sideGlass: new Uint8Array(sides),
    sideCell: Int32Array.from(rings.flatMap((ring, c) => Array.from({ length: ring.length / 2 }, () => c))),
  };
}

/** Strips side by side, `along` metres long, turned by an angle. */
function strips(count: number, along: number, across: number, angle: number): CellMesh {
  const turned = (u: number, v: number): [number, number] => [
    u * Math.cos(angle) - v * Math.sin(angle),
    u * Math.sin(angle) + v * Math.cos(angle),
  ];
  const width = across / count;
  return meshOf(
    Array.from({ length: count }, (_, i) => [
      ...turned(0, i * width),
      ...turned(along, i * width),
      ...turned(along, (i + 1) * width),
      ...turned(0, (i + 1) * width),
    ]),
  );
}

function bruteForce(mesh: CellMesh, x: number, y: number): number {
  for (let c = 0; c < mesh.cellLevel.length; c++) if (cellHolds(mesh, c, x, y)) return c;
  return NONE;
}

/** Points all over the mesh and around it, on its sides, and a hair to each side of them. */
function* pointsOf(mesh: CellMesh): Generator<[number, number]> {
  let seed = 1;
  const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const xs = mesh.vertices.filter((_, i) => i % 2 === 0);
  const ys = mesh.vertices.filter((_, i) => i % 2 === 1);
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  for (let k = 0; k < 1000; k++) {
    yield [minX + (1.2 * random() - 0.1) * (maxX - minX), minY + (1.2 * random() - 0.1) * (maxY - minY)];
    const i = 2 * Math.floor(random() * (xs.length / 4)) * 2;
    const t = random();
    const x = mesh.vertices[i] + t * (mesh.vertices[i + 2] - mesh.vertices[i]);
    const y = mesh.vertices[i + 1] + t * (mesh.vertices[i + 3] - mesh.vertices[i + 1]);
    const hair = 2e-9 * (random() - 0.5);
    yield [x, y];
    yield [x + hair, y];
    yield [x, y + hair];
  }
}

const ANGLES = [0, 0.01, 0.4, Math.PI / 4, Math.PI / 2, 2.2];

describe('the index of cells', () => {
  it.each(ANGLES)('agrees with looking at all cells: strips turned by %f', (angle) => {
    for (const mesh of [strips(300, 100, 100, angle), strips(40, 1000, 10, angle), strips(1, 30, 0.2, angle)]) {
      const index = indexCells(mesh);
      for (const [x, y] of pointsOf(mesh)) expect(locate(mesh, index, 0, x, y)).toBe(bruteForce(mesh, x, y));
    }
  });

  it('agrees with looking at all cells: triangles around a point', () => {
    const corner = (i: number): [number, number] => [
      50 * Math.cos((i * Math.PI) / 60),
      30 * Math.sin((i * Math.PI) / 60),
    ];
    const mesh = meshOf(Array.from({ length: 120 }, (_, i) => [0, 0, ...corner(i), ...corner(i + 1)]));
    const index = indexCells(mesh);
    for (let i = 0; i < 2000; i++) {
      const [x, y] = [60 * Math.cos(i) * ((i % 97) / 97), 40 * Math.sin(i) * ((i % 89) / 89)];
      expect(locate(mesh, index, 0, x, y)).toBe(bruteForce(mesh, x, y));
    }
  });

  it.each(ANGLES)('has as many entries as cells, times a constant: strips turned by %f', (angle) => {
    for (const count of [10, 100, 1000, 10000]) {
      const { cell, first } = indexCells(strips(count, 100, 100, angle)).grids[0];
      expect(cell.length).toBeLessThanOrEqual(32 * count);
      expect(first.length).toBeLessThanOrEqual(4 * count + 10);
    }
  });

  it('lists an oblique cell only where it is: far fewer entries than its bounding box has squares', () => {
    const { cell, first } = indexCells(strips(100, 100, 100, Math.PI / 4)).grids[0];
    // Each box spans half the grid each way, 36 of its 121 squares: 3600 entries.
    expect(cell.length).toBeLessThan(100 * 20);
    expect(first.length).toBeGreaterThan(100);
  });

  it('finds the nearest place beside an oblique strip, in whichever square it is listed', () => {
    const mesh = meshOf([
      [0, 0, 1, 0, 101, 100, 100, 100],
      [200, 0, 201, 0, 201, 1, 200, 1],
    ]);
    const place = nearestWalkable(mesh, indexCells(mesh), 0, 60, 40)!;
    expect(place.cell).toBe(0);
    expect(place.x).toBeCloseTo(50.5, 6);
    expect(place.y).toBeCloseTo(49.5, 6);
  });

  it('an empty level has no cell anywhere', () => {
    const mesh = meshOf([]);
    expect(locate(mesh, indexCells(mesh), 0, 0, 0)).toBe(NONE);
  });
});
