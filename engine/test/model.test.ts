/**
 * The whole way of a 3D model: triangles → slab → map → cells, judged by the solids the scene is made of.
 */
import { describe, expect, it } from 'vitest';
import { type BuildOptions, buildWorld, type World } from '../src/build.ts';
import { checkWorld } from '../src/build.ts';
import { NONE } from '../src/core/none.ts';
import { nextRandom, seedRandom } from '../src/core/random.ts';
import { clearance, createClearanceScratch } from '../src/subdivision/clearance.ts';
import { type CellIndex, indexCells, locate } from '../src/subdivision/locate.ts';
import { aimWalk, createWalkResult, walk } from '../src/subdivision/walk.ts';
import { BUILDING, BUILDING_AREA, BUILDING_BOX, BUILDING_SEED, buildingSoup } from './scenes/building.ts';
import { box, FAR_AND_TURNED, IN_PLACE, type Placement, place, placeSoup, solidsToSoup } from './scenes/solids.ts';
import { ground, together } from './scenes/soups.ts';
import { distanceToUnmarked, flood, freeSquares, isMarked, squaresOf } from './scenes/squares.ts';

const STEP = 0.25;
const PLACEMENTS = [
  ['in place', IN_PLACE],
  ['turned by 37° and far away', FAR_AND_TURNED],
] as const;
const HEIGHTS = [2, 1] as const;

function between(random: Int32Array, low: number, high: number): number {
  return low + (high - low) * nextRandom(random);
}

/** The building in a placement, asked in the scene's own coordinates. */
class Scene {
  readonly world: World;
  readonly index: CellIndex;
  readonly placement: Placement;

  constructor(placement: Placement, options: Partial<BuildOptions>) {
    this.placement = placement;
    this.world = buildWorld(placeSoup(buildingSoup(), placement), {
      seedPoints: [place(placement, ...BUILDING_SEED)],
      ...options,
    });
    this.index = indexCells(this.world.mesh);
  }

  /** Mesh coordinates of a point of the scene. */
  place(x: number, y: number): [number, number] {
    const { origin } = this.world.mesh;
    const [px, py] = place(this.placement, x, y);
    return [px - origin[0], py - origin[1]];
  }

  cellAt(x: number, y: number): number {
    return locate(this.world.mesh, this.index, 0, ...this.place(x, y));
  }

  /** How far one gets along a straight way: Infinity if to its end, else metres. */
  walk(x: number, y: number, toX: number, toY: number): number {
    const result = createWalkResult();
    walk(this.world.mesh, this.cellAt(x, y), aimWalk(result, ...this.place(x, y), ...this.place(toX, toY)));
    const [px, py] = this.place(x, y);
    return result.reached ? Infinity : Math.hypot(result.x - px, result.y - py);
  }

  area(): number {
    return this.world.maps[0].area;
  }
}

const squares = squaresOf(BUILDING_BOX);
const reachable = {
  2: flood(squares, BUILDING_SEED, freeSquares(squares, BUILDING, STEP, 2)),
  1: flood(squares, BUILDING_SEED, freeSquares(squares, BUILDING, STEP, 1)),
};

