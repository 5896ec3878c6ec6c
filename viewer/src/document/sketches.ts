/** What is placed → how it lies on the floor: exits green, entrances blue, people violet, goals amber, signs red, with their names. */
import type { Place } from '../protocol/place.ts';
import type { Sketch } from '../protocol/sketch.ts';
import { type Data, isRecord, type Path, type Point, valueAt } from './document.ts';
import { facingOf, plateOf, readableFrom, signLines } from './signs.ts';
import {
  isSamePath,
  outlineOf,
  type Shape,
  shapeOf,
  shownShape,
  type Thing,
  type ThingKind,
  thingsOf,
} from './things.ts';

export const COLOURS: Readonly<Record<ThingKind, string>> = {
  exit: '#1f8a50',
  source: '#2563c9',
  group: '#7c4fd0',
  person: '#7c4fd0',
  goal: '#b87503',
  area: '#64748b',
  floor: '#64748b',
  obstacle: '#64748b',
  wall: '#64748b',
  glass: '#2f95cf',
  door: '#64748b',
  profile: '#7c4fd0',
  sign: '#be185d',
  'measured line': '#3f7f83',
  'measured area': '#3f7f83',
};

/** With more, only exits, entrances and what is chosen have their names beside them. */
const MOST_LABELS = 14;
/** The place itself shows these. */
const SEEN_ANYWAY: readonly ThingKind[] = ['area', 'floor', 'obstacle', 'wall', 'glass', 'door'];

/** A sketch that knows its level, an index into the place's levels. */
interface LevelSketch extends Sketch {
  level: number;
}

type Look = Pick<Sketch, 'colour' | 'label' | 'isStrong' | 'isFaint'>;

/** @returns in metres from the origin of the place; areas from their upper left corner, where their label is inside */
export function sketchOf(shape: Shape, place: Place, level: string | undefined, look: Look): LevelSketch {
  const [originX, originY] = place.origin;
  const kind = shape.form === 'point' ? 'point' : shape.form === 'line' ? 'line' : 'area';
  const corners = outlineOf(shape);
  const first = kind === 'area' ? upperLeft(corners) : 0;
  const turned = [...corners.slice(first), ...corners.slice(0, first)];
  const points = turned.flatMap(([x, y]) => [x - originX, y - originY]);
  const at = Math.max(
    0,
    place.levels.findIndex(({ name }) => name === level),
  );
  return { kind, points, level: at, z: place.levels[at]?.elevation ?? 0, ...look };
}

function upperLeft(corners: readonly Point[]): number {
  const rank = corners.map(([x, y]) => y - x);
  return rank.indexOf(Math.max(...rank));
}

export interface Showing {
  chosen: Path | undefined;
  /** People walk: where they stood at first is no longer of interest, unless it is chosen. */
  hasBegun: boolean;
  /** Nobody is editing: thin lines, without names. */
  isFaint?: boolean;
  /** What is measured is drawn by who measures it. */
  isMeasuring?: boolean;
  /** Of all that the scenario places, signs alone, and what is chosen. */
  isSigns?: boolean;
}

/** What a click can choose: what is drawn, and what the place itself shows. */
export function isShown({ kind }: Thing, { hasBegun, isMeasuring = false, isSigns }: Omit<Showing, 'chosen'>): boolean {
  if (isSigns === true && kind !== 'sign') return false;
  if (hasBegun && (kind === 'group' || kind === 'person')) return false;
  return kind !== 'profile' && !(isMeasuring && kind.startsWith('measured'));
}

export function sketchesOf(data: Data, place: Place, { chosen, ...showing }: Showing): LevelSketch[] {
  const { isFaint = false } = showing;
  const drawn = new Set<string>();
  const shown = thingsOf(data).filter((thing) => {
    const { kind, path, area } = thing;
    if (isSamePath(path, chosen)) return true;
    if (SEEN_ANYWAY.includes(kind) || !isShown(thing, showing)) return false;
    // Several may share an area with a name: it is drawn once.
    const key = `${kind} ${area}`;
    const isDrawn = area !== undefined && drawn.has(key);
    drawn.add(key);
    return !isDrawn;
  });
  const isFew = shown.length <= MOST_LABELS;
  return shown.flatMap((thing) => {
    const shape = shownShape(data, thing);
    if (shape === undefined) return [];
    const isStrong = isSamePath(thing.path, chosen);
    const isLabelled = isStrong || (!isFaint && (isFew || thing.kind === 'exit' || thing.kind === 'source'));
    const label = isLabelled ? { label: labelOf(data, thing) } : {};
    const plain = { colour: COLOURS[thing.kind], isStrong, isFaint: isFaint && !isStrong };
    const look = { ...plain, ...label };
    if (thing.kind === 'sign') return signOf(data, thing, place, look);
    return [sketchOf(shape, place, thing.level, look), ...wayOf(data, thing, place, plain)];
  });
}

/** Metres from the tip of an arrow to the ends of its barbs, along it and across. */
const BARB = 0.45;

/** A person with a point of its own to go to: an arrow there. */
function wayOf(data: Data, thing: Thing, place: Place, look: Look): LevelSketch[] {
  if (thing.kind !== 'person') return [];
  const goal = shapeOf(valueAt(data, [...thing.path, 'goal']));
  if (goal?.form !== 'point' || thing.shape === undefined) return [];
  const line: Shape = { form: 'line', points: [thing.shape.points[0], goal.points[0]] };
  const [[fromX, fromY], [x, y]] = line.points as [Point, Point];
  const long = Math.hypot(x - fromX, y - fromY);
  if (long === 0) return [sketchOf(goal, place, thing.level, look)];
  const [dx, dy] = [(BARB * (x - fromX)) / long, (BARB * (y - fromY)) / long];
  const barbs: Point[] = [
    [x - dx - dy / 2, y - dy + dx / 2],
    [x, y],
    [x - dx + dy / 2, y - dy - dx / 2],
  ];
  return [line, { form: 'line' as const, points: barbs }].map((shape) => sketchOf(shape, place, thing.level, look));
}

/** A plate, which stands, and an arrow on the floor; while it is chosen, also from where it can be read. */
function signOf(data: Data, { path, shape, level }: Thing, place: Place, look: Look): LevelSketch[] {
  const entry = valueAt(data, path);
  const at = shape?.points[0];
  if (at === undefined) return [];
  // Never faint: they are small.
  const { label, isFaint: _, ...plain } = look;
  const said = label === undefined ? {} : { label };
  const degrees = facingOf(entry);
  const lines = signLines(at, degrees).map((points) => sketchOf({ form: 'line', points }, place, level, plain));
  const [first, ...others] = lines;
  const standing = sketchOf({ form: 'line', points: plateOf(at, degrees) }, place, level, plain);
  const sketches: LevelSketch[] = [{ ...first, ...said }, ...others, { ...standing, kind: 'plate' }];
  if (look.isStrong !== true) return sketches;
  const readable: Shape = { form: 'ring', points: readableFrom(at, entry) };
  return [sketchOf(readable, place, level, { colour: look.colour, isFaint: true }), ...sketches];
}

function labelOf(data: Data, thing: Thing): string {
  const entry = valueAt(data, thing.path);
  if (thing.kind !== 'group' || !isRecord(entry)) return thing.name;
  if (typeof entry.count === 'number') return `${entry.count} people`;
  return typeof entry.density === 'number' ? `${entry.density} people per m²` : thing.name;
}
