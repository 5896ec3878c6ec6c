import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildWorld, createFrame, createReport, inlinePlan, NONE, parseScenario } from '@foulee/engine';
import { createRecordingSink, createSqliteSink } from '@foulee/formats';
import { drawPlace } from './draw-place.ts';
import { MOMENT, VX, VY, WAITED, WALKED, X, Y, Z } from '../protocol/moment.ts';
import { LIMITS, momentsOf, readReplay, type Replay } from './replay.ts';

const text = (lines: string) => new TextEncoder().encode(lines);
const quiet = () => undefined;
const read = (name: string, bytes: Uint8Array, limits = LIMITS) =>
  readReplay({ name, bytes }, quiet, undefined, limits);

/** Two people, one of whom is gone in the third frame; in steps of 1/16 s, beginning at 10 s. */
const CSV = `time,step,serial,x,y,level,vx,vy,radius
10,160,3,100,50,0,1,0,0.25
10,160,7,102,50,0,0,0,0.2
10.0625,161,3,100.5,50,0,8,0,0.25
10.0625,161,7,102,50,0,0,0,0.2
10.125,162,3,100.5,51,0,0,16,0.25
`;

describe('a recording as moments', () => {
  it('has the places from the origin, the velocities of the file, the way walked and the time waited', async () => {
    const replay = await read('run.csv', text(CSV));
    const moments = [...momentsOf(replay, replay.world)];
    expect(moments.map(({ time }) => time)).toEqual([10, 10.0625, 10.125]);
    expect(moments.map(({ serial }) => [...serial])).toEqual([[3, 7], [3, 7], [3]]);
    const [originX, originY] = replay.world.mesh.origin;
    const [, second, third] = moments;
    expect(second!.numbers[X] + originX).toBeCloseTo(100.5, 4);
    expect(second!.numbers[Y] + originY).toBeCloseTo(50, 4);
    expect([second!.numbers[VX], second!.numbers[VY]]).toEqual([8, 0]);
    expect(second!.numbers[WALKED]).toBe(0.5);
    expect(third!.numbers[WALKED]).toBe(1.5);
    expect(second!.numbers[MOMENT + WAITED]).toBe(0.0625);
    expect(third!.numbers[WAITED]).toBe(0);
  });

  it('tells of the run: frames 1/16 s apart, two people, one of whom left', async () => {
    const { info, people, summary, world } = await read('my run.csv', text(CSV));
    expect(info).toMatchObject({ name: 'my run', step: 0.0625, duration: 10.125 });
    expect(people.map(({ serial, radius }) => [serial, radius])).toEqual([
      [3, 0.25],
      [7, 0.2],
    ]);
    // How fast somebody would walk with nobody in its way is not in the file.
    for (const person of people) expect(person).not.toHaveProperty('speed');
    expect(summary).toMatchObject({ isRecording: true, entered: 2, arrived: 1, inside: 1, seconds: 10.125 });
    expect(summary).not.toHaveProperty('almostAllAt');
    // Said of the place, from the start.
    expect(drawPlace(world, 0).warnings).toEqual([
      'my run.csv does not tell of a place: a floor is drawn around everybody',
    ]);
    expect(summary.warnings).toEqual([]);
    // From 99 to 103, and from 49 to 52.
    expect(world.mesh.levels).toHaveLength(1);
    const [originX, originY] = world.mesh.origin;
    const xs = [...world.mesh.vertices].filter((_, i) => i % 2 === 0).map((x) => x + originX);
    const ys = [...world.mesh.vertices].filter((_, i) => i % 2 === 1).map((y) => y + originY);
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([99, 103, 49, 52]);
  });

  it('tells when almost all were gone, who may be away for a while and come again', async () => {
    const frames = ['0,0,1,1,1,0,0,0,0.2', '1,1,,,,,,,', '2,2,1,1,1,0,0,0,0.2', '3,3,,,,,,,'];
    const table = [CSV.split('\n')[0], ...frames, ''].join('\n');
    expect((await read('a.csv', text(table))).summary).toMatchObject({ entered: 1, inside: 0, almostAllAt: 3 });
    const head = '# framerate: 10\n# id frame x/m y/m\n';
    const many = Array.from({ length: 40 }, (_, k) => `${k} ${k} 1 1\n${k} ${k + 1} 2 1\n`).join('');
    // The thirty-eighth of forty is seen until frame 38.
    expect((await read('a.txt', text(head + many))).summary.almostAllAt).toBeCloseTo(3.9, 9);
  });

  it('takes velocities from places where the file tells none', async () => {
    const rows = Array.from({ length: 11 }, (_, frame) => `1 ${frame} ${(0.04 * frame * 100).toFixed(1)} 200`);
    const replay = await read('heads.txt', text(`# framerate: 25\n# id frame x/cm y/cm\n${rows.join('\n')}\n`));
    expect(replay.info.step).toBe(0.04);
    const moments = [...momentsOf(replay, replay.world)];
    // 4 cm in 1/25 s, at the ends as in the middle.
    for (const { numbers } of moments) expect(numbers[VX]).toBeCloseTo(1, 5);
    expect(moments.at(-1)!.numbers[WALKED]).toBeCloseTo(0.4, 5);
    expect(replay.people[0].radius).toBe(0.2);
  });

  it('has the place of the run where the file carries it', async () => {
    const parts: Uint8Array[] = [];
    const info = {
      name: 'hall',
      model: 'reactive',
      seed: 4,
      step: 0.1,
      every: 5,
      walkableArea: 'POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0), (5 5, 6 5, 6 6, 5 6, 5 5))',
    };
    const sink = await createRecordingSink('a.txt', info, { append: (bytes) => parts.push(bytes.slice()) });
    const one = {
      serial: Int32Array.of(0),
      level: Int32Array.of(0),
      cell: Int32Array.of(0),
      radius: Float64Array.of(0.2),
    };
    for (const step of [0, 5, 10]) {
      const place = Float64Array.of(1 + 0.1 * step, 2);
      sink.write({ ...one, step, time: 0.1 * step, count: 1, place, velocity: Float64Array.of(1, 0) });
    }
    sink.close();
    const replay = await read('a.txt', new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()));
    expect(replay.info).toMatchObject({ name: 'hall', seed: 4, step: 0.5 });
    expect(replay.world.report.warnings).toEqual([]);
    const moments = [...momentsOf(replay, replay.world)];
    expect(moments.map(({ numbers }) => numbers[X] + replay.world.mesh.origin[0])).toEqual([1, 1.5, 2]);
    expect(replay.world.mesh.sideTwin.filter((twin) => twin === -1).length).toBeGreaterThanOrEqual(8);
  });
});

