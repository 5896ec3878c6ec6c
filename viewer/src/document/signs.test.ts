import { describe, expect, it } from 'vitest';
import type { Place } from '../protocol/place.ts';
import { newRoom } from './create.ts';
import { type Data, put, valueAt } from './document.ts';
import { problemsOf } from './problems.ts';
import { addSign, degreesTo, facingOf, readableFrom, shownGoals, showsOf, signLines } from './signs.ts';
import { sketchesOf } from './sketches.ts';
import { findThing, remove, thingsOf } from './things.ts';

const exits = { out: { at: [15, 1] }, back: { at: [15, 7] } };
const room: Data = { ...newRoom(), exits };

describe('signs', () => {
  it('are added with what the file needs, and show the first exit', () => {
    const { data, path } = addSign(room, [3, 7.5], -90);
    expect(path).toEqual(['signs', 'sign']);
    expect(valueAt(data, path)).toEqual({ at: [3, 7.5], facing: -90, shows: 'out' });
    expect(problemsOf(data, undefined)).toEqual([]);
    expect(addSign(data, [4, 7.5], 0).path).toEqual(['signs', 'sign 2']);
    // Without goals a sign is a map.
    expect(valueAt(addSign(newRoom(), [3, 7], 0, 'upper').data, ['signs', 'sign'])).toEqual({
      at: [3, 7],
      level: 'upper',
      facing: 0,
      shows: 'everything',
    });
  });

  it('face degrees, or a point', () => {
    expect(facingOf({ at: [1, 1], facing: 30 })).toBe(30);
    expect(facingOf({ at: [1, 1], facing: { towards: [1, 3] } })).toBe(90);
    expect(degreesTo([0, 0], [-1, -1])).toBe(-135);
    const [plate, shaft] = signLines([0, 0], 90);
    expect(plate!.map(([, y]) => Math.abs(y))).toEqual([expect.closeTo(0), expect.closeTo(0)]);
    expect(shaft![1]).toEqual([expect.closeTo(0), expect.closeTo(0.9)]);
  });

  it('show one goal, several, or everything', () => {
    expect(shownGoals(room, { shows: 'out' })).toEqual(['out']);
    expect(shownGoals(room, { shows: ['out', 'back'] })).toEqual(['out', 'back']);
    expect(shownGoals(room, { shows: 'everything' })).toBeUndefined();
    expect([showsOf(['out']), showsOf(['out', 'back'])]).toEqual(['out', ['out', 'back']]);
  });

  it('are read from before them, the further the straighter', () => {
    const ring = readableFrom([0, 0], { at: [0, 0], facing: 0, range: 10, angle: 180 });
    const farthest = Math.max(...ring.map(([x]) => x));
    expect(farthest).toBeCloseTo(10);
    // The disc above a diameter of ten metres.
    for (const [x, y] of ring.slice(1)) expect(Math.hypot(x - 5, y)).toBeCloseTo(5);
  });

  it('are a plate and an arrow, and the one chosen says from where it is read', () => {
    const place = { origin: [0, 0], levels: [{ name: 'ground', elevation: 0 }] } as unknown as Place;
    const { data, path } = addSign(newRoom(), [3, 7.5], -90);
    const kinds = (chosen: typeof path | undefined) =>
      sketchesOf(data, place, { chosen, hasBegun: true, isSigns: true }).map(({ kind }) => kind);
    expect(kinds(undefined)).toEqual(['line', 'line', 'line', 'plate']);
    expect(kinds(path)).toEqual(['area', 'line', 'line', 'line', 'plate']);
  });

  it('keep the goals they show, unless they show others too', () => {
    const one = addSign(room, [3, 7.5], -90);
    const out = findThing(thingsOf(one.data), ['exits', 'out'])!;
    expect(remove(one.data, out)).toMatchObject({ refused: { what: '“out” is used by sign “sign”' } });
    const both = put(one.data, [...one.path, 'shows'], ['out', 'back']);
    const removal = remove(both, out);
    expect('data' in removal && valueAt(removal.data, [...one.path, 'shows'])).toEqual(['back']);
    const sign = findThing(thingsOf(both), one.path)!;
    expect(remove(both, sign)).toMatchObject({ data: { signs: {} } });
  });
});
