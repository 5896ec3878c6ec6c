import { InstancedBufferGeometry, Mesh } from 'three';
import { describe, expect, test } from 'vitest';
import type { Scene } from '../run/history.ts';
import { MOMENT, type Person, VX, VY, WAITED, WALKED, X, Y, Z } from '../protocol/moment.ts';
import { bytesOf, legendOf, NEUTRAL, SERVICE_COLOURS, serviceLevel, SHADES, SPEED_RAMP, tableOf } from './colours.ts';
import { KINDS } from '@foulee/formats';
import { AROUND, createCrowding, measureCrowding } from './crowding.ts';
import { createFigure, createPlainFigure, STRIDE } from './figure.ts';
import { createPeople, fadeAt, MANY, type People } from './people.ts';

const NOBODY: ReadonlyMap<number, Person> = new Map();

/** One walker a row: serial, x, y, vx, vy, walked, waited. */
function sceneOf(time: number, rows: readonly (readonly number[])[]): Scene {
  const numbers = new Float32Array(MOMENT * rows.length);
  rows.forEach(([, x, y, vx, vy, walked, waited], i) => {
    numbers[MOMENT * i + X] = x!;
    numbers[MOMENT * i + Y] = y!;
    numbers[MOMENT * i + VX] = vx!;
    numbers[MOMENT * i + VY] = vy!;
    numbers[MOMENT * i + WALKED] = walked ?? 0;
    numbers[MOMENT * i + WAITED] = waited ?? 0;
  });
  return { time, count: rows.length, serial: Int32Array.from(rows, ([serial]) => serial!), numbers };
}

function figuresOf({ root }: People): Mesh<InstancedBufferGeometry> {
  return root.children.find(
    (child) => child instanceof Mesh && child.geometry instanceof InstancedBufferGeometry,
  ) as Mesh<InstancedBufferGeometry>;
}

const attribute = (people: People, name: string, i: number): number[] =>
  Array.from(
    figuresOf(people)
      .geometry.getAttribute(name)
      .array.slice(4 * i, 4 * i + 4),
  );
const headingOf = (people: People, i = 0) => attribute(people, 'where', i)[3];
const phaseOf = (people: People, i = 0) => attribute(people, 'gait', i)[0];
const swingOf = (people: People, i = 0) => attribute(people, 'gait', i)[1];

describe('headings', () => {
  test('who comes looks where it walks, and then turns gradually', () => {
    const people = createPeople();
    people.show(sceneOf(0, [[0, 0, 0, 1, 0]]), NOBODY, 'speed', undefined);
    expect(headingOf(people)).toBeCloseTo(0, 6);
    people.show(sceneOf(0.1, [[0, 0, 0, 0, 1]]), NOBODY, 'speed', undefined);
    // A quarter turn, 1 - exp(-0.1 / 0.22) of it.
    expect(headingOf(people)).toBeCloseTo((Math.PI / 2) * 0.36525, 4);
    people.dispose();
  });

  test('the shorter way round', () => {
    const people = createPeople();
    people.show(sceneOf(0, [[0, 0, 0, -1, -0.1]]), NOBODY, 'speed', undefined);
    const before = headingOf(people);
    people.show(sceneOf(0.1, [[0, 0, 0, -1, 0.1]]), NOBODY, 'speed', undefined);
    expect(Math.abs(headingOf(people) - before)).toBeLessThan(0.2);
    expect(headingOf(people)).toBeLessThan(before);
    people.dispose();
  });

  test('who stands keeps its heading, whatever its feet do', () => {
    const people = createPeople();
    people.show(sceneOf(0, [[0, 0, 0, 0, 1]]), NOBODY, 'speed', undefined);
    people.show(sceneOf(0.1, [[0, 0, 0, 0.05, 0]]), NOBODY, 'speed', undefined);
    people.show(sceneOf(5, [[0, 0, 0, 0, 0]]), NOBODY, 'speed', undefined);
    expect(headingOf(people)).toBeCloseTo(Math.PI / 2, 6);
    people.dispose();
  });

  test('after a jump in time, or backwards, they are those of the moment', () => {
    const people = createPeople();
    people.show(sceneOf(10, [[0, 0, 0, 1, 0]]), NOBODY, 'speed', undefined);
    people.show(sceneOf(20, [[0, 0, 0, 0, 1]]), NOBODY, 'speed', undefined);
    expect(headingOf(people)).toBeCloseTo(Math.PI / 2, 6);
    people.show(sceneOf(19.9, [[0, 0, 0, 1, 0]]), NOBODY, 'speed', undefined);
    expect(headingOf(people)).toBeCloseTo(0, 6);
    people.dispose();
  });
});

