/**
 * Convex merging by the letter of its definition, on polygons: free edges by decreasing length, each removed if the
 * union of its two cells is convex and it is longer than every free edge around the union; of equal ones, the one whose
 * ends come first is the longer. Quadratic, exact signs.
 */
import { orient2d } from 'robust-predicates';
import type { FlatMap } from '../../src/map/flat-map.ts';
import type { Triangulation } from '../../src/triangulation/triangulation.ts';

interface Edge {
  from: number;
  to: number;
  /** Wall, or -1: free. */
  wall: number;
  /** A free edge that is a door stays. */
  stays: boolean;
}

const BLOCKS = 0;

/** Cells as rings of vertex numbers, each from its least vertex on, sorted. */
export function mergedCells(t: Triangulation, map: FlatMap): string[] {
  const cells = new Map<number, Edge[]>();
  /** Which cell lies left of an edge. */
  const leftOf = new Map<string, number>();
  for (let i = 0; i < t.triangleCount; i++) {
    if (t.region[i] !== 1) continue;
    const ring = [0, 1, 2].map((k) => {
      const s = t.constraint[3 * i + k];
      const blocks = s >= 0 && map.segmentKind[s] === BLOCKS;
      return {
        from: t.corner[3 * i + k],
        to: t.corner[3 * i + ((k + 1) % 3)],
        wall: blocks ? s : -1,
        stays: s >= 0 && !blocks,
      };
    });
    cells.set(i, ring);
    for (const { from, to } of ring) leftOf.set(`${from} ${to}`, i);
  }
  const x = (v: number) => t.vertices[2 * v];
  const y = (v: number) => t.vertices[2 * v + 1];
  const squared = ({ from, to }: Edge) => (x(from) - x(to)) ** 2 + (y(from) - y(to)) ** 2;
  /** Both ends of an edge, the lesser one first. */
  const ends = ({ from, to }: Edge) =>
    [
      [x(from), y(from)],
      [x(to), y(to)],
    ]
      .toSorted(comparePlaces)
      .flat();
  const nameOf = ({ from, to }: Edge) => `${Math.min(from, to)} ${Math.max(from, to)}`;
  const order = [...cells.values()]
    .flat()
    .filter((edge) => edge.wall < 0 && !edge.stays && edge.from < edge.to)
    .toSorted((p, q) => squared(q) - squared(p) || comparePlaces(ends(p), ends(q)));
  const rank = new Map(order.map((edge, i) => [nameOf(edge), i]));
  const isConvex = (ring: Edge[]) =>
    ring.every((edge, i) => {
      const after = ring[(i + 1) % ring.length];
      // robust-predicates counts clockwise turns as positive.
      return (
        (edge.wall >= 0 && edge.wall === after.wall) ||
        orient2d(x(edge.from), y(edge.from), x(edge.to), y(edge.to), x(after.to), y(after.to)) <= 0
      );
    });
  for (const edge of order) {
    const above = leftOf.get(`${edge.from} ${edge.to}`)!;
    const below = leftOf.get(`${edge.to} ${edge.from}`)!;
    const after = (cell: number, from: number, to: number) => {
      const ring = cells.get(cell)!;
      const at = ring.findIndex((e) => e.from === from && e.to === to);
      return [...ring.slice(at + 1), ...ring.slice(0, at)];
    };
    const union = [...after(above, edge.from, edge.to), ...after(below, edge.to, edge.from)];
    const names = new Set(union.map((e) => `${e.to} ${e.from}`));
    // Cells that share another free segment stay linked by both.
    if (union.some((e) => names.has(`${e.from} ${e.to}`))) continue;
    if (!isConvex(union)) continue;
    const comesAfter = (e: Edge) =>
      e.stays ? squared(e) < squared(edge) : rank.get(nameOf(e))! > rank.get(nameOf(edge))!;
    if (!union.every((e) => e.wall >= 0 || comesAfter(e))) continue;
    cells.set(above, union);
    cells.delete(below);
    for (const { from, to } of union) leftOf.set(`${from} ${to}`, above);
  }
  return [...cells.values()].map((ring) => ringName(ring.map(({ from }) => [x(from), y(from)]))).toSorted();
}

/** Numbers in order, the first that differ decide. */
function comparePlaces(p: number[], q: number[]): number {
  const at = p.findIndex((value, i) => value !== q[i]);
  return at < 0 ? 0 : p[at] - q[at];
}

/** A ring's corners from the least on, as text. */
export function ringName(corners: [number, number][]): string {
  const texts = corners.map(([x, y]) => `${x},${y}`);
  const least = texts.indexOf(texts.toSorted()[0]);
  return [...texts.slice(least), ...texts.slice(0, least)].join(' ');
}
