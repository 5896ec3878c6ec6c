/**
 * The scenario file: its fields, their forms and their ranges. One schema gives the check, the type and the JSON Schema.
 *
 * Strict: a field that is not listed is an error. The error text of each schema is what would be right, after "give"
 * (problems.ts makes the sentence). What one field says about another is checked in parse-*.ts.
 */
import { MODEL_NAMES } from '../walkers/models.ts';
import * as z from 'zod';
import { BEHAVIOUR_NAMES, type BehaviourTable, COLLISIONS } from '../crowd/profiles.ts';
import { LINK_KINDS } from '../map/plan.ts';
import { KNOWN_FIELDS } from './problems.ts';
import type { ScenarioProfile } from './scenario.ts';

// No functions made from text: some pages forbid it, and the file is small.
z.config({ jitless: true });

/** Beyond this many metres coordinates are garbage. */
const FARTHEST = 1e7;
const LONGEST_DURATION = 604_800;
const MOST_WALKERS = 1_000_000;
export const MOST_PER_SECOND = 1000;

function object<Shape extends z.core.$ZodLooseShape>(shape: Shape, expected = 'fields and their values') {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? KNOWN_FIELDS + Object.keys(shape).join(', ') : `${expected} (an object)`,
  });
}

function number(low: number, high: number, unit = '') {
  const range = low === -high ? `of at most ${high} either way` : `from ${low} to ${high}`;
  const error = `a number ${unit === '' ? '' : `of ${unit} `}${range}`;
  return z.number({ error }).min(low, { error }).max(high, { error }).meta({ description: error });
}

function whole(low: number, high: number) {
  const error = `a whole number from ${low} to ${high}`;
  return z.int({ error }).min(low, { error }).max(high, { error });
}

function list<Item extends z.ZodType>(item: Item, least: number, most: number, what: string) {
  const error = `${what}: a list of ${least === 0 ? 'up' : least} to ${most}`;
  return z.array(item, { error }).min(least, { error }).max(most, { error });
}

function pair<Item extends z.ZodType>(item: Item, error: string) {
  return z.tuple([item, item], { error });
}

function oneOf<const Names extends readonly [string, ...string[]]>(...names: Names) {
  return z.enum(names, { error: names.map((name) => `"${name}"`).join(' or ') });
}

const NAME_ERROR = 'a name: 1 to 100 characters';
const name = z.string({ error: NAME_ERROR }).min(1, { error: NAME_ERROR }).max(100, { error: NAME_ERROR });
const PATH_ERROR = 'the path of a file: 1 to 1000 characters';
const path = z.string({ error: PATH_ERROR }).min(1, { error: PATH_ERROR }).max(1000, { error: PATH_ERROR });

function named<Item extends z.ZodType>(item: Item, what: string) {
  const error = `${what}: names, each with what it stands for (an object)`;
  return z.record(name, item, { error });
}

const FLAG_ERROR = 'true or false';
const flag = z.boolean({ error: FLAG_ERROR });
const TEXT_ERROR = 'a text of at most 10000 characters';
const text = z.string({ error: TEXT_ERROR }).max(10_000, { error: TEXT_ERROR });

const seconds = number(0, LONGEST_DURATION, 'seconds');
const coordinate = number(-FARTHEST, FARTHEST, 'metres');
const point = pair(coordinate, 'a point [x, y] in metres');
const segment = pair(point, 'two points [[x, y], [x, y]]');
const box = z.tuple([coordinate, coordinate, coordinate, coordinate], {
  error: 'a box [x, y, x, y]: two opposite corners',
});
/** Of things one asks often whether a point is in them. */
const ring = list(point, 3, 1000, 'the corners of a polygon');

// Distributions

const anyNumber = number(-1e6, 1e6);
const range = pair(anyNumber, 'a range [least, greatest]').optional();
const distributionForms = [
  anyNumber,
  object({ uniform: pair(anyNumber, 'the ends [least, greatest]') }),
  object({ normal: z.tuple([anyNumber, number(0, 1e6)], { error: '[mean, deviation]' }), within: range }),
  object({ lognormal: z.tuple([number(-20, 20), number(0, 10)], { error: '[mu, sigma]' }), within: range }),
  object({ gamma: z.tuple([number(0.01, 1e4), number(1e-6, 1e6)], { error: '[shape, scale]' }), within: range }),
  object({ weibull: z.tuple([number(1e-6, 1e6), number(0.05, 100)], { error: '[scale, shape]' }), within: range }),
  object({ values: list(anyNumber, 1, 200_000, 'numbers, taken in order') }),
] as const;
const DISTRIBUTION =
  'a number or one of {uniform: [a, b]}, {normal: [mean, deviation], within: [a, b]}, {lognormal: [mu, sigma]}, {gamma: [shape, scale]}, {weibull: [scale, shape]}, {values: […]}';
