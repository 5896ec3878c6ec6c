/** Which doors are shut at a moment, from the scenario's events as they are written in its file. */
import type { DoorEventFile } from '@foulee/engine';

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
