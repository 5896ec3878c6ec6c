import { buildWorld, inlinePlan, parseScenario } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { addExit, addGroup, newRoom } from '../document/create.ts';
import { type Data, type Path, type Point, valueAt } from '../document/document.ts';
import { reshape, type Shape } from '../document/things.ts';
import type { Place } from '../protocol/place.ts';
import { areaTool } from './area-tool.ts';
import type { Drawn } from './drawn.ts';
import { thingAt } from './find.ts';
import { createFingers } from './fingers.ts';
import { lineTool } from './line-tool.ts';
import { onLevel } from './on-level.ts';
import { personTool } from './person-tool.ts';
import { boxOfSize, dragged, gripAt, lineOfLength } from './reshaping.ts';
import { selectTool } from './select-tool.ts';
import { signTool } from './sign-tool.ts';
import { type Ground, metres, snap } from './snap.ts';
import type { Tool } from './tool.ts';

/** Metres from the origin: one wall along y = 2 from x = 0.2 to x = 10.2. */
const place = (levels = 1): Place => ({
  name: 'test',
  origin: [100, 50],
  bounds: [0, 0, 20, 20],
  area: 400,
  mesh: {} as Place['mesh'],
  meshKey: 0,
  levels: Array.from({ length: levels }, (_, k) => ({
    name: ['ground', 'upper'][k],
    elevation: 4 * k,
    floor: new Float32Array(0),
    walls: k === 0 ? Float32Array.from([0.2, 2, 0, 10.2, 2, 0]) : new Float32Array(0),
    seams: new Float32Array(0),
    wallKinds: new Uint8Array(k === 0 ? 1 : 0),
    mass: new Float32Array(0),
    outline: new Float32Array(0),
  })),
  doors: [],
  links: [],
  repairs: [],
  warnings: [],
  milliseconds: 0,
});
const ground = (isGrid = false, levels = 1): Ground => {
  const here = place(levels);
  return { place: () => here, isGrid: () => isGrid, pixel: () => PIXEL };
};
const event = (shiftKey = false) => ({ shiftKey }) as PointerEvent;
/** Metres. */
const PIXEL = 0.025;
const at = (x: number, y: number, level = 0, pixel = PIXEL) => ({ x, y, level, pixel });
function click(tool: Tool, x: number, y: number, level = 0): void {
  tool.press?.(at(x, y, level), event());
  tool.release?.(at(x, y, level), event());
}
function drag(tool: Tool, [ax, ay]: Point, [bx, by]: Point, level = 0, isShift = false): void {
  tool.press?.(at(ax, ay, level), event());
  tool.move?.(at((ax + bx) / 2, (ay + by) / 2, level), event(isShift));
  tool.move?.(at(bx, by, level), event(isShift));
  tool.release?.(at(bx, by, level), event(isShift));
}

describe('snapping', () => {
  it('takes a corner before a wall, and a wall before nothing', () => {
    expect(snap(ground(), at(0.4, 2.2), false)).toMatchObject({ by: 'corner', y: 2 });
    expect(snap(ground(), at(0.4, 2.2), false).x).toBeCloseTo(0.2, 5);
    expect(snap(ground(), at(5.13, 2.2), false)).toMatchObject({ by: 'wall', y: 2 });
    expect(snap(ground(), at(5.13, 2.2), false).x).toBeCloseTo(5.13, 5);
    expect(snap(ground(), at(5.13, 2.3), false)).toEqual({ x: 5.13, y: 2.3, level: 0, pixel: PIXEL, by: undefined });
  });
  it('reaches as far as a few pixels do: less from nearby, more from afar', () => {
    // The wall is 0.2 m away: 8 pixels of 0.025 m, 40 of 0.005 m; from afar also 0.9 m are only 9 pixels.
    expect(snap(ground(), at(5.13, 2.2, 0, 0.025), false).by).toBe('wall');
    expect(snap(ground(), at(5.13, 2.2, 0, 0.005), false).by).toBeUndefined();
    expect(snap(ground(), at(5.13, 2.9, 0, 0.1), false).by).toBe('wall');
    expect(snap(ground(), at(5.13, 3.1, 0, 0.1), false).by).toBeUndefined();
  });
  it('the grid is that of the plan, along walls too', () => {
    const shifted: Place = { ...place(), origin: [100.2, 50] };
    const grid: Ground = { place: () => shifted, isGrid: () => true, pixel: () => PIXEL };
    // 7.1 + 100.2 = 107.3: 107.5 is 7.3 from the origin.
    expect(snap(grid, at(7.1, 6.2), false).x).toBeCloseTo(7.3, 9);
    expect(snap(grid, at(7.1, 6.2), false).y).toBe(6);
    const onWall = snap(grid, at(7.1, 2.1), false);
    expect(onWall).toMatchObject({ by: 'wall', y: 2 });
    expect(onWall.x).toBeCloseTo(7.3, 5);
  });
  it('goes straight on with Shift', () => {
    const level = snap(ground(), at(8, 10.4), true, [3, 10]);
    expect(level).toMatchObject({ by: 'angle', y: 10 });
    expect(level.x).toBeCloseTo(8, 9);
    const slant = snap(ground(), at(8, 14), true, [3, 10]);
    expect(slant.x - 3).toBeCloseTo(4.5, 9);
    expect(slant.y - 10).toBeCloseTo(4.5, 9);
  });
});

