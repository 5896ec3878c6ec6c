/**
 * The JSON of a glTF file, and its binary part, to a checked glTF: only what geometry needs, every index and length in
 * bounds.
 *
 * @gltf-transform/core trusts its input: a view that reaches beyond its buffer is read from the bytes behind it, a tiny file may ask for
 * gigabytes, a node may be its own ancestor. So everything is checked here first, and materials, images, animations and
 * skins are taken away before it sees the file. Cost: linear in the JSON.
 */
import { InputError } from '@foulee/engine';

export interface GltfNode {
  children: number[];
  mesh: number | undefined;
  /** Column-major 4 × 4, or undefined where translation, rotation and scale are given. */
  matrix: number[] | undefined;
  translation: number[] | undefined;
  rotation: number[] | undefined;
  scale: number[] | undefined;
}

export interface CheckedGltf {
  nodes: GltfNode[];
  /** Roots of the scene that is read. */
  roots: number[];
  scenes: number;
  /** JSON with meshes, accessors, bufferViews and buffers only, and the bytes of each buffer under its uri. */
  json: unknown;
  resources: Record<string, Uint8Array<ArrayBuffer>>;
  /** Names of all extensions the file uses. */
  extensions: string[];
  skins: number;
}

type Json = { readonly [key: string]: unknown };

/** Required extensions that change nothing about where surfaces are. */
const HARMLESS =
  /^(?:KHR_mesh_quantization|KHR_materials_\w+|KHR_texture_\w+|EXT_texture_\w+|KHR_lights_\w+|EXT_lights_\w+|KHR_xmp\w*|KHR_animation_pointer)$/;
const COMPRESSION = /meshopt|draco/;

const COMPONENT_BYTES: { readonly [type: number]: number } = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };

/** A sparse accessor may stand for this many elements without holding bytes for them. */
const SPARSE_LIMIT = 1e6;

