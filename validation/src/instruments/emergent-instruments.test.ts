/** Instruments on trajectories whose answer is known, made here without the engine. */
import { NONE, type RecordedFrame } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import {
  addStripes,
  createOverlapWatch,
  createTraffic,
  laneOrder,
  leastSquares,
  trafficFigures,
  watchOverlaps,
  watchTraffic,
} from './emergent-instruments.ts';
import { fileFigures, requiredLength, sectionSample, speedField, waveFigures } from '../experiments/emergent-loops.ts';
import { alongTrack, createTrack, placeOnTrack, trackScenario } from './emergent-track.ts';

/** People of radius 0.2 at places, numbered as they come. */
function frameOf(
  time: number,
  places: readonly (readonly [number, number])[],
  serials = places.map((_, i) => i),
): RecordedFrame {
  return {
    step: Math.round(time / 0.1),
    time,
    count: places.length,
    serial: Int32Array.from(serials),
    place: Float64Array.from(places.flat()),
    velocity: new Float64Array(2 * places.length),
    level: new Int32Array(places.length),
    cell: new Int32Array(places.length).fill(NONE),
    radius: new Float64Array(places.length).fill(0.4),
  };
}

describe('overlaps', () => {
  it('count pairs deeper than 2 cm, and the longest one', () => {
    const watch = createOverlapWatch();
    // 3 cm in each other for three steps, 1 cm for one, again for one; a third person far off.
    [0.37, 0.37, 0.37, 0.39, 0.37].forEach((apart, k) =>
      watchOverlaps(
        watch,
        frameOf(0.1 * (k + 1), [
          [0, 0],
          [0, apart],
          [5, 0],
        ]),
      ),
    );
    expect(watch.pairSeconds).toBeCloseTo(0.4, 9);
    expect(watch.longest).toBeCloseTo(0.3, 9);
    expect(watch.deepest).toBeCloseTo(0.03, 9);
  });

  it('know a pair again in other slots, and two pairs from one that lasts', () => {
    const watch = createOverlapWatch();
    watchOverlaps(
      watch,
      frameOf(
        0.1,
        [
          [0, 0],
          [0.3, 0],
        ],
        [7, 9],
      ),
    );
    watchOverlaps(
      watch,
      frameOf(
        0.2,
        [
          [4, 0],
          [0, 0],
          [0.3, 0],
        ],
        [2, 7, 9],
      ),
    );
    expect(watch.longest).toBeCloseTo(0.2, 9);
    watchOverlaps(
      watch,
      frameOf(
        0.3,
        [
          [4, 0],
          [4.3, 0],
        ],
        [2, 7],
      ),
    );
    expect(watch.longest).toBeCloseTo(0.2, 9);
    expect(watch.pairSeconds).toBeCloseTo(0.3, 9);
  });

  it('find as many pairs in a random crowd as all pairs compared', () => {
    let state = 12345;
    const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
    const places = Array.from({ length: 300 }, (): [number, number] => [8 * random(), 8 * random()]);
    let pairs = 0;
    places.forEach(([x, y], i) => {
      for (const [u, w] of places.slice(i + 1)) if (Math.hypot(x - u, y - w) < 0.38) pairs++;
    });
    const watch = createOverlapWatch();
    watchOverlaps(watch, frameOf(1, places));
    expect(pairs).toBeGreaterThan(50);
    expect(watch.pairSeconds).toBe(pairs);
  });
});

describe('traffic', () => {
  /** Rows 0.5 m apart of people 2 m apart: 1 per m², walking along x, every other row the other way. */
  const lattice = (time: number, speed: number) =>
    Array.from({ length: 8 * 40 }, (_, i): [number, number] => {
      const way = Math.floor(i / 40) % 2 === 0 ? 1 : -1;
      return [way * (2 * (i % 40) - 40 + speed * time), 0.25 + 0.5 * Math.floor(i / 40)];
    });

  it('gives density, speed and flow of known streams, each in its own direction', () => {
    const heading = (serial: number): [number, number] => [Math.floor(serial / 40) % 2 === 0 ? 1 : -1, 0];
    const traffic = createTraffic([-5, 0, 5, 4], heading);
    for (let k = 0; k <= 200; k++) watchTraffic(traffic, frameOf(0.1 * k, lattice(0.1 * k, 0.8)), k > 50 && k <= 150);
    const { density, speed, flow } = trafficFigures(traffic);
    expect(density).toBeCloseTo(1, 2);
    expect(speed).toBeCloseTo(0.8, 6);
    expect(flow).toBeCloseTo(0.8, 2);
    expect(traffic.seconds).toBeCloseTo(10, 6);
  });

  it('counts going back as going back, and nobody who has just come', () => {
    const traffic = createTraffic([0, 0, 10, 1], () => [1, 0]);
    watchTraffic(traffic, frameOf(0, [[5, 0.5]]), true);
    watchTraffic(
      traffic,
      frameOf(1, [
        [4, 0.5],
        [2, 0.5],
      ]),
      true,
    );
    expect(trafficFigures(traffic).speed).toBeCloseTo(-1, 12);
    expect(traffic.stay).toBe(1);
  });
});

