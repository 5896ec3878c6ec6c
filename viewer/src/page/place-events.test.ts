import { expect, it } from 'vitest';
import { addObstacle, addWall, changeGlass } from '../document/create.ts';
import { type Data, put } from '../document/document.ts';
import { thingsOf } from '../document/things.ts';
import { changedFromStart, changesUntil, eventsOf, isSameAtStart, placeAfter } from './place-events.ts';

const ROOM = {
  environment: {
    walkable: [{ box: [0, 0, 20, 10] }],
    obstacles: [{ box: [2, 2, 6, 6] }, { box: [3, 3, 4, 4] }],
    lines: [
      [
        [10, 0],
        [10, 5],
      ],
    ],
  },
};

it('tells what stands at a moment', () => {
  const data = {
    ...ROOM,
    events: [
      { at: 8, remove: 'desk' },
      { at: 3, add: { obstacle: { box: [12, 2, 14, 4] }, name: 'desk' } },
      { at: 5, close: 'gate' },
      // The smaller of two that lie on each other; the wall.
      { at: 5, remove: { at: [3.5, 3.5] } },
      { at: 9, remove: { at: [10, 2] }, add: { wall: [[11, 0] as const, [11, 5] as const] } },
    ],
  };
  expect([0, 3, 5, 8, 9].map((time) => changesUntil(data, time))).toEqual([0, 1, 2, 3, 4]);
  expect(placeAfter(data, 0, [])).toBe(data);
  const at = (changes: number) => {
    const { obstacles, lines } = placeAfter(data, changes, []).environment as typeof ROOM.environment;
    return { obstacles: obstacles.map(({ box }) => box[0]), lines: lines.map((line) => line[0][0]) };
  };
  expect(at(1)).toEqual({ obstacles: [2, 3, 12], lines: [10] });
  expect(at(2)).toEqual({ obstacles: [2, 12], lines: [10] });
  expect(at(3)).toEqual({ obstacles: [2], lines: [10] });
  expect(at(4)).toEqual({ obstacles: [2], lines: [11] });
});

it('makes events of what was drawn, moved and deleted', () => {
  const drawn = addObstacle(ROOM, { form: 'box', points: [[15, 1] as const, [16, 2] as const] }).data;
  expect(eventsOf(ROOM, 0, [], drawn)).toEqual([{ add: { obstacle: { box: [15, 1, 16, 2] }, name: 'obstacle' } }]);
  const walled = addWall(ROOM, [[1, 8] as const, [3, 8] as const]).data;
  expect(eventsOf(ROOM, 0, [], walled)).toEqual([
    {
      add: {
        wall: [
          [1, 8],
          [3, 8],
        ],
        name: 'wall',
      },
    },
  ]);
  const moved = put(ROOM, ['environment', 'obstacles', 1], { box: [7, 7, 8, 8] });
  expect(eventsOf(ROOM, 0, [], moved)).toEqual([
    { remove: { at: [3.5, 3.5] }, add: { obstacle: { box: [7, 7, 8, 8] }, name: 'obstacle' } },
  ]);
  expect(eventsOf(ROOM, 0, [], put(ROOM, ['environment', 'lines', 0], undefined))).toEqual([
    { remove: { at: [10, 2.5] } },
  ]);
  // The middle of the larger obstacle is not in the smaller one: [4, 4] is its corner.
  const events = eventsOf(ROOM, 0, [], put(ROOM, ['environment', 'obstacles', 0], undefined));
  expect(events).toEqual([{ remove: { at: [4, 4] } }]);
});

it('takes glass for what it is, beside walls', () => {
  const pane = [
    [12, 0],
    [12, 5],
  ];
  const data: Data = { ...ROOM, events: [{ at: 3, add: { glass: pane, name: 'screen' } }] };
  const now = placeAfter(data, 1, []);
  expect(now.environment).toMatchObject({ lines: ROOM.environment.lines, glass: [pane] });
  expect(eventsOf(data, 1, [], put(now, ['environment', 'glass', 0], undefined))).toEqual([{ remove: 'screen' }]);
  const glazed: Data = { environment: { ...ROOM.environment, glass: [pane] } };
  expect(eventsOf(glazed, 0, [], put(glazed, ['environment', 'glass'], undefined))).toEqual([
    { remove: { at: [12, 2.5] } },
  ]);
  const [corner, end] = [[14, 0] as const, [14, 5] as const];
  expect(eventsOf(ROOM, 0, [], put(ROOM, ['environment', 'glass'], [[corner, end]]))).toEqual([
    { add: { glass: [corner, end], name: 'glass' } },
  ]);
});

it('glass that becomes a wall goes before the wall comes', () => {
  const pane = [
    [12, 0],
    [12, 5],
  ];
  const glazed: Data = { environment: { ...ROOM.environment, glass: [pane] } };
  const thing = thingsOf(glazed).find(({ kind }) => kind === 'glass')!;
  const walled = changeGlass(glazed, thing);
  expect(walled.path).toEqual(['environment', 'lines', 1]);
  expect(eventsOf(glazed, 0, [], walled.data)).toEqual([
    { remove: { at: [12, 2.5] } },
    { add: { wall: pane, name: 'wall' } },
  ]);
  const back = changeGlass(
    walled.data,
    thingsOf(walled.data).find(({ path }) => path[1] === 'lines' && path[2] === 1)!,
  );
  expect(back.data.environment).toEqual(glazed.environment);
});

