/** Measures of tracks, on tracks whose answer is known; a replay of people who are in nobody's way. */
import { buildWorld } from '@foulee/engine';
import { LABORATORY } from '@foulee/validation/inside';
import { describe, expect, test } from 'vitest';
import { measureLanes, measureTracks, passageDeviation } from './replay-experiments-measure.ts';
import { BIDIRECTIONAL, planOf, UNIDIRECTIONAL } from './replay-experiments-places.ts';
import { frameAt, type Tracks } from './replay-experiments-tracks.ts';
import { replay } from './replay-experiments-walk.ts';

const CORRIDOR = UNIDIRECTIONAL.find(({ name }) => name === 'uo-180-180-180')!;

/** Pairs side by side, a pair every `gap` seconds, down the corridor at a steady speed. */
function march(speed: number, gap: number, pairs: number, start = 0): Tracks {
  const rate = 16;
  const places = Math.floor((14 / speed) * rate);
  const people = Array.from({ length: 2 * pairs }, (_, id) => ({
    id,
    from: start + gap * Math.floor(id / 2),
    x: new Array<number>(places).fill(id % 2 === 0 ? 0.45 : 1.35),
    y: Array.from({ length: places }, (__, k) => 7.8 - (k / rate) * speed),
  }));
  return { rate, people };
}

describe('measures of tracks', () => {
  test('pairs every 0.97 s at 1.2 m/s: so many per second, per m², and 1.2 m/s', () => {
    const tracks = march(1.2, 0.97, 95);
    const rate = 2 / 0.97;
    const { flow, density, speed, samples, passed } = measureTracks(CORRIDOR, tracks, buildWorld(planOf(CORRIDOR)));
    expect(Math.abs(flow - rate)).toBeLessThan(0.03);
    expect(density).toBeCloseTo(rate / (1.2 * 1.8), 2);
    expect(speed).toBeCloseTo(1.2, 6);
    for (const [voronoi, v] of samples) {
      expect(Math.abs(voronoi * 1.2 * 1.8 - rate)).toBeLessThan(0.02);
      expect(v).toBeCloseTo(1.2, 6);
    }
    expect(samples.length).toBeGreaterThan(100);
    expect(passed.net.at(-1)).toBe(190);
    // The first pair walks 11.8 m to the exit.
    expect(passed.time[0]).toBeCloseTo(11.8 / 1.2, 1);
  });

  test('passages: none against themselves, a fifth too many at the latest when one run is a fifth faster', () => {
    const world = buildWorld(planOf(CORRIDOR));
    const curve = (gap: number) => measureTracks(CORRIDOR, march(1.2, gap, 60), world).passed;
    expect(passageDeviation(curve(1), [curve(1)]).greatest).toBe(0);
    const { greatest, usual } = passageDeviation(curve(1.2), [curve(1), curve(1)]);
    expect(greatest).toBeGreaterThan(0.19);
    expect(greatest).toBeLessThan(0.35);
    expect(usual).toBeLessThan(greatest);
    // One too fast and one too slow make up for each other.
    expect(passageDeviation(curve(1.1), [curve(1), curve(1.2)]).greatest).toBeLessThan(0.1);
  });

  test('a place between two frames; velocity over 0.6 s', () => {
    const frame = frameAt(march(1.6, 1, 2), 0.53);
    expect(frame.count).toBe(2);
    expect(frame.place[1]).toBeCloseTo(7.8 - 0.53 * 1.6, 9);
    expect(frame.velocity[1]).toBeCloseTo(-1.6, 9);
  });

  test('lanes: 1 for lanes, 0 where every row has as many of both', () => {
    const [corridor] = BIDIRECTIONAL;
    const stream = (mixed: boolean): Tracks => ({
      rate: 10,
      people: Array.from({ length: 40 }, (_, id) => {
        const row = Math.floor(id / 4);
        const way = mixed ? 1 - 2 * (id % 2) : 1 - 2 * (row % 2);
        const x = Array.from({ length: 21 }, (__, k) => -1.5 + (id % 4) + way * 0.01 * k);
        return { id, from: 0, x, y: new Array<number>(21).fill(0.2 + 0.4 * row) };
      }),
    });
    expect(measureLanes(corridor!, stream(false), [0.5, 1.5]).lanes).toBe(1);
    const mixed = measureLanes(corridor!, stream(true), [0.5, 1.5]);
    expect(mixed.lanes).toBe(0);
    expect(mixed.density).toBe(40 / 16);
    expect(mixed.speed).toBeCloseTo(0.1, 6);
    expect(mixed.flow).toBeCloseTo(0.25, 6);
  });
});

describe('replay', () => {
  test('everybody enters at its own time and place, and leaves', () => {
    const real = march(1.4, 20, 3, 5);
    const simulated = replay(CORRIDOR, real, buildWorld(planOf(CORRIDOR)), 1, LABORATORY);
    expect(simulated.stayed).toBe(0);
    expect(simulated.waited).toBe(0);
    expect(simulated.people.map(({ id }) => id)).toEqual(real.people.map(({ id }) => id));
    simulated.people.forEach((track, i) => {
      expect(track.from).toBeCloseTo(real.people[i].from, 6);
      expect([track.x[0], track.y[0]]).toEqual([real.people[i].x[0], real.people[i].y[0]]);
      // Out at y = −6.2, at 1 to 2.2 m/s.
      expect(track.y.at(-1)!).toBeLessThan(-5.5);
      expect(track.y.length / simulated.rate).toBeGreaterThan(14 / 2.3);
      expect(track.y.length / simulated.rate).toBeLessThan(14 / 0.9);
    });
  });

  test('who would enter where somebody stands waits', () => {
    const real = march(1.4, 0, 2);
    const simulated = replay(CORRIDOR, real, buildWorld(planOf(CORRIDOR)), 1, LABORATORY);
    expect(simulated.waited).toBeGreaterThan(0);
    expect(simulated.people).toHaveLength(4);
  });
});
