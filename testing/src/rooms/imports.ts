/**
 * The text of a source → what it imports, as written. Counted: static imports and re-exports, type
 * imports, `import('…')` of values and of types, and workers (`new Worker(new URL('…',
 * import.meta.url))`). Only the scripts of a Svelte file count.
 *
 * The idea: patterns on the text without its comments and template strings. It needs no parser,
 * because the formatter writes every import in one way (single quotes).
 */

const PATTERNS = [
  /^\s*(?:import|export)\b[^'"`;()=]*?\bfrom\s*'([^'\n]+)'/gm,
  /^\s*import\s*'([^'\n]+)'/gm,
  /\bimport\(\s*'([^'\n]+)'/g,
  /\bnew (?:Shared)?Worker\(\s*new URL\(\s*'([^'\n]+)'\s*,\s*import\.meta\.url/g,
];

/** Strings are matched first, so that a `//` inside one is no comment. */
const QUOTED_OR_COMMENT = /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/.*/g;

/** Each once, in the order of the patterns and the text. */
export function importsIn(text: string, isSvelte = false): string[] {
  const code = (isSvelte ? scriptsOf(text) : text).replace(QUOTED_OR_COMMENT, (_, quoted?: string) => quoted ?? ' ');
  return [...new Set(PATTERNS.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1])))];
}

function scriptsOf(text: string): string {
  return [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]).join('\n');
}
