/**
 * A simulation and somebody in it → what they know of the place, in numbers and names, and drawn over the floor if that is asked for: places in
 * three tints, the accesses they know, doors they saw closed, crowds they remember, and the floor they see (engine: explainKnowledge).
 */
import { explainKnowledge, type KnownThings, type Simulation } from '@foulee/engine';
import { KNOWN_COLOURS, type Knows } from '../protocol/knows.ts';
import type { Sketch } from '../protocol/sketch.ts';
import { fillCells, type Ground, lineOverSide, middleOfPlace } from './cell-sketches.ts';
import { heightAt } from '@foulee/formats';

/** @param isDrawn is it also drawn? @returns undefined for somebody who knows everything, always */
export function knowsOf(simulation: Simulation, serial: number, isDrawn: boolean): Knows | undefined {
  const known = explainKnowledge(simulation, serial);
  if (known === undefined) return undefined;
  const { crowd, goals, world } = simulation;
  const i = crowd.serial.subarray(0, crowd.count).indexOf(serial);
  const [x, y] = [crowd.place[2 * i], crowd.place[2 * i + 1]];
  const { layer } = known.scenery.places;
  const nameOf = (g: number) => goals[g]?.name ?? '';
  // The outside of the place is nowhere to be.
  const states = [...known.places].filter((_, place) => place !== layer.virtualOne);
  const count = (state: number) => states.filter((one) => one === state).length;
  const crowds = known.crowds.map(({ place, density, age }) => {
    const at = middleOfPlace(world, known.scenery, place);
    return { density, age, far: Math.hypot(at[0] - x, at[1] - y), at };
  });
  return {
    doing: known.doing,
    goal: known.goal < 0 ? undefined : nameOf(known.goal),
    wanted: known.wanted.map(nameOf),
    goals: known.goals.map(nameOf),
    allGoals: goals.length,
    places: [count(0), count(1), count(2)],
    crowds,
    queues: known.queues.map(({ goal, people, age }) => ({ goal: nameOf(goal), people, age })),
    ways: known.ways,
    sign: known.sign < 0 ? undefined : simulation.knowledge?.signs[known.sign].name,
    sketches: isDrawn
      ? sketchesOf({ ...world, mesh: known.scenery.mesh }, known, crowds, heightAt(world, crowd.cell[i], x, y))
      : [],
  };
}

/** @param z height of the floor that somebody stands on */
function sketchesOf(
  ground: Ground,
  { scenery, places, accesses, closed, view }: KnownThings,
  crowds: Knows['crowds'],
  z: number,
): Sketch[] {
  const { ofCell, virtualOne } = scenery.places.layer;
  const tints = [KNOWN_COLOURS.unknown, KNOWN_COLOURS.partly, KNOWN_COLOURS.fully];
  const fills = fillCells(ground, (c) => (ofCell[c] === virtualOne ? undefined : tints[places[ofCell[c]]]));
  const lineOf = (border: number, colour: string) =>
    lineOverSide(ground, scenery.places.borderSides[2 * border], colour);
  const lines = [
    ...accesses.map((border) => lineOf(border, KNOWN_COLOURS.access)),
    ...closed.map((border) => ({ ...lineOf(border, KNOWN_COLOURS.closed), isStrong: true })),
  ];
  const remembered = crowds.map(({ at: [atX, atY, height], density, age }): Sketch => {
    const label = `${density.toFixed(1)} people/m², ${Math.round(age)} s ago`;
    return { kind: 'line', points: [atX, atY], z: height, colour: KNOWN_COLOURS.crowd, label };
  });
  return [...fills, { kind: 'area', points: view, z, colour: KNOWN_COLOURS.view }, ...lines, ...remembered];
}
