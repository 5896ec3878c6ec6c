/**
 * CellMesh → the side that one looks out of on the far side of each side: its twin where it is free; NONE where it is opaque. A door that
 * lets through one way only is seen through both ways; a shut door is opaque. Linear.
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from './cell-mesh.ts';

export function sightTwins({ sideTwin }: CellMesh): Int32Array {
  const sight = sideTwin.slice();
  for (let s = 0; s < sideTwin.length; s++) if (sideTwin[s] !== NONE) sight[sideTwin[s]] = s;
  return sight;
}
