/** From what the pointer drew, metres from the origin of the place, to what the file holds. */
import type { Point } from '../document/document.ts';
import type { Shape } from '../document/things.ts';
import type { Place } from '../protocol/place.ts';

export interface Drawn {
  shape: Shape;
  /** To be said in the file: undefined where there is but one level. */
  level: string | undefined;
}

export function drawnAt(place: Place, form: Shape['form'], points: readonly Point[], level: number): Drawn {
  const [originX, originY] = place.origin;
  return {
    shape: { form, points: points.map(([x, y]): Point => [x + originX, y + originY]) },
    level: place.levels.length > 1 ? place.levels[level]?.name : undefined,
  };
}
