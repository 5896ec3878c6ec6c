/** Looking around: where it turns, to which side, how far, and what is faced; against cases computed by hand. */
import { describe, expect, it } from 'vitest';
import { LEFTWARD, mind, OPPOSITE, type Other, RIGHTWARD, SAME, scene } from '../../../test/dense-scene.ts';
import { createRandom } from '../../../test/random.ts';
import type { Profile } from '../../crowd/profiles.ts';
import { lookAround } from './fan.ts';
import { FIRST_LEFT, FIRST_RIGHT } from './path-funnel.ts';
import { feelHeld } from './patience.ts';
import { TURN } from './turns.ts';

/** Directions as they are kept, three places each. */
const KEPT = [0, 10, -10, 20, -20, 30, -30, 45, -45, 60, -60, 80, -80];

interface Looking {
  wanted?: number;
  /** Metres per second at which it walks; 1.34 if not said. */
  walks?: number;
  change?: Partial<Profile>;
  walls?: number[][];
  /** Degrees it walked to the left of its path before. */
  before?: number;
  /** Others it minds itself; all if not said. */
  minds?: number;
  /** How often it has looked. */
  looked?: number;
  /** Of each slot, its neighbours. */
  neighbours?: number[][];
  /** Is it about to enter a passage? */
  enters?: boolean;
}

interface Seen {
  /** Whole degrees to the left; metres per second; what is faced; how many were looked at. */
  turned: number;
  speed: number;
  faced: number;
  wider: number;
  /** 1: it lets others out first. */
  letsOut: number;
}

function look(
  others: Other[],
  {
    wanted = 1.34,
    walks = 1.34,
    change,
    walls,
    before = 0,
    minds,
    looked = 0,
    neighbours,
    enters = false,
  }: Looking = {},
): Seen {
  const at = scene(others, { courtesy: 0, ...change }, walls);
  const { crowd, view } = at;
  if (neighbours !== undefined) {
    view.first = Int32Array.from([0, ...neighbours.keys()].map((_, k) => neighbours.slice(0, k).flat().length));
    view.item = Int32Array.from(neighbours.flat());
  }
  // Who keeps left has all directions the other way round.
  crowd.swerve[0] = 3 * KEPT.indexOf((change?.keepSide ?? 1) < 0 && before !== 0 ? -before : before);
  const thought = mind(at, minds);
  thought.mark = looked;
  // Not held up yet, even if it stands.
  thought.self.set([1.34, 0], 2);
  feelHeld(view, 0, thought);
  thought.self.set([walks, 0], 2);
  thought.velocity.set([wanted, 0]);
  if (enters) {
    // A passage along x, 3 m ahead and 2 m wide: corners at (3, −1) on the right and (3, 1) on the left.
    view.prepared = {
      turns: { corner: Float64Array.of(3, -1, 1, 0, 0, -1, 2, 1, 3, 1, 0, 1, 1, 0, 2, 1) },
    } as unknown as typeof view.prepared;
    thought.lane[FIRST_RIGHT] = 0;
    thought.lane[FIRST_LEFT] = TURN;
  }
  crowd.letsOut[0] = 1;
  lookAround(view, 0, thought);
  const [vx, vy] = thought.velocity as unknown as [number, number];
  const degrees = (180 * Math.atan2(vy, vx)) / Math.PI;
  const turned = Math.round(degrees) + 0;
  expect(degrees).toBeCloseTo(turned, 9);
  return {
    turned,
    speed: Math.hypot(vx, vy),
    faced: crowd.nextFacing[0],
    wider: thought.widerCount,
    letsOut: crowd.letsOut[0],
  };
}

/** A metre straight ahead, of the own queue: straight on there is room for 0.6 m/s. */
const BEFORE: Other = { at: [1, 0] };
/** Standing, it may turn as far as it likes. */
const STANDS: Looking = { walks: 0 };

/** People right before it, up to so many degrees to each side. With 20°, the only free way is at 80°. */
function fence(upTo: number, faces = 0): Other[] {
  return Array.from({ length: 36 }, (_, k) => 10 * k - 180)
    .filter((degrees) => Math.abs(degrees) <= upTo)
    .map((degrees) => (degrees * Math.PI) / 180)
    .map((angle) => ({ at: [0.45 * Math.cos(angle), 0.45 * Math.sin(angle)], faces }));
}

