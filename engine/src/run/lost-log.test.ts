import { describe, expect, it } from 'vitest';
import { NONE } from '../core/none.ts';
import { isBefore } from '../knowledge/sign-audit.ts';
import { cellHolds } from '../subdivision/cells.ts';
import { locate } from '../subdivision/locate.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';
import { stateHash } from '../simulation/simulation.ts';
import { createLostLog, logLost } from './lost-log.ts';
import { lostInAll, lostInSquare, worstPlaces } from './lost-map.ts';
import { openInline } from './open-scenario.ts';
import { type Play, playWhile, startPlay } from './play.ts';
import { advance, createRun } from './run.ts';
import { searchResultOf } from './search-result.ts';

/** A hall, a room in the west that leads nowhere, and one in the east with the desk, hidden round a corner. */
const ROOMS = {
  name: 'rooms',
  duration: 300,
  environment: {
    walkable: [
      { box: [0, 0, 8, 8] },
      { box: [8, 1, 8.4, 2.2] },
      { box: [8.4, 0, 16, 8] },
      { box: [16, 6, 16.4, 7.2] },
      { box: [16.4, 0, 24, 8] },
      { box: [24, 1, 24.4, 2.2] },
      { box: [24.4, 0, 32, 8] },
    ],
  },
  areas: { west: { box: [0, 0, 8, 8] }, hall: { box: [8.4, 0, 16, 8] } },
  profiles: { guest: { knowledge: 'nothing' } },
  goals: { desk: [31, 7], toilets: [23, 1] },
  itineraries: { visit: ['desk'] },
  walkers: [{ in: { box: [9, 4, 12, 7] }, count: 4, profile: 'guest', itinerary: 'visit' }],
};

function played(data: object, seconds = Infinity): Play {
  const { scenario, world } = openInline({ data });
  const play = startPlay(createRun(scenario, world, { seed: 1 }));
  playWhile(play, () => play.run.simulation.time < seconds);
  return play;
}
const lostOf = ({ log }: Play) => log.lost!.map;
const resultOf = ({ log, run }: Play) => searchResultOf(log, run)!;
const withSigns = (signs: object) => ({ ...ROOMS, signs });

