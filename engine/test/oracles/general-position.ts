/**
 * Is a refined triangulation the only one its map can have, whatever rounding does? Yes where no two free edges are
 * nearly equally long; no four corners of two neighbouring triangles lie nearly on one circle with diagonals nearly
 * equally long, nor five on one; and no two edges of a vertex are nearly opposite, but for pieces of one wall, so that
 * rounding does not decide whether a cell is convex. Four on a circle with different diagonals are allowed: the longer
 * one is taken, and feet make many such circles (a corner, its feet on two walls, the corner where these meet).
 */
import type { Triangulation } from '../../src/triangulation/triangulation.ts';

/** Sines and relative lengths below this are decided by rounding. */
const NEARLY = 1e-7;

export function isInGeneralPosition(t: Triangulation): boolean {
  const lengths: number[] = [];
  const tied = new Set<number>();
  const next = (e: number) => (e % 3 === 2 ? e - 2 : e + 1);
  const place = (v: number): [number, number] => [t.vertices[2 * v], t.vertices[2 * v + 1]];
  for (let e = 0; e < 3 * t.triangleCount; e++) {
    const f = t.twin[e];
    if (f < e || t.constraint[e] >= 0) continue;
    if (t.region[Math.floor(e / 3)] !== 1 || t.region[Math.floor(f / 3)] !== 1) continue;
    const u = place(t.corner[e]);
    const v = place(t.corner[f]);
    lengths.push(Math.hypot(u[0] - v[0], u[1] - v[1]));
    const w = place(t.corner[next(next(e))]);
    const z = place(t.corner[next(next(f))]);
    const other = Math.hypot(w[0] - z[0], w[1] - z[1]);
    const isTie = Math.abs(angleAt(w, u, v) + angleAt(z, u, v) - Math.PI) < NEARLY;
    if (!isTie) continue;
    if (Math.abs(other - lengths.at(-1)!) < NEARLY * other) return false;
    for (const triangle of [Math.floor(e / 3), Math.floor(f / 3)]) {
      // Two ties at one triangle: five or more on a circle, with more than two ways to divide them.
      if (tied.has(triangle)) return false;
      tied.add(triangle);
    }
  }
  if (hasStraightCorner(t)) return false;
  lengths.sort((a, b) => a - b);
  return lengths.every((length, i) => i === 0 || length - lengths[i - 1] > NEARLY * length);
}

/** Are two edges of floor triangles nearly opposite at a vertex, without being pieces of one wall? */
function hasStraightCorner(t: Triangulation): boolean {
  const leaving = new Map<number, { angle: number; wall: number }[]>();
  for (let e = 0; e < 3 * t.triangleCount; e++) {
    if (t.region[Math.floor(e / 3)] !== 1) continue;
    const [u, v] = [t.corner[e], t.corner[e % 3 === 2 ? e - 2 : e + 1]];
    const angle = Math.atan2(t.vertices[2 * v + 1] - t.vertices[2 * u + 1], t.vertices[2 * v] - t.vertices[2 * u]);
    const wall = t.constraint[e];
    leaving.set(u, [...(leaving.get(u) ?? []), { angle, wall }]);
    leaving.set(v, [...(leaving.get(v) ?? []), { angle: angle + Math.PI, wall }]);
  }
  return [...leaving.values()].some((edges) =>
    edges.some((p) =>
      edges.some((q) => {
        if (p.wall >= 0 && p.wall === q.wall) return false;
        return Math.abs(Math.sin(p.angle - q.angle)) < NEARLY && Math.cos(p.angle - q.angle) < 0;
      }),
    ),
  );
}

/** The angle under which u and v are seen from p. */
function angleAt(p: [number, number], u: [number, number], v: [number, number]): number {
  const [ux, uy, vx, vy] = [u[0] - p[0], u[1] - p[1], v[0] - p[0], v[1] - p[1]];
  return Math.atan2(Math.abs(ux * vy - uy * vx), ux * vx + uy * vy);
}
