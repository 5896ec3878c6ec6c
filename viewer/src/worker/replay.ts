/**
 * A recording → what a live run gives: a world to be drawn, people, moments, a summary. Runs in the worker; nothing here posts.
 *
 * If the scenario of the run is open, its world is the place, with levels and stairs. Else it is the walkable area the recording
 * carries, all of it, each level at its height and joined by its stairs where it tells them (else stairs are flat); one that carries
 * none (CSV, text of others) gets a floor around everybody. Where a file tells no velocities they are taken from places (recording-frames.ts of formats). Cost: linear in rows.
 */
import {
  addDeparture,
  almostAllAt,
  type BuildReport,
  buildWorld,
  createDepartures,
  createReport,
  indexCells,
  InputError,
  NONE,
  nearestWalkable,
  type Plan,
  type RecordedDecision,
  type RecordedLevel,
  type RecordingInfo,
  type World,
} from '@foulee/engine';
import { readEnvironment, readRecording, type Recording, tracksOf, velocitiesOf, withInfo } from '@foulee/formats';
import { cellNear } from '../run/cell-near.ts';
import { heightAt } from './draw-place.ts';
import { meshKeyOf } from './mesh-key.ts';
import { decisionsOf, peopleOf } from './replay-people.ts';
import {
  MOMENT,
  type Moment,
  type Person,
  type RunInfo,
  STANDS,
  VX,
  VY,
  WAITED,
  WALKED,
  X,
  Y,
  Z,
} from '../protocol/moment.ts';
import type { HeldFile, RunSummary } from '../protocol/protocol.ts';

export interface Replay {
  world: World;
  info: RunInfo;
  people: Person[];
  /** Empty without its table. */
  decisions: RecordedDecision[];
  summary: RunSummary;
  recording: Recording;
  /** The world is that of the open scenario. */
  isKnown: boolean;
}

/** The open scenario: its name, and its world. Without a name it was opened together with the recording, and is meant whatever that is called. */
export interface Known {
  name?: string;
  world: World;
}

export interface ReplayLimits {
  bytes: number;
  /** Walkers times frames. */
  rows: number;
}

/** What a page can hold: a row takes 48 bytes while it is read and 38 while it is shown. */
export const LIMITS: ReplayLimits = { bytes: 1e9, rows: 2e7 };

/** Metres: floor around everybody, where the file tells of none. */
const AROUND = 1;
/** Rows that are looked at to see whether a floor is theirs, and metres they may be beside it. */
const LOOKED_AT = 300;
const BESIDE = 0.3;

