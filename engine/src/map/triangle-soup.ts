/**
 * TriangleSoup: a 3D model as loose triangles, metres, z up. Made by formats/ (OBJ, glTF), cut by map/slab.ts.
 * Nothing is promised about it: triangles may cross, repeat, have no area, leave gaps.
 */
import type { Frame } from './plan.ts';

export interface TriangleSoup {
  name: string;
  /** From the model's metres (x, y after turning it z up) to the file's own plan coordinates. */
  frame: Frame;
  /** x, y, z interleaved, finite. */
  positions: Float64Array;
  /** Three vertex indices per triangle. */
  triangles: Uint32Array;
}
