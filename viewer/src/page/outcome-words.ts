/** What came of a run, or of a recording, in words. A recording ends when it does: who is in its last moment is not held up by anything. */
import type { RunSummary } from '../protocol/protocol.ts';
import { clock } from './words.ts';

/** Above the time. */
export function outcomeText({ isRecording, inside, arrived }: RunSummary): string {
  if (isRecording) return 'The recording ends';
  if (inside === 0 && arrived === 0) return 'Nobody came';
  if (inside === 0) return arrived === 1 ? 'The one person there was has left' : `All ${arrived} people have left`;
  return `${inside} of ${inside + arrived} people are still there`;
}

/** Below it. */
export function outcomeNotes({ isRecording, inside, entered, almostAllAt, search }: RunSummary): string[] {
  const notes: string[] = [];
  if (isRecording) {
    const seen = entered === 1 ? '1 person was seen' : `${entered} people were seen`;
    notes.push(`${seen}, ${inside === 0 ? 'nobody' : inside} in its last moment.`);
  }
  if (almostAllAt !== undefined && entered > 1) {
    notes.push(`95 % were ${isRecording ? 'gone' : 'out'} by ${clock(almostAllAt)}.`);
  }
  if (search !== undefined) {
    const seconds = Math.round(search.seconds);
    notes.push(
      seconds === 0 ? 'Nobody searched for a way.' : `People searched for ${seconds.toLocaleString('en')} s in all.`,
    );
  }
  return notes;
}
