/** Where floor is: what its triangles cover. */
import type { Place } from '../protocol/place.ts';

/** Is a place on a floor? @param floor triangles, counter-clockwise: x, y, z each */
export function isOnFloor(floor: Float32Array, x: number, y: number): boolean {
  const isLeft = (a: number, b: number) =>
    (floor[b] - floor[a]) * (y - floor[a + 1]) - (floor[b + 1] - floor[a + 1]) * (x - floor[a]) >= 0;
  for (let k = 0; k < floor.length; k += 9) {
    if (isLeft(k, k + 3) && isLeft(k + 3, k + 6) && isLeft(k + 6, k)) return true;
  }
  return false;
}

/** Metres beside a line at which floor is looked for. */
const BESIDE = 0.1;

/**
 * On which side of a line is floor, where it is on one side alone, as along a wall: 1 on the left, -1 on the right; 0 on both, or neither.
 * @param points x, y interleaved, metres from the origin
 * @param at index of the level
 */
export function floorSide({ levels }: Place, points: readonly number[], at: number): -1 | 0 | 1 {
  const level = levels[at];
  const k = 2 * Math.floor((points.length / 2 - 1) / 2);
  const [ax, ay, bx, by] = [points[k], points[k + 1], points[k + 2], points[k + 3]];
  if (level === undefined || ax === undefined || ay === undefined || bx === undefined || by === undefined) return 0;
  const long = Math.hypot(bx - ax, by - ay);
  if (long === 0) return 0;
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  const [nx, ny] = [(-BESIDE * (by - ay)) / long, (BESIDE * (bx - ax)) / long];
  const isLeft = isOnFloor(level.floor, x + nx, y + ny);
  if (isLeft === isOnFloor(level.floor, x - nx, y - ny)) return 0;
  return isLeft ? 1 : -1;
}

/** Metres: levels nearer to each other are none above the other; and the ceiling of a level is so far below the floor above. */
const STOREY = 0.5;
const CEILING = 0.4;

/** Up to which height a level reaches that is looked at alone; Infinity: it is the highest one, or there is none of that name. */
export function topOf(place: Place | undefined, level: string | undefined): number {
  const own = place?.levels.find(({ name }) => name === level)?.elevation;
  if (place === undefined || own === undefined) return Infinity;
  const above = place.levels.map(({ elevation }) => elevation).filter((elevation) => elevation > own + STOREY);
  return Math.min(...above) - CEILING;
}

/**
 * Is any of a shape on the floor of a level? Of an area or line: its corners, what is between them, and spots inside, however large it is.
 * @param points x, y interleaved, metres from the origin
 * @param at index of the level
 */
export function touchesFloor({ levels }: Place, points: readonly number[], at: number): boolean {
  const level = levels[at];
  if (level === undefined) return false;
  const corners = Array.from({ length: points.length / 2 }, (_, k) => [points[2 * k], points[2 * k + 1]] as const);
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
  const [middleX, middleY] = middle as [number, number];
  const spots = corners.flatMap(([x, y], k) => {
    const [nextX, nextY] = corners[(k + 1) % corners.length];
    const between = [0, 0.25, 0.5, 0.75].map((share) => [x + share * (nextX - x), y + share * (nextY - y)] as const);
    // From the middle outwards: what is drawn is mostly on the floor as a whole.
    return [0, 0.5, 0.99, 1].flatMap((out) =>
      between.map(([atX, atY]) => [middleX + out * (atX - middleX), middleY + out * (atY - middleY)] as const),
    );
  });
  return spots.some((spot) => isOnFloor(level.floor, ...spot));
}

/** Of the highest floor at a place or right beside it, as places on walls are; else of the highest there is. */
export function elevationNear({ levels }: Place, x: number, y: number): number {
  const around = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => (Math.PI * k) / 4);
  const spots = [[x, y] as const, ...around.map((a) => [x + BESIDE * Math.cos(a), y + BESIDE * Math.sin(a)] as const)];
  const highest = levels.toSorted((a, b) => b.elevation - a.elevation);
  return (highest.find(({ floor }) => spots.some((spot) => isOnFloor(floor, ...spot))) ?? highest[0]).elevation;
}
