/**
 * World + moment → what depends on the moment, over the floor: who is next to whom, everybody's way, and the level of service. Made in the
 * worker, a few times a second, while it is asked for.
 */
import {
  createCrowd,
  createNeighbourhood,
  type Crowd,
  HORIZON,
  locate,
  type Neighbourhood,
  NONE,
  type Run,
  sees,
  type Simulation,
  updateNeighbourhood,
  type World,
} from '@foulee/engine';
import { type MapGauge, mapGaugeOf, measuredMeshOf, showOnMap } from '../measure/gauges.ts';
import { picturesOf } from '../measure/map-pictures.ts';
import { createMomentFrame, fillMomentFrame, type MeasuredMesh } from '../measure/moment-frame.ts';
import { mapRangeOf, SERVICE_COLOURS, SERVICE_LEVELS } from '../measure/service-colours.ts';

import type { Sketch } from '../protocol/sketch.ts';
import { drawLinks, KINDS } from '@foulee/formats';
import { densityOverlay, flowOverlay } from './overlays-places.ts';
import { ownRoute } from './own-route.ts';
import { meshKeyOf } from './mesh-key.ts';
import { MOMENT, type Moment, X, Y, Z, slotOf } from '../protocol/moment.ts';
import type { MomentOverlayName, Overlay, RunOverlayName, StreamOverlayName } from '../protocol/overlay.ts';
import type { PlaceLink } from '../protocol/place.ts';

const NEIGHBOURS = '#0f766e';
/** Simulated seconds: routes are known of the moment simulated last, and nearly the same so shortly before. */
const SAME_ROUTES = 2;

/** What is made once for a world, or used again and again. */
interface Kept {
  links: PlaceLink[];
  ground: MeasuredMesh;
  gauge: MapGauge;
  crowd: Crowd;
  hood: Neighbourhood;
}

const kept = new WeakMap<object, Partial<Kept>>();
const frame = createMomentFrame();

/**
 * @param run the one that goes on; undefined: a recording, or it is over
 * @param closed names of the doors that are closed at the moment
 * @param then the same at about that moment; undefined: that is too long ago
 */
export function overlayNow(
  world: World,
  run: Run | undefined,
  name: Exclude<MomentOverlayName, RunOverlayName | StreamOverlayName>,
  moment: Moment,
  closed: ReadonlySet<string>,
  then?: Simulation,
): Overlay {
  const own = kept.get(world.mesh) ?? {};
  kept.set(world.mesh, own);
  if (name === 'routes') return routes(run, moment);
  const open = run?.original ?? world.mesh;
  if (name === 'flow') {
    if (then !== undefined) return flowOverlay(world, open, then);
    const note = 'Who is about to cross a border is known for the last few seconds of a live run.';
    return { sketches: [], legend: [], depths: 0, note };
  }
  const links = (own.links ??= drawLinks(world));
  // A run with doors has a copy of the mesh; its cells have the same numbers.
  const ground = (own.ground ??= measuredMeshOf(world.mesh, meshKeyOf(open), links));
  fillMomentFrame(frame, moment, ground.key);
  switch (name) {
    case 'neighbours':
      return { sketches: [neighbours(world, own, moment)], legend: [], depths: 0 };
    case 'density':
      return densityOverlay(
        world,
        open,
        Int32Array.from({ length: frame.count }, (_, i) => cellInFrame(world, ground, i)),
      );
    case 'service': {
      own.gauge ??= mapGaugeOf(ground.mesh, links, boundsOf(world));
      showOnMap(own.gauge, frame, ground, closed);
      const legend = SERVICE_LEVELS.map((level) => ({
        colour: SERVICE_COLOURS[level],
        label: `${level}: ${mapRangeOf(level, ' per m²')}`,
      }));
      return { sketches: [], legend, depths: 0, pictures: picturesOf(own.gauge, ground.mesh.levels, links, 'now') };
    }
  }
}

