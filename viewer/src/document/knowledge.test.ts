import { parseScenario } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { newRoom } from './create.ts';
import { type Data, put, valueAt } from './document.ts';
import { hasKnowledge, knowable, KNOWLEDGE_FIELDS, knownNames, startOf, withField, withStart } from './knowledge.ts';
import { problemsOf } from './problems.ts';

const path = ['profiles', 'guest'];
const room: Data = {
  ...newRoom(),
  areas: { hall: { box: [0, 0, 5, 5] } },
  goals: { desk: { at: [1, 1] } },
  profiles: { guest: {} },
};
const knowledgeOf = (data: Data) => valueAt(data, [...path, 'knowledge']);

describe('knowledge of a profile', () => {
  it('is a word until a number is said, and again once none is', () => {
    expect(startOf(valueAt(room, path))).toBe('unsaid');
    const told = withStart(room, path, 'entrance');
    expect(knowledgeOf(told)).toBe('entrance');
    const near = withField(told, path, 'range', 20);
    expect(knowledgeOf(near)).toEqual({ start: 'entrance', range: 20 });
    expect(startOf(valueAt(near, path))).toBe('entrance');
    const nothing = withStart(near, path, 'nothing');
    expect(knowledgeOf(nothing)).toEqual({ start: 'nothing', range: 20 });
    expect(knowledgeOf(withField(nothing, path, 'range', undefined))).toBe('nothing');
    expect(knowledgeOf(withStart(nothing, path, 'unsaid'))).toBeUndefined();
    for (const data of [told, near, nothing]) expect(problemsOf(data, undefined)).toEqual([]);
  });

  it('is some areas and goals', () => {
    expect(knowable(room)).toEqual(['hall', 'desk']);
    const some = withStart(room, path, 'chosen');
    expect(knownNames(valueAt(some, path))).toEqual(['hall']);
    expect(startOf(valueAt(some, path))).toBe('chosen');
    const both = withField(some, path, 'start', ['hall', 'desk']);
    expect(problemsOf(both, undefined)).toEqual([]);
    // Nothing to choose.
    expect(withStart(put(newRoom(), path, {}), path, 'chosen')).toEqual(put(newRoom(), path, {}));
  });

  it('comes from what a profile is like', () => {
    const like = (one: object) => put(room, path, one);
    expect(hasKnowledge(room, 'guest')).toBe(false);
    expect(hasKnowledge(like({ like: 'visitor' }), 'guest')).toBe(true);
    expect(hasKnowledge(like({ like: 'adult' }), 'guest')).toBe(false);
    expect(hasKnowledge(like({ knowledge: 'nothing' }), 'guest')).toBe(true);
    expect(hasKnowledge(like({ like: 'guest' }), 'guest')).toBe(false);
    expect(startOf({ like: 'visitor', knowledge: { range: 5 } })).toBe('unsaid');
    expect(startOf({ knowledge: { range: 5 } })).toBe('nothing');
  });

  it('says what the engine takes where a number is left out', () => {
    const { profiles } = parseScenario(withStart(room, path, 'nothing'));
    const { start, ...usual } = profiles[0].knowledge!;
    expect(start).toBe('nothing');
    const said = Object.fromEntries(KNOWLEDGE_FIELDS.map(({ field, empty }) => [field, Number(empty)]));
    expect(said).toEqual(usual);
  });
});
