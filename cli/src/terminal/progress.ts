/**
 * Progress of a work in stages, on standard error: a bar on a terminal, plain lines elsewhere.
 *
 * The engine's stages run to their end without pause, so the bar moves from stage to stage. Away from a terminal a
 * work that is done in a moment says nothing: lines begin once it has taken a while, or at once when it is known to be
 * large.
 */
import type { Terminal } from './output.ts';

/** Milliseconds after which lines are worth reading. */
const MOMENT = 300;
/** Milliseconds between two lines about the same stage. */
const LINE_EVERY = 2000;
const BAR_WIDTH = 24;

export interface Progress {
  /** A stage begins; the one before is over. */
  begin: (stage: string) => void;
  /** The stage at hand has come so far, 0 to 1. */
  advance: (share: number, stage: string) => void;
  /** All is done, or given up: a bar is wiped away. */
  end: () => void;
}

/**
 * @param stages how many stages there will be
 * @param large whether this is known to take its time: lines from the first stage on
 */
export function createProgress(
  terminal: Terminal,
  stages: number,
  large: boolean,
  now: () => number = () => performance.now(),
): Progress {
  const start = now();
  let done = -1;
  if (terminal.errorIsTerminal) {
    const draw = (share: number, stage: string) => {
      const filled = Math.min(BAR_WIDTH, Math.round((BAR_WIDTH * (done + share)) / stages));
      const line = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${stage}`;
      terminal.error(`\r${line.slice(0, Math.max(1, terminal.columns - 1))}\u001b[K`);
    };
    return {
      begin: (stage) => {
        done++;
        draw(0, stage);
      },
      advance: draw,
      end: () => {
        if (done >= 0) terminal.error('\r\u001b[K');
        done = -1;
      },
    };
  }
  let said = start;
  const line = (stage: string, isDue: (elapsed: number) => boolean) => {
    const time = now();
    if (!isDue(time - start)) return;
    said = time;
    terminal.error(`${((time - start) / 1000).toFixed(1).padStart(6)} s  ${stage}\n`);
  };
  return {
    begin: (stage) => line(stage, (elapsed) => large || elapsed >= MOMENT),
    advance: (_, stage) => line(stage, () => now() - said >= LINE_EVERY),
    end: () => {},
  };
}
