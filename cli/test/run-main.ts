/** For the tests: run the command in this process, with a terminal that remembers. */
import type { Outcome } from '@foulee/testing';
import { main } from '../src/main.ts';
import type { Terminal } from '../src/terminal/output.ts';

/** A terminal that remembers. */
export function recordingTerminal(isTerminal = false): Terminal & { texts: { out: string; error: string } } {
  const texts = { out: '', error: '' };
  return {
    texts,
    out: (text) => {
      texts.out += text;
    },
    error: (text) => {
      texts.error += text;
    },
    outIsTerminal: isTerminal,
    errorIsTerminal: isTerminal,
    columns: 80,
  };
}

/** The command in this process: quick, the sources. */
export async function runMain(...args: string[]): Promise<Outcome> {
  const terminal = recordingTerminal();
  const code = await main(args, terminal);
  return { code, signal: null, ...terminal.texts };
}
