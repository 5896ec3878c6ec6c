/**
 * Twelve cabins on both sides of a corridor 1 m wide, two people in each but one, who are told which of two exits to take: does
 * everybody take it? RiMEA 10, IMO 10, NIST 3.1, ISO 8.
 *
 *    y 11 ┌────┬────┬──┬───┬────┬────┬────┐      main exit: x 6–7.2, at the top
 *         │ 1  │ 2  │  │ 3 │ 4  │ 5  │ 6  │
 *     6   ├─ ──┴─ ──┘  └ ──┴─ ──┴─ ──┴─ ──┤
 *     5   ├─ ──┬─ ──┬─ ──┬─ ──┬─ ──┬─ ──┬─┘ ─▶  secondary exit: the east end of the corridor, x 18
 *         │ 7  │ 8  │ 9  │ 10 │ 11 │ 12 │
 *     0   └────┴────┴────┴────┴────┴────┘
 */
import { type Box, floor } from '../instruments/places.ts';
import { play, type RawScenario } from '../instruments/play.ts';
import type { Figures } from '../instruments/validation-test.ts';
import { watchPlaces } from '../instruments/watch.ts';

interface Cabin {
  box: Box;
  /** x where its door begins; doors are 0.9 m wide. */
  door: number;
  people: number;
  exit: 'main' | 'secondary';
}

const DOOR = 0.9;
const NORTH: readonly Cabin[] = [
  { box: [0, 6, 3, 11], door: 1.05, people: 2, exit: 'main' },
  { box: [3, 6, 6, 11], door: 4.05, people: 2, exit: 'main' },
  { box: [7.2, 6, 9, 11], door: 7.65, people: 1, exit: 'main' },
  { box: [9, 6, 12, 11], door: 10.05, people: 2, exit: 'main' },
  { box: [12, 6, 15, 11], door: 13.05, people: 2, exit: 'secondary' },
  { box: [15, 6, 18, 11], door: 16.05, people: 2, exit: 'secondary' },
];
const SOUTH: readonly Cabin[] = [0, 1, 2, 3, 4, 5].map((k) => ({
  box: [3 * k, 0, 3 * k + 3, 5],
  door: k === 2 ? 7.05 : 3 * k + 1.05,
  people: 2,
  exit: k < 4 ? 'main' : 'secondary',
}));
const CABINS = [...NORTH, ...SOUTH];
const PLACE: readonly Box[] = [
  [0, 0, 18, 11],
  [6, 11, 7.2, 12.5],
  [18, 5, 19.5, 6],
];
const EXITS = { main: { box: [6, 11.5, 7.2, 12.5] }, secondary: { box: [18.5, 5, 19.5, 6] } };

type Wall = [[number, number], [number, number]];

/** Between corridor and cabins, with gaps for doors; and from cabin to cabin. */
function walls(): Wall[] {
  const found: Wall[] = [];
  for (const { box, door } of CABINS) {
    const y = box[1] === 6 ? 6 : 5;
    found.push(
      [
        [box[0], y],
        [door, y],
      ],
      [
        [door + DOOR, y],
        [box[2], y],
      ],
    );
    for (const x of [box[0], box[2]]) {
      if (x > 0 && x < 18)
        found.push([
          [x, box[1]],
          [x, box[3]],
        ]);
    }
  }
  return found;
}

export function cabinScenario(profile: unknown): RawScenario {
  return {
    environment: { walkable: floor(PLACE), lines: walls() },
    profiles: { person: profile },
    walkers: CABINS.map(({ box, people, exit }) => ({ in: { box }, count: people, goal: exit })),
    exits: EXITS,
    duration: 180,
  };
}

/** `wrong`: people who left by the other exit; `main`, `secondary`: who left by these; `inside`: who never left. */
export function cabins(profile: unknown, seed: number): Figures {
  const places = watchPlaces();
  const { left, run } = play(cabinScenario(profile), seed, places.look);
  const assigned = CABINS.flatMap(({ people, exit }) => Array.from({ length: people }, () => exit));
  const figures = { wrong: 0, main: 0, secondary: 0, inside: run.simulation.crowd.count };
  for (const serial of left.keys()) {
    const used = places.last.get(serial)![1] > 8 ? 'main' : 'secondary';
    figures[used]++;
    if (used !== assigned[serial]) figures.wrong++;
  }
  return figures;
}
