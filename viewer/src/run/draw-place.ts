/** World → Place: triangles, walls and lines to be drawn, and what the build had to say. */
import { cellArea, NONE, nextSideOf, type World } from '@foulee/engine';
import { drawMass, RAIL } from './draw-mass.ts';
import type { Place, PlaceDoor, PlaceLevel } from './place.ts';

export function drawPlace(world: World, milliseconds: number): Place {
  const { mesh, plan, report } = world;
  const { vertices, cellFirst, cellLevel, cellLink, sideVertex, sideTwin, sideDoor } = mesh;
  const cells = cellLevel.length;
  const floor: number[][] = mesh.levels.map(() => []);
  const walls: number[][] = mesh.levels.map(() => []);
  const kinds: number[][] = mesh.levels.map(() => []);
  const seams: number[][] = mesh.levels.map(() => []);
  const bounds: Place['bounds'] = [Infinity, Infinity, -Infinity, -Infinity];
  const doors = new Map<number, PlaceDoor>();
  let area = 0;
  for (let c = 0; c < cells; c++) {
    area += cellArea(mesh, c);
    const level = cellLevel[c]!;
    const corner = (s: number): [number, number, number] => {
      const v = 2 * sideVertex[s]!;
      const [x, y] = [vertices[v]!, vertices[v + 1]!];
      return [x, y, heightAt(world, c, x, y)];
    };
    const first = cellFirst[c]!;
    for (let s = first; s < cellFirst[c + 1]!; s++) {
      const a = corner(s);
      const b = corner(nextSideOf(mesh, s));
      bounds[0] = Math.min(bounds[0], a[0]);
      bounds[1] = Math.min(bounds[1], a[1]);
      bounds[2] = Math.max(bounds[2], a[0]);
      bounds[3] = Math.max(bounds[3], a[1]);
      const isLink = cellLink[c] !== NONE;
      if (!isLink && s > first && nextSideOf(mesh, s) !== first) floor[level]!.push(...corner(first), ...a, ...b);
      if (sideTwin[s] !== NONE) {
        if (s < sideTwin[s]!) seams[level]!.push(...a, ...b);
      } else if (isLink) {
        walls[level]!.push(...a, ...b);
        kinds[level]!.push(RAIL);
      }
      const door = sideDoor[s]!;
      if (door !== NONE) widen(doors, door, mesh.doors[door]!.name, level, a, b);
    }
  }
  const levels = mesh.levels.map(({ name, elevation }, k): PlaceLevel => {
    const mass = drawMass(world, k);
    return {
      name,
      elevation,
      floor: Float32Array.from(floor[k]!),
      walls: Float32Array.from([...walls[k]!, ...atHeight(mass.walls, elevation)]),
      wallKinds: Uint8Array.from([...kinds[k]!, ...mass.kinds]),
      mass: Float32Array.from(atHeight(mass.tops, elevation)),
      outline: Float32Array.from(atHeight(mass.outline, elevation)),
      seams: Float32Array.from(seams[k]!),
    };
  });
  const [originX, originY] = mesh.origin;
  return {
    name: plan.name,
    origin: [originX, originY],
    bounds: cells === 0 ? [0, 0, 1, 1] : bounds,
    area,
    cells,
    levels,
    doors: [...doors.entries()].sort(([a], [b]) => a - b).map(([, door]) => door),
    links: plan.links.map(({ name, kind, lower, upper, corners }) => ({
      name,
      kind,
      corners: [0, 1, 2, 3].flatMap((k) => [
        corners[2 * k]! - originX,
        corners[2 * k + 1]! - originY,
        plan.levels[k < 2 ? lower : upper]!.elevation,
      ]),
    })),
    repairs: report.repairs.map(({ kind, count, places }) => ({
      kind,
      count,
      places: places.map(([x, y]) => [x - originX, y - originY] as [number, number]),
    })),
    warnings: [...report.warnings],
    milliseconds,
  };
}

/** x, y each → x, y, height each. */
function atHeight(points: readonly number[], height: number): number[] {
  const raised: number[] = [];
  for (let k = 0; k < points.length; k += 2) raised.push(points[k]!, points[k + 1]!, height);
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
      const distance = (p[0]! - q[0]!) ** 2 + (p[1]! - q[1]!) ** 2;
      if (distance <= far) continue;
      far = distance;
      doors.set(index, { name, level, ends: [p[0]!, p[1]!, q[0]!, q[1]!] });
    }
  }
}

/** Height of the floor of a cell at a place: stairs rise from their lower portal to their upper one. */
export function heightAt({ mesh, plan }: World, cell: number, x: number, y: number): number {
  const link = mesh.cellLink[cell]!;
  if (link === NONE) return mesh.levels[mesh.cellLevel[cell]!]!.elevation;
  const { corners, lower, upper } = plan.links[link]!;
  const [originX, originY] = mesh.origin;
  const away = (k: number, l: number): number => {
    const ax = corners[2 * k]! - originX;
    const ay = corners[2 * k + 1]! - originY;
    const ex = corners[2 * l]! - originX - ax;
    const ey = corners[2 * l + 1]! - originY - ay;
    return Math.abs(ex * (y - ay) - ey * (x - ax)) / Math.hypot(ex, ey);
  };
  const below = away(0, 1);
  const above = away(2, 3);
  const share = below + above === 0 ? 0 : below / (below + above);
  const bottom = mesh.levels[lower]!.elevation;
  return bottom + share * (mesh.levels[upper]!.elevation - bottom);
}
