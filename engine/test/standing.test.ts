/**
 * Counters and queues, waiting areas, doors that let out first or let only so many pass: what people do there, seen from outside; the same
 * bytes whatever the slots and after a stop; nothing of it in runs that do not use it; what is said of wrong files.
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

const HALL = { walkable: [{ box: [0, 0, 20, 12] }] };
const OUT = { out: { box: [19, 0, 20, 12] } };

function start(fields: object, seed = 1): Run {
  const scenario = parseScenario({ environment: HALL, exits: OUT, duration: 300, ...fields });
  if (scenario.environment.kind !== 'inline') throw new Error('the place is in the scenario');
  return createRun(scenario, buildWorld(inlinePlan(scenario.environment, 'place')), { seed });
}

interface Seen {
  serial: number;
  x: number;
  y: number;
  speed: number;
  stage: number;
}

/** Everybody, in the plan's coordinates, by serial. */
function people({ simulation: { crowd }, original: { origin } }: Run): Seen[] {
  return Array.from({ length: crowd.count }, (_, i) => ({
    serial: crowd.serial[i],
    x: crowd.place[2 * i] + origin[0],
    y: crowd.place[2 * i + 1] + origin[1],
    speed: Math.hypot(crowd.velocity[2 * i], crowd.velocity[2 * i + 1]),
    stage: crowd.stage[i],
  })).sort((a, b) => a.serial - b.serial);
}

/** Run to the end. @returns seconds at which each serial left */
function play(run: Run, look: (time: number) => void = () => {}): Map<number, number> {
  const left = new Map<number, number>();
  while (!isOver(run)) {
    advance(run);
    for (const { serial } of run.simulation.left) left.set(serial, run.simulation.time);
    look(run.simulation.time);
  }
  return left;
}

/** Moments at which serials got to another stage. */
function stagesOf(run: Run) {
  const moments = new Map<number, number>();
  const left = play(run, (time) => {
    for (const { serial, stage } of people(run)) if (stage > 0 && !moments.has(serial)) moments.set(serial, time);
  });
  return { moments, left };
}

