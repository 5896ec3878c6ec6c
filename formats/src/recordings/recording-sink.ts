/** What writers of recordings share: where frames go in, and where bytes come out. */
import { type AreaChange, InputError, type RecordedFrame, type RecordingInfo } from '@foulee/engine';

/** Where a run puts its frames. */
export interface FrameSink {
  /** Copies what it keeps: the frame's arrays are free again when it returns. Throws an InputError on a frame that is no good. */
  write(frame: RecordedFrame): void;
  /** The walkable area from the next frame on. Not there: the format holds one area for all frames. */
  changeArea?(change: AreaChange): void;
  /**
   * Puts out all frames so far, so that a killed run leaves them. When it is called, and how often, changes no byte of the closed
   * file: what only this call needed is written over later.
   */
  flush(): void;
  /** Writes what is left. A second call does nothing. */
  close(): Promise<void> | void;
}

/** Where a writer puts its bytes: a file in the command, memory in a page or a test. */
export interface ByteOutput {
  /**
   * The bytes are lent until it returns. After every call the bytes so far are a recording that can be read: what a killed run
   * leaves. So put them out at once, in one piece.
   */
  append(bytes: Uint8Array): void;
  /** Bytes at a place, over what is there or behind the end; zeros fill a gap. Only after a flush: a pipe needs neither. */
  write?(bytes: Uint8Array, at: number): void;
  /** Cut the file back to so many bytes. */
  truncate?(size: number): void;
}

export function alreadyClosed(info: RecordingInfo): InputError {
  return new InputError(
    `recording of ${info.name}`,
    'it was closed and takes no more frames',
    'close it after the last',
  );
}

/** Frames per second, for formats that count frames. */
export function frameRate(info: RecordingInfo): number {
  return 1 / (info.step * info.every);
}

/** The frame's number at that rate. */
export function frameNumber(frame: RecordedFrame, info: RecordingInfo): number {
  const number = frame.step / info.every;
  if (Number.isInteger(number)) return number;
  throw new InputError(
    `recording of ${info.name}`,
    `step ${frame.step} lies between two frames of a format that has one every ${info.every} steps`,
    'record such steps as .parquet or .csv',
  );
}
