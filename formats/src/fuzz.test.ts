/**
 * 2,000 random and mutated files per reader: each ends in a clean Environment or in an InputError of one line, in
 * bounded time. Seeded: a failure prints seed and run, and FOULEE_FUZZ_SEED repeats it.
 */
import { createReport, InputError, type PlanLevel } from '@foulee/engine';
import { describe, expect, test } from 'vitest';
import { box, dxf, entity, groupText, line, polyline } from '../test/dxf-fixture.ts';
import type { Environment, ReadOptions } from './input/environment.ts';
import { simpleParts, writeGlb, writeGltf } from '../test/glb-fixture.ts';
import { readEnvironment } from './index.ts';

const FILES = 2000;
const SLOWEST = 5000; // ms for one file of a few kilobytes, on a busy machine
const SEED = Number(process.env['FOULEE_FUZZ_SEED'] ?? 20240611);

/** xorshift; returns whole numbers below n. */
function generator(seed: number): (n: number) => number {
  let state = seed | 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
}
type Random = (n: number) => number;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};
const unlatin = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)] as T;

const NUMBERS = [
  'NaN',
  '1e308',
  '-1e308',
  '-0',
  '0',
  '1e-320',
  '4294967295',
  '-1',
  '2147483648',
  '1e999',
  '',
  '0.5',
  '99999999',
  '""',
  'null',
];

/** Ways to break a file. Numbers and chunks are changed in the text; bytes anywhere. */
const MUTATIONS: ((file: Uint8Array, random: Random) => Uint8Array)[] = [
  function flipBytes(file, random) {
    const copy = file.slice();
    for (let k = 1 + random(8); k > 0; k--) copy[random(copy.length)] = random(256);
    return copy;
  },
  function truncate(file, random) {
    return file.slice(0, random(file.length));
  },
  function duplicateChunk(file, random) {
    const from = random(file.length);
    const chunk = file.slice(from, from + 1 + random(200));
    const at = random(file.length);
    const times = 1 + random(20);
    return unlatin(latin(file.slice(0, at)) + latin(chunk).repeat(times) + latin(file.slice(at)));
  },
  function removeChunk(file, random) {
    const from = random(file.length);
    return unlatin(latin(file.slice(0, from)) + latin(file.slice(from + 1 + random(60))));
  },
  function replaceNumbers(file, random) {
    const text = latin(file);
    const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi)];
    if (numbers.length === 0) return file;
    let result = text;
    for (let k = 1 + random(3); k > 0; k--) {
      const { 0: old, index } = pick(numbers, random);
      if (result.slice(index, index + old.length) !== old) continue;
      result = result.slice(0, index) + pick(NUMBERS, random) + result.slice(index + old.length);
    }
    return unlatin(result);
  },
  function swapLines(file, random) {
    const lines = latin(file).split('\n');
    for (let k = 1 + random(4); k > 0; k--) {
      const [a, b] = [random(lines.length), random(lines.length)];
      [lines[a], lines[b]] = [lines[b] as string, lines[a] as string];
    }
    return unlatin(lines.join('\n'));
  },
  function nest(file, random) {
    const depth = 1 + random(3000);
    const [open, close] = pick(
      [
        ['(', ')'],
        ['[', ']'],
        ['{"a":', '}'],
        ['GEOMETRYCOLLECTION (', ')'],
        ['{"type":"GeometryCollection","geometries":[', ']}'],
      ] as const,
      random,
    );
    const at = random(2) === 0 ? 0 : random(file.length);
    return unlatin(latin(file.slice(0, at)) + open.repeat(depth) + latin(file.slice(at)) + close.repeat(depth));
  },
  function noise(file, random) {
    return Uint8Array.from({ length: random(300) }, () =>
      random(4) === 0 ? (file[random(file.length)] as number) : random(256),
    );
  },
];

const OPTIONS: ReadOptions[] = [
  {},
  {},
  {},
  { as: 'walkable' },
  { as: 'obstacles' },
  { crs: 'local' },
  { crs: 'lonlat' },
  { up: 'z' },
  { scale: 0.001 },
  { scale: 1e6 },
];

const SQUARE = '((0 0, 10 0, 10 5.5, 0 5, 0 0), (1 1, 2 1, 2 2, 1 1))';
const INSERT = entity(
  'INSERT',
  'W',
  [2, 'B'],
  [10, 3],
  [20, 4],
  [41, 2],
  [42, -1],
  [50, 30],
  [70, 3],
  [71, 2],
  [44, 5],
  [45, 6],
);
const SPLINE = entity(
  'SPLINE',
  'W',
  [70, 8],
  [71, 2],
  ...[0, 0, 0, 0.5, 1, 1, 1].map((k) => [40, k] as const),
  ...[0, 0, 1, 3, 2, 1, 4, 4].map((v, i) => [i % 2 === 0 ? 10 : 20, v] as const),
);