for (const [where, placement] of PLACEMENTS) {
  for (const height of HEIGHTS) {
    describe(`the building ${where}, for a body of ${height} m`, () => {
      const scene = new Scene(placement, { height });

      it('has the area the solids say, and every product holds', () => {
        // Walls may move by the simplification's centimetre; what is straight does not move at all.
        expect(Math.abs(scene.area() - BUILDING_AREA[height])).toBeLessThan(1e-6);
        expect(checkWorld(scene.world)).toEqual([]);
        expect(scene.world.report.warnings).toEqual([]);
        const exact = new Scene(placement, { height, simplification: 0 });
        expect(Math.abs(exact.area() - BUILDING_AREA[height])).toBeLessThan(1e-6);
        expect(checkWorld(exact.world)).toEqual([]);
      });

      it('is floor exactly where the solids leave room for somebody who comes from room A', () => {
        const random = seedRandom(height);
        const [x0, x1, y0, y1] = BUILDING_BOX;
        const wrong: string[] = [];
        let judged = 0;
        for (let i = 0; i < 20_000; i++) {
          const x = between(random, x0 - 1, x1 + 1);
          const y = between(random, y0 - 1, y1 + 1);
          const expected = isMarked(squares, reachable[height], x, y, 0.02);
          if (expected === undefined) continue;
          judged++;
          if ((scene.cellAt(x, y) !== NONE) !== expected) wrong.push(`${x}, ${y} is ${expected ? '' : 'no '}floor`);
        }
        expect(wrong).toEqual([]);
        expect(judged).toBeGreaterThan(17_000);
      });

      it('is as wide around a place as the solids say', () => {
        const random = seedRandom(10 + height);
        const [x0, x1, y0, y1] = BUILDING_BOX;
        const scratch = createClearanceScratch(scene.world.mesh);
        for (let i = 0, judged = 0; judged < 300; i++) {
          const x = between(random, x0, x1);
          const y = between(random, y0, y1);
          if (isMarked(squares, reachable[height], x, y, 0.02) !== true) continue;
          judged++;
          const expected = distanceToUnmarked(squares, reachable[height], x, y, 1);
          const found = clearance(scene.world.mesh, scratch, scene.cellAt(x, y), ...scene.place(x, y), 1);
          expect(Math.abs(found - expected), `${x}, ${y}`).toBeLessThan(1e-6);
        }
      });

      it('is found without a seed too, as the largest area', () => {
        const unseeded = new Scene(placement, { height, seedPoints: [] });
        expect(unseeded.world.mesh).toEqual(scene.world.mesh);
        expect(unseeded.world.report.notes.at(-1)).toMatch(/^area taken: the largest connected one, (97\.7|103\.2) m²/);
      });
    });
  }
}

describe('what stands in the building', () => {
  const tall = new Scene(IN_PLACE, { height: 2 });
  const short = new Scene(IN_PLACE, { height: 1 });

  it.each([
    ['room A, below the ceiling', 1.5, 3, true, true],
    ['middle doorway, below its lintel', 5, 3, true, true],
    ['east doorway, below its lintel', 9.9, 1.6, true, true],
    ['below the balcony', 11, 3, true, true],
    ['beside the column', 11.7, 5.1, true, true],
    ['on the step of 15 cm', 9.2, 5.2, true, true],
    ['on the ramp, 20 cm up', 12.4, 7, true, true],
    ['on the foot of the stair', 10.8, -1, true, true],
    ['below the table', 6.8, 2, false, true],
    ['below the pipe at 1.7 m', 7, 0.4, false, true],
    ['below the stair at 1.35 m', 14, -1, false, true],
    ['below the stair at 2.1 m', 15.5, -1, true, true],
    ['in a leg of the table', 6.05, 1.55, false, false],
    ['in the cupboard', 0.5, 5, false, false],
    ['in the cabinet of 90 cm', 5.4, 5, false, false],
    ['in the window', 2, 0.1, false, false],
    ['in a door post', 5, 2.525, false, false],
    ['in the column', 11.9, 5.1, false, false],
    ['in the hole', 2.5, 1.5, false, false],
    ['on the tracks', 17.5, 3, false, false],
    ['beyond the platform', 13, 8.5, false, false],
    ['on the ramp, 30 cm up', 12.6, 7, false, false],
    ['in the stair, at 1 m', 12.5, -1, false, false],
  ])('%s', (_, x, y, forTall, forShort) => {
    expect(tall.cellAt(x, y) !== NONE).toBe(forTall);
    expect(short.cellAt(x, y) !== NONE).toBe(forShort);
  });

  it('straight ways lead through doors, below lintels and the balcony', () => {
    expect(tall.walk(4, 3, 6, 3)).toBe(Infinity);
    expect(tall.walk(9, 1.6, 11, 1.6)).toBe(Infinity);
    expect(tall.walk(10.5, 3, 15, 3)).toBe(Infinity);
    expect(tall.walk(10.6, -1, 10.1, -1)).toBe(Infinity);
  });

  it('edges stop them: the platform, the hole, the frame of the door, the table for the tall', () => {
    expect(tall.walk(14, 3, 17, 3)).toBeCloseTo(2, 9);
    expect(tall.walk(1, 1.5, 4, 1.5)).toBeCloseTo(1, 9);
    expect(tall.walk(4, 2.53, 6, 2.53)).toBeCloseTo(0.85, 9);
    expect(tall.walk(5.5, 2, 8, 2)).toBeCloseTo(0.5, 9);
    expect(short.walk(5.5, 2, 8, 2)).toBe(Infinity);
    expect(short.walk(5.5, 1.55, 8, 1.55)).toBeCloseTo(0.5, 9);
  });

  it('whatever the order and winding of its triangles, the cells are the same', () => {
    const soup = buildingSoup();
    const random = seedRandom(3);
    const keys = Float64Array.from({ length: soup.triangles.length / 3 }, () => nextRandom(random));
    const order = [...keys.keys()].sort((s, t) => keys[s] - keys[t]);
    const triangles = new Uint32Array(soup.triangles.length);
    order.forEach((t, i) => {
      const [a, b, c] = soup.triangles.subarray(3 * t, 3 * t + 3);
      triangles.set(nextRandom(random) < 0.5 ? [a!, b!, c!] : [c!, b!, a!], 3 * i);
    });
    const world = buildWorld({ ...soup, triangles }, { seedPoints: [[...BUILDING_SEED]] });
    expect(world.mesh).toEqual(tall.world.mesh);
  });

  it('a seed in a wall is refused with a remedy, one on another floor finds that one', () => {
    expect(() => new Scene(IN_PLACE, { seedPoints: [[17.5, 3]] })).toThrow('the point lies in a wall or outside');
    const tracks = new Scene(IN_PLACE, { floor: -1.1, seedPoints: [[17.5, 3]] });
    expect(tracks.area()).toBeCloseTo(30, 6); // the rails, 15 cm high, are stepped over
    expect(checkWorld(tracks.world)).toEqual([]);
  });
});

