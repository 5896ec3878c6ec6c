/**
 * Random places that are one outline, or blocks in one: corridor, blocks, comb, spiral, maze. Makers of random-maps.ts.
 */
import type { Plan } from '../src/map/plan.ts';
import type { Random } from './random.ts';
import { moved, planOf, rectangle, type Ring } from './shapes.ts';

/** Niches and buttresses along both sides: feet on walls seen across free edges. */
export function corridor(random: Random): Plan {
  const side = (length: number, level: number, out: number) => {
    const points: [number, number][] = [[0, level]];
    let x = 0;
    while (x < length - 1.5) {
      x += random.between(0.1, 1.2);
      const depth = random.between(-0.35, 1) * out;
      const width = random.between(0.1, 0.8);
      const slant = random.between(-0.05, 0.05);
      points.push([x, level], [x + slant, level + depth], [x + width - slant, level + depth], [x + width, level]);
      x += width;
    }
    points.push([length, level]);
    return points;
  };
  const length = random.between(4, 10);
  const width = random.between(0.9, 2);
  const ring = [...side(length, 0, -1), ...side(length, width, 1).toReversed()].flat();
  return planOf('corridor', 'polygons', [[moved(ring, random.between(0, 7), 0, 0)]], []);
}

/** Axis-aligned blocks on whole numbers: everything is cocircular, collinear and equally long. */
export function blocks(random: Random): Plan {
  const columns = random.integer(2, 4);
  const rows = random.integer(2, 4);
  const street = random.pick([1, 2, 1.5]);
  const obstacles: Ring[][] = [];
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      if (random.chance(0.15)) continue;
      const x = street + i * (2 + street);
      const y = street + j * (2 + street);
      const width = random.chance(0.8) ? 2 : 1;
      obstacles.push([rectangle(x, y, x + width, y + 2)]);
    }
  }
  const outline = rectangle(0, 0, street + columns * (2 + street), street + rows * (2 + street));
  return planOf('blocks', 'polygons', [[outline]], obstacles);
}

/** A spanning tree of a grid carved out: long one-way passages; lines or a single outline with walls of thickness. */
export function maze(random: Random): Plan {
  const columns = random.integer(3, 6);
  const rows = random.integer(3, 5);
  const open = new Set<string>();
  const seen = new Set(['0,0']);
  const stack: [number, number][] = [[0, 0]];
  while (stack.length > 0) {
    const [x, y] = stack.at(-1)!;
    const ways = random.shuffle([
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const);
    const way = ways.find(([dx, dy]) => {
      const [u, v] = [x + dx, y + dy];
      return u >= 0 && v >= 0 && u < columns && v < rows && !seen.has(`${u},${v}`);
    });
    if (way === undefined) {
      stack.pop();
      continue;
    }
    const [u, v] = [x + way[0], y + way[1]];
    seen.add(`${u},${v}`);
    open.add(`${Math.min(x, u)},${Math.min(y, v)},${way[0] !== 0 ? 'x' : 'y'}`);
    stack.push([u, v]);
  }
  // Each cell is a room of its own size around its grid point; passages of their own widths join the open neighbours.
  const rooms: Ring[][] = [];
  for (let x = 0; x < columns; x++) {
    for (let y = 0; y < rows; y++) {
      const reach = () => random.between(0.25, 0.42);
      rooms.push([rectangle(x - reach(), y - reach(), x + reach(), y + reach())]);
      const half = random.between(0.06, 0.22);
      if (open.has(`${x},${y},x`)) rooms.push([rectangle(x, y - half, x + 1, y + half)]);
      if (open.has(`${x},${y},y`)) rooms.push([rectangle(x - half, y, x + half, y + 1)]);
    }
  }
  const angle = random.chance(0.4) ? 0 : random.between(0, 7);
  return planOf(
    'maze',
    'polygons',
    rooms.map(([ring]) => [moved(ring!, angle, 0, 0)]),
    [],
  );
}

/** Acute corners, outside and inside: teeth whose tips measure against walls and against each other. */
export function comb(random: Random): Plan {
  const teeth = random.integer(3, 9);
  const ring: Ring = [0, random.between(2, 3)];
  const upper: [number, number][] = [];
  for (let i = 0; i < teeth; i++) {
    ring.push(
      i + random.between(0.1, 0.4),
      random.between(1.1, 2),
      i + random.between(0.55, 0.9),
      random.between(2.5, 3.5),
    );
    upper.push([i + random.between(0.1, 0.4), random.between(-0.2, 0.9)], [i + random.between(0.55, 0.9), -1]);
  }
  ring.push(teeth, random.between(2, 3), teeth, -1.2);
  ring.push(...upper.toReversed().flat(), 0, -1.2);
  return planOf('comb', 'polygons', [[moved(ring, random.between(0, 7), 0, 0)]], []);
}

/** One arm around another: walls near in the plane and far apart on foot. */
export function spiral(random: Random): Plan {
  const turns = random.between(1.2, 2.6);
  const steps = Math.ceil(turns * random.integer(5, 12));
  const growth = random.between(0.5, 0.9);
  const inner: number[] = [];
  const outer: [number, number][] = [];
  for (let i = 0; i <= steps; i++) {
    const angle = (2 * Math.PI * turns * i) / steps;
    const radius = 0.4 + (growth * angle) / (2 * Math.PI) + 0.5;
    const width = random.between(0.4, 0.65) * growth;
    inner.push(radius * Math.cos(angle), radius * Math.sin(angle));
    outer.push([(radius + width) * Math.cos(angle), (radius + width) * Math.sin(angle)]);
  }
  return planOf('spiral', 'polygons', [[[...inner, ...outer.toReversed().flat()]]], []);
}