describe('strides', () => {
  test('at the usual speed one stride is one turn of the phase, and backwards it turns back', () => {
    const people = createPeople();
    const tall = () => attribute(people, 'gait', 0)[3];
    people.show(sceneOf(0, [[0, 0, 0, 1.34, 0, 0]]), NOBODY, 'speed', undefined);
    const begun = phaseOf(people);
    const quarter = (STRIDE * tall()) / 4;
    people.show(sceneOf(0.25, [[0, 0, 0, 1.34, 0, quarter]]), NOBODY, 'speed', undefined);
    expect((phaseOf(people) - begun + 2 * Math.PI) % (2 * Math.PI)).toBeCloseTo(Math.PI / 2, 4);
    people.show(sceneOf(0, [[0, 0, 0, 1.34, 0, 0]]), NOBODY, 'speed', undefined);
    expect(Math.cos(phaseOf(people) - begun)).toBeCloseTo(1, 4);
    people.dispose();
  });

  test('slow people make short steps: at a quarter of the speed, half as long', () => {
    const people = createPeople();
    people.show(sceneOf(0, [[0, 0, 0, 0.335, 0, 0]]), NOBODY, 'speed', undefined);
    const begun = phaseOf(people);
    expect(swingOf(people)).toBeCloseTo(0.5, 6);
    const eighth = (STRIDE * attribute(people, 'gait', 0)[3]) / 8;
    people.show(sceneOf(0.5, [[0, 0, 0, 0.335, 0, eighth]]), NOBODY, 'speed', undefined);
    expect((phaseOf(people) - begun + 2 * Math.PI) % (2 * Math.PI)).toBeCloseTo(Math.PI / 2, 4);
    people.dispose();
  });

  test('who stands does not swing, and who is shoved while standing hardly', () => {
    const people = createPeople();
    people.show(
      sceneOf(0, [
        [0, 0, 0, 0, 0],
        [1, 5, 5, 0.02, 0],
      ]),
      NOBODY,
      'speed',
      undefined,
    );
    expect(swingOf(people, 0)).toBe(0);
    expect(swingOf(people, 1)).toBe(0);
    people.dispose();
  });
});

