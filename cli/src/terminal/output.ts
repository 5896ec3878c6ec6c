/**
 * What the command says: two streams, plain text, numbers for people.
 *
 * Names and texts out of files reach a terminal only through `plainText`: a control character in a level's name could
 * move the cursor, colour the screen or forge a line.
 */

/** Where a command writes: the process's streams, or a test's. */
export interface Terminal {
  out: (text: string) => void;
  error: (text: string) => void;
  outIsTerminal: boolean;
  errorIsTerminal: boolean;
  /** Width of the terminal behind `error`, characters. */
  columns: number;
}

export function processTerminal(): Terminal {
  // The reader went away (`foulee … | head`): nobody wants the rest, and that is no failure of the work.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`foulee: standard output could not be written: ${error.code}; write it elsewhere\n`);
    process.exit(2);
  });
  // Nobody is left to be told.
  process.stderr.on('error', () => {});
  return {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    outIsTerminal: process.stdout.isTTY === true,
    errorIsTerminal: process.stderr.isTTY === true,
    // Some terminals do not know their width and say 0.
    columns: process.stderr.columns || 80,
  };
}

/** Control characters of both sets, line separators, and the marks that turn the direction of writing. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** One line that does nothing to a terminal but stand in it. */
export function plainText(text: string): string {
  return text.replace(CONTROLS, ' ').replace(/ {2,}/g, ' ').trim();
}

/** One JSON document; what a terminal would act upon is escaped, so that printing it is safe and nothing is lost. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return text.replace(CONTROLS, (controls) => {
    // JSON.stringify has escaped all line breaks within strings: those left are its own.
    return controls.replace(/[^\n]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  });
}

/** Emphasis, where there is a terminal that shows it and nobody asked for plain text. */
export function styles(terminal: Terminal): { bold: (text: string) => string } {
  const styled = terminal.outIsTerminal && process.env['NO_COLOR'] === undefined;
  return { bold: (text) => (styled ? `\u001b[1m${text}\u001b[22m` : text) };
}

/** 1,234,567 */
export function whole(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

/** Square metres with as many decimals as mean something. */
export function squareMetres(value: number): string {
  const digits = value >= 1000 ? 0 : value >= 10 ? 1 : 3;
  return `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} m²`;
}

/** 0.85 m, 12.3 m, 1,234.5 m: to the centimetre below ten metres, to ten of them above. */
export function metres(value: number): string {
  const digits = value < 10 ? 2 : 1;
  return `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} m`;
}

/** 7.4 µs, 23 µs, 1.2 ms */
export function microseconds(value: number): string {
  if (value < 10) return `${value.toFixed(1)} µs`;
  return value < 1000 ? `${Math.round(value)} µs` : `${(value / 1000).toFixed(value < 1e5 ? 1 : 0)} ms`;
}

export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.max(1, Math.round(milliseconds))} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

export function byteSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** To a millionth: what results in JSON have. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** "1 passage", "3 passages". */
export function counted(n: number, word: string): string {
  return `${whole(n)} ${word}${n === 1 ? '' : 's'}`;
}
