import { createReport, InputError, type TriangleSoup } from '@foulee/engine';
import { describe, expect, test } from 'vitest';
import type { ReadOptions } from '../input/environment.ts';
import { type GlbParts, simpleParts, writeGlb, writeGltf } from '../../test/glb-fixture.ts';
import { readEnvironment } from '../index.ts';

const TRIANGLE = [0, 0, 0, 1, 0, 0, 0, 0, -1]; // on the floor: x right, y up, z towards the viewer

async function read(
  bytes: Uint8Array,
  options: ReadOptions = {},
  name = 'a.glb',
): Promise<{ soup: TriangleSoup; notes: string[]; warnings: string[] }> {
  const report = createReport();
  const environment = await readEnvironment(bytes, name, options, report);
  if (environment.kind !== 'soup') throw new Error('a triangle soup was expected');
  return { soup: environment.soup, notes: report.notes, warnings: report.warnings };
}

/** The file with its JSON changed. */
function changed(parts: GlbParts, change: Record<string, unknown>): Uint8Array {
  return writeGlb({ json: { ...parts.json, ...change }, binary: parts.binary });
}

const points = (soup: TriangleSoup): number[][] =>
  Array.from(soup.triangles, (v) =>
    Array.from(soup.positions.subarray(3 * v, 3 * v + 3), (value) => Math.round(value * 1e6) / 1e6 + 0),
  );

describe('what is drawn', () => {
  test('a triangle, turned z up, from .glb and from .gltf', async () => {
    const parts = simpleParts(TRIANGLE, [0, 1, 2]);
    const { soup, notes } = await read(writeGlb(parts));
    expect(points(soup)).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ]);
    expect(notes[0]).toMatch(/1 triangle with y up, as the format defines.*--up z/);
    const text = await read(new TextEncoder().encode(writeGltf(parts)), {}, 'a.gltf');
    expect(text.soup.positions).toEqual(soup.positions);
    expect(points((await read(writeGlb(parts), { up: 'z', scale: 2 })).soup)).toEqual([
      [0, 0, 0],
      [2, 0, 0],
      [0, 0, -2],
    ]);
  });

  test('strips and fans', async () => {
    const square = [0, 0, 0, 1, 0, 0, 0, 0, -1, 1, 0, -1];
    const strip = await read(writeGlb(simpleParts(square, [0, 1, 2, 3], 5)));
    expect(Array.from(strip.soup.triangles)).toEqual([0, 1, 2, 1, 3, 2]);
    const fan = await read(writeGlb(simpleParts(square, [0, 1, 3, 2], 6)));
    expect(Array.from(fan.soup.triangles)).toEqual([0, 1, 3, 0, 3, 2]);
  });

  test('node transforms: a child turned a quarter about y under a parent moved and scaled; a matrix that flattens', async () => {
    const parts = simpleParts(TRIANGLE, [0, 1, 2]);
    const half = Math.SQRT1_2;
    const bytes = changed(parts, {
      scenes: [{ nodes: [1, 2] }],
      nodes: [
        { mesh: 0, rotation: [0, half, 0, half] },
        { children: [0], translation: [10, 5, 0], scale: [2, 2, 2] },
        { mesh: 0, matrix: [1, 0, 0, 0, 0, 0, 0, 0, 0.5, 0, 1, 0, 0, 7, 0, 1] },
      ],
    });
    const { soup } = await read(bytes);
    // About y by 90°: x → −z, −z → −x. In the plan (x, −z): (1, 0) → (0, 1) and (0, 1) → (−1, 0); then × 2 and moved.
    // The second adds half of z to x, takes height away, lifts by 7.
    expect(points(soup)).toEqual([
      [0, 0, 7],
      [1, 0, 7],
      [-0.5, 1, 7],
      [10, 0, 5],
      [10, 2, 5],
      [8, 0, 5],
    ]);
  });

  test('quantised and interleaved positions, without indices', async () => {
    const parts = simpleParts(TRIANGLE, [0, 1, 2]);
    // Three vertices of normalised bytes, eight bytes apart: (0, 0, 0), (1, 0, 0), (0, 0, −1).
    const binary = new Uint8Array(24);
    binary.set([127, 0, 0], 8);
    binary.set([0, 0, 129], 16);
    const json = {
      ...parts.json,
      extensionsRequired: ['KHR_mesh_quantization', 'KHR_materials_unlit'],
      extensionsUsed: ['KHR_mesh_quantization', 'KHR_materials_unlit'],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      nodes: [{ mesh: 0, scale: [4, 4, 4] }],
      accessors: [{ bufferView: 0, componentType: 5120, normalized: true, count: 3, type: 'VEC3' }],
      bufferViews: [{ buffer: 0, byteLength: 24, byteStride: 8 }],
      buffers: [{ byteLength: 24 }],
    };
    expect(points((await read(writeGlb({ json, binary }))).soup)).toEqual([
      [0, 0, 0],
      [4, 0, 0],
      [0, 4, 0],
    ]);
  });

  test('the default scene of several; skins and lines left out and said; instancing warned about', async () => {
    const parts = simpleParts(TRIANGLE, [0, 1, 2]);
    const { soup, notes, warnings } = await read(
      changed(parts, {
        scene: 1,
        scenes: [{ nodes: [] }, { nodes: [0] }],
        skins: [{ joints: [0] }],
        meshes: [
          {
            primitives: [
              { attributes: { POSITION: 0 }, indices: 1 },
              { attributes: { POSITION: 0 }, mode: 1 },
            ],
          },
        ],
        extensionsUsed: ['EXT_mesh_gpu_instancing'],
      }),
    );
    expect(soup.triangles).toHaveLength(3);
    expect(notes.join('\n')).toMatch(/2 scenes[\s\S]*left out.*1 skin, 1 set of lines/);
    expect(warnings.join()).toMatch(/EXT_mesh_gpu_instancing/);
  });
});

