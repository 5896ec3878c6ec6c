import { buildWorld, createReport, InputError } from '@foulee/engine';
import { makeBitmapTown } from '@foulee/testing';
import { encode, type ImageData } from 'fast-png';
import { zlibSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ReadOptions } from '../input/environment.ts';
import { readEnvironment } from '../read-environment.ts';
import { outlinesOf } from './outlines.ts';
import { readPicture } from './picture.ts';

const png = (width: number, height: number, data: number[], more: Partial<ImageData> = {}): Uint8Array =>
  encode({
    width,
    height,
    data: Uint8Array.from(data),
    channels: data.length / (width * height),
    ...more,
  } as ImageData);

/** A picture drawn as text: `#` black. */
const drawn = (...rows: string[]): Uint8Array =>
  png(
    rows[0]?.length ?? 0,
    rows.length,
    [...rows.join('')].map((c) => (c === '#' ? 0 : 255)),
    { channels: 1 },
  );

async function planOf(bytes: Uint8Array, options: ReadOptions = {}) {
  const report = createReport();
  const environment = await readEnvironment(bytes, 'town.png', options, report);
  if (environment.kind !== 'plan') throw new Error('no plan');
  return { plan: environment.plan, report, format: environment.format };
}

const crcTable = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** A chunk, as the PNG standard has it. */
function chunk(name: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = name.charCodeAt(i);
  bytes.set(content, 8);
  let crc = -1;
  for (const byte of bytes.subarray(4, 8 + content.length)) {
    crc = (crcTable[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  }
  view.setUint32(8 + content.length, ~crc >>> 0);
  return bytes;
}

interface Raw {
  width: number;
  height: number;
  depth: number;
  colour: number;
  interlace?: number;
  /** Between header and data. */
  chunks?: Uint8Array[];
  rows: number[];
}

function rawPng({ width, height, depth, colour, interlace = 0, chunks = [], rows }: Raw): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([depth, colour, 0, 0, interlace], 8);
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', zlibSync(Uint8Array.from(rows))),
    chunk('IEND', new Uint8Array(0)),
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const greyOf = async (bytes: Uint8Array) => [...(await readPicture(bytes, 'a.png')).grey];

describe('pixels', () => {
  test('grey, colour, alpha over white, and 16 bits', async () => {
    expect(await greyOf(png(2, 1, [0, 200], { channels: 1 }))).toEqual([0, 200]);
    expect(await greyOf(png(2, 2, [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]))).toEqual([76, 150, 29, 9]);
    expect(await greyOf(png(3, 1, [0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 51]))).toEqual([0, 255, 204]);
    expect(await greyOf(png(2, 1, [40, 255, 40, 0]))).toEqual([40, 255]);
    const deep = encode({ width: 3, height: 1, channels: 1, depth: 16, data: Uint16Array.of(0, 0x8080, 0xffff) });
    expect(await greyOf(deep)).toEqual([0, 128, 255]);
  });

  test('one, two and four bits, whose rows end on whole bytes', async () => {
    const one = rawPng({ width: 10, height: 2, depth: 1, colour: 0, rows: [0, 0b10100000, 0b01000000, 0, 0xff, 0xc0] });
    expect(await greyOf(one)).toEqual([255, 0, 255, 0, 0, 0, 0, 0, 0, 255, ...Array<number>(10).fill(255)]);
    const two = rawPng({ width: 3, height: 1, depth: 2, colour: 0, rows: [0, 0b00011100] });
    expect(await greyOf(two)).toEqual([0, 85, 255]);
    const four = rawPng({ width: 3, height: 1, depth: 4, colour: 0, rows: [0, 0x0f, 0x80] });
    expect(await greyOf(four)).toEqual([0, 255, 136]);
  });

  test('palettes with transparency, and colours out of them', async () => {
    const palette = chunk('PLTE', Uint8Array.of(0, 0, 0, 255, 255, 255, 0, 0, 0));
    const clear = chunk('tRNS', Uint8Array.of(255, 255, 0));
    const rows = [0, 0b00011000];
    const good = rawPng({ width: 3, height: 1, depth: 2, colour: 3, chunks: [palette, clear], rows });
    expect(await greyOf(good)).toEqual([0, 255, 255]);
    const bad = rawPng({ width: 3, height: 1, depth: 2, colour: 3, chunks: [palette], rows: [0, 0b00011100] });
    await expect(greyOf(bad)).rejects.toThrow(/damaged PNG picture: colour 3 of 3/);
  });

  test('one colour of a picture without alpha may be clear', async () => {
    const clear = chunk('tRNS', Uint8Array.of(0, 7));
    expect(
      await greyOf(rawPng({ width: 2, height: 1, depth: 8, colour: 0, chunks: [clear], rows: [0, 7, 8] })),
    ).toEqual([255, 8]);
  });

  test('interlaced: whole bytes are read, less than that is refused', async () => {
    const rows = [0, 10, 0, 20, 0, 30, 40];
    expect(await greyOf(rawPng({ width: 2, height: 2, depth: 8, colour: 0, interlace: 1, rows }))).toEqual([
      10, 20, 30, 40,
    ]);
    const bits = rawPng({ width: 2, height: 2, depth: 1, colour: 0, interlace: 1, rows });
    await expect(greyOf(bits)).rejects.toThrow(/interlaced with 1 bit per pixel.*save it without interlacing/);
  });
});

describe('files that are refused', () => {
  const good = drawn('####', '#..#', '####');
  const refusal = async (bytes: Uint8Array) => {
    const error: unknown = await readEnvironment(bytes, 'town.png', {}, createReport()).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  };

  test('say why', async () => {
    expect(await refusal(Uint8Array.from('not a picture', (c) => c.charCodeAt(0)))).toMatch(
      /town\.png: is no PNG picture/,
    );
    expect(await refusal(good.subarray(0, 30))).toMatch(/ends before the picture is complete/);
    expect(await refusal(good.subarray(0, good.length - 20))).toMatch(/ends before the picture is complete/);
    expect(await refusal(good.subarray(0, good.length - 12))).toMatch(/ends before the picture is complete/);
    const short = rawPng({ width: 4, height: 4, depth: 8, colour: 0, rows: [0, 1, 2, 3, 4] });
    expect(await refusal(short)).toMatch(/ends before the picture is complete/);
    const flipped = good.slice();
    flipped[46] = (flipped[46] as number) ^ 0x55;
    expect(await refusal(flipped)).toMatch(/damaged|ends before/);
    expect(await refusal(rawPng({ width: 0, height: 4, depth: 8, colour: 0, rows: [] }))).toMatch(/its size, 0 × 4/);
    expect(await refusal(rawPng({ width: 4, height: 4, depth: 3, colour: 0, rows: [] }))).toMatch(/its header/);
    expect(await refusal(rawPng({ width: 4, height: 4, depth: 8, colour: 5, rows: [] }))).toMatch(/its header/);
  });

  test('large ones before anything is unpacked', async () => {
    const huge = rawPng({ width: 20000, height: 20000, depth: 8, colour: 6, rows: [0] });
    expect(await refusal(huge)).toMatch(/has 20,000 × 20,000 pixels; 64 million is the most; make the picture smaller/);
    // 40 MB of zeros in 40 kB, for a picture of one pixel.
    const bomb = rawPng({ width: 1, height: 1, depth: 8, colour: 0, rows: [] });
    const packed = chunk('IDAT', zlibSync(new Uint8Array(40e6)));
    const whole = Uint8Array.from([...bomb.subarray(0, 33), ...packed, ...bomb.subarray(bomb.length - 12)]);
    const start = process.cpuUsage();
    expect(await refusal(whole)).toMatch(/the length of its data/);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(5000);
  });

  test('large ones by their bytes, too: 8,000 × 8,000 pixels of 64 bits would take 512 MB', async () => {
    const deep = rawPng({ width: 8000, height: 8000, depth: 16, colour: 6, rows: [0] });
    expect(await refusal(deep)).toMatch(
      /has 16 bits in each of 4 channels, 512 MB in all; 262 MB is the most; save it in grey with 8 bits, or smaller/,
    );
    // The same size in grey is no matter of size: the data is missing.
    const grey = rawPng({ width: 8000, height: 8000, depth: 8, colour: 0, rows: [0] });
    expect(await refusal(grey)).toMatch(/ends before the picture is complete/);
    const claim = rawPng({ width: 0x7fffffff, height: 0x7fffffff, depth: 8, colour: 0, rows: [0] });
    expect(await refusal(claim)).toMatch(/has 2,147,483,647 × 2,147,483,647 pixels/);
  });

  test('whose checksums are wrong, of the header or of the data', async () => {
    // Before the checksum of the header are the signature, its frame and 13 bytes.
    for (const at of [8 + 8 + 13, good.length - 12 - 1]) {
      const wrong = good.slice();
      wrong[at] = (wrong[at] as number) ^ 1;
      expect(await refusal(wrong)).toMatch(/town\.png: is a damaged PNG picture: .*save the picture again/);
    }
  });

  test('of other formats that are named .png', async () => {
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, ...Array<number>(60).fill(0));
    expect(await refusal(jpeg)).toMatch(/is a picture, which is not read; save it as PNG/);
    expect(await refusal(new Uint8Array(0))).toMatch(/town\.png: is empty/);
  });

  test('with a profile that unpacks to far more are read without it', async () => {
    const profile = chunk('iCCP', Uint8Array.from([120, 0, 0, ...zlibSync(new Uint8Array(20e6))]));
    const rows = [0, 0, 255];
    expect(await greyOf(rawPng({ width: 2, height: 1, depth: 8, colour: 0, chunks: [profile], rows }))).toEqual([
      0, 255,
    ]);
  });

  test('of one colour, as there is nothing to see', async () => {
    expect(await refusal(drawn('...', '...'))).toMatch(/is light all over.*no pixel is darker than 128/);
    expect(await refusal(drawn('###', '###'))).toMatch(/is dark all over/);
  });

  test('3,000 damaged ones end in a plan or an InputError', async () => {
    let state = 12345;
    const draw = (n: number) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >>> 8) % n;
    };
    let refused = 0;
    for (let run = 0; run < 3000; run++) {
      const bytes = good.slice(0, draw(4) === 0 ? draw(good.length) : good.length);
      for (let k = draw(4); k > 0 && bytes.length > 0; k--) bytes[draw(bytes.length)] = draw(256);
      await readEnvironment(bytes, 'a.png', {}, createReport()).catch((error: unknown) => {
        expect(error).toBeInstanceOf(InputError);
        expect((error as InputError).message).not.toMatch(/\n/);
        refused++;
      });
    }
    expect(refused).toBeGreaterThan(1000);
  }, 30_000);
});

