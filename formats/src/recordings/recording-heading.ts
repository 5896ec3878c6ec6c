/**
 * What trajectories of others say in comments before their rows: how many frames a second, and in which unit places are. The same rules
 * as PedPy's (load_trajectory_from_txt): the rate is the first number of the first line with the word, the unit that of the last line
 * with one. Neither can be guessed: what is missing is asked for, word by word.
 */
import { InputError } from '@foulee/engine';
import { textNumber } from './recording-text.ts';

export interface Heading {
  /** Frames per second; NaN: not said. */
  rate: number;
  /** 0: not said. */
  metresPerUnit: 0 | 0.01 | 1;
}

export function createHeading(): Heading {
  return { rate: Number.NaN, metresPerUnit: 0 };
}

/** @returns does the line say the rate? */
export function takeHeading(heading: Heading, line: string): boolean {
  const saysRate = line.includes('framerate') && Number.isNaN(heading.rate);
  if (saysRate) {
    const numbers = line.split(/\s+/).map(textNumber);
    heading.rate = numbers.find((value) => !Number.isNaN(value)) ?? Number.NaN;
  }
  const lower = line.toLowerCase();
  if (lower.includes('x/cm') || lower.includes('in cm')) heading.metresPerUnit = 0.01;
  if (lower.includes('x/m') || lower.includes('in m')) heading.metresPerUnit = 1;
  return saysRate;
}

/** @param columns of which the comment speaks, and which have a unit: id frame x y z */
export function checkHeading({ rate, metresPerUnit }: Heading, fileName: string, columns: readonly string[]): void {
  const missing: string[] = [];
  const lines: string[] = [];
  if (!(rate > 0)) {
    missing.push('the frame rate');
    lines.push('"# framerate: 25" (with its frames per second)');
  }
  if (metresPerUnit === 0) {
    missing.push('the unit of places');
    const naming = (unit: string) => {
      const named = columns.map((name) => (/^[xyz]$/.test(name) ? `${name}/${unit}` : name));
      return `"# ${named.join(' ')}"`;
    };
    lines.push(`${naming('cm')} for centimetres or ${naming('m')} for metres`);
  }
  if (missing.length === 0) return;
  const what = `does not say ${missing.join(' and ')} before its rows`;
  throw new InputError(fileName, what, `put at its beginning a line ${lines.join(' and a line ')}`);
}
