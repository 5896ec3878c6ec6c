/**
 * Scenario + World → Run (run-state.ts): people who are there at the start are placed, sources and goals are set up. `advance` is one
 * step, in this order:
 *
 *   1. events   what is due happens to doors and to the place    events.ts
 *   2. people   sources let in people who come                   let-in.ts
 *   3. step     everybody plans, decides and moves               simulation/step.ts
 *
 * Every group of walkers and every source has random numbers of its own, from the seed, so that one more source changes nobody
 * else. People for whom there is no room wait outside until there is.
 */
import { withMesh, type World } from '../build.ts';
import { NONE } from '../core/none.ts';
import { nextArrival, startArrivals } from '../scenario/arrivals.ts';
import { ratesUnderDemand } from '../scenario/demand.ts';
import { floorPart } from '../scenario/floor-part.ts';
import { countAtDensity } from '../scenario/placing.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { doorRulesOf } from '../scenario/standing-places.ts';
import { withOwnDoors } from '../simulation/change-doors.ts';
import { placeAtStart } from '../simulation/change-place.ts';
import { createSimulation } from '../simulation/simulation.ts';
import { step } from '../simulation/step.ts';
import type { Team } from '../simulation/team.ts';
import { modelNamed } from '../walkers/models.ts';
import { capacityOf } from './capacity.ts';
import { happen } from './events.ts';
import { checkModel } from './check-model.ts';
import { randomFor } from './generators.ts';
import { warnOfGoalsOutOfReach } from './goals-out-of-reach.ts';
import { goalsOf, itinerariesOf } from './goals.ts';
import { knowledgeOf } from './knowledge.ts';
import { warnOfKnowledge } from './knowledge-warnings.ts';
import { addMany, addOne, drawSizes, letIn, type RunningSource, sampleBody, startTogether, warn } from './let-in.ts';
import { checkPlaces, levelOf } from './places.ts';
import type { Run } from './run-state.ts';
import { tilesOf } from './tiles-of.ts';

export interface RunOptions {
  seed?: number;
  team?: Team;
  clock?: () => number;
}

export function createRun(scenario: Scenario, world: World, options: RunOptions = {}): Run {
  const { mesh } = world;
  const seed = options.seed ?? scenario.seed;
  const model = modelNamed(scenario.model);
  checkModel(scenario, model);
  const knowledge = knowledgeOf(scenario, world, seed);
  const simulation = createSimulation(withMesh(world, withOwnDoors(mesh)), {
    model,
    tiles: tilesOf(scenario, mesh),
    seed,
    goals: goalsOf(scenario, mesh, seed),
    itineraries: itinerariesOf(scenario, seed),
    profiles: scenario.profiles,
    doorRules: doorRulesOf(scenario, mesh),
    step: scenario.step,
    capacity: capacityOf(scenario, world),
    ...(knowledge === undefined ? {} : { knowledge }),
    ...(options.team === undefined ? {} : { team: options.team }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const run: Run = {
    scenario,
    seed,
    original: mesh,
    place: placeAtStart(world),
    doors: new Map(),
    simulation,
    sources: [],
    events: 0,
    warnings: [],
  };
  checkPlaces(scenario, mesh, simulation.router.cells, run.place);
  placeFirstWalkers(run);
  run.sources.push(...scenario.sources.map((source, s) => startSource(run, source, s)));
  startTogether(run, 0);
  warnOfGoalsOutOfReach(run);
  warnOfKnowledge(run);
  return run;
}

/** Those who are there at the start. */
function placeFirstWalkers(run: Run): void {
  const { scenario, seed, simulation, original } = run;
  const named = new Map<string, number>();
  scenario.walkers.forEach((group, g) => {
    const random = randomFor(seed, 'walkers', g, 0);
    const name = group.group;
    if (name !== null && !named.has(name)) named.set(name, simulation.crowd.nextSerial);
    const together = name === null ? NONE : named.get(name)!;
    const newcomers = { who: group, random, now: 0, together };
    if (group.kind === 'one') {
      const [x, y] = group.at;
      const level = levelOf(original, group.level, 'walkers');
      const body = sampleBody(run, group, random, 0);
      if (!addOne(run, newcomers, { x, y, level }, body, together)) {
        warn(run, `walker ${g + 1} at (${x}, ${y}) has no room there: left out`);
      }
      return;
    }
    const area = scenario.areas[group.area];
    const level = levelOf(original, area.level, `area ${area.name}`);
    const part = floorPart(original, simulation.router.cells, level, area.polygon);
    const count = group.count ?? countAtDensity(part, group.density ?? 0);
    const sizes = name !== null ? [count] : drawSizes(group, count, randomFor(seed, 'group sizes', g, 0));
    const placed = addMany(run, newcomers, part, sizes, 0).placed;
    if (placed < count)
      warn(run, `${count - placed} of ${count} walkers do not fit into ${area.name || 'their area'}: left out`);
  });
}

/** @param s its index */
function startSource(
  { scenario, seed, simulation, original }: Run,
  source: Scenario['sources'][number],
  s: number,
): RunningSource {
  const { name, where } = source;
  const area = where.kind === 'area' ? scenario.areas[where.area] : undefined;
  const on = where.kind === 'area' ? area!.level : where.level;
  const outline = where.kind === 'area' ? area!.polygon : where.line;
  const level = levelOf(original, on, `source ${name}`);
  return {
    who: source,
    name,
    arrivals: startArrivals(source, ratesUnderDemand(source.rates, scenario), randomFor(seed, 'sources', s, 1)),
    part: floorPart(original, simulation.router.cells, level, outline),
    outline,
    random: randomFor(seed, 'sources', s, 0),
    waiting: [],
    made: 0,
    sizes: [],
    sizeRandom: randomFor(seed, 'group sizes of sources', s, 0),
    refused: 0,
  };
}

/** One step. */
export function advance(run: Run): void {
  const { simulation, sources } = run;
  happen(run);
  for (const source of sources) letIn(run, source);
  step(simulation);
}

/** Is the time over, or everybody gone and nobody to come? */
export function isOver({ simulation, scenario, sources }: Run): boolean {
  if (simulation.time >= scenario.duration - 1e-9) return true;
  if (simulation.crowd.count > 0) return false;
  return sources.every(({ arrivals, waiting }) => waiting.length === 0 && nextArrival(arrivals) > scenario.duration);
}
