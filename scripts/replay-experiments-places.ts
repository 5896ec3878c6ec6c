/**
 * The experiments that are replayed, as data: file, place, where people go, where is measured, and the figures already known.
 *
 *        8.5 ┌─────────────┐   Corridor of 1.8 m (uo-<entrance>-<corridor>-<exit>, cm): people come from above, through a
 *            │   ↓  ↓  ↓   │   gap that the camera does not see, go through 8 m of corridor and out by a gap in the middle
 *          4 └──┐       ┌──┘   of its lower end. The geometry is what PedPy's examples have; trajectories agree with it.
 *            −1 │ ░░░░░ │      ░: where density and speed are measured, |y| < 1. N(t): at the exit, y = −4.
 *         −4 ┌──┘▀▀   ▀▀└──┐   Bottleneck of 0.5 m (040_c): standing people go through a gap with slanted lips, 1.1 m
 *            └─────────────┘   long; read off the trajectories. Corridor of 4 m (bi_corr): from both ends.
 *
 * Sources: Jülich archive, HERMES (uo, bi_corr), 10.34735/ped.2018.1 (040_c).
 */
import { METRES, type Plan } from '@foulee/engine';

type Ring = [number, number][];
export type Line = [number, number, number, number];

export interface Experiment {
  name: string;
  /** Within the folder of trajectories. */
  file: string;
  rate: number;
  /** Per unit of the file. */
  metres: number;
  floor: Ring;
  obstacles: Ring[];
  /** Each person goes to the exit that its track ended nearest to. */
  exits: Line[];
  area: Ring;
  /** Flow through the area, and N(t); walking to the left of it counts. */
  flowLine: Line;
  exitLine: Line;
  /** Seconds of the steady state; none: from 20 % to 80 % of the passages. */
  steady: [number, number] | null;
  /** People stand from the first frame on and start together. */
  areWaiting: boolean;
  /** Persons per second, per m², m/s: as others measured. */
  known: { flow: number; density?: number; speed?: number } | null;
}

/** Steady frames at 16 per second (PedPy); flow, density, speed (§3.6). */
const CORRIDORS: [name: string, from: number, to: number, flow: number, density: number, speed: number][] = [
  ['uo-050-180-180', 211, 800, 1.2, 0.5, 1.34],
  ['uo-060-180-180', 243, 771, 1.42, 0.55, 1.39],
  ['uo-070-180-180', 203, 1113, 1.55, 0.65, 1.33],
  ['uo-100-180-180', 200, 790, 2.39, 1.13, 1.18],
  ['uo-145-180-180', 300, 1097, 2.81, 1.57, 1],
  ['uo-180-180-070', 500, 1399, 1.7, 2.89, 0.35],
  ['uo-180-180-095', 400, 1350, 1.83, 2.34, 0.44],
  ['uo-180-180-120', 300, 1099, 2.42, 2.04, 0.66],
  ['uo-180-180-180', 400, 1284, 2.89, 1.63, 0.99],
];

const CORRIDOR_RATE = 16;

function corridor([name, from, to, flow, density, speed]: (typeof CORRIDORS)[number]): Experiment {
  const exit = Number(name.slice(-3)) / 100;
  const [left, right] = [0.9 - exit / 2, 0.9 + exit / 2];
  return {
    name,
    file: `uni/${name}.txt`,
    rate: CORRIDOR_RATE,
    metres: 0.01,
    floor: [
      [-1, 8.5],
      [-1, 4],
      [0, 4],
      [0, -4],
      [-1, -4],
      [-1, -7],
      [2.8, -7],
      [2.8, -4],
      [1.8, -4],
      [1.8, 4],
      [2.8, 4],
      [2.8, 8.5],
    ],
    // Boards of 10 cm that leave the exit open.
    obstacles: exit < 1.8 ? [board(-1, left), board(right, 2.8)] : [],
    exits: [[-0.8, -6.5, 2.6, -6.5]],
    area: [
      [0, -1],
      [1.8, -1],
      [1.8, 1],
      [0, 1],
    ],
    flowLine: [1.8, 0, 0, 0],
    exitLine: [1.8, -4, 0, -4],
    steady: [from / CORRIDOR_RATE, to / CORRIDOR_RATE],
    areWaiting: false,
    known: { flow, density, speed },
  };
}

function board(from: number, to: number): Ring {
  return [
    [from, -4.1],
    [to, -4.1],
    [to, -4],
    [from, -4],
  ];
}

const BOTTLENECK: Experiment = {
  name: '040_c_56_h-',
  file: 'bottleneck/040_c_56_h-.txt',
  rate: 25,
  metres: 1,
  floor: [
    [-2.8, 0],
    [-0.4, 0],
    [-0.25, -0.15],
    [-0.25, -1.1],
    [-2.8, -1.1],
    [-2.8, -4],
    [2.8, -4],
    [2.8, -1.1],
    [0.25, -1.1],
    [0.25, -0.15],
    [0.4, 0],
    [2.8, 0],
    [2.8, 7],
    [-2.8, 7],
  ],
  obstacles: [],
  exits: [[-2.5, -3, 2.5, -3]],
  area: [
    [-0.4, 0.5],
    [0.4, 0.5],
    [0.4, 1.3],
    [-0.4, 1.3],
  ],
  flowLine: [0.4, -0.1, -0.4, -0.1],
  exitLine: [0.4, -0.1, -0.4, -0.1],
  steady: null,
  areWaiting: true,
  known: { flow: 1.15, density: 7.8 },
};

const COUNTER_FLOW: Experiment = {
  name: 'bi_corr_400_b_03',
  file: 'bi/bi_corr_400_b_03.txt',
  rate: 25,
  metres: 0.01,
  floor: [
    [-5, 0],
    [5.6, 0],
    [5.6, 4],
    [-5, 4],
    [-5, 5],
    [-6.6, 5],
    [-6.6, -1],
    [-5, -1],
  ],
  obstacles: [],
  exits: [
    [5.4, 0.1, 5.4, 3.9],
    [-6.4, -0.9, -6.4, 4.9],
  ],
  area: [
    [-2, 0],
    [2, 0],
    [2, 4],
    [-2, 4],
  ],
  flowLine: [0, 4, 0, 0],
  exitLine: [0, 4, 0, 0],
  steady: null,
  areWaiting: false,
  known: null,
};

export const UNIDIRECTIONAL: readonly Experiment[] = [...CORRIDORS.map(corridor), BOTTLENECK];
export const BIDIRECTIONAL: readonly Experiment[] = [COUNTER_FLOW];

export function planOf({ name, floor, obstacles }: Experiment): Plan {
  const ring = (points: Ring) => Float64Array.from(points.flat());
  return {
    name,
    frame: METRES,
    levels: [
      {
        name: '0',
        elevation: 0,
        polygons: [
          { role: 'walkable', rings: [ring(floor)] },
          ...obstacles.map((points) => ({ role: 'obstacle' as const, rings: [ring(points)] })),
        ],
        lines: [],
        floor: 'polygons',
        margin: 0,
      },
    ],
    doors: [],
    links: [],
  };
}
