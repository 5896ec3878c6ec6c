/**
 * Places in a JSON text that is known to be valid: of a path, and of a field that is given twice.
 *
 * One walk over the text with a stack of open objects and lists, no call depth. `JSON.parse` keeps no places and lets the
 * last of two equal fields win without a word. Cost: one pass.
 */

interface Open {
  /** Names so far; undefined: a list. */
  names: Set<string> | undefined;
  /** Of the value that comes next. */
  name: string | number;
}

/** Calls `onName` for each field's name and `onValue` for each value, until one of them says true. */
function walkJson(
  text: string,
  onName: (open: readonly Open[], name: string, offset: number) => boolean,
  onValue: (open: readonly Open[], offset: number) => boolean,
): void {
  const open: Open[] = [];
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (c === ' ' || c === '\n' || c === '\r' || c === '\t' || c === ':') continue;
    const inner = open.at(-1);
    if (c === ']' || c === '}') {
      open.pop();
    } else if (c === ',') {
      if (typeof inner!.name === 'number') inner!.name++;
      else inner!.name = '';
    } else if (c === '"' && inner?.names !== undefined && inner.name === '') {
      const end = endOfString(text, at);
      const name = JSON.parse(text.slice(at, end + 1)) as string;
      if (onName(open, name, at)) return;
      inner.names.add(name);
      // An empty name would look like none.
      inner.name = name === '' ? '\0' : name;
      at = end;
    } else {
      if (onValue(open, at)) return;
      if (c === '"') at = endOfString(text, at);
      else if (c === '{') open.push({ names: new Set(), name: '' });
      else if (c === '[') open.push({ names: undefined, name: 0 });
      else while (at + 1 < text.length && !/[\s,\]}]/.test(text[at + 1])) at++;
    }
  }
}

/** Offset of the closing quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** Offset of the second of two equal fields of one object; undefined if there is none. */
export function duplicateInJson(text: string): number | undefined {
  let found: number | undefined;
  walkJson(
    text,
    (open, name, offset) => {
      if (open.at(-1)!.names!.has(name)) found = offset;
      return found !== undefined;
    },
    () => false,
  );
  return found;
}

/** Offset of the value at a path, or of the name of one of its fields; of what comes nearest where that is missing. */
export function offsetInJson(text: string, path: readonly (string | number)[], field: string | null): number {
  let best = 0;
  let deepest = -1;
  const depthOf = (open: readonly Open[]): number => {
    for (let i = 0; i < open.length; i++) if (i >= path.length || open[i].name !== path[i]) return -1;
    return open.length;
  };
  walkJson(
    text,
    (open, name, offset) => {
      if (field === null || name !== field || depthOf(open.slice(0, -1)) !== path.length) return false;
      best = offset;
      return true;
    },
    (open, offset) => {
      const depth = depthOf(open);
      if (depth > deepest) {
        deepest = depth;
        best = offset;
      }
      return field === null && depth === path.length;
    },
  );
  return best;
}
