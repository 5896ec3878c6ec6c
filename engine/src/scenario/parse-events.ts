/**
 * The events of a scenario file → ScenarioEvents in the order of time: names of doors and levels are checked, lists of doors and
 * short forms of shapes are written out. Each kind of event in the file (schema.ts) has its branch in `readEvents`; what it does is
 * in run/events.ts. Cost: linear in the data, and the sort.
 */
import { boxRing, type PlaceNames } from './parse-environment.ts';
import { doorOf, levelOf, lookUp, type Parts, polygonOf } from './parse-parts.ts';
import { readShown } from './parse-signs.ts';
import { fail, type FieldPath, problemsOf, ScenarioError } from './problems.ts';
import type { AnnounceEvent, FactorEvent, PlaceEvent, ScenarioEvent, ScenarioPiece } from './scenario.ts';
import { changeFile, type ScenarioFile } from './schema.ts';

type EventFile = NonNullable<ScenarioFile['events']>[number];

/** Events after which the place has to be built anew: each takes its time. */
const MOST_CHANGES = 1000;

export function readEvents(file: ScenarioFile, parts: Parts): ScenarioEvent[] {
  const paths = new Map<ScenarioEvent, FieldPath>();
  const events = (file.events ?? []).flatMap((event, i): ScenarioEvent[] => {
    if ('add' in event || 'remove' in event) {
      const read = readPlaceEvent(event, ['events', i], parts);
      paths.set(read, ['events', i]);
      return [read];
    }
    if ('demand' in event || 'speed' in event) return [readFactorEvent(event)];
    if ('announce' in event) return [readAnnouncement(event, ['events', i], parts)];
    const [field, kind, doors] =
      'close' in event
        ? (['close', 'close', event.close] as const)
        : 'open' in event
          ? (['open', 'open', event.open] as const)
          : (['oneWay', 'one-way', event.oneWay] as const);
    const towards = 'towards' in event ? event.towards : null;
    const path: FieldPath = ['events', i, field];
    if (typeof doors === 'string') return [{ at: event.at, kind, door: doorOf(parts, doors, path), towards }];
    return doors.map((door, k) => ({ at: event.at, kind, door: doorOf(parts, door, [...path, k]), towards }));
  });
  events.sort((a, b) => a.at - b.at);
  checkPieces(events, paths, parts);
  return events;
}

/** Seconds for which something is announced where nothing is said. */
const USUAL_ANNOUNCEMENT = 10;

function readAnnouncement(
  file: Extract<EventFile, { announce: unknown }>,
  path: FieldPath,
  parts: Parts,
): AnnounceEvent {
  return {
    at: file.at,
    kind: 'announce',
    area: file.in === undefined ? null : lookUp(parts, parts.areaIndex, 'area', file.in, [...path, 'in']),
    seconds: file.for ?? USUAL_ANNOUNCEMENT,
    notice: file.notice ?? 1,
    shows: readShown(file.announce, [...path, 'announce'], parts),
  };
}

function readFactorEvent(file: Extract<EventFile, { demand: unknown } | { speed: unknown }>): FactorEvent {
  const { at } = file;
  return 'demand' in file ? { at, kind: 'demand', factor: file.demand } : { at, kind: 'speed', factor: file.speed };
}

/**
 * One event that changes the place, how many people come or how fast they walk, as it stands in a file: for those who change it while
 * people walk (run/events.ts: `changeNow`).
 * @param place names of its levels
 */
export function parseChange(data: unknown, place: PlaceNames): PlaceEvent | FactorEvent {
  const parsed = changeFile.safeParse(data);
  if (!parsed.success) throw new ScenarioError(problemsOf(data, parsed.error.issues));
  if ('demand' in parsed.data || 'speed' in parsed.data) return readFactorEvent(parsed.data);
  const parts = { place, problems: [] };
  const event = readPlaceEvent(parsed.data, [], parts);
  if (parts.problems.length > 0) throw new ScenarioError(parts.problems);
  return event;
}

function readPlaceEvent(
  file: Extract<EventFile, { add?: unknown }>,
  path: FieldPath,
  parts: Pick<Parts, 'place' | 'problems'>,
): PlaceEvent {
  const remove = 'remove' in file ? file.remove : null;
  return {
    at: file.at,
    kind: 'place',
    remove:
      remove === null
        ? null
        : typeof remove === 'string'
          ? { name: remove }
          : { at: remove.at, level: levelOf(parts, remove.level, [...path, 'remove', 'level']) },
    add: file.add === undefined ? null : readPiece(file.add, [...path, 'add'], parts),
  };
}

function readPiece(
  file: NonNullable<Extract<EventFile, { add?: unknown }>['add']>,
  path: FieldPath,
  parts: Pick<Parts, 'place' | 'problems'>,
): ScenarioPiece {
  const common = { name: file.name ?? null, level: levelOf(parts, file.level, [...path, 'level']) };
  if (!('obstacle' in file)) {
    const kind = 'wall' in file ? 'wall' : 'glass';
    const points = 'wall' in file ? file.wall : file.glass;
    points.slice(1).forEach((end, k) => {
      const [x, y] = points[k];
      if (end[0] === x && end[1] === y)
        fail(parts, [...path, kind, k + 1], 'is the point before again', 'leave it out');
    });
    return { kind, points, ...common };
  }
  const corners = Array.isArray(file.obstacle) ? file.obstacle : boxRing(file.obstacle.box);
  return { kind: 'obstacle', points: polygonOf(parts, corners, [...path, 'obstacle']), ...common };
}

/** What is taken away by name must be there then, and a name stands for one thing at a time. */
function checkPieces(events: readonly ScenarioEvent[], paths: Map<ScenarioEvent, FieldPath>, parts: Parts): void {
  if (paths.size > MOST_CHANGES) {
    const remedy = `give at most ${MOST_CHANGES} that add or remove something`;
    fail(parts, ['events'], `change the place ${paths.size} times`, remedy);
  }
  const there = new Set<string>();
  for (const event of events) {
    if (event.kind !== 'place') continue;
    const path = paths.get(event)!;
    if (event.remove !== null && 'name' in event.remove) {
      const { name } = event.remove;
      if (!there.delete(name)) {
        const known = [...there].slice(0, 5).join(', ') || 'nothing with a name';
        const what = `is "${name}", which is not there at ${event.at} s`;
        fail(parts, [...path, 'remove'], what, `put in before and still there: ${known}`);
      }
    }
    const name = event.add?.name ?? null;
    if (name === null) continue;
    if (there.has(name)) {
      fail(parts, [...path, 'add', 'name'], `is "${name}", which is there already`, 'give it another name');
    }
    there.add(name);
  }
}
