/** Axial maps by hand, with their measures, and what must hold of them on random places. */
import { describe, expect, it } from 'vitest';
import { withBoundary } from '../../test/random-boundary.ts';
import { CLEAN_KINDS, cleanPlan } from '../../test/random-maps.ts';
import { createRandom } from '../../test/random.ts';
import { levelOf, planOf as storeysOf, stairs } from '../../test/scenes/storeys.ts';
import { planOf, rectangle, type Ring } from '../../test/shapes.ts';
import { buildWorld } from '../build.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { type AxialLines, findAxialLines } from './axial-lines.ts';
import { measureSyntax } from './space-syntax.ts';

function mapOf(...floors: Ring[]): AxialLines {
  return findAxialLines(
    buildWorld(
      planOf(
        'place',
        'polygons',
        floors.map((floor) => [floor]),
        [],
      ),
    ).mesh,
  );
}

const countOf = ({ ends }: AxialLines) => ends.length / 4;
const lengthsOf = ({ ends }: AxialLines) =>
  Array.from({ length: ends.length / 4 }, (_, i) =>
    Math.hypot(ends[4 * i + 2] - ends[4 * i], ends[4 * i + 3] - ends[4 * i + 1]),
  ).sort((a, b) => b - a);
const syntaxOf = (map: AxialLines) => measureSyntax(countOf(map), map.crossings);

describe('axial maps by hand', () => {
  it('a room has one line, its diagonal', () => {
    const map = mapOf(rectangle(0, 0, 4, 3));
    expect(lengthsOf(map)).toEqual([5]);
    expect(map.crossings).toHaveLength(0);
    expect(syntaxOf(map).integration[0]).toBe(Infinity);
  });

  it('a row of rooms in one line has one line', () => {
    const doorways = [4, 9, 14].map((x) => rectangle(x, 2, x + 1, 3));
    const rooms = [0, 5, 10, 15].map((x) => rectangle(x, 0.5, x + 4, 4.5));
    const map = mapOf(...rooms, ...doorways);
    expect(countOf(map)).toBe(1);
    expect(lengthsOf(map)[0]).toBeCloseTo(19, 6);
  });

  it('a bent corridor has two lines that cross', () => {
    const map = mapOf(rectangle(0, 0, 20, 2), rectangle(18, 2, 20, 20));
    expect(countOf(map)).toBe(2);
    expect([...map.crossings]).toEqual([0, 1]);
  });

  it('two corridors that cross', () => {
    const map = mapOf(rectangle(-20, -1, 20, 1), rectangle(-1, -15, 1, 15));
    expect(countOf(map)).toBe(2);
    expect(map.crossings).toHaveLength(2);
    expect(lengthsOf(map)[0]).toBeCloseTo(40, 1);
  });

  it('an H: the bar is the most integrated, as counted by hand', () => {
    const map = mapOf(rectangle(0, 0, 2, 30), rectangle(20, 0, 22, 30), rectangle(2, 14, 20, 16));
    expect(countOf(map)).toBe(3);
    const { meanDepth, relativeAsymmetry, control } = syntaxOf(map);
    // Bar: both legs next to it. Leg: 1 to the bar, 2 to the other leg; RA = 2 (3/2 − 1) / 1.
    expect([...meanDepth].sort()).toEqual([1, 1.5, 1.5]);
    expect([...relativeAsymmetry].sort()).toEqual([0, 1, 1]);
    expect([...control].sort()).toEqual([0.5, 0.5, 2]);
  });

  it('a ring of four corridors', () => {
    const map = mapOf(
      rectangle(0, 0, 30, 2),
      rectangle(0, 28, 30, 30),
      rectangle(0, 2, 2, 28),
      rectangle(28, 2, 30, 28),
    );
    expect(countOf(map)).toBe(4);
    expect(map.crossings).toHaveLength(8);
    // Each: two next to it, one opposite.
    for (const depth of syntaxOf(map).meanDepth) expect(depth).toBeCloseTo(4 / 3, 12);
    for (const ra of syntaxOf(map).relativeAsymmetry) expect(ra).toBeCloseTo(1 / 3, 12);
  });

  it('lines go up stairs, and what crosses on paper only is not joined', () => {
    const floor = rectangle(0, 0, 20, 10);
    const plan = storeysOf(
      [levelOf('ground', 0, [floor]), levelOf('upper', 3, [floor])],
      [stairs('stair', 0, 1, [6, 6, 6, 4, 12, 4, 12, 6])],
    );
    const { mesh } = buildWorld(plan);
    const map = findAxialLines(mesh);
    const cellsOf = (i: number) => [...map.cells.item.subarray(map.cells.first[i], map.cells.first[i + 1])];
    const levelsOf = (i: number) => new Set(cellsOf(i).map((c) => mesh.cellLevel[c]));
    expect([...Array(countOf(map)).keys()].some((i) => levelsOf(i).size === 2)).toBe(true);
    for (let k = 0; k < map.crossings.length; k += 2) {
      const [a, b] = [cellsOf(map.crossings[k]), cellsOf(map.crossings[k + 1])];
      expect(a.some((c) => b.includes(c))).toBe(true);
    }
    expect(new Set(syntaxOf(map).partSize)).toEqual(new Set([countOf(map)]));
  });
});

