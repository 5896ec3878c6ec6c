/**
 * Recording → keyframes of its people: where each is and where they look, a few times a second, and when they are there.
 *
 *   window   the seconds from … to of the recording; times of keys begin at its beginning
 *   stay     rows of a person with no frame between them in which they are missing; they are gone with the first frame without them
 *   keys     of a stay: its first and last moment in the window, and every 1/fps s between these. Between two frames, and at keys
 *            between frames, people walk straight
 *   heading  of the velocity; people who stand keep the last one, and before their first step have that of the step
 *
 * Times are 32-bit floats in 3D files: keys that fall together are one, and a window is a day at most, within which LARGEST_FPS can be
 * told apart. Memory: 36 bytes a key and 24 a row beside the recording; keys are counted and bounded before they are made. Cost: rows
 * and keys; two cells are located for each key.
 */
import { indexCells, InputError, NONE, type World } from '@foulee/engine';
import { type Tracks, tracksOf, usualStep, velocitiesOf } from '../recordings/recording-frames.ts';
import type { Recording } from '../recordings/recording-rows.ts';
import { cellNear } from './cell-near.ts';
import { heightAt } from './floor-height.ts';

export interface KeyOptions {
  /** Keys a second; USUAL_FPS, or what the recording has if that is less. */
  fps?: number;
  /** Seconds of the recording; all of it. */
  from?: number;
  to?: number;
}

/** Of all people in the window, ordered by serial; keys of person p: first[p] to first[p + 1], shows likewise. */
export interface PeopleKeys {
  fps: number;
  from: number;
  to: number;
  serial: Int32Array;
  /** Metres, as told; 0: not told. */
  radius: Float64Array;
  first: Int32Array;
  /** Seconds from the beginning of the window. */
  time: Float32Array<ArrayBuffer>;
  /** x, y, height; metres from the mesh's origin. */
  place: Float64Array;
  /** Radians counter-clockwise from the x axis, without jumps of whole turns. */
  heading: Float64Array;
  showFirst: Int32Array;
  /** When the person comes (1) or is gone (0). The first is at 0. */
  showTime: Float32Array<ArrayBuffer>;
  isThere: Uint8Array;
}

const USUAL_FPS = 5;
export const LARGEST_FPS = 60;
/** A file of about 160 MB, and a gigabyte of memory to write it. */
const MOST_KEYS = 5e6;
/** Nodes of a scene that engines open. */
const MOST_PEOPLE = 20_000;
/** Seconds. */
const LONGEST = 86_400;
/** Of a key's number: 0.3 s are 3 keys of 0.1 s. */
const ROUNDING = 1e-6;
/** Metres per second: slower is standing. */
const STANDS = 0.1;

/** @param fileName for messages */
export function keysOfPeople(
  recording: Recording,
  world: World,
  fileName: string,
  options: KeyOptions,
  limits = { keys: MOST_KEYS, people: MOST_PEOPLE },
): PeopleKeys {
  const window = windowOf(recording, fileName, options);
  const tracks = tracksOf(recording);
  const stays = staysIn(recording, tracks, window);
  const isFirst = (k: number) => k === 0 || stays[k - 1].serial !== stays[k].serial;
  const people = stays.filter((_, k) => isFirst(k)).length;
  const keys = stays.reduce((sum, stay) => sum + keysIn(stay, window), 0);
  checkSize(fileName, people, keys, window, limits);
  const shows = 2 * stays.length + people;
  const all: PeopleKeys = {
    ...window,
    serial: new Int32Array(people),
    radius: new Float64Array(people),
    first: new Int32Array(people + 1),
    time: new Float32Array(keys),
    place: new Float64Array(3 * keys),
    heading: new Float64Array(keys),
    showFirst: new Int32Array(people + 1),
    showTime: new Float32Array(shows),
    isThere: new Uint8Array(shows),
  };
  const addKeys = createWalk(recording, tracks, world, window, all);
  let person = -1;
  let key = 0;
  let show = 0;
  const addShow = (seconds: number, isThere: 0 | 1) => {
    // Those that fall together are one: the later.
    const time = Math.fround(seconds - window.from);
    if (show > all.showFirst[person] && time <= all.showTime[show - 1]) show--;
    all.showTime[show] = time;
    all.isThere[show++] = isThere;
  };
  stays.forEach((stay, k) => {
    if (isFirst(k)) {
      person++;
      const told = recording.radius[stay.firstRow];
      all.serial[person] = stay.serial;
      all.radius[person] = told > 0 ? told : 0;
      all.first[person] = key;
      all.showFirst[person] = show;
      if (stay.start > window.from) addShow(window.from, 0);
    }
    addShow(stay.start, 1);
    if (stay.gone <= window.to) addShow(stay.gone, 0);
    key = addKeys(stay, key, all.first[person]);
  });
  all.first[people] = key;
  all.showFirst[people] = show;
  return all;
}

