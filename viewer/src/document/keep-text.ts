/**
 * The text a scenario was opened from, and its data as it is now → the text it is saved as. Only what has changed is written anew: comments,
 * the order of fields and how lines are laid out stay as somebody wrote them. A comment goes with what it stands above or beside.
 *
 * The data before and after are walked together with the nodes of the text; where they differ, a piece of the text is replaced. Data share
 * what an edit left alone, so most of it is passed by at once. What comes out is read again: should it not give the same data (texts with
 * aliases, of which one is changed), the whole is written anew, without comments.
 */
import { parseScenarioText } from '@foulee/formats';
import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { type Data, fieldRank, inOrder, isRecord } from './document.ts';
import { flowText, itemLines, pairLines, scenarioText, type Style } from './text.ts';

/** What was opened: the text, without a mark of the byte order, and the data read from it. */
export interface Source {
  text: string;
  data: Data;
}

export function savedText(source: Source | undefined, data: Data): string {
  if (source === undefined) return scenarioText(data);
  if (source.data === data) return source.text;
  const kept = keptText(source, data);
  return kept === undefined || !says(kept, data) ? scenarioText(data) : kept;
}

/** Does a text give these data? Sections may be in any order; within them it may matter. */
function says(text: string, data: Data): boolean {
  try {
    const read = parseScenarioText(text, 'saved.yaml').data as Data;
    return JSON.stringify(inOrder(read)) === JSON.stringify(inOrder(data));
  } catch {
    return false;
  }
}

interface Splice {
  from: number;
  to: number;
  text: string;
}

/** A field with its value, or an item of a list: where it begins and ends in the text. */
interface Piece {
  key: Node | undefined;
  value: Node | null;
  from: number;
  to: number;
}

/** A text that is being changed. */
interface Work {
  text: string;
  style: Style;
  splices: Splice[];
}

