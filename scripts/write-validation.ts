/**
 * What `foulee validate --json` found, into the tables of docs/validation.md:
 *
 *   npx foulee validate --json > out/validation.json; node scripts/run.mjs scripts/write-validation.ts out/validation.json
 *
 * Rows are those of the tests, in their order, with what was measured and the verdict; what else stands on the page stays as it is. A
 * table is written if the file has all of its tests, the summary if it has all tests there are.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { VALIDATION_TESTS } from '@foulee/validation';
import { WALKING } from '@foulee/validation/inside';

interface Row {
  name: string;
  title: string;
  source: string;
  geometry: string;
  population: string;
  seeds: number;
  measured: string;
  expected: string;
  verdict: 'pass' | 'fail';
}

const PAGE = 'docs/validation.md';
/** Names of the tests of standards begin so. */
const STANDARDS = /^(rimea|nist|iso|imo)-/;
const walking = new Set(WALKING.map(({ name }) => name));
const TABLES = [
  { from: '<!-- table of tests -->', to: '<!-- end of table -->', has: (name: string) => STANDARDS.test(name) },
  {
    from: '<!-- table of experiments -->',
    to: '<!-- end of experiments -->',
    has: (name: string) => !STANDARDS.test(name) && !walking.has(name),
  },
  { from: '<!-- table of walking -->', to: '<!-- end of walking -->', has: (name: string) => walking.has(name) },
];

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node scripts/run.mjs scripts/write-validation.ts FILE.json');
  process.exit(2);
}
const { parameters, tests } = JSON.parse(readFileSync(file, 'utf8')) as { parameters: string; tests: Row[] };

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function table(rows: readonly Row[]): string {
  const head =
    '| test | what, and source | geometry | people | runs | expected | measured | |\n|---|---|---|---|---|---|---|---|';
  const lines = rows.map(
    ({ name, title, source, geometry, population, seeds, expected, measured, verdict }) =>
      `| \`${name}\` | ${cell(title)}. ${cell(source)} | ${cell(geometry)} | ${cell(population)} | ${seeds} | ${cell(expected)} | ${cell(measured)} | ${verdict === 'pass' ? 'pass' : '**fail**'} |`,
  );
  return [head, ...lines].join('\n');
}

/** Put a text between two marks. */
function between(page: string, from: string, to: string, text: string): string {
  const start = page.indexOf(from);
  const end = page.indexOf(to);
  if (start < 0 || end < start) throw new Error(`${PAGE} has lost its marks ${from} … ${to}`);
  return `${page.slice(0, start + from.length)}\n${text}\n${page.slice(end)}`;
}

const passed = tests.filter(({ verdict }) => verdict === 'pass').length;
let page = readFileSync(PAGE, 'utf8');
let written = 0;
for (const { from, to, has } of TABLES) {
  const rows = tests.filter(({ name }) => has(name));
  if (rows.length !== VALIDATION_TESTS.filter(({ name }) => has(name)).length) continue;
  page = between(page, from, to, table(rows));
  written++;
}
if (tests.length === VALIDATION_TESTS.length) {
  page = between(
    page,
    '<!-- summary -->',
    '<!-- end of summary -->',
    `**${passed} of ${tests.length} tests pass** with parameters \`${parameters}\` (\`npx foulee validate\`).`,
  );
}
writeFileSync(PAGE, page);
console.log(`${PAGE}: ${written} of ${TABLES.length} tables written; ${passed} of ${tests.length} tests pass`);