describe('counters', () => {
  const counter = (fields: object) => ({
    goals: { desk: { at: [3, 6], ...fields } },
    walkers: [{ in: { box: [6, 1, 18, 11] }, count: 12, itinerary: ['desk', 'out'] }],
  });

  it('one is served after the other, each for its time', () => {
    const { moments, left } = stagesOf(start(counter({ service: 5 })));
    expect(left.size).toBe(12);
    const sorted = [...moments.values()].sort((a, b) => a - b);
    // To the desk and away takes a moment beside the five seconds, never less.
    for (let k = 1; k < sorted.length; k++) expect(sorted[k] - sorted[k - 1]).toBeGreaterThanOrEqual(5 - 1e-6);
    expect(sorted.at(-1)! - sorted[0]).toBeLessThan(11 * 8);
  });

  it('three servers serve nearly three times as fast', () => {
    const last = (servers: number) =>
      Math.max(...stagesOf(start(counter({ service: 10, servers, queue: [[5, 6]] }))).moments.values());
    expect(last(3)).toBeLessThan(0.5 * last(1));
  });

  it('people stand along the line that is given, one behind the other, and do not shake', () => {
    const run = start(
      counter({
        service: 1000,
        queue: [
          [4, 6],
          [4, 3],
          [14, 3],
        ],
      }),
    );
    while (run.simulation.time < 60) advance(run);
    const all = people(run);
    const onLine = ({ x, y }: Seen) => Math.min(Math.abs(x - 4) + Math.max(0, y - 6), Math.abs(y - 3)) < 0.35;
    // All but the one at the desk.
    expect(all.filter(onLine)).toHaveLength(11);
    for (const { speed } of all) expect(speed).toBeLessThan(0.05);
    const before = people(run);
    for (let k = 0; k < 50; k++) advance(run);
    for (const [k, { x, y }] of people(run).entries()) {
      expect(Math.hypot(x - before[k].x, y - before[k].y)).toBeLessThan(0.05);
    }
  });

  it('a wide person takes more room in the queue', () => {
    const gapsOf = (radius: number) => {
      const run = start({
        ...counter({
          service: 1000,
          queue: [
            [4, 6],
            [18, 6],
          ],
        }),
        profiles: { person: { radius, speed: 1.3 } },
      });
      while (run.simulation.time < 60) advance(run);
      const xs = people(run)
        .map(({ x }) => x)
        .sort((a, b) => a - b);
      return (xs.at(-1)! - xs[1]) / 10;
    };
    expect(gapsOf(0.2)).toBeCloseTo(0.65, 1);
    expect(gapsOf(0.3)).toBeCloseTo(0.85, 1);
  });

  it('without a line they queue where there is room, and a queue longer than the hall empties, too', () => {
    const run = start({
      goals: { desk: { at: [3, 6], service: { uniform: [0.5, 1] } } },
      walkers: [{ in: { box: [5, 1, 18, 11] }, count: 60, itinerary: ['desk', 'out'] }],
    });
    expect(play(run).size).toBe(60);
  });

  it('patience: who has queued for long changes to a shorter queue', () => {
    const run = (patience?: number) =>
      start({
        goals: {
          slow: {
            at: [3, 3],
            service: 20,
            queue: [
              [4, 3],
              [18, 3],
            ],
            ...(patience === undefined ? {} : { patience }),
          },
          quick: {
            at: [3, 9],
            service: 1,
            queue: [
              [4, 9],
              [18, 9],
            ],
          },
        },
        walkers: [
          { in: { box: [6, 1, 18, 5] }, count: 12, itinerary: [{ exit: 'nearest', of: ['slow', 'quick'] }, 'out'] },
        ],
      });
    const calm = Math.max(...play(run()).values());
    const hasty = Math.max(...play(run(15)).values());
    expect(calm).toBeGreaterThan(12 * 20);
    expect(hasty).toBeLessThan(0.6 * calm);
  });

  it('the quickest of several counters is the one with fewer people for its time', () => {
    const run = start({
      goals: { slow: { at: [3, 3], service: 20 }, quick: { at: [3, 9], service: 4 } },
      walkers: [
        { in: { box: [8, 1, 18, 11] }, count: 20, itinerary: [{ exit: 'quickest', of: ['slow', 'quick'] }, 'out'] },
      ],
    });
    const at = new Map<number, number>();
    const left = play(run, () => {
      for (const { serial, x, y, stage, speed } of people(run))
        if (stage === 0 && x < 3.6 && speed < 0.1) at.set(serial, y);
    });
    expect(left.size).toBe(20);
    const slow = [...at.values()].filter((y) => y < 6).length;
    expect(slow).toBeGreaterThanOrEqual(1);
    expect(slow).toBeLessThan(8);
  });

  it('a counter may be the last thing somebody does', () => {
    const run = start({
      goals: {
        desk: {
          line: [
            [3, 5],
            [3, 7],
          ],
          service: 1,
          servers: 2,
        },
      },
      walkers: [{ in: { box: [6, 1, 18, 11] }, count: 10, goal: 'desk' }],
    });
    expect(play(run).size).toBe(10);
  });
});

describe('waiting areas', () => {
  it('people spread over the area, and all come in', () => {
    const run = start({
      goals: { lounge: { box: [2, 2, 10, 10] } },
      walkers: [{ in: { box: [13, 1, 18, 11] }, count: 40, itinerary: [{ goal: 'lounge', wait: 100 }, 'out'] }],
    });
    while (run.simulation.time < 60) advance(run);
    const all = people(run);
    for (const { x, y, speed } of all) {
      expect(x > 1.9 && x < 10.1 && y > 1.9 && y < 10.1).toBe(true);
      expect(speed).toBeLessThan(0.05);
    }
    // Not at the edge they came from.
    const middle = all.reduce((sum, { x }) => sum + x, 0) / all.length;
    expect(Math.abs(middle - 6)).toBeLessThan(1);
    let nearest = Infinity;
    for (const a of all) {
      for (const b of all) if (a !== b) nearest = Math.min(nearest, Math.hypot(a.x - b.x, a.y - b.y));
    }
    expect(nearest).toBeGreaterThan(0.4);
    expect(play(run).size).toBe(40);
  });

  it('more people than places: the rest stand where they get in', () => {
    const run = start({
      goals: { corner: { box: [2, 2, 4, 4] } },
      walkers: [{ in: { box: [13, 1, 18, 11] }, count: 20, itinerary: [{ goal: 'corner', wait: 20 }, 'out'] }],
    });
    expect(play(run).size).toBe(20);
  });
});

