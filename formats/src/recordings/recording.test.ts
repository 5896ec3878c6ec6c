/** Recordings written and read back, whole, cut and damaged. Expected columns come from the frames themselves (the fixture). */
import { InputError } from '@foulee/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecordingSink, infoFromJson, infoToJson, readRecording, withEmptyFrames } from './recording.ts';
import { differences, expected, INFO, makeFrame, makeFrames, memoryOutput } from '../../test/recording-fixture.ts';

async function record(name: string, frames: ReturnType<typeof makeFrames>, close = true, info = INFO) {
  const output = memoryOutput();
  const sink = await createRecordingSink(name, info, output);
  for (const frame of frames) sink.write(frame);
  if (close) await sink.close();
  return output;
}

const FORMATS = ['run.parquet', 'run.csv', 'run.txt'];
/** What the format keeps. */
const kept = (name: string) =>
  name.endsWith('.txt') ? (['steps', 'time', 'first', 'serial', 'x', 'y', 'level'] as const) : undefined;

/** A table of rows has none for frames without walkers. */
const withRows = (name: string, frames: ReturnType<typeof makeFrames>) =>
  name.endsWith('.csv') ? frames.filter(({ count }) => count > 0) : frames;

describe.each(FORMATS)('%s', (name) => {
  it('brings back every bit, with walkers who come and go and frames without any', async () => {
    for (const count of [0, 1, 2, 10, 57, 300]) {
      const frames = makeFrames(count);
      const recording = await readRecording((await record(name, frames)).bytes(), name);
      expect(differences(recording, expected(withRows(name, frames)), kept(name))).toEqual([]);
      expect(recording.warnings).toEqual([]);
      if (!name.endsWith('.csv')) expect(recording.info).toEqual(INFO);
    }
  });

  it("reads Node's buffers, which slice in their own way", async () => {
    const frames = makeFrames(150);
    const buffer = Buffer.concat([Buffer.from('before'), (await record(name, frames)).bytes()]).subarray(6);
    expect(differences(await readRecording(buffer, name), expected(withRows(name, frames)), kept(name))).toEqual([]);
  });

  it('has a comparison that sees a lost sign, a lost frame and a moved walker', async () => {
    const frames = withRows(name, makeFrames(20));
    const recording = await readRecording((await record(name, frames)).bytes(), name);
    const right = expected(frames);
    expect(differences(recording, { ...right, x: right.x.map((x) => (x === 0 ? 0 : x)) }, kept(name))).toEqual(['x']);
    expect(differences(recording, expected(frames.slice(1)), kept(name))).toContain('steps');
    expect(differences(recording, { ...right, y: right.y.with(3, right.y[3] + 1e-15) }, kept(name))).toEqual(['y']);
  });

  it('copies what it is lent', async () => {
    const output = memoryOutput();
    const sink = await createRecordingSink(name, INFO, output);
    const frames = makeFrames(12);
    const right = expected(withRows(name, frames));
    for (const frame of frames) {
      sink.write(frame);
      frame.serial.fill(7);
      frame.level.fill(7);
      for (const array of [frame.place, frame.velocity, frame.radius]) array.fill(7);
    }
    await sink.close();
    expect(differences(await readRecording(output.bytes(), name), right, kept(name))).toEqual([]);
  });

  it('keeps the frames appended by a run that never ended', async () => {
    const frames = withRows(name, makeFrames(3000));
    const output = await record(name, frames, false);
    const recording = await readRecording(output.bytes(), name);
    const got = recording.steps.length;
    expect(got).toBeGreaterThan(frames.length / 2);
    expect(differences(recording, expected(frames.slice(0, got)), kept(name))).toEqual([]);
    // A CSV of whole frames cannot tell that more should follow.
    if (!name.endsWith('.csv')) expect(recording.warnings.join()).toMatch(/did not end|killed/);
  });

  it('is a readable file after every append', async () => {
    const frames = withRows(name, makeFrames(3000));
    const output = await record(name, frames);
    const bytes = output.bytes();
    expect(output.appends.length).toBeGreaterThan(3);
    let before = -1;
    for (const length of output.appends) {
      const recording = await readRecording(bytes.subarray(0, length), name);
      expect(recording.steps.length).toBeGreaterThan(before);
      if (length < bytes.length) before = recording.steps.length;
      expect(differences(recording, expected(frames.slice(0, recording.steps.length)), kept(name))).toEqual([]);
    }
  });

  it('cut at any byte, keeps whole frames and says so, or is refused in one line', async () => {
    const frames = withRows(name, makeFrames(160)); // two groups of a Parquet file
    const bytes = (await record(name, frames)).bytes();
    const stride = Math.max(1, Math.floor(bytes.length / 350));
    let most = 0;
    let refused = 0;
    for (let length = 1; length < bytes.length; length += stride) {
      try {
        const recording = await readRecording(bytes.subarray(0, length), name);
        const got = recording.steps.length;
        const right = expected(frames.slice(0, got));
        const lineEnd = name.endsWith('.csv') && bytes[length - 1] === 0x0a;
        if (!lineEnd) {
          expect(differences(recording, right, kept(name)), `cut at ${length}`).toEqual([]);
          expect(recording.warnings).toHaveLength(1);
        }
        most = Math.max(most, got);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect((error as Error).message).not.toContain('\n# framerate');
        refused++;
      }
    }
    expect(most).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(0);
  });

  it('refuses what is not finite, not in order or not there, and goes on with good frames', async () => {
    const output = memoryOutput();
    const sink = await createRecordingSink(name, INFO, output);
    const good = () => makeFrame(2, 0.2, [1, 5], (s, k) => s + k);
    const bad: [RegExp, (frame: ReturnType<typeof good>) => void][] = [
      [/walker 5 has x NaN/, (f) => (f.place[2] = Number.NaN)],
      [/walker 1 has y -Infinity/, (f) => (f.place[1] = Number.NEGATIVE_INFINITY)],
      [/walker 5 has vy NaN/, (f) => (f.velocity[3] = Number.NaN)],
      [/walker 1 has radius Infinity/, (f) => (f.radius[0] = Number.POSITIVE_INFINITY)],
      [/time is NaN/, (f) => (f.time = Number.NaN)],
      [/serials do not rise/, (f) => (f.serial[1] = 1)],
      [/counts 9 walkers in arrays for 5/, (f) => (f.count = 9)],
      [/whole number|between two frames/, (f) => (f.step = 2.5)],
    ];
    for (const [message, spoil] of bad) {
      const frame = good();
      spoil(frame);
      expect(() => sink.write(frame)).toThrow(message);
      expect(() => sink.write(frame)).toThrow(InputError);
    }
    sink.write(good());
    expect(() => sink.write(good())).toThrow(/after step 2/);
    expect(() => sink.write(makeFrame(4, 0.1, [], () => 0))).toThrow(/time 0.1 comes after 0.2/);
    await sink.close();
    await sink.close();
    expect(() => sink.write(makeFrame(4, 0.4, [], () => 0))).toThrow(/closed/);
    expect(differences(await readRecording(output.bytes(), name), expected([good()]), kept(name))).toEqual([]);
  });

  it('survives damage: the same columns, other numbers or an InputError, never anything else', async () => {
    const bytes = (await record(name, makeFrames(140))).bytes();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (changes, atTheEnd) => {
          const damaged = bytes.slice();
          for (const [at, value] of changes) damaged[atTheEnd ? bytes.length - 1 - (at % 1500) : at] = value;
          try {
            const recording = await readRecording(damaged, name);
            expect(recording.first.at(-1)).toBe(recording.x.length);
            expect(recording.first.length).toBe(recording.steps.length + 1);
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
          }
        },
      ),
      { numRuns: 300, seed: 4 },
    );
  });

  it('holds 100,000 walkers in bounded memory', { timeout: 60_000 }, async () => {
    const serials = Array.from({ length: 100_000 }, (_, i) => i);
    const output = { bytes: 0, largest: 0 };
    const sink = await createRecordingSink(name, INFO, {
      append(bytes) {
        output.bytes += bytes.length;
        output.largest = Math.max(output.largest, bytes.length);
      },
    });
    const frame = makeFrame(0, 0, serials, (s, k) => Math.sqrt(s + k));
    for (let f = 0; f < 6; f++) {
      frame.step = 2 * f;
      frame.time = 0.2 * f;
      sink.write(frame);
    }
    await sink.close();
    expect(output.bytes / 6e5).toBeGreaterThan(20);
    // Never more than a group of 2¹⁹ rows and a frame at once.
    expect(output.largest).toBeLessThan(((1 << 19) + 100_000) * 60);
  });
});

