/**
 * `foulee inspect ENV`: build everything, say what came out, draw it, check it.
 *
 *   1. options and targets, so that what cannot work fails before the work
 *   2. read the file                    3. build the world
 *   4. topology, routes, and the town on tiles (--town)
 *   5. run the checkers (--check)       6. pictures (--map, --cells)
 *   7. say it: JSON or a summary
 */
import {
  checkPlaces,
  checkTopology,
  checkVisibility,
  checkWorld,
  InputError,
  routerOf,
  sceneryOf,
  type Topology,
  topologyOf,
  visibilityOf,
  type World,
} from '@foulee/engine';
import { cellsToGeoJson, MAP_COLOURINGS, type MapColouring, townsToSvg, worldToSvg } from '@foulee/formats';
import { BUILD_STAGES, buildEnvironment, LARGE_FILE } from '../place/build-place.ts';
import type { EnvironmentFlags } from '../place/environment-options.ts';
import { environmentSettings, parseChoice, parseNumber, readBytes } from '../place/environment.ts';
import { type InspectResult, inspectResult, type Products } from './inspect-result.ts';
import { inspectSummary } from './inspect-summary.ts';
import { checkTowns, type LevelTown, type TownFlags, townResults, townSettings, townsOf } from './inspect-town.ts';
import { jsonText, plainText, styles, type Terminal } from '../terminal/output.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { startClock } from '../place/stage-clock.ts';
import { checkTargets, type Target, writeWhole } from '../terminal/write-file.ts';

export interface InspectFlags extends EnvironmentFlags, TownFlags {
  width: string;
  json?: boolean;
  cells?: string;
  map?: string;
  colour?: string;
  check?: boolean;
  force?: boolean;
}

/** Exit code: 0, or 1 when --check found something. */
export async function inspect(file: string, flags: InspectFlags, terminal: Terminal): Promise<number> {
  const settings = environmentSettings(flags);
  const width = parseNumber('--width', flags.width, 'the diameter of a walker in metres, for example 0.5');
  if (!(width > 0 && width <= 100)) {
    throw new InputError('--width', `${width} is no width of a walker`, 'give metres, for example 0.5');
  }
  const town = townSettings(flags);
  const colour = colouring(flags);
  const targets = targetsOf(flags);
  checkTargets(file, Object.values(targets));

  const clock = startClock();
  const bytes = await readBytes(file, terminal);
  const stages = BUILD_STAGES + 2 + [town, flags.check, flags.map, flags.cells].filter(Boolean).length;
  const progress = createProgress(terminal, stages, bytes.length >= LARGE_FILE);
  let products: Products;
  let format: string;
  let findings: string[] | undefined;
  let towns: LevelTown[] | undefined;
  try {
    const place = await buildEnvironment(bytes, file, settings, progress, clock);
    format = place.format;
    const { world } = place;
    progress.begin('grouping the cells');
    clock.begin('topology');
    const topology = topologyOf(world);
    progress.begin('preparing the routes');
    clock.begin('routing');
    const router = routerOf(world);
    clock.end();
    products = { world, topology, router };
    if (town !== undefined) {
      progress.begin('making the town');
      towns = townsOf(world, town, width);
    }
    if (flags.check === true) {
      progress.begin('checking');
      findings = [...checkWorld(world), ...checkTopology(world.mesh, topology), ...checkSight(world, topology)];
      findings.push(...checkTowns(towns ?? []));
    }
    await writePictures(world, targets, { colour, width, towns: towns ?? [] }, progress);
  } finally {
    progress.end();
  }

  const result = inspectResult(products, width, clock.wall, clock.cpu);
  if (towns !== undefined) result.towns = townResults(products.world, towns);
  if (findings !== undefined) result.findings = findings;
  say(result, products, format, width, flags, terminal);
  return findings !== undefined && findings.length > 0 ? 1 : 0;
}

function checkSight(world: World, { graph }: Topology): string[] {
  const scenery = sceneryOf(world);
  return [
    ...checkPlaces(graph, scenery).map((text) => `places: ${text}`),
    ...checkVisibility(scenery, visibilityOf(world)).map((text) => `visibility: ${text}`),
  ];
}

/** The colouring of tiles; the others are of cells. */
const TOWN_COLOURING = 'town';

function colouring(flags: InspectFlags): MapColouring | typeof TOWN_COLOURING {
  if (flags.colour === undefined) return flags.town === true ? TOWN_COLOURING : 'cell';
  if (flags.map === undefined) {
    throw new InputError('--colour', 'there is no map to colour', 'add --map FILE.svg');
  }
  const colour = parseChoice('--colour', flags.colour, [...MAP_COLOURINGS, TOWN_COLOURING]);
  if (colour !== TOWN_COLOURING || flags.town === true) return colour;
  throw new InputError('--colour', 'there is no town to draw', 'add --town');
}

interface PictureTargets {
  map?: Target;
  cells?: Target;
}

function targetsOf({ map, cells, force }: InspectFlags): PictureTargets {
  const target = (option: string, name: string): Target => ({ option, name, force: force === true });
  return {
    ...(map === undefined ? {} : { map: target('--map', map) }),
    ...(cells === undefined ? {} : { cells: target('--cells', cells) }),
  };
}

async function writePictures(
  world: World,
  targets: PictureTargets,
  { colour, width, towns }: { colour: ReturnType<typeof colouring>; width: number; towns: readonly LevelTown[] },
  progress: Progress,
): Promise<void> {
  if (targets.map !== undefined) {
    progress.begin('drawing the map');
    const svg = colour === TOWN_COLOURING ? townsToSvg(towns, world.plan.name) : worldToSvg(world, { colour, width });
    await writeWhole(targets.map, [svg]);
  }
  if (targets.cells !== undefined) {
    progress.begin('writing the cells');
    await writeWhole(targets.cells, cellsToGeoJson(world.mesh, world.plan.frame));
  }
}

function say(
  result: InspectResult,
  { world, topology }: Products,
  format: string,
  width: number,
  flags: InspectFlags,
  terminal: Terminal,
): void {
  if (flags.json === true) {
    terminal.out(`${jsonText(result)}\n`);
  } else {
    terminal.out(
      inspectSummary(result, { world, zones: topology.graph.zones, format, width, bold: styles(terminal).bold }),
    );
    for (const target of [flags.map, flags.cells]) {
      if (target !== undefined) terminal.out(`  wrote ${plainText(target)}\n`);
    }
  }
  for (const warning of result.warnings) terminal.error(`foulee: warning: ${plainText(warning)}\n`);
}
