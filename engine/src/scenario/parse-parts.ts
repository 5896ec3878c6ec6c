/**
 * The named parts of a scenario file: environment, profiles, areas, goals and itineraries, short forms written out.
 *
 * Everything that refers to a part goes through `Parts`, which knows the names, appends what is written in place (an area
 * or a stage without a name) and collects what is wrong.
 */
import { boxRing, namesOf, type PlaceNames, readEnvironment } from './parse-environment.ts';
import { readDistribution, TIMES } from './parse-distribution.ts';
import { type Profiles, readProfiles } from './parse-profiles.ts';
import { fail, type FieldPath, pathText, type Problems, type ScenarioProblem, unknownName } from './problems.ts';
import {
  type Distribution,
  type LevelName,
  type Point,
  type ScenarioArea,
  type ScenarioEnvironment,
  type ScenarioGoal,
  type ScenarioItinerary,
  type ScenarioStage,
} from './scenario.ts';
import type { ScenarioFile } from './schema.ts';

type AreaFile = NonNullable<ScenarioFile['areas']>[string];
type GoalFile = NonNullable<ScenarioFile['goals']>[string];
type StagesFile = NonNullable<ScenarioFile['itineraries']>[string];

export interface Parts extends Profiles {
  environment: ScenarioEnvironment;
  /** undefined: not known yet. */
  place: PlaceNames | undefined;
  areas: ScenarioArea[];
  areaIndex: Map<string, number>;
  goals: ScenarioGoal[];
  goalIndex: Map<string, number>;
  /** Goals of each kind. */
  kinds: Map<string, number[]>;
  /** Goals that are exits. */
  exits: number[];
  itineraries: ScenarioItinerary[];
  itineraryIndex: Map<string, number>;
  /** Itineraries written in place, by what they say: a thousand walkers to one goal share one. */
  goingIndex: Map<string, number>;
}

/** Radius of a goal that is a mere point, metres. */
const GOAL_RADIUS = 0.5;

export function readParts(file: ScenarioFile, place: PlaceNames | undefined): Parts {
  const problems: ScenarioProblem[] = [];
  const environment = readEnvironment(file.environment, problems);
  const parts: Parts = {
    problems,
    environment,
    place: namesOf(environment) ?? place,
    profiles: [],
    ownProfiles: 0,
    profileIndex: new Map(),
    areas: [],
    areaIndex: new Map(),
    goals: [],
    goalIndex: new Map(),
    kinds: new Map(),
    exits: [],
    itineraries: [],
    itineraryIndex: new Map(),
    goingIndex: new Map(),
  };
  readProfiles(file.profiles, parts);
  for (const [name, entry] of Object.entries(file.areas ?? {})) {
    parts.areaIndex.set(name, parts.areas.length);
    parts.areas.push(areaOf(parts, name, entry, ['areas', name]));
  }
  for (const section of ['goals', 'exits'] as const) {
    for (const [name, entry] of Object.entries(file[section] ?? {})) {
      if (parts.goalIndex.has(name)) fail(parts, [section, name], 'is the name of a goal too', 'give it another name');
      parts.goalIndex.set(name, parts.goals.length);
      if (section === 'exits') parts.exits.push(parts.goals.length);
      parts.goals.push(readGoal(name, entry, section === 'exits', [section, name], parts));
    }
  }
  for (const section of ['goals', 'exits'] as const) readKinds(file[section], section, parts);
  // Names first: itineraries may be asked for before the last is read.
  for (const [name, entry] of Object.entries(file.itineraries ?? {})) {
    parts.itineraryIndex.set(name, parts.itineraries.length);
    parts.itineraries.push({ name, stages: readStages(entry, ['itineraries', name], parts) });
  }
  return parts;
}

/** Goals by their kind: "the nearest ticket machine". A kind is not the name of a goal. */
function readKinds(file: ScenarioFile['goals'], section: string, parts: Parts): void {
  for (const [name, entry] of Object.entries(file ?? {})) {
    const kind = kindOf(entry);
    if (kind === null) continue;
    const taken = parts.goalIndex.has(kind)
      ? 'the name of a goal'
      : parts.areaIndex.has(kind)
        ? 'the name of an area'
        : undefined;
    if (taken !== undefined || kind === 'everything') {
      fail(
        parts,
        [section, name, 'kind'],
        `is "${kind}", ${taken ?? 'which stands for all goals'}`,
        'give the kind another name',
      );
    }
    parts.kinds.set(kind, [...(parts.kinds.get(kind) ?? []), parts.goalIndex.get(name)!]);
  }
}

