/** Where people go, with stops on the way: read and written again, and what the panel cannot show stays. */
import { readFileSync } from 'node:fs';
import { parseScenario } from '@foulee/engine';
import { parseScenarioText } from '@foulee/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRoom } from './create.ts';
import { type Data, put, valueAt } from './document.ts';
import {
  destinations,
  followersText,
  type Going,
  goingAlong,
  goingOf,
  type Stop,
  withEnd,
  withGoing,
  withItinerary,
  withStop,
  withWandering,
} from './going.ts';
import { savedText, type Source } from './keep-text.ts';
import { problemsOf } from './problems.ts';
import { rename } from './references.ts';
import { findThing, remove, thingsOf } from './things.ts';

const one = (goal: string, wait?: unknown): Stop => ({ choose: 'one', goals: [goal], wait });
const wander = (seconds: unknown): Stop => ({ choose: 'wander', goals: [], wait: seconds });
const entry = (fields: object): Data => ({ walkers: [fields] });
const path = ['walkers', 0];

const GOALS = ['kiosk', 'lounge', 'gate 1', 'gate 2'];
const room: Data = {
  ...newRoom(),
  goals: Object.fromEntries(GOALS.map((name, k) => [name, { box: [k, 0, k + 1, 1] }])),
  exits: { out: { box: [14, 0, 16, 8] } },
};
const isRight = (data: Data) => expect(problemsOf(data, undefined)).toEqual([]);

const WAITS = [undefined, 0, 30, { uniform: [10, 20] }, { normal: [60, 10], within: [0, 90] }];
const anyStop: fc.Arbitrary<Stop> = fc.oneof(
  fc.record({
    choose: fc.constant('one' as const),
    goals: fc.constantFrom(...GOALS).map((goal) => [goal]),
    wait: fc.constantFrom(...WAITS),
  }),
  fc.record({
    choose: fc.constantFrom('nearest' as const, 'quickest' as const, 'known' as const),
    goals: fc.uniqueArray(fc.constantFrom(...GOALS), { minLength: 1 }),
    wait: fc.constantFrom(...WAITS),
  }),
);
const anyWay: fc.Arbitrary<Going> = fc.record({
  stops: fc.array(anyStop, { maxLength: 4 }),
  to: fc.constantFrom(
    'nearest' as const,
    'quickest' as const,
    'known' as const,
    'goal:out' as const,
    'goal:lounge' as const,
  ),
});

