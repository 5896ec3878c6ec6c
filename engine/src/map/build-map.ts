/**
 * Plan → FlatMap per level: the clean map of the place a crowd can walk in (L04 §3.1).
 *
 *   1. loose segments of every ring, line, door and portal            linework.ts
 *   2. planar graph: crossings, touches, duplicates resolved           arrangement.ts
 *   3. constrained Delaunay triangulation of it                        triangulation/
 *   4. floor by winding numbers; floor that hangs together             faces.ts
 *   5. the area around the seed points, or the largest, over all levels and their links; or all there is
 *   6. walls that bound it; nearly collinear ones merged               simplify.ts
 *
 * Where 5 and 6 leave nothing out, as in a clean plan, the triangulation of 3 is that of the map, and is handed on.
 */
import { InputError } from '../core/errors.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { type BuildReport, countRepair } from '../core/report.ts';
import { triangulate } from '../triangulation/constrain.ts';
import { next, type Triangulation } from '../triangulation/triangulation.ts';
import { type Arrangement, arrange } from './arrangement.ts';
import { pruneDoors } from './doors.ts';
import {
  edgeHasSource,
  edgeIsBoundary,
  edgeIsGlass,
  type FloorComponents,
  findFloor,
  isWallEdge,
  joinFloor,
  triangleAt,
} from './faces.ts';
import { DOOR, enclosedArea, type FlatMap, LEFT_WALKABLE, PORTAL, RIGHT_WALKABLE, WALL } from './flat-map.ts';
import type { LeftOut } from './left-out.ts';
import { checkPlan, DOORWAY, gatherLinework, LINK_PORTAL, type Sources } from './linework.ts';
import type { Plan } from './plan.ts';
import { compactVertices, type MapSegments, simplify } from './simplify.ts';
import { sayGlassIsOpaque, warnOfBoundaries } from './unused-marks.ts';

export interface MapOptions {
  /** Vertices nearer to each other, or to a wall, than this are one, metres. */
  tolerance: number;
  /** Walls may move by this much when nearly collinear ones are merged, metres. */
  simplification: number;
  /** Places whose surroundings are wanted, in the plan's coordinates; none: the largest connected area. */
  seedPoints: [number, number][];
  /** A place that was changed: the origin it had, so that nothing else moves; and what was floor, metres from there. All floor that meets
   * this is wanted, also what is cut off now. */
  origin?: [number, number];
  wasFloor?: (level: number, x: number, y: number) => boolean;
}

/** What every step of the work goes by, and where it reports. */
interface MapWork {
  plan: Plan;
  options: MapOptions;
  /** The plan's coordinates of the map's zero. */
  origin: [number, number];
  report: BuildReport;
}

/** One level half-way: everything known before it is decided which area is wanted. */
interface LevelFloor {
  level: number;
  arrangement: Arrangement;
  sources: Sources;
  triangulation: Triangulation;
  components: FloorComponents;
  /** Index of this level's first component among those of all levels. */
  firstComponent: number;
}

/** The triangulations of maps whose vertices and segments are those of their arrangement: they need not be made again. */
export type KnownTriangulations = Map<FlatMap, Triangulation>;

export function buildMap(
  plan: Plan,
  options: MapOptions,
  report: BuildReport,
  known: KnownTriangulations = new Map(),
): FlatMap[] {
  checkPlan(plan, options.tolerance);
  const work: MapWork = { plan, options, origin: options.origin ?? chooseOrigin(plan, report), report };
  const floors: LevelFloor[] = [];
  let components = 0;
  for (let level = 0; level < plan.levels.length; level++) {
    const floor = findLevelFloor(work, level, components);
    components += floor.components.area.length;
    floors.push(floor);
  }
  const areas = chooseAreas(work, floors, components);
  return floors.map((floor) => {
    const map = collectMap(work, floor, areas);
    const { vertices, edges } = floor.arrangement;
    if (isSame(map.vertices, vertices) && isSame(map.segments, edges)) known.set(map, floor.triangulation);
    return map;
  });
}