describe('straight on', () => {
  it('as before, where nobody is minded or ahead, and nothing is faced', () => {
    for (const others of [[], [{ at: [-1, 0] }], [{ at: [2, 1.5] }]] as Other[][]) {
      expect(look(others, { before: 30 })).toMatchObject({ turned: 0, speed: 1.34, faced: 0 });
    }
  });

  it('where it costs less than a twentieth of the speed', () => {
    // 1.34 · 0.95 = 1.273
    expect(look([{ at: [1.68, 0] }])).toMatchObject({ turned: 0, speed: 1.34 });
    expect(look([{ at: [1.66, 0] }]).turned).not.toBe(0);
  });

  it('where the profile has no swerve, or no time gap', () => {
    for (const change of [{ swerve: 0 }, { timeGap: 0 }]) {
      for (const other of [BEFORE, { ...BEFORE, aim: OPPOSITE }]) {
        expect(look([other], { change, before: 20 })).toMatchObject({ turned: 0, speed: 1.34, faced: 0 });
      }
    }
  });
});

describe('round somebody ahead', () => {
  it('as far as needed, at the speed there is', () => {
    // At 20°, 0.342 m aside, it is in the way: 0.65 − … At 30° the way is free: 1.34 · 0.866 − 0.21 · 0.524 = 1.05; at 45°: 0.78.
    const { turned, speed } = look([BEFORE], STANDS);
    expect(Math.abs(turned)).toBe(30);
    expect(speed).toBeCloseTo(1.34, 12);
  });

  it('on the side where it went before', () => {
    expect(look([BEFORE], { ...STANDS, before: 30 }).turned).toBe(30);
    expect(look([BEFORE], { ...STANDS, before: -30 }).turned).toBe(-30);
    expect(look([BEFORE], { ...STANDS, before: -10 }).turned).toBe(-30);
  });

  it('on the nearer side: 0.2 m to the left of the line, 10° to the right pass it at 0.371 m', () => {
    expect(look([{ at: [1, 0.2] }])).toMatchObject({ turned: -10 });
    expect(look([{ at: [1, -0.2] }])).toMatchObject({ turned: 10 });
    expect(look([{ at: [1, 0.2] }], { before: 10 }).turned).toBe(-10);
  });

  it('not further than its swerve', () => {
    // 20°: (0.9397 − √(0.16 − 0.117)) · 0.9397 − 0.21 · 0.349 = 0.615; 10°: 0.578; straight on: 0.6.
    const { turned, speed } = look([BEFORE], { ...STANDS, change: { swerve: 25 } });
    expect(Math.abs(turned)).toBe(20);
    const [sine, cosine] = [Math.sin(Math.PI / 9), Math.cos(Math.PI / 9)];
    expect(speed).toBeCloseTo(cosine - Math.sqrt(0.16 - sine * sine), 9);
    expect(Math.abs(look([BEFORE], { ...STANDS, change: { swerve: 15 } }).turned)).toBe(0);
  });

  it('looks up to 80° and no further', () => {
    // 80°: 1.34 · 0.174 − 0.15 · 1.396 = 0.023; straight on 0.05 − 0.06 · 1.396, less between.
    const wide = look(fence(20), { ...STANDS, before: 80 });
    expect(Math.abs(wide.turned)).toBe(80);
    expect(wide.speed).toBeCloseTo(1.34, 12);
  });

  it('at least at half a metre per second, or as wanted', () => {
    const ring: Other[] = Array.from({ length: 24 }, (_, k) => (k * Math.PI) / 12).map((angle) => ({
      at: [0.45 * Math.cos(angle), 0.45 * Math.sin(angle)],
    }));
    expect(look(ring).speed).toBeCloseTo(0.5, 12);
    expect(look(ring, { wanted: 0.3 }).speed).toBeCloseTo(0.3, 12);
  });
});

