/**
 * The environment of a scenario file → ScenarioEnvironment, and an inline one → Plan.
 *
 * Levels and doors written in the scenario are known at once; those of a file only when it is read (PlaceNames).
 */
import { METRES, type Plan } from '../map/plan.ts';
import { type ScenarioProblem, unknownName } from './problems.ts';
import type { FileOptions, InlineLevel, InlineLink, Point, ScenarioEnvironment } from './scenario.ts';
import type { ScenarioFile } from './schema.ts';

/** Names of the levels and doors of an environment. */
export interface PlaceNames {
  levels: readonly string[];
  doors: readonly string[];
}

/** Metres around obstacles that stand in no walkable polygon. */
const MARGIN = 10;

export function boxRing([x0, y0, x1, y1]: [number, number, number, number]): Point[] {
  const [left, right] = x0 < x1 ? [x0, x1] : [x1, x0];
  const [bottom, top] = y0 < y1 ? [y0, y1] : [y1, y0];
  return [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
}

type EnvironmentFile = ScenarioFile['environment'];
type LevelFile = Exclude<EnvironmentFile, { file: string } | { levels: object }>;

export function readEnvironment(file: EnvironmentFile, problems: ScenarioProblem[]): ScenarioEnvironment {
  if ('file' in file && file.file !== undefined) {
    const { file: name, ...rest } = file;
    const said = Object.entries(rest).filter(([, value]) => value !== undefined);
    return { kind: 'file', file: name, options: Object.fromEntries(said) as FileOptions };
  }
  if (!('levels' in file) || file.levels === undefined)
    return { kind: 'inline', levels: [readLevel('0', 0, file, [], problems)], links: [] };
  const names = Object.keys(file.levels);
  const levels = Object.entries(file.levels).map(([name, entry]) =>
    readLevel(name, entry.elevation ?? 0, entry, ['levels', name], problems),
  );
  if (levels.length === 0) {
    const remedy = 'give at least one level: {name: {walkable: […]}}';
    problems.push({ path: ['environment', 'levels'], field: null, what: 'is empty', remedy });
  }
  const links = Object.entries(file.links ?? {}).map(([name, link]): InlineLink => {
    const [lower, upper] = (['lower', 'upper'] as const).map((end) => {
      const index = names.indexOf(link[end]);
      if (index < 0) problems.push(unknownName(['environment', 'links', name, end], 'level', link[end], names));
      return index;
    });
    if (lower === upper && lower! >= 0) {
      const remedy = 'give two levels';
      problems.push({ path: ['environment', 'links', name], field: null, what: 'joins a level to itself', remedy });
    }
    return { name, kind: link.kind, lower: lower!, upper: upper!, corners: link.corners };
  });
  return { kind: 'inline', levels, links };
}

function readLevel(
  name: string,
  elevation: number,
  file: LevelFile,
  path: string[],
  problems: ScenarioProblem[],
): InlineLevel {
  const rings = (list: LevelFile['walkable']): Point[][] =>
    (list ?? []).map((ring) => (Array.isArray(ring) ? ring : boxRing(ring.box)));
  const level: InlineLevel = {
    name,
    elevation,
    walkable: rings(file.walkable),
    obstacles: rings(file.obstacles),
    lines: file.lines ?? [],
    glass: file.glass ?? [],
    doors: Object.entries(file.doors ?? {}).map(([door, ends]) => ({ name: door, ends })),
  };
  if (level.walkable.length + level.obstacles.length + level.lines.length + level.glass.length === 0) {
    const remedy = 'give walkable: polygons, or lines or obstacles around which one walks';
    problems.push({ path: ['environment', ...path], field: null, what: 'has no floor', remedy });
  }
  return level;
}

/** undefined while the environment's file is not read. */
export function namesOf(environment: ScenarioEnvironment): PlaceNames | undefined {
  if (environment.kind === 'file') return undefined;
  return {
    levels: environment.levels.map((level) => level.name),
    doors: environment.levels.flatMap((level) => level.doors.map((door) => door.name)),
  };
}

/** The plan of an environment that is written in the scenario itself. */
export function inlinePlan(environment: Extract<ScenarioEnvironment, { kind: 'inline' }>, name: string): Plan {
  const flat = (points: Point[]): Float64Array => Float64Array.from(points.flat());
  return {
    name,
    frame: { ...METRES },
    levels: environment.levels.map((level) => ({
      name: level.name,
      elevation: level.elevation,
      polygons: [
        ...level.walkable.map((ring) => ({ role: 'walkable' as const, rings: [flat(ring)] })),
        ...level.obstacles.map((ring) => ({ role: 'obstacle' as const, rings: [flat(ring)] })),
      ],
      lines: level.lines.map(flat),
      ...(level.glass.length > 0 && { glass: level.glass.map(flat) }),
      floor: level.walkable.length > 0 ? 'polygons' : level.lines.length + level.glass.length > 0 ? 'enclosed' : 'box',
      margin: MARGIN,
    })),
    doors: environment.levels.flatMap((level, index) =>
      level.doors.map((door) => ({
        name: door.name,
        level: index,
        ends: [...door.ends[0], ...door.ends[1]] as [number, number, number, number],
      })),
    ),
    links: environment.links.map(({ corners, ...link }) => ({ ...link, corners: flat(corners) })),
    // What lines enclose is floor only where it hangs together: pillars may be drawn as lines.
    isAllWanted: environment.levels.every(({ walkable }) => walkable.length > 0),
  };
}
