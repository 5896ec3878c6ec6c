/** The tools of the people panel, bound to the page: what is drawn goes into the scenario, is chosen, and the tool is put away. */
import {
  addDoor,
  addExit,
  addGoal,
  addGroup,
  addObstacle,
  addPerson,
  addSource,
  addWall,
  type Created,
} from '../document/create.ts';
import { type Data, recordAt } from '../document/document.ts';
import { COLOURS } from '../document/sketches.ts';
import { findThing, outlineOf, remove, reshape, type Shape, thingsOf } from '../document/things.ts';
import { page } from './page.svelte.ts';
import { areaTool } from '../edit/area-tool.ts';
import type { Drawn } from '../edit/drawn.ts';
import { thingAt } from '../edit/find.ts';
import { lineTool } from '../edit/line-tool.ts';
import { personTool } from '../edit/person-tool.ts';
import { selectTool } from '../edit/select-tool.ts';
import type { Ground } from '../edit/snap.ts';
import { onLevel } from '../edit/on-level.ts';
import type { Tool } from '../edit/tool.ts';

export type ToolName =
  | 'select'
  | 'exit'
  | 'exit area'
  | 'people'
  | 'person'
  | 'entrance'
  | 'waiting'
  | 'wall'
  | 'obstacle'
  | 'door';

/** People in an area that was just drawn, at most, and for each square metre; the panel asks for more or fewer. */
const MOST = 50;
const DENSITY = 2;

function countFor(shape: Shape): number {
  const outline = outlineOf(shape);
  const twice = outline.reduce((sum, [x, y], k) => {
    const [nextX, nextY] = outline[(k + 1) % outline.length];
    return sum + x * nextY - y * nextX;
  }, 0);
  return Math.max(1, Math.min(MOST, Math.floor((DENSITY * Math.abs(twice)) / 2)));
}

const ground: Ground = { place: () => page.place!, isGrid: () => page.isGrid, pixel: () => page.pixel };

/** Into the scenario: chosen, and the camera is free again. */
function create(make: (data: Data) => Created): void {
  let made: Created | undefined;
  page.edit((data) => {
    made = make(data);
    return made.data;
  });
  page.chosen = made?.path;
  page.tool = undefined;
}

const TOOLS: Record<ToolName, () => Tool> = {
  select: () =>
    selectTool(ground, {
      data: () => page.shown!,
      chosen: () => page.chosen,
      choose: (path) => {
        page.chosen = path;
      },
      reshape: (thing, shape) => page.edit((data) => reshape(data, thing, shape)),
    }),
  exit: () =>
    lineTool(ground, 'Exit', COLOURS.exit, ({ shape, level }) => create((data) => addExit(data, shape, level))),
  'exit area': () =>
    areaTool(ground, 'Exit', COLOURS.exit, ({ shape, level }) => create((data) => addExit(data, shape, level))),
  people: () =>
    areaTool(
      ground,
      'People',
      COLOURS.group,
      ({ shape, level }) => create((data) => addGroup(data, shape, level, { count: countFor(shape) })),
      4,
    ),
  person: () => personTool(ground, COLOURS.person, placePerson, putPerson),
  entrance: () =>
    areaTool(ground, 'Entrance', COLOURS.source, ({ shape, level }) => create((data) => addSource(data, shape, level))),
  waiting: () =>
    areaTool(ground, 'Waiting area', COLOURS.goal, ({ shape, level }) => create((data) => addGoal(data, shape, level))),
  wall: () =>
    lineTool(
      ground,
      'Wall',
      COLOURS.wall,
      ({ shape, level }) => create((data) => addWall(data, shape.points, level)),
      true,
    ),
  obstacle: () =>
    areaTool(
      ground,
      'Obstacle',
      COLOURS.obstacle,
      ({ shape, level }) => create((data) => addObstacle(data, shape, level)),
      1,
    ),
  door: () =>
    lineTool(
      ground,
      'Door across a passage',
      COLOURS.door,
      ({ shape, level }) => create((data) => addDoor(data, shape.points, level)),
      false,
      1,
    ),
};

/** It goes to the exit or goal that was clicked, or to the mere point. */
function placePerson(person: Drawn, goal: Drawn, pixel: number): void {
  create((data) => {
    const to = goal.shape.points[0];
    const there = thingAt(data, to, { level: goal.level, chosen: undefined, pixel });
    const isNamed = there?.kind === 'exit' || there?.kind === 'goal';
    return addPerson(data, person.shape.points[0], isNamed ? there.name : to, person.level);
  });
}

/** Metres to go for somebody who was put down where there is neither exit nor goal. */
const A_WAY = 2;

/** It goes to the first exit, or else goal; its card asks for others. */
function putPerson({ shape, level }: Drawn): void {
  create((data) => {
    const [x, y] = shape.points[0];
    const [goal] = ['exits', 'goals'].flatMap((list) => Object.keys(recordAt(data, [list])));
    return addPerson(data, [x, y], goal ?? [x + A_WAY, y], level);
  });
}

let taken: { name: ToolName; tool: Tool } | undefined;

/** Which of these tools is in hand? */
export function toolInHand(): ToolName | undefined {
  return page.tool !== undefined && taken?.tool === page.tool ? taken.name : undefined;
}

/** Take a tool, or put it away if it is in hand. @param isTyped with the keyboard: what there is to press next has the focus then */
export function takeTool(name: ToolName, isTyped = false): void {
  if (page.place === undefined || page.document === undefined) return;
  if (toolInHand() === name) {
    page.tool = undefined;
    return;
  }
  const tool = onLevel(TOOLS[name](), () => page.place!.levels.findIndex(({ name: level }) => level === page.level));
  taken = { name, tool };
  page.tool = tool;
  page.isTypedNext = isTyped && tool.put !== undefined;
}

export function removeChosen(): void {
  const { shown, chosen } = page;
  const thing = shown === undefined ? undefined : findThing(thingsOf(shown), chosen);
  if (shown === undefined || thing === undefined) return;
  const removal = remove(shown, thing);
  if ('refused' in removal) {
    page.trouble = { where: 'Not deleted:', ...removal.refused };
    return;
  }
  page.edit(() => removal.data);
  page.chosen = undefined;
}
