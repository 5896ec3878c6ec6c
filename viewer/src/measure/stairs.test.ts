/** Who is on stairs, as the page sees it: level, link, areas over stairs as the engine and the command have them, maps and their pictures. */
import {
  advance,
  buildWorld,
  countInArea,
  createFrame,
  createReport,
  createRun,
  fillFrame,
  floorAreaOf,
  indexCells,
  inlinePlan,
  isOver,
  NONE,
  parseScenario,
  voronoiCells,
  voronoiInArea,
} from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { cellNear } from '@foulee/formats';
import { drawPlace } from '../worker/draw-place.ts';
import { createHistory, remember } from '../run/history.ts';
import { momentOfFrame, momentOfPeople } from '../../test/moment-fixture.ts';
import { MOMENT, type Moment, X, Y } from '../protocol/moment.ts';
import { meshKeyOf } from '../worker/mesh-key.ts';
import { overlayNow } from '../worker/overlays-now.ts';
import type { FloorPicture } from '../protocol/floor-picture.ts';
import { geometryOf } from '../scene/floor-pictures.ts';
import { createAreaGauge, createGround, createMapGauge, measureMore } from './gauges.ts';
import { picturesOf } from './map-pictures.ts';
import { measurementsOf } from './measurements.ts';
import { createMomentFrame, fillMomentFrame, linksUnder } from './moment-frame.ts';
import { areaAt } from './readings.ts';

/**
 * Ground floor below, a gallery half-way up beside the stairs, upper floor behind them: stairs from (10, 1…3) at 0 m to (16, 1…3) at 3 m,
 * past the gallery at 1.5 m. Far from zero, the place has an origin of its own. Without a rise all levels are of the same height.
 */
function houseOf(east: number, rise = 1) {
  const by = (points: number[][]) => points.map(([x, y]) => [x! + east, y!]);
  const box = (left: number, bottom: number, right: number, top: number) => [left + east, bottom, right + east, top];
  return parseScenario({
    name: 'stairs',
    duration: 40,
    environment: {
      levels: {
        ground: { elevation: 0, walkable: [{ box: box(0, 0, 10, 4) }] },
        gallery: { elevation: 1.5 * rise, walkable: [{ box: box(8, 4.5, 18, 8) }] },
        upper: { elevation: 3 * rise, walkable: [{ box: box(16, 0, 26, 4) }, { box: box(22, 4, 26, 8) }] },
      },
      links: {
        stairs: {
          kind: 'stairs',
          lower: 'ground',
          upper: 'upper',
          corners: by([
            [10, 1],
            [10, 3],
            [16, 3],
            [16, 1],
          ]),
        },
        ramp: {
          kind: 'ramp',
          lower: 'gallery',
          upper: 'upper',
          corners: by([
            [18, 5],
            [18, 7],
            [22, 7],
            [22, 5],
          ]),
        },
      },
    },
    exits: {
      out: {
        line: by([
          [25.5, 0],
          [25.5, 4],
        ]),
        level: 'upper',
      },
    },
    walkers: [{ in: { box: box(4, 0, 10, 4), level: 'ground' }, count: 24 }],
  });
}

function worldOf(scenario: ReturnType<typeof parseScenario>) {
  if (scenario.environment.kind !== 'inline') throw new Error('inline');
  return buildWorld(inlinePlan(scenario.environment, 'stairs'), {}, createReport());
}

const HOUSE = houseOf(0);
const world = worldOf(HOUSE);
const place = drawPlace(world, 0);

const flatWorld = worldOf(houseOf(0, 0));

/** Rows of x, y, level; in the cells that the worker finds there. @param isKnown are they those of this world? */
function momentOf(rows: number[][], { mesh } = world, isKnown = true): Moment {
  const numbers = new Float32Array(MOMENT * rows.length);
  const moment = momentOfPeople(
    0,
    rows.map((_, k) => k),
    numbers,
    rows.map(([, , level]) => level!),
  );
  if (isKnown) moment.meshKey = meshKeyOf(mesh);
  const index = indexCells(mesh);
  rows.forEach(([x, y, level], k) => {
    numbers.set([x! - mesh.origin[0], y! - mesh.origin[1]], MOMENT * k);
    if (isKnown) moment.cell[k] = cellNear(mesh, index, level!, numbers[MOMENT * k + X], numbers[MOMENT * k + Y]);
    // Of another mesh there may be fewer.
    else moment.cell[k] = mesh.cellLevel.length + k;
  });
  return moment;
}

