/**
 * Place → what three.js draws of it, in plan coordinates, z up: floors, walls cut off at a height one sees over, translucent ones of glass,
 * what is solid between them, stairs with their steps, thresholds of doors. A handful of draw calls a level, whatever the place. Floors above others are a little
 * transparent, so that one sees people below. For who stands among the walls they can be as tall as in a room: corners know how far they rise.
 */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  Sphere,
  Vector3,
} from 'three';
import { LINK_KINDS } from '@foulee/engine';
import {
  GLASS_WALL,
  NO_WALL,
  RAIL,
  THIN_WALL,
  WALL_HEIGHT,
  type Place,
  type PlaceLevel,
  type PlaceLink,
} from '../protocol/place.ts';
import type { Colours } from './colours.ts';
import { cornersOf, stepsOf } from '@foulee/formats';

/** Metres. */
const RAIL_HEIGHT = 1;
/** Metres: walls that hide what is behind them, if no floor is above. */
const TALL = 4;
/** Of what walls rise to be as tall as a room: houses, 7 m high. */
const HOUSE = (7 - WALL_HEIGHT) / (TALL - WALL_HEIGHT);
/** Metres: half a wall between floor and floor; the slab under an upper floor; half a threshold, and how far it lies above the floor. */
const THIN = 0.03;
const SLAB = 0.35;
const THRESHOLD = 0.09;
const ABOVE = 0.012;
/** Of floors above others. */
const SEEN_THROUGH = 0.74;

/** When floors that are seen through are drawn: the lower ones first. */
export const floorOrder = (elevation: number) => -5 + elevation / 1000;

type Walls = 'low' | 'room' | 'house';

export interface PlaceMesh {
  root: Object3D;
  /** How high walls are: hiding what is behind them, as houses of a town, or cut off so that one sees over them. */
  setWalls: (height: Walls) => void;
  dispose: () => void;
}

/** And how much higher it is where walls are tall. */
type Point = readonly [x: number, y: number, z: number, rise?: number];

/** Corners of quadrilaterals, or of lines, as they come. */
class Corners {
  /** So many. */
  length = 0;
  #places = new Float32Array(3 * 512);
  #normals = new Float32Array(3 * 512);
  #rises = new Float32Array(512);

  #add(point: Point, nx: number, ny: number, nz: number): void {
    const at = 3 * this.length;
    this.#places[at] = point[0];
    this.#places[at + 1] = point[1];
    this.#places[at + 2] = point[2];
    this.#normals[at] = nx;
    this.#normals[at + 1] = ny;
    this.#normals[at + 2] = nz;
    this.#rises[this.length++] = point[3] ?? 0;
  }

  #makeRoom(): void {
    if (this.length + 6 <= this.#rises.length) return;
    const longer = (array: Float32Array) => {
      const copy = new Float32Array(2 * array.length);
      copy.set(array);
      return copy;
    };
    this.#places = longer(this.#places);
    this.#normals = longer(this.#normals);
    this.#rises = longer(this.#rises);
  }

  line(a: Point, b: Point): void {
    this.#makeRoom();
    this.#add(a, 0, 0, 1);
    this.#add(b, 0, 0, 1);
  }

  /** Four corners in a plane, counter-clockwise as seen from the front. */
  quad(a: Point, b: Point, c: Point, d: Point): void {
    this.#makeRoom();
    // Across both diagonals: sound also where two corners are one.
    const [px, py, pz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const [qx, qy, qz] = [d[0] - b[0], d[1] - b[1], d[2] - b[2]];
    const nx = py * qz - pz * qy;
    const ny = pz * qx - px * qz;
    const nz = px * qy - py * qx;
    const share = 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
    for (const point of [a, b, c, a, c, d]) this.#add(point, share * nx, share * ny, share * nz);
  }

  geometry(around: Sphere): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.#places.slice(0, 3 * this.length), 3));
    geometry.setAttribute('normal', new BufferAttribute(this.#normals.slice(0, 3 * this.length), 3));
    geometry.boundingSphere = around;
    return geometry;
  }

  /** @returns what raises the corners of its geometry by a share of how far they rise; below 0 lowers them */
  raiser(geometry: BufferGeometry): (share: number) => void {
    const rises = this.#rises.slice(0, this.length);
    const position = geometry.getAttribute('position') as BufferAttribute;
    return (share) => {
      for (let k = 0; k < rises.length; k++) position.array[3 * k + 2] += share * rises[k];
      position.needsUpdate = true;
    };
  }
}

/** All that is drawn of a place, walls at their tallest. */
function sphereAround({ bounds: [left, bottom, right, top], levels }: Place): Sphere {
  const heights = levels.map(({ elevation }) => elevation);
  const [low, high] = [Math.min(...heights) - SLAB, Math.max(...heights) + HOUSE * TALL];
  const middle = new Vector3((left + right) / 2, (bottom + top) / 2, (low + high) / 2);
  // Outer walls stand around the floor.
  return new Sphere(middle, middle.distanceTo(new Vector3(right, top, high)) + 1);
}

/** Triangles that lie flat, seen from above. */
function flatGeometry(positions: Float32Array, around: Sphere): BufferGeometry {
  const normals = new Int8Array(positions.length);
  for (let k = 2; k < normals.length; k += 3) normals[k] = 127;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3, true));
  geometry.boundingSphere = around;
  return geometry;
}

