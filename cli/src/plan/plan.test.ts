/** `foulee plan` on small places whose shortest ways are known. */
import { readFileSync } from 'node:fs';
import { type Outcome, temporaryFolder } from '@foulee/testing';
import { afterAll, describe, expect, test } from 'vitest';
import type { PairsResult } from './plan-pairs.ts';
import type { PlanResult } from './plan-result.ts';
import { runMain } from '../../test/run-main.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

type Point = [number, number];

/** Two rooms of 10 × 10 m, 1 m of wall between them, a door of 0.9 m through it. */
const CORNERS: readonly Point[] = [
  [0, 0],
  [10, 0],
  [10, 4],
  [11, 4],
  [11, 0],
  [21, 0],
  [21, 10],
  [11, 10],
  [11, 4.9],
  [10, 4.9],
  [10, 10],
  [0, 10],
];
const ring = (corners: readonly Point[]) => `(${[...corners, corners[0]].map(([x, y]) => `${x} ${y}`).join(',')})`;
const TWO_ROOMS = `POLYGON(${ring(CORNERS)})`;
const twoRooms = () => folder.file('two-rooms.wkt', TWO_ROOMS);
const square = (x: number, size: number) =>
  ring([
    [x, 0],
    [x + size, 0],
    [x + size, size],
    [x, size],
  ]);

const METHODS = ['hierarchical', 'l04', 'flat', 'exact'];

async function planned(code: number, file: string, ...options: string[]): Promise<PlanResult> {
  return parsed(code, await runMain('plan', file, '--json', ...options));
}

/** One document of JSON; on standard error nothing but progress, which a slow machine may see. */
function parsed<Result>(code: number, outcome: Outcome): Result {
  expect(outcome.code).toBe(code);
  expect(outcome.error.replace(/^ +\d+\.\d s {2}[^\n]*\n/gm, '')).toBe('');
  return JSON.parse(outcome.out) as Result;
}

/** Exit 2, nothing on standard output, one line on standard error that begins with our name. */
function expectRefused({ code, out, error }: Outcome, line: RegExp): void {
  expect(error).toMatch(line);
  expect(error).toMatch(/^foulee: [^\n]+\n$/);
  expect({ code, out }).toEqual({ code: 2, out: '' });
}

function pathLength(points: Point[]): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) {
    length += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  }
  return length;
}

/** Least distance of a polyline from the walls around the two rooms, looked at every millimetre or so. */
function leastClearance(points: Point[]): number {
  let least = Infinity;
  for (let i = 1; i < points.length; i++) {
    const [ax, ay] = points[i - 1];
    const [bx, by] = points[i];
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) * 1000));
    for (let step = 0; step <= steps; step++) {
      const x = ax + ((bx - ax) * step) / steps;
      const y = ay + ((by - ay) * step) / steps;
      CORNERS.forEach(([px, py], k) => {
        const [qx, qy] = CORNERS[(k + 1) % CORNERS.length];
        const [ex, ey] = [qx - px, qy - py];
        const share = Math.min(1, Math.max(0, ((x - px) * ex + (y - py) * ey) / (ex * ex + ey * ey)));
        least = Math.min(least, Math.hypot(x - px - share * ex, y - py - share * ey));
      });
    }
  }
  return least;
}

