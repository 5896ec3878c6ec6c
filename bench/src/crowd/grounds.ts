/**
 * Where the crowds of the benchmark walk: how many walkers at which density → a plan with just that much floor.
 *
 * `openSquare` is empty: for the comparison with peers alone. `quarter` is a square of blocks side by side, each with a solid
 * building or a room with four doors, and pillars in the streets; walkers need routes there. The street's width is set
 * so that the floor fits the number; the share of walls is about the same for all sizes.
 *
 *      ┌─  ─┐       ┌────┐          a block: pitch × pitch metres
 *      │room│   ▫   │solid│   ▫     ▫ pillars where four blocks meet
 *      └─  ─┘       └────┘
 */
import { METRES, type Plan, type PlanPolygon } from '@foulee/engine';
import type { City } from '../city.ts';
import { ringArea } from '../city/convex.ts';
import { NO_DEFECTS } from '../city/defects.ts';

export interface Ground {
  name: string;
  plan: Plan;
  /** The same as obstacles on a floor, which is what the peer's mesh is made of. */
  city: City;
}

/** Metres. */
const PITCH = 12;
const SOLID = 5;
const ROOM = 7;
const ROOM_WALL = 0.4;
const DOOR = 1.8;
const PILLAR = 0.5;

export function openSquare(walkers: number, density: number): Ground {
  return groundOf('open square', Math.sqrt(walkers / density), []);
}

export function quarter(walkers: number, density: number): Ground {
  const area = walkers / density;
  const blocks = Math.max(2, Math.round(Math.sqrt(area) / PITCH));
  const covered = areaOf(obstaclesOf(blocks, PITCH));
  const pitch = Math.sqrt((area + covered) / (blocks * blocks));
  return groundOf('walls and routes', blocks * pitch, obstaclesOf(blocks, pitch));
}

function obstaclesOf(blocks: number, pitch: number): number[][] {
  const rings: number[][] = [];
  for (let row = 0; row < blocks; row++) {
    for (let column = 0; column < blocks; column++) {
      const x = (column + 0.5) * pitch;
      const y = (row + 0.5) * pitch;
      if ((row + column) % 2 === 0) rings.push(square(x, y, SOLID / 2));
      else rings.push(...roomAt(x, y));
      if (row > 0 && column > 0) rings.push(square(column * pitch, row * pitch, PILLAR / 2));
    }
  }
  return rings;
}

/** Counter-clockwise. */
function square(x: number, y: number, half: number): number[] {
  return [x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half];
}

/** Four corners of wall, a door between each two. */
function roomAt(x: number, y: number): number[][] {
  const out = ROOM / 2;
  const into = out - ROOM_WALL;
  const door = DOOR / 2;
  // The corner at the upper right, then turned by right angles.
  const corner: [number, number][] = [
    [door, into],
    [into, into],
    [into, door],
    [out, door],
    [out, out],
    [door, out],
  ];
  return [0, 1, 2, 3].map((turns) =>
    corner.flatMap(([cx, cy]) => {
      let [px, py] = [cx, cy];
      for (let k = 0; k < turns; k++) [px, py] = [-py, px];
      return [x + px, y + py];
    }),
  );
}

function areaOf(rings: readonly number[][]): number {
  return rings.reduce((sum, ring) => sum + ringArea(ring), 0);
}

function groundOf(name: string, side: number, rings: readonly number[][]): Ground {
  const obstacles = rings.map((ring): PlanPolygon => ({ role: 'obstacle', rings: [Float64Array.from(ring)] }));
  const floor: PlanPolygon = { role: 'walkable', rings: [Float64Array.of(0, 0, side, 0, side, side, 0, side)] };
  const planOf = (polygons: PlanPolygon[]): Plan => ({
    name,
    frame: { ...METRES },
    levels: [{ name: 'ground', elevation: 0, polygons, lines: [], floor: 'polygons', margin: 0 }],
    doors: [],
    links: [],
  });
  return {
    name,
    plan: planOf([floor, ...obstacles]),
    city: {
      plan: planOf(obstacles),
      corners: rings.reduce((sum, ring) => sum + ring.length / 2, 0),
      box: [0, 0, side, side],
      walkableArea: side * side - areaOf(rings),
      defects: { ...NO_DEFECTS },
    },
  };
}
