/**
 * Two steady streams that merge: a T of arms 2.4 m wide. 1.6 people a second come from either end of the bar, evenly in time, and leave
 * 0.4 m before the end of the stem; they are counted 3.6 m into it.
 */
import { playFrames } from '../instruments/emergent-instruments.ts';
import { watchPassages } from '../instruments/passages.ts';
import type { RawScenario } from '../instruments/play.ts';
import { LABORATORY } from '../instruments/populations.ts';
import type { Point, Symmetry } from '../instruments/symmetries.ts';

const SECONDS = 120;
/** People per second, from each side. */
const RATE = 1.6;

export function teeScenario({ of }: Symmetry): RawScenario {
  const ring: Point[] = [
    [0, 0],
    [18.4, 0],
    [18.4, 2.4],
    [10.4, 2.4],
    [10.4, 10],
    [8, 10],
    [8, 2.4],
    [0, 2.4],
  ];
  const west: Point[] = [
    [0, 0],
    [2.5, 0],
    [2.5, 2.4],
    [0, 2.4],
  ];
  const east: Point[] = [
    [15.9, 0],
    [18.4, 0],
    [18.4, 2.4],
    [15.9, 2.4],
  ];
  const out: Point[] = [
    [8.1, 9.6],
    [10.3, 9.6],
  ];
  const source = { rate: RATE, until: SECONDS, arrivals: 'regular' };
  return {
    environment: { walkable: [ring.map(of)] },
    profiles: { person: LABORATORY },
    areas: { west: { polygon: west.map(of) }, east: { polygon: east.map(of) } },
    exits: { out: { line: out.map(of) } },
    sources: [
      { in: 'west', ...source },
      { in: 'east', ...source },
    ],
    duration: SECONDS,
  };
}

/** People counted. */
export function mergeAtTee(symmetry: Symmetry, seed: number): number {
  const after = watchPassages([symmetry.of([8, 6]), symmetry.of([10.4, 6])]);
  playFrames(teeScenario(symmetry), seed, after.look);
  return after.between(0, SECONDS);
}
