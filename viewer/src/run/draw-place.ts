/** World → Place: triangles, walls and lines to be drawn, and what the build had to say. */
import { cellArea, GrowableFloats, NONE, nextSideOf, type World } from '@foulee/engine';
import { drawMass, RAIL } from './draw-mass.ts';
import type { Place, PlaceDoor, PlaceLevel } from './place.ts';

export function drawPlace(world: World, milliseconds: number): Place {
  const { mesh, plan, report } = world;
  const { vertices, cellFirst, cellLevel, cellLink, sideVertex, sideTwin, sideDoor } = mesh;
  const cells = cellLevel.length;
  const floor = mesh.levels.map(() => new GrowableFloats());
  const seams = mesh.levels.map(() => new GrowableFloats());
  const rails = mesh.levels.map((): number[] => []);
  const bounds: Place['bounds'] = [Infinity, Infinity, -Infinity, -Infinity];
  const doors = new Map<number, PlaceDoor>();
  let area = 0;
  const push = (list: GrowableFloats, c: number, s: number) => {
    const v = 2 * sideVertex[s]!;
    list.push(vertices[v]!);
    list.push(vertices[v + 1]!);
    list.push(heightAt(world, c, vertices[v]!, vertices[v + 1]!));
  };
  for (let c = 0; c < cells; c++) {
    area += cellArea(mesh, c);
    const level = cellLevel[c]!;
    const isLink = cellLink[c] !== NONE;
    const first = cellFirst[c]!;
    for (let s = first; s < cellFirst[c + 1]!; s++) {
      const end = nextSideOf(mesh, s);
      const [a, b] = [2 * sideVertex[s]!, 2 * sideVertex[end]!];
      const [x, y] = [vertices[a]!, vertices[a + 1]!];
      bounds[0] = Math.min(bounds[0], x);
      bounds[1] = Math.min(bounds[1], y);
      bounds[2] = Math.max(bounds[2], x);
      bounds[3] = Math.max(bounds[3], y);
      if (!isLink && s > first && end !== first) {
        push(floor[level]!, c, first);
        push(floor[level]!, c, s);
        push(floor[level]!, c, end);
      }
      if (s < sideTwin[s]!) {
        push(seams[level]!, c, s);
        push(seams[level]!, c, end);
      } else if (isLink && sideTwin[s] === NONE) {
        const [toX, toY] = [vertices[b]!, vertices[b + 1]!];
        rails[level]!.push(x, y, heightAt(world, c, x, y), toX, toY, heightAt(world, c, toX, toY));
      }
      const door = sideDoor[s]!;
      if (door !== NONE) {
        widen(doors, door, mesh.doors[door]!.name, level, [x, y], [vertices[b]!, vertices[b + 1]!]);
      }
    }
  }
  const levels = mesh.levels.map(({ name, elevation }, k): PlaceLevel => {
    const mass = drawMass(world, k);
    const railKinds = new Array<number>(rails[k]!.length / 6).fill(RAIL);
    return {
      name,
      elevation,
      floor: new Float32Array(floor[k]!.values()),
      walls: atHeight(mass.walls, elevation, rails[k]),
      wallKinds: new Uint8Array([...railKinds, ...mass.kinds]),
      mass: atHeight(mass.tops, elevation),
      outline: atHeight(mass.outline, elevation),
      seams: new Float32Array(seams[k]!.values()),
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

/** x, y each → x, y, height each; after those that have their heights. */
function atHeight(points: readonly number[], height: number, others: readonly number[] = []): Float32Array {
  const raised = new Float32Array(others.length + (points.length / 2) * 3);
  raised.set(others);
  for (let k = 0, at = others.length; k < points.length; k += 2) {
    raised[at++] = points[k]!;
    raised[at++] = points[k + 1]!;
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
