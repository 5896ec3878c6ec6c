/** The small parts everything stands on, each against the plainest way to say the same. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBoxTree, searchBoxes } from './box-tree.ts';
import { groupByOwner } from './csr.ts';
import { assert, InputError } from './errors.ts';
import { GrowableFloats, GrowableInts } from './growable.ts';
import { Heap } from './heap.ts';
import { hilbertOrder } from './hilbert.ts';
import { inCircle, inCircleOf, orient, turnOf } from './predicates.ts';
import { nextRandom, seedRandom } from './random.ts';
import { countRepair, createReport, PLACES_KEPT } from './report.ts';
import { orderByKey } from './sort.ts';

const coordinate = fc.double({ min: -1e3, max: 1e3, noNaN: true });
const gridCoordinate = fc.integer({ min: -3, max: 3 });

describe('predicates', () => {
  it('have y up: left is positive, inside is positive', () => {
    expect(orient(0, 0, 1, 0, 0, 1)).toBeGreaterThan(0);
    expect(orient(0, 0, 1, 0, 0, -1)).toBeLessThan(0);
    expect(orient(0, 0, 1, 1, 3, 3)).toBe(0);
    expect(inCircle(0, 0, 1, 0, 0, 1, 0.5, 0.5)).toBeGreaterThan(0);
    expect(inCircle(0, 0, 1, 0, 0, 1, 2, 2)).toBeLessThan(0);
    expect(inCircle(0, 0, 1, 0, 0, 1, 1, 1)).toBe(0);
  });

  it('have the same signs by index, also where many points are in line or on one circle', () => {
    const list = (each: fc.Arbitrary<number>) => fc.array(each, { minLength: 8, maxLength: 8 });
    const nearly = gridCoordinate.map((value) => value + 0.1);
    fc.assert(
      fc.property(fc.oneof(list(coordinate), list(gridCoordinate), list(nearly)), (values) => {
        const [ax, ay, bx, by, cx, cy, dx, dy] = values;
        const places = Float64Array.from(values);
        expect(turnOf(places, 0, 1, 2)).toBe(Math.sign(orient(ax, ay, bx, by, cx, cy)) + 0);
        expect(inCircleOf(places, 0, 1, 2, 3)).toBe(Math.sign(inCircle(ax, ay, bx, by, cx, cy, dx, dy)) + 0);
      }),
    );
  });

  it('are exact where rounding is not', () => {
    // Exact signs by integer arithmetic on scaled coordinates.
    const big = fc.integer({ min: -(2 ** 26), max: 2 ** 26 });
    fc.assert(
      fc.property(
        big,
        big,
        big,
        big,
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: -1, max: 1 }),
        (ax, ay, bx, by, k, nudge) => {
          // A point k/100 of the way along a–b, moved by `nudge` across: all in units of 1/128, which doubles hold.
          const cx = 128n * BigInt(ax) + BigInt(k) * BigInt(bx - ax);
          const cy = 128n * BigInt(ay) + BigInt(k) * BigInt(by - ay) + BigInt(nudge);
          const exact =
            128n * BigInt(bx - ax) * (cy - 128n * BigInt(ay)) - 128n * BigInt(by - ay) * (cx - 128n * BigInt(ax));
          const sign = exact > 0n ? 1 : exact < 0n ? -1 : 0;
          expect(Math.sign(orient(ax, ay, bx, by, Number(cx) / 128, Number(cy) / 128)) + 0).toBe(sign);
        },
      ),
    );
  });
});

describe('growable arrays', () => {
  it('hold what was pushed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 300 }), (values) => {
        const ints = new GrowableInts(1);
        const floats = new GrowableFloats(1);
        for (const value of values) {
          ints.push(value);
          floats.push(value / 3);
        }
        expect([...ints.values()]).toEqual(values);
        expect([...floats.values()]).toEqual(values.map((value) => value / 3));
      }),
    );
  });
});

describe('heap', () => {
  it('pops by key, then by item', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(gridCoordinate, fc.nat(20))), (entries) => {
        const heap = new Heap();
        heap.push(0, 1);
        heap.clear();
        for (const [key, item] of entries) heap.push(key, item);
        const popped: [number, number][] = [];
        while (heap.length > 0) popped.push([heap.leastKey, heap.pop()]);
        expect(popped).toEqual([...entries].sort((p, q) => p[0] - q[0] || p[1] - q[1]));
      }),
    );
  });
});

describe('lists of lists', () => {
  it('group indices by owner', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1, max: 6 })), (owners) => {
        const { first, item } = groupByOwner(Int32Array.from(owners), 7);
        for (let owner = 0; owner < 7; owner++) {
          const expected = owners.flatMap((o, i) => (o === owner ? [i] : []));
          expect([...item.subarray(first[owner], first[owner + 1])]).toEqual(expected);
        }
      }),
    );
  });
});

describe('radix order', () => {
  it('sorts and keeps the order of equals', () => {
    const key = fc.oneof(
      fc.double({ noNaN: true }),
      fc.constantFrom(0, -0, 1, -1, 2, Infinity, -Infinity, 5e-324, -5e-324),
    );
    fc.assert(
      fc.property(fc.array(key), (keys) => {
        const expected = keys.map((_, i) => i).sort((i, j) => (keys[i] < keys[j] ? -1 : keys[i] > keys[j] ? 1 : i - j));
        expect([...orderByKey(Float64Array.from(keys))]).toEqual(expected);
      }),
    );
  });
});

describe('Hilbert order', () => {
  it('orders the places the same way however the input is ordered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(gridCoordinate, fc.oneof(gridCoordinate, coordinate))),
        fc.nat(),
        (points, seed) => {
          const shuffled = [...points];
          const state = seedRandom(seed);
          for (let i = shuffled.length - 1; i > 0; i--) {
            const j = Math.floor(nextRandom(state) * (i + 1));
            [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
          }
          const places = (list: [number, number][]) =>
            [...hilbertOrder(Float64Array.from(list.flat()))].map((i) => list[i]);
          expect([...hilbertOrder(Float64Array.from(points.flat()))].sort((i, j) => i - j)).toEqual(
            points.map((_, i) => i),
          );
          expect(places(shuffled).map(([x, y]) => [x + 0, y + 0])).toEqual(
            places(points).map(([x, y]) => [x + 0, y + 0]),
          );
        },
      ),
    );
  });

  it('goes from each square of a grid to a neighbour', () => {
    const points: number[] = [];
    for (let x = 0; x < 8; x++) for (let y = 0; y < 8; y++) points.push(x, y);
    const order = hilbertOrder(Float64Array.from(points));
    for (let k = 1; k < order.length; k++) {
      const [p, q] = [order[k - 1], order[k]];
      expect(Math.abs(points[2 * p] - points[2 * q]) + Math.abs(points[2 * p + 1] - points[2 * q + 1])).toBe(1);
    }
  });
});

describe('box tree', () => {
  it('finds exactly the boxes that meet the query', () => {
    const box = fc.tuple(
      coordinate,
      coordinate,
      fc.double({ min: 0, max: 50, noNaN: true }),
      fc.double({ min: 0, max: 50, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(box, { maxLength: 200 }), box, (boxes, [x, y, w, h]) => {
        const flat = Float64Array.from(boxes.flatMap(([bx, by, bw, bh]) => [bx, by, bx + bw, by + bh]));
        const found = new GrowableInts();
        searchBoxes(buildBoxTree(flat), x, y, x + w, y + h, found);
        const expected = boxes.flatMap((_, i) => {
          const [minX, minY, maxX, maxY] = flat.subarray(4 * i, 4 * i + 4) as unknown as [
            number,
            number,
            number,
            number,
          ];
          return minX <= x + w && maxX >= x && minY <= y + h && maxY >= y ? [i] : [];
        });
        expect([...found.values()].sort((i, j) => i - j)).toEqual(expected);
      }),
    );
  });

  it('is not slowed down by one far-off box', () => {
    const count = 20_000;
    const flat = new Float64Array(4 * count);
    for (let i = 0; i < count; i++)
      flat.set([i % 141, Math.floor(i / 141), (i % 141) + 0.5, Math.floor(i / 141) + 0.5], 4 * i);
    flat.set([1e9, 1e9, 1e9, 1e9], 0);
    const tree = buildBoxTree(flat);
    const found = new GrowableInts();
    searchBoxes(tree, 70.1, 70.1, 70.2, 70.2, found);
    expect([...found.values()]).toEqual([70 * 141 + 70]);
  });
});

describe('random numbers', () => {
  it('repeat with the seed, differ between seeds, and spread evenly', () => {
    const take = (seed: number, count: number) => {
      const state = seedRandom(seed);
      return Array.from({ length: count }, () => nextRandom(state));
    };
    expect(take(7, 5)).toEqual(take(7, 5));
    expect(take(7, 5)).not.toEqual(take(8, 5));
    const bins = new Array<number>(10).fill(0);
    for (const value of take(1, 100_000)) bins[Math.floor(value * 10)]++;
    // Chi-squared with 9 degrees of freedom stays below 27.9 in 999 of 1,000 runs.
    expect(bins.reduce((sum, n) => sum + (n - 10_000) ** 2 / 10_000, 0)).toBeLessThan(27.9);
  });
});

describe('report and errors', () => {
  it('count all repairs and keep the first places', () => {
    const report = createReport();
    for (let i = 0; i < 50; i++) countRepair(report, 'ring closed', i, -i);
    countRepair(report, 'vertex dropped', 1, 2);
    expect(report.repairs.map(({ kind, count, places }) => [kind, count, places.length])).toEqual([
      ['ring closed', 50, PLACES_KEPT],
      ['vertex dropped', 1, 1],
    ]);
  });

  it('say where, what and what to do', () => {
    expect(new InputError('plan.wkt, line 3', 'a ring has two points', 'give it at least three').message).toBe(
      'plan.wkt, line 3: a ring has two points; give it at least three',
    );
    expect(() => assert(1 + 1 === 3, 'arithmetic')).toThrow('arithmetic');
  });
});