describe('where people are lost', () => {
  it('all seconds of search are on the map, in squares on the floor and on their own side of walls', () => {
    const play = played(ROOMS);
    const map = lostOf(play);
    const seconds = play.log.search!.seconds.reduce((sum, one) => sum + one, 0);
    expect(seconds).toBeGreaterThan(20);
    expect(lostInAll(map, 'search')).toBeCloseTo(seconds, 6);
    const { mesh, places } = map.scenery;
    for (let e = 0; e < map.x.length; e++) {
      const [x, y, cell] = [map.x.array[e], map.y.array[e], map.cell.array[e]];
      expect(cellHolds(mesh, cell, x, y)).toBe(true);
      expect(places.layer.ofCell[cell]).toBe(map.place.array[e]);
      expect([Math.floor(x), Math.floor(y)]).toEqual([map.column.array[e], map.row.array[e]]);
    }
    const bySquare = Array.from({ length: map.x.length }, (_, e) =>
      lostInSquare(map, 'search', map.place.array[e], map.column.array[e], map.row.array[e]),
    );
    // One set of goals: a square is an entry.
    expect(bySquare).toEqual([...map.search.values()]);
    expect(lostInSquare(map, 'search', map.place.array[0], 1000, 1000)).toBe(0);
  });

  it('the worst places are named by their areas, the longest search first', () => {
    const play = played(ROOMS);
    const [first, second, ...others] = resultOf(play).worst;
    expect(others).toHaveLength(1);
    expect(first.searchSeconds).toBeGreaterThanOrEqual(second.searchSeconds);
    const named = worstPlaces(lostOf(play))
      .slice(0, 3)
      .map(({ x }) => x + play.run.original.origin[0]);
    const areaOf = (x: number) => (x < 8 ? 'west' : x > 8.4 && x < 16 ? 'hall' : null);
    expect(resultOf(play).worst.map(({ area }) => area)).toEqual(named.map(areaOf));
    expect(resultOf(play).worst.some(({ area }) => area === 'hall')).toBe(true);
  });

  it('places in the same area are one', () => {
    // The hall is two places, cut at the doorway between them.
    const one = { ...ROOMS, areas: { all: { box: [0, 0, 32, 8] } } };
    const { worst, searchSeconds } = resultOf(played(one));
    expect(worst.map(({ area }) => area)).toEqual(['all']);
    expect(worst[0].searchSeconds).toBeCloseTo(searchSeconds, 4);
  });

  it('who looks into a dead end turns back there; who knows the way is never lost', () => {
    const map = lostOf(played(ROOMS));
    const [originX] = map.scenery.mesh.origin;
    const turned = [...map.turns.values()].flatMap((count, e) => (count > 0 ? [map.x.array[e] + originX] : []));
    // Only the room in the west is a dead end without the desk.
    expect(turned.length).toBeGreaterThan(0);
    for (const x of turned) expect(x).toBeLessThan(8.4);
    const guests = { guest: { knowledge: 'everything' } };
    const known = lostOf(played({ ...ROOMS, profiles: guests }));
    for (const measure of ['search', 'hesitation', 'turns'] as const) expect(lostInAll(known, measure)).toBe(0);
  });

  it('people who seek different goals have entries of their own', () => {
    const walkers = [
      { in: { box: [9, 4, 12, 7] }, count: 2, profile: 'guest', goal: 'desk' },
      { in: { box: [9, 4, 12, 7] }, count: 2, profile: 'guest', goal: 'toilets' },
    ];
    const map = lostOf(played({ ...ROOMS, walkers }));
    expect(map.wants.map(([goal]) => goal).toSorted()).toEqual([0, 1]);
    expect(new Set(map.want.values())).toEqual(new Set([0, 1]));
    // And squares are the sum of both.
    const squares = new Map<string, number>();
    for (let e = 0; e < map.x.length; e++) {
      const key = [map.place.array[e], map.column.array[e], map.row.array[e]].join();
      squares.set(key, (squares.get(key) ?? 0) + map.search.array[e]);
    }
    expect(squares.size).toBeLessThan(map.x.length);
    for (const [key, seconds] of squares) {
      const [place, column, row] = key.split(',').map(Number);
      expect(lostInSquare(map, 'search', place, column, row)).toBeCloseTo(seconds, 9);
    }
  });

  it('a place that changes keeps its seconds, where its floor is now', () => {
    const events = [{ at: 8, add: { obstacle: { box: [10, 1, 11.5, 5] }, name: 'crate' } }];
    const before = played(ROOMS, 7.95);
    const after = played({ ...ROOMS, events });
    const map = lostOf(after);
    expect(map.scenery).not.toBe(lostOf(before).scenery);
    expect(map.scenery).toBe(after.run.simulation.knowledge!.believed);
    const seconds = after.log.search!.seconds.reduce((sum, one) => sum + one, 0);
    expect(lostInAll(map, 'search')).toBeCloseTo(seconds, 6);
    const { mesh, places } = map.scenery;
    for (let e = 0; e < map.x.length; e++) {
      const cell = locate(mesh, after.run.simulation.router.cells, 0, map.x.array[e], map.y.array[e]);
      expect(map.place.array[e]).toBe(cell === NONE ? NONE : places.layer.ofCell[cell]);
    }
  });

  it('hesitation: standing without a route with nobody near; not beside somebody, and not before the start', () => {
    // Two rooms, and a gap between them that is too narrow for anybody; in the first, people are always near each other.
    const cell = { walkable: [{ box: [0, 0, 1.2, 1] }, { box: [1.2, 0.4, 20, 0.6] }, { box: [20, 0, 26, 6] }] };
    const alone = {
      ...ROOMS,
      environment: cell,
      goals: { desk: [25, 3] },
      areas: {},
      duration: 30,
      profiles: { guest: { knowledge: 'nothing', radius: 0.25 } },
    };
    const at = (...places: [number, number][]) => ({
      ...alone,
      walkers: places.map((place) => ({ at: place, profile: 'guest', itinerary: 'visit' })),
    });
    const hesitation = (data: object) => lostInAll(lostOf(played(data)), 'hesitation');
    expect(hesitation(at([0.4, 0.5]))).toBeGreaterThan(10);
    expect(hesitation(at([0.3, 0.5], [0.9, 0.5]))).toBe(0);
    const late = { ...at([0.4, 0.5]), profiles: { guest: { knowledge: 'nothing', start: 40 } } };
    expect(hesitation(late)).toBe(0);
  });
});

