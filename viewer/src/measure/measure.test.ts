import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  addFlowFrame,
  advance,
  buildWorld,
  countInArea,
  createFlowRecord,
  createFrame,
  createReport,
  createRun,
  fillFrame,
  floorAreaOf,
  type DensityMap,
  flowOver,
  indexCells,
  inlinePlan,
  isOver,
  parseScenario,
  passageCurve,
  voronoiCells,
  voronoiInArea,
} from '@foulee/engine';
import { plotToSvg } from '@foulee/formats';
import { createHistory, remember } from '../run/history.ts';
import { momentOfFrame, momentOfPeople } from '../../test/moment-fixture.ts';
import { MOMENT, type Moment, VX, X, Y } from '../protocol/moment.ts';
import { drawPlace } from '../worker/draw-place.ts';
import type { Place } from '../protocol/place.ts';
import { pathOf, plotOf, rangeOfAll, SERIES_COLOURS, ticksOver, timeText, timeTicks, valueAt } from './chart-lines.ts';
import { fileNameOf } from '../page/download.ts';
import {
  createAreaGauge,
  createGround,
  createLineGauge,
  createMapGauge,
  createPeopleGauge,
  measureMore,
} from './gauges.ts';
import { freeName, measurementsOf, withMeasurement, withNewName, withoutMeasurement } from './measurements.ts';
import { fillMomentFrame, linksUnder } from './moment-frame.ts';
import { picturesOf } from './map-pictures.ts';
import { areaAt, flowSeries, lineAt, passageSeries, peakOf, peopleAt, peopleSeries, troughOf } from './readings.ts';
import {
  MAP_SCALES,
  mapRangeOf,
  pictureOf,
  rangeOf,
  SERVICE_BORDERS,
  SERVICE_COLOURS,
  SERVICE_LEVELS,
} from './service-colours.ts';
import { cellOf, tableOf } from './table.ts';

const never = () => false;

function placeOf(environment: Record<string, unknown>): Place {
  const scenario = parseScenario({ name: 'test', environment });
  if (scenario.environment.kind !== 'inline') throw new Error('inline');
  return drawPlace(buildWorld(inlinePlan(scenario.environment, 'test'), {}, createReport()), 0);
}

/** 10 by 4 m from (100, 200). */
const ROOM = placeOf({ walkable: [{ box: [100, 200, 110, 204] }] });
const [originX, originY] = ROOM.origin;

/** Rows of serial, x, y, vx in plan coordinates. @param level of each */
function momentOf(time: number, rows: number[][], level?: number[]): Moment {
  const numbers = new Float32Array(MOMENT * rows.length);
  rows.forEach(([, x, y, vx = 0], k) => {
    numbers[MOMENT * k + X] = x! - originX;
    numbers[MOMENT * k + Y] = y! - originY;
    numbers[MOMENT * k + VX] = vx;
  });
  return momentOfPeople(
    time,
    rows.map(([serial]) => serial!),
    numbers,
    level,
  );
}

function historyOf(moments: Moment[]) {
  const history = createHistory();
  for (const moment of moments) remember(history, moment);
  return history;
}

const line = (name: string, ...[ax, ay, bx, by]: [number, number, number, number]) => ({
  kind: 'line' as const,
  name,
  level: 0,
  ends: [ax - originX, ay - originY, bx - originX, by - originY] as [number, number, number, number],
});
const box = (name: string, ...[left, bottom, right, top]: [number, number, number, number]) => ({
  kind: 'area' as const,
  name,
  level: 0,
  ring: [left, bottom, right, bottom, right, top, left, top].map(
    (value, k) => value - (k % 2 === 0 ? originX : originY),
  ),
});

/** One walks right through x = 105 at 2.5 s and 12 s and back at 7 s; another at 2.25 s; a third comes at 3 s and stands. */
const MOMENTS = [
  momentOf(0, [
    [1, 101, 201, 1],
    [2, 101, 202, 2],
  ]),
  momentOf(2, [
    [1, 104.5, 201, 1],
    [2, 104.5, 202, 2],
  ]),
  momentOf(3, [
    [1, 105.5, 201, 1],
    [2, 106.5, 202, 2],
    [5, 109, 203, 0],
  ]),
  momentOf(6, [
    [1, 106, 201, 1],
    [5, 109, 203, 0],
  ]),
  momentOf(8, [
    [1, 104, 201, 1],
    [5, 109, 203, 0],
  ]),
  momentOf(14, [
    [1, 105.5, 201, 1],
    [5, 109, 203, 0],
  ]),
];