export async function readReplay(
  file: HeldFile,
  progress: (stage: string) => void,
  known?: Known,
  limits = LIMITS,
): Promise<Replay> {
  if (file.bytes.length > limits.bytes) {
    throw new InputError(
      file.name,
      `is too large for the page: ${megabytes(file.bytes.length)} of at most ${megabytes(limits.bytes)}`,
      'save it as .parquet, or open a shorter part of it',
    );
  }
  progress(`reading ${file.name}`);
  const read = await readRecording(file.bytes, file.name);
  const { info } = file;
  const isTold = info === undefined || read.info !== undefined;
  const recording = isTold ? read : withInfo(read, new TextDecoder().decode(info.bytes), info.name);
  const rows = recording.serial.length;
  if (rows === 0) {
    throw new InputError(file.name, 'is a recording with nobody in it', 'record a run in which somebody walks');
  }
  if (rows > limits.rows) {
    throw new InputError(
      file.name,
      `has ${rows.toLocaleString('en')} rows, the page holds ${limits.rows.toLocaleString('en')}`,
      'open a shorter part of it, or every second frame',
    );
  }
  const { people, profiles, itineraries, destinations } = await peopleOf(recording, file.people);
  const decisions = await decisionsOf(recording, file.decisions);
  progress('building the place');
  const isMeant = known !== undefined && (known.name === undefined || known.name === recording.info?.name);
  const isKnown = isMeant && fits(recording, known.world);
  const world = isKnown ? known.world : await placeOf(recording, file.name);
  const name = recording.info?.name ?? file.name.replace(/\.[^.]*$/, '');
  const step = usualStep(recording);
  const seconds = recording.time.at(-1)!;
  const inside = rows - recording.first[recording.time.length - 1];
  const almostAll = almostAllGoneAt(recording, people.length);
  return {
    world,
    info: {
      name,
      seed: recording.info?.seed ?? 0,
      step,
      duration: seconds,
      threads: 0,
      profiles,
      itineraries,
    },
    people,
    decisions,
    summary: {
      isRecording: true,
      entered: people.length,
      arrived: people.length - inside,
      inside,
      seconds,
      hash: '',
      warnings: recording.warnings,
      ...(almostAll === undefined ? {} : { almostAllAt: almostAll }),
      ...(destinations === undefined ? {} : { destinations }),
    },
    recording,
    isKnown,
  };
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;

/** Do people of the recording walk on this floor? A few hundred rows tell. */
function fits({ x, y, level }: Recording, { mesh }: World): boolean {
  const index = indexCells(mesh);
  const [originX, originY] = mesh.origin;
  const every = Math.max(1, Math.floor(x.length / LOOKED_AT));
  for (let row = 0; row < x.length; row += every) {
    if (!(level[row] >= 0 && level[row] < mesh.levels.length)) return false;
    const place = nearestWalkable(mesh, index, level[row], x[row] - originX, y[row] - originY, BESIDE);
    if (place === undefined) return false;
  }
  return true;
}

/** The floor the file tells of, or a box around everybody. What is to be known of it, and of the recording, is among its warnings. */
async function placeOf(recording: Recording, fileName: string): Promise<World> {
  const warnings = [...recording.warnings];
  const world = await floorOf(recording, fileName, warnings);
  world.report.warnings.push(...warnings);
  return world;
}

async function floorOf({ info, x, y, level }: Recording, fileName: string, warnings: string[]): Promise<World> {
  const levels = info?.levels ?? [];
  if (levels.length > 1 && levels.every(({ walkableArea = '' }) => /\d/.test(walkableArea))) {
    try {
      return await worldOfLevels(info!, levels, warnings);
    } catch {
      // Said below: what holds of one level holds of all together.
    }
  }
  if (level.some((one) => one !== level[0])) {
    warnings.push(
      'a recording does not tell how high its levels are: they are drawn on one another unless its scenario is open',
    );
  }
  if (info !== undefined && info.walkableArea !== '') {
    try {
      return await worldOf(info.walkableArea, info.name);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      warnings.push(`the walkable area in ${fileName} could not be used (${why}): a floor is drawn around everybody`);
    }
  } else warnings.push(`${fileName} does not tell of a place: a floor is drawn around everybody`);
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let row = 0; row < x.length; row++) {
    left = Math.min(left, x[row]);
    right = Math.max(right, x[row]);
    bottom = Math.min(bottom, y[row]);
    top = Math.max(top, y[row]);
  }
  left -= AROUND;
  bottom -= AROUND;
  right += AROUND;
  top += AROUND;
  const ring = [left, bottom, right, bottom, right, top, left, top, left, bottom];
  const corners = [0, 2, 4, 6, 8].map((k) => `${ring[k]} ${ring[k + 1]}`);
  return worldOf(`POLYGON ((${corners.join(', ')}))`, info?.name ?? fileName);
}

async function worldOf(wkt: string, name: string): Promise<World> {
  const report = createReport();
  return buildWorld({ ...(await planOf(wkt, report)), name }, {}, report);
}

async function worldOfLevels(
  { name, links }: RecordingInfo,
  levels: readonly RecordedLevel[],
  warnings: string[],
): Promise<World> {
  const report = createReport();
  const plans = await Promise.all(levels.map(({ walkableArea = '' }) => planOf(walkableArea, report)));
  const own = plans.map((plan, k) => ({
    ...plan.levels[0],
    name: levels[k].name,
    elevation: levels[k].elevation,
  }));
  const plan = { ...plans[0], name, levels: own };
  if (links === undefined) {
    warnings.push('the recording does not tell of stairs: they are drawn flat unless its scenario is open');
    return buildWorld(plan, {}, report);
  }
  try {
    const joined = links.map((link) => ({ ...link, corners: Float64Array.from(link.corners) }));
    return buildWorld({ ...plan, links: joined }, {}, report);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const world = buildWorld(plan);
    warnings.push(`the stairs in the recording could not be used (${why}): they are drawn flat`);
    return world;
  }
}

