/** The stages of dense crowds but for the fan (fan.test.ts): each formula and rule against cases computed by hand. */
import { describe, expect, it } from 'vitest';
import { LEFTWARD, mind, OPPOSITE, type Other, RIGHTWARD, SAME, scene } from '../../../test/dense-scene.ts';
import { createRandom } from '../../../test/random.ts';
import type { Profile } from '../../crowd/profiles.ts';
import { findCollision } from './collision.ts';
import { keepHeadway } from './headway.ts';
import {
  feelHeld,
  TEMPER_BREADTH,
  TEMPER_BREADTH_AGAINST,
  TEMPER_BREADTH_OTHERS,
  TEMPER_COURTESY,
  TEMPER_FOLLOW,
  TEMPER_GAP,
  TEMPER_PUSH,
  TEMPER_PUSH_AGAINST,
} from './patience.ts';
import { findRoom, ROOM_LEAST, ROOM_OPEN, ROOM_WANTED, ROOM_X, ROOM_Y, selectAhead } from './room.ts';
import { notice } from './notice.ts';
import { COSINE, NEAR, SELF_AIM_X, SELF_AIM_Y, SELF_FORESEEN } from './thought.ts';

const RIGHT_ANGLE = Math.PI / 2;

describe('what is noticed of another', () => {
  it('place, velocity, paths from its own view, and how far it is ahead on the other’s path', () => {
    const at = scene([{ at: [3, -1], v: [0.5, 0.25], aim: [0.6, 0.8], faces: 0.3, radius: 0.3 }]);
    at.thought.self.set([1, 0]);
    at.thought.self[SELF_AIM_X] = 0;
    at.thought.self[SELF_AIM_Y] = 1;
    const { near, slots } = mind(at);
    // g = (0, 1): cos = 0.8, and from g to (0.6, 0.8) is to the right; (1 − 3)·0.6 + (0 + 1)·0.8.
    const expected = [-2, 1, 0.5, 0.25, 0.5, Math.sqrt(5), 0.8, -0.6, -0.4, 0.3];
    for (const [k, value] of expected.entries()) expect(near[k]).toBeCloseTo(value, 12);
    expect(slots[0]).toBe(1);
    expect(expected.length).toBe(NEAR);
  });
});

describe('somebody who stands', () => {
  it('is like one who goes the same way: no courtesy, no push, no side', () => {
    const thought = mind(scene([{ at: [1, 0], aim: [0, 0] }]));
    expect(Array.from(thought.near.subarray(COSINE, COSINE + 2))).toEqual([1, 0]);
  });

  it('paths are of no matter to one who is pure', () => {
    const { crowd, thought } = scene([{ at: [1, 0], aim: OPPOSITE }]);
    notice(thought, crowd, 1, 0, true);
    expect(Array.from(thought.near.subarray(0, NEAR))).toEqual([-1, 0, 0, 0, 0.4, 1, 0, 0, 0, 0]);
  });
});

