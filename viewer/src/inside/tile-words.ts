/** What somebody on tiles does (engine: TileDecision), in words. */
import type { Explanation, TileDecision, TriedDirection, WalkerAhead } from '@foulee/engine';

const DEGREES = 22.5;
/** Directions of the plan, a quarter turn apart, and those between them. */
const WAYS = ['right', 'upper right', 'top', 'upper left', 'left', 'lower left', 'bottom', 'lower right'];

/** "45° to the left"; of a direction with the one it had. */
function turnText(steps: number): string {
  if (steps === 0) return 'straight on';
  return `${Math.abs(steps) * DEGREES}° to the ${steps > 0 ? 'left' : 'right'}`;
}

/** In a sentence: what they do. @param goal the name of the goal they are bound for */
export function tileSummary({ isStanding }: Explanation, decision: TileDecision, goal: string | undefined): string {
  const { does, wait, isWandering, turnsBack, accelerate } = decision;
  const where = isWandering ? 'wanders' : goal === undefined ? 'walks on' : `walks to ${goal}`;
  if (isStanding) return 'Stands: has not set out, has arrived and waits, or has no route.';
  if (does === 'waits') return `Waits for ${wait.toFixed(1)} s (WAIT), then turns a little and ${where}.`;
  if (does === 'keeps formation') return 'Walks beside or behind the leader of the group, who chooses the way.';
  if (turnsBack) return 'Turns back from a jam.';
  const more = accelerate > 0 ? ', and speeds up (ACCELERATE)' : '';
  return `${where[0].toUpperCase()}${where.slice(1)}${more}.`;
}

export function tileFacts(serial: number, decision: TileDecision, speed: number): [string, string][] {
  const { angle, norm, group } = decision;
  const way = angle % 2 === 0 ? WAYS[angle / 2] : `between ${WAYS[(angle - 1) / 2]} and ${WAYS[((angle + 1) / 2) % 8]}`;
  const facts: [string, string][] = [
    ['Direction', `${angle + 1} of 16: ${way}`],
    ['Speed class', norm === 0 ? '0: stands' : `${norm} of 15: ${speed.toFixed(2)} m/s`],
  ];
  if (group !== undefined) {
    const others = group.size - 1;
    facts.push([
      'Group',
      group.leader === serial
        ? `leads ${others} ${others === 1 ? 'other' : 'others'}`
        : `of ${group.size}, led by person ${group.leader}`,
    ]);
  }
  return facts;
}

export interface DirectionWords {
  way: string;
  /** Marks out of 100: free tiles, stream, goal, and their mean. */
  marks: [string, string, string, string];
  outcome: string;
  isAdvised: boolean;
}

export function directionWords({ steps, marks, least, isAdvised }: TriedDirection): DirectionWords {
  const way = turnText(steps);
  if (marks === undefined)
    return { way, marks: ['0', '', '', ''], outcome: 'no: the next tile is not free to walk on', isAdvised };
  const whole = (mark: number | undefined) => (mark === undefined ? '–' : mark.toFixed(0));
  const outcome = isAdvised
    ? 'advised'
    : marks.mean < least
      ? `no: less than ${least}`
      : 'no: the other side is as good or better';
  return {
    way,
    marks: [whole(marks.static), whole(marks.flow), whole(marks.goal), whole(marks.mean)],
    outcome,
    isAdvised,
  };
}

const RELATIONS = {
  following: 'walking the same way',
  front: 'coming towards them',
  crossing: 'crossing their way',
} as const;
const FACING = { following: 'facing the same way', front: 'facing them', crossing: 'facing sideways' } as const;
const ACTS: Readonly<Record<WalkerAhead['act'], string>> = {
  wait: 'wait',
  slow: 'slow down',
  'slow if faster': 'slow down if faster',
  'slow sharply': 'slow down sharply',
  'slow or wait': 'slow down or wait',
  'take its speed': 'take the other’s speed',
  'mean of speeds': 'take the mean of both speeds',
};

/** Who is ahead, and the row of the table for that. */
export function aheadWords(ahead: WalkerAhead): { who: string; rule: string } {
  const { serial, tiles, distance, relation, isWaiting, isCongested, turns, act, passesBehind } = ahead;
  const does = isWaiting ? `standing, ${FACING[relation]}` : RELATIONS[relation];
  const turn = turns.map((steps) => `${steps * DEGREES}°`).join(' or ');
  const rule = [
    ...(turns.length > 0 ? [`turn ${turn} to a free side`] : []),
    `${turns.length > 0 ? 'else ' : ''}${ACTS[act]}`,
    ...(passesBehind ? ['and pass behind'] : []),
  ].join(', ');
  return {
    who: `Person ${serial}, ${tiles.toFixed(1)} tiles ahead (${distance}), ${does}`,
    rule: `Rule in ${isCongested ? 'congested traffic' : 'free flow'}: ${rule}.`,
  };
}
