/** Place one person: click where it stands, then where it goes: an exit or goal that is drawn there, or just that point. */
import type { Point } from '../document/document.ts';
import { drawnAt, type Drawn } from './drawn.ts';
import { putDown } from './put-down.ts';
import { type Ground, markOf, snap, type Snapped } from './snap.ts';
import type { Tool } from './tool.ts';

/**
 * @param done where it stands, the plan's point it goes to, and metres that a pixel takes there
 * @param put without a pointer: where it stands alone
 */
export function personTool(
  ground: Ground,
  colour: string,
  done: (person: Drawn, goal: Drawn, pixel: number) => void,
  put: (person: Drawn) => void,
): Tool {
  let stands: Snapped | undefined;
  let now: Snapped | undefined;
  const pointOf = ({ x, y }: Snapped): Point[] => [[x, y]];
  // Walls and corners are no places to stand: only the grid counts.
  const open: Ground = { ...ground, place: () => ({ ...ground.place(), levels: [] }) };

  return {
    hint: 'One person: click where it stands, then where it goes',
    put: (picked) => put(drawnAt(ground.place(), 'point', [putDown(ground.place(), picked, [0, 0])], picked.level)),
    press: (picked, event) => {
      now = snap(open, picked, event.shiftKey, stands === undefined ? undefined : [stands.x, stands.y]);
      if (stands === undefined) {
        stands = now;
        return;
      }
      const person = stands;
      stands = undefined;
      const drawn = (at: Snapped) => drawnAt(ground.place(), 'point', pointOf(at), at.level);
      done(drawn(person), drawn(now), now.pixel);
    },
    move: (picked, event) => {
      now = snap(open, picked, event.shiftKey, stands === undefined ? undefined : [stands.x, stands.y]);
    },
    cancel: () => {
      const isBegun = stands !== undefined;
      stands = undefined;
      return isBegun;
    },
    sketches: () => {
      if (now === undefined) return [];
      const z = ground.place().levels[(stands ?? now).level]?.elevation ?? 0;
      if (stands === undefined) return [{ kind: 'point', points: [now.x, now.y], z, colour }];
      return [
        { kind: 'point', points: [stands.x, stands.y], z, colour },
        { kind: 'line', points: [stands.x, stands.y, now.x, now.y], z, colour },
        ...markOf(ground.place(), now),
      ];
    },
  };
}