describe('a line', () => {
  // From top to bottom: to its left is the right side of the plan.
  const gauge = createLineGauge(line('door', 105, 204, 105, 200));
  const ground = createGround(ROOM);

  it('counts each crossing its way, at its moment, as moments come', () => {
    const history = createHistory();
    for (const moment of MOMENTS) {
      remember(history, moment);
      expect(measureMore([gauge], history, ground, never)).toBe(true);
    }
    expect([...gauge.forward.values()].map((t) => Math.round(1e4 * t) / 1e4)).toEqual([2.25, 2.5, 12]);
    expect([...gauge.back.values()]).toEqual([7]);
    expect(lineAt(gauge, 2.4)).toMatchObject({ forward: 1, back: 0, net: 1, flowForward: 0.1 });
    expect(lineAt(gauge, 8)).toMatchObject({ forward: 2, back: 1, net: 1, flowForward: 0.2, flowBack: 0.1 });
    // Of the last 10 s: from 4 to 14 s one forward and one back, over 4 m.
    expect(lineAt(gauge, 14)).toMatchObject({ forward: 3, back: 1, net: 2, flowForward: 0.1, flowBack: 0.1 });
    expect(lineAt(gauge, 14).specific).toBeCloseTo(0.05, 12);
  });

  it('measured later, and in pieces, it is the same', () => {
    const later = createLineGauge(line('door', 105, 204, 105, 200));
    const history = historyOf(MOMENTS);
    let pieces = 1;
    while (!measureMore([later], history, ground, () => true)) pieces++;
    expect(pieces).toBe(MOMENTS.length);
    expect([...later.forward.values()]).toEqual([...gauge.forward.values()]);
    expect([...later.back.values()]).toEqual([...gauge.back.values()]);
  });

  it('is drawn as N(t), and each way where somebody came back', () => {
    const times = MOMENTS.map(({ time }) => time);
    const [through, forward, back] = passageSeries(gauge, times);
    expect([through!.name, forward!.name, back!.name]).toEqual(['through', 'on', 'back']);
    expect([through, forward, back].map((series) => Array.from(series!.y).at(-1))).toEqual([2, 3, 1]);
    expect(flowSeries(gauge, times).map(({ name }) => name)).toEqual(['both ways', 'on', 'back']);
    // What is not measured yet is not drawn.
    expect(through!.x).toHaveLength(MOMENTS.length);
    expect(passageSeries({ ...gauge, until: 4 }, times)[0].x).toHaveLength(times.filter((time) => time <= 4).length);
  });
});

describe('a line in a long run', () => {
  // Twenty at once after ten minutes, and back again, in two hours: 240 points would be 30 s apart, and see nothing of it.
  const gauge = createLineGauge(line('door', 105, 204, 105, 200));
  const people = createPeopleGauge();
  const crowd = (x: number) => Array.from({ length: 20 }, (_, k) => [k, x, 201 + 0.1 * k]);
  const isBeyond = (time: number) => time >= 607 && time < 619;
  const moments = Array.from({ length: 7201 }, (_, time) => momentOf(time, crowd(isBeyond(time) ? 106 : 104)));
  const history = createHistory();
  for (const moment of moments) remember(history, moment);
  measureMore([gauge, people], history, createGround(ROOM), never);

  it('has the peaks in its charts that its table has', () => {
    const rows = tableOf(people, [gauge], false).trimEnd().split('\r\n').slice(1);
    const flow = flowSeries(gauge, people.time.values());
    for (const [k, column] of [6, 4, 5].entries()) {
      const most = Math.max(...rows.map((row) => Number(row.split(',')[column])));
      expect(rangeOfAll([flow[k]]).most).toBe(most);
      expect(most).toBe(2);
    }
    expect(rangeOfAll(passageSeries(gauge, people.time.values()))).toEqual({ least: 0, most: 20 });
  });
});

