/**
 * Doors that are shut, opened or made one-way while people walk, in the simulation's own copy of the cells; what is made from the cells
 * (corners, routes' index, walls nearby) is made again. Whose route leads through a shut door plans anew at once, everybody else in the
 * two seconds that follow.
 *
 *      shut       both sides of its segments lose their twins: a wall; whoever stands in the doorway is moved to the side its centre is on
 *      one-way    only the sides on the side one may go to lose theirs: from there it is a wall, from the other side an opening
 *
 * So walking is directed by itself, since it leaves a cell through that cell's own side. Routes: routing/hierarchical/one-way.ts; bodies that
 * have just passed: bodies/near-walls.ts; sight: subdivision/sight.ts.
 */
import { InputError } from '../core/errors.ts';
import { shortened } from '../core/shorten.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf, sideLength } from '../subdivision/cells.ts';
import { sameButFor } from '../subdivision/same-cells.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { topOfRoute } from '../crowd/routes.ts';
import { changeGround } from './change-ground.ts';
import type { Simulation } from './simulation.ts';
import { layTilesAnew } from './tiles.ts';

/** What happens to a door: it is shut, or opened; if `towards` is a point (the plan's metres), one way only, to the side it is on. */
export interface DoorChange {
  name: string;
  isOpen: boolean;
  towards?: readonly [number, number] | null;
}

/** Metres from the line of a door within which a point is on neither side. */
const ON_LINE = 1e-3;

/** A copy of the cells in which doors can be shut. */
export function withOwnDoors(mesh: CellMesh): CellMesh {
  return mesh.doors.length === 0 ? mesh : { ...mesh, sideTwin: mesh.sideTwin.slice(), sideWall: mesh.sideWall.slice() };
}

/** @param original the cells as they were built, all doors open */
export function setDoor(
  simulation: Simulation,
  original: CellMesh,
  name: string,
  isOpen: boolean,
  towards: DoorChange['towards'] = null,
): void {
  setDoors(simulation, original, [{ name, isOpen, towards }]);
}

/** Several at once: what is made again is made once. */
export function setDoors(simulation: Simulation, original: CellMesh, changes: readonly DoorChange[]): void {
  const { mesh } = simulation.world;
  const changed = changes.flatMap((change) => changeSides(mesh, original, change));
  const same = sameButFor(mesh, changed);
  changeGround(simulation, simulation.world, same, simulation.router.cells);
  dropRoutes(simulation);
  for (const { name, isOpen } of changes) if (!isOpen) clearDoorway(simulation, doorNamed(mesh, name));
  layTilesAnew(simulation);
}

/** Those who have no way any more plan at once; all others go on, and look for a better one soon (simulation/plan-routes.ts). */
function dropRoutes({ crowd, routes, world, knowledge }: Simulation): void {
  const { sideTwin } = world.mesh;
  for (let i = 0; i < crowd.count; i++) {
    // Who has to see it first goes on.
    if (knowledge?.profiles[crowd.profile[i]] !== undefined) continue;
    if (crowd.route[i] === NONE) crowd.planAt[i] = 0;
    else {
      const top = topOfRoute(crowd, i);
      const last = top - crowd.portalsLeft[i];
      for (let k = top; k > last; k--) {
        if (sideTwin[routes.store[k]] !== NONE) continue;
        crowd.route[i] = NONE;
        crowd.planAt[i] = 0;
        break;
      }
    }
  }
}

/** In the cells `mesh`, which are a copy of the original ones. @returns the sides of the door */
export function changeSides(mesh: CellMesh, original: CellMesh, { name, isOpen, towards }: DoorChange): number[] {
  const door = doorNamed(mesh, name);
  const before = towards === undefined || towards === null ? undefined : sidesTowards(original, name, towards);
  const changed: number[] = [];
  let walls = 0;
  for (let s = 0; s < mesh.sideDoor.length; s++) if (original.sideWall[s] >= walls) walls = original.sideWall[s] + 1;
  for (let s = 0; s < mesh.sideDoor.length; s++) {
    if (mesh.sideDoor[s] !== door) continue;
    changed.push(s);
    const isFree = isOpen && before?.has(s) !== true;
    mesh.sideTwin[s] = isFree ? original.sideTwin[s] : NONE;
    // Walls of shut doors come after all others.
    mesh.sideWall[s] = isFree ? original.sideWall[s] : walls + door;
  }
  return changed;
}