const raised = (point: Point, by: number, rise = 0): Point => [point[0], point[1], point[2] + by, rise];
const pointAt = (numbers: ArrayLike<number>, k: number): Point => [numbers[k], numbers[k + 1], numbers[k + 2]];

/** To the left of the way from a to b, metres. */
function leftOf(a: Point, b: Point, by: number): [dx: number, dy: number] {
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [(by * (a[1] - b[1])) / long, (by * (b[0] - a[0])) / long];
}

type PlaceMaterials = ReturnType<typeof createMaterials>;

/** What places are painted with, one after the other: the programs of the graphics card stay when a wall is moved. */
export interface PlacePaint {
  materials: PlaceMaterials;
  set: (colours: Colours) => void;
  dispose: () => void;
}

export function createPlacePaint(): PlacePaint {
  const materials = createMaterials();
  return {
    materials,
    set: (now) => {
      materials.floor.color.set(now.floor);
      materials.upper.color.set(now.floor);
      materials.wall.color.set(now.wall);
      materials.glass.color.set(now.glass);
      materials.pane.color.set(now.glass);
      materials.mass.color.set(now.mass);
      materials.rail.color.set(now.wall);
      materials.door.color.set(now.door);
      materials.edge.color.set(now.edge);
      for (const kind of LINK_KINDS) materials[kind].color.set(now[kind]);
    },
    dispose: () => {
      for (const material of Object.values(materials)) material.dispose();
    },
  };
}

function createMaterials() {
  const flat = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
  return {
    floor: new MeshLambertMaterial(flat),
    upper: new MeshLambertMaterial({ ...flat, transparent: true, opacity: SEEN_THROUGH }),
    wall: new MeshLambertMaterial(flat),
    /** What people see through, and its edges. */
    glass: new MeshLambertMaterial({ transparent: true, opacity: 0.35, depthWrite: false }),
    pane: new LineBasicMaterial(),
    mass: new MeshLambertMaterial(flat),
    /** Seen by the sun alone. */
    slab: new MeshBasicMaterial({ colorWrite: false, depthWrite: false, shadowSide: DoubleSide }),
    rail: new MeshLambertMaterial({ transparent: true, opacity: 0.3, depthWrite: false }),
    door: new MeshLambertMaterial(),
    edge: new LineBasicMaterial({ transparent: true, opacity: 0.7 }),
    stairs: new MeshLambertMaterial(flat),
    escalator: new MeshLambertMaterial(flat),
    ramp: new MeshLambertMaterial(flat),
    lift: new MeshLambertMaterial(flat),
  };
}

