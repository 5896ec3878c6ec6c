import { describe, expect, test } from 'vitest';
import { createWebm } from './webm.ts';

/**
 * A reader of its own, by the standard: elements one within the other. It takes no size on trust: an element must end within the one
 * around it, and those within must fill it.
 */
interface Found {
  id: string;
  /** Of its first byte, and of its content's. */
  at: number;
  inside: number;
  bytes: Uint8Array;
  children: Found[];
}

const MASTERS = new Set(
  '1a45dfa3 18538067 114d9b74 4dbb 1549a966 1654ae6b ae e0 55b0 1c53bb6b bb b7 1f43b675'.split(' '),
);

function parse(all: Uint8Array, from = 0, to = all.length): Found[] {
  const found: Found[] = [];
  let at = from;
  while (at < to) {
    const begin = at;
    const idLength = Math.clz32(all[at]) - 23;
    if (idLength > 4) throw new Error(`no element begins at ${at}`);
    const id = hex(all.subarray(at, at + idLength));
    at += idLength;
    const sizeLength = Math.clz32(all[at]) - 23;
    let size = all[at] & (0xff >> sizeLength);
    for (let k = 1; k < sizeLength; k++) size = 256 * size + all[at + k];
    at += sizeLength;
    if (at + size > to) throw new Error(`${id} at ${begin} ends beyond what it is in`);
    const children = MASTERS.has(id) ? parse(all, at, at + size) : [];
    found.push({ id, at: begin, inside: at, bytes: all.subarray(at, at + size), children });
    at += size;
  }
  return found;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const numberIn = ({ bytes }: Found) => bytes.reduce((sum, byte) => 256 * sum + byte, 0);

function only(list: readonly Found[], ...path: string[]): Found {
  const [id, ...rest] = path;
  const all = list.filter((one) => one.id === id);
  if (all.length !== 1) throw new Error(`${all.length} times ${id}`);
  return rest.length === 0 ? all[0] : only(all[0].children, ...rest);
}

interface Read {
  codec: string;
  width: number;
  height: number;
  /** Milliseconds. */
  duration: number;
  pictures: { milliseconds: number; isKey: boolean; bytes: string }[];
}

/** The whole file, as a player reads it: cues must lead to clusters that begin with a key picture, at the time they say. */
function read(bytes: Uint8Array): Read {
  const file = parse(bytes);
  expect(file.map(({ id }) => id)).toEqual(['1a45dfa3', '18538067']);
  expect(Buffer.from(only(file, '1a45dfa3', '4282').bytes).toString()).toBe('webm');
  const segment = only(file, '18538067');
  const position = (at: number) => segment.children.find((one) => one.at - segment.inside === at)?.id;
  for (const seek of only(segment.children, '114d9b74').children) {
    expect(position(numberIn(only(seek.children, '53ac')))).toBe(hex(only(seek.children, '53ab').bytes));
  }
  const info = only(segment.children, '1549a966').children;
  const tick = numberIn(only(info, '2ad7b1')) / 1e6;
  const entry = only(segment.children, '1654ae6b', 'ae').children;
  const clusters = segment.children.filter(({ id }) => id === '1f43b675');
  const cues = only(segment.children, '1c53bb6b').children;
  expect(cues).toHaveLength(clusters.length);
  cues.forEach((cue, k) => {
    const cluster = clusters[k];
    expect(numberIn(only(cue.children, 'b7', 'f1'))).toBe(cluster.at - segment.inside);
    expect(numberIn(only(cue.children, 'b3'))).toBe(numberIn(only(cluster.children, 'e7')));
  });
  const pictures = clusters.flatMap(({ children }) => {
    const begin = numberIn(only(children, 'e7'));
    return children
      .filter(({ id }) => id === 'a3')
      .map(({ bytes: block }) => {
        expect(block[0]).toBe(0x80 | numberIn(only(entry, 'd7')));
        const after = new DataView(block.buffer, block.byteOffset).getInt16(1);
        return { milliseconds: tick * (begin + after), isKey: (block[3] & 0x80) > 0, bytes: hex(block.subarray(4)) };
      });
  });
  const { bytes: duration } = only(info, '4489');
  return {
    codec: Buffer.from(only(entry, '86').bytes).toString(),
    width: numberIn(only(entry, 'e0', 'b0')),
    height: numberIn(only(entry, 'e0', 'ba')),
    duration: tick * new DataView(duration.buffer, duration.byteOffset).getFloat64(0),
    pictures,
  };
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const picture = (...bytes: number[]) => Uint8Array.from(bytes);

/** Six pictures at 25 a second, key pictures at the first and the fourth. */
function sixPictures(): Promise<Uint8Array> {
  const webm = createWebm({ codec: 'V_VP9', width: 320, height: 180, framesPerSecond: 25 });
  for (let k = 0; k < 6; k++) webm.add(picture(k, 0xaa, k), 40 * k, k % 3 === 0);
  return bytesOf(webm.finish(240));
}

describe('WebM', () => {
  test('one picture, byte by byte', async () => {
    const webm = createWebm({ codec: 'V_VP8', width: 2, height: 300, framesPerSecond: 50 });
    webm.add(picture(1, 2, 3), 0, true);
    const expected = [
      // EBML: version 1, readable by 1, names up to 4 bytes, sizes up to 8, webm, version 4, readable by 2.
      '1a45dfa3 9f 4286 81 01 42f7 81 01 42f2 81 04 42f3 81 08 4282 84 7765626d 4287 81 04 4285 81 02',
      // Segment: 68 + 43 + 44 + 25 + 17 = 197 = 0xc5; from 127 on a size takes two bytes.
      '18538067 40c5',
      // Information, track and cues are 68 = 0x44, 111 = 0x6f and 155 = 0x9b bytes after the segment's first.
      '114d9b74 bf 4dbb 92 53ab 84 1549a966 53ac 88 0000000000000044',
      '4dbb 92 53ab 84 1654ae6b 53ac 88 000000000000006f 4dbb 92 53ab 84 1c53bb6b 53ac 88 000000000000009b',
      // A million nanoseconds a tick = 0x0f4240; 20 ticks as a double; Foulée, twice.
      '1549a966 a6 2ad7b1 83 0f4240 4489 88 4034000000000000 4d80 87 466f756cc3a965 5741 87 466f756cc3a965',
      // Track 1, its unique number, video, no lacing, V_VP8, 20,000,000 ns a picture = 0x01312d00.
      '1654ae6b a7 ae a5 d7 81 01 73c5 81 01 83 81 01 9c 81 00 86 85 565f565038 23e383 84 01312d00',
      // 2 × 300 = 0x012c pixels.
      'e0 87 b0 81 02 ba 82 012c',
      // At 0 ms, of track 1, the cluster 180 = 0xb4 bytes after the segment's first.
      '1c53bb6b 94 bb 92 b3 81 00 b7 8d f7 81 01 f1 88 00000000000000b4',
      // The cluster from 0 ms on: of track 1, 0 ms later, a key picture.
      '1f43b675 8c e7 81 00 a3 87 81 0000 80 010203',
    ];
    expect(hex(await bytesOf(webm.finish(20)))).toBe(expected.join('').replaceAll(' ', ''));
  });

  test('is read as it was written, by another reader', async () => {
    expect(read(await sixPictures())).toEqual({
      codec: 'V_VP9',
      width: 320,
      height: 180,
      duration: 240,
      pictures: [0, 1, 2, 3, 4, 5].map((k) => ({
        milliseconds: 40 * k,
        isKey: k % 3 === 0,
        bytes: hex(picture(k, 0xaa, k)),
      })),
    });
  });

  test('lengths of pictures of any size: 127 and 16,383 bytes need more than those below', async () => {
    const webm = createWebm({ codec: 'V_VP9', width: 1920, height: 1080, framesPerSecond: 30 });
    // With four bytes before them: 126, 127, 128; 16,382, 16,383; 2,097,151.
    const lengths = [122, 123, 124, 16_378, 16_379, 2_097_147];
    for (const [k, length] of lengths.entries()) webm.add(new Uint8Array(length).fill(k), 33.4 * k, k === 0);
    const { pictures } = read(await bytesOf(webm.finish(200)));
    expect(pictures.map(({ bytes }) => bytes.length / 2)).toEqual(lengths);
    // To whole milliseconds: 0, 33.4, 66.8, 100.2, 133.6, 167.
    expect(pictures.map(({ milliseconds }) => milliseconds)).toEqual([0, 33, 67, 100, 134, 167]);
  });

  test('a minute without a key picture, and hours: times in a cluster stay within 16 bits', async () => {
    const webm = createWebm({ codec: 'V_VP9', width: 16, height: 16, framesPerSecond: 1 });
    for (let k = 0; k < 60; k++) webm.add(picture(k), 1000 * k, k === 0);
    webm.add(picture(1), 5 * 3_600_000, true);
    const { pictures, duration } = read(await bytesOf(webm.finish(5 * 3_600_000 + 1000)));
    expect(pictures.map(({ milliseconds }) => milliseconds)).toEqual([
      ...Array.from({ length: 60 }, (_, k) => 1000 * k),
      18_000_000,
    ]);
    expect(duration).toBe(18_001_000);
  });

  test('colours as the encoder named them; what nobody knows is left out', async () => {
    const colours = { matrix: 'smpte170m', transfer: 'iec61966-2-1', primaries: 'unheard of', fullRange: false };
    const webm = createWebm({
      codec: 'V_VP9',
      width: 16,
      height: 16,
      framesPerSecond: 1,
      colours: colours as unknown as VideoColorSpaceInit,
    });
    webm.add(picture(1), 0, true);
    const file = parse(await bytesOf(webm.finish(1000)));
    const { children } = only(file, '18538067', '1654ae6b', 'ae', 'e0', '55b0');
    expect(children.map((one) => [one.id, numberIn(one)])).toEqual([
      ['55b1', 6],
      ['55b9', 1],
      ['55ba', 13],
    ]);
  });

  test('refuses pictures that cannot be shown', () => {
    const webm = createWebm({ codec: 'V_VP9', width: 16, height: 16, framesPerSecond: 1 });
    expect(() => webm.add(picture(1), 0, false)).toThrow('must be a key picture');
    webm.add(picture(1), 0, true);
    webm.add(picture(1), 10, false);
    expect(() => webm.add(picture(1), 10.4, false)).toThrow('10 ms came after 10 ms');
  });

  test('the reader sees what is wrong: any size or place changed by one', async () => {
    const good = await sixPictures();
    const whole = read(good);
    const segment = only(parse(good), '18538067');
    const cues = only(segment.children, '1c53bb6b');
    const clusters = segment.children.filter(({ id }) => id === '1f43b675');
    const sizes = [segment, cues, ...segment.children, ...clusters[0].children].map(({ inside }) => inside - 1);
    const places = cues.children.map(({ children }) => {
      const { inside, bytes } = only(children, 'b7', 'f1');
      return inside + bytes.length - 1;
    });
    const times = cues.children.map(({ children }) => only(children, 'b3').inside);
    expect(clusters).toHaveLength(2);
    for (const at of [...sizes, ...places, ...times, 0, segment.at]) {
      for (const change of [1, -1]) {
        const bad = good.slice();
        bad[at] += change;
        expect(() => expect(read(bad)).toEqual(whole), `byte ${at} by ${change}`).toThrow();
      }
    }
    expect(() => read(good.subarray(0, -1))).toThrow();
  });
});
