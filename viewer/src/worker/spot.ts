/**
 * World and a place that was clicked → the door, bottleneck or cell there: how wide and large it is, what kind of place, and what it
 * belongs to. Coordinates are metres from the world's origin.
 */
import {
  cellArea,
  type CellIndex,
  type CellMesh,
  cellKinds,
  indexCells,
  informGraph,
  type InformedGraph,
  type Layer,
  locate,
  NONE,
  type Passage,
  sideLength,
  type World,
} from '@foulee/engine';
import { endsOf } from './cell-sketches.ts';
import { heightAt } from '@foulee/formats';
import { borderNear, sightThrough, windowAt } from './overlays-places.ts';
import { shownPassages, WIDTH } from './overlays.ts';
import type { SpotPart, SpotWay, SpotCell, Spot, SpotWanted } from '../protocol/spot.ts';

/** Metres from a door or a bottleneck within which it is meant. */
const NEAR = 0.6;

interface Known {
  index: CellIndex;
  graph: InformedGraph;
  kinds: Uint8Array;
  passages?: Passage[];
}

const known = new WeakMap<CellMesh, Known>();

/**
 * Whether a door is shut is not told: that changes with the moment shown (page/events.ts).
 * @param world as it is now: with doors that are shut
 * @param built with all doors open
 */
export function spotAt(
  world: World,
  built: CellMesh,
  level: number,
  x: number,
  y: number,
  wanted: SpotWanted,
): Spot | undefined {
  const { mesh } = world;
  let own = known.get(built);
  if (own === undefined) {
    own = { index: indexCells(built), graph: informGraph(built), kinds: cellKinds(built, WIDTH) };
    known.set(built, own);
  }
  if (wanted.borders) {
    const side = borderNear(world, built, level, (ends) => distanceTo(ends, x, y), NEAR);
    if (side !== NONE) return borderSpot(world, built, own, side);
  }
  const door = nearestDoor(built, level, x, y);
  if (door !== undefined) return lineSpot(built, own, door.side, 'door', mesh.doors[door.door].name, door.ends);
  if (wanted.bottlenecks) {
    own.passages ??= shownPassages(built);
    const near = own.passages
      .filter((passage) => passage.level === level)
      .map(({ side }) => ({ side, far: distanceTo(endsOf(built, side), x, y) }))
      .filter(({ far }) => far < NEAR)
      .sort((a, b) => a.far - b.far)[0];
    if (near !== undefined) {
      return lineSpot(built, own, near.side, 'bottleneck', 'Bottleneck', endsOf(built, near.side));
    }
  }
  if (!wanted.cells) return undefined;
  // Floors of stairs lie on their lower level.
  const others = mesh.levels.map((_, other) => other).filter((other) => other !== level);
  for (const on of [level, ...others]) {
    const cell = locate(built, own.index, on, x, y);
    if (cell !== NONE) return cellSpot(world, built, own, cell, x, y);
  }
  return undefined;
}

function cellSpot(world: World, built: CellMesh, own: Known, c: number, x: number, y: number): Spot {
  const { mesh, plan } = world;
  const { cellFirst, vertices, sideVertex, sideTwin, sideCell, sideDoor } = built;
  const ring: number[] = [];
  const ways: SpotWay[] = [];
  for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
    ring.push(vertices[2 * sideVertex[s]], vertices[2 * sideVertex[s] + 1]);
    if (sideTwin[s] === NONE) continue;
    const door = sideDoor[s];
    ways.push({
      width: sideLength(built, s),
      to: sideCell[sideTwin[s]],
      door: door === NONE ? undefined : built.doors[door].name,
      isAgainst: mesh.sideTwin[s] === NONE && mesh.sideTwin[sideTwin[s]] !== NONE,
    });
  }
  ways.sort((a, b) => b.width - a.width);
  const level = built.cellLevel[c];
  const link = built.cellLink[c];
  return {
    kind: 'cell',
    level,
    levelName: built.levels[level].name,
    z: heightAt(world, c, x, y),
    width: (ways[1] ?? ways[0])?.width ?? 0,
    cell: cellOf(built, own, c),
    link: link === NONE ? undefined : plan.links[link].kind,
    ways,
    ring,
  };
}

