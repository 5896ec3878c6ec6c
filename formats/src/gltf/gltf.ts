/**
 * glTF 2.0 (.glb, or .gltf with embedded data) to a TriangleSoup: all triangles, strips and fans of the scene, node
 * transforms applied.
 *
 * The file is checked and stripped to its geometry first (gltf-file.ts), then @gltf-transform/core decodes the
 * accessors: strides, sparse values, quantised coordinates. Transforms are ours, because matrices that flatten or shear
 * do not survive being taken apart into translation, rotation and scale. glTF is y up and in metres by definition.
 * Skins, morph targets and animations are ignored: the model stands as it was exported. Cost: linear in the triangles
 * drawn, at most LARGEST of them.
 */
import { type BuildReport, InputError, type TriangleSoup } from '@foulee/engine';
import { Logger, type Mesh, type Primitive, WebIO } from '@gltf-transform/core';
import { leaveOut } from '../drawing/drawing.ts';
import { nameOfFile, type ReadOptions } from '../input/environment.ts';
import { finishSoup } from '../soup/finish-soup.ts';
import { openGlb } from './glb.ts';
import { type CheckedGltf, checkGltf, type GltfNode } from './gltf-file.ts';

/** Vertices, and triangles, of the whole scene with all its repetitions: about a gigabyte. */
const LARGEST = 2e7;
/** Primitives of the whole scene with all its repetitions. */
const MOST_PRIMITIVES = 1e6;

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

type Matrix = readonly number[]; // column-major 4 × 4, last row 0 0 0 1
const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export async function readGlb(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions,
  report: BuildReport,
): Promise<TriangleSoup> {
  const { json, binary } = openGlb(bytes, fileName);
  return readScene(checkGltf(json, binary, fileName), fileName, options, report);
}

export async function readGltf(
  json: unknown,
  fileName: string,
  options: ReadOptions,
  report: BuildReport,
): Promise<TriangleSoup> {
  return readScene(checkGltf(json, undefined, fileName), fileName, options, report);
}

async function readScene(
  file: CheckedGltf,
  fileName: string,
  options: ReadOptions,
  report: BuildReport,
): Promise<TriangleSoup> {
  const meshes = await decodeMeshes(file, fileName);
  const leftOut = new Map<string, number>();
  if (file.skins > 0) leaveOut({ leftOut }, 'skin', file.skins);
  const draws = listDraws(file, meshes, leftOut, fileName);
  const positions = new Float64Array(3 * draws.reduce((sum, draw) => sum + draw.vertices, 0));
  const triangles = new Uint32Array(3 * draws.reduce((sum, draw) => sum + draw.triangles, 0));
  if (triangles.length === 0) {
    throw new InputError(fileName, 'draws no triangles', 'export the scene with its meshes');
  }
  let firstVertex = 0;
  let at = 0;
  for (const draw of draws) {
    fillPositions(draw, positions, firstVertex);
    at = fillTriangles(draw, triangles, at, firstVertex, fileName);
    firstVertex += draw.vertices;
  }
  if (file.scenes > 1) {
    report.notes.push(
      `the file has ${file.scenes} scenes and the one it names as its default was read; export the others on their own`,
    );
  }
  if (file.extensions.includes('EXT_mesh_gpu_instancing')) {
    report.warnings.push(
      'the file repeats meshes with EXT_mesh_gpu_instancing, which is not read: each is there once; export it without instancing',
    );
  }
  return finishSoup(nameOfFile(fileName), positions, triangles, leftOut, 'y', fileName, options, report);
}

/** One primitive at one place. */
interface Draw {
  primitive: Primitive;
  matrix: Matrix;
  where: string;
  vertices: number;
  triangles: number;
}

