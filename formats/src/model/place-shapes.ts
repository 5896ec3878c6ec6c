/**
 * World → what 3D files show of a place: of each level its floor, walls cut off at a height one sees over, and what is solid between
 * them; stairs with their steps. As the page draws it (place-mass.ts, link-steps.ts), but for edges, thresholds and shadows.
 *
 * Metres from the mesh's origin, heights from the level's floor. Cost: linear in cells and triangles, but for the band around the
 * outside (place-mass.ts).
 */
import { NONE, nextSideOf, type World } from '@foulee/engine';
import { Faces, type Point } from './faces.ts';
import { cornersOf, drawLinks, type PlaceLink, stepsOf } from './link-steps.ts';
import { drawMass } from './place-mass.ts';
import { GLASS_WALL, NO_WALL, RAIL, THIN_WALL, WALL_HEIGHT } from './wall-kinds.ts';

export type Surface = 'floor' | 'wall' | 'solid' | 'glass' | 'rail' | PlaceLink['kind'];

/** What has a name and moves as one. */
interface Shape {
  name: string;
  surfaces: { surface: Surface; faces: Faces }[];
}

export interface LevelShapes {
  name: string;
  elevation: number;
  shapes: Shape[];
}

/** Metres: half of a wall between floor and floor, and the height of a rail. */
const THIN = 0.03;
const RAIL_HEIGHT = 1;

export function placeShapes(world: World): LevelShapes[] {
  const links = drawLinks(world);
  return world.mesh.levels.map(({ name, elevation }, level) => ({
    name,
    elevation,
    shapes: [
      { name: `${name} floor`, surfaces: [{ surface: 'floor', faces: floorOf(world, level) }] },
      { name: `${name} walls`, surfaces: wallsOf(world, level) },
      ...links.filter(({ lower }) => lower === level).map((link) => shapeOfLink(link, elevation)),
    ],
  }));
}

function floorOf({ mesh }: World, level: number): Faces {
  const { vertices, cellFirst, cellLevel, cellLink, sideVertex } = mesh;
  const floor = new Faces();
  const cornerOf = (side: number): Point => [vertices[2 * sideVertex[side]], vertices[2 * sideVertex[side] + 1], 0];
  for (let c = 0; c < cellLevel.length; c++) {
    if (cellLevel[c] !== level || cellLink[c] !== NONE) continue;
    const first = cellFirst[c];
    // Cells are convex.
    for (let s = first + 1; s < cellFirst[c + 1] - 1; s++) {
      floor.triangle(cornerOf(first), cornerOf(s), cornerOf(nextSideOf(mesh, s)));
    }
  }
  return floor;
}

function wallsOf(world: World, level: number): Shape['surfaces'] {
  const { tops, outline, walls, kinds } = drawMass(world, level);
  const [wall, solid, glass, rail] = [new Faces(), new Faces(), new Faces(), new Faces()];
  const at = (list: ArrayLike<number>, k: number, z = 0): Point => [list[k], list[k + 1], z];
  for (let k = 0; k < tops.length; k += 6) {
    solid.triangle(at(tops, k, WALL_HEIGHT), at(tops, k + 2, WALL_HEIGHT), at(tops, k + 4, WALL_HEIGHT));
  }
  // What is solid is on the left; it is seen from the right.
  for (let k = 0; k < outline.length; k += 4) face(wall, at(outline, k + 2), at(outline, k), WALL_HEIGHT);
  for (let k = 0; k < kinds.length; k++) {
    const [a, b] = [at(walls, 4 * k), at(walls, 4 * k + 2)];
    const kind = kinds[k];
    if (kind === RAIL) {
      face(rail, a, b, RAIL_HEIGHT);
      face(rail, b, a, RAIL_HEIGHT);
    } else if (kind === THIN_WALL) thinWall(wall, solid, a, b);
    else if (kind === GLASS_WALL) thinWall(glass, glass, a, b);
    else if (kind !== NO_WALL) face(wall, a, b, WALL_HEIGHT);
  }
  return [
    { surface: 'wall', faces: wall },
    { surface: 'solid', faces: solid },
    { surface: 'glass', faces: glass },
    { surface: 'rail', faces: rail },
  ];
}

const raised = ([x, y, z]: Point, by: number): Point => [x, y, z + by];

/** Upright, its front to the left of the way from a to b. */
function face(faces: Faces, a: Point, b: Point, height: number): void {
  faces.quad(b, a, raised(a, height), raised(b, height));
}

/** Half of a wall between floor and floor, that on the left; the other half is a wall of its own. */
function thinWall(sides: Faces, tops: Faces, a: Point, b: Point): void {
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [dx, dy] = [(THIN * (a[1] - b[1])) / long, (THIN * (b[0] - a[0])) / long];
  const c: Point = [a[0] + dx, a[1] + dy, a[2]];
  const d: Point = [b[0] + dx, b[1] + dy, b[2]];
  face(sides, c, d, WALL_HEIGHT);
  face(sides, a, c, WALL_HEIGHT);
  face(sides, d, b, WALL_HEIGHT);
  const up = (point: Point) => raised(point, WALL_HEIGHT);
  tops.quad(up(a), up(b), up(d), up(c));
}

/** Steps or a slope, and walls below them. @param elevation of the lower level */
function shapeOfLink(link: PlaceLink, elevation: number): Shape {
  const corners = link.corners.map((value, k) => (k % 3 === 2 ? value - elevation : value));
  const own = { ...link, corners };
  const [, , c, d] = cornersOf(own);
  const [steps, walls] = [new Faces(), new Faces()];
  const onFloor = ([x, y]: Point): Point => [x, y, 0];
  for (const { left, right, leftOn, rightOn, riser } of stepsOf(own)) {
    if (riser !== undefined) steps.quad([left[0], left[1], riser], [right[0], right[1], riser], right, left);
    steps.quad(left, right, rightOn, leftOn);
    walls.quad(onFloor(leftOn), onFloor(left), left, leftOn);
    walls.quad(onFloor(right), onFloor(rightOn), rightOn, right);
  }
  walls.quad(onFloor(c), onFloor(d), d, c);
  return {
    name: link.name,
    surfaces: [
      { surface: link.kind, faces: steps },
      { surface: 'wall', faces: walls },
    ],
  };
}