describe('drawing', () => {
  const drawing = (make: (done: (drawn: Drawn) => void) => Tool) => {
    const drawn: Drawn[] = [];
    return { drawn, tool: make((one) => drawn.push(one)) };
  };
  it('a dragged area is a box in plan coordinates', () => {
    const { drawn, tool } = drawing((done) => areaTool(ground(), 'Area', '#000000', done));
    drag(tool, [8, 9], [5, 6]);
    expect(drawn).toEqual([
      {
        shape: {
          form: 'box',
          points: [
            [105, 56],
            [108, 59],
          ],
        },
        level: undefined,
      },
    ]);
  });
  it('clicked corners are closed by the first one, or by Enter', () => {
    const { drawn, tool } = drawing((done) => areaTool(ground(), 'Area', '#000000', done));
    for (const [x, y] of [
      [5, 5],
      [9, 5],
      [9, 8],
      [5.1, 5.1],
    ] as const)
      click(tool, x, y);
    expect(drawn[0].shape).toEqual({
      form: 'ring',
      points: [
        [105, 55],
        [109, 55],
        [109, 58],
      ],
    });
    click(tool, 5, 5);
    click(tool, 9, 5);
    tool.finish!();
    expect(drawn).toHaveLength(1);
    click(tool, 9, 8);
    // A double click presses twice at the same place.
    click(tool, 9, 8);
    tool.finish!();
    expect(drawn[1].shape.points).toHaveLength(3);
    expect(tool.cancel!()).toBe(false);
  });
  it('Esc lets go of what is begun, then of the tool', () => {
    const { drawn, tool } = drawing((done) => areaTool(ground(), 'Area', '#000000', done));
    click(tool, 5, 5);
    expect(tool.sketches!()).not.toEqual([]);
    expect(tool.cancel!()).toBe(true);
    expect(tool.cancel!()).toBe(false);
    drag(tool, [5, 5], [9, 5.05]);
    expect(drawn).toEqual([]);
  });
  it('a line is two clicks or a drag; the level is said where there are several', () => {
    const { drawn, tool } = drawing((done) => lineTool(ground(false, 2), 'Exit', '#000000', done));
    click(tool, 5, 5, 1);
    click(tool, 7, 5, 0);
    drag(tool, [5, 6], [9, 6]);
    expect(drawn).toEqual([
      {
        shape: {
          form: 'line',
          points: [
            [105, 55],
            [107, 55],
          ],
        },
        level: 'upper',
      },
      {
        shape: {
          form: 'line',
          points: [
            [105, 56],
            [109, 56],
          ],
        },
        level: 'ground',
      },
    ]);
  });
  it('a level chosen beforehand is drawn on, whichever is clicked', () => {
    let level = 0;
    const { drawn, tool } = drawing((done) =>
      onLevel(areaTool(ground(false, 2), 'Area', '#000000', done), () => level),
    );
    drag(tool, [5, 5], [8, 8], 1);
    level = -1;
    drag(tool, [5, 5], [8, 8], 1);
    expect(drawn.map((one) => one.level)).toEqual(['ground', 'upper']);
  });
  it('a wall goes on until Enter', () => {
    const { drawn, tool } = drawing((done) => lineTool(ground(), 'Wall', '#000000', done, true));
    click(tool, 5, 5);
    click(tool, 8, 5);
    click(tool, 8, 9);
    expect(drawn).toEqual([]);
    tool.finish!();
    expect(drawn[0].shape.points).toEqual([
      [105, 55],
      [108, 55],
      [108, 59],
    ]);
  });
  it('a mark shows where it snapped', () => {
    const { tool } = drawing((done) => lineTool(ground(), 'Exit', '#000000', done));
    tool.move!(at(5, 8), event());
    expect(tool.sketches!()).toEqual([]);
    tool.move!(at(5, 2.1), event());
    expect(tool.sketches!()).toHaveLength(1);
  });
  it('says how long a line is while it is drawn, and how wide and deep a box', () => {
    const labels = (tool: Tool) => tool.sketches!().flatMap(({ label }) => label ?? []);
    const line = drawing((done) => lineTool(ground(), 'Wall', '#000000', done, true)).tool;
    click(line, 5, 5);
    expect(labels(line)).toEqual(['corner']);
    line.move!(at(7.4, 5), event());
    expect(labels(line)).toEqual(['2.4 m']);
    click(line, 8, 5);
    // Of the piece that is drawn now: 3 and 4 metres across, 5 long.
    line.move!(at(5, 9), event());
    expect(labels(line)).toEqual(['5.0 m']);
    const area = drawing((done) => areaTool(ground(true), 'Area', '#000000', done)).tool;
    area.press!(at(5, 5), event());
    area.move!(at(8, 6.5), event());
    expect(labels(area)).toEqual(['grid · 3.0 × 1.5 m']);
    area.release!(at(8, 6.5), event());
    expect(labels(area)).toEqual(['grid']);
    expect(metres(1.255 + 1)).toBe('2.25 m');
  });
  it('one person stands, then goes', () => {
    const people: [Drawn, Drawn][] = [];
    const tool = personTool(
      ground(true),
      '#000000',
      (person, goal) => people.push([person, goal]),
      () => {},
    );
    click(tool, 3.1, 4.2);
    click(tool, 8.9, 4.2);
    const [[person, goal]] = people as [[Drawn, Drawn]];
    expect(person.shape.points).toEqual([[103, 54]]);
    expect(goal.shape.points).toEqual([[109, 54]]);
  });
  it('a sign faces away from the nearest wall, or where it is dragged to', () => {
    const signs: [Drawn, number][] = [];
    const tool = signTool(ground(true), '#000000', (sign, facing) => signs.push([sign, facing]));
    click(tool, 3.1, 2.6);
    click(tool, 3.1, 0.9);
    drag(tool, [3.1, 2.6], [1.1, 2.5]);
    drag(tool, [3.1, 2.6], [5, 4], 0, true);
    tool.put!(at(3, 3));
    expect(signs.map(([{ shape }, facing]) => [shape.points[0], facing])).toEqual([
      [[103, 52.5], 90],
      [[103, 51], -90],
      [[103, 52.5], 180],
      [[103, 52.5], 45],
      [[103, 53], 90],
    ]);
  });
});