describe('exits that let pass so many', () => {
  it('take people out one by one, in the order they come', () => {
    const run = start({
      exits: {
        out: {
          line: [
            [19, 5],
            [19, 7],
          ],
          maxFlow: 0.5,
        },
      },
      walkers: [{ in: { box: [1, 1, 15, 11] }, count: 20, goal: 'out' }],
    });
    const moments = [...play(run).values()].sort((a, b) => a - b);
    expect(moments).toHaveLength(20);
    // 0.5 per metre and second through 2 m: one a second.
    for (let k = 1; k < 20; k++) expect(moments[k] - moments[k - 1]).toBeGreaterThan(0.89);
    expect(moments.at(-1)! - moments[0]).toBeGreaterThanOrEqual(19 - 0.11);
  });

  it('are not slower than they say when nobody has to wait', () => {
    const alone = (fields: object) =>
      play(
        start({
          exits: {
            out: {
              line: [
                [19, 5],
                [19, 7],
              ],
              ...fields,
            },
          },
          walkers: [{ at: [2, 6] }],
        }),
      ).get(0)!;
    expect(alone({ maxFlow: 1 }) - alone({})).toBeLessThanOrEqual(0.11);
  });
});

/** Two rooms, a door of 1.2 m between them. */
const ROOMS = {
  walkable: [{ box: [0, 0, 10, 8] }, { box: [10, 3.4, 10.2, 4.6] }, { box: [10.2, 0, 20, 8] }],
  doors: {
    gate: [
      [10, 3.4],
      [10, 4.6],
    ],
  },
};

