/**
 * World → the places that people tell apart, over the floor, and what is seen through their borders; with a moment also how crowded places are, and
 * how many people are about to cross each border. Cells are those with all doors open.
 */
import {
  cellArea,
  type CellMesh,
  countPeople,
  createCounters,
  NONE,
  type Scenery,
  sceneryOf,
  serviceByDensity,
  type Simulation,
  visibilityOf,
  type World,
} from '@foulee/engine';
import { floorColours } from '@foulee/formats';
import { mapRangeOf, SERVICE_COLOURS, SERVICE_LEVELS } from '../measure/service-colours.ts';
import type { Overlay } from '../protocol/overlay.ts';
import type { Sketch } from '../protocol/sketch.ts';
import { SEEN_COLOURS as SEEN, type SpotSight } from '../protocol/spot.ts';
import { endsOf, fillCells, type Ground, lineOverSide, middleOfPlace } from './cell-sketches.ts';
import { heightAt } from '@foulee/formats';
import { paneOf, panesOf, placesBeside } from './panes.ts';

const BORDER = '#5b8def';
const WINDOW = '#0891b2';
const FLOW = '#12a594';
/** People/m² from which on a place is coloured. */
const LEAST_DENSITY = 0.01;
/** Places that have their density beside them: the densest. */
const MOST_LABELS = 30;
/** Places that have their number beside them. */
const MOST_NUMBERS = 200;

const opened = new WeakMap<CellMesh, World>();

/** The world with all doors open, once for its cells: what is made of it is kept. @param mesh with all doors open */
function withOpenDoors(world: World, mesh: CellMesh): World {
  if (world.mesh === mesh) return world;
  const open = opened.get(mesh) ?? { ...world, mesh, later: {} };
  opened.set(mesh, open);
  return open;
}

/** The first one is listed: a border is the same from both sides. */
function borderSketches(ground: Ground, { places }: Scenery): Sketch[] {
  return Array.from({ length: places.borderSides.length / 2 }, (_, b) =>
    lineOverSide(ground, places.borderSides[2 * b], b < places.accesses ? BORDER : WINDOW),
  );
}

function borderLegend(scenery: Scenery): Overlay['legend'] {
  const windows = panesOf(scenery).length;
  return [
    { colour: BORDER, label: `${scenery.places.accesses} borders that people walk through` },
    ...(windows === 0 ? [] : [{ colour: WINDOW, label: `${windows} of glass` }]),
  ];
}

/** Each place in a colour that its neighbours have not, with its number, which decisions have, and borders. */
export function placesOverlay(world: World): Overlay {
  const scenery = sceneryOf(world);
  const { fills, classOf } = floorColours(world, 'place', 0, 1);
  const count = scenery.places.group.length;
  return {
    sketches: [
      ...fillCells(world, (c) => fills[classOf(c)]),
      ...borderSketches(world, scenery),
      ...numbers(world, scenery).slice(0, MOST_NUMBERS),
    ],
    legend: borderLegend(scenery),
    depths: 0,
    note: count === 1 ? 'One place: nothing divides it.' : `${count} places.`,
  };
}

/** Each in the middle of the largest cell of its place. */
function numbers(ground: Ground, { places: { group, layer }, mesh, middle }: Scenery): Sketch[] {
  const { first, item } = layer.cells;
  const areas = Float64Array.from(mesh.cellLevel, (_, c) => cellArea(mesh, c));
  return [...group.keys()]
    .filter((place) => place !== layer.virtualOne)
    .map((place): Sketch => {
      const c = item
        .subarray(first[place], first[place + 1])
        .reduce((best, one) => (areas[one] > areas[best] ? one : best));
      const [x, y] = [middle[2 * c], middle[2 * c + 1]];
      return {
        kind: 'thread',
        points: [x, y],
        z: heightAt(ground, c, x, y),
        colour: BORDER,
        label: String(place),
        isLabelCentred: true,
      };
    });
}

