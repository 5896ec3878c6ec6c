/**
 * Walls that are moved, and a door that is shut, in places that nobody sees: code that has hardly run is many times slower than code that
 * has, and compiling it takes the processor from all else. The first change of a place while people walk would take several times as long as
 * those that follow. The worker rehearses while it has nothing else to do, a little at a time.
 */
import {
  advance,
  cellArea,
  changeNow,
  createRun,
  InputError,
  isOver,
  NONE,
  openInline,
  parseChange,
  placeNames,
  type Scenario,
  type World,
} from '@foulee/engine';
import { drawPlace } from './draw-place.ts';

interface Rehearsed {
  scenario: Scenario;
  world: World;
  /** Changes until they are as quick as they get. */
  changes: number;
  /** Times STEPS until the first of them, so that there are people. */
  fill: number;
  /** Where the wall is put, in turn: its level and ends. */
  walls: readonly { level: string; wall: [Ends, Ends] }[];
}

type Ends = readonly [number, number];

/** Steps after each change: people look for other ways in them. */
const STEPS = 4;

/** Two rooms with a door between them, pillars in the one, and a way around: changed often, so that all code runs often. */
const ROOMS = {
  environment: {
    walkable: [
      { box: [0, 0, 12, 10] },
      { box: [12, 4, 13, 6] },
      { box: [13, 0, 25, 10] },
      { box: [4, 10, 6, 14] },
      { box: [0, 14, 25, 17] },
      { box: [19, 10, 21, 14] },
    ],
    obstacles: Array.from({ length: 20 }, (_, k) => {
      const [x, y] = [15 + 1.6 * (k % 5), 1.5 + 2 * Math.floor(k / 5)];
      return { box: [x, y, x + 0.4, y + 0.3] };
    }),
    doors: {
      door: [
        [12.5, 4],
        [12.5, 6],
      ],
    },
  },
  exits: { east: { box: [24, 0, 25, 10] }, west: { box: [0, 0, 1, 10] } },
  sources: [
    { in: { box: [1, 1, 6, 9] }, rate: 1, exit: 'quickest' },
    { in: { box: [18, 1, 23, 9] }, rate: 1, goal: 'west' },
  ],
  events: Array.from({ length: 30 }, (_, k) => ({
    at: 0.4 * (4 * k + 1),
    ...(k % 2 === 0 ? { close: 'door' } : { open: 'door' }),
  })),
  duration: 600,
};

/** Blocks of a town, no two alike: some thousands of cells, so that loops over all of them run long. */
const BLOCKS = 20;
const APART = 6;
const TOWN = APART * BLOCKS;
const STREETS = {
  environment: {
    walkable: [{ box: [0, 0, TOWN, TOWN] }],
    obstacles: Array.from({ length: BLOCKS * BLOCKS }, (_, k) => {
      const [x, y] = [2 + APART * (k % BLOCKS), 2 + APART * Math.floor(k / BLOCKS)];
      const lean = 0.1 * ((7 * k) % 11);
      return [
        [x, y + lean],
        [x + 3 - lean, y],
        [x + 3, y + 3 - lean],
        [x + lean, y + 3],
      ];
    }),
  },
  exits: { east: { box: [TOWN - 2, 0, TOWN, 2] }, west: { box: [0, TOWN - 2, 2, TOWN] } },
  sources: [
    { in: { box: [0, 0, TOWN / 2, TOWN] }, rate: 20, exit: 'quickest' },
    { in: { box: [TOWN / 2, 0, TOWN, TOWN] }, rate: 20, goal: 'west' },
  ],
  duration: 600,
};

/** A place with more cells is not rehearsed in itself: it would take seconds, and room for all its people once more. */
const MOST_CELLS = 3000;

/**
 * To be gone through bit by bit; each is some tens of milliseconds of work, and now and then a few hundred.
 * @param scenario,world in which people walk
 */
export function* rehearsal(scenario: Scenario, world: World): Generator<void> {
  yield* changesOf(drawnUp(ROOMS, 120, [7, 7.5, 8, 8.5, 9, 9.5, 10, 10.5], [3, 7]));
  yield;
  if (world.mesh.cellLevel.length > MOST_CELLS) yield* changesOf(drawnUp(STREETS, 20, [12, 18, 24, 30, 36], [13, 17]));
  else
    yield* changesOf({ scenario: { ...scenario, events: [] }, world, changes: 100, fill: 100, walls: wallsIn(world) });
}

/** @param columns x of walls that lean a little; @param rows y of their ends */
function drawnUp(data: object, changes: number, columns: readonly number[], [from, to]: Ends): Rehearsed {
  const { scenario, world } = openInline({ data, name: 'rehearsal' });
  const { name: level } = world.mesh.levels[0];
  const walls = columns.map((x) => ({
    level,
    wall: [[x, from] as const, [x + 0.5, to] as const] satisfies [Ends, Ends],
  }));
  return { scenario, world, changes, fill: 0, walls };
}

/** Small ones in the middle of cells with some room, all over the place. */
function wallsIn({ mesh }: World): Rehearsed['walls'] {
  const { cellLevel, cellLink, cellFirst, sideVertex, vertices, levels, origin } = mesh;
  const roomy = Array.from(cellLevel.keys()).filter((c) => cellLink[c] === NONE && cellArea(mesh, c) > 4);
  const every = Math.max(1, roomy.length >> 3);
  return roomy
    .filter((_, k) => k % every === 0)
    .map((c) => {
      let [x, y] = origin;
      const [first, last] = [cellFirst[c], cellFirst[c + 1]];
      for (let s = first; s < last; s++) {
        x += vertices[2 * sideVertex[s]] / (last - first);
        y += vertices[2 * sideVertex[s] + 1] / (last - first);
      }
      return { level: levels[cellLevel[c]].name, wall: [[x - 0.3, y - 0.1] as const, [x + 0.3, y + 0.1] as const] };
    });
}

function* changesOf({ scenario, world, changes, fill, walls }: Rehearsed): Generator<void> {
  const names = placeNames(world.mesh);
  const run = createRun(scenario, world);
  yield;
  for (let k = 0; k < fill && !isOver(run); k++) {
    for (let n = 0; n < STEPS; n++) advance(run);
    yield;
  }
  let isThere = false;
  for (let k = 0; k < changes && walls.length > 0; k++) {
    const add = { ...walls[k % walls.length], name: 'rehearsed' };
    const remove = isThere ? { remove: 'rehearsed' } : {};
    try {
      changeNow(run, parseChange({ at: run.simulation.time, ...remove, add }, names));
      isThere = true;
    } catch (error) {
      // There is no room for it just there.
      if (!(error instanceof InputError)) throw error;
    }
    yield;
    drawPlace(run.place.world, 0);
    for (let n = 0; n < STEPS; n++) advance(run);
    yield;
  }
}
