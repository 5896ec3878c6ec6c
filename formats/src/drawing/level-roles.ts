/**
 * What the polygons of one level of a Drawing are, walkable or obstacle, and what is floor there: into a PlanLevel,
 * with the words about it.
 *
 * The rules are those of drawing-to-plan.ts. Roles come first, for all levels; then the floors, because a level without
 * walkable areas stands in a box of its own only if no level of the file has any. Cost: that of polygon-relations.ts,
 * else linear.
 */
import { type BuildReport, countRepair, type Frame, type PlanLevel, type PlanPolygon } from '@foulee/engine';
import { cleanRing, dropFlatRing, flatRingToWall } from './clean-points.ts';
import type { DrawnPolygon } from './drawing.ts';
import { count, type ReadOptions } from '../input/environment.ts';
import { hangTogether, polygonAroundAll } from './polygon-relations.ts';

/** How the roles of one level were chosen, for the words about it. */
export interface LevelRoles {
  /** Polygons whose role the file gives. */
  walkable: number;
  obstacle: number;
  /** Of the walkable ones, those whose sides are the artificial boundary. */
  boundary: number;
  undecided: PlanPolygon[];
  /** Obstacles without area that became walls. */
  walls: number;
  choice: Choice;
}

type Choice = 'as walkable' | 'as obstacles' | 'beside' | 'single' | 'around' | 'rooms' | 'scattered' | 'none';

/** Clean the polygons of one level into it and give those without a role one. */
export function chooseRoles(
  drawn: readonly DrawnPolygon[],
  level: PlanLevel,
  oneCollection: boolean,
  frame: Frame,
  options: ReadOptions,
  report: BuildReport,
): LevelRoles {
  const roles: LevelRoles = { walkable: 0, obstacle: 0, boundary: 0, undecided: [], walls: 0, choice: 'none' };
  const { undecided } = roles;
  const undecidedGroups = new Set<number>();
  const undecidedFlat: { points: readonly number[]; group: number }[] = [];
  const keepAsWall = (points: readonly number[]): void => {
    if (flatRingToWall(points, level.lines, report)) roles.walls++;
  };
  for (const polygon of drawn) {
    const { role, group } = polygon;
    const rings = cleanPolygon(polygon.rings, level, frame, report, (points) => {
      if (role === undefined) undecidedFlat.push({ points, group });
      else if (role === 'obstacle') keepAsWall(points);
      else dropFlatRing(points, report);
    });
    if (rings === null) continue;
    const entry: PlanPolygon = { role: role === 'boundary' ? 'walkable' : (role ?? 'obstacle'), rings };
    level.polygons.push(entry);
    if (role === undefined) {
      undecided.push(entry);
      undecidedGroups.add(group);
      continue;
    }
    roles[entry.role]++;
    if (role !== 'boundary') continue;
    entry.isBoundary = true;
    roles.boundary++;
  }
  const around = polygonAroundAll(undecided);
  roles.choice = choose(undecided, undecidedGroups.size, around, roles.walkable > 0, oneCollection, options);
  const isWalkable = ['as walkable', 'single', 'rooms'].includes(roles.choice);
  for (const polygon of undecided) polygon.role = isWalkable ? 'walkable' : 'obstacle';
  if (roles.choice === 'around') (undecided[around] as PlanPolygon).role = 'walkable';
  // What has no area and no role is an obstacle where such polygons are, or beside the one walkable polygon.
  const besideObstacles = undecided.some((p) => p.role === 'obstacle') || options.as === 'obstacles';
  for (const { points, group } of undecidedFlat) {
    const besideFloor = roles.walkable > 0 || (roles.choice === 'single' && !undecidedGroups.has(group));
    if (options.as !== 'walkable' && (besideObstacles || besideFloor)) keepAsWall(points);
    else dropFlatRing(points, report);
  }
  return roles;
}

