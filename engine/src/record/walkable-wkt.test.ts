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

it('writes one level of several, and all together', () => {
  const level = (elevation: number, box: number[]) => ({ elevation, walkable: [{ box }] });
  const { mesh } = openInline({
    data: { environment: { levels: { hall: level(0, [0, 0, 10, 10]), platform: level(4, [5, 5, 20, 8]) } } },
  }).world;
  const xs = (wkt: string) => [...wkt.matchAll(/(-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x));
  expect(walkableWkt(mesh, { level: 0 })).toMatch(/^POLYGON /);
  expect(Math.max(...xs(walkableWkt(mesh, { level: 0 })))).toBe(10);
  expect(Math.min(...xs(walkableWkt(mesh, { level: 1 })))).toBe(5);
  expect(walkableWkt(mesh)).toMatch(/^MULTIPOLYGON /);
});

it('makes a closed door a gap of 2 cm, between two rooms and between two pillars of one', () => {
  const door = (x: number, from: number, to: number) => [
    [x, from],
    [x, to],
  ];
  const area = (wkt: string) =>
    [...wkt.matchAll(/\(([^()]+)\)/g)].reduce((sum, [, ring]) => {
      const p = ring!.split(', ').map((point) => point.split(' ').map(Number) as [number, number]);
      return sum + p.slice(1).reduce((twice, [x, y], i) => twice + p[i][0] * y - x * p[i][1], 0) / 2;
    }, 0);
  const wkts = (environment: object) => {
    const { mesh } = openInline({ data: { environment } }).world;
    return [walkableWkt(mesh), walkableWkt(mesh, { closedDoors: new Set(['gate']) })] as const;
  };
  const walkable = [{ box: [0, 0, 10, 4] }];
  const walls = [{ box: [4.9, 0, 5.1, 1] }, { box: [4.9, 3, 5.1, 4] }];
  const [open, closed] = wkts({ walkable, obstacles: walls, doors: { gate: door(5, 1, 3) } });
  expect(open).toMatch(/^POLYGON/);
  expect(closed).toMatch(/^MULTIPOLYGON/);
  expect(area(open) - area(closed)).toBeCloseTo(2 * 0.02, 9);
  expect(closed).toContain('4.99 1');
  expect(closed).toContain('5.01 3');
  // People can walk around the pillars: one outline, and one hole where there were two.
  const pillars = [{ box: [4.9, 0.5, 5.1, 1] }, { box: [4.9, 3, 5.1, 3.5] }];
  const [around, shut] = wkts({ walkable, obstacles: pillars, doors: { gate: door(5, 1, 3) } });
  expect([points(around).length, points(shut).length]).toEqual([3, 2]);
  expect(area(around) - area(shut)).toBeCloseTo(2 * 0.02, 9);
});
