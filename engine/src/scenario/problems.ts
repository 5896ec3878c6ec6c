/**
 * What is wrong with a scenario: problems with the path of the field, and the error that lists them all.
 *
 * zod's issues become sentences here. Each schema carries, as its error text, what would be right; a problem says what is
 * there instead. Of several forms a value may have (a union), the one that it fits best is judged. Cost: linear in the
 * issues, which are bounded by the data.
 */
import type * as z from 'zod';
import { InputError } from '../core/errors.ts';
import { shortened, shortenedMessage } from '../core/shorten.ts';

export type FieldPath = (string | number)[];

export interface ScenarioProblem {
  /** Fields and indices from the root to what is wrong. */
  path: FieldPath;
  /** An unknown field of the object at `path`: what is wrong is its name, not a value. */
  field: string | null;
  /** Follows the path's text: "is -1". */
  what: string;
  /** What would be right: "give a number, 0 to 1000". */
  remedy: string;
}

/** Whoever reads a scenario collects what is wrong. */
export interface Problems {
  problems: ScenarioProblem[];
}

export function fail({ problems }: Problems, path: FieldPath, what: string, remedy: string): void {
  problems.push({ path, field: null, what, remedy });
}

/** More are counted, not listed. */
const LISTED = 20;

/** Everything that is wrong with a scenario, one line each. `where` of the first problem stands for the error. */
export class ScenarioError extends InputError {
  readonly problems: readonly ScenarioProblem[];

  /** @param placeOf file, line and column of a problem, where they are known */
  constructor(all: readonly ScenarioProblem[], placeOf?: (problem: ScenarioProblem) => string) {
    const problems = all.map((problem) => ({
      ...problem,
      what: shortenedMessage(problem.what),
      remedy: shortenedMessage(problem.remedy),
    }));
    const lines = problems.slice(0, LISTED).map((problem) => {
      const where = placeOf?.(problem) ?? 'scenario';
      return { where: shortened(where), what: `${pathText(problem.path)} ${problem.what}`, remedy: problem.remedy };
    });
    const first = lines[0];
    super(first.where, first.what, first.remedy);
    this.message = lines.map(({ where, what, remedy }) => `${where}: ${what}; ${remedy}`).join('\n');
    if (problems.length > LISTED) this.message += `\n… and ${problems.length - LISTED} problems more`;
    this.problems = problems;
  }
}

/** "walkers[3].at"; the root is "the scenario". */
export function pathText(path: FieldPath): string {
  if (path.length === 0) return 'the scenario';
  return path
    .map((part, i) => {
      if (typeof part === 'number') return `[${part}]`;
      const name = /^[\w-]{1,40}$/.test(part) ? part : show(part);
      return i === 0 ? name : `.${name}`;
    })
    .join('');
}

/** A value in a message: short, on one line. */
function show(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value);
    const shown = names.slice(0, 3).map((name) => name.slice(0, 20));
    return names.length === 0
      ? 'an empty object'
      : `an object with ${shown.join(', ')}${names.length > 3 ? ', …' : ''}`;
  }
  if (typeof value !== 'string') return String(value);
  return `"${(value.length > 40 ? `${value.slice(0, 40)}…` : value).replace(/[\s\p{Cc}]+/gu, ' ')}"`;
}

/** Prefix of the error text of an object with unknown fields; the known ones follow. */
export const KNOWN_FIELDS = 'known fields: ';

/** Fields that belong beside the shape of a piece that events add, not into it. */
const BESIDE_PIECE = ['level', 'name'];

/** Sentences for what zod found. Error texts are what was expected, without "give". */
export function problemsOf(
  data: unknown,
  issues: readonly z.core.$ZodIssue[],
  base: FieldPath = [],
): ScenarioProblem[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...(issue.path as FieldPath)];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((field) => unknownField(path, field, knownIn(issue)));
    }
    const value = valueAt(data, path);
    if (issue.code === 'invalid_union') return problemsOfUnion(data, issue, path, value);
    const what = value === undefined ? 'is missing' : `is ${show(value)}`;
    return [{ path, field: null, what, remedy: `give ${issue.message}` }];
  });
}