describe('patience', () => {
  /** The temper after having been held up, and stuck, for so long before this step; standing still, or as fast as said. */
  function temper(held: number, stuck = 0, speed = 0, letsOut = 0) {
    const at = scene([]);
    at.crowd.letsOut[0] = letsOut;
    at.crowd.held[0] = held;
    at.crowd.stuck[0] = stuck;
    at.thought.self.set([speed, 0], 2);
    feelHeld(at.view, 0, at.thought);
    const [gap, follow, push, courtesy, breadth, others, , pushAgainst, against] = at.thought.temper;
    return { held: at.crowd.held[0], gap, follow, push, courtesy, breadth, others, pushAgainst, against };
  }

  it('has the profile’s numbers as long as nobody is held up', () => {
    expect([TEMPER_GAP, TEMPER_FOLLOW, TEMPER_PUSH, TEMPER_COURTESY]).toEqual([0, 1, 2, 3]);
    expect([TEMPER_BREADTH, TEMPER_BREADTH_OTHERS]).toEqual([4, 5]);
    expect([TEMPER_PUSH_AGAINST, TEMPER_BREADTH_AGAINST]).toEqual([7, 8]);
    expect(temper(0, 0, 1.34)).toEqual({
      held: 0,
      gap: 1,
      follow: 0.5,
      push: 0,
      courtesy: 0.4,
      breadth: 0.9,
      others: 0.9,
      pushAgainst: 0,
      against: 0.9,
    });
  });

  it('counts what is slower than four fifths of the preferred speed, and forgets twice as fast', () => {
    expect(temper(1, 0, 1.071).held).toBeCloseTo(1.1, 12);
    expect(temper(1, 0, 1.073).held).toBeCloseTo(0.8, 12);
    expect(temper(1, 0, -1.071).held).toBeCloseTo(1.1, 12);
    expect(temper(0.15, 0, 1.2).held).toBe(0);
    expect(temper(0, 0, 1.2).held).toBe(0);
    expect(temper(0).held).toBeCloseTo(0.1, 12);
  });

  // What is held includes the step at hand: 0.1 s.
  it.each([
    [0, 0],
    [0.2, 0],
    [0.3, 0.12],
    [0.45, 0.3],
    [0.7, 0.6],
    [5, 0.6],
  ])('pushes after 0.3 s, fully after 0.8 s: held for %d s before', (held, push) => {
    expect(temper(held).push).toBeCloseTo(push, 12);
  });

  it.each([
    [0, 0.38],
    [0.9, 0.2],
    [1.9, 0],
    [5, 0],
  ])('courtesy is used up after 2 s: held for %d s before', (held, courtesy) => {
    expect(temper(held).courtesy).toBeCloseTo(courtesy, 12);
  });

  it.each([
    [0.2, 0.9],
    [0.7, 0.9 * 0.6],
    [1.2, 0.9 * 0.2],
    [9, 0.9 * 0.2],
  ])(
    'makes itself narrow towards others between 0.3 and 1.3 s, never its own queue: held for %d s before',
    (held, others) => {
      expect(temper(held).others).toBeCloseTo(others, 12);
      expect(temper(held).breadth).toBe(0.9);
    },
  );

  it('spares those who come the other way while it makes half its speed', () => {
    expect(temper(5, 0, 0.671)).toMatchObject({ push: 0.6, pushAgainst: 0, against: 0.9 });
    const blocked = temper(5, 0, 0.669);
    expect(blocked).toMatchObject({ push: 0.6, pushAgainst: 0.6 });
    expect(blocked.against).toBe(blocked.others);
    // Stuck is stuck, whoever is in the way.
    expect(temper(5, 8, 0.9).against).toBeCloseTo(0.45, 12);
  });

  it('neither pushes nor makes itself narrow while it lets others out', () => {
    expect(temper(5, 0, 0, 1)).toMatchObject({ push: 0, breadth: 0.9, others: 0.9, courtesy: 0 });
    expect(temper(5)).toMatchObject({ push: 0.6, breadth: 0.9 });
    // Stuck, it does all the same: arches break.
    expect(temper(5, 9, 0, 1)).toMatchObject({ push: 0, breadth: 0.45, others: 0.45 });
  });

  it.each([
    [4, 0.9],
    [6, 0.9 * 0.75],
    [8, 0.9 * 0.5],
    [60, 0.9 * 0.5],
  ])('makes itself narrow in its own queue after 4 to 8 s without way: stuck for %d s', (stuck, breadth) => {
    expect(temper(1, stuck).breadth).toBeCloseTo(breadth, 12);
    // Never broader towards others than towards its own queue.
    expect(temper(0.1, stuck).others).toBeCloseTo(breadth, 12);
    expect(temper(0.25, stuck).others).toBeCloseTo(Math.min(breadth, 0.9 * 0.96), 12);
    expect(temper(3, stuck).others).toBeCloseTo(Math.min(breadth, 0.18), 12);
  });

  it('walking on, nobody is narrow, however long it has been near one place', () => {
    expect(temper(0, 60, 1.34).breadth).toBe(0.9);
  });
});

/** What is given to findRoom; towards those who come the other way it is as towards others unless it is said. */
interface Ahead {
  gap?: number;
  follow?: number;
  push?: number;
  courtesy?: number;
  breadth?: number;
  breadthOthers?: number;
  kept?: number;
  pushAgainst?: number;
  breadthAgainst?: number;
  own?: number[];
  pushes?: boolean;
  wanted?: number;
  angle?: number;
}

