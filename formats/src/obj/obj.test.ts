import { InputError } from '@foulee/engine';
import { describe, expect, test } from 'vitest';
import { triangulateFace } from './polygon-faces.ts';
import { readSoup, repairs } from '../../test/read-text.ts';

/** A box, y up, with quads facing outwards. */
function box(width: number, height: number, depth: number): string {
  const corner = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i) => `v ${(i & 1) * width} ${((i >> 1) & 1) * height} ${(i >> 2) * depth}`,
  );
  return `${corner.join('\n')}\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n`;
}
/** 100 m², y up. */
const FLOOR = 'v 0 0 0\nv 10 0 0\nv 10 0 10\nv 0 0 10\nf 1 2 3 4\n';
const swapYZ = (text: string): string => text.replace(/^v (\S+) (\S+) (\S+)$/gm, 'v $1 $3 $2');

describe('statements', () => {
  test('corners in every form, negative indices, continuation, comments, any line end', async () => {
    const text =
      '# a\r\nv 0 0 0\r\nv 4 0 0 1.0\nvn 0 0 1\nv 4 3 0 0.5 0.5 0.5\rv 0 3 0\no x\ng y\nf 1/1 2/2/1 \\\n 3//1 # end\nf -4 -2 -1\n';
    const { soup } = await readSoup(text, 'a.obj', { up: 'z' });
    expect(soup.positions).toEqual(Float64Array.of(0, 0, 0, 4, 0, 0, 4, 3, 0, 0, 3, 0));
    expect(soup.triangles).toEqual(Uint32Array.of(0, 1, 2, 0, 2, 3));
  });

  test('y up turns to (x, −z, y), scale multiplies, the frame leads back', async () => {
    const { soup, report } = await readSoup('v 1000 2000 3000\nv 0 0 0\nv 0 1000 0\nf 1 2 3\n', 'a.obj', {
      up: 'y',
      scale: 0.001,
    });
    expect(Array.from(soup.positions)).toEqual([1, -3, 2, 0, 0, 0, 0, 0, 1]);
    expect(soup.frame).toEqual({ x0: 0, y0: 0, unitX: 1000, unitY: 1000 });
    expect(report.notes[0]).toMatch(/1 triangle with y up, as --up says \(plan x = x, plan y = −z\); --up z/);
  });

  test('a concave face is not covered beyond its outline', async () => {
    // An L of area 3 whose fan around the first corner would cover 4.
    const { soup } = await readSoup('v 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 0\nv 2 0 0\nf 1 2 3 4 5 6\n', 'a.obj', {
      up: 'z',
    });
    expect(soup.triangles).toHaveLength(12);
    const p = soup.positions;
    let area = 0;
    for (let t = 0; t < 12; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * (soup.triangles[t + k] as number)) as [number, number, number];
      const cross =
        ((p[b] as number) - (p[a] as number)) * ((p[c + 1] as number) - (p[a + 1] as number)) -
        ((p[b + 1] as number) - (p[a + 1] as number)) * ((p[c] as number) - (p[a] as number));
      area += Math.abs(cross) / 2;
    }
    expect(area).toBe(3);
  });

  test('lines, points and surfaces are left out and counted, unknown lines reported', async () => {
    const { report } = await readSoup(`${box(9, 3, 9)}l 1 2\np 1\np 2\nhello there\n`, 'a.obj');
    expect(report.notes[1]).toMatch(/left out.*1 line, 2 points/);
    expect(report.warnings[0]).toMatch(/1 line of the file could not be read, the first: "line 18: hello there"/);
  });
});

