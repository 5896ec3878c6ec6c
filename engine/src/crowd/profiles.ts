/**
 * Profiles: what walkers of one kind have in common, as numbers, ready for the step at hand. The table of defaults is
 * here and nowhere else (navigation.md, "Defaults").
 */
import { sineCosine } from '../core/trigonometry.ts';

/** How a walker of one kind walks. Angles in radians. */
export interface Profile {
  name: string;
  /** Metres to others, and to walls, within which it is drawn away: d_N, d_W. */
  personalDistance: number;
  wallDistance: number;
  /** Metres it wants to keep between bodies when it avoids, and to somebody who stands ahead: ε. */
  gap: number;
  /** Seconds it wants to have before the next collision. */
  reaction: number;
  /** Seconds of way it keeps to whoever walks before it; 0: it does not look at the room ahead. */
  timeGap: number;
  /** Share of the speed at which one ahead leaves that counts as room. */
  follow: number;
  /** Metres per second with which it pushes on between those who go another way, once it is held up; 0: never. */
  push: number;
  /** Metres it leaves for those who cross its way. */
  courtesy: number;
  /** How strongly it keeps to the right of those who come the other way, metres per second; below 0: to the left; 0: to neither side. */
  keepSide: number;
  /** The widest angle to the side at which it looks for a way round; 0: none. */
  swerve: number;
  /** Narrower than this, what it sees through the next portals is not narrowed further. */
  coneThreshold: number;
  /** Metres it keeps from the ends of portals beside its radius. */
  wallMargin: number;
  /** Metres per second squared; radians per second, above walking pace. */
  acceleration: number;
  turning: number;
  /** Speed on stairs as a share of the preferred speed, over the plan: up, and down. */
  stairsUp: number;
  stairsDown: number;
  behaviour: Behaviour;
  /** L04 as it is printed, without what was found missing since. */
  isPure: boolean;
  /** It cannot use stairs or escalators; its routes do not. */
  isStepFree?: boolean;
}

/** Reaction modules and types of collision (L04 §4.4), in the order of the tables. */
const MODULES = ['right', 'left', 'decelerate', 'accelerate', 'accept'] as const;
export const COLLISIONS = ['rear', 'front', 'back', 'static'] as const;
type Module = (typeof MODULES)[number];
export type Collision = (typeof COLLISIONS)[number];

/** Which module answers which collision, and how proposals are rated: exponents of direction and of speed. */
export type Behaviour = Partial<Record<Module, Partial<Record<Collision, readonly [number, number]>>>>;

const AVOID = { front: [1, 1], back: [1, 1], static: [1, 1] } as const;
const SLOWER = { front: [1, 1], back: [1, 1] } as const;
const FASTER = { front: [1, 5], back: [1, 5] } as const;
const ACCEPT = { rear: [1, 1] } as const;

export const DRIVING_RULE: Behaviour = {
  right: { front: [1, 1], static: [1, 1] },
  left: { back: [1, 1], static: [1, 1] },
  decelerate: SLOWER,
  accelerate: FASTER,
  accept: ACCEPT,
};

export const MINIMAL_ADJUSTMENT: Behaviour = {
  right: AVOID,
  left: AVOID,
  decelerate: SLOWER,
  accelerate: FASTER,
  accept: ACCEPT,
};

export const USUAL_PROFILE: Readonly<Profile> = {
  name: 'walker',
  personalDistance: 0.8,
  wallDistance: 0.4,
  gap: 0.03,
  reaction: 0.5,
  timeGap: 1,
  follow: 0.8,
  push: 0.6,
  courtesy: 0.4,
  keepSide: 1,
  swerve: (80 * Math.PI) / 180,
  coneThreshold: Math.PI / 18,
  wallMargin: 0.05,
  acceleration: 3,
  turning: Math.PI,
  // Fruin's 0.50–0.55 m/s up and 0.65–0.76 m/s down, indoors, below 50 years, over 1.34 m/s on the level.
  stairsUp: 0.4,
  stairsDown: 0.55,
  behaviour: MINIMAL_ADJUSTMENT,
  isPure: false,
};

/** All profiles as numbers: PROFILE per profile, the behaviour last: direction and speed exponents per module and collision, -1 for none. */
export interface ProfileTable {
  count: number;
  numbers: Float64Array;
}

export const PERSONAL_DISTANCE = 0;
export const WALL_DISTANCE = 1;
export const EPSILON = 2;
export const REACTION_TIME = 3;
/** The square of the sine of the threshold. */
export const CONE_THRESHOLD = 4;
export const WALL_MARGIN = 5;
/** Metres per second it may change its velocity by in a step. */
export const ACCELERATION = 6;
/** Sine and cosine of the largest turn in a step. */
export const TURNING_SINE = 7;
export const TURNING_COSINE = 8;
export const PURE = 9;
export const TIME_GAP = 10;
export const FOLLOW = 11;
export const PUSH = 12;
export const COURTESY = 13;
export const KEEP_SIDE = 14;
export const SWERVE = 15;
export const STAIRS_UP = 16;
export const STAIRS_DOWN = 17;
export const BEHAVIOUR = 18;
export const PROFILE = BEHAVIOUR + 2 * MODULES.length * COLLISIONS.length;

/** @param step seconds */
export function tableOfProfiles(profiles: readonly Profile[], step: number): ProfileTable {
  const numbers = new Float64Array(PROFILE * profiles.length);
  for (const [i, profile] of profiles.entries()) {
    const at = PROFILE * i;
    numbers[at + PERSONAL_DISTANCE] = profile.personalDistance;
    numbers[at + WALL_DISTANCE] = profile.wallDistance;
    numbers[at + EPSILON] = profile.gap;
    numbers[at + REACTION_TIME] = profile.reaction;
    numbers[at + CONE_THRESHOLD] = sineCosine(profile.coneThreshold)[0] ** 2;
    numbers[at + WALL_MARGIN] = profile.wallMargin;
    numbers[at + ACCELERATION] = profile.acceleration * step;
    const [sine, cosine] = sineCosine(Math.min(Math.PI, profile.turning * step));
    numbers[at + TURNING_SINE] = sine;
    numbers[at + TURNING_COSINE] = cosine;
    numbers[at + TIME_GAP] = profile.timeGap;
    numbers[at + FOLLOW] = profile.follow;
    numbers[at + PUSH] = profile.push;
    numbers[at + COURTESY] = profile.courtesy;
    numbers[at + KEEP_SIDE] = profile.keepSide;
    numbers[at + SWERVE] = profile.swerve;
    numbers[at + STAIRS_UP] = profile.stairsUp;
    numbers[at + STAIRS_DOWN] = profile.stairsDown;
    numbers[at + PURE] = profile.isPure ? 1 : 0;
    let cell = at + BEHAVIOUR;
    for (const module of MODULES) {
      for (const collision of COLLISIONS) {
        const exponents = profile.behaviour[module]?.[collision];
        numbers[cell++] = exponents?.[0] ?? -1;
        numbers[cell++] = exponents?.[1] ?? -1;
      }
    }
  }
  return { count: profiles.length, numbers };
}
