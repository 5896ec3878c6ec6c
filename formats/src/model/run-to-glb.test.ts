/** Recordings as animated glTF, read back with the library that other programs use, and with our own reader of places. */
import { buildWorld, cellArea, createReport, type RecordingInfo } from '@foulee/engine';
import { type Accessor, type Document, type Node, WebIO } from '@gltf-transform/core';
import { beforeAll, expect, test } from 'vitest';
import { readEnvironment } from '../read-environment.ts';
import { readRecording, type Recording } from '../recordings/recording.ts';
import { keysOfPeople } from './people-keys.ts';
import { worldOfRecording } from './recorded-world.ts';
import { type GlbFile, recordingToGlb } from './run-to-glb.ts';

/** Far from the origin, as maps have it: 32-bit floats hold half a metre there. */
const [X, Y] = [500_000, 5_200_000];
const FRAMES = 31;

const wkt = (...rings: (readonly [number, number])[][]) =>
  `MULTIPOLYGON (${rings.map((ring) => `((${[...ring, ring[0]].map(([x, y]) => `${X + x} ${Y + y}`).join(', ')}))`).join(', ')})`;
const HALL = wkt([
  [0, 0],
  [12, 0],
  [12, 1],
  [15, 1],
  [15, 3],
  [12, 3],
  [12, 4],
  [0, 4],
]);
const box = (left: number, bottom: number, right: number, top: number): (readonly [number, number])[] => [
  [left, bottom],
  [right, bottom],
  [right, top],
  [left, top],
];
const GALLERY = wkt(box(2, 1, 10, 3), box(15, 0, 20, 4));
const INFO: RecordingInfo = {
  name: 'Hall',
  model: 'reactive',
  seed: 3,
  step: 0.1,
  every: 1,
  walkableArea: HALL,
  levels: [
    { name: 'hall', elevation: 0.5, walkableArea: HALL },
    { name: 'gallery', elevation: 4.5, walkableArea: GALLERY },
  ],
  links: [
    {
      name: 'steps',
      kind: 'stairs',
      lower: 0,
      upper: 1,
      corners: [12, 1, 12, 3, 15, 3, 15, 1].map((value, k) => value + (k % 2 === 0 ? X : Y)),
    },
  ],
};

/** Place, velocity, level, and the height that follows from these. */
type Row = [x: number, y: number, vx: number, vy: number, level: number, z: number];
const PEOPLE: Record<number, { rowAt: (t: number) => Row; isThere: (step: number) => boolean; radius: number }> = {
  3: { rowAt: (t) => [1 + t, 2, 1, 0, 0, 0.5], isThere: (step) => step >= 7 && step <= 22, radius: 0.2 },
  5: { rowAt: () => [3, 1, 0, 0, 0, 0.5], isThere: () => true, radius: 0.25 },
  8: { rowAt: (t) => [9 - t, 2, -1, 0, 1, 4.5], isThere: () => true, radius: 0.2 },
  12: { rowAt: (t) => [1, 1 + t / 2, 0, 0.5, 0, 0.5], isThere: (step) => step <= 5 || step >= 15, radius: 0.2 },
  // Twice round: headings without a jump.
  20: {
    rowAt: (t) => {
      const [cos, sin] = [Math.cos(4.2 * t), Math.sin(4.2 * t)];
      return [6 + cos, 2 + sin, -4.2 * sin, 4.2 * cos, 0, 0.5];
    },
    isThere: () => true,
    radius: 0.2,
  },
  // Up the stairs, 4 m in 3 m.
  31: { rowAt: (t) => [12 + t, 2, 1, 0, 0, 0.5 + (4 * t) / 3], isThere: (step) => step < 30, radius: 0.2 },
};

async function recordingOf(info?: RecordingInfo): Promise<Recording> {
  const lines = ['time,step,serial,x,y,level,vx,vy,radius'];
  for (let step = 0; step < FRAMES; step++) {
    for (const [serial, { rowAt, isThere, radius }] of Object.entries(PEOPLE)) {
      if (!isThere(step)) continue;
      const [x, y, vx, vy, level] = rowAt(step / 10);
      lines.push([step / 10, step, serial, X + x, Y + y, level, vx, vy, radius].join());
    }
  }
  const recording = await readRecording(new TextEncoder().encode(`${lines.join('\n')}\n`), 'run.csv');
  return info === undefined ? recording : { ...recording, info };
}

