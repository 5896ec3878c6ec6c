/** The table of fields in scenario.md has every field of a profile, with the default and the range that the engine has. */
import { readFileSync } from 'node:fs';
import { parseScenario, scenarioJsonSchema } from '@foulee/engine';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('scenario.md', import.meta.url), 'utf8');
const section = /### Fields of a profile\n([\s\S]*?)\n\*\*/.exec(page)![1];
const rows = [...section.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) \|/gm)].map(([, field, usual, range]) => ({
  field: field!,
  usual: usual!.replaceAll('`', ''),
  range: range!,
}));

interface FieldSchema {
  minimum?: number;
  maximum?: number;
  $ref?: string;
}
const schema = scenarioJsonSchema() as {
  properties: { profiles: { additionalProperties: { properties: Record<string, FieldSchema> } } };
  $defs: Record<string, FieldSchema>;
};
const fields = schema.properties.profiles.additionalProperties.properties;
const environment = { walkable: [{ box: [0, 0, 1, 1] }] };
const { name: _, ...usual } = parseScenario({ environment }).profiles[0];

describe('the fields of a profile in scenario.md', () => {
  it('are those of the schema, in its order', () => {
    expect(rows.map(({ field }) => field)).toEqual(Object.keys(fields));
  });

  it('have the defaults of the engine', () => {
    const plain = Object.entries(usual).filter(([, value]) => typeof value !== 'object');
    expect(plain.length).toBeGreaterThan(15);
    for (const [field, value] of plain)
      expect(rows).toContainEqual(expect.objectContaining({ field, usual: `${value}` }));
    const { up, down } = usual.stairs;
    expect(rows).toContainEqual(expect.objectContaining({ field: 'stairs', usual: `{up: ${up}, down: ${down}}` }));
  });

  it('have the ranges of the schema', () => {
    const ranges = rows.flatMap(({ field, range }) => {
      const { $ref, ...own } = fields[field];
      const { minimum, maximum } = $ref === undefined ? own : schema.$defs[$ref.split('/').at(-1)!];
      return minimum === undefined ? [] : [[range, `${minimum} to ${maximum}`]];
    });
    expect(ranges.length).toBeGreaterThan(12);
    for (const [said, right] of ranges) expect(said.startsWith(right)).toBe(true);
  });
});