/** Everything the scene draws, depth first; counted before anything is allocated. */
function listDraws(file: CheckedGltf, meshes: readonly Mesh[], leftOut: Map<string, number>, fileName: string): Draw[] {
  const draws: Draw[] = [];
  let visited = 0;
  let vertices = 0;
  let triangles = 0;
  // Each node has one parent, so none is met twice.
  const open: { index: number; matrix: Matrix }[] = file.roots.map((index) => ({ index, matrix: IDENTITY }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const node = file.nodes[next.index] as GltfNode;
    const matrix = multiply(next.matrix, localMatrix(node));
    for (const child of node.children) open.push({ index: child, matrix });
    if (node.mesh === undefined) continue;
    for (const [k, primitive] of (meshes[node.mesh] as Mesh).listPrimitives().entries()) {
      const mode = primitive.getMode();
      const draw: Draw = {
        primitive,
        matrix,
        where: `meshes[${node.mesh}].primitives[${k}]`,
        vertices: 0,
        triangles: 0,
      };
      if (mode !== TRIANGLES && mode !== STRIP && mode !== FAN) {
        leaveOut({ leftOut }, mode === 0 ? 'set of points' : 'set of lines');
      } else {
        draw.vertices = primitive.getAttribute('POSITION')?.getCount() ?? 0;
        const corners = primitive.getIndices()?.getCount() ?? draw.vertices;
        draw.triangles = Math.max(0, mode === TRIANGLES ? Math.floor(corners / 3) : corners - 2);
        if (draw.triangles > 0) draws.push(draw);
      }
      visited++;
      vertices += draw.vertices;
      triangles += draw.triangles;
      if (vertices > LARGEST || triangles > LARGEST || visited > MOST_PRIMITIVES) {
        throw new InputError(
          fileName,
          `draws more than ${LARGEST / 1e6} million vertices or triangles, or a million meshes`,
          'leave out what is not needed: furniture, plants, rounded details',
        );
      }
    }
  }
  return draws;
}

function fillPositions(draw: Draw, positions: Float64Array, firstVertex: number): void {
  const accessor = draw.primitive.getAttribute('POSITION');
  const m = draw.matrix;
  const p = [0, 0, 0];
  for (let v = 0; v < draw.vertices; v++) {
    accessor?.getElement(v, p);
    const [x, y, z] = p as [number, number, number];
    for (let row = 0; row < 3; row++) {
      positions[3 * (firstVertex + v) + row] =
        (m[row] as number) * x + (m[4 + row] as number) * y + (m[8 + row] as number) * z + (m[12 + row] as number);
    }
  }
}

/** @returns where the next primitive's triangles begin */
function fillTriangles(
  draw: Draw,
  triangles: Uint32Array,
  from: number,
  firstVertex: number,
  fileName: string,
): number {
  const mode = draw.primitive.getMode();
  const indices = draw.primitive.getIndices()?.getArray() ?? null;
  const vertexOf = (corner: number): number => {
    const v = indices === null ? corner : (indices[corner] as number);
    if (Number.isInteger(v) && v >= 0 && v < draw.vertices) return firstVertex + v;
    throw new InputError(
      `${fileName}, ${draw.where}`,
      `names the vertex ${v} of ${draw.vertices}`,
      'export the file again',
    );
  };
  let at = from;
  for (let t = 0; t < draw.triangles; t++) {
    const corner = mode === TRIANGLES ? 3 * t : t;
    // In a strip every second triangle is turned round; in a fan all share the first corner.
    const turned = mode === STRIP && t % 2 === 1;
    triangles[at++] = vertexOf(mode === FAN ? 0 : corner);
    triangles[at++] = vertexOf(turned ? corner + 2 : corner + 1);
    triangles[at++] = vertexOf(turned ? corner + 1 : corner + 2);
  }
  return at;
}

async function decodeMeshes(file: CheckedGltf, fileName: string): Promise<Mesh[]> {
  try {
    const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
    const document = await io.readJSON({ json: file.json as never, resources: file.resources });
    return document.getRoot().listMeshes();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new InputError(fileName, `cannot be decoded (${reason})`, 'export the file again');
  }
}

/** Translation · rotation (a unit quaternion x, y, z, w) · scale, unless the node has a matrix. */
function localMatrix(node: GltfNode): Matrix {
  if (node.matrix !== undefined) return node.matrix;
  const [x, y, z, w] = (node.rotation ?? [0, 0, 0, 1]) as [number, number, number, number];
  const [sx, sy, sz] = (node.scale ?? [1, 1, 1]) as [number, number, number];
  const [tx, ty, tz] = (node.translation ?? [0, 0, 0]) as [number, number, number];
  return [
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    tx,
    ty,
    tz,
    1,
  ];
}

function multiply(a: Matrix, b: Matrix): Matrix {
  if (a === IDENTITY) return b;
  const product = new Array<number>(16).fill(0);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += (a[4 * k + row] as number) * (b[4 * column + k] as number);
      product[4 * column + row] = sum;
    }
  }
  return product;
}
