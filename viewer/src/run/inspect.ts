/** A run and somebody in it → what that one has in mind now: its way, whom it minds, where it would like to walk and where it does. */
import { BODY, findRoute, NONE, RADIUS, type Run } from '@foulee/engine';

export interface Insight {
  serial: number;
  time: number;
  /** x, y interleaved, metres from the origin: the way to its goal, its own place first; empty if it has none. */
  route: number[];
  /** The name of that goal. */
  goal: string | undefined;
  /** Where its neighbours are, x, y interleaved. */
  neighbours: number[];
  /** Metres per second: what it wished for when it last thought, and what it does. */
  wish: [number, number];
  velocity: [number, number];
  place: [number, number, number];
}

/** @returns undefined if it is not there */
export function insightOf({ simulation }: Run, serial: number): Insight | undefined {
  const { crowd, world, neighbourhood, router, goals, time } = simulation;
  const i = crowd.serial.subarray(0, crowd.count).indexOf(serial);
  if (i < 0) return undefined;
  const [originX, originY] = world.mesh.origin;
  const x = crowd.place[2 * i]!;
  const y = crowd.place[2 * i + 1]!;
  const hasGoal = crowd.goalCell[i] !== NONE && crowd.route[i] !== NONE;
  let route: number[] = [];
  if (hasGoal) {
    const found = findRoute(router, {
      from: [x + originX, y + originY],
      to: [crowd.goal[2 * i]! + originX, crowd.goal[2 * i + 1]! + originY],
      fromLevel: world.mesh.cellLevel[crowd.cell[i]!]!,
      toLevel: world.mesh.cellLevel[crowd.goalCell[i]!]!,
      width: 2 * crowd.body[BODY * i + RADIUS]!,
    });
    route = Array.from(found.points, (value, k) => value - (k % 2 === 0 ? originX : originY));
  }
  const neighbours: number[] = [];
  // Made anew in each step, from the places before it.
  if (i + 1 < neighbourhood.first.length) {
    for (let k = neighbourhood.first[i]!; k < neighbourhood.first[i + 1]!; k++) {
      const j = neighbourhood.item[k]!;
      if (j < crowd.count) neighbours.push(crowd.place[2 * j]!, crowd.place[2 * j + 1]!);
    }
  }
  return {
    serial,
    time,
    route,
    goal: hasGoal && crowd.chosen[i] !== NONE ? goals[crowd.chosen[i]!]?.name : undefined,
    neighbours,
    wish: [crowd.wish[2 * i]!, crowd.wish[2 * i + 1]!],
    velocity: [crowd.velocity[2 * i]!, crowd.velocity[2 * i + 1]!],
    place: [x, y, world.mesh.levels[world.mesh.cellLevel[crowd.cell[i]!]!]!.elevation],
  };
}
