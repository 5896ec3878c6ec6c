import { buildWorld, InputError } from '@foulee/engine';
import { describe, expect, test } from 'vitest';
import { metresPerDegree } from '../drawing/projection.ts';
import { readPlan, repairs } from '../../test/read-text.ts';

type Properties = Record<string, unknown>;
const ring = (x: number, y: number, w: number, h = w): number[][] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
  [x, y],
];
const polygon = (coordinates: unknown, properties: Properties | null = null): object => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates },
});
const line = (coordinates: unknown, properties: Properties | null = null): object => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
});
const file = (...features: unknown[]): string => JSON.stringify({ type: 'FeatureCollection', features });

test('the collection may have a name', async () => {
  const features = [polygon([ring(0, 0, 20, 10)])];
  const named = JSON.stringify({ type: 'FeatureCollection', name: ' Station hall ', features });
  expect((await readPlan(named, 'a.geojson')).plan.name).toBe('Station hall');
  expect((await readPlan(file(...features), 'a.geojson')).plan.name).toBe('a');
});

describe('glass', () => {
  const room = polygon([ring(0, 0, 20, 10)], { role: 'walkable' });
  const across = (x: number): number[][] => [
    [x, 0],
    [x, 10],
  ];

  test('lines with the role glass or window are walls people can see through', async () => {
    const several = {
      type: 'Feature',
      properties: { role: 'glass' },
      geometry: { type: 'MultiLineString', coordinates: [across(12), across(14)] },
    };
    const text = file(room, line(across(10), { role: ' Window ' }), several, line(across(5), { role: 'wall' }));
    const { plan, report } = await readPlan(text, 'a.geojson');
    const [level] = plan.levels;
    expect(level?.glass).toEqual([10, 12, 14].map((x) => Float64Array.of(x, 0, x, 10)));
    expect(level?.lines).toEqual([Float64Array.of(5, 0, 5, 10)]);
    expect(report.notes.join()).toMatch(/1 wall line, 3 glass lines/);
    expect(report.warnings).toEqual([]);
    const { maps } = buildWorld({ ...plan, isAllWanted: true });
    expect(maps[0]?.segmentGlass.filter((flag) => flag === 1)).toHaveLength(3);
  });

  test('alone encloses the floor as walls do', async () => {
    const { plan } = await readPlan(file(line(ring(0, 0, 8), { role: 'glass' })), 'a.geojson');
    expect(plan.levels[0]).toMatchObject({ floor: 'enclosed', lines: [] });
    expect(buildWorld(plan).maps[0]?.area).toBeCloseTo(64, 9);
  });

  test('has no thickness: a polygon is an obstacle, with a warning', async () => {
    const panes = [polygon([ring(5, 5, 1)], { role: 'glass' }), polygon([ring(8, 5, 1)], { role: 'window' })];
    const { plan, report } = await readPlan(file(room, ...panes), 'a.geojson');
    expect(plan.levels[0]?.polygons.map((p) => p.role)).toEqual(['walkable', 'obstacle', 'obstacle']);
    expect(report.warnings).toEqual([
      '2 × glass drawn as a polygon was read as an obstacle, which nobody sees through; glass has no thickness: draw it as a line',
    ]);
  });

  test('a place without it has none', async () => {
    expect((await readPlan(file(room), 'a.geojson')).plan.levels[0]).not.toHaveProperty('glass');
    const odd = await readPlan(file(room, line(across(5), { role: 'constructor' })), 'a.geojson');
    expect(odd.report.warnings[0]).toMatch(/role "constructor" is not known/);
  });
});

