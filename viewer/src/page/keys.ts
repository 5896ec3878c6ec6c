/** Keys people already know. Shown by `?`. */
import { removeChosen } from './tools.ts';
import { indexAt } from '../run/history.ts';
import { keepFocusInList } from './focus.ts';
import { page } from './page.svelte.ts';

export interface Shortcut {
  keys: string;
  does: string;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: 'Space', does: 'play or pause' },
  { keys: '← →', does: 'one step back or on; with Shift ten' },
  { keys: 'Home End', does: 'to the start, to the present' },
  { keys: 'F', does: 'frame what is chosen, or all of the place' },
  { keys: '1 2', does: 'plan, orbit' },
  { keys: '3 4', does: 'follow who is chosen, or whoever is in the middle; look through its eyes' },
  { keys: 'Ctrl-Z', does: 'undo the last edit; with Shift do it again' },
  { keys: 'Shift', does: 'while drawing: straight on, in steps of 45°' },
  { keys: '[ ]', does: 'choose the person before or after, by number' },
  { keys: 'Delete', does: 'remove what is chosen; Backspace, too, on the scene or in its row of the list' },
  { keys: 'Esc', does: 'let go of what is drawn, the tool, who is chosen; close a message' },
  {
    keys: 'on the scene',
    does: 'reached with Tab: arrows move it, with Shift they turn it; + and − come nearer and go away',
  },
  { keys: 'with a tool', does: 'Add with numbers puts one down in the middle of the scene, to be placed by typing' },
];

const CAMERAS = ['plan', 'orbit', 'follow', 'eyes'] as const;

/** Nobody is followed, and nobody's eyes are there, until people walk. */
function take(camera: (typeof CAMERAS)[number]): void {
  if (page.info !== undefined || camera === 'plan' || camera === 'orbit') page.camera = camera;
}

/** Of what is being drawn, then of the tool, then of who is chosen. */
function letGo(): void {
  if (page.tool !== undefined) {
    if (page.tool.cancel?.() !== true) page.tool = undefined;
  } else if (page.selected !== undefined || page.chosen !== undefined) {
    page.selected = undefined;
    page.chosen = undefined;
  } else page.trouble = undefined;
}

/** Whoever is there at the moment shown, in the order of their numbers, round and round. */
function choosePerson(by: -1 | 1): void {
  const { history, time, selected } = page;
  const serials = history.moments[indexAt(history, time)]?.serial ?? [];
  const there = [...serials].sort((a, b) => a - b);
  if (there.length === 0) return;
  const after = there.findIndex((serial) => serial > (selected ?? -1));
  const next = by > 0 ? after : there.findLastIndex((serial) => serial < (selected ?? Infinity));
  page.selected = there[next < 0 ? (by > 0 ? 0 : there.length - 1) : next];
}

/** Backspace is also pressed by mistake: only where nothing but what is chosen can be meant. */
function isOnChosen(target: EventTarget | null): boolean {
  if (target === document.body || target instanceof HTMLCanvasElement) return true;
  return target instanceof Element && target.matches('[data-thing][aria-expanded="true"]');
}

/** Ctrl-Z, Ctrl-Shift-Z, Ctrl-Y: of the scenario, and of no text that is being typed. */
function onEditKey(event: KeyboardEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) page.undo();
  else if (key === 'y' || key === 'z') page.redo();
  else return false;
  return true;
}

/** Does a field that has the focus need the key for itself? */
function isMeantFor(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  // Space does nothing to a slider.
  if (target.type === 'range') return /^(?:Arrow|Home|End|Page)/.test(key);
  const isTyped = target.type !== 'radio' && target.type !== 'checkbox';
  return isTyped || / |^(?:Arrow|Home|End|Page)/.test(key);
}

export function onKey(event: KeyboardEvent): void {
  // A dialog that stands before everything has the keys for itself.
  if (document.querySelector('dialog[open]') !== null) return;
  // Tabs, charts and the scene have arrows of their own.
  if (event.defaultPrevented) return;
  if (event.key === 'Escape' && page.isHelpShown) {
    page.isHelpShown = false;
    event.preventDefault();
    return;
  }
  const { target } = event;
  if (!(target instanceof HTMLInputElement && target.type === 'text') && onEditKey(event)) {
    event.preventDefault();
    return;
  }
  // On many keyboards [ and ] are typed with AltGr, which is Ctrl-Alt on some systems.
  const isAltGraph = event.getModifierState('AltGraph');
  if (!isAltGraph && (event.ctrlKey || event.metaKey || event.altKey)) return;
  if (event.key === 'Escape' && target instanceof HTMLInputElement) target.blur();
  if (isMeantFor(target, event.key)) return;
  const isButton = target instanceof HTMLButtonElement;
  const steps = event.shiftKey ? 10 : 1;
  if (event.key === ' ' && !isButton) page.toggle();
  else if (event.key === 'ArrowLeft') page.stepBy(-steps);
  else if (event.key === 'ArrowRight') page.stepBy(steps);
  else if (event.key === 'Home') page.show(0);
  else if (event.key === 'End') page.show(page.present);
  else if (event.key === 'f' || event.key === 'F') page.frameAsked++;
  else if (event.key === '?') page.isHelpShown = !page.isHelpShown;
  else if (event.key === 'Escape') letGo();
  else if (event.key === 'Delete' || (event.key === 'Backspace' && isOnChosen(target))) {
    void keepFocusInList(target, removeChosen);
  } else if (event.key === '[' || event.key === ']') choosePerson(event.key === '[' ? -1 : 1);
  else if (event.key === 'Enter' && !isButton) page.tool?.finish?.();
  else if (/^[1-4]$/.test(event.key)) take(CAMERAS[Number(event.key) - 1]);
  else return;
  event.preventDefault();
}
