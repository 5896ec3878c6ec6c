/**
 * The neighbourhood graph against two independent oracles, in motion and at rest, and its checker against corruptions.
 */
import Delaunator from 'delaunator';
import { describe, expect, it } from 'vitest';
import { bytesPerCall } from '../../test/oracles/allocation.ts';
import { bruteNeighbours } from '../../test/oracles/delaunay-brute.ts';
import { createRandom, type Random } from '../../test/random.ts';
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { addWalker, type Crowd, createCrowd, orderWalkers, removeWalker } from '../crowd/crowd.ts';
import { checkNeighbourhood } from './check-neighbourhood.ts';
import { createNeighbourhood, forgetWalker, type Neighbourhood, updateNeighbourhood } from './neighbourhood.ts';
import { putInOrder } from './rename.ts';
import { TRIANGLE } from './walker-mesh.ts';

/** Cell c lies on level c. */
const LEVEL = Int32Array.of(0, 1);

interface Scene {
  crowd: Crowd;
  spare: Crowd;
  hood: Neighbourhood;
}

function createScene(capacity: number): Scene {
  return { crowd: createCrowd(capacity), spare: createCrowd(capacity), hood: createNeighbourhood(capacity, 2) };
}

function sceneOf(places: [number, number][], level = 0): Scene {
  const scene = createScene(Math.max(1, places.length));
  for (const [x, y] of places) addWalker(scene.crowd, level, x, y, 0);
  return scene;
}

/** The lists as edges between serials; throws if they are not in order or not symmetric. */
function edgesOf({ crowd, hood }: Scene): string[] {
  const edges = new Set<string>();
  for (let i = 0; i < crowd.count; i++) {
    let last: number = NONE;
    for (let k = hood.first[i]; k < hood.first[i + 1]; k++) {
      const a = crowd.serial[i];
      const b = crowd.serial[hood.item[k]];
      if (b <= last) throw new Error(`the neighbours of ${a} are not in order`);
      last = b;
      edges.add(`${Math.min(a, b)}-${Math.max(a, b)}`);
    }
  }
  if (2 * edges.size !== hood.first[crowd.count]) throw new Error('an edge is seen from one end only');
  return [...edges].toSorted();
}

function bruteOf({ crowd }: Scene): string[] {
  return bruteNeighbours(
    Array.from({ length: crowd.count }, (_, i) => ({
      serial: crowd.serial[i],
      level: LEVEL[crowd.cell[i]],
      x: crowd.place[2 * i],
      y: crowd.place[2 * i + 1],
    })),
  );
}

/** For places without ties. */
function delaunatorOf({ crowd }: Scene): string[] {
  const edges = new Set<string>();
  for (const level of [0, 1]) {
    const slots = Array.from({ length: crowd.count }, (_, i) => i).filter((i) => LEVEL[crowd.cell[i]] === level);
    const { triangles } = new Delaunator(slots.flatMap((i) => [crowd.place[2 * i], crowd.place[2 * i + 1]]));
    for (let e = 0; e < triangles.length; e++) {
      const a = crowd.serial[slots[triangles[e]]];
      const b = crowd.serial[slots[triangles[e % 3 === 2 ? e - 2 : e + 1]]];
      edges.add(`${Math.min(a, b)}-${Math.max(a, b)}`);
    }
  }
  return [...edges].toSorted();
}

/** The same crowd seen by a neighbourhood without a past. */
function rebuilt({ crowd }: Scene): Scene {
  const fresh = {
    crowd: { ...crowd, vertex: crowd.vertex.slice().fill(NONE) },
    spare: crowd,
    hood: createNeighbourhood(crowd.capacity, 2),
  };
  updateNeighbourhood(fresh.hood, fresh.crowd, LEVEL);
  return fresh;
}

function permute({ crowd, spare }: Scene, random: Random): void {
  orderWalkers(crowd, Int32Array.from(random.shuffle([...Array(crowd.count).keys()])), spare);
}

function leave({ crowd, hood }: Scene, slot: number): void {
  forgetWalker(hood, crowd, slot);
  removeWalker(crowd, slot);
}

const SIZE = 20;
type Velocity = (x: number, y: number, serial: number, random: Random) => [number, number];
const MOTIONS: Record<string, Velocity> = {
  'uniform flow': (_x, y, serial) => [1.3 + 0.1 * Math.sin(serial), 0.1 * Math.cos(y)],
  'counter-flow': (_x, _y, serial) => [serial % 2 === 0 ? 1.3 : -1.2, 0.3 * Math.sin(serial)],
  rotation: (x, y) => [-(y - SIZE / 2) * 0.15, (x - SIZE / 2) * 0.15],
  'random walk': (_x, _y, _serial, random) => [random.between(-2, 2), random.between(-2, 2)],
  'compression through a door': (x, y) => {
    const middle = SIZE / 2;
    // Towards the door at the middle, through it, then outwards again.
    const sideways = x < middle ? (middle - y) / (1 + middle - x) : (y - middle) / (1 + x - middle);
    return [1.3, 1.3 * sideways];
  },
};

