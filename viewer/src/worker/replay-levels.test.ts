/** A recording of a place with several levels, opened without its scenario, is the place that people walked in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  advance,
  cellArea,
  createFrame,
  createRun,
  fillFrame,
  NONE,
  openScenario,
  recordingInfoOf,
  type RecordingInfo,
  type World,
} from '@foulee/engine';
import { createRecordingSink, infoToJson, parseScenarioText, readPlaceFile } from '@foulee/formats';
import { MOMENT, Z } from '../protocol/moment.ts';
import { heightAt } from '@foulee/formats';
import { momentsOf, readReplay } from './replay.ts';

const SCENARIOS = join(import.meta.dirname, '..', '..', '..', 'scenarios');

/** A few seconds of a scenario as a file, and what the file should tell. */
async function recorded(folder: string, change = (info: RecordingInfo) => info, name = 'run.parquet') {
  const text = readFileSync(join(SCENARIOS, folder, 'scenario.yaml'), 'utf8');
  const opened = await openScenario(parseScenarioText(text, 'scenario.yaml'), {
    readPlace: async (file, options, report) => {
      const read = await readPlaceFile(readFileSync(join(SCENARIOS, folder, file)), file, options, report);
      return read.kind === 'plan' ? read.plan : read.soup;
    },
  });
  const run = createRun(opened!.scenario, opened!.world, { seed: 1 });
  const parts: Uint8Array[] = [];
  const output = { append: (bytes: Uint8Array) => parts.push(bytes.slice()) };
  const info = change(recordingInfoOf(run));
  const sink = await createRecordingSink(name, info, output);
  /** Heights of everybody, as they were walked. */
  const heights: number[] = [];
  for (let step = 0; step < 280; step++) {
    advance(run);
    if (step % 40 !== 0) continue;
    const { crowd, world, steps, time } = run.simulation;
    const frame = createFrame(crowd.count);
    fillFrame(frame, world.mesh, crowd, steps, time);
    sink.write(frame);
    for (let k = 0; k < frame.count; k++) {
      const [originX, originY] = opened!.world.mesh.origin;
      const [x, y] = [frame.place[2 * k] - originX, frame.place[2 * k + 1] - originY];
      heights.push(heightAt(opened!.world, frame.cell[k], x, y));
    }
  }
  await sink.close();
  const bytes = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
  return { file: { name, bytes }, info, world: opened!.world, heights };
}

/** m² of floor and of stairs, by the names of levels. */
function areas({ mesh }: World): Record<string, number> {
  const found: Record<string, number> = {};
  for (let c = 0; c < mesh.cellLevel.length; c++) {
    const level = mesh.levels[mesh.cellLevel[c]].name;
    const name = mesh.cellLink[c] === NONE ? level : `stairs of ${level}`;
    found[name] = (found[name] ?? 0) + cellArea(mesh, c);
  }
  return Object.fromEntries(Object.entries(found).map(([name, area]) => [name, Number(area.toFixed(2))]));
}

const all = (areasOf: Record<string, number>) => Object.values(areasOf).reduce((sum, area) => sum + area, 0);

/** m² of a level that walls without width take: in a recording they are gaps of 2 cm. */
const GAPS = 0.5;

function expectSameFloor(found: Record<string, number>, wanted: Record<string, number>): void {
  expect(Object.keys(found).sort()).toEqual(Object.keys(wanted).sort());
  for (const [level, area] of Object.entries(wanted)) expect(Math.abs(found[level] - area)).toBeLessThan(GAPS);
}

it.each([
  ['station-hall', 2, 4456],
  ['step-free-way', 2, 328],
])('%s keeps all its levels and its stairs', async (folder, levels, floor) => {
  const { file, world, heights } = await recorded(folder);
  const replay = await readReplay(file, () => undefined);
  expectSameFloor(areas(replay.world), areas(world));
  expect(all(areas(replay.world))).toBeCloseTo(floor, -1);
  expect(replay.world.mesh.levels).toEqual(world.mesh.levels);
  expect(replay.world.mesh.levels).toHaveLength(levels);
  expect(replay.world.plan.links).toEqual(world.plan.links);
  expect(replay.world.report.warnings).toEqual([]);
  const shown = [...momentsOf(replay, replay.world)];
  for (const { cell } of shown) expect(cell).not.toContain(NONE);
  const seen = shown.flatMap(({ numbers, cell }) => Array.from(cell, (_, k) => numbers[MOMENT * k + Z]));
  expect(seen).toHaveLength(heights.length);
  // Some are between two levels.
  expect(new Set(heights).size).toBeGreaterThan(levels);
  seen.forEach((height, k) => expect(height).toBeCloseTo(heights[k], 3));
});

it('keeps all levels of a recording that does not tell of stairs, and of one whose stairs cannot be used', async () => {
  const without = await recorded('station-hall', (info) => {
    const { links: _, ...older } = info;
    return older;
  });
  const old = await readReplay(without.file, () => undefined);
  expect(Math.abs(all(areas(old.world)) - all(areas(without.world)))).toBeLessThan(2 * GAPS);
  expect(Object.keys(areas(old.world)).sort()).toEqual(['hall', 'platform']);
  expect(old.world.report.warnings).toEqual([
    'the recording does not tell of stairs: they are drawn flat unless its scenario is open',
  ]);
  const broken = await recorded('station-hall', (info) => ({
    ...info,
    links: info.links!.map((link) => ({ ...link, upper: 7 })),
  }));
  const flat = await readReplay(broken.file, () => undefined);
  expect(areas(flat.world)).toEqual(areas(old.world));
  expect(flat.world.report.warnings).toEqual([
    expect.stringMatching(/^the stairs in the recording could not be used \(.*no level 7.*\): they are drawn flat$/),
  ]);
});

it('a table and the files beside it are the same place, with the people who walk there', async () => {
  const { file, info, world } = await recorded('station-hall', undefined, 'run.csv');
  const text = (words: string) => new TextEncoder().encode(words);
  const told = { name: 'run-info.json', bytes: text(infoToJson({ info, changes: [], steps: [0, 280] })) };
  const table = [
    'serial,profile,source,group_id,goal,enter_time,enter_x,enter_y,enter_level,exit_time,exit_x,exit_y,exit_level,exit_name',
    '0,adult,,,west,0,,,,12.5,,,,west',
    '1,child,,,west or east,0,,,,,,,,',
  ];
  const people = { name: 'run-people.csv', bytes: text(`${table.join('\n')}\n`) };
  const replay = await readReplay({ ...file, info: told, people }, () => undefined);
  expectSameFloor(areas(replay.world), areas(world));
  expect(replay.world.report.warnings).toEqual([]);
  expect(replay.info).toMatchObject({ name: info.name, seed: 1 });
  const [first, second, third] = replay.people;
  expect(replay.info.profiles).toEqual(['adult', 'child', 'recorded']);
  expect(replay.info.itineraries).toEqual(['west', 'west or east', 'recorded']);
  expect([first!.profile, second!.profile, third!.profile]).toEqual([0, 1, 2]);
  expect([first!.itinerary, second!.itinerary, third!.itinerary]).toEqual([0, 1, 2]);
  expect(replay.summary.destinations).toEqual([{ name: 'west', count: 1, last: 12.5 }]);
  // Of no use: said, and the recording is shown all the same.
  const bad = await readReplay({ ...file, info: { ...told, bytes: text('{}') }, people: told }, () => undefined);
  expect(bad.summary.warnings).toEqual([
    expect.stringMatching(/^run-info.json is not what a run writes/),
    expect.stringMatching(/^the table of people could not be used: run-info.json/),
  ]);
});