/** What there is to click on. */
export function sightOverlay(world: World): Overlay {
  const scenery = sceneryOf(world);
  const legend = [
    ...borderLegend(scenery),
    { colour: SEEN.left, label: 'seen one way' },
    { colour: SEEN.right, label: 'seen the other way' },
    { colour: SEEN.both, label: 'seen both ways' },
  ];
  const note = 'Click a border. Whole places are tinted if any of them can be seen through it, from anywhere.';
  const sketches = borderSketches(world, scenery).map((sketch) => ({ ...sketch, isFaint: true }));
  return { sketches, legend, depths: 0, note };
}

/** The nearest border within some metres of a place. @param mesh all doors open. @returns its first side; NONE: there is none */
export function borderNear(
  world: World,
  mesh: CellMesh,
  level: number,
  distanceTo: (ends: [number, number, number, number]) => number,
  within: number,
): number {
  const { places } = sceneryOf(withOpenDoors(world, mesh));
  let nearest: number = NONE;
  let least = within;
  for (let b = 0; b < places.borderSides.length; b += 2) {
    const side = places.borderSides[b];
    if (mesh.cellLevel[mesh.sideCell[side]] !== level) continue;
    const far = distanceTo(endsOf(mesh, side));
    if (far >= least) continue;
    least = far;
    nearest = side;
  }
  return nearest;
}

/** Sides of all of a window, the given one first; undefined for a border that people walk through. */
export function windowAt(world: World, mesh: CellMesh, side: number): number[] | undefined {
  const scenery = sceneryOf(withOpenDoors(world, mesh));
  const { accesses, borderOf, borderSides } = scenery.places;
  if (borderOf[side] < accesses) return undefined;
  const others = paneOf(scenery, borderOf[side]).filter((border) => border !== borderOf[side]);
  return [side, ...others.map((border) => borderSides[2 * border])];
}

/** What is seen through the border of a side, which has to be the first one of that border; through all of a window. */
export function sightThrough(world: World, mesh: CellMesh, side: number): SpotSight {
  const open = withOpenDoors(world, mesh);
  const scenery = sceneryOf(open);
  const { isWhole } = visibilityOf(open);
  const border = scenery.places.borderOf[side];
  const [own] = placesBeside(scenery, border);
  const trees = paneOf(scenery, border).map((b) => 2 * b + (placesBeside(scenery, b)[0] === own ? 0 : 1));
  // The cell of a side is on its left: from there one looks to the right.
  const right = seenFrom(open, trees);
  const left = seenFrom(
    open,
    trees.map((tree) => tree ^ 1),
  );
  const { ofCell } = scenery.places.layer;
  const colourOf = (isLeft: boolean, isRight: boolean) =>
    isLeft && isRight ? SEEN.both : isLeft ? SEEN.left : isRight ? SEEN.right : undefined;
  const fills = fillCells(open, (c) => colourOf(left.places.has(ofCell[c]), right.places.has(ofCell[c])));
  const lines = [...new Set([...left.borders, ...right.borders])].map((b): Sketch => {
    const colour = colourOf(left.borders.has(b), right.borders.has(b))!;
    return { ...lineOverSide(open, scenery.places.borderSides[2 * b], colour), isStrong: true };
  });
  const count = ({ places, borders }: typeof left) => ({ places: places.size, borders: borders.size });
  return { left: count(left), right: count(right), sketches: [...fills, ...lines], isWhole };
}

/** Places and borders in the trees of sides of borders (Places.borderSides). */
function seenFrom(world: World, trees: readonly number[]): { places: Set<number>; borders: Set<number> } {
  const { mesh, sight, places } = sceneryOf(world);
  const { treeFirst, nodeSide } = visibilityOf(world);
  const behind = (side: number) => places.layer.ofCell[mesh.sideCell[sight[side]]];
  const seen = { places: new Set<number>(), borders: new Set<number>() };
  for (const tree of trees) {
    seen.places.add(behind(places.borderSides[tree]));
    for (let n = treeFirst[tree]; n < treeFirst[tree + 1]; n++) {
      seen.borders.add(places.borderOf[nodeSide[n]]);
      seen.places.add(behind(nodeSide[n]));
    }
  }
  return seen;
}

/**
 * Places in the colours of the level of service, by people per m² of all of them.
 * @param cells of everybody, numbered as in `mesh`. @param mesh all doors open
 */
