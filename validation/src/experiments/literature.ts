/**
 * What others measured, as data: numbers with their source, for pictures and for judging. Facts only; tables as transcribed
 * from publications and from the archive of the Jülich experiments.
 */

/** Metres per second; persons per m²; persons per m² at which nobody moves (Weidmann 1993, in the form of Kladek). */
const FREE_SPEED = 1.34;
const GAMMA = 1.913;
const JAM_DENSITY = 5.4;

/** Mean walking speed at a density, metres per second (Weidmann 1993). */
export function weidmannSpeed(density: number): number {
  if (!(density > 0)) return FREE_SPEED;
  return Math.max(0, FREE_SPEED * (1 - Math.exp(-GAMMA * (1 / density - 1 / JAM_DENSITY))));
}

export interface SpeedBins {
  name: string;
  source: string;
  /** Middles of bins 0.5 wide, persons per m². */
  density: readonly number[];
  /** Metres per second. */
  speed: readonly number[];
}

const MIDDLES = [0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3.25, 3.75] as const;

/** Speeds by density in corridors, Voronoi method, unidirectional. */
export const CORRIDOR_SPEEDS: readonly SpeedBins[] = [
  {
    name: 'closed corridor of 1.8 m',
    source: 'HERMES experiments, runs ug',
    density: MIDDLES,
    speed: [1.11, 0.94, 0.7, 0.56, 0.42, 0.35, 0.23, 0.17],
  },
  {
    name: 'open corridor of 3 m',
    source: 'HERMES experiments, runs uo',
    density: MIDDLES,
    speed: [1.49, 1.42, 1.2, 1.04, 0.53, 0.39, 0.22, 0.16],
  },
];

export interface DoorFlows {
  name: string;
  /** Width in metres and persons per second, a pair per run. */
  flows: readonly (readonly [width: number, flow: number])[];
}

/** Flow through bottlenecks. */
export const DOOR_FLOWS: readonly DoorFlows[] = [
  {
    name: 'Müller 1981',
    flows: [
      [0.6, 1.482],
      [0.9, 2.264],
      [1.2, 2.751],
      [1.5, 3.574],
      [1.8, 3.817],
    ],
  },
  {
    name: 'Kretz 2006',
    flows: [
      [0.4, 0.879],
      [0.4, 0.899],
      [0.5, 1.007],
      [0.5, 1.036],
      [0.6, 1.124],
      [0.7, 1.222],
      [0.7, 1.251],
      [0.8, 1.388],
      [0.8, 1.417],
      [0.8, 1.456],
      [0.9, 1.534],
      [0.9, 1.583],
      [0.9, 1.632],
      [1, 1.71],
      [1, 1.808],
      [1, 1.876],
      [1, 2.023],
      [1.2, 2.033],
      [1.2, 2.111],
      [1.2, 2.287],
    ],
  },
  {
    name: 'Nagai 2006',
    flows: [
      [0.8, 1.737],
      [1.2, 2.582],
      [1.6, 3.257],
      [2, 3.874],
    ],
  },
  {
    name: 'Jülich 2006',
    flows: [
      [0.9, 1.593],
      [1, 1.832],
      [1.1, 1.988],
      [1.2, 2.312],
      [1.4, 2.706],
      [1.6, 2.842],
      [1.8, 3.551],
      [2, 3.549],
      [2.2, 4.063],
      [2.5, 5.116],
    ],
  },
  {
    name: 'Seyfried 2009',
    flows: [
      [0.8, 1.288],
      [0.9, 1.674],
      [1, 1.9],
      [1.1, 2.123],
      [1.2, 2.364],
    ],
  },
  {
    name: 'Daamen 2010',
    flows: [
      [0.5, 1.057],
      [0.5, 1.114],
      [0.85, 2.281],
      [0.85, 2.329],
      [0.85, 2.346],
      [0.85, 2.353],
      [1, 2.535],
      [1, 2.559],
      [1, 2.731],
      [1, 2.774],
      [1.1, 2.466],
      [1.1, 2.492],
      [1.1, 2.598],
      [1.1, 2.617],
      [1.65, 3.585],
      [1.65, 3.662],
      [1.65, 3.672],
      [1.65, 3.711],
      [1.65, 3.772],
      [1.65, 3.895],
      [2.75, 5.679],
      [2.75, 5.743],
      [2.75, 5.776],
      [2.75, 5.878],
      [2.75, 6.034],
      [2.75, 6.163],
      [2.75, 6.222],
      [2.75, 6.276],
      [2.75, 6.448],
      [2.75, 6.465],
    ],
  },
];

/** Metres one takes up in a single file at a speed: d = a + b·v (Seyfried 2005). */
export const SINGLE_FILE = { a: 0.36, b: 1.06 } as const;