describe('all people', () => {
  it('are counted as they come and go', () => {
    const gauge = createPeopleGauge();
    measureMore([gauge], historyOf(MOMENTS), createGround(ROOM), never);
    expect(peopleAt(gauge, -1)).toEqual({ inside: 0, entered: 0, left: 0 });
    expect(peopleAt(gauge, 2.9)).toEqual({ inside: 2, entered: 2, left: 0 });
    expect(peopleAt(gauge, 3)).toEqual({ inside: 3, entered: 3, left: 0 });
    expect(peopleAt(gauge, 14)).toEqual({ inside: 2, entered: 3, left: 1 });
    expect(peopleSeries(gauge).map(({ y }) => Array.from(y))).toEqual([
      [2, 2, 3, 2, 2, 2],
      [0, 0, 0, 1, 1, 1],
    ]);
  });

  it('somebody who was not recorded for a while entered once', () => {
    const gauge = createPeopleGauge();
    const here = [[4, 101, 201]];
    measureMore([gauge], historyOf([momentOf(0, here), momentOf(1, []), momentOf(2, here)]), createGround(ROOM), never);
    expect(peopleAt(gauge, 1)).toEqual({ inside: 0, entered: 1, left: 1 });
    expect(peopleAt(gauge, 2)).toEqual({ inside: 1, entered: 1, left: 0 });
  });
});

describe('an area', () => {
  it('has persons over its floor, their mean speed, and half the room in Voronoi cells', () => {
    // Half of the area lies beyond the wall: 2 by 2 m of floor.
    const gauge = createAreaGauge(box('corner', 108, 202, 112, 204), createGround(ROOM));
    expect(gauge.area!.floor).toBeCloseTo(4, 6);
    const moments = [
      momentOf(0, [
        [1, 108.5, 203, 1],
        [2, 109.5, 203, 0.5],
        [3, 103, 203, 2],
      ]),
      momentOf(1, []),
    ];
    measureMore([gauge], historyOf(moments), createGround(ROOM), never);
    expect(areaAt(gauge, 0)).toMatchObject({ persons: 2, speed: 0.75 });
    expect(areaAt(gauge, 0).density).toBeCloseTo(0.5, 6);
    expect(areaAt(gauge, 1)).toMatchObject({ persons: 0, density: 0, voronoi: 0, speed: Number.NaN });
    // The disc of twelve corners about the second: 3 m², cut at x = 109 and by the wall at 110; all of it in the area.
    // Of the first, what is right of x = 108 and left of 109 is in it, and what is left of 108 is not.
    const slab = 2 * (Math.sqrt(3) / 2) * 0.5 + 2 * 0.5 * 0.5 * (1 - Math.sqrt(3) / 2);
    expect(slab).toBeGreaterThan(0.9);
    const whole = 1.5 + slab;
    expect(areaAt(gauge, 0).voronoi).toBeCloseTo((1 + (2 * slab) / whole) / 4, 5);
  });

  it('says why there is nothing to measure', () => {
    const gauge = createAreaGauge(box('outside', 120, 220, 121, 221), createGround(ROOM));
    expect(gauge.area).toBeUndefined();
    expect(gauge.trouble).toBe('there is no floor in it: draw it where people walk');
    measureMore([gauge], historyOf(MOMENTS), createGround(ROOM), never);
    expect(areaAt(gauge, 3).persons).toBe(0);
  });

  // Levels of the same height are levels, too.
  it.each([3, 0])('counts only those of its level, the upper one %f m above', (elevation) => {
    const walkable = [{ box: [100, 200, 110, 204] }];
    const tower = placeOf({ levels: { ground: { elevation: 0, walkable }, upper: { elevation, walkable } } });
    const ground = createGround(tower);
    const gauges = [0, 1].map((level) => createAreaGauge({ ...box('all', 100, 200, 110, 204), level }, ground));
    const here = [[1, 105, 202]];
    // The first two upstairs, the third on the lower level.
    const both = momentOf(0, [...here, [2, 106, 202], [3, 107, 202]], [1, 1, 0]);
    measureMore(gauges, historyOf([both]), ground, never);
    expect(gauges.map((gauge) => areaAt(gauge, 0).persons)).toEqual([1, 2]);
  });
});