function isSame<List extends Float64Array | Int32Array>(a: List, b: List): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Far from zero doubles are coarse: maps there are built around a whole-metre origin near their middle. */
function chooseOrigin(plan: Plan, report: BuildReport): [number, number] {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  const take = (coordinates: Float64Array) => {
    for (let i = 0; i < coordinates.length; i += 2) {
      box[0] = Math.min(box[0], coordinates[i]);
      box[1] = Math.min(box[1], coordinates[i + 1]);
      box[2] = Math.max(box[2], coordinates[i]);
      box[3] = Math.max(box[3], coordinates[i + 1]);
    }
  };
  for (const level of plan.levels) {
    for (const polygon of level.polygons) polygon.rings.forEach(take);
    level.lines.forEach(take);
    level.glass?.forEach(take);
    level.boundaries?.forEach(take);
  }
  if (!(box[0] <= box[2])) {
    throw new InputError(plan.name, 'the plan holds no wall and no area', 'check the file, its layers and its scale');
  }
  const across = Math.max(box[2] - box[0], box[3] - box[1]);
  if (across > WIDEST) {
    throw new InputError(
      plan.name,
      `the plan is ${Math.round(across / 1000).toLocaleString('en')} km across`,
      `a place has ${(WIDEST / 1000).toLocaleString('en')} km at most: check the unit (--scale 0.001 for millimetres), or leave out what lies far off`,
    );
  }
  const x = (box[0] + box[2]) / 2;
  const y = (box[1] + box[3]) / 2;
  if (Math.abs(x) < FAR && Math.abs(y) < FAR) return [0, 0];
  const origin: [number, number] = [Math.round(x), Math.round(y)];
  report.notes.push(
    `coordinates are far from zero: computed around (${origin[0]}, ${origin[1]}) and given back as they were`,
  );
  return origin;
}

/** Metres across: a quarter of the way round the Earth. In wider plans doubles are too coarse for what the checks promise. */
const WIDEST = 1e7;
/** Metres from zero beyond which an origin of its own is used. */
const FAR = 10_000;

function findLevelFloor({ plan, options, origin, report }: MapWork, level: number, firstComponent: number): LevelFloor {
  const { work: linework, sources } = gatherLinework(plan, level, origin);
  const arrangement = arrange(linework, options.tolerance, report);
  const triangulation = triangulate(arrangement.vertices, arrangement.edges);
  const everywhere = plan.levels[level].floor === 'enclosed';
  const floor = findFloor(triangulation, arrangement, sources, everywhere);
  const components = joinFloor(triangulation, arrangement, sources, floor);
  return { level, arrangement, sources, triangulation, components, firstComponent };
}

/** A seed point with no floor around it. */
export class SeedPointError extends InputError {
  /** Which of the seed points. */
  readonly index: number;

  constructor(index: number, x: number, y: number) {
    super(
      `--seed-point ${x},${y}`,
      'the point lies in a wall or outside of all floor',
      'give a point people can stand on, or leave the option out to take the largest area',
    );
    this.index = index;
  }
}

/** m²: less is no room, but a pillar drawn as lines, or a sliver. */
const LEAST_AREA = 1;

/** The components of all levels. */
interface Areas {
  /** 1: belongs to what is wanted. */
  wanted: Uint8Array;
  /** m² of the place it belongs to, over all levels; 0 for the outside. */
  placeArea: Float64Array;
}

