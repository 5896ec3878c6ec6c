/** `foulee inspect` on small places whose numbers are known. */
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { temporaryFolder } from '@foulee/testing';
import { afterAll, describe, expect, test } from 'vitest';
import type { InspectResult } from './inspect-result.ts';
import { runMain } from '../../test/run-main.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

/** Two rooms of 10 × 10 m, 1 m of wall between them, a door of 0.9 m through it. */
const TWO_ROOMS = 'POLYGON((0 0,10 0,10 4,11 4,11 0,21 0,21 10,11 10,11 4.9,10 4.9,10 10,0 10,0 0))';

async function json(file: string, ...options: string[]): Promise<InspectResult> {
  const { code, out } = await runMain('inspect', file, '--json', ...options);
  expect(code).toBe(0);
  return JSON.parse(out) as InspectResult;
}

describe('the JSON document', () => {
  test('has exactly the fields of the specification', async () => {
    const result = await json(folder.file('two-rooms.wkt', TWO_ROOMS));
    const fields =
      'name area levels vertices constrainedSegments freeSegments generatedPoints cells kinds narrowest tree groups ' +
      'zones borders visibility repairs notes warnings milliseconds cpuMilliseconds bytes';
    expect(Object.keys(result)).toEqual(fields.split(' '));
    const stages = ['import', 'map', 'subdivision', 'topology', 'routing', 'total'];
    expect(Object.keys(result.milliseconds)).toEqual(stages);
    expect(Object.keys(result.cpuMilliseconds)).toEqual(stages);
    expect(result).toMatchObject({
      name: 'two-rooms',
      levels: 1,
      visibility: { places: 2, accesses: 1, windows: 0, seen: 0 },
    });
    const { total, ...parts } = result.milliseconds;
    expect(total).toBeCloseTo(
      Object.values(parts).reduce((sum, part) => sum + part),
      2,
    );
    for (const part of Object.values(parts)) expect(part).toBeGreaterThan(0);
  });

  test('counts what is there', async () => {
    const result = await json(folder.file('two-rooms.wkt', TWO_ROOMS));
    expect(result.area).toBeCloseTo(200.9, 9);
    // Euler: cells are the bounded faces of a connected planar graph.
    const { vertices, constrainedSegments, freeSegments, cells } = result;
    expect(vertices - (constrainedSegments + freeSegments) + cells).toBe(1);
    expect(constrainedSegments).toBe(12 + result.generatedPoints);
    expect(result.narrowest[0].width).toBeCloseTo(0.9, 9);
    expect(result.narrowest[0].y).toBeCloseTo(4.45, 9);
    expect(result.bytes).toBeGreaterThan(8 * 2 * vertices);
  });

  test('counts groups, zones, their borders, and the nodes of the tree', async () => {
    const { cells, tree, groups, zones, borders } = await json(folder.file('two-rooms.wkt', TWO_ROOMS));
    // Two rooms and a door between them: one way through, a single dead end from end to end.
    expect({ groups, zones, borders }).toEqual({ groups: 1, zones: 1, borders: 0 });
    expect(tree.nodes).toBeGreaterThan(cells);
    expect(tree.nodes).toBeLessThan(2 * cells);
    expect(tree.depth).toBeGreaterThanOrEqual(Math.ceil(Math.log2(cells)));
    const room = await json(folder.file('room.wkt', 'POLYGON((0 0,9 0,9 9,0 9,0 0))'));
    expect(room).toMatchObject({ cells: 1, tree: { nodes: 1, depth: 0 }, groups: 1, zones: 1, borders: 0 });
  });

  test('counts a wall without thickness once', async () => {
    const lines = 'GEOMETRYCOLLECTION(POLYGON((0 0,10 0,10 10,0 10,0 0)),LINESTRING(5 2,5 8))';
    const result = await json(folder.file('thin.wkt', lines));
    const { vertices, constrainedSegments, freeSegments, cells } = result;
    // The thin wall is joined to the outer one by free segments only.
    expect(constrainedSegments).toBe(5 + result.generatedPoints);
    expect(vertices - (constrainedSegments + freeSegments) + cells).toBe(1);
  });

  test('gives places in the coordinates of the file: scaled, or degrees', async () => {
    const millimetres = TWO_ROOMS.replace(/[\d.]+/g, (n) => String(Number(n) * 1000));
    const scaled = await json(folder.file('scaled.wkt', millimetres), '--scale', '0.001');
    expect(scaled.narrowest[0].width).toBeCloseTo(0.9, 9);
    expect(scaled.narrowest[0].y).toBeCloseTo(4450, 6);
    const degrees = (x: number, y: number) => [2.35 + x / 73_000, 48.85 + y / 111_200];
    const corners = [...TWO_ROOMS.matchAll(/([\d.]+) ([\d.]+)/g)].map((m) => degrees(Number(m[1]), Number(m[2])));
    const text = JSON.stringify({ type: 'Polygon', coordinates: [corners] });
    const lonlat = await json(folder.file('lonlat.geojson', text));
    expect(lonlat.narrowest[0].width).toBeCloseTo(0.9, 2);
    expect(lonlat.narrowest[0].y).toBeCloseTo(degrees(0, 4.45)[1], 6);
    expect(lonlat.narrowest[0].x).toBeGreaterThan(2.35);
    expect(Math.abs(lonlat.area / 200.9 - 1)).toBeLessThan(0.01);
  });

  test('is one document even where names are hostile, and nothing in it moves a terminal', async () => {
    const name = 'a\u001b[31m\u009b2J\nb';
    const polygon = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [9, 0],
          [9, 9],
          [0, 9],
          [0, 0],
        ],
      ],
    };
    const feature = { type: 'Feature', properties: { role: 'walkable', level: name }, geometry: polygon };
    const door = {
      type: 'Feature',
      properties: { role: 'door', name },
      geometry: {
        type: 'LineString',
        coordinates: [
          [4, 4],
          [5, 4],
        ],
      },
    };
    const file = folder.file(
      'hostile.geojson',
      JSON.stringify({ type: 'FeatureCollection', features: [feature, door] }),
    );
    const { out, error } = await runMain('inspect', file, '--json');
    expect(() => JSON.parse(out)).not.toThrow();
    const human = await runMain('inspect', file);
    for (const text of [out, error, human.out, human.error]) {
      expect(text).not.toMatch(/[^\P{Cc}\n]/u);
    }
    expect(human.error).toContain('a [31m 2J b');
  });

  test('has the findings with --check', async () => {
    expect((await json(folder.file('two-rooms.wkt', TWO_ROOMS), '--check')).findings).toEqual([]);
  });
});

