/** Ctrl-C asks for an end; a second one does not ask. */

/** Exit code of what Ctrl-C ended, as shells have it. */
export const INTERRUPTED = 130;

export interface Interruption {
  hasCome: () => boolean;
  /** Settles when it comes. */
  coming: Promise<void>;
  end: () => void;
}

export function listenForInterruption(): Interruption {
  let hasCome = false;
  let say: () => void;
  const coming = new Promise<void>((resolve) => {
    say = resolve;
  });
  const listener = () => {
    if (hasCome) process.exit(INTERRUPTED);
    hasCome = true;
    say();
  };
  process.on('SIGINT', listener);
  return { hasCome: () => hasCome, coming, end: () => void process.off('SIGINT', listener) };
}
