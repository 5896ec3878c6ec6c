/**
 * Gauges: moments of a run, one after the other → numbers over time. One gauge for all people, one for each line, each area and each map.
 *
 * Each keeps how far it has come, takes only moments after that, and so keeps up with a run as it goes on; one that is new starts from
 * the first moment there is. What counts as a crossing, density, Voronoi cells and the density's kernel are the engine's own.
 */
import {
  addFlowFrame,
  addKernelOverLinks,
  type CellIndex,
  type CellMesh,
  closeDoorsOnMaps,
  countInArea,
  createDensityMaps,
  createFlowRecord,
  createFrame,
  type DensityMaps,
  type FloorArea,
  floorAreaOf,
  type FlowRecord,
  GrowableFloats,
  GrowableInts,
  indexCells,
  NONE,
  type RecordedFrame,
  voronoiCells,
  voronoiInArea,
} from '@foulee/engine';
import { type History, indexAt } from '../run/history.ts';
import type { Place, PlaceLink } from '../protocol/place.ts';
import { type AreaMeasurement, lengthOf, type LineMeasurement } from './measurements.ts';
import { createMomentFrame, fillMomentFrame, linksUnder, type MeasuredMesh } from './moment-frame.ts';

/** Seconds over which a flow is taken, as in `foulee run`. */
export const WINDOW = 10;
/** Simulated seconds between two Voronoi diagrams, and between two frames of a map's mean. */
const VORONOI_EVERY = 0.5;
const MAP_EVERY = 1;
/** Metres: a cell ends so far from its person (the engine's default), so others matter within three times that of an area. */
const VORONOI_LIMIT = 1;
/**
 * Metres of a map's squares at least, squares at most, and the kernel's radius in squares and metres at least: with 2 m, somebody alone
 * makes 0.24 per m² at most, and is at level of service A.
 */
const SQUARE = 0.4;
const MOST_SQUARES = 60_000;
const KERNEL_SQUARES = 1.5;
const KERNEL = 2;

interface Progress {
  /** Seconds: moments up to here are in. */
  until: number;
}

/** People inside and gone. */
export interface PeopleGauge extends Progress {
  kind: 'people';
  time: GrowableFloats;
  inside: GrowableInts;
  entered: GrowableInts;
  seen: Set<number>;
  before: Int32Array;
}

export interface LineGauge extends Progress {
  kind: 'line';
  measurement: LineMeasurement;
  /** Metres. */
  length: number;
  flow: FlowRecord;
  /** Crossings of `flow` that are in the lists below. */
  taken: number;
  /** Moments of crossing, ascending: to the left of the line, and back. */
  forward: GrowableFloats;
  back: GrowableFloats;
}

export interface AreaGauge extends Progress {
  kind: 'area';
  measurement: AreaMeasurement;
  /** Undefined, with a reason, where there is nothing to be measured. */
  area: FloorArea | undefined;
  trouble: string;
  box: [number, number, number, number];
  time: GrowableFloats;
  persons: GrowableInts;
  density: GrowableFloats;
  /** Mean of those in it, metres per second; NaN: nobody. */
  speed: GrowableFloats;
  voronoiTime: GrowableFloats;
  voronoi: GrowableFloats;
}

/** Density over the whole place: floors, and stairs and the like each for itself. */
export interface MapGauge extends Progress {
  kind: 'map';
  maps: DensityMaps;
}

export type Gauge = PeopleGauge | LineGauge | AreaGauge | MapGauge;

/** The place that measures run on. */
export interface Ground extends MeasuredMesh {
  place: Place;
  /** Names of the doors that are closed at a time, seconds. */
  closedAt: (time: number) => ReadonlySet<string>;
}

const NO_DOORS: ReadonlySet<string> = new Set();

export function createGround(place: Place, closedAt: Ground['closedAt'] = () => NO_DOORS): Ground {
  return { place, closedAt, ...measuredMeshOf(place.mesh, place.meshKey, place.links) };
}

