/**
 * Run, looked at before its first step and after each → everybody once: who they are, where they came from, when and where they
 * entered and left. For the table of people beside a recording.
 *
 * Who let somebody in follows from the order of serials: sources let people in one source after the other. Where somebody left is
 * their last recorded place, and the exit is the one they were headed for then. Cost: one look at everybody.
 */
import { NONE } from '../core/none.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Run } from './run-state.ts';

/** Times in seconds, places in the plan's metres; null: not (yet), nobody, nowhere. */
export interface RecordedPerson {
  serial: number;
  profile: string;
  /** The name of the source that let them in; null: there at the start. */
  source: string | null;
  /** The serial of the first of those who walk together; null: alone. */
  group: number | null;
  /** Where they want to go in the end: names of goals with " or " between them; empty: nowhere. */
  goal: string;
  entered: number;
  enteredX: number | null;
  enteredY: number | null;
  enteredLevel: number | null;
  /** When they start to walk: after their pre-movement time, or as they enter. */
  started: number | null;
  left: number | null;
  leftX: number | null;
  leftY: number | null;
  leftLevel: number | null;
  /** The goal where they left. */
  exit: string | null;
}

export interface PeopleLog {
  /** By serial. */
  people: RecordedPerson[];
  /** By serial: where each one was last, and the goal they were headed for. Undefined: not seen yet. */
  x: number[];
  y: number[];
  level: number[];
  chosen: number[];
  /** How many each source had let in. */
  made: number[];
}

export function createPeopleLog(): PeopleLog {
  return { people: [], x: [], y: [], level: [], chosen: [], made: [] };
}

export function logPeople(log: PeopleLog, run: Run): void {
  const { simulation } = run;
  const { crowd, goals, itineraries, time } = simulation;
  const { mesh } = simulation.world;
  const { people, x, y, level, chosen } = log;
  addNewcomers(log, run);
  for (let i = 0; i < crowd.count; i++) {
    const serial = crowd.serial[i];
    const isNew = x[serial] === undefined;
    x[serial] = crowd.place[2 * i] + mesh.origin[0];
    y[serial] = crowd.place[2 * i + 1] + mesh.origin[1];
    level[serial] = mesh.cellLevel[crowd.cell[i]];
    chosen[serial] = crowd.chosen[i];
    if (!isNew) continue;
    const person = people[serial];
    person.profile = run.scenario.profiles[crowd.profile[i]]?.name ?? '';
    person.goal = goalOf(simulation, crowd.itinerary[i]);
    person.started = crowd.startAt[i];
    person.group = crowd.companions[i] === NONE ? null : crowd.companions[i];
    [person.enteredX, person.enteredY, person.enteredLevel] = [x[serial], y[serial], level[serial]];
  }
  for (const { serial, itinerary } of simulation.left) {
    const person = people[serial];
    const ends = itineraries[itinerary]?.stages.at(-1)?.goals ?? [];
    const exit = ends.length === 1 ? ends[0] : (chosen[serial] ?? NONE);
    person.left = time;
    person.goal = goalOf(simulation, itinerary);
    person.exit = goals[exit]?.name ?? null;
    if (x[serial] !== undefined) [person.leftX, person.leftY, person.leftLevel] = [x[serial], y[serial], level[serial]];
  }
}

function goalOf({ goals, itineraries }: Simulation, itinerary: number): string {
  const ends = itineraries[itinerary]?.stages.at(-1)?.goals ?? [];
  return ends.map((goal) => goals[goal].name).join(' or ');
}

function addNewcomers({ people, made }: PeopleLog, { simulation, sources }: Run): void {
  const add = (source: string | null, entered: number) => {
    people.push({
      serial: people.length,
      profile: '',
      source,
      group: null,
      goal: '',
      entered,
      enteredX: null,
      enteredY: null,
      enteredLevel: null,
      started: null,
      left: null,
      leftX: null,
      leftY: null,
      leftLevel: null,
      exit: null,
    });
  };
  // They come before a step, so at the time before it.
  const entered = Math.max(0, simulation.steps - 1) * simulation.step;
  sources.forEach((source, s) => {
    for (let k = made[s] ?? 0; k < source.made; k++) add(source.name, entered);
    made[s] = source.made;
  });
  while (people.length < simulation.crowd.nextSerial) add(null, entered);
}