describe('walking and facing nobody', () => {
  it('it steps aside at 0.3 m/s at most', () => {
    // 1.34 · sin 10° = 0.23, sin 20° = 0.46. At 10° the one before leaves 0.578, less than the 0.6 straight on.
    expect(look([{ at: [1, 0.2] }]).turned).toBe(-10);
    expect(look([BEFORE])).toMatchObject({ turned: 0, speed: 0.6 });
    // sin 20°: 0.88 m/s is too fast; sin 30°: 0.6 m/s.
    const turned = (walks: number) => Math.abs(look([BEFORE], { walks }).turned);
    expect([0.88, 0.87, 0.61, 0.59, 0.5].map(turned)).toEqual([0, 20, 20, 30, 30]);
    // sin 45°: 0.424 m/s; sin 60°: 0.346; sin 80°: 0.305. Past somebody 0.45 m ahead the way is free from 60° on.
    const wide = (walks: number) => Math.abs(look([{ at: [0.45, 0] }], { walks }).turned);
    expect([0.35, 0.34, 0].map(wide)).toEqual([0, 60, 60]);
    const widest = (walks: number) => look(fence(20), { walks, before: 80 }).turned;
    expect([0.31, 0.3, 0].map(widest)).toEqual([0, 80, 80]);
  });

  it('also where it walked further aside before', () => {
    expect(look([BEFORE], { walks: 1.34, before: 30 }).turned).toBe(0);
  });

  it('there is no such limit while something is faced', () => {
    // 0.9 · 0.02 is less than counts as faced, 0.9 · 0.05 more; it makes the right the better side.
    expect(look([{ ...BEFORE, faces: 0.02 }]).turned).toBe(0);
    expect(look([{ ...BEFORE, faces: 0.05 }]).turned).toBe(-30);
    expect(look([{ at: [0.45, 0], faces: 0.05 }]).turned).toBe(-60);
    expect(look(fence(20, 0.05), { before: -80 }).turned).toBe(-80);
  });
});

describe('before walls', () => {
  // Floor on the left of a wall: this one is 0.5 m to the left of the walker, that one to its right.
  const LEFT_WALL = [5, 0.5, -5, 0.5];
  const RIGHT_WALL = [-5, -0.5, 5, -0.5];

  it('it turns to the free side', () => {
    // 30° to the left: 0.3 m to the wall over sin 30°: 0.6 m/s.
    expect(look([BEFORE], { ...STANDS, walls: [LEFT_WALL] })).toMatchObject({ turned: -30 });
    expect(look([BEFORE], { ...STANDS, walls: [RIGHT_WALL] })).toMatchObject({ turned: 30 });
  });

  it('it turns less between two', () => {
    // 20°: 0.3/0.342 = 0.88 m to the wall, 0.73 to the one ahead: 0.615; 30°: 0.6 · 0.866 − … = 0.462.
    expect(Math.abs(look([BEFORE], { ...STANDS, walls: [LEFT_WALL, RIGHT_WALL] }).turned)).toBe(20);
  });

  it('what is behind their ends is free', () => {
    expect(look([BEFORE], { ...STANDS, walls: [[-0.5, 0.5, -5, 0.5], RIGHT_WALL] }).turned).toBe(30);
    expect(look([BEFORE], { ...STANDS, walls: [[5, 0.5, 1.3, 0.5], RIGHT_WALL] }).turned).toBe(30);
    expect(look([BEFORE], { ...STANDS, walls: [[5, 0.5, 0.4, 0.5], RIGHT_WALL] }).turned).not.toBe(30);
  });

  it('straight on, the path knows', () => {
    expect(look([{ at: [2, 1] }], { walls: [[0.5, -1, 0.5, 1]] })).toMatchObject({ turned: 0, speed: 1.34 });
  });
});

