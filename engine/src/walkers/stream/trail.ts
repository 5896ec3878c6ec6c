/**
 * The goals of members: the leader's, and the way after it for those who are lost.
 *
 *   sees the leader's goal           takes it
 *   lost, does not see its own       takes the last goal of the leader, or of its own, that it sees; so does a leader who has lost somebody
 *   at its own goal                  takes the one that the leader took there; one it has forgotten: the next on the shortest way in the graph
 *   lost, sees the leader            walks to the leader instead of a goal
 *
 * Runs once everybody has decided, every `every` steps, so that members read goals of leaders that do not change any more: the order of slots does
 * not matter. Cost: members; a line of sight for those whose leader has just taken another goal.
 */
import { NONE } from '../../core/none.ts';
import { lineStays, WALKED } from '../../raster/tile-lines.ts';
import type { Tiles } from '../../raster/tiles.ts';
import { REMEMBERED, type Streamers } from './columns.ts';
import { goalAhead, isAtTownGoal, nextOnWay, rememberGoal, type Ways } from './goals.ts';
import { type Groups, isLost, leaderOf } from './groups.ts';
import type { StreamMaps } from './maps.ts';
import { aimTrial, type Trial } from './marks.ts';

/** Tiles within which a lost member looks for its leader. */
const SEEN_WITHIN = 30;

/** From somebody to what it may see. */
const line = { x: new Float64Array(2), y: new Float64Array(2) };

export function followTrails(maps: StreamMaps, ways: Ways, crowd: Streamers, groups: Groups): void {
  const { order, first } = groups;
  const { goal } = crowd;
  const { side } = maps.tiles;
  for (let g = 0; g < groups.groups; g++) {
    const leader = order[first[g]];
    let isAnyLost = false;
    for (let k = first[g] + 1; k < first[g + 1]; k++) {
      const i = order[k];
      if (crowd.file[i] !== NONE) continue;
      const isAway = isLost(groups, crowd, side, i);
      isAnyLost ||= isAway;
      if (goal[i] !== goal[leader] || isAway) takeGoal(crowd, i, goalAfter(maps, ways, crowd, leader, i, isAway));
    }
    if (isAnyLost && crowd.file[leader] === NONE)
      takeGoal(crowd, leader, goalAfter(maps, ways, crowd, leader, leader, true));
  }
}

function takeGoal({ goal, former }: Streamers, i: number, next: number): void {
  if (next === NONE || next === goal[i]) return;
  rememberGoal(former, i, goal[i]);
  goal[i] = next;
}

/** The goal that somebody takes; NONE: it keeps its own. */
function goalAfter(maps: StreamMaps, ways: Ways, crowd: Streamers, leader: number, i: number, isAway: boolean): number {
  const { goal, former, place } = crowd;
  const own = goal[i];
  const theirs = goal[leader];
  if (own !== theirs && seesGoal(maps, crowd, i, theirs)) return theirs;
  if (isAway && !seesGoal(maps, crowd, i, own)) {
    const passed = goalInSight(maps, crowd, i, leader);
    return passed !== NONE ? passed : goalInSight(maps, crowd, i, i);
  }
  if (own === theirs || !isAtTownGoal(maps.town, own, place[2 * i], place[2 * i + 1])) return NONE;
  const known = nextOnTrail(former, leader, own, theirs);
  if (known !== NONE) return known;
  // In a scenario targets are not goals of the graph.
  if (crowd.target[i] !== NONE) return nextOnWay(maps.town, ways, own, crowd.target[i]);
  return ways.targets === undefined ? nextOnWay(maps.town, ways, own, theirs) : NONE;
}

/** The last goal that a walker passed and i sees, or NONE. */
function goalInSight(maps: StreamMaps, crowd: Streamers, i: number, walker: number): number {
  for (let k = REMEMBERED * walker; k < REMEMBERED * (walker + 1); k++) {
    const passed = crowd.former[k];
    if (passed !== NONE && seesGoal(maps, crowd, i, passed)) return passed;
  }
  return NONE;
}

/** The goal that a leader went to from `reached`; NONE if it does not remember. */
function nextOnTrail(former: Int32Array, leader: number, reached: number, latest: number): number {
  for (let k = 0; k < REMEMBERED; k++) {
    if (former[REMEMBERED * leader + k] === reached) return k === 0 ? latest : former[REMEMBERED * leader + k - 1];
  }
  return NONE;
}

/** Direct somebody at its goal; a lost member who sees its leader, at the leader. */
export function aimInGroup(
  { town, tiles }: StreamMaps,
  ways: Ways,
  crowd: Streamers,
  groups: Groups,
  trial: Trial,
): void {
  const i = trial.slot;
  const leader = leaderOf(groups, i);
  if (leader !== i && isLost(groups, crowd, tiles.side, i)) {
    const x = crowd.place[2 * leader];
    const y = crowd.place[2 * leader + 1];
    const reach = SEEN_WITHIN * tiles.side;
    const isNear = (x - trial.x) * (x - trial.x) + (y - trial.y) * (y - trial.y) <= reach * reach;
    if (isNear && sees(tiles, crowd.place, i, x, y)) {
      aimTrial(trial, x, y);
      return;
    }
  }
  const goal = goalAhead(ways, crowd, i);
  aimTrial(trial, town.goals.x[goal], town.goals.y[goal]);
}

function seesGoal({ tiles, town }: StreamMaps, { place }: Streamers, i: number, goal: number): boolean {
  return sees(tiles, place, i, town.goals.x[goal], town.goals.y[goal]);
}

/** Does somebody see a point over tiles that it can walk on? */
export function sees(tiles: Tiles, place: Float64Array, i: number, x: number, y: number): boolean {
  line.x[0] = place[2 * i];
  line.y[0] = place[2 * i + 1];
  line.x[1] = x;
  line.y[1] = y;
  return lineStays(tiles, line, 0, 1, WALKED);
}