describe('the summary', () => {
  test('says name, format, reading, numbers, passages, and what the walker does not fit through', async () => {
    const { code, out, error } = await runMain(
      'inspect',
      folder.file('two-rooms.wkt', TWO_ROOMS),
      '--width',
      '1',
      '--check',
    );
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^two-rooms {2}\(WKT\)\n {2}read as a walkable area/);
    expect(out).toMatch(/walkable area +200\.9 m²/);
    expect(out).toMatch(/ 0\.90 m +1\d\.\d{3} +4\.450 +narrower than 1 m\n/);
    expect(out).toContain('all checks passed');
  });

  test('says how much glass there is, where there is some', async () => {
    const feature = (type: string, coordinates: unknown, role: string) => ({
      type: 'Feature',
      properties: { role },
      geometry: { type, coordinates },
    });
    const hall = feature(
      'Polygon',
      [
        [
          [0, 0],
          [30, 0],
          [30, 10],
          [0, 10],
          [0, 0],
        ],
      ],
      'walkable',
    );
    const pane = feature(
      'LineString',
      [
        [9, 0],
        [9, 6.5],
      ],
      'glass',
    );
    const place = JSON.stringify({ type: 'FeatureCollection', features: [hall, pane] });
    const file = folder.file('glazed.geojson', place);
    expect((await json(file)).glass).toBeCloseTo(6.5, 9);
    expect((await runMain('inspect', file)).out).toMatch(/^ {2}glass +6\.5 m that people can see through$/m);
    const { out } = await runMain('inspect', folder.file('two-rooms.wkt', TWO_ROOMS));
    expect(out).not.toMatch(/glass/);
  });

  test('says which zones are easiest and hardest to get to', async () => {
    // Nine blocks with streets between them.
    const blocks = Array.from({ length: 9 }, (_, i) => {
      const [x, y] = [3 + 10 * (i % 3), 3 + 10 * Math.floor(i / 3)];
      return `,(${x} ${y},${x + 7} ${y},${x + 7} ${y + 7},${x} ${y + 7},${x} ${y})`;
    });
    const streets = `POLYGON((0 0,33 0,33 33,0 33,0 0)${blocks.join('')})`;
    const file = folder.file('streets.wkt', streets);
    const { zones } = await json(file);
    expect(zones).toBeGreaterThanOrEqual(3);
    const { out } = await runMain('inspect', file);
    expect(out).toMatch(/Zones \(space syntax\)\n +a zone has \d\.\d neighbours on average and is \d\.\d steps from/);
    const [, x, y] = /easiest to get to +around ([\d.]+),([\d.]+): [\d.]+ m², /.exec(out)!;
    expect(Math.hypot(Number(x) - 16.5, Number(y) - 16.5)).toBeLessThan(10);
    expect(out).toMatch(/hardest to get to +around /);
    expect((await runMain('inspect', folder.file('two-rooms.wkt', TWO_ROOMS))).out).not.toContain('space syntax');
  });

  test('lists repairs with their places, and warnings on standard error', async () => {
    const file = folder.file('unclosed.wkt', 'POLYGON((0 0,10000 0,10000 10000,0 10000))');
    const { out, error } = await runMain('inspect', file, '--up', 'z');
    expect(out).toMatch(/Repaired\n +1 × ring closed, at 0\.000,0\.000\n/);
    expect(error).toMatch(/^foulee: warning: .*--scale 0\.001/m);
    expect(error).toMatch(/^foulee: warning: --up means nothing for a WKT file/m);
  });
});

