/** Whatever is long, in a call or in a file: messages repeat 200 characters of it at most, and the rest is said in full. */
import { temporaryFolder } from '@foulee/testing';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { runMain } from '../test/run-main.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const SQUARE = 'POLYGON((0 0,10 0,10 10,0 10,0 0))';
const square = folder.file('square.wkt', SQUARE);
const SCENARIO = `environment: { walkable: [{ box: [0, 0, 9, 9] }] }
goals: { a: [8, 8] }
walkers: [{ at: [1, 1], goal: a }]
duration: 1
`;
const scenario = folder.file('box.yaml', SCENARIO);

let files = 0;
const written = (ending: string, text: string) => folder.file(`file-${files++}.${ending}`, text);
const geojson = (properties: object) => {
  const ring = [
    [
      [0, 0],
      [0, 9],
      [9, 9],
      [9, 0],
      [0, 0],
    ],
  ];
  const feature = { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: ring } };
  const level = { ...feature, properties: { level: 'ground' } };
  return JSON.stringify({ type: 'FeatureCollection', features: [feature, level] });
};
const dxf = (layer: string, ...others: string[]) =>
  [
    '0\nSECTION\n2\nENTITIES\n',
    ...[layer, ...others].map((name, i) => `0\nLINE\n8\n${name}\n10\n${i}\n20\n0\n11\n${i}\n21\n9\n`),
    '0\nENDSEC\n0\nEOF\n',
  ].join('');
const withLine = (line: string) => written('yaml', `${SCENARIO}${line}\n`);

/** Calls in which something is long. */
const CALLS: Readonly<Record<string, (long: string) => string[]>> = {
  'an unknown command': (long) => [long],
  'an unknown option': (long) => ['inspect', square, `--${long}`],
  'a file that is not there': (long) => ['inspect', long],
  'too many files': (long) => ['inspect', square, long],
  ...Object.fromEntries(
    ['scale', 'as', 'crs', 'layers', 'seed-point', 'up', 'width', 'tolerance'].map((option) => [
      `inspect --${option}`,
      (long: string) => ['inspect', square, `--${option}`, long],
    ]),
  ),
  'inspect --map': (long) => ['inspect', square, '--map', long],
  'inspect --map in a folder': (long) => ['inspect', square, '--map', `${long}/map.svg`],
  'inspect --colour': (long) => ['inspect', square, '--map', folder.in('x.svg'), '--colour', long],
  'plan --from': (long) => ['plan', square, '--from', long, '--to', '1,1'],
  'plan --from, level': (long) => ['plan', square, '--from', `1,1,${long}`, '--to', '1,1'],
  'plan --method': (long) => ['plan', square, '--from', '1,1', '--to', '2,2', '--method', long],
  'plan --pairs': (long) => ['plan', square, '--pairs', written('csv', `${long}\n1,2\n`)],
  'plan --pairs, value': (long) => ['plan', square, '--pairs', written('csv', `sx,sy,gx,gy\n1,1,2,"${long}"\n`)],
  ...Object.fromEntries(
    ['seed', 'seeds', 'duration', 'model', 'threads', 'out'].map((option) => [
      `run --${option}`,
      (long: string) => ['run', scenario, `--${option}`, long],
    ]),
  ),
  'run --out .csv': (long) => ['run', scenario, '--out', `${long}.csv`],
  'run, no scenario': (long) => ['run', long],
  'validate NAME': (long) => ['validate', long],
  'view --host': (long) => ['view', '--host', long],
  'view --port': (long) => ['view', '--port', long],
  'view FILE': (long) => ['view', `${long}.parquet`],
  'a WKT file': (long) => ['inspect', written('wkt', long)],
  'a WKT number': (long) => ['inspect', written('wkt', `POLYGON((0 0,${long}))`)],
  'a JSON file': (long) => ['inspect', written('geojson', `{"type":"${long}"}`)],
  'a role': (long) => ['inspect', written('geojson', geojson({ role: long }))],
  'a level': (long) => ['inspect', written('geojson', geojson({ level: long }))],
  'a layer': (long) => ['inspect', written('dxf', dxf(long))],
  'many layers': (long) => [
    'inspect',
    written(
      'dxf',
      dxf(
        `WALL ${long}`,
        ...Array(9)
          .fill(0)
          .map((_, i) => `${i}${long}`),
      ),
    ),
  ],
  'no such layer': (long) => ['inspect', written('dxf', dxf(long)), '--layers', 'A'],
  'a line of an OBJ file': (long) => ['inspect', written('obj', `${long}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 ${long}\n`)],
  'a glTF file': (long) => ['inspect', written('gltf', `{"asset":{"version":"${long}"}}`)],
  'a field of a scenario': (long) => ['run', withLine(`"${long}": 1`)],
  'a value of a scenario': (long) => ['run', withLine(`seed: "${long}"`)],
  'a model': (long) => ['run', withLine(`model: "${long}"`)],
  'a goal that is not there': (long) => ['run', withLine(`itineraries: { b: ["${long}"] }`)],
  'an event': (long) => ['run', withLine(`events: [{ at: 1, close: "${long}" }]`)],
  'a source with no floor': (long) => [
    'run',
    withLine(`sources: { "${long}": { area: { box: [20, 20, 30, 30] }, rate: 1, goal: a } }`),
  ],
  'a place that is not there': (long) => [
    'run',
    written('yaml', SCENARIO.replace(/environment: .*/, `environment: { file: "${long}" }`)),
  ],
  'YAML that is none': (long) => ['run', withLine(`[${long}`)],
  'JSON that is none': (long) => ['run', written('json', `{"a": ${long}`)],
};

test.each(Object.keys(CALLS))('%s', async (name) => {
  // Not in quotes, in words, and with what quotes and brackets do to a text around them.
  const piece = fc.constantFrom('Ж', 'ЖЖЖЖ', 'Ж Ж', 'ЖЖ');
  const long = fc.array(piece, { minLength: 400, maxLength: 3000 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(long, async (text) => {
      const { error } = await runMain(...CALLS[name](text));
      expect(error).not.toBe('');
      expect(error).not.toMatch(/[Ж ]{201}/);
      for (const line of error.split('\n')) expect(line.length).toBeLessThan(1500);
    }),
    { numRuns: 3 },
  );
});