describe('putting down without a pointer', () => {
  /** Two triangles: floor from 0, 0 to 10, 6. */
  const floor = Float32Array.from([0, 0, 0, 10, 0, 0, 10, 6, 0, 0, 0, 0, 10, 6, 0, 0, 6, 0]);
  const here = { ...place(), levels: [{ ...place().levels[0], floor }] };
  const floored: Ground = { ...ground(), place: () => here };
  const put = (make: (done: (drawn: Drawn) => void) => Tool, x: number, y: number): Drawn => {
    const drawn: Drawn[] = [];
    make((one) => drawn.push(one)).put!(at(x, y));
    expect(drawn).toHaveLength(1);
    return drawn[0];
  };
  const square = (side: number) => (done: (drawn: Drawn) => void) => areaTool(floored, 'Area', '#000000', done, side);

  it('lies on the grid where it is asked for, in metres of the plan', () => {
    const drawn = put(square(4), 5.1, 3.2);
    expect(drawn).toEqual({
      shape: {
        form: 'box',
        points: [
          [103, 51],
          [107, 55],
        ],
      },
      level: undefined,
    });
  });

  it('goes aside until there is floor for all of it', () => {
    expect(put(square(2), 9.8, 5.9).shape.points).toEqual([
      [108, 54],
      [110, 56],
    ]);
    const line = put((done) => lineTool(floored, 'Line', '#000000', done), 9.8, 0.6);
    expect(line.shape).toEqual({
      form: 'line',
      points: [
        [108, 50.5],
        [110, 50.5],
      ],
    });
  });

  it('too large for the floor, its middle is on it; beside the floor it is on the nearest', () => {
    const [[left, bottom], [right, top]] = put(square(8), 5, 3).shape.points as [Point, Point];
    expect([(left + right) / 2, (bottom + top) / 2]).toEqual([105, 53]);
    const stood = put((done) => personTool(floored, '#000000', () => {}, done), 40, -30).shape.points[0];
    expect(stood[0]).toBeGreaterThan(100);
    expect(stood[0]).toBeLessThan(110);
    expect(stood[1]).toBeGreaterThan(50);
    expect(stood[1]).toBeLessThan(56);
  });

  it('is on the level that was chosen beforehand', () => {
    const drawn: Drawn[] = [];
    onLevel(
      areaTool(ground(true, 2), 'Area', '#000000', (one) => drawn.push(one)),
      () => 1,
    ).put!(at(5, 5));
    expect(drawn[0].level).toBe('upper');
  });
});