describe('keeping to a side', () => {
  /** Two metres ahead there is room for 1.6 m/s: nothing but the side matters. */
  const COMES: Other = { at: [2, 0], aim: OPPOSITE };

  it('right of those who come, left below 0, neither at 0', () => {
    // 10°: 1.320 + 0.5 · 0.174 − 0.21 · 0.175 = 1.370; 20°: 1.357; straight on: 1.34.
    expect(look([COMES])).toMatchObject({ turned: -10, faced: 1 });
    expect(look([COMES], { change: { keepSide: -0.5 } }).turned).toBe(10);
    // 30°: 1.160 + 0.5 − 0.110 = 1.550; 20°: 1.528; 45°: 1.490.
    expect(look([COMES], { change: { keepSide: 1 } }).turned).toBe(-30);
    expect(look([COMES], { change: { keepSide: 0 } })).toMatchObject({ turned: 0, speed: 1.34 });
    expect(look([COMES], { change: { keepSide: 0.1 } }).turned).toBe(0);
  });

  /** They walk at one pace: both are at (2, 0) at once. */
  const FROM_RIGHT: Other = { at: [2, -2], aim: LEFTWARD };
  const FROM_LEFT: Other = { at: [2, 2], aim: RIGHTWARD };

  it('behind those who cross: on the side they come from', () => {
    expect(look([FROM_RIGHT])).toMatchObject({ turned: -10, faced: 1 });
    expect(look([FROM_LEFT])).toMatchObject({ turned: 10, faced: -1 });
    // Also where one keeps left of those who come.
    expect(look([FROM_RIGHT], { change: { keepSide: -0.5 } }).turned).toBe(-10);
    expect(look([FROM_LEFT], { change: { keepSide: -0.5 } }).turned).toBe(10);
    // Of a slanting path the part across counts. Met at (2, 0), (1.5, 0) and (1.5, 0).
    expect(look([{ at: [0.8, 1.6], aim: [0.6, -0.8] }]).faced).toBeCloseTo(-0.8, 12);
    const across = Math.sqrt(0.96);
    expect(look([{ at: [1.8, -1.5 * across], aim: [-0.2, across] }]).faced).toBeCloseTo(across, 12);
    // From about 107° on it comes the other way.
    const slanting = Math.sqrt(0.84);
    expect(look([{ at: [2.1, 1.5 * slanting], aim: [-0.4, -slanting] }]).faced).toBe(1);
  });

  it('only of those one would meet: fully up to 0.5 m, not at all from 1.2 m on', () => {
    // Somebody crossing from (2, −y) comes as near as (2 − y)/√2. 0.845 is half-way between the squares of 0.5 and 1.2.
    const crosses = (y: number): Other => ({ at: [2, -y], aim: LEFTWARD });
    expect(look([crosses(2 - 0.49 * Math.SQRT2)]).faced).toBeCloseTo(1, 12);
    expect(look([crosses(0.7)]).faced).toBeCloseTo(0.5, 12);
    expect(look([crosses(2 - 1.21 * Math.SQRT2)])).toMatchObject({ faced: 0, turned: 0 });
    expect(look([crosses(0)])).toMatchObject({ faced: 0, turned: 0 });
    // Somebody coming the other way is nearest when beside the walker.
    const comes = (y: number): Other => ({ at: [1.5, y], aim: OPPOSITE });
    expect(look([comes(0.49)]).faced).toBe(1);
    expect(look([comes(-Math.sqrt(0.845))]).faced).toBeCloseTo(0.5, 12);
    expect(look([comes(1.21)]).faced).toBe(0);
    // People it will not meet still count among those ahead.
    const [near, far] = [3 - 1.5, 3 - Math.hypot(1.5, 1.3)];
    expect(look([{ at: [1.5, 0], aim: OPPOSITE }, comes(1.3)]).faced).toBeCloseTo(near / (near + far), 12);
  });

  it('what those ahead face is passed on, by nine tenths', () => {
    expect(look([{ at: [2, 0], faces: 1 }]).faced).toBeCloseTo(0.9, 12);
    expect(look([{ at: [2, 0], faces: -0.5 }]).faced).toBeCloseTo(-0.45, 12);
    expect(look([{ at: [2, 0], faces: 1 }]).turned).toBe(-10);
    expect(look([{ at: [2, 0], faces: -1 }]).turned).toBe(10);
    // Only by those who go the same way.
    expect(look([{ at: [2, 0], aim: OPPOSITE, faces: -1 }]).faced).toBe(1);
    expect(look([{ ...FROM_RIGHT, faces: -1 }]).faced).toBe(1);
  });

  it('near ones weigh more, up to 3 m, and those behind nothing', () => {
    const comes = (x: number): Other => ({ at: [x, 0.5], aim: OPPOSITE });
    const goes = (x: number): Other => ({ at: [x, -0.5] });
    const far = (x: number) => 3 - Math.hypot(x, 0.5);
    expect(look([comes(1), goes(2)]).faced).toBeCloseTo(far(1) / (far(1) + far(2)), 12);
    expect(look([comes(2), goes(1)]).faced).toBeCloseTo(far(2) / (far(1) + far(2)), 12);
    expect(look([comes(3), goes(1)]).faced).toBe(0);
    expect(look([comes(-1), comes(-0.01)])).toMatchObject({ faced: 0, turned: 0 });
  });

  it('somebody who stands has no path, and is no side to keep to', () => {
    expect(look([{ at: [2, 0], aim: [0, 0] }]).faced).toBe(0);
  });
});

