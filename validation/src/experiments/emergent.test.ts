/** Verdicts of what emerges: good figures pass, each way of being wrong fails. */
import { describe, expect, it } from 'vitest';
import { openCorridorSpeed } from './emergent-diagram-tests.ts';
import { EMERGENT } from './emergent.ts';
import type { Figures } from '../instruments/validation-test.ts';

function passes(name: string, ...runs: Figures[]): boolean {
  return EMERGENT.find((test) => test.name === name)!.judge(runs).passes;
}

/** Good figures of one run, and changes each of which is enough to fail. */
const CASES: Record<string, { good: Figures; bad: Record<string, Figures> }> = {
  doors: {
    good: Object.fromEntries(
      [0.7, 0.8, 0.9, 1, 1.2, 1.6, 2, 2.4].flatMap((width) => [
        [`flow ${width}`, 1.9 * width],
        [`left ${width}`, 0],
      ]),
    ),
    bad: {
      'too little at the narrowest': { 'flow 0.7': 1.59 * 0.7 },
      'too much at the widest': { 'flow 2.4': 2.41 * 2.4 },
      'somebody left': { 'left 0.8': 1 },
      'nothing measured': { 'flow 1.2': Number.NaN },
      // Each within its bounds, but in stairs instead of a line.
      stairs: {
        'flow 0.7': 1.6,
        'flow 0.8': 1.6,
        'flow 0.9': 1.6,
        'flow 1': 1.6,
        'flow 1.2': 2.85,
        'flow 1.6': 2.85,
        'flow 2': 3.21,
        'flow 2.4': 3.9,
      },
    },
  },
  'doors-empty': { good: { left: 0, jammed: 0, rooms: 5 }, bad: { jam: { left: 3, jammed: 1 } } },
  'doors-empty-large': { good: { left: 0, jammed: 0, rooms: 10 }, bad: { jam: { left: 390, jammed: 10 } } },
  'step-size': {
    good: { flow: 2, fineFlow: 2.15, speed: 0.9, fineSpeed: 0.85 },
    bad: { flow: { fineFlow: 2.25 }, speed: { fineSpeed: 0.8 }, nothing: { flow: Number.NaN } },
  },
  overlaps: {
    good: { 'door 0.8': 0.5, 'door 1.2': 0.3, 'corridor 4': 0, 'counter-flow 2': 0.1, crossing: 0.4 },
    bad: {
      door: { 'door 0.8': 0.6 },
      corridor: { 'corridor 4': 0.7 },
      crossing: { crossing: 5 },
      nothing: { 'door 1.2': Number.NaN },
    },
  },
  'rimea-4': {
    good: Object.fromEntries(
      (
        [
          [0.5, 1.3],
          [1, 1.1],
          [1.5, 0.85],
          [2, 0.6],
          [3, 0.33],
          [4, 0.15],
        ] as const
      ).flatMap(([density, speed]) => [
        [`density ${density}`, density],
        [`speed ${density}`, speed],
      ]),
    ),
    bad: {
      'slower than Weidmann': { 'speed 2': 0.45 },
      'faster than anybody': { 'speed 3': 0.4 },
      'stands where some move': { 'speed 4': 0.11 },
      'does not slow down': { 'speed 1': 1.6 },
      nothing: { 'speed 1.5': Number.NaN },
    },
  },
  'rimea-16': {
    good: Object.fromEntries(
      (
        [
          [0.299, 1.1],
          [0.499, 1.1],
          [0.699, 0.97],
          [0.899, 0.75],
          [1.099, 0.5],
          [1.299, 0.4],
          [1.499, 0.27],
          [1.699, 0.2],
          [1.899, 0.16],
          [2.099, 0.13],
          [2.299, 0.11],
          [2.499, 0.1],
        ] as const
      ).flatMap(([density, speed]) => [
        [`samples ${density}`, 100],
        [`sum ${density}`, 100 * speed],
      ]),
    ),
    bad: {
      'above the envelope': { 'sum 1.099': 85 },
      'below the envelope': { 'sum 0.699': 59 },
      'too few bins': Object.fromEntries(
        [0.299, 0.499, 0.699, 0.899, 1.099].map((density) => [`samples ${density}`, 0]),
      ),
    },
  },
  'single-file': {
    good: { a: 0.36, b: 1.06 },
    bad: {
      'a low': { a: 0.29 },
      'a high': { a: 0.43 },
      'b low': { b: 0.89 },
      'b high': { b: 1.31 },
      nothing: { a: Number.NaN },
    },
  },
  'stop-and-go': {
    good: Object.fromEntries(
      [45, 56].flatMap((people) => [
        [`standing ${people}`, 0.1],
        [`wave ${people}`, 0.52],
        [`wave speed ${people}`, -0.7],
        [`forward ${people}`, 0.37],
      ]),
    ),
    bad: {
      'nobody stands': { 'standing 56': 0 },
      'no wave': { 'wave 45': 0.2, 'forward 45': 0.1 },
      'downstream instead': { 'forward 56': 0.6 },
      'too fast': { 'wave speed 56': -4 },
      'standing still': { 'wave speed 45': -0.1 },
    },
  },
  'counter-flow': {
    good: Object.fromEntries(
      (
        [
          [0.5, 0.7],
          [1, 1.1],
          [1.5, 1.2],
          [2, 1.3],
        ] as const
      ).flatMap(([density, flow]) => [
        [`gridlock ${density}`, 0],
        [`lanes ${density}`, 0.9],
        [`flow ${density}`, flow],
        [`speed ${density}`, flow / density],
      ]),
    ),
    bad: {
      gridlock: { 'gridlock 2': 1 },
      'no lanes': { 'lanes 1': 0.5 },
      'little flow': { 'flow 1.5': 0.99 },
      nothing: { 'lanes 2': Number.NaN },
    },
  },
  crossing: {
    good: { left: 0, seconds: 80, speed: 0.6, density: 2, stripes: 0.1 },
    bad: { locked: { left: 2 }, 'no stripes': { stripes: -0.01 }, nothing: { stripes: Number.NaN } },
  },
  'narrow-passage': { good: { seconds: 60, left: 0 }, bad: { blocked: { left: 2 } } },
  'circle-swap': { good: { seconds: 60, left: 0 }, bad: { slow: { seconds: 121 }, knot: { left: 4 } } },
};