describe('roles', () => {
  test('walkable, obstacle, wall, door; a line without role is a wall', async () => {
    const text = file(
      polygon([ring(0, 0, 20, 10)], { role: 'walkable' }),
      polygon([ring(5, 5, 1)], { role: 'Obstacle' }),
      polygon([ring(8, 5, 1)]),
      line(
        [
          [10, 0],
          [10, 4],
        ],
        { role: 'wall' },
      ),
      line([
        [10, 5],
        [10, 10],
      ]),
      line(
        [
          [10, 4],
          [10, 5],
        ],
        { role: 'door', name: 'main' },
      ),
      line(
        [
          [1, 1],
          [1, 1.5],
          [1, 2],
        ],
        { role: 'door' },
      ),
      polygon([ring(0, 0, 1)], { role: 'fountain' }),
      { type: 'Feature', properties: {}, geometry: null },
    );
    const { plan, report } = await readPlan(text, 'a.geojson');
    const [level] = plan.levels;
    expect(level?.floor).toBe('polygons');
    expect(level?.polygons.map((p) => p.role)).toEqual(['walkable', 'obstacle', 'obstacle']);
    expect(level?.lines).toEqual([Float64Array.of(10, 0, 10, 4), Float64Array.of(10, 5, 10, 10)]);
    expect(plan.doors).toEqual([
      { name: 'main', level: 0, ends: [10, 4, 10, 5] },
      { name: 'door 2', level: 0, ends: [1, 1, 1, 2] },
    ]);
    expect(repairs(report)).toEqual(['door with bends straightened × 1']);
    expect(report.warnings[0]).toMatch(/1 × role "fountain" is not known/);
    expect(report.notes.join('\n')).toMatch(
      /roles from the file: 1 walkable and 1 obstacle, 1 polygon without a role as an obstacle/,
    );
    expect(report.notes.join('\n')).toMatch(/left out.*1 feature without geometry/);
  });

  test('obstacles alone stand in a box', async () => {
    const { plan } = await readPlan(file(polygon([ring(0, 0, 5)], { role: 'obstacle' })), 'a.geojson');
    expect(plan.levels[0]?.floor).toBe('box');
  });

  test('obstacles alone on a level have no floor where another level has walkable areas, whichever comes first', async () => {
    for (const [areas, bare] of [
      ['0', '1'],
      ['1', '0'],
    ]) {
      const text = file(
        polygon([ring(0, 0, 10)], { role: 'walkable', level: areas }),
        polygon([ring(2, 2, 1)], { role: 'obstacle', level: bare }),
        polygon([ring(2, 2, 1)], { level: '2' }),
        polygon([ring(5, 5, 1)], { level: '2' }),
      );
      const { plan, report } = await readPlan(text, 'a.geojson');
      expect(plan.levels.map((level) => level.floor)).toEqual(['polygons', 'polygons', 'polygons']);
      expect(plan.levels.find((level) => level.name === bare)?.polygons.map((p) => p.role)).toEqual(['obstacle']);
      expect(report.notes.join()).not.toMatch(/bounding box/);
      expect(report.notes.join()).toMatch(/level 2 2 obstacles; --as walkable reads .* without floor/);
    }
  });

  test('an obstacle or hole without area is a wall, a walkable area without area is nothing', async () => {
    const flat = [
      [7, 0],
      [7, 6],
      [7, 0],
    ];
    const wall = [Float64Array.of(7, 0, 7, 6)];
    const kept = 'ring without area kept as a wall × 1';
    const read = async (...args: Parameters<typeof readPlan>) => {
      const { plan, report } = await readPlan(...args);
      return { level: plan.levels[0], repairs: repairs(report) };
    };
    const room = polygon([ring(0, 0, 10)], { role: 'walkable' });
    for (const text of [
      file(room, polygon([flat], { role: 'obstacle' })),
      file(room, polygon([flat])),
      file(polygon([ring(0, 0, 10), flat], { role: 'walkable' })),
      file(polygon([ring(0, 0, 10), flat])),
      file(polygon([ring(0, 0, 10)]), polygon([flat])),
      file(polygon([ring(0, 0, 10)]), polygon([ring(2, 2, 1)]), polygon([flat])),
    ]) {
      expect(await read(text, 'a.geojson')).toMatchObject({
        level: { lines: wall, floor: 'polygons' },
        repairs: [kept],
      });
    }
    expect(await read(file(polygon([flat], { role: 'obstacle' })), 'a.geojson')).toMatchObject({
      level: { lines: wall, floor: 'box' },
      repairs: [kept],
    });
    const dropped = { level: { lines: [], floor: 'polygons' }, repairs: ['ring with fewer than 3 points dropped × 1'] };
    expect(await read(file(room, polygon([flat], { role: 'walkable' })), 'a.geojson')).toMatchObject(dropped);
    expect(await read(file(room, polygon([flat])), 'a.geojson', { as: 'walkable' })).toMatchObject(dropped);
    const point = [
      [7, 0],
      [7, 0],
      [7, 0],
    ];
    expect((await read(file(room, polygon([point], { role: 'obstacle' })), 'a.geojson')).level?.lines).toEqual([]);
  });

  test('boundary: a polygon is floor with marked sides, a line is a marked wall', async () => {
    const open = [
      [0, 2],
      [0, 6],
    ];
    const { plan, report } = await readPlan(
      file(
        polygon([ring(0, 0, 20, 10)], { role: 'boundary' }),
        polygon([ring(5, 5, 1)]),
        line(open, { role: 'Boundary' }),
      ),
      'a.geojson',
    );
    const [level] = plan.levels;
    expect(level?.polygons.map((p) => [p.role, p.isBoundary ?? false])).toEqual([
      ['walkable', true],
      ['obstacle', false],
    ]);
    expect(level).toMatchObject({ floor: 'polygons', lines: [], boundaries: [Float64Array.from(open.flat())] });
    expect(report.notes.join()).toMatch(/1 area with the artificial boundary for sides.*, 1 boundary line/);
    expect(report.warnings).toEqual([]);
  });

  test('boundary lines around obstacles enclose the floor, instead of a box', async () => {
    const houses = [polygon([ring(2, 2, 3)]), polygon([ring(9, 9, 3)])];
    const around = line(ring(0, 0, 20), { role: 'boundary' });
    expect((await readPlan(file(...houses), 'a.geojson')).plan.levels[0]).toMatchObject({ floor: 'box' });
    const { plan, report } = await readPlan(file(...houses, around), 'a.geojson');
    expect(plan.levels[0]).toMatchObject({ floor: 'enclosed', polygons: [{ role: 'obstacle' }, { role: 'obstacle' }] });
    const world = buildWorld(plan, {}, report);
    expect(world.maps[0]?.area).toBeCloseTo(400 - 18, 9);
    expect(world.maps[0]?.segmentBoundary.filter((flag) => flag === 1)).toHaveLength(4);
    // Alone they enclose too; a point cannot be one.
    const alone = await readPlan(file(around), 'a.geojson');
    expect(buildWorld(alone.plan).mesh.sideBoundary).toEqual(Uint8Array.of(1, 1, 1, 1));
    const point = {
      type: 'Feature',
      properties: { role: 'boundary' },
      geometry: { type: 'Point', coordinates: [1, 1] },
    };
    expect((await readPlan(file(...houses, point), 'a.geojson')).report.notes.join()).toMatch(/left out.*1 point/);
  });

  test('--as leaves roles that were given, and says so', async () => {
    const text = file(polygon([ring(0, 0, 5)], { role: 'obstacle' }), polygon([ring(9, 0, 5)]));
    const { plan, report } = await readPlan(text, 'a.geojson', { as: 'walkable' });
    expect(plan.levels[0]?.polygons.map((p) => p.role)).toEqual(['obstacle', 'walkable']);
    expect(report.notes.join()).toMatch(/0 walkable and 1 obstacle \(--as does not change roles\)/);
  });

  test('without roles: one feature is walkable, many are obstacles', async () => {
    const one = await readPlan(file(polygon([ring(0, 0, 20), ring(2, 2, 1)])), 'a.geojson');
    expect(one.plan.levels[0]?.polygons[0]?.role).toBe('walkable');
    const many = await readPlan(file(polygon([ring(0, 0, 5)]), polygon([ring(9, 0, 5)])), 'a.geojson');
    expect(many.plan.levels[0]?.polygons.map((p) => p.role)).toEqual(['obstacle', 'obstacle']);
    expect(many.report.notes.join()).toMatch(/--as walkable/);
    const bare = await readPlan(
      JSON.stringify({ type: 'MultiPolygon', coordinates: [[ring(0, 0, 5)], [ring(9, 0, 5)]] }),
      'a.json',
    );
    expect(bare.plan.levels[0]?.polygons.map((p) => p.role)).toEqual(['walkable', 'walkable']);
  });
});