/** The same cells, with walls where doors are closed. */
function meshAt({ mesh, closedAt }: Ground, time: number): CellMesh {
  const closed = closedAt(time);
  if (closed.size === 0) return mesh;
  const isClosed = mesh.doors.map(({ name }) => closed.has(name));
  return { ...mesh, sideTwin: mesh.sideTwin.map((twin, s) => (isClosed[mesh.sideDoor[s]] ? NONE : twin)) };
}

/** The same cells with their origin at (0, 0), since moments and measurements are in metres from the place's origin. */
export function measuredMeshOf(mesh: CellMesh, key: number, links: readonly PlaceLink[]): MeasuredMesh {
  let index: CellIndex | undefined;
  return {
    mesh: { ...mesh, origin: [0, 0] },
    key,
    index: () => (index ??= indexCells(mesh)),
    hasLinks: links.length > 0,
  };
}

export function createPeopleGauge(): PeopleGauge {
  return {
    kind: 'people',
    until: -Infinity,
    time: new GrowableFloats(),
    inside: new GrowableInts(),
    entered: new GrowableInts(),
    seen: new Set(),
    before: new Int32Array(0),
  };
}

export function createLineGauge(measurement: LineMeasurement): LineGauge {
  return {
    kind: 'line',
    until: -Infinity,
    measurement,
    length: lengthOf(measurement),
    flow: createFlowRecord([measurement]),
    taken: 0,
    forward: new GrowableFloats(),
    back: new GrowableFloats(),
  };
}

export function createAreaGauge(measurement: AreaMeasurement, ground: Ground): AreaGauge {
  const xs = measurement.ring.filter((_, k) => k % 2 === 0);
  const ys = measurement.ring.filter((_, k) => k % 2 === 1);
  const around = 3 * VORONOI_LIMIT;
  let area: FloorArea | undefined;
  let trouble = '';
  try {
    area = floorAreaOf(ground.mesh, measurement);
  } catch (error) {
    const { what, remedy } = error as { what?: string; remedy?: string };
    trouble = what === undefined ? String(error) : `${what}: ${remedy}`;
  }
  return {
    kind: 'area',
    until: -Infinity,
    measurement,
    area,
    trouble,
    box: [Math.min(...xs) - around, Math.min(...ys) - around, Math.max(...xs) + around, Math.max(...ys) + around],
    time: new GrowableFloats(),
    persons: new GrowableInts(),
    density: new GrowableFloats(),
    speed: new GrowableFloats(),
    voronoiTime: new GrowableFloats(),
    voronoi: new GrowableFloats(),
  };
}

export function createMapGauge({ place, mesh }: Ground): MapGauge {
  return mapGaugeOf(mesh, place.links, place.bounds);
}

/**
 * @param mesh in metres from the origin of the place, as are its links
 * @param bounds around all floor: left, bottom, right, top
 */
export function mapGaugeOf(mesh: CellMesh, links: readonly PlaceLink[], bounds: Place['bounds']): MapGauge {
  const outlines = links.map((link) => ({
    ...link,
    corners: Float64Array.from(link.corners.filter((_, k) => k % 3 !== 2)),
  }));
  const [left, bottom, right, top] = bounds;
  const room = outlines.reduce((sum, { corners }) => sum + boxOf(corners), 0);
  const size = Math.max(SQUARE, Math.sqrt(Math.max((right - left) * (top - bottom), room) / MOST_SQUARES));
  const maps = createDensityMaps(mesh, outlines, size, Math.max(KERNEL, KERNEL_SQUARES * size));
  return { kind: 'map', until: -Infinity, maps };
}

/** m² of the box around it. */
function boxOf(corners: Float64Array): number {
  const xs = corners.filter((_, k) => k % 2 === 0);
  const ys = corners.filter((_, k) => k % 2 === 1);
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
}

const frame = createMomentFrame();

/**
 * Let gauges take the moments they have not seen, until there are none or it is time to stop.
 * @returns whether all have seen all
 */
