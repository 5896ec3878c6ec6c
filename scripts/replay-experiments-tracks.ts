/**
 * Trajectories of experiments → tracks, and tracks → frames as the engine's measures take them.
 *
 * Real and simulated people become the same tracks, and every measure is taken from these alone: so a difference is one of people,
 * not of method. Places between two frames are interpolated; a velocity is the way from 0.3 s before to 0.3 s after, which
 * smooths the swaying of heads (PedPy takes 5 frames at 16 per second). Sources: files of the Jülich archive, as text with one row
 * per person and frame; rows of a person follow each other.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { InputError, NONE, type RecordedFrame } from '@foulee/engine';

export interface Track {
  id: number;
  /** Seconds of its first place; places follow every 1 / rate seconds. */
  from: number;
  x: number[];
  y: number[];
}

export interface Tracks {
  /** Places per second. */
  rate: number;
  people: Track[];
}

/** Seconds before and after a moment between which a velocity is taken. */
const SMOOTHING = 0.3;

/** A text file with columns id, frame, x, y. @param metres per unit of the file */
export function readTracks(path: string, rate: number, metres: number): Tracks {
  const byId = new Map<number, { first: number; last: number; x: number[]; y: number[] }>();
  readFileSync(path, 'utf8')
    .split('\n')
    .forEach((line, n) => {
      if (line.startsWith('#') || line.trim() === '') return;
      const [id, frame, x, y] = line.trim().split(/\s+/).map(Number) as [number, number, number, number];
      if (![id, frame, x, y].every(Number.isFinite)) {
        throw new InputError(`${basename(path)} line ${n + 1}`, 'is not id, frame, x, y', 'mend the line');
      }
      let track = byId.get(id);
      if (track === undefined) byId.set(id, (track = { first: frame, last: frame - 1, x: [], y: [] }));
      if (frame <= track.last) throw new InputError(basename(path), `person ${id} goes back in time`, 'sort the rows');
      // A frame or two may be missing: walk straight through.
      const gap = frame - track.last;
      const fromX = track.x.at(-1) ?? x * metres;
      const fromY = track.y.at(-1) ?? y * metres;
      for (let k = 1; k <= gap; k++) {
        track.x.push(fromX + (k / gap) * (x * metres - fromX));
        track.y.push(fromY + (k / gap) * (y * metres - fromY));
      }
      track.last = frame;
    });
  const people = [...byId].map(([id, { first, x, y }]) => ({ id, from: first / rate, x, y }));
  return { rate, people: people.sort((a, b) => a.id - b.id) };
}

export function endOf({ from, x }: Track, rate: number): number {
  return from + (x.length - 1) / rate;
}

/** First and last moment with somebody there. */
export function spanOf({ rate, people }: Tracks): [number, number] {
  let from = Infinity;
  let to = -Infinity;
  for (const track of people) {
    from = Math.min(from, track.from);
    to = Math.max(to, endOf(track, rate));
  }
  return [from, to];
}

/** Where somebody is at a moment, between its first and its last. */
export function placeAt({ from, x, y }: Track, rate: number, time: number): [number, number] {
  const at = Math.min(x.length - 1, Math.max(0, (time - from) * rate));
  const k = Math.min(x.length - 2, Math.floor(at));
  if (k < 0) return [x[0], y[0]];
  return [x[k] + (at - k) * (x[k + 1] - x[k]), y[k] + (at - k) * (y[k + 1] - y[k])];
}

export function velocityAt(track: Track, rate: number, time: number): [number, number] {
  const before = Math.max(track.from, time - SMOOTHING);
  const after = Math.min(endOf(track, rate), time + SMOOTHING);
  if (!(after > before)) return [0, 0];
  const [px, py] = placeAt(track, rate, before);
  const [qx, qy] = placeAt(track, rate, after);
  return [(qx - px) / (after - before), (qy - py) / (after - before)];
}

/** Everybody at a moment, as the engine's measures take it. */
export function frameAt({ rate, people }: Tracks, time: number): RecordedFrame {
  const there = people.filter((track) => time >= track.from - 1e-9 && time <= endOf(track, rate) + 1e-9);
  const frame: RecordedFrame = {
    step: Math.round(time * rate),
    time,
    count: there.length,
    serial: Int32Array.from(there, ({ id }) => id),
    place: new Float64Array(2 * there.length),
    velocity: new Float64Array(2 * there.length),
    level: new Int32Array(there.length),
    cell: new Int32Array(there.length).fill(NONE),
    radius: new Float64Array(there.length).fill(Number.NaN),
  };
  there.forEach((track, i) => {
    frame.place.set(placeAt(track, rate, time), 2 * i);
    frame.velocity.set(velocityAt(track, rate, time), 2 * i);
  });
  return frame;
}
