/** A tool that draws on a level chosen beforehand, where another lies above it. Seen from above, a place is at the same x, y on all. */
import type { Picked } from '../scene/view.ts';
import type { Tool } from './tool.ts';

/** @param chosen the level; -1: the one that is clicked */
export function onLevel(tool: Tool, chosen: () => number): Tool {
  const moved = (at: Picked): Picked => (chosen() < 0 ? at : { ...at, level: chosen() });
  return {
    ...tool,
    press: (at, event) => tool.press?.(moved(at), event),
    move: (at, event) => tool.move?.(moved(at), event),
    release: (at, event) => tool.release?.(moved(at), event),
    ...(tool.put === undefined ? {} : { put: (at) => tool.put?.(moved(at)) }),
  };
}