const read = (bytes: Uint8Array): Promise<Document> => new WebIO().readBinary(bytes);
const nodeOf = (document: Document, name: string): Node =>
  document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === name)!;

function channelOf(document: Document, name: string, path: string) {
  const [animation] = document.getRoot().listAnimations();
  const channel = animation
    .listChannels()
    .find((one) => one.getTargetNode()?.getName() === name && one.getTargetPath() === path)!;
  const sampler = channel.getSampler()!;
  const numbersOf = (accessor: Accessor | null) => accessor!.getArray() as Float32Array;
  return { sampler, times: numbersOf(sampler.getInput()), values: numbersOf(sampler.getOutput()) };
}

/** As the format says: straight between keys, or the value of the key before. Not for rotations. */
function valueAt(document: Document, name: string, path: 'translation' | 'scale', time: number): number[] {
  const { sampler, times, values } = channelOf(document, name, path);
  const next = times.findIndex((one) => one > time + 1e-6);
  const k = next === -1 ? times.length - 1 : Math.max(0, next - 1);
  const isStep = sampler.getInterpolation() === 'STEP' || next <= 0;
  const share = isStep ? 0 : (time - times[k]) / (times[next] - times[k]);
  return [0, 1, 2].map(
    (axis) => values[3 * k + axis] + share * ((values[3 * (k + 1) + axis] ?? 0) - values[3 * k + axis] || 0),
  );
}

const TABLE = [3, 5, 8, 12, 20, 31].map((serial) => ({
  serial,
  profile: serial === 5 ? 'wheelchair' : 'town',
})) as never;

let file: GlbFile;
let document: Document;
let origin: [number, number];

beforeAll(async () => {
  file = await recordingToGlb(await recordingOf(INFO), TABLE, 'run.csv');
  document = await read(file.bytes);
  ({ origin } = document.getRoot().getAsset().extras as { origin: [number, number] });
});

test('people are where they are in the recording, at the height of their floor, at five moments a second', () => {
  expect(file).toMatchObject({ people: 6, keys: 86, fps: 5, from: 0, to: 3, notes: [] });
  for (const [serial, { rowAt, isThere }] of Object.entries(PEOPLE)) {
    for (let step = 0; step < FRAMES; step += 2) {
      if (!isThere(step)) continue;
      const [x, y, , , , z] = rowAt(step / 10);
      const [gx, gy, gz] = valueAt(document, `person ${serial}`, 'translation', step / 10);
      const where = `person ${serial} at ${step / 10} s`;
      expect(gx + origin[0], where).toBeCloseTo(X + x, 4);
      expect(gy, where).toBeCloseTo(z, 4);
      expect(origin[1] - gz, where).toBeCloseTo(Y + y, 4);
    }
  }
});

test('people are there from their first frame to the first without them', () => {
  for (const [serial, { isThere, radius }] of Object.entries(PEOPLE)) {
    for (let step = 0; step < FRAMES; step++) {
      const wanted = isThere(step) ? [radius, 1.74, radius] : [0, 0, 0];
      const found = valueAt(document, `person ${serial}`, 'scale', step / 10);
      for (const axis of [0, 1, 2]) expect(found[axis], `person ${serial}, step ${step}`).toBeCloseTo(wanted[axis], 6);
    }
  }
  // Those who do not play the animation see its beginning.
  expect(nodeOf(document, 'person 3').getScale()).toEqual([0, 0, 0]);
  expect(nodeOf(document, 'person 5').getScale()[0]).toBeCloseTo(0.25, 6);
});

test('people face where they walk; quaternions are of length one and never turn the long way round', () => {
  for (const [serial, { rowAt }] of Object.entries(PEOPLE)) {
    const { times, values } = channelOf(document, `person ${serial}`, 'rotation');
    for (let k = 0; k < times.length; k++) {
      const [qx, qy, qz, qw] = values.slice(4 * k, 4 * k + 4);
      expect(Math.hypot(qx, qy, qz, qw)).toBeCloseTo(1, 6);
      // +z, turned.
      const [dx, dz] = [2 * qy * qw, 1 - 2 * qy * qy];
      const [, , vx, vy] = rowAt(times[k]);
      const speed = Math.hypot(vx, vy);
      const [ux, uy] = speed === 0 ? [1, 0] : [vx / speed, vy / speed];
      expect(dx * ux - dz * uy, `person ${serial} at ${times[k]} s`).toBeGreaterThan(0.999);
      if (k === 0) continue;
      const before = values.slice(4 * k - 4, 4 * k);
      expect(before[0] * qx + before[1] * qy + before[2] * qz + before[3] * qw).toBeGreaterThanOrEqual(0);
    }
  }
});

