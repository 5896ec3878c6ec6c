/** How far from where somebody heads they may have arrived: nobody further off is looked at (arrive.ts). */
import type { Simulation } from './simulation.ts';

/** From where a walker heads to the furthest corner of the box around the goals of its stage. */
export function reachOf({ crowd, stageFirst, stageBoxes }: Simulation, i: number): number {
  const box = 4 * (stageFirst[crowd.itinerary[i]] + crowd.stage[i]);
  const x = crowd.goal[2 * i];
  const y = crowd.goal[2 * i + 1];
  const dx = Math.max(Math.abs(stageBoxes[box] - x), Math.abs(stageBoxes[box + 2] - x));
  const dy = Math.max(Math.abs(stageBoxes[box + 1] - y), Math.abs(stageBoxes[box + 3] - y));
  return Math.sqrt(dx * dx + dy * dy);
}