describe('a recording of the open scenario', () => {
  const scenario = parseScenario({
    name: 'stairs',
    environment: {
      levels: {
        ground: { elevation: 0, walkable: [{ box: [0, 0, 10, 4] }] },
        upper: { elevation: 3, walkable: [{ box: [16, 0, 26, 4] }] },
      },
      links: {
        stairs: {
          kind: 'stairs',
          lower: 'ground',
          upper: 'upper',
          corners: [
            [10, 1],
            [10, 3],
            [16, 3],
            [16, 1],
          ],
        },
      },
    },
  });
  if (scenario.environment.kind !== 'inline') throw new Error('inline');
  const world = buildWorld(inlinePlan(scenario.environment, 'stairs'), {}, createReport());
  const info = {
    name: 'stairs',
    model: 'm',
    seed: 1,
    step: 0.1,
    every: 1,
    walkableArea: 'POLYGON ((0 0, 26 0, 26 4, 0 4, 0 0))',
  };
  const file = (rows: string) => ({
    name: 'a.txt',
    bytes: text(`# framerate: 10\n# foulee: ${JSON.stringify(info)}\n# id frame x/m y/m z\n${rows}# end: 3 frames\n`),
  });
  const climbing = file('0 0 5 2 0\n0 1 13 2 0\n0 2 20 2 1\n');
  const heights = (replay: Replay) => [...momentsOf(replay, replay.world)].map(({ numbers }) => numbers[Z]);

  it('keeps its place: people climb its stairs', async () => {
    const replay = await readReplay(climbing, quiet, { name: 'stairs', world });
    expect(replay.isKnown).toBe(true);
    expect(replay.world).toBe(world);
    expect(replay.summary.warnings).toEqual([]);
    expect(heights(replay)).toEqual([0, 1.5, 3]);
  });

  it('locates everybody once, on the level it tells; beside the floor only the level is known', async () => {
    const replay = await readReplay(file('0 0 5 2 0\n0 1 13 2 0\n0 2 20 2 1\n1 2 9.99 4.04 0\n2 2 5 4.2 0\n'), quiet, {
      world,
    });
    const { mesh } = world;
    const moments = [...momentsOf(replay, world)];
    const links = moments.map(({ cell }) => Array.from(cell, (c) => (c === NONE ? 'none' : mesh.cellLink[c])));
    expect(links).toEqual([[NONE], [0], [NONE, NONE, 'none']]);
    expect(moments.map(({ level }) => [...level])).toEqual([[0], [0], [1, 0, 0]]);
    moments.forEach(({ cell, level }) => {
      cell.forEach((c, k) => {
        if (c !== NONE) expect(mesh.cellLevel[c]).toBe(level[k]);
      });
    });
    expect(new Set(moments.map(({ meshKey }) => meshKey))).toEqual(new Set([drawPlace(world, 0).meshKey]));
  });

  it('has a place of its own beside another scenario, or where its people do not walk', async () => {
    const other = await readReplay(climbing, quiet, { name: 'other', world });
    expect([other.isKnown, heights(other)]).toEqual([false, [0, 0, 0]]);
    expect(other.world.report.warnings).toEqual([
      'a recording does not tell how high its levels are: they are drawn on one another unless its scenario is open',
    ]);
    const elsewhere = await readReplay(file('0 0 5 2 0\n0 1 5 9 0\n'), quiet, { name: 'stairs', world });
    expect(elsewhere.isKnown).toBe(false);
  });

  it('has levels of its own at their heights, where the recording tells them', async () => {
    const area = (left: number, right: number) => `POLYGON ((${left} 0, ${right} 0, ${right} 4, ${left} 4, ${left} 0))`;
    const levels = [
      { name: 'low', elevation: 0, walkableArea: area(0, 15) },
      { name: 'high', elevation: 3, walkableArea: area(10, 26) },
    ];
    const told = { ...info, levels };
    const bytes = text(
      `# framerate: 10\n# foulee: ${JSON.stringify(told)}\n# id frame x/m y/m z\n0 0 5 2 0\n0 1 13 2 0\n0 2 20 2 1\n# end: 3 frames\n`,
    );
    const replay = await readReplay({ name: 'a.txt', bytes }, quiet);
    expect(heights(replay)).toEqual([0, 0, 3]);
    expect(replay.world.mesh.levels).toMatchObject([
      { name: 'low', elevation: 0 },
      { name: 'high', elevation: 3 },
    ]);
    expect(replay.world.report.warnings).toEqual([
      'the recording does not tell of stairs: they are drawn flat unless its scenario is open',
    ]);
    // One level that cannot be used: as in old recordings.
    const broken = text(new TextDecoder().decode(bytes).replace(area(10, 26), 'POLYGON ((1 broken'));
    const flat = await readReplay({ name: 'a.txt', bytes: broken }, quiet);
    expect([flat.world.mesh.levels.length, flat.world.report.warnings.length]).toEqual([1, 1]);
  });

  it('has the place it was opened together with, whatever that is called, if its people walk there', async () => {
    expect((await readReplay(climbing, quiet, { world })).world).toBe(world);
    expect((await readReplay(file('0 0 5 2 0\n0 1 5 9 0\n'), quiet, { world })).isKnown).toBe(false);
  });
});

