/**
 * Town: everything that walkers on tiles need of a place, made automatically from buildings and ground (M02 §3.1, §4.2.1).
 *
 * In: tiles of BUILDING, GROUND and OUTSIDE, from a picture (tiles.ts) or a mesh (mesh-tiles.ts). Out: a Town.
 *
 *   1. pavements of half their width around buildings            pavements.ts
 *   2. corners of these pavements                                goal-corners.ts
 *   3. pavements of full width; `open` places: all floor         pavements.ts
 *   4. corners merged into goals                                 goal-merge.ts
 *   5. goals that see each other are neighbours; in towns,       goal-graph.ts
 *      goals in the middle of straight walls are left out        goal-thinning.ts
 *   6. goals where corners were missing; one graph per pavement  goal-parts.ts
 *   7. crossings to the other side of the street (towns only)    crossings.ts
 *   8. one graph wherever streets lead: further crossings        goal-parts.ts
 *   9. the density map, and what is not connected                density-map.ts, below
 *
 * M02 makes the graph before it merges; merging first gives the same graph for far fewer lines, as each goal remembers its corners.
 * The same tiles and options give the same town, bit by bit. Cost: near-linear in tiles and goals.
 */
import { InputError } from '../core/errors.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { findCrossings, layCrossings } from './crossings.ts';
import { COARSE_TILES, densityMap, type TownDensity } from './density-map.ts';
import { findCorners } from './goal-corners.ts';
import { type GoalGraph, graphOfPairs, sightPairs } from './goal-graph.ts';
import { type MergedGoals, mergeGoals } from './goal-merge.ts';
import { addMissingGoals, floodFromGoals, joinGoalParts, partsOfGraph } from './goal-parts.ts';
import { leaveOutStraightGoals } from './goal-thinning.ts';
import type { CutOff, NarrowDoor } from './narrow-doors.ts';
import { buildingDistances, layPavements } from './pavements.ts';
import { lineStays, UNBUILT, WALKED } from './tile-lines.ts';
import { tileParts } from './tile-parts.ts';
import { GROUND, nearestAccessible, PAVEMENT, tileCentreX, tileCentreY, type Tiles } from './tiles.ts';

export interface TownOptions {
  /** In an open place all floor is accessible: no streets, no crossings. */
  isOpen: boolean;
  /** Width of pavements, metres. */
  pavement: number;
  /** Goals nearer to each other than this (M02's ε) become one, metres. */
  epsilon: number;
  /** A goal is reached within this distance, metres. */
  goalRadius: number;
  /** Goals further apart than this are no neighbours, metres. */
  range: number;
  /** The longest crossing, from goal to goal, metres; as long as it must be where nothing else connects. */
  crossingRange: number;
  /** Width of a crossing, metres. */
  crossingWidth: number;
  /** Coarse tiles of the density map along each axis. */
  coarseTiles: number;
}

export const TOWN_DEFAULTS: Readonly<TownOptions> = {
  isOpen: false,
  pavement: 4,
  epsilon: 4,
  goalRadius: 2,
  range: 150,
  crossingRange: 40,
  crossingWidth: 4,
  coarseTiles: COARSE_TILES,
};

/** Metres that a named place is moved at most. */
const NAMED_WITHIN = 10;
/** Tiles by which the segment that looks for corners is longer than the pavement is thick. */
const JUST_OVER = 0.5;

/** Points with a radius, mesh coordinates. */
export interface Goals {
  x: Float64Array;
  y: Float64Array;
  radius: Float64Array;
}

/** Something that hangs together: how many goals and tiles it has, and a place in it. */
export interface TownPart {
  goals: number;
  tiles: number;
  x: number;
  y: number;
}

export interface TownReport {
  /** Corner tiles found, and goals set where corners were missing. */
  corners: number;
  addedGoals: number;
  /** Parts of the graph, most goals first. One: everything is connected. Between two there are buildings. */
  parts: TownPart[];
  /** Accessible tiles from which no goal is reached, most tiles first. */
  withoutGoals: TownPart[];
  /** What the tiles of a mesh closed and cut off (mesh-tiles.ts). */
  narrowDoors: NarrowDoor[];
  cutOff: CutOff[];
}

export interface Town {
  options: TownOptions;
  tiles: Tiles;
  goals: Goals;
  graph: GoalGraph;
  /** Pairs of goals joined by a crossing, interleaved. They are neighbours in the graph, too. */
  crossings: Int32Array;
  density: TownDensity;
  report: TownReport;
}

/**
 * @param closed what the report should say of the tiles of a mesh
 * @param named places that become goals of their own, the first ones: each on the nearest accessible tile, NaN if that is too far off
 */
