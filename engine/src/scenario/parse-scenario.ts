/**
 * Data of a scenario file → Scenario, or a ScenarioError with everything that is wrong.
 *
 *   1. form     every field against the schema                                  schema.ts
 *   2. parts    profiles, areas, goals, itineraries: short forms written out    parse-profiles.ts, parse-parts.ts
 *   3. people   walkers, sources, measures: names turned into indices           here
 *   4. events   what happens to doors and to the place                          parse-events.ts
 *
 * What one field says about another is checked in 2 to 4: names exist, ranges make sense, numbers of walkers stay in
 * their limit. Nothing is built: whether a place lies on floor is for the set-up to say. Cost: linear in the data.
 */
import { MODEL_NAMES } from '../walkers/models.ts';
import type { PlaceNames } from './parse-environment.ts';
import {
  areaOf,
  doorOf,
  exitsOf,
  stageToGoal,
  itineraryOf,
  levelOf,
  lookUp,
  type Parts,
  readArea,
  readParts,
  readStages,
  segmentOf,
  stageTo,
} from './parse-parts.ts';
import { checkGroups, readCompanions } from './parse-companions.ts';
import { readDistribution, TIMES } from './parse-distribution.ts';
import { readEvents } from './parse-events.ts';
import { checkKnowledge, readSigns } from './parse-signs.ts';
import { profilesOf } from './parse-profiles.ts';
import { fail, type FieldPath, problemsOf, ScenarioError } from './problems.ts';
import type {
  Burst,
  ProfileShare,
  Scenario,
  ScenarioDoorRule,
  ScenarioSource,
  ScenarioWalkers,
  Who,
} from './scenario.ts';
import { MOST_PER_SECOND, type ScenarioFile, scenarioFile } from './schema.ts';

/** Steps are bounded by the schema; walkers by this, unless the file says otherwise. */
const DEFAULT_LIMIT = 200_000;

/**
 * @param place names of levels and doors of the environment, once its file is read; without it, names of doors and
 *   levels of an environment file are not checked
 */
export function parseScenario(data: unknown, place?: PlaceNames): Scenario {
  const parsed = scenarioFile.safeParse(data);
  if (!parsed.success) throw new ScenarioError(problemsOf(data, parsed.error.issues));
  const file = parsed.data;
  const parts = readParts(file, place);
  const scenario: Scenario = {
    name: file.name ?? 'scenario',
    description: file.description ?? '',
    seed: file.seed ?? 1,
    duration: file.duration ?? 600,
    step: file.step ?? 0.1,
    model: file.model ?? MODEL_NAMES[0],
    tiles: {
      place: file.tiles?.place ?? null,
      side: file.tiles?.side ?? null,
      pavement: file.tiles?.pavement ?? null,
      attraction: (file.tiles?.attraction ?? []).map((entry, i) => ({
        area: readArea(entry.in, ['tiles', 'attraction', i, 'in'], parts),
        weight: entry.weight,
      })),
    },
    environment: parts.environment,
    profiles: parts.profiles,
    areas: parts.areas,
    goals: parts.goals,
    itineraries: parts.itineraries,
    walkers: (file.walkers ?? []).map((entry, i) => readWalkers(entry, ['walkers', i], parts)),
    sources: (file.sources ?? []).map((entry, i) => readSource(entry, ['sources', i], parts, i)),
    demand: readDemand(file, parts),
    doors: readDoorRules(file, parts),
    signs: readSigns(file, parts),
    events: readEvents(file, parts),
    measure: readMeasure(file, parts),
    limits: { maxWalkers: file.limits?.maxWalkers ?? DEFAULT_LIMIT },
  };
  checkNumbers(scenario, parts);
  checkGroups(scenario, parts);
  checkKnowledge(parts);
  if (parts.problems.length > 0) throw new ScenarioError(parts.problems);
  return scenario;
}

type WhoFile = Pick<
  NonNullable<ScenarioFile['sources']>[number],
  'profile' | 'goal' | 'exit' | 'itinerary' | 'start' | 'companions'
>;

function readWho(file: WhoFile, path: FieldPath, parts: Parts): Who {
  return {
    profiles: readShares(file, path, parts),
    itinerary: readGoing(file, path, parts),
    start: file.start === undefined ? null : readDistribution(file.start, [...path, 'start'], parts, TIMES),
    companions: readCompanions(file.companions, [...path, 'companions'], parts),
  };
}

