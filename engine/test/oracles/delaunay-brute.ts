/**
 * Who is next to whom, by the definition: two walkers are Delaunay neighbours if a circle through both holds nobody. Whole numbers of any
 * length, so exact; all pairs against all walkers, so for small crowds.
 *
 * Of several walkers on one circle the lowest serial wins: its height x² + y² is lowered by a vanishing amount. Of
 * several at one place the lowest serial stands for all, and each of the others has it as its only neighbour.
 */

export interface Standing {
  serial: number;
  level: number;
  x: number;
  y: number;
}

interface Point {
  serial: number;
  x: bigint;
  y: bigint;
}

/** Edges as "lower serial-higher serial", sorted. */
export function bruteNeighbours(walkers: Standing[]): string[] {
  const edges: string[] = [];
  const add = (a: number, b: number) => edges.push(`${Math.min(a, b)}-${Math.max(a, b)}`);
  for (const level of new Set(walkers.map((walker) => walker.level))) {
    const places = new Map<string, Point>();
    const here = walkers.filter((walker) => walker.level === level).toSorted((a, b) => a.serial - b.serial);
    for (const { serial, x, y } of here) {
      const point = { serial, x: BigInt(x * 2 ** 80), y: BigInt(y * 2 ** 80) };
      const stands = places.get(`${point.x} ${point.y}`);
      if (stands === undefined) places.set(`${point.x} ${point.y}`, point);
      else add(stands.serial, serial);
    }
    const points = [...places.values()];
    for (let i = 0; i < points.length; i++) {
      for (let j = i + 1; j < points.length; j++) {
        if (isEdge(points[i], points[j], points)) add(points[i].serial, points[j].serial);
      }
    }
  }
  return edges.toSorted();
}

/** Is there a circle through a and b without anybody in it? The tightest on both sides must not hold each other's third point. */
function isEdge(a: Point, b: Point, points: Point[]): boolean {
  let left: Point | undefined;
  let right: Point | undefined;
  for (const c of points) {
    if (c === a || c === b) continue;
    const side = cross(a, b, c);
    if (side === 0n) {
      if ((c.x - a.x) * (c.x - b.x) + (c.y - a.y) * (c.y - b.y) < 0n) return false;
    } else if (side > 0n) {
      if (left === undefined || isInside(a, b, left, c)) left = c;
    } else if (right === undefined || isInside(b, a, right, c)) right = c;
  }
  return left === undefined || right === undefined || !isInside(a, b, left, right);
}

function cross(a: Point, b: Point, c: Point): bigint {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** Is d in the circle of a, b, c, which turn left? */
function isInside(a: Point, b: Point, c: Point, d: Point): boolean {
  const row = (p: Point) => {
    const x = p.x - d.x;
    const y = p.y - d.y;
    return [x, y, x * x + y * y] as const;
  };
  const [ax, ay, az] = row(a);
  const [bx, by, bz] = row(b);
  const [cx, cy, cz] = row(c);
  const sum = az * (bx * cy - by * cx) + bz * (cx * ay - cy * ax) + cz * (ax * by - ay * bx);
  if (sum !== 0n) return sum > 0n;
  // The plane through the three lifted points sinks on the lowered one's side of the line through the other two.
  const lowest = [a, b, c, d].reduce((p, q) => (q.serial < p.serial ? q : p));
  if (lowest === d) return true;
  const [p, q] = lowest === a ? [b, c] : lowest === b ? [c, a] : [a, b];
  return cross(p, q, d) < 0n;
}