describe('the neighbourhood graph in motion', () => {
  for (const [name, velocity] of Object.entries(MOTIONS)) {
    it(`is Delaunay's at every step: ${name}`, () => {
      const random = createRandom(7);
      const scene = createScene(160);
      const { crowd, hood } = scene;
      const come = () => addWalker(crowd, random.integer(0, 1), random.between(0, SIZE), random.between(0, SIZE), 0);
      while (crowd.count < 150) come();
      for (let step = 0; step < 200; step++) {
        for (let i = 0; i < crowd.count; i++) {
          const [x, y] = [crowd.place[2 * i], crowd.place[2 * i + 1]];
          const [vx, vy] = velocity(x, y, crowd.serial[i], random);
          // Who walks out comes in again on the other side: a jump.
          crowd.place[2 * i] = (x + 0.1 * vx + SIZE) % SIZE;
          crowd.place[2 * i + 1] = (y + 0.1 * vy + SIZE) % SIZE;
        }
        if (step % 3 === 0) {
          leave(scene, random.integer(0, crowd.count - 1));
          come();
        }
        if (step % 5 === 0) crowd.cell[random.integer(0, crowd.count - 1)] = random.integer(0, 1);
        if (step % 7 === 0) permute(scene, random);
        updateNeighbourhood(hood, crowd, LEVEL);
        expect(edgesOf(scene)).toEqual(delaunatorOf(scene));
      }
      expect(checkNeighbourhood(hood, crowd)).toEqual([]);
      expect(hood.rebuilds).toBeLessThan(5);
    });
  }

  it('is the definition to the letter: lattices, lines, one place for several, two levels, few walkers', () => {
    for (let run = 0; run < 60; run++) {
      const random = createRandom(run);
      const capacity = random.integer(1, 15);
      const scene = createScene(capacity);
      const { crowd, hood } = scene;
      const size = random.pick([2, 3, 6, 100]);
      const stride = random.pick([0, 1, 0.1, 0.01]);
      const isFlat = random.chance(0.2);
      const isLattice = random.chance(0.6);
      const snap = (x: number) => (isLattice ? Math.round(x) : Math.round(x * 2 ** 30) / 2 ** 30);
      for (let step = 0; step < 10; step++) {
        for (let k = random.integer(0, step === 0 ? capacity : 2); k > 0; k--) {
          const y = isFlat ? 0 : snap(random.between(0, size));
          addWalker(crowd, random.integer(0, 1), snap(random.between(0, size)), y, 0);
        }
        for (let i = 0; i < crowd.count; i++) {
          crowd.place[2 * i] += snap(random.between(-stride, stride));
          if (!isFlat) crowd.place[2 * i + 1] += snap(random.between(-stride, stride));
          if (random.chance(0.03)) crowd.cell[i] = random.integer(0, 1);
        }
        if (crowd.count > 0 && random.chance(0.3)) leave(scene, random.integer(0, crowd.count - 1));
        if (random.chance(0.3)) permute(scene, random);
        updateNeighbourhood(hood, crowd, LEVEL);
        expect(checkNeighbourhood(hood, crowd)).toEqual([]);
        expect(edgesOf(scene), `run ${run}, step ${step}`).toEqual(bruteOf(scene));
      }
    }
  });

  it('does not depend on what was before: repaired and rebuilt lists are the same numbers', () => {
    const random = createRandom(3);
    const scene = createScene(400);
    const { crowd, hood } = scene;
    for (let i = 0; i < 400; i++) addWalker(crowd, 0, i % 20, Math.floor(i / 20), 0);
    for (let step = 0; step < 60; step++) {
      // On a lattice of half metres, so that nearly every edge is a tie and many walkers meet at one place.
      for (let i = 0; i < crowd.count; i++) {
        if (random.chance(0.1)) crowd.place[2 * i + random.integer(0, 1)] += random.pick([-0.5, 0.5]);
      }
      if (step % 4 === 0) permute(scene, random);
      updateNeighbourhood(hood, crowd, LEVEL);
      const fresh = rebuilt(scene);
      const used = hood.first[crowd.count];
      expect(hood.first).toEqual(fresh.hood.first);
      expect(hood.item.subarray(0, used)).toEqual(fresh.hood.item.subarray(0, used));
    }
    expect(hood.rebuilds).toBeLessThan(20);
  });

  it('can be put in another order in memory at any time', () => {
    const random = createRandom(13);
    const scene = createScene(120);
    const { crowd, hood } = scene;
    const come = () => addWalker(crowd, random.integer(0, 1), random.between(0, 9), random.between(0, 9), 0);
    while (crowd.count < 110) come();
    for (let step = 0; step < 60; step++) {
      for (let k = 0; k < 2 * crowd.count; k++) crowd.place[k] += random.between(-0.03, 0.03);
      for (let k = random.integer(0, 4); k > 0; k--) leave(scene, random.integer(0, crowd.count - 1));
      for (let k = random.integer(0, 4); k > 0; k--) come();
      updateNeighbourhood(hood, crowd, LEVEL);
      if (step % 2 === 0) putInOrder(hood.mesh, hood.renaming, hood.order, crowd, hood.slotOf);
      expect(checkNeighbourhood(hood, crowd)).toEqual([]);
      expect(edgesOf(scene)).toEqual(delaunatorOf(scene));
    }
    expect(hood.rebuilds).toBe(1);
  });

  it('is put in order in memory by itself when the walkers have mixed', () => {
    const random = createRandom(17);
    const scene = createScene(4500);
    const { crowd, hood } = scene;
    for (let i = 0; i < 4500; i++) addWalker(crowd, 0, random.between(0, 70), random.between(0, 70), 0);
    for (let step = 0; step < 33; step++) {
      for (let k = 0; k < 250; k++) {
        const i = random.integer(0, crowd.count - 1);
        crowd.place[2 * i] = random.between(0, 70);
        crowd.place[2 * i + 1] = random.between(0, 70);
      }
      updateNeighbourhood(hood, crowd, LEVEL);
    }
    expect(hood.rebuilds).toBe(1);
    expect(hood.reorderings).toBeGreaterThan(0);
    expect(hood.reorderings).toBeLessThan(3);
    expect(checkNeighbourhood(hood, crowd)).toEqual([]);
    expect(edgesOf(scene)).toEqual(delaunatorOf(scene));
  });

  it('mends tangles of any size: steps far longer than the walkers are apart', () => {
    const random = createRandom(11);
    const scene = createScene(300);
    const { crowd, hood } = scene;
    for (let i = 0; i < 300; i++) addWalker(crowd, 0, random.between(0, 10), random.between(0, 10), 0);
    for (let step = 0; step < 40; step++) {
      for (let i = 0; i < crowd.count; i++) {
        if (!random.chance(step / 40)) continue;
        crowd.place[2 * i] += random.between(-1, 1);
        crowd.place[2 * i + 1] += random.between(-1, 1);
      }
      updateNeighbourhood(hood, crowd, LEVEL);
      expect(edgesOf(scene)).toEqual(delaunatorOf(scene));
    }
    expect(hood.rebuilds).toBeGreaterThan(1);
    expect(hood.rebuilds).toBeLessThan(40);
  });
});