it('speaks of what events put in by its name, and keeps the name when it is moved', () => {
  const data = { ...ROOM, events: [{ at: 3, add: { obstacle: { box: [12, 2, 14, 4] }, name: 'obstacle' } }] };
  const now = placeAfter(data, 1, []);
  const moved = put(now, ['environment', 'obstacles', 2], { box: [13, 2, 15, 4] });
  expect(eventsOf(data, 1, [], moved)).toEqual([
    { remove: 'obstacle', add: { obstacle: { box: [13, 2, 15, 4] }, name: 'obstacle' } },
  ]);
  expect(eventsOf(data, 1, [], put(now, ['environment', 'obstacles', 2], undefined))).toEqual([{ remove: 'obstacle' }]);
  const another = addObstacle(now, { form: 'box', points: [[15, 1] as const, [16, 2] as const] }).data;
  expect(eventsOf(data, 1, [], another)).toMatchObject([{ add: { name: 'obstacle 2' } }]);
});

it('leaves other changes of the place alone, and says what cannot be told apart', () => {
  expect(eventsOf(ROOM, 0, [], put(ROOM, ['environment', 'walkable', 0], { box: [0, 0, 9, 9] }))).toBeUndefined();
  const twice = put(ROOM, ['environment', 'obstacles'], [{ box: [2, 2, 4, 4] }, { box: [2, 2, 4, 4] }]);
  expect(eventsOf(twice, 0, [], put(twice, ['environment', 'obstacles', 1], undefined))).toMatchObject({
    what: 'lies with others, and cannot be told from them',
  });
});

it('knows levels, those of a file, too', () => {
  const data = { environment: { file: 'hall.geojson' } };
  const levels = ['hall', 'platform'];
  const now = placeAfter(data, 0, levels);
  const drawn = addObstacle(now, { form: 'box', points: [[1, 1] as const, [2, 2] as const] }, 'platform').data;
  const events = eventsOf(data, 0, levels, drawn);
  expect(events).toEqual([{ add: { obstacle: { box: [1, 1, 2, 2] }, name: 'obstacle', level: 'platform' } }]);
  const later = { ...data, events: [{ at: 4, ...(events as object[])[0] }] };
  expect(placeAfter(later, 1, levels).environment).toMatchObject({
    levels: { hall: {}, platform: { obstacles: [{}] } },
  });
  expect(placeAfter(later, 0, ['only one'])).toBe(later);
});

it('writes what is put into a place from a file as events at its start, one for each thing that stands', () => {
  const data = { environment: { file: 'hall.geojson' }, events: [{ at: 5, close: 'gate' }] };
  const change = (before: Data, to: (now: Data) => Data): Data => {
    const changes = changesUntil(before, 0);
    const events = eventsOf(before, changes, [], to(placeAfter(before, changes, [])));
    const changed = changedFromStart(before, events as Parameters<typeof changedFromStart>[1]);
    if ('refused' in changed) throw new Error(changed.refused.what);
    return changed.data;
  };
  const desk = (x: number) => ({ at: 0, add: { obstacle: { box: [x, 1, x + 1, 2] }, name: 'obstacle' } });
  const wall = { at: 0, add: { wall: [[4, 0] as const, [4, 3] as const], name: 'wall' } };
  const box = { form: 'box', points: [[2, 1] as const, [3, 2] as const] } as const;
  const drawn = change(data, (now) => addObstacle(now, box).data);
  expect(drawn).toEqual({ ...data, events: [desk(2), { at: 5, close: 'gate' }] });
  const walled = change(drawn, (now) => addWall(now, wall.add.wall).data);
  expect(walled.events).toEqual([desk(2), wall, { at: 5, close: 'gate' }]);
  const moved = change(walled, (now) => put(now, ['environment', 'obstacles', 0], { box: [7, 1, 8, 2] }));
  expect(moved.events).toEqual([desk(7), wall, { at: 5, close: 'gate' }]);
  expect(isSameAtStart(walled, moved)).toBe(false);
  expect(isSameAtStart(moved, { ...moved, events: [desk(7), wall] })).toBe(true);
  const gone = change(moved, (now) => put(now, ['environment', 'obstacles', 0], undefined));
  expect(gone.events).toEqual([wall, { at: 5, close: 'gate' }]);
  const alone = { environment: data.environment, events: [wall] };
  expect(change(alone, (now) => put(now, ['environment', 'lines', 0], undefined))).toEqual({
    environment: data.environment,
  });

  // What is moved while people walk must be there until then.
  const later = { ...alone, events: [wall, { at: 9.5, remove: 'wall' }] };
  expect(changedFromStart(later, [{ remove: 'wall' }])).toMatchObject({
    refused: { what: 'is moved or taken away after 9.5 s, and must be there until then' },
  });
});
