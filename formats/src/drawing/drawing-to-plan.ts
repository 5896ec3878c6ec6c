/**
 * A Drawing (polygons, lines, doors and links in the file's own coordinates, as WKT and GeoJSON hold them) to a Plan.
 *
 * Which reading is chosen, level by level:
 *  - a polygon that says its role has it; lines are walls, of glass where they say so; a boundary is a walkable polygon or a wall, and marked;
 *  - without roles, `--as` decides; else one polygon or multipolygon is walkable;
 *  - several of them: if one holds all the others, it is walkable and the others are obstacles in it (a site with its buildings);
 *    if they are the members of one geometry collection and hang together (adjoin, overlap), they are walkable, as
 *    JuPedSim writes rooms; else they are obstacles in their bounding box widened by the margin;
 *  - a polygon without a role among polygons with one is an obstacle where there is a walkable one;
 *  - lines alone, and boundaries drawn as lines around obstacles: whatever they enclose;
 *  - obstacles alone stand in a box only if no level of the file has a walkable polygon; else their level has no floor.
 * Several polygons are not simply obstacles: a site with its buildings, or a set of rooms, would have nothing to walk on.
 * Each choice is written into the report with the way to choose the other.
 */
import { type BuildReport, countRepair, type Frame, InputError, type Plan, type PlanLevel } from '@foulee/engine';
import { cleanLine } from './clean-points.ts';
import { chooseFrame } from './choose-frame.ts';
import { cleanLink } from './clean-link.ts';
import type { Drawing, DrawnPolygon } from './drawing.ts';
import { COORDINATE_LIMIT, count, DEFAULT_MARGIN, nameOfFile, type ReadOptions } from '../input/environment.ts';
import { sortedLevels } from './drawing-levels.ts';
import { chooseFloor, chooseRoles, type LevelRoles } from './level-roles.ts';
import { warnAboutUnits } from './unit-guess.ts';

export function drawingToPlan(drawing: Drawing, fileName: string, options: ReadOptions, report: BuildReport): Plan {
  const { frame, extent, crs } = chooseFrame(drawing, fileName, options, report);
  const margin = options.margin ?? DEFAULT_MARGIN;
  const { levels, position } = sortedLevels(drawing, report);
  const planLevels = levels.map(
    (level): PlanLevel => ({ ...level, polygons: [], lines: [], floor: 'enclosed', margin }),
  );
  const groups: DrawnPolygon[][] = levels.map(() => []);
  for (const polygon of drawing.polygons) groups[position[polygon.level] as number]?.push(polygon);
  for (const line of drawing.lines) {
    const points = cleanLine(line.points, frame, report);
    const level = planLevels[position[line.level] as number];
    if (points === null || level === undefined) continue;
    if (line.kind === 'boundary') (level.boundaries ??= []).push(points);
    else if (line.kind === 'glass') (level.glass ??= []).push(points);
    else level.lines.push(points);
  }
  const chosen = planLevels.map((level, i) =>
    chooseRoles(groups[i] as DrawnPolygon[], level, drawing.oneCollection, frame, options, report),
  );
  // A building's own areas win: where a level has some, another that has none has no floor, not a box of its own.
  const hasFloors = planLevels.some((level) => level.polygons.some((p) => p.role === 'walkable'));
  const readings: string[] = [];
  for (const [i, level] of planLevels.entries()) {
    const reading = chooseFloor(level, chosen[i] as LevelRoles, hasFloors, options);
    if (reading !== '') readings.push(planLevels.length > 1 ? `level ${level.name} ${reading}` : reading);
  }
  const doors = cleanDoors(drawing, frame, position, report);
  const links = drawing.links.map((link) => cleanLink(link, planLevels, frame, fileName, report));
  const isEmpty = ({ polygons, lines, glass = [], boundaries = [] }: PlanLevel) =>
    polygons.length + lines.length + glass.length + boundaries.length === 0;
  if (planLevels.every(isEmpty)) {
    const furthest = furthestIn(drawing);
    if (furthest / frame.unitX > COORDINATE_LIMIT) throw tooFar(fileName, furthest);
    throw new InputError(
      fileName,
      'holds no polygon and no line that could be read',
      'give a walkable polygon, obstacles or walls',
    );
  }
  if (doors.length > 0) readings.push(count(doors.length, 'door'));
  if (links.length > 0) readings.push(`${count(links.length, 'link')} between levels`);
  report.notes.push(`read as ${readings.join('; ')}`);
  noteLeftOut(drawing.leftOut, report);
  const chains = planLevels.flatMap(({ polygons, lines, glass = [], boundaries = [] }) => [
    ...polygons.flatMap((p) => p.rings),
    ...lines,
    ...glass,
    ...boundaries,
  ]);
  warnAboutUnits(
    extent,
    { length: chains.length, chain: (i) => chains[i] as Float64Array },
    1,
    options.scale !== undefined || crs === 'lonlat',
    report,
  );
  return { name: nameOfFile(fileName), frame, levels: planLevels, doors, links };
}

/** The greatest finite coordinate, as the file has it; 0: none. */
function furthestIn({ polygons, lines }: Drawing): number {
  let furthest = 0;
  const look = (points: ArrayLike<number>) => {
    for (let i = 0; i < points.length; i++) {
      const value = Math.abs(points[i] as number);
      if (value < Infinity && value > furthest) furthest = value;
    }
  };
  for (const { rings } of polygons) for (const ring of rings) look(ring);
  for (const { points } of lines) look(points);
  return furthest;
}

/** @param furthest a coordinate, as the file has it */
function tooFar(fileName: string, furthest: number): InputError {
  return new InputError(
    fileName,
    `its coordinates, up to ${furthest.toPrecision(3)}, are too far from zero: ${COORDINATE_LIMIT.toExponential(0)} m is the most`,
    'move the place nearer to zero, or check its unit (--scale 0.001 for millimetres)',
  );
}

function cleanDoors(drawing: Drawing, frame: Frame, position: Int32Array, report: BuildReport): Plan['doors'] {
  const doors: Plan['doors'] = [];
  for (const door of drawing.doors) {
    const points = cleanLine(door.points, frame, report);
    if (points === null) continue;
    const [x, y] = points as unknown as [number, number];
    const ends: [number, number, number, number] = [x, y, points.at(-2) as number, points.at(-1) as number];
    if (ends[0] === ends[2] && ends[1] === ends[3]) {
      countRepair(report, 'door without width dropped', x, y);
      continue;
    }
    if (points.length > 4) countRepair(report, 'door with bends straightened', x, y);
    doors.push({ name: door.name, level: position[door.level] as number, ends });
  }
  return doors;
}

export function noteLeftOut(leftOut: ReadonlyMap<string, number>, report: BuildReport): void {
  if (leftOut.size === 0) return;
  const list = [...leftOut].map(([what, n]) => count(n, what)).join(', ');
  report.notes.push(`left out, because a plan has no use for them: ${list}`);
}