describe('choosing and moving', () => {
  const box: Shape = {
    form: 'box',
    points: [
      [101, 51],
      [105, 54],
    ],
  };
  function editing(isGrid = false) {
    let data: Data = addGroup(newRoom(), box, undefined, { count: 5 }).data;
    data = addExit(data, {
      form: 'line',
      points: [
        [103, 52],
        [108, 52],
      ],
    }).data;
    let chosen: Path | undefined;
    const tool = selectTool(ground(isGrid), {
      data: () => data,
      chosen: () => chosen,
      choose: (path) => {
        chosen = path;
      },
      reshape: (thing, shape) => {
        data = reshape(data, thing, shape);
      },
      turn: () => {},
    });
    return { tool, get: (path: Path) => valueAt(data, path), chosen: () => chosen };
  }
  it('a click takes lines before areas, the small before the large', () => {
    const { tool, chosen, get } = editing();
    click(tool, 4, 2.1);
    expect(chosen()).toEqual(['exits', 'exit']);
    click(tool, 1.5, 3);
    expect(chosen()).toEqual(['walkers', 0]);
    click(tool, 15, 15);
    expect(chosen()).toBeUndefined();
    expect(get(['walkers', 0, 'in'])).toEqual({ box: [101, 51, 105, 54] });
  });
  it('a drag moves all of it, in steps of the grid', () => {
    const { tool, get } = editing(true);
    drag(tool, [2.6, 3], [4.7, 3.1]);
    expect(get(['walkers', 0, 'in'])).toEqual({ box: [103, 51, 107, 54] });
  });
  it('of what is chosen, a corner or a side moves alone', () => {
    const { tool, get } = editing();
    click(tool, 2.6, 3);
    drag(tool, [5, 4.1], [7, 8]);
    expect(get(['walkers', 0, 'in'])).toEqual({ box: [101, 51, 107, 58] });
    drag(tool, [1, 6], [0.4, 7]);
    expect(get(['walkers', 0, 'in'])).toEqual({ box: [100.4, 51, 107, 58] });
  });
  it('Shift moves along one axis; Esc leaves all as it was', () => {
    const { tool, get } = editing();
    drag(tool, [2.6, 3], [4.6, 3.4], 0, true);
    expect(get(['walkers', 0, 'in'])).toEqual({ box: [103, 51, 107, 54] });
    tool.press!(at(4.5, 3), event());
    tool.move!(at(9, 9), event());
    expect(tool.cancel!()).toBe(true);
    tool.release!(at(9, 9), event());
    expect(get(['walkers', 0, 'in'])).toEqual({ box: [103, 51, 107, 54] });
  });
  it('floor is only moved when it was chosen before', () => {
    const data = newRoom();
    expect(thingAt(data, [1, 1], { level: undefined, chosen: undefined, pixel: PIXEL })?.path).toEqual([
      'environment',
      'walkable',
      0,
    ]);
    let moves = 0;
    let chosen: Path | undefined;
    const here: Place = { ...place(), origin: [0, 0] };
    const tool = selectTool(
      { place: () => here, isGrid: () => false, pixel: () => PIXEL },
      {
        data: () => data,
        chosen: () => chosen,
        choose: (path) => {
          chosen = path;
        },
        reshape: () => moves++,
        turn: () => {},
      },
    );
    drag(tool, [5, 5], [6, 6]);
    expect([chosen, moves]).toEqual([['environment', 'walkable', 0], 0]);
    drag(tool, [5, 5], [6, 6]);
    expect(moves).toBe(1);
  });
});

