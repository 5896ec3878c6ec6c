/**
 * What a simulation does for walkers on tiles (walkers/tile-model.ts) beside its other passes (step.ts): where to, who stands, places and cells from
 * spots, arriving. They share goals, itineraries, companions, recording and measuring with walkers of all models.
 *
 *   head for goals ─▶ who stands ─▶ decide ─▶ claims ─▶ settle ─▶ take over ─▶ arrive
 */
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import { slotsBySerial } from '../crowd/state-hash.ts';
import { nearestAccessible, tileCentreX, tileCentreY } from '../raster/tiles.ts';
import { locate } from '../subdivision/locate.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';
import { leaveForGood } from './arrive.ts';
import { layTiles } from './lay-tiles.ts';
import { hasStage } from './plan-routes.ts';
import type { Simulation } from './simulation.ts';

/** Seconds until somebody without a way looks for one again, and of making no way until another first goal is looked for. */
const AGAIN = 5;
const STUCK = 5;
/** Metres that count as getting on: whoever walks about in a nook before a goal that is out of reach makes less. */
const ON = 2;

const way = createWalkResult();

/** Who has a stage and no goal yet, or makes no way to it, gets one. */
export function headForGoals(simulation: Simulation): void {
  const { crowd, time, itineraries } = simulation;
  const { model, shared } = simulation.tiled!;
  for (let i = 0; i < crowd.count; i++) {
    if (crowd.goalCell[i] !== NONE || crowd.planAt[i] > time || crowd.startAt[i] > time) continue;
    if (!hasStage(simulation, i)) continue;
    const stage = itineraries[crowd.itinerary[i]].stages[crowd.stage[i]];
    if (stage.choice === 'wander') {
      crowd.waitUntil[i] = time + stage.wait(crowd.serial[i]);
      crowd.chosen[i] = NONE;
      if (model.headFor(shared, i, NONE)) crowd.goalCell[i] = crowd.cell[i];
      else haveNoWay(simulation, i);
      continue;
    }
    let best: number = NONE;
    let shortest = Infinity;
    for (const g of stage.goals) {
      const length = model.wayLength(shared, i, g);
      if (length < shortest) [best, shortest] = [g, length];
      if (stage.choice === 'assigned') break;
    }
    if (best === NONE || !model.headFor(shared, i, best)) {
      haveNoWay(simulation, i);
      continue;
    }
    const { shape, level } = simulation.goals[best];
    crowd.chosen[i] = best;
    crowd.goal[2 * i] = shape[0];
    crowd.goal[2 * i + 1] = shape[1];
    const cell = locate(simulation.world.mesh, simulation.router.cells, level, shape[0], shape[1]);
    crowd.goalCell[i] = cell === NONE ? crowd.cell[i] : cell;
    crowd.stuck[i] = 0;
  }
}

function haveNoWay({ crowd, counts, time }: Simulation, i: number): void {
  crowd.planAt[i] = time + AGAIN;
  crowd.goalCell[i] = crowd.chosen[i] = NONE;
  counts.unreachable++;
}

/** Not started yet, waiting at a goal, without anything to do or a way: they stand. */
export function standOnTiles(simulation: Simulation): void {
  const { crowd, time, itineraries } = simulation;
  const { model, shared } = simulation.tiled!;
  model.begin(shared, simulation.steps);
  for (let i = 0; i < crowd.count; i++) {
    let stands = crowd.startAt[i] > time || crowd.goalCell[i] === NONE;
    if (!stands && crowd.waitUntil[i] >= 0) {
      stands = itineraries[crowd.itinerary[i]].stages[crowd.stage[i]].choice !== 'wander';
    }
    model.hold(shared, i, stands);
  }
}

export function resolveClaimsOnTiles({ tiled }: Simulation): void {
  tiled!.model.resolve(tiled!.shared);
}

/** Spots become places, cells and velocities. */
export function settleOnTiles({ crowd, tiled, world: { mesh }, step }: Simulation): void {
  const { model, shared } = tiled!;
  const { place, nextPlace, cell, nextCell, nextVelocity, nextAim, count } = crowd;
  for (let i = 0; i < count; i++) {
    model.placeOf(shared, i, nextPlace, 2 * i);
    const x = nextPlace[2 * i];
    const y = nextPlace[2 * i + 1];
    nextVelocity[2 * i] = (x - place[2 * i]) / step;
    nextVelocity[2 * i + 1] = (y - place[2 * i + 1]) / step;
    nextCell[i] = cell[i];
    model.aimOf(shared, i, nextAim, 2 * i);
    if (x === place[2 * i] && y === place[2 * i + 1]) continue;
    walk(mesh, cell[i], aimWalk(way, place[2 * i], place[2 * i + 1], x, y));
    if (way.reached) nextCell[i] = way.cell;
  }
}

