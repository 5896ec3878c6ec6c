/** Demand and speed: factors for everybody, in the file or while people walk, for walkers of all models; and areas that attract people who wander. */
import { describe, expect, it } from 'vitest';
import { BODY, PREFERRED, TOP } from '../src/crowd/columns.ts';
import { changeNow } from '../src/run/events.ts';
import { openInline } from '../src/run/open-scenario.ts';
import { advance, createRun } from '../src/run/run.ts';
import type { Run } from '../src/run/run-state.ts';
import { parseChange } from '../src/scenario/parse-events.ts';
import { addPerson, resume, snapshot, stateHash } from '../src/simulation/simulation.ts';

const MODELS = ['reactive', 'stream'];
const NO_PLACE = { levels: [], doors: [] };

/** A street, people who come from its ends, and one who stays. */
const STREET = {
  seed: 4,
  duration: 600,
  environment: { walkable: [{ box: [0, 0, 60, 8] }] },
  exits: { east: { box: [58, 0, 60, 8] }, west: { box: [0, 0, 2, 8] } },
  sources: [
    { name: 'eastward', in: { box: [2, 1, 6, 7] }, rate: 0.8, goal: 'east' },
    { name: 'westward', in: { box: [54, 1, 58, 7] }, rate: 0.4, goal: 'west' },
  ],
};

function runOf(fields: object): Run {
  const { scenario, world } = openInline({ data: { ...STREET, ...fields } });
  return createRun(scenario, world);
}

function walk(run: Run, until: number): Run {
  while (run.simulation.time < until - 1e-9) advance(run);
  return run;
}

function changed(run: Run, change: object): Run {
  changeNow(run, parseChange({ at: run.simulation.time, ...change }, NO_PLACE));
  return run;
}

const came = (run: Run) => run.sources.map(({ made }) => made);

describe.each(MODELS)('demand, %s', (model) => {
  it('a factor of the cycle and one of an event bring so many times as many people from every source', () => {
    const usual = came(walk(runOf({ model }), 120));
    expect(came(walk(runOf({ model, demand: [[0, 1]] }), 120))).toEqual(usual);
    const [east, west] = came(walk(runOf({ model, demand: [[0, 0.4]], events: [{ at: 60, demand: 0 }] }), 120));
    expect(east / usual[0]).toBeGreaterThan(0.1);
    expect(east / usual[0]).toBeLessThan(0.3);
    expect(west / usual[1]).toBeGreaterThan(0.1);
    expect(west / usual[1]).toBeLessThan(0.3);
    const [many] = came(walk(runOf({ model, demand: [[60, 3]] }), 120));
    expect(many / usual[0]).toBeGreaterThan(1.6);
  });

  it('one source more changes no other', () => {
    const demand = [
      [0, 0.5],
      [40, 1.5],
    ];
    const [eastward] = STREET.sources;
    const alone = walk(runOf({ model, demand, sources: [eastward] }), 20);
    expect(came(walk(runOf({ model, demand }), 20))[0]).toBe(came(alone)[0]);
    expect(came(alone)[0]).toBeGreaterThan(3);
  });

  it('changed while people walk, it is the same run as with the event in the file', () => {
    const known = walk(
      runOf({
        model,
        events: [
          { at: 30, demand: 2 },
          { at: 60, demand: 0.5 },
        ],
      }),
      90,
    );
    const live = changed(walk(changed(walk(runOf({ model }), 30), { demand: 2 }), 60), { demand: 0.5 });
    expect(stateHash(walk(live, 90).simulation)).toBe(stateHash(known.simulation));
    expect(stateHash(walk(runOf({ model }), 90).simulation)).not.toBe(stateHash(known.simulation));
  });
});