const FIXTURES: Record<string, { name: string; files: Uint8Array[] }> = {
  WKT: {
    name: 'a.wkt',
    files: [
      `POLYGON ${SQUARE}`,
      `SRID=4326;GEOMETRYCOLLECTION Z (POLYGON ${SQUARE},\n MULTIPOLYGON (${SQUARE}, EMPTY),\n LINESTRING (0 1 2, 3 4 5), POINT (1 2))`,
      `POLYGON ${SQUARE}\nPOLYGON ((20 20, 30 20, 30 30, 20 20))\nMULTILINESTRING ((0 0, 1 1), (2 2, 3 3))`,
    ].map(encode),
  },
  GeoJSON: {
    name: 'a.geojson',
    files: [
      {
        type: 'Polygon',
        coordinates: [
          [
            [7.1, 49.2],
            [7.102, 49.2],
            [7.102, 49.201],
            [7.1, 49.2],
          ],
        ],
      },
      {
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { role: 'walkable', level: 0, elevation: 0 },
            geometry: {
              type: 'Polygon',
              coordinates: [
                [
                  [0, 0],
                  [20, 0],
                  [20, 20],
                  [0, 20],
                  [0, 0],
                ],
              ],
            },
          },
          {
            type: 'Feature',
            properties: { role: 'walkable', level: '1', elevation: 3 },
            geometry: {
              type: 'MultiPolygon',
              coordinates: [
                [
                  [
                    [0, 0],
                    [20, 0],
                    [20, 20],
                    [0, 20],
                    [0, 0],
                  ],
                ],
              ],
            },
          },
          {
            type: 'Feature',
            properties: { role: 'stairs', from: 0, to: '1' },
            geometry: {
              type: 'Polygon',
              coordinates: [
                [
                  [2, 2],
                  [4, 2],
                  [4, 8],
                  [2, 8],
                  [2, 2],
                ],
              ],
            },
          },
          {
            type: 'Feature',
            properties: { role: 'door', name: 'd' },
            geometry: {
              type: 'LineString',
              coordinates: [
                [5, 0],
                [5, 2],
              ],
            },
          },
          {
            type: 'Feature',
            properties: null,
            geometry: {
              type: 'GeometryCollection',
              geometries: [
                {
                  type: 'LineString',
                  coordinates: [
                    [1, 1],
                    [2, 2],
                  ],
                },
              ],
            },
          },
        ],
      },
    ].map((json) => encode(JSON.stringify(json, null, 1))),
  },
  OBJ: {
    name: 'a.obj',
    files: [
      'v 0 0 0\nv 4 0 0\nv 4 3 0\nv 0 3 0\nv 2 1 1\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\nf -5 -4 -3 -2 \\\n -1\no a\nl 1 2\nf 1//1 4//1 5//1\n',
      `# grid\n${Array.from({ length: 25 }, (_, i) => `v ${i % 5} ${(i * 7) % 3} ${Math.floor(i / 5)}\n`).join('')}f 1 2 7 6\nf 2 3 8 12 7\nf 9 10 15 14\n`,
    ].map(encode),
  },
  glTF: {
    name: 'a.glb',
    files: [
      writeGlb(simpleParts([0, 0, 0, 1, 0, 0, 0, 0, -1, 1, 1, -1], [0, 1, 2, 1, 3, 2])),
      encode(writeGltf(simpleParts([0, 0, 0, 1, 0, 0, 0, 0, -1, 1, 1, -1], [0, 1, 2, 3], 5))),
      (() => {
        const parts = simpleParts([0, 0, 0, 1, 0, 0, 0, 0, -1], [0, 1, 2]);
        parts.json['nodes'] = [
          { children: [1, 2], translation: [1, 2, 3] },
          { mesh: 0, rotation: [0, 0.6, 0, 0.8] },
          { mesh: 0, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 5, 1] },
        ];
        const sparse = { count: 1, indices: { bufferView: 1, componentType: 5123 }, values: { bufferView: 0 } };
        parts.json['accessors'] = [
          { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', sparse },
          { bufferView: 1, componentType: 5123, count: 3, type: 'SCALAR' },
        ];
        return writeGlb(parts);
      })(),
    ],
  },
  DXF: {
    name: 'a.dxf',
    files: [
      dxf({
        unit: 4,
        layers: [{ name: 'W' }, { name: 'Off', colour: -3 }],
        blocks: [
          { name: 'B', base: [1, 1], entities: [line('0', 0, 0, 1, 1), INSERT.replace('\nB\n', '\nC\n')] },
          { name: 'C', entities: [entity('CIRCLE', 'W', [10, 0], [20, 0], [40, 2])] },
        ],
        entities: [
          line('W', 0, 0, 40, 0),
          box('W', 1, 1, 20),
          polyline('Off', false, [
            [0, 0, 1],
            [4, 0, -0.5],
            [6, 0],
          ]),
          INSERT,
          SPLINE,
        ],
      }),
      dxf({
        entities: [
          box('W', 0, 0, 20),
          box('W', 2, 2, 5),
          entity('ARC', 'W', [10, 0], [20, 0], [40, 2], [50, 300], [51, 30], [210, 0], [220, 0], [230, -1]),
          entity('ELLIPSE', 'W', [10, 0], [20, 0], [11, 0], [21, 3], [40, 0.3], [41, 0], [42, 3.1]),
          entity('POLYLINE', 'W', [70, 1]) +
            [0, 1, 2].map((i) => entity('VERTEX', 'W', [10, i], [20, i * i])).join('') +
            entity('SEQEND', 'W'),
          entity('MTEXT', 'W', [1, 'words']) + groupText([1001, 'ACAD'], [1000, 'data']),
        ],
      }),
    ].map(encode),
  },
};

