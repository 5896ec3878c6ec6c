/**
 * Random clean plans: one maker per kind of place, seed → Plan. Clean: no two features nearer than 5 cm, nothing
 * crosses or touches, so the map stage has nothing to repair (kept so by drawing again; see `separation`).
 * Each maker aims at one difficulty of triangulating, measuring or merging; its comment says which.
 */
import type { Plan } from '../src/map/plan.ts';
import { createRandom, type Random } from './random.ts';
import { blocks, comb, corridor, maze, spiral } from './random-outlines.ts';
import {
  blob,
  convexBlob,
  letterL,
  letterT,
  letterU,
  moved,
  needle,
  planOf,
  rectangle,
  type Ring,
  separation,
} from './shapes.ts';

/** Metres between features of a clean plan. */
const CLEAN = 0.05;

type Maker = (random: Random) => Plan;

/** Draw again until it is clean. */
function cleaned(draw: Maker): Maker {
  return (random) => {
    for (let attempt = 0; attempt < 200; attempt++) {
      const plan = draw(random);
      if (separation(plan, 1) >= CLEAN) return plan;
    }
    throw new Error('this maker hardly ever draws a clean plan');
  };
}

/** Add obstacles one at a time, leaving out those that come too near to what is there. */
function furnish(outline: Ring, draws: Ring[], lines: Ring[] = []): Plan {
  const kept: Ring[][] = [];
  const keptLines: Ring[] = [];
  const isClean = (obstacles: Ring[][], walls: Ring[]) =>
    separation(planOf('', 'polygons', [[outline]], obstacles, walls), 1) >= CLEAN;
  for (const ring of draws) if (isClean([...kept, [ring]], keptLines)) kept.push([ring]);
  for (const line of lines) if (isClean(kept, [...keptLines, line])) keptLines.push(line);
  return planOf('furnished', 'polygons', [[outline]], kept, keptLines);
}

/** Obstacles of all shapes at all angles: corner-to-wall and corner-to-corner passages mixed. */
function room(random: Random): Plan {
  const size = random.between(4, 9);
  const outline = random.chance(0.5)
    ? moved(rectangle(0, 0, size, random.between(0.5, 1) * size), random.between(0, 7), 0, 0)
    : blob(random, random.integer(4, 9), 0.5 * size, size);
  const draws = Array.from({ length: random.integer(3, 14) }, () => {
    const shape = random.pick([
      () => convexBlob(random, random.integer(3, 7), random.between(0.2, 1), random.between(0.2, 1)),
      () => blob(random, random.integer(4, 9), 0.2, random.between(0.3, 1.2)),
      () => letterL(random, random.between(0.5, 2)),
      () => letterU(random, random.between(0.5, 2.5)),
      () => rectangle(0, 0, random.between(0.1, 2), random.between(0.1, 1)),
    ])();
    return moved(shape, random.between(0, 7), random.between(-size, size), random.between(-size, size));
  });
  return furnish(outline, draws);
}

/** Letters as rooms, sometimes with a letter standing inside. */
function letters(random: Random): Plan {
  const letter = random.pick([letterL, letterT, letterU]);
  const angle = random.chance(0.3) ? 0 : random.between(0, 7);
  const draws = Array.from({ length: random.integer(0, 4) }, () => {
    const inner = random.pick([letterL, letterT, letterU])(random, random.between(0.5, 2));
    return moved(
      inner,
      random.chance(0.3) ? angle : random.between(0, 7),
      random.between(-8, 8),
      random.between(-8, 8),
    );
  });
  return furnish(moved(letter(random, random.between(4, 9)), angle, 0, 0), draws);
}

/** Walls without thickness, standing free and bent: both sides of one segment are floor. */
function thinWalls(random: Random): Plan {
  const size = random.between(4, 8);
  const lines = Array.from({ length: random.integer(3, 12) }, () => {
    const line = [random.between(0, size), random.between(0, size)];
    for (let bends = random.integer(1, 4); bends > 0; bends--) {
      const angle = random.between(0, 7);
      const length = random.between(0.3, 2.5);
      line.push(line.at(-2)! + length * Math.cos(angle), line.at(-1)! + length * Math.sin(angle));
    }
    return line;
  });
  const inside = lines.filter((line) => line.every((c) => c > 0.1 && c < size - 0.1));
  return furnish(rectangle(0, 0, size, size), [], inside);
}

/** Small squares, nearly points: passages from corner to corner. */
function pillars(random: Random): Plan {
  const size = random.between(4, 8);
  const regular = random.chance(0.4);
  const pitch = random.between(0.7, 1.6);
  const draws: Ring[] = [];
  for (let i = 0; i < 24; i++) {
    const half = random.between(0.03, 0.12);
    const x = regular ? pitch * (1 + (i % 5)) : random.between(0.3, size - 0.3);
    const y = regular ? pitch * (1 + Math.floor(i / 5)) : random.between(0.3, size - 0.3);
    draws.push(moved(rectangle(-half, -half, half, half), regular ? 0 : random.between(0, 7), x, y));
  }
  return furnish(rectangle(0, 0, size, size), draws);
}

