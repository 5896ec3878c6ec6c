/**
 * Insight (worker/inspect.ts) → lines on the floor: the way, the neighbours, a second of what was wished for and of each velocity that was rated,
 * and where collisions are foreseen.
 */
import type { Insight } from '../protocol/insight.ts';
import type { Sketch } from '../protocol/sketch.ts';

/** What is drawn, and in which colour: the legend of the card, too. */
export const INSIGHT_COLOURS = {
  way: '#2563eb',
  neighbours: '#0f766e',
  wish: '#d97706',
  trail: '#c026d3',
  taken: '#15803d',
  refused: '#b91c1c',
  left: '#64748b',
} as const;

/** Collisions that are drawn, seconds within which, and metres of an arrow's barbs. */
const MOST_MET = 4;
const SOON = 6;
const BARB = 0.14;

export function sketchInsight({ route, neighbours, wish, place, decision }: Insight): Sketch[] {
  const [x, y, z] = place;
  const sketches: Sketch[] = [];
  if (route.length >= 6) {
    const points = route.filter((_, k) => k % 3 !== 2);
    const heights = route.filter((_, k) => k % 3 === 2);
    sketches.push({ kind: 'line', points, heights, z, colour: INSIGHT_COLOURS.way });
  }
  for (let k = 0; k < neighbours.length; k += 3) {
    const points = [x, y, neighbours[k], neighbours[k + 1]];
    const heights = [z, neighbours[k + 2]];
    sketches.push({ kind: 'thread', points, heights, z, colour: INSIGHT_COLOURS.neighbours });
  }
  if (wish[0] !== 0 || wish[1] !== 0) {
    const points = [x, y, x + wish[0], y + wish[1]];
    sketches.push({ kind: 'line', points, z, colour: INSIGHT_COLOURS.wish, isStrong: true });
  }
  for (const { velocity, verdict } of decision.proposals) {
    const isTaken = verdict !== 'refused' && verdict !== 'left';
    const colour = INSIGHT_COLOURS[isTaken ? 'taken' : verdict];
    for (const points of arrow(x, y, ...velocity))
      sketches.push({ kind: isTaken ? 'line' : 'thread', points, z, colour });
  }
  for (const { time, place: met } of soonest(decision)) {
    const colour = INSIGHT_COLOURS.refused;
    sketches.push({ kind: 'thread', points: [x, y, ...met], z, colour });
    sketches.push({ kind: 'point', points: met, z, colour, label: `${time.toFixed(1)} s` });
  }
  return sketches;
}

/** The collisions worth a look: those it has to avoid, soonest first. */
export function soonest({ collisions }: Insight['decision']): Insight['decision']['collisions'] {
  return collisions.filter(({ isAvoided, time }) => isAvoided && time < SOON).slice(0, MOST_MET);
}

/** A shaft and a head. */
function arrow(x: number, y: number, dx: number, dy: number): number[][] {
  const long = Math.hypot(dx, dy);
  if (long === 0) return [];
  const [ux, uy] = [(BARB * dx) / long, (BARB * dy) / long];
  const [tipX, tipY] = [x + dx, y + dy];
  return [
    [x, y, tipX, tipY],
    [tipX - ux - uy, tipY - uy + ux, tipX, tipY, tipX - ux + uy, tipY - uy - ux],
  ];
}