const distribution = z.union(distributionForms, { error: DISTRIBUTION });
const speeds = z.union([...distributionForms, object({ ages: distribution, factor: number(0.1, 3).optional() })], {
  error: `${DISTRIBUTION}, {ages: distribution}`,
});

// The place

const bigRing = list(point, 3, 100_000, 'the corners of a polygon');
const rings = list(
  z.union([bigRing, object({ box })], { error: 'a polygon [[x, y], [x, y], [x, y], …] or {box: [x, y, x, y]}' }),
  0,
  100_000,
  'polygons',
);
const levelFields = {
  walkable: rings.optional(),
  obstacles: rings.optional(),
  lines: list(list(point, 2, 100_000, 'the points of a wall line'), 0, 100_000, 'wall lines').optional(),
  glass: list(list(point, 2, 100_000, 'the points of a glass wall'), 0, 100_000, 'glass walls')
    .meta({ description: 'walls that people can see through' })
    .optional(),
  doors: named(segment, 'doors').optional(),
};
const link = object({
  kind: oneOf(...LINK_KINDS),
  lower: name,
  upper: name,
  corners: z.tuple([point, point, point, point], {
    error: 'four corners: the first two at the lower end, the last two at the upper',
  }),
});
const environment = z.union(
  [
    object({
      file: path,
      scale: number(1e-12, 1e12, 'metres per unit').optional(),
      up: oneOf('y', 'z').optional(),
      as: oneOf('walkable', 'obstacles').optional(),
      crs: oneOf('local', 'lonlat').optional(),
      margin: number(0, 1e6, 'metres').optional(),
      floor: coordinate.optional(),
      height: number(0.1, 100, 'metres').optional(),
      stepHeight: number(0, 10, 'metres').optional(),
      tolerance: number(1e-6, 1, 'metres').optional(),
      simplification: number(0, 1, 'metres').optional(),
      seedPoints: list(point, 1, 1000, 'points').optional(),
      layers: list(name, 1, 1000, 'names of layers').optional(),
      threshold: number(1, 255, 'a grey, 1 (black) to 255').optional(),
    }),
    // All of its fields may be left out: those of the other forms are named, or it would pass for any of them.
    object({
      ...levelFields,
      file: z.never().optional(),
      levels: z.never().optional(),
      links: z.never().optional(),
    }),
    object({
      levels: named(object({ elevation: coordinate.optional(), ...levelFields }), 'levels'),
      links: named(link, 'links').optional(),
    }),
  ],
  {
    error:
      '{file: path} or {walkable: […], obstacles: […], lines: […], glass: […], doors: {…}} or {levels: {…}, links: {…}}',
  },
);

// Areas, lines, goals

const level = name.optional();
const areaForms = [ring, object({ box, level }), object({ polygon: ring, level })] as const;
const AREA = 'a polygon [[x, y], …] or {box: [x, y, x, y]} or {polygon: [[x, y], …]}';
const area = z.union(areaForms, { error: AREA });
const areaOrName = z.union([name, ...areaForms], { error: `the name of an area, or ${AREA}` });
const line = z.union([segment, object({ line: segment, level })], { error: 'a line [[x, y], [x, y]] or {line: …}' });
/** What makes a goal a counter, where people are served. */
const counterFields = {
  service: distribution.optional(),
  servers: whole(1, 100).optional(),
  queue: list(point, 1, 1000, 'the line people queue along, from the counter backwards').optional(),
  patience: number(1, LONGEST_DURATION, 'seconds').optional(),
};
const limitFields = { maxFlow: number(0.01, 20, 'people per metre and second').optional() };
const goalFields = {
  ...limitFields,
  kind: name.meta({ description: 'what it is, for people who go to the nearest of its kind' }).optional(),
};
const goal = z.union(
  [
    point,
    list(point, 2, 1000, 'the ends of a line or the corners of a polygon'),
    object({ at: point, radius: number(0.05, 100, 'metres').optional(), level, ...counterFields, ...goalFields }),
    object({ line: segment, level, ...counterFields, ...goalFields }),
    object({ area: name, ...goalFields }),
    object({ box, level, ...goalFields }),
    object({ polygon: ring, level, ...goalFields }),
  ],
  {
    error:
      'a point [x, y], a line [[x, y], [x, y]], a polygon, or one of {at: [x, y], radius: r}, {line: …}, {area: name}, {box: …}, {polygon: …}',
  },
);

