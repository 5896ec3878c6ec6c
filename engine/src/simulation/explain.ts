/**
 * A simulation and somebody in it → why that one decides as it does in the coming step, in the words of its walker model. The step is
 * prepared on a copy of the crowd: the simulation is not changed.
 *
 * Routes are those there are: who gets another one, or is asked to stand or to go on, in the coming step decides otherwise.
 * Cost: a neighbourhood graph of everybody, made anew.
 */
import { createWallsBeside, gatherWalls } from '../bodies/near-walls.ts';
import { lookAcross, MOST_ACROSS } from '../bodies/seams.ts';
import { setPace } from '../bodies/stairs.ts';
import { markStanding } from '../bodies/stand.ts';
import { createCompanions, findCompanions } from '../crowd/companions/companions.ts';
import { keepTogether } from '../crowd/companions/keep-together.ts';
import { copyColumns } from '../crowd/crowd.ts';
import type { Profile } from '../crowd/profiles.ts';
import { createNeighbourhood, updateNeighbourhood } from '../neighbours/neighbourhood.ts';
import type { Explanation } from '../walkers/explanation.ts';
import type { StepView, WalkerModel } from '../walkers/model.ts';

/** What is needed of a simulation. */
interface Explained {
  model: WalkerModel;
  context: { view: StepView };
  profiles: readonly Profile[];
  time: number;
}

/** @returns undefined if nobody has this serial, or its model explains nothing */
export function explainDecision(simulation: Explained, serial: number): Explanation | undefined {
  const { crowd } = simulation.context.view;
  const i = crowd.serial.subarray(0, crowd.count).indexOf(serial);
  if (i < 0) return undefined;
  const { model } = simulation;
  if (model.tiles !== undefined) {
    const { context, time } = simulation;
    const own = copyColumns(crowd, crowd.count);
    return model.explain?.({ ...context.view, crowd: own, time }, i);
  }
  const view = copyOf(simulation);
  askedAsBefore(view);
  markStanding(view.crowd, view.time, i, i + 1);
  setPace(view.stairs, view.crowd, view.profiles, i, i + 1);
  gatherWalls(view.beside, view.crowd, i, i + 1);
  return model.explain?.(view, i);
}

/** Everything that deciding reads, as the coming step would find it, and what it writes, of its own. */
function copyOf({ context, profiles, time }: Explained): StepView {
  const { view } = context;
  const crowd = copyColumns(view.crowd, view.crowd.count);
  const { count } = crowd;
  const hood = createNeighbourhood(count, view.mesh.levels.length);
  updateNeighbourhood(hood, crowd, view.mesh.cellLevel);
  const seams = view.seams && {
    ...view.seams,
    across: new Int32Array(MOST_ACROSS * count),
    acrossCount: new Uint8Array(count),
  };
  if (seams !== undefined) lookAcross(seams, crowd);
  const copy: StepView = {
    ...view,
    crowd,
    seams,
    beside: createWallsBeside(view.walls, count),
    first: hood.first,
    item: hood.item,
    time,
  };
  if (view.company !== undefined) {
    const companions = createCompanions(count);
    findCompanions(companions, crowd, profiles);
    keepTogether(companions, copy, crowd, time, view.step);
    copy.company = companions.company;
  }
  return copy;
}

/** Who was asked to stand in the last step does so still; 0: nobody ever was. */
function askedAsBefore({ crowd, time, step }: StepView): void {
  const { stopUntil, count } = crowd;
  for (let i = 0; i < count; i++) if (stopUntil[i] !== 0 && time - step < stopUntil[i]) stopUntil[i] = Infinity;
}
