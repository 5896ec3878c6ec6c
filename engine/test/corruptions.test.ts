/**
 * The products' checkers find what is wrong: deliberate corruptions of valid products, each of which must be named.
 */
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import { checkWorld } from '../src/build.ts';
import { checkMap } from '../src/map/check-map.ts';
import type { FlatMap } from '../src/map/flat-map.ts';
import type { CellMesh } from '../src/subdivision/cell-mesh.ts';
import { checkCells } from '../src/subdivision/check-cells.ts';
import { checkTriangulation } from '../src/triangulation/check-triangulation.ts';
import type { Triangulation } from '../src/triangulation/triangulation.ts';
import { DIRTY_KINDS, dirtyPlan } from './dirty-maps.ts';
import { CLEAN_KINDS, cleanPlan } from './random-maps.ts';
import { planOf, rectangle } from './shapes.ts';

const NONE = -1;

/** A hall with a door, a pillar, a niche, a needle, a wall without thickness and an open front. */
function hall(): World {
  const plan = planOf(
    'hall',
    'polygons',
    [[[0, 0, 12, 0, 12, 3, 12.5, 3.1, 12.4, 4, 12, 4, 12, 8, 0, 8]]],
    [[rectangle(3, 3, 3.5, 3.4)], [[9, 1, 9.4, 6, 8.5, 6.2]]],
    [
      [6, 0, 6, 3],
      [6, 4, 6, 8],
    ],
  );
  plan.doors.push({ name: 'front', level: 0, ends: [6, 3, 6, 4] });
  plan.levels[0].boundaries = [Float64Array.of(0, 2, 0, 6)];
  plan.levels[0].glass = [Float64Array.of(1, 6, 4, 6.5)];
  return buildWorld(plan);
}

const WORLD = hall();

it('valid products pass', () => {
  const worlds = [
    WORLD,
    ...CLEAN_KINDS.map((kind) => buildWorld(cleanPlan(kind, 1))),
    ...DIRTY_KINDS.map((kind) => buildWorld(dirtyPlan(kind, 1))),
  ];
  for (const { maps, triangulations, mesh } of worlds) {
    expect(checkMap(maps[0])).toEqual([]);
    expect(checkTriangulation(triangulations[0], maps[0].segments)).toEqual([]);
    expect(checkCells(mesh)).toEqual([]);
  }
});

/** Corruptions by name; each changes a fresh copy. */
type Corruptions<Product> = Record<string, (product: Product) => void>;

/** The first index an array fulfils something at. */
function first(array: ArrayLike<number>, test: (value: number, index: number) => boolean): number {
  for (let i = 0; i < array.length; i++) if (test(array[i], i)) return i;
  throw new Error('the hall has no such thing to corrupt');
}

const MAPS: Corruptions<FlatMap> = {
  'a wall without floor': (map) => {
    map.segmentSides[0] = 0;
  },
  'a wall turned inside out': (map) => {
    const s = first(map.segmentSides, (sides) => sides === 1 || sides === 2);
    map.segmentSides[s] = 3 - map.segmentSides[s];
  },
  'a wall left out': (map) => {
    map.segments = map.segments.slice(2);
    map.segmentKind = map.segmentKind.slice(1);
    map.segmentSides = map.segmentSides.slice(1);
    map.segmentLabel = map.segmentLabel.slice(1);
    map.segmentBoundary = map.segmentBoundary.slice(1);
    map.segmentGlass = map.segmentGlass.slice(1);
  },
  'a wall twice': (map) => {
    map.segments = Int32Array.from([...map.segments, ...map.segments.subarray(0, 2)]);
    map.segmentKind = Uint8Array.from([...map.segmentKind, map.segmentKind[0]]);
    map.segmentSides = Uint8Array.from([...map.segmentSides, map.segmentSides[0]]);
    map.segmentLabel = Int32Array.from([...map.segmentLabel, NONE]);
    map.segmentBoundary = Uint8Array.from([...map.segmentBoundary, map.segmentBoundary[0]]);
    map.segmentGlass = Uint8Array.from([...map.segmentGlass, map.segmentGlass[0]]);
  },
  'arrays of different lengths': (map) => {
    map.segmentKind = map.segmentKind.slice(1);
  },
  'a wall across another': (map) => {
    const v = first(map.vertices, (x, i) => i % 2 === 0 && x === 3 && map.vertices[i + 1] === 3);
    map.vertices[v] = 7;
  },
  'a corner on a wall': (map) => {
    const v = first(map.vertices, (x, i) => i % 2 === 0 && x === 3 && map.vertices[i + 1] === 3);
    map.vertices[v + 1] = 0;
  },
  'two vertices at one place': (map) => {
    map.vertices.copyWithin(2, 0, 2);
  },
  'a vertex of no wall': (map) => {
    map.vertices = Float64Array.from([...map.vertices, 1, 1]);
  },
  'a vertex at no place': (map) => {
    map.vertices[3] = Number.NaN;
  },
  'an end that does not exist': (map) => {
    map.segments[1] = 1e6;
  },
  'a wall without length': (map) => {
    map.segments[1] = map.segments[0];
  },
  'a door without a name': (map) => {
    map.segmentLabel[first(map.segmentKind, (kind) => kind === 1)] = NONE;
  },
  'a wall that is a door by its label': (map) => {
    map.segmentLabel[first(map.segmentKind, (kind) => kind === 0)] = 0;
  },
  'a door that is boundary': (map) => {
    map.segmentBoundary[first(map.segmentKind, (kind) => kind === 1)] = 1;
  },
  'a boundary of another sort': (map) => {
    map.segmentBoundary[first(map.segmentKind, (kind) => kind === 0)] = 2;
  },
  'a boundary less': (map) => {
    map.segmentBoundary = map.segmentBoundary.slice(1);
  },
  'a door of glass': (map) => {
    map.segmentGlass[first(map.segmentKind, (kind) => kind === 1)] = 1;
  },
  'glass of another sort': (map) => {
    map.segmentGlass[first(map.segmentGlass, (flag) => flag === 1)] = 2;
  },
  'glass at the edge of the floor': (map) => {
    map.segmentGlass[first(map.segmentSides, (sides) => sides !== 3)] = 1;
  },
  'glass less': (map) => {
    map.segmentGlass = map.segmentGlass.slice(1);
  },
  'a wrong area': (map) => {
    map.area += 1e-6;
  },
};