describe('a database of JuPedSim', () => {
  it('is shown in the area it carries, with velocities from places', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foulee-replay-'));
    const path = join(folder, 'room.sqlite');
    const area = 'POLYGON ((0 0, 10 0, 10 5, 0 5, 0 0))';
    const sink = await createSqliteSink(path, {
      name: '',
      model: '',
      seed: 0,
      step: 0.125,
      every: 1,
      walkableArea: area,
    });
    for (const step of [0, 1, 2, 3]) {
      const frame = createFrame(1);
      Object.assign(frame, { step, time: step / 8, count: 1 });
      frame.place.set([1 + 1.5 * (step / 8), 2.5]);
      sink.write(frame);
    }
    await sink.close();
    const bytes = new Uint8Array(readFileSync(path));
    rmSync(folder, { recursive: true });
    const replay = await read('room.sqlite', bytes);
    expect(replay.info).toMatchObject({ name: 'room', step: 0.125 });
    expect(replay.world.report.warnings).toEqual([]);
    const [originX] = replay.world.mesh.origin;
    const xs = [...replay.world.mesh.vertices].filter((_, i) => i % 2 === 0).map((x) => x + originX);
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([0, 10]);
    const moments = [...momentsOf(replay, replay.world)];
    expect(moments.map(({ time }) => time)).toEqual([0, 0.125, 0.25, 0.375]);
    for (const { numbers } of moments) expect(numbers[VX]).toBeCloseTo(1.5, 5);
  });
});

