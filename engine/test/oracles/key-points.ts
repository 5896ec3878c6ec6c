/**
 * Shortest ways over key points, slowly: every key point of every free segment joined to every other one of the same
 * cell, and Dijkstra without a heap. Knows nothing of directions: what is touched need not be crossed.
 */
import type { CellMesh } from '../../src/subdivision/cell-mesh.ts';
import { sidesOf } from './cells.ts';
import type { CellPlace } from './portals.ts';

type Point = [number, number];

/** Key points of a segment: its middle, or `count` from `radius` off one end to as far off the other. */
export function keyPointsOf(a: Point, b: Point, count: number, radius: number): Point[] {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const at = (metres: number): Point => [
    a[0] + ((b[0] - a[0]) * metres) / length,
    a[1] + ((b[1] - a[1]) * metres) / length,
  ];
  if (count === 1 || length <= 2 * radius) return [at(length / 2)];
  return Array.from({ length: count }, (_, i) => at(radius + (i * (length - 2 * radius)) / (count - 1)));
}

/** Metres from one place to another; Infinity if there is no way for this width. */
export function lengthOverKeyPoints(
  mesh: CellMesh,
  from: CellPlace,
  to: CellPlace,
  width: number,
  count = 1,
  radius = 0,
): number {
  const nodes: { point: Point; segment: number; cells: number[]; distance: number; done: boolean }[] = [];
  const add = (point: Point, segment: number, cells: number[], distance = Infinity) =>
    nodes.push({ point, segment, cells, distance, done: false });
  add([from.x, from.y], -1, [from.cell], 0);
  add([to.x, to.y], -2, [to.cell]);
  const sides = sidesOf(mesh);
  sides.forEach(({ from: a, to: b, twin, cell, length }, s) => {
    if (twin < s || !(length > width)) return;
    for (const point of keyPointsOf(a, b, count, radius)) add(point, s, [cell, sides[twin].cell]);
  });
  const inCell: number[][] = Array.from(mesh.cellLevel, () => []);
  nodes.forEach(({ cells }, i) => cells.forEach((cell) => inCell[cell].push(i)));
  for (;;) {
    const open = nodes.filter((node) => !node.done && node.distance < Infinity);
    if (open.length === 0) return Infinity;
    const at = open.reduce((p, q) => (q.distance < p.distance ? q : p));
    if (at === nodes[1]) return at.distance;
    at.done = true;
    for (const cell of at.cells) {
      for (const i of inCell[cell]) {
        const node = nodes[i];
        if (node.segment === at.segment) continue;
        const length = Math.hypot(node.point[0] - at.point[0], node.point[1] - at.point[1]);
        node.distance = Math.min(node.distance, at.distance + length);
      }
    }
  }
}