/** Goals reached, waiting and wandering over, the next stage, leaving. */
export function arriveOnTiles(simulation: Simulation): void {
  const { crowd, time, itineraries } = simulation;
  const { model, shared, isThere } = simulation.tiled!;
  simulation.left.length = 0;
  // Asked of everybody before anything changes: companions look at each other.
  for (let i = 0; i < crowd.count; i++) {
    const isOnWay = time >= crowd.startAt[i] && crowd.goalCell[i] !== NONE && crowd.waitUntil[i] < 0;
    isThere[i] = isOnWay && model.isThere(shared, i) ? 1 : 0;
  }
  for (let i = crowd.count - 1; i >= 0; i--) {
    if (time < crowd.startAt[i] || crowd.goalCell[i] === NONE) continue;
    const { stages } = itineraries[crowd.itinerary[i]];
    const stage = stages[crowd.stage[i]];
    if (crowd.waitUntil[i] < 0) {
      // Whoever takes the slot of one who left has been looked at.
      if (isThere[i] === 0) {
        getOn(simulation, i);
        continue;
      }
      crowd.waitUntil[i] = time + stage.wait(crowd.companions[i] === NONE ? crowd.serial[i] : crowd.companions[i]);
    } else if (stage.choice === 'wander') getOn(simulation, i);
    if (time < crowd.waitUntil[i]) continue;
    crowd.waitUntil[i] = -1;
    crowd.goalCell[i] = crowd.chosen[i] = NONE;
    crowd.planAt[i] = 0;
    if (++crowd.stage[i] < stages.length) continue;
    model.leave(shared, i);
    leaveForGood(simulation, i);
  }
}

/** People who make no way look for another first goal now and then. */
function getOn({ crowd, tiled, step, counts }: Simulation, i: number): void {
  const { place, stuckPlace, stuck } = crowd;
  const dx = place[2 * i] - stuckPlace[2 * i];
  const dy = place[2 * i + 1] - stuckPlace[2 * i + 1];
  if (dx * dx + dy * dy > ON * ON) {
    stuckPlace[2 * i] = place[2 * i];
    stuckPlace[2 * i + 1] = place[2 * i + 1];
    stuck[i] = 0;
    return;
  }
  const before = stuck[i];
  stuck[i] = before + step;
  if (Math.floor(before / STUCK) === Math.floor(stuck[i] / STUCK)) return;
  tiled!.model.headFor(tiled!.shared, i, crowd.chosen[i]);
  counts.replans++;
}

/** Metres that somebody is put aside at most when the place changes. */
const ASIDE = 1000;

/**
 * The place has changed: tiles are laid anew, and everybody looks for a way again. Who stands where there is no tile any more is put on
 * the nearest free one, in the order of serials.
 */
export function layTilesAnew(simulation: Simulation): void {
  const { crowd, world, goals, model, step, router, profiles } = simulation;
  const before = simulation.tiled;
  if (before === undefined) return;
  const tiled = layTiles(model, world, goals, crowd, { tiles: before.options, seed: before.seed, step, profiles })!;
  const { sheet, shared } = tiled;
  simulation.tiled = tiled;
  simulation.context.view.shared = shared;
  const tiles = tiled.model.tilesOf(shared);
  for (const i of slotsBySerial(crowd)) {
    const level = world.mesh.cellLevel[crowd.cell[i]];
    crowd.goalCell[i] = crowd.chosen[i] = NONE;
    crowd.planAt[i] = 0;
    if (tiled.model.enter(shared, i, level)) continue;
    const [dx, dy] = [sheet.shift[2 * level], sheet.shift[2 * level + 1]];
    const radius = crowd.body[BODY * i + RADIUS];
    const tile = nearestAccessible(tiles, crowd.place[2 * i] + dx, crowd.place[2 * i + 1] + dy, ASIDE, (t) =>
      tiled.model.isFree(shared, tileCentreX(tiles, t), tileCentreY(tiles, t), radius),
    );
    if (tile === NONE) {
      throw new InputError(
        'the place',
        `leaves no free tile within ${ASIDE} m of (${crowd.place[2 * i]}, ${crowd.place[2 * i + 1]})`,
        'leave people some room',
      );
    }
    crowd.place[2 * i] = tileCentreX(tiles, tile) - dx;
    crowd.place[2 * i + 1] = tileCentreY(tiles, tile) - dy;
    crowd.cell[i] = locate(world.mesh, router.cells, level, crowd.place[2 * i], crowd.place[2 * i + 1]);
    tiled.model.enter(shared, i, level);
  }
}