function kindOf(file: GoalFile): string | null {
  return Array.isArray(file) ? null : ((file as Exclude<GoalFile, unknown[]>).kind ?? null);
}

/** The goal of a name, or all goals of a kind. */
export function goalsNamed(parts: Parts, name: string, path: FieldPath): number[] {
  const index = parts.goalIndex.get(name);
  const found = index === undefined ? parts.kinds.get(name) : [index];
  if (found === undefined) {
    parts.problems.push(unknownName(path, 'goal', name, [...parts.goalIndex.keys(), ...parts.kinds.keys()]));
  }
  return found ?? [0];
}

/** The index of a name; 0 and a problem if there is none, for the scenario is then thrown away. */
export function lookUp(parts: Parts, names: Map<string, number>, kind: string, name: string, path: FieldPath): number {
  const index = names.get(name);
  if (index === undefined) parts.problems.push(unknownName(path, kind, name, [...names.keys()]));
  return index ?? 0;
}

export function levelOf(
  parts: Pick<Parts, 'place' | 'problems'>,
  name: string | undefined,
  path: FieldPath,
): LevelName {
  if (name === undefined) return null;
  const levels = parts.place?.levels;
  if (levels !== undefined && !levels.includes(name)) parts.problems.push(unknownName(path, 'level', name, levels));
  return name;
}

export function doorOf(parts: Parts, name: string, path: FieldPath): string {
  const doors = parts.place?.doors;
  if (doors !== undefined && !doors.includes(name)) parts.problems.push(unknownName(path, 'door', name, doors));
  return name;
}

export function segmentOf(parts: Parts, line: [Point, Point], path: FieldPath): [Point, Point] {
  if (line[0][0] === line[1][0] && line[0][1] === line[1][1]) {
    fail(parts, path, 'has no length', 'give two different points');
  }
  return line;
}

export function polygonOf(parts: Problems, ring: Point[], path: FieldPath): Point[] {
  const [first, last] = [ring[0], ring.at(-1)!];
  const open = ring.length > 3 && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring;
  let twice = 0;
  let longest = 0;
  open.forEach(([x, y], i) => {
    const [nextX, nextY] = open[(i + 1) % open.length];
    twice += (x - first[0]) * (nextY - first[1]) - (nextX - first[0]) * (y - first[1]);
    longest = Math.max(longest, Math.abs(x - first[0]), Math.abs(y - first[1]));
  });
  // Less than a micrometre wide.
  if (Math.abs(twice) <= 1e-6 * longest) fail(parts, path, 'has no area', 'give corners around an area');
  return open;
}

export function areaOf(parts: Parts, name: string, file: AreaFile, path: FieldPath): ScenarioArea {
  if (Array.isArray(file)) return { name, level: null, polygon: polygonOf(parts, file, path) };
  const level = levelOf(parts, file.level, [...path, 'level']);
  if ('box' in file) return { name, level, polygon: polygonOf(parts, boxRing(file.box), [...path, 'box']) };
  return { name, level, polygon: polygonOf(parts, file.polygon, [...path, 'polygon']) };
}

/** The index of an area, by name or written in place. */
export function readArea(file: string | AreaFile, path: FieldPath, parts: Parts): number {
  if (typeof file === 'string') return lookUp(parts, parts.areaIndex, 'area', file, path);
  return parts.areas.push(areaOf(parts, pathText(path), file, path)) - 1;
}

function readGoal(name: string, file: GoalFile, isExit: boolean, path: FieldPath, parts: Parts): ScenarioGoal {
  const goal = (level: LevelName, shape: ScenarioGoal['shape']): ScenarioGoal => ({
    name,
    kind: kindOf(file),
    level,
    isExit,
    shape,
    ...readService(file, path, parts),
  });
  if (Array.isArray(file)) {
    if (typeof file[0] === 'number') return goal(null, { kind: 'point', at: file as Point, radius: GOAL_RADIUS });
    const points = file as Point[];
    if (points.length === 2)
      return goal(null, { kind: 'line', line: segmentOf(parts, points as [Point, Point], path) });
    return goal(null, { kind: 'area', polygon: polygonOf(parts, points, path) });
  }
  const shape = file as Exclude<GoalFile, unknown[]>;
  if ('area' in shape) {
    const area = parts.areas[lookUp(parts, parts.areaIndex, 'area', shape.area, [...path, 'area'])];
    return goal(area?.level ?? null, { kind: 'area', polygon: area?.polygon ?? [] });
  }
  const level = levelOf(parts, shape.level, [...path, 'level']);
  if ('at' in shape) return goal(level, { kind: 'point', at: shape.at, radius: shape.radius ?? GOAL_RADIUS });
  if ('line' in shape) return goal(level, { kind: 'line', line: segmentOf(parts, shape.line, [...path, 'line']) });
  return goal(level, { kind: 'area', polygon: areaOf(parts, name, shape, path).polygon });
}