const rings = (...rows: string[]) => {
  const isDark = Uint8Array.from([...rows.join('')], (c) => (c === '#' ? 1 : 0));
  return outlinesOf(isDark, rows[0]?.length ?? 0, rows.length).map((outline) => outline.rings.map((ring) => [...ring]));
};
const areaOf = (ring: number[]) => {
  let twice = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    twice += (ring[j] as number) * (ring[i + 1] as number) - (ring[i] as number) * (ring[j + 1] as number);
  }
  return twice / 2;
};

describe('outlines', () => {
  test('rectangles are exact, the dark side on the left', () => {
    const [[ring = []] = []] = rings('......', '.####.', '.####.', '......');
    expect(areaOf(ring)).toBe(8);
    expect(ring).toHaveLength(8);
    expect(
      new Set([ring.slice(0, 2).join(), ring.slice(2, 4).join(), ring.slice(4, 6).join(), ring.slice(6).join()]),
    ).toEqual(new Set(['1,1', '5,1', '5,3', '1,3']));
  });

  test('a single pixel and a wall of one pixel stay', () => {
    expect(rings('...', '.#.', '...').map(([ring = []]) => areaOf(ring))).toEqual([1]);
    expect(rings('........', '.######.', '........').map(([ring = []]) => areaOf(ring))).toEqual([6]);
    // An oblique one hangs together and keeps most of its area.
    const oblique = rings(...Array.from({ length: 12 }, (_, k) => `${'.'.repeat(k)}#${'.'.repeat(11 - k)}`));
    expect(oblique).toHaveLength(1);
    expect(areaOf(oblique[0]?.[0] ?? [])).toBeGreaterThan(6);
  });

  test('holes belong to the area around them, and islands in them are areas of their own', () => {
    const found = rings('#######', '#.....#', '#.###.#', '#.###.#', '#.....#', '#######');
    expect(found.map((area) => area.length).sort()).toEqual([1, 2]);
    const [outer = [], hole = []] = found.find((area) => area.length === 2) ?? [];
    expect([areaOf(outer), areaOf(hole)]).toEqual([42, -20]);
  });

  test('a staircase of pixels is one straight wall', () => {
    // Below the line y = x / 2.
    const size = 60;
    const rows = Array.from({ length: size }, (_, k) => {
      const dark = Math.min(size, 2 * (k + 1));
      return `${'#'.repeat(dark)}${'.'.repeat(size - dark)}`;
    });
    const [[ring = []] = []] = rings(...rows);
    expect(ring.length / 2).toBeLessThanOrEqual(8);
    expect(Math.abs(areaOf(ring) - rows.join('').replaceAll('.', '').length)).toBeLessThan(size);
  });

  test('an enlarged picture has the outlines of the small one', () => {
    const { pixels, width, height } = makeBitmapTown(80, 6);
    const small = pixels.map((grey) => (grey < 128 ? 1 : 0));
    const plain = outlinesOf(small, width, height);
    for (const times of [2, 3]) {
      const large = new Uint8Array(small.length * times * times);
      for (let i = 0; i < large.length; i++) {
        const x = Math.floor((i % (width * times)) / times);
        const y = Math.floor(i / (width * times) / times);
        large[i] = small[y * width + x] as number;
      }
      const found = outlinesOf(large, width * times, height * times);
      expect(found).toEqual(plain.map(({ rings }) => ({ rings: rings.map((ring) => ring.map((v) => v * times)) })));
      // One pixel more or less, and it is not enlarged.
      large[0] = 1 - (large[0] as number);
      expect(outlinesOf(large, width * times, height * times)).not.toHaveLength(found.length);
    }
  });

  test('random pictures keep their area', () => {
    const { pixels, width, height } = makeBitmapTown(200, 4);
    const isDark = pixels.map((grey) => (grey < 128 ? 1 : 0));
    const dark = isDark.reduce((sum, value) => sum + value, 0);
    let area = 0;
    for (const outline of outlinesOf(isDark, width, height)) {
      for (const [k, ring] of outline.rings.entries()) {
        expect(areaOf([...ring]) > 0).toBe(k === 0);
        area += areaOf([...ring]);
      }
    }
    expect(Math.abs(area / dark - 1)).toBeLessThan(0.01);
  });
});

