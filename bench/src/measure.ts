/**
 * Timing: a job → its result and the medians of its processor and wall time, or the reason why it failed.
 *
 * Processor time is that of the whole process (garbage collection and compilation in other threads included), so that
 * a noisy neighbour on the machine does not count. Jobs run one after the other; garbage of one may be collected
 * during the next, which is why a warm-up comes first and medians are taken.
 */

export interface Timing {
  /** Milliseconds. */
  cpu: number;
  wall: number;
}

export interface Measured<Result> extends Timing {
  result: Result;
}

export interface Failed {
  /** First line of what was thrown. */
  failure: string;
}

export interface Repetitions {
  warmUps: number;
  runs: number;
}

/** The result is the last run's; `discard` frees those before it, outside the timing. */
export function measure<Result>(
  { warmUps, runs }: Repetitions,
  job: () => Result,
  discard: (result: Result) => void = () => {},
): Measured<Result> | Failed {
  const timings: Timing[] = [];
  let last: { result: Result } | undefined;
  try {
    for (let run = 0; run < warmUps + runs; run++) {
      if (last !== undefined) discard(last.result);
      last = undefined;
      const wallBefore = performance.now();
      const cpuBefore = process.cpuUsage();
      const result = job();
      const cpu = process.cpuUsage(cpuBefore);
      const wall = performance.now() - wallBefore;
      last = { result };
      if (run >= warmUps) timings.push({ cpu: (cpu.user + cpu.system) / 1000, wall });
    }
  } catch (error) {
    return { failure: String(error instanceof Error ? error.message : error).split('\n')[0] as string };
  }
  if (last === undefined) throw new Error('measure: at least one run is needed');
  return {
    result: last.result,
    cpu: median(timings.map((timing) => timing.cpu)),
    wall: median(timings.map((timing) => timing.wall)),
  };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)] as number;
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