describe('the town on tiles', () => {
  /** Two blocks on streets of 14 m, one of them with a yard behind a passage of 0.8 m. */
  const yard = '(10 10,10 40,40 40,40 10,25.4 10,25.4 20,35 20,35 35,15 35,15 20,24.6 20,24.6 10,10 10)';
  const TWO_BLOCKS = `POLYGON((0 0,88 0,88 50,0 50,0 0),${yard},(54 10,54 40,78 40,78 10,54 10))`;

  test('is a part of the JSON document, one per level', async () => {
    const file = folder.file('blocks.wkt', TWO_BLOCKS);
    expect(await json(file)).not.toHaveProperty('towns');
    const { towns = [], findings } = await json(file, '--town', '--check');
    expect(findings).toEqual([]);
    expect(towns).toHaveLength(1);
    const [town] = towns;
    expect(town).toMatchObject({ level: '0', isOpen: false, side: 1, columns: 88, rows: 50 });
    expect(Object.values(town.tiles).reduce((sum, count) => sum + count)).toBe(88 * 50);
    expect(town.tiles.building).toBeGreaterThan(1000);
    expect(town.goals).toBeGreaterThanOrEqual(8);
    expect(town.crossings).toBeGreaterThanOrEqual(2);
    // The yard is cut off, and why: its passage is narrower than a tile.
    expect(town.parts).toHaveLength(2);
    expect(town.parts[1].x).toBeGreaterThan(15);
    expect(town.parts[1].x).toBeLessThan(35);
    expect(town.narrowDoors[0].width).toBeCloseTo(0.8, 6);
    expect(town.narrowDoors[0].x).toBeCloseTo(25, 6);
    expect(town.cutOff).toHaveLength(1);
    expect(town.cutOff[0].tiles).toBeGreaterThan(200);
  });

  test('is told to people, with places and what to do', async () => {
    const file = folder.file('blocks.wkt', TWO_BLOCKS);
    const { out } = await runMain('inspect', file, '--town');
    expect(out).toMatch(/Town on tiles\n {2}tiles +88 × 50 of 1 m\n/);
    expect(out).toMatch(/ {2}connected +no, 2 parts\n {2}apart +1: \d+ goals on \d+ tiles at [\d.]+,[\d.]+\n/);
    expect(out).toMatch(/ {2}narrow doors +1: 0\.80 m at 25\.000,[12]\d\.\d+\n {2}cut off by tiles +1: \d+ tiles at /);
    expect(out).toMatch(/tiles of 1 m do not: try a smaller --tile/);
    const finer = await runMain('inspect', file, '--town', '--tile', '0.25', '--check');
    expect(finer.code).toBe(0);
    expect(finer.out).toMatch(/ {2}connected +yes\n/);
    expect(finer.out).not.toMatch(/narrow doors|cut off|smaller --tile/);
    expect((await runMain('inspect', file)).out).not.toMatch(/on tiles/);
  });

  test('may be an open place, on smaller tiles and without streets', async () => {
    const { towns = [] } = await json(folder.file('blocks.wkt', TWO_BLOCKS), '--town', '--open', '--check');
    expect(towns[0]).toMatchObject({ isOpen: true, side: 0.4, crossings: 0, tiles: { street: 0, crossing: 0 } });
  });

  test('is drawn with --map, unless another colouring is asked for', async () => {
    const file = folder.file('blocks.wkt', TWO_BLOCKS);
    const [town, cells] = [folder.in('town.svg'), folder.in('town-cells.svg')];
    await runMain('inspect', file, '--town', '--map', town);
    const drawn = readFileSync(town, 'utf8');
    expect(drawn).toMatch(/^<svg [\s\S]*4,400 tiles of 1 m[\s\S]*crossing<[\s\S]*not connected with[\s\S]*<\/svg>\n$/);
    await runMain('inspect', file, '--town', '--map', cells, '--colour', 'cell');
    expect(readFileSync(cells, 'utf8')).not.toContain('crossing<');
    const again = await runMain('inspect', file, '--town', '--map', town, '--colour', 'town', '--force');
    expect(again.code).toBe(0);
    expect(readFileSync(town, 'utf8')).toBe(drawn);
  });

  test('that would have too many tiles is refused in one line', async () => {
    const wide = folder.file('wide.wkt', 'POLYGON((0 0,9000 0,9000 9000,0 9000,0 0))');
    const { code, error } = await runMain('inspect', wide, '--town');
    expect(error).toMatch(/would have 9000 × 9000 tiles; 67,108,864 is the most; use larger tiles/);
    expect(code).toBe(2);
  });
});