describe('a file that is no recording, or none that can be shown', () => {
  const cases: [string, string, Uint8Array, RegExp][] = [
    ['an empty file', 'a.parquet', new Uint8Array(0), /empty/],
    ['a damaged Parquet file', 'a.parquet', text(`PAR1${'x'.repeat(200)}`), /a\.parquet/],
    ['a database', 'a.sqlite', text('SQLite format 3\0 and more'), /a\.sqlite: the database is damaged/],
    ['a foreign table', 'a.csv', text('name,age\nAda,36\n'), /not a recording.*time, step, serial/],
    ['text of anything', 'a.txt', text('once upon a time\n'), /a\.txt/],
    ['a picture', 'a.png', text('\x89PNG\r\n'), /not a recording/],
    ['a recording of nobody', 'a.csv', text(`${CSV.split('\n')[0]}\n0,0,,,,,,,\n`), /nobody/],
    ['a line with a word', 'a.csv', text(CSV.replace('100.5', 'far')), /line 4 has x "far"/],
  ];
  it.each(cases)('%s is said', async (_, name, bytes, says) => {
    await expect(read(name, bytes)).rejects.toThrow(says);
    await expect(read(name, bytes)).rejects.toHaveProperty('remedy');
  });

  it('says when it is too large, before and after it is read', async () => {
    await expect(read('a.csv', text(CSV), { bytes: 100, rows: 100 })).rejects.toThrow(/too large/);
    await expect(read('a.csv', text(CSV), { bytes: 1e6, rows: 4 })).rejects.toThrow(/has 5 rows, the page holds 4/);
  });

  it('falls back on a floor around everybody if the area in the file is broken', async () => {
    const head = `# framerate: 10\n# foulee: ${JSON.stringify({ name: 'x', model: 'm', seed: 1, step: 0.1, every: 1, walkableArea: 'POLYGON ((broken' })}`;
    const { world } = await read('a.txt', text(`${head}\n# id frame x/m y/m z\n0 0 1 1 0\n# end: 1 frames\n`));
    const { warnings } = world.report;
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/could not be used.*a floor is drawn/);
    expect(world.mesh.cellLevel.length).toBeGreaterThan(0);
  });
});
