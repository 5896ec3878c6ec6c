/** The density map and walls: what lies behind one gets nothing, told by segments against walls, and everybody counts once. */
import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../test/random.ts';
import { levelOf, planOf, rectangle, stairs } from '../../test/scenes/storeys.ts';
import { buildWorld } from '../build.ts';
import { NONE } from '../core/none.ts';
import type { Frame } from '../record/frame.ts';
import { createFrame } from '../record/fill-frame.ts';
import { indexCells, locate } from '../subdivision/locate.ts';
import { addKernel, createDensityMap, type DensityMap } from './density-map.ts';
import { addKernelOverLinks, createDensityMaps } from './density-maps.ts';

const WIDE = 9;
const HIGH = 7;
const REACH = 2;

function frameOf(persons: readonly (readonly number[])[]): Frame {
  const frame = createFrame(Math.max(1, persons.length));
  frame.count = persons.length;
  persons.forEach(([x, y, level = 0], i) => {
    frame.place.set([x, y], 2 * i);
    frame.level[i] = level;
    frame.cell[i] = NONE;
  });
  return frame;
}

/** A bar of some length and 0.1 m thick, turned. */
function bar(random: Random): number[] {
  const [x, y] = [random.between(0.5, WIDE - 0.5), random.between(0.5, HIGH - 0.5)];
  const turned = random.between(0, 1) < 0.5 ? 0 : random.between(0, Math.PI);
  const [ux, uy] = [Math.cos(turned), Math.sin(turned)];
  const long = random.between(0.5, 3);
  return [
    [-long, -0.05],
    [long, -0.05],
    [long, 0.05],
    [-long, 0.05],
  ].flatMap(([along, across]) => [x + along * ux - across * uy, y + along * uy + across * ux]);
}

/** Bars, and lines without thickness, in a room. */
function randomRoom(random: Random) {
  const bars = Array.from({ length: 3 }, () => bar(random));
  const lines = Array.from({ length: 2 }, () => {
    const at = () => [random.between(0.2, WIDE - 0.2), random.between(0.2, HIGH - 0.2)];
    return [...at(), ...at()];
  });
  const outline = rectangle(0, 0, WIDE, HIGH);
  const plan = { ...planOf([levelOf('room', 0, [outline], bars, lines)]), isAllWanted: true };
  const segments: number[][] = [...lines];
  for (const ring of [outline, ...bars]) {
    for (let i = 0; i < 8; i += 2) segments.push([ring[i], ring[i + 1], ring[(i + 2) % 8], ring[(i + 3) % 8]]);
  }
  return { world: buildWorld(plan), segments };
}

/** Is a segment between two places? 'near': one of its ends or of the way's is within a hair of it. */
function hides([ax, ay, bx, by]: readonly number[], px: number, py: number, qx: number, qy: number) {
  const [rx, ry, sx, sy] = [qx - px, qy - py, bx - ax, by - ay];
  const det = rx * sy - ry * sx;
  if (Math.abs(det) < 1e-9) return 'no';
  const t = ((ax - px) * sy - (ay - py) * sx) / det;
  const u = ((ax - px) * ry - (ay - py) * rx) / det;
  const hair = 1e-3;
  if (t < -hair || t > 1 + hair || u < -hair || u > 1 + hair) return 'no';
  return t > hair && t < 1 - hair && u > hair && u < 1 - hair ? 'yes' : 'near';
}

function personsOn({ density, floor }: DensityMap): number {
  return density.reduce((sum, here, part) => sum + here * floor[part], 0);
}

