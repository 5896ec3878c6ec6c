/**
 * People who want to get onto a link walk away from its end for a while if somebody cannot get off it there. Else those who wait at both ends would
 * keep those on the link from leaving, and these would keep the others from getting on, for ever.
 *
 * They walk straight out, the way the link leads, and wait and turn as usual where they cannot.
 *
 * In: ends where a rider is held up (riders.ts). Out: velocities of those near who are to cross the link. Cost: walkers, while somebody is held up.
 */
import { NONE } from '../../core/none.ts';
import type { Gate } from './get-on.ts';
import { goalAhead, isCrossing, nextOnWay } from './goals.ts';
import { angleOfVector, polarOf } from './polar.ts';

/** Metres from the goal at the end of a link. */
const NEAR = 8;

export function makeRoom({ riding, endOf }: Gate): void {
  const { streamers, ways, maps, clearing, files } = riding;
  const { file, wait, target, place, polar, preferred, due } = streamers;
  const { x, y } = maps.town.goals;
  let isAny = false;
  for (let end = 0; end < clearing.length; end++) {
    if (clearing[end] === 0) continue;
    clearing[end]--;
    isAny = true;
  }
  if (!isAny) return;
  for (let i = 0; i < streamers.count; i++) {
    if (file[i] !== NONE || target[i] === NONE || wait[i] > 0) continue;
    const goal = goalAhead(ways, streamers, i);
    const end = endOf[goal];
    if (end === NONE || clearing[end] === 0) continue;
    const isBound =
      isCrossing(ways, streamers, i) || nextOnWay(maps.town, ways, goal, target[i]) === ways.joins.across[goal];
    const dx = place[2 * i] - x[goal];
    const dy = place[2 * i + 1] - y[goal];
    if (!isBound || dx * dx + dy * dy > NEAR * NEAR) continue;
    const f = files.first[end >> 1];
    const outwards = (end & 1) === 1 ? 1 : -1;
    const outX = outwards * (files.ends[4 * f + 2] - files.ends[4 * f]);
    const outY = outwards * (files.ends[4 * f + 3] - files.ends[4 * f + 1]);
    due[i] = 0;
    polar[i] = polarOf(angleOfVector(outX, outY), preferred[i]);
  }
}
