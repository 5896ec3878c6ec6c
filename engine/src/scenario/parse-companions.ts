/**
 * What a file says about who walks together → sizes of groups and their shares; and whether entries that share a group can be one.
 *
 *   share p of all people in groups, mean size m of these    →    of those who come next, q = p / (m·(1 − p) + p) begin a group
 *
 * `town` is M02 §3.4.1: 95 % of the groups are of one or two, 5 % of three to ten. How the 95 % are divided is assumed: half and half, so that
 * about a quarter of the people walk alone ("less than a half of the pedestrians walk alone. Indeed most people walk by two").
 */
import { fail, type FieldPath, type ScenarioProblem } from './problems.ts';
import type { Scenario, Who } from './scenario.ts';
import type { ScenarioFile } from './schema.ts';

type CompanionsFile = NonNullable<NonNullable<ScenarioFile['sources']>[number]['companions']>;

const TOWN: NonNullable<Who['companions']> = [
  { size: 1, share: 0.475 },
  { size: 2, share: 0.475 },
  ...[3, 4, 5, 6, 7, 8, 9, 10].map((size) => ({ size, share: 0.05 / 8 })),
];

export function readCompanions(
  file: CompanionsFile | undefined,
  path: FieldPath,
  problems: { problems: ScenarioProblem[] },
): Who['companions'] {
  if (file === undefined) return null;
  if (file === 'town') return TOWN;
  if (typeof file === 'number') return [{ size: file, share: 1 }];
  const sizes = Object.entries(file.sizes).map(([size, share]) => ({ size: Number(size), share }));
  const sum = sizes.reduce((total, { share }) => total + share, 0);
  if (!(sum > 0)) {
    fail(problems, [...path, 'sizes'], 'has no share above 0', 'give {size: share, …}, for example {2: 0.8, 3: 0.2}');
    return null;
  }
  const mean = sizes.reduce((total, { size, share }) => total + (size * share) / sum, 0);
  const among = file.share ?? 1;
  const begin = among / (mean * (1 - among) + among);
  const groups = sizes.map(({ size, share }) => ({ size, share: (begin * share) / sum }));
  return begin < 1 ? [{ size: 1, share: 1 - begin }, ...groups] : groups;
}

/** Entries of one group go the same way, and are not divided into others. */
export function checkGroups({ walkers }: Scenario, problems: { problems: ScenarioProblem[] }): void {
  const first = new Map<string, number>();
  for (const [i, { group, itinerary, companions }] of walkers.entries()) {
    if (group === null) continue;
    if (companions !== null) {
      fail(problems, ['walkers', i, 'companions'], 'is given beside group', 'give one of group and companions');
    }
    const known = first.get(group);
    if (known === undefined) first.set(group, i);
    else if (walkers[known].itinerary !== itinerary) {
      fail(
        problems,
        ['walkers', i],
        `goes another way than others of group "${group}"`,
        `give it the goal, exit or itinerary of walkers[${known}]`,
      );
    }
  }
}