describe('room ahead', () => {
  /** Metres per second there is room for along x, wanted 1.34. */
  function room(
    others: Other[],
    {
      gap = 1,
      follow = 0.5,
      push = 0.6,
      courtesy = 0.4,
      breadth = 0.9,
      breadthOthers = 0.9,
      kept = 0,
      own = [0, 0],
      pushes = true,
      wanted = 1.34,
      angle = 0,
      ...against
    }: Ahead = {},
  ): number {
    const { pushAgainst = push, breadthAgainst = breadthOthers } = against;

    const thought = mind(scene(others));
    thought.self.set(own, 2);
    thought.temper.set([gap, follow, push, courtesy, breadth, breadthOthers, kept, pushAgainst, breadthAgainst]);
    thought.room[ROOM_X] = Math.cos(angle);
    thought.room[ROOM_Y] = Math.sin(angle);
    thought.room[ROOM_WANTED] = wanted;
    thought.room[ROOM_LEAST] = 0;
    findRoom(thought, selectAhead(thought, 0, thought.nearCount, 0), pushes);
    return thought.room[ROOM_OPEN];
  }

  it('is what is wanted where nobody is, or nobody ahead', () => {
    expect(room([])).toBe(1.34);
    expect(room([{ at: [-0.5, 0] }, { at: [0, 0.41] }, { at: [0, -0.41] }])).toBe(1.34);
  });

  it('is the way between bodies over the time gap, straight ahead', () => {
    expect(room([{ at: [1.4, 0] }])).toBeCloseTo(1, 12);
    expect(room([{ at: [1.4, 0] }], { gap: 2 })).toBeCloseTo(0.5, 12);
    expect(room([{ at: [1.4, 0] }], { wanted: 0.8 })).toBe(0.8);
    expect(room([{ at: [0, 1.4] }], { angle: RIGHT_ANGLE })).toBeCloseTo(1, 12);
    expect(room([{ at: [1.4, 0] }], { angle: RIGHT_ANGLE })).toBe(1.34);
  });

  it('is less by what is kept to everybody, whichever way they go', () => {
    for (const aim of [SAME, OPPOSITE]) expect(room([{ at: [1.4, 0], aim }], { kept: 0.05 })).toBeCloseTo(0.95, 12);
    expect(room([{ at: [1.4, 0], aim: LEFTWARD }], { kept: 0.05, courtesy: 0.2 })).toBeCloseTo(0.75, 12);
    expect(room([{ at: [0.44, 0] }], { kept: 0.05 })).toBe(0);
  });

  it('is longer beside the middle: √(0.4² − 0.24²) = 0.32', () => {
    for (const side of [0.24, -0.24]) expect(room([{ at: [1.32, side] }])).toBeCloseTo(1, 12);
  });

  it('counts those within 0.9 of the sum of the radii aside', () => {
    for (const side of [-1, 1]) {
      expect(room([{ at: [0.8, 0.35 * side] }])).toBeCloseTo(0.8 - Math.sqrt(0.16 - 0.1225), 12);
      expect(room([{ at: [0.8, 0.37 * side] }])).toBe(1.34);
      expect(room([{ at: [1, 0.5 * side], radius: 0.4 }])).toBeCloseTo(1 - Math.sqrt(0.36 - 0.25), 12);
    }
  });

  it('is none, and never less, where bodies touch or overlap', () => {
    expect(room([{ at: [0.4, 0] }])).toBeCloseTo(0, 12);
    expect(room([{ at: [0.3, 0] }])).toBe(0);
    expect(room([{ at: [0.01, 0.3] }])).toBe(0);
  });

  it('is that of the nearest obstacle, in any order', () => {
    const others: Other[] = [{ at: [1.5, 0] }, { at: [0.9, 0] }, { at: [1.2, 0] }];
    expect(room(others)).toBeCloseTo(0.5, 12);
    expect(room(others.toReversed())).toBeCloseTo(0.5, 12);
  });

  it('grows by half of the speed with which one who goes the same way leaves', () => {
    const before = { own: [0.4, 0] };
    expect(room([{ at: [0.9, 0], v: [0.8, 0] }], before)).toBeCloseTo(0.5 + 0.5 * 0.4, 12);
    // Only the part along the direction counts.
    expect(room([{ at: [0.9, 0], v: [0.8, 0.7], aim: [0.96, 0.28] }], before)).toBeCloseTo(0.7, 12);
    // Slower ones take nothing away.
    expect(room([{ at: [0.9, 0], v: [0.1, 0] }], before)).toBeCloseTo(0.5, 12);
    expect(room([{ at: [0.9, 0], v: [-1, 0] }], before)).toBeCloseTo(0.5, 12);
    // And never more than is wanted.
    expect(room([{ at: [0.9, 0], v: [9, 0] }], before)).toBe(1.34);
  });

  it('is nearer to the pace of one who goes the same way, the further aside that one is', () => {
    const before = { own: [0.9, 0] };
    // In the middle 0.3; at 0.24 of 0.36 aside two thirds of the way from (0.7 − 0.32) to 0.9; at the edge all of it.
    expect(room([{ at: [0.7, 0], v: [0.9, 0] }], before)).toBeCloseTo(0.3, 12);
    for (const side of [1, -1]) {
      expect(room([{ at: [0.7, 0.24 * side], v: [0.9, 0] }], before)).toBeCloseTo(0.38 + (2 / 3) * 0.52, 12);
      expect(room([{ at: [0.7, 0.36 * side], v: [0.9, 0] }], before)).toBeCloseTo(0.9, 12);
    }
    // Not of those who walk another way, nor of those who are slower than there is room for, nor faster than is wanted.
    expect(room([{ at: [0.9, 0.24], v: [0.9, 0], aim: OPPOSITE }], { ...before, pushes: false })).toBeCloseTo(0.58, 12);
    expect(room([{ at: [0.9, 0.24], v: [0.2, 0] }], before)).toBeCloseTo(0.58, 12);
    expect(room([{ at: [0.7, 0.36], v: [1.7, 0] }], { own: [1.7, 0] })).toBeCloseTo(1.34, 12);
  });

  it('does not grow for those who go another way, wherever they move', () => {
    for (const aim of [LEFTWARD, RIGHTWARD, OPPOSITE, [0.6, 0.8] as [number, number]]) {
      const options = { courtesy: 0, push: 0, own: [0, 0] };
      expect(room([{ at: [0.9, 0], v: [1, 0], aim }], options)).toBeCloseTo(0.5, 12);
    }
  });

  it('is less by courtesy for those who cross, not for those who come or go along', () => {
    const options = { push: 0 };
    for (const aim of [LEFTWARD, RIGHTWARD, [0.8, 0.6], [-0.48, Math.sqrt(1 - 0.48 ** 2)]] as [number, number][]) {
      expect(room([{ at: [1.4, 0], aim }], options)).toBeCloseTo(0.6, 12);
      expect(room([{ at: [1.4, 0], aim }], { ...options, gap: 2 })).toBeCloseTo(0.3, 12);
      expect(room([{ at: [0.6, 0], aim }], options)).toBe(0);
    }
    for (const aim of [SAME, OPPOSITE, [0.96, 0.28], [-0.6, 0.8]] as [number, number][]) {
      expect(room([{ at: [1.4, 0], aim }], options)).toBeCloseTo(1, 12);
    }
    // Further off than the speed wanted needs, but not with courtesy.
    expect(room([{ at: [2, 0], aim: LEFTWARD }], options)).toBeCloseTo(1.2, 12);
  });

  it('is at least the push against those who go another way, never against its own queue', () => {
    for (const aim of [LEFTWARD, OPPOSITE]) {
      expect(room([{ at: [0.5, 0], aim }])).toBeCloseTo(0.6, 12);
      expect(room([{ at: [0.5, 0], aim }], { pushes: false, courtesy: 0 })).toBeCloseTo(0.1, 12);
      expect(room([{ at: [1.3, 0], aim }], { courtesy: 0 })).toBeCloseTo(0.9, 12);
    }
    expect(room([{ at: [0.5, 0] }])).toBeCloseTo(0.1, 12);
    expect(room([{ at: [0.5, 0], aim: OPPOSITE }], { pushAgainst: 0.3 })).toBeCloseTo(0.3, 12);
    expect(room([{ at: [0.5, 0], aim: LEFTWARD }], { pushAgainst: 0.3 })).toBeCloseTo(0.6, 12);
    // Not into somebody at 0.65 of the sum of the radii, as near as pressed bodies get.
    for (const aim of [LEFTWARD, OPPOSITE]) {
      expect(room([{ at: [0.261, 0], aim }])).toBeCloseTo(0.6, 12);
      expect(room([{ at: [0.259, 0], aim }])).toBe(0);
    }
    // One of its own queue beside one who comes: the queue counts.
    expect(room([{ at: [0.5, 0] }, { at: [0.5, 0.1], aim: OPPOSITE }])).toBeCloseTo(0.1, 12);
  });

  it('is narrower by what patience says, for others and for the own queue apart', () => {
    const beside = { at: [0.8, 0.25] as [number, number] };
    const between = 0.8 - Math.sqrt(0.16 - 0.0625);
    expect(room([beside], { breadthOthers: 0.5 })).toBeCloseTo(between, 12);
    expect(room([beside], { breadth: 0.5 })).toBe(1.34);
    const comes = { ...beside, aim: OPPOSITE };
    expect(room([comes], { breadth: 0.5, push: 0 })).toBeCloseTo(between, 12);
    expect(room([comes], { breadthAgainst: 0.5, push: 0 })).toBe(1.34);
    expect(room([comes], { breadthOthers: 0.5, breadthAgainst: 0.9, push: 0 })).toBeCloseTo(between, 12);
    expect(room([{ ...beside, aim: LEFTWARD }], { breadthOthers: 0.5, breadthAgainst: 0.9, push: 0 })).toBe(1.34);
  });

  describe('of two who come together from the sides', () => {
    /** From the right, 0.3 m ahead of me on my way; I am `lead` ahead on its way. */
    const crosser = (lead: number, aim = LEFTWARD): Other => ({ at: [0.3, -lead], aim });

    it('the one further ahead on the other’s path goes first, the other waits', () => {
      expect(room([crosser(0.35)], { push: 0 })).toBeCloseTo(0.6, 12);
      // The same two, seen by the other: it walks along x now, and I come from its left.
      expect(room([{ at: [0.35, 0.3], aim: RIGHTWARD }], { push: 0 })).toBe(0);
    });

    it('mirrored, too', () => {
      expect(room([{ at: [0.3, 0.35], aim: RIGHTWARD }], { push: 0 })).toBeCloseTo(0.6, 12);
      expect(room([{ at: [0.35, -0.3], aim: LEFTWARD }], { push: 0 })).toBe(0);
    });

    it('who is behind, or level, waits', () => {
      for (const lead of [0.1, 0.25, 0.3]) expect(room([crosser(lead)], { push: 0 })).toBe(0);
    });

    it('nobody goes first against those who come the other way', () => {
      expect(room([{ at: [0.1, -0.35], aim: [-0.6, 0.8] }], { push: 0 })).toBe(0);
      expect(room([{ at: [0.1, -0.35], aim: [-0.4, Math.sqrt(0.84)] }], { push: 0 })).toBeCloseTo(0.6, 12);
    });

    it('not faster than there is room anyway', () => {
      expect(room([crosser(0.35)], { push: 0, wanted: 0.5 })).toBe(0.5);
      expect(room([crosser(0.35), { at: [0.6, 0] }], { push: 0 })).toBeCloseTo(0.2, 12);
    });
  });

  it('is what the formulas give one by one, for any crowd', () => {
    const random = createRandom(11);
    let slower = 0;
    for (let round = 0; round < 400; round++) {
      const others = Array.from({ length: 12 }, (): Other => {
        const way = random.between(0, 4 * RIGHT_ANGLE);
        return {
          at: [random.between(-3, 3), random.between(-1, 1)],
          v: [random.between(-1.5, 1.5), random.between(-1.5, 1.5)],
          aim: [Math.cos(way), Math.sin(way)],
          radius: random.between(0.15, 0.35),
        };
      });
      const options = {
        gap: random.between(0.2, 2),
        courtesy: random.between(0, 1),
        push: random.between(0, 1),
        breadth: random.between(0.4, 0.9),
        breadthOthers: random.between(0.1, 0.9),
        pushAgainst: random.between(0, 1),
        breadthAgainst: random.between(0.1, 0.9),
        own: [random.between(0, 1.5), random.between(-0.3, 0.3)] as [number, number],
        angle: random.between(-1.4, 1.4),
        pushes: round % 2 === 0,
      };
      const [ex, ey] = [Math.cos(options.angle), Math.sin(options.angle)];
      const speeds = others.map(({ at: [x, y], v: [vx, vy] = [0, 0], aim: [ax, ay] = SAME, radius = 0.2 }) => {
        const [ahead, aside, sum] = [x * ex + y * ey, Math.abs(x * ey - y * ex), 0.2 + radius];
        // Its path is along x: ax is the cosine between both.
        const isSame = ax > 0.9;
        const isAgainst = ax <= -0.5;
        const breadth = isSame ? options.breadth : isAgainst ? options.breadthAgainst : options.breadthOthers;
        if (ahead <= 0 || aside > sum * breadth) return 1.34;
        let speed = (ahead - Math.sqrt(sum ** 2 - aside ** 2)) / options.gap;
        const pace = vx * ex + vy * ey;
        if (isSame) {
          speed += 0.5 * Math.max(0, pace - options.own[0] * ex - options.own[1] * ey);
          speed += (aside / (sum * options.breadth)) * Math.max(0, Math.min(pace, 1.34) - speed);
        } else if (ax > -0.5) speed -= options.courtesy / options.gap;
        const isPacked = Math.hypot(x, y) <= 0.65 * sum;
        if (!isSame && !isPacked && options.pushes) {
          speed = Math.max(speed, isAgainst ? options.pushAgainst : options.push);
        }
        if (!isPacked && ax > -0.5 && -x * ax - y * ay > ahead) speed = Math.max(speed, 0.6);
        return Math.max(0, speed);
      });
      const expected = Math.min(1.34, ...speeds);
      if (expected < 1.34) slower++;
      expect(room(others, options)).toBeCloseTo(expected, 9);
    }
    expect(slower).toBeGreaterThan(150);
  });
});

