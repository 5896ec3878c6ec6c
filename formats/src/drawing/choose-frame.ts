/**
 * Degrees or metres? The Frame of a Drawing.
 *
 * `--crs` decides; else what the file says of itself; else, for formats that hold degrees by definition (GeoJSON),
 * numbers within ±180/±90 that span less than half a degree are longitude/latitude: a plan in metres would be narrower
 * than half a metre. Everything else is metres × scale.
 */
import { type BuildReport, type Frame, InputError } from '@foulee/engine';
import type { Drawing } from './drawing.ts';
import { COORDINATE_LIMIT, type ReadOptions } from '../input/environment.ts';
import { lonlatFrame, metresPerDegree } from './projection.ts';

const WIDEST_DEGREES = 0.5;

/** @returns the frame, what was chosen, and the larger side of the bounding box in metres */
export function chooseFrame(
  drawing: Drawing,
  fileName: string,
  options: ReadOptions,
  report: BuildReport,
): { frame: Frame; extent: number; crs: 'local' | 'lonlat' } {
  const scale = options.scale ?? 1;
  const box = usableBox(drawing, COORDINATE_LIMIT / scale);
  const width = box.maxX - box.minX;
  const height = box.maxY - box.minY;
  const inRange = box.minX >= -180 && box.maxX <= 180 && box.minY >= -90 && box.maxY <= 90;
  const looksLikeDegrees = inRange && width < WIDEST_DEGREES && height < WIDEST_DEGREES;
  const crs = options.crs ?? drawing.crs ?? (drawing.guessDegrees && looksLikeDegrees ? 'lonlat' : 'local');
  const why = options.crs !== undefined ? 'as --crs says' : drawing.crs !== undefined ? 'as the file says' : '';
  if (crs === 'local') {
    if (drawing.guessDegrees || drawing.crs !== undefined) {
      report.notes.push(
        `coordinates read as metres${scale === 1 ? '' : ` × ${scale}`}${why === '' ? '' : `, ${why}`}; --crs lonlat reads them as degrees instead`,
      );
    }
    const frame = { x0: 0, y0: 0, unitX: 1 / scale, unitY: 1 / scale };
    return { frame, extent: Math.max(width, height, 0) * scale, crs };
  }
  if (width >= 0 && !inRange) {
    throw new InputError(
      fileName,
      `coordinates from ${box.minX}, ${box.minY} to ${box.maxX}, ${box.maxY} are no longitudes and latitudes`,
      'use --crs local to read them as metres',
    );
  }
  if (options.scale !== undefined) {
    report.warnings.push(
      '--scale has no meaning for longitude/latitude and was not used; --crs local reads the numbers as lengths',
    );
  }
  const longitude = width >= 0 ? box.minX + width / 2 : 0;
  const latitude = height >= 0 ? box.minY + height / 2 : 0;
  if (Math.abs(latitude) > 89) {
    throw new InputError(
      fileName,
      `latitude ${latitude} is too near a pole`,
      'project the file to metres and use --crs local',
    );
  }
  if (!(width < WIDEST_DEGREES && height < WIDEST_DEGREES) && width >= 0) {
    report.warnings.push(
      `the file spans ${width.toPrecision(3)} by ${height.toPrecision(3)} degrees: lengths away from its centre latitude are wrong; ` +
        'cut out the part you need, or project it to metres',
    );
  }
  report.notes.push(
    `coordinates read as longitude/latitude${why === '' ? '' : `, ${why}`}, projected to metres about ` +
      `${longitude.toFixed(6)}, ${latitude.toFixed(6)}; --crs local reads them as metres instead`,
  );
  const metres = metresPerDegree(latitude);
  return {
    frame: lonlatFrame(longitude, latitude),
    extent: Math.max(width * metres.longitude, height * metres.latitude, 0),
    crs,
  };
}

interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** The box of all coordinates that can be coordinates at all; empty (min > max) when there are none. */
function usableBox(drawing: Drawing, limit: number): Box {
  const box: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  const add = (points: readonly number[]): void => {
    for (let i = 0; i + 1 < points.length; i += 2) {
      const x = points[i] as number;
      const y = points[i + 1] as number;
      if (!(Math.abs(x) <= limit && Math.abs(y) <= limit)) continue;
      if (x < box.minX) box.minX = x;
      if (x > box.maxX) box.maxX = x;
      if (y < box.minY) box.minY = y;
      if (y > box.maxY) box.maxY = y;
    }
  };
  for (const polygon of drawing.polygons) for (const ring of polygon.rings) add(ring);
  for (const line of drawing.lines) add(line.points);
  for (const door of drawing.doors) add(door.points);
  for (const link of drawing.links) add(link.ring);
  return box;
}