async function planOf(wkt: string, report: BuildReport): Promise<Plan> {
  const options = { as: 'walkable', crs: 'local' } as const;
  const read = await readEnvironment(new TextEncoder().encode(wkt), 'walkable area.wkt', options, report);
  if (read.kind !== 'plan') throw new InputError('walkable area', 'is no plan', 'give it as WKT');
  // What was floor in the run is floor here, also behind a closed door and on a level that nothing joins.
  return { ...read.plan, isAllWanted: true };
}

/** Seconds between two frames, of most of them. */
function usualStep({ time, info }: Recording): number {
  const gaps = Array.from(time.subarray(1), (t, f) => t - time[f]).filter((gap) => gap > 0);
  if (gaps.length === 0) return info === undefined ? 0.1 : info.step * info.every;
  gaps.sort((a, b) => a - b);
  // 1.1 − 1.0 is not 0.1.
  return Number(gaps[gaps.length >> 1].toFixed(6)) || gaps[gaps.length >> 1];
}

/** Seconds after which 95 % of all were gone: not seen in a frame, nor in any after it. Undefined: they were not. */
function almostAllGoneAt({ time, first, serial }: Recording, all: number): number | undefined {
  const departures = createDepartures();
  const lastFrame = new Map<number, number>();
  for (let f = 0; f < time.length; f++) {
    for (let row = first[f]; row < first[f + 1]; row++) lastFrame.set(serial[row], f);
  }
  const frames = [...lastFrame.values()].filter((f) => f + 1 < time.length).sort((a, b) => a - b);
  for (const f of frames) addDeparture(departures, time[f + 1], NONE);
  return almostAllAt(departures, all);
}

/**
 * All moments in order. Two frames of the same time are one: the later. Each row is located once, on
 * the level that the recording gives, or on the only level of a place without levels.
 * @param world the one the page shows: that of the recording, with what events put in at its start
 */
export function* momentsOf({ recording }: Replay, world: World): Generator<Moment> {
  const { time, first, serial, x, y } = recording;
  const [originX, originY] = world.mesh.origin;
  const { mesh } = world;
  const index = indexCells(mesh);
  const meshKey = meshKeyOf(mesh);
  const tracks = tracksOf(recording);
  const { before, frame } = tracks;
  const { vx, vy } = velocitiesOf(recording, tracks);
  const walked = new Float64Array(serial.length);
  const waited = new Float64Array(serial.length);
  for (let f = 0; f < time.length; f++) {
    const from = first[f];
    const count = first[f + 1] - from;
    const numbers = new Float32Array(MOMENT * count);
    const cell = new Int32Array(count);
    const level = new Int16Array(count);
    for (let k = 0; k < count; k++) {
      const row = from + k;
      const speedX = vx[row];
      const speedY = vy[row];
      const past = before[row];
      if (past !== NONE) {
        walked[row] = walked[past] + Math.hypot(x[row] - x[past], y[row] - y[past]);
        const stands = Math.hypot(speedX, speedY) < STANDS;
        waited[row] = stands ? waited[past] + time[f] - time[frame[past]] : 0;
      }
      const at = MOMENT * k;
      const [hereX, hereY] = [x[row] - originX, y[row] - originY];
      const on = Math.min(Math.max(0, recording.level[row]), mesh.levels.length - 1);
      const under = cellNear(mesh, index, on, hereX, hereY);
      cell[k] = under;
      level[k] = on;
      numbers[at + X] = hereX;
      numbers[at + Y] = hereY;
      numbers[at + Z] = under === NONE ? mesh.levels[on].elevation : heightAt(world, under, hereX, hereY);
      numbers[at + VX] = speedX;
      numbers[at + VY] = speedY;
      numbers[at + WALKED] = walked[row];
      numbers[at + WAITED] = waited[row];
    }
    if (time[f + 1] === time[f]) continue;
    yield { time: time[f], serial: serial.slice(from, from + count), numbers, cell, level, meshKey };
  }
}