describe('the same run, measured by the engine and by the page', () => {
  const data = {
    name: 'neck',
    duration: 60,
    environment: {
      walkable: [
        [
          [0, 0],
          [6, 0],
          [6, 2.5],
          [9, 2.5],
          [9, 0],
          [13, 0],
          [13, 6],
          [9, 6],
          [9, 3.5],
          [6, 3.5],
          [6, 6],
          [0, 6],
        ],
      ],
    },
    exits: {
      out: {
        line: [
          [12.5, 0],
          [12.5, 6],
        ],
      },
    },
    walkers: [{ in: { box: [0, 0, 6, 6] }, density: 1 }],
    measure: {
      lines: {
        neck: [
          [7.5, 3.5],
          [7.5, 2.5],
        ],
      },
      areas: { front: { box: [4, 1, 6, 5] } },
    },
  };
  const scenario = parseScenario(data);
  if (scenario.environment.kind !== 'inline') throw new Error('inline');
  const world = buildWorld(inlinePlan(scenario.environment, 'neck'), {}, createReport());
  const place = drawPlace(world, 0);
  const measurements = measurementsOf(data.measure, undefined, place);

  it('agrees on every crossing and on densities', () => {
    const run = createRun(scenario, world, { seed: 3 });
    const { mesh } = world;
    const engineFlow = createFlowRecord([{ name: 'neck', level: 0, ends: [7.5, 3.5, 7.5, 2.5] }]);
    const engineArea = floorAreaOf(mesh, { name: 'front', level: 0, ring: [4, 1, 6, 1, 6, 5, 4, 5] });
    const index = indexCells(mesh);
    const engine: { time: number; density: number; speed: number; voronoi: number }[] = [];
    const history = createHistory();
    const frame = createFrame(64);
    const take = () => {
      const { crowd, steps, time } = run.simulation;
      fillFrame(frame, mesh, crowd, steps, time);
      addFlowFrame(engineFlow, frame);
      const { density } = voronoiInArea(voronoiCells(mesh, index, 0, frame), engineArea);
      engine.push({ time, ...countInArea(engineArea, frame), voronoi: density });
      remember(history, momentOfFrame(frame, world));
    };
    take();
    while (!isOver(run)) {
      advance(run);
      take();
    }
    const ground = createGround(place);
    const [neck, front] = measurements;
    if (neck?.kind !== 'line' || front?.kind !== 'area') throw new Error('a line and an area');
    const flow = createLineGauge(neck);
    const area = createAreaGauge(front, ground);
    measureMore([flow, area], history, ground, never);

    const curve = passageCurve(engineFlow, 0);
    expect(flow.forward.length + flow.back.length).toBe(curve.time.length);
    expect(lineAt(flow, 60).net).toBe(36);
    for (const time of [5, 10, 12.5, 20]) {
      const { flowForward, flowBack } = lineAt(flow, time);
      expect(flowForward - flowBack).toBeCloseTo(flowOver(curve, time - 10, time), 9);
    }
    expect(area.area!.floor).toBeCloseTo(engineArea.floor, 5);
    expect(engine.length).toBeGreaterThan(100);
    let most = 0;
    engine.forEach(({ time, density, speed, voronoi }, k) => {
      const reading = areaAt(area, time);
      expect(reading.density).toBeCloseTo(density, 5);
      if (Number.isNaN(speed)) expect(reading.speed).toBeNaN();
      else expect(reading.speed).toBeCloseTo(speed, 4);
      if (k % 5 === 0) expect(reading.voronoi).toBeCloseTo(voronoi, 3);
      most = Math.max(most, voronoi);
    });
    expect(most).toBeGreaterThan(1.5);
  });
});

describe('a run whose place changes', () => {
  const scenario = parseScenario({
    name: 'changing',
    duration: 20,
    environment: {
      levels: {
        ground: { elevation: 0, walkable: [{ box: [0, 0, 10, 4] }] },
        upper: { elevation: 0, walkable: [{ box: [16, 0, 26, 4] }] },
      },
      links: {
        stairs: {
          kind: 'stairs',
          lower: 'ground',
          upper: 'upper',
          corners: [
            [10, 0],
            [10, 4],
            [16, 4],
            [16, 0],
          ],
        },
      },
    },
    exits: {
      out: {
        line: [
          [25.5, 0],
          [25.5, 4],
        ],
        level: 'upper',
      },
    },
    walkers: [{ in: { box: [5, 0, 10, 4], level: 'ground' }, count: 12 }],
    // Cells have other numbers after each.
    events: [
      { at: 0, add: { obstacle: { box: [1, 1, 2, 2] }, level: 'ground' } },
      { at: 0, add: { obstacle: { box: [1, 3, 2, 3.5] }, level: 'ground' } },
      { at: 6, add: { obstacle: { box: [3, 1, 4, 3] }, level: 'ground' } },
    ],
  });
  if (scenario.environment.kind !== 'inline') throw new Error('inline');
  const world = buildWorld(inlinePlan(scenario.environment, 'changing'), {}, createReport());

  it('has everybody on the level and the stairs of that moment, whatever place is shown', () => {
    const run = createRun(scenario, world, { seed: 1 });
    const frame = createFrame(64);
    const history = createHistory();
    const worlds = [world];
    /** Of each moment: levels and links of everybody. */
    const expected: number[][][] = [];
    const take = () => {
      const { crowd, steps, time } = run.simulation;
      fillFrame(frame, run.original, crowd, steps, time);
      remember(history, momentOfFrame(frame, run.place.world));
      const cells = [...frame.cell.subarray(0, frame.count)];
      expected.push(cells.map((c) => [run.original.cellLevel[c], run.original.cellLink[c]]));
    };
    take();
    while (!isOver(run)) {
      advance(run);
      take();
      if (run.place.world !== worlds.at(-1)) worlds.push(run.place.world);
    }
    expect(worlds).toHaveLength(3);
    expect(new Set(history.moments.map(({ meshKey }) => meshKey)).size).toBe(3);
    expect(new Set(expected.flat().map(String))).toEqual(new Set(['0,-1', '0,0', '1,-1']));
    for (const shown of worlds) {
      const ground = createGround(drawPlace(shown, 0));
      history.moments.forEach((moment, k) => {
        fillMomentFrame(frame, moment, ground.key);
        expect(frame.cell[0] === -1).toBe(moment.meshKey !== ground.key);
        const links = linksUnder(frame, ground);
        expect(expected[k].map((_, i) => [frame.level[i], links[i]])).toEqual(expected[k]);
      });
    }
  });
});