function doorNamed({ doors }: CellMesh, name: string): number {
  const door = doors.findIndex((known) => known.name === name);
  if (door >= 0) return door;
  const known = doors.map((other) => shortened(other.name)).join(', ');
  throw new InputError(
    'door',
    `there is no door "${name}"`,
    known === '' ? 'this place has no doors' : `there is ${known}`,
  );
}

/** The sides of a door that belong to cells on the same side of it as a point. Throws where the point is on its line. */
export function sidesTowards(mesh: CellMesh, name: string, towards: readonly [number, number]): Set<number> {
  const { vertices, sideVertex, sideDoor } = mesh;
  const door = doorNamed(mesh, name);
  const sides = [...sideDoor.keys()].filter((s) => sideDoor[s] === door);
  const found = new Set<number>();
  if (sides.length === 0) return found;
  // The pieces of a door lie on one line; the longest says best which.
  const longest = sides.reduce((best, s) => (sideLength(mesh, s) > sideLength(mesh, best) ? s : best));
  const along = (s: number) => {
    const a = 2 * sideVertex[s];
    const b = 2 * sideVertex[nextSideOf(mesh, s)];
    return [vertices[b] - vertices[a], vertices[b + 1] - vertices[a + 1]] as const;
  };
  const [ex, ey] = along(longest);
  const dx = towards[0] - mesh.origin[0] - vertices[2 * sideVertex[longest]];
  const dy = towards[1] - mesh.origin[1] - vertices[2 * sideVertex[longest] + 1];
  const away = (ex * dy - ey * dx) / sideLength(mesh, longest);
  if (!(Math.abs(away) > ON_LINE)) {
    throw new InputError(
      `door "${name}"`,
      `(${towards[0]}, ${towards[1]}) is on its line, on neither side`,
      'give a point on the side one may go to',
    );
  }
  for (const s of sides) {
    const [sx, sy] = along(s);
    // Cells lie to the left of their sides.
    if (sx * ex + sy * ey > 0 === away > 0) found.add(s);
  }
  return found;
}

/** Nobody is in a door that has just been shut. */
function clearDoorway({ world, crowd }: Simulation, door: number): void {
  const { mesh } = world;
  const { vertices, sideVertex, sideDoor, sideCell } = mesh;
  const way = createWalkResult();
  for (let s = 0; s < sideDoor.length; s++) {
    if (sideDoor[s] !== door) continue;
    const a = 2 * sideVertex[s];
    const b = 2 * sideVertex[nextSideOf(mesh, s)];
    const ex = vertices[b] - vertices[a];
    const ey = vertices[b + 1] - vertices[a + 1];
    const long = Math.sqrt(ex * ex + ey * ey);
    for (let i = 0; i < crowd.count; i++) {
      if (crowd.cell[i] !== sideCell[s]) continue;
      const x = crowd.place[2 * i];
      const y = crowd.place[2 * i + 1];
      const along = ((x - vertices[a]) * ex + (y - vertices[a + 1]) * ey) / long;
      const away = (ex * (y - vertices[a + 1]) - ey * (x - vertices[a])) / long;
      const radius = crowd.body[BODY * i + RADIUS];
      if (along < 0 || along > long || away < 0 || away >= radius) continue;
      // Perhaps out of this cell; where something is in the way, contacts will do.
      const out = radius - away;
      walk(mesh, sideCell[s], aimWalk(way, x, y, x - (out * ey) / long, y + (out * ex) / long));
      if (!way.reached) continue;
      crowd.place[2 * i] = way.x;
      crowd.place[2 * i + 1] = way.y;
      crowd.cell[i] = way.cell;
      crowd.route[i] = NONE;
      crowd.planAt[i] = 0;
    }
  }
}