function boundsOf({ mesh: { vertices } }: World): [number, number, number, number] {
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let v = 0; v < vertices.length; v += 2) {
    bounds[0] = Math.min(bounds[0], vertices[v]);
    bounds[1] = Math.min(bounds[1], vertices[v + 1]);
    bounds[2] = Math.max(bounds[2], vertices[v]);
    bounds[3] = Math.max(bounds[3], vertices[v + 1]);
  }
  return bounds;
}

/** The page interpolates places: somebody may have left the cell of the moment before, or its level. */
function cellInFrame({ mesh }: Pick<World, 'mesh'>, ground: MeasuredMesh, i: number): number {
  const cell = locate(mesh, ground.index(), frame.level[i], frame.place[2 * i], frame.place[2 * i + 1]);
  return cell === NONE ? frame.cell[i] : cell;
}

/** Edges of the Delaunay graph between those who see each other and are near enough to be minded: as the walkers have it. */
function neighbours({ mesh }: World, own: Partial<Kept>, { serial, numbers }: Moment): Sketch {
  const { count } = frame;
  if (own.crowd === undefined || own.crowd.capacity < count) {
    own.crowd = createCrowd(2 * count);
    own.hood = createNeighbourhood(2 * count, mesh.levels.length);
  }
  const { crowd, hood, ground } = own as Kept;
  crowd.count = count;
  crowd.serial.set(serial);
  crowd.place.set(frame.place.subarray(0, 2 * count));
  for (let i = 0; i < count; i++) {
    crowd.cell[i] = cellInFrame({ mesh }, ground, i);
  }
  crowd.vertex.fill(NONE);
  updateNeighbourhood(hood, crowd, mesh.cellLevel);
  const lines: number[] = [];
  for (let i = 0; i < count; i++) {
    for (let k = hood.first[i]; k < hood.first[i + 1]; k++) {
      const j = hood.item[k];
      if (j < i) continue;
      const [a, b] = [MOMENT * i, MOMENT * j];
      const far = Math.hypot(numbers[a + X] - numbers[b + X], numbers[a + Y] - numbers[b + Y]);
      if (far > HORIZON || !sees(mesh, crowd.place, crowd.cell, i, j)) continue;
      for (const at of [a, b]) lines.push(numbers[at + X], numbers[at + Y], numbers[at + Z]);
    }
  }
  return { kind: 'web', points: [], z: 0, colour: NEIGHBOURS, lines: Float32Array.from(lines) };
}

/** From where each is shown, through the portals of its route, pulled taut, to its goal; coloured by destination. */
function routes(run: Run | undefined, moment: Moment): Overlay {
  if (run === undefined || run.simulation.time - moment.time > SAME_ROUTES) {
    const note =
      'Routes are known while people walk, of the present: go to the end of the timeline of a run that goes on.';
    return { sketches: [], legend: [], depths: 0, note };
  }
  const { simulation } = run;
  const { crowd, itineraries } = simulation;
  const webs: number[][] = itineraries.map(() => []);
  for (let i = 0; i < crowd.count; i++) {
    if (crowd.goalCell[i] === NONE || crowd.route[i] === NONE) continue;
    const slot = slotOf(moment, crowd.serial[i]);
    if (slot < 0) continue;
    const at = MOMENT * slot;
    const web = webs[crowd.itinerary[i]];
    const line = ownRoute(simulation, i, moment.numbers[at + X], moment.numbers[at + Y]);
    for (let k = 3; k < line.length; k += 3) web.push(...line.slice(k - 3, k + 3));
  }
  const colourOf = (itinerary: number) => KINDS[itinerary % KINDS.length];
  return {
    sketches: webs.map((lines, k) => ({
      kind: 'web',
      points: [],
      z: 0,
      colour: colourOf(k),
      lines: Float32Array.from(lines),
    })),
    legend: itineraries.map(({ name }, k) => ({ colour: colourOf(k), label: name })),
    depths: 0,
  };
}