function keptText({ text, data: before }: Source, data: Data): string | undefined {
  const { contents, errors } = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    logLevel: 'silent',
  });
  if (errors.length > 0 || !isMap(contents)) return undefined;
  const work: Work = { text, style: { isPadded: /[{,:] *\{ \S/.test(text) }, splices: [] };
  changeParts(work, contents, before, ordered(before, data), 1);
  const isCrLf = text.includes('\r\n');
  let kept = '';
  let at = 0;
  for (const { from, to, text: written } of work.splices.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    kept += text.slice(at, from) + (isCrLf ? written.replaceAll('\n', '\r\n') : written);
    at = to;
  }
  return kept + text.slice(at);
}

/** Sections as they stand in the text; new ones where the documentation has them. */
function ordered(before: Data, data: Data): Data {
  const keys = Object.keys(before).filter((key) => Object.hasOwn(data, key));
  for (const key of Object.keys(data).filter((one) => !Object.hasOwn(before, one))) {
    const last = keys.findLastIndex((one) => fieldRank(one) < fieldRank(key));
    keys.splice(last + 1, 0, key);
  }
  return Object.fromEntries(keys.map((key) => [key, data[key]]));
}

/** @param whole writes all of it anew */
function change(
  work: Work,
  node: Node | null,
  before: unknown,
  after: unknown,
  depth: number,
  whole: () => void,
): void {
  if (before === after || JSON.stringify(before) === JSON.stringify(after)) return;
  const areAlike =
    (isMap(node) && isRecord(before) && isRecord(after)) ||
    (isSeq(node) && Array.isArray(before) && Array.isArray(after));
  if (areAlike && node.items.length > 0 && partCount(after) > 0) {
    changeParts(work, node, before as Data, after as Data, depth);
    return;
  }
  const [from, to] = node?.range ?? [0, 0];
  const isShort = isScalar(node) && node.type?.startsWith('BLOCK') !== true && to > from;
  if (isShort && (typeof after !== 'object' || after === null)) {
    work.splices.push({ from, to, text: flowText(after, work.style) });
  } else whole();
}

const partCount = (value: unknown): number => Object.keys(value as object).length;

/** What becomes of the parts: kept and changed, taken away, or new; by index. */
interface Step {
  before: number | undefined;
  after: number | undefined;
}

function changeParts(
  work: Work,
  node: YAMLMap | YAMLSeq,
  before: Data | unknown[],
  after: Data | unknown[],
  depth: number,
): void {
  const pieces = piecesOf(work.text, node);
  const isList = Array.isArray(before) && Array.isArray(after);
  const [keysBefore, keysAfter] = [Object.keys(before), Object.keys(after)];
  const [valuesBefore, valuesAfter] = [Object.values(before), Object.values(after)];
  // Names that are no texts, as 1 and 2 of sizes, are sorted in the data and need not be in the text.
  if (!isList && pieces.some(({ key }, k) => !isScalar(key) || String(key.value) !== keysBefore[k])) return;
  const steps = align(
    isList ? valuesBefore : keysBefore,
    isList ? valuesAfter : namesBefore(before as Data, after as Data),
    (b, a) => isAkin(valuesBefore[b], valuesAfter[a], isList && partCount(after) >= partCount(before)),
    isList,
  );
  const linesOf = (a: number): string[] =>
    isList
      ? itemLines(valuesAfter[a], depth + 1, work.style)
      : pairLines(keysAfter[a], valuesAfter[a], depth, work.style);
  const flowOf = (a: number): string => {
    const value = flowText(valuesAfter[a], work.style);
    return isList ? value : `${flowText(keysAfter[a], work.style)}: ${value}`;
  };
  /** Of an item that stood elsewhere in the list. */
  const movedLines = (a: number): string[] | undefined => {
    const isMoved = ({ before: b, after: none }: Step) => none === undefined && valuesBefore[b!] === valuesAfter[a];
    const moved = isList ? steps.find(isMoved) : undefined;
    return moved === undefined ? undefined : writtenLines(work.text, pieces, moved.before!);
  };
  const isFlow = node.flow === true;
  for (const step of steps) {
    if (step.before === undefined || step.after === undefined) continue;
    const { before: b, after: a } = step;
    const piece = pieces[b];
    const indent = columnOf(work.text, piece.from);
    // With its name: a new name is not written a second time.
    let isWhole = false;
    const whole = () => {
      isWhole = true;
      const text = isFlow ? flowOf(a) : linesOf(a).join(`\n${' '.repeat(indent)}`);
      work.splices.push({ from: piece.from, to: piece.to, text });
    };
    if (isAlias(piece.value)) {
      if (valuesBefore[b] !== valuesAfter[a]) whole();
    } else change(work, piece.value, valuesBefore[b], valuesAfter[a], depth + 1, whole);
    if (!isList && !isWhole && keysBefore[b] !== keysAfter[a]) {
      const [from, to] = piece.key!.range!;
      work.splices.push({ from, to, text: flowText(keysAfter[a], work.style) });
    }
  }
  if (isFlow) moveInFlow(work, pieces, steps, flowOf);
  else moveInBlock(work, pieces, steps, (a) => movedLines(a) ?? linesOf(a));
}

/**
 * Of each field, the name it had before: a value that has moved to another name takes its comments along. NEW: what has come under
 * the name of one that moved.
 */
function namesBefore(before: Data, after: Data): unknown[] {
  const isMoved = (name: string) => typeof before[name] === 'object' && before[name] !== after[name];
  const moved = new Map(
    Object.keys(before)
      .filter(isMoved)
      .map((name) => [before[name], name]),
  );
  // One value may stand under two names, by an alias.
  const oldNames = Object.entries(after).map(([name, value]) => (before[name] === value ? name : moved.get(value)));
  const isTaken = new Set(oldNames);
  return Object.keys(after).map((name, k) => oldNames[k] ?? (isTaken.has(name) ? NEW : name));
}

const NEW = Symbol('new');

function piecesOf(text: string, node: YAMLMap | YAMLSeq): Piece[] {
  if (isMap(node)) {
    return node.items.map((pair): Piece => {
      const [key, value] = [pair.key as Node, pair.value as Node | null];
      return { key, value, from: key.range![0], to: Math.max(key.range![1], endOf(text, value)) };
    });
  }
  return (node.items as Node[]).map((value): Piece => {
    const start = value.range![0];
    const from = node.flow === true ? start : text.lastIndexOf('-', start - 1);
    return { key: undefined, value, from, to: Math.max(from + 1, endOf(text, value)) };
  });
}

/** Where what is written of a node ends, without comments and empty lines behind it. */
function endOf(text: string, node: Node | null): number {
  if (node === null) return 0;
  if ((isMap(node) || isSeq(node)) && node.flow !== true) {
    const last = node.items.at(-1);
    if (last === undefined) return node.range![1];
    if (isSeq(node)) return endOf(text, last as Node);
    const { key, value } = last as { key: Node; value: Node | null };
    return Math.max(key.range![1], endOf(text, value));
  }
  let end = node.range![1];
  while (end > 0 && /\s/.test(text[end - 1])) end--;
  return end;
}

/**
 * What is the same before and after, in order, is kept. What lies between is kept as changed where it is akin, one by one; else it is new
 * or gone.
 */
function align(
  before: readonly unknown[],
  after: readonly unknown[],
  isKept: (before: number, after: number) => boolean,
  isList: boolean,
): Step[] {
  // Of a list, those that are the only ones of their kind: numbers and some names may come again.
  const counts = new Map<unknown, number>();
  for (const one of before) counts.set(one, (counts.get(one) ?? 0) + 1);
  const isOne = (one: unknown) => typeof one === 'string' && counts.get(one) === 1;
  const indexOf = new Map(
    before.flatMap((one, k) => (isList && typeof one !== 'object' && !isOne(one) ? [] : [[one, k] as const])),
  );
  const steps: Step[] = [];
  let [nextBefore, nextAfter] = [0, 0];
  const between = (endBefore: number, endAfter: number): void => {
    while (nextBefore < endBefore || nextAfter < endAfter) {
      const isBoth = nextBefore < endBefore && nextAfter < endAfter && isKept(nextBefore, nextAfter);
      if (isBoth) steps.push({ before: nextBefore++, after: nextAfter++ });
      else if (nextBefore < endBefore) steps.push({ before: nextBefore++, after: undefined });
      else steps.push({ before: undefined, after: nextAfter++ });
    }
  };
  after.forEach((one, k) => {
    const same = indexOf.get(one);
    if (same === undefined || same < nextBefore) return;
    between(same, k);
    steps.push({ before: nextBefore++, after: nextAfter++ });
  });
  between(before.length, after.length);
  return steps;
}

/**
 * Is one perhaps the other, changed? So that its comment is still about it.
 * @param isByForm the same fields with other values will do: of a list that did not become shorter nothing was taken away
 */
function isAkin(before: unknown, after: unknown, isByForm: boolean): boolean {
  if (before === after) return true;
  // A name alone, and with more said of it.
  if (typeof before === 'string' && isRecord(after)) return Object.values(after).includes(before);
  if (isRecord(before) && typeof after === 'string') return Object.values(before).includes(after);
  if (!isRecord(before) || !isRecord(after)) return isRecord(before) === isRecord(after);
  if (isByForm && Object.keys(before).join() === Object.keys(after).join()) return true;
  return Object.keys(after).some(
    (key) => Object.hasOwn(before, key) && JSON.stringify(before[key]) === JSON.stringify(after[key]),
  );
}

const columnOf = (text: string, at: number): number => at - lineStart(text, at);
const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end < 0) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** Take away and put in between [ ] or { }. */
function moveInFlow(work: Work, pieces: readonly Piece[], steps: readonly Step[], textOf: (a: number) => string): void {
  const kept = steps.flatMap(({ before, after }) => (before === undefined || after === undefined ? [] : [before]));
  const first = kept[0] === undefined ? undefined : pieces[kept[0]];
  const last = kept.length === 0 ? undefined : pieces[kept.at(-1)!];
  let before: Piece | undefined;
  const added: string[] = [];
  for (const step of steps) {
    if (step.after === undefined) {
      const piece = pieces[step.before!];
      // Behind the last that is kept all goes at once, below.
      if (last !== undefined && piece.from < last.from) {
        work.splices.push({ from: piece.from, to: pieces[step.before! + 1].from, text: '' });
      }
    } else if (step.before === undefined) {
      const text = textOf(step.after);
      if (before !== undefined) work.splices.push({ from: before.to, to: before.to, text: `, ${text}` });
      else if (first === undefined) added.push(text);
      else work.splices.push({ from: first.from, to: first.from, text: `${text}, ` });
    } else before = pieces[step.before];
  }
  const end = pieces.at(-1)!.to;
  if (last === undefined) work.splices.push({ from: pieces[0].from, to: end, text: added.join(', ') });
  else if (last.to < end) work.splices.push({ from: last.to, to: end, text: '' });
}

