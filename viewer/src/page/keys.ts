/** Keys people already know. Shown by `?`. */
import { page } from './page.svelte.ts';

export interface Shortcut {
  keys: string;
  does: string;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: 'Space', does: 'play or pause' },
  { keys: '← →', does: 'one step back or on; with Shift ten' },
  { keys: 'Home End', does: 'to the start, to the present' },
  { keys: 'F', does: 'frame the place' },
  { keys: '1 2 3 4', does: 'plan, orbit, follow, eyes' },
  { keys: 'Esc', does: 'choose nobody' },
];

const CAMERAS = ['plan', 'orbit', 'follow', 'eyes'] as const;

export function onKey(event: KeyboardEvent): void {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  )
    return;
  const isButton = target instanceof HTMLButtonElement;
  const steps = event.shiftKey ? 10 : 1;
  if (event.key === ' ' && !isButton) page.toggle();
  else if (event.key === 'ArrowLeft') page.stepBy(-steps);
  else if (event.key === 'ArrowRight') page.stepBy(steps);
  else if (event.key === 'Home') page.show(0);
  else if (event.key === 'End') page.show(page.present);
  else if (event.key === 'f' || event.key === 'F') page.frameAsked++;
  else if (event.key === 'Escape') page.selected = undefined;
  else if (/^[1-4]$/.test(event.key)) page.camera = CAMERAS[Number(event.key) - 1]!;
  else return;
  event.preventDefault();
}
