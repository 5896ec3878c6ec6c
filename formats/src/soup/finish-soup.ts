/**
 * Positions and triangles as a file holds them to a TriangleSoup: scaled, turned z up, without what is not finite;
 * shared by OBJ and glTF. Cost: linear.
 */
import { type BuildReport, countRepair, InputError, type TriangleSoup } from '@foulee/engine';
import { noteLeftOut } from '../drawing/drawing-to-plan.ts';
import { COORDINATE_LIMIT, count, type ReadOptions } from '../input/environment.ts';
import { warnAboutUnits } from '../drawing/unit-guess.ts';
import { guessUp, turnZUp } from './up-axis.ts';

/**
 * @param positions x, y, z interleaved, in the file's units and orientation; a copy is made
 * @param definedUp the axis the format defines as up; undefined: guessed
 */
export function finishSoup(
  name: string,
  positions: Float64Array,
  triangles: Uint32Array,
  leftOut: ReadonlyMap<string, number>,
  definedUp: 'y' | 'z' | undefined,
  fileName: string,
  options: ReadOptions,
  report: BuildReport,
): TriangleSoup {
  const scale = options.scale ?? 1;
  const turned = new Float64Array(positions.length);
  const usable = new Uint8Array(positions.length / 3);
  for (let v = 0; v < usable.length; v++) {
    const x = (positions[3 * v] as number) * scale;
    const y = (positions[3 * v + 1] as number) * scale;
    const z = (positions[3 * v + 2] as number) * scale;
    if (!(Math.abs(x) <= COORDINATE_LIMIT && Math.abs(y) <= COORDINATE_LIMIT && Math.abs(z) <= COORDINATE_LIMIT))
      continue;
    usable[v] = 1;
    turned[3 * v] = x;
    turned[3 * v + 1] = y;
    turned[3 * v + 2] = z;
  }
  const kept = new Uint32Array(triangles.length);
  const lost: number[] = []; // a usable vertex of each dropped triangle, or -1
  let n = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t] as number;
    const b = triangles[t + 1] as number;
    const c = triangles[t + 2] as number;
    if (usable[a] === 1 && usable[b] === 1 && usable[c] === 1) {
      kept[n++] = a;
      kept[n++] = b;
      kept[n++] = c;
    } else {
      lost.push([a, b, c].find((v) => usable[v] === 1) ?? -1);
    }
  }
  const used = kept.slice(0, n);
  if (n === 0) {
    throw new InputError(fileName, 'has no triangle with usable coordinates', 'export the model again');
  }
  const up = options.up ?? definedUp ?? guessUp(turned, used);
  if (up === 'y') turnZUp(turned);
  for (const v of lost) {
    const place = (axis: number): number => (v < 0 ? 0 : (turned[3 * v + axis] as number));
    countRepair(report, 'triangle without usable coordinates dropped', place(0), place(1));
  }
  const why =
    options.up !== undefined
      ? 'as --up says'
      : definedUp !== undefined
        ? 'as the format defines'
        : 'guessed from its surfaces';
  const other = up === 'y' ? 'z' : 'y';
  report.notes.push(
    `read as a 3D model of ${count(n / 3, 'triangle')} with ${up} up, ${why}` +
      `${up === 'y' ? ' (plan x = x, plan y = −z)' : ''}; --up ${other} reads it with ${other} up instead`,
  );
  noteLeftOut(leftOut, report);
  const edges = { length: n / 3, chain: (i: number) => planOutline(turned, used, 3 * i) };
  warnAboutUnits(planExtent(turned, used), edges, 1, options.scale !== undefined, report);
  return {
    name,
    frame: { x0: 0, y0: 0, unitX: 1 / scale, unitY: 1 / scale },
    positions: turned,
    triangles: used,
  };
}

/** One side of a triangle, as the plan sees it: enough of a sample. */
function planOutline(positions: Float64Array, triangles: Uint32Array, t: number): number[] {
  const a = 3 * (triangles[t] as number);
  const b = 3 * (triangles[t + 1] as number);
  return [positions[a], positions[a + 1], positions[b], positions[b + 1]] as number[];
}

function planExtent(positions: Float64Array, triangles: Uint32Array): number {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (const v of triangles) {
    const x = positions[3 * v] as number;
    const y = positions[3 * v + 1] as number;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return Math.max(maxX - minX, maxY - minY);
}
