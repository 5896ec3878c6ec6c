/**
 * Everybody walks faster or slower from now on: a factor of the speed each likes to walk at and of their top speed, for those who are there and
 * those who come. Factors do not add up: 1 is the usual speed again.
 *
 * In: a simulation between two steps, a factor. Walkers on tiles have speeds in steps of their own, made anew of those of their bodies.
 */
import { BODY, PREFERRED, TOP } from '../crowd/columns.ts';
import type { Simulation } from './simulation.ts';

export function changeSpeeds(simulation: Simulation, factor: number): void {
  const { crowd, tiled } = simulation;
  const times = factor / simulation.speed;
  simulation.speed = factor;
  for (let i = 0; i < crowd.count; i++) {
    crowd.body[BODY * i + PREFERRED] *= times;
    crowd.body[BODY * i + TOP] *= times;
  }
  tiled?.model.relist(tiled.shared);
}