/** The half-edge after e in its triangle. */
const next = (e: number) => (e % 3 === 2 ? e - 2 : e + 1);

const isFree = (t: Triangulation) => (constraint: number, e: number) =>
  e < 3 * t.triangleCount && constraint === NONE && t.twin[e] !== NONE && t.region[Math.floor(e / 3)] === 1;

const TRIANGULATIONS: Corruptions<Triangulation> = {
  'a triangle the wrong way around': (t) => {
    const e = 3 * first(t.region, (region) => region === 1);
    [t.corner[e], t.corner[e + 1]] = [t.corner[e + 1], t.corner[e]];
  },
  'a twin that does not know': (t) => {
    t.twin[first(t.constraint, isFree(t))] = NONE;
  },
  'twins of two edges': (t) => {
    const e = first(t.constraint, isFree(t));
    const f = first(t.constraint, (c, i) => isFree(t)(c, i) && i > e && i !== t.twin[e] && t.twin[i] !== e);
    [t.twin[e], t.twin[f]] = [t.twin[f], t.twin[e]];
  },
  'a wall on one side of an edge only': (t) => {
    t.constraint[first(t.constraint, (s) => s !== NONE)] = NONE;
  },
  'a wall that is no edge any more': (t) => {
    const e = first(t.constraint, (s) => s !== NONE);
    t.constraint[e] = t.constraint[t.twin[e]] = NONE;
  },
  'a free edge that became a wall': (t) => {
    const e = first(t.constraint, isFree(t));
    t.constraint[e] = t.constraint[t.twin[e]] = 0;
  },
  'a wall that does not exist': (t) => {
    const e = first(t.constraint, (s) => s !== NONE);
    t.constraint[e] = t.constraint[t.twin[e]] = 1e6;
  },
  'the other diagonal': (t) => {
    // Flip the first free edge whose four corners form a convex quadrilateral and lie on no common circle.
    const e = first(t.constraint, (c, i) => isFree(t)(c, i) && flippable(t, i));
    flip(t, e);
  },
  'a vertex on the far side of a wall': (t) => {
    t.vertices[0] += 5;
    t.vertices[1] += 5;
  },
  'a vertex that remembers a wrong edge': (t) => {
    t.vertexEdge[0] = first(t.corner, (v) => v !== 0);
  },
  'a corner that does not exist': (t) => {
    t.corner[0] = -7;
  },
  'a triangle less': (t) => {
    t.triangleCount--;
  },
};

/** Corners u, v of edge e, and the two opposite ones. */
function around(t: Triangulation, e: number): [number, number, number, number] {
  const f = t.twin[e];
  return [t.corner[e], t.corner[f], t.corner[next(next(e))], t.corner[next(next(f))]];
}

