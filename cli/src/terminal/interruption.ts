/** Ctrl-C, SIGTERM and SIGHUP: the first asks the command to finish what it is doing, the second ends it at once. */

/** Signals that end a command, with the exit codes shells give them: 128 and the signal's number. */
const ENDING: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
];

/** Exit code of what Ctrl-C ended. */
export const INTERRUPTED = 130;

export interface Interruption {
  hasCome: () => boolean;
  /** The exit code for the signal that came. */
  code: () => number;
  /** Settles when it comes. */
  coming: Promise<void>;
  end: () => void;
}

export function listenForInterruption(): Interruption {
  let came: number | undefined;
  let say: () => void;
  const coming = new Promise<void>((resolve) => {
    say = resolve;
  });
  const end = onEndingSignal((code) => {
    if (came !== undefined) process.exit(code);
    came = code;
    say();
  });
  return { hasCome: () => came !== undefined, code: () => came ?? INTERRUPTED, coming, end };
}

/** @returns what stops the listening */
export function onEndingSignal(act: (code: number) => void): () => void {
  const listeners = ENDING.map(([signal, code]) => {
    const listener = () => act(code);
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}
