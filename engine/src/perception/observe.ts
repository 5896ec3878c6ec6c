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
 * Cost: the cells in sight, each as often as different gaps lead the view there. Nothing is allocated once lists have grown.
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
export function observe({ mesh, sight, places, middle }: Scenery, pose: Pose, sighting: Sighting): void {
  const { vertices, sideVertex, cellFirst, sideCell, cellLink } = mesh;
  const { x, y, range } = pose;
  const squared = range * range;
  const ownLink = cellLink[pose.cell];
  const { cellSeen } = sighting;
  notePlace(sighting, places.layer.ofCell[pose.cell]);
  cellSeen[pose.cell] = sighting.look;
  putFirstWedge(sighting, pose);
  let waiting = 1;
  while (waiting > 0) {
    waiting--;
    sighting.wedges++;
    const entry = sighting.entries[waiting];
    const c = entry === NONE ? pose.cell : sideCell[entry];
    const k = 4 * waiting;
    const lx = sighting.rays[k];
    const ly = sighting.rays[k + 1];
    const rx = sighting.rays[k + 2];
    const ry = sighting.rays[k + 3];
    const mx = middle[2 * c] - x;
    const my = middle[2 * c + 1] - y;
    let isWhole = true;
    // Borders of the cell that are not in sight, on a side that faces away.
    let hidden = 0;
    const first = cellFirst[c];
    const last = cellFirst[c + 1];
    let v = 2 * sideVertex[last - 1];
    let ax = vertices[v] - x;
    let ay = vertices[v + 1] - y;
    let bx = 0;
    let by = 0;
    for (let i = first; i < last; i++, ax = bx, ay = by) {
      v = 2 * sideVertex[i];
      bx = vertices[v] - x;
      by = vertices[v + 1] - y;
      if (isWhole) {
        const px = mx + CORE * (bx - mx);
        const py = my + CORE * (by - my);
        isWhole = rx * py - ry * px >= 0 && px * ly - py * lx >= 0 && px * px + py * py <= squared;
      }
      // The side that ends at this corner.
      const s = i === first ? last - 1 : i - 1;
      const through = sight[s];
      const border = places.borderOf[s];
      if ((through === NONE && border === NONE) || s === entry) continue;
      if (border !== NONE) hidden++;
      if (!(ax * by - ay * bx > 0)) continue;
      const aIn = rx * ay - ry * ax >= 0 && ax * ly - ay * lx >= 0;
      if (!aIn && !(ax * ry - ay * rx >= 0 && rx * by - ry * bx >= 0)) continue;
      const bIn = rx * by - ry * bx >= 0 && bx * ly - by * lx >= 0;
      const newRx = aIn ? ax : rx;
      const newRy = aIn ? ay : ry;
      const newLx = bIn ? bx : lx;
      const newLy = bIn ? by : ly;
      if (!(newRx * newLy - newRy * newLx > 0)) continue;
      if (waiting === sighting.entries.length) growWaiting(sighting);
      const at = 4 * waiting;
      sighting.rays[at] = newLx;
      sighting.rays[at + 1] = newLy;
      sighting.rays[at + 2] = newRx;
      sighting.rays[at + 3] = newRy;
      const isNear = ax * ax + ay * ay <= squared && bx * bx + by * by <= squared;
      if (!isNear && !(nearestOf(ax, ay, bx, by, sighting.rays, at) <= squared)) continue;
      if (border !== NONE) hidden--;
      if (through === NONE) {
        noteClosed(sighting, border);
        continue;
      }
      const beyond = sideCell[through];
      if (border !== NONE) {
        noteBorder(sighting, border);
        notePlace(sighting, places.layer.ofCell[beyond]);
      }
      if (cellLink[c] !== NONE && cellLink[c] !== ownLink && cellLink[beyond] !== cellLink[c]) continue;
      sighting.entries[waiting++] = through;
    }
    if (isWhole && hidden === 0) cellSeen[c] = sighting.look;
  }
}

/** All of the view, in the own cell. */
function putFirstWedge({ entries, rays }: Sighting, { dx, dy, sine, cosine }: Pose): void {
  entries[0] = NONE;
  rays[0] = dx * cosine - dy * sine;
  rays[1] = dy * cosine + dx * sine;
  rays[2] = dx * cosine + dy * sine;
  rays[3] = dy * cosine - dx * sine;
}

/** The square of the distance from the eye to the nearest place of a side, a to b, between the left and the right ray at `at`. */
function nearestOf(ax: number, ay: number, bx: number, by: number, rays: Float64Array, at: number): number {
  const ex = bx - ax;
  const ey = by - ay;
  const to = crossingShare(ax, ay, ex, ey, rays, at);
  const from = crossingShare(ax, ay, ex, ey, rays, at + 2);
  const foot = -(ax * ex + ay * ey) / (ex * ex + ey * ey);
  const share = Math.min(to, Math.max(from, foot));
  const px = ax + share * ex;
  const py = ay + share * ey;
  return px * px + py * py;
}

/** Where along a side a ray crosses it, 0 to 1. */
function crossingShare(ax: number, ay: number, ex: number, ey: number, rays: Float64Array, at: number): number {
  const x = rays[at];
  const y = rays[at + 1];
  const across = ex * y - ey * x;
  return across === 0 ? 0 : Math.min(1, Math.max(0, (ay * x - ax * y) / across));
}

function noteBorder(sighting: Sighting, border: number): void {
  if (sighting.borderSeen[border] === sighting.look) return;
  sighting.borderSeen[border] = sighting.look;
  sighting.borders[sighting.borderCount++] = border;
}

function noteClosed(sighting: Sighting, border: number): void {
  if (sighting.borderSeen[border] === sighting.look) return;
  sighting.borderSeen[border] = sighting.look;
  sighting.closed[sighting.closedCount++] = border;
}

function notePlace(sighting: Sighting, place: number): void {
  if (sighting.placeSeen[place] === sighting.look) return;
  sighting.placeSeen[place] = sighting.look;
  sighting.places[sighting.placeCount++] = place;
}

function growWaiting(sighting: Sighting): void {
  const entries = new Int32Array(2 * sighting.entries.length);
  entries.set(sighting.entries);
  const rays = new Float64Array(2 * sighting.rays.length);
  rays.set(sighting.rays);
  sighting.entries = entries;
  sighting.rays = rays;
}
