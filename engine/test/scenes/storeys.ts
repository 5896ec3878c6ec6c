/**
 * Plans of several levels, made by hand: storeys of rectangles, stairs between them, doors; and the same turned and
 * moved. `Storeys` is such a plan built, with its questions asked in the plan's own place.
 */
import { type BuildOptions, buildWorld, type World } from '../../src/build.ts';
import { NONE } from '../../src/core/none.ts';
import { METRES, type Plan, type PlanDoor, type PlanLevel, type PlanLink } from '../../src/map/plan.ts';
import type { CellMesh } from '../../src/subdivision/cell-mesh.ts';
import { clearance, createClearanceScratch } from '../../src/subdivision/clearance.ts';
import { type CellIndex, indexCells, locate } from '../../src/subdivision/locate.ts';
import { aimWalk, createWalkResult, walk } from '../../src/subdivision/walk.ts';
import { IN_PLACE, type Placement, place } from './solids.ts';

export type Ring = number[];

export function rectangle(x0: number, y0: number, x1: number, y1: number): Ring {
  return [x0, y0, x1, y0, x1, y1, x0, y1];
}

export function levelOf(
  name: string,
  elevation: number,
  walkable: Ring[],
  obstacles: Ring[] = [],
  lines: Ring[] = [],
): PlanLevel {
  const polygons = [
    ...walkable.map((ring) => ({ role: 'walkable' as const, rings: [Float64Array.from(ring)] })),
    ...obstacles.map((ring) => ({ role: 'obstacle' as const, rings: [Float64Array.from(ring)] })),
  ];
  return {
    name,
    elevation,
    polygons,
    lines: lines.map((line) => Float64Array.from(line)),
    floor: 'polygons',
    margin: 0,
  };
}

export function stairs(name: string, lower: number, upper: number, corners: Ring): PlanLink {
  return { name, kind: 'stairs', lower, upper, corners: Float64Array.from(corners) };
}

export function doorOf(name: string, ...ends: PlanDoor['ends']): PlanDoor {
  return { name, level: 0, ends };
}

export function planOf(levels: PlanLevel[], links: PlanLink[] = [], doors: PlanDoor[] = []): Plan {
  return { name: 'house', frame: METRES, levels, links, doors };
}

/** 30° about the origin. */
export const TURNED: Placement = { cosine: Math.sqrt(3) / 2, sine: 0.5, x: 0, y: 0 };

function placePlan(plan: Plan, placement: Placement): Plan {
  const placed = (ring: ArrayLike<number>) => {
    const result = new Float64Array(ring.length);
    for (let i = 0; i < ring.length; i += 2) result.set(place(placement, ring[i], ring[i + 1]), i);
    return result;
  };
  return {
    ...plan,
    levels: plan.levels.map((level) => ({
      ...level,
      polygons: level.polygons.map(({ role, rings }) => ({ role, rings: rings.map(placed) })),
      lines: level.lines.map(placed),
    })),
    doors: plan.doors.map((door) => ({ ...door, ends: [...placed(door.ends)] as PlanDoor['ends'] })),
    links: plan.links.map((link) => ({ ...link, corners: placed(link.corners) })),
  };
}

/** Where a straight way ends. */
export interface Arrival {
  reached: boolean;
  level: number;
  /** Index of the stairs, or NONE on floor. */
  link: number;
  /** In the plan's own place. */
  x: number;
  y: number;
}

/** A plan built in a placement and asked as if it were in place. */
export class Storeys {
  readonly world: World;
  readonly mesh: CellMesh;
  readonly index: CellIndex;
  readonly placement: Placement;

  constructor(plan: Plan, placement: Placement = IN_PLACE, options: Partial<BuildOptions> = {}) {
    this.placement = placement;
    this.world = buildWorld(placePlan(plan, placement), options);
    this.mesh = this.world.mesh;
    this.index = indexCells(this.mesh);
  }

  /** Mesh coordinates of a point of the plan. */
  place(x: number, y: number): [number, number] {
    const [px, py] = place(this.placement, x, y);
    return [px - this.mesh.origin[0], py - this.mesh.origin[1]];
  }

  cellAt(level: number, x: number, y: number): number {
    return locate(this.mesh, this.index, level, ...this.place(x, y));
  }

  /** Index of the stairs that a level shows at a point, NONE where there is floor, undefined where there is neither. */
  linkAt(level: number, x: number, y: number): number | undefined {
    const cell = this.cellAt(level, x, y);
    return cell === NONE ? undefined : this.mesh.cellLink[cell];
  }

  /** A straight way from a point of a level. */
  walk(level: number, x: number, y: number, toX: number, toY: number): Arrival {
    return this.walkFrom(this.cellAt(level, x, y), x, y, toX, toY);
  }

  private walkFrom(cell: number, x: number, y: number, toX: number, toY: number): Arrival & { cell: number } {
    const result = createWalkResult();
    walk(this.mesh, cell, aimWalk(result, ...this.place(x, y), ...this.place(toX, toY)));
    const { cosine, sine } = this.placement;
    const dx = result.x + this.mesh.origin[0] - this.placement.x;
    const dy = result.y + this.mesh.origin[1] - this.placement.y;
    return {
      cell: result.cell,
      reached: result.reached,
      level: this.mesh.cellLevel[result.cell],
      link: this.mesh.cellLink[result.cell],
      x: cosine * dx + sine * dy,
      y: cosine * dy - sine * dx,
    };
  }

  /** A way of several straight pieces; the levels on which they end, up to the first that meets a wall. */
  route(level: number, ...points: [number, number][]): number[] {
    const levels: number[] = [];
    let cell = this.cellAt(level, ...points[0]);
    for (let i = 1; i < points.length; i++) {
      const arrival = this.walkFrom(cell, ...points[i - 1], ...points[i]);
      if (!arrival.reached) return levels;
      levels.push(arrival.level);
      cell = arrival.cell;
    }
    return levels;
  }

  clearance(level: number, x: number, y: number): number {
    const cell = this.cellAt(level, x, y);
    return clearance(this.mesh, createClearanceScratch(this.mesh), cell, ...this.place(x, y));
  }
}

/** The component of each cell, cells being joined by free sides longer than a width. */
export function componentsOver(mesh: CellMesh, width: number): Int32Array {
  const component = new Int32Array(mesh.cellLevel.length).fill(NONE);
  let count = 0;
  for (let first = 0; first < component.length; first++) {
    if (component[first] !== NONE) continue;
    const stack = [first];
    component[first] = count;
    while (stack.length > 0) {
      const cell = stack.pop()!;
      const [from, end] = [mesh.cellFirst[cell], mesh.cellFirst[cell + 1]];
      for (let s = from; s < end; s++) {
        const twin = mesh.sideTwin[s];
        if (twin === NONE) continue;
        const [a, b] = [2 * mesh.sideVertex[s], 2 * mesh.sideVertex[s + 1 < end ? s + 1 : from]];
        const { vertices } = mesh;
        if (!(Math.hypot(vertices[b] - vertices[a], vertices[b + 1] - vertices[a + 1]) > width)) continue;
        const neighbour = mesh.sideCell[twin];
        if (component[neighbour] !== NONE) continue;
        component[neighbour] = count;
        stack.push(neighbour);
      }
    }
    count++;
  }
  return component;
}
