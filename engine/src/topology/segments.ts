/**
 * Free segments, numbered: a segment is a free side and its twin, one thing seen from two cells. Segments are in the
 * order of their sides of least index, so that every stage that numbers them says the same. Linear.
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';

export interface FreeSegments {
  /** The segment of each side; NONE for constrained sides. */
  segmentOf: Int32Array;
  /** The side of least index of each segment; the other one is its twin. */
  sideOf: Int32Array;
}

export function numberSegments(mesh: CellMesh): FreeSegments {
  const { sideTwin } = mesh;
  const sides = sideTwin.length;
  const segmentOf = new Int32Array(sides).fill(NONE);
  let count = 0;
  for (let s = 0; s < sides; s++) if (sideTwin[s] > s) segmentOf[s] = count++;
  const sideOf = new Int32Array(count);
  for (let s = 0; s < sides; s++) {
    const segment = segmentOf[s];
    const twin = sideTwin[s];
    if (segment === NONE || twin < s) continue;
    sideOf[segment] = s;
    segmentOf[twin] = segment;
  }
  return { segmentOf, sideOf };
}