describe('one route', () => {
  test.each(METHODS)('%s: a walkable polyline from start to goal, of the length it says', async (method) => {
    const result = await planned(0, twoRooms(), '--from', '2,1', '--to', '19,8.5', '--method', method);
    expect(Object.keys(result)).toEqual('status length points portals expanded microseconds'.split(' '));
    const { points, portals } = result;
    expect([points[0], points.at(-1)]).toEqual([
      [2, 1],
      [19, 8.5],
    ]);
    expect(result.length).toBeCloseTo(pathLength(points), 9);
    expect(leastClearance(points)).toBeGreaterThan(0.25 - 1e-9);
    expect(portals.length).toBeGreaterThan(0);
    expect(portals.every(([[ax, ay], [bx, by]]) => Math.hypot(bx - ax, by - ay) > 0.5)).toBe(true);
    expect(result.microseconds).toBeGreaterThan(0);
    expect(result.expanded).toBeGreaterThanOrEqual(0);
  });

  test('a point walks from corner to corner: the shortest way is known', async () => {
    const result = await planned(0, twoRooms(), '--from', '2,1', '--to', '19,1', '--method', 'exact', '--width', '0');
    expect(result.length).toBeCloseTo(2 * Math.hypot(8, 3) + 1, 6);
    expect(result.points.slice(1, -1)).toEqual([
      [10, 4],
      [11, 4],
    ]);
  });

  test('coordinates are those of the file: millimetres, or degrees; lengths are metres', async () => {
    const straight = await planned(0, twoRooms(), '--from', '2,1', '--to', '19,8', '--method', 'exact');
    const millimetres = folder.file(
      'scaled.wkt',
      TWO_ROOMS.replace(/[\d.]+/g, (n) => String(Number(n) * 1000)),
    );
    const ends = ['--from', '2000,1000', '--to', '19000,8000', '--method', 'exact'];
    const scaled = await planned(0, millimetres, '--scale', '0.001', ...ends);
    expect(scaled.length).toBeCloseTo(straight.length, 6);
    expect(scaled.points[0][0]).toBeCloseTo(2000, 6);
    const degrees = ([x, y]: Point): Point => [2.35 + x / 73_000, 48.85 + y / 111_200];
    const text = JSON.stringify({ type: 'Polygon', coordinates: [[...CORNERS, CORNERS[0]].map(degrees)] });
    const [from, to] = [degrees([2, 1]).join(','), degrees([19, 8]).join(',')];
    const lonlat = await planned(0, folder.file('lonlat.geojson', text), '--from', from, '--to', to);
    expect(Math.abs(lonlat.length / straight.length - 1)).toBeLessThan(0.02);
    expect(lonlat.portals.flat().every(([x, y]) => x >= 2.35 && y >= 48.85 && x < 2.3503 && y < 48.8501)).toBe(true);
  });

  test('an environment of one cell: straight ahead, no portal', async () => {
    const room = folder.file('room.wkt', `POLYGON(${square(0, 10)})`);
    for (const method of METHODS) {
      const result = await planned(0, room, '--from', '1,1', '--to', '9,9', '--method', method);
      expect(result).toMatchObject({ status: 'found', portals: [] });
      expect(result.points).toEqual([
        [1, 1],
        [9, 9],
      ]);
      expect(result.length).toBeCloseTo(Math.hypot(8, 8), 9);
      const nowhere = await planned(0, room, '--from', '5,5', '--to', '5,5', '--method', method);
      expect(nowhere.length).toBe(0);
    }
  });

  test('too wide for the door: unreachable, with the doorway and its width', async () => {
    for (const method of METHODS) {
      const ends = ['--from', '2,1', '--to', '19,1', '--method', method];
      const result = await planned(1, twoRooms(), ...ends, '--width', '1');
      expect(result).toMatchObject({ status: 'unreachable', length: 0, points: [], portals: [] });
      expect(result.reason).toMatch(/\w/);
      expect(result.blocked!.width).toBeCloseTo(0.9, 6);
      expect(result.blocked!.x).toBeGreaterThanOrEqual(10);
      expect(result.blocked!.x).toBeLessThanOrEqual(11);
      expect(result.blocked!.y).toBeCloseTo(4.45, 6);
    }
  });

  test('too wide for anything: unreachable', async () => {
    for (const width of ['30', '1e6', '1e300']) {
      const result = await planned(1, twoRooms(), '--from', '2,1', '--to', '19,1', '--width', width);
      expect(result.status).toBe('unreachable');
      expect(result.reason).toMatch(/\w/);
    }
  });

  test('areas that are not connected: unreachable for any width, and no doorway to widen', async () => {
    const islands = folder.file('islands.wkt', `MULTIPOLYGON((${square(0, 10)}),(${square(20, 10)}))`);
    const both = ['--seed-point', '1,1', '--seed-point', '21,1', '--from', '1,1', '--to', '29,1'];
    for (const method of METHODS) {
      const result = await planned(1, islands, ...both, '--method', method, '--width', '0');
      expect(result.status).toBe('unreachable');
      expect(result.blocked).toBeUndefined();
      expect(result.reason).toMatch(/\w/);
    }
  });

  test('in an area that was left out: said, with its size and how to take it, also close to the one taken', async () => {
    const islands = folder.file('parted.wkt', `MULTIPOLYGON((${square(0, 10)}),(${square(10.5, 8)}))`);
    const result = await planned(1, islands, '--from', '1,1', '--to', '10.7,1');
    expect(result).toMatchObject({ status: 'unreachable', leftOut: { end: 'to', area: 64 } });
    expect(result.reason).toMatch(/^the goal \(10\.7, 1\) lies in another area, of 64 m², that was left out/);
    expect(result.moved).toBeUndefined();
    const { out } = await runMain('plan', islands, '--from', '12,3', '--to', '1,1');
    expect(out).toContain('the start (12, 3) lies in another area');
    expect(out).toContain('add --seed-point 12.000,3.000');
    expect((await planned(0, islands, '--from', '12,3', '--to', '11,7', '--seed-point', '12,3')).status).toBe('found');
  });

  test('a start in a wall or against one is moved to where the walker fits, and that is said', async () => {
    const inWall = await planned(0, twoRooms(), '--from', '10.1,2', '--to', '9,9');
    expect(Math.hypot(inWall.moved!.from![0] - 10.1, inWall.moved!.from![1] - 2)).toBeLessThan(1);
    expect(inWall.points[0]).toEqual(inWall.moved!.from);
    expect(inWall.moved!.to).toBeUndefined();
    expect(leastClearance(inWall.points)).toBeGreaterThan(0.25 - 1e-6);
    const atWall = await planned(0, twoRooms(), '--from', '5,5', '--to', '0.1,0.1');
    expect(atWall.moved!.to![0]).toBeCloseTo(0.25, 3);
    expect(atWall.moved!.to![1]).toBeCloseTo(0.25, 3);
    expect(atWall.moved!.from).toBeUndefined();
  });

  test('far outside: a clear answer', async () => {
    for (const from of ['5000,5000', '-1e9,0']) {
      const result = await planned(1, twoRooms(), '--from', from, '--to', '1,1');
      expect(result.status).toBe('unreachable');
      expect(result.reason).toMatch(/\w/);
    }
    expect((await planned(1, twoRooms(), '--from', '1,1', '--to', '1,700')).status).toBe('unreachable');
  });

  test.each([
    [['--from', '1,1'], /--to: is missing; give --from x,y and --to x,y, or --pairs/],
    [['--to', '1,1'], /--from: is missing/],
    [['--from', '1', '--to', '2,2'], /--from: "1" is not a place; give x,y/],
    [['--from', '1,', '--to', '2,2'], /--from: "" is not a number/],
    [['--from', 'NaN,1', '--to', '2,2'], /--from: "NaN" is not a number/],
    [['--from', '1,1', '--to', '2,Infinity'], /--to: "Infinity" is not a number/],
    [['--from', '1e300,1e300', '--to', '2,2'], /--from: 1e\+300,1e\+300 is nowhere near the place/],
    [['--from', '1,1', '--to', '2,2,attic'], /--to: there is no level "attic"; leave it out: there is one level/],
    [['--from', '1,1', '--to', '2,2', '--width', '-1'], /--width: -1 is negative/],
    [['--from', '1,1', '--to', '2,2', '--width', 'NaN'], /--width: "NaN" is not a number/],
    [['--from', '1,1', '--to', '2,2', '--method', 'fast'], /--method: "fast" is not known; give hierarchical or l04/],
    [['--from', '1,1', '--pairs', 'x.csv'], /--pairs: stands instead of --from and --to/],
    [['--from', '1,1', '--to', '2,2', '--frob'], /unknown option '--frob'.*; see foulee plan --help/],
  ])('%j is refused in one line', async (options, line) => {
    expectRefused(await runMain('plan', twoRooms(), ...options), line);
  });
});