// Who walks, and where to

const ratings = object(
  Object.fromEntries(
    COLLISIONS.map((type) => [type, pair(whole(1, 16), 'the exponents [direction, norm]').optional()]),
  ) as Record<(typeof COLLISIONS)[number], z.ZodOptional<z.ZodTuple<[z.ZodInt, z.ZodInt]>>>,
).optional();
const behaviour = z.union(
  [
    oneOf(...BEHAVIOUR_NAMES),
    object({
      rightAvoid: ratings,
      leftAvoid: ratings,
      decelerate: ratings,
      accelerate: ratings,
      accept: list(oneOf(...COLLISIONS), 0, 4, 'collision types').optional(),
    } satisfies Record<keyof BehaviourTable, z.ZodType>),
  ],
  { error: '"driving-rule" or "minimal-adjustment" or a table {rightAvoid: {front: [1, 1]}, …}' },
);
const START_NAMES = ['nothing', 'entrance', 'everything'] as const;
/** A name of an area or goal may be `nothing` in a list only. */
const knowledgeStart = z.union([oneOf(...START_NAMES), list(name, 1, 1000, 'names of areas and goals')], {
  error: 'nothing, entrance, everything or a list of areas and goals',
});
const knowledge = z.union(
  [
    oneOf(...START_NAMES),
    object({
      start: knowledgeStart.optional(),
      angle: number(1, 170, 'degrees').optional(),
      range: number(0.1, 1000, 'metres').optional(),
      memory: number(1, 86_400, 'seconds').optional(),
      avoidCrowds: number(0, 100).optional(),
      avoidCounterFlow: number(0, 100).optional(),
      avoidStairs: number(0, 100).optional(),
      avoidTurns: number(0, 100, 'metres').optional(),
      avoidNarrow: number(0, 100, 'metres').optional(),
      follow: number(0, 1, 'a share').optional(),
      tell: number(0, 1, 'a share').optional(),
    }),
  ],
  { error: 'nothing, entrance, everything or {start: nothing, range: 60, …}' },
);
const profile = object({
  like: name.meta({ description: 'the profile to start from, of this file or built in' }).optional(),
  radius: distribution.optional(),
  speed: speeds.optional(),
  start: distribution.optional(),
  topSpeedRatio: number(1, 5).optional(),
  personalDistance: number(0, 10, 'metres').optional(),
  wallDistance: number(0, 10, 'metres').optional(),
  epsilon: number(0, 1, 'metres').optional(),
  reactionTime: number(0.01, 10, 'seconds').optional(),
  timeGap: number(0, 10, 'seconds').optional(),
  follow: number(0, 2, 'a share').optional(),
  push: number(0, 5, 'metres per second').optional(),
  courtesy: number(0, 5, 'metres').optional(),
  keepSide: number(-5, 5, 'metres per second').optional(),
  swerve: number(0, 80, 'degrees').optional(),
  sway: number(0, 0.5, 'a share').optional(),
  coneThreshold: number(0, 90, 'degrees').optional(),
  wallMargin: number(0, 1, 'metres').optional(),
  acceleration: number(0.1, 100, 'm/s²').optional(),
  turning: number(1, 36_000, 'degrees per second').optional(),
  stairs: object({ up: number(0.01, 2, 'a share').optional(), down: number(0.01, 2, 'a share').optional() }).optional(),
  behaviour: behaviour.optional(),
  pure: flag.optional(),
  stepFree: flag.optional(),
  knowledge: knowledge.optional(),
} satisfies Record<Exclude<keyof ScenarioProfile, 'name'> | 'like', z.ZodType>);