describe('levels and links', () => {
  const storeys = (stairs: number[][], properties: Properties): string =>
    file(
      polygon([ring(0, 0, 20)], { level: 1, elevation: 3.2, role: 'walkable' }),
      polygon([ring(0, 0, 20)], { level: 0, elevation: 0, role: 'walkable' }),
      line(
        [
          [5, 0],
          [5, 1],
        ],
        { role: 'door', name: 'upstairs', level: '1' },
      ),
      polygon([stairs], { role: 'stairs', name: 'A', ...properties }),
    );
  const up = [
    [2, 2],
    [4, 2],
    [4, 8],
    [2, 8],
    [2, 2],
  ]; // first side y = 2, counter-clockwise

  test('levels are sorted by elevation; doors and links follow', async () => {
    const { plan } = await readPlan(storeys(up, { from: 0, to: 1 }), 'a.geojson');
    expect(plan.levels.map((l) => [l.name, l.elevation])).toEqual([
      ['0', 0],
      ['1', 3.2],
    ]);
    expect(plan.levels.map((l) => l.polygons.length)).toEqual([1, 1]);
    expect(plan.doors[0]?.level).toBe(1);
    expect(plan.links).toEqual([
      { name: 'A', kind: 'stairs', lower: 0, upper: 1, corners: Float64Array.of(2, 2, 4, 2, 4, 8, 2, 8) },
    ]);
  });

  test('drawn clockwise or named downwards, the first side stays the lower one', async () => {
    const clockwise = [
      [4, 2],
      [2, 2],
      [2, 8],
      [4, 8],
      [4, 2],
    ];
    const { plan } = await readPlan(storeys(clockwise, { from: '1', to: '0' }), 'a.geojson');
    expect(plan.links[0]).toMatchObject({ lower: 0, upper: 1 });
    expect(plan.links[0]?.corners).toEqual(Float64Array.of(2, 2, 4, 2, 4, 8, 2, 8));
  });

  test.each([
    [
      [
        [2, 2],
        [4, 2],
        [4, 8],
        [2, 2],
      ],
      { from: 0, to: 1 },
      /features\[3\] \(stairs\): has 3 corners; draw it as a convex/,
    ],
    [
      [
        [2, 2],
        [4, 2],
        [2.5, 3],
        [2, 8],
        [2, 2],
      ],
      { from: 0, to: 1 },
      /is not convex/,
    ],
    [up, { from: 0, to: 7 }, /properties\.to is "7", which no feature lies on; name one of the levels "0", "1"/],
    [up, { from: 0, to: 0 }, /joins level 0 to itself/],
    [up, {}, /says no level in properties\.from/],
  ])('a link that cannot be one is named: %#', async (stairs, properties, message) => {
    await expect(readPlan(storeys(stairs, properties), 'a.geojson')).rejects.toThrow(message);
  });

  test('levels without elevation are four metres apart, and it is said', async () => {
    const text = file(polygon([ring(0, 0, 9)], { level: 2 }), polygon([ring(0, 0, 9)], { level: -1 }));
    const { plan, report } = await readPlan(text, 'a.geojson');
    expect(plan.levels.map((l) => [l.name, l.elevation])).toEqual([
      ['-1', -4],
      ['2', 8],
    ]);
    expect(plan.levels.map((l) => l.polygons[0]?.role)).toEqual(['walkable', 'walkable']);
    expect(report.warnings[0]).toMatch(/no elevation is given for level 2, -1/);
  });
});

