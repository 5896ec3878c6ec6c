/**
 * Random dirty plans: everything that counts as normal input. Overlaps, crossings, touches, duplicates, gaps
 * below the tolerance, rings that cross themselves, run backwards or repeat vertices. One maker per kind of dirt, and
 * one that mixes them.
 */
import type { Plan } from '../src/map/plan.ts';
import { CLEAN_KINDS, cleanPlan } from './random-maps.ts';
import { createRandom, type Random } from './random.ts';
import { blob, letterL, moved, planOf, rectangle, type Ring } from './shapes.ts';

type Maker = (random: Random) => Plan;

const SIZE = 8;
const OUTLINE = rectangle(0, 0, SIZE, SIZE);

function anywhere(random: Random, ring: Ring): Ring {
  return moved(ring, random.between(0, 7), random.between(0, SIZE), random.between(0, SIZE));
}

function reversed(ring: Ring): Ring {
  const result: Ring = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) result.push(ring[i], ring[i + 1]);
  return result;
}

/** Polygons over each other and over the outline, walkable ones too. */
function overlapping(random: Random): Plan {
  const obstacles = Array.from({ length: random.integer(5, 16) }, () => [
    anywhere(random, random.chance(0.5) ? blob(random, random.integer(3, 7), 0.2, 1) : letterL(random, 1.5)),
  ]);
  const floors = Array.from({ length: random.integer(0, 3) }, () => [anywhere(random, rectangle(0, 0, 4, 2))]);
  return planOf('', 'polygons', [[OUTLINE], ...floors], obstacles);
}

/** Lines that cross everything. */
function crossing(random: Random): Plan {
  const lines = Array.from({ length: random.integer(4, 14) }, () => {
    const line: Ring = [];
    for (let points = random.integer(2, 4); points > 0; points--) {
      line.push(random.between(-0.5, SIZE + 0.5), random.between(-0.5, SIZE + 0.5));
    }
    return line;
  });
  return planOf('', 'polygons', [[OUTLINE]], [[anywhere(random, blob(random, 5, 0.5, 1.5))]], lines);
}

/** Blocks that share walls, halves of walls and corners; lines that end exactly on walls. */
function touching(random: Random): Plan {
  const obstacles: Ring[][] = [];
  const lines: Ring[] = [];
  for (let i = 0; i < 10; i++) {
    const x = random.integer(0, 14) / 2;
    const y = random.integer(0, 14) / 2;
    obstacles.push([rectangle(x, y, x + random.pick([0.5, 1, 1.5]), y + random.pick([0.5, 1]))]);
    if (random.chance(0.5)) lines.push([x, y, x - random.pick([0, 0.5, 1]), y - random.pick([0, 0.5])]);
  }
  return planOf('', 'polygons', [[OUTLINE]], obstacles, lines);
}

/** Everything twice or thrice, some of it backwards, some shifted by less than the tolerance. */
function duplicated(random: Random): Plan {
  const plan = cleanPlan(random.pick(CLEAN_KINDS), random.integer(0, 1e9));
  const level = plan.levels[0];
  const again = (ring: Float64Array) => {
    const shift = random.chance(0.5) ? 0 : random.between(-4e-4, 4e-4);
    const copy = [...ring].map((c) => c + shift);
    return Float64Array.from(random.chance(0.5) ? reversed(copy) : copy);
  };
  const polygons = level.polygons.map(({ role, rings }) => ({ role, rings: rings.map(again) }));
  return {
    ...plan,
    levels: [
      { ...level, polygons: [...level.polygons, ...polygons], lines: [...level.lines, ...level.lines.map(again)] },
    ],
  };
}

/** Gaps from a few micrometres to twice the tolerance, between walls, corners and both. */
function nearTouching(random: Random): Plan {
  const gap = () => random.pick([1e-6, 1e-4, 5e-4, 9.9e-4, 1.01e-3, 2e-3]) * random.pick([-1, 1]);
  const obstacles: Ring[][] = [];
  for (let row = 0; row < 4; row++) {
    let x = random.between(0.3, 1);
    for (let i = 0; i < 4; i++) {
      const width = random.between(0.3, 1.2);
      const y = 1 + 1.6 * row + gap();
      obstacles.push([moved(rectangle(0, 0, width, random.between(0.3, 0.9)), random.chance(0.7) ? 0 : gap(), x, y)]);
      x += width + gap();
    }
  }
  const lines = [[random.between(1, 7), gap(), random.between(1, 7), 0.7]];
  return planOf('', 'polygons', [[OUTLINE]], obstacles, lines);
}