describe('the mesh of a place', () => {
  it('has all floor, joined over free sides and not through walls', () => {
    const { mesh } = createGround(ROOM);
    const all = floorAreaOf(mesh, { name: 'all', level: 0, ring: box('', 99, 199, 111, 205).ring });
    expect(all.floor).toBeCloseTo(40, 5);
    mesh.sideTwin.forEach((twin, side) => {
      if (twin !== -1) expect(mesh.sideTwin[twin]).toBe(side);
    });
    // A convex room of t cells has t - 1 seams.
    const free = mesh.sideTwin.filter((twin) => twin !== -1).length;
    expect(free / 2).toBe(mesh.cellLevel.length - 1);
  });
});

describe('the density map', () => {
  it('shows nobody, somebody and the level of service of a crowd', () => {
    const gauge = createMapGauge(createGround(ROOM));
    const [map] = gauge.maps.levels as DensityMap[];
    expect([map.columns, map.rows]).toEqual([25, 10]);
    const crowd = Array.from({ length: 16 }, (_, k) => [k, 101 + 0.25 * (k % 4), 201 + 0.25 * Math.floor(k / 4)]);
    measureMore(
      [gauge],
      historyOf([momentOf(0, crowd), momentOf(0.5, []), momentOf(1, [])]),
      createGround(ROOM),
      never,
    );
    // Only 0 s and 1 s count.
    expect(map.frames).toBe(2);
    expect(Math.max(...pictureOf(map, 'now'))).toBe(0);
    const square = 3 * map.columns + 3;
    const there = 4 * square;
    expect([...pictureOf(map, 'greatest').subarray(there, there + 3)]).toEqual([0xd6, 0x3a, 0x34]);
    expect(pictureOf(map, 'greatest')[4 * (3 * map.columns + 20) + 3]).toBe(0);
    expect(map.sum[square]).toBe(map.greatest[square]);
  });

  it('somebody alone is at level of service A', () => {
    const gauge = createMapGauge(createGround(ROOM));
    measureMore([gauge], historyOf([momentOf(0, [[1, 105, 202]])]), createGround(ROOM), never);
    const most = Math.max(...gauge.maps.levels[0]!.density);
    expect(most).toBeGreaterThan(0.2);
    expect(most).toBeLessThan(0.31);
  });

  it('has Fruin’s borders', () => {
    expect(SERVICE_BORDERS).toEqual([0.31, 0.43, 0.72, 1.08, 2.17]);
    expect(SERVICE_LEVELS.map(rangeOf)).toEqual([
      'up to 0.31',
      '0.31–0.43',
      '0.43–0.72',
      '0.72–1.08',
      '1.08–2.17',
      'over 2.17',
    ]);
    expect(new Set(Object.values(SERVICE_COLOURS)).size).toBe(6);
  });

  it('has a scale for events, which tells 2, 3, 4, 5 and 6 people per m² apart', () => {
    const { maps } = createMapGauge(createGround(ROOM));
    const [map] = maps.levels as DensityMap[];
    const colourOf = (density: number, scale: 'service' | 'event') => {
      map.density[30] = density;
      const pixels = pictureOf(map, 'now', scale);
      return [...pixels.subarray(120, 123)].map((value) => value.toString(16).padStart(2, '0')).join('');
    };
    const dense = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5];
    const { entries } = MAP_SCALES.event;
    expect(dense.map((density) => `#${colourOf(density, 'event')}`)).toEqual(entries.map(({ colour }) => colour));
    expect(entries.map(({ label }) => label)).toEqual([
      '0.1–2 (less: no colour)',
      '2–3',
      '3–4',
      '4–5',
      '5–6',
      'over 6',
    ]);
    // To Fruin all but the first are alike.
    expect(new Set(dense.slice(1).map((density) => colourOf(density, 'service'))).size).toBe(1);
    // A border belongs to the lower one.
    expect(colourOf(2, 'event')).toBe(colourOf(1, 'event'));
  });

  it('ends at walls in the picture, too: no triangle of a colour lies on both sides of one', () => {
    const halves = placeOf({ walkable: [{ box: [0, 0, 10, 6] }], obstacles: [{ box: [4.95, 0.5, 5.05, 6] }] });
    const [x0, y0] = halves.origin;
    const gauge = createMapGauge(createGround(halves));
    const [map] = gauge.maps.levels as DensityMap[];
    map.density.forEach((_, part) => {
      map.density[part] = map.parts.middle[2 * part] + map.minX + x0 < 5 ? 3 : 0;
    });
    const [{ triangles, pixels, columns }] = picturesOf(gauge, halves.levels, [], 'now');
    let coloured = 0;
    const pixelRows = pixels.length / (4 * columns);
    let floor = 0;
    for (let t = 0; t < triangles!.length; t += 12) {
      const corner = (k: number) => [...triangles!.subarray(t + 4 * k, t + 4 * k + 4)];
      const [[ax, ay, u, v], [bx, by], [cx, cy]] = [corner(0), corner(1), corner(2)];
      floor += ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
      const pixel = Math.floor(v * pixelRows) * columns + Math.floor(u * columns);
      const xs = [ax, bx, cx].map((x) => x + x0);
      // Of those near the wall: whole squares may lie in strips.
      if (Math.min(...xs) < 4.5 || Math.max(...xs) > 6 || Math.min(ay, by, cy) + y0 < 1) continue;
      if (pixels[4 * pixel + 3] === 0) continue;
      coloured++;
      expect(Math.max(...xs)).toBeLessThan(4.951);
    }
    expect(coloured).toBeGreaterThan(10);
    // All floor is drawn, and nothing else.
    expect(floor).toBeCloseTo(60 - 0.1 * 5.5, 3);
  });

  it('ends at a door while it is closed; so do Voronoi cells', () => {
    const door = {
      gate: [
        [105, 200],
        [105, 204],
      ],
    };
    const rooms = placeOf({ walkable: [{ box: [100, 200, 110, 204] }], doors: door });
    const [x0] = rooms.origin;
    const crowd = Array.from({ length: 8 }, (_, k) => [k, 104.8, 200.25 + 0.5 * k]);
    // Closed from 0.5 s to 1.5 s, so at 1 s.
    const ground = createGround(rooms, (time) => new Set(time > 0.5 && time < 1.5 ? ['gate'] : []));
    const beyond = [0, 1, 2].map((last) => {
      const gauge = createMapGauge(ground);
      const area = createAreaGauge(box('right', 105.1, 200, 106, 204), ground);
      const moments = [0, 1, 2].slice(0, last + 1).map((time) => momentOf(time, crowd));
      measureMore([gauge, area], historyOf(moments), ground, never);
      const [map] = gauge.maps.levels as DensityMap[];
      const right = map.density.filter((_, part) => map.parts.middle[2 * part] + map.minX + x0 > 105);
      return [Math.max(...right), area.voronoi.array[last]];
    });
    expect(beyond[1]).toEqual([0, 0]);
    for (const [density, voronoi] of [beyond[0], beyond[2]]) {
      expect(density).toBeGreaterThan(0.3);
      expect(voronoi).toBeGreaterThan(0.3);
    }
  });

  it('says in its legend from where on the floor is coloured', () => {
    expect(SERVICE_LEVELS.map((level) => mapRangeOf(level))).toEqual([
      '0.1–0.31 (less: no colour)',
      ...SERVICE_LEVELS.slice(1).map(rangeOf),
    ]);
    const { maps } = createMapGauge(createGround(ROOM));
    const map = maps.levels[0]!;
    const square = map.floor.findIndex((floor) => floor > 0);
    const opacityWith = (density: number) => {
      map.density[square] = density;
      return pictureOf(map, 'now')[4 * square + 3];
    };
    expect(opacityWith(0.099)).toBe(0);
    expect(opacityWith(0.1)).toBeGreaterThan(0);
  });
});