describe('looking at a run', () => {
  it('changes nothing of it', () => {
    const { simulation } = played(ROOMS, 8).run;
    const { scenario, world } = openInline({ data: ROOMS });
    const alone = createRun(scenario, world, { seed: 1 });
    while (alone.simulation.time < 8) advance(alone);
    expect(stateHash(simulation)).toBe(stateHash(alone.simulation));
    // And there was something to look at.
    const log = createLostLog(simulation)!;
    const before = stateHash(simulation);
    logLost(log, simulation);
    expect(lostInAll(log.map, 'search')).toBeGreaterThan(0);
    expect(stateHash(simulation)).toBe(before);
  });
});

describe('one more sign', () => {
  it('stands before a wall on the floor, shows what people seek, and shortens their search', () => {
    const play = played(ROOMS);
    const { bestSign, searchSeconds } = resultOf(play);
    expect(bestSign!.shows).toEqual(['desk']);
    expect(bestSign!.coveredSeconds).toBeGreaterThan(0.2 * searchSeconds);
    expect(bestSign!.uncoveredSeconds).toBeCloseTo(searchSeconds, 5);
    const { at, facing, shows } = bestSign!;
    const helped = resultOf(played(withSigns({ more: { at, facing, shows } })));
    expect(helped.searchSeconds).toBeLessThan(0.7 * searchSeconds);
    expect(helped.signs[0].readers).toBeGreaterThan(0);
  });

  it('is about as good as the best of many places tried one by one', () => {
    const play = played(ROOMS);
    const map = lostOf(play);
    const { mesh, seen } = map.scenery;
    const { cells } = play.run.simulation.router;
    const way = createWalkResult();
    let most = 0;
    for (let x = 0.2; x < 32; x += 0.5) {
      for (const y of [0.2, 7.8]) {
        const [hereX, hereY] = [x - mesh.origin[0], y - mesh.origin[1]];
        const cell = locate(mesh, cells, 0, hereX, hereY);
        if (cell === NONE) continue;
        const sign = {
          x: hereX,
          y: hereY,
          dx: 0,
          dy: y < 4 ? 1 : -1,
          range: 20,
          cosine: Math.cos((85 * Math.PI) / 180),
        };
        let sum = 0;
        for (let e = 0; e < map.x.length; e++) {
          if (!isBefore(sign, map.x.array[e], map.y.array[e])) continue;
          walk(seen, cell, aimWalk(way, hereX, hereY, map.x.array[e], map.y.array[e]));
          if (way.reached) sum += map.search.array[e];
        }
        most = Math.max(most, sum);
      }
    }
    expect(most).toBeGreaterThan(5);
    expect(resultOf(play).bestSign!.coveredSeconds).toBeGreaterThan(0.9 * most);
  });

  it('minds the signs there are, but not those that show something else', () => {
    const sign = { at: [12, 0.2], facing: 90 };
    // Nobody notices it, so that all search as before.
    const unseen = (shows: string) => resultOf(played(withSigns({ one: { ...sign, shows, notice: 0 } })));
    const none = resultOf(played(ROOMS)).bestSign!;
    expect(unseen('toilets').bestSign).toEqual(none);
    const minded = unseen('desk').bestSign!;
    expect(minded.uncoveredSeconds).toBeLessThan(none.uncoveredSeconds);
  });

  it('is not needed where nobody searches', () => {
    expect(resultOf(played({ ...ROOMS, profiles: { guest: { knowledge: 'everything' } } })).bestSign).toBeNull();
  });
});
