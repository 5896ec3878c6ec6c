/** People who follow an arrow: they have read a sign that gives a direction, and are on their way to where it points. */
import { NONE } from '../core/none.ts';
import type { Knowledge, KnowingCrowd } from './knowledge.ts';

export function followsArrow({ signs }: Pick<Knowledge, 'signs'>, crowd: KnowingCrowd, i: number): boolean {
  if (crowd.pointedBy[i] === NONE || crowd.exploring[i] === NONE) return false;
  const { pointers } = signs[crowd.pointedBy[i]];
  for (let k = 0; k < pointers.length; k++) if (pointers[k].cell === crowd.goalCell[i]) return true;
  return false;
}
