/**
 * How deep bodies are in each other, and their hard cores. A body is soft outside: in a crush shoulders overlap and people turn; the core
 * is what nothing can press together.
 */
import type { RecordedFrame } from '@foulee/engine';
import { coreRadius } from '@foulee/engine/inside';

export interface Depths {
  /** Metres that the two most deeply overlapping bodies, and cores, are in each other; 0 where none are. */
  bodies: number;
  cores: number;
}

/** A sweep along x. */
export function deepestOverlaps({ count, place, radius, level }: RecordedFrame): Depths {
  let widest = 0;
  for (let i = 0; i < count; i++) widest = Math.max(widest, radius[i]);
  const order = Array.from({ length: count }, (_, i) => i).sort((i, j) => place[2 * i] - place[2 * j]);
  const depths: Depths = { bodies: 0, cores: 0 };
  for (let a = 0; a < count; a++) {
    const i = order[a];
    for (let b = a + 1; b < count; b++) {
      const j = order[b];
      const dx = place[2 * j] - place[2 * i];
      if (dx >= radius[i] + widest) break;
      if (level[i] !== level[j]) continue;
      const apart = Math.hypot(dx, place[2 * j + 1] - place[2 * i + 1]);
      depths.bodies = Math.max(depths.bodies, radius[i] + radius[j] - apart);
      depths.cores = Math.max(depths.cores, coreRadius(radius[i]) + coreRadius(radius[j]) - apart);
    }
  }
  return depths;
}