describe('peaks', () => {
  it('are the greatest and the least of a series, and when they were first there', () => {
    const series = { x: [0, 1, 2, 3, 4], y: [Number.NaN, 0.5, 2, 2, 0] };
    expect(peakOf(series)).toEqual({ value: 2, time: 2 });
    expect(troughOf(series)).toEqual({ value: 0, time: 4 });
    expect(peakOf({ x: [0], y: [0] })).toEqual({ value: 0, time: 0 });
    expect(peakOf({ x: [], y: [] })).toEqual({ value: Number.NaN, time: Number.NaN });
    expect(peakOf({ x: [0, 1], y: [-3, -1] })).toEqual({ value: -1, time: 1 });
  });
});

describe('what a scenario measures', () => {
  const measure = {
    lines: {
      door: [
        [105, 204],
        [105, 200],
      ],
      wrong: [[1, 2]],
      also: {
        line: [
          [101, 200],
          [101, 204],
        ],
        level: 'none',
      },
    },
    areas: {
      hall: { box: [100, 200, 104, 204] },
      named: 'platform',
      ring: [
        [100, 200],
        [102, 200],
        [102, 201],
      ],
    },
  };
  const areas = {
    platform: {
      polygon: [
        [105, 200],
        [106, 200],
        [106, 202],
      ],
    },
  };

  it('is read in all its forms, and what is no measurement is left out', () => {
    const found = measurementsOf(measure, areas, ROOM);
    expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'line door',
      'line also',
      'area hall',
      'area named',
      'area ring',
    ]);
    expect(found[0]).toEqual(line('door', 105, 204, 105, 200));
    expect(found[2]).toEqual(box('hall', 100, 200, 104, 204));
    expect(measurementsOf(undefined, undefined, ROOM)).toEqual([]);
    expect(measurementsOf('no', null, ROOM)).toEqual([]);
  });

  it('is written as it is read, renamed and taken out', () => {
    const added = line('line 1', 103.00049, 200, 103, 204);
    const written = withMeasurement(measure, added, ROOM);
    expect(written.lines!['line 1']).toEqual([
      [103, 200],
      [103, 204],
    ]);
    expect(written.areas).toEqual(measure.areas);
    const renamed = withNewName(written, added, 'gate');
    expect(Object.keys(renamed.lines!)).toEqual(['door', 'wrong', 'also', 'gate']);
    expect(withoutMeasurement(renamed, { ...added, name: 'gate' })).toEqual(measure);
    expect(freeName('line', [added])).toBe('line 2');
    const parsed = parseScenario({
      name: 'x',
      environment: { walkable: [{ box: [100, 200, 110, 204] }] },
      measure: withMeasurement(withMeasurement(undefined, added, ROOM), box('a', 101, 201, 102, 202), ROOM),
    });
    expect(parsed.measure.lines[0].line).toEqual([
      [103, 200],
      [103, 204],
    ]);
    expect(parsed.measure.areas[0].polygon).toEqual([
      [101, 201],
      [102, 201],
      [102, 202],
      [101, 202],
    ]);
  });
});