function checkSize(
  fileName: string,
  people: number,
  keys: number,
  { from, to }: Window,
  most: { keys: number; people: number },
): void {
  if (people === 0) {
    throw new InputError(
      fileName,
      `has nobody in it from ${from} s to ${to} s`,
      'choose another part with --from and --to',
    );
  }
  const number = (value: number) => value.toLocaleString('en-US');
  if (people > most.people) {
    throw new InputError(
      fileName,
      `shows ${number(people)} people, a .glb holds ${number(most.people)} here`,
      'choose a shorter part with --from and --to',
    );
  }
  if (keys > most.keys) {
    throw new InputError(
      fileName,
      `needs ${number(keys)} keyframes, a .glb holds ${number(most.keys)} here`,
      'give a lower --fps, or choose a shorter part with --from and --to',
    );
  }
}

interface Window {
  fps: number;
  from: number;
  to: number;
}

function windowOf(recording: Recording, fileName: string, options: KeyOptions): Window {
  const { time } = recording;
  if (recording.serial.length === 0) {
    throw new InputError(fileName, 'is a recording with nobody in it', 'record a run in which somebody walks');
  }
  const [begins, ends] = [time[0], time[time.length - 1]];
  const { from = begins, to = ends } = options;
  if (options.from !== undefined && from > (options.to ?? Infinity)) {
    throw new InputError('--from', `${from} s is after --to ${to} s`, 'give the earlier time to --from');
  }
  if (from > ends || to < begins) {
    const [option, seconds] = from > ends ? ['--from', from] : ['--to', to];
    throw new InputError(option, `${seconds} s is not in ${fileName}`, `give seconds from ${begins} to ${ends}`);
  }
  const window = { from: Math.max(from, begins), to: Math.min(to, ends) };
  if (window.to - window.from > LONGEST) {
    throw new InputError(fileName, 'is longer than a day', 'choose a part of it with --from and --to');
  }
  const rate = 1 / usualStep(recording);
  return { ...window, fps: Math.min(options.fps ?? USUAL_FPS, rate) };
}

/** Rows of a person without a gap. */
interface Stay {
  serial: number;
  firstRow: number;
  lastRow: number;
  /** Seconds, within the window. */
  start: number;
  end: number;
  /** Of the first frame without them; Infinity: they are there to the end. */
  gone: number;
}

/** By serial, then by time. */
function staysIn(recording: Recording, { before, after, frame }: Tracks, { from, to }: Window): Stay[] {
  const { time, serial, info } = recording;
  const usual = usualStep(recording);
  // Without what the run was, frames without anybody may be missing.
  const longest = info === undefined ? 2 * usual : Infinity;
  const isGap = (row: number, next: number) =>
    frame[next] - frame[row] > 1 || time[frame[next]] - time[frame[row]] > longest;
  const stays: Stay[] = [];
  for (let firstRow = 0; firstRow < serial.length; firstRow++) {
    if (before[firstRow] !== NONE && !isGap(before[firstRow], firstRow)) continue;
    let lastRow = firstRow;
    while (after[lastRow] !== NONE && !isGap(lastRow, after[lastRow])) lastRow = after[lastRow];
    const start = Math.max(from, time[frame[firstRow]]);
    const end = Math.min(to, time[frame[lastRow]]);
    if (start > end) continue;
    const next = frame[lastRow] + 1;
    const last = time[frame[lastRow]];
    const gone = next === time.length ? Infinity : time[next] - last > longest ? last + usual : time[next];
    stays.push({ serial: serial[firstRow], firstRow, lastRow, start, end, gone });
  }
  return stays.sort((a, b) => a.serial - b.serial || a.firstRow - b.firstRow);
}