export function createPlaceMesh(place: Place, { materials }: PlacePaint): PlaceMesh {
  const root = new Group();
  const geometries: BufferGeometry[] = [];
  const raisers: ((share: number) => void)[] = [];
  const around = sphereAround(place);

  function addMesh(geometry: BufferGeometry, material: Material, casts: boolean): Mesh {
    const mesh = new Mesh(geometry, material);
    mesh.castShadow = casts;
    mesh.receiveShadow = true;
    root.add(mesh);
    geometries.push(geometry);
    return mesh;
  }

  function add(corners: Corners, material: Material, casts: boolean, order = 0): void {
    if (corners.length === 0) return;
    const geometry = corners.geometry(around);
    addMesh(geometry, material, casts).renderOrder = order;
    raisers.push(corners.raiser(geometry));
  }

  function addLines(corners: Corners, material: Material): void {
    if (corners.length === 0) return;
    const lines = corners.geometry(around);
    lines.deleteAttribute('normal');
    geometries.push(lines);
    raisers.push(corners.raiser(lines));
    root.add(new LineSegments(lines, material));
  }

  const lowest = Math.min(...place.levels.map(({ elevation }) => elevation));
  const parts = createWallParts();
  const { walls, edges } = parts;
  for (const { floor, elevation, mass, ...sides } of place.levels) {
    const isUpper = elevation > lowest + 0.01;
    const plane = flatGeometry(floor, around);
    if (isUpper) {
      // Those above are blended over those below, in order, and shade them from underneath.
      addMesh(plane, materials.upper, false).renderOrder = floorOrder(elevation);
      addMesh(plane, materials.slab, true).position.z = -SLAB;
    } else addMesh(plane, materials.floor, false);
    const rise = riseOf(place, elevation);
    const top = flatGeometry(mass, around);
    const roof = addMesh(top, materials.mass, true);
    roof.position.z = WALL_HEIGHT;
    raisers.push((share) => {
      roof.position.z += share * rise;
    });
    if (isUpper) addMesh(top, materials.slab, true).position.z = -SLAB;
    addWalls(parts, sides, rise, isUpper ? -SLAB : 0);
  }
  for (const kind of LINK_KINDS) {
    const steps = new Corners();
    for (const link of place.links) if (link.kind === kind) addLink(steps, walls, edges, link);
    add(steps, materials[kind], true);
  }
  add(walls, materials.wall, true);
  add(parts.tops, materials.mass, true);
  add(parts.rails, materials.rail, false, 5);
  add(parts.glass, materials.glass, false, 5);
  add(thresholds(place), materials.door, false);
  addLines(edges, materials.edge);
  addLines(parts.panes, materials.pane);

  let risen = 0;
  return {
    root,
    setWalls: (height) => {
      // Who stands on a floor does not see through it.
      materials.upper.opacity = height === 'room' ? 1 : SEEN_THROUGH;
      const share = height === 'low' ? 0 : height === 'room' || place.levels.length > 1 ? 1 : HOUSE;
      if (share === risen) return;
      for (const raise of raisers) raise(share - risen);
      risen = share;
    },
    dispose: () => {
      for (const geometry of geometries) geometry.dispose();
    },
  };
}

/** Metres that walls of a level are higher where they are tall: up to the floor above it, if there is one. */
function riseOf({ levels }: Place, elevation: number): number {
  const above = levels.map((level) => level.elevation).filter((other) => other > elevation + 0.01);
  return Math.max(0, Math.min(TALL, Math.min(...above) - elevation - SLAB) - WALL_HEIGHT);
}

/** Faces of walls, tops of thin ones, rails, edges; glass and its edges. */
type WallParts = ReturnType<typeof createWallParts>;

function createWallParts() {
  return {
    walls: new Corners(),
    tops: new Corners(),
    rails: new Corners(),
    edges: new Corners(),
    glass: new Corners(),
    panes: new Corners(),
  };
}

