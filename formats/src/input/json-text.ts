/**
 * JSON text to a value, with the place of the first mistake.
 *
 * `JSON.parse` does the work. Only when it fails, a small scanner walks the text again to find where, because engines
 * do not agree on saying so. Cost: one pass; on failure two. Nesting costs memory, never call depth.
 */
import { InputError } from '@foulee/engine';
import { excerpt, placeInText } from './decode-text.ts';

export function parseJson(text: string, fileName: string): unknown {
  const clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return JSON.parse(clean);
  } catch {
    const at = firstMistake(clean);
    throw new InputError(
      fileName,
      `not valid JSON at ${placeInText(clean, at)}, near ${excerpt(clean, at)}`,
      'mend the file there or export it again',
    );
  }
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

/** Offset of the first character that cannot stand where it stands. */
function firstMistake(text: string): number {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const open: string[] = []; // closing characters of the arrays and objects around `at`
  for (;;) {
    take(SPACE);
    // A value, or the end of an empty array or object.
    const c = text[at];
    if (c === '[' || c === '{') {
      at++;
      take(SPACE);
      const close = c === '[' ? ']' : '}';
      if (text[at] !== close) {
        open.push(close);
        if (close === '}' && !takeKey()) return at;
        continue;
      }
      at++;
    } else if (!takeString() && !take(NUMBER) && !take(WORD)) {
      return at;
    }
    // After a value: close what ends here, then a comma or the end of the text.
    for (;;) {
      take(SPACE);
      const close = open.at(-1);
      if (close === undefined) return at;
      if (text[at] === close) {
        at++;
        open.pop();
      } else if (text[at] === ',') {
        at++;
        take(SPACE);
        if (close === '}' && !takeKey()) return at;
        break;
      } else {
        return at;
      }
    }
  }

  /** Character by character: a pattern with a choice inside a repetition overflows on a long text. */
  function takeString(): boolean {
    if (text[at] !== '"') return false;
    for (at++; at < text.length; ) {
      const c = text.charCodeAt(at);
      if (c === 0x22) {
        at++;
        return true;
      }
      if (c < 0x20 || (c === 0x5c && !take(ESCAPE))) return false;
      if (c !== 0x5c) at++;
    }
    return false;
  }

  function takeKey(): boolean {
    take(SPACE);
    if (!takeString()) return false;
    take(SPACE);
    if (text[at] !== ':') return false;
    at++;
    return true;
  }
}