describe.each(MODELS)('speed, %s', (model) => {
  const slow = { events: [{ at: 20, speed: 0.7 }] };
  const ways = (run: Run, seconds: number) => {
    const { crowd } = run.simulation;
    const from = new Map(Array.from({ length: crowd.count }, (_, i) => [crowd.serial[i], crowd.place[2 * i]]));
    walk(run, run.simulation.time + seconds);
    let [sum, count] = [0, 0];
    for (let i = 0; i < crowd.count; i++) {
      const x = from.get(crowd.serial[i]);
      if (x === undefined) continue;
      sum += Math.abs(crowd.place[2 * i] - x);
      count++;
    }
    return sum / count / seconds;
  };

  it('everybody walks slower from then on, those who are there and those who come', () => {
    const fields = { model, sources: [{ ...STREET.sources[0], rate: 0.3 }], profiles: { all: { speed: 1.4 } } };
    const usual = ways(walk(runOf(fields), 40), 8);
    const run = walk(runOf({ ...fields, ...slow }), 40);
    const { crowd } = run.simulation;
    expect(crowd.count).toBeGreaterThan(6);
    for (let i = 0; i < crowd.count; i++) {
      expect(crowd.body[BODY * i + PREFERRED]).toBeCloseTo(0.98, 12);
      expect(crowd.body[BODY * i + TOP]).toBeCloseTo(1.3 * 0.98, 12);
    }
    const share = ways(run, 8) / usual;
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(0.8);
    walk(changed(run, { speed: 1 }), run.simulation.time + 1);
    for (let i = 0; i < crowd.count; i++) expect(crowd.body[BODY * i + PREFERRED]).toBeCloseTo(1.4, 12);
    expect(ways(run, 8) / usual).toBeGreaterThan(0.9);
  });

  it('changed while people walk, it is the same run as with the event in the file', () => {
    const known = walk(runOf({ model, ...slow }), 50);
    const live = changed(walk(runOf({ model }), 20), { speed: 0.7 });
    expect(stateHash(walk(live, 50).simulation)).toBe(stateHash(known.simulation));
    expect(stateHash(walk(runOf({ model }), 50).simulation)).not.toBe(stateHash(known.simulation));
  });

  it('goes on from a snapshot as if it had not been stopped, also for those who come later', () => {
    const later = { ...STREET.sources[0], rate: 0.1, from: 500 };
    const fields = {
      model,
      ...slow,
      sources: [later],
      walkers: [{ in: { box: [2, 1, 20, 7] }, count: 12, goal: 'east' }],
    };
    const first = walk(runOf(fields), 25);
    const taken = snapshot(first.simulation);
    expect(taken.speed).toBe(0.7);
    const other = runOf(fields);
    resume(other.simulation, taken);
    // The event is due again in a run made anew; everybody is slow already.
    for (const { simulation } of [first, other]) addPerson(simulation, { x: 30, y: 4, itinerary: 0 });
    expect(stateHash(walk(other, 35).simulation)).toBe(stateHash(walk(first, 35).simulation));
    expect(other.simulation.counts.entered).toBe(13);
  });
});

it.each([
  [{ demand: -1 }, /demand/],
  [{ demand: 11 }, /demand/],
  [{ speed: 0 }, /speed/],
  [{ speed: 3.1 }, /speed/],
  [{ speed: 1, demand: 1 }, /demand|speed/],
])('%j is refused', (change, message) => {
  expect(() => parseChange({ at: 1, ...change }, NO_PLACE)).toThrow(message);
  expect(() => runOf({ events: [{ at: 1, ...change }] })).toThrow(message);
});

it('factors of demand are given in ascending order of time', () => {
  const demand = [
    [60, 1],
    [60, 2],
  ];
  expect(() => runOf({ demand })).toThrow(/demand\[1\]\[0\] is 60, not after the one before/);
});

describe('areas that attract people who wander', () => {
  /** A square with a pillar every 8 m: goals of the graph lie all over it. */
  const SQUARE = {
    model: 'stream',
    environment: {
      walkable: [{ box: [0, 0, 64, 32] }],
      obstacles: Array.from({ length: 28 }, (_, k) => {
        const [x, y] = [8 * (k % 7) + 7, 8 * Math.floor(k / 7) + 3];
        return { box: [x, y, x + 2, y + 2] };
      }),
    },
    exits: {},
    sources: [],
    walkers: [{ in: { box: [0, 0, 64, 32] }, count: 80, itinerary: [{ wander: 1000 }] }],
  };
  const west = { box: [0, 0, 32, 32] };
  const attracted = (weight: number, fields = {}) =>
    runOf({ ...SQUARE, tiles: { attraction: [{ in: west, weight }] }, ...fields });
  const inWest = ({ simulation: { crowd } }: Run) => {
    let count = 0;
    for (let i = 0; i < crowd.count; i++) if (crowd.place[2 * i] < 32) count++;
    return count / crowd.count;
  };

  it('of weight 1 change nothing, to the last bit', () => {
    const usual = stateHash(walk(runOf(SQUARE), 30).simulation);
    expect(stateHash(walk(attracted(1), 30).simulation)).toBe(usual);
    expect(stateHash(walk(attracted(2), 30).simulation)).not.toBe(usual);
  });

  it('have more people at the start, and keep them; of weight 0 nobody, by and by', () => {
    const busy = attracted(3);
    expect(inWest(busy)).toBeGreaterThan(0.6);
    expect(inWest(busy)).toBeLessThan(0.88);
    expect(inWest(walk(busy, 60))).toBeGreaterThan(0.65);
    const empty = attracted(0);
    expect(inWest(empty)).toBe(0);
    // Bodies pass the edge of the area on their way round pillars.
    expect(inWest(walk(empty, 60))).toBeLessThan(0.1);
  });

  it('have no more people who do not wander', () => {
    const walkers = [{ in: { box: [0, 0, 64, 32] }, count: 80, goal: [32, 16] }];
    expect(stateHash(attracted(3, { walkers }).simulation)).toBe(stateHash(runOf({ ...SQUARE, walkers }).simulation));
  });

  it('that are not there are named', () => {
    expect(() => runOf({ ...SQUARE, tiles: { attraction: [{ in: 'shops', weight: 3 }] } })).toThrow(
      /tiles.attraction\[0\].in is "shops"/,
    );
  });
});