/** Is somebody served at a goal, and how many may pass it? */
function readService(file: GoalFile, path: FieldPath, parts: Parts): Pick<ScenarioGoal, 'counter' | 'maxFlow'> {
  if (Array.isArray(file)) return { counter: null, maxFlow: null };
  const { service, servers, queue, patience, maxFlow } = file as Extract<GoalFile, { line: unknown }>;
  if (service === undefined) {
    for (const [field, value] of Object.entries({ servers, queue, patience })) {
      if (value === undefined) continue;
      fail(parts, [...path, field], 'has no service to go with', 'give service: seconds that serving one takes');
    }
    return { counter: null, maxFlow: maxFlow ?? null };
  }
  if (maxFlow !== undefined) {
    fail(
      parts,
      [...path, 'maxFlow'],
      'does not go with service',
      'give one of them: a counter serves as fast as it does',
    );
  }
  return {
    counter: {
      servers: servers ?? 1,
      service: readDistribution(service, [...path, 'service'], parts, TIMES),
      queue: queue ?? [],
      patience: patience ?? null,
    },
    maxFlow: null,
  };
}

export function readStages(file: StagesFile, path: FieldPath, parts: Parts): ScenarioStage[] {
  return file.map((entry, i): ScenarioStage => {
    const at = [...path, i];
    if (typeof entry === 'string') return stageToGoal(entry, at, parts);
    if ('wander' in entry)
      return stageTo([], 'wander', readDistribution(entry.wander, [...at, 'wander'], parts, TIMES));
    const wait = entry.wait === undefined ? undefined : readDistribution(entry.wait, [...at, 'wait'], parts, TIMES);
    if ('goal' in entry) return stageToGoal(entry.goal, [...at, 'goal'], parts, wait);
    return stageTo(exitsOf(entry.of, at, parts), entry.exit, wait);
  });
}

export function stageTo(
  goals: number[],
  choose: ScenarioStage['choose'] = 'assigned',
  wait: Distribution = { kind: 'fixed', value: 0 },
): ScenarioStage {
  return { choose, goals, wait };
}

/** To a goal by name, to the nearest of a kind, or to a point written in place. */
export function stageToGoal(file: string | Point, path: FieldPath, parts: Parts, wait?: Distribution): ScenarioStage {
  if (typeof file !== 'string') {
    return stageTo([parts.goals.push(readGoal(pathText(path), file, false, path, parts)) - 1], 'assigned', wait);
  }
  return stageTo(goalsNamed(parts, file, path), parts.goalIndex.has(file) ? 'assigned' : 'nearest', wait);
}

/** Those listed; else all exits. */
export function exitsOf(names: string[] | undefined, path: FieldPath, parts: Parts): number[] {
  if (names !== undefined) return [...new Set(names.flatMap((name, i) => goalsNamed(parts, name, [...path, 'of', i])))];
  if (parts.exits.length === 0) {
    fail(
      parts,
      [...path, 'exit'],
      'has no exits to choose from',
      'list them under exits: {name: …}, or give of: [names]',
    );
  }
  return [...parts.exits];
}

/** The itinerary that consists of these stages: one for all who do the same. `key` tells what they are. */
export function itineraryOf(stages: ScenarioStage[], parts: Parts, key = JSON.stringify(stages)): number {
  let index = parts.goingIndex.get(key);
  if (index === undefined) {
    const names = stages.map(({ choose, goals }) => (choose === 'assigned' ? parts.goals[goals[0]]?.name : choose));
    index = parts.itineraries.push({ name: names.length === 0 ? 'stay' : `to ${names.join(', ')}`, stages }) - 1;
    parts.goingIndex.set(key, index);
  }
  return index;
}
