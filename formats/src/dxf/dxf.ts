/**
 * ASCII DXF to a Plan: what architects bring.
 *
 * The readings: by default everything drawn is a wall and the floor is what the walls enclose; `--as walkable`: closed
 * outlines are floor, those within them holes, and so on alternately; `--as obstacles`: closed outlines are obstacles
 * in their bounding box widened by the margin. Open lines are walls in every reading, of glass where their layer's name says so. Units come from the header,
 * unless `--scale` is given. See dxf-file.ts (text to groups), dxf-drawing.ts (blocks), dxf-layers.ts (which layers are
 * walls), dxf-entities.ts and dxf-curves.ts (objects to polylines). Cost: linear, but for the nesting of outlines (polygon-relations.ts).
 */
import {
  type BuildReport,
  countRepair,
  InputError,
  METRES,
  type Plan,
  type PlanLevel,
  type PlanPolygon,
} from '@foulee/engine';
import { cleanLine, cleanRing, flatRingToWall } from '../drawing/clean-points.ts';
import { noteLeftOut } from '../drawing/drawing-to-plan.ts';
import { type DxfDrawing, drawDxf } from './dxf-drawing.ts';
import type { DrawnCurve } from './dxf-entities.ts';
import { parseDxf } from './dxf-file.ts';
import { checkLayers, layerList, leaveOutByName, noteGlass, noteLayers, saysGlass } from './dxf-layers.ts';
import { unitOf } from './dxf-units.ts';
import { count, DEFAULT_CHORD_ERROR, DEFAULT_MARGIN, nameOfFile, type ReadOptions } from '../input/environment.ts';
import { nestRings } from '../drawing/polygon-relations.ts';
import { warnAboutUnits } from '../drawing/unit-guess.ts';

export function readDxf(text: string, fileName: string, options: ReadOptions, report: BuildReport): Plan {
  const file = parseDxf(text, fileName);
  if (!file.complete)
    report.warnings.push('the file has no end mark: it may be cut off; save it again if something is missing');
  const unit = unitOf(file.unit);
  const scale = options.scale ?? unit?.metres ?? 1;
  const drawing = drawDxf(file, scale, options.layers, options.chordError ?? DEFAULT_CHORD_ERROR, fileName);
  checkLayers(drawing, options, fileName);
  if (options.layers === undefined) leaveOutByName(drawing, options.as);
  const level = readLevel(drawing, fileName, options, report);
  const { glass = [] } = level;
  if (level.polygons.length + level.lines.length + glass.length === 0) {
    throw new InputError(
      fileName,
      'holds no line, polyline, arc or circle that could be read',
      `give a drawing of walls in model space, on layers that are switched on${layerList(drawing)}`,
    );
  }
  noteUnits(unit?.name, scale, options, report);
  noteLayers(drawing, options, report);
  noteGlass(drawing, glass.length, report);
  noteLeftOut(drawing.leftOut, report);
  const chains = [...level.polygons.flatMap((polygon) => polygon.rings), ...level.lines, ...glass];
  const edges = { length: chains.length, chain: (i: number) => chains[i] as Float64Array };
  warnAboutUnits(extentOf(chains), edges, scale, options.scale !== undefined, report, unit === undefined);
  return {
    name: nameOfFile(fileName),
    frame: { x0: 0, y0: 0, unitX: 1 / scale, unitY: 1 / scale },
    levels: [level],
    doors: [],
    links: [],
  };
}

