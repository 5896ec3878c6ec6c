/**
 * A pose → the borders and places in sight (P05 §4.1): from where somebody stands, within the angle and range of their eyes, past no wall.
 *
 * The view is a wedge. In the own cell, and in every cell that it gets into, it is cut at the free sides it leaves through, and goes on behind
 * them as a narrower wedge: exact, since cells are convex. Closed doors are opaque, glass is not; sight ends on links, but for people
 * who stand on one. Sides touched in a single direction are not seen.
 *
 *            ╲   ┊ a                    right ray: R, or the side's start a where that lies to the left of R
 *      ◉ ─────╲──┤                      left ray:  L, or the side's end b where that lies to the right of L
 *              ╲ ┊ b
 *
 * Cost: the cells in sight, each as often as different gaps lead the view there; most sides are dismissed by two signs. Nothing is allocated
 * once lists have grown.
 */
import { NONE } from '../core/none.ts';
import type { Scenery } from '../topology/places.ts';

/** A cell counts as seen when this share of the way from its middle to each corner is. */
const CORE = 0.8;

export interface Pose {
  x: number;
  y: number;
  cell: number;
  /** Where the eyes look: a unit vector. */
  dx: number;
  dy: number;
  /** Half the angle of view, as sine and cosine: 90 degrees at most. All round is several poses. */
  sine: number;
  cosine: number;
  /** Metres. */
  range: number;
}

/** What is seen, and memory to look with; of one thread, for one scenery. */
export interface Sighting {
  /** Borders and places in sight, each once, in the order they were found. */
  borders: Int32Array;
  borderCount: number;
  places: Int32Array;
  placeCount: number;
  /** Borders that are seen to be closed: doors. */
  closed: Int32Array;
  closedCount: number;
  /** How many wedges were looked through: what it cost. */
  wedges: number;
  /** The look that saw the whole of each cell last, but for its rim, and all its borders. */
  cellSeen: Int32Array;
  /** The look that saw each border and each place last. */
  borderSeen: Int32Array;
  placeSeen: Int32Array;
  look: number;
  /** Wedges still to be looked through: entry side, and left and right ray. */
  entries: Int32Array;
  rays: Float64Array;
}

export function createSighting({ mesh, places }: Scenery): Sighting {
  const borders = places.borderSides.length / 2;
  const count = places.group.length;
  return {
    borders: new Int32Array(borders),
    borderCount: 0,
    places: new Int32Array(count),
    placeCount: 0,
    closed: new Int32Array(borders),
    closedCount: 0,
    wedges: 0,
    cellSeen: new Int32Array(mesh.cellLevel.length),
    borderSeen: new Int32Array(borders),
    placeSeen: new Int32Array(count),
    look: 0,
    entries: new Int32Array(256),
    rays: new Float64Array(1024),
  };
}

/** Forget what was seen, before the first pose of a look. */
export function closeEyes(sighting: Sighting): void {
  sighting.borderCount = sighting.placeCount = sighting.closedCount = 0;
  sighting.look++;
}

/** Add what is in sight from a pose. */
export function observe({ mesh, sight, places, middle, starts }: Scenery, pose: Pose, sighting: Sighting): void {
  const { cellFirst, sideCell, cellLink } = mesh;
  const { borderOf, layer } = places;
  const { x, y, range } = pose;
  const squared = range * range;
  const { cellSeen, look } = sighting;
  beginInOwnCell(sighting, pose, layer.ofCell[pose.cell]);
  let { entries, rays } = sighting;
  let waiting = 1;
  while (waiting > 0) {
    waiting--;
    sighting.wedges++;
    const entry = entries[waiting];
    const c = entry === NONE ? pose.cell : sideCell[entry];
    const k = 4 * waiting;
    const lx = rays[k];
    const ly = rays[k + 1];
    const rx = rays[k + 2];
    const ry = rays[k + 3];
    const mx = middle[2 * c] - x;
    const my = middle[2 * c + 1] - y;
    let isWhole = cellSeen[c] !== look && rx * my - ry * mx >= 0 && mx * ly - my * lx >= 0;
    // Borders of the cell that are not in sight, on a side that faces away.
    let hidden = 0;
    const first = cellFirst[c];
    const last = cellFirst[c + 1];
    // The side that ends at corner i.
    let s = last - 1;
    let ax = starts[2 * s] - x;
    let ay = starts[2 * s + 1] - y;
    // How far each corner lies to the left of the right ray, and to the right of the left one; 0 or more: within the wedge.
    let aRight = rx * ay - ry * ax;
    let aLeft = ax * ly - ay * lx;
    let bx = 0;
    let by = 0;
    let bRight = 0;
    let bLeft = 0;
    for (let i = first; i < last; s = i++, ax = bx, ay = by, aRight = bRight, aLeft = bLeft) {
      bx = starts[2 * i] - x;
      by = starts[2 * i + 1] - y;
      bRight = rx * by - ry * bx;
      bLeft = bx * ly - by * lx;
      if (isWhole) {
        const px = mx + CORE * (bx - mx);
        const py = my + CORE * (by - my);
        isWhole = rx * py - ry * px >= 0 && px * ly - py * lx >= 0 && px * px + py * py <= squared;
      }
      // Beside the wedge, as most sides are; from the own cell it may be wider than what these two tell.
      if (!isWhole && entry !== NONE && (bRight <= 0 || aLeft <= 0)) continue;
      const through = sight[s];
      const border = borderOf[s];
      if ((through === NONE && border === NONE) || s === entry) continue;
      if (border !== NONE) hidden++;
      if (!(ax * by - ay * bx > 0)) continue;
      const aIn = aRight >= 0 && aLeft >= 0;
      if (!aIn && !(aRight <= 0 && bRight >= 0)) continue;
      const bIn = bRight >= 0 && bLeft >= 0;
      const newRx = aIn ? ax : rx;
      const newRy = aIn ? ay : ry;
      const newLx = bIn ? bx : lx;
      const newLy = bIn ? by : ly;
      if (!(newRx * newLy - newRy * newLx > 0)) continue;
      if (waiting === entries.length) ({ entries, rays } = growWaiting(sighting));
      const at = 4 * waiting;
      rays[at] = newLx;
      rays[at + 1] = newLy;
      rays[at + 2] = newRx;
      rays[at + 3] = newRy;
      const isNear = ax * ax + ay * ay <= squared && bx * bx + by * by <= squared;
      if (!isNear && !isInRange(starts, s, i, pose, rays, at)) continue;
      if (border !== NONE) {
        hidden--;
        noteBorder(sighting, border, through === NONE ? NONE : layer.ofCell[sideCell[through]]);
      }
      if (through === NONE || isEndOfLink(cellLink, c, sideCell[through], pose.cell)) continue;
      entries[waiting++] = through;
    }
    if (isWhole && hidden === 0) cellSeen[c] = look;
  }
}

