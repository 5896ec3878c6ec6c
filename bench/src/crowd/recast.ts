/**
 * recast-navigation's crowd in the benchmark: a ground and people → a `Walking`. Walkers are as ours: as wide, as fast, as quick to
 * speed up; everything else is as the package has it. Who reaches its goal gets the next one, and asking for that is timed
 * too; reading places is not. Its ids have 16 bits: above some 24,000 walkers an update does not end.
 */
import { Crowd, type CrowdAgent } from 'recast-navigation';
import {
  BODY,
  countCrowdWallPenetrations,
  createOverlapResult,
  createOverlapScratch,
  createWallResult,
  indexCells,
  indexWalls,
  locate,
  NONE,
  RADIUS,
  type World,
} from '@foulee/engine';
import { countOverlaps } from '@foulee/engine/inside';
import { buildRecast, extrude, loadRecast } from '../peers/recast.ts';
import { STEP, type Walking } from './figures.ts';
import type { Ground } from './grounds.ts';
import { GOAL_RADIUS, LEGS, type People } from './people.ts';

export const MOST_IN_RECAST = 20_000;
const HEIGHT = 1.8;
const ACCELERATION = 3;
/** Cells of the mesh that the floor is narrowed by at walls: 0.3 m. */
const NARROWED = 1;

/** @param world ours, of the same ground, in which it is judged whether bodies reach into walls */
export async function recastCrowd(ground: Ground, world: World, people: People): Promise<Walking> {
  const { count, starts, goals, legs, radius, speed } = people;
  if (count > MOST_IN_RECAST) throw new Error(`${count} walkers are too many for recast-navigation`);
  await loadRecast();
  const navMesh = buildRecast(extrude(ground.city), NARROWED);
  const crowd = new Crowd(navMesh, { maxAgents: count, maxAgentRadius: radius });
  const { mesh } = world;
  const [originX, originY] = mesh.origin;
  // The package's y points up.
  const place = (at: Float64Array, i: number) => ({
    x: (at[2 * i] as number) + originX,
    y: 0,
    z: -((at[2 * i + 1] as number) + originY),
  });
  const agents = Array.from({ length: count }, (_, i): CrowdAgent => {
    const agent = crowd.addAgent(place(starts, i), {
      radius,
      height: HEIGHT,
      maxAcceleration: ACCELERATION,
      maxSpeed: speed,
    });
    agent.requestMoveTarget(place(goals, legs[LEGS * i] as number));
    return agent;
  });
  const leg = new Int32Array(count);
  const places = starts.slice();
  const body = new Float64Array(BODY * count);
  for (let i = 0; i < count; i++) body[BODY * i + RADIUS] = radius;
  const levels = new Int32Array(count);
  const cells = new Int32Array(count);
  const index = indexCells(mesh);
  const walls = indexWalls(mesh);
  const inWalls = createWallResult();
  const overlaps = createOverlapResult();
  const overlapScratch = createOverlapScratch();
  /** Places of those whose centre is on the floor. */
  const inside = new Float64Array(2 * count);
  let arrived: number[] = [];
  return {
    name: 'recast-navigation',
    walkers: count,
    step: () => {
      for (const i of arrived)
        agents[i]?.requestMoveTarget(place(goals, legs[LEGS * i + (leg[i] as number)] as number));
      crowd.update(STEP);
    },
    start: () => {},
    passes: () => ({}),
    judge: (judgement) => {
      arrived = [];
      let standing = 0;
      for (let i = 0; i < count; i++) {
        const at = (agents[i] as CrowdAgent).position();
        const x = at.x - originX;
        const y = -at.z - originY;
        judgement.metres += Math.hypot(x - (places[2 * i] as number), y - (places[2 * i + 1] as number));
        places[2 * i] = x;
        places[2 * i + 1] = y;
        const goal = legs[LEGS * i + (leg[i] as number)] as number;
        if (Math.hypot(x - (goals[2 * goal] as number), y - (goals[2 * goal + 1] as number)) <= GOAL_RADIUS) {
          judgement.reached++;
          leg[i] = Math.min(LEGS - 1, (leg[i] as number) + 1);
          arrived.push(i);
        }
        const cell = locate(mesh, index, 0, x, y);
        if (cell === NONE) continue;
        cells[standing] = cell;
        inside[2 * standing] = x;
        inside[2 * standing + 1] = y;
        standing++;
      }
      countOverlaps({ count, place: places, body }, levels, overlapScratch, overlaps);
      countCrowdWallPenetrations(walls, { count: standing, place: inside, cell: cells, body }, inWalls);
      judgement.pairs += overlaps.pairs;
      judgement.mostPairs = Math.max(judgement.mostPairs, overlaps.pairs);
      judgement.deepest = Math.max(judgement.deepest, overlaps.deepest);
      judgement.inWalls += inWalls.walkers + count - standing;
      judgement.deepestInWall = Math.max(judgement.deepestInWall, inWalls.deepest);
    },
  };
}
