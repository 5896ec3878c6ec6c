/** For the tests: small glTF files, written byte by byte. */

/** One triangle, or whatever the positions hold, as a JSON of glTF with its data in the buffer `uri` or in the binary part. */
export interface GlbParts {
  json: Record<string, unknown>;
  binary: Uint8Array;
}

/** A mesh of float positions and 16-bit indices, drawn once by one node. */
export function simpleParts(positions: readonly number[], indices: readonly number[], mode = 4): GlbParts {
  const bytes = new Uint8Array(positions.length * 4 + indices.length * 2 + 2);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of positions.entries()) view.setFloat32(4 * i, value, true);
  for (const [i, value] of indices.entries()) view.setUint16(4 * positions.length + 2 * i, value, true);
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }] as object[],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, mode }] }] as object[],
    accessors: [
      { bufferView: 0, componentType: 5126, count: positions.length / 3, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: indices.length, type: 'SCALAR' },
    ] as object[],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 4 * positions.length },
      { buffer: 0, byteOffset: 4 * positions.length, byteLength: 2 * indices.length },
    ] as object[],
    buffers: [{ byteLength: bytes.length }] as object[],
  };
  return { json, binary: bytes };
}

export function writeGlb({ json, binary }: GlbParts): Uint8Array {
  const pad = (bytes: Uint8Array, filler: number): Uint8Array => {
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(filler);
    padded.set(bytes);
    return padded;
  };
  const text = pad(new TextEncoder().encode(JSON.stringify(json)), 0x20);
  const data = pad(binary, 0);
  const file = new Uint8Array(28 + text.length + data.length);
  const view = new DataView(file.buffer);
  const header = [0x46546c67, 2, file.length, text.length, 0x4e4f534a];
  for (const [i, value] of header.entries()) view.setUint32(4 * i, value, true);
  file.set(text, 20);
  view.setUint32(20 + text.length, data.length, true);
  view.setUint32(24 + text.length, 0x004e4942, true);
  file.set(data, 28 + text.length);
  return file;
}

/** The same file as a .gltf text with its data embedded. */
export function writeGltf({ json, binary }: GlbParts): string {
  const uri = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...binary))}`;
  return JSON.stringify({ ...json, buffers: [{ byteLength: binary.length, uri }] });
}