describe('verdicts', () => {
  it('are tried for each test', () => {
    expect(Object.keys(CASES).sort()).toEqual(EMERGENT.map(({ name }) => name).sort());
  });

  for (const [name, { good, bad }] of Object.entries(CASES)) {
    it(`${name}: good figures pass, bad ones fail`, () => {
      expect(passes(name, good)).toBe(true);
      expect(passes(name, good, good)).toBe(true);
      for (const [what, change] of Object.entries(bad)) {
        expect(passes(name, { ...good, ...change }), what).toBe(false);
      }
    });
  }

  it.each(['doors-empty', 'overlaps', 'circle-swap', 'crossing'])('%s: one bad run among good ones fails', (name) => {
    const { good, bad } = CASES[name];
    const worst = Object.values(bad)[0];
    expect(passes(name, good, { ...good, ...worst }, good)).toBe(false);
  });

  it('say what was measured, also where nothing was', () => {
    for (const test of EMERGENT) {
      expect(test.judge([CASES[test.name].good]).measured).not.toMatch(/NaN|undefined|Infinity/);
      const nothing = Object.fromEntries(Object.keys(CASES[test.name].good).map((key) => [key, Number.NaN]));
      expect(test.judge([nothing]).passes, test.name).toBe(false);
    }
  });
});

it('the open corridor lies on its bins and between them', () => {
  expect(openCorridorSpeed(0)).toBe(1.49);
  expect(openCorridorSpeed(1.25)).toBeCloseTo(1.2, 12);
  expect(openCorridorSpeed(1.5)).toBeCloseTo(1.12, 12);
  expect(openCorridorSpeed(9)).toBe(0.16);
});
