/**
 * The files beside a recording: its table of people, and of a .csv what is told of the run. They are put out with the frames, so
 * that a killed run leaves them beside what it leaves of those, under the names that such a recording would have them:
 *
 *   run.partial.csv           the frames until the run is over
 *   run.partial-people.csv    who they are, until then
 *   run.partial-decisions.csv what people with knowledge decided; not written where nobody has any
 *   run.partial-lost.csv      where these were lost; not written where nobody was
 *   run.partial-info.json     what the run is
 *
 * Rows change when people leave, so a table is written whole each time, and takes the place of the one before in one act. A large
 * one takes its time: then it is put out less often.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import type { RecordedDecision, RecordedLost, RecordedPerson } from '@foulee/engine';
import { createDecisionsWriter, createLostWriter, createPeopleWriter, fileBeside } from '@foulee/formats';
import { cannotWrite, openOutput, type Output, realTarget, type Target } from '../terminal/write-file.ts';

/** What they hold, asked for whenever they are put out. */
export interface BesideContent {
  people: () => readonly RecordedPerson[];
  decisions: () => readonly RecordedDecision[];
  lost: () => readonly RecordedLost[];
  /** undefined: nothing was recorded yet. */
  info: () => string | undefined;
}

export interface BesideFiles {
  /** As they are now. */
  flush: () => void;
  /** The recording has its name: so they get theirs. @returns these */
  finish: () => string[];
  end: (isKept: boolean) => void;
}

/** A put-out may take this share of the time: the next one comes so many times later than it took. */
const SELDOM = 5;

/** The names of those that belong to a recording. */
export function filesBeside(file: string): { people?: string; decisions?: string; lost?: string; info?: string } {
  const ending = extname(file).toLowerCase();
  const people = fileBeside(file, 'people', ending);
  const decisions = fileBeside(file, 'decisions', ending);
  const lost = fileBeside(file, 'lost', ending);
  if (ending === '.parquet') return { people, decisions, lost };
  return ending === '.csv' ? { people, decisions, lost, info: fileBeside(file, 'info', '.json') } : {};
}

/** @param partial where it is until the recording is finished */
export function besideTarget({ option, force, spared = [] }: Target, name: string, partial?: string): Target {
  // A recording may be given as a link to another disk, where nothing from here can be renamed to.
  const isNear = partial !== undefined && dirname(partial) === dirname(realTarget(name));
  return { option, name, force, spared, isWorthKeeping: true, ...(isNear ? { partial } : {}) };
}

interface OpenFile {
  target: Target;
  output: Output;
  /** undefined: there is nothing to say. */
  content: () => string | Uint8Array | undefined;
}

/** @param path where the frames of the target are until it is finished */
export async function openBesideFiles(target: Target, path: string, content: BesideContent): Promise<BesideFiles> {
  const names = filesBeside(target.name);
  const partials = filesBeside(path);
  const writePeople = names.people === undefined ? undefined : await createPeopleWriter(extname(names.people));
  const writeDecisions =
    names.decisions === undefined ? undefined : await createDecisionsWriter(extname(names.decisions));
  const writeLost = names.lost === undefined ? undefined : await createLostWriter(extname(names.lost));
  const files: OpenFile[] = [];
  const add = (name: string | undefined, partial: string | undefined, text: OpenFile['content']) => {
    if (name === undefined) return;
    const own = besideTarget(target, name, partial);
    const output = openOutput(own);
    files.push({ target: own, output, content: text });
    // Nothing would be no table: until there is something to say, it is not there.
    rmSync(output.path);
  };
  const end = (isKept: boolean) => {
    for (const { output } of files) {
      if (isKept) output.keep();
      else output.discard();
    }
  };
  try {
    add(names.people, partials.people, () => {
      const people = content.people();
      return people.length === 0 ? undefined : writePeople!(people);
    });
    add(names.decisions, partials.decisions, () => {
      const decisions = content.decisions();
      return decisions.length === 0 ? undefined : writeDecisions!(decisions);
    });
    add(names.lost, partials.lost, () => {
      const lost = content.lost();
      return lost.length === 0 ? undefined : writeLost!(lost);
    });
    add(names.info, partials.info, content.info);
  } catch (error) {
    end(false);
    throw error;
  }
  let notBefore = Number.NEGATIVE_INFINITY;
  return {
    flush: () => {
      const begun = performance.now();
      if (begun < notBefore) return;
      for (const file of files) put(file);
      const now = performance.now();
      notBefore = now + SELDOM * (now - begun);
    },
    finish: () =>
      files.flatMap((file) => {
        if (put(file)) file.output.finish();
        else {
          file.output.discard();
          // Of the recording that was replaced: it would be taken for this one's.
          if (target.force) rmSync(file.target.name, { force: true });
          return [];
        }
        return [file.target.name];
      }),
    end,
  };
}

/** In one act: whoever looks finds the one before or this one, whole. @returns false: there is nothing to say */
function put({ target, output: { path }, content }: OpenFile): boolean {
  const bytes = content();
  if (bytes === undefined) return false;
  const next = `${path}.new`;
  try {
    writeFileSync(next, bytes);
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw cannotWrite(target, error);
  }
  return true;
}