/** A star-shaped hall of spikes around spiky pillars. */
function star(random: Random): Plan {
  const spikes = (count: number, inner: number, outer: number) =>
    Array.from({ length: 2 * count }, (_, i) => {
      const radius = (i % 2 === 0 ? outer : inner) * random.between(0.85, 1.15);
      const angle = (Math.PI * (i + random.between(-0.2, 0.2))) / count;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }).flat();
  const draws = Array.from({ length: random.integer(1, 6) }, () =>
    moved(
      spikes(random.integer(3, 6), 0.15, random.between(0.4, 1.2)),
      random.between(0, 7),
      random.between(-3, 3),
      random.between(-3, 3),
    ),
  );
  return furnish(spikes(random.integer(4, 9), random.between(1.5, 3), random.between(3, 6)), draws);
}

/** Long walls at angles of a few hundredths: passages whose narrowest place hardly shows, feet near ends. */
function nearlyParallel(random: Random): Plan {
  const length = random.between(5, 15);
  const draws: Ring[] = [];
  for (let y = 0.5; y < 6; y += random.between(0.35, 1)) {
    const from = random.between(0.2, 0.3 * length);
    const to = random.between(0.6 * length, length - 0.2);
    const bar = rectangle(0, 0, to - from, random.between(0.05, 0.2));
    draws.push(moved(bar, random.between(-0.03, 0.03), from, y));
  }
  const lean = random.between(-0.1, 0.1);
  return furnish([0, 0, length, lean, length + lean, 6.5, 0, 6.4], draws);
}

/** Outlines of many short sides, nearly straight or nearly round: nearly cocircular, nearly collinear. */
function wiggles(random: Random): Plan {
  const wiggle = (count: number, radius: number, noise: number) =>
    Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * i) / count;
      const r = radius + random.between(-noise, noise);
      return [r * Math.cos(angle), r * Math.sin(angle)];
    }).flat();
  const noise = random.pick([0, 1e-9, 1e-4, 0.02, 0.06]);
  const draws = Array.from({ length: random.integer(0, 4) }, () =>
    moved(
      wiggle(random.integer(5, 14), random.between(0.3, 0.8), Math.min(noise, 0.04)),
      random.between(0, 7),
      random.between(-2, 2),
      random.between(-2, 2),
    ),
  );
  return furnish(wiggle(random.integer(12, 40), random.between(2.5, 4), noise), draws);
}

/** Needles standing on their tips just above walls: L04's own case, the corner-to-wall distance. */
function needles(random: Random): Plan {
  const size = random.between(4, 8);
  const draws = Array.from({ length: random.integer(4, 16) }, () => {
    const ring = needle(random, random.between(0.4, 2.5));
    return moved(ring, random.between(0, 7), random.between(0.2, size - 0.2), random.between(0.2, size - 0.2));
  });
  return furnish(
    blob(random, random.integer(4, 6), 0.8 * size, 1.1 * size).map((c) => c + size / 2),
    draws,
  );
}

/** Footprints in the open: the floor is a box around obstacles. */
function city(random: Random): Plan {
  const obstacles: Ring[][] = [];
  for (let i = 0; i < 20; i++) {
    const shape = random.chance(0.7)
      ? rectangle(0, 0, random.between(0.5, 3), random.between(0.5, 3))
      : letterL(random, 2.5);
    const placed = moved(shape, random.between(0, 7), random.between(0, 12), random.between(0, 12));
    if (separation(planOf('', 'box', [], [...obstacles, [placed]]), 1) >= CLEAN) obstacles.push([placed]);
  }
  return planOf('city', 'box', [], obstacles, [], random.between(0.3, 3));
}

/** Walls as lines only, closed by repeating the first point: floor is whatever they enclose. */
function drawing(random: Random): Plan {
  const inner = room(random);
  const level = inner.levels[0];
  const lines = level.polygons.map(({ rings }) => [...rings[0], rings[0][0], rings[0][1]]);
  return planOf('drawing', 'enclosed', [], [], lines);
}

/** Makers by name: a failing property prints the name and the seed. */
const MAKERS = {
  room: cleaned(room),
  corridor: cleaned(corridor),
  letters: cleaned(letters),
  thinWalls: cleaned(thinWalls),
  pillars: cleaned(pillars),
  blocks: cleaned(blocks),
  comb: cleaned(comb),
  star: cleaned(star),
  nearlyParallel: cleaned(nearlyParallel),
  spiral: cleaned(spiral),
  wiggles: cleaned(wiggles),
  needles: cleaned(needles),
  city: cleaned(city),
  drawing: cleaned(drawing),
  // Rooms and passages of a maze overlap on purpose; their union is what is clean.
  maze,
} satisfies Record<string, Maker>;

export type CleanKind = keyof typeof MAKERS;
export const CLEAN_KINDS = Object.keys(MAKERS) as CleanKind[];

export function cleanPlan(kind: CleanKind, seed: number): Plan {
  const plan = MAKERS[kind](createRandom(seed));
  return { ...plan, name: `${kind} ${seed}` };
}
