/**
 * One way in, one way out: a hall 30 m long and 12 m wide with two rows of pillars, a door of 2 m in the middle of either end. One
 * person enters every 2 s, so that nobody is in anybody's way. Measured is how far apart they walk half-way.
 */
import { playFrames } from '../instruments/emergent-instruments.ts';
import { floor, lineAcross } from '../instruments/places.ts';
import { PLANNING } from '../instruments/populations.ts';
import { deviation } from '../instruments/statistics.ts';
import type { Figures } from '../instruments/validation-test.ts';

const LENGTH = 30;
/** Seconds. */
const COME = 300;
const LONGEST = 360;
/** Metres: half of a pillar's side. */
const HALF_PILLAR = 0.3;

/** `spread`: metres, standard deviation of where people cross the middle; `crossed`: how many do. */
export function walkHall(seed: number): Figures {
  const pillars = [5, 10, 15, 20, 25].flatMap((x) => [4, 8].map((y) => [x, y] as const));
  const before = new Map<number, readonly [number, number]>();
  const crossed = new Map<number, number>();
  const middle = LENGTH / 2;
  playFrames(
    {
      environment: {
        walkable: floor([
          [-2, 5, 0, 7],
          [0, 0, LENGTH, 12],
          [LENGTH, 5, LENGTH + 2, 7],
        ]),
        obstacles: floor(pillars.map(([x, y]) => [x - HALF_PILLAR, y - HALF_PILLAR, x + HALF_PILLAR, y + HALF_PILLAR])),
      },
      profiles: { person: PLANNING },
      exits: { out: { line: lineAcross(LENGTH + 1, 5, 7) } },
      sources: [{ in: { box: [-2, 5, -1, 7] }, rate: 0.5, until: COME, arrivals: 'regular' }],
      duration: LONGEST,
    },
    seed,
    ({ count, serial, place }) => {
      for (let i = 0; i < count; i++) {
        const s = serial[i];
        const x = place[2 * i];
        const y = place[2 * i + 1];
        const [fromX, fromY] = before.get(s) ?? [x, y];
        before.set(s, [x, y]);
        if (fromX >= middle || x < middle || crossed.has(s)) continue;
        crossed.set(s, fromY + ((middle - fromX) / (x - fromX)) * (y - fromY));
      }
    },
  );
  return { spread: deviation([...crossed.values()]), crossed: crossed.size };
}
