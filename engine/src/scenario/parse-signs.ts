/** Signs, and what people know of areas and goals: names checked and turned into indices. */
import { goalsNamed, levelOf, type Parts } from './parse-parts.ts';
import { fail, type FieldPath, unknownName } from './problems.ts';
import type { ScenarioSign } from './scenario.ts';
import type { ScenarioFile } from './schema.ts';

type SignFile = NonNullable<ScenarioFile['signs']>[string];

/** A sign of a corridor or a station, where nothing is said: legible from 20 m, from nearly everywhere before it, noticed by all. */
const USUAL_SIGN = { range: 20, angle: 170, notice: 1 };

/** What the word for a map of the whole place is. */
const EVERYTHING = 'everything';

/** Names of what people know are areas or goals. */
export function checkKnowledge(parts: Parts): void {
  for (const { name, knowledge } of parts.profiles) {
    if (knowledge === undefined || typeof knowledge.start === 'string') continue;
    knowledge.start.forEach((known, k) => {
      if (parts.areaIndex.has(known) || parts.goalIndex.has(known) || parts.kinds.has(known)) return;
      const path = ['profiles', name, 'knowledge', 'start', k];
      parts.problems.push(
        unknownName(path, 'area or goal', known, [...parts.areaIndex.keys(), ...parts.goalIndex.keys()]),
      );
    });
  }
}

export function readSigns(file: ScenarioFile, parts: Parts): ScenarioSign[] {
  return Object.entries(file.signs ?? {}).map(([name, sign]) => readSign(name, sign, ['signs', name], parts));
}

function readSign(name: string, file: SignFile, path: FieldPath, parts: Parts): ScenarioSign {
  const { at, level, facing, shows } = file;
  if (typeof facing === 'object' && facing.towards[0] === at[0] && facing.towards[1] === at[1]) {
    fail(parts, [...path, 'facing'], 'is the place of the sign itself', 'give a point before it');
  }
  const shown = readShown(shows, [...path, 'shows'], parts);
  if (shown === null && file.gives === 'direction') {
    fail(parts, [...path, 'gives'], 'does not go with a sign that shows everything', 'name the goals it points to');
  }
  return {
    name,
    at,
    level: levelOf(parts, level, [...path, 'level']),
    facing: typeof facing === 'number' ? { degrees: facing } : facing,
    range: file.range ?? USUAL_SIGN.range,
    angle: file.angle ?? USUAL_SIGN.angle,
    notice: file.notice ?? USUAL_SIGN.notice,
    shows: shown,
    gives: file.gives ?? 'way',
  };
}

/** Goals by their names, or by their kind; null: everything. */
export function readShown(file: string | string[], path: FieldPath, parts: Parts): number[] | null {
  const names = typeof file === 'string' ? [file] : file;
  if (names.includes(EVERYTHING) && !parts.goalIndex.has(EVERYTHING)) return null;
  return [...new Set(names.flatMap((name) => goalsNamed(parts, name, path)))];
}
