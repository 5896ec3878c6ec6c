/**
 * What a user places, found in the data of a scenario: exits, entrances, people, goals, areas, signs, and the floor, obstacles, walls, glass and doors of
 * a place that is written in the scenario itself. Each has a path, by which it is chosen, changed and deleted, and mostly a shape.
 */
import { type Data, isRecord, listAt, type Path, type Point, put, recordAt, rounded, valueAt } from './document.ts';
import { entryName, type NameKind, type Removal, removeNamed } from './references.ts';

export type ThingKind =
  | 'exit'
  | 'source'
  | 'group'
  | 'person'
  | 'goal'
  | 'area'
  | 'floor'
  | 'obstacle'
  | 'wall'
  | 'glass'
  | 'door'
  | 'profile'
  | 'sign'
  | 'measured line'
  | 'measured area';

/** Points are those of the plan. A box has two: lower left, upper right. */
export interface Shape {
  form: 'point' | 'line' | 'box' | 'ring';
  points: readonly Point[];
}

export interface Thing {
  kind: ThingKind;
  path: Path;
  name: string;
  /** undefined: it is not said, or there is but one. */
  level: string | undefined;
  /** undefined: it lies where an area with a name does. */
  shape: Shape | undefined;
  /** The area it lies in, by name. */
  area: string | undefined;
}

export const pathKey = (path: Path): string => JSON.stringify(path);
export const isSamePath = (a: Path | undefined, b: Path | undefined): boolean =>
  a !== undefined && b !== undefined && pathKey(a) === pathKey(b);

const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) && value.length === 2 && value.every((number) => typeof number === 'number');
const isPoints = (value: unknown): value is Point[] => Array.isArray(value) && value.length > 0 && value.every(isPoint);

/** The shape of a goal, an area, a line, a person: every form the file may have. undefined: none, or not a right one. */
export function shapeOf(value: unknown): Shape | undefined {
  if (isPoint(value)) return { form: 'point', points: [value] };
  if (isPoints(value)) return { form: value.length === 2 ? 'line' : 'ring', points: value };
  if (!isRecord(value)) return undefined;
  if (isPoint(value.at)) return { form: 'point', points: [value.at] };
  if (isPoints(value.line)) return { form: 'line', points: value.line };
  if (isPoints(value.polygon)) return { form: 'ring', points: value.polygon };
  const { box } = value;
  if (!Array.isArray(box) || box.length !== 4 || !box.every((number) => typeof number === 'number')) return undefined;
  const [ax, ay, bx, by] = box as [number, number, number, number];
  const corners: [Point, Point] = [
    [Math.min(ax, bx), Math.min(ay, by)],
    [Math.max(ax, bx), Math.max(ay, by)],
  ];
  return { form: 'box', points: corners };
}

const FORMS: readonly string[] = ['at', 'line', 'polygon', 'box'];

/** The value with another shape, in the form it had where that can be; other fields stay. */
export function withShape(value: unknown, { form, points }: Shape): unknown {
  const clean = points.map(([x, y]): Point => [rounded(x), rounded(y)]);
  if (Array.isArray(value) && form !== 'box') return form === 'point' ? clean[0] : clean;
  const [field, said]: [string, unknown] =
    form === 'point'
      ? ['at', clean[0]]
      : form === 'line'
        ? ['line', clean]
        : form === 'ring'
          ? ['polygon', clean]
          : ['box', [...clean[0], ...clean[1]]];
  const entries = Object.entries(isRecord(value) ? value : {});
  const at = entries.findIndex(([name]) => FORMS.includes(name));
  if (at < 0) return { [field]: said, ...Object.fromEntries(entries) };
  return Object.fromEntries(entries.map((entry, k) => (k === at ? [field, said] : entry)));
}

