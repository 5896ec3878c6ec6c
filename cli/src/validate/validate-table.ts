/**
 * Outcomes of validation tests → a table for people, row by row: test, geometry, measured, expected, verdict. Texts that are too long
 * for their column go on below, so that a row can be printed before the next one is known.
 */
import type { ValidationTest } from '@foulee/validation';
import { counted, plainText, type Terminal } from '../terminal/output.ts';

export interface TestOutcome {
  test: ValidationTest;
  /** Runs. */
  seeds: number;
  measured: string;
  passes: boolean;
  /** Of work, on whatever threads. */
  seconds: number;
}

/** Characters across, where there is no terminal to ask, and at the least and at the most. */
const USUAL_WIDTH = 120;
const LEAST_WIDTH = 72;
const MOST_WIDTH = 160;
const GAP = '  ';
const VERDICT = 'verdict';

function widthOf(terminal: Terminal): number {
  if (!terminal.outIsTerminal) return USUAL_WIDTH;
  return Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, terminal.columns - 1));
}

/** The first row comes with the table's head. */
export function createTable(
  tests: readonly ValidationTest[],
  terminal: Terminal,
  bold: (text: string) => string,
): (outcome: TestOutcome) => string {
  const first = longestName(tests);
  const room = widthOf(terminal) - first - VERDICT.length - 4 * GAP.length;
  const widths = [first, Math.floor(0.3 * room), Math.floor(0.36 * room), Math.floor(0.34 * room), VERDICT.length];
  let head = bold(rowText(['test', 'geometry', 'measured', 'expected', VERDICT], widths));
  return ({ test, measured, passes }) => {
    const row = rowText([test.name, test.geometry, measured, test.expected, passes ? 'pass' : 'FAIL'], widths);
    const text = head + row;
    head = '';
    return text;
  };
}

function longestName(tests: readonly ValidationTest[]): number {
  return tests.reduce((most, { name }) => Math.max(most, name.length), 4);
}

function rowText(cells: readonly string[], widths: readonly number[]): string {
  const columns = cells.map((cell, k) => wrapped(plainText(cell), widths[k]));
  const height = Math.max(...columns.map((lines) => lines.length));
  let text = '';
  for (let line = 0; line < height; line++) {
    const parts = columns.map((lines, k) => (lines[line] ?? '').padEnd(widths[k]));
    text += `${parts.join(GAP).trimEnd()}\n`;
  }
  return text;
}

/** Lines of at most so many characters, broken between words where that is possible. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (let word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    for (; word.length > width; word = word.slice(width)) lines.push(word.slice(0, width));
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** How it went in all. @param leftOut tests that --quick has no time for */
export function tallyText(outcomes: readonly TestOutcome[], leftOut: number, parameters: string): string {
  const failed = outcomes.filter(({ passes }) => !passes).map(({ test }) => test.name);
  const seconds = outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0);
  const lines = [
    `\n${outcomes.length - failed.length} of ${counted(outcomes.length, 'test')} passed, parameters ${parameters}, ${seconds.toFixed(1)} s of work`,
  ];
  if (failed.length > 0) lines.push(`failed: ${failed.join(', ')}`);
  if (leftOut > 0)
    lines.push(`${counted(leftOut, 'test')} left out: ${leftOut === 1 ? 'it takes' : 'they take'} longer`);
  return `${lines.join('\n')}\n`;
}

/** `--list`: names and titles, what is expected, and how long it takes. */
export function listText(tests: readonly ValidationTest[], terminal: Terminal): string {
  const first = longestName(tests);
  const room = widthOf(terminal) - first - 9 - 3 * GAP.length;
  const widths = [first, Math.floor(0.4 * room), Math.floor(0.6 * room), 9];
  const rows = tests.map(({ name, title, source, expected, cost }) =>
    rowText([name, `${title} (${source})`, expected, `${cost < 10 ? cost.toFixed(1) : cost.toFixed(0)} s`], widths),
  );
  return rows.join('');
}