const choice = oneOf('nearest', 'quickest', 'known');
const goalOrPoint = z.union([name, point], { error: 'the name of a goal or a point [x, y]' });
const stage = z.union(
  [
    name,
    object({ goal: goalOrPoint, wait: distribution.optional() }),
    object({
      exit: choice,
      of: list(name, 1, 1000, 'names of goals or exits').optional(),
      wait: distribution.optional(),
    }),
    object({ wander: distribution.meta({ description: 'seconds' }) }),
  ],
  { error: 'the name of a goal, {goal: name, wait: s}, {exit: nearest, of: [names]} or {wander: s}' },
);
const stages = list(stage, 0, 1000, 'stages');
const share = number(0, 1e6);
/** Members of a group. */
const LARGEST_GROUP = 64;
const SIZES = `sizes of groups and how many there are of each, {2: 0.8, 3: 0.2}: sizes from 1 to ${LARGEST_GROUP}`;
const companions = z.union(
  [
    oneOf('town'),
    whole(2, LARGEST_GROUP),
    object({
      share: number(0, 1).optional(),
      sizes: named(share, 'sizes').refine(
        (sizes) => Object.keys(sizes).every((size) => /^[1-9]\d?$/.test(size) && Number(size) <= LARGEST_GROUP),
        { error: SIZES },
      ),
    }),
  ],
  { error: '"town", a whole number from 2 to 64, or {share: 0.3, sizes: {2: 0.8, 3: 0.2}}' },
);
const whoFields = {
  profile: z.union([name, named(share, 'shares')], { error: 'the name of a profile or {name: share, …}' }).optional(),
  goal: goalOrPoint.optional(),
  exit: choice.optional(),
  itinerary: z.union([name, stages], { error: 'the name of an itinerary or a list of stages' }).optional(),
  start: distribution.optional(),
};
const group = name.meta({ description: 'walkers with the same name here walk together' }).optional();
const walkers = z.union(
  [
    object({ at: point, level, group, ...whoFields }),
    object({
      in: areaOrName,
      count: whole(0, MOST_WALKERS).optional(),
      density: number(0, 10, 'walkers per m²').optional(),
      group,
      companions: companions.optional(),
      ...whoFields,
    }),
  ],
  { error: '{at: [x, y], …} for one walker or {in: area, count: n, …} for many' },
);
const burst = object({
  at: seconds,
  count: whole(1, MOST_WALKERS),
  over: seconds.optional(),
  every: number(0.1, LONGEST_DURATION, 'seconds').optional(),
  until: seconds.optional(),
});
const rate = number(0, MOST_PER_SECOND, 'walkers per second');
const demandFactor = number(0, 10, 'times as many people');
const source = object({
  name: name.optional(),
  in: z.union([name, ...areaForms, object({ line: segment, level })], {
    error: `the name of an area, ${AREA} or {line: [[x, y], [x, y]]}`,
  }),
  rate: rate.optional(),
  from: seconds.optional(),
  until: seconds.optional(),
  schedule: list(z.tuple([seconds, rate], { error: '[time, rate from then on]' }), 1, 10_000, 'a schedule').optional(),
  bursts: list(burst, 1, 10_000, 'bursts').optional(),
  total: whole(0, MOST_WALKERS).optional(),
  arrivals: oneOf('random', 'regular').optional(),
  companions: companions.optional(),
  ...whoFields,
});

// What happens, and what is measured

const doorRule = object({
  ...limitFields,
  letOutFirst: point.meta({ description: 'a point on the side people come out to' }).optional(),
});

const doors = z.union([name, list(name, 1, 1000, 'names of doors')], {
  error: 'the name of a door, or a list of names',
});
const PIECE =
  '{obstacle: [[x, y], …]}, {obstacle: {box: [x, y, x, y]}}, {wall: [[x, y], [x, y]]} or {glass: [[x, y], [x, y]]}';