/** Corners in order; a line or point as it is. */
export function outlineOf({ form, points }: Shape): readonly Point[] {
  if (form !== 'box') return points;
  const [[left, bottom], [right, top]] = points as [Point, Point];
  return [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
}

const levelIn = (value: unknown): string | undefined => {
  const level = valueAt(value, ['level']);
  return typeof level === 'string' ? level : undefined;
};

/** Is the place written in the scenario, so that walls can be drawn? */
export function isInline(data: Data): boolean {
  return isRecord(data.environment) && data.environment.file === undefined;
}

/** Where the parts of a level stand. */
export function levelPath(data: Data, level: string | undefined): Path {
  const levels = Object.keys(recordAt(data, ['environment', 'levels']));
  if (levels.length === 0) return ['environment'];
  return ['environment', 'levels', level !== undefined && levels.includes(level) ? level : levels[0]];
}

/** Where people and sources are: in an area by name, or a shape written in place. */
function placed(data: Data, path: Path, kind: ThingKind, name: string): Thing {
  const value = valueAt(data, [...path, 'in']);
  if (typeof value === 'string') {
    const area = valueAt(data, ['areas', value]);
    return { kind, path, name, level: levelIn(area), shape: undefined, area: value };
  }
  return { kind, path, name, level: levelIn(value), shape: shapeOf(value), area: undefined };
}

export function thingsOf(data: Data): Thing[] {
  const things: Thing[] = [];
  for (const [section, kind] of [
    ['exits', 'exit'],
    ['goals', 'goal'],
    ['areas', 'area'],
    ['signs', 'sign'],
  ] as const) {
    for (const [name, value] of Object.entries(recordAt(data, [section]))) {
      const area = valueAt(value, ['area']);
      const path = [section, name];
      if (typeof area === 'string') {
        const level = levelIn(valueAt(data, ['areas', area]));
        things.push({ kind, path, name, level, shape: undefined, area });
      } else things.push({ kind, path, name, level: levelIn(value), shape: shapeOf(value), area: undefined });
    }
  }
  listAt(data, ['sources']).forEach((entry, k) => {
    const name = valueAt(entry, ['name']);
    things.push(placed(data, ['sources', k], 'source', typeof name === 'string' ? name : `source ${k + 1}`));
  });
  listAt(data, ['walkers']).forEach((entry, k) => {
    const at = valueAt(entry, ['at']);
    const path = ['walkers', k];
    if (at === undefined) things.push(placed(data, path, 'group', entryName(data, 'walkers', k)));
    else {
      const level = levelIn(entry);
      things.push({ kind: 'person', path, name: `person ${k + 1}`, level, shape: shapeOf(at), area: undefined });
    }
  });
  // Of a place from a file there is only what came while people walk (page/place-events.ts).
  things.push(...environmentThings(data));
  for (const name of Object.keys(recordAt(data, ['profiles']))) {
    things.push({
      kind: 'profile',
      path: ['profiles', name],
      name,
      level: undefined,
      shape: undefined,
      area: undefined,
    });
  }
  things.push(...measuredThings(data));
  return things;
}

function measuredThings(data: Data): Thing[] {
  return (['lines', 'areas'] as const).flatMap((section) =>
    Object.entries(recordAt(data, ['measure', section])).map(([name, value]): Thing => {
      const kind = section === 'lines' ? 'measured line' : 'measured area';
      const path = ['measure', section, name];
      if (typeof value !== 'string')
        return { kind, path, name, level: levelIn(value), shape: shapeOf(value), area: undefined };
      return { kind, path, name, level: levelIn(valueAt(data, ['areas', value])), shape: undefined, area: value };
    }),
  );
}

function environmentThings(data: Data): Thing[] {
  const levels = Object.keys(recordAt(data, ['environment', 'levels']));
  return (levels.length === 0 ? [undefined] : levels).flatMap((level) => {
    const base = levelPath(data, level);
    const suffix = level === undefined ? '' : `, ${level}`;
    const many = (field: string, kind: ThingKind) =>
      listAt(data, [...base, field]).map((value, k): Thing => {
        const name = `${kind} ${k + 1}${suffix}`;
        return { kind, path: [...base, field, k], name, level, shape: partShape(value, kind), area: undefined };
      });
    const doors = Object.entries(recordAt(data, [...base, 'doors'])).map(
      ([name, value]): Thing => ({
        kind: 'door',
        path: [...base, 'doors', name],
        name,
        level,
        shape: shapeOf(value),
        area: undefined,
      }),
    );
    return [
      ...many('walkable', 'floor'),
      ...many('obstacles', 'obstacle'),
      ...many('lines', 'wall'),
      ...many('glass', 'glass'),
      ...doors,
    ];
  });
}

/** A wall, also one of glass, is a line however many points it has. */
function partShape(value: unknown, kind: ThingKind): Shape | undefined {
  const shape = shapeOf(value);
  return (kind === 'wall' || kind === 'glass') && shape?.form === 'ring' ? { ...shape, form: 'line' } : shape;
}

/** Where the shape of a thing stands, its own or that of the area it lies in. */
function shapePath(thing: Thing): Path {
  if (thing.area !== undefined) return ['areas', thing.area];
  if (thing.kind === 'source' || thing.kind === 'group') return [...thing.path, 'in'];
  return thing.kind === 'person' ? [...thing.path, 'at'] : thing.path;
}

/** Its shape, or that of the area it lies in. */
export function shownShape(data: Data, thing: Thing): Shape | undefined {
  return thing.area === undefined ? thing.shape : shapeOf(valueAt(data, ['areas', thing.area]));
}

export function findThing(things: readonly Thing[], path: Path | undefined): Thing | undefined {
  return path === undefined ? undefined : things.find((thing) => isSamePath(thing.path, path));
}

export function reshape(data: Data, thing: Thing, shape: Shape): Data {
  const path = shapePath(thing);
  return put(data, path, withShape(valueAt(data, path), shape));
}

const NAME_KINDS: Partial<Record<ThingKind, NameKind>> = {
  exit: 'goal',
  goal: 'goal',
  area: 'area',
  door: 'door',
  profile: 'profile',
  sign: 'sign',
  'measured line': 'measured line',
  'measured area': 'measured area',
};

/** By what kind of name others speak of it; undefined: nobody does. */
export const nameKind = (thing: Thing): NameKind | undefined => NAME_KINDS[thing.kind];

export function remove(data: Data, thing: Thing): Removal {
  const kind = nameKind(thing);
  if (kind !== undefined) return removeNamed(data, kind, thing.path);
  const isLast = thing.kind === 'floor' && listAt(data, thing.path.slice(0, -1)).length === 1;
  if (isLast) {
    return { refused: { what: 'this is the only floor there is', remedy: 'change it, or draw obstacles on it' } };
  }
  return { data: put(data, thing.path, undefined) };
}
