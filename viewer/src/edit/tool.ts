/**
 * Tools: what the pointer does on the floor while one is chosen. The stage hands every press, move and release to the tool in hand, in
 * metres from the origin of the place; without a tool they move the camera and choose people.
 *
 * The list of tools, with the label, icon and group of each button, is in page/tools.ts; panels/PeoplePanel.svelte shows the buttons.
 */
import type { Picked } from '../scene/view.ts';
import type { Sketch } from '../protocol/sketch.ts';

export interface Tool {
  /** What to do next, shown beside the pointer's work: "Click two corners". */
  hint: string;
  press?: (at: Picked, event: PointerEvent) => void;
  move?: (at: Picked, event: PointerEvent) => void;
  release?: (at: Picked, event: PointerEvent) => void;
  /** Without a pointer: one of a usual size is put down near there. */
  put?: (at: Picked) => void;
  /** Enter, or a double click. */
  finish?: () => void;
  /** Would that end something now? */
  canFinish?: () => boolean;
  /** Esc: let go of what is begun; @returns false if nothing was, and the tool is put away. */
  cancel?: () => boolean;
  /** What is being drawn, read again after every event. */
  sketches?: () => Sketch[];
}
