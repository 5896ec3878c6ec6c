/**
 * The data of a scenario as it is edited: plain objects as in the file, never changed in place. An edit gives new data that shares
 * everything it left alone, so that a history of a hundred edits costs little, and `===` tells what is unchanged.
 */
export type Data = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];
export type Point = readonly [number, number];

/** Fields of a scenario in the order in which the documentation lists them. */
const FIELDS: readonly string[] = [
  'name',
  'description',
  'seed',
  'duration',
  'step',
  'model',
  'tiles',
  'environment',
  'profiles',
  'areas',
  'goals',
  'exits',
  'itineraries',
  'walkers',
  'sources',
  'doors',
  'signs',
  'events',
  'measure',
  'limits',
];

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path; undefined where there is none. */
export function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** Names and what they stand for; empty where there are none. */
export function recordAt(data: unknown, path: Path): Record<string, unknown> {
  const value = valueAt(data, path);
  return isRecord(value) ? value : {};
}

export function listAt(data: unknown, path: Path): unknown[] {
  const value = valueAt(data, path);
  return Array.isArray(value) ? value : [];
}

/**
 * Put a value at a path; undefined takes the field or item away. Objects that are missing on the way are made; so are lists, before a
 * number. What is left empty stays: `exits: {}` is as good as none.
 */
export function put<T>(data: T, path: Path, value: unknown): T {
  if (path.length === 0) return value as T;
  const [first, ...rest] = path as [string | number, ...(string | number)[]];
  if (typeof first === 'number') {
    const list = Array.isArray(data) ? [...data] : [];
    const next = rest.length === 0 ? value : put(list[first], rest, value);
    if (next === undefined) list.splice(first, 1);
    else list[first] = next;
    return list as T;
  }
  const record: Record<string, unknown> = isRecord(data) ? data : {};
  const next = rest.length === 0 ? value : put(record[first], rest, value);
  if (next === undefined) {
    const { [first]: _, ...others } = record;
    return others as T;
  }
  return { ...record, [first]: next } as T;
}

/** Another name for a field, at the same position among the others. */
export function renameField<T>(data: T, path: Path, name: string, to: string): T {
  const record = valueAt(data, path);
  if (!isRecord(record) || !Object.hasOwn(record, name)) return data;
  const renamed = Object.fromEntries(Object.entries(record).map(([key, value]) => [key === name ? to : key, value]));
  return put(data, path, renamed);
}

/** Top fields in the order of the documentation; unknown ones last. What is inside keeps its order, which may matter. */
export function inOrder(data: Data): Data {
  return Object.fromEntries(Object.entries(data).sort(([a], [b]) => fieldRank(a) - fieldRank(b)));
}

/** The place of a top field among the others, as the documentation lists them. */
export function fieldRank(field: string): number {
  return (FIELDS.indexOf(field) + FIELDS.length + 1) % (FIELDS.length + 1);
}

/** A name that is not taken: the wish, or the wish and a number. */
export function freeName(wish: string, taken: Iterable<string>): string {
  const all = new Set(taken);
  if (!all.has(wish)) return wish;
  const stem = wish.replace(/ \d+$/, '');
  for (let number = 2; ; number++) {
    const name = `${stem} ${number}`;
    if (!all.has(name)) return name;
  }
}

/** To the millimetre, as exact as what is drawn; never -0. */
export function rounded(value: number): number {
  const thousandths = Math.round(1000 * value) / 1000;
  return thousandths === 0 ? 0 : thousandths;
}
