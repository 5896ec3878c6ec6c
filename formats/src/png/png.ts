/**
 * A PNG picture to a Plan: dark areas are buildings, the rest is floor up to the picture's edge, beyond which the place goes on.
 *
 * In: bytes; metres per pixel (`scale`, 1 unless told), the grey below which a pixel is dark (`threshold`, 128 unless told), and `as: walkable` for
 * pictures whose floor is dark (that floor, too, goes on beyond the edge). Out: a plan whose coordinates start in the lower left corner of the picture, y up.
 * Pixels: picture.ts. Outlines: outlines.ts. Cost: linear in the pixels.
 */
import { type BuildReport, InputError, type Plan, type PlanLevel, type PlanPolygon } from '@foulee/engine';
import { count, DEFAULT_MARGIN, nameOfFile, type ReadOptions } from '../input/environment.ts';
import { outlinesOf } from './outlines.ts';
import { readPicture } from './picture.ts';

const DEFAULT_THRESHOLD = 128;

export async function readPng(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions,
  report: BuildReport,
): Promise<Plan> {
  const { scale = 1, threshold = DEFAULT_THRESHOLD, as = 'obstacles' } = options;
  const { width, height, grey } = await readPicture(bytes, fileName);
  const isDark = new Uint8Array(grey.length);
  let dark = 0;
  for (let i = 0; i < grey.length; i++) {
    if (grey[i] >= threshold) continue;
    isDark[i] = 1;
    dark++;
  }
  if (dark === 0) throw oneColour(fileName, 'light', threshold);
  if (dark === grey.length) throw oneColour(fileName, 'dark', threshold);
  const outlines = outlinesOf(isDark, width, height);
  const inMetres = (ring: Float64Array) => ring.map((value) => value * scale);
  const role = as === 'walkable' ? 'walkable' : 'obstacle';
  const polygons = outlines.map(({ rings }): PlanPolygon => ({ role, rings: rings.map(inMetres) }));
  const edge = inMetres(Float64Array.of(0, 0, width, 0, width, height, 0, height));
  if (role === 'obstacle') polygons.unshift({ role: 'walkable', isBoundary: true, rings: [edge] });
  const other = role === 'obstacle' ? 'walkable' : 'obstacles';
  report.notes.push(
    `read as a picture of ${width} × ${height} pixels, ${scale} m each (--scale), ` +
      `with ${count(outlines.length, 'dark area')} as ${role === 'obstacle' ? 'obstacles' : 'floor'} (--as ${other} for the opposite)`,
  );
  const level: PlanLevel = {
    name: '0',
    elevation: 0,
    polygons,
    lines: [],
    floor: 'polygons',
    margin: DEFAULT_MARGIN,
  };
  if (role === 'walkable' && touchesEdge(isDark, width, height)) level.boundaries = [closed(edge)];
  return {
    name: nameOfFile(fileName),
    frame: { x0: 0, y0: 0, unitX: 1 / scale, unitY: 1 / scale },
    levels: [level],
    doors: [],
    links: [],
  };
}

function touchesEdge(isDark: Uint8Array, width: number, height: number): boolean {
  return isDark.some((dark, i) => dark === 1 && (i < width || i >= width * (height - 1) || (i + 1) % width < 2));
}

const closed = (ring: Float64Array) => Float64Array.of(...ring, ring[0], ring[1]);

function oneColour(fileName: string, which: 'light' | 'dark', threshold: number): InputError {
  const what =
    which === 'light' ? `no pixel is darker than ${threshold} of 255` : `no pixel is as light as ${threshold} of 255`;
  return new InputError(
    fileName,
    `is ${which} all over, so it shows no walls: ${what}`,
    'give a picture of dark buildings on light ground',
  );
}