function readLevel(drawing: DxfDrawing, fileName: string, options: ReadOptions, report: BuildReport): PlanLevel {
  const level: PlanLevel = {
    name: '0',
    elevation: 0,
    polygons: [],
    lines: [],
    floor: 'enclosed',
    margin: options.margin ?? DEFAULT_MARGIN,
  };
  const rings: Float64Array[] = [];
  for (const curve of drawing.curves) {
    const points = curve.closed && options.as !== undefined ? null : cleanLine(curve.points, METRES, report);
    if (points !== null && saysGlass(curve.layer)) (level.glass ??= []).push(points);
    else if (points !== null) level.lines.push(points);
    if (curve.repair !== undefined) countRepair(report, curve.repair, ...placeOf(curve));
    if (!curve.closed || options.as === undefined) continue;
    const ring = cleanRing(curve.points, METRES, report, (flat) => flatRingToWall(flat, level.lines, report));
    if (ring !== null) rings.push(ring);
  }
  if (options.as === undefined) {
    report.notes.push(
      `read as ${linesOf(level)}; the floor is what they enclose; ` +
        '--as walkable reads closed outlines as floor, --as obstacles as obstacles',
    );
    return level;
  }
  if (rings.length === 0) {
    throw new InputError(
      fileName,
      `has no closed outline for --as ${options.as}`,
      'join its lines to closed polylines, or read it without --as',
    );
  }
  const walls = level.lines.length + (level.glass?.length ?? 0) > 0 ? ` and ${linesOf(level)}` : '';
  const others = 'without --as everything drawn is a wall';
  if (options.as === 'obstacles') {
    level.floor = 'box';
    level.polygons = rings.map((ring): PlanPolygon => ({ role: 'obstacle', rings: [ring] }));
    report.notes.push(
      `read as ${count(rings.length, 'obstacle')}${walls} inside their bounding box widened by ${level.margin} m (--margin), as --as obstacles says; ${others}`,
    );
    return level;
  }
  level.floor = 'polygons';
  level.polygons = nestedFloors(rings, fileName);
  const holes = rings.length - level.polygons.length;
  report.notes.push(
    `read as a walkable area of ${count(level.polygons.length, 'polygon')} with ${count(holes, 'hole')}${walls}, as --as walkable says; ${others}`,
  );
  return level;
}

function linesOf({ lines, glass = [] }: PlanLevel): string {
  if (glass.length === 0) return count(lines.length, 'wall line');
  return `${count(lines.length, 'wall line')} and ${count(glass.length, 'glass line')}`;
}

/** Outlines at even depth are floor, at odd depth holes in the floor around them. */
function nestedFloors(rings: readonly Float64Array[], fileName: string): PlanPolygon[] {
  const nesting = nestRings(rings);
  if (nesting === null) {
    throw new InputError(
      fileName,
      `has ${rings.length} closed outlines, too many to nest`,
      'choose layers with --layers',
    );
  }
  const floors = new Map<number, PlanPolygon>();
  for (const [i, ring] of rings.entries()) {
    if ((nesting.depth[i] as number) % 2 === 0) floors.set(i, { role: 'walkable', rings: [ring] });
  }
  for (const [i, ring] of rings.entries()) {
    if ((nesting.depth[i] as number) % 2 === 1) floors.get(nesting.parent[i] as number)?.rings.push(ring);
  }
  return [...floors.values()];
}

function noteUnits(unit: string | undefined, scale: number, options: ReadOptions, report: BuildReport): void {
  const said = unit === undefined ? 'the header says no unit' : `the header says ${unit}`;
  report.notes.push(
    options.scale === undefined
      ? `${said}: one unit is read as ${scale} m; --scale gives another length`
      : `one unit is read as ${scale} m, as --scale says; ${said}`,
  );
}

function placeOf(curve: DrawnCurve): [number, number] {
  const [x = 0, y = 0] = curve.points;
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : [0, 0];
}

function extentOf(chains: readonly Float64Array[]): number {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (const chain of chains) {
    for (let i = 0; i < chain.length; i += 2) {
      minX = Math.min(minX, chain[i] as number);
      maxX = Math.max(maxX, chain[i] as number);
      minY = Math.min(minY, chain[i + 1] as number);
      maxY = Math.max(maxY, chain[i + 1] as number);
    }
  }
  return Math.max(maxX - minX, maxY - minY);
}