describe('where people go', () => {
  it.each<[object, Going]>([
    [{}, { stops: [], to: 'unsaid' }],
    [{ goal: 'a' }, { stops: [], to: 'goal:a' }],
    [{ exit: 'quickest' }, { stops: [], to: 'quickest' }],
    [{ exit: 'known' }, { stops: [], to: 'known' }],
    [{ itinerary: 'i' }, { stops: [], to: 'itinerary:i' }],
    [{ itinerary: ['w', 'out'] }, { stops: [one('w')], to: 'goal:out' }],
    [{ itinerary: [{ goal: 'w', wait: 60 }, { exit: 'nearest' }] }, { stops: [one('w', 60)], to: 'nearest' }],
    [
      { itinerary: ['a', { exit: 'quickest', of: ['b', 'c'], wait: { uniform: [1, 2] } }, 'out'] },
      { stops: [one('a'), { choose: 'quickest', goals: ['b', 'c'], wait: { uniform: [1, 2] } }], to: 'goal:out' },
    ],
    [{ itinerary: [{ wander: 60 }, 'out'] }, { stops: [wander(60)], to: 'goal:out' }],
    [
      { itinerary: ['a', { wander: { uniform: [30, 60] } }] },
      { stops: [one('a'), wander({ uniform: [30, 60] })], to: 'nowhere' },
    ],
  ])('%j, and written again', (fields, going) => {
    expect(goingOf(fields)).toEqual(going);
    expect(withGoing(entry({ count: 1, goal: 'old' }), path, going)).toEqual(entry({ count: 1, ...fields }));
  });
  it.each([
    [[]],
    [[{ exit: 'nearest', wait: 5 }]],
    [['a', { goal: 'b', wait: 5 }]],
    [['a', { goal: [1, 2] }]],
    [['a', { exit: 'nearest', of: ['b', 'c'] }]],
    [[{ goal: [1, 2] }, 'b']],
    [[{ exit: 'nearest' }, 'b']],
    [[{ exit: 'nearest', of: [] }, 'b']],
    [[{ goal: 'a', mood: 'good' }, 'b']],
    [['a', { exit: 'nearest', mood: 'good' }]],
    [['a', 5]],
    [[{ wander: 5, wait: 3 }, 'a']],
    [[{ wander: 5 }, { goal: [1, 2] }]],
  ])('stages that cannot be shown are left alone: %j', (stages) => {
    const data = { ...entry({ itinerary: stages }), itineraries: { tour: stages } };
    expect(goingOf(valueAt(data, path))).toEqual({ stops: [], to: 'stages' });
    expect(withGoing(data, path, { stops: [], to: 'stages' })).toBe(data);
    expect(withItinerary(data, 'tour', { stops: [], to: 'stages' })).toBe(data);
  });
  it('any way is read as it was written, over any other, and right for the engine', () => {
    fc.assert(
      fc.property(anyWay, anyWay, (first, second) => {
        const people = put(room, ['walkers'], [{ at: [1, 2], start: 3 }]);
        const before = withGoing(people, path, first);
        const after = withGoing(before, path, second);
        expect(goingOf(valueAt(before, path))).toEqual(first);
        expect(goingOf(valueAt(after, path))).toEqual(second);
        expect(valueAt(after, path)).toEqual(valueAt(withGoing(people, path, second), path));
        isRight(after);
        // Named, it is the same way.
        const named = withItinerary(put(room, ['itineraries'], { tour: ['kiosk'] }), 'tour', second);
        expect(goingAlong(valueAt(named, ['itineraries', 'tour']))).toEqual(second);
        const follower = put(named, ['walkers'], [{ at: [1, 2], itinerary: 'tour' }]);
        const stages = (data: Data) => {
          const { itineraries, walkers } = parseScenario(data);
          return itineraries[walkers[0].itinerary].stages;
        };
        expect(stages(follower)).toEqual(stages(after));
      }),
      { numRuns: 200 },
    );
  });
  it('wandering is added, moved and taken away; those who go nowhere wander last', () => {
    const data: Data = { ...room, model: 'stream', ...entry({ at: [1, 2], exit: 'nearest' }) };
    const goingNow = (now: Data) => goingOf(valueAt(now, path));
    const added = withGoing(data, path, withWandering(goingNow(data)));
    expect(valueAt(added, [...path, 'itinerary'])).toEqual([{ wander: 60 }, { exit: 'nearest' }]);
    expect(destinations(added).map(({ value }) => value)).toContain('nowhere');
    expect(destinations(room).map(({ value }) => value)).not.toContain('nowhere');
    const ends = withGoing(added, path, withEnd(goingNow(added), 'nowhere'));
    expect(valueAt(ends, [...path, 'itinerary'])).toEqual([{ wander: 60 }]);
    // A goal on the way comes before it.
    const stopped = withGoing(ends, path, withStop(ends, goingNow(ends)));
    expect(valueAt(stopped, [...path, 'itinerary', 1])).toEqual({ wander: 60 });
    // Without it they go where others do.
    const gone = withGoing(ends, path, { stops: [], to: 'nowhere' });
    expect(valueAt(gone, path)).toEqual({ at: [1, 2], exit: 'nearest' });
    // From an exit, wandering is put last.
    const chosen = withGoing(data, path, withEnd(goingNow(data), 'nowhere'));
    expect(goingNow(chosen)).toEqual({ stops: [wander(60)], to: 'nowhere' });
    for (const one of [added, ends, stopped, gone, chosen]) isRight(one);
    // Where there is nothing to go to.
    const alone = { ...newRoom(), model: 'stream', exits: {}, ...entry({ at: [1, 2] }) };
    const wanders = withGoing(alone, path, withWandering(goingNow(alone)));
    expect(valueAt(wanders, [...path, 'itinerary'])).toEqual([{ wander: 60 }]);
    isRight(wanders);
    expect(valueAt(withGoing(wanders, path, { stops: [], to: 'nowhere' }), path)).toEqual({ at: [1, 2] });
  });
  it('what is not changed stays, however it is written', () => {
    const long = { goal: 'kiosk' };
    const last = { goal: 'out' };
    const data = entry({ itinerary: [long, { goal: 'lounge', wait: 5 }, last], count: 2 });
    const going = goingOf(valueAt(data, path));
    expect(withGoing(data, path, goingOf(valueAt(data, path)))).toBe(data);
    const after = withGoing(data, path, { ...going, stops: [going.stops[1], going.stops[0]] });
    expect(valueAt(after, [...path, 'itinerary', 1])).toBe(long);
    expect(valueAt(after, [...path, 'itinerary', 2])).toBe(last);
    expect(Object.keys(valueAt(after, path) as object)).toEqual(['itinerary', 'count']);
  });
  it('one more stop: where nobody stops yet; they wait where there is room to', () => {
    const goals = { desk: { at: [1, 1], service: 20 }, lounge: { box: [2, 2, 4, 4] }, end: [9, 9] };
    const data = { ...room, goals };
    const first = withStop(data, { stops: [], to: 'goal:end' });
    expect(first.stops).toEqual([one('desk')]);
    const second = withStop(data, first);
    expect(second.stops).toEqual([one('desk'), one('lounge', 60)]);
    expect(withStop(data, second).stops.at(-1)).toEqual(one('desk'));
  });
  it('who went to the only goal without saying so says so when there is a stop', () => {
    const only = { ...newRoom(), goals: { lounge: [1, 1] }, walkers: [{ at: [3, 3] }] };
    const stopped = withGoing(only, path, { stops: [one('lounge', 5)], to: 'unsaid' });
    expect(valueAt(stopped, [...path, 'itinerary'])).toEqual([{ goal: 'lounge', wait: 5 }, 'lounge']);
    isRight(stopped);
  });
  it('tells who follows an itinerary', () => {
    const follow = { itinerary: 'tour' };
    const data = {
      walkers: [{ at: [1, 1], ...follow }, { in: 'hall', ...follow }, { at: [1, 1] }],
      sources: [follow, follow],
    };
    expect(followersText(data, 'tour')).toBe('2 entrances, 1 group, 1 person');
  });
});