function lineSpot(
  built: CellMesh,
  own: Known,
  side: number,
  kind: 'door' | 'bottleneck' | 'border',
  name: string,
  ends: [number, number, number, number],
): Spot {
  const { sideCell, sideTwin, cellLevel, levels } = built;
  const level = cellLevel[sideCell[side]];
  // A cell lies to the left of its sides.
  const [ax, ay, bx, by] = endsOf(built, side);
  const isAlong = (bx - ax) * (ends[2] - ends[0]) + (by - ay) * (ends[3] - ends[1]) > 0;
  const beyond = sideTwin[side] === NONE ? [] : [sideCell[sideTwin[side]]];
  const cells = isAlong ? [...beyond, sideCell[side]] : [sideCell[side], ...beyond];
  return {
    kind,
    name,
    level,
    levelName: levels[level].name,
    z: levels[level].elevation,
    width: Math.hypot(ends[2] - ends[0], ends[3] - ends[1]),
    between: cells.map((c) => cellOf(built, own, c)),
    ends,
  };
}

/** With what is seen through it. */
function borderSpot(world: World, built: CellMesh, own: Known, side: number): Spot {
  const door = built.sideDoor[side];
  const pane = windowAt(world, built, side);
  const name = door !== NONE ? built.doors[door].name : pane === undefined ? 'Border' : 'Window';
  const spot = lineSpot(built, own, side, 'border', name, endsOfLine(built, pane ?? [side]));
  const sight = sightThrough(world, built, side);
  return { ...spot, kind: 'border', name, sight, ...(pane === undefined ? {} : { isWindow: true }) } as Spot;
}

function cellOf(mesh: CellMesh, { graph, kinds }: Known, c: number): SpotCell {
  return {
    number: c,
    area: cellArea(mesh, c),
    kind: kinds[c],
    group: partOf(graph.groups, c),
    zone: partOf(graph.zones, c),
  };
}

function partOf({ ofCell, kind, surface, cells }: Layer, c: number): SpotPart {
  const g = ofCell[c];
  return { number: g, kind: kind[g], area: surface[g], cells: cells.first[g + 1] - cells.first[g] };
}

function distanceTo([ax, ay, bx, by]: readonly [number, number, number, number], x: number, y: number): number {
  const [ex, ey] = [bx - ax, by - ay];
  const long = ex * ex + ey * ey;
  const share = long === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / long));
  return Math.hypot(x - ax - share * ex, y - ay - share * ey);
}

/** The door that is meant: one of its sides, and from its one end to its other, whatever pieces it is cut into. */
function nearestDoor(
  mesh: CellMesh,
  level: number,
  x: number,
  y: number,
): { door: number; side: number; ends: [number, number, number, number] } | undefined {
  const { sideDoor, sideCell, cellLevel } = mesh;
  let side: number = NONE;
  let least = NEAR;
  for (let s = 0; s < sideDoor.length; s++) {
    if (sideDoor[s] === NONE || cellLevel[sideCell[s]] !== level) continue;
    const far = distanceTo(endsOf(mesh, s), x, y);
    if (far >= least) continue;
    least = far;
    side = s;
  }
  if (side === NONE) return undefined;
  const door = sideDoor[side];
  const others = [...sideDoor.keys()].filter((s) => sideDoor[s] === door);
  return { door, side, ends: endsOfLine(mesh, [side, ...others]) };
}

/** From end to end of sides that lie on one line, in the direction of the first. */
function endsOfLine(mesh: CellMesh, sides: readonly number[]): [number, number, number, number] {
  const points = sides.flatMap((s): [number, number][] => {
    const [ax, ay, bx, by] = endsOf(mesh, s);
    return [
      [ax, ay],
      [bx, by],
    ];
  });
  const [[ax, ay], [bx, by]] = points;
  const along = ([px, py]: [number, number]) => px * (bx - ax) + py * (by - ay);
  points.sort((p, q) => along(p) - along(q));
  return [...points[0], ...points.at(-1)!];
}