describe('doors with rules', () => {
  /** Moments at which x = 10 was passed, each way. */
  const passages = (run: Run) => {
    // Who is pushed back passes again: the last time counts.
    const passed = new Map<number, { at: number; isRight: boolean }>();
    const before = new Map<number, number>();
    const gone = play(run, (time) => {
      for (const { serial, x } of people(run)) {
        const from = before.get(serial);
        if (from !== undefined && from < 10 !== x < 10) passed.set(serial, { at: time, isRight: x >= 10 });
        before.set(serial, x);
      }
    });
    const moments = (isRight: boolean) =>
      [...passed.values()].filter((one) => one.isRight === isRight).map(({ at }) => at);
    return { right: moments(true), left: moments(false), gone };
  };

  it.each([0.5, 1, 1.33])('let no more than %d per metre and second pass, both ways together', (maxFlow) => {
    const { right, left, gone } = passages(
      start({
        environment: ROOMS,
        exits: { east: { box: [19, 0, 20, 8] }, west: { box: [0, 0, 1, 8] } },
        doors: { gate: { maxFlow } },
        walkers: [
          { in: { box: [4, 1, 9, 7] }, count: 25, goal: 'east' },
          { in: { box: [12, 1, 17, 7] }, count: 10, goal: 'west' },
        ],
      }),
    );
    expect([gone.size, right.length, left.length]).toEqual([35, 25, 10]);
    const moments = [...right, ...left].sort((a, b) => a - b);
    const rate = 1.2 * maxFlow;
    expect(moments.length / moments.at(-1)!).toBeLessThanOrEqual(rate);
    // Not by waiting for ever.
    expect(moments.length / moments.at(-1)!).toBeGreaterThan(0.6 * rate);
  });

  it('the way that is not limited is as it was', () => {
    const fields = { environment: ROOMS, exits: { east: { box: [19, 0, 20, 8] } } };
    const walkers = [{ in: { box: [4, 1, 9, 7] }, count: 30, goal: 'east' }];
    const free = passages(start({ ...fields, walkers })).right;
    const wide = passages(start({ ...fields, walkers, doors: { gate: { maxFlow: 20 } } })).right;
    expect(Math.max(...wide)).toBeLessThan(1.3 * Math.max(...free));
  });

  it('those who come out go first; those who want in wait beside, and get in', () => {
    const run = (doors: object) =>
      start({
        environment: ROOMS,
        exits: { east: { box: [19, 0, 20, 8] }, west: { box: [0, 0, 1, 8] } },
        doors,
        walkers: [
          { in: { box: [5, 1, 9.5, 7] }, count: 15, goal: 'east' },
          { in: { box: [11, 1, 15, 7] }, count: 15, goal: 'west' },
        ],
      });
    const { right, left } = passages(run({ gate: { letOutFirst: [15, 4] } }));
    expect([right.length, left.length]).toEqual([15, 15]);
    expect(left.filter((at) => at < Math.max(...right)).length).toBeLessThanOrEqual(1);
    // The other way round, the others go first.
    const turned = passages(run({ gate: { letOutFirst: [5, 4] } }));
    expect(turned.right.filter((at) => at < Math.max(...turned.left)).length).toBeLessThanOrEqual(1);
  });

  it('but not for ever: somebody who never comes out is waited for no longer than patience lasts', () => {
    const { left } = passages(
      start({
        environment: ROOMS,
        profiles: { lame: { speed: 0 }, person: {} },
        exits: { east: { box: [19, 0, 20, 8] }, west: { box: [0, 0, 1, 8] } },
        doors: { gate: { letOutFirst: [15, 4] } },
        duration: 120,
        walkers: [
          { at: [9, 6], goal: 'east', profile: 'lame' },
          { in: { box: [11, 1, 15, 7] }, count: 5, goal: 'west', profile: 'person' },
        ],
      }),
    );
    expect(left).toHaveLength(5);
    expect(Math.min(...left)).toBeGreaterThan(40);
    expect(Math.max(...left)).toBeLessThan(70);
  });
});

/** All of it at once. */
const EVERYTHING = {
  environment: ROOMS,
  goals: {
    desk: { at: [3, 6], service: { uniform: [1, 4] }, servers: 2, patience: 10 },
    other: { at: [3, 2], service: 3 },
    lounge: { box: [12, 5, 16, 7.5] },
  },
  exits: {
    east: {
      line: [
        [19.5, 1],
        [19.5, 3],
      ],
      maxFlow: 0.4,
    },
    west: { box: [0, 0, 1, 1] },
  },
  doors: { gate: { maxFlow: 1.2, letOutFirst: [15, 4] } },
  walkers: [
    {
      in: { box: [4, 0.5, 9.5, 7.5] },
      count: 25,
      itinerary: [{ exit: 'quickest', of: ['desk', 'other'] }, { goal: 'lounge', wait: { uniform: [2, 9] } }, 'east'],
    },
    { in: { box: [10.5, 0.5, 18, 4] }, count: 20, itinerary: [{ exit: 'nearest', of: ['desk', 'other'] }, 'west'] },
  ],
};