describe('plans', () => {
  const picture = drawn('..........', '..####....', '..####....', '..####....', '..........');

  test('are floor up to the edge of the picture, less what is dark', async () => {
    const { plan, report, format } = await planOf(picture, { scale: 2 });
    expect(format).toBe('PNG');
    expect(plan.name).toBe('town');
    expect(report.notes.join()).toMatch(/10 × 5 pixels, 2 m each \(--scale\), with 1 dark area as obstacles/);
    const { mesh } = buildWorld(plan);
    let area = 0;
    const { cellArea } = await import('@foulee/engine');
    for (let c = 0; c < mesh.cellLevel.length; c++) area += cellArea(mesh, c);
    expect(area).toBeCloseTo((50 - 12) * 4, 6);
    expect(mesh.sideBoundary).toContain(1);
  });

  test('may have a dark floor, and another threshold', async () => {
    const { plan } = await planOf(picture, { as: 'walkable' });
    expect(plan.levels[0]?.polygons.map((p) => p.role)).toEqual(['walkable']);
    const grey = png(3, 1, [100, 150, 200], { channels: 1 });
    const outline = async (threshold: number) =>
      (await planOf(grey, { threshold })).plan.levels[0]?.polygons[1]?.rings[0]?.reduce((a, b) => Math.max(a, b));
    expect([await outline(120), await outline(160)]).toEqual([1, 2]);
    await expect(planOf(grey, { threshold: 300 })).rejects.toThrow(/--threshold: 300 is out of range/);
  });

  test('a dark floor goes on beyond the edge of the picture, where it meets it', async () => {
    const lit = drawn('..........', '##########', '##########', '..........');
    const sides = async (bytes: Uint8Array) => {
      const { plan, report } = await planOf(bytes, { as: 'walkable' });
      const { sideTwin, sideBoundary } = buildWorld(plan, {}, report).mesh;
      const walls = Array.from(sideBoundary).filter((_, s) => sideTwin[s] === -1);
      return { walls: walls.length, boundary: walls.filter((is) => is === 1).length, warnings: report.warnings };
    };
    expect(await sides(lit)).toEqual({ walls: 4, boundary: 2, warnings: [] });
    const inside = drawn('..........', '.########.', '.########.', '..........');
    expect(await sides(inside)).toEqual({ walls: 4, boundary: 0, warnings: [] });
  });

  test('a yard that is walled in is left out and told, and can be asked for', async () => {
    const walled = drawn(
      '............',
      '.#########..',
      '.#.......#..',
      '.#.......#..',
      '.#########..',
      '............',
    );
    const { plan } = await planOf(walled);
    const report = createReport();
    buildWorld(plan, {}, report);
    expect(report.notes.join()).toMatch(/left out: 1 unconnected area of 14\.0 m² in all/);
    const both = buildWorld(plan, { seedPoints: [[4, 3.5]] });
    expect(both.maps[0]?.area).toBeCloseTo(14, 6);
  });

  test('a generated town is built as a place', async () => {
    const { pixels, width, height } = makeBitmapTown(256, 1);
    const { plan } = await planOf(png(width, height, [...pixels], { channels: 1 }));
    const world = buildWorld(plan);
    expect(world.mesh.cellLevel.length).toBeGreaterThan(50);
  });
});
