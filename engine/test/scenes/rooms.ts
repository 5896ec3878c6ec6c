/** Buildings of rooms in a grid: doorways where a random tree needs them, and some more; seeded. */
import type { Plan } from '../../src/map/plan.ts';
import type { Random } from '../random.ts';
import { planOf, rectangle, type Ring } from '../shapes.ts';

/** Metres from room to room, and of a wall. */
const PITCH = 7;
const WALL = 0.3;

export function roomsPlan(random: Random, columns: number, rows: number, more: number): Plan {
  const rooms: Ring[][] = [];
  for (let k = 0; k < columns * rows; k++) {
    const [x, y] = [PITCH * (k % columns), PITCH * Math.floor(k / columns)];
    rooms.push([rectangle(x, y, x + PITCH - WALL, y + PITCH - WALL)]);
  }
  const pairs: [number, number][] = [];
  for (let k = 0; k < rooms.length; k++) {
    if ((k + 1) % columns !== 0) pairs.push([k, k + 1]);
    if (k + columns < rooms.length) pairs.push([k, k + columns]);
  }
  const part = rooms.map((_, k) => k);
  const ways: Ring[][] = [];
  for (const [a, b] of random.shuffle(pairs)) {
    const isNeeded = part[a] !== part[b];
    if (!isNeeded && !random.chance(more)) continue;
    if (isNeeded) {
      const gone = part[b];
      part.forEach((p, k) => {
        if (p === gone) part[k] = part[a];
      });
    }
    ways.push([doorway(a, b - a === 1, columns, random)]);
  }
  return planOf('rooms', 'polygons', [...rooms, ...ways], []);
}

function doorway(a: number, isEast: boolean, columns: number, random: Random): Ring {
  const [x, y] = [PITCH * (a % columns), PITCH * Math.floor(a / columns)];
  const wide = random.between(0.9, 1.8);
  const at = random.between(0.3, PITCH - WALL - wide - 0.3);
  const far = PITCH - WALL;
  return isEast
    ? rectangle(x + far, y + at, x + PITCH, y + at + wide)
    : rectangle(x + at, y + far, x + at + wide, y + PITCH);
}