const shows = z.union([name, list(name, 1, 1000, 'names of goals')], {
  error: 'the name of a goal, a list of them, or everything',
});
const pieceName = name.meta({ description: 'what it is called, to take it away again' }).optional();
const piece = z.union(
  [
    object({
      obstacle: z.union([ring, object({ box })], { error: 'a polygon [[x, y], …] or {box: [x, y, x, y]}' }),
      name: pieceName,
      level,
    }),
    object({ wall: list(point, 2, 1000, 'the points of a wall'), name: pieceName, level }),
    object({ glass: list(point, 2, 1000, 'the points of a glass wall'), name: pieceName, level }),
  ],
  { error: PIECE },
);
const pieceToGo = z.union([name, object({ at: point, level })], {
  error: 'the name of what was put in, or {at: [x, y]}, a point in an obstacle or on a wall',
});
const placeEventForms = [
  object({ at: seconds, add: piece }),
  object({ at: seconds, remove: pieceToGo, add: piece.optional() }),
] as const;
const factorEventForms = [
  object({ at: seconds, demand: demandFactor }),
  object({ at: seconds, speed: number(0.1, 3, 'times the speed people like to walk at') }),
] as const;
export const changeFile = z.union([...placeEventForms, ...factorEventForms], {
  error: '{at: t, add: …}, {at: t, remove: …}, {at: t, demand: factor} or {at: t, speed: factor}',
});
const event = z.union(
  [
    object({ at: seconds, close: doors }),
    object({ at: seconds, open: doors }),
    object({ at: seconds, oneWay: doors, towards: point }),
    object({
      at: seconds,
      announce: shows,
      in: name.optional(),
      for: number(0.5, 86_400, 'seconds').optional(),
      notice: number(0, 1, 'a share').optional(),
    }),
    ...placeEventForms,
    ...factorEventForms,
  ],
  {
    error:
      '{at: t, close: door} or {at: t, open: door} or {at: t, oneWay: door, towards: [x, y]} or {at: t, announce: goal} or {at: t, add: {obstacle: polygon}} or {at: t, remove: name} or {at: t, demand: factor} or {at: t, speed: factor}',
  },
);

const sign = object({
  at: point,
  level: name.optional(),
  facing: z.union([number(-360, 360, 'degrees'), object({ towards: point })], {
    error: 'degrees, counter-clockwise from the x axis, or {towards: [x, y]}',
  }),
  range: number(0.5, 1000, 'metres').optional(),
  angle: number(1, 180, 'degrees').optional(),
  notice: number(0, 1, 'a share').optional(),
  shows,
  gives: oneOf('way', 'direction').optional(),
});

export const scenarioFile = object(
  {
    name: name.optional(),
    description: text.optional(),
    seed: whole(0, 4_294_967_295).optional(),
    duration: number(0.001, LONGEST_DURATION, 'seconds').optional(),
    step: number(0.001, 1, 'seconds').optional(),
    model: oneOf(MODEL_NAMES[0], ...MODEL_NAMES.slice(1)).optional(),
    tiles: object({
      place: oneOf('town', 'open').optional(),
      side: number(0.1, 10, 'metres').optional(),
      pavement: number(0.1, 50, 'metres').optional(),
      attraction: list(
        object({ in: areaOrName, weight: number(0, 100) }),
        0,
        1000,
        'areas and their weights',
      ).optional(),
    }).optional(),
    environment,
    profiles: named(profile, 'profiles').optional(),
    areas: named(area, 'areas').optional(),
    goals: named(goal, 'goals').optional(),
    exits: named(goal, 'exits').optional(),
    itineraries: named(stages, 'itineraries').optional(),
    walkers: list(walkers, 0, MOST_WALKERS, 'walkers').optional(),
    sources: list(source, 0, 10_000, 'sources').optional(),
    demand: list(
      z.tuple([seconds, demandFactor], { error: '[time, factor from then on]' }),
      1,
      10_000,
      'factors of demand',
    ).optional(),
    doors: named(doorRule, 'doors').optional(),
    signs: named(sign, 'signs').optional(),
    events: list(event, 0, 100_000, 'events').optional(),
    measure: object({
      lines: named(line, 'lines').optional(),
      areas: named(areaOrName, 'areas').optional(),
    }).optional(),
    limits: object({ maxWalkers: whole(1, MOST_WALKERS).optional() }).optional(),
  },
  'a scenario',
);

export type ScenarioFile = z.output<typeof scenarioFile>;

type EventFile = NonNullable<ScenarioFile['events']>[number];
/** Events as they stand in a file: one that changes the place, with both of its forms in one, and one that changes doors. */
export type PlaceEventFile = { at: number } & Partial<Omit<Extract<EventFile, { remove: unknown }>, 'at'>>;
export type DoorEventFile = Exclude<
  EventFile,
  { add: unknown } | { remove: unknown } | { announce: unknown } | { demand: unknown } | { speed: unknown }
>;

/** The JSON Schema (draft 2020-12) of a scenario file, for editors. */
export function scenarioJsonSchema(): Record<string, unknown> {
  return { title: 'Foulée scenario', ...z.toJSONSchema(scenarioFile, { io: 'input', reused: 'ref' }) };
}