/** `groups` is the number of polygons and multipolygons without a role. */
function choose(
  polygons: readonly PlanPolygon[],
  groups: number,
  around: number,
  besideWalkable: boolean,
  oneCollection: boolean,
  options: ReadOptions,
): Choice {
  if (polygons.length === 0) return 'none';
  if (options.as !== undefined) return `as ${options.as}`;
  if (besideWalkable) return 'beside';
  if (groups === 1) return 'single';
  if (around >= 0) return 'around';
  return oneCollection && hangTogether(polygons) ? 'rooms' : 'scattered';
}

/** Say what is floor on a level whose polygons have their roles; the words for all that was decided. */
export function chooseFloor(level: PlanLevel, roles: LevelRoles, hasFloors: boolean, options: ReadOptions): string {
  const words: string[] = [];
  if (roles.walkable + roles.obstacle > 0) {
    const fixed = options.as === undefined ? '' : ' (--as does not change roles)';
    words.push(`roles from the file: ${roles.walkable} walkable and ${count(roles.obstacle, 'obstacle')}${fixed}`);
  }
  const boundaries = level.boundaries?.length ?? 0;
  const glass = level.glass?.length ?? 0;
  if (roles.boundary > 0) words.push(`${count(roles.boundary, 'area')} with the artificial boundary for sides`);
  const isWalkable = level.polygons.some((p) => p.role === 'walkable');
  const isObstructed = level.polygons.length + roles.walls > 0;
  const isBox = !isWalkable && !hasFloors && isObstructed && boundaries === 0;
  if (roles.choice !== 'none') words.push(wordsOf(roles, isBox, level.margin));
  if (level.lines.length > 0) words.push(count(level.lines.length, 'wall line'));
  if (glass > 0) words.push(count(glass, 'glass line'));
  if (boundaries > 0) words.push(count(boundaries, 'boundary line'));
  if (isWalkable) {
    level.floor = 'polygons';
  } else if (isBox) {
    level.floor = 'box';
  } else if (isObstructed && boundaries === 0) {
    level.floor = 'polygons';
    words.push('without floor, because other levels have walkable areas and this one has none');
  } else if (level.lines.length + glass + boundaries > 0) {
    words.push('the floor is what the lines enclose');
  }
  return words.join(', ');
}

/** What the polygons without a role were taken for, and how to have it otherwise. */
function wordsOf(roles: LevelRoles, isBox: boolean, margin: number): string {
  const n = roles.undecided.length;
  const obstacles =
    count(n, 'obstacle') + (isBox ? ` inside their bounding box widened by ${margin} m (--margin)` : '');
  const holes = roles.undecided.reduce((sum, p) => sum + p.rings.length - 1, 0);
  const area = `a walkable area of ${count(n, 'polygon')} with ${count(holes, 'hole')}`;
  switch (roles.choice) {
    case 'as walkable':
      return `${area}, as --as walkable says`;
    case 'as obstacles':
      return `${obstacles}, as --as obstacles says`;
    case 'beside':
      return `${count(n, 'polygon')} without a role as ${n === 1 ? 'an obstacle' : 'obstacles'}; --as walkable adds them to the floor instead`;
    case 'single':
      return `${area}; --as obstacles reads the polygons as obstacles instead`;
    case 'around':
      return (
        `a walkable area with ${count(n - 1, 'obstacle')} in it, because one polygon holds all the others; ` +
        '--as walkable takes the union instead, --as obstacles reads all as obstacles'
      );
    case 'rooms':
      return `${area}, because the members of the collection adjoin or overlap; --as obstacles reads them as obstacles instead`;
    case 'scattered':
      return `${obstacles}; --as walkable reads the polygons as walkable areas instead`;
    case 'none':
      return '';
  }
}

/** Holes without area become walls of the level; an outer ring without area is left to `flatOuter`. */
function cleanPolygon(
  rings: readonly number[][],
  level: PlanLevel,
  frame: Frame,
  report: BuildReport,
  flatOuter: (points: readonly number[]) => void,
): Float64Array[] | null {
  const clean: Float64Array[] = [];
  const flatHole = (points: readonly number[]): void => {
    flatRingToWall(points, level.lines, report);
  };
  for (const [i, raw] of rings.entries()) {
    const ring = cleanRing(raw, frame, report, i === 0 ? flatOuter : flatHole);
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
