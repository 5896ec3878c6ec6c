import { readdirSync, readFileSync } from 'node:fs';
import { parseScenarioText } from '@foulee/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addExit, addGoal, addGroup, addObstacle, addSource, addWall } from './create.ts';
import { type Data, freeName, inOrder, put, valueAt } from './document.ts';
import { type Going, goingAlong, withGoing, withItinerary } from './going.ts';
import { savedText, type Source } from './keep-text.ts';
import { namesOf, rename } from './references.ts';
import { nameKind, remove, reshape, type Shape, thingsOf } from './things.ts';

const opened = (text: string): Source => ({ text, data: parseScenarioText(text, 'opened.yaml').data as Data });
const reopened = (text: string): Data => inOrder(parseScenarioText(text, 'saved.yaml').data as Data);
const commentsOf = (text: string): string[] => text.match(/#.*$/gm) ?? [];

const SCENARIOS = new URL('../../../scenarios/', import.meta.url);
const folders = readdirSync(SCENARIOS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const shipped = folders.map(({ name }): [string, Source] => [
  name,
  opened(readFileSync(new URL(`${name}/scenario.yaml`, SCENARIOS), 'utf8')),
]);

/** Every kind of layout, with a comment wherever one can stand. */
const WRITTEN = `# Head of the file
name:   Two   rooms   # its name

# The chance of it.
seed: 7
description: >
  Folded text, # no comment
  in two lines.
environment: # written here
  walkable: [
    { box: [0, 0, 10, 10] }, # left
    { box: [10, 4, 12, 6] },  # between
    { box: [12, 0, 20, 10] }] # right
  doors:
    gate: [[10, 4], [10, 6]]   # the gate
exits:
  # to the street
  out: { line: [[20, 2], [20, 8]] } # two metres off
  # to the yard
  back:
    box: [0, 8, 1, 10] # the corner
    maxFlow: 1.5 # slow
walkers:
# first they
- { in: { box: [1, 1, 4, 4] }, count: 12, exit: nearest } # twelve
- in: # an area
    box: [1, 5, 4, 9]
  count: 5 # five
  profile: adult

  # where to
  goal: back
- {at: [5, 5], goal: out} # somebody
limits: {maxWalkers: 500} # end
# Foot of the file
`;
const NOT_COMMENTS = ['# no comment'];
const written = opened(WRITTEN);
const comments = commentsOf(WRITTEN).filter((one) => !NOT_COMMENTS.includes(one));

describe('what was not changed is as it was written', () => {
  it.each([['all layouts', written] as const, ...shipped])('%s: saved without an edit, the same text', (_, source) => {
    expect(savedText(source, source.data)).toBe(source.text);
    expect(savedText(source, structuredClone(source.data) as Data)).toBe(source.text);
  });
  it('one number is one number', () => {
    const more = put(written.data, ['walkers', 0, 'count'], 13);
    expect(savedText(written, more)).toBe(WRITTEN.replace('count: 12', 'count: 13'));
    const wide = put(written.data, ['exits', 'back', 'maxFlow'], 2);
    expect(savedText(written, wide)).toBe(WRITTEN.replace('maxFlow: 1.5', 'maxFlow: 2'));
    const moved = put(written.data, ['environment', 'walkable', 1, 'box', 3], 6.5);
    expect(savedText(written, moved)).toBe(WRITTEN.replace('[10, 4, 12, 6]', '[10, 4, 12, 6.5]'));
  });
  it('a name changes where it stands', () => {
    const renamed = savedText(written, rename(written.data, 'goal', 'back', 'yard'));
    expect(renamed).toBe(WRITTEN.replace('  back:', '  yard:').replace('goal: back', 'goal: yard'));
  });
  it('a comment follows a value to its new name, also when something new takes the old one', () => {
    const renamed = rename(written.data, 'goal', 'out', 'street');
    const text = savedText(written, put(renamed, ['exits', 'out'], { at: [3, 3] }));
    expect(text).toBe(
      WRITTEN.replace('  out: {', '  street: {')
        .replace('goal: out', 'goal: street')
        .replace('# slow\n', '# slow\n  out: { at: [3, 3] }\n'),
    );
  });
  it('a field of another name and kind is written once', () => {
    const source = opened('goals:\n  # here they wait\n  hall: { area: seats } # a hall\n');
    const moved = put(source.data, ['goals', 'hall'], { box: [0, 0, 1, 2] });
    expect(savedText(source, moved)).toBe(source.text.replace('area: seats', 'box: [0, 0, 1, 2]'));
  });
  it('what is new comes after the others, as the file is written', () => {
    const more = put(written.data, ['exits', 'third'], { at: [3, 3] });
    expect(savedText(written, more)).toBe(
      WRITTEN.replace('maxFlow: 1.5 # slow\n', 'maxFlow: 1.5 # slow\n  third: { at: [3, 3] }\n'),
    );
    const floor = put(written.data, ['environment', 'walkable', 3], { box: [1, 1, 2, 2] });
    expect(savedText(written, floor)).toBe(
      WRITTEN.replace('{ box: [12, 0, 20, 10] }]', '{ box: [12, 0, 20, 10] }, { box: [1, 1, 2, 2] }]'),
    );
    // A section where the documentation has it.
    const profiles = put(written.data, ['profiles'], { slow: { speed: 0.8 } });
    expect(savedText(written, profiles)).toBe(
      WRITTEN.replace('# the gate\n', '# the gate\nprofiles:\n  slow: { speed: 0.8 }\n'),
    );
  });
  it('what is deleted takes its own comments along, and no others', () => {
    const noYard = put(put(written.data, ['exits', 'back'], undefined), ['walkers', 1, 'goal'], 'out');
    expect(savedText(written, noYard)).toBe(
      WRITTEN.replace(/ {2}# to the yard[^]*?# slow\n/, '').replace('goal: back', 'goal: out'),
    );
    const noFloor = put(written.data, ['environment', 'walkable', 1], undefined);
    expect(savedText(written, noFloor)).toBe(WRITTEN.replace(/\{ box: \[10.*\n {4}/, ''));
    const fewer = put(written.data, ['walkers', 2], undefined);
    expect(savedText(written, fewer)).toBe(WRITTEN.replace(/- \{at.*\n/, ''));
    // The first field, behind a dash.
    const elsewhere = put(written.data, ['walkers', 1, 'in'], undefined);
    expect(savedText(written, elsewhere)).toBe(WRITTEN.replace(/in: # an area\n.*\n {2}count/, 'count'));
  });
  it('lines that end as Windows ends them still do', () => {
    const source = opened(WRITTEN.replaceAll('\n', '\r\n'));
    const more = put(source.data, ['exits', 'third'], { at: [3, 3] });
    const text = savedText(source, more);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(reopened(text)).toEqual(inOrder(more));
    expect(commentsOf(text.replaceAll('\r', ''))).toEqual(commentsOf(WRITTEN));
  });
  it('an alias that is changed is written out; what it stood for, all is', () => {
    const source = opened('exits: {a: &here {at: [1, 1]}, b: *here} # both\nenvironment: {file: a.wkt}\n');
    const b = put(source.data, ['exits', 'b'], { at: [2, 2] });
    expect(savedText(source, b)).toBe(source.text.replace('*here', '{at: [2, 2]}'));
    const a = put(source.data, ['exits', 'a', 'at', 0], 3);
    expect(reopened(savedText(source, a))).toEqual(inOrder(a));
  });
});

/** Those within what a goal or exit says. */
const commentsOfGoals = ({ text }: Source): string[] =>
  (text.match(/^(?:goals|exits):\n(?: .*\n|\n)*/gm) ?? []).flatMap(commentsOf);

type Act = readonly [number, number, number];
const acts = fc.array(
  fc.tuple(fc.nat(9), fc.double({ min: 0, max: 9, noNaN: true }), fc.double({ min: 0, max: 9, noNaN: true })),
  { minLength: 1, maxLength: 12 },
);

/** An edit as the page makes it, told by three numbers, that deletes nothing. */
function edited(data: Data, [kind, a, b]: Act): Data {
  const shape: Shape = {
    form: 'box',
    points: [
      [a, b],
      [a + 1.25, b + 2],
    ],
  };
  const things = thingsOf(data);
  const any = things[Math.floor(a * 7 + b) % things.length];
  const names = nameKind(any);
  const people = things.filter(({ kind: one }) => one === 'group' || one === 'source');
  const some = people[Math.floor(a) % Math.max(1, people.length)];
  return [
    () => addExit(data, shape).data,
    () => addGoal(data, shape).data,
    () => addGroup(data, shape, undefined, { count: Math.floor(a) }).data,
    () => addSource(data, shape).data,
    () => addWall(data, shape.points).data,
    () => addObstacle(data, shape).data,
    () => (names === undefined ? data : rename(data, names, any.name, freeName('new: one', namesOf(data, names)))),
    () => (any.shape?.form === 'box' ? reshape(data, any, shape) : data),
    () =>
      some === undefined
        ? data
        : put(withGoing(data, some.path, { stops: [], to: 'quickest' }), [...some.path, 'count'], Math.floor(b)),
    // In its place, something of another form under the same name.
    () => (any.kind === 'goal' || any.kind === 'exit' ? put(data, any.path, { at: [a, b] }) : data),
  ][kind]();
}

const after = (data: Data, steps: readonly Act[]) => steps.reduce(edited, data);

describe('stages', () => {
  const TOUR = `goals: { a: [1, 1], b: [2, 2], c: [3, 3] }
itineraries:
  tour: # the tour
    - a # at a
    # then b
    - { goal: b, wait: 5 } # at b
    # either
    - exit: quickest # soon
      of: [a, c] # of two
    # out
    - c # end
`;
  const tour = opened(TOUR);
  const way = goingAlong(valueAt(tour.data, ['itineraries', 'tour']));
  const saved = (going: Going, source = tour) => savedText(source, withItinerary(source.data, 'tour', going));
  const lineOf = (text: string, comment: string) => text.split('\n').find((line) => line.endsWith(comment));
  it('take their comments along, in any order', () => {
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    fc.assert(
      fc.property(order, fc.boolean(), (indices, isCrLf) => {
        const going = { ...way, stops: indices.map((k) => way.stops[k]) };
        const text = saved(going, isCrLf ? opened(TOUR.replaceAll('\n', '\r\n')) : tour);
        expect(text.includes('\r')).toBe(isCrLf);
        const lines = text.replaceAll('\r', '');
        expect(goingAlong(valueAt(reopened(text), ['itineraries', 'tour']))).toEqual(going);
        expect(commentsOf(lines).toSorted()).toEqual(commentsOf(TOUR).toSorted());
        for (const comment of commentsOf(TOUR)) expect(lineOf(lines, comment)).toBe(lineOf(TOUR, comment));
        expect(lines).toContain('    # then b\n    - { goal');
        expect(lines).toContain('    # either\n    - exit');
      }),
    );
  });
  it('keep them when one comes between, or more is said of a name', () => {
    const more: Going = { ...way, stops: [...way.stops, { choose: 'one', goals: ['b'], wait: undefined }] };
    expect(saved(more)).toBe(TOUR.replace('# of two\n', '# of two\n    - b\n'));
    const waits: Going = { ...way, stops: way.stops.with(0, { choose: 'one', goals: ['a'], wait: 9 }) };
    expect(saved(waits)).toBe(TOUR.replace('- a #', '- { goal: a, wait: 9 } #'));
    const passes: Going = { ...way, stops: way.stops.with(1, { choose: 'one', goals: ['b'], wait: undefined }) };
    expect(saved(passes)).toBe(TOUR.replace('{ goal: b, wait: 5 }', 'b'));
  });
});

/** The same edits in every run. */
const SEED = 1;

describe('any edits', () => {
  it('that delete nothing keep every comment, and are saved as they are', () => {
    fc.assert(
      fc.property(acts, (steps) => {
        const data = after(written.data, steps);
        const text = savedText(written, data);
        expect(reopened(text)).toEqual(inOrder(data));
        // Where somebody goes may be said anew: that one line goes, with what stands above it.
        const missing = comments.filter((one) => !text.includes(one));
        const replaced = steps.some(([kind]) => kind === 9) ? commentsOfGoals(written) : [];
        expect(missing.filter((one) => one !== '# where to' && !replaced.includes(one))).toEqual([]);
      }),
      { numRuns: 100, seed: SEED },
    );
  });
  it.each(shipped)('of %s keep every comment', (_, source) => {
    fc.assert(
      fc.property(acts, (steps) => {
        // Walls of a file are in that file.
        const isInline = valueAt(source.data, ['environment', 'file']) === undefined;
        const data = after(
          source.data,
          steps.filter(([kind]) => isInline || (kind !== 4 && kind !== 5)),
        );
        const text = savedText(source, data);
        expect(reopened(text)).toEqual(inOrder(data));
        // What is put in the place of something else takes its fields away, with the comments between them.
        const replaced = steps.some(([kind]) => kind === 9) ? commentsOfGoals(source) : [];
        const missing = commentsOf(source.text).filter((one) => !text.includes(one));
        expect(missing.filter((one) => !replaced.includes(one))).toEqual([]);
      }),
      // A name is given away, and then to something new.
      {
        numRuns: 40,
        seed: SEED,
        examples: [
          [
            [
              [1, 0, 0],
              [6, 8.857142857142858, 0],
              [1, 0, 0],
            ],
          ],
        ],
      },
    );
  });
  it('that delete keep the comments of what is left', () => {
    fc.assert(
      fc.property(acts, fc.nat(30), (steps, which) => {
        const before = after(written.data, steps);
        const things = thingsOf(before);
        const removal = remove(before, things[which % things.length]);
        const data = 'data' in removal ? removal.data : before;
        const text = savedText(written, data);
        expect(reopened(text)).toEqual(inOrder(data));
        for (const one of ['# Head of the file', '# its name', '# The chance of it.', '# end', '# Foot of the file']) {
          expect(text).toContain(one);
        }
      }),
      { numRuns: 100, seed: SEED },
    );
  });
});
