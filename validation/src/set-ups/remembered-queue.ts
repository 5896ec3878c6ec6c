/**
 * People see a queue at the nearer of two exits, walk into a side room from where it cannot be seen, stay there for a while, and then
 * choose an exit: the further one as long as they remember the queue.
 *
 *     ┌────────────────────────────────────────────┐
 *     A ▒▒▒▒▒   ◉ ◉ ◉                              B      A is 10 m from the opening of the room, B 20 m. 24 people wait at A,
 *     │          ╲                                 │      which lets 0.4 a second pass.
 *     └───────┬──  ──┬─────────────────────────────┘
 *             │ room │
 *             └──────┘
 */
import type { Run } from '@foulee/engine';
import { type Box, floor, lineAcross } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import { PLANNING } from '../instruments/populations.ts';

const HALL: Box = [0, 0, 30, 8];
const OPENING: Box = [9.5, -0.4, 10.5, 0];
const SIDE_ROOM: Box = [7, -6.4, 13, -0.4];
const QUEUE = 24;
const PEOPLE = 12;

/** Of one person: seconds from when they last were in the hall, where they see the queue, to their choice; and did they choose the further exit? */
export interface RememberedChoice {
  seconds: number;
  isDiverted: boolean;
}

/** @param stay seconds in the side room. @param memory seconds after which something seen counts for nothing */
export function chooseAfter(stay: number, memory: number, seed: number): RememberedChoice[] {
  const inHall = new Map<number, number>();
  const choices = new Map<number, RememberedChoice>();
  const look = ({ simulation, scenario, original }: Run) => {
    const { crowd, time } = simulation;
    const further = scenario.goals.findIndex(({ name }) => name === 'b');
    for (let i = 0; i < crowd.count; i++) {
      const serial = crowd.serial[i];
      if (serial < QUEUE || choices.has(serial)) continue;
      if (crowd.place[2 * i + 1] + original.origin[1] >= OPENING[1]) inHall.set(serial, time);
      if (crowd.stage[i] === 0 || crowd.route[i] < 0) continue;
      choices.set(serial, { seconds: time - inHall.get(serial)!, isDiverted: crowd.chosen[i] === further });
    }
  };
  play(
    {
      environment: { walkable: floor([HALL, OPENING, SIDE_ROOM]) },
      profiles: { queue: PLANNING, person: { ...PLANNING, knowledge: { start: 'everything', memory } } },
      goals: { room: { box: [7.5, -6, 12.5, -2] } },
      exits: {
        a: { line: lineAcross(0.2, 4, 6), maxFlow: 0.2 },
        b: { line: lineAcross(29.8, 4, 6), maxFlow: 0.2 },
      },
      itineraries: { visit: [{ goal: 'room', wait: stay }, { exit: 'quickest' }] },
      walkers: [
        { in: { box: [0.5, 2.5, 5, 7.5] }, count: QUEUE, profile: 'queue', goal: 'a' },
        { in: { box: [7, 3, 12, 7] }, count: PEOPLE, profile: 'person', itinerary: 'visit', start: 2 },
      ],
      duration: 300,
    },
    seed,
    look,
    () => choices.size === PEOPLE,
  );
  return [...choices.values()];
}
