/** Data of a scenario → the text it is saved as: YAML as in docs/scenario.md, short things on one line. */
import { Document, isCollection, isMap, isScalar, isSeq, type Node } from 'yaml';
import { type Data, inOrder } from './document.ts';

/** Characters of a line; of what is written on one. */
const LINE = 120;
const SHORT = 96;

export function scenarioText(data: Data): string {
  const document = new Document(inOrder(data), { aliasDuplicateObjects: false });
  const { contents } = document;
  if (isMap(contents)) {
    for (const { value } of contents.items) layOut(value as Node | null, 1);
  }
  return document.toString({ lineWidth: LINE, minContentWidth: 40, flowCollectionPadding: false });
}

/** A section is a block unless it is a few plain values; what is in it lies on one line if it fits. */
function layOut(node: Node | null, depth: number): void {
  if (!isCollection(node)) return;
  const items = isMap(node) ? node.items.map(({ value }) => value) : node.items;
  const isPlain = items.every((item) => isScalar(item));
  const isShort = lengthOf(node) <= SHORT;
  node.flow = isShort ? depth > 1 || isPlain : isSeq(node) && isPlain;
  if (!node.flow) for (const item of items) layOut(item as Node | null, depth + 1);
}

/** About as many characters as it takes on one line. */
function lengthOf(node: unknown): number {
  if (isMap(node)) {
    return node.items.reduce((sum, { key, value }) => sum + lengthOf(key) + lengthOf(value) + 4, 4);
  }
  if (isSeq(node)) return node.items.reduce<number>((sum, item) => sum + lengthOf(item) + 2, 4);
  return isScalar(node) ? String(node.value).length : 4;
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