describe('a Parquet file', () => {
  it('is whole for any reader after every append, not only for ours', async () => {
    const { parquetReadObjects } = await import('hyparquet');
    const frames = makeFrames(700);
    const output = await record('run.parquet', frames);
    const right = expected(frames);
    let rows = 0;
    for (const length of output.appends) {
      const objects = await parquetReadObjects({ file: output.bytes().slice(0, length).buffer as ArrayBuffer });
      expect(objects.length).toBeGreaterThanOrEqual(rows);
      rows = objects.length;
    }
    expect(rows).toBe(right.x.length);
    const all = await parquetReadObjects({ file: output.bytes().buffer as ArrayBuffer });
    expect(Object.keys(all[0])).toEqual(['time', 'step', 'serial', 'x', 'y', 'level', 'vx', 'vy', 'radius']);
    const row = frames.slice(0, 50).reduce((sum, frame) => sum + frame.count, 0); // the first of frame 50
    const { time, step, serial, x, radius } = all[row];
    expect([time, step, serial, x, radius]).toEqual([
      frames[50].time,
      100,
      right.serial[row],
      right.x[row],
      right.radius[row],
    ]);
  });

  it('writes one radius for all once, and reads it back', async () => {
    const same = Array.from({ length: 40 }, (_, f) =>
      makeFrame(2 * f, 0.2 * f, [1, 2, 3], (serial, k) => (k === 4 ? 0.25 : serial + k / 10 + f)),
    );
    const mixed = same.map((frame) => ({ ...frame, radius: frame.radius.map((r, i) => r + i) }));
    const one = (await record('run.parquet', same)).bytes();
    const several = (await record('run.parquet', mixed)).bytes();
    expect(several.length - one.length).toBeGreaterThan(40 * 3 * 8 - 100);
    expect(differences(await readRecording(one, 'a'), expected(same))).toEqual([]);
    expect(differences(await readRecording(several, 'a'), expected(mixed))).toEqual([]);
  });

  it('reserves nothing for values that pages claim and do not hold', async () => {
    const frames = makeFrames(100);
    const bytes = (await record('run.parquet', frames)).bytes();
    const rows = expected(frames).x.length;
    // The count of a page, twice itself as a varint of two bytes: [low 7 bits + 128, high 7 bits], made 8191 wherever it stands.
    const low = ((2 * rows) & 0x7f) | 0x80;
    const high = (2 * rows) >> 7;
    expect(high).toBeLessThan(0x80);
    let forged = 0;
    for (let at = 0; at + 1 < bytes.length - 3000; at++) {
      // Field 1 of a page's inner header: its type byte 0x15 comes before.
      if (bytes[at] !== low || bytes[at + 1] !== high || bytes[at - 1] !== 0x15) continue;
      bytes[at] = 0xfe;
      bytes[at + 1] = 0x7f;
      forged++;
    }
    expect(forged).toBeGreaterThanOrEqual(5);
    await expect(readRecording(bytes, 'run.parquet')).rejects.toThrow(/claims more than the file holds/);
  });
});