/** @param bottom metres from the floor down to where outer walls begin */
function addWalls(
  { walls, tops, rails, edges, glass, panes }: WallParts,
  { walls: sides, wallKinds, outline }: Pick<PlaceLevel, 'walls' | 'wallKinds' | 'outline'>,
  rise: number,
  bottom: number,
): void {
  for (let k = 0; k < wallKinds.length; k++) {
    const a = pointAt(sides, 6 * k);
    const b = pointAt(sides, 6 * k + 3);
    const kind = wallKinds[k];
    if (kind === RAIL) addRail(rails, edges, a, b);
    else if (kind === THIN_WALL) addThinWall(walls, tops, edges, a, b, rise);
    else if (kind === GLASS_WALL) addThinWall(glass, glass, panes, a, b, rise);
    else if (kind !== NO_WALL) addFace(walls, edges, a, b, rise);
  }
  for (let k = 0; k < outline.length; k += 6) {
    const a = raised(pointAt(outline, k), bottom);
    const b = raised(pointAt(outline, k + 3), bottom);
    // Seen from the outside: what is solid is on the left.
    addFace(walls, edges, b, a, rise, WALL_HEIGHT - bottom);
  }
}

/** A wall whose front is to the left of the way from a to b, and the edge on top of it. */
function addFace(walls: Corners, edges: Corners, a: Point, b: Point, rise: number, height = WALL_HEIGHT): void {
  const [c, d] = [raised(a, height, rise), raised(b, height, rise)];
  walls.quad(b, a, c, d);
  edges.line(c, d);
}

/** Half of a wall between floor and floor, that on the left; the other half is a wall of its own. */
function addThinWall(walls: Corners, tops: Corners, edges: Corners, a: Point, b: Point, rise: number): void {
  const [dx, dy] = leftOf(a, b, THIN);
  const [c, d]: Point[] = [
    [a[0] + dx, a[1] + dy, a[2]],
    [b[0] + dx, b[1] + dy, b[2]],
  ];
  addFace(walls, edges, c!, d!, rise);
  const up = (point: Point) => raised(point, WALL_HEIGHT, rise);
  tops.quad(up(a), up(b), up(d!), up(c!));
  walls.quad(c!, a, up(a), up(c!));
  walls.quad(b, d!, up(d!), up(b));
}

/** A pane, seen from both sides, with an edge. */
function addRail(rails: Corners, edges: Corners, a: Point, b: Point): void {
  const [c, d] = [raised(a, RAIL_HEIGHT), raised(b, RAIL_HEIGHT)];
  rails.quad(b, a, c, d);
  rails.quad(a, b, d, c);
  edges.line(c, d);
}

/** Steps or a slope, and walls below them. */
function addLink(steps: Corners, walls: Corners, edges: Corners, link: PlaceLink): void {
  const [a, , c, d] = cornersOf(link);
  const onFloor = ([x, y]: Point): Point => [x, y, a[2]];
  for (const { left, right, leftOn, rightOn, riser } of stepsOf(link)) {
    if (riser !== undefined) steps.quad([left[0], left[1], riser], [right[0], right[1], riser], right, left);
    steps.quad(left, right, rightOn, leftOn);
    edges.line(left, right);
    walls.quad(onFloor(leftOn), onFloor(left), left, leftOn);
    walls.quad(onFloor(right), onFloor(rightOn), rightOn, right);
  }
  walls.quad(onFloor(c), onFloor(d), d, c);
}

/** Of all doors, a strip on the floor. */
function thresholds({ doors, levels }: Place): Corners {
  const strips = new Corners();
  for (const { ends, level } of doors) {
    const z = levels[level].elevation + ABOVE;
    const a: Point = [ends[0], ends[1], z];
    const b: Point = [ends[2], ends[3], z];
    const [dx, dy] = leftOf(a, b, THRESHOLD);
    strips.quad(
      [a[0] - dx, a[1] - dy, z],
      [b[0] - dx, b[1] - dy, z],
      [b[0] + dx, b[1] + dy, z],
      [a[0] + dx, a[1] + dy, z],
    );
  }
  return strips;
}
