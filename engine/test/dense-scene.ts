/**
 * For tests of a walker's stages: one walker at the origin and others around it, as the stages see them. What profiles say (time gap 1 s,
 * follow 0.5 and so on) is set here, so that calibrating them does not touch tests of formulas.
 */
import { BODY, PREFERRED, RADIUS, TOP } from '../src/crowd/columns.ts';
import { addWalker, createCrowd } from '../src/crowd/crowd.ts';
import { createWallsBeside, type NearWalls, WALL } from '../src/bodies/near-walls.ts';
import { type Profile, type ProfileTable, tableOfProfiles, USUAL_PROFILE } from '../src/crowd/profiles.ts';
import { notice } from '../src/walkers/reactive/notice.ts';
import { createThought, type Thought } from '../src/walkers/reactive/thought.ts';
import { REACTIVE_COLUMNS, type ReactiveCrowd, type View } from '../src/walkers/reactive/columns.ts';

/** Seconds. */
const STEP = 0.1;

/** Somebody of radius 0.2: place, velocity, the unit vector of its path, what it faces. */
export interface Other {
  at: [number, number];
  v?: [number, number];
  aim?: [number, number];
  faces?: number;
  radius?: number;
}

export const SAME: [number, number] = [1, 0];
export const OPPOSITE: [number, number] = [-1, 0];
/** From its right to its left, and back. */
export const LEFTWARD: [number, number] = [0, 1];
export const RIGHTWARD: [number, number] = [0, -1];

const PLAIN: Partial<Profile> = { epsilon: 0, timeGap: 1, follow: 0.5, push: 0.6, courtesy: 0.4, keepSide: 0.5 };

export interface Scene {
  crowd: ReactiveCrowd;
  profiles: ProfileTable;
  thought: Thought;
  view: View;
}

/**
 * One walker at the origin, radius 0.2, 1.34 m/s along x, in slot 0, and others in the slots behind it.
 * @param wallList two ends each, floor on the left
 */
export function scene(others: Other[], change: Partial<Profile> = {}, wallList: number[][] = []): Scene {
  const crowd = createCrowd(others.length + 1, REACTIVE_COLUMNS);
  for (const { at, v = [0, 0], aim = SAME, faces = 0, radius = 0.2 } of [
    { at: [0, 0], v: [0, 0] } satisfies Other,
    ...others,
  ] as Other[]) {
    const i = addWalker(crowd, 0, at[0], at[1], 0);
    crowd.velocity.set(v, 2 * i);
    crowd.aim.set(aim, 2 * i);
    crowd.facing[i] = faces;
    crowd.body[BODY * i + RADIUS] = radius;
    crowd.body[BODY * i + PREFERRED] = 1.34;
    crowd.body[BODY * i + TOP] = 1.742;
  }
  const profiles = tableOfProfiles([{ ...USUAL_PROFILE, ...PLAIN, ...change }], STEP);
  const thought = createThought();
  thought.self.set([0, 0, 0, 0, 0.2, 1.34, 1.742, 0, 1, 0]);
  const walls: NearWalls = {
    first: Int32Array.of(0, wallList.length),
    walls: Float64Array.from(
      wallList.flatMap(([ax, ay, bx, by]) => {
        const long = Math.hypot(bx! - ax!, by! - ay!);
        return [ax!, ay!, (bx! - ax!) / long, (by! - ay!) / long, long];
      }),
    ),
  };
  const beside = createWallsBeside(walls, crowd.capacity);
  beside.count[0] = wallList.length;
  for (let k = 0; k < wallList.length; k++) beside.wall[k] = WALL * k;
  const view = {
    walls,
    beside,
    crowd,
    profiles,
    first: new Int32Array(crowd.capacity + 1),
    item: new Int32Array(0),
    step: STEP,
    time: 0,
  } as unknown as View;
  return { crowd, profiles, thought, view };
}

/** It minds the first `count` others. */
export function mind({ crowd, thought }: Scene, count = crowd.count - 1): Thought {
  for (let n = 0; n < count; n++) notice(thought, crowd, n + 1, n, false);
  thought.nearCount = count;
  return thought;
}