describe('goals on the way', () => {
  const data: Data = put(
    put(room, ['itineraries'], { tour: ['kiosk', { exit: 'nearest', of: ['gate 1', 'gate 2'], wait: 3 }, 'out'] }),
    ['walkers'],
    [
      { at: [1, 2], itinerary: [{ goal: 'lounge', wait: 5 }, { exit: 'quickest', of: ['gate 2', 'gate 1'] }, 'out'] },
      { at: [2, 2], itinerary: 'tour' },
    ],
  );
  const take = (from: Data, goal: string) => remove(from, findThing(thingsOf(from), ['goals', goal])!);
  it('are renamed in every stage', () => {
    const renamed = GOALS.reduce(
      (now, name) => rename(now, 'goal', name, `new ${name}`),
      rename(data, 'goal', 'out', 'street'),
    );
    isRight(renamed);
    expect(goingAlong(valueAt(renamed, ['itineraries', 'tour']))).toEqual({
      stops: [one('new kiosk'), { choose: 'nearest', goals: ['new gate 1', 'new gate 2'], wait: 3 }],
      to: 'goal:street',
    });
    expect(goingOf(valueAt(renamed, path))).toEqual({
      stops: [one('new lounge', 5), { choose: 'quickest', goals: ['new gate 2', 'new gate 1'], wait: undefined }],
      to: 'goal:street',
    });
  });
  it('are not deleted where somebody stops at them, but taken out of several', () => {
    expect(take(data, 'kiosk')).toHaveProperty('refused.what', '“kiosk” is used by itinerary “tour”');
    expect(take(data, 'lounge')).toHaveProperty('refused.what', '“lounge” is used by people 1');
    const fewer = take(data, 'gate 1');
    if (!('data' in fewer)) throw new Error('refused');
    isRight(fewer.data);
    expect(goingOf(valueAt(fewer.data, path)).stops[1].goals).toEqual(['gate 2']);
    expect(take(fewer.data, 'gate 2')).toHaveProperty('refused.what', '“gate 2” is used by people 1, itinerary “tour”');
  });
  it('that are unknown are a problem of that stop', () => {
    const wrong = put(data, ['itineraries', 'tour', 1, 'of', 0], 'gate 7');
    expect(problemsOf(wrong, undefined)).toMatchObject([{ path: ['itineraries', 'tour', 1, 'of', 0] }]);
    const never = put(data, [...path, 'itinerary', 0, 'wait'], -1);
    expect(problemsOf(never, undefined)).toMatchObject([{ path: [...path, 'itinerary', 0, 'wait'] }]);
  });
});

describe('the text of a station', () => {
  const text = readFileSync(new URL('../../../scenarios/station-hall/scenario.yaml', import.meta.url), 'utf8');
  const source: Source = { text, data: parseScenarioText(text, 'scenario.yaml').data as Data };
  const office = 'by the ticket office to side 1';
  const way = goingAlong(valueAt(source.data, ['itineraries', office]));
  it('is the same where nothing was changed', () => {
    const same = withItinerary(source.data, office, way);
    expect(savedText(source, withGoing(same, ['sources', 0], goingOf(valueAt(same, ['sources', 0]))))).toBe(text);
  });
  it('changes where a stop was changed', () => {
    const [desks, gates] = way.stops;
    const waits = withItinerary(source.data, office, { ...way, stops: [{ ...desks!, wait: 20 }, gates!] });
    expect(savedText(source, waits)).toBe(text.replace('- ticket desks', '- { goal: ticket desks, wait: 20 }'));
    const nearest = withItinerary(source.data, 'leaving', {
      ...goingAlong(valueAt(source.data, ['itineraries', 'leaving'])),
      to: 'quickest',
    });
    expect(savedText(source, nearest)).toBe(text.replace('- { exit: nearest }', '- { exit: quickest }'));
    const turned = withItinerary(source.data, office, { ...way, stops: [gates!, desks!] });
    const lines = /( {4}- ticket desks\n)( {4}- \{ exit: quickest, of.*\n)( {4}- train on side 1\nsources)/;
    expect(savedText(source, turned)).toBe(text.replace(lines, '$2$1$3'));
  });
});