describe('headway', () => {
  function keep(
    others: Other[],
    wanted: [number, number],
    change: Partial<Profile> = {},
    held = 0,
    own = [0, 0],
  ): number[] {
    const at = scene(others, change);
    at.crowd.held[0] = held;
    const thought = mind(at);
    feelHeld(at.view, 0, thought);
    thought.aheadCount = selectAhead(thought, 0, thought.nearCount, 0);
    thought.self.set(own, 2);
    thought.velocity.set(wanted);
    keepHeadway(at.view, 0, thought);
    return Array.from(thought.velocity);
  }

  it('walks at the speed there is room for, in the direction it has', () => {
    const [vx, vy] = keep([{ at: [0.9, 0] }], [1.34, 0]) as [number, number];
    expect(vx).toBeCloseTo(0.5, 12);
    expect(vy).toBe(0);
    const [wx, wy] = keep([{ at: [0.72, 0.54] }], [0.8, 0.6]) as [number, number];
    expect(wx).toBeCloseTo(0.4, 12);
    expect(wy).toBeCloseTo(0.3, 12);
  });

  it('brakes by 0.5 m/s² as long as it could stop by 3 m/s², else at once', () => {
    // 0.7 m are left, 0.7 m/s; from 1.3 m/s it could stop in 0.28 m.
    expect(keep([{ at: [1.1, 0] }], [1.34, 0], {}, 0, [1.3, 0])[0]).toBeCloseTo(1.25, 12);
    expect(keep([{ at: [1.1, 0] }], [1.34, 0], {}, 0, [0.72, 0])[0]).toBeCloseTo(0.7, 12);
    // 0.15 m are left: √(2 · 3 · 0.15) = 0.949 m/s at most.
    expect(keep([{ at: [0.55, 0] }], [1.34, 0], {}, 0, [1.3, 0])[0]).toBeCloseTo(Math.sqrt(0.9), 12);
    // Touching: it stands.
    expect(keep([{ at: [0.4, 0] }], [1.34, 0], {}, 0, [1.3, 0])[0]).toBeCloseTo(0, 12);
    // One who walks on at 0.8 m/s leaves the way it needs to stop, besides: 0.05 m, and 0.8² / (2 · 3).
    expect(keep([{ at: [0.45, 0], v: [0.8, 0] }], [1.34, 0], {}, 0, [1.3, 0])[0]).toBeCloseTo(Math.sqrt(0.94), 12);
    // One who comes at 1 m/s takes half a metre of it: 0.2 m are left.
    const comes: Other = { at: [1.1, 0], aim: OPPOSITE, v: [-1, 0] };
    expect(keep([comes], [1.34, 0], {}, 0, [1.3, 0])[0]).toBeCloseTo(Math.sqrt(1.2), 12);
  });

  it('up to the top speed: also of those who hurry past somebody', () => {
    expect(keep([{ at: [1.9, 0] }], [1.7, 0])[0]).toBeCloseTo(1.5, 12);
    expect(keep([{ at: [2.2, 0] }], [1.7, 0])).toEqual([1.7, 0]);
  });

  it('leaves a free way as it is, and who stands standing', () => {
    expect(keep([], [1.34, 0])).toEqual([1.34, 0]);
    expect(keep([{ at: [0.5, 0.5] }], [1.34, 0])).toEqual([1.34, 0]);
    expect(keep([{ at: [0.5, 0] }], [0, 0])).toEqual([0, 0]);
  });

  it('pushes on, where it has been held up by others', () => {
    expect(keep([{ at: [0.5, 0], aim: OPPOSITE }], [1.34, 0])[0]).toBeCloseTo(0.1, 12);
    expect(keep([{ at: [0.5, 0], aim: OPPOSITE }], [1.34, 0], {}, 2)[0]).toBeCloseTo(0.6, 12);
    expect(keep([{ at: [0.5, 0], aim: OPPOSITE }], [1.34, 0], { push: 0 }, 2)[0]).toBeCloseTo(0.1, 12);
    expect(keep([{ at: [0.5, 0], aim: OPPOSITE }], [0.4, 0], {}, 2)).toEqual([0.4, 0]);
    expect(keep([{ at: [0.5, 0] }], [1.34, 0], {}, 2)[0]).toBeCloseTo(0.1, 12);
  });

  it('is left out by a time gap of 0', () => {
    expect(keep([{ at: [0.5, 0] }], [1.34, 0], { timeGap: 0 })).toEqual([1.34, 0]);
  });

  it('never makes anybody faster, nor turns it', () => {
    const random = createRandom(5);
    let slower = 0;
    for (let round = 0; round < 300; round++) {
      const others = Array.from({ length: 6 }, (): Other => {
        const way = random.between(0, 4 * RIGHT_ANGLE);
        return {
          at: [random.between(-1, 1), random.between(-1, 1)],
          v: [random.between(-2, 2), random.between(-2, 2)],
          aim: [Math.cos(way), Math.sin(way)],
        };
      });
      const wanted: [number, number] = [random.between(-1.5, 1.5), random.between(-1.5, 1.5)];
      const [vx, vy] = keep(others, wanted, { push: 3, follow: 2 }, random.between(0, 2)) as [number, number];
      const [before, after] = [Math.hypot(...wanted), Math.hypot(vx, vy)];
      expect(after).toBeLessThanOrEqual(before * (1 + 1e-15));
      expect(vx * wanted[1] - vy * wanted[0]).toBeCloseTo(0, 12);
      expect(vx * wanted[0] + vy * wanted[1]).toBeGreaterThanOrEqual(0);
      if (after < before) slower++;
    }
    expect(slower).toBeGreaterThan(50);
  });
});

describe('collisions that are foreseen', () => {
  /** Seconds until one who walks 1 m/s along x meets those who stand. */
  function timeTo(from: number, ...places: number[]): number {
    const thought = mind(scene(places.map((x) => ({ at: [x, 0] }))));
    thought.self[SELF_FORESEEN] = from;
    findCollision(thought, Float64Array.of(1, 0), 0);
    return thought.collision[0];
  }

  it('are those further off than what is a matter of room', () => {
    expect(timeTo(-Infinity, 1)).toBeCloseTo(0.6, 12);
    expect(timeTo(0.5, 1)).toBeCloseTo(0.6, 12);
    expect(timeTo(0.7, 1)).toBe(Infinity);
    expect(timeTo(0.7, 1, 2)).toBeCloseTo(1.6, 12);
    expect(timeTo(-Infinity, 1, 2)).toBeCloseTo(0.6, 12);
  });
});