describe('colours', () => {
  const tintOf = (people: People, i: number) => attribute(people, 'tint', i).slice(0, 3);
  const known = new Map<number, Person>([
    [0, { serial: 0, radius: 0.2, speed: 1, profile: 1, itinerary: 2 }],
    [1, { serial: 1, radius: 0.42, speed: 1, profile: 0, itinerary: KINDS.length }],
  ]);

  test('by profile and destination, in the colours of the legend', () => {
    const people = createPeople();
    const scene = sceneOf(0, [
      [0, 0, 0, 1, 0],
      [1, 3, 0, 1, 0],
    ]);
    people.show(scene, known, 'profile', undefined);
    expect(tintOf(people, 0)).toEqual([...bytesOf([KINDS[1]])]);
    people.show(scene, known, 'destination', undefined);
    expect(tintOf(people, 0)).toEqual([...bytesOf([KINDS[2]])]);
    expect(tintOf(people, 1)).toEqual([...bytesOf([KINDS[0]])]);
    // Twice as wide as drawn.
    expect(attribute(people, 'gait', 1)[2]).toBeCloseTo(2, 6);
    people.dispose();
  });

  test('by speed and by waiting, from one end to the other', () => {
    const people = createPeople();
    const scene = sceneOf(0, [
      [0, 0, 0, 0, 0, 0, 0],
      [1, 3, 0, 3, 0, 0, 60],
    ]);
    people.show(scene, NOBODY, 'speed', undefined);
    expect(tintOf(people, 0)).toEqual([...bytesOf([SPEED_RAMP[0]])]);
    expect(tintOf(people, 1)).toEqual([...bytesOf([SPEED_RAMP.at(-1)!])]);
    people.show(scene, NOBODY, 'waiting', undefined);
    const { entries } = legendOf('waiting', undefined);
    expect(tintOf(people, 0)).toEqual([...bytesOf([entries[0].colour])]);
    expect(tintOf(people, 1)).toEqual([...bytesOf([entries.at(-1)!.colour])]);
    people.dispose();
  });

  test('by density: alone it is A, eight in eight m² are D', () => {
    const people = createPeople();
    const rows = [[0, 50, 50, 0, 0], ...Array.from({ length: 8 }, (_, k) => [k + 1, 0.1 * k, 0, 0, 0])];
    people.show(sceneOf(0, rows), NOBODY, 'density', undefined);
    expect(tintOf(people, 0)).toEqual([...bytesOf([SERVICE_COLOURS[0]])]);
    for (let i = 1; i <= 8; i++) expect(tintOf(people, i)).toEqual([...bytesOf([SERVICE_COLOURS[3]])]);
    people.dispose();
  });

  test('before a map they fade where they are dense, but for the one who is chosen', () => {
    const people = createPeople();
    const rows = [[0, 50, 50, 0, 0], ...Array.from({ length: 32 }, (_, k) => [k + 1, 0.05 * k, 0, 0, 0])];
    const fadeOf = (k: number) => figuresOf(people).geometry.getAttribute('fade').getX(k);
    people.show(sceneOf(0, rows), NOBODY, NEUTRAL, 5);
    expect(fadeOf(0)).toBeCloseTo(1, 2);
    expect(fadeOf(4)).toBeCloseTo(0.25, 2);
    expect(fadeOf(5)).toBeCloseTo(1, 2);
    expect([0.9, 1, 2, 3, 8].map(fadeAt)).toEqual([1, 1, 0.625, 0.25, 0.25]);
    // Where they have the colours themselves, they are all there.
    people.show(sceneOf(0, rows), NOBODY, 'density', undefined);
    expect(fadeOf(4)).toBeCloseTo(1, 2);
    people.dispose();
  });

  test('levels of service begin at their borders', () => {
    expect([0, 0.3, 0.31, 0.43, 0.72, 1.08, 2.17, 9].map(serviceLevel)).toEqual([0, 0, 1, 2, 3, 4, 5, 5]);
  });

  test('a ramp goes through its colours', () => {
    const table = tableOf(['#000000', '#ff0000', '#ff00ff']);
    expect(Array.from(table.slice(0, 3))).toEqual([0, 0, 0]);
    expect(Array.from(table.slice(3 * (SHADES - 1)))).toEqual([255, 0, 255]);
    expect(table[3 * 64]).toBe(128);
  });

  test('legends name what is there, and say what is left out', () => {
    const info = { profiles: ['adult', 'child'], itineraries: Array.from({ length: 14 }, (_, k) => `way ${k}`) };
    expect(legendOf('profile', info as never).entries.map(({ label }) => label)).toEqual(['adult', 'child']);
    expect(legendOf('destination', info as never).entries.at(-1)!.label).toBe('and 2 more');
    expect(legendOf('speed', undefined).entries.at(-1)!.label).toBe('1.8 or more');
    expect(legendOf('density', undefined).entries).toHaveLength(6);
  });
});

test('crowding counts who is near and on the same floor', () => {
  const rows = [
    [0, -0.01, 0, 0, 0],
    [1, AROUND - 0.05, 0, 0, 0],
    [2, AROUND + 0.05, 0, 0, 0],
    [3, 0, 0, 0, 0],
    // One fold of the buckets away: in the same ones, and far.
    [4, 256 * AROUND, 0, 0, 0],
  ];
  const scene = sceneOf(0, rows);
  scene.numbers[MOMENT * 3 + Z] = -5;
  const crowding = createCrowding();
  measureCrowding(crowding, scene);
  expect(Array.from(crowding.density.slice(0, 5), (density) => Math.round(8 * density))).toEqual([2, 3, 2, 1, 1]);
});

