/**
 * Two ways out of a room of 20 × 10 m: a shortcut of 5 m, and a way of 42 m that begins with an opening of the same width. Somebody who knows
 * nothing sees both openings, and not where they lead. ISO 17. Dimensions are ours.
 *
 *     ┌───────────────────────────────────┐
 *     │ out ▒     the long way          ┌ │
 *     ├──┐ ┌───────────────────────────┐│ │
 *        │s│                           ││ │
 *     ┌──┘ └─────────────────────────┐ ││ │
 *     │                              ├─┘│ │
 *     │            room              ──── │
 *     │                              ├────┘
 *     └──────────────────────────────┘
 */
import { type Box, floor, holds } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import { PLANNING } from '../instruments/populations.ts';
import type { Figures } from '../instruments/validation-test.ts';
import { forEachWalker } from '../instruments/watch.ts';

const ROOM: Box = [0, 0, 20, 10];
const SHORTCUT: Box = [2, 10.2, 4, 15];
const PLACE: readonly Box[] = [
  ROOM,
  // Openings of 1 m in walls of 0.2 m.
  [2.5, 10, 3.5, 10.2],
  [20, 4.5, 20.2, 5.5],
  SHORTCUT,
  [20.2, 4, 24.2, 6],
  [22.2, 6, 24.2, 17],
  [0, 15, 24.2, 17],
];
const OUT = { box: [0, 15, 1, 17] };
const PEOPLE = 50;
const DURATION = 300;
/** Shares of people who know the place. */
export const KNOWERS = [0, 0.5, 1] as const;

/** `all s`: share of everybody who takes the shortcut where a share s knows the place; `knowing s`: of those who know; `inside`: who did not get out. */
export function takeShortcut(seed: number): Figures {
  const figures: Figures = { inside: 0 };
  for (const share of KNOWERS) {
    const knowing = Math.round(share * PEOPLE);
    const short = new Set<number>();
    const groups = [
      { in: { box: ROOM }, count: knowing, profile: 'knowing', exit: 'known' },
      { in: { box: ROOM }, count: PEOPLE - knowing, profile: 'new', exit: 'known' },
    ];
    const { run } = play(
      {
        environment: { walkable: floor(PLACE) },
        profiles: {
          knowing: { ...PLANNING, knowledge: 'everything' },
          new: { ...PLANNING, knowledge: 'nothing' },
        },
        walkers: groups.filter(({ count }) => count > 0),
        exits: { out: OUT },
        duration: DURATION,
      },
      seed,
      (now) =>
        forEachWalker(now, (serial, x, y) => {
          if (holds(SHORTCUT, x, y)) short.add(serial);
        }),
    );
    figures[`all ${share}`] = short.size / PEOPLE;
    if (knowing > 0) figures[`knowing ${share}`] = [...short].filter((serial) => serial < knowing).length / knowing;
    figures['inside'] += run.simulation.crowd.count;
  }
  return figures;
}
