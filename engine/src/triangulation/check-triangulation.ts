/**
 * Checks a Triangulation against its definition and names what is wrong; an empty list means it holds.
 * Every triangle turns counter-clockwise, twins agree, areas add up to the frame's, every free side is Delaunay (either
 * way at a near tie), every segment is a chain of constrained edges. Linear.
 */
import { NONE } from '../core/none.ts';
import { orient } from '../core/predicates.ts';
import { isNearTie } from './ties.ts';
import { FRAME_VERTICES, mustFlip, next, type Triangulation } from './triangulation.ts';

const KEPT = 20;

export function checkTriangulation(t: Triangulation, segments: Int32Array): string[] {
  const found: string[] = [];
  const say = (text: string) => {
    if (found.length < KEPT) found.push(text);
  };
  const { vertices, corner, twin, constraint } = t;
  const halfEdges = 3 * t.triangleCount;
  const expected = 2 * (t.vertexCount - FRAME_VERTICES) + 2;
  if (t.triangleCount !== expected) say(`${t.triangleCount} triangles instead of ${expected}`);
  const x = (v: number) => vertices[2 * v];
  const y = (v: number) => vertices[2 * v + 1];
  let area = 0;
  const covered = new Float64Array(segments.length >> 1);
  for (let e = 0; e < halfEdges; e++) {
    const a = corner[e];
    const b = corner[next(e)];
    if (!(a >= 0 && a < t.vertexCount)) {
      say(`half-edge ${e} starts at vertex ${a}, which does not exist`);
      continue;
    }
    if (e % 3 === 0) {
      const c = corner[e + 2];
      if (!(orient(x(a), y(a), x(b), y(b), x(c), y(c)) > 0)) say(`triangle ${e / 3} does not turn counter-clockwise`);
      area += ((x(b) - x(a)) * (y(c) - y(a)) - (x(c) - x(a)) * (y(b) - y(a))) / 2;
    }
    const f = twin[e];
    if (f === NONE) {
      if (a < t.frameFirst || a >= t.frameFirst + FRAME_VERTICES) say(`half-edge ${e} has no twin inside the frame`);
    } else if (twin[f] !== e || corner[f] !== b || corner[next(f)] !== a) {
      say(`half-edges ${e} and ${f} are not two sides of one edge`);
      continue;
    } else if (constraint[f] !== constraint[e]) say(`half-edges ${e} and ${f} disagree about their constraint`);
    else if (e < f && mustFlip(t, e) && !isNearTie(t, e)) say(`free edge ${e} is not Delaunay`);
    const s = constraint[e];
    if (s !== NONE && e < f) {
      if (s >= covered.length) say(`half-edge ${e} lies on segment ${s}, which does not exist`);
      else covered[s] += Math.sqrt((x(b) - x(a)) ** 2 + (y(b) - y(a)) ** 2);
    }
  }
  for (let v = 0; v < t.vertexCount; v++) {
    if (corner[t.vertexEdge[v]] !== v) say(`vertex ${v} remembers a half-edge that starts elsewhere`);
  }
  const f = t.frameFirst;
  const frame = (x(f + 2) - x(f)) * (y(f + 2) - y(f));
  if (!(Math.abs(area - frame) <= 1e-9 * frame)) say(`triangles cover ${area} m² of ${frame} m²`);
  for (let s = 0; s < covered.length; s++) {
    const a = segments[2 * s];
    const b = segments[2 * s + 1];
    const length = Math.sqrt((x(b) - x(a)) ** 2 + (y(b) - y(a)) ** 2);
    if (!(Math.abs(covered[s] - length) <= 1e-9 * length))
      say(`segment ${s} is covered by ${covered[s]} of ${length} m`);
  }
  return found;
}
