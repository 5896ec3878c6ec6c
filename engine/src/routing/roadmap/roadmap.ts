/**
 * CellMesh → Roadmap: key points on free segments, the nodes of every search but the exact one.
 *
 * A cell is convex, so any two key points of different free segments around it are joined by a straight line inside it:
 * edges are not stored, the sides of a cell are enough to list them. Source: L04 §3.3. Linear.
 *
 *       ┌───────•───────┐      k = 1: the middle of each free segment
 *       │      ╱ ╲      │      k > 1: evenly spaced, the first and the last `radius` from the ends
 *       •─────╱───╲─────•      a segment not longer than 2 · radius: its middle only
 *       └───────────────┘
 *
 * A way over key points goes on through the cell it has entered, never back through the one it came from: by the
 * triangle inequality it would not be shorter, and what is touched without being crossed is no portal. One-way doors have key points, too;
 * it is for the searches to mind which way they lead.
 */
import { InputError } from '../../core/errors.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { nextSideOf, sideLength } from '../../subdivision/cells.ts';
import { type FreeSegments, numberSegments } from '../../topology/segments.ts';
import { openBothWays } from '../hierarchical/one-way.ts';

export interface Roadmap extends FreeSegments {
  /** Key points on a segment that is long enough. */
  keyPoints: number;
  /** Metres between an end of a segment and its first key point, where there are several. */
  radius: number;
  /** Metres: who is as wide or wider does not pass. */
  segmentLength: Float64Array;
  /** Key points of segment g are pointFirst[g] … pointFirst[g + 1] - 1, from the start of side sideOf[g] to its end. */
  pointFirst: Int32Array;
  pointSegment: Int32Array;
  /** x, y of each key point, interleaved, mesh coordinates. */
  points: Float64Array;
}

/** More would make tables of paths that nobody can hold. */
const MOST_KEY_POINTS = 64;

export function buildRoadmap(mesh: CellMesh, keyPoints = 1, radius = 0.25): Roadmap {
  if (!Number.isInteger(keyPoints) || keyPoints < 1 || keyPoints > MOST_KEY_POINTS) {
    throw new InputError('roadmap', `${keyPoints} key points per segment`, `give 1 to ${MOST_KEY_POINTS}`);
  }
  if (!(radius >= 0 && radius < Infinity)) {
    throw new InputError('roadmap', `a radius of ${radius} m`, 'give a length of at least 0 m');
  }
  const { vertices, sideVertex } = mesh;
  const { segmentOf, sideOf } = numberSegments(openBothWays(mesh));
  const segments = sideOf.length;
  const segmentLength = new Float64Array(segments);
  const pointFirst = new Int32Array(segments + 1);
  for (let g = 0; g < segments; g++) {
    const length = sideLength(mesh, sideOf[g]);
    segmentLength[g] = length;
    pointFirst[g + 1] = pointFirst[g] + (length > 2 * radius ? keyPoints : 1);
  }
  const pointSegment = new Int32Array(pointFirst[segments]);
  const points = new Float64Array(2 * pointSegment.length);
  for (let g = 0; g < segments; g++) {
    const side = sideOf[g];
    const a = 2 * sideVertex[side];
    const b = 2 * sideVertex[nextSideOf(mesh, side)];
    const first = pointFirst[g];
    const count = pointFirst[g + 1] - first;
    const inset = radius / segmentLength[g];
    for (let i = 0; i < count; i++) {
      const share = count === 1 ? 0.5 : inset + ((1 - 2 * inset) * i) / (count - 1);
      pointSegment[first + i] = g;
      points[2 * (first + i)] = (1 - share) * vertices[a] + share * vertices[b];
      points[2 * (first + i) + 1] = (1 - share) * vertices[a + 1] + share * vertices[b + 1];
    }
  }
  return { segmentOf, sideOf, keyPoints, radius, segmentLength, pointFirst, pointSegment, points };
}
