/**
 * One DXF entity to polylines in the plan's metres.
 *
 * Flat entities (arcs, circles, light polylines, inserts) live in a coordinate system of their own, given by their
 * extrusion direction (DXF reference, "arbitrary axis algorithm"): a mirrored door has the extrusion 0, 0, −1. So
 * points are three-dimensional until the last step, which drops z. Curves keep the chord error after all scaling
 * (dxf-curves.ts).
 */
import { bulgePoints, ellipsePoints, isSpline, largestStretch, type Spline, splinePoints } from './dxf-curves.ts';
import { type DxfEntity, numberOf, toNumber } from './dxf-file.ts';

/** 3 × 4, row by row: x, y, z and the shift. */
export type Affine = readonly number[];

export interface DrawnCurve {
  /** x, y interleaved; a closed one repeats its first point. */
  points: number[];
  closed: boolean;
  /** Something about the entity was wrong and was worked around: words for the report. */
  repair?: string;
}

export const DRAWABLE: ReadonlySet<string> = new Set([
  'LINE',
  'LWPOLYLINE',
  'POLYLINE',
  'ARC',
  'CIRCLE',
  'ELLIPSE',
  'SPLINE',
  'MLINE',
]);

export function drawEntity(entity: DxfEntity, toPlan: Affine, tolerance: number): DrawnCurve[] {
  switch (entity.type) {
    case 'LINE':
      return [drawLine(entity, toPlan)];
    case 'LWPOLYLINE':
      return [drawLightPolyline(entity, toPlan, tolerance)];
    case 'POLYLINE':
      return [drawPolyline(entity, toPlan, tolerance)];
    case 'ARC':
    case 'CIRCLE':
      return [drawArc(entity, toPlan, tolerance)];
    case 'ELLIPSE':
      return [drawEllipse(entity, toPlan, tolerance)];
    case 'SPLINE':
      return [drawSpline(entity, toPlan, tolerance)];
    case 'MLINE':
      return drawMultiline(entity, toPlan);
    default:
      return [];
  }
}

/** POLYLINE entities also hold meshes in space, which are no lines. */
export function isMesh(entity: DxfEntity): boolean {
  return entity.type === 'POLYLINE' && (numberOf(entity, 70, 0) & (16 | 64)) !== 0;
}

function drawLine(entity: DxfEntity, m: Affine): DrawnCurve {
  const end = (first: number): [number, number] =>
    mapPoint(m, numberOf(entity, first, NaN), numberOf(entity, first + 10, NaN), numberOf(entity, first + 20, 0));
  return { points: [...end(10), ...end(11)], closed: false };
}

function drawLightPolyline(entity: DxfEntity, toPlan: Affine, tolerance: number): DrawnCurve {
  const corners: number[] = []; // x, y, bulge
  for (let i = 0; i < entity.codes.length; i++) {
    const value = toNumber(entity.values[i] as string);
    const code = entity.codes[i];
    if (code === 10) corners.push(value, NaN, 0);
    else if (code === 20 && corners.length > 0) corners[corners.length - 2] = value;
    else if (code === 42 && corners.length > 0) corners[corners.length - 1] = value;
  }
  const closed = (numberOf(entity, 70, 0) & 1) === 1;
  return drawCorners(corners, closed, numberOf(entity, 38, 0), multiply(toPlan, ownSystem(entity)), tolerance);
}

function drawPolyline(entity: DxfEntity, toPlan: Affine, tolerance: number): DrawnCurve {
  const flags = numberOf(entity, 70, 0);
  const closed = (flags & 1) === 1;
  // The corners of the frame of a fitted spline are not on it.
  const vertices = entity.vertices.filter((vertex) => (numberOf(vertex, 70, 0) & 16) === 0);
  if ((flags & 8) === 8) {
    const points = vertices.flatMap((v) =>
      mapPoint(toPlan, numberOf(v, 10, NaN), numberOf(v, 20, NaN), numberOf(v, 30, 0)),
    );
    return closeCurve(points, closed);
  }
  const corners = vertices.flatMap((v) => [numberOf(v, 10, NaN), numberOf(v, 20, NaN), numberOf(v, 42, 0)]);
  return drawCorners(corners, closed, numberOf(entity, 30, 0), multiply(toPlan, ownSystem(entity)), tolerance);
}

