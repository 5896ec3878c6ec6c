/**
 * YAML text of a scenario → data, and the place of any path in it.
 *
 * `yaml` reads the text to nodes that know their places. It is slow (a megabyte takes seconds) and recursive: deep nesting
 * overflows the stack, in the worst case beyond what can be caught. So the length is bounded, and the depth of the text
 * is measured first: of [ and { by the lexer, which does not recurse; of blocks by how
 * far lines are indented and how many begin on one line. Aliases
 * (*name) are allowed, few of them, since each is looked up by a walk. Two equal fields, tags and a second document are
 * errors. Merge keys (<<) are not part of YAML 1.2: an unknown field like any other.
 */
import { InputError, type ScenarioProblem } from '@foulee/engine';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';

/** Characters. */
const LONGEST = 1_000_000;
/** Open [ and {, and signs on one line (- ? :) that may each begin a block; the deepest scenario has about eight. */
const DEEPEST = 50;
/** Columns: a block within one of a line above begins further right. */
const FARTHEST_INDENT = 100;
const MOST_ALIASES = 100;

/** Data, and where in the text a problem of it stands. */
export interface ScenarioText {
  data: unknown;
  placeOf: (problem: Pick<ScenarioProblem, 'path' | 'field'>) => string;
}

export function parseScenarioYaml(text: string, fileName: string): ScenarioText {
  checkSize(text, fileName);
  const lines = new LineCounter();
  // Without `uniqueKeys`, which compares all pairs: checkNodes does it with a set.
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  });
  const where = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    // The counter knows no line in an empty text.
    return `${fileName}:${Math.max(1, line)}:${Math.max(1, col)}`;
  };
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault !== undefined) {
    const what = fault.code === 'MULTIPLE_DOCS' ? 'a second document begins' : `not valid YAML: ${fault.message}`;
    throw new InputError(where(fault.pos[0]), what.slice(0, 200).replace(/\s+/g, ' '), 'mend the text there');
  }
  checkNodes(document, where);
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch {
    throw new InputError(fileName, 'its aliases (*name) unfold to too much', 'write out what they stand for');
  }
  return { data, placeOf: ({ path, field }) => where(offsetOf(document, path, field)) };
}

function checkSize(text: string, fileName: string): void {
  if (text.length > LONGEST) {
    const remedy = 'give it as JSON, or place walkers by area and count and the environment as a file';
    throw new InputError(fileName, `is ${text.length} characters of YAML, more than ${LONGEST}`, remedy);
  }
  text.split(/\r\n|[\r\n]/).forEach((line, i) => {
    const indent = /^[ \t]*/.exec(line)![0].length;
    if (indent <= FARTHEST_INDENT || line.trim() === '' || line[indent] === '#') return;
    const what = `the line begins ${indent} columns in, more than ${FARTHEST_INDENT}`;
    throw new InputError(`${fileName}:${i + 1}:1`, what, 'indent it less');
  });
  let depth = 0;
  let signs = 0;
  let aliases = 0;
  let offset = 0;
  let isText = false;
  for (const token of new Lexer().lex(text)) {
    if (!isText) {
      if (token === '[' || token === '{') depth++;
      else if (token === ']' || token === '}') depth--;
      else if (token === '\n' || token === '\r\n') signs = 0;
      else if (depth === 0 && (token === '-' || token === '?' || token === ':')) signs++;
      else if (token.startsWith('*')) aliases++;
    }
    if (depth > DEEPEST || signs > DEEPEST || aliases > MOST_ALIASES) {
      const what =
        aliases > MOST_ALIASES ? `has more than ${MOST_ALIASES} aliases (*name)` : `is nested deeper than ${DEEPEST}`;
      const before = text.slice(0, offset).split('\n');
      const place = `${fileName}:${before.length}:${before.at(-1)!.length + 1}`;
      throw new InputError(place, `the text ${what}`, 'write it flatter, without them');
    }
    // Marks of one control character announce a text, a document or an end; they are not in the source.
    isText = token === '\x1f';
    if (token !== '\x1f' && token !== '\x02' && token !== '\x18') offset += token.length;
  }
}

/** Fields given twice, and aliases of nothing. */
function checkNodes(document: Document, where: (offset: number) => string): void {
  visit(document, {
    Map(_, map) {
      const names = new Set<string>();
      for (const { key } of map.items) {
        const name = nameOf(key);
        if (names.has(name)) {
          const what = `the field ${JSON.stringify(name.slice(0, 40))} is there twice`;
          throw new InputError(where((key as Node).range?.[0] ?? 0), what, 'keep one of the two');
        }
        names.add(name);
      }
    },
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return;
      const what = `*${alias.source.slice(0, 40)} stands for nothing`;
      throw new InputError(
        where(alias.range?.[0] ?? 0),
        what,
        `write &${alias.source.slice(0, 40)} before what it is to stand for`,
      );
    },
  });
}

/** The name a key gets in the data. */
function nameOf(key: unknown): string {
  if (isScalar(key)) return key.value === null ? '' : String(key.value);
  return String(key);
}

/** Offset of the node at a path, or of the name of one of its fields; of what comes nearest where that is missing. */
function offsetOf(document: Document, path: readonly (string | number)[], field: string | null): number {
  let node: unknown = resolved(document, document.contents);
  let offset = (document.contents as Node | null)?.range?.[0] ?? 0;
  for (const part of path) {
    const next = isMap(node)
      ? node.items.find(({ key }) => nameOf(key) === String(part))
      : isSeq(node)
        ? { key: null, value: node.items[part as number] }
        : undefined;
    if (next === undefined) return offset;
    const here = (next.value ?? next.key) as Node | undefined | null;
    offset = here?.range?.[0] ?? offset;
    node = resolved(document, next.value);
  }
  if (field === null || !isMap(node)) return offset;
  const pair = node.items.find(({ key }) => nameOf(key) === field);
  return (pair?.key as Node | undefined)?.range?.[0] ?? offset;
}

function resolved(document: Document, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}