function problemsOfUnion(
  data: unknown,
  issue: z.core.$ZodIssueInvalidUnion,
  path: FieldPath,
  value: unknown,
): ScenarioProblem[] {
  const whole = [
    {
      path,
      field: null,
      what: value === undefined ? 'is missing' : `is ${show(value)}`,
      remedy: `give ${issue.message}`,
    },
  ];
  if (value === undefined) return whole;
  const judged = issue.errors.map((branch) => judge(value, branch)).filter((branch) => branch.misfit < Infinity);
  judged.sort((a, b) => a.misfit - b.misfit || a.issues.length - b.issues.length);
  const best = judged[0];
  if (best === undefined) return whole;
  // One form fits but for what is missing, and no other as well: that is what was meant.
  const isMeant = best.issues.every((found) => found.code !== 'unrecognized_keys' && !isOfOtherForm(found));
  if (best.isIncomplete && isMeant && Object.keys(value as object).length > 0) {
    if (judged.length === 1 || judged[1].misfit > best.misfit) return problemsOf(data, best.issues, path);
  }
  const known = [...new Set(judged.flatMap((branch) => branch.issues.flatMap(knownIn)))];
  if (!best.isIncomplete) {
    return best.issues.flatMap((found) => {
      if (isOfOtherForm(found)) return [fieldOfOtherForm(path, String(found.path[0]), known, issue.message)];
      if (found.code !== 'unrecognized_keys' || found.path.length > 0) return problemsOf(data, [found], path);
      return found.keys.map((field) => fieldOfOtherForm(path, field, known, issue.message));
    });
  }
  const unknown = Object.keys(value as object).filter((field) => known.length > 0 && !known.includes(field));
  if (unknown.length === 0) return whole;
  return unknown.map((field) => unknownField(path, field, known, issue.message));
}

/** A field that must not be there, as it makes the thing another one. */
const isOfOtherForm = (issue: z.core.$ZodIssue) => issue.code === 'invalid_type' && issue.expected === 'never';

/** A field too many: one of another form of the same thing, or one of none. */
function fieldOfOtherForm(path: FieldPath, field: string, known: string[], expected: string): ScenarioProblem {
  if (!known.includes(field)) return unknownField(path, field, known, expected);
  return {
    path,
    field,
    what: `has the field ${show(field)}, which does not go with the others`,
    remedy: `give ${expected}`,
  };
}

/** How badly a value misses one form: by its kind (beyond all measure), or by fields too many and fields missing. */
function judge(value: unknown, issues: readonly z.core.$ZodIssue[]) {
  let misfit = 0;
  let isIncomplete = false;
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') misfit += issue.keys.length;
    else if (isOfOtherForm(issue)) misfit++;
    else if (issue.path.length === 0)
      misfit += issue.code === 'invalid_type' || issue.code === 'invalid_value' ? Infinity : 1;
    else if (
      issue.path.length === 1 &&
      !Array.isArray(value) &&
      valueAt(value, issue.path as FieldPath) === undefined
    ) {
      misfit++;
      isIncomplete = true;
    }
  }
  return { misfit, isIncomplete, issues };
}

function knownIn(issue: z.core.$ZodIssue): string[] {
  if (issue.code !== 'unrecognized_keys' || !issue.message.startsWith(KNOWN_FIELDS)) return [];
  return issue.message.slice(KNOWN_FIELDS.length).split(', ');
}

function unknownField(path: FieldPath, field: string, known: string[], expected?: string): ScenarioProblem {
  const piece = path.at(-1);
  if (path.at(-2) === 'add' && typeof piece === 'string' && BESIDE_PIECE.includes(field)) {
    const remedy = `write it beside ${piece}: {${piece}: …, ${field}: …}`;
    return { path, field, what: `has the unknown field ${show(field)}`, remedy };
  }
  const near = nearestName(field, known);
  const all = expected === undefined ? `known here: ${known.join(', ')}` : `give ${expected}`;
  return {
    path,
    field,
    what: `has the unknown field ${show(field)}`,
    remedy: near === undefined ? all : `did you mean "${near}"?`,
  };
}

function valueAt(data: unknown, path: FieldPath): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** A name that is not there. */
export function unknownName(path: FieldPath, kind: string, name: string, known: readonly string[]): ScenarioProblem {
  const near = nearestName(name, known);
  const some = known.slice(0, 12).map((text) => show(text));
  const list =
    known.length === 0
      ? `none is defined`
      : `give ${known.length > 12 ? `one of ${some.join(', ')}, …` : some.join(' or ')}`;
  return {
    path,
    field: null,
    what: `is ${show(name)}, but there is no such ${kind}`,
    remedy: near === undefined ? list : `did you mean ${show(near)}?`,
  };
}

/** The known name that takes the fewest changes, if those are few; ties: the first. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > 60) return undefined;
  const most = Math.floor(name.length / 3);
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const changes = changesBetween(name.toLowerCase(), candidate.toLowerCase());
    if (changes < least) {
      least = changes;
      best = candidate;
    }
  }
  return best;
}

/** Letters to insert, delete, replace, or swap with the next (optimal string alignment). */
function changesBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      let changes = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        changes = Math.min(changes, before[j - 2] + 1);
      next.push(changes);
    }
    before = row;
    row = next;
  }
  return row[b.length];
}
