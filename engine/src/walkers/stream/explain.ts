/**
 * Why a stream walker goes where it goes: the marks of the directions it tries, who is ahead, and the entry of the reaction table.
 *
 * In: the maps, everybody before a step (copies: they are written to), a walker. Out: an Explanation. The walker looks around as in a step
 * (decide.ts), whether or not it is its turn; what it saw is then asked again of the same functions. What comes of claims is not foreseen.
 * Ours: M02 shows nothing of this. Cost: one look, and a map of who stands where.
 */
import { NONE } from '../../core/none.ts';
import { coarseTileAt } from '../../raster/density-map.ts';
import type { Explanation, TileDecision, TriedDirection, WalkerAhead } from '../explanation.ts';
import { advise } from './advise.ts';
import { distanceClass, relationOf } from './ahead.ts';
import type { Streamers } from './columns.ts';
import { createThinking, look, looksRound, type Moment, type Thinking } from './decide.ts';
import type { Ways } from './goals.ts';
import { createGroups, findGroups, leaderOf } from './groups.ts';
import type { StreamMaps } from './maps.ts';
import { flowIntensity, flowMark, goalMark, markOf, nextTile, staticMark, type Trial } from './marks.ts';
import { angleOf, COSINE, normOf, SINE, SPEED, turned } from './polar.ts';
import { reactionTo } from './reactions.ts';

/** Of CLOSE … and FOLLOWING … (ahead.ts). */
const DISTANCES = ['close', 'near', 'far'] as const;
const RELATIONS = ['following', 'front', 'crossing'] as const;

/** @param isHeld does it stand because it is to? */
export function explainStream(
  shared: StreamMaps,
  ways: Ways,
  crowd: Streamers,
  moment: Moment,
  i: number,
  isHeld: boolean,
): Explanation {
  const maps = { ...shared, human: whoIsWhere(shared, crowd) };
  const { serial, polar, wait, target } = crowd;
  const groups = createGroups(crowd.count);
  findGroups(groups, crowd);
  const thinking = createThinking(maps, crowd, groups);
  const waits = wait[i] > 0;
  const isThinking = !waits && looksRound(maps, crowd, i, moment);
  const accelerated = crowd.accelerate[i];
  const heading = angleOf(polar[i]);
  if (!waits) look(maps, ways, crowd, thinking, i, moment);
  const searches = thinking.advice.asked > 0;
  const startsWaiting = wait[i] > 0 && !waits;
  const decided = waits ? polar[i] : crowd.nextPolar[i];
  const norm = waits || startsWaiting ? 0 : normOf(decided);
  const advised = searches ? advise(maps, thinking.trial, thinking.former) : NONE;
  const ahead = advised === NONE ? undefined : aheadOf(maps, crowd, thinking, advised);
  const g = groups.groupOf[i];
  const onTiles: TileDecision = {
    does: waits || startsWaiting ? 'waits' : searches ? 'searches' : 'keeps formation',
    wait: isHeld ? 0 : wait[i] * maps.settings.step,
    isWandering: target[i] === NONE,
    goal: [maps.town.goals.x[crowd.goal[i]], maps.town.goals.y[crowd.goal[i]]],
    turnsBack: searches && thinking.former !== heading,
    angle: angleOf(decided),
    norm,
    accelerate: searches ? crowd.accelerate[i] : accelerated,
    group:
      g === NONE || groups.first[g + 1] - groups.first[g] < 2
        ? undefined
        : { leader: serial[leaderOf(groups, i)], size: groups.first[g + 1] - groups.first[g] },
    directions: searches ? directionsOf(maps, thinking.trial, thinking.former, advised) : [],
    ahead,
  };
  const velocity = velocityOf(angleOf(decided), norm);
  return {
    serial: serial[i],
    isThinking,
    isStanding: isHeld,
    stages: [
      { name: 'path', velocity: towardsGoal(maps, crowd, i) },
      ...(advised === NONE ? [] : [{ name: 'advice', velocity: velocityOf(advised, normOf(polar[i])) }]),
      { name: searches ? 'reaction' : 'companions', velocity },
    ],
    velocity,
    wish: velocityOf(heading, normOf(polar[i])),
    minded: ahead === undefined ? [] : [ahead.serial],
    collisions: [],
    proposals: [],
    onTiles,
  };
}

/** Slots by tile, of these walkers: those of the shared map are of the present. */
function whoIsWhere({ human }: StreamMaps, { count, tile }: Streamers): Int32Array {
  const own = new Int32Array(human.length).fill(NONE);
  for (let k = 0; k < count; k++) own[tile[k]] = k;
  return own;
}

function velocityOf(angle: number, norm: number): [number, number] {
  return [SPEED[norm] * COSINE[angle], SPEED[norm] * SINE[angle]];
}

/** As it likes to walk, straight to its goal. */
function towardsGoal(
  { town: { goals } }: StreamMaps,
  { place, goal, preferred }: Streamers,
  i: number,
): [number, number] {
  const dx = goals.x[goal[i]] - place[2 * i];
  const dy = goals.y[goal[i]] - place[2 * i + 1];
  const length = Math.sqrt(dx * dx + dy * dy);
  const speed = length === 0 ? 0 : SPEED[preferred[i]] / length;
  return [speed * dx, speed * dy];
}

/** Those that the search tries until one is good enough (advise.ts). */
function directionsOf(maps: StreamMaps, trial: Trial, former: number, advised: number): TriedDirection[] {
  const { c1, c2, c3 } = maps.settings;
  const tried: TriedDirection[] = [];
  for (const [least, ...turns] of [
    [c1, 0],
    [c2, -1, 1],
    [c3, -2, 2],
  ] as const) {
    for (const steps of turns) {
      const angle = turned(former, steps);
      tried.push({ steps, marks: marksOf(maps, trial, angle), least, isAdvised: angle === advised });
    }
    if (tried.some(({ isAdvised }) => isAdvised)) break;
  }
  return tried;
}

function marksOf(maps: StreamMaps, trial: Trial, angle: number): TriedDirection['marks'] {
  const next = nextTile(maps.tiles, trial, angle);
  if (next === NONE) return undefined;
  return {
    static: staticMark(maps, trial, angle),
    flow: flowIntensity(maps, next, trial.now) === 0 ? undefined : flowMark(maps, next, angle),
    goal: goalMark(trial, angle),
    mean: markOf(maps, trial, angle),
  };
}

function aheadOf(maps: StreamMaps, crowd: Streamers, thinking: Thinking, advised: number): WalkerAhead | undefined {
  const { sight, trial } = thinking;
  if (sight.slot === NONE) return undefined;
  const other = crowd.polar[sight.slot];
  const distance = distanceClass(maps.settings, sight.distance);
  const relation = relationOf(maps.settings, advised, angleOf(other));
  const isWaiting = normOf(other) === 0;
  const isCongested = maps.congested[coarseTileAt(maps.town.density, trial.x, trial.y)] === 1;
  const { turns, act, passBehind = false } = reactionTo(isCongested, distance, isWaiting, relation);
  return {
    serial: crowd.serial[sight.slot],
    tiles: sight.distance,
    distance: DISTANCES[distance],
    relation: RELATIONS[relation],
    isWaiting,
    isCongested,
    turns,
    act,
    passesBehind: passBehind,
  };
}
