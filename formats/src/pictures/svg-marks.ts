/**
 * Marks and names on one level of the SVG map: the narrowest passages as dimension lines with their widths, doors and
 * stairs with their names, as far as there is room (svg-labels.ts).
 */
import { narrowestPassages, type Passage, type World } from '@foulee/engine';
import type { FloorNumber } from './svg-colours.ts';
import { type Box, InkMap, LabelPlacer } from './svg-labels.ts';
import { type Layout, PANEL_GAP, type Panel } from './svg-layout.ts';
import { sideEnds } from './svg-paths.ts';
import { COLOURS, metresText, pixels, textWidth, xmlText } from './svg-text.ts';

/** Pixels. */
const LABEL_SIZE = 13;
const NAME_SIZE = 11;
/** Marks nearer to each other than this are one place: only the narrowest is marked. */
const MARK_SPACING = 24;
/** Names of doors and stairs on one level, at most. */
const NAMES_SHOWN = 40;
/** Metres up to which every passage is worth a mark; wider ones up to so many times the narrowest. */
const NARROW = 3;
const MANY_TIMES = 4;
/** Passages tried for each one marked. */
const TRIED = 20;

export interface ChosenPassages {
  marked: Passage[];
  /** How many passages are narrower than a walker, marked or not. */
  narrower: number;
}

/**
 * The narrowest passages, one per place: of several at one spot on paper the narrowest stands for all. At most half of
 * them are too narrow for a walker, as long as there are others: cracks behind furniture shall not crowd out the doors.
 * What is many times as wide as the narrowest way is no bottleneck and is left unmarked, unless it is narrow in itself.
 */
export function choosePassages({ mesh }: World, layout: Layout, count: number, width: number): ChosenPassages {
  const all = narrowestPassages(mesh, Infinity);
  const narrower = all.filter((passage) => isNarrower(passage, width)).length;
  const marked: Passage[] = [];
  const isFree = (passage: Passage) =>
    !marked.some(
      (other) =>
        other.level === passage.level &&
        Math.hypot(other.x - passage.x, other.y - passage.y) * layout.scale < MARK_SPACING,
    );
  const mark = (candidates: Passage[], most: number) => {
    for (const passage of candidates) {
      if (marked.length >= most) return;
      if (isFree(passage)) marked.push(passage);
    }
  };
  const widest = Math.max(NARROW, MANY_TIMES * (all[narrower]?.width ?? 0));
  mark(all.slice(0, narrower), Math.ceil(count / 2));
  // Places with room between them are soon found: no need to try all of a city.
  mark(
    all.slice(narrower, narrower + TRIED * count).filter((passage) => passage.width <= widest),
    count,
  );
  mark(all.slice(0, Math.min(narrower, TRIED * count)), count);
  return { marked, narrower };
}

