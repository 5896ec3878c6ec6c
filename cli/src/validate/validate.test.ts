/** `foulee validate`, the sources in this process: which tests, the table, JSON, exit codes, Ctrl-C, what breaks. */
import { readFileSync } from 'node:fs';
import { VALIDATION_TESTS, type ValidationTest } from '@foulee/validation';
import { describe, expect, it } from 'vitest';
import { recordingTerminal, runMain } from '../../test/run-main.ts';
import { validate, type ValidateFlags } from './validate.ts';
import { chooseTests, quickOnes } from './validate-choice.ts';
import { hashOf, parametersHash } from './validate-parameters.ts';
import { wrapped } from './validate-table.ts';

function madeUp(name: string, more: Partial<ValidationTest> = {}): ValidationTest {
  return {
    name,
    title: `Test ${name}`,
    source: 'made up',
    geometry: 'a room',
    population: 'nobody',
    expected: 'at least 2',
    seeds: 3,
    cost: 1,
    measure: (seed) => ({ seed }),
    judge: (runs) => ({
      measured: `${runs.length} runs, last ${runs.at(-1)!['seed']}`,
      passes: runs.at(-1)!['seed'] >= 2,
    }),
    ...more,
  };
}

async function validated(tests: readonly ValidationTest[], flags: ValidateFlags = {}, isTerminal = false) {
  const terminal = recordingTerminal(isTerminal);
  const code = await validate([], flags, terminal, tests);
  return { code, ...terminal.texts };
}

describe('which tests', () => {
  const known = ['rimea-1', 'rimea-10', 'rimea-12a', 'rimea-12b', 'nist-2.1', 'nist-2.10', 'doors'].map((name) =>
    madeUp(name),
  );
  const names = (...asked: string[]) => chooseTests(known, asked).map(({ name }) => name);

  it('all; one; the beginning of names; a standard; each once, in the order of the list', () => {
    expect(names()).toHaveLength(7);
    expect(names('rimea-1')).toEqual(['rimea-1']);
    expect(names('rimea-12')).toEqual(['rimea-12a', 'rimea-12b']);
    expect(names('nist', 'RIMEA-10', 'nist-2.1')).toEqual(['rimea-10', 'nist-2.1', 'nist-2.10']);
    expect(names('rimea')).toHaveLength(4);
  });

  it('a name that is none is refused, with the nearest one', () => {
    expect(() => names('rimea-21')).toThrow(/no test "rimea-21"; did you mean "rimea-1"\? .*--list/);
    expect(() => names('dors')).toThrow(/did you mean "doors"/);
    expect(() => names('nits')).toThrow(/did you mean "nist"/);
    expect(() => names('zebra')).toThrow('validate: there is no test "zebra"; foulee validate --list shows all');
    expect(() => names('')).toThrow(/no test ""/);
    expect(() => names('x'.repeat(5000))).toThrow(/^.{0,120}$/);
  });

  it('quick ones: the cheapest that fit, in the order of the list', () => {
    const tests = [30, 5, 20, 1, 40].map((cost, k) => madeUp(`t-${k}`, { cost }));
    const quick = (seconds: number, seeds?: number) => quickOnes(tests, seconds, seeds).map(({ name }) => name);
    expect(quick(50)).toEqual(['t-1', 't-2', 't-3']);
    expect(quick(56)).toEqual(['t-0', 't-1', 't-2', 't-3']);
    expect(quick(0.5)).toEqual([]);
    // One run instead of three costs a third.
    expect(quick(32, 1)).toHaveLength(5);
  });
});

it('--quick leaves something worth running, within 50 s', () => {
  const quick = quickOnes(VALIDATION_TESTS, 50);
  expect(quick.reduce((sum, { cost }) => sum + cost, 0)).toBeLessThanOrEqual(50);
  expect(quick.length).toBeGreaterThan(VALIDATION_TESTS.length / 3);
});