describe('a table', () => {
  it('has units in its header, a row per moment, and names that do no harm', () => {
    const people = createPeopleGauge();
    const ground = createGround(ROOM);
    const door = createLineGauge(line('=cmd "x"', 105, 204, 105, 200));
    const hall = createAreaGauge(box('hall, left', 100, 200, 104, 204), ground);
    measureMore([people, door, hall], historyOf(MOMENTS), ground, never);
    const rows = tableOf(people, [door, hall], true).split('\r\n');
    expect(rows).toHaveLength(MOMENTS.length + 2);
    expect(rows.at(-1)).toBe('');
    expect(rows[0]).toBe(
      '"time [s]","inside [persons]","entered [persons]","left [persons]",' +
        `"'=cmd ""x"": forward [persons]","'=cmd ""x"": back [persons]","'=cmd ""x"": N [persons]",` +
        `"'=cmd ""x"": flow forward over 10 s [persons/s]","'=cmd ""x"": flow back over 10 s [persons/s]",` +
        `"'=cmd ""x"": flow both ways over 10 s [persons/s]","'=cmd ""x"": specific flow both ways [persons/(m s)]",` +
        '"hall, left: persons [persons]","hall, left: density by count [persons/m^2]",' +
        '"hall, left: density by Voronoi [persons/m^2]","hall, left: mean speed [m/s]",' +
        '"hall, left: level of service (Fruin, walkway)"',
    );
    expect(rows[6]).toBe('14,2,3,1,3,1,2,0.1,0.1,0.2,0.05,0,0,0,,"A"');
    expect(rows[1].split(',').slice(0, 7)).toEqual(['0', '2', '2', '0', '0', '0', '0']);
  });

  it.each([
    ['+1', `"'+1"`],
    ['@a', `"'@a"`],
    ['-a', `"'-a"`],
    ['a-b', '"a-b"'],
    ['a\nb', '"a\nb"'],
  ])('%j becomes %s', (text, cell) => expect(cellOf(text)).toBe(cell));

  it('goes into a file with a plain name', () => {
    expect(fileNameOf('Bottleneck of 1.0 m', '../line 1', '.csv')).toBe('bottleneck-of-1.0-m-line-1.csv');
    expect(fileNameOf('', '')).toBe('foulee');
    expect(fileNameOf('Hölle/été', 'all.csv')).toBe('hölle-été-all.csv');
  });
});

