/**
 * Formats without levels: a place with several levels → a file for each, with its own floor and its own people.
 *
 * PedPy and JuPedSim take all rows and one area for a single floor: people above each other would stand among each other, and areas
 * that overlap are no valid geometry. The file of a level is named after it: run.sqlite of the levels hall and platform becomes
 * run-hall.sqlite and run-platform.sqlite. Who takes the stairs leaves one file and comes into the other.
 */
import { createFrame, type RecordedFrame, type RecordingInfo } from '@foulee/engine';
import type { FrameSink } from './recording-sink.ts';

/** A file of a recording, and what goes into it. */
export interface RecordingFile {
  name: string;
  info: RecordingInfo;
  /** The level it holds; undefined: all. */
  level?: number;
}

const WITHOUT_LEVELS = ['.sqlite', '.txt'];
/** Characters of a level's name that are kept in the name of its file. */
const LONGEST = 60;

/** The files to write for a recording: one, or one for each level. */
export function recordingFiles(fileName: string, info: RecordingInfo): RecordingFile[] {
  const { levels = [], links: _, ...withoutLevels } = info;
  const ending = /\.[^./\\]*$/.exec(fileName)?.[0] ?? '';
  if (!WITHOUT_LEVELS.includes(ending.toLowerCase())) return [{ name: fileName, info }];
  if (levels.length < 2) return [{ name: fileName, info: withoutLevels }];
  const stem = fileName.slice(0, fileName.length - ending.length);
  const names = safeNames(levels.map(({ name }) => name));
  return levels.flatMap(({ walkableArea }, level) => {
    // A level without floor has nobody on it.
    if (walkableArea !== undefined && !/\d/.test(walkableArea)) return [];
    const own = levels.map((one, k) => (k === level ? one : { ...one, walkableArea: '' }));
    const ownInfo = { ...withoutLevels, walkableArea: walkableArea ?? '', levels: own };
    return [{ name: `${stem}-${names[level]}${ending}`, info: ownInfo, level }];
  });
}

/** Names as parts of file names: letters, digits, - and _ of any script; distinct also where case does not count. */
function safeNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, k) => {
    const plain = name
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}_-]+/gu, '-')
      .replace(/^-+|-+$/g, '');
    const base = [...plain].slice(0, LONGEST).join('') || `level-${k}`;
    let own = base;
    for (let n = 2; taken.has(own.toLowerCase()); n++) own = `${base}-${n}`;
    taken.add(own.toLowerCase());
    return own;
  });
}

/** All files as one sink: each gets its level, or everything. */
export function joinSinks(files: readonly RecordingFile[], sinks: readonly FrameSink[]): FrameSink {
  const rooms = files.map(() => createFrame(0));
  return {
    write(frame) {
      files.forEach(({ level }, k) => {
        if (level !== undefined) rooms[k] = frameOfLevel(frame, level, rooms[k]);
        sinks[k].write(level === undefined ? frame : rooms[k]);
      });
    },
    changeArea(change) {
      files.forEach(({ level }, k) => {
        const area = level === undefined ? change.walkableArea : change.levels?.[level];
        if (area !== undefined)
          sinks[k].changeArea?.(level === undefined ? change : { step: change.step, walkableArea: area });
      });
    },
    flush() {
      for (const sink of sinks) sink.flush();
    },
    async close() {
      for (const sink of sinks) await sink.close();
    },
  };
}

/** The people of a frame on one level; `into` is used again if it is large enough. */
function frameOfLevel(frame: RecordedFrame, level: number, into: RecordedFrame): RecordedFrame {
  const room = into.serial.length < frame.count ? createFrame(frame.count) : into;
  room.step = frame.step;
  room.time = frame.time;
  let k = 0;
  for (let i = 0; i < frame.count; i++) {
    if (frame.level[i] !== level) continue;
    room.serial[k] = frame.serial[i];
    room.level[k] = level;
    room.cell[k] = frame.cell[i];
    room.radius[k] = frame.radius[i];
    for (const c of [0, 1]) {
      room.place[2 * k + c] = frame.place[2 * i + c];
      room.velocity[2 * k + c] = frame.velocity[2 * i + c];
    }
    k++;
  }
  room.count = k;
  return room;
}
