/** Verdicts that several standards share. */
import { greatestOf, insideText, isRising, meanOf, numbersOf, shown, shownAll } from '../instruments/figures.ts';
import { OPPOSITE } from '../set-ups/counter-flow.ts';
import { MOST_FLOW } from '../set-ups/exit-flow.ts';
import { KNOWERS } from '../set-ups/shortcut.ts';
import type { StartDistribution } from '../set-ups/start-times.ts';
import { type DistributionFunction, kolmogorovSmirnov, mean } from '../instruments/statistics.ts';
import type { Figures, Verdict } from '../instruments/validation-test.ts';

/** Metres a centre may be beyond a wall: what rounding does. */
const MILLIMETRE = 0.001;
/** Below this p value a sample is not of its distribution. */
export const LEAST_P = 0.05;

export function judgeCorner(runs: readonly Figures[]): Verdict {
  const inside = meanOf(runs, 'inside');
  const outside = greatestOf(runs, 'outside');
  const notch = meanOf(runs, 'notch');
  const trespass = outside <= MILLIMETRE && notch === 0 ? 'nobody' : `somebody ${shown(1000 * outside, 0)} mm`;
  return {
    measured: `${inside === 0 ? 'all round' : 'not all round'}${insideText(inside)}, ${trespass} through a wall`,
    passes: inside === 0 && outside <= MILLIMETRE && notch === 0,
  };
}

export function judgeAssignedExits(runs: readonly Figures[]): Verdict {
  const [main, secondary, wrong, inside] = ['main', 'secondary', 'wrong', 'inside'].map((name) => meanOf(runs, name));
  return {
    measured: `${shown(main!, 1)} main, ${shown(secondary!, 1)} secondary, ${shown(wrong!, 1)} wrong${insideText(inside!)}`,
    passes: main === 15 && secondary === 8 && wrong === 0 && inside === 0,
  };
}

/** Time rises with the number of people who come the other way, and nobody is stuck. */
export function judgeCounterFlow(runs: readonly Figures[]): Verdict {
  const times = OPPOSITE.map((opposite) => meanOf(runs, `against ${opposite}`));
  const stuck = OPPOSITE.map((opposite) => meanOf(runs, `stuck ${opposite}`));
  const isFree = stuck.every((people) => people === 0);
  return {
    measured: `${shownAll(times, 1)} s${isFree ? '' : `; stuck ${shownAll(stuck, 1)}`}`,
    passes: isFree && isRising(times),
  };
}

/** The time with half of the doors, over the time with all of them. */
export function judgeFourDoors(runs: readonly Figures[]): Verdict {
  const four = meanOf(runs, 'four');
  const two = meanOf(runs, 'two');
  const inside = meanOf(runs, 'inside four') + meanOf(runs, 'inside two');
  const ratio = two / four;
  return {
    measured: `${shown(four, 1)} → ${shown(two, 1)} s, × ${shown(ratio, 2)}${insideText(inside)}`,
    passes: inside === 0 && ratio >= 1.6 && ratio <= 2.4,
  };
}

/** Those of all runs together are a sample of their distribution: ten people alone would be one of nearly any. */
export function judgeStarts(runs: readonly Figures[], distributions: readonly StartDistribution[]): Verdict {
  const ps = distributions.map(({ name, below }) =>
    kolmogorovSmirnov(
      runs.flatMap((run) => numbersOf(run, name)),
      below,
    ),
  );
  return {
    measured: distributions.map(({ name }, k) => `${name} p ${shown(ps[k], 2)}`).join(', '),
    passes: ps.every((p) => p > LEAST_P),
  };
}

/** The mean of the p values of the runs: each run is a sample as large as the standard asks for. */
export function speedsFit(runs: readonly Figures[], below: DistributionFunction): number {
  return mean(runs.map((run) => kolmogorovSmirnov(numbersOf(run, 'speed'), below)));
}

export function allSpeeds(runs: readonly Figures[]): number[] {
  return runs.flatMap((run) => numbersOf(run, 'speed'));
}

export function judgeDisability(runs: readonly Figures[]): Verdict {
  const slow = meanOf(runs, 'with');
  const usual = meanOf(runs, 'without');
  const inside = meanOf(runs, 'inside');
  return {
    measured: `${shown(slow, 1)} s, without ${shown(usual, 1)} s${insideText(inside)}`,
    passes: inside === 0 && slow > usual,
  };
}