export function measureMore(
  gauges: readonly Gauge[],
  history: History,
  ground: Ground,
  isTimeUp: () => boolean,
): boolean {
  if (gauges.length === 0) return true;
  const least = gauges.reduce((low, { until }) => Math.min(low, until), Infinity);
  const { moments } = history;
  for (let k = indexAt(history, least) + 1; k < moments.length; k++) {
    const moment = moments[k];
    fillMomentFrame(frame, moment, ground.key);
    for (const gauge of gauges) {
      if (moment.time <= gauge.until) continue;
      takeFrame(gauge, frame, ground);
      gauge.until = moment.time;
    }
    if (isTimeUp()) return k === moments.length - 1;
  }
  return true;
}

function takeFrame(gauge: Gauge, now: RecordedFrame, ground: Ground): void {
  if (gauge.kind === 'people') countPeople(gauge, now);
  else if (gauge.kind === 'line') countCrossings(gauge, now);
  else if (gauge.kind === 'area') measureArea(gauge, now, ground);
  else if (!(Math.floor(now.time / MAP_EVERY) === Math.floor(gauge.until / MAP_EVERY)))
    showOnMap(gauge, now, ground, ground.closedAt(now.time));
}

/** Who was not there before may be new, or back after a gap. */
function countPeople(gauge: PeopleGauge, { time, count, serial }: RecordedFrame): void {
  const { before, seen } = gauge;
  for (let i = 0, j = 0; i < count; i++) {
    while (j < before.length && before[j] < serial[i]) j++;
    if (before[j] !== serial[i]) seen.add(serial[i]);
  }
  gauge.before = serial;
  gauge.time.push(time);
  gauge.inside.push(count);
  gauge.entered.push(seen.size);
}

function countCrossings(gauge: LineGauge, now: RecordedFrame): void {
  const { flow } = gauge;
  addFlowFrame(flow, now);
  // All of a frame lie between it and the one before, in order of serials: in order of time all lists stay sorted.
  const fresh: [time: number, direction: number][] = [];
  for (let k = gauge.taken; k < flow.time.length; k++) fresh.push([flow.time.array[k], flow.direction.array[k]]);
  gauge.taken = flow.time.length;
  fresh.sort(([a], [b]) => a - b);
  for (const [time, direction] of fresh) (direction > 0 ? gauge.forward : gauge.back).push(time);
}

const near = createMomentFrame();

function measureArea(gauge: AreaGauge, now: RecordedFrame, ground: Ground): void {
  const { area } = gauge;
  if (area === undefined) return;
  const { persons, density, speed } = countInArea(area, now);
  gauge.time.push(now.time);
  gauge.persons.push(persons);
  gauge.density.push(density);
  gauge.speed.push(speed);
  const last = gauge.voronoiTime.length === 0 ? -Infinity : gauge.voronoiTime.array[gauge.voronoiTime.length - 1];
  if (now.time - last < VORONOI_EVERY - 1e-9) return;
  keepNear(now, gauge);
  const cells = voronoiCells(meshAt(ground, now.time), ground.index(), area.level, near, { limit: VORONOI_LIMIT });
  gauge.voronoiTime.push(now.time);
  gauge.voronoi.push(near.count === 0 ? 0 : voronoiInArea(cells, area).density);
}

/** Those of the area's level in its box: nobody else's cell reaches into the area or cuts one that does. */
function keepNear(now: RecordedFrame, { box: [left, bottom, right, top], measurement }: AreaGauge): void {
  if (near.level.length < now.count) Object.assign(near, createFrame(2 * now.count));
  near.level.fill(measurement.level);
  let count = 0;
  for (let i = 0; i < now.count; i++) {
    const x = now.place[2 * i];
    const y = now.place[2 * i + 1];
    if (now.level[i] !== measurement.level || x < left || x > right || y < bottom || y > top) continue;
    near.place[2 * count] = x;
    near.place[2 * count + 1] = y;
    near.cell[count] = now.cell[i];
    count++;
  }
  near.count = count;
}

/**
 * Put a frame on the maps: their `density` is its, their sums and greatest count it, too.
 * @param closed names of the doors that are closed; all others are open
 */
export function showOnMap(
  { maps }: MapGauge,
  now: RecordedFrame,
  ground: MeasuredMesh,
  closed: ReadonlySet<string>,
): void {
  closeDoorsOnMaps(maps, closed);
  addKernelOverLinks(maps, now, linksUnder(now, ground));
}
