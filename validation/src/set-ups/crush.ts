/**
 * Rooms fed faster than they empty, with pillars and slanting walls, full from the start, and of people of all sizes: wheelchairs,
 * luggage, children. There is one exit, in a corner. More people come in another corner and in the middle of the crowd, wherever
 * there is room. In one of the rooms people walk in groups, in the other everybody is alone.
 */
import { type Box, playFrames } from '../instruments/emergent-instruments.ts';
import { type Depths, deepestOverlaps } from '../instruments/cores.ts';
import { floor } from '../instruments/places.ts';

const SECONDS = 120;
/** Persons per m² at the start; people per second who come in the corner and in the middle. */
const DENSITY = 3.5;
const CORNER = 3;
const CENTRE = 10;
const MIX = { town: 60, wheelchair: 5, luggage: 20, child: 15 };

export interface CrushRoom {
  width: number;
  height: number;
  isInGroups: boolean;
}

export const CRUSH_ROOMS: readonly CrushRoom[] = [
  { width: 12, height: 18, isInGroups: true },
  { width: 18, height: 14, isInGroups: false },
];

/** Deepest overlaps of the run, and how many are in the room at its end. */
export function crush({ width, height, isInGroups }: CrushRoom, seed: number): Depths & { people: number } {
  const deepest: Depths = { bodies: 0, cores: 0 };
  const at = (x: number, y: number): [number, number] => [x * width, y * height];
  const pillar = (x: number, y: number, half: number): Box => {
    const [cx, cy] = at(x, y);
    return [cx - half, cy - half, cx + half, cy + half];
  };
  const inner: Box = [0.1 * width, 0.1 * height, 0.9 * width, 0.9 * height];
  const { run } = playFrames(
    {
      environment: {
        walkable: floor([[0, 0, width, height]]),
        obstacles: floor([pillar(0.3, 0.3, 0.4), pillar(0.72, 0.65, 0.9), pillar(0.25, 0.68, 0.2)]),
        lines: [
          [at(0.3, 0.1), at(0.12, 0)],
          [at(0.13, 0.28), at(0, 0.5)],
          [at(0.5, 0.53), at(0.75, 0.42)],
          [at(0.74, 0.85), at(0.55, 1)],
        ],
      },
      exits: { out: { box: [0, 0, 2, 2] } },
      walkers: [{ in: { box: inner }, density: DENSITY, profile: MIX, ...(isInGroups ? { companions: 'town' } : {}) }],
      sources: [
        { in: { box: [0, height - 4, 4, height] }, rate: CORNER },
        { in: { box: [width / 2 - 3, height / 2 - 3, width / 2 + 3, height / 2 + 3] }, rate: CENTRE },
      ],
      limits: { maxWalkers: 4000 },
      duration: SECONDS,
    },
    seed,
    (frame) => {
      const { bodies, cores } = deepestOverlaps(frame);
      deepest.bodies = Math.max(deepest.bodies, bodies);
      deepest.cores = Math.max(deepest.cores, cores);
    },
  );
  return { ...deepest, people: run.simulation.crowd.count };
}