/** All had been on their way to the first exit, and all left by the second. */
export function judgeExitShut(runs: readonly Figures[]): Verdict {
  const second = runs.filter((run) => run['second'] === 1).length;
  const headed = runs.filter((run) => run['headed'] > 0).length;
  return {
    measured: `${second} of ${runs.length} by exit 2, ${headed} towards exit 1 before`,
    passes: runs.length > 0 && second === runs.length && headed === runs.length,
  };
}

export function judgeTogether(runs: readonly Figures[]): Verdict {
  const spread = meanOf(runs, 'spread');
  const missing = meanOf(runs, 'missing');
  return {
    measured: `${shown(spread, 1)} s apart${missing === 0 ? '' : `, ${shown(missing, 1)} never arrived`}`,
    passes: missing === 0 && spread <= 10,
  };
}

/** 40 m at 1 m/s, within 5 %. */
export function judgeMetrePerSecond(runs: readonly Figures[]): Verdict {
  const seconds = meanOf(runs, 'seconds');
  const speed = 40 / seconds;
  return {
    measured: `${shown(seconds, 1)} s, ${shown(speed, 3)} m/s`,
    passes: speed >= 0.95 && speed <= 1.05,
  };
}

/** A time that is known, and the share by which it may be off. */
export function judgeSeconds(runs: readonly Figures[], expected: number, slack: number): Verdict {
  const seconds = meanOf(runs, 'seconds');
  return { measured: `${shown(seconds, 2)} s`, passes: Math.abs(seconds - expected) <= slack * expected };
}

/** People per second through 1 m, from the beginning until the room is empty. */
export function judgeLimitedFlow(runs: readonly Figures[]): Verdict {
  const flow = meanOf(runs, 'flow');
  const inside = meanOf(runs, 'inside');
  return {
    measured: `${shown(flow, 2)} per s${insideText(inside)}`,
    passes: inside === 0 && flow <= MOST_FLOW,
  };
}

/** Speeds up and down stairs, from the seconds that so many metres take. */
export function judgeStairs(runs: readonly Figures[], metres: number, speed: number): Verdict {
  const speeds = ['up', 'down'].map((way) => metres / meanOf(runs, way));
  return {
    measured: `${shown(speeds[0], 3)} m/s up, ${shown(speeds[1], 3)} m/s down`,
    passes: speeds.every((measured) => Math.abs(measured - speed) <= 0.05),
  };
}

const percent = (share: number) => shown(100 * share, 0);

/** By the exit that people know, or by either where they know none. */
export function judgeFamiliarExits(runs: readonly Figures[]): Verdict {
  const [nothing, a, mixed, inside] = ['nothing', 'a', 'mixed', 'inside'].map((name) => meanOf(runs, name)) as [
    number,
    number,
    number,
    number,
  ];
  return {
    measured: `${percent(nothing)} / ${percent(a)} / ${percent(mixed)} % by A${insideText(inside)}`,
    passes: inside === 0 && Math.abs(nothing - 0.5) <= 0.1 && a >= 0.95 && Math.abs(mixed - 0.2) <= 0.1,
  };
}

/** More take the exit that a few know where the others follow people. */
export function judgeFollowing(runs: readonly Figures[]): Verdict {
  const follow = meanOf(runs, 'follow');
  const alone = meanOf(runs, 'alone');
  const inside = meanOf(runs, 'inside');
  return {
    measured: `${percent(alone)} → ${percent(follow)} % by B${insideText(inside)}`,
    passes: inside === 0 && follow - alone >= 0.2,
  };
}

/** People who know a shortcut take it, and it is taken the more, the more know it. */
export function judgeShortcut(runs: readonly Figures[]): Verdict {
  const all = KNOWERS.map((share) => meanOf(runs, `all ${share}`));
  const knowing = KNOWERS.filter((share) => share > 0).map((share) => meanOf(runs, `knowing ${share}`));
  const inside = meanOf(runs, 'inside');
  return {
    measured: `${all.map(percent).join(' / ')} %; of those who know it ${knowing.map(percent).join(' / ')} %${insideText(inside)}`,
    passes: inside === 0 && isRising(all) && knowing.every((share) => share > 0.5),
  };
}
