/**
 * `foulee convert A B.glb`: the place of a recording and its people as an animated 3D model (formats/src/model/run-to-glb.ts).
 *
 *   1. options and names, so that what cannot work fails before the work
 *   2. read A, and the files beside it
 *   3. make the model, in memory; Ctrl-C until here leaves nothing
 *   4. write it, and say what is in it
 */
import { InputError } from '@foulee/engine';
import { parseNumber } from '../place/environment.ts';
import { sparedBeside } from '../run/recording-files.ts';
import { byteSize, plainText, type Terminal, whole } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { checkTargets, writeWhole } from '../terminal/write-file.ts';
import { readWithFilesBeside } from './read-recording.ts';

interface GlbFlags {
  fps?: string;
  from?: string;
  to?: string;
}

/** Reading, the place, people, the bytes, the file. */
const STAGES = 5;
const LEAST_FPS = 0.01;

/** Exit code: 0. */
export async function convertToGlb(
  from: string,
  to: string,
  force: boolean,
  flags: GlbFlags,
  terminal: Terminal,
): Promise<number> {
  const { LARGEST_FPS, recordingToGlb } = await import('@foulee/formats/model');
  const options = {
    ...secondsOf('from', flags.from),
    ...secondsOf('to', flags.to),
    ...fpsOf(flags.fps, LARGEST_FPS),
  };
  const input = { name: from, what: 'the file that is read' };
  const target = { option: 'convert', name: to, force, spared: [input, ...sparedBeside(from)] };
  checkTargets(from, [target]);

  const progress = createProgress(terminal, STAGES, false);
  try {
    progress.begin('reading');
    const { recording, people } = await readWithFilesBeside(from, terminal);
    const made = await recordingToGlb(recording, people, from, options, progress.begin);
    progress.begin('writing the file');
    await writeWhole(target, [made.bytes]);
    progress.end();
    const seconds = `${Number(made.from.toFixed(2))} s to ${Number(made.to.toFixed(2))} s`;
    const rate = `${Number(made.fps.toFixed(3))} a second`;
    terminal.out(`${plainText(from)}: ${whole(made.people)} people, ${seconds}\n`);
    terminal.out(`  wrote ${plainText(to)}: ${whole(made.keys)} keyframes, ${rate}, ${byteSize(made.bytes.length)}\n`);
    for (const note of made.notes) terminal.error(`foulee: warning: ${plainText(note)}\n`);
  } finally {
    progress.end();
  }
  return 0;
}

function fpsOf(text: string | undefined, most: number): { fps?: number } {
  if (text === undefined) return {};
  const remedy = `keyframes a second, from ${LEAST_FPS} to ${most}`;
  const fps = parseNumber('--fps', text, remedy);
  if (fps >= LEAST_FPS && fps <= most) return { fps };
  throw new InputError('--fps', `${text} is not possible`, `give ${remedy}`);
}

function secondsOf(name: 'from' | 'to', text: string | undefined): Partial<Record<'from' | 'to', number>> {
  return text === undefined
    ? {}
    : { [name]: parseNumber(`--${name}`, text, 'seconds of the recording, for example 30') };
}
