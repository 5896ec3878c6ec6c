/**
 * Doors that are shut and opened while people walk. A shut door is a wall: its free segments lose their twins in the simulation's own
 * copy of the cells, and what is made from the cells (corners, routes' index, walls nearby) is made again. Everybody plans anew;
 * whoever stands in the doorway is moved to the side its centre is on.
 */
import { InputError } from './core/errors.ts';
import { NONE } from './core/none.ts';
import type { CellMesh } from './subdivision/cell-mesh.ts';
import { nextSideOf } from './subdivision/cells.ts';
import { BODY, RADIUS } from './crowd/crowd.ts';
import { findNearWalls } from './crowd/near-walls.ts';
import { createRouter } from './find-route.ts';
import type { Simulation } from './simulate.ts';

/** A copy of the cells in which doors can be shut. */
export function withOwnDoors(mesh: CellMesh): CellMesh {
  return mesh.doors.length === 0 ? mesh : { ...mesh, sideTwin: mesh.sideTwin.slice(), sideWall: mesh.sideWall.slice() };
}

/** @param original the cells as they were built, all doors open */
export function setDoor(simulation: Simulation, original: CellMesh, name: string, isOpen: boolean): void {
  const { mesh } = simulation.world;
  const door = mesh.doors.findIndex((known) => known.name === name);
  if (door < 0) {
    const known = mesh.doors.map((other) => other.name).join(', ');
    throw new InputError(
      'door',
      `there is no door "${name}"`,
      known === '' ? 'this place has no doors' : `there is ${known}`,
    );
  }
  let walls = 0;
  for (const wall of original.sideWall) walls = Math.max(walls, wall + 1);
  for (let s = 0; s < mesh.sideDoor.length; s++) {
    if (mesh.sideDoor[s] !== door) continue;
    mesh.sideTwin[s] = isOpen ? original.sideTwin[s]! : NONE;
    // Walls of shut doors come after all others.
    mesh.sideWall[s] = isOpen ? original.sideWall[s]! : walls + door;
  }
  simulation.router = createRouter(simulation.world);
  simulation.walls = findNearWalls(mesh);
  const { around } = simulation.context;
  around.corners = simulation.router.corners;
  around.walls = simulation.walls;
  const { crowd } = simulation;
  crowd.route.fill(NONE, 0, crowd.count);
  crowd.planAt.fill(0, 0, crowd.count);
  if (!isOpen) clearDoorway(simulation, door);
}

/** Nobody is in a door that has just been shut. */
function clearDoorway({ world, crowd }: Simulation, door: number): void {
  const { mesh } = world;
  const { vertices, sideVertex, sideDoor, sideCell } = mesh;
  for (let s = 0; s < sideDoor.length; s++) {
    if (sideDoor[s] !== door) continue;
    const a = 2 * sideVertex[s]!;
    const b = 2 * sideVertex[nextSideOf(mesh, s)]!;
    const ex = vertices[b]! - vertices[a]!;
    const ey = vertices[b + 1]! - vertices[a + 1]!;
    const long = Math.sqrt(ex * ex + ey * ey);
    for (let i = 0; i < crowd.count; i++) {
      if (crowd.cell[i] !== sideCell[s]) continue;
      const dx = crowd.place[2 * i]! - vertices[a]!;
      const dy = crowd.place[2 * i + 1]! - vertices[a + 1]!;
      const along = (dx * ex + dy * ey) / long;
      const away = (ex * dy - ey * dx) / long;
      const radius = crowd.body[BODY * i + RADIUS]!;
      if (along < 0 || along > long || away < 0 || away >= radius) continue;
      crowd.place[2 * i]! -= ((radius - away) * ey) / long;
      crowd.place[2 * i + 1]! += ((radius - away) * ex) / long;
    }
  }
}
