/** Insight (run/inspect.ts) → lines on the floor: the way, the neighbours, and a second of what was wished for. */
import type { Insight } from '../run/inspect.ts';
import type { Sketch } from './sketch.ts';

export function sketchInsight({ route, neighbours, wish, place }: Insight): Sketch[] {
  const [x, y, z] = place;
  const sketches: Sketch[] = [];
  if (route.length >= 4) sketches.push({ kind: 'line', points: route, z, colour: '#2563eb' });
  for (let k = 0; k < neighbours.length; k += 2) {
    sketches.push({ kind: 'thread', points: [x, y, neighbours[k]!, neighbours[k + 1]!], z, colour: '#0f766e' });
  }
  if (wish[0] !== 0 || wish[1] !== 0) {
    sketches.push({ kind: 'line', points: [x, y, x + wish[0], y + wish[1]], z, colour: '#d97706', isStrong: true });
  }
  return sketches;
}
