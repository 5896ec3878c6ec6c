/**
 * The quickest exit, as seen: RiMEA test 11, who changes their mind and how often, and the same bytes whatever
 * the slots and after a stop.
 */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import { createCrowdLike, orderWalkers } from '../src/crowd/crowd.ts';
import { advance, createRun, isOver } from '../src/run/run.ts';
import type { Run } from '../src/run/run-state.ts';
import { inlinePlan } from '../src/scenario/parse-environment.ts';
import { parseScenario } from '../src/scenario/parse-scenario.ts';
import { resume, snapshot, stateHash } from '../src/simulation/simulation.ts';
import { createRandom } from './random.ts';

/** RiMEA 11: a room of 30 × 20 m, two exits of 1 m in the wall y = 20. */
const HALL = {
  walkable: [{ box: [0, 0, 30, 20] }, { box: [21, 20, 22, 22] }, { box: [27, 20, 28, 22] }],
  doors: {
    first: [
      [21, 20],
      [22, 20],
    ],
  },
};
const EXITS = {
  near: [
    [21, 21.5],
    [22, 21.5],
  ],
  far: [
    [27, 21.5],
    [28, 21.5],
  ],
};

function start(fields: object): Run {
  const scenario = parseScenario({ environment: HALL, exits: EXITS, duration: 400, ...fields });
  if (scenario.environment.kind !== 'inline') throw new Error('the place is in the scenario');
  return createRun(scenario, buildWorld(inlinePlan(scenario.environment, 'hall')));
}

interface Told {
  seconds: number;
  /** People who left by each goal. */
  used: number[];
  /** Times each serial turned to another goal. */
  turns: Map<number, number>;
  stayed: number;
}

/** Run to the end; who leaves leaves by the exit it is nearest to. */
function tell(run: Run): Told {
  const { crowd, goals } = run.simulation;
  const told: Told = { seconds: 0, used: goals.map(() => 0), turns: new Map(), stayed: 0 };
  const chosen = new Map<number, number>();
  while (!isOver(run)) {
    const before = new Map<number, number>();
    for (let i = 0; i < crowd.count; i++) before.set(crowd.serial[i], crowd.place[2 * i]);
    advance(run);
    for (let i = 0; i < crowd.count; i++) {
      const serial = crowd.serial[i];
      const last = chosen.get(serial);
      if (last !== undefined && last !== crowd.chosen[i]) told.turns.set(serial, (told.turns.get(serial) ?? 0) + 1);
      chosen.set(serial, crowd.chosen[i]);
    }
    for (const { serial } of run.simulation.left) {
      const away = goals.map(({ shape }) => Math.abs((shape[0] + shape[2]) / 2 - before.get(serial)!));
      told.used[away.indexOf(Math.min(...away))]++;
    }
  }
  told.seconds = run.simulation.time;
  told.stayed = crowd.count;
  return told;
}

const crowd = (exit: string, count = 200) => ({ walkers: [{ in: { box: [0, 2.5, 12.5, 17.5] }, count, exit }] });

describe('RiMEA 11: the near exit is preferred and congested, some take the far one', () => {
  it('quickest', () => {
    const quickest = tell(start(crowd('quickest')));
    const nearest = tell(start(crowd('nearest')));
    expect([quickest.stayed, nearest.stayed]).toEqual([0, 0]);
    // A jam of 200 reaches so far round the near door that some stand nearer to the far one; one of 100 does not.
    expect(nearest.used[0]).toBeGreaterThan(nearest.used[1] * 20);
    const few = tell(start(crowd('nearest', 100)));
    expect([few.used, few.turns.size]).toEqual([[100, 0], 0]);
    const [near, far] = quickest.used;
    expect(near! + far!).toBe(200);
    expect(near).toBeGreaterThan(far!);
    expect(far).toBeGreaterThan(40);
    // Two doors instead of one.
    expect(quickest.seconds).toBeLessThan(0.75 * nearest.seconds);
    // Nobody wavers.
    const turns = [...quickest.turns.values()];
    expect(Math.max(...turns)).toBeLessThanOrEqual(3);
    expect(turns.reduce((sum, count) => sum + count, 0)).toBeLessThan(200);
    expect(turns.length).toBeGreaterThanOrEqual(far!);
  }, 60_000);

  it('alone, one takes the near one and keeps to it', () => {
    const told = tell(start(crowd('quickest', 1)));
    expect([told.used, told.turns.size]).toEqual([[1, 0], 0]);
  });
});

