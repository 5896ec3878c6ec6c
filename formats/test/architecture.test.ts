/** The rooms of the formats, declared once: each may import from itself and from those before it. */
import { judgeRooms, readPackage } from '@foulee/testing';
import { expect, test } from 'vitest';

const ORDER = [
  'input',
  'drawing',
  'soup',
  'wkt',
  'geojson',
  'dxf',
  'obj',
  'gltf',
  'png',
  'scenario',
  'recordings',
  'model',
  'pictures',
  'detect-format.ts',
  'read-environment.ts',
  'place-file.ts',
  'model.ts',
  'index.ts',
];

test('rooms are known and in order, nothing imports in a circle, and packages are declared', () => {
  expect(judgeRooms(readPackage(new URL('..', import.meta.url)), ORDER)).toEqual([]);
});
