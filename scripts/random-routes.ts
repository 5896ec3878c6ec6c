/**
 * Routes between random places of one world, at random widths, by all methods, judged by the oracles of the engine's
 * tests. Takes a World, gives what is wrong and a table of lengths over `exact`.
 *
 * Who gets where is told by polygon offsetting on a world of one level, and by the cells where there are several: two
 * storeys lie in the same place.
 */
import {
  createRouter,
  findRoute,
  NONE,
  ROUTE_METHODS,
  type Route,
  type RouteRequest,
  type World,
} from '@foulee/engine';
import {
  cellRing,
  clearanceOf,
  componentAt,
  createRandom,
  erode,
  type ErodedSpace,
  freeSegments,
  judgeRoute,
  type Random,
  reachable,
  type RoutePlace,
  sidesOf,
  wallsOf,
} from '@foulee/engine/testing';

const only = process.env['FOULEE_METHODS']?.split(',');
export const METHODS = ROUTE_METHODS.filter((method) => only?.includes(method) ?? true);

/** Metres that an arc of eroded space may be off: coarse, for large maps. */
const ARC_ERROR = 1e-4;
/** Widths as near as this to a gap's cannot be judged. */
const WIDTH_ERROR = 2 * ARC_ERROR + 1e-5;
/** Widths to try; where none are given, some random ones. */
const WIDTHS = process.env['FOULEE_WIDTHS']?.split(',').map(Number);
const RANDOM_WIDTHS = 6;
const PAIRS = Number(process.env['FOULEE_PAIRS'] ?? 20);
/** Metres between the ends of pairs that are told apart from nearer ones. */
const FAR = 50;
const SEED = 1;

interface Place {
  x: number;
  y: number;
  cell: number;
}

export function checkRandomRoutes(world: World): { lines: string[]; wrong: string[] } {
  const { mesh } = world;
  const random = createRandom(SEED);
  const router = createRouter(world);
  const map = world.maps.length === 1 ? world.maps[0] : undefined;
  const walls = world.maps.map(wallsOf);
  const place: RoutePlace = { mesh, sides: sidesOf(mesh), map, walls: walls[0] };
  const pick = placePicker(world, random);
  const free = freeSegments(mesh);
  const wrong: string[] = [];
  const counted = { found: 0, unreachable: 0, skipped: 0 };
  const over = METHODS.map((method) => ({
    method,
    near: [] as number[],
    far: [] as number[],
    microseconds: [] as number[],
  }));
  for (const width of WIDTHS ?? Array.from({ length: RANDOM_WIDTHS }, () => random.between(0.3, 2))) {
    const pairs: [Place, Place][] = [];
    const fits = ({ x, y, cell }: Place) =>
      clearanceOf(walls[mesh.cellLevel[cell]], x, y) > width / 2 + WIDTH_ERROR && mesh.cellLink[cell] === NONE;
    for (let i = 0; i < PAIRS; i++) {
      const [p, q] = [pick(fits), pick(fits)];
      if (p !== undefined && q !== undefined) pairs.push([p, q]);
    }
    if (pairs.length === 0) continue;
    const together = connectivity(walls[0], width);
    const component = reachable(mesh.cellLevel.length, free, width);
    for (const [p, q] of pairs) {
      const { answers, text } = ask(p, q, width);
      const statuses = answers.map(({ status }) => status);
      if (new Set(statuses).size > 1) wrong.push(`${METHODS.join(', ')}: ${statuses.join(', ')}, ${text}`);
      const inCells = component[p.cell] === component[q.cell];
      const expected = map === undefined ? inCells : together(p, q, statuses[0] === 'found');
      if (expected === undefined) {
        counted.skipped++;
        continue;
      }
      counted[expected ? 'found' : 'unreachable']++;
      const exact = answers[METHODS.indexOf('exact')];
      for (const [m, route] of answers.entries()) {
        if ((route.status === 'found') !== expected) wrong.push(`${METHODS[m]}: ${route.status}, ${text}`);
        if (exact?.status !== 'found' || route.status !== 'found') continue;
        const share = exact.length === 0 ? 0 : route.length / exact.length - 1;
        if (share < -0.001) wrong.push(`${METHODS[m]}: ${route.length} shorter than exact ${exact.length}, ${text}`);
        over[m][Math.hypot(p.x - q.x, p.y - q.y) >= FAR ? 'far' : 'near'].push(share);
      }
    }
  }

  function ask(p: Place, q: Place, width: number): { answers: Route[]; text: string } {
    const [x, y] = mesh.origin;
    const question: RouteRequest = {
      from: [p.x + x, p.y + y],
      to: [q.x + x, q.y + y],
      fromLevel: mesh.cellLevel[p.cell],
      toLevel: mesh.cellLevel[q.cell],
      width,
    };
    const text = JSON.stringify(question);
    const answers = METHODS.map((method, m) => {
      const start = process.hrtime.bigint();
      const route = findRoute(router, { ...question, method });
      over[m].microseconds.push(Number(process.hrtime.bigint() - start) / 1000);
      wrong.push(...judgeRoute(place, question, route).map((found) => `${method}: ${found}, ${text}`));
      if (route.moved !== undefined) wrong.push(`${method}: moved though it fits, ${text}`);
      return route;
    });
    return { answers, text };
  }

  const tell = (shares: number[]) => {
    const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
    const percent = (share: number) => `${(100 * share).toFixed(2)} %`.padStart(9);
    return shares.length === 0
      ? 'none'.padStart(26)
      : `${String(shares.length).padStart(6)} ${percent(mean)} ${percent(Math.max(...shares))}`;
  };
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const lines = [
    `${mesh.cellLevel.length} cells, ${counted.found} found, ${counted.unreachable} unreachable, ${counted.skipped} in doubt, ${wrong.length} wrong`,
    ...over.map(
      ({ method, near, far, microseconds }) =>
        `${method.padEnd(12)} near ${tell(near)}   far ${tell(far)}   ${median(microseconds).toFixed(0).padStart(5)} µs`,
    ),
  ];
  return { lines, wrong };
}