/** Numbers of the first and the last key strictly within a stay, in 1/fps s from the beginning of the window. */
const gridIn = ({ start, end }: Stay, { from, fps }: Window): [first: number, last: number] => [
  Math.floor((start - from) * fps + ROUNDING) + 1,
  Math.ceil((end - from) * fps - ROUNDING) - 1,
];

function keysIn(stay: Stay, window: Window): number {
  const [first, last] = gridIn(stay, window);
  return 1 + Math.max(0, last - first + 1) + (stay.end > stay.start ? 1 : 0);
}

/** @returns what puts the keys of a stay behind the others, and says where the next go */
function createWalk(
  recording: Recording,
  tracks: Tracks,
  world: World,
  window: Window,
  { time: keyTime, place, heading }: PeopleKeys,
): (stay: Stay, at: number, firstOfPerson: number) => number {
  const { time, x, y, level } = recording;
  const { after, frame } = tracks;
  const { vx, vy } = velocitiesOf(recording, tracks);
  const { mesh } = world;
  const index = indexCells(mesh);
  const [originX, originY] = mesh.origin;
  const heightOf = (row: number): number => {
    const on = Math.min(Math.max(0, level[row]), mesh.levels.length - 1);
    const [hereX, hereY] = [x[row] - originX, y[row] - originY];
    const cell = cellNear(mesh, index, on, hereX, hereY);
    return cell === NONE ? mesh.levels[on].elevation : heightAt(world, cell, hereX, hereY);
  };
  /** Of the first step in a stay; NaN: they stand all the time. */
  const firstHeading = ({ firstRow, lastRow }: Stay): number => {
    for (let row = firstRow; ; row = after[row]) {
      if (Math.hypot(vx[row], vy[row]) >= STANDS) return Math.atan2(vy[row], vx[row]);
      if (row === lastRow) return Number.NaN;
    }
  };
  return (stay, from, firstOfPerson) => {
    const [first, last] = gridIn(stay, window);
    let at = from;
    let row = stay.firstRow;
    const addKey = (seconds: number) => {
      const now = Math.fround(seconds - window.from);
      if (at > firstOfPerson && now <= keyTime[at - 1]) return;
      while (row !== stay.lastRow && time[frame[after[row]]] <= seconds) row = after[row];
      const next = row === stay.lastRow ? row : after[row];
      const gap = time[frame[next]] - time[frame[row]];
      const share = gap > 0 ? Math.min(1, Math.max(0, (seconds - time[frame[row]]) / gap)) : 0;
      const between = (column: Float64Array) => column[row] + share * (column[next] - column[row]);
      const low = heightOf(row);
      keyTime[at] = now;
      place[3 * at] = between(x) - originX;
      place[3 * at + 1] = between(y) - originY;
      place[3 * at + 2] = share === 0 ? low : low + share * (heightOf(next) - low);
      const [speedX, speedY] = [between(vx), between(vy)];
      const isWalking = Math.hypot(speedX, speedY) >= STANDS;
      const isNew = at === firstOfPerson;
      const towards = isWalking ? Math.atan2(speedY, speedX) : isNew ? firstHeading(stay) || 0 : heading[at - 1];
      const turn = isNew ? 0 : towards - heading[at - 1];
      heading[at] = isNew ? towards : heading[at - 1] + turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
      at++;
    };
    addKey(stay.start);
    for (let k = first; k <= last; k++) addKey(window.from + k / window.fps);
    addKey(stay.end);
    return at;
  };
}