/** Twelve on 1.5 × 2 m of the stairs, in their middle. */
const packed = (east = 0) =>
  Array.from({ length: 12 }, (_, k) => [12.4 + 0.4 * (k % 4) + east, 1.4 + 0.6 * Math.floor(k / 4), 0]);

describe('who is on stairs', () => {
  const frame = createMomentFrame();
  const on = (there: typeof world, isKnown: boolean, rows: number[][]) => {
    const ground = createGround(drawPlace(there, 0));
    fillMomentFrame(frame, momentOf(rows, there, isKnown), ground.key);
    const links = linksUnder(frame, ground);
    return rows.map((_, i) => [frame.level[i], links[i]]);
  };
  const of = (...rows: number[][]) => {
    const found = on(world, true, rows);
    // The same where the moment is of another mesh: before something in the place changed.
    expect(on(world, false, rows)).toEqual(found);
    return found;
  };

  it('is on their lower level from end to end, past levels between and up to the last centimetre', () => {
    expect(of([10.01, 2, 0], [12, 2, 0], [13.5, 2, 0], [15.96, 2, 0])).toEqual([0, 1, 2, 3].map(() => [0, 0]));
    expect(of([20, 6, 1])).toEqual([[1, 1]]);
  });

  it('on floor is on its level, before and behind the ends and on others', () => {
    expect(of([9.99, 2, 0], [16.01, 2, 2], [12, 6, 1])).toEqual([
      [0, NONE],
      [2, NONE],
      [1, NONE],
    ]);
  });

  it('is not on floor that another level has there, nor on the stairs above or below its floor', () => {
    // As if the upper floor went on above the stairs.
    expect(of([12, 2, 2], [12, 2, 0])).toEqual([
      [2, NONE],
      [0, 0],
    ]);
  });

  it('is told also where both ends are of one height', () => {
    const rows = [
      [12, 2, 0],
      [5, 2, 0],
      [20, 2, 2],
    ];
    for (const isKnown of [true, false]) {
      expect(on(flatWorld, isKnown, rows)).toEqual([
        [0, 0],
        [0, NONE],
        [2, NONE],
      ]);
    }
  });
});

describe('areas over stairs', () => {
  it('the mesh of the page has stairs on their lower level', () => {
    const { mesh } = createGround(place);
    const floor = (level: number, ring: number[]) => floorAreaOf(mesh, { name: '', level, ring }).floor;
    // From 9 to 12 m and from y = 0 to 4: 4 m² before the stairs, 2 × 2 m² of them.
    expect(floor(0, [9, 0, 12, 0, 12, 4, 9, 4])).toBeCloseTo(8, 5);
    expect(() => floor(2, [11, 1, 15, 1, 15, 3, 11, 3])).toThrow(/no floor/);
    mesh.sideCell.forEach((c, s) => {
      expect(s >= mesh.cellFirst[c] && s < mesh.cellFirst[c + 1]).toBe(true);
    });
  });

  it.each([
    ['', HOUSE, world],
    [', on levels of the same height', houseOf(0, 0), flatWorld],
  ])('are measured as by the engine, step by step%s', (_, house, world) => {
    const place = drawPlace(world, 0);
    const areas = {
      foot: { box: [8, 0, 12, 4], level: 'ground' },
      middle: { box: [12, 0.5, 14, 3.5], level: 'ground' },
      head: { box: [14, 0, 18, 4], level: 'upper' },
      'last steps': { box: [14, 0, 18, 4], level: 'ground' },
    };
    const names = ['ground', 'gallery', 'upper'];
    const engineAreas = Object.entries(areas).map(([name, { box, level }]) => {
      const [left, bottom, right, top] = box as [number, number, number, number];
      const ring = [left, bottom, right, bottom, right, top, left, top];
      return floorAreaOf(world.mesh, { name, level: names.indexOf(level), ring });
    });
    const { mesh } = world;
    const run = createRun(house, world, { seed: 2 });
    const index = indexCells(mesh);
    const frame = createFrame(64);
    const history = createHistory();
    const engine: { time: number; persons: number[]; density: number[]; voronoi: number[] }[] = [];
    while (!isOver(run)) {
      advance(run);
      const { crowd, steps, time } = run.simulation;
      fillFrame(frame, mesh, crowd, steps, time);
      const counts = engineAreas.map((area) => countInArea(area, frame));
      engine.push({
        time,
        persons: counts.map(({ persons }) => persons),
        density: counts.map(({ density }) => density),
        voronoi: engineAreas.map((area) => voronoiInArea(voronoiCells(mesh, index, area.level, frame), area).density),
      });
      remember(history, momentOfFrame(frame, world));
    }
    const ground = createGround(place);
    const gauges = measurementsOf({ areas }, undefined, place).map((one) => {
      if (one.kind !== 'area') throw new Error('an area');
      return createAreaGauge(one, ground);
    });
    measureMore(gauges, history, ground, () => false);
    gauges.forEach((gauge, a) => {
      expect(gauge.area!.floor).toBeCloseTo(engineAreas[a].floor, 4);
      expect(Math.max(...engine.map(({ persons }) => persons[a]))).toBeGreaterThan(1);
      engine.forEach(({ time, persons, density, voronoi }, k) => {
        const reading = areaAt(gauge, time);
        expect(reading.persons).toBe(persons[a]);
        expect(reading.density).toBeCloseTo(density[a], 4);
        if (k % 5 === 0) expect(reading.voronoi).toBeCloseTo(voronoi[a], 2);
      });
    });
  });
});

