/**
 * Run → who could get to which goals at the moment, whatever they know: parts of the floor between which there is a way, and those that each goal is in.
 * Of people who cannot get to any goal of their stage, nobody says that they search or are lost, and no sign would help them (search-log.ts, lost-log.ts).
 *
 * Doors are as they are; a one-way door counts as a way in both directions, a narrow passage as wide enough. So nobody is said to have no way who has one.
 * Cost: linear in the cells whenever the place or a door has changed; then a comparison for each goal of somebody's stage.
 */
import { NONE } from '../core/none.ts';
import { placesOn } from '../crowd/goals/goals.ts';
import { followsArrow } from '../knowledge/arrows.ts';
import type { KnowingCrowd } from '../knowledge/knowledge.ts';
import { putGoal } from '../routing/find-route.ts';
import { partsOf } from '../routing/hierarchical/one-way.ts';
import type { Simulation } from '../simulation/simulation.ts';

export interface Reach {
  /** What people saw when this was found out: another one where a door or the place has changed. */
  scenery: unknown;
  partOf: Int32Array;
  /** The parts that each goal is in. */
  partsOfGoal: number[][];
}

/** Metres of a body that fits wherever somebody does. */
const SLIM = 0.1;

export function createReach(): Reach {
  return { scenery: undefined, partOf: new Int32Array(0), partsOfGoal: [] };
}

/** To be called before it is asked, at any moment. */
export function updateReach(reach: Reach, simulation: Simulation): void {
  if (reach.scenery !== simulation.knowledge?.scenery) findReach(reach, simulation);
}

/** On its own: what is asked in every step must not make a closure. */
function findReach(reach: Reach, { knowledge, router, goals }: Simulation): void {
  reach.scenery = knowledge?.scenery;
  reach.partOf = partsOf(router.open);
  reach.partsOfGoal = goals.map((goal) => {
    const parts = new Set<number>();
    const spots = placesOn(goal);
    for (let k = 0; k < spots.length; k += 2) {
      if (!putGoal(router, goal.level, spots[k], spots[k + 1], SLIM)) continue;
      parts.add(reach.partOf[router.query.to.cell]);
    }
    return [...parts];
  });
}

/** Is there a way from a cell to one of some goals? */
export function leadsTo({ partOf, partsOfGoal }: Reach, cell: number, goals: readonly number[]): boolean {
  const part = partOf[cell];
  for (let k = 0; k < goals.length; k++) if (partsOfGoal[goals[k]].includes(part)) return true;
  return false;
}

/** Could somebody get to a goal of their stage? Yes, if they have nowhere to go. */
export function hasWay(reach: Reach, { crowd, itineraries }: Simulation, i: number): boolean {
  const stage = itineraries[crowd.itinerary[i]].stages[crowd.stage[i]];
  return stage === undefined || leadsTo(reach, crowd.cell[i], stage.goals);
}

/** Does somebody with knowledge look for a way, and there is one? People who follow an arrow do not. */
export function isSearching(reach: Reach, simulation: Simulation, i: number): boolean {
  const crowd = simulation.crowd as KnowingCrowd;
  if (crowd.exploring[i] === NONE || followsArrow(simulation.knowledge!, crowd, i)) return false;
  return hasWay(reach, simulation, i);
}