describe('the density map', () => {
  it('spreads people over what they see, and nothing else: 100 rooms against segments', () => {
    const random = createRandom(11);
    let hidden = 0;
    let seen = 0;
    for (let room = 0; room < 100; room++) {
      const { world, segments } = randomRoom(random);
      const index = indexCells(world.mesh);
      const [x0, y0] = world.mesh.origin;
      const map = createDensityMap(world.mesh, 0, 0.4);
      for (let k = 0; k < 4; k++) {
        const [px, py] = [random.between(0, WIDE), random.between(0, HIGH)];
        if (locate(world.mesh, index, 0, px - x0, py - y0) === NONE) continue;
        addKernel(map, frameOf([[px, py]]), REACH);
        expect(personsOn(map)).toBeCloseTo(1, 9);
        const { square, middle } = map.parts;
        const own = Math.floor((py - map.minY) / 0.4) * map.columns + Math.floor((px - map.minX) / 0.4);
        for (let part = 0; part < map.floor.length; part++) {
          const [qx, qy] = [middle[2 * part] + map.minX, middle[2 * part + 1] + map.minY];
          if (!(map.floor[part] > 0) || square[part] === own || Math.hypot(qx - px, qy - py) > REACH - 1e-9) continue;
          const told = segments.map((segment) => hides(segment, px, py, qx, qy));
          if (told.includes('yes')) {
            hidden++;
            expect(map.density[part]).toBe(0);
          } else if (!told.includes('near')) {
            seen++;
            expect(map.density[part]).toBeGreaterThan(0);
          }
        }
      }
    }
    expect(hidden).toBeGreaterThan(3000);
    expect(seen).toBeGreaterThan(10_000);
  });

  it('colours nothing beyond a wall 0.1 m thick, nor beyond one of no thickness', () => {
    const random = createRandom(3);
    const crowd = Array.from({ length: 30 }, () => [random.between(2, 4.9), random.between(0.1, 5.9)]);
    const room = rectangle(0, 0, 10, 6);
    for (const level of [
      levelOf('wall', 0, [room], [rectangle(4.95, 0, 5.05, 6)]),
      levelOf('line', 0, [room], [], [[5, 0, 5, 6]]),
    ]) {
      const map = createDensityMap(buildWorld({ ...planOf([level]), isAllWanted: true }).mesh, 0, 0.4);
      addKernel(map, frameOf(crowd), REACH);
      expect(personsOn(map)).toBeCloseTo(30, 9);
      let beyond = 0;
      for (let part = 0; part < map.floor.length; part++) {
        const isBeyond = map.parts.middle[2 * part] + map.minX > 5;
        if (isBeyond) beyond = Math.max(beyond, map.density[part]);
        // Squares from 4.8 to 5.2 m have a part on either side.
        for (let k = map.parts.pieceFirst[part]; k < map.parts.pieceFirst[part + 1]; k++) {
          const xs = map.parts.pieces[k].filter((_, i) => i % 2 === 0);
          expect(isBeyond ? Math.min(...xs) >= 5 - 1e-9 : Math.max(...xs) <= 5 + 1e-9).toBe(true);
        }
      }
      expect(beyond).toBe(0);
      expect(map.density.some((density, part) => density > 0 && map.parts.middle[2 * part] > 4.8)).toBe(true);
    }
  });

  it('counts people who stand in a wall, or a little beside the floor, on one side of it', () => {
    const level = levelOf('wall', 0, [rectangle(0, 0, 10, 6)], [rectangle(4.9, 0, 5.1, 6)]);
    const map = createDensityMap(buildWorld({ ...planOf([level]), isAllWanted: true }).mesh, 0, 0.4);
    for (const [x, y] of [
      [4.95, 3],
      [5.08, 2],
      [-0.3, 3],
      [10.5, 6.2],
      [4.9, 1],
    ]) {
      addKernel(map, frameOf([[x, y]]), REACH);
      expect(personsOn(map)).toBeCloseTo(1, 9);
      const sides = new Set<boolean>();
      map.density.forEach((density, part) => density > 0 && sides.add(map.parts.middle[2 * part] < 5));
      expect([...sides]).toEqual([x < 5]);
    }
  });

  it('ends at walls on the floor beside the end of stairs, from both sides of the end', () => {
    // Stairs down onto a corridor 2 m wide, between walls; floor goes on behind the walls.
    const plan = planOf(
      [
        levelOf('lower', 0, [rectangle(0, 0, 10, 6)], [rectangle(6, 1.9, 10, 2), rectangle(6, 4, 10, 4.1)]),
        levelOf('upper', 3, [rectangle(16, 2, 20, 4)]),
      ],
      [stairs('stairs', 0, 1, [10, 2, 10, 4, 16, 4, 16, 2])],
    );
    const world = buildWorld(plan);
    const maps = createDensityMaps(world.mesh, world.plan.links, 0.4, REACH);
    const [floor] = maps.levels;
    const [flight] = maps.links;
    if (floor === undefined || flight === undefined) throw new Error('no map');
    const put = (x: number, y: number, link: number) => {
      addKernelOverLinks(maps, frameOf([[x, y]]), Int32Array.of(link));
      expect(personsOn(floor) + personsOn(flight)).toBeCloseTo(1, 9);
    };
    put(10.2, 2.2, 0);
    floor.density.forEach((density, part) => {
      if (floor.parts.middle[2 * part + 1] < 1.9) expect(density).toBe(0);
    });
    expect(personsOn(floor)).toBeGreaterThan(0.2);
    put(9.9, 1.5, NONE);
    expect(personsOn(flight)).toBe(0);
    put(9.8, 2.5, NONE);
    expect(personsOn(flight)).toBeGreaterThan(0.2);
  });
});
