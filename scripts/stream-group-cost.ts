/**
 * What deciding costs a member of a group against its leader, in towns where all walk alone, in pairs, or in bands of 3 to 10.
 *
 *   node scripts/run.mjs scripts/stream-group-cost.ts [--walkers 1000]
 *
 * prints a table: nanoseconds of a look around by leaders and by members (the least of many repetitions of one step, with only leaders or only
 * members looking, less one with nobody looking), looks per walker and step, the cost of deciding per walker and step that follows, and the
 * share of members' looks that are as thorough as a leader's. 15 s in, then counted for 5 s.
 */
import { parseArgs } from 'node:util';
import { markdownTable } from '@foulee/bench';
import { makeTown, tilesOfPicture } from '@foulee/engine';
import {
  createStreamTown,
  decideAll,
  findGroups,
  leaderOf,
  stepStreamTown,
  type StreamTown,
} from '@foulee/engine/inside';
import { makeBitmapTown } from '@foulee/testing';

const WARM_UP = 24 * 15;
const COUNTED = 24 * 5;
const REPEATS = 600;
/** Columns that deciding changes: put back before each repetition. */
const CHANGED = ['wait', 'resume', 'accelerate', 'goal', 'former', 'due'] as const;

const { values } = parseArgs({ options: { walkers: { type: 'string', default: '1000' } } });
const walkers = Number(values.walkers);
const { pixels, width, height } = makeBitmapTown(512, 1);
const town = makeTown(tilesOfPicture(pixels, width, height));
const kinds = { alone: [0, 0], 'in pairs': [1, 0], 'in bands': [0, 1] } as const;

const rows = Object.entries(kinds).map(([name, [pairs, bands]]) => {
  const run = createStreamTown(town, { walkers, seed: 1, settings: { pairs, bands } });
  for (let k = 0; k < WARM_UP; k++) stepStreamTown(run);
  const perStep = looksPerStep(run);
  const { none, leaders, members, thorough } = timeLooks(run);
  const leader = none + perStep.leaders * leaders;
  const member = none + perStep.members * members;
  const shown = (value: number, digits = 0) => (Number.isFinite(value) ? value.toFixed(digits) : '–');
  return [
    name,
    shown(leaders),
    shown(members),
    shown(perStep.leaders, 2),
    shown(perStep.members, 2),
    shown(leader),
    shown(member),
    shown(member / leader, 2),
    shown(100 * thorough),
  ];
});

console.log(
  markdownTable(
    [
      'all walk',
      'look, leader (ns)',
      'look, member (ns)',
      'looks per step, leader',
      'looks per step, member',
      'deciding, leader (ns per step)',
      'deciding, member (ns per step)',
      'member / leader',
      'thorough looks of members (%)',
    ],
    rows,
  ),
);

/** Looks per walker and step of those who lead or walk alone, and of members. */
function looksPerStep(run: StreamTown) {
  const { crowd, groups, moment, settings } = run;
  const looks = [0, 0];
  const all = [0, 0];
  for (let k = 0; k < COUNTED; k++) {
    findGroups(groups, crowd);
    for (let i = 0; i < crowd.count; i++) {
      const kind = leaderOf(groups, i) === i ? 0 : 1;
      all[kind]++;
      const isTurn = crowd.due[i] === 1 || (crowd.serial[i] + moment.steps) % settings.every === 0;
      if (crowd.wait[i] === 0 && isTurn) looks[kind]++;
    }
    stepStreamTown(run);
  }
  return { leaders: looks[0] / all[0], members: looks[1] / all[1] };
}

/** Nanoseconds of deciding per walker where nobody looks, and more per look of a leader and of a member. */
function timeLooks({ maps, ways, crowd, thinking, moment, groups }: StreamTown) {
  findGroups(groups, crowd);
  const saved = CHANGED.map((name) => crowd[name].slice());
  const kind = Array.from({ length: crowd.count }, (_, i) => (leaderOf(groups, i) === i ? 1 : 2));
  const number = (which: number) => kind.filter((k, i) => k === which && saved[0][i] === 0).length;
  const least = [Infinity, Infinity, Infinity];
  // Only those who are due look.
  const { every } = maps.settings;
  maps.settings.every = 2 ** 30;
  let thorough = 0;
  for (let k = 0; k < 3 * REPEATS; k++) {
    const which = k % 3;
    for (const [c, name] of CHANGED.entries()) crowd[name].set(saved[c]);
    for (let i = 0; i < crowd.count; i++) crowd.due[i] = kind[i] === which ? 1 : 0;
    const asked = thinking.advice.asked;
    const begun = performance.now();
    decideAll(maps, ways, crowd, thinking, moment);
    least[which] = Math.min(least[which], 1e6 * (performance.now() - begun));
    if (which === 2) thorough = thinking.advice.asked - asked;
  }
  maps.settings.every = every;
  const [none, leaders, members] = least;
  return {
    none: none / crowd.count,
    leaders: (leaders - none) / number(1),
    members: (members - none) / number(2),
    thorough: thorough / number(2),
  };
}