describe('what is said of the run', () => {
  const LEVELS = [
    { name: 'hall', elevation: 0, walkableArea: 'POLYGON ((0 0, 1 0, 1 1, 0 0))' },
    { name: 'Bahnsteig 1/2', elevation: 4.2, walkableArea: 'POLYGON ((0 0, 2 0, 2 2, 0 0))' },
  ];
  const LINKS = [{ name: 'up', kind: 'ramp' as const, lower: 0, upper: 1, corners: [0, 0, 1, 0, 1, 5, 0.5, 5] }];
  const CHANGES = [{ step: 4, walkableArea: 'POLYGON ((0 0, 3 0, 3 3, 0 0))', levels: ['a', 'b'] }];

  it('Parquet: units, levels and changes of the area, also where pandas looks for them', async () => {
    const { parquetMetadata } = await import('hyparquet');
    const info = { ...INFO, levels: LEVELS, links: LINKS };
    const output = memoryOutput();
    const sink = await createRecordingSink('run.parquet', info, output);
    for (const frame of makeFrames(10)) {
      if (frame.step === CHANGES[0].step) sink.changeArea!(CHANGES[0]);
      sink.write(frame);
    }
    await sink.close();
    const recording = await readRecording(output.bytes(), 'run.parquet');
    expect(recording.info).toEqual(info);
    expect(recording.changes).toEqual(CHANGES);
    const entries = parquetMetadata(output.bytes().buffer as ArrayBuffer).key_value_metadata!;
    const said = (key: string) => JSON.parse(entries.find((entry) => entry.key === key)!.value!);
    const units = { time: 's', x: 'm', y: 'm', vx: 'm/s', vy: 'm/s', radius: 'm', elevation: 'm' };
    expect(said('foulee.info')).toEqual({ ...info, units });
    const short = LEVELS.map(({ name, elevation }) => ({ name, elevation }));
    const { walkableArea: _, ...run } = INFO;
    expect(said('PANDAS_ATTRS')).toEqual({ ...run, units, levels: short });
  });

  it('CSV: no line for frames without walkers, and all else in the file beside it', async () => {
    const frames = makeFrames(30);
    const bytes = (await record('run.csv', frames)).bytes();
    for (const line of new TextDecoder().decode(bytes).trimEnd().split('\n')) expect(line).not.toMatch(/,,|,$/);
    const info = { ...INFO, levels: LEVELS, links: LINKS };
    const run = { info, changes: CHANGES, steps: [0, 58] as [number, number] };
    const text = infoToJson(run);
    expect(JSON.parse(text)).toMatchObject({ name: INFO.name, units: { x: 'm' }, levels: LEVELS, steps: [0, 58] });
    expect(infoFromJson(text)).toEqual(run);
    // With it, the frames without walkers are back.
    const whole = withEmptyFrames(await readRecording(bytes, 'run.csv'), run.info, run.steps);
    expect(differences(whole, expected(frames))).toEqual([]);
    for (const bad of [
      '',
      '{}',
      '[]',
      text.replace('58', '1e99'),
      text.replace('"step": 4', '"step": -4'),
      text.replace('ramp', 'slide'),
    ]) {
      expect(infoFromJson(bad)).toBeUndefined();
    }
  });

  it('old CSV files, with lines for frames without walkers, are read', async () => {
    const text = 'time,step,serial,x,y,level,vx,vy,radius\n0,0,,,,,,,\n0.1,1,5,1,2,0,0,0,0.2\n0.2,2,,,,,,,\n';
    const { steps, first } = await readRecording(new TextEncoder().encode(text), 'old.csv');
    expect([[...steps], [...first]]).toEqual([
      [0, 1, 2],
      [0, 0, 1, 1],
    ]);
  });
});

