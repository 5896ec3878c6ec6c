/** Seed → random numbers of their own for groups, sources and walkers, so that one more of them changes nobody else. */
import { seedRandom } from '../core/random.ts';

/** What the numbers are for: no two uses share any. */
export type RandomUse = 'walkers' | 'sources' | 'waits' | 'group sizes' | 'group sizes of sources' | 'services';
const USES: Readonly<Record<RandomUse, number>> = {
  walkers: 1,
  sources: 2,
  waits: 3,
  'group sizes': 4,
  'group sizes of sources': 5,
  services: 6,
};

export function randomFor(seed: number, use: RandomUse, first: number, second: number): Int32Array {
  const kind = USES[use];
  const mixed = Math.imul(seed ^ Math.imul(kind + 1, 0x9e3779b1), 0x85ebca77) ^ Math.imul(first + 1, 0xc2b2ae3d);
  return seedRandom((mixed ^ (mixed >>> 15)) + Math.imul(second + 1, 0x27d4eb2f));
}