/** Corners x, y, bulge in the entity's own plane at height z. */
function drawCorners(corners: readonly number[], closed: boolean, z: number, m: Affine, tolerance: number): DrawnCurve {
  const flat: number[] = [];
  const local = tolerance / stretchOf(m);
  const n = corners.length / 3;
  for (let i = 0; i < n; i++) {
    const [x, y, bulge] = corners.slice(3 * i, 3 * i + 3) as [number, number, number];
    flat.push(x, y);
    const next = i + 1 < n ? i + 1 : closed ? 0 : -1;
    if (next === -1 || bulge === 0) continue;
    bulgePoints(x, y, corners[3 * next] as number, corners[3 * next + 1] as number, bulge, local, flat);
  }
  const points: number[] = [];
  for (let i = 0; i < flat.length; i += 2) points.push(...mapPoint(m, flat[i] as number, flat[i + 1] as number, z));
  return closeCurve(points, closed);
}

function closeCurve(points: number[], closed: boolean): DrawnCurve {
  const n = points.length;
  const meets = n >= 8 && points[0] === points[n - 2] && points[1] === points[n - 1];
  if (closed && !meets && n >= 4) points.push(points[0] as number, points[1] as number);
  return { points, closed: closed || meets };
}

function drawArc(entity: DxfEntity, toPlan: Affine, tolerance: number): DrawnCurve {
  const m = multiply(toPlan, ownSystem(entity));
  const radius = numberOf(entity, 40, NaN);
  const centre = mapPoint(m, numberOf(entity, 10, NaN), numberOf(entity, 20, NaN), numberOf(entity, 30, 0));
  const u = mapVector(m, radius, 0, 0);
  const v = mapVector(m, 0, radius, 0);
  const whole = entity.type === 'CIRCLE';
  const start = whole ? 0 : numberOf(entity, 50, 0);
  const sweep = whole ? 360 : counterClockwise(start, numberOf(entity, 51, 360), 360);
  const points = ellipsePoints(centre, u, v, start, sweep, 'degrees', tolerance);
  return finishCurve(points, sweep === 360);
}

function drawEllipse(entity: DxfEntity, toPlan: Affine, tolerance: number): DrawnCurve {
  // An ellipse is given in the drawing's system; its extrusion only tells on which side of the long axis the short one lies.
  const [nx, ny, nz] = extrusionOf(entity);
  const [ax, ay, az] = [numberOf(entity, 11, NaN), numberOf(entity, 21, NaN), numberOf(entity, 31, 0)];
  const ratio = numberOf(entity, 40, 1);
  const centre = mapPoint(toPlan, numberOf(entity, 10, NaN), numberOf(entity, 20, NaN), numberOf(entity, 30, 0));
  const u = mapVector(toPlan, ax, ay, az);
  const v = mapVector(toPlan, ratio * (ny * az - nz * ay), ratio * (nz * ax - nx * az), ratio * (nx * ay - ny * ax));
  const start = numberOf(entity, 41, 0);
  const sweep = counterClockwise(start, numberOf(entity, 42, 2 * Math.PI), 2 * Math.PI);
  const closed = Math.abs(sweep - 2 * Math.PI) < 1e-9;
  return finishCurve(ellipsePoints(centre, u, v, start, sweep, 'radians', tolerance), closed);
}

/** The way from start to end in the positive direction, a full turn where they are the same. */
function counterClockwise(start: number, end: number, turn: number): number {
  const sweep = (end - start) % turn;
  return sweep > 0 ? sweep : sweep + turn;
}

/** A full turn ends exactly where it began. */
function finishCurve(points: number[], closed: boolean): DrawnCurve {
  if (closed && points.length >= 4) {
    points[points.length - 2] = points[0] as number;
    points[points.length - 1] = points[1] as number;
  }
  return { points, closed };
}

function drawSpline(entity: DxfEntity, toPlan: Affine, tolerance: number): DrawnCurve {
  const controls = triples(entity, 10).flatMap(([x, y, z]) => mapPoint(toPlan, x, y, z));
  const knots: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < entity.codes.length; i++) {
    if (entity.codes[i] === 40) knots.push(toNumber(entity.values[i] as string));
    if (entity.codes[i] === 41) weights.push(toNumber(entity.values[i] as string));
  }
  const n = controls.length / 2;
  const spline: Spline = {
    degree: numberOf(entity, 71, 3),
    knots,
    controls,
    weights: weights.length === n ? weights : new Array<number>(n).fill(1),
  };
  const closed = (numberOf(entity, 70, 0) & 1) === 1;
  if (isSpline(spline)) return closeCurve(splinePoints(spline, tolerance), closed);
  const fit = triples(entity, 11).flatMap(([x, y, z]) => mapPoint(toPlan, x, y, z));
  const points = fit.length >= 4 ? fit : controls;
  return { ...closeCurve(points, closed), repair: 'spline without usable knots drawn through its points' };
}