function chooseAreas(work: MapWork, floors: LevelFloor[], count: number): Areas {
  const { plan, options, origin } = work;
  const area = new Float64Array(count);
  const outside = new Uint8Array(count);
  for (const floor of floors) {
    area.set(floor.components.area, floor.firstComponent);
    if (floor.components.outside !== NONE) outside[floor.firstComponent + floor.components.outside] = 1;
  }
  const place = joinOverLinks(work, floors, count);
  const placeArea = new Float64Array(count);
  for (let c = 0; c < count; c++) if (outside[c] === 0) placeArea[place[c]] += area[c];
  const wanted = new Uint8Array(count);
  const areas: Areas = { wanted, placeArea: placeArea.map((_, c) => (outside[c] === 1 ? 0 : placeArea[place[c]])) };
  if (options.wasFloor !== undefined) {
    takeFloorAgain(plan, floors, outside, options.wasFloor, wanted);
    return areas;
  }
  if (options.seedPoints.length > 0) {
    for (const [index, [x, y]] of options.seedPoints.entries()) {
      const seeds = floors.flatMap((floor) => {
        const triangle = triangleAt(floor.triangulation, x - origin[0], y - origin[1]);
        const component = triangle === NONE ? NONE : floor.components.ofTriangle[triangle];
        return component === NONE || component === floor.components.outside ? [] : [floor.firstComponent + component];
      });
      if (seeds.length === 0) throw new SeedPointError(index, x, y);
      for (const seed of seeds) for (let c = 0; c < count; c++) if (place[c] === place[seed]) wanted[c] = 1;
    }
  } else if (plan.isAllWanted === true) {
    for (let c = 0; c < count; c++) if (outside[c] === 0 && placeArea[place[c]] >= LEAST_AREA) wanted[c] = 1;
    if (!wanted.includes(1)) throw noFloor(plan);
  } else {
    let largest = NONE;
    for (let p = 0; p < count; p++)
      if (placeArea[p] > 0 && (largest === NONE || placeArea[p] > placeArea[largest])) largest = p;
    if (largest === NONE) throw noFloor(plan);
    for (let c = 0; c < count; c++) if (place[c] === largest && outside[c] === 0) wanted[c] = 1;
  }
  sayWhatWasLeft(work, area, outside, wanted);
  return areas;
}

/** Components with a triangle whose middle was floor before. */
function takeFloorAgain(
  plan: Plan,
  floors: LevelFloor[],
  outside: Uint8Array,
  wasFloor: NonNullable<MapOptions['wasFloor']>,
  wanted: Uint8Array,
): void {
  for (const { level, triangulation: t, components, firstComponent } of floors) {
    for (let triangle = 0; triangle < t.triangleCount; triangle++) {
      if (components.ofTriangle[triangle] === NONE) continue;
      const component = firstComponent + components.ofTriangle[triangle];
      if (wanted[component] === 1) continue;
      const [a, b, c] = [0, 1, 2].map((k) => 2 * t.corner[3 * triangle + k]) as [number, number, number];
      const x = (t.vertices[a] + t.vertices[b] + t.vertices[c]) / 3;
      const y = (t.vertices[a + 1] + t.vertices[b + 1] + t.vertices[c + 1]) / 3;
      if (!wasFloor(level, x, y)) continue;
      if (outside[component] === 1) {
        throw new InputError(plan.name, 'the place would be open to the outside', 'leave the walls around it');
      }
      wanted[component] = 1;
    }
  }
  if (!wanted.includes(1)) throw new InputError(plan.name, 'nothing of the floor would be left', 'leave some of it');
}

function noFloor(plan: Plan): InputError {
  const enclosed = plan.levels.some((level) => level.floor === 'enclosed');
  return new InputError(
    plan.name,
    enclosed ? 'the walls enclose no area: somewhere the outline is open' : 'there is no walkable area',
    enclosed
      ? 'close the outline, raise --tolerance over the gaps, or read it with --as obstacles'
      : 'check which polygons are walkable (--as walkable or --as obstacles) and the scale',
  );
}

