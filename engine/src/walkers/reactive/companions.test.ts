/** The stage of companions: what is minded, how much room is seen, what becomes of the wanted velocity; by cases computed by hand. */
import { describe, expect, it } from 'vitest';
import { planOf } from '../../../test/shapes.ts';
import { simulationTo } from '../../../test/watched-run.ts';
import { COMPANY } from '../../crowd/companions/companions.ts';
import { step } from '../../simulation/step.ts';
import { addPerson, type Simulation } from '../../simulation/simulation.ts';
import { keepCompany } from './companions.ts';
import { notice } from './notice.ts';
import {
  NEAR,
  SELF_AIM_X,
  SELF_AIM_Y,
  SELF_PREFERRED,
  SELF_RADIUS,
  SELF_TOP,
  SELF_X,
  SELF_Y,
  type Thought,
} from './thought.ts';
import type { ReactiveCrowd, View } from './columns.ts';

interface One {
  at: [number, number];
  group?: number;
  /** Where its path leads; to the right if it is not said. */
  aim?: [number, number];
}

/** A hall of 40 × 40 m, somebody in slot 0 who walks to the right at 1.3 m/s, and others it minds. */
function meet(self: One, others: One[]): { simulation: Simulation; thought: Thought; keep: () => number } {
  const simulation = simulationTo(planOf('hall', 'polygons', [[[0, 0, 40, 0, 40, 40, 0, 40]]], []), [39, 20]);
  for (const { at, group } of [self, ...others]) {
    const own = { x: at[0], y: at[1], itinerary: 0, speed: 1.3 };
    addPerson(simulation, group === undefined ? own : { ...own, companions: group });
  }
  // Somebody must have companions for the stage to be there; this one is far away.
  addPerson(simulation, { x: 39, y: 39, itinerary: 0, companions: 99 });
  const { context } = simulation;
  const crowd = simulation.crowd as ReactiveCrowd;
  const thought = context.scratch as Thought;
  for (const [k, { aim }] of [self, ...others].entries()) crowd.aim.set(aim ?? [1, 0], 2 * k);
  crowd.portalsLeft[0] = 0;
  const company = context.view.company!;
  company.fill(0).fill(Infinity, 0, 1);
  thought.velocity.set([1.3, 0]);
  thought.self[SELF_X] = crowd.place[0];
  thought.self[SELF_Y] = crowd.place[1];
  thought.self[SELF_AIM_X] = 1;
  thought.self[SELF_AIM_Y] = 0;
  thought.self[SELF_RADIUS] = 0.2;
  thought.self[SELF_PREFERRED] = 1.3;
  thought.self[SELF_TOP] = 1.69;
  others.forEach((_, k) => notice(thought, crowd, k + 1, k, false));
  thought.nearCount = others.length;
  return {
    simulation,
    thought,
    keep: () => {
      keepCompany(context.view as View, 0, thought);
      return thought.friends;
    },
  };
}

const entry = ({ near }: Thought, n: number) => Array.from(near.subarray(NEAR * n, NEAR * n + 6));

describe('whom it minds', () => {
  it('companions come last, the others stay in their order', () => {
    const { thought, keep } = meet({ at: [10, 10], group: 4 }, [
      { at: [11, 10], group: 4 },
      { at: [12, 10] },
      { at: [10, 11], group: 4 },
      { at: [10, 8] },
    ]);
    expect(keep()).toBe(2);
    expect(thought.nearCount).toBe(4);
    expect(Array.from(thought.slots.subarray(0, 4))).toEqual([2, 4, 1, 3]);
    expect(entry(thought, 2).slice(0, 2)).toEqual([-1, 0]);
    expect(entry(thought, 1).slice(0, 2)).toEqual([0, 2]);
  });

  it('between two companions of another group there is somebody more', () => {
    const { thought, keep } = meet({ at: [10, 10] }, [
      { at: [13, 9.5], group: 7 },
      { at: [13, 10.5], group: 7 },
    ]);
    expect(keep()).toBe(0);
    expect(thought.nearCount).toBe(3);
    // In the middle of them; its own radius, and half the gap of 1 m less a body.
    const [x, y, , , sum, far] = entry(thought, 2);
    expect([x, y]).toEqual([-3, 0]);
    expect(sum).toBeCloseTo(0.2 + 0.3, 12);
    expect(far).toBeCloseTo(3, 12);
  });

  it.each<[string, One, One[]]>([
    [
      'further apart',
      { at: [10, 10] },
      [
        { at: [13, 9], group: 7 },
        { at: [13, 10.6], group: 7 },
      ],
    ],
    [
      'of two groups',
      { at: [10, 10] },
      [
        { at: [13, 9.5], group: 7 },
        { at: [13, 10.5], group: 8 },
      ],
    ],
    ['without a group', { at: [10, 10] }, [{ at: [13, 9.5] }, { at: [13, 10.5] }]],
    [
      'of its own',
      { at: [10, 10], group: 7 },
      [
        { at: [13, 9.5], group: 7 },
        { at: [13, 10.5], group: 7 },
      ],
    ],
  ])('but not between two %s', (_, self, others) => {
    const { thought, keep } = meet(self, others);
    keep();
    expect(thought.nearCount).toBe(2);
  });

  it('nor for who has been held up for more than a second', () => {
    const { simulation, thought, keep } = meet({ at: [10, 10] }, [
      { at: [13, 9.5], group: 7 },
      { at: [13, 10.5], group: 7 },
    ]);
    (simulation.crowd as ReactiveCrowd).held[0] = 1.1;
    keep();
    expect(thought.nearCount).toBe(2);
  });
});

