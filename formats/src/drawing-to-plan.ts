/**
 * A Drawing (polygons, lines, doors and links in the file's own coordinates, as WKT and GeoJSON hold them) to a Plan.
 *
 * Which reading is chosen (environment.md §1, "How 2D files are read"), level by level:
 *  - a polygon that says its role has it; lines are walls;
 *  - without roles, `--as` decides; else one polygon or multipolygon is walkable;
 *  - several of them: if one holds all the others, it is walkable and the others are obstacles in it (a site with its buildings);
 *    if they are the members of one geometry collection and hang together (adjoin, overlap), they are walkable, as
 *    JuPedSim writes rooms; else they are obstacles in their bounding box widened by the margin;
 *  - a polygon without a role among polygons with one is an obstacle where there is a walkable one;
 *  - lines alone: whatever they enclose.
 * Deviation: the second and third of these cases are finer than environment.md, which says "many are obstacles"; read so, they would
 * leave nothing to walk on. Each choice is written into the report with the way to choose the other.
 */
import {
  type BuildReport,
  countRepair,
  type Frame,
  InputError,
  type Plan,
  type PlanLevel,
  type PlanPolygon,
  type PolygonRole,
} from '@foulee/engine';
import { cleanLine, cleanRing } from './clean-points.ts';
import { chooseFrame } from './choose-frame.ts';
import { cleanLink } from './clean-link.ts';
import type { Drawing, DrawnPolygon } from './drawing.ts';
import { count, DEFAULT_MARGIN, nameOfFile, type ReadOptions } from './environment.ts';
import { sortedLevels } from './drawing-levels.ts';
import { hangTogether, polygonAroundAll } from './polygon-relations.ts';
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
    if (points !== null) planLevels[position[line.level] as number]?.lines.push(points);
  }
  const readings: string[] = [];
  for (const [i, level] of planLevels.entries()) {
    const reading = readLevel(groups[i] as DrawnPolygon[], level, drawing.oneCollection, frame, options, report);
    if (reading !== '') readings.push(planLevels.length > 1 ? `level ${level.name} ${reading}` : reading);
  }
  const doors = cleanDoors(drawing, frame, position, report);
  const links = drawing.links.map((link) => cleanLink(link, planLevels, frame, fileName, report));
  if (planLevels.every((level) => level.polygons.length === 0 && level.lines.length === 0)) {
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
  const chains = planLevels.flatMap((level) => [...level.polygons.flatMap((p) => p.rings), ...level.lines]);
  warnAboutUnits(
    extent,
    { length: chains.length, chain: (i) => chains[i] as Float64Array },
    1,
    options.scale !== undefined || crs === 'lonlat',
    report,
  );
  return { name: nameOfFile(fileName), frame, levels: planLevels, doors, links };
}

/** Clean the polygons of one level, decide what they are, fill the level; say what was decided. */
function readLevel(
  drawn: readonly DrawnPolygon[],
  level: PlanLevel,
  oneCollection: boolean,
  frame: Frame,
  options: ReadOptions,
  report: BuildReport,
): string {
  const undecided: PlanPolygon[] = [];
  const undecidedGroups = new Set<number>();
  const explicit = { walkable: 0, obstacle: 0 };
  for (const polygon of drawn) {
    const rings = cleanPolygon(polygon.rings, frame, report);
    if (rings === null) continue;
    const entry: PlanPolygon = { role: polygon.role ?? 'obstacle', rings };
    level.polygons.push(entry);
    if (polygon.role === undefined) {
      undecided.push(entry);
      undecidedGroups.add(polygon.group);
    } else {
      explicit[polygon.role]++;
    }
  }
  const reading = decide(undecided, undecidedGroups.size, explicit.walkable > 0, oneCollection, level.margin, options);
  const words: string[] = [];
  if (explicit.walkable + explicit.obstacle > 0) {
    const fixed = options.as === undefined ? '' : ' (--as does not change roles)';
    words.push(
      `roles from the file: ${explicit.walkable} walkable and ${count(explicit.obstacle, 'obstacle')}${fixed}`,
    );
  }
  if (reading !== '') words.push(reading);
  if (level.lines.length > 0) words.push(count(level.lines.length, 'wall line'));
  if (level.polygons.some((p) => p.role === 'walkable')) level.floor = 'polygons';
  else if (level.polygons.length > 0) level.floor = 'box';
  else if (level.lines.length > 0) words.push('the floor is what the lines enclose');
  return words.join(', ');
}

/** Give the polygons without a role one; the words for it. `groups` is the number of polygons and multipolygons. */
function decide(
  polygons: readonly PlanPolygon[],
  groups: number,
  besideWalkable: boolean,
  oneCollection: boolean,
  margin: number,
  options: ReadOptions,
): string {
  const all = (role: PolygonRole): void => {
    for (const polygon of polygons) polygon.role = role;
  };
  const n = polygons.length;
  if (n === 0) return '';
  const boxed = `${count(n, 'obstacle')} inside their bounding box widened by ${margin} m (--margin)`;
  const holes = polygons.reduce((sum, p) => sum + p.rings.length - 1, 0);
  const area = `a walkable area of ${count(n, 'polygon')} with ${count(holes, 'hole')}`;
  if (options.as === 'walkable') {
    all('walkable');
    return `${area}, as --as walkable says`;
  }
  if (options.as === 'obstacles') {
    all('obstacle');
    return `${besideWalkable ? count(n, 'obstacle') : boxed}, as --as obstacles says`;
  }
  if (besideWalkable) {
    all('obstacle');
    return `${count(n, 'polygon')} without a role as ${n === 1 ? 'an obstacle' : 'obstacles'}; --as walkable adds them to the floor instead`;
  }
  if (groups === 1) {
    all('walkable');
    return `${area}; --as obstacles reads the polygons as obstacles instead`;
  }
  const around = polygonAroundAll(polygons);
  if (around >= 0) {
    all('obstacle');
    (polygons[around] as PlanPolygon).role = 'walkable';
    return (
      `a walkable area with ${count(n - 1, 'obstacle')} in it, because one polygon holds all the others; ` +
      '--as walkable takes the union instead, --as obstacles reads all as obstacles'
    );
  }
  if (oneCollection && hangTogether(polygons)) {
    all('walkable');
    return `${area}, because the members of the collection adjoin or overlap; --as obstacles reads them as obstacles instead`;
  }
  all('obstacle');
  return `${boxed}; --as walkable reads the polygons as walkable areas instead`;
}

function cleanPolygon(rings: readonly number[][], frame: Frame, report: BuildReport): Float64Array[] | null {
  const clean: Float64Array[] = [];
  for (const [i, raw] of rings.entries()) {
    const ring = cleanRing(raw, frame, report);
    if (ring !== null) {
      clean.push(ring);
    } else if (i === 0) {
      // Without its outer ring a polygon is nothing; its holes would turn inside out.
      const [x = 0, y = 0] = rings[1] ?? [];
      for (let k = 1; k < rings.length; k++) {
        countRepair(
          report,
          'hole of a dropped ring dropped',
          (x - frame.x0) / frame.unitX,
          (y - frame.y0) / frame.unitY,
        );
      }
      return null;
    }
  }
  return clean.length > 0 ? clean : null;
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
