/**
 * Wall and processor time of each stage of a work, for the `milliseconds` and `cpuMilliseconds` of results.
 * Processor time is the whole process's, so compiling and collecting garbage in other threads count.
 */

type Stage = 'import' | 'map' | 'subdivision' | 'topology' | 'routing';

/** Milliseconds. */
export interface StageTimes {
  import: number;
  map: number;
  subdivision: number;
  topology: number;
  routing: number;
  total: number;
}

export interface StageClock {
  wall: StageTimes;
  cpu: StageTimes;
  /** A stage begins; the one before ends. */
  begin: (stage: Stage) => void;
  /** The stage ends; what follows, until the next `begin`, is not counted. */
  end: () => void;
}

/** The import begins at once. */
export function startClock(): StageClock {
  const zero = (): StageTimes => ({ import: 0, map: 0, subdivision: 0, topology: 0, routing: 0, total: 0 });
  const wall = zero();
  const cpu = zero();
  const read = () => {
    const { user, system } = process.cpuUsage();
    return [performance.now(), (user + system) / 1000] as const;
  };
  const rounded = (value: number) => Math.round(value * 1000) / 1000;
  let stage: Stage | undefined = 'import';
  let since = read();
  const end = () => {
    const now = read();
    if (stage !== undefined) {
      for (const [times, elapsed] of [
        [wall, rounded(now[0] - since[0])],
        [cpu, rounded(now[1] - since[1])],
      ] as const) {
        times[stage] = rounded(times[stage] + elapsed);
        times.total = rounded(times.total + elapsed);
      }
    }
    stage = undefined;
    since = now;
  };
  const begin = (next: Stage) => {
    end();
    stage = next;
  };
  return { wall, cpu, begin, end };
}