/** Corners in random order: rings that cross themselves many times, also as the walkable outline's neighbour. */
function selfCrossing(random: Random): Plan {
  const tangle = (points: number, size: number) => Array.from({ length: 2 * points }, () => random.between(0, size));
  const obstacles = Array.from({ length: random.integer(1, 4) }, () => [
    moved(tangle(random.integer(4, 9), 3), 0, random.between(0, 5), random.between(0, 5)),
  ]);
  return planOf('', 'polygons', [[OUTLINE], [tangle(6, SIZE + 2)]], obstacles);
}

/** Vertices repeated, spikes out and back, points on straight sides, rings without area. */
function stuttering(random: Random): Plan {
  const stutter = (ring: Ring): Ring => {
    const result: Ring = [];
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i];
      const y = ring[i + 1];
      const nextX = ring[(i + 2) % ring.length];
      const nextY = ring[(i + 3) % ring.length];
      result.push(x, y);
      const what = random.integer(0, 5);
      if (what === 0) result.push(x, y, x, y);
      else if (what === 1) result.push((x + nextX) / 2, (y + nextY) / 2);
      else if (what === 2) result.push(x + random.between(-0.5, 0.5), y + random.between(-0.5, 0.5), x, y);
      else if (what === 3) result.push(x + 1e-5, y - 1e-5);
    }
    return result;
  };
  const obstacles = Array.from({ length: random.integer(2, 7) }, () => [
    stutter(anywhere(random, blob(random, random.integer(3, 6), 0.4, 1.2))),
  ]);
  const flat = anywhere(random, [0, 0, 1, 0, 2, 0, 1, 0]);
  const point = anywhere(random, [0, 0, 0, 0]);
  return planOf(
    '',
    'polygons',
    [[stutter(OUTLINE)]],
    [...obstacles, [flat], [point]],
    [
      [3, 3],
      [4, 4, 4, 4],
    ],
  );
}

/** Bundles of segments through nearly one point, and pairs that cross at tiny angles. */
function bundles(random: Random): Plan {
  const lines: Ring[] = [];
  for (let bundle = 0; bundle < 3; bundle++) {
    const x = random.between(2, 6);
    const y = random.between(2, 6);
    for (let i = random.integer(2, 6); i > 0; i--) {
      const angle = random.chance(0.5) ? random.between(0, 7) : 1 + i * 1e-3;
      const jitter = random.pick([0, 1e-9, 3e-4, 2e-3]);
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const [px, py] = [x + random.between(-jitter, jitter), y + random.between(-jitter, jitter)];
      lines.push([px - dx, py - dy, px + 1.3 * dx, py + 1.3 * dy]);
    }
  }
  return planOf('', 'polygons', [[OUTLINE]], [], lines);
}

/** All kinds of dirt in one plan. */
function mixed(random: Random): Plan {
  const parts = [overlapping, crossing, touching, nearTouching, selfCrossing, stuttering, bundles].map(
    (make) => make(random).levels[0],
  );
  const plan = planOf('', 'polygons', [[OUTLINE]], []);
  const few = <T>(items: T[]) => random.shuffle(items).slice(0, 3);
  const level = plan.levels[0];
  level.polygons.push(...parts.flatMap((part) => few(part.polygons.filter(({ role }) => role === 'obstacle'))));
  level.lines.push(...parts.flatMap((part) => few(part.lines)));
  return plan;
}

const MAKERS = {
  overlapping,
  crossing,
  touching,
  duplicated,
  nearTouching,
  selfCrossing,
  stuttering,
  bundles,
  mixed,
} satisfies Record<string, Maker>;

export type DirtyKind = keyof typeof MAKERS;
export const DIRTY_KINDS = Object.keys(MAKERS) as DirtyKind[];

export function dirtyPlan(kind: DirtyKind, seed: number): Plan {
  return { ...MAKERS[kind](createRandom(seed)), name: `${kind} ${seed}` };
}
