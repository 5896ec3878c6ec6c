/** Scenario and its place → the signs that are not on the floor, as problems of the file: with their line and level, and the level they may be meant for. */
import { NONE } from '../core/none.ts';
import { offFloor } from '../knowledge/start.ts';
import { ScenarioError, type ScenarioProblem } from '../scenario/problems.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ScenarioInput } from '../scenario/scenario-input.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { indexCells, locate } from '../subdivision/locate.ts';
import { levelOf } from './places.ts';

/** Throws where there are such signs. */
export function checkSigns(
  { signs, profiles }: Scenario,
  mesh: CellMesh,
  placeOf: ScenarioInput['placeOf'] | undefined,
): void {
  if (signs.length === 0 || profiles.every(({ knowledge }) => knowledge === undefined)) return;
  const cells = indexCells(mesh);
  const problems = signs.flatMap(({ name, level: on, at }): ScenarioProblem[] => {
    const level = levelOf(mesh, on, `sign ${name}`);
    const [x, y] = [at[0] - mesh.origin[0], at[1] - mesh.origin[1]];
    if (locate(mesh, cells, level, x, y) !== NONE) return [];
    const off = offFloor(mesh, cells, level, x, y);
    const what = `is ${off.at}, which is ${off.where}`;
    return [{ path: ['signs', name, 'at'], field: null, what, remedy: off.remedy }];
  });
  if (problems.length > 0) throw new ScenarioError(problems, placeOf);
}