describe('terrain', () => {
  const SIZE = 60;
  const waves = (x: number, y: number) => 1.5 * Math.sin(x / 9) * Math.cos(y / 11);
  const hills = ground(SIZE, waves);

  it('warns with the share of floor outside the slab', () => {
    let outside = 0;
    for (let i = 0; i < SIZE * SIZE; i++) {
      const z = waves((i % SIZE) + 0.5, Math.floor(i / SIZE) + 0.5);
      if (Math.abs(z - 0.3) > STEP) outside++;
    }
    const world = buildWorld(hills, { floor: 0.3 });
    expect(world.report.warnings).toHaveLength(1);
    const said =
      /^sloping ground: (\d+) % of it, from z (-1\.\d\d) to (1\.\d\d), lies outside the one level cut at z 0\.30/;
    const [, share] = said.exec(world.report.warnings[0])!;
    expect(Math.abs(Number(share) - (100 * outside) / (SIZE * SIZE))).toBeLessThan(2);
    expect(checkWorld(world)).toEqual([]);
    // Nothing but what lies in the slab is floor, and the walls that are nearly straight moved by a centimetre at most.
    const index = indexCells(world.mesh);
    const random = seedRandom(5);
    for (let i = 0; i < 2000; i++) {
      const x = between(random, 0, SIZE);
      const y = between(random, 0, SIZE);
      if (Math.abs(waves(x, y) - 0.3) > STEP + 0.02) expect(locate(world.mesh, index, 0, x, y)).toBe(NONE);
    }
    expect(world.maps[0].area).toBeGreaterThan(100);
  });

  it('warns also where the elevation was not given, and not where the slab holds it all', () => {
    expect(buildWorld(hills).report.warnings[0]).toMatch(/^sloping ground: \d+ % of it/);
    const calm = buildWorld(ground(SIZE, (x, y) => waves(x, y) / 8));
    expect(calm.report.warnings).toEqual([]);
    expect(calm.maps[0].area).toBeCloseTo(SIZE * SIZE, 6);
  });

  it('houses on it are obstacles', () => {
    const calm = ground(SIZE, (x, y) => waves(x, y) / 8);
    const house = solidsToSoup('house', [box('house', [20, 30], [20, 28], [-1, 6])]);
    const world = buildWorld(together(calm, house));
    expect(world.maps[0].area).toBeCloseTo(SIZE * SIZE - 80, 6);
    expect(checkWorld(world)).toEqual([]);
  });
});

describe('a model without floor', () => {
  const shells = solidsToSoup('shells', [
    box('tower', [0, 10], [0, 10], [0, 30]),
    box('hall', [20, 40], [0, 10], [0, 8]),
  ]);

  it('gets ground around it, and says so', () => {
    const world = buildWorld(shells, { margin: 5 });
    expect(world.report.notes[1]).toContain('no floor, the ground is the bounding box and 5 m around it');
    expect(world.maps[0].area).toBeCloseTo(50 * 20 - 100 - 200, 9);
    expect(checkWorld(world)).toEqual([]);
  });

  it('has an inside too, where a seed point asks for it', () => {
    const world = buildWorld(shells, { seedPoints: [[30, 5]] });
    expect(world.maps[0].area).toBeCloseTo(200, 9);
  });
});
