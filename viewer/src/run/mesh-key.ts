/**
 * Mesh → a number that tells it from every other mesh. A moment says with it which mesh its cells are of, a place which mesh it has: the page
 * keeps moments of a run whose place has changed since. A worker that is hired anew must not use the numbers of the one before, so they
 * are drawn at random.
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