/** Passages with their widths, then numbers of the floor, then the names of doors, as far as there is room. */
export function drawMarks(
  { mesh, maps, plan }: World,
  panel: Panel,
  scale: number,
  passages: Passage[],
  width: number,
  numbers: readonly FloorNumber[] = [],
): { lines: string[]; unlabelled: number } {
  const { level, x, y, frame } = panel;
  const toX = (metres: number) => x + (metres - frame.minX) * scale;
  const toY = (metres: number) => y + (frame.maxY - metres) * scale;
  const ink = new InkMap(x + panel.width + PANEL_GAP, y + panel.height + PANEL_GAP);
  const { vertices, segments } = maps[level];
  for (let s = 0; s < segments.length; s += 2) {
    const [a, b] = [2 * segments[s], 2 * segments[s + 1]];
    ink.addLine(toX(vertices[a]), toY(vertices[a + 1]), toX(vertices[b]), toY(vertices[b + 1]));
  }
  const linkBox = (corners: Float64Array): Box => {
    const xs = [0, 2, 4, 6].map((i) => toX(corners[i] - mesh.origin[0]));
    const ys = [1, 3, 5, 7].map((i) => toY(corners[i] - mesh.origin[1]));
    const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
    return { x: x0, y: y0, width: Math.max(...xs) - x0, height: Math.max(...ys) - y0 };
  };
  const around = PANEL_GAP / 2 - 2;
  const placer = new LabelPlacer(
    { x: x - around, y: y - around / 2, width: panel.width + 2 * around, height: panel.height + 1.5 * around },
    ink,
  );
  for (const link of plan.links) if (link.lower === level || link.upper === level) placer.block(linkBox(link.corners));
  const numbered = numbers
    .filter((number) => number.level === level)
    .map(({ text, x: atX, y: atY }) => {
      const wide = textWidth(text, NAME_SIZE, true);
      const [px, py] = [toX(atX), toY(atY)];
      placer.block({ x: px - wide / 2, y: py - NAME_SIZE / 2, width: wide, height: NAME_SIZE });
      return `<text class="number" x="${pixels(px)}" y="${pixels(py + 0.35 * NAME_SIZE)}" font-size="${NAME_SIZE}" font-weight="bold" text-anchor="middle" fill="${COLOURS.ink}">${text}</text>`;
    });
  const marks = passages.map((passage) => {
    const [ax, ay, bx, by] = sideEnds(mesh, passage.side);
    const mark = { passage, ends: [toX(ax), toY(ay), toX(bx), toY(by)] as const, x: toX(passage.x), y: toY(passage.y) };
    const [px, py, qx, qy] = mark.ends;
    const reach = 5;
    placer.block({
      x: Math.min(px, qx, mark.x - reach),
      y: Math.min(py, qy, mark.y - reach),
      width: Math.max(Math.abs(px - qx), 2 * reach),
      height: Math.max(Math.abs(py - qy), 2 * reach),
    });
    return mark;
  });
  const lines: string[] = [];
  const leaders: string[] = [];
  let unlabelled = 0;
  for (const mark of marks) {
    const colour = isNarrower(mark.passage, width) ? COLOURS.narrow : COLOURS.passage;
    lines.push(dimension(mark.ends, mark.x, mark.y, colour));
    const text = metresText(mark.passage.width);
    const place = placer.place(mark.x, mark.y, textWidth(text, LABEL_SIZE, true) + 10, LABEL_SIZE + 6);
    if (place === undefined) {
      unlabelled++;
      continue;
    }
    leaders.push(
      `<path d="M${pixels(mark.x)} ${pixels(mark.y)}L${pixels(place.leaderX)} ${pixels(place.leaderY)}" stroke="${colour}" stroke-width="0.9"/>`,
    );
    lines.push(
      `<rect x="${pixels(place.x)}" y="${pixels(place.y)}" width="${pixels(place.width)}" height="${pixels(place.height)}" rx="3" fill="${COLOURS.paper}" stroke="${colour}" stroke-width="0.9"/>`,
      `<text x="${pixels(place.x + place.width / 2)}" y="${pixels(place.y + LABEL_SIZE + 1)}" font-size="${LABEL_SIZE}" font-weight="bold" text-anchor="middle" fill="${colour}">${text}</text>`,
    );
  }
  lines.push(...numbered);
  for (const { name, colour, at } of namesOf({ mesh, plan }, level)) {
    const shown = xmlText(name, 28);
    const place = placer.place(
      toX(at[0]),
      toY(at[1]),
      textWidth(name.slice(0, 28), NAME_SIZE, false) + 4,
      NAME_SIZE + 3,
    );
    if (place === undefined) continue;
    lines.push(
      `<text x="${pixels(place.x + place.width / 2)}" y="${pixels(place.y + NAME_SIZE)}" font-size="${NAME_SIZE}" text-anchor="middle" fill="${colour}" stroke="${COLOURS.paper}" stroke-width="3" stroke-opacity="0.8" paint-order="stroke">${shown}</text>`,
    );
  }
  return { lines: [...leaders, ...lines], unlabelled };
}

/** Doors and links of one level, with where they are in mesh metres. */
function namesOf(
  { mesh, plan }: Pick<World, 'mesh' | 'plan'>,
  level: number,
): { name: string; colour: string; at: [number, number] }[] {
  const [x0, y0] = mesh.origin;
  const present = new Set(mesh.sideDoor);
  const names: { name: string; colour: string; at: [number, number] }[] = [];
  for (const { name, kind, lower, upper, corners } of plan.links) {
    if (lower !== level && upper !== level) continue;
    // At the middle of the long side 1–2: beside the link, not on it.
    const at: [number, number] = [(corners[2] + corners[4]) / 2 - x0, (corners[3] + corners[5]) / 2 - y0];
    const other = mesh.levels[lower === level ? upper : lower].name;
    names.push({ name: `${name || kind} to ${other}`, colour: COLOURS.link, at });
  }
  for (const [i, { name, level: on, ends }] of plan.doors.entries()) {
    if (on !== level || !present.has(i)) continue;
    names.push({ name, colour: COLOURS.door, at: [(ends[0] + ends[2]) / 2 - x0, (ends[1] + ends[3]) / 2 - y0] });
  }
  return names.slice(0, NAMES_SHOWN);
}

/** A dimension line with a tick at each end; a ring around a passage too short on paper for one. */
function dimension(
  [ax, ay, bx, by]: readonly [number, number, number, number],
  x: number,
  y: number,
  colour: string,
): string {
  const length = Math.hypot(bx - ax, by - ay);
  const pen = `stroke="${colour}" fill="none"`;
  if (length < 9) {
    return `<circle cx="${pixels(x)}" cy="${pixels(y)}" r="5" ${pen} stroke-width="1.8"/>`;
  }
  const tickX = (-4 * (by - ay)) / length;
  const tickY = (4 * (bx - ax)) / length;
  const tick = (px: number, py: number) =>
    `M${pixels(px - tickX)} ${pixels(py - tickY)}L${pixels(px + tickX)} ${pixels(py + tickY)}`;
  return `<path d="M${pixels(ax)} ${pixels(ay)}L${pixels(bx)} ${pixels(by)}${tick(ax, ay)}${tick(bx, by)}" ${pen} stroke-width="1.8"/>`;
}

/** Narrower by more than rounding: walls are known to a millimetre. */
export function isNarrower(passage: Passage, width: number): boolean {
  return passage.width < width - 0.001;
}
