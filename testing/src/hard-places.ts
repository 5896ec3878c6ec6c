/**
 * Small files that are hard to build: a few shapes of n parts each, as text of a file that `foulee inspect` reads. Each has something
 * that a plain algorithm does once per pair: a cell, a vertex or a wall with n neighbours, n boxes that all meet, n² crossings.
 *
 * The same shape turned by some degrees must be as fast: nothing may depend on walls being along an axis.
 */

export interface HardPlace {
  /** What it is, in a few words. */
  name: string;
  /** Name of a file, with the ending of its format. */
  file: string;
  /** Parts at full size. */
  full: number;
  /** The text of the file, with n parts, turned by `degrees`. */
  write: (n: number, degrees?: number) => string;
}

type Point = readonly [number, number];

export const HARD_PLACES: readonly HardPlace[] = [
  { name: 'one convex face', file: 'face.obj', full: 20_000, write: face },
  { name: 'a disc', file: 'disc.wkt', full: 20_000, write: (n, degrees = 0) => polygon([circle(n, 50)], degrees) },
  { name: 'teeth of a comb', file: 'comb.wkt', full: 10_000, write: comb },
  { name: 'pillars along a wall', file: 'pillars.wkt', full: 10_000, write: pillars },
  { name: 'spokes from one corner', file: 'spokes.wkt', full: 10_000, write: spokes },
  { name: 'needles in a ring', file: 'needles.wkt', full: 200_000, write: needles },
  { name: 'lines that all cross', file: 'crossing.wkt', full: 4000, write: crossing },
];

function circle(n: number, radius: number): Point[] {
  return Array.from({ length: n }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / n;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** A room of n corners as one face of a model. */
function face(n: number, degrees = 0): string {
  const corners = turned(circle(n, 50), degrees).map(([x, y]) => `v ${x.toFixed(6)} ${y.toFixed(6)} 0`);
  return `${corners.join('\n')}\nf ${corners.map((_, i) => i + 1).join(' ')}\n`;
}

/** A corridor with n niches on one side. */
function comb(n: number, degrees = 0): string {
  const ring: Point[] = [[0, -5]];
  ring.push([n, -5]);
  for (let i = n - 1; i >= 0; i--) ring.push([i + 1, 0], [i + 0.75, 0], [i + 0.75, 5], [i + 0.25, 5], [i + 0.25, 0]);
  ring.push([0, 0]);
  return polygon([ring], degrees);
}

/** A hall with n pillars, each half a metre from one long wall. */
function pillars(n: number, degrees = 0): string {
  const rings: Point[][] = [box(0, 0, n + 1, 10)];
  for (let i = 0; i < n; i++) rings.push(box(i + 0.8, 0.5, i + 1.2, 0.9));
  return polygon(rings, degrees);
}

/** A hall with n walls without thickness that start at its middle. */
function spokes(n: number, degrees = 0): string {
  const lines = circle(n, 100).map((end): Point[] => [[0, 0], end]);
  return collection([box(-120, -120, 120, 120)], lines, degrees);
}

/** A place whose outline has n spikes of 100 m. */
function needles(n: number, degrees = 0): string {
  const ring = circle(2 * n, 1).map(([x, y], i): Point => {
    const radius = i % 2 === 0 ? 500 : 400;
    return [radius * x, radius * y];
  });
  return polygon([ring], degrees);
}

/** A hall with n walls of every direction, each of which crosses all others near the middle, no three at one place. */
function crossing(n: number, degrees = 0): string {
  const lines: Point[][] = [];
  for (let i = 0; i < n; i++) {
    const angle = (Math.PI * (i + 0.3)) / n;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    // Distances from the middle by the golden section: spread, and nowhere regular.
    const off = 200 * ((i * 0.6180339887498949) % 1) - 100;
    lines.push([
      [-900 * x - off * y, -900 * y + off * x],
      [900 * x - off * y, 900 * y + off * x],
    ]);
  }
  return collection([box(-1000, -1000, 1000, 1000)], lines, degrees);
}

function box(left: number, bottom: number, right: number, top: number): Point[] {
  return [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
}

function turned(points: readonly Point[], degrees: number): readonly Point[] {
  if (degrees === 0) return points;
  const cosine = Math.cos((degrees / 180) * Math.PI);
  const sine = Math.sin((degrees / 180) * Math.PI);
  return points.map(([x, y]): Point => [cosine * x - sine * y, sine * x + cosine * y]);
}

function pointsText(points: readonly Point[], degrees: number): string {
  return `(${turned(points, degrees)
    .map(([x, y]) => `${x.toFixed(6)} ${y.toFixed(6)}`)
    .join(', ')})`;
}

/** The first ring is the outline, the others are holes. */
function polygon(rings: readonly Point[][], degrees: number): string {
  const closed = rings.map((ring) => pointsText([...ring, ...ring.slice(0, 1)], degrees));
  return `POLYGON (${closed.join(', ')})`;
}

function collection(rings: readonly Point[][], lines: readonly Point[][], degrees: number): string {
  const texts = lines.map((line) => pointsText(line, degrees));
  return `GEOMETRYCOLLECTION (${polygon(rings, degrees)}, MULTILINESTRING (${texts.join(', ')}))`;
}
