/**
 * What has to be made before the first query, how long it takes and how large it is: ours by method, and
 * recast-navigation's mesh. Ours starts from the cells, once for all widths but for what says so; the peer from the plan.
 */
import {
  buildAbstractionTree,
  buildL04Paths,
  buildRoadmap,
  createFlatScratch,
  createL04Scratch,
  createRouter,
  findRoute,
  type Router,
  type World,
} from '@foulee/engine';
import { createExactScratch } from '@foulee/engine/inside';
import type { City } from '../city.ts';
import { bytesOf } from '../bytes.ts';
import { type Failed, type Measured, measure } from '../measure.ts';
import { buildRecast, CELL_SIZE, extrude, loadRecast, readRecast } from '../peers/recast.ts';
import { createRecastPlanner } from '../peers/recast-path.ts';
import { markdownTable, readable } from '../table.ts';
import { type Contender, recastContender } from './contenders.ts';

/** Walkers' radius in cells: none, and the one that 0.25 m is rounded up to. */
const RADII = [0, 1];
const RUNS = { warmUps: 1, runs: 3 };

export interface Preparation {
  router: Router;
  recast: Contender[];
  /** Milliseconds of processor time: what `hierarchical` needs for one width; what `l04` needs. */
  hierarchical: number;
  l04: number;
  table: string;
}

/** @param place where walkers can stand, the plan's metres */
export async function prepare(city: City, world: World, place: [number, number], width: number): Promise<Preparation> {
  const { mesh } = world;
  const rows: string[][] = [];
  /** The first time and, warm, the median; a row of the table. */
  const timed = <Product>(name: string, make: () => Product): { product: Product; cpu: number } => {
    const first = succeeded(measure({ warmUps: 0, runs: 1 }, make));
    const { cpu, wall, result } = succeeded(measure(RUNS, make));
    const bytes = bytesOf(result, [world]);
    rows.push([name, readable(first.cpu), readable(cpu), readable(wall), readable(bytes / 1e6)]);
    return { product: result, cpu };
  };
  const index = timed('hierarchical: index', () => createRouter(world));
  const oneWidth = timeWidth(index.product, place, width);
  rows.push([`hierarchical: what walkers ${width} m wide need`, ...oneWidth.cells]);
  const flat = timed('flat: roadmap', () => {
    const roadmap = buildRoadmap(mesh);
    return { roadmap, scratch: createFlatScratch(roadmap) };
  });
  const { roadmap } = flat.product;
  const l04 = timed('l04: tree and paths', () => {
    const tree = buildAbstractionTree(mesh);
    return { tree, paths: buildL04Paths(mesh, roadmap, tree), scratch: createL04Scratch(roadmap, tree) };
  });
  timed('exact: memory for a search', () => createExactScratch(mesh));

  await loadRecast();
  const extrusion = extrude(city);
  const recast = RADII.map((radius) => {
    const { cpu, wall, result } = succeeded(measure({ warmUps: 0, runs: 1 }, () => buildRecast(extrusion, radius)));
    const metres = radius * CELL_SIZE;
    const name = `recast-navigation, radius ${readable(metres)} m`;
    rows.push([`${name}: ${readable(readRecast(result).polygons)} polygons`, readable(cpu), '', readable(wall), '']);
    return recastContender(name, createRecastPlanner(result), 2 * metres);
  });
  const table = markdownTable(['what', 'first, CPU ms', 'CPU ms', 'wall clock, ms', 'MB'], rows);
  const router = createRouter(world);
  return { router, recast, hierarchical: index.cpu + oneWidth.cpu, l04: l04.cpu, table };
}

/**
 * What a router makes when a width is first asked for, whatever that is: a route from a place to itself, for widths that
 * differ by less than anything but by enough to be new.
 */
function timeWidth(router: Router, place: [number, number], width: number): { cpu: number; cells: string[] } {
  const known = bytesOf(router);
  let asked = 0;
  const ask = () => findRoute(router, { from: place, to: place, width: width + 1e-9 * asked++ });
  const first = succeeded(measure({ warmUps: 0, runs: 1 }, ask));
  const bytes = bytesOf(router) - known;
  const { cpu, wall } = succeeded(measure(RUNS, ask));
  return { cpu, cells: [readable(first.cpu), readable(cpu), readable(wall), readable(bytes / 1e6)] };
}

function succeeded<T>(outcome: Measured<T> | Failed): Measured<T> {
  if ('failure' in outcome) throw new Error(outcome.failure);
  return outcome;
}
