/**
 * The goals of members: the leader's, and the way after it for those who are lost.
 *
 *   sees the leader's goal    takes it
 *   else, at its own goal     takes the one that the leader took there; one it has forgotten: the next on the shortest way in the graph
 *   lost, sees the leader     walks to the leader instead of a goal
 *
 * Runs once everybody has decided, every `every` steps, so that members read goals of leaders that do not change any more: the order of slots does
 * not matter. Cost: members; a line of sight for those whose leader has just taken another goal.
 */
import { NONE } from '../../core/none.ts';
import { lineStays, WALKED } from '../../raster/tile-lines.ts';
import { REMEMBERED, type Streamers } from './columns.ts';
import { isAtTownGoal, nextOnWay, rememberGoal, type Ways } from './goals.ts';
import { type Groups, isLost, leaderOf } from './groups.ts';
import type { StreamMaps } from './maps.ts';
import { aimTrial, type Trial } from './marks.ts';

/** Tiles within which a lost member looks for its leader. */
const SEEN_WITHIN = 30;

/** From somebody to what it may see. */
const line = { x: new Float64Array(2), y: new Float64Array(2) };

export function followTrails(maps: StreamMaps, ways: Ways, crowd: Streamers, groups: Groups): void {
  const { order, first } = groups;
  for (let g = 0; g < groups.groups; g++) {
    const leader = order[first[g]];
    for (let k = first[g] + 1; k < first[g + 1]; k++) {
      const i = order[k];
      if (crowd.goal[i] !== crowd.goal[leader]) takeGoalOf(maps, ways, crowd, leader, i);
    }
  }
}

function takeGoalOf({ town, tiles }: StreamMaps, ways: Ways, crowd: Streamers, leader: number, i: number): void {
  const { goal, former, place } = crowd;
  const own = goal[i];
  let next = goal[leader];
  if (!sees(tiles, place, i, town.goals.x[next], town.goals.y[next])) {
    if (!isAtTownGoal(town, own, place[2 * i], place[2 * i + 1])) return;
    next = nextOnTrail(former, leader, own, next);
    if (next === NONE) next = nextOnWay(town, ways, own, goal[leader]);
    if (next === NONE || next === own) return;
  }
  rememberGoal(former, i, own);
  goal[i] = next;
}

/** The goal that a leader went to from `reached`; NONE if it does not remember. */
function nextOnTrail(former: Int32Array, leader: number, reached: number, latest: number): number {
  for (let k = 0; k < REMEMBERED; k++) {
    if (former[REMEMBERED * leader + k] === reached) return k === 0 ? latest : former[REMEMBERED * leader + k - 1];
  }
  return NONE;
}

/** Direct somebody at its goal; a lost member who sees its leader, at the leader. */
export function aimInGroup({ town, tiles }: StreamMaps, crowd: Streamers, groups: Groups, trial: Trial): void {
  const i = trial.slot;
  const leader = leaderOf(groups, i);
  if (leader !== i && isLost(crowd, tiles.side, leader, i, groups.at[i] - groups.first[groups.groupOf[i]])) {
    const x = crowd.place[2 * leader];
    const y = crowd.place[2 * leader + 1];
    const reach = SEEN_WITHIN * tiles.side;
    const isNear = (x - trial.x) * (x - trial.x) + (y - trial.y) * (y - trial.y) <= reach * reach;
    if (isNear && sees(tiles, crowd.place, i, x, y)) {
      aimTrial(trial, x, y);
      return;
    }
  }
  aimTrial(trial, town.goals.x[crowd.goal[i]], town.goals.y[crowd.goal[i]]);
}

function sees(tiles: StreamMaps['tiles'], place: Float64Array, i: number, x: number, y: number): boolean {
  line.x[0] = place[2 * i];
  line.y[0] = place[2 * i + 1];
  line.x[1] = x;
  line.y[1] = y;
  return lineStays(tiles, line, 0, 1, WALKED);
}
