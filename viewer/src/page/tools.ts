/**
 * The tools of the people panel (`TOOLS`): their buttons, and what each one makes of what is drawn. It goes into the scenario, it is chosen,
 * and the tool is put away. To add a tool, add an entry: the panel shows a button for each. How a tool follows the pointer is in edit/,
 * what becomes of it in document/create.ts, its icon in edit/icons.ts. Tools that measure are in measure.svelte.ts.
 */
import type { BestSign } from '@foulee/engine';
import {
  addDoor,
  addExit,
  addGlass,
  addGoal,
  addGroup,
  addObstacle,
  addPerson,
  addSource,
  addWall,
  type Created,
} from '../document/create.ts';
import { addSign, degreesTo } from '../document/signs.ts';
import { type Data, put, recordAt } from '../document/document.ts';
import { COLOURS } from '../document/sketches.ts';
import { findThing, isInline, outlineOf, remove, reshape, type Shape, thingsOf } from '../document/things.ts';
import { page } from './page.svelte.ts';
import { areaTool } from '../edit/area-tool.ts';
import type { Drawn } from '../edit/drawn.ts';
import { thingAt } from '../edit/find.ts';
import type { IconName } from '../edit/icons.ts';
import { lineTool } from '../edit/line-tool.ts';
import { personTool } from '../edit/person-tool.ts';
import { signTool } from '../edit/sign-tool.ts';
import { selectTool } from '../edit/select-tool.ts';
import type { Ground } from '../edit/snap.ts';
import { onLevel } from '../edit/on-level.ts';
import type { Tool } from '../edit/tool.ts';

/** Groups of buttons in the people panel. */
type ToolGroup = 'draw' | 'build' | 'change';

interface ToolEntry {
  label: string;
  icon: IconName;
  group: ToolGroup;
  /** What it draws, where its label does not say it. */
  help?: string;
  /** Only where the walls are in the scenario itself, not in a file beside it. */
  isOnlyInline?: true;
  make: () => Tool;
}

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
/** For what people come from, go to or wait in. */
const floor: Ground = { ...ground, needsFloor: true };

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

/** One more sign, where the engine would put it (inside/). @param sign in the plan's coordinates */
export function addBestSign({ at, level, facing, shows }: BestSign): void {
  const on = (page.place?.levels.length ?? 1) > 1 ? level : undefined;
  create((data) => addSign(data, at, facing, on, shows));
  page.panel = 'people';
}

/** In the order of their buttons. */
const TOOLS = {
  exit: {
    label: 'Exit line',
    icon: 'exit',
    group: 'draw',
    make: () =>
      lineTool(floor, 'Exit', COLOURS.exit, ({ shape, level }) => create((data) => addExit(data, shape, level))),
  },
  'exit area': {
    label: 'Exit area',
    icon: 'area',
    group: 'draw',
    make: () =>
      areaTool(floor, 'Exit', COLOURS.exit, ({ shape, level }) => create((data) => addExit(data, shape, level))),
  },
  people: {
    label: 'People',
    icon: 'people',
    group: 'draw',
    make: () =>
      areaTool(
        floor,
        'People',
        COLOURS.group,
        ({ shape, level }) => create((data) => addGroup(data, shape, level, { count: countFor(shape) })),
        4,
      ),
  },
  person: {
    label: 'One person',
    icon: 'person',
    group: 'draw',
    make: () => personTool(ground, COLOURS.person, placePerson, putPerson),
  },
  entrance: {
    label: 'Entrance',
    icon: 'entrance',
    group: 'draw',
    make: () =>
      areaTool(floor, 'Entrance', COLOURS.source, ({ shape, level }) =>
        create((data) => addSource(data, shape, level)),
      ),
  },
  waiting: {
    label: 'Waiting area',
    icon: 'waiting',
    group: 'draw',
    make: () =>
      areaTool(floor, 'Waiting area', COLOURS.goal, ({ shape, level }) =>
        create((data) => addGoal(data, shape, level)),
      ),
  },
  sign: {
    label: 'Sign',
    icon: 'sign',
    group: 'draw',
    help: 'Shows people who do not know the place the way to goals, or all of the place',
    make: () =>
      signTool(floor, COLOURS.sign, ({ shape, level }, facing) =>
        create((data) => addSign(data, shape.points[0], facing, level)),
      ),
  },
  wall: {
    label: 'Wall',
    icon: 'wall',
    group: 'build',
    make: () =>
      lineTool(
        ground,
        'Wall',
        COLOURS.wall,
        ({ shape, level }) => create((data) => addWall(data, shape.points, level)),
        true,
      ),
  },
  glass: {
    label: 'Glass',
    icon: 'glass',
    group: 'build',
    help: 'A wall that people can see through: a window or a glass partition',
    make: () =>
      lineTool(
        ground,
        'Glass wall',
        COLOURS.glass,
        ({ shape, level }) => create((data) => addGlass(data, shape.points, level)),
        true,
      ),
  },
  obstacle: {
    label: 'Obstacle',
    icon: 'obstacle',
    group: 'build',
    make: () =>
      areaTool(
        ground,
        'Obstacle',
        COLOURS.obstacle,
        ({ shape, level }) => create((data) => addObstacle(data, shape, level)),
        1,
      ),
  },
  door: {
    label: 'Door',
    icon: 'door',
    group: 'build',
    isOnlyInline: true,
    make: () =>
      lineTool(
        ground,
        'Door across a passage',
        COLOURS.door,
        ({ shape, level }) => create((data) => addDoor(data, shape.points, level)),
        false,
        1,
      ),
  },
  select: {
    label: 'Select and move',
    icon: 'select',
    group: 'change',
    make: () =>
      selectTool(ground, {
        data: () => page.shown!,
        chosen: () => page.chosen,
        choose: (path) => {
          page.chosen = path;
        },
        reshape: (thing, shape) => page.edit((data) => reshape(data, thing, shape)),
        turn: ({ path }, from, to) => page.edit((data) => put(data, [...path, 'facing'], degreesTo(from, to))),
      }),
  },
} satisfies Record<string, ToolEntry>;
type ToolName = keyof typeof TOOLS;

export interface ToolButton {
  name: ToolName;
  label: string;
  icon: IconName;
  help: string | undefined;
}

/** The buttons of a group, for a scenario. */
export function buttonsOf(group: ToolGroup, data: Data): ToolButton[] {
  return (Object.entries(TOOLS) as [ToolName, ToolEntry][])
    .filter(([, tool]) => tool.group === group && (tool.isOnlyInline !== true || isInline(data)))
    .map(([name, { label, icon, help }]) => ({ name, label, icon, help }));
}

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
  const tool = onLevel(TOOLS[name].make(), () =>
    page.place!.levels.findIndex(({ name: level }) => level === page.level),
  );
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