describe('files of others', () => {
  it('says what is wrong with what is not a recording', async () => {
    const text = (content: string) => new TextEncoder().encode(content);
    const cases: [string, Uint8Array, RegExp][] = [
      ['a.parquet', new Uint8Array(0), /empty/],
      ['a.parquet', text('PAR1'), /not a Parquet file/],
      ['a.parquet', text('hello'), /not a recording/],
      ['a.sqlite', text('SQLite format 3\0'), /the database is damaged/],
      ['a.csv', text('a,b\n1,2\n'), /does not name time, step/],
      ['a.csv', text('time,step,serial,x,y,level,vx,vy,radius\n0,0,1,2\n'), /line 2 has 4 values, not 9/],
      ['a.csv', text('time,step,serial,x,y,level,vx,vy,radius\n0,0,1,0x10,0,0,0,0,0\n'), /line 2 has x "0x10"/],
      [
        'a.csv',
        text('time,step,serial,x,y,level,vx,vy,radius\n0,0,1,0,0,0,0,0,0\n0,0,1,0,0,0,0,0,0\n'),
        /stands twice/,
      ],
      ['a.csv', text('time,step,serial,x,y,level,vx,vy,radius\n0,0,1,0,0,0,0,0,0\n1,0,2,0,0,0,0,0,0\n'), /two times/],
      ['a.txt', text('1 0 2 3 0\n'), /framerate/],
      ['a.txt', text('# framerate: 10\n1 0 2 3 0\n'), /unit/],
      ['a.csv', text('# framerate: 10\n# x/m\nID,Frame,x,y\n1,0,2\n'), /line 4 does not have a number for id/],
      ['a.csv', text('# framerate: 10\n# x/m\nID,Frame,x,y\n1,0,2,far\n'), /line 4 does not have a number for id/],
      ['a.csv', text('# framerate: 10\n# x/m\nID,Frame,x,y\n1,0,2,3\n1,0,2,3\n'), /stands twice/],
      ['a.txt', text('# framerate: 10\n# x/m\n1 0 2\n'), /line 3 has 3 values/],
    ];
    for (const [name, bytes, message] of cases) {
      await expect(readRecording(bytes, name)).rejects.toThrow(message);
      await expect(readRecording(bytes, name)).rejects.toThrow(InputError);
    }
    await expect(createRecordingSink('a.xls', INFO, memoryOutput())).rejects.toThrow(/.parquet, .sqlite, .txt, .csv/);
  });

  it('reads an experiment of the archive: sorted by walker, in centimetres, heights as z', async () => {
    const lines = ['# description: UNI_CORR', '# framerate: 16.00', '# id frame x/cm y/cm z/cm'];
    const rows = ['1 98 46.6 -45.5 176', '1 99 50 -45 176', '2 97 10 20 168.5', '2 98 12 20 168.5'];
    const recording = await readRecording(new TextEncoder().encode([...lines, ...rows, ''].join('\n')), 'a.txt');
    expect([...recording.steps]).toEqual([97, 98, 99]);
    expect([...recording.time]).toEqual([97 / 16, 98 / 16, 99 / 16]);
    expect([...recording.first]).toEqual([0, 1, 3, 4]);
    expect([...recording.serial]).toEqual([2, 1, 2, 1]);
    expect([...recording.x]).toEqual([0.1, 46.6 / 100, 0.12, 0.5]);
    expect([...recording.level]).toEqual([0, 0, 0, 0]);
    expect(recording.info).toBeUndefined();
  });

  const FRAMES = 'ID,Frame,x,y,v_x,v_y\n21,1010,22,-10,0.4,0.09\n21,1020,38,-6,0.4,0.03\n12,1010,-93,8,0,0\n';

  it('reads tables of persons and frames, whose unit is said in a comment or beside the columns', async () => {
    const encode = (text: string) => new TextEncoder().encode(text);
    const recording = await readRecording(encode(`# framerate: 25 fps\n# id frame x/cm y/cm\n${FRAMES}`), 'a.csv');
    expect([...recording.steps]).toEqual([1010, 1020]);
    expect([...recording.time]).toEqual([1010 / 25, 1020 / 25]);
    expect([...recording.serial]).toEqual([12, 21, 21]);
    expect([...recording.x]).toEqual([-0.93, 0.22, 0.38]);
    expect([...recording.y]).toEqual([0.08, -0.1, -0.06]);
    // Over which time theirs were taken is not said.
    expect([...recording.vx]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(recording.warnings).toEqual([]);
    const beside = `\uFEFF# framerate: 25\r\n"frame", "id", "x/m", "y/m"\r\n0, 3, 1.5, 2\r\n1, 3, 1.6, 2`;
    const cut = await readRecording(encode(beside), 'b.csv');
    expect([[...cut.serial], [...cut.x]]).toEqual([[3], [1.5]]);
    expect(cut.warnings).toEqual(['b.csv was cut at line 4: what is before that is kept']);
  });

  it('asks, word by word, for the frame rate and the unit that a file does not say', async () => {
    const says = (name: string, text: string) =>
      readRecording(new TextEncoder().encode(text), name).then(
        () => 'read',
        ({ what, remedy }: InputError) => `${what}: ${remedy}`,
      );
    const rate = '"# framerate: 25" (with its frames per second)';
    expect(await says('uo-050-180-180.txt', '1 43 79.035 774.009 183.02\n')).toBe(
      `does not say the frame rate and the unit of places before its rows: put at its beginning a line ${rate} ` +
        'and a line "# id frame x/cm y/cm z/cm" for centimetres or "# id frame x/m y/m z/m" for metres',
    );
    expect(await says('a.txt', '# id frame x/m y/m z/m\n1 43 79.035 774.009 183.02\n')).toBe(
      `does not say the frame rate before its rows: put at its beginning a line ${rate}`,
    );
    expect(await says('n34_cam2.csv', FRAMES)).toBe(
      `does not say the frame rate and the unit of places before its rows: put at its beginning a line ${rate} ` +
        'and a line "# id frame x/cm y/cm" for centimetres or "# id frame x/m y/m" for metres',
    );
    expect(await says('n34_cam2.csv', `# framerate: 25\n# id frame x/cm y/cm\n${FRAMES}`)).toBe('read');
    expect(await says('a.txt', '# framerate: 16\n# id frame x/cm y/cm z/cm\n1 43 79.035 774.009 183.02\n')).toBe(
      'read',
    );
  });

  it('reads a Parquet file written by another program, with compression and other integer types', async () => {
    const { parquetWriteBuffer } = await import('hyparquet-writer');
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: 'serial', data: new BigInt64Array([2n, 1n, 1n]), type: 'INT64' },
        { name: 'step', data: [0, 0, 5], type: 'INT32' },
        { name: 'level', data: [0, 1, 1], type: 'INT32' },
        ...['time', 'x', 'y', 'vx', 'vy', 'radius'].map((name) => ({
          name,
          data: [0, 0, 0.5],
          type: 'DOUBLE' as const,
        })),
      ],
    });
    const recording = await readRecording(new Uint8Array(bytes), 'other.parquet');
    expect([...recording.serial]).toEqual([1, 2, 1]);
    expect([...recording.level]).toEqual([1, 0, 1]);
    expect([...recording.steps]).toEqual([0, 5]);
    expect([...recording.time]).toEqual([0, 0.5]);
  });

  it('refuses a Parquet file without the columns', async () => {
    const { parquetWriteBuffer } = await import('hyparquet-writer');
    const bytes = parquetWriteBuffer({ columnData: [{ name: 'x', data: [0.5], type: 'DOUBLE' }] });
    await expect(readRecording(new Uint8Array(bytes), 'other.parquet')).rejects.toThrow(
      /no column step, serial, level/,
    );
  });
});