describe('lanes', () => {
  const box = [0, 0, 6, 4] as const;
  const wayOf = (serial: number) => (serial % 2 === 0 ? 1 : -1);
  const rows = (perRow: number) =>
    Array.from({ length: 10 * perRow }, (_, i): [number, number] => [
      0.5 + (i % perRow),
      0.2 + 0.4 * Math.floor(i / perRow),
    ]);

  it('are 1 where each row goes one way, 0 where half of it does', () => {
    const places = rows(4);
    const byRow = (serial: number) => (Math.floor(serial / 4) % 2 === 0 ? 1 : -1);
    expect(laneOrder(frameOf(0, places), box, byRow)).toBe(1);
    expect(laneOrder(frameOf(0, places), box, wayOf)).toBe(0);
  });

  it('are a quarter where three of four go one way', () => {
    expect(laneOrder(frameOf(0, rows(4)), box, (serial) => (serial % 4 === 0 ? -1 : 1))).toBeCloseTo(0.25, 12);
  });

  it('leave out rows with one person and people outside', () => {
    expect(
      laneOrder(
        frameOf(0, [
          [1, 0.2],
          [2, 0.2],
          [3, 0.6],
          [7, 0.6],
        ]),
        box,
        wayOf,
      ),
    ).toBe(0);
    expect(laneOrder(frameOf(0, [[1, 0.2]]), box, wayOf)).toBeNaN();
  });

  it('are about a half for a random mix of two per row', () => {
    let state = 99;
    const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
    let sum = 0;
    for (let k = 0; k < 400; k++) {
      const ways = Array.from({ length: 20 }, () => (random() < 0.5 ? 1 : -1));
      sum += laneOrder(frameOf(0, rows(2)), box, (serial) => ways[serial]);
    }
    expect(sum / 400).toBeCloseTo(0.5, 1);
  });
});

it('stripes: above 0 along (1, −1), below along (1, 1), near 0 at random', () => {
  const places = Array.from({ length: 100 }, (_, i): [number, number] => [0.4 * (i % 10), 0.4 * Math.floor(i / 10)]);
  const score = (streamOf: (serial: number) => number) => {
    const sums: [number, number] = [0, 0];
    addStripes(frameOf(0, places), [-1, -1, 5, 5], streamOf, sums);
    expect(sums[1]).toBeGreaterThan(100);
    return sums[0] / sums[1];
  };
  // Stripes four diagonals wide, along (1, −1): x + y decides.
  expect(score((i) => Math.floor(((i % 10) + Math.floor(i / 10)) / 4) % 2)).toBeGreaterThan(0.4);
  expect(score((i) => Math.floor(((i % 10) - Math.floor(i / 10) + 12) / 4) % 2)).toBeLessThan(-0.4);
  let state = 5;
  const random = Array.from({ length: 100 }, () => ((state = (state * 16807) % 2147483647), state % 2));
  expect(Math.abs(score((i) => random[i]))).toBeLessThan(0.15);
});

