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
  createDepartures,
  indexCells,
  InputError,
  NONE,
  nearestWalkable,
  type RecordedDecision,
  type World,
} from '@foulee/engine';
import {
  cellNear,
  heightAt,
  readRecording,
  type Recording,
  tracksOf,
  usualStep,
  velocitiesOf,
  withInfo,
} from '@foulee/formats';
import { worldOfRecording } from '@foulee/formats/model';
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
  const world = isKnown ? known.world : worldOfRecording(recording, file.name, ' unless its scenario is open');
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