describe('who is chosen', () => {
  test('has a ring, is brighter, and is left out when one looks through its eyes', () => {
    const people = createPeople();
    const scene = sceneOf(0, [
      [3, 1, 2, 1, 0],
      [7, 4, 5, 1, 0],
    ]);
    const mark = people.root.children.find((child) => child !== figuresOf(people))!;
    people.show(scene, NOBODY, 'speed', 7);
    expect(mark.visible).toBe(true);
    expect(mark.position.toArray()).toEqual([4, 5, 0]);
    expect(attribute(people, 'tint', 0)[3]).toBeLessThan(128);
    expect(attribute(people, 'tint', 1)[3]).toBeGreaterThanOrEqual(128);
    people.show(scene, NOBODY, 'speed', 7, { hidesSelected: true });
    expect(mark.visible).toBe(false);
    expect(figuresOf(people).geometry.instanceCount).toBe(1);
    people.show(scene, NOBODY, 'speed', 8);
    expect(mark.visible).toBe(false);
    people.dispose();
  });

  test('is found from any distance: the ring is as wide as the body asks for, or 14 pixels', () => {
    const people = createPeople();
    const mark = people.root.children.find((child) => child !== figuresOf(people))!;
    people.show(sceneOf(0, [[7, 4, 5, 1, 0]]), NOBODY, 'speed', 7);
    people.fitMark(() => 0.001);
    expect(mark.scale.x).toBeCloseTo(0.2, 7);
    people.fitMark(({ x, y }) => (x === 4 && y === 5 ? 0.5 : Number.NaN));
    expect(mark.scale.x * 1.95).toBeCloseTo(7 * 0.5, 9);
    people.dispose();
  });
});

