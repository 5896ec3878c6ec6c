/**
 * The walker model `stream` (M02): people who walk on tiles in streams, from goal to goal of a town's graph. What it is made of stands in the
 * other files of this folder; here it meets the simulation.
 *
 * The place is laid out on one sheet of tiles (raster/tile-sheet.ts), which becomes a town (raster/town.ts) with goals of the scenario
 * among its own. Walkers have a `spot` on the sheet; the simulation makes places and cells of it (simulation/tiles.ts).
 */
import { InputError } from '../../core/errors.ts';
import { NONE } from '../../core/none.ts';
import type { Columns } from '../../crowd/column.ts';
import { BODY, PREFERRED, RADIUS } from '../../crowd/columns.ts';
import type { Crowd } from '../../crowd/crowd.ts';
import { PROFILE, STEP_FREE } from '../../crowd/profiles.ts';
import { type Goal, isAtGoal } from '../../crowd/goals/goals.ts';
import type { TileSheet } from '../../raster/tile-sheet.ts';
import { isAccessible, tileAt } from '../../raster/tiles.ts';
import { type Goals, makeTown } from '../../raster/town.ts';
import type { WalkerModel } from '../model.ts';
import type { TileModel, TileSetting } from '../tile-model.ts';
import { createClaims, resolveClaims } from './claims.ts';
import { STREAM_COLUMNS, type Streamers } from './columns.ts';
import { measureCongestion } from './congestion.ts';
import { createThinking, decideAll, giveUp, HELD, type Moment } from './decide.ts';
import { explainStream } from './explain.ts';
import { createFirstGoals, firstGoal, type FirstGoals } from './first-goal.ts';
import { placesOfGoals, weightsOf } from './goal-places.ts';
import { createGroups, findGroups, isLost, leaderOf } from './groups.ts';
import {
  ANY_LINK,
  createWays,
  isAtTownGoal,
  NO_LINK,
  STEP_FREE_LINKS,
  targetFor,
  targetOf,
  type Ways,
  wayTo,
} from './goals.ts';
import { createGate, type Gate, getOn } from './get-on.ts';
import { findLinkFiles, joinsOfLinks, MOST_RADIUS, placesOfLinks } from './link-files.ts';
import { makeRoom } from './make-room.ts';
import { createStreamMaps, type StreamMaps } from './maps.ts';
import { moveAll } from './move.ts';
import { angleOf, angleOfVector, COSINE, normOf, normOfSpeed, polarOf, SINE, SPEED } from './polar.ts';
import { createRiding, goalOfRider, levelOfRider, moveRiders, overlapsRider, type Riding } from './riders.ts';
import { settingsForStep } from './settings.ts';
import { hasRoom } from './start.ts';
import { followTrails } from './trail.ts';
import { findWallRoom } from './wall-room.ts';
import type { StreamTown } from './stream-town.ts';

const { serial: _serial, place, nextPlace, goal, ...others } = STREAM_COLUMNS;

/** Those of a town under other names where the crowd has columns of that name. */
const COLUMNS = { spot: place, nextSpot: nextPlace, townGoal: goal, ...others } satisfies Columns;

interface StreamShared {
  crowd: Crowd;
  streamers: Streamers;
  /** Those of the scenario, with the radius within which somebody on tiles has arrived. */
  goals: readonly Goal[];
  sheet: TileSheet;
  maps: StreamMaps;
  ways: Ways;
  firstGoals: FirstGoals;
  riding: Riding;
  gate: Gate;
  run: Pick<StreamTown, 'claims' | 'thinking' | 'moment' | 'counted' | 'groups'>;
  seed: number;
}

/** Share of a tile by which somebody on tiles may be further from a goal than somebody who walks freely. */
const OFF = 0.75;

