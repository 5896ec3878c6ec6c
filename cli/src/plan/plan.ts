/**
 * `foulee plan ENV`: a route between two places, or between many pairs of them.
 *
 *   1. options, so that what cannot work fails before the work
 *   2. read the file and build the world      3. prepare the routes
 *   4. find: one route, or all of --pairs     5. draw (--map)
 *   6. say it: JSON or lines for people
 *
 * A query is timed alone, after everything was prepared and without a run to warm up.
 */
import {
  findRoute,
  InputError,
  ROUTE_METHODS,
  type RouteMethod,
  type Router,
  routerOf,
  type World,
} from '@foulee/engine';
import { worldToSvg } from '@foulee/formats';
import { BUILD_STAGES, buildEnvironment, LARGE_FILE } from '../place/build-place.ts';
import type { EnvironmentFlags } from '../place/environment-options.ts';
import { environmentSettings, parseChoice, parseNumber, readBytes } from '../place/environment.ts';
import { counted, jsonText, plainText, styles, type Terminal, whole } from '../terminal/output.ts';
import { createEndLocator, type GivenEnd, parseEnd, type PlanEnd } from './plan-ends.ts';
import { LARGEST_PAIRS_FILE, locatePairs, planPairs, readPairs } from './plan-pairs.ts';
import { planResult } from './plan-result.ts';
import { pairsSummary, planSummary } from './plan-summary.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { startClock } from '../place/stage-clock.ts';
import { checkTargets, type Target, writeWhole } from '../terminal/write-file.ts';

export interface PlanFlags extends EnvironmentFlags {
  from?: string;
  to?: string;
  pairs?: string;
  width: string;
  method: string;
  json?: boolean;
  map?: string;
  force?: boolean;
}

/** Exit code: 0 when every route was found, else 1; 128 and the number of the signal that came before the last pair. */
export async function plan(file: string, flags: PlanFlags, terminal: Terminal): Promise<number> {
  const settings = environmentSettings(flags);
  const width = parseWidth(flags.width);
  const method = parseChoice('--method', flags.method, ROUTE_METHODS);
  const ends = flags.pairs === undefined ? parseEnds(flags) : undefined;
  if (ends === undefined && (flags.from !== undefined || flags.to !== undefined)) {
    throw new InputError('--pairs', 'stands instead of --from and --to', 'leave one of them out');
  }
  if (flags.map !== undefined) {
    if (ends === undefined) throw new InputError('--map', 'draws one route', 'give --from and --to instead of --pairs');
    checkTargets(file, [mapTarget(flags.map, flags)]);
  }
  const pairsFile = flags.pairs ?? '';
  const pairs =
    ends === undefined ? readPairs(await readBytes(pairsFile, terminal, LARGEST_PAIRS_FILE), pairsFile) : [];

  const bytes = await readBytes(file, terminal);
  const stages = BUILD_STAGES + (flags.map === undefined ? 2 : 3);
  const progress = createProgress(terminal, stages, bytes.length >= LARGE_FILE);
  const styled = styles(terminal);
  let world: World;
  let code: number;
  let text: string;
  try {
    ({ world } = await buildEnvironment(bytes, file, settings, progress, startClock()));
    const locateEnd = createEndLocator(world);
    if (ends === undefined) {
      const located = locatePairs(pairs, pairsFile, locateEnd);
      const outcome = await planPairs(
        prepare(world, located[0].from, width, method, progress),
        located,
        width,
        method,
        progress,
      );
      text = flags.json === true ? `${jsonText(outcome.result)}\n` : pairsSummary(outcome, styled.bold);
      code = outcome.interrupted ?? (outcome.unreachable.length > 0 ? 1 : 0);
      if (outcome.interrupted !== undefined) {
        const { count } = outcome.result;
        world.report.warnings.push(`interrupted after ${whole(count)} of ${counted(pairs.length, 'pair')}`);
      }
    } else {
      const from = locateEnd('--from', ends.from);
      const to = locateEnd('--to', ends.to);
      const router = prepare(world, from, width, method, progress);
      const request = { from: from.at, to: to.at, fromLevel: from.level, toLevel: to.level, width, method };
      const start = performance.now();
      const route = findRoute(router, request);
      const result = planResult(world, route, (performance.now() - start) * 1000);
      if (flags.map !== undefined) {
        progress.begin('drawing the map');
        const map = worldToSvg(world, { width, passages: 0, route: { route, level: from.level } });
        await writeWhole(mapTarget(flags.map, flags), [map]);
      }
      text =
        flags.json === true
          ? `${jsonText(result)}\n`
          : planSummary(result, { world, width, from, to, bold: styled.bold });
      code = route.status === 'found' ? 0 : 1;
    }
  } finally {
    progress.end();
  }
  terminal.out(text);
  if (flags.map !== undefined && flags.json !== true) terminal.out(`  wrote ${plainText(flags.map)}\n`);
  for (const warning of world.report.warnings) terminal.error(`foulee: warning: ${plainText(warning)}\n`);
  return code;
}

/** What a method or a width needs is made when first asked for: by a route from a place to itself. */
function prepare(world: World, { at, level }: PlanEnd, width: number, method: RouteMethod, progress: Progress): Router {
  progress.begin('preparing the routes');
  const router = routerOf(world);
  findRoute(router, { from: at, to: at, fromLevel: level, toLevel: level, width, method });
  progress.begin('finding the way');
  return router;
}

function mapTarget(name: string, flags: PlanFlags): Target {
  return { option: '--map', name, force: flags.force === true };
}

function parseWidth(text: string): number {
  const width = parseNumber('--width', text, 'the diameter of a walker in metres, for example 0.5');
  if (width < 0) throw new InputError('--width', `${width} is negative`, 'give metres, for example 0.5; 0 is a point');
  return width;
}

function parseEnds({ from, to }: PlanFlags): { from: GivenEnd; to: GivenEnd } {
  for (const [option, text] of [
    ['--from', from],
    ['--to', to],
  ] as const) {
    if (text === undefined)
      throw new InputError(option, 'is missing', 'give --from x,y and --to x,y, or --pairs FILE.csv');
  }
  return { from: parseEnd('--from', from!), to: parseEnd('--to', to!) };
}