test('the file is valid: names, one animation, times that grow and say their range, one body for all', () => {
  const root = document.getRoot();
  const [animation, ...others] = root.listAnimations();
  expect([animation.getName(), others]).toEqual(['run', []]);
  expect(animation.listChannels()).toHaveLength(3 * 6);
  for (const sampler of animation.listSamplers()) {
    const times = sampler.getInput()!.getArray() as Float32Array;
    expect(sampler.getOutput()!.getCount()).toBe(times.length);
    expect(times.every((time, k) => time >= 0 && (k === 0 || time > times[k - 1]))).toBe(true);
  }
  const jsonLength = new DataView(file.bytes.buffer, file.bytes.byteOffset).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(file.bytes.subarray(20, 20 + jsonLength)));
  for (const { input } of json.animations[0].samplers) {
    const { min, max, type } = json.accessors[input];
    expect(type).toBe('SCALAR');
    expect(min[0]).toBeGreaterThanOrEqual(0);
    expect(max[0]).toBeLessThanOrEqual(3);
    expect(max[0]).toBeGreaterThanOrEqual(min[0]);
  }
  expect(json.asset.extras).toMatchObject({ unit: 'metre', from: 0, to: 3, fps: 5, seed: 3 });
  const run = nodeOf(document, 'Hall');
  expect(root.getDefaultScene()!.listChildren()).toEqual([run]);
  expect(run.listChildren().map((node) => node.getName())).toEqual(['hall', 'gallery', 'people']);
  const names = [3, 5, 8, 12, 20, 31].map((serial) => `person ${serial}`);
  expect(
    nodeOf(document, 'people')
      .listChildren()
      .map((node) => node.getName()),
  ).toEqual(names);
  const [town, chair] = [nodeOf(document, 'person 3').getMesh()!, nodeOf(document, 'person 5').getMesh()!];
  expect([town.getName(), chair.getName()]).toEqual(['body town', 'body wheelchair']);
  expect(nodeOf(document, 'person 8').getMesh()).toBe(town);
  const [a, b] = [town, chair].map((mesh) => mesh.listPrimitives()[0]);
  expect(a.getAttribute('POSITION')).toBe(b.getAttribute('POSITION'));
  expect(a.getMaterial()).not.toBe(b.getMaterial());
});

test('levels are at their elevation, with floor, walls and stairs', () => {
  const levels = { hall: ['hall floor', 'hall walls', 'steps'], gallery: ['gallery floor', 'gallery walls'] };
  for (const [name, shapes] of Object.entries(levels)) {
    const level = nodeOf(document, name);
    expect(level.getTranslation()).toEqual([0, name === 'hall' ? 0.5 : 4.5, 0]);
    expect(level.listChildren().map((node) => node.getName())).toEqual(shapes);
  }
  /** m² of the triangles of a surface as seen from above, and of those that face down. */
  const areaOf = (name: string) => {
    const places = nodeOf(document, name).getMesh()!.listPrimitives()[0].getAttribute('POSITION')!.getArray()!;
    let [up, down] = [0, 0];
    for (let k = 0; k < places.length; k += 9) {
      const [ax, az, bx, bz, cx, cz] = [0, 2, 3, 5, 6, 8].map((at) => places[k + at]);
      const area = ((bz - az) * (cx - ax) - (bx - ax) * (cz - az)) / 2;
      if (area > 0) up += area;
      else down -= area;
    }
    return [up, down];
  };
  expect(areaOf('hall floor')[0]).toBeCloseTo(48, 3);
  expect(areaOf('gallery floor')[0]).toBeCloseTo(16 + 20, 3);
  expect(areaOf('steps')[0]).toBeCloseTo(6, 3);
  for (const name of ['hall floor', 'gallery floor', 'steps']) expect(areaOf(name)[1]).toBeCloseTo(0, 3);
});