function createShared(setting: TileSetting): StreamShared {
  const { mesh, sheet, goals, crowd, profiles, links, isTown, pavement, attraction, seed, step } = setting;
  const { places, targets } = placesOfGoals(goals, sheet);
  const files = findLinkFiles(links, mesh, sheet);
  const ends = placesOfLinks(files, sheet, places.x.length);
  const { side } = sheet.tiles;
  // Indoors goals lie in doors and round corners: nearer to walls, and nearer to each other.
  const options = isTown
    ? { pavement }
    : { isOpen: true, pavement, epsilon: pavement, goalRadius: Math.max(side, pavement / 2) };
  const town = makeTown(sheet.tiles, options, sheet, joinPlaces(places, ends));
  for (const [g, { name }] of goals.entries()) {
    for (let k = targets.first[g]; k < targets.first[g + 1]; k++) {
      if (!Number.isNaN(town.goals.x[k])) continue;
      throw new InputError(
        `goal ${name}`,
        'is walled in: no tile to walk on lies within 10 m of it',
        'move the goal, or use smaller tiles (tiles: {side: 0.3})',
      );
    }
  }
  const settings = settingsForStep(step);
  const maps = createStreamMaps(town, settings, findWallRoom(mesh, sheet, SPEED[SPEED.length - 1] * step));
  const streamers = streamersOf(crowd);
  const groups = createGroups(crowd.capacity);
  const ways = createWays(town, targets, joinsOfLinks(files, town));
  ways.weight.set(weightsOf(town.goals, sheet, mesh, attraction));
  const riding = createRiding({ mesh, maps, ways, crowd, streamers, sheet, files, profiles });
  return {
    crowd,
    streamers,
    goals: goals.map((goal) => ({ ...goal, radius: goal.radius + OFF * side })),
    sheet,
    maps,
    ways,
    firstGoals: createFirstGoals(town),
    riding,
    gate: createGate(riding),
    run: {
      claims: createClaims(crowd.capacity),
      groups,
      thinking: createThinking(maps, streamers, groups),
      moment: { steps: 0, time: 0, draw: 0 },
      counted: new Int32Array(town.density.area.length),
    },
    seed,
  };
}

function joinPlaces(a: Goals, b: Goals): Goals {
  const join = (of: keyof Goals) => Float64Array.of(...a[of], ...b[of]);
  return { x: join('x'), y: join('y'), radius: join('radius') };
}

/** The columns of a crowd by the names they have in a town. */
function streamersOf(crowd: Crowd): Streamers {
  const own = crowd as unknown as Record<string, Float64Array & Int32Array>;
  const renamed = { place: own['spot'], nextPlace: own['nextSpot'], goal: own['townGoal'] };
  return { ...own, ...renamed } as unknown as Streamers;
}

function enter({ crowd, streamers, maps, sheet, riding, run }: StreamShared, i: number, level: number): boolean {
  const { tiles, settings } = maps;
  if (streamers.file[i] !== NONE) {
    // On a link, where the place has changed: tiles were laid anew.
    const own = levelOfRider(riding, i);
    streamers.place[2 * i] = crowd.place[2 * i] + sheet.shift[2 * own];
    streamers.place[2 * i + 1] = crowd.place[2 * i + 1] + sheet.shift[2 * own + 1];
    streamers.tile[i] = riding.parking;
    return true;
  }
  const x = crowd.place[2 * i] + sheet.shift[2 * level];
  const y = crowd.place[2 * i + 1] + sheet.shift[2 * level + 1];
  const radius = crowd.body[BODY * i + RADIUS];
  const tile = tileAt(tiles, x, y);
  if (tile === NONE || !isAccessible(tiles.kind[tile]) || !hasRoom(maps, streamers, x, y, radius)) return false;
  if (overlapsRider(riding, x, y, radius)) return false;
  settings.radius = Math.max(settings.radius, radius);
  streamers.place[2 * i] = x;
  streamers.place[2 * i + 1] = y;
  streamers.tile[i] = tile;
  streamers.radius[i] = radius;
  streamers.preferred[i] = normOfSpeed(crowd.body[BODY * i + PREFERRED]);
  streamers.group[i] = crowd.companions[i];
  run.groups.isStale = true;
  streamers.polar[i] = polarOf(0, 0);
  streamers.wait[i] = HELD;
  streamers.resume[i] = streamers.preferred[i];
  maps.human[tile] = i;
  return true;
}

function leave({ crowd, streamers, maps, run }: StreamShared, i: number): void {
  run.groups.isStale = true;
  if (streamers.file[i] === NONE) maps.human[streamers.tile[i]] = NONE;
  const last = crowd.count - 1;
  // The last walker takes its slot.
  if (last !== i && streamers.file[last] === NONE) maps.human[streamers.tile[last]] = i;
}

