import { expect, it } from 'vitest';
import type { Mesh } from 'three';
import { createSketchLayer } from './sketch.ts';
import type { Sketch } from '../protocol/sketch.ts';

/** Triangles that are drawn. */
function trianglesOf(sketch: Sketch): number {
  const layer = createSketchLayer({ value: 600 });
  layer.set([sketch]);
  const meshes = layer.root.children as Mesh[];
  const count = meshes.reduce((sum, { geometry }) => sum + (geometry.getAttribute('position')?.count ?? 0), 0);
  layer.dispose();
  return count / 3;
}

it('a hollow area is its outline, without the floor in it', () => {
  const area: Sketch = { kind: 'area', points: [0, 0, 2, 0, 2, 1, 0, 1], z: 0, colour: '#3f7f83' };
  expect(trianglesOf(area)).toBe(2 + 4 * 2);
  expect(trianglesOf({ ...area, isHollow: true })).toBe(4 * 2);
});
