/**
 * What the slab cut out of a model, made small: equal polygons are kept once, walls on one segment become one line.
 * Soups repeat both by the thousand: faces are exported two-sided, and every rectangle is two triangles. Linear.
 */
import { groupByOwner } from '../core/csr.ts';
import { createDistinct, type Distinct, keepOnce } from '../core/distinct.ts';
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import type { PlanPolygon, PolygonRole } from './plan.ts';

/** Corners of a polygon at most: a triangle clipped by two planes, each of which adds one. */
export const CORNERS = 5;

export interface Pieces {
  floor: Distinct;
  obstacles: Distinct;
  /** Supporting segments (ax, ay, bx, by) of walls seen edge-on, and which parts of them stand in the slab. */
  supports: Distinct;
  partSupport: GrowableInts;
  /** 0 … 1 along the support. */
  partFrom: GrowableFloats;
  partTo: GrowableFloats;
  /** Floor area that faces up and down. */
  floorUp: number;
  floorDown: number;
}

export function createPieces(): Pieces {
  return {
    floor: createDistinct(2 * CORNERS),
    obstacles: createDistinct(2 * CORNERS),
    supports: createDistinct(4),
    partSupport: new GrowableInts(),
    partFrom: new GrowableFloats(),
    partTo: new GrowableFloats(),
    floorUp: 0,
    floorDown: 0,
  };
}

/** Add a polygon given as x, y, z, counter-clockwise from its least corner so that equal ones look equal; gives its area. */
export function addPolygon(polygons: Distinct, ring: Float64Array, count: number): number {
  let doubled = 0;
  let least = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const j = (i + 3) % (3 * count);
    // Areas are measured from the first corner: far from the origin products of coordinates would drown them.
    doubled += (ring[i] - ring[0]) * (ring[j + 1] - ring[1]);
    doubled -= (ring[j] - ring[0]) * (ring[i + 1] - ring[1]);
    if ((ring[i] - ring[least] || ring[i + 1] - ring[least + 1]) < 0) least = i;
  }
  const { key } = polygons;
  for (let k = 0, i = least; k < 2 * count; k += 2) {
    key[k] = ring[i];
    key[k + 1] = ring[i + 1];
    i = (i + (doubled > 0 ? 3 : 3 * count - 3)) % (3 * count);
  }
  keepOnce(polygons, 2 * count);
  return Math.abs(doubled) / 2;
}

export function polygonsOf({ lists }: Distinct, role: PolygonRole): PlanPolygon[] {
  return lists.map((ring) => ({ role, rings: [ring] }));
}

/**
 * Add the part `from` … `to` (0 … 1) of the segment a–b; the ends are x, y at points[a] and points[b]. Both triangles of
 * a wall's face lie on the same segment but cover different parts of it, since the slab cuts their common diagonal:
 *
 *     a ┬────────────┬ b      the upper triangle covers a…q, the lower p…b:
 *  top ─┼───────q────┼─       one line in the end, a…b
 *       │    ╱       │
 *  bot ─┼─p──────────┼─
 *       ┴────────────┴
 */
export function addWall(pieces: Pieces, points: Float64Array, a: number, b: number, from: number, to: number): void {
  const { key } = pieces.supports;
  key[0] = points[a];
  key[1] = points[a + 1];
  key[2] = points[b];
  key[3] = points[b + 1];
  pieces.partSupport.push(keepOnce(pieces.supports, 4));
  pieces.partFrom.push(from);
  pieces.partTo.push(to);
}

/** The lines that the parts of each support make together. */
export function linesOf(pieces: Pieces): Float64Array[] {
  const lines: Float64Array[] = [];
  const from = pieces.partFrom.array;
  const to = pieces.partTo.array;
  const { first, item } = groupByOwner(pieces.partSupport.values(), pieces.supports.lists.length);
  pieces.supports.lists.forEach((support, s) => {
    const parts = item.subarray(first[s], first[s + 1]).sort((p, q) => from[p] - from[q]);
    for (let i = 0; i < parts.length; ) {
      const start = from[parts[i]];
      let end = to[parts[i]];
      for (i++; i < parts.length && from[parts[i]] <= end; i++) end = Math.max(end, to[parts[i]]);
      addLine(lines, support, start, end);
    }
  });
  return lines;
}

function addLine(lines: Float64Array[], support: Float64Array, from: number, to: number): void {
  const [ax, ay, bx, by] = support as unknown as [number, number, number, number];
  const line = Float64Array.of(
    from === 0 ? ax : ax + from * (bx - ax),
    from === 0 ? ay : ay + from * (by - ay),
    to === 1 ? bx : ax + to * (bx - ax),
    to === 1 ? by : ay + to * (by - ay),
  );
  // The slab may take so little of a wall's tip that its ends round to one point.
  if (line[0] !== line[2] || line[1] !== line[3]) lines.push(line);
}
