/** Where the keyboard's focus goes when something opens on the scene, and when what has it goes away. The first two are Svelte's actions (`use:`). */
import { tick } from 'svelte';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** What had the focus before it came in here has it again when this goes away with the focus. */
export function giveFocusBack(node: HTMLElement, from: Element | null = null): { destroy: () => void } {
  let before = from;
  const isOutside = (target: EventTarget | null): target is Node => target instanceof Node && !node.contains(target);
  const come = ({ relatedTarget }: FocusEvent): void => {
    if (isOutside(relatedTarget) && relatedTarget instanceof HTMLElement) before = relatedTarget;
  };
  // Who has gone on, or clicks elsewhere, is not called back.
  const goOn = ({ relatedTarget }: FocusEvent): void => {
    if (isOutside(relatedTarget)) before = null;
  };
  const press = ({ target }: PointerEvent): void => {
    if (isOutside(target)) before = null;
  };
  node.addEventListener('focusin', come);
  node.addEventListener('focusout', goOn);
  document.addEventListener('pointerdown', press, true);
  return {
    destroy: () => {
      document.removeEventListener('pointerdown', press, true);
      const isFree = isLost() || node.contains(document.activeElement);
      if (isFree && before instanceof HTMLElement && before.isConnected) before.focus();
    },
  };
}

/** The same, and it has the focus as soon as it is there. @param isWanted false: it is left where it is */
export function takeFocus(node: HTMLElement, isWanted = true): { destroy: () => void } {
  const given = giveFocusBack(node, isWanted ? document.activeElement : null);
  if (isWanted) node.focus();
  return given;
}

/** Do what may take away the row of a list in which a key was pressed: then the list's heading has the focus. */
export async function keepFocusInList(target: EventTarget | null, act: () => void): Promise<void> {
  const heading = target instanceof Element ? target.closest('details')?.querySelector('summary') : undefined;
  act();
  await tick();
  if (isLost() && heading?.isConnected === true) heading.focus();
}
