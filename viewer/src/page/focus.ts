/** Where the keyboard's focus goes when something opens on the scene, and when it closes again. As Svelte's actions (`use:`). */

/** What had the focus before it came in here has it again when this goes away with the focus. */
export function giveFocusBack(node: HTMLElement, from: Element | null = null): { destroy: () => void } {
  let before = from;
  const remember = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof HTMLElement && !node.contains(relatedTarget)) before = relatedTarget;
  };
  node.addEventListener('focusin', remember);
  return {
    destroy: () => {
      node.removeEventListener('focusin', remember);
      const { activeElement, body } = document;
      // Somebody else may have taken it meanwhile.
      const isLost = activeElement === null || activeElement === body || node.contains(activeElement);
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    },
  };
}

/** The same, and it has the focus as soon as it is there. @param isWanted false: it is left where it is */
export function takeFocus(node: HTMLElement, isWanted = true): { destroy: () => void } {
  const given = giveFocusBack(node, isWanted ? document.activeElement : null);
  if (isWanted) node.focus();
  return given;
}
