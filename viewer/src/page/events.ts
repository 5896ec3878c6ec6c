/**
 * The events of a scenario, as they are written in its file, for people who look at a run:
 *
 *   shutAt     the doors that are closed at a moment
 *   momentsOf  what happens when, in words, for the time line
 *
 * The file may be half written: events that make no sense are left out of the first, and told in general words in the second. What
 * events do to obstacles and walls is in place-events.ts.
 */
import type { DoorEventFile } from '@foulee/engine';
import { type Data, isRecord, listAt } from '../document/document.ts';

/** The field that says what happens to a door, and to which. */
type DoorField = Exclude<
  DoorEventFile extends infer Form ? (Form extends unknown ? keyof Form : never) : never,
  'at' | 'towards'
>;
type Event = Record<string, unknown> & { at: number };

const DOOR_FIELDS: Record<DoorField, { isOpen: boolean; text: string }> = {
  close: { isOpen: false, text: 'shuts' },
  open: { isOpen: true, text: 'opens' },
  oneWay: { isOpen: true, text: 'becomes one-way' },
};
const DOOR_CHANGES = Object.entries(DOOR_FIELDS);

export function shutAt(data: Data | undefined, time: number): Set<string> {
  const shut = new Set<string>();
  for (const event of eventsIn(data)) {
    if (event.at > time + 1e-9) break;
    for (const [field, { isOpen }] of DOOR_CHANGES) {
      for (const door of namesIn(event[field])) {
        if (isOpen) shut.delete(door);
        else shut.add(door);
      }
    }
  }
  return shut;
}

/** One text for each moment. */
export function momentsOf(data: Data | undefined): { at: number; text: string }[] {
  const texts = new Map<number, string[]>();
  for (const event of eventsIn(data)) texts.set(event.at, [...(texts.get(event.at) ?? []), textOf(event)]);
  return [...texts].map(([at, all]) => ({ at, text: all.join('; ') }));
}

/** In the order in which they happen: of several at once, in that of the file. */
function eventsIn(data: Data | undefined): Event[] {
  return listAt(data, ['events'])
    .filter((event): event is Event => isRecord(event) && typeof event.at === 'number')
    .toSorted((a, b) => a.at - b.at);
}

/** A name, or a list of names. */
function namesIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter(isName);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function textOf(event: Event): string {
  for (const [field, { text }] of DOOR_CHANGES) {
    if (event[field] !== undefined) return `${namesIn(event[field]).join(', ') || 'a door'} ${text}`;
  }
  const { add, remove, announce, demand, speed } = event;
  if (demand !== undefined) return `demand changes${toPercent(demand)}`;
  if (speed !== undefined) return `walking speed changes${toPercent(speed)}`;
  if (announce !== undefined) return `the way to ${namesIn(announce).join(', ') || 'a goal'} is announced`;
  if (add !== undefined) return `${pieceText(add)} ${remove === undefined ? 'comes' : 'is moved'}`;
  if (remove !== undefined) return `${isName(remove) ? remove : 'something'} is taken away`;
  return 'unknown event';
}

/** A factor of what is usual: 0.4 is 40 %. */
function toPercent(factor: unknown): string {
  return typeof factor === 'number' ? ` to ${Number((100 * factor).toFixed(1))} %` : '';
}

function pieceText(piece: unknown): string {
  if (!isRecord(piece)) return 'something';
  if (isName(piece.name)) return piece.name;
  if ('wall' in piece) return 'a wall';
  if ('glass' in piece) return 'a glass wall';
  return 'obstacle' in piece ? 'an obstacle' : 'something';
}