/** Take away and put in lines. */
function moveInBlock(
  work: Work,
  pieces: readonly Piece[],
  steps: readonly Step[],
  linesOf: (a: number) => string[],
): void {
  const { text } = work;
  const margin = ' '.repeat(columnOf(text, pieces[0].from));
  const kept = steps.flatMap(({ before, after }) => (before === undefined || after === undefined ? [] : [before]));
  const last = kept.length === 0 ? undefined : pieces[kept.at(-1)!];
  let before: Piece | undefined;
  const added: string[] = [];
  for (const step of steps) {
    if (step.after === undefined) {
      const k = step.before!;
      if (last === undefined || pieces[k].from > last.from || k < kept[0]) continue;
      work.splices.push({ from: leadOf(text, pieces, k), to: leadOf(text, pieces, k + 1), text: '' });
    } else if (step.before === undefined) {
      const lines = linesOf(step.after);
      if (before === undefined) added.push(...lines);
      else {
        const at = lineEnd(text, before.to);
        work.splices.push({ from: at, to: at, text: lines.map((line) => `\n${margin}${line}`).join('') });
      }
    } else before = pieces[step.before];
  }
  const end = pieces.at(-1)!.to;
  if (last === undefined) {
    work.splices.push({ from: pieces[0].from, to: end, text: added.join(`\n${margin}`) });
    return;
  }
  // The first may stand behind a dash, which stays.
  if (kept[0] > 0) {
    const next = afterMargin(text, leadOf(text, pieces, kept[0]));
    work.splices.push({ from: pieces[0].from, to: next, text: '' });
  }
  if (added.length > 0) {
    const at = pieces[kept[0]].from;
    work.splices.push({ from: at, to: at, text: added.map((line) => `${line}\n${margin}`).join('') });
  }
  if (last.to < end) work.splices.push({ from: lineEnd(text, last.to), to: lineEnd(text, end), text: '' });
}

/** The start of the line a part begins on, with the comments right above it; those above the first may be about all. */
function leadOf(text: string, pieces: readonly Piece[], k: number): number {
  let start = lineStart(text, pieces[k].from);
  if (k === 0) return start;
  const least = lineEnd(text, pieces[k - 1].to);
  for (;;) {
    const above = lineStart(text, start - 1);
    if (above <= least || !/^\s*#/.test(text.slice(above, start))) return start;
    start = above;
  }
}

/** An item as it is written, with the comments above and beside it, without its margin. */
function writtenLines(text: string, pieces: readonly Piece[], k: number): string[] {
  const { from, to } = pieces[k];
  const start = k === 0 ? from : leadOf(text, pieces, k);
  const margin = new RegExp(`^ {0,${columnOf(text, from)}}`);
  const lines = text.slice(start, lineEnd(text, to)).split(/\r?\n/);
  return lines.map((line) => line.replace(margin, ''));
}

function afterMargin(text: string, at: number): number {
  let after = at;
  while (text[after] === ' ') after++;
  return after;
}
