/** New things in a scenario, with the fields they need: each act takes data and a shape, and gives data and the path of the new thing. */
import { type Data, freeName, listAt, type Path, type Point, put, recordAt, rounded, valueAt } from './document.ts';
import { RATE } from './arrivals.ts';
import { namesOf, sayGoing } from './references.ts';
import { levelPath, type Shape, type Thing, withShape } from './things.ts';

export interface Created {
  data: Data;
  path: Path;
}

/** With `level` where it must be said. */
function shaped(shape: Shape, level: string | undefined): unknown {
  const value = withShape({}, shape) as Record<string, unknown>;
  return level === undefined ? value : { ...value, level };
}

export function addExit(data: Data, shape: Shape, level?: string): Created {
  const said = sayGoing(data);
  const name = freeName('exit', namesOf(said, 'goal'));
  return { data: put(said, ['exits', name], shaped(shape, level)), path: ['exits', name] };
}

/** @param wish what it is called if that name is free */
export function addGoal(data: Data, shape: Shape, level?: string, wish = 'waiting area'): Created {
  const said = sayGoing(data);
  const name = freeName(wish, namesOf(said, 'goal'));
  return { data: put(said, ['goals', name], shaped(shape, level)), path: ['goals', name] };
}

/** Who they are and where they go, where it must be said: to the nearest exit; of the first profile, where there are several. */
function who(data: Data): Record<string, unknown> {
  const profiles = Object.keys(recordAt(data, ['profiles']));
  const profile = profiles.length > 1 && !profiles.includes('default') ? { profile: profiles[0] } : {};
  const exits = Object.keys(recordAt(data, ['exits']));
  const goals = Object.keys(recordAt(data, ['goals']));
  if (exits.length > 0) return { ...profile, exit: 'nearest' };
  return goals.length > 1 ? { ...profile, goal: goals[0] } : profile;
}

export function addGroup(
  data: Data,
  shape: Shape,
  level: string | undefined,
  many: { count: number } | { density: number },
): Created {
  const index = listAt(data, ['walkers']).length;
  const entry = { in: shaped(shape, level), ...many, ...who(data) };
  return { data: put(data, ['walkers', index], entry), path: ['walkers', index] };
}

/** @param goal the name of a goal, or a point */
export function addPerson(data: Data, at: Point, goal: string | Point, level?: string): Created {
  const index = listAt(data, ['walkers']).length;
  const { profile } = who(data);
  const entry = {
    at: [rounded(at[0]), rounded(at[1])],
    ...(level === undefined ? {} : { level }),
    ...(profile === undefined ? {} : { profile }),
    goal: typeof goal === 'string' ? goal : [rounded(goal[0]), rounded(goal[1])],
  };
  return { data: put(data, ['walkers', index], entry), path: ['walkers', index] };
}

export function addSource(data: Data, shape: Shape, level?: string): Created {
  const sources = listAt(data, ['sources']);
  const taken = sources.map((entry, k) => String((entry as { name?: unknown }).name ?? `source ${k + 1}`));
  const name = freeName('entrance', taken);
  const entry = { name, in: shaped(shape, level), rate: RATE, ...who(data) };
  return { data: put(data, ['sources', sources.length], entry), path: ['sources', sources.length] };
}

export function addObstacle(data: Data, shape: Shape, level?: string): Created {
  const list = [...levelPath(data, level), 'obstacles'];
  const path = [...list, listAt(data, list).length];
  return { data: put(data, path, withShape(shape.form === 'box' ? {} : [], shape)), path };
}

export function addWall(data: Data, points: readonly Point[], level?: string): Created {
  const list = [...levelPath(data, level), 'lines'];
  const path = [...list, listAt(data, list).length];
  return { data: put(data, path, withShape([], { form: 'line', points })), path };
}

/** A wall that people can see through. */
export function addGlass(data: Data, points: readonly Point[], level?: string): Created {
  const list = [...levelPath(data, level), 'glass'];
  const path = [...list, listAt(data, list).length];
  return { data: put(data, path, withShape([], { form: 'line', points })), path };
}

/** A wall becomes glass, or glass a wall, in its place. */
export function changeGlass(data: Data, { kind, path, level }: Thing): Created {
  const value = valueAt(data, path);
  const list = [...levelPath(data, level), kind === 'glass' ? 'lines' : 'glass'];
  const changed = [...list, listAt(data, list).length];
  return { data: put(put(data, path, undefined), changed, value), path: changed };
}

export function addDoor(data: Data, points: readonly Point[], level?: string): Created {
  const name = freeName('door', namesOf(data, 'door'));
  const path = [...levelPath(data, level), 'doors', name];
  return { data: put(data, path, withShape([], { form: 'line', points })), path };
}

/** A room with a door to the outside, and nobody in it: where one begins. */
export function newRoom(): Data {
  return {
    name: 'New room',
    seed: 1,
    duration: 300,
    environment: {
      walkable: [{ box: [0, 0, 12, 8] }, { box: [12, 3.5, 12.5, 4.5] }, { box: [12.5, 0, 16, 8] }],
      doors: { door: [[12, 3.5] as const, [12, 4.5] as const] },
    },
  };
}
