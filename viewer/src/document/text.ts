/** Data of a scenario → the text it is saved as: YAML as in docs/scenario.md, short things on one line. */
import { Document, isSeq, stringify } from 'yaml';
import { type Data, inOrder, isRecord } from './document.ts';

/** Characters of a line; of what is written on one. */
const LINE = 120;
const SHORT = 96;

/** How a text writes what it could write otherwise. */
export interface Style {
  /** `{ a: 1 }`, not `{a: 1}`. */
  isPadded: boolean;
}

export function scenarioText(data: Data): string {
  const lines = Object.entries(inOrder(data)).flatMap(([key, value]) => pairLines(key, value, 1, { isPadded: false }));
  return lines.length === 0 ? '{}\n' : `${lines.join('\n')}\n`;
}

/** On one line, as it can stand within [ ] and { }. */
export function flowText(value: unknown, style: Style): string {
  if (Array.isArray(value)) return `[${value.map((item) => flowText(item, style)).join(', ')}]`;
  if (!isRecord(value)) return typeof value === 'number' ? String(value) : scalarText(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const inside = entries.map(([key, item]) => `${scalarText(key)}: ${flowText(item, style)}`).join(', ');
  return style.isPadded ? `{ ${inside} }` : `{${inside}}`;
}

/** A text in quotes where it would else be something else. */
function scalarText(value: unknown): string {
  const document = new Document([value]);
  if (isSeq(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trim().slice(1, -1).trim();
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
const partsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];

/** A section (`depth` 1) is a block unless it is a few plain values; what is in it lies on one line if it fits. */
function isOnOneLine(value: unknown, line: string, depth: number): boolean {
  const parts = partsOf(value);
  if (parts.length === 0) return true;
  const arePlain = parts.every(isPlain);
  return line.length <= SHORT ? depth > 1 || arePlain : Array.isArray(value) && arePlain;
}

const indented = (lines: readonly string[], by = '  '): string[] => lines.map((line) => `${by}${line}`);

/** A field and its value, without indentation. */
export function pairLines(key: string, value: unknown, depth: number, style: Style): string[] {
  const name = scalarText(key);
  const line = `${name}: ${flowText(value, style)}`;
  // Long sentences are folded.
  if (typeof value === 'string' && line.length > LINE) {
    return stringify({ [key]: value }, { lineWidth: LINE, minContentWidth: 40 })
      .trimEnd()
      .split('\n');
  }
  if (isOnOneLine(value, line, depth)) return [line];
  return [`${name}:`, ...indented(innerLines(value, depth + 1, style))];
}

/** An item of a list: its first line behind the dash. */
export function itemLines(value: unknown, depth: number, style: Style): string[] {
  const line = `- ${flowText(value, style)}`;
  if (isOnOneLine(value, line, depth)) return [line];
  const [first, ...others] = innerLines(value, depth + 1, style);
  return [`- ${first!}`, ...indented(others)];
}

function innerLines(value: unknown, depth: number, style: Style): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(item, depth, style));
  return Object.entries(value as Data).flatMap(([key, item]) => pairLines(key, item, depth, style));
}

/** What a scenario is saved as: what it was opened as, or its name where that says nothing. */
export function savedAs(fileName: string, data: Data): string {
  const stem = fileName.replace(/\.(ya?ml|json)$/i, '');
  if (stem !== '' && stem !== 'scenario') return `${stem}.yaml`;
  const words =
    typeof data.name === 'string' ? data.name.toLowerCase().match(/[\p{L}\p{N}]+(\.[\p{L}\p{N}]+)*/gu) : null;
  const name = (words ?? []).join('-').slice(0, 60);
  return `${name === '' ? 'scenario' : name}.yaml`;
}