function flippable(t: Triangulation, e: number): boolean {
  const [u, v, w, z] = around(t, e).map((c) => [t.vertices[2 * c], t.vertices[2 * c + 1]] as [number, number]);
  const turn = (a: [number, number], b: [number, number], c: [number, number]) =>
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const angle = (p: [number, number]) =>
    Math.atan2(Math.abs(turn(p, u!, v!)), (u![0] - p[0]) * (v![0] - p[0]) + (u![1] - p[1]) * (v![1] - p[1]));
  return turn(w!, z!, u!) * turn(w!, z!, v!) < -1e-3 && Math.abs(angle(w!) + angle(z!) - Math.PI) > 1e-3;
}

/** u–v becomes w–z, all arrays kept in order. */
function flip(t: Triangulation, e: number): void {
  const f = t.twin[e];
  const [u, v, w, z] = around(t, e);
  const [vw, wu, uz, zv] = [next(e), next(next(e)), next(f), next(next(f))].map((h) => [t.twin[h], t.constraint[h]]);
  const set = (h: number, corner: number, [twin, constraint]: number[]) => {
    t.corner[h] = corner;
    t.twin[h] = twin!;
    t.constraint[h] = constraint!;
    t.twin[twin!] = h;
    t.vertexEdge[corner] = h;
  };
  set(next(e), v, vw!);
  set(next(f), u, uz!);
  set(next(next(e)), w, [next(next(f)), NONE]);
  set(next(next(f)), z, [next(next(e)), NONE]);
  set(e, z, zv!);
  set(f, w, wu!);
}

const CELLS: Corruptions<CellMesh> = {
  'a dent': (mesh) => {
    const [x, y] = [mesh.vertices[0], mesh.vertices[1]];
    const far = mesh.sideVertex[mesh.cellFirst[mesh.sideCell[first(mesh.sideVertex, (v) => v === 0)]] + 2];
    mesh.vertices[0] = x + 1.3 * (mesh.vertices[2 * far] - x);
    mesh.vertices[1] = y + 1.3 * (mesh.vertices[2 * far + 1] - y);
  },
  'a cell the wrong way around': (mesh) => {
    mesh.sideVertex.subarray(0, mesh.cellFirst[1]).reverse();
  },
  'a twin that does not know': (mesh) => {
    const s = first(mesh.sideTwin, (twin) => twin !== NONE);
    mesh.sideTwin[mesh.sideTwin[s]] = NONE;
  },
  'twins of two segments': (mesh) => {
    const s = first(mesh.sideTwin, (twin) => twin !== NONE);
    const r = first(mesh.sideTwin, (twin, i) => twin !== NONE && i !== s && i !== mesh.sideTwin[s]);
    const [st, rt] = [mesh.sideTwin[s], mesh.sideTwin[r]];
    [mesh.sideTwin[s], mesh.sideTwin[rt], mesh.sideTwin[r], mesh.sideTwin[st]] = [rt, s, st, r];
  },
  'a side that is its own twin': (mesh) => {
    const s = first(mesh.sideTwin, (twin) => twin !== NONE);
    mesh.sideTwin[s] = s;
  },
  'a side neither free nor wall': (mesh) => {
    mesh.sideWall[first(mesh.sideWall, (wall) => wall !== NONE)] = NONE;
  },
  'a free side on a wall': (mesh) => {
    mesh.sideWall[first(mesh.sideTwin, (twin) => twin !== NONE)] = 0;
  },
  'a corner said to be straight': (mesh) => {
    const s = first(
      mesh.sideWall,
      (wall, i) =>
        wall !== NONE &&
        (mesh.sideWall[i + 1] ?? NONE) !== NONE &&
        mesh.sideWall[i + 1] !== wall &&
        mesh.sideCell[i + 1] === mesh.sideCell[i],
    );
    mesh.sideWall[s + 1] = mesh.sideWall[s];
  },
  'sides shared out wrongly': (mesh) => {
    mesh.cellFirst[1] += 1;
  },
  'a side that names another cell': (mesh) => {
    mesh.sideCell[0] = 1;
  },
  'a cell on no level': (mesh) => {
    mesh.cellLevel[0] = 3;
  },
  'a vertex at no place': (mesh) => {
    mesh.vertices[1] = Number.POSITIVE_INFINITY;
  },
  'a vertex of no cell': (mesh) => {
    mesh.vertices = Float64Array.from([...mesh.vertices, 1, 1]);
    mesh.vertexGenerated = Uint8Array.from([...mesh.vertexGenerated, 0]);
  },
  'a side that starts nowhere': (mesh) => {
    mesh.sideVertex[0] = mesh.vertices.length;
  },
  'a door on one side only': (mesh) => {
    mesh.sideDoor[first(mesh.sideDoor, (door) => door !== NONE)] = NONE;
  },
  'a door that does not exist': (mesh) => {
    const s = first(mesh.sideDoor, (door) => door !== NONE);
    mesh.sideDoor[s] = mesh.sideDoor[mesh.sideTwin[s]] = 9;
  },
  'a free side that is boundary': (mesh) => {
    mesh.sideBoundary[first(mesh.sideTwin, (twin) => twin !== NONE)] = 1;
  },
  'a wall that is boundary in parts': (mesh) => {
    const isAgain = (wall: number, s: number) => wall !== NONE && mesh.sideWall.indexOf(wall) < s;
    mesh.sideBoundary[first(mesh.sideWall, isAgain)] ^= 1;
  },
  'boundaries for other sides': (mesh) => {
    mesh.sideBoundary = mesh.sideBoundary.slice(1);
  },
  'a free side of glass': (mesh) => {
    mesh.sideGlass[first(mesh.sideTwin, (twin) => twin !== NONE)] = 1;
  },
  'glass from one side only': (mesh) => {
    mesh.sideGlass[first(mesh.sideGlass, (flag) => flag === 1)] = 0;
  },
  'a wall at the edge of the floor that is glass': (mesh) => {
    const wall = mesh.sideWall[first(mesh.sideBoundary, (flag) => flag === 1)];
    mesh.sideWall.forEach((other, s) => {
      if (other === wall) mesh.sideGlass[s] = 1;
    });
  },
  'glass for other sides': (mesh) => {
    mesh.sideGlass = mesh.sideGlass.slice(1);
  },
  'a door in a wall': (mesh) => {
    mesh.sideDoor[first(mesh.sideWall, (wall) => wall !== NONE)] = 0;
  },
};

