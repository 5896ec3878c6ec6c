/**
 * Wavefront OBJ text to a TriangleSoup: vertices and faces; objects, groups, materials and normals do not matter here.
 *
 * One pass over the lines without splitting the text, so a file of 100 MB costs its own size and its arrays. Faces of
 * more than three corners become triangles (polygon-faces.ts). A corner that names no vertex is an InputError with its
 * line: the file is broken there. A vertex that is not finite is a repair: the triangles that use it are dropped and
 * counted. Lines, points and free-form surfaces are left out and counted.
 */
import {
  type BuildReport,
  countRepair,
  GrowableFloats,
  GrowableInts,
  InputError,
  type TriangleSoup,
} from '@foulee/engine';
import { leaveOut } from '../drawing/drawing.ts';
import { count, nameOfFile, type ReadOptions } from '../input/environment.ts';
import { finishSoup } from '../soup/finish-soup.ts';
import { LARGEST, triangulateFace } from './polygon-faces.ts';

/** Statements that say nothing about geometry, or whose geometry is read with its vertices. */
const IGNORED = new Set([
  'vt',
  'vn',
  'vp',
  'o',
  'g',
  's',
  'mg',
  'mtllib',
  'usemtl',
  'maplib',
  'usemap',
  'bevel',
  'c_interp',
  'd_interp',
  'lod',
]);
const LEFT_OUT = new Map([
  ['l', 'line'],
  ['p', 'point'],
  ['curv', 'free-form curve'],
  ['curv2', 'free-form curve'],
  ['surf', 'free-form surface'],
  ['call', 'called file'],
]);

export function readObj(text: string, fileName: string, options: ReadOptions, report: BuildReport): TriangleSoup {
  const positions = new GrowableFloats();
  const triangles = new GrowableInts();
  const leftOut = new Map<string, number>();
  let largestIndex = 0;
  let largestLine = 0;
  let uncutFaces = 0;
  let unknown = 0;
  let firstUnknown = '';
  let line = 0;
  let newline = -1;
  let carriage = -1;

  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; ) {
    line++;
    const startLine = line;
    let statement = '';
    // A backslash at the end of a line continues it on the next.
    for (;;) {
      const end = endOfLine(at);
      const piece = text.slice(at, end).trimEnd();
      at = end < text.length ? end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1) : end;
      if (!piece.endsWith('\\') || piece.trimStart().startsWith('#')) {
        statement = statement === '' ? piece : `${statement} ${piece}`;
        break;
      }
      statement = `${statement} ${piece.slice(0, -1)}`;
      if (at >= text.length) break;
      line++;
    }
    read(statement, startLine);
  }
  if (largestIndex > positions.length / 3) throw badCorner(String(largestIndex), largestLine);
  if (triangles.length === 0) {
    throw new InputError(
      fileName,
      positions.length === 0 ? 'holds no vertices and no faces' : 'holds vertices but no faces',
      'export the model with its faces (meshes)',
    );
  }
  if (uncutFaces > 0) {
    report.warnings.push(
      `${count(uncutFaces, 'face')} with reflex corners and more than ${LARGEST} corners may be cut into wrong triangles; export the model with triangulated faces`,
    );
  }
  if (unknown > 0)
    report.warnings.push(`${count(unknown, 'line')} of the file could not be read, the first: "${firstUnknown}"`);
  return finishSoup(
    nameOfFile(fileName),
    positions.values(),
    Uint32Array.from(triangles.values()),
    leftOut,
    undefined,
    fileName,
    options,
    report,
  );

  /** The next line end, of any kind; each kind is searched once over the whole file, whichever the file uses. */
  function endOfLine(from: number): number {
    if (newline < from) newline = positionOf('\n', from);
    if (carriage < from) carriage = positionOf('\r', from);
    return Math.min(newline, carriage);
  }

  function positionOf(character: string, from: number): number {
    const found = text.indexOf(character, from);
    return found === -1 ? text.length : found;
  }

  function read(statement: string, number: number): void {
    const comment = statement.indexOf('#');
    const tokens = (comment === -1 ? statement : statement.slice(0, comment)).split(/\s+/);
    if (tokens[0] === '') tokens.shift();
    if (tokens.at(-1) === '') tokens.pop();
    const keyword = tokens[0];
    if (keyword === undefined) return;
    if (keyword === 'v') readVertex(tokens, number);
    else if (keyword === 'f' || keyword === 'fo') readFace(tokens, number);
    else if (LEFT_OUT.has(keyword)) leaveOut({ leftOut }, LEFT_OUT.get(keyword) as string);
    else if (!IGNORED.has(keyword) && unknown++ === 0)
      firstUnknown = `line ${number}: ${statement.trim().slice(0, 40)}`;
  }

  function readVertex(tokens: readonly string[], number: number): void {
    if (tokens.length < 4) {
      throw new InputError(
        `${fileName}, line ${number}`,
        `a vertex has ${count(tokens.length - 1, 'number')}`,
        'write "v x y z"',
      );
    }
    // Number('0x10') is 16 and Number('') is 0: neither comes up in a vertex that anybody wrote.
    for (let k = 1; k <= 3; k++) positions.push(Number(tokens[k]));
  }

  function readFace(tokens: readonly string[], number: number): void {
    const corners: number[] = [];
    const known = positions.length / 3;
    for (let k = 1; k < tokens.length; k++) {
      const token = tokens[k] as string;
      const slash = token.indexOf('/');
      const index = Number(slash === -1 ? token : token.slice(0, slash));
      // Negative: counted back from the last vertex so far. Positive ones may name vertices that follow: checked at the end.
      const vertex = index < 0 ? known + index : index - 1;
      if (!Number.isInteger(index) || vertex < 0 || vertex > 0xfffffffe) throw badCorner(token, number);
      if (vertex + 1 > largestIndex) {
        largestIndex = vertex + 1;
        largestLine = number;
      }
      corners.push(vertex);
    }
    if (corners.length < 3) {
      const first = corners[0] ?? -1;
      const place = (axis: number): number => (first < known ? finite(positions.array[3 * first + axis]) : 0);
      countRepair(report, 'face with fewer than 3 corners dropped', place(0), place(1));
      return;
    }
    const emit = (a: number, b: number, c: number): void => {
      triangles.push(corners[a] as number);
      triangles.push(corners[b] as number);
      triangles.push(corners[c] as number);
    };
    if (!triangulateFace(positions.array, corners, emit)) uncutFaces++;
  }

  function badCorner(token: string, number: number): InputError {
    return new InputError(
      `${fileName}, line ${number}`,
      `a face names the vertex ${token.slice(0, 20)} and there are ${positions.length / 3}`,
      'export the file again; it is cut off or was edited',
    );
  }
}

function finite(value: number | undefined): number {
  return value !== undefined && Math.abs(value) < 1e300 ? value : 0;
}
