/**
 * Profile: how walkers of one kind walk, in the names and units of a scenario file (docs/scenario.md). It is the same data from
 * the file to the simulation. Its defaults stand here and nowhere else.
 *
 * `tableOfProfiles` makes the numbers that the passes read, once per simulation: angles become radians, sines and cosines; rates
 * become changes in one step; names of behaviours become their tables. Linear in the number of profiles.
 */
import { sineCosine } from '../core/trigonometry.ts';

/** Lengths in metres, times in seconds, angles in degrees. */
export interface Profile {
  name: string;
  /** Others nearer than this turn a walker away: d_N. */
  personalDistance: number;
  /** Walls nearer than this turn a walker away: d_W. */
  wallDistance: number;
  /** The distance that bodies keep when they avoid each other, and to somebody who stands ahead: ε. */
  epsilon: number;
  /** Seconds a walker wants to have before the next collision: t_react. */
  reactionTime: number;
  /** Headway in seconds behind a walker ahead; 0: no headway rule. */
  timeGap: number;
  /** The share of a leaving walker's speed that counts as room ahead. */
  follow: number;
  /** Metres per second with which a walker who is held up pushes on between people who go another way; 0: never. */
  push: number;
  /** Room in metres left for people who cross. */
  courtesy: number;
  /** How strongly a walker passes oncoming people on the right, metres per second; below 0: on the left; 0: on either side. */
  keepSide: number;
  /** The widest angle to a side at which a walker looks for a way round; 0: none. */
  swerve: number;
  /** By how much a walker's speed varies from one second to the next, as a share of it; 0: not at all. */
  sway: number;
  /** `pure` only: the cone of sight through the next portals is not narrowed below this angle. */
  coneThreshold: number;
  /** The distance kept from corners in addition to the radius. */
  wallMargin: number;
  /** Metres per second squared. */
  acceleration: number;
  /** Degrees per second, above walking pace. */
  turning: number;
  /** Speed on stairs as a share of the preferred speed, measured over the plan. */
  stairs: { up: number; down: number };
  behaviour: BehaviourName | BehaviourTable;
  /** L04 as printed, without what dense crowds need. */
  pure: boolean;
  /** No stairs and no escalators: wheelchairs, prams. */
  stepFree: boolean;
}

/** Types of collision (L04 §4.4), in the order of the table. */
export const COLLISIONS = ['rear', 'front', 'back', 'static'] as const;
export type Collision = (typeof COLLISIONS)[number];

/** For each type of collision that a module answers: the exponents of its rating, of direction and of speed, whole, 1 … 16. */
type Ratings = Partial<Record<Collision, [number, number]>>;

/** Which reaction module answers which type of collision (L04 §4.4). */
export interface BehaviourTable {
  rightAvoid: Ratings;
  leftAvoid: Ratings;
  decelerate: Ratings;
  accelerate: Ratings;
  /** Types of collision that are taken as they come. */
  accept: Collision[];
}

export const BEHAVIOUR_NAMES = ['driving-rule', 'minimal-adjustment'] as const;
type BehaviourName = (typeof BEHAVIOUR_NAMES)[number];

const SPEED_RATINGS: Pick<BehaviourTable, 'decelerate' | 'accelerate'> = {
  decelerate: { front: [1, 1], back: [1, 1] },
  accelerate: { front: [1, 5], back: [1, 5] },
};

export const BEHAVIOURS: Readonly<Record<BehaviourName, BehaviourTable>> = {
  'driving-rule': {
    rightAvoid: { front: [1, 1], static: [1, 1] },
    leftAvoid: { back: [1, 1], static: [1, 1] },
    ...SPEED_RATINGS,
    accept: ['rear'],
  },
  'minimal-adjustment': {
    rightAvoid: { front: [1, 1], back: [1, 1], static: [1, 1] },
    leftAvoid: { front: [1, 1], back: [1, 1], static: [1, 1] },
    ...SPEED_RATINGS,
    accept: ['rear'],
  },
};

export const USUAL_PROFILE: Readonly<Profile> = {
  name: 'walker',
  personalDistance: 0.8,
  wallDistance: 0.4,
  epsilon: 0.03,
  reactionTime: 0.5,
  timeGap: 1,
  follow: 0.35,
  push: 0.6,
  courtesy: 0.4,
  keepSide: 1,
  swerve: 80,
  sway: 0.1,
  coneThreshold: 10,
  wallMargin: 0.01,
  acceleration: 3,
  turning: 180,
  // Fruin's 0.50–0.55 m/s up and 0.65–0.76 m/s down, indoors, below 50 years, over 1.34 m/s on the level.
  stairs: { up: 0.4, down: 0.55 },
  behaviour: 'minimal-adjustment',
  pure: false,
  stepFree: false,
};