function corrupted<Product>(product: Product, corrupt: (product: Product) => void): Product {
  const copy = structuredClone(product);
  corrupt(copy);
  return copy;
}

describe('checkMap finds', () => {
  it.each(Object.entries(MAPS))('%s', (_, corrupt) => {
    expect(checkMap(corrupted(WORLD.maps[0], corrupt))).not.toEqual([]);
  });
});

describe('checkTriangulation finds', () => {
  it.each(Object.entries(TRIANGULATIONS))('%s', (_, corrupt) => {
    const broken = corrupted(WORLD.triangulations[0], corrupt);
    expect(checkTriangulation(broken, WORLD.maps[0].segments)).not.toEqual([]);
  });
});

describe('checkCells finds', () => {
  it.each(Object.entries(CELLS))('%s', (_, corrupt) => {
    expect(checkCells(corrupted(WORLD.mesh, corrupt))).not.toEqual([]);
  });
});

/** The mesh without its last cell: neighbours get walls instead. */
function withoutLastCell(mesh: CellMesh): CellMesh {
  const cells = mesh.cellLevel.length - 1;
  const sides = mesh.cellFirst[cells];
  const cut = {
    ...mesh,
    cellFirst: mesh.cellFirst.slice(0, cells + 1),
    cellLevel: mesh.cellLevel.slice(0, cells),
    cellLink: mesh.cellLink.slice(0, cells),
  };
  for (const name of ['sideVertex', 'sideTwin', 'sideWall', 'sideDoor', 'sideCell'] as const)
    cut[name] = mesh[name].slice(0, sides);
  cut.sideBoundary = mesh.sideBoundary.slice(0, sides);
  cut.sideGlass = mesh.sideGlass.slice(0, sides);
  cut.sideTwin.forEach((twin, s) => {
    if (twin < sides) return;
    cut.sideTwin[s] = NONE;
    cut.sideWall[s] = 0;
  });
  return cut;
}

const WORLDS: Record<string, (world: World) => World> = {
  'a cell left out': (world) => ({ ...world, mesh: withoutLastCell(world.mesh) }),
  'another map': (world) => ({ ...world, maps: [buildWorld(cleanPlan('room', 1)).maps[0]] }),
  'another triangulation': (world) => ({ ...world, triangulations: buildWorld(cleanPlan('room', 1)).triangulations }),
  'other cells': (world) => ({ ...world, mesh: buildWorld(cleanPlan('room', 1)).mesh }),
  'a boundary that is none on the map': (world) => {
    const map = world.maps[0];
    return { ...world, maps: [{ ...map, segmentBoundary: new Uint8Array(map.segmentBoundary.length) }] };
  },
  'glass that is opaque on the map': (world) => {
    const map = world.maps[0];
    return { ...world, maps: [{ ...map, segmentGlass: new Uint8Array(map.segmentGlass.length) }] };
  },
  'cells a little too large': (world) => ({
    ...world,
    mesh: { ...world.mesh, vertices: world.mesh.vertices.map((c) => c * (1 + 1e-8)) },
  }),
};

describe('checkWorld finds', () => {
  it.each(Object.entries(WORLDS))('%s', (_, corrupt) => {
    expect(checkWorld(WORLD)).toEqual([]);
    expect(checkWorld(corrupt(structuredClone(WORLD)))).not.toEqual([]);
  });
});
