/** World → Place: triangles, walls and lines to be drawn, and what the build had to say. */
import { type CellMesh, cellArea, NONE, nextSideOf, type World } from '@foulee/engine';
import { drawLinks, heightAt } from '@foulee/formats';
import { drawMass } from '@foulee/formats/model';
import { RAIL, type Place, type PlaceDoor, type PlaceLevel } from '../protocol/place.ts';
import { meshKeyOf } from './mesh-key.ts';

export function drawPlace(world: World, milliseconds: number): Place {
  const { mesh, plan, report } = world;
  const { vertices, cellFirst, cellLevel, cellLink, sideVertex, sideTwin, sideDoor } = mesh;
  const cells = cellLevel.length;
  const { floor, seams } = roomFor(mesh);
  const floorEnd = new Int32Array(mesh.levels.length);
  const seamsEnd = new Int32Array(mesh.levels.length);
  const rails = mesh.levels.map((): number[] => []);
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  const doors = new Map<number, PlaceDoor>();
  let area = 0;
  /** @returns behind it */
  const put = (list: Float32Array, at: number, c: number, s: number): number => {
    const v = 2 * sideVertex[s];
    list[at] = vertices[v];
    list[at + 1] = vertices[v + 1];
    list[at + 2] = heightAt(world, c, vertices[v], vertices[v + 1]);
    return at + 3;
  };
  for (let c = 0; c < cells; c++) {
    area += cellArea(mesh, c);
    const level = cellLevel[c];
    const isLink = cellLink[c] !== NONE;
    const first = cellFirst[c];
    for (let s = first; s < cellFirst[c + 1]; s++) {
      const end = nextSideOf(mesh, s);
      const [a, b] = [2 * sideVertex[s], 2 * sideVertex[end]];
      const [x, y] = [vertices[a], vertices[a + 1]];
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < bottom) bottom = y;
      if (y > top) top = y;
      if (!isLink && s > first && end !== first) {
        const list = floor[level];
        floorEnd[level] = put(list, put(list, put(list, floorEnd[level], c, first), c, s), c, end);
      }
      if (s < sideTwin[s]) {
        seamsEnd[level] = put(seams[level], put(seams[level], seamsEnd[level], c, s), c, end);
      } else if (isLink && sideTwin[s] === NONE) {
        const [toX, toY] = [vertices[b], vertices[b + 1]];
        rails[level].push(x, y, heightAt(world, c, x, y), toX, toY, heightAt(world, c, toX, toY));
      }
      const door = sideDoor[s];
      if (door !== NONE) {
        widen(doors, door, mesh.doors[door].name, level, [x, y], [vertices[b], vertices[b + 1]]);
      }
    }
  }
  const levels = mesh.levels.map(({ name, elevation }, k): PlaceLevel => {
    const mass = drawMass(world, k);
    const wallKinds = new Uint8Array(rails[k].length / 6 + mass.kinds.length).fill(RAIL);
    wallKinds.set(mass.kinds, rails[k].length / 6);
    return {
      name,
      elevation,
      floor: floor[k],
      walls: atHeight(mass.walls, elevation, rails[k]),
      wallKinds,
      mass: atHeight(mass.tops, elevation),
      outline: atHeight(mass.outline, elevation),
      seams: seams[k],
    };
  });
  const [originX, originY] = mesh.origin;
  return {
    name: plan.name,
    origin: [originX, originY],
    bounds: cells === 0 ? [0, 0, 1, 1] : [left, bottom, right, top],
    area,
    mesh,
    meshKey: meshKeyOf(mesh),
    levels,
    doors: [...doors.entries()].sort(([a], [b]) => a - b).map(([, door]) => door),
    links: drawLinks(world),
    repairs: report.repairs.map(({ kind, count, places }) => ({
      kind,
      count,
      places: places.map(([x, y]) => [x - originX, y - originY] as [number, number]),
    })),
    warnings: [...report.warnings],
    ...(report.layers === undefined ? {} : { layers: report.layers }),
    milliseconds,
  };
}

/** Just enough for all triangles of the floor, and for all seams, of each level. */
function roomFor({ levels, cellFirst, cellLevel, cellLink, sideTwin, sideCell }: CellMesh) {
  const triangles = new Int32Array(levels.length);
  const seams = new Int32Array(levels.length);
  for (let c = 0; c < cellLevel.length; c++) {
    if (cellLink[c] === NONE) triangles[cellLevel[c]] += cellFirst[c + 1] - cellFirst[c] - 2;
  }
  for (let s = 0; s < sideTwin.length; s++) if (s < sideTwin[s]) seams[cellLevel[sideCell[s]]]++;
  const arrays = (counts: Int32Array, numbers: number) =>
    Array.from(counts, (count) => new Float32Array(numbers * count));
  return { floor: arrays(triangles, 9), seams: arrays(seams, 6) };
}

/** x, y each → x, y, height each; after those that have their heights. */
function atHeight(points: ArrayLike<number>, height: number, others: readonly number[] = []): Float32Array {
  const raised = new Float32Array(others.length + (points.length / 2) * 3);
  raised.set(others);
  for (let k = 0, at = others.length; k < points.length; k += 2) {
    raised[at++] = points[k];
    raised[at++] = points[k + 1];
    raised[at++] = height;
  }
  return raised;
}

/** A door may be cut into several sides: from its one end to its other. */
function widen(
  doors: Map<number, PlaceDoor>,
  index: number,
  name: string,
  level: number,
  a: number[],
  b: number[],
): void {
  const known = doors.get(index);
  const points = [a, b, ...(known === undefined ? [] : [known.ends.slice(0, 2), known.ends.slice(2)])];
  let far = -1;
  for (const p of points) {
    for (const q of points) {
      const distance = (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2;
      if (distance <= far) continue;
      far = distance;
      doors.set(index, { name, level, ends: [p[0], p[1], q[0], q[1]] });
    }
  }
}
