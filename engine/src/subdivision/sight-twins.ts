/**
 * CellMesh → the side that one looks out of on the far side of each side: its twin where it is free, the side on the other face where it is
 * glass; NONE where it is opaque. A door that lets through one way only is seen through both ways; a closed door is opaque. Linear.
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from './cell-mesh.ts';
import { nextSideOf } from './cells.ts';

export function sightTwins(mesh: CellMesh): Int32Array {
  const { sideTwin, sideGlass, sideVertex } = mesh;
  const sight = sideTwin.slice();
  for (let s = 0; s < sideTwin.length; s++) if (sideTwin[s] !== NONE) sight[sideTwin[s]] = s;
  // Both faces of a pane have the same two corners, the other way round.
  const faces = new Map<string, number>();
  for (let s = 0; s < sideGlass.length; s++) {
    if (sideGlass[s] === 0) continue;
    const from = sideVertex[s];
    const to = sideVertex[nextSideOf(mesh, s)];
    const other = faces.get(`${to} ${from}`);
    if (other === undefined) faces.set(`${from} ${to}`, s);
    else {
      sight[s] = other;
      sight[other] = s;
    }
  }
  return sight;
}
