import { parseScenario } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { fileOfPlace, scenarioOfPlace, sortFiles } from './open-files.ts';

const file = (name: string, text = '') => ({ name, bytes: new TextEncoder().encode(text) });
const PLAN = file('hall.geojson', '{"type": "FeatureCollection"}');
const OTHER_PLAN = file('yard.wkt', 'POLYGON ((0 0, 1 0, 1 1, 0 0))');
const SCENARIO = file('evening.yaml', 'name: evening\nenvironment: {file: hall.geojson}\n');
const RUN = file('run.parquet');

/** However they are dropped. */
function sortedInAnyOrder(...files: ReturnType<typeof file>[]): ReturnType<typeof sortFiles> {
  const sorted = sortFiles(files);
  expect(sortFiles(files.toReversed())).toEqual(sorted);
  expect(sortFiles([...files.slice(1), files[0]])).toEqual(sorted);
  return sorted;
}

describe('files dropped together', () => {
  it('a scenario takes the file of its place along, and a recording; others are left out, and it is said why', () => {
    expect(sortedInAnyOrder(OTHER_PLAN, SCENARIO, PLAN, RUN, file('a.csv'), file('night.yaml', 'name: n'))).toEqual({
      scenario: { text: 'name: evening\nenvironment: {file: hall.geojson}\n', fileName: 'evening.yaml' },
      place: PLAN,
      recording: file('a.csv'),
      leftOut: [
        { name: 'night.yaml', why: 'one scenario at a time' },
        { name: 'run.parquet', why: 'one recording at a time' },
        { name: 'yard.wkt', why: "the scenario's place is hall.geojson" },
      ],
    });
    const inline = file('room.yaml', 'environment: {walkable: [{box: [0, 0, 1, 1]}]}');
    expect(sortedInAnyOrder(inline, PLAN).leftOut).toEqual([
      { name: 'hall.geojson', why: 'the scenario has a place of its own' },
    ]);
  });

  it('of two places the first by name is opened', () => {
    expect(sortedInAnyOrder(OTHER_PLAN, PLAN)).toEqual({
      scenario: undefined,
      place: PLAN,
      recording: undefined,
      leftOut: [{ name: 'yard.wkt', why: 'one place at a time' }],
    });
    // But not where a scenario waits for the other.
    expect(sortFiles([OTHER_PLAN, PLAN], 'yard.wkt').place).toBe(OTHER_PLAN);
  });

  it('a place in a folder of its own is known by the last part of its path, and called as the scenario calls it', () => {
    const yard = file('yard.wkt', 'POLYGON ((0 0, 1 0, 1 1, 0 0))');
    const scenario = file('evening.yaml', 'environment: {file: plans/yard.wkt}');
    expect(sortedInAnyOrder(scenario, yard, PLAN)).toMatchObject({
      place: { name: 'plans/yard.wkt', bytes: yard.bytes },
      leftOut: [{ name: 'hall.geojson', why: "the scenario's place is plans/yard.wkt" }],
    });
    expect(sortFiles([PLAN, yard], '..\\plans\\yard.wkt').place).toEqual({ ...yard, name: '..\\plans\\yard.wkt' });
    // Where it waits for something else.
    expect(sortFiles([PLAN], 'plans/yard.wkt')).toMatchObject({ place: PLAN, leftOut: [] });
  });

  it('a recording takes along what a run writes beside it, also where the run was killed', () => {
    for (const stem of ['run', 'run.partial']) {
      const [rows, people, info] = [`${stem}.csv`, `${stem}-people.csv`, `${stem}-info.json`].map((name) => file(name));
      expect(sortedInAnyOrder(rows, people, info)).toEqual({
        scenario: undefined,
        place: undefined,
        recording: { ...rows, info, people },
        leftOut: [],
      });
    }
    const people = file('run-people.parquet');
    expect(sortedInAnyOrder(RUN, people)).toMatchObject({ recording: { ...RUN, people }, leftOut: [] });
    const decisions = file('run-decisions.parquet');
    expect(sortedInAnyOrder(RUN, people, decisions)).toMatchObject({
      recording: { ...RUN, people, decisions },
      leftOut: [],
    });
    const lost = file('run-lost.parquet');
    expect(sortedInAnyOrder(RUN, lost)).toMatchObject({ recording: RUN, leftOut: [{ name: 'run-lost.parquet' }] });
    // Alone, it may be a recording of that name.
    expect(sortFiles([file('run-people.csv')]).recording).toEqual(file('run-people.csv'));
  });

  it('a recording takes along what was renamed, by what it holds; beside two, each only what is named after it', () => {
    const told = {
      name: 'hall',
      model: 'm',
      seed: 1,
      step: 0.1,
      every: 1,
      walkableArea: '',
      steps: [0, 9],
      changes: [],
    };
    const info = file('run-info (1).json', JSON.stringify(told));
    const people = file('a-people (1).csv', 'serial,profile,source\n');
    const rows = file('run (1).csv', 'time,step\n');
    const decisions = file('b (1).csv', 'step,time,serial,code,what,value\n');
    expect(sortedInAnyOrder(rows, decisions, people).recording).toEqual({ ...rows, people, decisions });
    expect(sortedInAnyOrder(rows, people, info)).toEqual({
      scenario: undefined,
      place: undefined,
      recording: { ...rows, info, people },
      leftOut: [],
    });
    expect(sortedInAnyOrder(rows, people, info, PLAN)).toMatchObject({ place: PLAN, recording: { info, people } });
    const both = sortedInAnyOrder(rows, people, info, RUN);
    expect(both.recording).toEqual(rows);
    expect(both.leftOut).toEqual([
      { name: 'run-info (1).json', why: 'it belongs to another recording' },
      { name: 'a-people (1).csv', why: 'it belongs to another recording' },
      { name: 'run.parquet', why: 'one recording at a time' },
    ]);
  });

  it('a recording and a place belong together', () => {
    expect(sortedInAnyOrder(RUN, PLAN)).toEqual({ scenario: undefined, place: PLAN, recording: RUN, leftOut: [] });
    expect(sortedInAnyOrder(RUN, file('notes.doc')).leftOut).toEqual([
      { name: 'notes.doc', why: 'neither a place nor a recording' },
    ]);
  });

  it('JSON is a scenario where it has an environment, and a place where it is GeoJSON', () => {
    expect(sortFiles([file('a.json', '{"environment": {"walkable": []}}')]).scenario).toBeDefined();
    const plain = file('a.json', '{"type": "FeatureCollection", "features": []}');
    expect(sortFiles([plain]).place).toBe(plain);
    const both = file('a.json', '{"type": "FeatureCollection", "features": [{"properties": {"environment": 1}}]}');
    expect(sortFiles([both]).place).toBe(both);
    const walkers = Array.from({ length: 1000 }, (_, k) => ({ at: [k, 1] }));
    expect(sortFiles([file('a.json', JSON.stringify({ walkers, environment: {} }))]).scenario).toBeDefined();
    const features = walkers.map((properties) => ({ properties: { ...properties, environment: 1 } }));
    const late = file('a.json', JSON.stringify({ features, type: 'FeatureCollection' }));
    expect(sortFiles([late]).place).toBe(late);
  });

  it.each(['hall.dxf', 'hall.wkt', 'hall.GLB', 'hall.obj', 'hall'])('%s is a place', (name) => {
    expect(sortFiles([file(name)])).toMatchObject({ place: { name }, leftOut: [] });
  });

  it.each(['a.parquet', 'a.csv', 'a.TXT', 'a.sqlite'])('%s is a recording', (name) => {
    expect(sortFiles([file(name)])).toMatchObject({ recording: { name }, place: undefined });
  });

  it('none is nothing', () => {
    expect(sortFiles([])).toEqual({ scenario: undefined, place: undefined, recording: undefined, leftOut: [] });
  });
});

describe('a place without a scenario', () => {
  it('gets one that names it', () => {
    const made = scenarioOfPlace(file('my hall.v2.dxf'));
    expect(made).toMatchObject({ name: 'my hall.v2', environment: { file: 'my hall.v2.dxf' } });
    expect(fileOfPlace(made)).toBe('my hall.v2.dxf');
    expect(fileOfPlace({ environment: { walkable: [] } })).toBeUndefined();
    expect(fileOfPlace(null)).toBeUndefined();
  });

  it('gets a name that is short enough for one', () => {
    const long = `${'a very long name '.repeat(20)}.wkt`;
    const made = scenarioOfPlace(file(long));
    expect(parseScenario(made).name).toMatch(/^(?:a very long name )+.*…$/);
    expect(fileOfPlace(made)).toBe(long);
  });
});