describe('shapes', () => {
  const neck: Point[] = [
    [0, 0],
    [10, 0],
    [10, 4.6],
    [15, 4.6],
    [15, 0],
    [25, 0],
    [25, 10],
    [0, 10],
  ];
  const ring: Shape = { form: 'ring', points: neck };
  it('a side moves square to itself', () => {
    const grip = gripAt(ring, [12, 4.7], PIXEL)!;
    expect(grip).toEqual({ part: 'side', index: 2 });
    const { points } = dragged(ring, grip, [12, 4.6], [12.7, 4.4]);
    expect(points[2][0]).toBeCloseTo(10, 12);
    expect(points[2][1]).toBeCloseTo(4.4, 12);
    expect(points[3][1]).toBeCloseTo(4.4, 12);
    expect(points.filter((point, k) => point === neck[k])).toHaveLength(6);
  });
  it('are made as large as typed, about their middle', () => {
    const box: Shape = {
      form: 'box',
      points: [
        [10, 4],
        [12, 5],
      ],
    };
    expect(boxOfSize(box, 2, 2).points).toEqual([
      [10, 3.5],
      [12, 5.5],
    ]);
    expect(
      lineOfLength(
        {
          form: 'line',
          points: [
            [0, 0],
            [4, 0],
          ],
        },
        2,
      ).points,
    ).toEqual([
      [1, 0],
      [3, 0],
    ]);
  });
  it('a box turned inside out is a box', () => {
    const box: Shape = {
      form: 'box',
      points: [
        [0, 0],
        [2, 2],
      ],
    };
    expect(dragged(box, { part: 'corner', index: 0 }, [0, 0], [5, 1]).points).toEqual([
      [2, 1],
      [5, 2],
    ]);
  });
});

describe('fingers', () => {
  const felt = () => {
    const log: string[] = [];
    const fingers = createFingers({
      act: (act, x, y) => log.push(`${act} ${x} ${y}`),
      cancel: () => log.push('cancel'),
    });
    const finger = (act: 'press' | 'move' | 'release', x: number, y: number, pointerId = 1, pointerType = 'touch') =>
      fingers.feel(act, { offsetX: x, offsetY: y, pointerId, pointerType } as PointerEvent);
    return { log, finger };
  };
  it('one finger draws as a mouse does, once it moves or is lifted', () => {
    const { log, finger } = felt();
    finger('press', 10, 10);
    finger('move', 12, 10);
    expect(log).toEqual([]);
    finger('move', 30, 10);
    finger('release', 40, 10);
    finger('press', 5, 5);
    finger('release', 6, 5);
    expect(log).toEqual(['press 10 10', 'move 30 10', 'release 40 10', 'press 5 5', 'release 6 5']);
  });
  it('two fingers draw nothing, and end what one began', () => {
    const { log, finger } = felt();
    finger('press', 10, 10, 1);
    finger('press', 50, 10, 2);
    finger('move', 0, 10, 1);
    finger('release', 0, 10, 1);
    finger('release', 60, 10, 2);
    expect(log).toEqual([]);
    finger('press', 10, 10, 1);
    finger('move', 30, 10, 1);
    finger('press', 50, 10, 2);
    finger('release', 30, 10, 1);
    finger('release', 50, 10, 2);
    expect(log).toEqual(['press 10 10', 'move 30 10', 'cancel']);
  });
  it('a mouse is handed on at once', () => {
    const { log, finger } = felt();
    finger('press', 1, 2, 1, 'mouse');
    finger('move', 2, 2, 1, 'mouse');
    expect(log).toEqual(['press 1 2', 'move 2 2']);
  });
});

