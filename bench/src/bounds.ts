/** Least x, y and greatest x, y of all vertices of a mesh, in its own coordinates. */
import type { CellMesh } from '@foulee/engine';

export function boundsOf({ vertices }: CellMesh): [number, number, number, number] {
  const bounds: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let i = 0; i < vertices.length; i += 2) {
    bounds[0] = Math.min(bounds[0], vertices[i] as number);
    bounds[1] = Math.min(bounds[1], vertices[i + 1] as number);
    bounds[2] = Math.max(bounds[2], vertices[i] as number);
    bounds[3] = Math.max(bounds[3], vertices[i + 1] as number);
  }
  return bounds;
}
