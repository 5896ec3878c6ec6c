import { InputError } from '@foulee/engine';
import { describe, expect, test } from 'vitest';
import { readPlan, repairs } from '../../test/read-text.ts';

const SQUARE = '(0 0, 10 0, 10 5, 0 5, 0 0)';
const square = (x: number, y: number, side: number): string =>
  `((${x} ${y}, ${x + side} ${y}, ${x + side} ${y + side}, ${x} ${y + side}, ${x} ${y}))`;

describe('what polygons mean', () => {
  test('one polygon with a hole is walkable, its rings not repeated at the end', async () => {
    const { plan, report } = await readPlan(`POLYGON (${SQUARE}, (1 1, 2 1, 2 2, 1 1))`, 'hall.wkt');
    expect(plan.name).toBe('hall');
    expect(plan.levels).toHaveLength(1);
    expect(plan.levels[0]?.floor).toBe('polygons');
    expect(plan.levels[0]?.polygons).toEqual([
      {
        role: 'walkable',
        rings: [Float64Array.of(0, 0, 10, 0, 10, 5, 0, 5), Float64Array.of(1, 1, 2, 1, 2, 2)],
      },
    ]);
    expect(report.notes).toEqual([
      'read as a walkable area of 1 polygon with 1 hole; --as obstacles reads the polygons as obstacles instead',
    ]);
    expect(report.repairs).toEqual([]);
  });

  test('a multipolygon is walkable; several polygons apart from each other are obstacles in a box', async () => {
    const one = await readPlan(`MULTIPOLYGON (${square(0, 0, 4)}, ${square(9, 0, 4)})`, 'a.wkt');
    expect(one.plan.levels[0]?.polygons.map((p) => p.role)).toEqual(['walkable', 'walkable']);
    const two = await readPlan(`POLYGON ${square(0, 0, 4)}\nPOLYGON ${square(9, 0, 4)}`, 'a.wkt', { margin: 3 });
    expect(two.plan.levels[0]?.polygons.map((p) => p.role)).toEqual(['obstacle', 'obstacle']);
    expect(two.plan.levels[0]).toMatchObject({ floor: 'box', margin: 3 });
    expect(two.report.notes[0]).toMatch(/2 obstacles inside their bounding box widened by 3 m.*--as walkable/);
  });

  test('--as overrides both ways', async () => {
    const obstacles = await readPlan(`POLYGON (${SQUARE})`, 'a.wkt', { as: 'obstacles' });
    expect(obstacles.plan.levels[0]).toMatchObject({ floor: 'box', margin: 10, polygons: [{ role: 'obstacle' }] });
    const walkable = await readPlan(`POLYGON ${square(0, 0, 4)}; POLYGON ${square(9, 0, 4)}`, 'a.wkt', {
      as: 'walkable',
    });
    expect(walkable.plan.levels[0]?.floor).toBe('polygons');
  });

  test('a collection of adjoining polygons is walkable, of separate ones obstacles, of one around the others both', async () => {
    const roles = async (...polygons: string[]): Promise<string[] | undefined> => {
      const text = `GEOMETRYCOLLECTION (${polygons.map((p) => `POLYGON ${p}`).join(', ')})`;
      return (await readPlan(text, 'a.wkt')).plan.levels[0]?.polygons.map((p) => p.role);
    };
    expect(await roles(square(0, 0, 4))).toEqual(['walkable']);
    expect(await roles(square(0, 0, 4), square(4, 1, 2), square(5.5, 2, 4))).toEqual([
      'walkable',
      'walkable',
      'walkable',
    ]);
    expect(await roles(square(0, 0, 4), square(4, 1, 2), square(6.5, 2, 4))).toEqual([
      'obstacle',
      'obstacle',
      'obstacle',
    ]);
    expect(await roles(square(1, 1, 2), square(0, 0, 9), square(5, 5, 2))).toEqual([
      'obstacle',
      'walkable',
      'obstacle',
    ]);
  });

  test('lines alone are walls around an enclosed floor; beside a polygon they are walls in it', async () => {
    const lines = await readPlan('MULTILINESTRING ((0 0, 5 0, 5 5), (5 5, 0 5, 0 0))', 'a.wkt');
    expect(lines.plan.levels[0]).toMatchObject({ floor: 'enclosed', polygons: [] });
    expect(lines.plan.levels[0]?.lines).toEqual([Float64Array.of(0, 0, 5, 0, 5, 5), Float64Array.of(5, 5, 0, 5, 0, 0)]);
    const both = await readPlan(`GEOMETRYCOLLECTION (POLYGON (${SQUARE}), LINESTRING (2 0, 2 3))`, 'a.wkt');
    expect(both.plan.levels[0]).toMatchObject({ floor: 'polygons', lines: [Float64Array.of(2, 0, 2, 3)] });
  });
});