/** The links that somebody can use, or their companions with them: bodies that are too wide use none. */
function linksFor({ crowd, riding: { profiles } }: StreamShared, i: number): number {
  const { companions, profile, body } = crowd;
  let use = ANY_LINK;
  for (let j = 0; j < crowd.count; j++) {
    if (j !== i && (companions[i] === NONE || companions[j] !== companions[i])) continue;
    if (body[BODY * j + RADIUS] > MOST_RADIUS) return NO_LINK;
    if (profiles.numbers[PROFILE * profile[j] + STEP_FREE] === 1) use = STEP_FREE_LINKS;
  }
  return use;
}

function wayLength(shared: StreamShared, i: number, goal: number): number {
  const { streamers, maps, ways, firstGoals, riding } = shared;
  const { town } = maps;
  const target = targetFor(ways, goal, linksFor(shared, i));
  if (streamers.file[i] !== NONE) return wayTo(town, ways, target).length[goalOfRider(riding, i)];
  const [x, y] = [streamers.place[2 * i], streamers.place[2 * i + 1]];
  const first = firstGoal(town, ways, firstGoals, { x, y }, target);
  if (first === NONE) return Infinity;
  const [dx, dy] = [town.goals.x[first] - x, town.goals.y[first] - y];
  return Math.sqrt(dx * dx + dy * dy) + wayTo(town, ways, target).length[first];
}

function headFor(shared: StreamShared, i: number, goal: number): boolean {
  const { streamers, maps, ways, firstGoals } = shared;
  const { town } = maps;
  const target = targetFor(ways, goal, linksFor(shared, i));
  if (streamers.file[i] !== NONE) {
    streamers.target[i] = target;
    return true;
  }
  const [x, y] = [streamers.place[2 * i], streamers.place[2 * i + 1]];
  const first = firstGoal(town, ways, firstGoals, { x, y }, target);
  if (first === NONE) return false;
  streamers.target[i] = target;
  streamers.goal[i] = first;
  if (normOf(streamers.polar[i]) === 0) {
    const angle = angleOfVector(town.goals.x[first] - x, town.goals.y[first] - y);
    streamers.polar[i] = polarOf(angle, 0);
  }
  streamers.due[i] = 1;
  return true;
}

function isThere(shared: StreamShared, i: number): boolean {
  const { streamers, maps, ways, goals, sheet } = shared;
  if (streamers.file[i] !== NONE) return false;
  if (isBesideLeaderWhoIsThere(shared, i)) return true;
  const target = streamers.target[i];
  const at = streamers.goal[i];
  const x = streamers.place[2 * i];
  const y = streamers.place[2 * i + 1];
  const goal = goals[targetOf(ways, target)];
  const mx = x - sheet.shift[2 * goal.level];
  const my = y - sheet.shift[2 * goal.level + 1];
  if (isAtGoal(goal, mx, my)) return true;
  return wayTo(maps.town, ways, target).length[at] === 0 && isAtTownGoal(maps.town, at, x, y);
}

/** A member's place beside its leader may lie off a small goal: it has arrived with its leader, who waits there or has gone on. */
function isBesideLeaderWhoIsThere({ crowd, streamers, maps, run }: StreamShared, i: number): boolean {
  const leader = leaderOf(run.groups, i);
  if (leader === i || crowd.itinerary[leader] !== crowd.itinerary[i]) return false;
  const stages = crowd.stage[leader] - crowd.stage[i];
  const isLeaderThere = stages === 1 || (stages === 0 && crowd.waitUntil[leader] >= 0);
  return isLeaderThere && !isLost(run.groups, streamers, maps.tiles.side, i);
}

/** Who is to stand waits; whoever stood and may walk looks round and goes on. */
function hold({ streamers, maps }: StreamShared, i: number, stands: boolean): void {
  const { wait, polar } = streamers;
  if (streamers.file[i] !== NONE) wait[i] = HELD;
  else if (stands) {
    if (normOf(polar[i]) > 0) giveUp(maps, streamers, i);
    wait[i] = HELD;
  } else if (wait[i] >= HELD - 1) {
    // Held until the last step: off at once, the way it looks.
    wait[i] = 0;
    polar[i] = polarOf(angleOf(polar[i]), streamers.resume[i]);
    streamers.due[i] = 1;
  }
}