describe('what became of the floor', () => {
  test('less than half of it taken is a warning, more is a note', async () => {
    const square = (x: number, size: number) => `((${x} 0,${x + size} 0,${x + size} ${size},${x} ${size},${x} 0))`;
    const most = folder.file('most.wkt', `MULTIPOLYGON(${square(0, 10)},${square(20, 9)})`);
    expect((await json(most)).notes.join()).toMatch(/area taken: the largest connected one, 100\.0 m²; left out: 1/);
    expect((await json(most)).warnings).toEqual([]);
    const few = folder.file('few.wkt', `MULTIPOLYGON(${square(0, 10)},${square(20, 9)},${square(30, 9)})`);
    expect((await json(few)).warnings.join()).toMatch(
      /^less than half of the floor is taken\. Area taken: .* 162\.0 m²/,
    );
    // Who says what is wanted knows.
    expect((await json(few, '--seed-point', '21,1')).warnings).toEqual([]);
  });

  test('a wall that is straightened is told with its place and can be left alone, to the last digit', async () => {
    const bent = folder.file('bent.wkt', 'POLYGON((0 0,10 0,20 0.008,20 10,5 10,0 10,0 0))');
    const straightened = await json(bent);
    expect(straightened.repairs).toEqual([
      { kind: expect.stringMatching(/nearly straight corner left out/) as string, count: 1, places: [[10, 0]] },
    ]);
    expect(straightened.area).toBeCloseTo(199.92, 9);
    const kept = await json(bent, '--simplification', '0');
    expect([kept.area, kept.repairs]).toEqual([199.96, []]);
  });
});