describe('single file', () => {
  it('finds a and b that people were made with, of the constrained alone', () => {
    const made = Array.from({ length: 500 }, (_, k) => {
      const speed = 0.05 + 0.0028 * k;
      const ahead = 0.36 + 1.06 * speed + 0.05 * Math.sin(7 * k);
      return { spacing: ahead, speed, preferred: 1.6 };
    });
    // Who walks as it likes may be any distance behind.
    const free = Array.from({ length: 500 }, (_, k) => ({
      spacing: 4 + (k % 5),
      speed: 1.58,
      preferred: 1.6,
    }));
    const { a, b } = requiredLength([...made, ...free]);
    expect(a).toBeCloseTo(0.36, 1);
    expect(b).toBeCloseTo(1.06, 1);
    expect(leastSquares([0, 1, 2], [1, 3, 5])).toEqual({ a: 1, b: 2 });
  });

  /** Speed with a wave that travels at so many metres a second. */
  const waves = (celerity: number) =>
    Array.from({ length: 120 }, (_, t) =>
      Array.from(
        { length: 52 },
        (_, p) => 0.3 + 0.2 * Math.sin((2 * Math.PI * 2 * (0.5 * p - celerity * 0.5 * t)) / 26),
      ),
    );

  it('sees a wave travel upstream, and how fast', () => {
    const { wave, waveSpeed } = waveFigures(waves(-0.5));
    expect(wave).toBeGreaterThan(0.99);
    expect(waveSpeed).toBeCloseTo(-0.5, 9);
    const forward = waveFigures(waves(1));
    expect(forward.forward).toBeGreaterThan(0.99);
  });

  it('sees no wave where nothing changes, or where it is all chance', () => {
    expect(waveFigures(Array.from({ length: 50 }, () => new Array<number>(52).fill(0.3))).wave).toBe(0);
    let state = 77;
    const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
    const { wave } = waveFigures(Array.from({ length: 120 }, () => Array.from({ length: 52 }, random)));
    expect(wave).toBeLessThan(0.1);
  });

  it('takes the speed between two people from both, also across the beginning of the loop', () => {
    const field = speedField(
      [
        { along: 1, speed: 1 },
        { along: 3, speed: 0 },
      ],
      4,
    );
    expect(field).toEqual([0.5, 0.75, 1, 0.75, 0.5, 0.25, 0, 0.25]);
  });

  it('gives each person of a section its part, wherever the loop begins', () => {
    const evenly = (gap: number, shift: number) =>
      Array.from({ length: Math.round(26 / gap) }, (_, k) => {
        const along = (k * gap + shift) % 26;
        return { along, speed: 0.5, ahead: gap, behind: gap, preferred: 1.5 };
      });
    for (const [gap, middle, shift] of [
      [1, 3, 0.3],
      [2, 0, 0],
      [0.5, 25.5, 0.1],
      [13, 1, 12],
    ] as const) {
      const { spacing, speed, preferred } = sectionSample(evenly(gap, shift), middle, 26);
      expect(spacing).toBeCloseTo(gap, 9);
      expect(speed).toBeCloseTo(0.5, 9);
      expect(preferred).toBeCloseTo(1.5, 9);
    }
    // One has 1 m, all in the section; the other 4 m, 3 m of them in it.
    const uneven = [
      { along: 0.5, speed: 1, ahead: 1, behind: 1, preferred: 1 },
      { along: 1.5, speed: 0, ahead: 7, behind: 1, preferred: 1 },
      { along: 8.5, speed: 1, ahead: 18, behind: 7, preferred: 1 },
    ];
    const { spacing, speed } = sectionSample(uneven, 2, 26);
    expect(spacing).toBeCloseTo(4 / 1.75, 9);
    expect(speed).toBeCloseTo(0.25, 9);
  });

  it('counts those who stand', () => {
    const samples = [0.01, 0.04, 0.5, 1.5].map((speed) => ({ ahead: 1, behind: 1, speed, preferred: 1.55 }));
    const { standing, constrained, speed } = fileFigures(4, { samples, fields: [[0], [0]], length: 4 });
    expect(standing).toBe(0.5);
    expect(constrained).toBe(0.75);
    expect(speed).toBeCloseTo(0.5125, 12);
  });
});

describe('the closed track', () => {
  const track = createTrack(20, 12, 4);

  it('finds the metres along it again, all round and across', () => {
    for (let s = 0.05; s < track.length; s += 0.37) {
      for (const offset of [-1.9, 0, 1.5]) {
        const [x, y] = placeOnTrack(track, s, offset);
        expect(alongTrack(track, x, y)).toBeCloseTo(s, 9);
      }
    }
  });

  it('goes round without jumps, as long as it says', () => {
    let sum = 0;
    for (let k = 0; k < 1000; k++) {
      const [ax, ay] = placeOnTrack(track, (k / 1000) * track.length, 0);
      const [bx, by] = placeOnTrack(track, ((k + 1) / 1000) * track.length, 0);
      sum += Math.hypot(bx - ax, by - ay);
      expect(Math.hypot(bx - ax, by - ay)).toBeLessThan(0.12);
    }
    expect(sum).toBeCloseTo(track.length, 2);
  });

  it.each([0.5, 2, 4])(
    'holds as many as asked for at %s per m², none in another, with the next gate ahead',
    (density) => {
      const people = Math.round(density * track.length * track.width);
      const raw = trackScenario(track, people, 5, { profile: {}, seconds: 60, seed: 3, reach: 4 });
      const walkers = raw['walkers'] as { at: [number, number]; itinerary: string }[];
      expect(walkers).toHaveLength(people);
      const watch = createOverlapWatch();
      watchOverlaps(
        watch,
        frameOf(
          1,
          walkers.map(({ at }) => at),
        ),
      );
      expect(watch.pairSeconds).toBe(0);
      const goals = raw['goals'] as Record<string, { at: [number, number] }>;
      const itineraries = raw['itineraries'] as Record<string, string[]>;
      for (const { at, itinerary } of walkers) {
        const gate = goals[itineraries[itinerary][0]].at;
        const ahead = alongTrack(track, ...gate) - alongTrack(track, ...at) + track.length;
        expect(ahead % track.length).toBeGreaterThan(2);
        expect(ahead % track.length).toBeLessThan(10);
      }
    },
  );
});
