/**
 * Obstacles and walls that come, go or are moved while people walk: the plan is changed, its cells are built anew, and the crowd of a
 * simulation is moved over to them.
 *
 *   1. plan     with pieces more or less                                                             map/change-plan.ts
 *   2. world    built again; all floor there was is kept, also what is cut off now                   build.ts
 *   3. room     who stands where a piece comes is put beside it: the nearest place with room, by serial
 *   4. over     cells, routes, places to stand. A route of which every portal is still there stays, all others are planned at once;
 *               everybody looks for a better one in the two seconds that follow (simulation/plan-routes.ts)
 *
 * Up to 3 nothing of the simulation is touched: what cannot be done throws an InputError, and people walk on as if nobody had asked.
 * Cells away from a change are the same (subdivision/same-cells.ts), and so is much that was found out about them.
 * Goals are not moved: one under a new wall is headed for as near as there is room, within a metre; else there is no way. Sources
 * find less room; waiting areas keep what places are left; queues stay where they are.
 */
import { rebuildWorld, withMesh, type World } from '../build.ts';
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { sineCosineDegrees } from '../core/trigonometry.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { topOfRoute } from '../crowd/routes.ts';
import { moveStanding } from '../crowd/goals/standing.ts';
import { isSamePlan, pieceAt, type PlanPiece, withFixedExtent, withoutPiece, withPiece } from '../map/change-plan.ts';
import type { Plan } from '../map/plan.ts';
import { nearestFit } from '../routing/ends/fit.ts';
import { partsOf } from '../routing/hierarchical/one-way.ts';
import { changeSides, type DoorChange, withOwnDoors } from './change-doors.ts';
import { BodyGrid } from '../scenario/body-grid.ts';
import { changeGround, lookThroughDoors } from './change-ground.ts';
import { changeKnowledge, checkKnowledge } from './change-knowledge.ts';
import type { Simulation } from './simulation.ts';
import { layTilesAnew } from './tiles.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { clearance, type ClearanceScratch, createClearanceScratch } from '../subdivision/clearance.ts';
import { type CellIndex, indexCells, locate, type Place } from '../subdivision/locate.ts';
import { matchCells, type SameCells } from '../subdivision/same-cells.ts';
import { aimWalk, createWalkResult, walk, type WalkResult } from '../subdivision/walk.ts';

/** The plan as it is now, what was put in by name, and the world that was built of it, all doors open. */
export interface PlaceState {
  plan: Plan;
  pieces: ReadonlyMap<string, Float64Array>;
  world: World;
  /** As it was at the start. */
  first: World;
}

/** One change: something goes, something comes, or both; then it was moved. Points are the plan's. */
export interface PlaceChange {
  remove: { name: string } | { level: number; at: readonly [number, number] } | null;
  add: (PlanPiece & { name: string | null }) | null;
}

/** Metres from somebody that are looked through for room, ring after ring. */
const ROOM_WITHIN = 20;
const RING = 0.2;
/** Metres: nearer to a wall than its radius by so much is rounding. */
const PRESSED = 1e-3;
/** Metres around a new piece within which bodies may touch it: the largest body. */
const TOUCHED = 1;
/** Metres within which room at the wall is looked for first. */
const ASIDE = 1;

export function placeAtStart(world: World): PlaceState {
  return { plan: withFixedExtent(world.plan, world.mesh.origin), pieces: new Map(), world, first: world };
}

/** 1: only the plan. Throws where what is to go is not there. */
export function planAfter({ plan, pieces }: Pick<PlaceState, 'plan' | 'pieces'>, { remove, add }: PlaceChange) {
  let changed = plan;
  const named = new Map(pieces);
  if (remove !== null) {
    const points = 'name' in remove ? pieces.get(remove.name) : pieceAt(plan, remove.level, ...remove.at);
    if (points === undefined) {
      const what = 'name' in remove ? `"${remove.name}" is not there` : `nothing stands at (${remove.at.join(', ')})`;
      throw new InputError('remove', what, 'name what was put in, or give a point in an obstacle or on a wall');
    }
    changed = withoutPiece(changed, points);
    for (const [name, known] of named) if (known === points) named.delete(name);
  }
  if (add !== null) {
    changed = withPiece(changed, add);
    if (add.name !== null) named.set(add.name, add.points);
  }
  return { plan: changed, pieces: named };
}

/** 1 to 4. @param shut doors that are not simply open */
export function changePlace(
  simulation: Simulation,
  state: PlaceState,
  change: PlaceChange,
  shut: readonly DoorChange[],
): PlaceState {
  const { plan, pieces } = planAfter(state, change);
  const { first } = state;
  const isAsAtFirst = isSamePlan(plan, first.plan);
  const world = isAsAtFirst ? first : rebuildWorld(plan, state.world, simulation.router.cells, first);
  checkRules(simulation, world.mesh);
  const mesh = withOwnDoors(world.mesh);
  for (const door of shut) changeSides(mesh, world.mesh, door);
  const cells = indexCells(mesh);
  checkKnowledge(simulation, world, cells);
  const same = matchCells(simulation.world.mesh, mesh);
  const places = findPlaces(simulation, mesh, cells, same, change.add);
  const cellsBefore = simulation.router.cells;
  moveOver(simulation, withMesh(world, mesh), cells, same, places);
  changeKnowledge(simulation, world, same, cellsBefore);
  lookThroughDoors(simulation);
  layTilesAnew(simulation);
  return { plan, pieces, world, first };
}