/** A name, shares by name, or nothing where there is but one profile. */
function readShares(file: WhoFile, path: FieldPath, parts: Parts): ProfileShare[] {
  const at = [...path, 'profile'];
  const { profile } = file;
  if (profile === undefined) {
    if (parts.ownProfiles === 1) return [{ profile: 0, share: 1 }];
    const standard = parts.profileIndex.get('default');
    if (standard !== undefined) return [{ profile: standard, share: 1 }];
    fail(
      parts,
      path,
      'has no profile, and there are several',
      `give profile: ${[...parts.profileIndex.keys()].slice(0, 5).join(' or ')}`,
    );
    return [{ profile: 0, share: 1 }];
  }
  if (typeof profile === 'string') return profilesOf(profile, 1, at, parts);
  const entries = Object.entries(profile);
  const sum = entries.reduce((total, [, share]) => total + share, 0);
  if (!(sum > 0)) {
    fail(parts, at, 'has no share above 0', 'give {name: share, …}, for example {adult: 3, child: 1}');
  }
  return entries.flatMap(([name, share]) => profilesOf(name, share / sum, [...at, name], parts));
}

/** Where to: one of goal, exit, itinerary; nothing where there is but one goal. */
function readGoing(file: WhoFile, path: FieldPath, parts: Parts): number {
  const given = (['goal', 'exit', 'itinerary'] as const).filter((field) => file[field] !== undefined);
  if (given.length > 1) {
    fail(parts, path, `has ${given.join(' and ')}`, 'give one of goal, exit and itinerary');
    return 0;
  }
  if (file.goal !== undefined) return itineraryOf([stageToGoal(file.goal, [...path, 'goal'], parts)], parts);
  if (file.exit !== undefined)
    return itineraryOf([stageTo(exitsOf(undefined, path, parts), file.exit)], parts, file.exit);
  if (typeof file.itinerary === 'string') {
    return lookUp(parts, parts.itineraryIndex, 'itinerary', file.itinerary, [...path, 'itinerary']);
  }
  if (file.itinerary !== undefined)
    return itineraryOf(readStages(file.itinerary, [...path, 'itinerary'], parts), parts);
  if (parts.goalIndex.size === 0) return itineraryOf([], parts);
  if (parts.goalIndex.size === 1) return itineraryOf([stageTo([[...parts.goalIndex.values()][0]])], parts);
  fail(parts, path, 'has no goal, and there are several', 'give goal: name, exit: nearest or itinerary: name');
  return 0;
}

function readWalkers(
  file: NonNullable<ScenarioFile['walkers']>[number],
  path: FieldPath,
  parts: Parts,
): ScenarioWalkers {
  const who = readWho(file, path, parts);
  const group = file.group ?? null;
  if ('at' in file) {
    return { kind: 'one', at: file.at, level: levelOf(parts, file.level, [...path, 'level']), group, ...who };
  }
  if ((file.count === undefined) === (file.density === undefined)) {
    fail(
      parts,
      path,
      file.count === undefined ? 'has no count' : 'has both count and density',
      'give count or density',
    );
  }
  const area = readArea(file.in, [...path, 'in'], parts);
  return { kind: 'area', area, count: file.count ?? null, density: file.density ?? null, group, ...who };
}

function readSource(
  file: NonNullable<ScenarioFile['sources']>[number],
  path: FieldPath,
  parts: Parts,
  index: number,
): ScenarioSource {
  if (file.rate === undefined && file.schedule === undefined && file.bursts === undefined) {
    fail(parts, path, 'brings nobody', 'give rate, schedule or bursts');
  }
  if (file.rate !== undefined && file.schedule !== undefined) {
    fail(parts, path, 'has both rate and schedule', 'give one of them');
  }
  const isLine = typeof file.in === 'object' && 'line' in file.in;
  return {
    name: file.name ?? `source ${index + 1}`,
    where: isLine
      ? {
          kind: 'line',
          line: segmentOf(parts, (file.in as { line: [[number, number], [number, number]] }).line, [
            ...path,
            'in',
            'line',
          ]),
          level: levelOf(parts, (file.in as { level?: string | undefined }).level, [...path, 'in', 'level']),
        }
      : { kind: 'area', area: readArea(file.in as Parameters<typeof readArea>[0], [...path, 'in'], parts) },
    arrivals: file.arrivals ?? 'random',
    rates: readRates(file, path, parts),
    bursts: (file.bursts ?? []).map((burst, i) => readBurst(burst, [...path, 'bursts', i], parts)),
    total: file.total ?? null,
    ...readWho(file, path, parts),
  };
}