describe('for people', () => {
  test('the answer in the first line, then the points', async () => {
    const { code, out } = await runMain('plan', twoRooms(), '--from', '2,1', '--to', '19,1');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^found: 1\d\.\d m, \d+ portals?, \d[\d.]* [µm]s\n {2}2\.000,1\.000\n[\s\S]* {2}19\.000,1\.000\n$/,
    );
  });

  test('why not, and where', async () => {
    const { code, out } = await runMain('plan', twoRooms(), '--from', '2,1', '--to', '19,1', '--width', '1');
    expect(code).toBe(1);
    expect(out).toMatch(/^unreachable: \w/);
    expect(out).toMatch(/^ {2}stopped at 1\d\.\d{3},4\.450: the way is 0\.90 m wide there, the walker 1\.00 m\n/m);
  });

  test('what was moved', async () => {
    const { out } = await runMain('plan', twoRooms(), '--from', '0.05,5', '--to', '5,5');
    expect(out).toMatch(/^ {2}start moved by 0\.20 m to 0\.250,5\.000, where the walker fits\n/m);
  });
});

describe('the map', () => {
  test('has the way in it', async () => {
    const map = folder.in('way.svg');
    const { code, out } = await runMain('plan', twoRooms(), '--from', '2,1', '--to', '19,1', '--map', map);
    expect(code).toBe(0);
    expect(out).toContain(`  wrote ${map}\n`);
    expect(readFileSync(map, 'utf8')).toMatch(/^<svg [\s\S]*way of a walker 0\.5 m wide, 18\.\d m[\s\S]*<\/svg>\n$/);
    const again = ['--from', '2,1', '--to', '19,1', '--width', '1', '--map', map];
    expectRefused(await runMain('plan', twoRooms(), ...again), /--map: .*way\.svg exists; give --force/);
    const narrow = await planned(1, twoRooms(), ...again, '--force');
    expect(narrow.status).toBe('unreachable');
    expect(readFileSync(map, 'utf8')).toContain('no way for a walker 1 m wide: too narrow at the ring, 0.90 m');
  });

  test('is not written over the file that is read, nor for pairs', async () => {
    const file = twoRooms();
    const over = await runMain('plan', file, '--from', '2,1', '--to', '19,1', '--map', file);
    expectRefused(over, /--map: .* is the file that is read/);
    const many = await runMain('plan', file, '--pairs', 'pairs.csv', '--map', folder.in('way.svg'));
    expectRefused(many, /--map: draws one route; give --from and --to/);
    expect(readFileSync(file, 'utf8')).toBe(TWO_ROOMS);
  });
});

