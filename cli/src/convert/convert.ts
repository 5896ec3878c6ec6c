/**
 * `foulee convert A B`: a recording in another format; as a 3D model for other engines in convert-glb.ts.
 *
 *   1. names, so that what cannot work fails before the work
 *   2. read A, and the files beside it (people, decisions, where people were lost, and of a .csv what the run was)
 *   3. write B, with the files beside it, as `foulee run --out B` would      run/run-record.ts
 *   4. say what B cannot hold, and what A did not tell
 */
import { extname } from 'node:path';
import { InputError, type RecordedPerson, type RecordingInfo } from '@foulee/engine';
import { framesOf, type Recording, recordingFiles, runOf, untoldIn, WITHIN } from '@foulee/formats';
import { filesBeside } from '../run/beside-files.ts';
import { openRecording, recordingTarget, sparedBeside, withFilesBeside } from '../run/recording-files.ts';
import { plainText, type Terminal, whole } from '../terminal/output.ts';
import { cannotWrite, checkSpared, checkTargets, type Spared } from '../terminal/write-file.ts';
import { convertToGlb } from './convert-glb.ts';
import { readWithFilesBeside } from './read-recording.ts';

export interface ConvertFlags {
  force?: boolean;
  fps?: string;
  from?: string;
  to?: string;
}

/** Exit code: 0. */
export async function convert(from: string, to: string, flags: ConvertFlags, terminal: Terminal): Promise<number> {
  const { force = false, ...ofGlb } = flags;
  if (extname(to).toLowerCase() === '.glb') return convertToGlb(from, to, force, ofGlb, terminal);
  for (const [name, value] of Object.entries(ofGlb)) {
    if (value === undefined) continue;
    throw new InputError(`--${name}`, `is for .glb only, not for ${extname(to)}`, 'leave it out: all frames are kept');
  }
  const asked = recordingTarget('convert', to, force, ['.glb']);
  const input = { name: from, what: 'the file that is read' };
  const target = { ...asked, spared: [input, ...sparedBeside(from), ...(asked.spared ?? [])] };
  checkTargets(from, withFilesBeside(target));

  const { recording, people, decisions, lost } = await readWithFilesBeside(from, terminal);
  const ending = extname(to).toLowerCase();
  const notes = [...recording.warnings];
  const info = runOf(recording, from, ending === '.sqlite', notes);
  notes.push(...losses(recording, info, people, ending), ...additions(recording, ending));
  const holdsTables = filesBeside(to).decisions !== undefined;
  if (decisions.length > 0 && !holdsTables) notes.push(`${ending} has no table of decisions: they are lost`);
  if (lost.length > 0 && !holdsTables) notes.push(`${ending} has no table of lost people: it is left out`);

  checkSpared(target, levelFiles(from, recording.info));
  const written = await openRecording(target, info, {
    people: () => people,
    decisions: () => decisions,
    lost: () => lost,
  });
  let files: string[];
  try {
    const changes = [...(recording.changes ?? [])];
    for (const frame of framesOf(recording)) {
      while (changes.length > 0 && changes[0].step <= frame.step) written.changeArea(changes.shift()!);
      written.write(frame);
    }
    files = await written.finish();
  } catch (error) {
    written.end(false);
    throw cannotWrite(target, error);
  }
  const count = new Set(recording.serial).size;
  terminal.out(`${plainText(from)}: ${whole(recording.steps.length)} frames, ${whole(count)} people\n`);
  for (const file of files) terminal.out(`  wrote ${plainText(file)}\n`);
  if (!files.includes(to)) notes.push(`${ending} holds one level: there is a file for each`);
  for (const note of notes) terminal.error(`foulee: warning: ${plainText(note)}\n`);
  return 0;
}

/** Files of single levels of the same run, where the recording tells of levels: run.parquet or run-hall.txt → run-hall.sqlite, … */
function levelFiles(from: string, info: RecordingInfo | undefined): Spared[] {
  if (info?.levels === undefined) return [];
  const levels = info.levels.map(({ name, elevation }) => ({ name, elevation }));
  const endsOf = (ending: string) => recordingFiles(ending, { ...info, levels }).map(({ name }) => name);
  const own = endsOf(extname(from)).find((end) => from.endsWith(end)) ?? extname(from);
  const stem = from.slice(0, from.length - own.length);
  const ends = ['.sqlite', '.txt'].flatMap(endsOf);
  return ends.map((end) => ({ name: `${stem}${end}`, what: 'the file of one level of the same run' }));
}

/** What the format wants and the recording does not tell, a sentence each. */
function additions(recording: Recording, ending: string): string[] {
  if (ending === '.txt') return [];
  const { velocities, radii } = untoldIn(recording);
  const isDatabase = ending === '.sqlite';
  const said: string[] = [];
  if (velocities) {
    const what = isDatabase ? 'directions' : 'velocities';
    said.push(`${what} are not known and taken from places, over ${WITHIN} s before and after`);
  }
  if (radii && !isDatabase) said.push('radii are not known and written as 0');
  return said;
}

/** What the recording has and the format has no room for, a sentence each. */
function losses(recording: Recording, info: RecordingInfo, people: RecordedPerson[], ending: string): string[] {
  if (ending !== '.txt' && ending !== '.sqlite') return [];
  const said: string[] = [];
  if (recording.vx.some((value) => !Number.isNaN(value))) {
    said.push(
      ending === '.txt'
        ? '.txt holds places only: velocities and radii are left out'
        : '.sqlite holds places and directions: speeds and radii are left out',
    );
  }
  if (ending === '.txt' && recording.changes !== undefined) {
    said.push('.txt holds one walkable area, that of the start: later changes of the place are left out');
  }
  if (ending === '.sqlite' && recording.info !== undefined && info.model !== 'recorded') {
    said.push('.sqlite does not say what the run was: its name, seed and levels are left out');
  }
  if (people.length > 0)
    said.push(`${ending} has no table of people: who they are, and when they came and left, is left out`);
  const { steps, time } = recording;
  if (steps.some((step, f) => Math.abs(step * info.step - time[f]) > 1e-6)) {
    said.push(
      `${ending} counts frames, ${1 / (info.step * info.every)} a second: times that differ from that are left out`,
    );
  }
  return said;
}