export function checkGltf(root: unknown, binary: Uint8Array | undefined, fileName: string): CheckedGltf {
  const wrong = (where: string, what: string, remedy = 'export the file again'): InputError =>
    new InputError(`${fileName}, ${where}`, what, remedy);
  const file = object(root, 'the file');
  const asset = object(file['asset'], 'asset');
  if (typeof asset['version'] !== 'string' || !asset['version'].startsWith('2.')) {
    throw wrong('asset', `glTF version ${JSON.stringify(asset['version'])} is not read`, 'export it as glTF 2.0');
  }
  const used = strings(file['extensionsUsed']);
  const required = strings(file['extensionsRequired']);
  const missing = required.filter((name) => !HARMLESS.test(name));
  if (missing.length > 0) throw unsupported(missing);

  const views = list(file['bufferViews'], 'bufferViews').map((value, i) => object(value, `bufferViews[${i}]`));
  const accessorDefs = list(file['accessors'], 'accessors').map((value, i) => object(value, `accessors[${i}]`));
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {};
  const buffers = list(file['buffers'], 'buffers').map((value, i) => openBuffer(object(value, `buffers[${i}]`), i));
  const usedViews = new Map<number, object>();
  const accessors = new Map<number, object>();
  const meshes = list(file['meshes'], 'meshes').map((value, i) =>
    checkMesh(object(value, `meshes[${i}]`), `meshes[${i}]`),
  );
  const nodes = list(file['nodes'], 'nodes').map((value, i) => checkNode(object(value, `nodes[${i}]`), `nodes[${i}]`));
  const { roots, scenes } = checkScenes();
  return {
    nodes,
    roots,
    scenes,
    json: {
      asset: { version: '2.0' },
      // Unused entries are replaced by the smallest valid ones, so that indices stay.
      buffers: buffers.map((_, i) => ({ uri: uriOf(i), byteLength: resources[uriOf(i)]?.length ?? 0 })),
      bufferViews: views.map((_, i) => usedViews.get(i) ?? { buffer: 0, byteLength: 0 }),
      accessors: accessorDefs.map((_, i) => accessors.get(i) ?? { type: 'SCALAR', componentType: 5121, count: 0 }),
      meshes,
    },
    resources,
    extensions: [...new Set([...used, ...required])],
    skins: list(file['skins'], 'skins').length,
  };

  function openBuffer(buffer: Json, i: number): { external: string } | null {
    const uri = buffer['uri'];
    resources[uriOf(i)] = new Uint8Array(0);
    if (uri === undefined) {
      // Copied, because typed arrays over it must be aligned.
      if (binary !== undefined && i === 0) resources[uriOf(i)] = binary.slice() as Uint8Array<ArrayBuffer>;
      return null;
    }
    const data = typeof uri === 'string' ? /^data:[^,]*;base64,/.exec(uri) : null;
    if (data === null) return { external: String(uri).slice(0, 80) };
    try {
      resources[uriOf(i)] = Uint8Array.from(atob((uri as string).slice(data[0].length)), (c) => c.charCodeAt(0));
    } catch {
      throw wrong(`buffers[${i}]`, 'its embedded data is not base64');
    }
    return null;
  }

  /** The view's bytes lie in its buffer; @returns its length and stride */
  function checkView(index: unknown, where: string): { length: number; stride: number | undefined } {
    const i = indexIn(index, views.length, where, 'bufferView');
    const view = views[i] as Json;
    const b = indexIn(view['buffer'], buffers.length, `bufferViews[${i}]`, 'buffer');
    const external = buffers[b]?.external;
    if (external !== undefined) {
      throw wrong(
        `buffers[${b}]`,
        `its data is in another file, ${external}`,
        'export as .glb, or as .gltf with embedded data',
      );
    }
    const offset = whole(view['byteOffset'] ?? 0, `bufferViews[${i}].byteOffset`);
    const length = whole(view['byteLength'], `bufferViews[${i}].byteLength`);
    const bytes = resources[uriOf(b)]?.length ?? 0;
    const compressed = used.filter((name) => COMPRESSION.test(name));
    if (bytes === 0 && compressed.length > 0) throw unsupported(compressed);
    if (offset + length > bytes) throw wrong(`bufferViews[${i}]`, `reaches to byte ${offset + length} of ${bytes}`);
    const stride =
      view['byteStride'] === undefined ? undefined : whole(view['byteStride'], `bufferViews[${i}].byteStride`);
    usedViews.set(i, {
      buffer: b,
      byteOffset: offset,
      byteLength: length,
      ...(stride === undefined ? {} : { byteStride: stride }),
    });
    return { length, stride };
  }

  function checkAccessor(index: unknown, type: 'VEC3' | 'SCALAR', where: string): number {
    const i = indexIn(index, accessorDefs.length, where, 'accessor');
    const accessor = accessorDefs[i] as Json;
    const here = `accessors[${i}]`;
    if (accessor['type'] !== type) throw wrong(here, `is ${JSON.stringify(accessor['type'])} where ${type} is needed`);
    const componentType = accessor['componentType'];
    const count = whole(accessor['count'], `${here}.count`);
    const size = bytesOf(componentType, here) * (type === 'VEC3' ? 3 : 1);
    const checked: Record<string, unknown> = {
      type,
      componentType,
      count,
      normalized: accessor['normalized'] === true,
    };
    if (accessor['bufferView'] === undefined) {
      const compressed = used.filter((name) => COMPRESSION.test(name));
      if (accessor['sparse'] === undefined && compressed.length > 0) throw unsupported(compressed);
      if (count > SPARSE_LIMIT) throw wrong(here, `stands for ${count} elements without data`);
    } else {
      checked['bufferView'] = accessor['bufferView'];
      checked['byteOffset'] = checkSpan(accessor, accessor['bufferView'], count, size, here);
    }
    if (accessor['sparse'] !== undefined) {
      const sparse = object(accessor['sparse'], `${here}.sparse`);
      const n = whole(sparse['count'], `${here}.sparse.count`);
      const indices = object(sparse['indices'], `${here}.sparse.indices`);
      const values = object(sparse['values'], `${here}.sparse.values`);
      const indexSize = bytesOf(indices['componentType'], `${here}.sparse.indices`);
      checked['sparse'] = {
        count: n,
        indices: {
          bufferView: indices['bufferView'],
          componentType: indices['componentType'],
          byteOffset: checkSpan(indices, indices['bufferView'], n, indexSize, `${here}.sparse.indices`),
        },
        values: {
          bufferView: values['bufferView'],
          byteOffset: checkSpan(values, values['bufferView'], n, size, `${here}.sparse.values`),
        },
      };
    }
    accessors.set(i, checked);
    return i;
  }

  /** `count` elements of `size` bytes lie in the view; @returns the offset in it */
  function checkSpan(owner: Json, index: unknown, count: number, size: number, where: string): number {
    const { length, stride } = checkView(index, where);
    const offset = whole(owner['byteOffset'] ?? 0, `${where}.byteOffset`);
    const step = stride === undefined ? size : stride;
    if (step < size) throw wrong(where, `has elements of ${size} bytes every ${step} bytes`);
    if (count > 0 && offset + step * (count - 1) + size > length) {
      throw wrong(where, `needs ${offset + step * (count - 1) + size} bytes and its view has ${length}`);
    }
    return offset;
  }

  function checkMesh(mesh: Json, where: string): object {
    const primitives = list(mesh['primitives'], `${where}.primitives`).map((value, k) => {
      const here = `${where}.primitives[${k}]`;
      const primitive = object(value, here);
      const attributes = object(primitive['attributes'], `${here}.attributes`);
      const mode = primitive['mode'] ?? 4;
      const checked: Record<string, unknown> = { mode: whole(mode, `${here}.mode`), attributes: {} };
      // Points and lines are left out by the reader: no need to look into them.
      if ((mode as number) < 4 || attributes['POSITION'] === undefined) return checked;
      checked['attributes'] = { POSITION: checkAccessor(attributes['POSITION'], 'VEC3', `${here}.POSITION`) };
      if (primitive['indices'] !== undefined) {
        checked['indices'] = checkAccessor(primitive['indices'], 'SCALAR', `${here}.indices`);
      }
      return checked;
    });
    return { primitives };
  }

  function checkNode(node: Json, where: string): GltfNode {
    const count = list(file['nodes'], 'nodes').length;
    const numbers = (key: string, n: number): number[] | undefined => {
      const value = node[key];
      if (value === undefined) return undefined;
      if (!Array.isArray(value) || value.length !== n || !value.every((v) => typeof v === 'number')) {
        throw wrong(where, `${key} is not a list of ${n} numbers`);
      }
      return value as number[];
    };
    return {
      children: list(node['children'], `${where}.children`).map((child) => indexIn(child, count, where, 'child')),
      mesh: node['mesh'] === undefined ? undefined : indexIn(node['mesh'], meshes.length, where, 'mesh'),
      matrix: numbers('matrix', 16),
      translation: numbers('translation', 3),
      rotation: numbers('rotation', 4),
      scale: numbers('scale', 3),
    };
  }

  /** Nodes form trees, as glTF demands: one parent each, none above itself. Without scenes, all roots are read. */
  function checkScenes(): { roots: number[]; scenes: number } {
    const parent = new Int32Array(nodes.length).fill(-1);
    for (const [i, node] of nodes.entries()) {
      for (const child of node.children) {
        if (parent[child] !== -1) throw wrong(`nodes[${child}]`, 'has two parents');
        parent[child] = i;
      }
    }
    const scenes = list(file['scenes'], 'scenes');
    let roots = nodes.map((_, i) => i).filter((i) => parent[i] === -1);
    if (scenes.length > 0) {
      const chosen = indexIn(file['scene'] ?? 0, scenes.length, 'scene', 'scene');
      const scene = object(scenes[chosen], `scenes[${chosen}]`);
      roots = [
        ...new Set(
          list(scene['nodes'], `scenes[${chosen}].nodes`).map((v) =>
            indexIn(v, nodes.length, `scenes[${chosen}]`, 'node'),
          ),
        ),
      ];
      // With one parent each, a root without a parent cannot reach a ring of nodes.
      for (const i of roots)
        if (parent[i] !== -1) throw wrong(`nodes[${i}]`, 'is a root of the scene and a child of another node');
    }
    return { roots, scenes: scenes.length };
  }

  function unsupported(names: readonly string[]): InputError {
    const compressed = names.some((name) => COMPRESSION.test(name));
    return new InputError(
      fileName,
      `needs the glTF extension ${names.join(' and ')}, which is not read`,
      compressed
        ? 'export the model without compression, or decompress it with "npx @gltf-transform/cli copy IN.glb OUT.glb"'
        : 'export the model without it',
    );
  }

  function bytesOf(componentType: unknown, where: string): number {
    const bytes = typeof componentType === 'number' ? COMPONENT_BYTES[componentType] : undefined;
    if (bytes === undefined) throw wrong(where, `has the component type ${JSON.stringify(componentType)}`);
    return bytes;
  }

  function object(value: unknown, where: string): Json {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
    throw wrong(where, 'is missing or no object');
  }

  function list(value: unknown, where: string): unknown[] {
    if (value === undefined) return [];
    if (Array.isArray(value)) return value;
    throw wrong(where, 'is no list');
  }

  function indexIn(value: unknown, length: number, where: string, what: string): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length) return value;
    throw wrong(where, `names the ${what} ${JSON.stringify(value)} of ${length}`);
  }

  function whole(value: unknown, where: string): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw wrong(where, `${JSON.stringify(value)} is no whole number`);
  }
}

function uriOf(buffer: number): string {
  return `buffer-${buffer}`;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : [];
}