function sayWhatWasLeft(work: MapWork, area: Float64Array, outside: Uint8Array, wanted: Uint8Array): void {
  const { plan, options, report } = work;
  let taken = 0;
  let left = 0;
  let leftCount = 0;
  for (let c = 0; c < area.length; c++) {
    if (wanted[c] === 1) taken += area[c];
    else if (outside[c] === 0) {
      left += area[c];
      leftCount++;
    }
  }
  const how =
    options.seedPoints.length > 0
      ? 'around the seed points'
      : plan.isAllWanted === true
        ? `all of ${LEAST_AREA} m² and more`
        : 'the largest connected one';
  if (leftCount === 0) return;
  const text =
    `area taken: ${how}, ${taken.toFixed(1)} m²; left out: ${leftCount} unconnected ${leftCount === 1 ? 'area' : 'areas'} ` +
    `of ${left.toFixed(1)} m² in all (--seed-point x,y chooses)`;
  // Who gave seed points knows what is wanted.
  const isMost = taken >= left || options.seedPoints.length > 0;
  if (isMost) report.notes.push(text);
  else report.warnings.push(`less than half of the floor is taken. ${text[0].toUpperCase()}${text.slice(1)}`);
}

/** Components that a stair or the like joins are one place. Gives the place of each component. */
function joinOverLinks({ plan, report }: MapWork, floors: LevelFloor[], count: number): Int32Array {
  const place = new Int32Array(count);
  for (let c = 0; c < count; c++) place[c] = c;
  if (plan.links.length === 0) return place;
  const find = (c: number): number => {
    while (place[c] !== c) c = place[c];
    return c;
  };
  const touching = plan.links.map(() => [new Set<number>(), new Set<number>()] as const);
  for (const { triangulation: t, arrangement, sources, components, firstComponent } of floors) {
    for (let e = 0; e < 3 * t.triangleCount; e++) {
      const edge = t.constraint[e];
      if (edge === NONE) continue;
      const source = edgeHasSource(arrangement, sources, edge, LINK_PORTAL);
      const component = components.ofTriangle[(e / 3) | 0];
      if (source === NONE || component === NONE || isWallEdge(arrangement, sources, edge)) continue;
      const owner = sources.owner.array[source];
      touching[owner >> 1][owner & 1].add(firstComponent + component);
    }
  }
  plan.links.forEach((link, i) => {
    const [lower, upper] = touching[i];
    for (const [side, level] of [
      [lower, link.lower],
      [upper, link.upper],
    ] as const) {
      if (side.size === 0) {
        report.warnings.push(
          `${link.kind} "${link.name}" does not meet the floor of level "${plan.levels[level].name}"; ` +
            'move its end onto the floor, apart from those of other links',
        );
      }
    }
    const all = [...lower, ...upper].map(find);
    const least = Math.min(...all);
    for (const c of all) place[c] = least;
  });
  for (let c = 0; c < count; c++) place[c] = find(c);
  return place;
}

