/**
 * Recording and the table of its people → what a live run tells of people: who they are, how large, where they want to go and where they
 * left. Without a table only their sizes are known. Cost: linear in rows.
 */
import type { Destination, RecordedDecision, RecordedPerson } from '@foulee/engine';
import { readDecisions, readPeople, type Recording } from '@foulee/formats';
import type { Person } from '../protocol/moment.ts';
import type { HeldFile } from '../protocol/protocol.ts';

export interface ReplayedPeople {
  people: Person[];
  /** Names that people have the indices of. */
  profiles: string[];
  itineraries: string[];
  /** Where people left, most people first; missing where it is not told. */
  destinations?: Destination[];
}

/** Metres: of those whose radius the file does not tell. */
const USUAL_RADIUS = 0.2;
/** The profile and the destination of those of whom nothing is told. */
const UNKNOWN = 'recorded';

/** @param table of which nothing is used if it cannot be read, which is said in the recording's warnings */
export async function peopleOf(recording: Recording, table: HeldFile | undefined): Promise<ReplayedPeople> {
  const told = await read(table, readPeople, 'people', recording.warnings);
  const bySerial = new Map(told.map((person) => [person.serial, person]));
  const profiles = createNames();
  const itineraries = createNames();
  const people = radiiOf(recording).map(([serial, radius]) => ({
    serial,
    radius,
    profile: profiles.indexOf(bySerial.get(serial)?.profile || UNKNOWN),
    itinerary: itineraries.indexOf(bySerial.get(serial)?.goal || UNKNOWN),
  }));
  const all = { people, profiles: profiles.all, itineraries: itineraries.all };
  return told.length === 0 ? all : { ...all, destinations: destinationsOf(told) };
}

/** What people with knowledge decided, in the order of time. @param table as that of people */
export function decisionsOf(recording: Recording, table: HeldFile | undefined): Promise<RecordedDecision[]> {
  return read(table, readDecisions, 'decisions', recording.warnings);
}

async function read<T>(
  table: HeldFile | undefined,
  reader: (bytes: Uint8Array, name: string) => Promise<T[]>,
  what: string,
  warnings: string[],
): Promise<T[]> {
  if (table === undefined) return [];
  try {
    return await reader(table.bytes, table.name);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warnings.push(`the table of ${what} could not be used: ${why}`);
    return [];
  }
}

/** Everybody once, in order of serials. */
function radiiOf({ serial, radius }: Recording): [serial: number, radius: number][] {
  const known = new Map<number, number>();
  for (let row = 0; row < serial.length; row++) {
    if (!known.has(serial[row])) known.set(serial[row], radius[row] > 0 ? radius[row] : USUAL_RADIUS);
  }
  return [...known].sort(([a], [b]) => a - b);
}

/** Names in the order in which they are first asked for. */
function createNames(): { all: string[]; indexOf: (name: string) => number } {
  const index = new Map<string, number>();
  const all: string[] = [];
  const indexOf = (name: string) => {
    const known = index.get(name) ?? all.length;
    if (known === all.length) all.push(name);
    index.set(name, known);
    return known;
  };
  return { all, indexOf };
}

function destinationsOf(people: readonly RecordedPerson[]): Destination[] {
  const found = new Map<string, { count: number; last: number }>();
  for (const { exit, left } of people) {
    if (left === null) continue;
    const name = exit ?? 'elsewhere';
    const { count, last } = found.get(name) ?? { count: 0, last: 0 };
    found.set(name, { count: count + 1, last: Math.max(last, left) });
  }
  return [...found]
    .map(([name, of]) => ({ name, ...of }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}