describe('what programs write', () => {
  test('any case, Z, M, ZM, SRID, EMPTY, exponents, no spaces, points counted', async () => {
    const text = `srid=25832;geometrycollection z(Polygon Z((0 0 7,1e1 0 7,10 .5e1 7,0 5. 7,0 0 7)),POINT(1 2),multipoint m((1 2 3),(3 4 5)),
      polygonzm empty, LineStringM (0 1 9, 3 1 9), MULTIPOLYGON (EMPTY), GEOMETRYCOLLECTION EMPTY)`;
    const { plan, report } = await readPlan(text, 'a.wkt');
    expect(plan.levels[0]?.polygons[0]?.rings).toEqual([Float64Array.of(0, 0, 10, 0, 10, 5, 0, 5)]);
    expect(plan.levels[0]?.lines).toEqual([Float64Array.of(0, 1, 3, 1)]);
    expect(report.notes.at(-1)).toBe('left out, because a plan has no use for them: 3 points, 3 empty geometries');
  });

  test('scale multiplies, and the frame leads back', async () => {
    const { plan } = await readPlan('POLYGON ((0 0, 10000 0, 10000 5000, 0 0))', 'a.wkt', { scale: 0.001 });
    expect(plan.levels[0]?.polygons[0]?.rings[0]).toEqual(Float64Array.of(0, 0, 10, 0, 10, 5));
    expect(plan.frame).toEqual({ x0: 0, y0: 0, unitX: 1000, unitY: 1000 });
  });

  test('SRID 4326 is degrees', async () => {
    const { plan, report } = await readPlan('SRID=4326;POLYGON ((8 50, 8.001 50, 8.001 50.001, 8 50))', 'a.wkt');
    expect(plan.frame.x0).toBeCloseTo(8.0005, 12);
    expect(report.notes[0]).toMatch(/longitude\/latitude, as the file says/);
  });
});

describe('dirty geometry is repaired and counted', () => {
  test('unclosed, NaN, repeated, too few, straight', async () => {
    const text = `GEOMETRYCOLLECTION (
      POLYGON ((0 0, 10 0, 10 0, nan 3, 10 10, 0 10), (1 1, 2 2, 1 1), (3 3, 4 4, 5 5, 3 3), (6 6, 7 6, 7 7, 6 6)),
      POLYGON ((20 20, 21 21), (20 20, 20.5 20, 20.5 20.5, 20 20)), LINESTRING (5 5, inf 1), LINESTRING (1 8, 3 8, 3 1e300))`;
    const { plan, report } = await readPlan(text, 'a.wkt');
    expect(plan.levels[0]?.polygons).toHaveLength(1);
    expect(plan.levels[0]?.polygons[0]?.rings).toEqual([
      Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10),
      Float64Array.of(6, 6, 7, 6, 7, 7),
    ]);
    expect(plan.levels[0]?.lines).toEqual([
      Float64Array.of(1, 8, 3, 8),
      Float64Array.of(1, 1, 2, 2),
      Float64Array.of(3, 3, 4, 4, 5, 5),
      Float64Array.of(20, 20, 21, 21),
    ]);
    expect(repairs(report).sort()).toEqual([
      'hole of a dropped ring dropped × 1',
      'line with fewer than 2 points dropped × 1',
      'repeated vertex dropped × 1',
      'ring closed × 1',
      'ring without area kept as a wall × 3',
      'vertex without usable coordinates dropped × 3',
    ]);
    expect(report.repairs.find((r) => r.kind === 'repeated vertex dropped')?.places).toEqual([[10, 0]]);
  });

  test('coordinates that are too far from zero are said to be', async () => {
    const far = 'POLYGON ((1e12 1e12, 1.1e12 1e12, 1.1e12 1.1e12, 1e12 1e12))';
    await expect(readPlan(far, 'a.wkt')).rejects.toThrow(
      'a.wkt: its coordinates, up to 1.10e+12, are too far from zero: 1e+10 m is the most; move the place nearer to zero, or check its unit (--scale',
    );
    await expect(readPlan('POLYGON ((1e999 0, 1 1e999, 1e999 1))', 'a.wkt')).rejects.toThrow(/holds no polygon and no/);
  });

  test('a figure of eight has no signed area and is kept', async () => {
    const { plan } = await readPlan('POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))', 'a.wkt');
    expect(plan.levels[0]?.polygons[0]?.rings[0]).toHaveLength(8);
  });

  test('far from the origin a thin ring is still a ring', async () => {
    const { plan } = await readPlan(
      'POLYGON ((5000000 5000000, 5000010 5000000, 5000010 5000000.001, 5000000 5000000))',
      'a.wkt',
    );
    expect(plan.levels[0]?.polygons).toHaveLength(1);
  });
});

