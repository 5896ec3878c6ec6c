/**
 * A hundred people in a room of 20 × 10 m with exits of 1 m in the middle of the short walls, and who knows which of them. NIST 3.2 and
 * 3.3, ISO 15 and 16. Dimensions are ours.
 *
 *     ┌──┐ A                          B ┌──┐
 *     │ ▒│┌────────────────────────────┐│▒ │     Behind each exit a passage of 2 m turns to the north, so that from the room people
 *     │  ││                            ││  │     see the openings, but not what is behind them: to know an exit is to have been told,
 *     │  └┘                            └┘  │     not to see it. Somebody who knows neither takes an opening and looks.
 *     └──┐┌                            ┐┌──┘
 *        └┴────────────────────────────┴┘
 */
import { type Box, floor } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import { PLANNING } from '../instruments/populations.ts';
import type { Figures } from '../instruments/validation-test.ts';
import { watchPlaces } from '../instruments/watch.ts';

const ROOM: Box = [0, 0, 20, 10];
const PLACE: readonly Box[] = [
  ROOM,
  [-0.2, 4.5, 0, 5.5],
  [-2.2, 4, -0.2, 10],
  [20, 4.5, 20.2, 5.5],
  [20.2, 4, 22.2, 10],
];
const EXITS = { a: { box: [-2.2, 9, -0.2, 10] }, b: { box: [20.2, 9, 22.2, 10] } };
const DURATION = 300;

/** People of one kind: how many there are, what they know (docs/scenario.md), and from when on they walk, seconds. */
interface People {
  count: number;
  knowledge: unknown;
  start?: unknown;
}

/** `a`, `b`: people who left by each exit; `inside`: who did not get out. */
function leave(people: readonly People[], seed: number): { a: number; b: number; inside: number } {
  const places = watchPlaces();
  const { left } = play(
    {
      environment: { walkable: floor(PLACE) },
      profiles: Object.fromEntries(people.map(({ knowledge }, k) => [`kind ${k}`, { ...PLANNING, knowledge }])),
      walkers: people.map(({ count, start }, k) => ({
        in: { box: ROOM },
        count,
        profile: `kind ${k}`,
        exit: 'known',
        ...(start === undefined ? {} : { start }),
      })),
      exits: EXITS,
      duration: DURATION,
    },
    seed,
    places.look,
  );
  const west = [...left.keys()].filter((serial) => places.last.get(serial)![0] < 10).length;
  return { a: west, b: left.size - west, inside: people.reduce((sum, { count }) => sum + count, 0) - left.size };
}

const CROWD = 100;
const knows = (...exits: string[]) => ({ start: exits });

/** Shares that left by exit A: of people who know `nothing`; who all know `a`; of whom 20 know A and 80 know B (`mixed`). `inside`: who did not get out. */
export function familiarExits(seed: number): Figures {
  const nothing = leave([{ count: CROWD, knowledge: 'nothing' }], seed);
  const a = leave([{ count: CROWD, knowledge: knows('a') }], seed);
  const mixed = leave(
    [
      { count: 20, knowledge: knows('a') },
      { count: 80, knowledge: knows('b') },
    ],
    seed,
  );
  return {
    nothing: nothing.a / CROWD,
    a: a.a / CROWD,
    mixed: mixed.a / CROWD,
    inside: nothing.inside + a.inside + mixed.inside,
  };
}

const LEADERS = 10;
/** Seconds that people who do not know where to go stand and look first. */
const HESITATION = { uniform: [5, 15] };

/** How much the others follow people (`follow`, docs/scenario.md). */
const FOLLOW = 0.8;

/** Shares that left by exit B, which ten of a hundred know: `follow`, where the others follow people; `alone`, where they do not. */
export function followOthers(seed: number): Figures {
  const [led, alone] = [FOLLOW, 0].map((weight) =>
    leave(
      [
        { count: LEADERS, knowledge: knows('b') },
        { count: CROWD - LEADERS, knowledge: { start: 'nothing', follow: weight }, start: HESITATION },
      ],
      seed,
    ),
  ) as [ReturnType<typeof leave>, ReturnType<typeof leave>];
  return { follow: led.b / CROWD, alone: alone.b / CROWD, inside: led.inside + alone.inside };
}
