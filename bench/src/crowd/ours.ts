/** Our crowd in the benchmark: a world and people → a `Walking`, judged by measures that do not use the neighbourhood graph. */
import {
  addPerson,
  countCrowdOverlaps,
  countCrowdWallPenetrations,
  createOverlapResult,
  createOverlapScratch,
  createSimulation,
  createWallResult,
  indexWalls,
  NONE,
  type Simulation,
  step,
  tallied,
  type Team,
  USUAL_PROFILE,
  type World,
} from '@foulee/engine';
import { STEP, type Walking } from './figures.ts';
import { itinerariesOf, LEGS, type People } from './people.ts';

/** Seconds without half a metre of way after which somebody is stuck. */
const STUCK = 5;

export interface OurOptions {
  team?: Team;
  /** L04's walker alone, without what makes dense crowds real. */
  pure?: boolean;
  /** Milliseconds; without one, passes are not timed. */
  clock?: () => number;
}

export function simulate(world: World, people: People, options: OurOptions = {}): Simulation {
  const { pure, ...rest } = options;
  const simulation = createSimulation(world, {
    ...itinerariesOf(people),
    ...rest,
    ...(pure === true ? { profiles: [{ ...USUAL_PROFILE, pure: true }] } : {}),
    step: STEP,
    capacity: people.count,
  });
  const [originX, originY] = world.mesh.origin;
  for (let i = 0; i < people.count; i++) {
    const serial = addPerson(simulation, {
      x: (people.starts[2 * i] as number) + originX,
      y: (people.starts[2 * i + 1] as number) + originY,
      radius: people.radius,
      speed: people.speed,
      itinerary: i,
    });
    if (serial === NONE) throw new Error('the crowd is full');
  }
  return simulation;
}

/** Processor time of the process, milliseconds: what others do on the machine does not count. */
function processorClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function ourCrowd(name: string, world: World, people: People, options: OurOptions = {}): Walking {
  const simulation = simulate(world, people, { clock: processorClock, ...options });
  const { crowd } = simulation;
  const overlapScratch = createOverlapScratch();
  const overlaps = createOverlapResult();
  const walls = indexWalls(world.mesh);
  const inWalls = createWallResult();
  const { tally } = simulation;
  let reachedBefore = 0;
  let reachedAtStart = 0;
  const counted = () => ({ proposals: tallied(tally, 'proposals'), boundHits: tallied(tally, 'boundHits') });
  let atStart = counted();
  const sinceStart = (name: keyof typeof atStart) => counted()[name] - atStart[name];
  return {
    name,
    walkers: people.count,
    step: () => step(simulation),
    start: () => {
      for (const pass of Object.keys(simulation.passes)) simulation.passes[pass] = 0;
      atStart = counted();
      reachedAtStart = reachedBefore;
    },
    passes: () => simulation.passes,
    judge: (judgement) => {
      if (crowd.count < people.count) throw new Error('somebody has come to the end of its goals');
      countCrowdOverlaps(world.mesh, crowd, overlapScratch, overlaps);
      countCrowdWallPenetrations(walls, crowd, inWalls);
      let reached = 0;
      let stuck = 0;
      for (let i = 0; i < crowd.count; i++) {
        reached += crowd.stage[i] as number;
        if ((crowd.stuck[i] as number) >= STUCK) stuck++;
        judgement.metres += STEP * Math.hypot(crowd.velocity[2 * i] as number, crowd.velocity[2 * i + 1] as number);
      }
      if (reached > LEGS * people.count) throw new Error('more goals are reached than there are');
      reachedBefore = reached;
      judgement.reached = reached - reachedAtStart;
      judgement.pairs += overlaps.pairs;
      judgement.mostPairs = Math.max(judgement.mostPairs, overlaps.pairs);
      judgement.deepest = Math.max(judgement.deepest, overlaps.deepest);
      judgement.inWalls += inWalls.walkers;
      judgement.deepestInWall = Math.max(judgement.deepestInWall, inWalls.deepest);
      judgement.boundHits = sinceStart('boundHits');
      judgement.pops = sinceStart('proposals');
      judgement.stuck = stuck;
    },
  };
}
