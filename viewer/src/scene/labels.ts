/** Labels on the canvas: beside what they name, inside the picture, and left out where one is already. */
/** How many times as light white is as what it stands on. */
const READABLE = 4.5;

export interface LabelPlace {
  x: number;
  y: number;
  isShown: boolean;
}

/** White on it can be read: 4.5 times as light, as WCAG asks for. @param colour #rrggbb. @returns it, darkened as far as it takes */
export function darkEnough(colour: string): string {
  const parts = [1, 3, 5].map((k) => Number.parseInt(colour.slice(k, k + 2), 16));
  if (parts.some((part) => Number.isNaN(part))) return colour;
  const linear = (part: number) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  for (let share = 1; share > 0; share -= 0.02) {
    const [red, green, blue] = parts.map((part) => Math.round(share * part)) as [number, number, number];
    if (1.05 / (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05) < READABLE) continue;
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  }
  return '#000000';
}

/** Pixels: height of a label, what a character takes, and its distance from what it names. */
const HIGH = 20;
const CHARACTER = 6.6;
const PADDING = 16;
const BESIDE = 6;

/** Characters of a label: longer ones would be all over the scene. */
const LONGEST = 40;

export function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

const widthOf = (text: string): number => PADDING + CHARACTER * text.length;

/**
 * Where the middle of a line is, along it; of anything else, its first point.
 * @param points x, y interleaved
 */
export function anchorOf(isLine: boolean, points: readonly number[]): [number, number] {
  const first: [number, number] = [points[0] ?? 0, points[1] ?? 0];
  if (!isLine) return first;
  const lengthAt = (k: number) => Math.hypot(points[k + 2] - points[k], points[k + 3] - points[k + 1]);
  let rest = 0;
  for (let k = 0; k + 3 < points.length; k += 2) rest += lengthAt(k) / 2;
  for (let k = 0; k + 3 < points.length; k += 2) {
    const long = lengthAt(k);
    if (long > 0 && rest <= long) {
      const share = rest / long;
      return [points[k] + share * (points[k + 2] - points[k]), points[k + 1] + share * (points[k + 3] - points[k + 1])];
    }
    rest -= long;
  }
  return first;
}

/** Where a label begins that belongs at an anchor: beside it, or with its middle on it. Pixels. */
export function beginOf(
  [x, y]: readonly [number, number],
  text: string,
  isCentred: boolean | undefined,
): [number, number] {
  return isCentred === true ? [x - BESIDE - widthOf(text) / 2, y - BESIDE - HIGH / 2] : [x, y];
}

/**
 * So that it is inside the picture: on the other side of what it names where there is no room on this one.
 * @param seen pixels that what it names reaches to: left, top, right, bottom; where none of it is in the picture, the label is not shown
 */
export function keepInside(
  place: LabelPlace,
  text: string,
  seen: readonly [number, number, number, number],
  [wide, high]: readonly [number, number],
): void {
  const [left, top, right, bottom] = seen;
  if (!(right >= 0 && left <= wide && bottom >= 0 && top <= high)) {
    place.isShown = false;
    return;
  }
  const width = widthOf(text);
  if (place.x + BESIDE + width > wide) place.x -= width + 2 * BESIDE;
  place.x = Math.max(-BESIDE, Math.min(wide - width - BESIDE, place.x));
  place.y = Math.max(-BESIDE, Math.min(high - HIGH - BESIDE, place.y));
}

/** @param places where each would be; whether it is shown is written into them, the first ones win */
export function showApart(places: readonly LabelPlace[], texts: readonly string[]): void {
  const shown: [left: number, top: number, right: number][] = [];
  places.forEach((place, k) => {
    const right = place.x + widthOf(texts[k]);
    const isFree = !shown.some(([l, t, r]) => place.x < r && right > l && Math.abs(place.y - t) < HIGH);
    place.isShown &&= isFree && Number.isFinite(place.x) && Number.isFinite(place.y);
    if (place.isShown) shown.push([place.x, place.y, right]);
  });
}