/** Height and colour of a picture at a place of the plan. */
function colourAt({ left, bottom, width, height, columns, rows, pixels }: FloorPicture, x: number, y: number): string {
  const column = Math.floor(((x - left) / width) * columns);
  const at = 4 * (columns * Math.floor(((y - bottom) / height) * rows) + column);
  return [...pixels.subarray(at, at + 3)].map((value) => value.toString(16).padStart(2, '0')).join('');
}

const F = 'd63a34';

describe('maps', () => {
  it('twelve on 3 m² of stairs are level of service F there, and nobody is on the floors', () => {
    const ground = createGround(place);
    const gauge = createMapGauge(ground);
    const history = createHistory();
    remember(history, momentOf(packed()));
    measureMore([gauge], history, ground, () => false);
    for (const shown of ['now', 'mean', 'greatest'] as const) {
      const pictures = picturesOf(gauge, ground.mesh.levels, place.links, shown);
      expect(pictures.map(({ link }) => link?.name)).toEqual([undefined, undefined, undefined, 'stairs', 'ramp']);
      const stairs = pictures[3];
      expect(colourAt(stairs, 13, 2)).toBe(F);
      expect(colourAt(stairs, 10.1, 2)).toBe('000000');
      for (const other of [0, 1, 2, 4]) expect(Math.max(...pictures[other].pixels)).toBe(0);
    }
  });

  it('the level of service has the same, also far from zero', () => {
    for (const east of [0, 500_000]) {
      const there = worldOf(houseOf(east));
      const [originX, originY] = there.mesh.origin;
      const { pictures } = overlayNow(there, undefined, 'service', momentOf(packed(east), there), new Set());
      const stairs = pictures!.find(({ link }) => link?.name === 'stairs')!;
      expect(colourAt(stairs, 13 + east - originX, 2 - originY)).toBe(F);
      expect(Math.max(...pictures![0].pixels)).toBe(0);
    }
  });

  it('a picture lies on the steps, a hand’s breadth from the slope at most, and shows each place its own square', () => {
    const ground = createGround(place);
    const pictures = picturesOf(createMapGauge(ground), ground.mesh.levels, place.links, 'now');
    for (const [k, ends, low, rise, half] of [
      [3, [10, 16], 0, 3, 3 / 18 / 2],
      [4, [18, 22], 1.5, 1.5, 0],
    ] as [number, [number, number], number, number, number][]) {
      const picture = pictures[k];
      const geometry = geometryOf(picture);
      const position = geometry.getAttribute('position');
      const uv = geometry.getAttribute('uv');
      let [left, right] = [Infinity, -Infinity];
      for (let v = 0; v < position.count; v++) {
        const [x, y, z] = [position.getX(v), position.getY(v), position.getZ(v)];
        [left, right] = [Math.min(left, x), Math.max(right, x)];
        const slope = low + (rise * (x - ends[0])) / (ends[1] - ends[0]);
        expect(Math.abs(z - 0.02 - slope)).toBeLessThan(half + 1e-5);
        expect(uv.getX(v)).toBeCloseTo((x - picture.left) / picture.width, 5);
        expect(uv.getY(v)).toBeCloseTo((y - picture.bottom) / picture.height, 5);
      }
      expect([left, right]).toEqual(ends);
    }
    // Those on floors are flat.
    const flat = geometryOf(pictures[2]).getAttribute('position');
    for (let v = 0; v < flat.count; v++) expect(flat.getZ(v)).toBeCloseTo(3.02, 5);
  });
});
