/** A recording and the files beside it: what the run was, its people, what they decided and where they were lost. */
import { stat } from 'node:fs/promises';
import type { RecordedDecision, RecordedLost, RecordedPerson } from '@foulee/engine';
import { readDecisions, readLost, readPeople, readRecording, type Recording, withInfo } from '@foulee/formats';
import { readBytes } from '../place/environment.ts';
import { filesBeside } from '../run/beside-files.ts';
import type { Terminal } from '../terminal/output.ts';

/** What Node holds in one piece. */
const LARGEST = 2 ** 31 - 1;

export async function readWithFilesBeside(
  from: string,
  terminal: Terminal,
): Promise<{ recording: Recording; people: RecordedPerson[]; decisions: RecordedDecision[]; lost: RecordedLost[] }> {
  let recording = await readRecording(await readBytes(from, terminal, LARGEST), from);
  const { people, decisions, lost, info } = filesBeside(from);
  if (info !== undefined && (await isFile(info))) {
    const text = new TextDecoder().decode(await readBytes(info, terminal, LARGEST));
    recording = withInfo(recording, text, info);
  }
  const read = async <Row>(name: string | undefined, rowsOf: (bytes: Uint8Array, file: string) => Promise<Row[]>) =>
    name !== undefined && (await isFile(name)) ? rowsOf(await readBytes(name, terminal, LARGEST), name) : [];
  return {
    recording,
    people: await read(people, readPeople),
    decisions: await read(decisions, readDecisions),
    lost: await read(lost, readLost),
  };
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}
