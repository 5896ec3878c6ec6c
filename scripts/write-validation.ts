/**
 * What `foulee validate --json` found, into the tables of docs/validation.md:
 *
 *   npx foulee validate --json > out/validation.json; node scripts/run.mjs scripts/write-validation.ts out/validation.json
 *
 * Rows are those of the tests, in their order, with what was measured and the verdict; what else stands on the page stays as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';

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
/** Names of the tests of standards begin so; the others are against experiments, or our own. */
const STANDARDS = /^(rimea|nist|iso|imo)-/;

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

const standards = tests.filter(({ name }) => STANDARDS.test(name));
const others = tests.filter(({ name }) => !STANDARDS.test(name));
const passed = tests.filter(({ verdict }) => verdict === 'pass').length;
let page = readFileSync(PAGE, 'utf8');
page = between(
  page,
  '<!-- summary -->',
  '<!-- end of summary -->',
  `**${passed} of ${tests.length} tests pass** with parameters \`${parameters}\` (\`npx foulee validate\`).`,
);
page = between(page, '<!-- table of tests -->', '<!-- end of table -->', table(standards));
page = between(page, '<!-- table of experiments -->', '<!-- end of experiments -->', table(others));
writeFileSync(PAGE, page);
console.log(`${PAGE}: ${passed} of ${tests.length} pass`);
