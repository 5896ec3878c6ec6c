/**
 * `foulee inspect ENV`: build everything, say what came out, draw it, check it (cli.md).
 *
 *   1. options and targets, so that what cannot work fails before the work
 *   2. read the file                    3. build the world
 *   4. run the checkers (--check)       5. write the pictures (--map, --cells)
 *   6. say it: JSON or a summary
 */
import { realpath } from 'node:fs/promises';
import { buildWorld, checkWorld, createReport, InputError, type World } from '@foulee/engine';
import { basename, dirname, join } from 'node:path';
import { cellsToGeoJson, MAP_COLOURINGS, type MapColouring, worldToSvg } from '@foulee/formats';
import type { EnvironmentFlags } from './environment-options.ts';
import { buildOptions, environmentSettings, parseChoice, parseNumber, readBytes, readPlace } from './environment.ts';
import { type InspectResult, inspectResult, type StageTimes } from './inspect-result.ts';
import { inspectSummary } from './inspect-summary.ts';
import { jsonText, plainText, type Terminal } from './output.ts';
import { createProgress, type Progress } from './progress.ts';
import { checkTarget, writeWhole } from './write-file.ts';

export interface InspectFlags extends EnvironmentFlags {
  width: string;
  json?: boolean;
  cells?: string;
  map?: string;
  colour?: string;
  check?: boolean;
}

/** Bytes from which on a file is announced as work that takes its time. */
const LARGE_FILE = 4e6;

/** Exit code: 0, or 1 when --check found something. */
export async function inspect(file: string, flags: InspectFlags, terminal: Terminal): Promise<number> {
  const settings = environmentSettings(flags);
  const width = parseNumber('--width', flags.width, 'the diameter of a walker in metres, for example 0.5');
  if (!(width > 0 && width <= 100)) {
    throw new InputError('--width', `${width} is no width of a walker`, 'give metres, for example 0.5');
  }
  const colour = colouring(flags);
  await checkTargets(file, flags);

  const clock = startClock();
  const bytes = await readBytes(file);
  const stages = 4 + [flags.check, flags.map, flags.cells].filter(Boolean).length;
  const progress = createProgress(terminal, stages, bytes.length >= LARGE_FILE);
  let world: World;
  let format: string;
  let findings: string[] | undefined;
  try {
    progress.begin('reading the file');
    const report = createReport();
    const environment = await readPlace(bytes, file, settings, report);
    format = environment.format;
    const source = environment.kind === 'plan' ? environment.plan : environment.soup;
    const options = buildOptions(settings, source.frame);
    clock.begin('map');
    options.progress = (stage) => {
      if (stage === 'cells') clock.begin('subdivision');
      progress.begin(STAGES[stage]);
    };
    world = buildAround(settings.flags.seedPoint ?? [], options.seedPoints ?? [], () =>
      buildWorld(source, options, report),
    );
    clock.end();
    if (flags.check === true) {
      progress.begin('checking');
      findings = checkWorld(world);
    }
    await writePictures(world, flags, { colour, width }, progress);
  } finally {
    progress.end();
  }

  const result = inspectResult(world, width, clock.wall, clock.cpu);
  if (findings !== undefined) result.findings = findings;
  say(result, world, format, width, flags, terminal);
  return findings !== undefined && findings.length > 0 ? 1 : 0;
}

const STAGES = { cut: 'cutting the model', map: 'building the map', cells: 'building the cells' } as const;

function colouring(flags: InspectFlags): MapColouring {
  if (flags.colour === undefined) return 'cell';
  if (flags.map === undefined) {
    throw new InputError('--colour', 'there is no map to colour', 'add --map FILE.svg');
  }
  return parseChoice('--colour', flags.colour, MAP_COLOURINGS);
}

async function checkTargets(file: string, flags: InspectFlags): Promise<void> {
  // A file that is not there yet is told by its folder.
  const real = (path: string) =>
    realpath(path).catch(async () => join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path)));
  const taken = new Map([[await real(file), 'the file that is read']]);
  for (const option of ['map', 'cells'] as const) {
    const target = flags[option];
    if (target === undefined) continue;
    await checkTarget(`--${option}`, target);
    const path = await real(target);
    const by = taken.get(path);
    if (by !== undefined) throw new InputError(`--${option}`, `${target} is ${by}`, 'give another name');
    taken.set(path, `what --${option} writes`);
  }
}

/** The build knows a seed point in metres; a person knows it as they typed it. */
function buildAround(texts: string[], metres: [number, number][], build: () => World): World {
  try {
    return build();
  } catch (error) {
    if (error instanceof InputError) {
      const i = metres.findIndex(([x, y]) => error.where === `--seed-point ${x},${y}`);
      if (i >= 0) throw new InputError(`--seed-point ${texts[i]}`, error.what, error.remedy);
    }
    throw error;
  }
}

async function writePictures(
  world: World,
  flags: InspectFlags,
  drawing: { colour: MapColouring; width: number },
  progress: Progress,
): Promise<void> {
  if (flags.map !== undefined) {
    progress.begin('drawing the map');
    await writeWhole('--map', flags.map, [worldToSvg(world, drawing)]);
  }
  if (flags.cells !== undefined) {
    progress.begin('writing the cells');
    await writeWhole('--cells', flags.cells, cellsToGeoJson(world.mesh, world.plan.frame));
  }
}

function say(
  result: InspectResult,
  world: World,
  format: string,
  width: number,
  flags: InspectFlags,
  terminal: Terminal,
): void {
  if (flags.json === true) {
    terminal.out(`${jsonText(result)}\n`);
  } else {
    const styled = terminal.outIsTerminal && process.env['NO_COLOR'] === undefined;
    const bold = (text: string) => (styled ? `\u001b[1m${text}\u001b[22m` : text);
    terminal.out(inspectSummary(result, { world, format, width, bold }));
    for (const target of [flags.map, flags.cells]) {
      if (target !== undefined) terminal.out(`  wrote ${plainText(target)}\n`);
    }
  }
  for (const warning of result.warnings) terminal.error(`foulee: warning: ${plainText(warning)}\n`);
}

/** Wall and processor time of each stage; `begin` ends the stage before. */
function startClock() {
  const zero = (): StageTimes => ({ import: 0, map: 0, subdivision: 0, topology: null, routing: null, total: 0 });
  const wall = zero();
  const cpu = zero();
  const read = () => {
    const { user, system } = process.cpuUsage();
    return [performance.now(), (user + system) / 1000] as const;
  };
  let stage: 'import' | 'map' | 'subdivision' = 'import';
  let since = read();
  const end = () => {
    const now = read();
    for (const [times, elapsed] of [
      [wall, now[0] - since[0]],
      [cpu, now[1] - since[1]],
    ] as const) {
      const rounded = Math.round(elapsed * 1000) / 1000;
      times[stage] += rounded;
      times.total = Math.round((times.total + rounded) * 1000) / 1000;
    }
    since = now;
  };
  const begin = (next: typeof stage) => {
    end();
    stage = next;
  };
  return { wall, cpu, begin, end };
}
