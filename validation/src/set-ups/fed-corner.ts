/**
 * A steady stream round a corner, in a plan that is turned, mirrored, or cut by open doors nobody should notice.
 *
 *                 ┌─────┐ far   Arms of one width, 8 m long inside. People come in the first 3 m of one arm, evenly in time, and leave
 *                 │ out │       0.4 m before the end of the other. They are counted 3 m behind the corner (`after`), so that neither
 *                 │after│       the source nor the exit is what limits them.
 *     ┌───────────┘     │ width
 *     │ start           │
 *     └───────────────8─┘ 0
 */
import { playFrames } from '../instruments/emergent-instruments.ts';
import { type Passages, watchPassages } from '../instruments/passages.ts';
import type { RawScenario } from '../instruments/play.ts';
import { LABORATORY } from '../instruments/populations.ts';
import type { Point, Symmetry } from '../instruments/symmetries.ts';

/** Seconds. */
export const CORNER_SECONDS = 120;
/** Metres: an arm, inside; from the corner to where people are counted; from the exit to the end. */
const ARM = 8;
const BEHIND = 3;
const BEFORE_END = 0.4;

/** Where open doors cut the cells: across both arms, at the mouth of the corner, from the inner corner to the outer one. */
export type Cut = 'doors' | 'mouth' | 'diagonal';

export interface FedCorner {
  /** Metres. */
  width: number;
  /** People per metre of width and second. */
  inflow: number;
  symmetry: Symmetry;
  cut?: Cut;
}

function doorsOf(cut: Cut, width: number): Record<string, readonly [Point, Point]> {
  const far = ARM + width;
  if (cut === 'mouth')
    return {
      a: [
        [ARM, 0],
        [ARM, width],
      ],
    };
  if (cut === 'diagonal')
    return {
      a: [
        [ARM, width],
        [far, 0],
      ],
    };
  return {
    a: [
      [5, 0],
      [5, width],
    ],
    b: [
      [ARM, width],
      [far, width],
    ],
  };
}

export function cornerScenario({ width, inflow, symmetry: { of }, cut }: FedCorner): RawScenario {
  const far = ARM + width;
  const ring: Point[] = [
    [0, 0],
    [far, 0],
    [far, far],
    [ARM, far],
    [ARM, width],
    [0, width],
  ];
  const start: Point[] = [
    [0, 0],
    [3, 0],
    [3, width],
    [0, width],
  ];
  const out: Point[] = [
    [ARM + 0.1, far - BEFORE_END],
    [far - 0.1, far - BEFORE_END],
  ];
  const doors = Object.entries(cut === undefined ? {} : doorsOf(cut, width));
  return {
    environment: {
      walkable: [ring.map(of)],
      doors: Object.fromEntries(doors.map(([name, line]) => [name, line.map(of)])),
    },
    profiles: { person: LABORATORY },
    areas: { start: { polygon: start.map(of) } },
    exits: { out: { line: out.map(of) } },
    sources: [{ in: 'start', rate: inflow * width, until: CORNER_SECONDS, arrivals: 'regular' }],
    duration: CORNER_SECONDS,
  };
}

/** Plays the corner. @returns passages of the line behind it */
export function roundFedCorner(corner: FedCorner, seed: number): Passages {
  const { width, symmetry } = corner;
  const after = watchPassages([symmetry.of([ARM, width + BEHIND]), symmetry.of([ARM + width, width + BEHIND])]);
  playFrames(cornerScenario(corner), seed, after.look);
  return after;
}
