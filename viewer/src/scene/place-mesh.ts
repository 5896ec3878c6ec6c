/** Place → what three.js draws of it: floor, walls and the edges on top of them. In plan coordinates, z up. */
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
} from 'three';
import type { Place } from '../run/place.ts';
import type { Colours } from './colours.ts';

/** Metres: walls are cut off here, so that one sees over them. */
const WALL_HEIGHT = 1.1;

export interface PlaceMesh {
  root: Object3D;
  paint: (colours: Colours) => void;
  dispose: () => void;
}

export function createPlaceMesh(place: Place, colours: Colours): PlaceMesh {
  const floorMaterial = new MeshLambertMaterial();
  const wallMaterial = new MeshLambertMaterial();
  const edgeMaterial = new LineBasicMaterial();
  const root = new Group();
  const geometries: BufferGeometry[] = [];
  for (const level of place.levels) {
    const floor = new BufferGeometry();
    floor.setAttribute('position', new BufferAttribute(level.floor, 3));
    floor.computeVertexNormals();
    const floorMesh = new Mesh(floor, floorMaterial);
    floorMesh.receiveShadow = true;
    const { sides, edges } = raise(level.walls);
    const wallMesh = new Mesh(sides, wallMaterial);
    wallMesh.castShadow = wallMesh.receiveShadow = true;
    root.add(floorMesh, wallMesh, new LineSegments(edges, edgeMaterial));
    geometries.push(floor, sides, edges);
  }
  const paint = (now: Colours) => {
    floorMaterial.color.set(now.floor);
    wallMaterial.color.set(now.wall);
    edgeMaterial.color.set(now.edge);
  };
  paint(colours);
  return {
    root,
    paint,
    dispose: () => {
      for (const geometry of geometries) geometry.dispose();
      for (const material of [floorMaterial, wallMaterial, edgeMaterial]) material.dispose();
    },
  };
}

/** Walls, two corners each with the floor on the left → both faces of each, and their upper edges. */
function raise(walls: Float32Array): { sides: BufferGeometry; edges: BufferGeometry } {
  const count = walls.length / 6;
  const positions = new Float32Array(count * 12);
  const normals = new Float32Array(count * 12);
  const index = new Uint32Array(count * 12);
  const edges = new Float32Array(count * 6);
  for (let k = 0; k < count; k++) {
    const [ax, ay, az, bx, by, bz] = walls.subarray(6 * k, 6 * k + 6) as unknown as number[];
    positions.set([ax!, ay!, az!, bx!, by!, bz!, bx!, by!, bz! + WALL_HEIGHT, ax!, ay!, az! + WALL_HEIGHT], 12 * k);
    const long = Math.hypot(bx! - ax!, by! - ay!) || 1;
    for (let c = 0; c < 4; c++) normals.set([(ay! - by!) / long, (bx! - ax!) / long, 0], 12 * k + 3 * c);
    const [a, b, c, d] = [4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3];
    index.set([a, c, b, a, d, c, a, b, c, a, c, d], 12 * k);
    edges.set([ax!, ay!, az! + WALL_HEIGHT, bx!, by!, bz! + WALL_HEIGHT], 6 * k);
  }
  const sides = new BufferGeometry();
  sides.setAttribute('position', new BufferAttribute(positions, 3));
  sides.setAttribute('normal', new BufferAttribute(normals, 3));
  sides.setIndex(new BufferAttribute(index, 1));
  const lines = new BufferGeometry();
  lines.setAttribute('position', new BufferAttribute(edges, 3));
  return { sides, edges: lines };
}