describe('levels', () => {
  /** Two storeys of 20 × 10 m one above the other; stairs join them; the upper one reaches further east. */
  const floor = (level: string, elevation: number, width: number) => ({
    type: 'Feature',
    properties: { role: 'walkable', level, elevation },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [width, 0],
          [width, 10],
          [0, 10],
          [0, 0],
        ],
      ],
    },
  });
  const stairs = {
    type: 'Feature',
    properties: { role: 'stairs', from: 'ground', to: '1' },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [8, 4],
          [8, 6],
          [12, 6],
          [12, 4],
          [8, 4],
        ],
      ],
    },
  };
  const storeys = () =>
    folder.file(
      'storeys.geojson',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [floor('ground', 0, 20), floor('1', 3, 30), stairs],
      }),
    );

  test('by name, by number, or by where there is floor', async () => {
    // A name comes before a number: "1" is the upper level by either.
    for (const to of ['28,5', '28,5,1', '28,5, 1']) {
      const result = await planned(0, storeys(), '--from', '2,5,ground', '--to', to);
      expect(result.length).toBeGreaterThan(25);
      expect(result.length).toBeLessThan(35);
    }
    const upstairs = await planned(0, storeys(), '--from', '2,5,1', '--to', '28,5');
    const above = await planned(0, storeys(), '--from', '2,5,0', '--to', '2,5,1');
    expect(upstairs.length).toBeLessThan(27);
    expect(above.length).toBeGreaterThan(15);
  });

  test('floor on both: which one is asked for', async () => {
    const refused = await runMain('plan', storeys(), '--from', '2,5', '--to', '28,5');
    expectRefused(refused, /--from: 2,5 is on ground and 1; say which level is meant, for example 2,5,ground/);
    const unknown = await runMain('plan', storeys(), '--from', '2,5,attic', '--to', '28,5');
    expectRefused(unknown, /--from: there is no level "attic"; give one of ground, 1/);
    expectRefused(await runMain('plan', storeys(), '--from', '2,5,7', '--to', '28,5'), /there is no level "7"/);
  });

  test('are said', async () => {
    const { out } = await runMain('plan', storeys(), '--from', '2,5,ground', '--to', '28,5');
    expect(out).toContain('  from level ground to level 1\n');
  });

  test('in pairs: columns slevel and glevel', async () => {
    const named = folder.file('levels.csv', 'sx,sy,slevel,gx,gy,glevel\n2,5,ground,28,5,\n2,5,1,28,5,1\n');
    const { out, code } = await runMain('plan', storeys(), '--pairs', named, '--json');
    expect(code).toBe(0);
    const { results } = JSON.parse(out) as PairsResult;
    const climbing = await planned(0, storeys(), '--from', '2,5,ground', '--to', '28,5,1');
    const above = await planned(0, storeys(), '--from', '2,5,1', '--to', '28,5,1');
    expect(results.map(({ length }) => length)).toEqual([climbing.length, above.length]);
    const unnamed = folder.file('no-levels.csv', 'sx,sy,gx,gy\n28,5,29,5\n2,5,28,5\n');
    const refused = await runMain('plan', storeys(), '--pairs', unnamed);
    expectRefused(refused, /no-levels\.csv, line 3: 2,5 is on ground and 1; .* in columns slevel and glevel/);
  });
});

