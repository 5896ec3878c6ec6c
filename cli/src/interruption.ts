/** Ctrl-C asks for an end; a second one does not ask. */

/** Exit code of what Ctrl-C ended, as shells have it. */
export const INTERRUPTED = 130;

export function listenForInterruption(): { hasCome: () => boolean; end: () => void } {
  let hasCome = false;
  const listener = () => {
    if (hasCome) process.exit(INTERRUPTED);
    hasCome = true;
  };
  process.on('SIGINT', listener);
  return { hasCome: () => hasCome, end: () => void process.off('SIGINT', listener) };
}