/** Doors with rules must be there still. */
function checkRules({ standing }: Simulation, { sideDoor, doors }: CellMesh): void {
  for (const { door } of standing?.doors?.rules ?? []) {
    if (sideDoor.includes(door)) continue;
    const { name } = doors[door];
    throw new InputError(`door "${name}"`, 'has rules, and would be gone', 'leave it free, or take its rules away');
  }
}

/** Where everybody is in the cells now. */
interface NewPlaces {
  cell: Int32Array;
  place: Float64Array;
  /** Of the goal; NONE where it is no longer on floor. */
  goalCell: Int32Array;
}

function findPlaces(
  { crowd, world }: Simulation,
  mesh: CellMesh,
  cells: CellIndex,
  { cellNow }: SameCells,
  added: PlanPiece | null,
): NewPlaces {
  const before = world.mesh;
  const { count } = crowd;
  const find = (c: number, x: number, y: number) =>
    cellNow[c] === NONE ? locate(mesh, cells, before.cellLevel[c], x, y) : cellNow[c];
  const places: NewPlaces = {
    cell: new Int32Array(count),
    place: crowd.place.slice(0, 2 * count),
    goalCell: new Int32Array(count).fill(NONE),
  };
  const scratch = createClearanceScratch(mesh);
  const touched = added === null ? undefined : boxAround(added.points, mesh.origin);
  const displaced: number[] = [];
  for (let i = 0; i < count; i++) {
    const x = crowd.place[2 * i];
    const y = crowd.place[2 * i + 1];
    const c = find(crowd.cell[i], x, y);
    places.cell[i] = c;
    const g = crowd.goalCell[i];
    if (g !== NONE) places.goalCell[i] = find(g, crowd.goal[2 * i], crowd.goal[2 * i + 1]);
    const radius = crowd.body[BODY * i + RADIUS];
    if (c === NONE) displaced.push(i);
    else if (touched !== undefined && isIn(touched, x, y)) {
      if (clearance(mesh, scratch, c, x, y, radius) < radius - PRESSED) displaced.push(i);
    }
  }
  // One after the other, by serial: each among those who stay and those who were put somewhere before it.
  displaced.sort((i, j) => crowd.serial[i] - crowd.serial[j]);
  const stands = places.cell.slice();
  for (const i of displaced) stands[i] = NONE;
  const grids = new Map<number, BodyGrid>();
  let floor: Floor | undefined;
  for (const i of displaced) {
    const level = before.cellLevel[crowd.cell[i]];
    const grid = grids.get(level) ?? bodiesOn(level, mesh, crowd, stands, displaced);
    grids.set(level, grid);
    floor ??= { mesh, cells, parts: partsOf(mesh), scratch, way: createWalkResult() };
    const found = findRoom(floor, crowd, i, places, level, grid);
    if (found === undefined && places.cell[i] === NONE) {
      const [ox, oy] = mesh.origin;
      const at = [crowd.place[2 * i] + ox, crowd.place[2 * i + 1] + oy].map((metres) => metres.toFixed(1)).join(', ');
      throw new InputError(
        `somebody at (${at})`,
        `would stand in it, and there is no room within ${ROOM_WITHIN} m`,
        'put it where fewer people are, or wait',
      );
    }
    if (found !== undefined) {
      places.cell[i] = found.cell;
      places.place[2 * i] = found.x;
      places.place[2 * i + 1] = found.y;
    }
    grid.add(places.place[2 * i], places.place[2 * i + 1], crowd.body[BODY * i + RADIUS]);
  }
  return places;
}

/** Who stands on a level; those who are put there later can be added. @param cell of each, NONE for those who are not there */
function bodiesOn(
  level: number,
  mesh: CellMesh,
  { count, place, body }: Simulation['crowd'],
  cell: Int32Array,
  later: readonly number[],
): BodyGrid {
  const everywhere = { mesh, level, minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };
  const radii = Float64Array.from(later, (i) => body[BODY * i + RADIUS]);
  return new BodyGrid(everywhere, radii, { count, place, cell, radius: body.subarray(RADIUS), stride: BODY });
}

type Box = readonly [number, number, number, number];

function boxAround(points: Float64Array, [originX, originY]: readonly [number, number]): Box {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let k = 0; k < points.length; k += 2) {
    box[0] = Math.min(box[0], points[k] - originX - TOUCHED);
    box[1] = Math.min(box[1], points[k + 1] - originY - TOUCHED);
    box[2] = Math.max(box[2], points[k] - originX + TOUCHED);
    box[3] = Math.max(box[3], points[k + 1] - originY + TOUCHED);
  }
  return box;
}

