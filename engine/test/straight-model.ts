/** The smallest walker model, for tests of the seam: everybody walks straight to the next portal or the goal and ignores everybody else. */
import { WALKS } from '../src/bodies/stand.ts';
import { NONE } from '../src/core/none.ts';
import { type Arrays, type Columns, ints } from '../src/crowd/column.ts';
import type { Crowd } from '../src/crowd/crowd.ts';
import { portalOf } from '../src/crowd/routes.ts';
import { RECORD } from '../src/routing/corners/corners.ts';
import type { WalkerModel } from '../src/walkers/model.ts';

/** Steps that each has walked. */
const COLUMNS = { walked: ints(1) } satisfies Columns;

export type StraightCrowd = Crowd & Arrays<typeof COLUMNS>;

/** Metres beyond the middle of a portal that are headed for. */
const BEYOND = 0.3;

export const STRAIGHT: WalkerModel<{ goals: number }, { tally: Float64Array }> = {
  name: 'straight',
  columns: COLUMNS,
  tally: ['steps'],
  prepare: (_, goals) => ({ goals: goals.length }),
  createScratch: (tally) => ({ tally }),
  decide: ({ crowd, corners, routes, prepared }, { tally }, from, to) => {
    const { place, goal, route, portalsLeft, pace, stands, nextVelocity, nextAim, walked } = crowd as StraightCrowd;
    const { sideRecord } = corners;
    for (let i = from; i < to; i++) {
      nextVelocity.fill(0, 2 * i, 2 * i + 2);
      nextAim.fill(0, 2 * i, 2 * i + 2);
      if (stands[i] !== WALKS || route[i] === NONE || prepared.goals === 0) continue;
      let toX = goal[2 * i];
      let toY = goal[2 * i + 1];
      if (portalsLeft[i] > 0) {
        const at = RECORD * portalOf(routes, crowd, i, 0);
        const [ax, ay, bx, by, , , long] = sideRecord.subarray(at, at + RECORD);
        // Portals have the cell that is left on their left.
        toX = (ax + bx) / 2 + (BEYOND * (by - ay)) / long;
        toY = (ay + by) / 2 - (BEYOND * (bx - ax)) / long;
      }
      const dx = toX - place[2 * i];
      const dy = toY - place[2 * i + 1];
      const far = Math.sqrt(dx * dx + dy * dy);
      if (far === 0) continue;
      nextAim[2 * i] = dx / far;
      nextAim[2 * i + 1] = dy / far;
      nextVelocity[2 * i] = (pace[i] * dx) / far;
      nextVelocity[2 * i + 1] = (pace[i] * dy) / far;
      walked[i]++;
      tally[0]++;
    }
  },
};