interface Segment {
  a: [number, number];
  b: [number, number];
}

/** Twice the area of a, b, p, over the length of a–b: how far p lies to the left. */
function offset({ a, b }: Segment, [x, y]: [number, number]): number {
  return ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** Do two segments cross, each with its ends at least `clear` metres beside the other? Negative: or come that near. */
function isCrossing(s: Segment, t: Segment, clear: number): boolean {
  const apart = (p: number, q: number) => Math.min(p, q) < -clear && Math.max(p, q) > clear;
  return apart(offset(s, t.a), offset(s, t.b)) && apart(offset(t, s.a), offset(t, s.b));
}

function sidesOf(mesh: CellMesh, wanted: (s: number) => boolean): Segment[] {
  return [...mesh.sideVertex.keys()].filter(wanted).map((s) => {
    const c = mesh.sideCell[s];
    const next = s + 1 === mesh.cellFirst[c + 1] ? mesh.cellFirst[c] : s + 1;
    const at = (side: number): [number, number] => {
      const v = 2 * mesh.sideVertex[side];
      return [mesh.vertices[v], mesh.vertices[v + 1]];
    };
    return { a: at(s), b: at(next) };
  });
}

function linesOf({ ends }: AxialLines): Segment[] {
  return Array.from({ length: ends.length / 4 }, (_, i) => ({
    a: [ends[4 * i], ends[4 * i + 1]],
    b: [ends[4 * i + 2], ends[4 * i + 3]],
  }));
}

describe('axial maps of random places', () => {
  it.each(CLEAN_KINDS)('%s', (kind) => {
    for (let seed = 0; seed < 4; seed++) {
      const { mesh } = buildWorld(withBoundary(cleanPlan(kind, seed), createRandom(seed)));
      const map = findAxialLines(mesh);
      const lines = linesOf(map);
      const walls = sidesOf(mesh, (s) => mesh.sideTwin[s] < 0);
      // Lines of sight: none crosses a wall, both ends lie on one.
      for (const line of lines) {
        expect(walls.filter((wall) => isCrossing(line, wall, 1e-7))).toEqual([]);
        for (const end of [line.a, line.b]) {
          const near = walls.some((wall) => {
            const length = Math.hypot(wall.b[0] - wall.a[0], wall.b[1] - wall.a[1]);
            const along =
              ((end[0] - wall.a[0]) * (wall.b[0] - wall.a[0]) + (end[1] - wall.a[1]) * (wall.b[1] - wall.a[1])) /
              length;
            return Math.abs(offset(wall, end)) < 1e-7 && along > -1e-7 && along < length + 1e-7;
          });
          expect(near).toBe(true);
        }
      }
      // Every free segment is crossed, every cell passed.
      for (const segment of sidesOf(mesh, (s) => mesh.sideTwin[s] >= 0)) {
        expect(lines.some((line) => isCrossing(line, segment, -1e-7))).toBe(true);
      }
      expect(new Set(map.cells.item).size).toBe(mesh.cellLevel.length);
      // Lines that clearly cross are joined, and no others.
      const joined = new Set<string>();
      for (let k = 0; k < map.crossings.length; k += 2) {
        expect(map.crossings[k]).toBeLessThan(map.crossings[k + 1]);
        joined.add(`${map.crossings[k]} ${map.crossings[k + 1]}`);
      }
      expect(2 * joined.size).toBe(map.crossings.length);
      lines.forEach((line, i) => {
        for (let j = i + 1; j < lines.length; j++) {
          const isJoined = joined.has(`${i} ${j}`);
          if (isCrossing(line, lines[j], 1e-6)) expect(isJoined, `${kind} ${seed}: ${i} ${j}`).toBe(true);
          if (isJoined) expect(isCrossing(line, lines[j], -1e-6), `${kind} ${seed}: ${i} ${j}`).toBe(true);
        }
      });
      // All hang together, since the place does.
      expect(new Set(syntaxOf(map).partSize)).toEqual(new Set([lines.length]));
      expect(findAxialLines(mesh)).toEqual(map);
    }
  });

  it('that are too large to follow every line: shorter lines, still everywhere and hanging together', () => {
    for (const kind of CLEAN_KINDS) {
      for (const steps of [-1, 300, 3000]) {
        const { mesh } = buildWorld(cleanPlan(kind, 5));
        const map = findAxialLines(mesh, steps);
        expect(new Set(map.cells.item).size).toBe(mesh.cellLevel.length);
        expect(new Set(syntaxOf(map).partSize)).toEqual(new Set([countOf(map)]));
        const walls = sidesOf(mesh, (s) => mesh.sideTwin[s] < 0);
        for (const line of linesOf(map)) expect(walls.filter((wall) => isCrossing(line, wall, 1e-7))).toEqual([]);
      }
    }
  });
});
