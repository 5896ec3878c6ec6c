/** Which doors are shut at a moment, from the scenario's events as they are written in its file. */

interface DoorEvent {
  at?: unknown;
  close?: unknown;
  open?: unknown;
}

export function shutAt(data: Record<string, unknown> | undefined, time: number): Set<string> {
  const events = Array.isArray(data?.events) ? (data.events as DoorEvent[]) : [];
  const shut = new Set<string>();
  const due = events.filter(({ at }) => typeof at === 'number' && at <= time + 1e-9);
  for (const { close, open } of due.toSorted((a, b) => Number(a.at) - Number(b.at))) {
    if (typeof close === 'string') shut.add(close);
    if (typeof open === 'string') shut.delete(open);
  }
  return shut;
}