describe('a chart', () => {
  it('reads what was last known at a time', () => {
    const series = { name: 'inside', x: [1, 2, 4], y: [10, Number.NaN, 7] };
    expect([0.9, 1, 1.5, 2, 3.9, 4, 99].map((time) => valueAt(series, time))).toEqual([
      Number.NaN,
      10,
      10,
      Number.NaN,
      Number.NaN,
      7,
      7,
    ]);
    expect(valueAt({ name: '', x: [], y: [] }, 3)).toBeNaN();
  });

  it('has round ticks', () => {
    expect(ticksOver(0, 100, 4)).toEqual([0, 50, 100]);
    expect(ticksOver(0, 1.6, 3)).toEqual([0, 1, 2]);
    expect(ticksOver(0, 0, 3)).toEqual([0, 0.5, 1]);
    expect(ticksOver(-12, 30, 3)).toEqual([-20, 0, 20, 40]);
    expect(ticksOver(-7, 0, 3)).toEqual([-10, -5, 0]);
    expect(timeTicks(0, 84.6, 5)).toEqual([0, 20, 40, 60, 80]);
    expect(timeTicks(105, 160, 3)).toEqual([120, 140, 160]);
    expect([timeText(0.5, 2), timeText(45, 84), timeText(150, 200), timeText(300, 3900)]).toEqual([
      '0.5 s',
      '0:45',
      '2:30',
      '0:05:00',
    ]);
  });

  const area = { left: 10, top: 0, width: 100, height: 50, from: 0, to: 100, least: 0, most: 10 };

  const net = { name: 'through', x: [0, 50, 100], y: [0, -5, 10] };

  it('shows a count below nothing, on the screen and saved', () => {
    expect(rangeOfAll([net])).toEqual({ least: -5, most: 10 });
    expect(pathOf(net, { ...area, least: -10 })).toBe('M10 25.0L60 37.5L110 0.0');
    expect(plotOf('N(t)', '', 'persons', [net]).y).not.toHaveProperty('min');
    expect(plotToSvg(plotOf('N(t)', '', 'persons', [net]))).toContain('>−6<');
    expect(plotOf('N(t)', '', 'persons', [{ ...net, y: [5, 6, 7] }]).y).toHaveProperty('min', 0);
  });

  it('is saved in the colours of the screen', () => {
    const plot = plotOf('N(t)', '', 'persons', [net, { ...net, name: 'forward' }, { ...net, name: 'back' }]);
    expect(plot.series.map(({ colour }) => colour)).toEqual(SERIES_COLOURS);
    const [day] = readFileSync(new URL('../style.css', import.meta.url), 'utf8').split('}');
    expect(day).toContain(`--accent: ${SERIES_COLOURS[0]};`);
    expect(day).toContain(`--ink-soft: ${SERIES_COLOURS[2]};`);
  });

  it('draws a line, and gaps where there is no number', () => {
    const path = pathOf({ name: '', x: [0, 50, 60, 100], y: [0, 10, Number.NaN, 5] }, area);
    expect(path).toBe('M10 50.0L60 0.0M110 25.0');
  });

  it('keeps no more points than pixels, and no peak is lost', () => {
    const x = Float64Array.from({ length: 100_000 }, (_, k) => k / 1000);
    const y = x.map((_, k) => (k === 43_210 ? 10 : 1));
    const path = pathOf({ name: '', x, y }, area);
    expect(path.split(/[ML]/).length).toBeLessThan(120);
    expect(path).toContain('L53 0.0');
  });
});