describe('quickest', () => {
  it('a door is shut, and opened again: those on their way turn, and turn back if that is clearly quicker', () => {
    // Slowly: what is clearly quicker is no matter of taste.
    const walkers = [{ at: [12, 10], exit: 'quickest', profile: 'slow' }];
    const profiles = { slow: { speed: 0.6 } };
    const shut = { at: 1, close: 'first' };
    expect(tell(start({ profiles, walkers, events: [shut] })).used).toEqual([0, 1]);
    const again = tell(start({ profiles, walkers, events: [shut, { at: 3, open: 'first' }] }));
    expect([again.used, again.turns.get(0)]).toEqual([[1, 0], 2]);
    // At 27 s it is nearly at the far one.
    expect(tell(start({ profiles, walkers, events: [shut, { at: 27, open: 'first' }] })).used).toEqual([0, 1]);
  });

  it('an exit that opens later is thought of like any other', () => {
    const opened = [
      { at: 0, close: 'first' },
      { at: 6, open: 'first' },
    ];
    // When it opens, nobody is before it and most turn at once; then some turn back.
    const [near, far] = tell(start({ ...crowd('quickest', 120), events: opened })).used;
    expect(near! + far!).toBe(120);
    expect(near).toBeGreaterThan(40);
    expect(far).toBeGreaterThan(40);
  });

  it('who is too wide for an exit does not think of it', () => {
    const environment = {
      ...HALL,
      walkable: [{ box: [0, 0, 30, 20] }, { box: [21, 20, 21.6, 22] }, { box: [27, 20, 28, 22] }],
      doors: {},
    };
    const exits = {
      ...EXITS,
      near: [
        [21, 21.5],
        [21.6, 21.5],
      ],
    };
    const walkers = [
      { at: [12, 10], exit: 'quickest', profile: 'wheelchair' },
      { at: [12, 12], exit: 'quickest' },
    ];
    const told = tell(start({ environment, exits, walkers }));
    expect([told.used, told.turns.size, told.stayed]).toEqual([[1, 1], 0, 0]);
  });
});

describe('same bytes', () => {
  const mixed = {
    walkers: [
      { in: { box: [4, 4, 14, 16] }, count: 60, exit: 'quickest', profile: { town: 9, wheelchair: 1 } },
      { in: { box: [14, 4, 20, 16] }, count: 40, goal: 'near' },
    ],
  };
  const play = (run: Run, steps: number) => {
    for (let k = 0; k < steps; k++) advance(run);
    return stateHash(run.simulation);
  };

  it('with slots in any order', () => {
    const usual = start(mixed);
    const { simulation } = start(mixed);
    const shuffled: Run = { ...usual, simulation };
    const random = createRandom(5);
    const spare = createCrowdLike(simulation.crowd, simulation.crowd.capacity);
    const chosen = new Set<number>();
    for (let k = 0; k < 150; k++) {
      const { count } = simulation.crowd;
      const order = Int32Array.from({ length: count }, (_, i) => i);
      for (let i = count - 1; i > 0; i--) {
        const j = Math.floor(random.between(0, i + 1));
        [order[i], order[j]] = [order[j], order[i]];
      }
      orderWalkers(simulation.crowd, order, spare);
      advance(shuffled);
      advance(usual);
      for (let i = 0; i < count; i++) chosen.add(simulation.crowd.chosen[i]);
    }
    expect(stateHash(simulation)).toBe(stateHash(usual.simulation));
    expect([...chosen].filter((goal) => goal >= 0).sort()).toEqual([0, 1]);
  });

  it('after a stop between two thoughts', () => {
    const whole = play(start(mixed), 150);
    const first = start(mixed);
    play(first, 63);
    const second = start(mixed);
    resume(second.simulation, snapshot(first.simulation));
    expect(play(second, 87)).toBe(whole);
  });
});
