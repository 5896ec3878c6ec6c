/** Single file: where nobody can be passed, and how fast people follow there. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../../build.ts';
import { planOf } from '../../../test/shapes.ts';
import { createWallsBeside, findNearWalls, gatherWalls } from '../../bodies/near-walls.ts';
import { BODY, RADIUS } from '../../crowd/columns.ts';
import { createCrowd } from '../../crowd/crowd.ts';
import { indexCells, locate } from '../../subdivision/locate.ts';
import { step } from '../../simulation/step.ts';
import { addPerson, createSimulation } from '../../simulation/simulation.ts';
import { USUAL_PROFILE } from '../../crowd/profiles.ts';
import { isInFile } from './single-file.ts';
import { createThought } from './thought.ts';

/** Is somebody with a radius of 0.2 m in a file, who stands at (x, y) and looks along x? */
function isFileAt(outline: number[], x: number, y: number): boolean {
  const { mesh } = buildWorld(planOf('place', 'polygons', [[outline]], []));
  const crowd = createCrowd(1);
  const beside = createWallsBeside(findNearWalls(mesh), 1);
  const [px, py] = [x - mesh.origin[0], y - mesh.origin[1]];
  crowd.count = 1;
  crowd.place.set([px, py]);
  crowd.cell[0] = locate(mesh, indexCells(mesh), 0, px, py);
  crowd.body[BODY * 0 + RADIUS] = 0.2;
  gatherWalls(beside, crowd, 0, 1);
  const thought = createThought();
  thought.self.set([px, py, 0, 0, 0.2]);
  thought.room.set([1, 0]);
  return isInFile(beside, 0, thought);
}

function corridor(wide: number): number[] {
  return [0, 0, 10, 0, 10, wide, 0, wide];
}

describe('a file', () => {
  it('is where there is no room for two abreast', () => {
    expect(isFileAt(corridor(0.7), 5, 0.35)).toBe(true);
    expect(isFileAt(corridor(0.7), 5, 0.22)).toBe(true);
    expect(isFileAt(corridor(0.79), 5, 0.5)).toBe(true);
    expect(isFileAt(corridor(0.81), 5, 0.5)).toBe(false);
    expect(isFileAt(corridor(3), 5, 0.3)).toBe(false);
  });

  it('is not in a door, nor before a narrow passage, nor at its end', () => {
    const rooms = (long: number) => [
      0,
      0,
      4,
      0,
      4,
      2,
      4 + long,
      2,
      4 + long,
      0,
      9,
      0,
      9,
      5,
      4 + long,
      5,
      4 + long,
      2.7,
      4,
      2.7,
      4,
      5,
      0,
      5,
    ];
    for (const x of [3.6, 3.9, 4, 4.1, 4.2, 4.3]) expect(isFileAt(rooms(0.2), x, 2.35)).toBe(false);
    expect(isFileAt(rooms(3), 3.5, 2.35)).toBe(false);
    expect(isFileAt(rooms(3), 5, 2.35)).toBe(true);
    expect(isFileAt(rooms(3), 6.8, 2.35)).toBe(false);
  });

  it('starts late behind somebody who starts, and stops in time behind one who stops', () => {
    const world = buildWorld(planOf('file', 'polygons', [[[0, 0, 40, 0, 40, 0.7, 0, 0.7]]], []));
    const [ox, oy] = world.mesh.origin;
    const simulation = createSimulation(world, {
      goals: [{ name: 'end', level: 0, shape: Float64Array.of(39 - ox, 0.35 - oy), radius: 0.5 }],
      itineraries: [{ name: 'there', stages: [{ goals: [0], choice: 'assigned', wait: () => 0 }] }],
      profiles: [USUAL_PROFILE],
      capacity: 4,
    });
    // The foremost stands after some steps as if called back, and goes on later.
    for (const x of [4, 3, 2]) addPerson(simulation, { x, y: 0.35, itinerary: 0, speed: 1.3 });
    const { crowd } = simulation;
    const gaps = () => [crowd.place[0] - crowd.place[2] - 0.4, crowd.place[2] - crowd.place[4] - 0.4];
    for (let n = 0; n < 60; n++) step(simulation);
    crowd.startAt[0] = simulation.time + 4;
    for (let n = 0; n < 40; n++) {
      step(simulation);
      for (const gap of gaps()) expect(gap).toBeGreaterThan(-0.005);
    }
    expect(crowd.velocity[2]).toBeLessThan(0.1);
    for (let n = 0; n < 5; n++) step(simulation);
    expect(crowd.velocity[0]).toBeGreaterThan(0.5);
    expect(crowd.velocity[2]).toBeLessThan(0.4);
  });
});