describe('many pairs', () => {
  async function pairs(code: number, text: string, ...options: string[]): Promise<PairsResult> {
    const file = folder.file('pairs.csv', text);
    return parsed(code, await runMain('plan', twoRooms(), '--json', '--pairs', file, ...options));
  }

  test('have the answers that single queries have, in the order of the file', async () => {
    const result = await pairs(0, 'sx,sy,gx,gy\n2,1,19,1\n1,1,9,1\n19,8,2,8\n');
    expect(Object.keys(result)).toEqual(['count', 'found', 'results', 'microseconds', 'expanded']);
    expect(Object.keys(result.microseconds)).toEqual(['median', 'p95', 'max', 'mean']);
    expect(Object.keys(result.expanded)).toEqual(['median', 'max']);
    expect(result).toMatchObject({ count: 3, found: 3 });
    expect(result.results.map(({ status }) => status)).toEqual(['found', 'found', 'found']);
    const alone = await planned(0, twoRooms(), '--from', '2,1', '--to', '19,1');
    expect(result.results[0]).toEqual({ status: 'found', length: alone.length });
    expect(result.results[1].length).toBeCloseTo(8, 9);
    expect(result.microseconds.median).toBeLessThanOrEqual(result.microseconds.max);
    expect(result.microseconds.mean).toBeGreaterThan(0);
  });

  test('one without a route: exit 1, and the rest is answered', async () => {
    const text = 'sx,sy,gx,gy\n1,1,9,1\n2,1,19,1\n';
    expect(await pairs(1, text, '--width', '1')).toMatchObject({
      count: 2,
      found: 1,
      results: [{ status: 'found' }, { status: 'unreachable', length: 0 }],
    });
    const file = folder.file('pairs.csv', text);
    const { out, code } = await runMain('plan', twoRooms(), '--pairs', file, '--width', '1');
    expect(code).toBe(1);
    expect(out).toMatch(/^found: 1 of 2 routes\n/);
    expect(out).toMatch(/^ {2}no route +line 3\n/m);
    expect(out).toMatch(/^ {2}per query +median [\d.]+ [µm]s, p95 .*, max .*, mean .*\n/m);
  });

  test('columns in any order, others beside them, other separators, quotes, empty lines, any line ends', async () => {
    for (const text of [
      'index,GY,gx,sy,sx,note\r\n0,1,9,1,1,"a, b"\r\n\r\n',
      '\ufeffsx;sy;gx;gy\n"1";"1";9;1',
      'sx\tsy\tgx\tgy\r1\t1\t 9 \t1e0\r',
      '"sx","sy","gx","gy","say ""so"""\n1.,+1,.9e1,1,\n',
    ]) {
      const { count, results } = await pairs(0, text);
      expect(count).toBe(1);
      expect(results[0].length).toBeCloseTo(8, 9);
    }
  });

  test.each([
    ['', /pairs\.csv: is empty; the first line names the columns sx,sy,gx,gy/],
    ['sx,sy,gx,gy\n\n', /pairs\.csv: names its columns and holds no pair/],
    ['1,2,3,4\n', /pairs\.csv, line 1: names no column sx, sy, gx, gy/],
    ['sx,sy,gx\n1,2,3\n', /pairs\.csv, line 1: names no column gy/],
    ['sx,sy,gx,gy,sx\n1,2,3,4,5\n', /pairs\.csv, line 1: has two columns sx/],
    ['sx,sy,gx,gy\n1,1,2,2\n\n1,x,2,2\n', /pairs\.csv, line 4, sy: "x" is not a number/],
    ['sx,sy,gx,gy\n1,1,2\n', /pairs\.csv, line 2, gy: "" is not a number/],
    ['sx,sy,gx,gy\n1,1,NaN,2\n', /pairs\.csv, line 2, gx: "NaN" is not a number/],
    ['sx,sy,gx,gy\n1,1,1e999,2\n', /line 2, gx: "1e999" is not a number/],
    ['sx,sy,gx,gy\n1,1,2,\u0000\n', /pairs\.csv: is no text/],
  ])('%j is refused in one line', async (text, line) => {
    expectRefused(await runMain('plan', twoRooms(), '--pairs', folder.file('pairs.csv', text)), line);
  });

  test('more than a million are refused', async () => {
    const file = folder.file('many.csv', `sx,sy,gx,gy\n${'1,1,9,1\n'.repeat(1_000_001)}`);
    expectRefused(await runMain('plan', twoRooms(), '--pairs', file), /many\.csv: holds more than 1,000,000 pairs/);
  });

  test('a file that is not there is refused', async () => {
    expectRefused(
      await runMain('plan', twoRooms(), '--pairs', folder.in('none.csv')),
      /none\.csv: there is no such file/,
    );
  });
});
