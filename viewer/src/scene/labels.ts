/** Labels on the canvas: put where they belong, and left out where one is already. */
export interface LabelPlace {
  x: number;
  y: number;
  isShown: boolean;
}

/** Pixels: height of a label, and what a character takes. */
const HIGH = 20;
const CHARACTER = 6.6;
const PADDING = 16;

/** @param places where each would be; whether it is shown is written into them, the first ones win */
export function showApart(places: readonly LabelPlace[], texts: readonly string[]): void {
  const shown: [left: number, top: number, right: number][] = [];
  places.forEach((place, k) => {
    const right = place.x + PADDING + CHARACTER * texts[k]!.length;
    const isFree = !shown.some(([l, t, r]) => place.x < r && right > l && Math.abs(place.y - t) < HIGH);
    place.isShown = isFree && Number.isFinite(place.x) && Number.isFinite(place.y);
    if (place.isShown) shown.push([place.x, place.y, right]);
  });
}