describe('looking further', () => {
  const FAR: Other = { at: [2, 0.3], aim: OPPOSITE };
  const NEXT: Other = { at: [1, 0.2], aim: SAME, faces: 0.5 };
  const [near, far] = [3 - Math.hypot(1, 0.2), 3 - Math.hypot(2, 0.3)];

  it('those beside the ones ahead count, each once', () => {
    const neighbours = [[1], [0, 2, 2], [1]];
    const { faced, wider } = look([NEXT, FAR], { minds: 1, neighbours });
    expect(wider).toBe(2);
    expect(faced).toBeCloseTo((0.45 * near + far) / (near + far), 12);
    // The same, as if it minded both itself.
    expect(look([NEXT, FAR], { minds: 2, neighbours: [[1, 2], [0, 2], [1]] })).toEqual(
      look([NEXT, FAR], { minds: 1, neighbours }),
    );
  });

  it('also once, where many have looked before: marks are 32 bits', () => {
    const neighbours = [[1], [0, 2, 2], [1, 1]];
    for (const looked of [2 ** 31 - 2, 2 ** 31 - 1, -(2 ** 31), -2, -1]) {
      expect(look([NEXT, FAR], { minds: 1, neighbours, looked }).wider).toBe(2);
    }
  });

  it('not those beside people behind it, further than 3 m off, or behind it', () => {
    const neighbours = [[1], [0, 2], [1]];
    expect(look([NEXT, { ...FAR, at: [3.01, 0] }], { minds: 1, neighbours }).wider).toBe(1);
    expect(look([NEXT, { ...FAR, at: [-0.1, 1] }], { minds: 1, neighbours }).wider).toBe(1);
    const ofBehind = [[1, 3], [0], [3], [0, 2]];
    expect(look([NEXT, FAR, { at: [-1, 0] }], { minds: 1, neighbours: ofBehind }).wider).toBe(1);
  });

  it('only where something is faced', () => {
    const neighbours = [[1], [0, 2], [1]];
    expect(look([{ ...NEXT, faces: 0 }, FAR], { minds: 1, neighbours })).toMatchObject({ wider: 1, faced: 0 });
  });
});

describe('letting others out', () => {
  const COMES: Other = { at: [2, 0], aim: OPPOSITE };

  it('of the passage it is about to enter', () => {
    expect(look([COMES], { enters: true }).letsOut).toBe(1);
    expect(look([COMES]).letsOut).toBe(0);
    // Also people it will not meet: they come out beside it.
    expect(look([{ at: [2, 1.5], aim: OPPOSITE }], { enters: true }).letsOut).toBe(1);
  });

  it('not where nobody comes', () => {
    for (const others of [
      [],
      [{ at: [2, 0] }],
      [{ at: [2, -2], aim: LEFTWARD }],
      // Behind it, and ahead, but past it already on their own path.
      [{ at: [-1, 0], aim: OPPOSITE }],
      [{ at: [0.1, 1.5], aim: [-0.4, Math.sqrt(0.84)] }],
      [{ at: [3.01, 0], aim: OPPOSITE }],
    ] as Other[][]) {
      expect(look(others, { enters: true }).letsOut).toBe(0);
    }
    expect(look([COMES], { enters: true, change: { swerve: 0 } }).letsOut).toBe(0);
  });

  it('from a twentieth of those ahead on, near ones weighing more', () => {
    // Weights: 1.5 for each in the queue ahead, 0.1 for the one coming out: 0.1 of 1.6, and 0.1 of 3.1.
    const far: Other = { at: [2.9, 0], aim: OPPOSITE };
    const queue: Other[] = [{ at: [1.5, 0] }, { at: [0.9, 1.2] }];
    expect(look([far, queue[0]], { enters: true }).letsOut).toBe(1);
    expect(look([far, ...queue], { enters: true }).letsOut).toBe(0);
  });
});

describe('mirrored', () => {
  it('everybody on the other side, and keeping to the other side: the mirrored way', () => {
    const random = createRandom(3);
    let turned = 0;
    for (let round = 0; round < 300; round++) {
      const others = Array.from({ length: 7 }, (): Other => {
        const way = random.between(-Math.PI, Math.PI);
        return {
          at: [random.between(-1, 2.5), random.between(-1.5, 1.5)],
          v: [random.between(-1, 1), random.between(-1, 1)],
          aim: [Math.cos(way), Math.sin(way)],
          radius: random.between(0.15, 0.25),
        };
      });
      const before = random.pick([0, 10, -30, 60]);
      const mirrored = others.map(
        ({ at, v, aim, ...rest }): Other => ({
          ...rest,
          at: [at[0], -at[1]],
          v: [v![0], -v![1]],
          aim: [aim![0], -aim![1]],
        }),
      );
      const walks = random.pick([0, 0.5, 1.34]);
      const wall = [3, 0.9, -3, 0.8];
      const mirroredWall = [-3, -0.8, 3, -0.9];
      const one = look(others, { walks, before, walls: [wall] });
      const other = look(mirrored, { walks, before: -before, walls: [mirroredWall], change: { keepSide: -0.5 } });
      expect(other.turned + one.turned).toBeCloseTo(0, 9);
      expect(other.speed).toBeCloseTo(one.speed, 9);
      if (one.turned !== 0) turned++;
    }
    expect(turned).toBeGreaterThan(100);
  });
});
