/** The table of profiles: which field goes into which column, in which unit. */
import { describe, expect, it } from 'vitest';
import { sineCosine } from '../core/trigonometry.ts';
import * as profiles from './profiles.ts';

const { BEHAVIOUR, BEHAVIOURS, PROFILE, tableOfProfiles, USUAL_PROFILE } = profiles;
const STEP = 0.1;

function numbersOf(change: Partial<profiles.Profile>, step = STEP): Float64Array {
  return tableOfProfiles([{ ...USUAL_PROFILE, ...change }], step).numbers;
}

/** Columns that a change of the usual profile changes. */
function changedBy(change: Partial<profiles.Profile>): number[] {
  const usual = numbersOf({});
  return [...numbersOf(change).entries()].filter(([k, value]) => value !== usual[k]).map(([k]) => k);
}

describe('columns', () => {
  it.each([
    [{ personalDistance: 0.65 }, [profiles.PERSONAL_DISTANCE]],
    [{ wallDistance: 0.65 }, [profiles.WALL_DISTANCE]],
    [{ epsilon: 0.65 }, [profiles.EPSILON]],
    [{ reactionTime: 0.65 }, [profiles.REACTION_TIME]],
    [{ timeGap: 0.65 }, [profiles.TIME_GAP]],
    [{ follow: 0.65 }, [profiles.FOLLOW]],
    [{ push: 0.65 }, [profiles.PUSH]],
    [{ courtesy: 0.65 }, [profiles.COURTESY]],
    [{ keepSide: 0.65 }, [profiles.KEEP_SIDE]],
    [{ sway: 0.65 }, [profiles.SWAY]],
    [{ wallMargin: 0.65 }, [profiles.WALL_MARGIN]],
    [{ stairs: { ...USUAL_PROFILE.stairs, up: 0.65 } }, [profiles.STAIRS_UP]],
    [{ stairs: { ...USUAL_PROFILE.stairs, down: 0.65 } }, [profiles.STAIRS_DOWN]],
  ])('%j goes into one of its own, as it is', (change, columns) => {
    expect(changedBy(change)).toEqual(columns);
    expect(numbersOf(change)[columns[0]]).toBe(0.65);
  });

  it.each([
    [{ swerve: 7 }, [profiles.SWERVE]],
    [{ coneThreshold: 7 }, [profiles.CONE_THRESHOLD]],
    [{ acceleration: 7 }, [profiles.ACCELERATION]],
    [{ turning: 7 }, [profiles.TURNING_SINE, profiles.TURNING_COSINE]],
    [{ pure: true }, [profiles.PURE]],
    [{ stepFree: true, name: 'pram' }, [profiles.STEP_FREE]],
  ])('%j goes into its own', (change, columns) => {
    expect(changedBy(change)).toEqual(columns);
  });

  it('are one row per profile, without holes', () => {
    const { count, numbers } = tableOfProfiles([USUAL_PROFILE, { ...USUAL_PROFILE, push: 0 }], STEP);
    expect([count, numbers.length]).toEqual([2, 2 * PROFILE]);
    expect(numbers[profiles.PUSH]).toBe(0.6);
    expect(numbers[PROFILE + profiles.PUSH]).toBe(0);
    const offsets = Object.entries(profiles)
      .filter(([name, value]) => /^[A-Z_]+$/.test(name) && typeof value === 'number' && name !== 'PROFILE')
      .map(([, value]) => value as number);
    expect(offsets.sort((a, b) => a - b)).toEqual(Array.from({ length: BEHAVIOUR + 1 }, (_, k) => k));
  });
});

describe('units', () => {
  it.each([0, 1, 10, 25, 80, 33.3])('%f degrees become radians', (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const numbers = numbersOf({ swerve: degrees, coneThreshold: degrees, turning: 10 * degrees });
    expect(numbers[profiles.SWERVE]).toBe(angle);
    expect(numbers[profiles.CONE_THRESHOLD]).toBe(sineCosine(angle)[0] ** 2);
    expect(numbers[profiles.TURNING_SINE]).toBeCloseTo(Math.sin(angle), 12);
    expect(numbers[profiles.TURNING_COSINE]).toBeCloseTo(Math.cos(angle), 12);
  });

  it('rates become changes in a step; nobody turns by more than half a turn', () => {
    const numbers = numbersOf({ acceleration: 3, turning: 36_000 }, 0.5);
    expect(numbers[profiles.ACCELERATION]).toBe(1.5);
    expect(numbers[profiles.TURNING_COSINE]).toBe(-1);
  });
});

describe('behaviours', () => {
  const behaviourOf = (behaviour: profiles.Profile['behaviour']) =>
    Array.from(numbersOf({ behaviour }).subarray(BEHAVIOUR));

  it('are the same by name and as a table', () => {
    for (const name of profiles.BEHAVIOUR_NAMES) expect(behaviourOf(name)).toEqual(behaviourOf(BEHAVIOURS[name]));
    expect(behaviourOf('driving-rule')).not.toEqual(behaviourOf('minimal-adjustment'));
  });

  it('are exponents by module and type of collision, −1 where a module does not answer', () => {
    const none = Array.from({ length: 8 }, () => -1);
    expect(
      behaviourOf({
        rightAvoid: { rear: [1, 2], static: [3, 4] },
        leftAvoid: { front: [5, 6] },
        decelerate: {},
        accelerate: { back: [7, 8] },
        accept: ['back', 'rear'],
      }),
    ).toEqual(
      [
        [1, 2, -1, -1, -1, -1, 3, 4],
        [-1, -1, 5, 6, -1, -1, -1, -1],
        none,
        [-1, -1, -1, -1, 7, 8, -1, -1],
        [1, 1, -1, -1, 1, 1, -1, -1],
      ].flat(),
    );
  });
});