describe('same bytes', () => {
  const STEPS = 600;
  const whole = start(EVERYTHING);
  const hashes: string[] = [];
  for (let k = 0; k < STEPS; k++) {
    advance(whole);
    hashes.push(stateHash(whole.simulation));
  }

  it('everything is in use', () => {
    expect(whole.simulation.counts.arrived).toBeGreaterThan(5);
    expect(new Set(hashes).size).toBe(STEPS);
  });

  it('with slots in any order', () => {
    const run = start(EVERYTHING);
    const { crowd } = run.simulation;
    const random = createRandom(5);
    const spare = createCrowdLike(crowd, crowd.capacity);
    for (let k = 0; k < STEPS; k++) {
      const order = Int32Array.from({ length: crowd.count }, (_, i) => i);
      for (let i = crowd.count - 1; i > 0; i--) {
        const j = Math.floor(random.between(0, i + 1));
        [order[i], order[j]] = [order[j], order[i]];
      }
      orderWalkers(crowd, order, spare);
      advance(run);
      if (stateHash(run.simulation) !== hashes[k]) throw new Error(`another way from step ${k + 1} on`);
    }
  });

  it('after a stop, in a simulation of its own', () => {
    const first = start(EVERYTHING);
    for (let k = 0; k < 250; k++) advance(first);
    const taken = snapshot(first.simulation);
    for (let k = 0; k < 20; k++) advance(first);
    const second = start(EVERYTHING);
    resume(second.simulation, taken);
    for (let k = 250; k < STEPS; k++) {
      advance(second);
      expect(stateHash(second.simulation)).toBe(hashes[k]);
    }
  });

  it('what is not used changes nobody’s way', () => {
    const fields = { environment: ROOMS, exits: { east: { box: [19, 0, 20, 8] } } };
    const walkers = [{ in: { box: [4, 1, 9, 7] }, count: 30, goal: 'east' }];
    const plain = start({ ...fields, walkers });
    const unused = start({ ...fields, walkers, goals: { desk: { at: [15, 2], service: 3 } } });
    expect([plain.simulation.standing === undefined, unused.simulation.standing === undefined]).toEqual([true, false]);
    for (let k = 0; k < 200; k++) {
      advance(plain);
      advance(unused);
      expect(people(unused)).toEqual(people(plain));
    }
  });
});

describe('wrong files', () => {
  const tell = (fields: object) => {
    try {
      start(fields);
    } catch (error) {
      return (error as Error).message;
    }
    return 'nothing is wrong';
  };

  it.each([
    ['goals.desk.service', { goals: { desk: { at: [3, 6], service: -1 } } }, /goals\.desk\.service is -1; give a time/],
    ['a service that may be negative', { goals: { desk: { at: [3, 6], service: { normal: [5, 2] } } } }, /service/],
    ['servers', { goals: { desk: { at: [3, 6], service: 5, servers: 0 } } }, /goals\.desk\.servers is 0; give a whole/],
    ['no service', { goals: { desk: { at: [3, 6], servers: 2 } } }, /goals\.desk\.servers has no service to go with/],
    ['patience', { goals: { desk: { at: [3, 6], service: 5, patience: 0 } } }, /goals\.desk\.patience is 0/],
    ['both', { goals: { desk: { at: [3, 6], service: 5, maxFlow: 1 } } }, /goals\.desk\.maxFlow does not go with/],
    [
      'off the floor',
      { goals: { desk: { at: [30, 6], service: 5 } } },
      /goals\.desk\.at: \(30, 6\) is not on the floor/,
    ],
    [
      'a queue off the floor',
      {
        goals: {
          desk: {
            at: [3, 6],
            service: 5,
            queue: [
              [4, 6],
              [4, 60],
            ],
          },
        },
      },
      /goals\.desk\.queue\[1\]: \(4, 60\) is not on the floor/,
    ],
    ['maxFlow of an exit', { exits: { out: { box: [19, 0, 20, 12], maxFlow: 0 } } }, /exits\.out\.maxFlow is 0; give/],
    ['an area that serves', { goals: { desk: { box: [1, 1, 2, 2], service: 5 } } }, /service/],
    ['maxFlow of a door', { environment: ROOMS, doors: { gate: { maxFlow: 0 } } }, /doors\.gate\.maxFlow is 0; give/],
    ['a rule that says nothing', { environment: ROOMS, doors: { gate: {} } }, /doors\.gate says nothing; give maxFlow/],
    ['no such door', { environment: ROOMS, doors: { gat: { maxFlow: 1 } } }, /doors\.gat .*did you mean "gate"/],
    [
      'a point on the line',
      { environment: ROOMS, doors: { gate: { letOutFirst: [10, 4] } } },
      /door "gate": \(10, 4\) is on its line/,
    ],
  ])('%s', (_, fields, expected) => {
    expect(tell(fields)).toMatch(expected);
  });
});
