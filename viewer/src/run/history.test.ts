import { describe, expect, it } from 'vitest';
import { createHistory, createScene, indexAt, presentOf, remember, sceneAt } from './history.ts';
import { momentOfPeople } from '../../test/moment-fixture.ts';
import { MOMENT, type Moment, VX, VY, WAITED, WALKED, X, Y, Z, slotOf } from '../protocol/moment.ts';
import { trailOf } from './trail.ts';

/** People by serial: x, y and velocity along x. */
function moment(time: number, people: Record<number, [x: number, y: number, vx: number]>): Moment {
  const entries = Object.entries(people).sort(([a], [b]) => Number(a) - Number(b));
  const numbers = new Float32Array(MOMENT * entries.length);
  entries.forEach(([, [x, y, vx]], k) => {
    numbers[MOMENT * k + X] = x;
    numbers[MOMENT * k + Y] = y;
    numbers[MOMENT * k + Z] = 2;
    numbers[MOMENT * k + VX] = vx;
    numbers[MOMENT * k + WALKED] = 10 * time;
    numbers[MOMENT * k + WAITED] = time;
  });
  return momentOfPeople(
    time,
    entries.map(([serial]) => Number(serial)),
    numbers,
  );
}

function historyOf(...moments: Moment[]) {
  const history = createHistory();
  for (const one of moments) remember(history, one);
  return history;
}

describe('history', () => {
  it('finds the moment at or before a time', () => {
    const history = historyOf(moment(0, {}), moment(0.1, {}), moment(0.2, {}));
    expect([-1, 0, 0.05, 0.1, 0.15, 0.2, 9].map((time) => indexAt(history, time))).toEqual([-1, 0, 0, 1, 1, 2, 2]);
    expect(presentOf(history)).toBe(0.2);
    expect(presentOf(createHistory())).toBe(0);
    // Sums of tenths are not tenths.
    expect(indexAt(historyOf(moment(0, {}), moment(0.1 + 0.2, {})), 0.3)).toBe(1);
  });

  it('holds a moment that is told again as it was told last', () => {
    const history = historyOf(
      moment(0, {}),
      moment(0.1, { 2: [0, 0, 1] }),
      moment(0.1, { 2: [5, 0, 1], 3: [1, 1, 1] }),
    );
    expect(history.moments.map(({ serial }) => serial.length)).toEqual([0, 2]);
    expect(history.bytes).toBe(historyOf(moment(0, {}), moment(0.1, { 2: [5, 0, 1], 3: [1, 1, 1] })).bytes);
    expect(history.offered).toBe(2);
  });

  it('is interpolated between two moments, whoever comes and goes', () => {
    const history = historyOf(
      moment(1, { 2: [0, 0, 1], 5: [10, 4, 1], 7: [3, 3, 0] }),
      moment(2, { 2: [1, 0, 1], 6: [50, 50, 1], 7: [4, 3, 1] }),
    );
    const scene = createScene();
    sceneAt(history, 1.25, scene);
    expect([...scene.serial.subarray(0, scene.count)]).toEqual([2, 5, 7]);
    const of = (k: number, what: number) => scene.numbers[MOMENT * k + what];
    expect([of(0, X), of(0, Y), of(0, VX), of(0, WALKED), of(0, WAITED)]).toEqual([0.25, 0, 1, 12.5, 1.25]);
    // Who has gone before the next moment stays where it was; who stands does not turn yet.
    expect([of(1, X), of(1, Y)]).toEqual([10, 4]);
    expect([of(2, X), of(2, VX), of(2, VY)]).toEqual([3.25, 0, 0]);
    sceneAt(history, 2, scene);
    expect([...scene.serial.subarray(0, scene.count)]).toEqual([2, 6, 7]);
    expect(of(1, X)).toBe(50);
    sceneAt(history, 0.5, scene);
    expect(scene.count).toBe(0);
    sceneAt(createHistory(), 3, scene);
    expect(scene.count).toBe(0);
  });

  it('lets go of every second moment when it is too large, and keeps the present', () => {
    const history = createHistory();
    const one = { 1: [0, 0, 1] as [number, number, number] };
    // Each takes 4 + 4 × 7 + 4 + 2 + 64 bytes.
    for (let k = 0; k <= 100; k++) {
      remember(history, moment(k / 10, one), 102 * 20);
      expect(presentOf(history)).toBe(k / 10);
      expect(history.bytes).toBe(102 * history.moments.length);
      expect(history.moments.length).toBeLessThanOrEqual(20);
      const gaps = history.moments.slice(1, -1).map(({ time }, n) => Math.round(10 * (time - history.moments[n].time)));
      expect(new Set(gaps).size).toBeLessThanOrEqual(1);
    }
    expect(history.every).toBe(8);
    expect(history.moments[0].time).toBe(0);
  });
});

describe('trail', () => {
  const history = historyOf(
    moment(0, { 1: [9, 9, 0] }),
    moment(1, { 1: [9, 9, 0], 3: [0, 0, 1] }),
    moment(2, { 1: [9, 9, 0], 3: [1, 0, 0.5] }),
    moment(3, { 1: [9, 9, 0], 3: [1.5, 0, 2] }),
    moment(4, { 1: [9, 9, 0] }),
  );

  it('is where somebody walked since it came', () => {
    expect(trailOf(history, 3, 2.4)).toMatchObject({
      points: [0, 0, 1, 0],
      speeds: [1, 0.5],
      isThere: true,
      seconds: 1,
    });
    expect(trailOf(history, 3, 3)).toMatchObject({
      points: [0, 0, 1, 0, 1.5, 0],
      speed: 2,
      heights: [2, 2, 2],
      walked: 30,
    });
  });

  it('tells for how long somebody stood, all in all', () => {
    // The number that is kept with each moment, here its time, is of another kind: since it last got on.
    expect(trailOf(history, 1, 3).stood).toBe(3);
    const stopping = historyOf(...[1, 0.05, 0.02, 1, 0, 1].map((speed, k) => moment(0.5 * k, { 1: [k, 0, speed] })));
    expect(trailOf(stopping, 1, 0.5).stood).toBe(0.5);
    expect(trailOf(stopping, 1, 9)).toMatchObject({ seconds: 2.5, stood: 1.5 });
  });

  it('stays as it was when it has left, and is empty before it came', () => {
    expect(trailOf(history, 3, 4)).toMatchObject({ points: [0, 0, 1, 0, 1.5, 0], isThere: false, seconds: 2 });
    expect(trailOf(history, 3, 0)).toMatchObject({ points: [], isThere: false });
    expect(trailOf(history, 8, 4)).toMatchObject({ points: [], isThere: false });
    // Also of the first one, when nobody who came before it is there any more.
    expect(trailOf(historyOf(moment(1, { 0: [0, 0, 1] }), moment(2, { 4: [9, 9, 0] })), 0, 2)).toMatchObject({
      points: [0, 0],
      isThere: false,
    });
  });

  it('finds slots among ascending serials', () => {
    const all = moment(0, { 2: [0, 0, 0], 4: [0, 0, 0], 9: [0, 0, 0] });
    expect([1, 2, 3, 4, 9, 10].map((serial) => slotOf(all, serial))).toEqual([-1, 0, -1, 1, 2, -1]);
  });
});