describe('wrong files are one clear line', () => {
  const parts = simpleParts(TRIANGLE, [0, 1, 2]);
  const accessors = parts.json['accessors'] as Record<string, unknown>[];
  const [positions, indices] = accessors as [object, object];
  test.each<[string, Uint8Array, RegExp]>([
    [
      'meshopt',
      changed(parts, { extensionsRequired: ['KHR_mesh_quantization', 'EXT_meshopt_compression'] }),
      /needs the glTF extension EXT_meshopt_compression, which is not read; export the model without compression/,
    ],
    [
      'draco without fallback',
      changed(parts, {
        extensionsUsed: ['KHR_draco_mesh_compression'],
        accessors: [{ type: 'VEC3', componentType: 5126, count: 3 }, indices],
      }),
      /KHR_draco_mesh_compression/,
    ],
    [
      'an unknown extension',
      changed(parts, { extensionsRequired: ['ACME_portals'] }),
      /ACME_portals, which is not read; export the model without it/,
    ],
    [
      'an external buffer',
      changed(parts, { buffers: [{ uri: 'scene.bin', byteLength: 42 }] }),
      /its data is in another file, scene\.bin; export as \.glb/,
    ],
    [
      'a view beyond its buffer',
      changed(parts, { bufferViews: [{ buffer: 0, byteLength: 9999 }] }),
      /bufferViews\[0\]: reaches to byte 9999 of 44/,
    ],
    [
      'an accessor beyond its view',
      changed(parts, { accessors: [{ ...positions, count: 4 }, indices] }),
      /accessors\[0\]: needs 48 bytes and its view has 36/,
    ],
    [
      'an index beyond the vertices',
      writeGlb(simpleParts(TRIANGLE, [0, 1, 7])),
      /meshes\[0\]\.primitives\[0\]: names the vertex 7 of 3/,
    ],
    [
      'a huge sparse accessor',
      changed(parts, { accessors: [{ type: 'VEC3', componentType: 5126, count: 1e9, sparse: {} }, indices] }),
      /stands for 1000000000 elements without data/,
    ],
    [
      'a node under two parents',
      changed(parts, { nodes: [{ children: [1] }, { mesh: 0 }, { children: [1] }] }),
      /nodes\[1\]: has two parents/,
    ],
    [
      'a node above itself',
      changed(parts, { nodes: [{ children: [1] }, { children: [0] }] }),
      /is a root of the scene and a child/,
    ],
    ['version 1', changed(parts, { asset: { version: '1.0' } }), /glTF version "1\.0" is not read/],
    ['no triangles', changed(parts, { nodes: [{}] }), /draws no triangles/],
    ['cut off', writeGlb(parts).subarray(0, 300), /is cut off: a part of \d+ bytes has \d+/],
    [
      'a broken JSON',
      (() => {
        const bytes = writeGlb(parts);
        bytes[20] = 0x5b;
        return bytes;
      })(),
      /not valid JSON at line 1/,
    ],
    [
      'millions of instances',
      changed(parts, {
        nodes: Array.from({ length: 20 }, () => ({ mesh: 0 })),
        scenes: [{ nodes: Array.from({ length: 20 }, (_, i) => i) }],
        accessors: [
          {
            ...positions,
            bufferView: undefined,
            count: 1e6,
            sparse: { count: 0, indices: { bufferView: 1, componentType: 5123 }, values: { bufferView: 0 } },
          },
        ],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }, { attributes: { POSITION: 0 } }] }],
      }),
      /draws more than 20 million/,
    ],
  ])('%s', async (_, bytes, message) => {
    const reading = read(bytes);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(InputError);
  });
});