describe('what becomes of its velocity', () => {
  function ask(pace: number, pullX: number, pullY: number) {
    const { simulation, thought, keep } = meet({ at: [10, 10], group: 4 }, []);
    simulation.context.view.company!.set([pace, pullX, pullY]);
    keep();
    return {
      velocity: Array.from(thought.velocity),
      aim: Array.from(thought.self.subarray(SELF_AIM_X, SELF_AIM_Y + 1)),
    };
  }

  it('its own, where nothing is asked', () => {
    expect(COMPANY).toBe(3);
    expect(ask(Infinity, 0, 0).velocity).toEqual([1.3, 0]);
  });

  it('the pace of the group, and the pull; its path leads where it walks', () => {
    const { velocity, aim } = ask(0.8, 0, 0.6);
    expect(velocity[0]).toBeCloseTo(0.8, 12);
    expect(velocity[1]).toBeCloseTo(0.6, 12);
    expect(aim[0]).toBeCloseTo(0.8, 12);
    expect(aim[1]).toBeCloseTo(0.6, 12);
  });

  it('standing, without a pull', () => {
    expect(ask(0, 0, 0.3)).toEqual({ velocity: [0, 0], aim: [1, 0] });
  });

  it('top speed at most', () => {
    const [x, y] = ask(1.6, 0, 1.2).velocity;
    expect(Math.hypot(x!, y!)).toBeCloseTo(1.69, 12);
    expect(y! / x!).toBeCloseTo(1.2 / 1.6, 12);
  });
});

describe('the room it sees', () => {
  /** After the second step, of somebody at a place in a corridor along x with a door of 0.9 m at x = 20. */
  function breadthAt(x: number, y: number, wide: number): number {
    const [low, high] = [wide / 2 - 0.45, wide / 2 + 0.45];
    const ring = [
      0,
      0,
      20,
      0,
      20,
      low,
      20.2,
      low,
      20.2,
      0,
      40,
      0,
      40,
      wide,
      20.2,
      wide,
      20.2,
      high,
      20,
      high,
      20,
      wide,
      0,
      wide,
    ];
    const simulation = simulationTo(planOf('door', 'polygons', [[ring]], []), [39, 0, 40, 0, 40, wide, 39, wide]);
    addPerson(simulation, { x, y, itinerary: 0, companions: 0 });
    step(simulation);
    return simulation.crowd.breadth[0];
  }

  it('from wall to wall, 1.6 m to each side at most', () => {
    expect(breadthAt(25, 1, 2)).toBeCloseTo(2, 9);
    expect(breadthAt(25, 0.5, 2.4)).toBeCloseTo(2.1, 1);
    expect(breadthAt(25, 5, 10)).toBeCloseTo(3.2, 9);
  });

  it('a door nearer than 2 m', () => {
    expect(breadthAt(17.5, 5, 10)).toBeCloseTo(3.2, 9);
    expect(breadthAt(18.1, 5, 10)).toBeCloseTo(0.9, 9);
    expect(breadthAt(20.5, 5, 10)).toBeCloseTo(3.2, 9);
  });

  it.each<[string, One[], number]>([
    ['three strangers about', [{ at: [9, 10] }, { at: [9, 11] }, { at: [10, 11] }], 3.2],
    ['four', [{ at: [9, 10] }, { at: [9, 11] }, { at: [10, 11] }, { at: [10, 9] }], 1.4],
    ['somebody who comes', [{ at: [13, 10.5], aim: [-1, 0] }], 0.6],
    ['somebody who crosses', [{ at: [13, 10.5], aim: [0, -1] }], 0.6],
    ['somebody who comes, far away', [{ at: [14.1, 10.5], aim: [-1, 0] }], 3.2],
    ['somebody who comes, well beside', [{ at: [13, 11.6], aim: [-1, 0] }], 3.2],
    ['somebody who came', [{ at: [8, 10.5], aim: [-1, 0] }], 3.2],
    ['somebody ahead', [{ at: [13, 10] }], 3.2],
    [
      'companions',
      [9, 11].flatMap((y): One[] => [
        { at: [9.5, y], group: 4 },
        { at: [10.5, y], group: 4 },
      ]),
      3.2,
    ],
  ])('%s', (_, others, breadth) => {
    const { simulation, keep } = meet({ at: [10, 10], group: 4 }, others);
    keep();
    expect(simulation.crowd.breadth[0]).toBeCloseTo(breadth, 9);
  });
});