describe('wrong files are one clear line', () => {
  test.each([
    ['POLYGON ((0 0, 1 0, 1 1', /a\.wkt, line 1, column 24: expected "\)", found the end of the file/],
    ['POLYGON ((0 0, 1 0,\n 1 x, 0 0))', /a\.wkt, line 2, column 4: expected a number, found "x, 0 0\)\)"/],
    ['POLYGON ((0 0 1 0 1 1))', /a point has 6 numbers; write points as "x y"/],
    ['CIRCULARSTRING (0 0, 1 1, 2 0)', /CIRCULARSTRING is not read; give POLYGON/],
    ['POLYGON ((0 0, 1 0, 1 1, 0 0)) hello', /line 1, column 32: HELLO is not read/],
    ['POINT (1 2)', /holds no polygon and no line/],
    ['x'.repeat(2_000_000), /^a\.wkt, line 1, column 1: "x{20}" is not read; give POLYGON/],
    [`POLYGON ${'xz'.repeat(1_000_000)}`, /expected "\(", found "(?:xz){10}"/],
    ['POLYGON EMPTY', /holds no polygon and no line/],
    ['   ', /is empty/],
    [`${'GEOMETRYCOLLECTION ('.repeat(100)}POINT (0 0)${')'.repeat(100)}`, /nests collections deeper than 50/],
  ])('%.60s', async (text, message) => {
    const reading = readPlan(text, 'a.wkt');
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(InputError);
  });
});

describe('units', () => {
  const room = 'POLYGON ((0 0, 8000 0, 8000 5000, 4900 5000, 4000 5000, 0 5000, 0 0))';
  test('a room in millimetres is warned about, unless --scale was given', async () => {
    const { report } = await readPlan(room, 'a.wkt');
    expect(report.warnings).toHaveLength(1);
    expect(report.warnings[0]).toMatch(/looks like millimetres.*--scale 0\.001/);
    expect((await readPlan(room, 'a.wkt', { scale: 0.001 })).report.warnings).toEqual([]);
    expect((await readPlan(room, 'a.wkt', { scale: 1 })).report.warnings).toEqual([]);
  });

  test('a city of four kilometres with facades of ten metres is not', async () => {
    const houses = Array.from(
      { length: 400 },
      (_, i) => `POLYGON ${square((i % 20) * 200, Math.floor(i / 20) * 200, 10)}`,
    );
    expect((await readPlan(houses.join('\n'), 'a.wkt')).report.warnings).toEqual([]);
  });

  test('a plan in degrees is warned about', async () => {
    const { report } = await readPlan('POLYGON ((8 50, 8.001 50, 8.001 50.001, 8 50))', 'a.wkt');
    expect(report.warnings[0]).toMatch(/only 0\.001 m across.*--crs lonlat/);
  });
});
