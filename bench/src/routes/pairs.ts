/**
 * Starts and goals for the benchmark of routes: a world and a seed → pairs of places, uniform over the floor on which
 * a walker of the given width can stand. Places drawn from the bounding box are kept if they lie in a
 * cell and far enough from the walls, so every method is asked for the same routes and none has to move an end.
 */
import { clearance, createClearanceScratch, indexCells, locate, NONE, type World } from '@foulee/engine';
import { boundsOf } from '../bounds.ts';
import { between, createRandom } from '../random.ts';

export interface Pair {
  /** The plan's metres. */
  from: [number, number];
  to: [number, number];
  /** As the crow flies, metres. */
  distance: number;
}

/** A world of one level. */
export function randomPairs({ mesh }: World, count: number, width: number, seed: number): Pair[] {
  const random = createRandom(seed);
  const index = indexCells(mesh);
  const scratch = createClearanceScratch(mesh);
  const [left, bottom, right, top] = boundsOf(mesh);
  const place = (): [number, number] => {
    for (;;) {
      const x = between(random, left, right);
      const y = between(random, bottom, top);
      const cell = locate(mesh, index, 0, x, y);
      if (cell === NONE || clearance(mesh, scratch, cell, x, y, width) <= width / 2) continue;
      return [x + mesh.origin[0], y + mesh.origin[1]];
    }
  };
  return Array.from({ length: count }, () => {
    const from = place();
    const to = place();
    return { from, to, distance: Math.hypot(to[0] - from[0], to[1] - from[1]) };
  });
}