describe('off the floor', () => {
  const { environment } = parseScenario({
    name: 'room',
    duration: 10,
    environment: { walkable: [{ box: [0, 0, 10, 6] }], obstacles: [{ box: [4, 2, 6, 4] }] },
    exits: { out: { box: [0, 0, 1, 1] } },
    walkers: [{ in: { box: [1, 1, 3, 3] }, count: 1, exit: 'nearest' }],
  });
  if (environment.kind !== 'inline') throw new Error('inline');
  const { mesh } = buildWorld(inlinePlan(environment, 'room'));
  const here: Place = {
    ...place(),
    mesh,
    levels: place().levels.map((level) => ({ ...level, walls: new Float32Array(0) })),
  };
  const [originX, originY] = mesh.origin;
  const floor: Ground = { place: () => here, isGrid: () => false, pixel: () => PIXEL, needsFloor: true };
  /** What is said, and the m² or metres that are marked, while a box or line is drawn from a to b, in the plan's coordinates. */
  function drawing(tool: Tool, a: Point, b: Point): { words: string[]; marked: number } {
    tool.press?.(at(a[0] - originX, a[1] - originY), event());
    tool.move?.(at(b[0] - originX, b[1] - originY), event());
    const sketches = tool.sketches!();
    const red = sketches.filter(({ colour, points }) => colour === '#d32f2f' && points.length >= 4);
    const sizes = red.map(({ points: [ax, ay, bx, by, , cy] }) =>
      cy === undefined ? Math.hypot(bx - ax, by - ay) : (bx - ax) * (cy - ay),
    );
    const words = sketches.flatMap(({ label }) => (label?.includes('floor') === true ? [label] : []));
    return { words, marked: sizes.reduce((sum, size) => sum + size, 0) };
  }
  const nothing = () => undefined;

  it('marks an area or a line that is off it, or the part of it that is, while it is drawn', () => {
    const area = () => areaTool(floor, 'Exit', '#000000', nothing);
    expect(drawing(area(), [1, 1], [3, 2])).toEqual({ words: [], marked: 0 });
    // From wall to wall is on the floor.
    expect(drawing(area(), [0, 0], [2, 6])).toEqual({ words: [], marked: 0 });
    expect(drawing(area(), [12, 1], [14, 2])).toEqual({ words: ['off the floor'], marked: expect.closeTo(2, 6) });
    const partly = drawing(area(), [8, 1], [12, 3]);
    expect(partly).toEqual({ words: ['partly off the floor'], marked: expect.closeTo(4, 2) });
    // A pillar is no floor.
    expect(drawing(area(), [4, 2], [6, 4]).words).toEqual(['off the floor']);
    const sign = () => signTool(floor, '#000000', nothing);
    expect(drawing(sign(), [1, 1], [2, 1]).words).toEqual([]);
    expect(drawing(sign(), [12, 1], [13, 1]).words).toEqual(['off the floor']);
    const line = () => lineTool(floor, 'Exit', '#000000', nothing);
    expect(drawing(line(), [0, 1], [0, 5])).toEqual({ words: [], marked: 0 });
    expect(drawing(line(), [9, 1], [13, 1])).toEqual({ words: ['partly off the floor'], marked: expect.closeTo(3, 1) });
    expect(drawing(line(), [-3, 1], [-3, 3])).toEqual({ words: ['off the floor'], marked: expect.closeTo(2, 6) });
  });

  it('says nothing of walls and the like, which may lie anywhere', () => {
    const wall = lineTool({ place: floor.place, isGrid: floor.isGrid, pixel: floor.pixel }, 'Wall', '#000000', nothing);
    expect(drawing(wall, [12, 1], [14, 2])).toEqual({ words: [], marked: 0 });
  });
});
