/** Plain numbers of things and profiles: what they are called, their units and ranges, as docs/scenario.md and the schema have them. */
import { isRecord, valueAt } from './document.ts';
import { USUAL_SIGN } from './signs.ts';
import type { Thing } from './things.ts';

export interface NumberField {
  field: string;
  label: string;
  unit?: string;
  min?: number;
  max: number;
  step?: number;
  isWhole?: true;
  /** What stands for a field that may be left out. */
  empty?: string;
}

const LONGEST = 604_800;
const MOST = 1_000_000;
/** When people come through an entrance that has a rate or a schedule. */
export const SPAN: readonly NumberField[] = [
  { field: 'from', label: 'From', unit: 's', max: LONGEST, empty: '0' },
  { field: 'until', label: 'Until', unit: 's', max: LONGEST, empty: 'the end' },
];
const TOTAL: NumberField = { field: 'total', label: 'At most', unit: 'people', max: MOST, isWhole: true, empty: 'any' };
const COUNT: NumberField = { field: 'count', label: 'People', max: MOST, isWhole: true };
const DENSITY: NumberField = { field: 'density', label: 'People', unit: 'per m²', max: 10, step: 0.1 };
const RADIUS: NumberField = {
  field: 'radius',
  label: 'Radius',
  unit: 'm',
  min: 0.05,
  max: 100,
  step: 0.1,
  empty: '0.5',
};
const FLOW: NumberField = {
  field: 'maxFlow',
  label: 'Flow at most',
  unit: '/(m s)',
  min: 0.01,
  max: 20,
  step: 0.1,
  empty: 'no limit',
};
const COUNTER: readonly NumberField[] = [
  { field: 'servers', label: 'Served at once', min: 1, max: 100, isWhole: true, empty: '1' },
  { field: 'patience', label: 'Looks elsewhere after', unit: 's', min: 1, max: LONGEST, empty: 'never' },
];

const SIGN: readonly NumberField[] = [
  { field: 'range', label: 'Readable from', unit: 'm', min: 0.5, max: 1000, step: 1, empty: String(USUAL_SIGN.range) },
  { field: 'angle', label: 'Readable within', unit: '°', min: 1, max: 180, step: 5, empty: String(USUAL_SIGN.angle) },
  { field: 'notice', label: 'Share of people who notice it', max: 1, step: 0.05, empty: String(USUAL_SIGN.notice) },
];

/** Those of a thing, as it is now. */
export function numberFieldsOf({ kind, shape }: Thing, entry: unknown): NumberField[] {
  const has = (field: string) => valueAt(entry, [field]) !== undefined;
  if (kind === 'group') return [has('density') ? DENSITY : COUNT];
  if (kind === 'source') return [TOTAL];
  if (kind === 'sign') return [...SIGN];
  if ((kind !== 'exit' && kind !== 'goal') || !isRecord(entry)) return [];
  return [...(has('service') ? COUNTER : [FLOW]), ...(shape?.form === 'point' && has('at') ? [RADIUS] : [])];
}

/** Beside speed, radius and start of a profile. */
export const PROFILE_FIELDS: readonly NumberField[] = [
  { field: 'topSpeedRatio', label: 'Top speed, times the usual', min: 1, max: 5, step: 0.1 },
  { field: 'acceleration', label: 'Acceleration', unit: 'm/s²', min: 0.1, max: 100, step: 0.1 },
  { field: 'turning', label: 'Turns', unit: '° a second', min: 1, max: 36_000, step: 15 },
  { field: 'personalDistance', label: 'Distance to others', unit: 'm', max: 10, step: 0.1 },
  { field: 'wallDistance', label: 'Distance to walls', unit: 'm', max: 10, step: 0.1 },
  { field: 'wallMargin', label: 'Margin in doorways', unit: 'm', max: 1, step: 0.05 },
  { field: 'epsilon', label: 'Gap between bodies', unit: 'm', max: 1, step: 0.01 },
  { field: 'reactionTime', label: 'Reaction time', unit: 's', min: 0.01, max: 10, step: 0.05 },
  { field: 'timeGap', label: 'Time gap ahead', unit: 's', max: 10, step: 0.1 },
  { field: 'follow', label: 'Follows, share of speed', max: 2, step: 0.1 },
  { field: 'push', label: 'Pushes', unit: 'm/s', max: 5, step: 0.1 },
  { field: 'courtesy', label: 'Leaves to who crosses', unit: 'm', max: 5, step: 0.1 },
  { field: 'keepSide', label: 'Keeps right', unit: 'm/s', min: -5, max: 5, step: 0.1 },
  { field: 'swerve', label: 'Swerves up to', unit: '°', max: 80, step: 5 },
  { field: 'sway', label: 'Sways, share of speed', max: 0.5, step: 0.01 },
  { field: 'coneThreshold', label: 'Narrowest cone of sight', unit: '°', max: 90, step: 5 },
];