describe('up', () => {
  test.each([
    ['a flat hall', box(30, 3, 20)],
    ['a bare tower', box(20, 60, 22)],
    ['a floor with one wall', `${FLOOR}v 5 0 0\nv 5 0 8\nv 5 3 8\nv 5 3 0\nf 5 6 7 8\n`],
    ['a floor with a wall the other way', `${FLOOR}v 0 0 5\nv 8 0 5\nv 8 3 5\nv 0 3 5\nf 5 6 7 8\n`],
    ['a ground', 'v 0 0 0\nv 9 0 0\nv 9 0.5 9\nv 0 0 9\nf 1 2 3 4\n'],
  ])('%s is told apart in both orientations', async (_, text) => {
    expect((await readSoup(text, 'a.obj')).report.notes[0]).toMatch(/with y up, guessed.*--up z/);
    expect((await readSoup(swapYZ(text), 'a.obj')).report.notes[0]).toMatch(/with z up, guessed.*--up y/);
  });
});

describe('dirty and wrong', () => {
  test('triangles with lost vertices and faces with two corners are dropped and counted', async () => {
    const { soup, report } = await readSoup(
      `${box(9, 3, 9)}v nan 0 0\nv 1e300 0 0\nf 1 2 9\nf 4 10 3\nf 2 1\n`,
      'a.obj',
      { up: 'z' },
    );
    expect(soup.triangles).toHaveLength(36);
    expect(soup.positions.every((value) => Number.isFinite(value))).toBe(true);
    expect(repairs(report)).toEqual([
      'face with fewer than 3 corners dropped × 1',
      'triangle without usable coordinates dropped × 2',
    ]);
    expect(report.repairs[1]?.places).toEqual([
      [0, 0],
      [9, 3],
    ]);
  });

  test('a vertex may follow the face that names it', async () => {
    const { soup } = await readSoup('v 0 0 0\nv 1 0 0\nf 1 2 3\nv 0 0 1\n', 'a.obj');
    expect(soup.triangles).toEqual(Uint32Array.of(0, 1, 2));
  });

  test.each([
    ['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n', /a\.obj, line 4: a face names the vertex 4 and there are 3; export/],
    ['v 0 0 0\nf 1 0 1\n', /line 2: a face names the vertex 0 and/],
    ['v 0 0 0\nf 1 -2 1\n', /line 2: a face names the vertex -2/],
    ['v 0 0 0\nf 1 a 1\n', /line 2: a face names the vertex a/],
    ['v 0 0\n', /line 1: a vertex has 2 numbers; write "v x y z"/],
    ['v 0 0 0\n', /holds vertices but no faces/],
    ['v nan 0 0\nf 1 1 1\n', /no triangle with usable coordinates/],
  ])('%j', async (text, message) => {
    const reading = readSoup(text, 'a.obj');
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(InputError);
  });
});

test('time grows with the size, whatever the line ends', async () => {
  const big = (lines: number, end: string): string =>
    `v 0 0 0${end}v 1 0 0${end}v 0 0 1${end}${`f 1 2 3${end}`.repeat(lines)}`;
  for (const end of ['\n', '\r', '\r\n']) {
    const { soup } = await readSoup(big(300_000, end), 'a.obj'); // quadratic behaviour would take hours
    expect(soup.triangles).toHaveLength(900_000);
  }
  await readSoup(`v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 \\\n${'2 \\\n'.repeat(200_000)} 3\n`, 'a.obj');
}, 30_000);

test('faces in any plane are cut alike', () => {
  // The L above, in each coordinate plane and mirrored: always four triangles that use every corner.
  const outline = [2, 1, 1, 1, 1, 2, 0, 2, 0, 0, 2, 0];
  for (const [u, v] of [
    [0, 1],
    [1, 2],
    [2, 0],
    [1, 0],
  ] as const) {
    const positions = new Float64Array(18);
    for (let i = 0; i < 6; i++) {
      positions[3 * i + u] = outline[2 * i] as number;
      positions[3 * i + v] = outline[2 * i + 1] as number;
    }
    const used: number[] = [];
    expect(triangulateFace(positions, [0, 1, 2, 3, 4, 5], (a, b, c) => used.push(a, b, c))).toBe(true);
    expect(used).toHaveLength(12);
    expect(new Set(used).size).toBe(6);
  }
});
