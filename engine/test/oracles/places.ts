/**
 * Places to stand on: points of the floor with room around them, from anywhere to the middle of halls. A place where no
 * disc fits decides nothing; so most are pushed uphill on the clearance, towards where the widest discs fit.
 */
import type { Random } from '../random.ts';
import { cellAt } from './cells.ts';
import { boxOf, clearanceOf, type Walls } from './walls.ts';

export interface Place {
  x: number;
  y: number;
  /** Which of the rings it lies in. */
  ring: number;
  /** Distance to the nearest wall. */
  clearance: number;
}

export function findPlaces(walls: Walls, rings: number[][], random: Random, wanted: number): Place[] {
  const places: Place[] = [];
  const [minX, minY, maxX, maxY] = boxOf(walls);
  for (let attempt = 0; attempt < 30 * wanted && places.length < wanted; attempt++) {
    let x = random.between(minX, maxX);
    let y = random.between(minY, maxY);
    if (cellAt(rings, x, y) < 0) continue;
    let clearance = clearanceOf(walls, x, y);
    if (attempt % 4 !== 0) {
      // Steps shorter than the clearance cannot jump over a wall.
      for (let step = 0.9, tries = 0; tries < 40; tries++) {
        const angle = random.between(0, 2 * Math.PI);
        const toX = x + step * clearance * Math.cos(angle);
        const toY = y + step * clearance * Math.sin(angle);
        const there = clearanceOf(walls, toX, toY);
        if (there > clearance) {
          x = toX;
          y = toY;
          clearance = there;
        } else step *= 0.8;
      }
    }
    const ring = cellAt(rings, x, y);
    if (ring >= 0) places.push({ x, y, ring, clearance });
  }
  return places;
}