export function makeTown(
  source: Tiles,
  options: Partial<TownOptions> = {},
  closed: Pick<TownReport, 'narrowDoors' | 'cutOff'> = { narrowDoors: [], cutOff: [] },
  named?: Goals,
): Town {
  const settings: TownOptions = { ...TOWN_DEFAULTS, ...options };
  checkTownOptions(settings);
  const tiles: Tiles = { ...source, kind: source.kind.slice() };
  const { side, kind } = tiles;
  // 1 and 2. At least one tile wide: corners are looked for on pavement.
  const distances = buildingDistances(tiles);
  const half = Math.max(side, settings.pavement / 2);
  layPavements(tiles, distances, half);
  const corners = findCorners(tiles, half / side + JUST_OVER);
  // 3.
  layPavements(tiles, distances, settings.pavement);
  if (settings.isOpen) for (let t = 0; t < kind.length; t++) if (kind[t] === GROUND) kind[t] = PAVEMENT;
  // 4 to 6.
  const middle = (half / side) ** 2;
  let merged = mergeGoals(tiles, corners, settings.epsilon, { distances, middle });
  if (!settings.isOpen) {
    const seen = sightPairs(tiles, merged, corners, settings.range);
    merged = leaveOutStraightGoals(tiles, merged, graphOfPairs(seen.values(), merged.x.length), half / 2);
  }
  if (named !== undefined) merged = withNamed(tiles, merged, named);
  const pairs = sightPairs(tiles, merged, corners, settings.range);
  const growing = { x: Array.from(merged.x), y: Array.from(merged.y) };
  let addedGoals = addMissingGoals(tiles, growing) + joinGoalParts(tiles, growing, pairs, WALKED, true);
  // 7.
  const crossed = new GrowableInts(64);
  if (!settings.isOpen) {
    for (const goal of findCrossings(tiles, growing, settings.crossingRange, merged.x.length)) crossed.push(goal);
  }
  layCrossings(tiles, growing, crossed.values(), settings.crossingWidth);
  for (const goal of crossed.values()) pairs.push(goal);
  // 8. What is joined over streets is a crossing.
  const joined = pairs.length;
  addedGoals += joinGoalParts(tiles, growing, pairs, UNBUILT);
  const further = crossed.length;
  for (let i = joined; i < pairs.length; i += 2) {
    if (lineStays(tiles, growing, pairs.array[i], pairs.array[i + 1], WALKED)) continue;
    crossed.push(pairs.array[i]);
    crossed.push(pairs.array[i + 1]);
  }
  const crossings = crossed.values().slice();
  layCrossings(tiles, growing, crossings.subarray(further), settings.crossingWidth);
  // 9.
  const goals: Goals = {
    x: Float64Array.from(growing.x),
    y: Float64Array.from(growing.y),
    radius: new Float64Array(growing.x.length).fill(settings.goalRadius),
  };
  if (named !== undefined) goals.radius.set(named.radius);
  const graph = graphOfPairs(pairs.values(), goals.x.length);
  const density = densityMap(tiles, goals, settings.coarseTiles);
  const report = { corners: corners.length, addedGoals, ...partsOf(tiles, goals, graph), ...closed };
  return { options: settings, tiles, goals, graph, crossings, density, report };
}

/** Named goals have no corners. */
function withNamed(tiles: Tiles, merged: MergedGoals, named: Goals): MergedGoals {
  const { first, item } = merged.corners;
  const own = new Int32Array(named.x.length + first.length);
  own.set(first, named.x.length);
  const at = Int32Array.from(named.x, (x, k) => nearestAccessible(tiles, x, named.y[k], NAMED_WITHIN));
  const place = (centre: typeof tileCentreX) =>
    Float64Array.from(at, (t) => (t === NONE ? Number.NaN : centre(tiles, t)));
  return {
    x: joined(place(tileCentreX), merged.x),
    y: joined(place(tileCentreY), merged.y),
    corners: { first: own, item },
  };
}

function joined(first: Float64Array, more: Float64Array): Float64Array {
  const all = new Float64Array(first.length + more.length);
  all.set(first);
  all.set(more, first.length);
  return all;
}

export function checkTownOptions(options: TownOptions): void {
  const lengths = ['pavement', 'epsilon', 'goalRadius', 'range', 'crossingRange', 'crossingWidth'] as const;
  for (const name of lengths) {
    if (options[name] >= 0 && options[name] < 1e6) continue;
    throw new InputError(`town, ${name}`, `${options[name]} is out of range`, 'give metres, zero or more');
  }
}

/** Parts of the graph with the tiles nearest to their goals, and accessible tiles without any goal. */
function partsOf(tiles: Tiles, goals: Goals, graph: GoalGraph): Pick<TownReport, 'parts' | 'withoutGoals'> {
  const count = goals.x.length;
  const partOf = partsOfGraph(graph);
  const { owner } = floodFromGoals(tiles, goals, WALKED);
  const byPart = new Map<number, TownPart>();
  for (let g = 0; g < count; g++) {
    const part = byPart.get(partOf[g]);
    if (part === undefined) byPart.set(partOf[g], { goals: 1, tiles: 0, x: goals.x[g], y: goals.y[g] });
    else part.goals++;
  }
  for (let t = 0; t < owner.length; t++) {
    const part = owner[t] === NONE ? undefined : byPart.get(partOf[owner[t]]);
    if (part !== undefined) part.tiles++;
  }
  const { first, size } = tileParts(tiles, WALKED);
  const withoutGoals: TownPart[] = [];
  for (let p = 0; p < first.length; p++) {
    const t = first[p];
    if (owner[t] === NONE)
      withoutGoals.push({ goals: 0, tiles: size[p], x: tileCentreX(tiles, t), y: tileCentreY(tiles, t) });
  }
  return {
    parts: [...byPart.values()].sort((p, q) => q.goals - p.goals || q.tiles - p.tiles),
    withoutGoals: withoutGoals.sort((p, q) => q.tiles - p.tiles),
  };
}