describe('the neighbourhood graph of few, flat and odd crowds', () => {
  const of = (places: [number, number][]) => {
    const scene = sceneOf(places);
    updateNeighbourhood(scene.hood, scene.crowd, LEVEL);
    expect(checkNeighbourhood(scene.hood, scene.crowd)).toEqual([]);
    return edgesOf(scene);
  };

  it('knows nobody, one, two and three', () => {
    expect(of([])).toEqual([]);
    expect(of([[3, 4]])).toEqual([]);
    expect(
      of([
        [3, 4],
        [5, 6],
      ]),
    ).toEqual(['0-1']);
    expect(
      of([
        [3, 4],
        [5, 6],
        [5, 7],
      ]),
    ).toEqual(['0-1', '0-2', '1-2']);
  });

  it('makes a chain of walkers in line, whichever way the line runs', () => {
    for (const [x, y] of [
      [1, 0],
      [0, 1],
      [1, 1],
      [1, -1],
      [3, 7],
      [-3, 1],
    ] as const) {
      expect(of([0, 3, 1, 2, 4].map((k) => [k * x * 1024, k * y * 1024]))).toEqual(['0-2', '1-3', '1-4', '2-3']);
    }
  });

  it('gives the diagonal of a square to the lowest serial', () => {
    expect(
      of([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
    ).toContain('0-2');
    expect(
      of([
        [1, 0],
        [0, 0],
        [0, 1],
        [1, 1],
      ]),
    ).toContain('0-2');
    expect(
      of([
        [0, 1],
        [1, 1],
        [0, 0],
        [1, 0],
      ]),
    ).toContain('0-3');
  });

  it('joins those who share a place to the lowest serial among them, which has the neighbours', () => {
    expect(
      of([
        [5, 5],
        [0, 0],
        [0, 0],
        [0, 0],
      ]),
    ).toEqual(['0-1', '1-2', '1-3']);
    // All of a large crowd at one place: no list of lists grows beyond six per walker.
    const heap = of(Array.from({ length: 2000 }, () => [1, 1] as [number, number]));
    expect(heap.length).toBe(1999);
    expect(heap.every((edge) => edge.startsWith('0-'))).toBe(true);
  });

  it('keeps every edge of the hull, however flat', () => {
    for (const depth of [0, 1, 2, 1000]) {
      // A long row whose inner walkers stand a breath inside or outside the line of its ends.
      const places = Array.from({ length: 12 }, (_, k): [number, number] => [
        k * 100,
        k % 11 === 0 ? 0 : ((k % 3) - 1) * depth * 2 ** -44,
      ]);
      const scene = sceneOf([...places, [550, 2 ** -44]]);
      updateNeighbourhood(scene.hood, scene.crowd, LEVEL);
      expect(edgesOf(scene)).toEqual(bruteOf(scene));
    }
  });

  it('keeps levels apart that lie at the same x, y', () => {
    const scene = createScene(8);
    for (const level of [0, 1]) {
      for (const [x, y] of [
        [0, 0],
        [4, 0],
        [1, 3],
      ] as const)
        addWalker(scene.crowd, level, x, y, 0);
    }
    updateNeighbourhood(scene.hood, scene.crowd, LEVEL);
    expect(edgesOf(scene)).toEqual(['0-1', '0-2', '1-2', '3-4', '3-5', '4-5']);
    scene.crowd.cell[5] = 0;
    updateNeighbourhood(scene.hood, scene.crowd, LEVEL);
    expect(edgesOf(scene)).toEqual(bruteOf(scene));
    expect(edgesOf(scene)).toContain('2-5');
  });

  it('leaves out who stands nowhere, and takes places at the edge of what numbers can say', () => {
    const scene = sceneOf([
      [0, 0],
      [1, 0],
      [0, 1],
      [NaN, 0],
      [Infinity, 1],
      [0.5, 1e300],
      [1e-300, 1e-310],
      [-(2 ** 39), 2 ** 39],
    ]);
    scene.crowd.cell[1] = NONE;
    updateNeighbourhood(scene.hood, scene.crowd, LEVEL);
    expect(checkNeighbourhood(scene.hood, scene.crowd)).toEqual([]);
    expect(edgesOf(scene)).toEqual(['0-2', '0-6', '0-7', '2-7']);
    scene.crowd.place.fill(NaN);
    updateNeighbourhood(scene.hood, scene.crowd, LEVEL);
    expect(edgesOf(scene)).toEqual([]);
  });

  it('finds its way with a crowd from elsewhere, or one that lost walkers without a word', () => {
    const random = createRandom(5);
    const scene = createScene(40);
    const { crowd, hood } = scene;
    for (let i = 0; i < 40; i++) addWalker(crowd, 0, random.between(0, 9), random.between(0, 9), 0);
    updateNeighbourhood(hood, crowd, LEVEL);
    for (let k = 0; k < 5; k++) removeWalker(crowd, random.integer(0, crowd.count - 1));
    updateNeighbourhood(hood, crowd, LEVEL);
    expect(checkNeighbourhood(hood, crowd)).toEqual([]);
    const other = createNeighbourhood(40, 2);
    crowd.vertex.set(crowd.vertex.toReversed());
    updateNeighbourhood(other, crowd, LEVEL);
    expect(checkNeighbourhood(other, crowd)).toEqual([]);
    updateNeighbourhood(hood, crowd, LEVEL);
    expect(checkNeighbourhood(hood, crowd)).toEqual([]);
    expect(edgesOf(scene)).toEqual(delaunatorOf(scene));
  });

  it('refuses sizes that make no sense', () => {
    expect(() => createNeighbourhood(-1, 1)).toThrow(InputError);
    expect(() => createNeighbourhood(2.5, 1)).toThrow(InputError);
    expect(() => createNeighbourhood(10, 0)).toThrow(InputError);
  });
});

describe('the neighbourhood graph as a pass', () => {
  it('takes no memory after it is warm', () => {
    const random = createRandom(2);
    const scene = createScene(1000);
    const { crowd, hood } = scene;
    for (let i = 0; i < 1000; i++) addWalker(crowd, 0, random.between(0, 32), random.between(0, 32), 0);
    const way = Float64Array.from({ length: 2000 }, () => random.between(-0.1, 0.1));
    const bytes = bytesPerCall((i) => {
      const forth = (i & 16) === 0 ? 1 : -1;
      for (let k = 0; k < 2000; k++) crowd.place[k] += forth * way[k];
      updateNeighbourhood(hood, crowd, LEVEL);
    });
    expect(hood.rebuilds).toBe(1);
    expect(bytes).toBeLessThan(2000);
  });

  it('is checked: each corruption is named', () => {
    const corrupt = (change: (scene: Scene) => void) => {
      const random = createRandom(1);
      const scene = createScene(32);
      const { crowd, hood } = scene;
      for (let i = 0; i < 30; i++) addWalker(crowd, 0, random.between(0, 6), random.between(0, 6), 0);
      addWalker(crowd, 0, crowd.place[0], crowd.place[1], 0);
      updateNeighbourhood(hood, crowd, LEVEL);
      expect(checkNeighbourhood(hood, crowd)).toEqual([]);
      change(scene);
      return checkNeighbourhood(hood, crowd).join('\n');
    };
    const inner = ({ hood: { mesh } }: Scene) =>
      mesh.corner.findIndex(
        (_, e) => e % TRIANGLE === 0 && [e, e + 1, e + 2].every((k) => mesh.corner[k] >= mesh.firstWalker),
      );
    expect(corrupt(({ hood }) => (hood.item[3] = 77))).toMatch(/slot 77, which is empty/);
    expect(corrupt(({ hood }) => hood.item.set([hood.item[1], hood.item[0]]))).toMatch(/not in order/);
    expect(corrupt(({ hood }) => (hood.first[1] -= 1))).toMatch(/lacks its neighbour/);
    expect(corrupt(({ hood }) => (hood.first[0] = 1))).toMatch(/does not start at 0/);
    expect(corrupt(({ hood }) => (hood.item[hood.first[12]] = 12))).toMatch(/are not neighbours/);
    expect(corrupt(({ crowd }) => (crowd.place[9] += 0.1))).toMatch(/is not where walker/);
    expect(corrupt(({ crowd }) => (crowd.vertex[4] = crowd.vertex[5]))).toMatch(/do not know each other/);
    expect(
      corrupt((s) =>
        [s.hood.mesh.corner[inner(s)], s.hood.mesh.corner[inner(s) + 1]].forEach((v) =>
          s.hood.mesh.place.fill(1, 2 * v, 2 * v + 2),
        ),
      ),
    ).toMatch(/does not turn left/);
    expect(corrupt((s) => (s.hood.mesh.twin[inner(s)] = 0))).toMatch(/not two sides of one edge/);
    expect(corrupt((s) => (s.hood.mesh.twin[inner(s)] = s.hood.mesh.outer))).toMatch(/no twin among the walkers/);
    expect(corrupt((s) => (s.hood.mesh.opposite[inner(s)] = 0))).toMatch(/wrong opposite corner/);
    expect(corrupt(({ hood, crowd }) => (hood.mesh.level[crowd.vertex[3]] = 1))).toMatch(/on two levels/);
    expect(corrupt(({ hood }) => (hood.mesh.population[1] = 1))).toMatch(/level 1 has 0 triangles instead of 4/);
    expect(corrupt(({ hood, crowd }) => (hood.mesh.vertexEdge[crowd.vertex[3]] += 1))).toMatch(/starts elsewhere/);
    expect(corrupt(({ hood }) => (hood.doubles.original[hood.doubles.vertex[0]] = NONE))).toMatch(/nobody's double/);
    expect(corrupt(({ hood, crowd }) => (hood.doubles.original[hood.doubles.vertex[0]] = crowd.vertex[9]))).toMatch(
      /stands elsewhere/,
    );
  });

  it('sees an edge that is not Delaunay, and a tie broken the wrong way', () => {
    const square = sceneOf([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0.5, 9],
    ]);
    updateNeighbourhood(square.hood, square.crowd, LEVEL);
    const { mesh } = square.hood;
    const [low, high] = [square.crowd.vertex[0], square.crowd.vertex[1]];
    mesh.serial[low] = 1;
    mesh.serial[high] = 0;
    expect(checkNeighbourhood(square.hood, square.crowd).join()).toMatch(/is not Delaunay/);
    mesh.serial[low] = 0;
    mesh.serial[high] = 1;
    expect(checkNeighbourhood(square.hood, square.crowd)).toEqual([]);
    mesh.place[2 * square.crowd.vertex[1]] = 0.9;
    expect(checkNeighbourhood(square.hood, square.crowd).join()).toMatch(/is not Delaunay/);
  });
});