describe('coordinates', () => {
  // Kaiserslautern, about 200 m × 220 m.
  const city = file(polygon([ring(7.768, 49.444, 0.0028, 0.002)]), polygon([ring(7.78, 49.444, 0.0001)]));

  test('degrees become metres about the centre and go back exactly', async () => {
    const { plan, report } = await readPlan(city, 'a.geojson');
    expect(report.notes[0]).toMatch(/longitude\/latitude, projected to metres about 7\.77\d+, 49\.445000; --crs local/);
    const outline = plan.levels[0]?.polygons[0]?.rings[0] as Float64Array;
    const { x0, y0, unitX, unitY } = plan.frame;
    const back = Array.from(outline, (v, i) => (i % 2 === 0 ? x0 + v * unitX : y0 + v * unitY));
    const file = ring(7.768, 49.444, 0.0028, 0.002).slice(0, 4).flat();
    for (const [i, value] of back.entries()) expect(Math.abs(value - (file[i] as number))).toBeLessThan(1e-14);
    expect((outline[3] as number) - (outline[1] as number)).toBe(0);
    const metres = metresPerDegree(49.445);
    expect((outline[2] as number) - (outline[0] as number)).toBeCloseTo(0.0028 * metres.longitude, 6);
    expect((outline[5] as number) - (outline[3] as number)).toBeCloseTo(0.002 * metres.latitude, 6);
  });

  test('a degree is as long as the usual series for the WGS84 ellipsoid says', () => {
    for (const latitude of [-60, 0, 30, 45, 49.445, 80]) {
      const f = (latitude * Math.PI) / 180;
      const { longitude: east, latitude: north } = metresPerDegree(latitude);
      expect(Math.abs(north - (111132.954 - 559.822 * Math.cos(2 * f) + 1.175 * Math.cos(4 * f)))).toBeLessThan(0.05);
      expect(
        Math.abs(east - (111412.84 * Math.cos(f) - 93.5 * Math.cos(3 * f) + 0.118 * Math.cos(5 * f))),
      ).toBeLessThan(0.05);
    }
    expect(Math.round(metresPerDegree(45).longitude)).toBe(78847);
  });

  test('--crs local reads the same numbers as metres', async () => {
    const { plan, report } = await readPlan(city, 'a.geojson', { crs: 'local' });
    expect(plan.levels[0]?.polygons[0]?.rings[0]?.[0]).toBe(7.768);
    expect(report.notes[0]).toMatch(/read as metres, as --crs says; --crs lonlat/);
  });

  test('half a degree and more, or beyond ±180/±90, is metres', async () => {
    const wide = await readPlan(file(polygon([ring(8, 49, 0.6)])), 'a.geojson');
    expect(wide.plan.frame).toEqual({ x0: 0, y0: 0, unitX: 1, unitY: 1 });
    const far = await readPlan(file(polygon([ring(200, 49, 0.1)])), 'a.geojson');
    expect(far.plan.frame.x0).toBe(0);
    const forced = await readPlan(file(polygon([ring(8, 49, 0.6)])), 'a.geojson', { crs: 'lonlat' });
    expect(forced.report.warnings[0]).toMatch(/spans 0\.600 by 0\.600 degrees/);
    await expect(readPlan(file(polygon([ring(200, 49, 0.1)])), 'a.geojson', { crs: 'lonlat' })).rejects.toThrow(
      /no longitudes/,
    );
    await expect(readPlan(file(polygon([ring(8, 89.9, 0.05)])), 'a.geojson')).rejects.toThrow(/too near a pole/);
  });

  test('a crs member is believed, and Web Mercator warned about', async () => {
    const named = (name: string, x: number): string =>
      JSON.stringify({ ...JSON.parse(file(polygon([ring(x, 49, 0.2)]))), crs: { type: 'name', properties: { name } } });
    const frame = async (name: string) => (await readPlan(named(name, 8), 'a.geojson')).plan.frame.x0;
    expect(await frame('urn:ogc:def:crs:OGC:1.3:CRS84')).toBeCloseTo(8.1, 12);
    expect(await frame('urn:ogc:def:crs:EPSG::4326')).toBeCloseTo(8.1, 12);
    expect(await frame('EPSG:4326')).toBeCloseTo(8.1, 12);
    expect(await frame('urn:ogc:def:crs:EPSG::25832')).toBe(0);
    expect((await readPlan(named('urn:ogc:def:crs:EPSG::3857', 8), 'a.geojson')).report.warnings.join()).toMatch(
      /Web Mercator/,
    );
  });
});