function isIn([left, bottom, right, top]: Box, x: number, y: number): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

/** Where somebody may be put. */
interface Floor {
  mesh: CellMesh;
  cells: CellIndex;
  /** Cells between which there is a way have the same number. */
  parts: Int32Array;
  scratch: ClearanceScratch;
  way: WalkResult;
}

/**
 * The nearest place where somebody fits among walls and people, within ROOM_WITHIN: on this side of all walls, if its middle is still on floor; else where
 * there is a way to its goal, and if there is no such place, anywhere.
 */
function findRoom(
  floor: Floor,
  crowd: Simulation['crowd'],
  i: number,
  places: NewPlaces,
  level: number,
  grid: BodyGrid,
): Place | undefined {
  const { mesh, cells, parts, scratch, way } = floor;
  const x = places.place[2 * i];
  const y = places.place[2 * i + 1];
  const here = places.cell[i];
  const radius = crowd.body[BODY * i + RADIUS];
  const fit: Place = { cell: NONE, x: 0, y: 0, distance: 0 };
  const part = places.goalCell[i] === NONE ? NONE : parts[places.goalCell[i]];
  if (
    nearestFit({ mesh, cells, clearance: scratch }, { level, x, y, radius }, ASIDE, fit) &&
    !grid.overlaps(fit.x, fit.y, radius) &&
    (here !== NONE || part === NONE || parts[fit.cell] === part)
  ) {
    return fit;
  }
  const around = pointsAround();
  const end = ringEnd(Math.floor(ROOM_WITHIN / RING));
  const look = (inPart: number): Place | undefined => {
    for (let k = 0; k < end; k += 2) {
      const px = x + around[k];
      const py = y + around[k + 1];
      if (grid.overlaps(px, py, radius)) continue;
      const cell = locate(mesh, cells, level, px, py);
      if (cell === NONE || (inPart !== NONE && parts[cell] !== inPart)) continue;
      if (clearance(mesh, scratch, cell, px, py, radius) < radius) continue;
      if (here !== NONE) {
        walk(mesh, here, aimWalk(way, x, y, px, py));
        if (!way.reached) continue;
      }
      return { cell, x: px, y: py, distance: 0 };
    }
    return undefined;
  };
  if (here !== NONE) return look(NONE);
  return (part === NONE ? undefined : look(part)) ?? look(NONE);
}

let ringPoints: Float64Array | undefined;

/** x, y of points around a place, ring after ring: six points in the first, six more in each one further out; r of them end before ringEnd(r). */
function pointsAround(): Float64Array {
  if (ringPoints !== undefined) return ringPoints;
  const rings = Math.floor(ROOM_WITHIN / RING);
  const points = new Float64Array(ringEnd(rings));
  let at = 0;
  for (let ring = 1; ring <= rings; ring++) {
    for (let k = 0; k < 6 * ring; k++) {
      const [sine, cosine] = sineCosineDegrees((60 * k) / ring);
      points[at++] = ring * RING * cosine;
      points[at++] = ring * RING * sine;
    }
  }
  ringPoints = points;
  return points;
}

const ringEnd = (rings: number): number => 6 * rings * (rings + 1);

/** 4: from here on everything is done. */
function moveOver(simulation: Simulation, world: World, cells: CellIndex, same: SameCells, places: NewPlaces): void {
  const { crowd, standing } = simulation;
  const { mesh } = world;
  const { count } = crowd;
  keepRoutes(simulation, mesh, same, places);
  crowd.cell.set(places.cell);
  crowd.place.set(places.place);
  crowd.goalCell.set(places.goalCell);
  for (let i = 0; i < count; i++) if (crowd.route[i] === NONE) crowd.planAt[i] = 0;
  changeGround(simulation, world, same, cells);
  if (standing !== undefined) moveStanding(standing, simulation.router, crowd);
}

/** Routes in the cells now; who was moved, or whose way is not there any more, has none. */
function keepRoutes({ crowd, routes }: Simulation, mesh: CellMesh, { sideNow }: SameCells, places: NewPlaces): void {
  const { sideTwin, sideCell } = mesh;
  for (let i = 0; i < crowd.count; i++) {
    if (crowd.route[i] === NONE) continue;
    const isMoved = places.place[2 * i] !== crowd.place[2 * i] || places.place[2 * i + 1] !== crowd.place[2 * i + 1];
    let at = isMoved ? NONE : places.cell[i];
    const top = topOfRoute(crowd, i);
    const last = top - crowd.portalsLeft[i];
    for (let k = top; k > last && at !== NONE; k--) {
      const s = sideNow[routes.store[k]];
      at = s === NONE || sideCell[s] !== at || sideTwin[s] === NONE ? NONE : sideCell[sideTwin[s]];
      routes.store[k] = s;
    }
    if (at === NONE || at !== places.goalCell[i]) crowd.route[i] = NONE;
  }
}