/** What every later stage may rely on. */
function findFaults(environment: Environment): string[] {
  const faults: string[] = [];
  const finite = (array: ArrayLike<number>, what: string): void => {
    for (let i = 0; i < array.length; i++) if (!Number.isFinite(array[i])) faults.push(`${what} holds ${array[i]}`);
  };
  const product = environment.kind === 'plan' ? environment.plan : environment.soup;
  finite(Object.values(product.frame), 'frame');
  if (product.frame.unitX === 0 || product.frame.unitY === 0) faults.push('frame without inverse');
  if (environment.kind === 'soup') {
    const { positions, triangles } = environment.soup;
    finite(positions, 'positions');
    if (triangles.length === 0 || triangles.length % 3 !== 0) faults.push(`${triangles.length} corners`);
    for (const v of triangles) if (3 * v + 2 >= positions.length) faults.push(`vertex ${v} does not exist`);
    return faults;
  }
  const { levels, doors, links } = environment.plan;
  for (const level of levels) {
    finite([level.elevation, level.margin], 'level');
    for (const polygon of level.polygons) {
      if (polygon.rings.length === 0) faults.push('polygon without ring');
      for (const ring of polygon.rings) {
        finite(ring, 'ring');
        if (ring.length < 6 || ring.length % 2 !== 0) faults.push(`ring of ${ring.length} numbers`);
        if (ring[0] === ring.at(-2) && ring[1] === ring.at(-1)) faults.push('ring repeats its first point');
      }
    }
    for (const points of [...level.lines, ...(level.glass ?? []), ...(level.boundaries ?? [])]) {
      finite(points, 'line');
      if (points.length < 4 || points.length % 2 !== 0) faults.push(`line of ${points.length} numbers`);
    }
    const walkable = level.polygons.some((p) => p.role === 'walkable');
    if (walkable !== (level.floor === 'polygons')) faults.push(`floor ${level.floor}`);
  }
  const walls = (level: PlanLevel) => [level.lines, level.glass ?? [], level.boundaries ?? []].flat().length;
  if (levels.every((level) => level.polygons.length + walls(level) === 0)) faults.push('empty plan');
  for (const door of doors) {
    finite(door.ends, 'door');
    if (levels[door.level] === undefined) faults.push('door on no level');
  }
  for (const link of links) {
    finite(link.corners, 'link');
    if (link.corners.length !== 8) faults.push('link without four corners');
    if (levels[link.lower] === undefined || levels[link.upper] === undefined || link.lower === link.upper)
      faults.push('link levels');
  }
  return faults;
}

describe.each(Object.entries(FIXTURES))('%s', (format, { name, files }) => {
  test('the unbroken files are read', async () => {
    for (const file of files) {
      const environment = await readEnvironment(file, name, {}, createReport());
      expect(environment.format).toBe(format);
      expect(findFaults(environment)).toEqual([]);
    }
  });

  test(`${FILES} broken ones end well (seed ${SEED})`, async () => {
    let read = 0;
    for (let run = 0; run < FILES; run++) {
      const random = generator(Math.imul(SEED + run + 1, 0x9e3779b1));
      random(2); // the first values after seeding are alike
      let file = pick(files, random);
      for (let k = 1 + random(2); k > 0 && file.length > 0; k--) file = pick(MUTATIONS, random)(file, random);
      const options = pick(OPTIONS, random);
      const report = createReport();
      const start = performance.now();
      const problem = await readEnvironment(file, name, options, report).then(
        (environment) => {
          read++;
          return findFaults(environment)[0];
        },
        (error: unknown) => {
          if (!(error instanceof InputError)) return String((error as Error).stack ?? error);
          return error.message.includes('\n') || error.message.length > 2000
            ? `a message of more than one line: ${error.message}`
            : undefined;
        },
      );
      const places = report.repairs.flatMap((repair) => repair.places.flat());
      const lost = places.every((value) => Number.isFinite(value)) ? undefined : 'a repair at no place';
      const slow = performance.now() - start > SLOWEST ? `took ${performance.now() - start} ms` : undefined;
      const fault = problem ?? lost ?? slow;
      if (fault !== undefined) expect.fail(`seed ${SEED}, run ${run}: ${fault}\n${latin(file).slice(0, 2000)}`);
    }
    // Both outcomes must come up often, or the mutations test nothing.
    expect(read).toBeGreaterThan(FILES / 20);
    expect(read).toBeLessThan((FILES * 19) / 20);
  });
});
