/**
 * Somebody who explores on paper: from portal to portal of the way they chose, looking round at each, without walking in between. So that
 * choices can be compared: the engine's own, and any frontier by chance.
 */
import { NONE } from '../src/core/none.ts';
import { GrowableInts } from '../src/core/growable.ts';
import { portalOf } from '../src/crowd/routes.ts';
import { giveUpCell, look } from '../src/knowledge/learn.ts';
import type { KnowingCrowd } from '../src/knowledge/knowledge.ts';
import { findKnownWay, hasBit } from '../src/routing/known/known-way.ts';
import { planKnown } from '../src/simulation/plan-known.ts';
import type { Simulation } from '../src/simulation/simulation.ts';
import { placeOn } from './oracles/sight.ts';
import type { Random } from './random.ts';

type Point = readonly [number, number];

/** The engine's own choice; any place that is known of and was not explored; or any access of the place somebody is in. */
type Choice = 'engine' | { frontier: Random } | { access: Random };

function wayOf(simulation: Simulation, choose: Choice) {
  if (choose === 'engine') return engineWay(simulation);
  return 'frontier' in choose ? frontierWay(simulation, choose.frontier) : accessWay(simulation, choose.access);
}

/** Metres until the goal of the first person is known, and the accesses they had seen by then; undefined: they did not find it. */
export function exploreOnPaper(simulation: Simulation, choose: Choice, most = 2000) {
  const crowd = simulation.crowd as KnowingCrowd;
  const knowledge = simulation.knowledge!;
  const { believed } = knowledge;
  let metres = 0;
  const moveTo = ([x, y]: Point, cell: number) => {
    metres += Math.sqrt((x - crowd.place[0]) ** 2 + (y - crowd.place[1]) ** 2);
    crowd.place[0] = x;
    crowd.place[1] = y;
    crowd.cell[0] = cell;
    look(knowledge, crowd, 0, 0);
  };
  look(knowledge, crowd, 0, 0);
  for (let n = 0; n < most; n++) {
    if (hasBit(crowd.knownGoals, 0, 0)) {
      const seen: Point[] = [];
      for (let b = 0; b < believed.places.accesses; b++) {
        if (hasBit(crowd.knownAccesses, 0, b))
          seen.push(placeOn(believed.mesh, believed.places.borderSides[2 * b], 0.5));
      }
      return { metres, seen };
    }
    const way = wayOf(simulation, choose);
    if (way === undefined) continue;
    const { portals, cell } = way;
    for (const side of portals) {
      moveTo(placeOn(believed.mesh, side, 0.5), believed.mesh.sideCell[believed.mesh.sideTwin[side]]);
      if (hasBit(crowd.knownGoals, 0, 0) || hasBit(crowd.explored, 0, believed.places.layer.ofCell[cell])) break;
    }
    if (hasBit(crowd.knownGoals, 0, 0) || hasBit(crowd.explored, 0, believed.places.layer.ofCell[cell])) continue;
    moveTo([believed.middle[2 * cell], believed.middle[2 * cell + 1]], cell);
    giveUpCell(knowledge, crowd, 0, cell);
    look(knowledge, crowd, 0, 0);
  }
  return undefined;
}

function engineWay(simulation: Simulation) {
  const crowd = simulation.crowd as KnowingCrowd;
  if (!planKnown(simulation, 0, simulation.itineraries[0].stages[0], NONE)) return undefined;
  const portals = Array.from({ length: crowd.portalsLeft[0] }, (_, k) => portalOf(simulation.routes, crowd, 0, k));
  return { portals, cell: crowd.goalCell[0] };
}

/** Into any place that is known of and not explored. */
function frontierWay(simulation: Simulation, random: Random) {
  const crowd = simulation.crowd as KnowingCrowd;
  const { places, mesh } = simulation.knowledge!.believed;
  const cells: number[] = [];
  for (let b = 0; b < 2 * places.accesses; b++) {
    if (!hasBit(crowd.knownAccesses, 0, b >> 1)) continue;
    const cell = mesh.sideCell[mesh.sideTwin[places.borderSides[b]]];
    if (!hasBit(crowd.explored, 0, places.layer.ofCell[cell])) cells.push(cell);
  }
  if (cells.length > 0) return wayTo(simulation, random.pick(cells));
  crowd.explored.fill(0);
  return undefined;
}

/** Out of the place by any access that is known there. */
function accessWay(simulation: Simulation, random: Random) {
  const crowd = simulation.crowd as KnowingCrowd;
  const { places, mesh } = simulation.knowledge!.believed;
  const own = places.layer.ofCell[crowd.cell[0]];
  const { first, item } = places.layer.borders;
  const sides = item.subarray(first[own], first[own + 1]);
  const known = [...sides].filter((s) => hasBit(crowd.knownAccesses, 0, places.borderOf[s]));
  // Whether the place behind was explored makes no difference to them.
  crowd.explored.fill(0);
  return known.length === 0 ? undefined : wayTo(simulation, mesh.sideCell[mesh.sideTwin[random.pick(known)]]);
}

function wayTo(simulation: Simulation, cell: number) {
  const crowd = simulation.crowd as KnowingCrowd;
  const { believed, search } = simulation.knowledge!;
  const portals = new GrowableInts();
  search.width = 0.4;
  const bits = { accesses: crowd.knownAccesses, accessesAt: 0, explored: crowd.explored, exploredAt: 0 };
  const from = { cell: crowd.cell[0], x: crowd.place[0], y: crowd.place[1] };
  const to = { cell, x: believed.middle[2 * cell], y: believed.middle[2 * cell + 1] };
  return findKnownWay(search, bits, from, to, portals) ? { portals: [...portals.values()], cell } : undefined;
}

/** Metres of the shortest tree that joins all points. */
export function treeLength(points: readonly Point[]): number {
  const away = points.map(() => Infinity);
  const done = points.map(() => false);
  away[0] = 0;
  let sum = 0;
  for (let n = 0; n < points.length; n++) {
    let next: number = NONE;
    for (let k = 0; k < points.length; k++) if (!done[k] && (next === NONE || away[k] < away[next])) next = k;
    done[next] = true;
    sum += away[next];
    points.forEach(([x, y], k) => {
      away[k] = Math.min(away[k], Math.sqrt((x - points[next][0]) ** 2 + (y - points[next][1]) ** 2));
    });
  }
  return sum;
}