test('our own reader cuts the same floor out of it, but for where people stand at the start', async () => {
  const flat: RecordingInfo = { ...INFO, levels: [{ name: 'hall', elevation: 7 }], links: [] };
  const { bytes } = await recordingToGlb(await recordingOf(flat), [], 'run.csv');
  expect(nodeOf(await read(bytes), 'hall').getTranslation()).toEqual([0, 7, 0]);
  const report = createReport();
  const place = await readEnvironment(bytes, 'run.glb', {}, report);
  if (place.kind !== 'soup') throw new Error('glTF is a model');
  const { mesh } = buildWorld(place.soup, {}, report);
  const area = Array.from(mesh.cellLevel, (_, cell) => cellArea(mesh, cell)).reduce((sum, one) => sum + one, 0);
  expect(area).toBeGreaterThan(54 - 5 * 0.2);
  expect(area).toBeLessThan(54 - 3 * 0.03);
});

test('a part of the recording begins at 0, with people between two frames', async () => {
  const part = await recordingToGlb(await recordingOf(INFO), [], 'run.csv', { fps: 2, from: 0.85, to: 2.1 });
  const own = await read(part.bytes);
  expect(part).toMatchObject({ people: 6, fps: 2, from: 0.85, to: 2.1 });
  const { times } = channelOf(own, 'person 8', 'translation');
  expect([...times].map((time) => Number(time.toFixed(4)))).toEqual([0, 0.5, 1, 1.25]);
  expect(valueAt(own, 'person 8', 'translation', 0)[0] + origin[0]).toBeCloseTo(X + 9 - 0.85, 4);
  expect(valueAt(own, 'person 12', 'scale', 0)).toEqual([0, 0, 0]);
  expect(valueAt(own, 'person 12', 'scale', 0.66)[1]).toBeCloseTo(1.74, 6);
});

test('no more keyframes than frames, and it is said', async () => {
  const all = await recordingToGlb(await recordingOf(INFO), [], 'run.csv', { fps: 30 });
  expect(all.fps).toBeCloseTo(10, 9);
  expect(all.notes).toEqual(['run.csv has 10 frames a second: there are no more keyframes than that']);
  // Of all people, a key each frame.
  const rows = Object.values(PEOPLE).map(({ isThere }) => Array.from({ length: FRAMES }, (_, f) => isThere(f)));
  expect(all.keys).toBe(rows.flat().filter(Boolean).length);
});

test('a recording that tells nothing of its place or its radii gets a floor around everybody', async () => {
  const text = '# framerate: 10\n# id frame x/m y/m z/m\n1 0 5 5 0\n1 1 5.1 5 0\n1 2 5.2 5 0\n';
  const bare = await readRecording(new TextEncoder().encode(text), 'walk.txt');
  const made = await recordingToGlb(bare, [], 'walk.txt');
  expect(made.notes.join()).toContain('a floor is drawn around everybody');
  const own = await read(made.bytes);
  expect(nodeOf(own, 'person 1').getScale()[0]).toBeCloseTo(0.2, 6);
  expect(valueAt(own, 'person 1', 'translation', 0.2)[0]).toBeCloseTo(5.2, 5);
});

test('what is too large or not there is refused in words', async () => {
  const recording = await recordingOf(INFO);
  const world = worldOfRecording(recording, 'run.csv');
  const refused = (limits: { keys: number; people: number }) => () =>
    keysOfPeople(recording, world, 'run.csv', {}, limits);
  expect(refused({ keys: 20, people: 100 })).toThrow(/needs 86 keyframes, .* 20 .*lower --fps, .*--from and --to/);
  expect(refused({ keys: 1000, people: 3 })).toThrow(/shows 6 people, .* 3 .*--from and --to/);
  const part = (from: number, to: number) => () => keysOfPeople(recording, world, 'run.csv', { from, to });
  expect(part(-3, -1)).toThrow(/--to: -1 s is not in run.csv/);
  expect(part(2, 1)).toThrow(/--from: 2 s is after --to 1 s/);
  expect(part(10, 20)).toThrow(/--from: 10 s is not in run.csv; give seconds from 0 to 3/);
  const { first, ...rest } = recording;
  const gone: Recording = { ...rest, first: first.map((row, f) => (f <= 10 ? row : first[10])) };
  expect(() => keysOfPeople(gone, world, 'run.csv', { from: 2 })).toThrow(/has nobody in it from 2 s to 3 s/);
});
