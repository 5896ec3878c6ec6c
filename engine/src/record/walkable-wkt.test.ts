import { expect, it } from 'vitest';
import { openInline } from '../run/open-scenario.ts';
import { walkableWkt } from './walkable-wkt.ts';

const wktOf = (environment: object) => walkableWkt(openInline({ data: { environment } }).world.mesh);
const points = (wkt: string) => wkt.match(/\(([^()]+)\)/g)!.map((ring) => ring.split(', ').length);

it('writes one outline as a polygon, with its holes', () => {
  const room = { walkable: [{ box: [100, 200, 110, 206] }] };
  const wkt = wktOf(room);
  expect(wkt).toMatch(/^POLYGON \(\(/);
  for (const corner of ['100 200', '110 200', '110 206', '100 206']) expect(wkt).toContain(corner);
  // The first point again at the end.
  expect(points(wkt)).toEqual([5]);
  const pillar = wktOf({ ...room, obstacles: [{ box: [104, 202, 105, 203] }] });
  expect(pillar).toMatch(/^POLYGON \(\(.*\), \(.*\)\)$/);
  // Bottlenecks between pillar and walls end at corners of their own; the hole has none.
  expect(points(pillar)[1]).toBe(5);
});

it('writes rooms apart as several polygons', () => {
  const wkt = wktOf({ walkable: [{ box: [0, 0, 4, 4] }, { box: [10, 0, 14, 4] }] });
  expect(wkt).toMatch(/^MULTIPOLYGON \(\(\(.*\)\), \(\(.*\)\)\)$/);
  expect(points(wkt)).toEqual([5, 5]);
});