describe('dirty and wrong', () => {
  test('null, text and unclosed rings are repaired and counted', async () => {
    const dirty = [
      [0, 0],
      [10, 0],
      [null, 5],
      ['10', '5'],
      [10, 10],
      [0, 10],
    ];
    const { plan, report } = await readPlan(file(polygon([dirty])), 'a.geojson');
    expect(plan.levels[0]?.polygons[0]?.rings[0]).toEqual(Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10));
    expect(repairs(report)).toEqual(['vertex without usable coordinates dropped × 2', 'ring closed × 1']);
  });

  test.each([
    [
      '{"type": "FeatureCollection",\n "features": [ {"a": 01} ]}',
      /a\.geojson: not valid JSON at line 2, column 23, near "1\} \]\}"/,
    ],
    ['{"type": "FeatureCollection", "features": [', /not valid JSON at line 1, column 44, near the end of the file/],
    ['{"type": "FeatureCollection"}', /a\.geojson, features: should be a list and is not/],
    [file(polygon([[1, 2, 3]])), /features\[0\], position: should be a list/],
    [file(7), /features\[0\]: is not a JSON object/],
    [file({ type: 'Feature', geometry: { type: 'Circle' } }), /features\[0\]: has the type "Circle"; give one of/],
    [file(), /holds no polygon and no line/],
    [file(polygon([ring(0, 0, 3)], { role: 'door' })), /is a door drawn as a polygon/],
    [
      file(
        line(
          [
            [0, 0],
            [1, 1],
          ],
          { role: 'lift' },
        ),
      ),
      /is a line with the role lift/,
    ],
    ['{"type": "Topology"}', /is JSON of the type "Topology", neither GeoJSON nor glTF/],
  ])('%s', async (text, message) => {
    const reading = readPlan(text, 'a.geojson');
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(InputError);
  });
});
