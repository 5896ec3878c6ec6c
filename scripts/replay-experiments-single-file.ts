/**
 * Single-file runs of the archive (csv: ID, Frame, x, y, v_x, v_y; every tenth frame of 25 per second) → the room a person takes and its
 * speed. The camera sees a straight piece of a loop: in each frame people are put in order along
 * x, and everybody but the foremost has a headway to the next ahead.
 */
import { readFileSync } from 'node:fs';

export interface SingleFile {
  /** Metres, and metres per second, of each person and frame with somebody ahead. */
  headway: number[];
  speed: number[];
}

/** Metres: nobody in a file keeps less or more; else somebody between them was not seen. */
const HEADWAYS = [0.15, 3] as const;

export function readSingleFile(path: string): SingleFile {
  const frames = new Map<number, { x: number; v: number }[]>();
  for (const line of readFileSync(path, 'utf8').split('\n').slice(1)) {
    const [, frame, x, , v] = line.split(',').map(Number);
    if (frame === undefined || x === undefined || v === undefined || Number.isNaN(x + v)) continue;
    const there = frames.get(frame) ?? [];
    frames.set(frame, there);
    there.push({ x, v });
  }
  const all = [...frames.values()];
  const way = Math.sign(all.flat().reduce((sum, { v }) => sum + v, 0));
  const headway: number[] = [];
  const speed: number[] = [];
  for (const there of all) {
    there.sort((a, b) => way * (b.x - a.x));
    for (let i = 1; i < there.length; i++) {
      const d = way * (there[i - 1].x - there[i].x);
      if (d < HEADWAYS[0] || d > HEADWAYS[1]) continue;
      headway.push(d);
      speed.push(way * there[i].v);
    }
  }
  return { headway, speed };
}
