/** What somebody decides (engine: Explanation) → words: what they do, why it is not what their way asks for, and each velocity that they rated. */
import { CLOSED, CROSSROADS, DEAD_END, type Explanation, PASSAGE, type RatedVelocity } from '@foulee/engine';

/** Metres per second, and radians, below which nothing has changed. */
const SAME_SPEED = 0.02;
const SAME_WAY = 0.03;

type Velocity = readonly [number, number];

/** By the stages of the walker models; one without a word here is told by its own name. */
const REASONS: Readonly<Record<string, string>> = {
  path: 'would like',
  course: 'go on until those who come have passed',
  companions: 'keep with their companions',
  fan: 'have too little room straight ahead',
  'give way': 'give way where only one can pass',
  'personal space': 'keep their distance',
  avoidance: 'avoid a collision',
  sway: 'do not walk quite evenly',
  security: 'are too near to go on like this',
  walls: 'walk along a wall',
  headway: 'keep behind the person ahead',
  inertia: 'need a moment to change pace or direction',
};

export interface StageWords {
  name: string;
  /** "0.80 m/s, 12° to the left". */
  change: string;
}

/** "0.80 m/s" where only the speed changes, "12° to the left" where only the direction does. */
function changeOf(before: Velocity, after: Velocity): string {
  const [was, is] = [Math.hypot(...before), Math.hypot(...after)];
  const angle = was === 0 || is === 0 ? 0 : turn(before, after);
  const degrees = Math.round((180 * Math.abs(angle)) / Math.PI);
  const parts: string[] = [];
  if (Math.abs(is - was) >= SAME_SPEED) parts.push(is < SAME_SPEED ? 'stands' : `${is.toFixed(2)} m/s`);
  if (Math.abs(angle) >= SAME_WAY) parts.push(`${degrees}° to the ${angle > 0 ? 'left' : 'right'}`);
  return parts.join(', ');
}

function turn([ax, ay]: Velocity, [bx, by]: Velocity): number {
  return Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
}

/** The stages that changed something, the way they would like to walk first. */
export function stageWords({ stages }: Explanation): StageWords[] {
  const words: StageWords[] = [];
  stages.forEach(({ name, velocity }, k) => {
    const change = k === 0 ? `${Math.hypot(...velocity).toFixed(2)} m/s` : changeOf(stages[k - 1].velocity, velocity);
    if (change !== '') words.push({ name: REASONS[name] ?? name, change });
  });
  return words;
}

/** In a sentence. */
export function summaryOf({ isStanding, stages, velocity }: Explanation): string {
  if (isStanding) return 'Stands: they wait, or are asked to.';
  const path = stages[0]?.velocity ?? [0, 0];
  const wanted = Math.hypot(...path);
  if (wanted === 0) return 'Stands: they have no way to walk.';
  const change = changeOf(path, velocity);
  if (change === '') return 'Walks along their way as they like.';
  // What changed most, in metres per second.
  let most = 0;
  let reason = '';
  stages.forEach((stage, k) => {
    if (k === 0) return;
    const [ax, ay] = stages[k - 1].velocity;
    const far = Math.hypot(stage.velocity[0] - ax, stage.velocity[1] - ay);
    if (far <= most) return;
    most = far;
    reason = REASONS[stage.name];
  });
  const speed = Math.hypot(...velocity);
  const does = speed < SAME_SPEED ? 'Stands' : `Walks ${change}`;
  return `${does}, though they would like ${wanted.toFixed(2)} m/s: they ${reason}.`;
}

const MODULES: Readonly<Record<RatedVelocity['module'], string>> = {
  wish: 'as they like',
  right: 'pass on the right',
  left: 'pass on the left',
  decelerate: 'slow down',
  accelerate: 'hurry',
};

const KINDS = {
  front: 'face to face with',
  rear: 'from behind by',
  back: 'into the back of',
  static: 'into who stands there,',
} as const;

/** "face to face with 12 in 1.4 s". */
export function meetingWords({
  kind,
  serial,
  time,
}: {
  kind: keyof typeof KINDS;
  serial: number;
  time: number;
}): string {
  return `${KINDS[kind]} ${serial} in ${time.toFixed(1)} s`;
}

export interface ProposalWords {
  what: string;
  /** Metres per second: "1.20". */
  speed: string;
  /** Per cent of what they wish for. */
  quality: string;
  outcome: string;
  isTaken: boolean;
}

export function proposalWords(proposal: RatedVelocity): ProposalWords {
  const { module, velocity, quality, against, meets, verdict } = proposal;
  const isTaken = verdict === 'taken' || verdict === 'accepted' || verdict === 'longest';
  const met = meets === undefined ? 'meets nobody' : `meets ${meets.serial} in ${meets.time.toFixed(1)} s`;
  const outcomes = {
    taken: meets === undefined ? 'taken: meets nobody' : 'taken: meets nobody before that',
    accepted: `taken: ${met}, which they accept`,
    longest: `taken: ${met}, the others sooner`,
    refused: `no: ${met}`,
    left: 'not needed',
  };
  return {
    what:
      module === 'wish'
        ? MODULES.wish
        : `${MODULES[module]}${module === 'left' || module === 'right' ? ` of ${against}` : ` for ${against}`}`,
    speed: Math.hypot(...velocity).toFixed(2),
    quality: `${Math.round(100 * quality)} %`,
    outcome: outcomes[verdict],
    isTaken,
  };
}

/** What kind of place a cell is, or what a group or zone of cells makes. */
export function kindWords(kind: number, isCell: boolean): string {
  if (kind === CLOSED) return isCell ? 'closed: joined to no other cell' : 'all that is joined here';
  if (kind === DEAD_END) return 'dead end: one way out';
  if (kind === PASSAGE) return isCell ? 'passage: two ways' : 'corridor: two ways';
  return kind === CROSSROADS ? 'crossroads: more ways' : '';
}