describe('options', () => {
  test('seed points choose the area, also with negative coordinates', async () => {
    const square = (x: number, size: number) => `((${x} 0,${x + size} 0,${x + size} ${size},${x} ${size},${x} 0))`;
    const file = folder.file('islands.wkt', `MULTIPOLYGON(${square(-30, 3)},${square(0, 10)},${square(20, 2)})`);
    expect((await json(file)).area).toBeCloseTo(100, 9);
    expect((await json(file, '--seed-point', '-29,1')).area).toBeCloseTo(9, 9);
    expect((await json(file, '--seed-point', '-29,1', '--seed-point=21,1')).area).toBeCloseTo(13, 9);
  });

  test.each([
    [['--scale', 'abc'], /^foulee: --scale: "abc" is not a number; give metres per unit/],
    [['--scale', '0'], /^foulee: --scale: 0 is out of range/],
    [['--scale', '1e999'], /--scale: "1e999" is not a number/],
    [['--scale', ''], /--scale: "" is not a number/],
    [['--tolerance', '0,01'], /--tolerance: "0,01" is not a number/],
    [['--tolerance', '5'], /tolerance: 5 is not between/],
    [['--floor', '0x10'], /--floor: "0x10" is not a number/],
    [['--height', 'NaN'], /--height: "NaN" is not a number/],
    [['--step-height', '-1'], /step height: -1/],
    [['--margin', '-1'], /--margin: -1/],
    [['--width', '0'], /--width: 0 is no width/],
    [['--up', 'x'], /--up: "x" is not known; give y or z/],
    [['--as', 'floor'], /--as: "floor" is not known; give walkable or obstacles/],
    [['--crs', 'utm'], /--crs: "utm" is not known; give local or lonlat/],
    [['--seed-point', '3'], /--seed-point: "3" is not a point; give two numbers/],
    [['--seed-point', '3,x'], /--seed-point: "x" is not a number/],
    [['--layers', 'A,,B'], /--layers: "A,,B" holds an empty name/],
    [['--colour', 'width'], /--colour: there is no map to colour; add --map/],
    [['--tile', '1'], /--tile: it needs --town; add --town/],
    [['--open'], /--open: it needs --town; add --town/],
    [['--town', '--tile', '0'], /--tile: 0 m is not possible as the side of a tile; give metres from 0\.05 to 100/],
    [['--town', '--tile', 'small'], /--tile: "small" is not a number; give metres/],
    [['--map', 'x.svg', '--colour', 'town'], /--colour: there is no town to draw; add --town/],
    [['--map', 'x.svg', '--colour', 'tartan'], /--colour: "tartan" is not known; give cell or kind or width or group/],
  ])('%j is refused in one line', async (options, line) => {
    const { code, out, error } = await runMain('inspect', folder.file('two-rooms.wkt', TWO_ROOMS), ...options);
    expect(error).toMatch(line);
    expect(error).toMatch(/^foulee: [^\n]+\n$/);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
});

describe('files written', () => {
  test('a map and cells, whole, with nothing left beside them', async () => {
    const file = folder.file('two-rooms.wkt', TWO_ROOMS);
    const [map, cells] = [folder.in('out.svg'), folder.in('out.geojson')];
    const { code, out } = await runMain('inspect', file, '--map', map, '--cells', cells, '--colour', 'width');
    expect(code).toBe(0);
    expect(out).toContain(`wrote ${map}`);
    expect(readFileSync(map, 'utf8')).toMatch(/^<svg [\s\S]*0\.90 m[\s\S]*<\/svg>\n$/);
    const { features } = JSON.parse(readFileSync(cells, 'utf8')) as { features: unknown[] };
    expect(features.length).toBeGreaterThan(3);
    expect(readdirSync(folder.path).filter((name) => /\.partial|\.lock/.test(name))).toEqual([]);
  });

  test('through a link into the file it names', async () => {
    writeFileSync(folder.in('real.svg'), 'old');
    symlinkSync(folder.in('real.svg'), folder.in('link.svg'));
    await runMain('inspect', folder.file('two-rooms.wkt', TWO_ROOMS), '--map', folder.in('link.svg'), '--force');
    expect(readFileSync(folder.in('real.svg'), 'utf8')).toMatch(/^<svg /);
  });

  test('not over the file that is read, nor over each other, nor where there is no folder', async () => {
    const file = folder.file('two-rooms.wkt', TWO_ROOMS);
    const other = folder.in('same.out');
    const refused = async (line: RegExp, ...options: string[]) => {
      const { code, error } = await runMain('inspect', file, ...options);
      expect(error).toMatch(line);
      expect(code).toBe(2);
    };
    await refused(/--map: .* is the file that is read/, '--map', file);
    await refused(/--cells: .* is what --map writes/, '--map', other, '--cells', other);
    await refused(/--cells: there is no folder/, '--cells', folder.in('nowhere/cells.geojson'));
    await refused(/--map: .* is a folder/, '--map', folder.path);
    expect(readFileSync(file, 'utf8')).toBe(TWO_ROOMS);
    expect(existsSync(other)).toBe(false);
  });
});