/** The segments that bound the wanted floor of one level, or cut through it. */
function collectMap({ plan, options, origin, report }: MapWork, floor: LevelFloor, areas: Areas): FlatMap {
  const { wanted } = areas;
  const { level, arrangement, sources, triangulation: t, components, firstComponent } = floor;
  const isWanted = (triangle: number) => {
    const component = components.ofTriangle[triangle];
    return component !== NONE && wanted[firstComponent + component] === 1;
  };
  const segments = new GrowableInts();
  const kinds = new GrowableInts();
  const sides = new GrowableInts();
  const labels = new GrowableInts();
  const boundaries = new GrowableInts();
  const glass = new GrowableInts();
  // In the order of the arrangement's edges, which is canonical; the triangulation's is not needed to be.
  const halfEdge = new Int32Array(arrangement.edges.length >> 1).fill(NONE);
  for (let e = 0; e < 3 * t.triangleCount; e++) {
    const edge = t.constraint[e];
    if (edge !== NONE && t.corner[e] === arrangement.edges[2 * edge]) halfEdge[edge] = e;
  }
  const unwantedDoors = new Set<number>();
  for (let edge = 0; edge < halfEdge.length; edge++) {
    const e = halfEdge[edge];
    const side = (isWanted((e / 3) | 0) ? LEFT_WALKABLE : 0) | (isWanted((t.twin[e] / 3) | 0) ? RIGHT_WALKABLE : 0);
    const door = edgeHasSource(arrangement, sources, edge, DOORWAY);
    if (side === 0) {
      if (door !== NONE && components.ofTriangle[(e / 3) | 0] !== NONE) unwantedDoors.add(sources.owner.array[door]);
      continue;
    }
    const isOpen = side === (LEFT_WALKABLE | RIGHT_WALKABLE);
    const isLine = isWallEdge(arrangement, sources, edge);
    const portal = edgeHasSource(arrangement, sources, edge, LINK_PORTAL);
    if (isOpen && !isLine && door === NONE) continue;
    segments.push(t.corner[e]);
    segments.push(t.corner[next(e)]);
    sides.push(side);
    const kind = isLine ? WALL : isOpen ? DOOR : portal !== NONE ? PORTAL : WALL;
    kinds.push(kind);
    labels.push(kind === PORTAL ? sources.owner.array[portal] : kind === DOOR ? sources.owner.array[door] : NONE);
    boundaries.push(kind === WALL && edgeIsBoundary(arrangement, sources, edge) ? 1 : 0);
    glass.push(isOpen && isLine && edgeIsGlass(arrangement, sources, edge) ? 1 : 0);
  }
  if (segments.length > 0) {
    if (!boundaries.values().includes(1)) warnOfBoundaries(plan.levels[level], report);
    if (!glass.values().includes(1)) sayGlassIsOpaque(plan.levels[level], report);
  }
  const collected: MapSegments = compactVertices({
    vertices: arrangement.vertices,
    segments: segments.values().slice(),
    kind: Uint8Array.from(kinds.values()),
    sides: Uint8Array.from(sides.values()),
    label: labels.values().slice(),
    boundary: Uint8Array.from(boundaries.values()),
    glass: Uint8Array.from(glass.values()),
  });
  const pruned = pruneDoors(collected, plan, level, origin, unwantedDoors, report);
  const simple = simplify(pruned, options.simplification, options.tolerance, (v) => {
    const { vertices } = pruned;
    countRepair(report, STRAIGHTENED, vertices[2 * v] + origin[0], vertices[2 * v + 1] + origin[1]);
  });
  return {
    level,
    origin,
    vertices: simple.vertices,
    segments: simple.segments,
    segmentKind: simple.kind,
    segmentSides: simple.sides,
    segmentLabel: simple.label,
    segmentBoundary: simple.boundary,
    segmentGlass: simple.glass,
    area: enclosedArea(simple.vertices, simple.segments, simple.sides),
    leftOut: leftOutOf(floor, areas),
  };
}

/** The repair that `simplification` makes. */
const STRAIGHTENED = 'nearly straight corner left out (--simplification 0 keeps it)';

/** Areas of a level that are not wanted, but for slivers. */
function leftOutOf(
  { triangulation: t, components, firstComponent }: LevelFloor,
  { wanted, placeArea }: Areas,
): LeftOut[] {
  const found = new Map<number, number[]>();
  for (let triangle = 0; triangle < t.triangleCount; triangle++) {
    if (components.ofTriangle[triangle] === NONE) continue;
    const component = firstComponent + components.ofTriangle[triangle];
    if (wanted[component] === 1 || placeArea[component] < LEAST_AREA) continue;
    const coordinates = found.get(component) ?? [];
    if (coordinates.length === 0) found.set(component, coordinates);
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
      coordinates.push(t.vertices[2 * t.corner[e]], t.vertices[2 * t.corner[e] + 1]);
    }
  }
  return Array.from(found, ([component, coordinates]) => ({
    area: placeArea[component],
    triangles: Float64Array.from(coordinates),
  }));
}