/** A walker's own numbers, where nothing else is given: metres, metres per second, and top speed over preferred speed. */
export const USUAL_BODY = { radius: 0.2, speed: 1.34, topSpeedRatio: 1.3 } as const;

/** All profiles as numbers: PROFILE per profile, in the columns below. */
export interface ProfileTable {
  count: number;
  numbers: Float64Array;
}

/** Columns, each named after its field. */
export const PERSONAL_DISTANCE = 0;
export const WALL_DISTANCE = 1;
export const EPSILON = 2;
export const REACTION_TIME = 3;
export const TIME_GAP = 4;
export const FOLLOW = 5;
export const PUSH = 6;
export const COURTESY = 7;
export const KEEP_SIDE = 8;
/** Radians. */
export const SWERVE = 9;
/** The square of the sine of the threshold. */
export const CONE_THRESHOLD = 10;
export const WALL_MARGIN = 11;
/** The largest change of velocity in a step, metres per second. */
export const ACCELERATION = 12;
/** Sine and cosine of the largest turn in a step. */
export const TURNING_SINE = 13;
export const TURNING_COSINE = 14;
export const STAIRS_UP = 15;
export const STAIRS_DOWN = 16;
/** 1 or 0. */
export const PURE = 17;
export const STEP_FREE = 18;
export const SWAY = 19;
/** Exponents of direction and of speed, per module and type of collision; −1, −1: the module does not answer it. */
export const BEHAVIOUR = 20;
/** Modules in the order of the table; the last one, `accept`, has no ratings of its own. */
const RATED_MODULES = ['rightAvoid', 'leftAvoid', 'decelerate', 'accelerate'] as const;
export const PROFILE = BEHAVIOUR + 2 * (RATED_MODULES.length + 1) * COLLISIONS.length;

/** @param step seconds */
export function tableOfProfiles(profiles: readonly Profile[], step: number): ProfileTable {
  const numbers = new Float64Array(PROFILE * profiles.length);
  for (const [i, profile] of profiles.entries()) fillProfile(numbers, PROFILE * i, profile, step);
  return { count: profiles.length, numbers };
}

function fillProfile(numbers: Float64Array, at: number, profile: Profile, step: number): void {
  numbers[at + PERSONAL_DISTANCE] = profile.personalDistance;
  numbers[at + WALL_DISTANCE] = profile.wallDistance;
  numbers[at + EPSILON] = profile.epsilon;
  numbers[at + REACTION_TIME] = profile.reactionTime;
  numbers[at + TIME_GAP] = profile.timeGap;
  numbers[at + FOLLOW] = profile.follow;
  numbers[at + PUSH] = profile.push;
  numbers[at + COURTESY] = profile.courtesy;
  numbers[at + KEEP_SIDE] = profile.keepSide;
  numbers[at + SWAY] = profile.sway;
  numbers[at + SWERVE] = radians(profile.swerve);
  numbers[at + CONE_THRESHOLD] = sineCosine(radians(profile.coneThreshold))[0] ** 2;
  numbers[at + WALL_MARGIN] = profile.wallMargin;
  numbers[at + ACCELERATION] = profile.acceleration * step;
  const [sine, cosine] = sineCosine(Math.min(Math.PI, radians(profile.turning) * step));
  numbers[at + TURNING_SINE] = sine;
  numbers[at + TURNING_COSINE] = cosine;
  numbers[at + STAIRS_UP] = profile.stairs.up;
  numbers[at + STAIRS_DOWN] = profile.stairs.down;
  numbers[at + PURE] = profile.pure ? 1 : 0;
  numbers[at + STEP_FREE] = profile.stepFree ? 1 : 0;
  fillBehaviour(numbers, at + BEHAVIOUR, profile.behaviour);
}

function fillBehaviour(numbers: Float64Array, at: number, behaviour: Profile['behaviour']): void {
  const table = typeof behaviour === 'string' ? BEHAVIOURS[behaviour] : behaviour;
  let cell = at;
  for (const module of RATED_MODULES) {
    for (const collision of COLLISIONS) {
      const exponents = table[module][collision];
      numbers[cell++] = exponents?.[0] ?? -1;
      numbers[cell++] = exponents?.[1] ?? -1;
    }
  }
  for (const collision of COLLISIONS) {
    const exponent = table.accept.includes(collision) ? 1 : -1;
    numbers[cell++] = exponent;
    numbers[cell++] = exponent;
  }
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