describe('what is said', () => {
  it('a table, with a row for each test, and what failed', async () => {
    const failing = madeUp('made-2', {
      seeds: 1,
      expected: 'a text that is so long that it has to go on in the line below',
    });
    const { code, out } = await validated([madeUp('made-1'), failing]);
    expect(code).toBe(1);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^test +geometry +measured +expected +verdict$/);
    expect(lines[1]).toMatch(/^made-1 +a room +3 runs, last 3 +at least 2 +pass$/);
    expect(lines[2]).toMatch(/^made-2 +a room +1 runs, last 1 +a text that is so long .* FAIL$/);
    expect(lines[3]).toMatch(/^ +\w.* below$/);
    expect(lines[5]).toBe(
      `1 of 2 tests passed, parameters ${parametersHash()}, ${/, ([\d.]+) s of work/.exec(out)![1]} s of work`,
    );
    expect(lines[6]).toBe('failed: made-2');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(120);
  });

  it('exit 0 when all pass', async () => {
    expect((await validated([madeUp('made-1')])).code).toBe(0);
  });

  it('on a terminal: within its width, the bar out of the way of each row', async () => {
    const { out, error } = await validated([madeUp('made-1'), madeUp('made-2')], {}, true);
    for (const line of out.replaceAll('\u001b[1m', '').replaceAll('\u001b[22m', '').split('\n'))
      expect(line.length).toBeLessThanOrEqual(80);
    expect(error).toContain('made-2, run 2 of 3');
    expect(error.endsWith('\r\u001b[K')).toBe(true);
  });

  it('--json: one document, nothing else', async () => {
    const { code, out } = await validated([madeUp('made-1'), madeUp('made-2')], { json: true, seeds: '1' });
    expect(code).toBe(1);
    const { parameters, tests } = JSON.parse(out);
    expect(parameters).toMatch(/^[0-9a-f]{16}$/);
    expect(tests.map(({ seconds, ...rest }: { seconds: number }) => [typeof seconds, rest])).toEqual(
      ['made-1', 'made-2'].map((name) => [
        'number',
        {
          name,
          title: `Test ${name}`,
          source: 'made up',
          geometry: 'a room',
          population: 'nobody',
          seeds: 1,
          measured: '1 runs, last 1',
          expected: 'at least 2',
          verdict: 'fail',
        },
      ]),
    );
  });

  it('a test that breaks fails, with what broke it, and the others go on', async () => {
    const broken = madeUp('made-1', {
      measure: (seed) => {
        if (seed === 2) throw new Error('no\u001b[31m floor');
        return { seed };
      },
    });
    const { code, out } = await validated([broken, madeUp('made-2')]);
    expect(code).toBe(1);
    expect(out).toMatch(/made-1 .*broke in run 2: no \[31m floor.*FAIL/);
    expect(out).toMatch(/made-2 .*pass\n/);
    expect(out).not.toContain('\u001b');
  });

  it('Ctrl-C ends after the run at hand: what is over is said', async () => {
    const runs: number[] = [];
    const interrupted = madeUp('made-2', {
      measure: (seed) => {
        runs.push(seed);
        if (seed === 2) process.emit('SIGINT');
        return { seed };
      },
    });
    const { code, out, error } = await validated([madeUp('made-1'), interrupted, madeUp('made-3')], { json: true });
    expect(code).toBe(130);
    expect(runs).toEqual([1, 2]);
    expect(JSON.parse(out).tests.map(({ name }: { name: string }) => name)).toEqual(['made-1']);
    expect(error).toContain('foulee: warning: interrupted after 1 of 3 tests\n');
    expect(process.listenerCount('SIGINT')).toBe(0);
  });

  it('--list: all names, none is run', async () => {
    const { code, out } = await runMain('validate', '--list');
    expect(code).toBe(0);
    for (const { name } of VALIDATION_TESTS)
      expect(out).toMatch(new RegExp(`^${name.replace('.', '\\.')} {2,}\\S`, 'm'));
    const { tests } = JSON.parse((await runMain('validate', 'nist', '--list', '--json')).out);
    expect(tests).toContainEqual(
      expect.objectContaining({ name: 'nist-2.1', expected: '40 s: 1.0 ± 0.05 m/s', seeds: 1 }),
    );
    expect(tests.every(({ name }: { name: string }) => name.startsWith('nist-'))).toBe(true);
  });

  it('with --quick, how many were left out', async () => {
    const { out } = await validated([madeUp('made-1'), madeUp('made-2', { cost: 60 })], { quick: true });
    expect(out).toContain('1 of 1 test passed');
    expect(out).toContain('1 test left out');
  });
});

it('real tests, by name', async () => {
  const { code, out } = await runMain('validate', 'rimea-1', 'nist-2.1', 'iso-2', '--json');
  expect(code).toBe(0);
  const { tests } = JSON.parse(out);
  expect(tests.map(({ name, verdict }: { name: string; verdict: string }) => [name, verdict])).toEqual([
    ['rimea-1', 'pass'],
    ['nist-2.1', 'pass'],
    ['iso-2', 'pass'],
  ]);
});

it('wrong calls: one line, exit 2', async () => {
  for (const [args, line] of [
    [['rimea-99x'], /^foulee: validate: there is no test "rimea-99x"; did you mean/],
    [['--seeds', '0'], /^foulee: --seeds: 0 is not possible; give a whole number from 1 to 1000/],
    [['--seeds', 'many'], /^foulee: --seeds: "many" is not a number/],
    [['--fast'], /^foulee: unknown option '--fast'.*see foulee validate --help/],
  ] as const) {
    const { code, out, error } = await runMain('validate', ...args);
    expect([code, out]).toEqual([2, '']);
    expect(error).toMatch(line);
    expect(error.trimEnd()).not.toContain('\n');
  }
});

it('--help has examples and a line for every option', async () => {
  const { code, out } = await runMain('validate', '--help');
  expect(code).toBe(0);
  expect(out).toMatch(/Examples:\n +foulee validate /);
  expect(out).toMatch(/1 some test fails/);
  for (const option of ['list', 'quick', 'json']) expect(out).toMatch(new RegExp(`^ +--${option} {2,}\\w`, 'm'));
  expect(out).toContain('--seeds <n>');
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

it('the hash of parameters: the order of fields does not matter, each number does', () => {
  expect(parametersHash()).toBe(parametersHash());
  expect(hashOf({ a: 1, b: { c: [2, 3], d: 4 } })).toBe(hashOf({ b: { d: 4, c: [2, 3] }, a: 1 }));
  expect(hashOf({ a: 1, b: { c: [2, 3], d: 4 } })).not.toBe(hashOf({ a: 1, b: { c: [3, 2], d: 4 } }));
  expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: 2 }));
});

it('the published table is of the parameters in use', () => {
  const published = readFileSync(new URL('../../../docs/validation.md', import.meta.url), 'utf8');
  expect(published).toContain(`with parameters \`${parametersHash()}\``);
});

it('words are kept whole where they fit', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapped('one', 7)).toEqual(['one']);
  expect(wrapped('', 7)).toEqual(['']);
  expect(wrapped('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
});