describe('cost', () => {
  const triangles = (geometry: InstancedBufferGeometry) => geometry.index!.count / 3;

  function crowd(count: number): Scene {
    return sceneOf(
      0,
      Array.from({ length: count }, (_, k) => [
        k,
        (k % 100) * 0.8,
        Math.floor(k / 100) * 0.8,
        Math.sin(k),
        Math.cos(k),
        0,
      ]),
    );
  }

  function walk(scene: Scene): void {
    scene.time += 1 / 60;
    for (let i = 0; i < scene.count; i++) {
      const at = MOMENT * i;
      scene.numbers[at + X] += scene.numbers[at + VX] / 60;
      scene.numbers[at + Y] += scene.numbers[at + VY] / 60;
      scene.numbers[at + WALKED] += 1 / 60;
    }
  }

  test('figures have few triangles, and the plain one very few', () => {
    expect(triangles(createFigure())).toBeLessThanOrEqual(420);
    expect(triangles(createPlainFigure())).toBeLessThanOrEqual(60);
  });

  test('very many people are plain figures without shadows, in the same draw call', () => {
    const people = createPeople();
    people.show(crowd(MANY), NOBODY, 'speed', undefined);
    const full = figuresOf(people).geometry.index!.count;
    expect(figuresOf(people).castShadow).toBe(true);
    people.show(crowd(MANY + 1), NOBODY, 'speed', undefined);
    expect(figuresOf(people).geometry.index!.count).toBeLessThan(full / 5);
    expect(figuresOf(people).castShadow).toBe(false);
    expect(figuresOf(people).geometry.instanceCount).toBe(MANY + 1);
    people.dispose();
  });

  test('who is introduced later gets its own width, and after others have come that of the other', () => {
    const people = createPeople();
    const scene = crowd(3);
    const one = (radius: number) => new Map([[1, { serial: 1, radius, speed: 1, profile: 0, itinerary: 0 }]]);
    const widths = () => [0, 1, 2].map((k) => attribute(people, 'gait', k)[2]);
    const expectWidths = (radii: number[]) =>
      widths().forEach((width, k) => expect(width).toBeCloseTo(radii[k] / 0.21, 4));
    people.show(scene, NOBODY, 'speed', undefined);
    expectWidths([0.2, 0.2, 0.2]);
    people.show(scene, one(0.3), 'speed', undefined);
    expectWidths([0.2, 0.3, 0.2]);
    people.forget();
    people.show(scene, one(0.25), 'speed', undefined);
    expectWidths([0.2, 0.25, 0.2]);
    people.dispose();
  });

  test('strides go on where they were after figures were plain for a while', () => {
    const people = createPeople();
    const scene = crowd(1);
    people.show(scene, NOBODY, 'speed', undefined, { pixelsPerMetre: 100 });
    const before = attribute(people, 'gait', 0)[0];
    for (let k = 0; k < 5; k++) {
      scene.time += 0.1;
      people.show(scene, NOBODY, 'speed', undefined, { pixelsPerMetre: 1 });
    }
    scene.time += 0.1;
    people.show(scene, NOBODY, 'speed', undefined, { pixelsPerMetre: 100 });
    // Nobody has walked a metre meanwhile.
    expect(attribute(people, 'gait', 0)[0]).toBeCloseTo(before, 5);
    people.dispose();
  });

  test('in a plan people are discs of their width that show where they look, until they are large', () => {
    const people = createPeople();
    const seen = (pixelsPerMetre: number, isFromAbove: boolean) => {
      people.show(crowd(10), NOBODY, 'speed', undefined, { pixelsPerMetre, isFromAbove });
      return figuresOf(people).geometry;
    };
    const disc = seen(20, true);
    expect(figuresOf(people).castShadow).toBe(false);
    expect(disc.index!.count / 3).toBe(25);
    const position = disc.getAttribute('position');
    const radii = Array.from({ length: position.count }, (_, k) => Math.hypot(position.getX(k), position.getY(k)));
    expect(Math.max(...radii)).toBeCloseTo(0.21, 6);
    expect(attribute(people, 'gait', 0)[2]).toBeCloseTo(0.2 / 0.21, 4);
    const figure = seen(20, false);
    expect(figure).not.toBe(disc);
    expect(seen(100, true)).toBe(figure);
    people.dispose();
  });

  test('from afar people are plain figures, and large enough to be seen', () => {
    const people = createPeople();
    const near = figuresOf(people).geometry.index!.count;
    people.show(crowd(10), NOBODY, 'speed', undefined, { pixelsPerMetre: 1 });
    expect(figuresOf(people).geometry.index!.count).toBeLessThan(near / 5);
    // 0.42 m drawn, 1 pixel a metre, 2.8 pixels wanted: 2.8 / 0.42 times as wide, of a radius of 0.2.
    expect(attribute(people, 'gait', 0)[2]).toBeCloseTo((0.2 / 0.21) * (2.8 / 0.42), 4);
    people.show(crowd(10), NOBODY, 'speed', undefined, { pixelsPerMetre: 20 });
    expect(attribute(people, 'gait', 0)[2]).toBeCloseTo(0.2 / 0.21, 4);
    people.dispose();
  });

  test.each(['speed', 'density'])('10,000 people by %s take few milliseconds and leave no garbage', (colouring) => {
    const people = createPeople();
    const scene = crowd(10_000);
    const known = new Map<number, Person>(
      Array.from(scene.serial, (serial) => [serial, { serial, radius: 0.2, speed: 1.3, profile: 0, itinerary: 0 }]),
    );
    for (let k = 0; k < 60; k++) {
      walk(scene);
      people.show(scene, known, colouring, 17);
    }
    // Of this process, whatever else the machine does. A number kept for each person and picture would be 1.6 MB a round.
    const begun = process.cpuUsage().user;
    const grown = Array.from({ length: 9 }, () => {
      const heap = process.memoryUsage().heapUsed;
      for (let k = 0; k < 10; k++) {
        scene.time += 1 / 60;
        people.show(scene, known, colouring, 17);
      }
      return process.memoryUsage().heapUsed - heap;
    }).sort((a, b) => a - b);
    expect((process.cpuUsage().user - begun) / 90 / 1000).toBeLessThan(15);
    expect(grown[4]).toBeLessThan(8e5);
    people.dispose();
  });
});