/** Does sight end behind a cell: at the end of a link, unless somebody stands on it? */
function isEndOfLink(cellLink: Int32Array, cell: number, beyond: number, own: number): boolean {
  return cellLink[cell] !== NONE && cellLink[cell] !== cellLink[own] && cellLink[beyond] !== cellLink[cell];
}

/** All of the view, in the own cell, of which nothing is hidden. */
function beginInOwnCell(sighting: Sighting, { cell, dx, dy, sine, cosine }: Pose, place: number): void {
  const { cellSeen, entries, rays } = sighting;
  notePlace(sighting, place);
  cellSeen[cell] = sighting.look;
  entries[0] = NONE;
  rays[0] = dx * cosine - dy * sine;
  rays[1] = dy * cosine + dx * sine;
  rays[2] = dx * cosine + dy * sine;
  rays[3] = dy * cosine - dx * sine;
}

/**
 * Is any place of a side between the left and the right ray at `at` within range?
 * @param a where the side starts, @param b where it ends: as sides, since numbers handed from function to function would be put on the heap
 */
function isInRange(
  starts: Float64Array,
  a: number,
  b: number,
  { x, y, range }: Pose,
  rays: Float64Array,
  at: number,
): boolean {
  const ax = starts[2 * a] - x;
  const ay = starts[2 * a + 1] - y;
  const ex = starts[2 * b] - x - ax;
  const ey = starts[2 * b + 1] - y - ay;
  // Where the left ray crosses the side, 0 to 1 along it, where the right one does, and where it is nearest.
  const left = ex * rays[at + 1] - ey * rays[at];
  const right = ex * rays[at + 3] - ey * rays[at + 2];
  const to = left === 0 ? 0 : Math.min(1, Math.max(0, (ay * rays[at] - ax * rays[at + 1]) / left));
  const from = right === 0 ? 0 : Math.min(1, Math.max(0, (ay * rays[at + 2] - ax * rays[at + 3]) / right));
  const foot = -(ax * ex + ay * ey) / (ex * ex + ey * ey);
  const share = Math.min(to, Math.max(from, foot));
  const px = ax + share * ex;
  const py = ay + share * ey;
  return px * px + py * py <= range * range;
}

/** @param place behind it; NONE: it is closed */
function noteBorder(sighting: Sighting, border: number, place: number): void {
  if (place !== NONE) notePlace(sighting, place);
  if (sighting.borderSeen[border] === sighting.look) return;
  sighting.borderSeen[border] = sighting.look;
  if (place === NONE) sighting.closed[sighting.closedCount++] = border;
  else sighting.borders[sighting.borderCount++] = border;
}

function notePlace(sighting: Sighting, place: number): void {
  if (sighting.placeSeen[place] === sighting.look) return;
  sighting.placeSeen[place] = sighting.look;
  sighting.places[sighting.placeCount++] = place;
}

function growWaiting(sighting: Sighting): Sighting {
  const entries = new Int32Array(2 * sighting.entries.length);
  entries.set(sighting.entries);
  const rays = new Float64Array(2 * sighting.rays.length);
  rays.set(sighting.rays);
  sighting.entries = entries;
  sighting.rays = rays;
  return sighting;
}
