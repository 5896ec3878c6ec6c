/**
 * Mesh → a number that identifies it. A moment names the mesh of its cells by it, and a place the
 * mesh it carries: the page shows moments from before the place changed, and their cells must not
 * be looked up in the new mesh. Keys are random, because a new worker must not reuse those of the
 * worker before it.
 */
import type { CellMesh } from '@foulee/engine';

const keys = new WeakMap<CellMesh, number>();

export function meshKeyOf(mesh: CellMesh): number {
  let key = keys.get(mesh);
  if (key === undefined) {
    key = Math.random();
    keys.set(mesh, key);
  }
  return key;
}
