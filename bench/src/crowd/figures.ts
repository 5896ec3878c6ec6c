/**
 * What is told of a crowd that walked: its cost never stands without goals reached, speed, overlaps, bodies in walls and how often the
 * search for a velocity was cut short.
 *
 * A `Walking` is a crowd of somebody, ours or the peer's, that can be taken a step further; `walkTogether` takes several
 * in turn, block by block, so that what the machine does meanwhile counts for all alike. Time is taken around the step alone:
 * judging comes after it, step by step.
 */
import { quantile } from '../statistics.ts';
import { markdownTable, percent, readable } from '../table.ts';

/** Seconds. */
export const STEP = 0.1;

/** Sums over the steps that count. */
export interface Judgement {
  /** Goals reached. */
  reached: number;
  /** Metres walked by all. */
  metres: number;
  /** Pairs deeper in each other than 2 cm, over all steps; the most at once; metres of the deepest. */
  pairs: number;
  mostPairs: number;
  deepest: number;
  /** Bodies more than 2 cm in a wall or outside, over all steps; metres of the deepest. */
  inWalls: number;
  deepestInWall: number;
  /** Walker-steps whose search for a velocity hit its bound, and proposals looked at; undefined where there are none such. */
  boundHits: number | undefined;
  pops: number | undefined;
  /** Walkers who in the end have not come half a metre on for five seconds or more; undefined where it is not known. */
  stuck: number | undefined;
}

export interface Walking {
  name: string;
  walkers: number;
  step: () => void;
  /** Take what came of the last step into `judgement`. */
  judge: (judgement: Judgement) => void;
  /** From now on it counts. */
  start: () => void;
  /** Milliseconds per pass since the start, where they are known. */
  passes: () => Record<string, number>;
}

export interface Walked {
  name: string;
  walkers: number;
  /** Simulated seconds that counted. */
  seconds: number;
  /** Microseconds of processor time per walker and simulated second, all threads. */
  cpu: number;
  /** Milliseconds on the wall's clock, step by step. */
  walls: Float64Array;
  /** The same of the very first step, in which everybody gets a route. */
  firstStep: number;
  judgement: Judgement;
  /** Microseconds per walker and simulated second. */
  passes: Record<string, number>;
}

/** Steps of one before the next has its turn. */
const BLOCK = 10;

export function walkTogether(crowds: readonly Walking[], warmUps: number, steps: number): Walked[] {
  const cpu = crowds.map(() => 0);
  const firstStep = crowds.map(() => 0);
  const walls = crowds.map(() => new Float64Array(steps));
  const judgements = crowds.map(noJudgement);
  for (let from = -warmUps; from < steps; from = from < 0 ? Math.min(0, from + BLOCK) : from + BLOCK) {
    const end = Math.min(from < 0 ? 0 : steps, from + BLOCK);
    for (const [c, crowd] of crowds.entries()) {
      if (from === 0) {
        crowd.start();
        judgements[c] = noJudgement();
      }
      for (let k = from; k < end; k++) {
        const wallBefore = performance.now();
        const cpuBefore = process.cpuUsage();
        crowd.step();
        const used = process.cpuUsage(cpuBefore);
        const wall = performance.now() - wallBefore;
        if (k === -warmUps) firstStep[c] = wall;
        if (k >= 0) {
          (walls[c] as Float64Array)[k] = wall;
          cpu[c] = (cpu[c] as number) + used.user + used.system;
        }
        crowd.judge(judgements[c] as Judgement);
      }
    }
  }
  const seconds = steps * STEP;
  return crowds.map((crowd, c) => {
    const share = crowd.walkers * seconds;
    const passes = Object.entries(crowd.passes()).map(([pass, ms]) => [pass, (1000 * ms) / share] as const);
    return {
      name: crowd.name,
      walkers: crowd.walkers,
      seconds,
      cpu: (cpu[c] as number) / share,
      walls: walls[c] as Float64Array,
      firstStep: firstStep[c] as number,
      judgement: judgements[c] as Judgement,
      passes: Object.fromEntries(passes),
    };
  });
}

export function noJudgement(): Judgement {
  return {
    reached: 0,
    metres: 0,
    pairs: 0,
    mostPairs: 0,
    deepest: 0,
    inWalls: 0,
    deepestInWall: 0,
    boundHits: undefined,
    pops: undefined,
    stuck: undefined,
  };
}

/** How many simulated seconds pass in a second on the wall's clock. */
export function realTimeFactor({ seconds, walls }: Walked): number {
  return (1000 * seconds) / walls.reduce((sum, wall) => sum + wall, 0);
}

export const boundHitShare = ({ walkers, walls, judgement }: Walked): number =>
  (judgement.boundHits ?? 0) / (walkers * walls.length);

export function walkedTable(all: readonly Walked[]): string {
  const header = [
    'crowd',
    'walkers',
    'CPU µs per walker and s',
    'step: median / p95 / max, ms',
    'first step, ms',
    'goals reached',
    'mean speed, m/s',
    'stuck in the end',
    'overlaps > 2 cm: mean / most at once',
    'deepest, cm',
    'bodies > 2 cm in walls',
    'deepest, cm',
    'bound hits',
    'proposals per walker and step',
  ];
  const rows = all.map((walked) => {
    const { name, walkers, seconds, cpu, walls, firstStep, judgement } = walked;
    const steps = walls.length;
    return [
      name,
      readable(walkers),
      readable(cpu),
      [quantile(walls, 0.5), quantile(walls, 0.95), quantile(walls, 1)].map(readable).join(' / '),
      readable(firstStep),
      readable(judgement.reached),
      readable(judgement.metres / (walkers * seconds)),
      judgement.stuck === undefined ? '' : percent(judgement.stuck / walkers),
      `${readable(judgement.pairs / steps)} / ${readable(judgement.mostPairs)}`,
      readable(100 * judgement.deepest),
      readable(judgement.inWalls),
      readable(100 * judgement.deepestInWall),
      judgement.boundHits === undefined ? '' : percent(boundHitShare(walked)),
      judgement.pops === undefined ? '' : readable(judgement.pops / (walkers * steps)),
    ];
  });
  return markdownTable(header, rows);
}

/** Passes as rows, crowds as columns. */
export function passTable(all: readonly Walked[]): string {
  const names = [...new Set(all.flatMap(({ passes }) => Object.keys(passes)))];
  const sum = (passes: Record<string, number>) => Object.values(passes).reduce((total, each) => total + each, 0);
  return markdownTable(
    ['pass', ...all.map(({ name, walkers }) => `${name}, ${readable(walkers)}`)],
    [
      ...names.map((pass) => [pass, ...all.map(({ passes }) => readable(passes[pass] ?? 0))]),
      ['all', ...all.map(({ passes }) => readable(sum(passes)))],
    ],
  );
}