/** rate, from and until, or a schedule cut by them → one schedule. */
function readRates(
  file: NonNullable<ScenarioFile['sources']>[number],
  path: FieldPath,
  parts: Parts,
): [number, number][] {
  const from = file.from ?? 0;
  const until = file.until ?? Infinity;
  if (file.rate === undefined && file.schedule === undefined) {
    for (const field of ['from', 'until'] as const) {
      if (file[field] !== undefined) fail(parts, [...path, field], 'has no rate to go with', 'give rate or schedule');
    }
    return [];
  }
  if (until <= from) fail(parts, [...path, 'until'], `is ${until}, not after from`, `give a time after ${from}`);
  const steps: [number, number][] = file.schedule ?? [[from, file.rate!]];
  const rates: [number, number][] = [];
  steps.forEach(([time, rate], i) => {
    if (i > 0 && time <= steps[i - 1][0]) {
      fail(parts, [...path, 'schedule', i, 0], `is ${time}, not after the one before`, 'give times in ascending order');
    }
    const end = i + 1 < steps.length ? steps[i + 1][0] : Infinity;
    if (end > from && time < until) rates.push([Math.max(time, from), rate]);
  });
  if (until < Infinity && rates.length > 0) rates.push([until, 0]);
  return rates;
}

function readDemand({ demand = [] }: ScenarioFile, parts: Parts): [number, number][] {
  demand.forEach(([time], i) => {
    if (i === 0 || time > demand[i - 1][0]) return;
    fail(parts, ['demand', i, 0], `is ${time}, not after the one before`, 'give times in ascending order');
  });
  return demand;
}

function readBurst(
  file: NonNullable<NonNullable<ScenarioFile['sources']>[number]['bursts']>[number],
  path: FieldPath,
  parts: Parts,
): Burst {
  const { at, count, over = 0, every = null, until = null } = file;
  if (every !== null && every < over) {
    fail(
      parts,
      [...path, 'every'],
      `is ${every}, before the last of a burst has come`,
      `give at least ${over}, as in over`,
    );
  }
  if (every !== null && count / every > MOST_PER_SECOND) {
    fail(
      parts,
      [...path, 'every'],
      `is ${every}: ${count} walkers as often`,
      `give at most ${MOST_PER_SECOND} a second`,
    );
  }
  if (until !== null && every === null) {
    fail(
      parts,
      [...path, 'until'],
      'has no every to go with',
      'give every: seconds between bursts, or leave until out',
    );
  }
  return { at, count, over, every, until };
}

function readDoorRules(file: ScenarioFile, parts: Parts): ScenarioDoorRule[] {
  return Object.entries(file.doors ?? {}).map(([name, rule]) => {
    const path: FieldPath = ['doors', name];
    const { maxFlow = null, letOutFirst = null } = rule;
    if (maxFlow === null && letOutFirst === null) fail(parts, path, 'says nothing', 'give maxFlow or letOutFirst');
    return { door: doorOf(parts, name, path), maxFlow, letOutFirst };
  });
}

function readMeasure(file: ScenarioFile, parts: Parts): Scenario['measure'] {
  const { lines = {}, areas = {} } = file.measure ?? {};
  return {
    lines: Object.entries(lines).map(([name, line]) => {
      const path: FieldPath = ['measure', 'lines', name];
      if (Array.isArray(line)) return { name, level: null, line: segmentOf(parts, line, path) };
      return {
        name,
        level: levelOf(parts, line.level, [...path, 'level']),
        line: segmentOf(parts, line.line, [...path, 'line']),
      };
    }),
    areas: Object.entries(areas).map(([name, entry]) => {
      const path: FieldPath = ['measure', 'areas', name];
      if (typeof entry === 'string') {
        const found = parts.areas[lookUp(parts, parts.areaIndex, 'area', entry, path)];
        return { name, level: found?.level ?? null, polygon: found?.polygon ?? [] };
      }
      return areaOf(parts, name, entry, path);
    }),
  };
}

/** All who are there or come for sure must be within the limit: those whose number the file says. */
function checkNumbers(scenario: Scenario, parts: Parts): void {
  const { maxWalkers } = scenario.limits;
  const counts = scenario.walkers.map((entry) => (entry.kind === 'one' ? 1 : (entry.count ?? 0)));
  const atStart = counts.reduce((sum, count) => sum + count, 0);
  if (atStart > maxWalkers) {
    fail(parts, ['walkers'], `are ${atStart} together`, `give at most ${maxWalkers}, or raise limits.maxWalkers`);
  }
  scenario.sources.forEach((source, i) => {
    source.bursts.forEach((burst, k) => {
      if (burst.count > maxWalkers) {
        const path = ['sources', i, 'bursts', k, 'count'];
        fail(parts, path, `is ${burst.count}`, `give at most ${maxWalkers}, or raise limits.maxWalkers`);
      }
    });
  });
}