function begin({ crowd, streamers, maps, run, seed }: StreamShared, steps: number): void {
  const { settings, town } = maps;
  streamers.count = crowd.count;
  putMoment(run.moment, seed, steps, settings.step);
  if (steps % settings.measureEvery === 0) measureCongestion(town.density, streamers, run.counted, maps.congested);
}

function putMoment(moment: Moment, seed: number, steps: number, step: number): void {
  moment.steps = steps;
  moment.time = steps * step;
  moment.draw = (Math.imul(seed, 0x9e3779b1) + steps) | 0;
}

function resolve({ streamers, maps, riding, gate, run }: StreamShared): void {
  resolveClaims(maps, streamers, run.claims, run.moment.draw);
  moveAll(maps, streamers, run.claims, run.moment.time + maps.settings.step);
  if (riding.files.count === 0) return;
  moveRiders(riding, run.moment.draw);
  getOn(gate);
  makeRoom(gate);
}

function placeOf({ sheet, streamers, riding }: StreamShared, i: number, place: Float64Array, at: number): void {
  const { mesh } = riding;
  const isRider = streamers.file[i] !== NONE;
  const level = isRider ? levelOfRider(riding, i) : mesh.cellLevel[sheet.cell[streamers.tile[i]]];
  place[at] = streamers.place[2 * i] - sheet.shift[2 * level];
  place[at + 1] = streamers.place[2 * i + 1] - sheet.shift[2 * level + 1];
}

function aimOf({ streamers }: StreamShared, i: number, aim: Float64Array, at: number): void {
  const angle = angleOf(streamers.polar[i]);
  aim[at] = COSINE[angle];
  aim[at + 1] = SINE[angle];
}

function relist({ crowd, streamers, maps, run }: StreamShared): void {
  run.groups.isStale = true;
  streamers.count = crowd.count;
  maps.human.fill(NONE);
  for (let i = 0; i < crowd.count; i++) {
    if (streamers.file[i] === NONE) maps.human[streamers.tile[i]] = i;
    streamers.preferred[i] = normOfSpeed(crowd.body[BODY * i + PREFERRED]);
  }
}

const TILES: TileModel<StreamShared> = {
  createShared,
  isFree: ({ maps, streamers, riding }, x, y, radius) =>
    hasRoom(maps, streamers, x, y, radius) && !overlapsRider(riding, x, y, radius),
  tilesOf: ({ maps }) => maps.tiles,
  enter,
  leave,
  wayLength,
  headFor,
  isThere,
  hold,
  begin,
  resolve,
  placeOf,
  aimOf,
  relist,
  state: ({ maps: { field, congested }, riding }) => [
    field.x,
    field.y,
    field.time,
    congested,
    riding.turn,
    riding.clearing,
  ],
};

/** The maps of a run of this model, to be looked at. */
export function streamMapsOf(shared: unknown): Pick<StreamMaps, 'town' | 'tiles' | 'field'> {
  return (shared as StreamShared).maps;
}

export const STREAM: WalkerModel = {
  name: 'stream',
  columns: COLUMNS,
  tally: [],
  prepare: () => undefined,
  createScratch: () => undefined,
  decide: ({ shared }) => {
    const { maps, ways, streamers, run } = shared as StreamShared;
    findGroups(run.groups, streamers);
    decideAll(maps, ways, streamers, run.thinking, run.moment);
    if (run.moment.steps % maps.settings.every === 0) followTrails(maps, ways, streamers, run.groups);
  },
  explain: ({ shared, crowd, mesh, time, step }, i) => {
    const { maps, ways, sheet, seed } = shared as StreamShared;
    const streamers = streamersOf(crowd);
    const moment = { steps: 0, time: 0, draw: 0 };
    putMoment(moment, seed, Math.round(time / step), step);
    const explanation = explainStream(maps, ways, streamers, moment, i, streamers.wait[i] >= HELD - 1);
    const level = mesh.cellLevel[crowd.cell[i]];
    const { goal } = explanation.onTiles!;
    goal[0] -= sheet.shift[2 * level];
    goal[1] -= sheet.shift[2 * level + 1];
    return explanation;
  },
  tiles: TILES as TileModel,
};