/**
 * Are two places together in the space eroded by half of a width? undefined where the width is too near to a gap's, which
 * is looked at only if an answer says otherwise: offsetting costs more than all routes.
 */
function connectivity(walls: Float64Array, width: number): (p: Place, q: Place, said: boolean) => boolean | undefined {
  const spaces = new Map<number, ErodedSpace>();
  const areTogether = (p: Place, q: Place, w: number) => {
    const space = spaces.get(w) ?? erode(walls, w, ARC_ERROR);
    spaces.set(w, space);
    return componentAt(space, p.x, p.y) === componentAt(space, q.x, q.y);
  };
  return (p, q, said) => {
    const together = areTogether(p, q, width);
    if (together === said) return together;
    const isClear = areTogether(p, q, width - WIDTH_ERROR) === areTogether(p, q, width + WIDTH_ERROR);
    return isClear ? together : undefined;
  };
}

/** Places by area, those that fit; undefined where a hundred tries found none. */
function placePicker({ mesh }: World, random: Random): (fits: (place: Place) => boolean) => Place | undefined {
  const sums: number[] = [];
  const rings = Array.from(mesh.cellLevel, (_, cell) => cellRing(mesh, cell));
  const areaOf = (a: number[], i: number) =>
    ((a[i] - a[0]) * (a[i + 3] - a[1]) - (a[i + 2] - a[0]) * (a[i + 1] - a[1])) / 2;
  /** Triangles of all cells: from a cell's first corner to each of its other sides. */
  const triangles: { cell: number; corner: number }[] = [];
  for (const [cell, ring] of rings.entries()) {
    for (let corner = 2; corner + 3 < ring.length; corner += 2) {
      triangles.push({ cell, corner });
      sums.push((sums.at(-1) ?? 0) + Math.abs(areaOf(ring, corner)));
    }
  }
  return (fits) => {
    for (let tries = 0; tries < 100; tries++) {
      const at = random.between(0, sums.at(-1)!);
      let [low, high] = [0, sums.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sums[middle] < at) low = middle + 1;
        else high = middle;
      }
      const { cell, corner } = triangles[low];
      const ring = rings[cell];
      const [u, v] = [Math.sqrt(random.unit()), random.unit()];
      const mix = (k: number) => (1 - u) * ring[k] + u * ((1 - v) * ring[corner + k] + v * ring[corner + 2 + k]);
      const place = { x: mix(0), y: mix(1), cell };
      if (fits(place)) return place;
    }
    return undefined;
  };
}
