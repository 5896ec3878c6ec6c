/**
 * Presses, moves and releases as a tool wants them. A mouse or pen is handed on at once. A finger is only taken for drawing when it moves or is
 * lifted: until then a second one may come, and two fingers move the camera.
 */
export type Act = 'press' | 'move' | 'release';

export interface Drawing {
  /** @param x, y pixels from the canvas's upper left corner */
  act: (act: Act, x: number, y: number, event: PointerEvent) => void;
  /** What was begun is not meant. */
  cancel: () => void;
}

export interface Fingers {
  feel: (act: Act, event: PointerEvent) => void;
  /** The browser took the pointer away. */
  lose: (event: PointerEvent) => void;
}

/** Pixels within which a finger trembles. */
const STILL = 8;

export function createFingers({ act, cancel }: Drawing): Fingers {
  const down = new Set<number>();
  /** Where a finger was put down that does nothing yet. */
  let waiting: { x: number; y: number; event: PointerEvent } | undefined;
  let isDrawing = false;

  function begin(): void {
    if (waiting === undefined) return;
    act('press', waiting.x, waiting.y, waiting.event);
    waiting = undefined;
    isDrawing = true;
  }
  function giveUp(): void {
    if (isDrawing) cancel();
    isDrawing = false;
    waiting = undefined;
  }

  return {
    feel: (kind, event) => {
      const { offsetX: x, offsetY: y, pointerId, pointerType } = event;
      if (pointerType !== 'touch') {
        act(kind, x, y, event);
        return;
      }
      if (kind === 'press') {
        down.add(pointerId);
        if (down.size === 1) waiting = { x, y, event };
        else giveUp();
      } else if (kind === 'move') {
        const isFar = waiting !== undefined && Math.hypot(x - waiting.x, y - waiting.y) > STILL;
        if (isFar) begin();
        if (isDrawing) act('move', x, y, event);
      } else {
        down.delete(pointerId);
        begin();
        if (isDrawing) act('release', x, y, event);
        isDrawing = false;
      }
    },
    lose: ({ pointerId }) => {
      down.delete(pointerId);
      giveUp();
    },
  };
}
