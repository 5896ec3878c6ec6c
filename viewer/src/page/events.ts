/** Which doors are shut at a moment, from the scenario's events as they are written in its file. */
import type { DoorEventFile } from '@foulee/engine';
import { type Data, isRecord, listAt } from '../document/document.ts';

export function shutAt(data: Record<string, unknown> | undefined, time: number): Set<string> {
  const events = Array.isArray(data?.events) ? (data.events as DoorEventFile[]) : [];
  const shut = new Set<string>();
  const due = events.filter(({ at }) => typeof at === 'number' && at <= time + 1e-9);
  for (const event of due.toSorted((a, b) => a.at - b.at)) {
    if ('close' in event && typeof event.close === 'string') shut.add(event.close);
    if ('open' in event && typeof event.open === 'string') shut.delete(event.open);
  }
  return shut;
}

/** When something happens, and what, for the time line: one text for each moment. */
export function momentsOf(data: Data | undefined): { at: number; text: string }[] {
  const texts = new Map<number, string[]>();
  for (const event of data === undefined ? [] : listAt(data, ['events'])) {
    if (!isRecord(event) || typeof event.at !== 'number') continue;
    texts.set(event.at, [...(texts.get(event.at) ?? []), textOf(event)]);
  }
  return [...texts].map(([at, all]) => ({ at, text: all.join('; ') })).toSorted((a, b) => a.at - b.at);
}

function textOf({ close, open, oneWay, add, remove }: Record<string, unknown>): string {
  const doors = (names: unknown) => (Array.isArray(names) ? names.join(', ') : String(names));
  if (close !== undefined) return `${doors(close)} shuts`;
  if (open !== undefined) return `${doors(open)} opens`;
  if (oneWay !== undefined) return `${doors(oneWay)} becomes one-way`;
  const what = isRecord(add)
    ? typeof add.name === 'string'
      ? add.name
      : 'wall' in add
        ? 'a wall'
        : 'an obstacle'
    : '';
  if (remove === undefined) return `${what} comes`;
  if (what !== '') return `${what} is moved`;
  return `${typeof remove === 'string' ? remove : 'something'} is taken away`;
}