/** MLINE: parallel lines. Each corner says how far along its mitre each of them passes. */
function drawMultiline(entity: DxfEntity, toPlan: Affine): DrawnCurve[] {
  const corners = triples(entity, 11);
  const mitres = triples(entity, 13);
  const offsets: number[][] = [];
  let first = false; // the first 41 after a 74 is the offset of an element
  for (let i = 0; i < entity.codes.length; i++) {
    const code = entity.codes[i];
    if (code === 11) offsets.push([]);
    else if (code === 74) first = true;
    else if (code === 41 && first) {
      offsets.at(-1)?.push(toNumber(entity.values[i] as string));
      first = false;
    }
  }
  const closed = (numberOf(entity, 71, 0) & 2) === 2;
  const elements = offsets.reduce((most, list) => Math.max(most, list.length), 0);
  const curves: DrawnCurve[] = [];
  for (let e = 0; e < elements; e++) {
    const points: number[] = [];
    for (const [i, [x, y, z]] of corners.entries()) {
      const offset = offsets[i]?.[e];
      const mitre = mitres[i];
      if (offset === undefined || mitre === undefined) continue;
      points.push(...mapPoint(toPlan, x + offset * mitre[0], y + offset * mitre[1], z + offset * mitre[2]));
    }
    curves.push(closeCurve(points, closed));
  }
  return curves;
}

/** All points given by the codes c, c + 10, c + 20. */
function triples(entity: DxfEntity, code: number): [number, number, number][] {
  const list: [number, number, number][] = [];
  for (let i = 0; i < entity.codes.length; i++) {
    const value = toNumber(entity.values[i] as string);
    const last = list.at(-1);
    if (entity.codes[i] === code) list.push([value, NaN, 0]);
    else if (entity.codes[i] === code + 10 && last !== undefined) last[1] = value;
    else if (entity.codes[i] === code + 20 && last !== undefined) last[2] = value;
  }
  return list;
}

function extrusionOf(entity: DxfEntity): [number, number, number] {
  const n = [numberOf(entity, 210, 0), numberOf(entity, 220, 0), numberOf(entity, 230, 1)] as [number, number, number];
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  return length > 0 && Number.isFinite(length) ? [n[0] / length, n[1] / length, n[2] / length] : [0, 0, 1];
}

const UPRIGHT: Affine = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** From the entity's own system to the drawing's: its axes, found from the extrusion direction. */
export function ownSystem(entity: DxfEntity): Affine {
  const [nx, ny, nz] = extrusionOf(entity);
  if (nx === 0 && ny === 0 && nz === 1) return UPRIGHT;
  // x axis: the drawing's y axis × n where n is nearly vertical, else its z axis × n.
  const steep = Math.abs(nx) < 1 / 64 && Math.abs(ny) < 1 / 64;
  let [ax, ay, az] = steep ? [nz, 0, -nx] : [-ny, nx, 0];
  const length = Math.sqrt(ax * ax + ay * ay + az * az);
  ax /= length;
  ay /= length;
  az /= length;
  const [bx, by, bz] = [ny * az - nz * ay, nz * ax - nx * az, nx * ay - ny * ax];
  return [ax, bx, nx, 0, ay, by, ny, 0, az, bz, nz, 0];
}

export function multiply(a: Affine, b: Affine): Affine {
  const product: number[] = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? (a[4 * row + 3] as number) : 0;
      for (let k = 0; k < 3; k++) sum += (a[4 * row + k] as number) * (b[4 * k + column] as number);
      product.push(sum);
    }
  }
  return product;
}

function mapPoint(m: Affine, x: number, y: number, z: number): [number, number] {
  const [dx, dy] = mapVector(m, x, y, z);
  return [dx + (m[3] as number), dy + (m[7] as number)];
}

function mapVector(m: Affine, x: number, y: number, z: number): [number, number] {
  return [
    (m[0] as number) * x + (m[1] as number) * y + (m[2] as number) * z,
    (m[4] as number) * x + (m[5] as number) * y + (m[6] as number) * z,
  ];
}

/** How much longer than in its own plane a curve may become in the plan. */
function stretchOf(m: Affine): number {
  return largestStretch(m[0] as number, m[4] as number, m[1] as number, m[5] as number);
}
