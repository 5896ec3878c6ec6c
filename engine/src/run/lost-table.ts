/** The map of where people were lost (lost-map.ts) → rows, for the table beside a recording: by level, row and column of squares, then by what people seek. */
import { NONE } from '../core/none.ts';
import { LOST_SQUARE } from './lost-map.ts';
import type { RunLog } from './run-log.ts';
import type { Run } from './run-state.ts';

export interface RecordedLost {
  /** The middle of the square, the plan's coordinates, and the number of its level. */
  x: number;
  y: number;
  level: number;
  /** The place it is in (topology/places.ts), by number; null: its floor is gone. */
  place: number | null;
  /** The goals that people sought: `east or west`. */
  seeks: string;
  search: number;
  hesitation: number;
  turns: number;
}

/** Empty where nobody was lost, or has knowledge. */
export function lostRows(
  { lost }: Pick<RunLog, 'lost'>,
  { simulation: { goals }, original: { origin } }: Run,
): RecordedLost[] {
  if (lost === undefined) return [];
  const { map } = lost;
  const middle = (square: number, from: number) => Number((LOST_SQUARE * (square + 0.5) + from).toFixed(6));
  const seconds = (value: number) => Number(value.toFixed(6));
  const { level, row, column, place, want } = map;
  const order = Array.from({ length: map.x.length }, (_, e) => e).sort((a, b) => {
    for (const { array } of [level, row, column, place, want]) if (array[a] !== array[b]) return array[a] - array[b];
    return 0;
  });
  return order.map((e) => ({
    x: middle(column.array[e], origin[0]),
    y: middle(row.array[e], origin[1]),
    level: level.array[e],
    place: place.array[e] === NONE ? null : place.array[e],
    seeks: map.wants[want.array[e]].map((goal) => goals[goal].name).join(' or '),
    search: seconds(map.search.array[e]),
    hesitation: seconds(map.hesitation.array[e]),
    turns: map.turns.array[e],
  }));
}