export function densityOverlay(world: World, mesh: CellMesh, cells: Int32Array): Overlay {
  const open = withOpenDoors(world, mesh);
  const scenery = sceneryOf(open);
  const { ofCell, surface, virtualOne } = scenery.places.layer;
  const people = new Int32Array(surface.length);
  for (const c of cells) if (c !== NONE) people[ofCell[c]]++;
  const density = (place: number) => people[place] / surface[place];
  const fills = fillCells(open, (c) => {
    const place = ofCell[c];
    if (place === virtualOne || density(place) < LEAST_DENSITY) return undefined;
    return SERVICE_COLOURS[serviceByDensity('walkway', density(place))];
  });
  const legend = SERVICE_LEVELS.map((level) => ({
    colour: SERVICE_COLOURS[level],
    label: `${level}: ${level === 'A' ? `${LEAST_DENSITY}–0.31 per m²` : mapRangeOf(level, ' per m²')}`,
  }));
  const crowded = [...people.keys()]
    .filter((place) => place !== virtualOne && people[place] > 0)
    .sort((a, b) => density(b) - density(a));
  const labels = crowded.slice(0, MOST_LABELS).map((place): Sketch => {
    const [x, y, z] = middleOfPlace(open, scenery, place);
    const label = density(place).toFixed(2);
    return { kind: 'line', points: [x, y], z, colour: BORDER, label, isLabelCentred: true };
  });
  const sketches = [...fills, ...borderSketches(open, scenery).map(faint), ...labels];
  // It takes the place of a map on the floor.
  return { sketches, legend, depths: 0, pictures: [] };
}

const faint = (sketch: Sketch): Sketch => ({ ...sketch, kind: 'thread' });

/** Metres: half the breadth of an arrow for each person and at most, its length, and that of its head. */
const PER_PERSON = 0.06;
const BROADEST = 1.5;
const LONG = 2.2;
const HEAD = 0.7;

/** An arrow through each border for each way, as broad as there are people about to cross it. @param mesh all doors open */
export function flowOverlay(world: World, mesh: CellMesh, { crowd, routes, goals }: Simulation): Overlay {
  const open = withOpenDoors(world, mesh);
  const scenery = sceneryOf(open);
  const { borderSides } = scenery.places;
  const counters = createCounters(scenery, goals.length);
  countPeople(counters, scenery, crowd, routes);
  const sketches: Sketch[] = [];
  counters.flow.forEach((people, k) => {
    if (people === 0) return;
    const side = borderSides[k];
    const hasOther = counters.flow[k ^ 1] > 0;
    const points = arrowThrough(endsOf(mesh, side), people, hasOther);
    const { z } = lineOverSide(open, side, FLOW);
    sketches.push({ kind: 'fill', points, z, colour: FLOW, label: String(people) });
  });
  const all = counters.flow.reduce((sum, people) => sum + people, 0);
  const note = `${all} ${all === 1 ? 'person is' : 'people are'} about to cross a border.`;
  return { sketches: [...borderSketches(open, scenery).map(faint), ...sketches], legend: [], depths: 0, note };
}

/** Out of the cell on the left of a side, to its right; beside the middle where people come the other way, too. */
function arrowThrough([ax, ay, bx, by]: readonly number[], people: number, isBeside: boolean): number[] {
  const long = Math.max(1e-9, Math.hypot(bx - ax, by - ay));
  const [ux, uy] = [(bx - ax) / long, (by - ay) / long];
  const half = Math.min(BROADEST, 0.1 + PER_PERSON * people);
  // People keep right: who goes out to the right of the side passes on the side of its start.
  const off = isBeside ? -(half + 0.25) : 0;
  const [x, y] = [(ax + bx) / 2 + off * ux, (ay + by) / 2 + off * uy];
  /** Metres along the side, and out of the cell. */
  const at = (along: number, out: number) => [x + along * ux + out * uy, y + along * uy - out * ux];
  const neck = LONG / 2 - HEAD;
  return [
    ...at(0, LONG / 2),
    ...at(half + 0.2, neck),
    ...at(half, neck),
    ...at(half, -LONG / 2),
    ...at(-half, -LONG / 2),
    ...at(-half, neck),
    ...at(-half - 0.2, neck),
  ];
}
