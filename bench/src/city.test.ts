/**
 * The city generator against what it promises. Geometry is judged by brute force over a grid, written here and not
 * taken from the generator.
 */
import type { Plan } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { buildingsForSegments, makeCity, makeKnownCity } from './city.ts';

const CLEAN = makeKnownCity({ seed: 1, buildings: 2600, dirty: false });
const DIRTY = makeKnownCity({ seed: 1, buildings: 2600, dirty: true });

function ringsOf(plan: Plan): Float64Array[] {
  return (plan.levels[0]?.polygons ?? []).map((polygon) => polygon.rings[0] as Float64Array);
}

/** FNV-1a over the bytes of all coordinates. */
function hashOf(plan: Plan): string {
  let hash = 0x811c9dc5;
  for (const ring of ringsOf(plan)) {
    for (const byte of new Uint8Array(ring.buffer)) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16);
}

/** Segments as ax, ay, bx, by, with the ring each belongs to and its place in it. */
interface Segment {
  ends: [number, number, number, number];
  ring: number;
  place: number;
  sides: number;
}

function segmentsOf(rings: Float64Array[]): Segment[] {
  return rings.flatMap((ring, index) => {
    const sides = ring.length / 2;
    return Array.from({ length: sides }, (_, place): Segment => {
      const next = (place + 1) % sides;
      const at = (k: number): number => ring[k] as number;
      return { ends: [at(2 * place), at(2 * place + 1), at(2 * next), at(2 * next + 1)], ring: index, place, sides };
    });
  });
}

function pointToSegment(x: number, y: number, [ax, ay, bx, by]: Segment['ends']): number {
  const dx = bx - ax;
  const dy = by - ay;
  const squared = dx * dx + dy * dy;
  const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

function turn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

function distanceBetween(p: Segment['ends'], q: Segment['ends']): number {
  const [ax, ay, bx, by] = p;
  const [cx, cy, dx, dy] = q;
  const crossing =
    turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy) < 0 &&
    turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by) < 0;
  if (crossing) return 0;
  return Math.min(
    pointToSegment(ax, ay, q),
    pointToSegment(bx, by, q),
    pointToSegment(cx, cy, p),
    pointToSegment(dx, dy, p),
  );
}

/** Every two segments nearer than `reach` that do not follow each other in a ring: their rings and their distance. */
function closePairs(rings: Float64Array[], reach: number): { first: number; second: number; distance: number }[] {
  const size = 8;
  const cells = new Map<number, Segment[]>();
  const found: { first: number; second: number; distance: number }[] = [];
  for (const segment of segmentsOf(rings)) {
    const [ax, ay, bx, by] = segment.ends;
    const near = new Set<Segment>();
    for (
      let i = Math.floor((Math.min(ax, bx) - reach) / size);
      i <= Math.floor((Math.max(ax, bx) + reach) / size);
      i++
    ) {
      for (
        let j = Math.floor((Math.min(ay, by) - reach) / size);
        j <= Math.floor((Math.max(ay, by) + reach) / size);
        j++
      ) {
        const key = i * 100_000 + j;
        const cell = cells.get(key) ?? [];
        cells.set(key, cell);
        for (const other of cell) near.add(other);
        cell.push(segment);
      }
    }
    for (const other of near) {
      if (other.ring === segment.ring) {
        const apart = Math.abs(other.place - segment.place);
        if (apart === 1 || apart === segment.sides - 1) continue;
      }
      const distance = distanceBetween(segment.ends, other.ends);
      if (distance < reach) found.push({ first: other.ring, second: segment.ring, distance });
    }
  }
  return found;
}

/** The nearest distance of each two different rings that are nearer than `reach`. */
function closeRings(rings: Float64Array[], reach: number): Map<string, number> {
  const nearest = new Map<string, number>();
  for (const { first, second, distance } of closePairs(rings, reach)) {
    if (first === second) continue;
    const key = `${Math.min(first, second)} ${Math.max(first, second)}`;
    nearest.set(key, Math.min(distance, nearest.get(key) ?? Number.POSITIVE_INFINITY));
  }
  return nearest;
}

/** Area covered by the rings together, a point counting if any ring winds around it: by many horizontal lines. */
function coveredArea(rings: Float64Array[], step: number): number {
  const segments = segmentsOf(rings).filter(({ ends }) => ends[1] !== ends[3]);
  const rows = new Map<number, Segment[]>();
  for (const segment of segments) {
    const [, ay, , by] = segment.ends;
    for (let row = Math.floor(Math.min(ay, by)); row <= Math.floor(Math.max(ay, by)); row++) {
      rows.set(row, [...(rows.get(row) ?? []), segment]);
    }
  }
  let area = 0;
  for (const [row, crossing] of rows) {
    for (let y = row + step / 2; y < row + 1; y += step) {
      const windings = new Map<number, number>();
      const hits = crossing
        .filter(({ ends }) => Math.min(ends[1], ends[3]) <= y && y < Math.max(ends[1], ends[3]))
        .map(({ ends: [ax, ay, bx, by], ring }) => ({ x: ax + ((y - ay) / (by - ay)) * (bx - ax), ring, up: by > ay }))
        .sort((p, q) => p.x - q.x);
      let inside = 0;
      let from = 0;
      for (const { x, ring, up } of hits) {
        if (inside > 0) area += (x - from) * step;
        const before = windings.get(ring) ?? 0;
        const after = before + (up ? 1 : -1);
        windings.set(ring, after);
        inside += (after === 0 ? 0 : 1) - (before === 0 ? 0 : 1);
        from = x;
      }
    }
  }
  return area;
}

describe('the clean city', () => {
  it('is like L04: 2,600 buildings of mostly 4 to 8 corners, 14,200 in all, on 1.3 × 1.3 km', () => {
    const rings = ringsOf(CLEAN.plan);
    expect(rings).toHaveLength(2600);
    expect(rings.reduce((sum, ring) => sum + ring.length / 2, 0)).toBe(CLEAN.corners);
    expect(Math.abs(CLEAN.corners - 14_200)).toBeLessThan(300);
    expect(rings.filter((ring) => ring.length >= 8 && ring.length <= 16).length).toBeGreaterThan(2300);
    const [left, bottom, right, top] = CLEAN.box;
    expect(Math.abs(right - left - 1300)).toBeLessThan(20);
    expect(Math.abs(top - bottom - 1300)).toBeLessThan(20);
  });

  it('has both walls along the axes and walls in many other directions', () => {
    const segments = segmentsOf(ringsOf(CLEAN.plan));
    const aligned = segments.filter(({ ends: [ax, ay, bx, by] }) => ax === bx || ay === by).length / segments.length;
    expect(aligned).toBeGreaterThan(0.15);
    expect(aligned).toBeLessThan(0.6);
    const slopes = segments.map(({ ends: [ax, ay, bx, by] }) =>
      Math.round((Math.atan2(by - ay, bx - ax) * 180) / Math.PI),
    );
    expect(new Set(slopes).size).toBeGreaterThan(200);
  });

  it.each([1, 2, 3, 4, 5])(
    'seed %i: buildings stay 0.3 m apart, do not cross themselves, run counter-clockwise',
    (seed) => {
      const rings = ringsOf(makeCity({ seed, buildings: 2600, dirty: false }));
      const close = closePairs(rings, 0.3 - 1e-9);
      expect(close).toEqual([]);
      for (const ring of rings) {
        expect(ring.length).toBeGreaterThanOrEqual(6);
        let twice = 0;
        for (let i = 0; i < ring.length; i += 2) {
          const j = (i + 2) % ring.length;
          twice += (ring[i] as number) * (ring[j + 1] as number) - (ring[j] as number) * (ring[i + 1] as number);
        }
        expect(twice / 2).toBeGreaterThan(5);
      }
    },
  );

  it('has passages of 0.8 to 1.5 m and lanes of 1 to 4 m', () => {
    const gaps = [...closeRings(ringsOf(CLEAN.plan), 4).values()];
    expect(gaps.filter((gap) => gap >= 0.8 && gap <= 1.5).length).toBeGreaterThan(200);
    expect(gaps.filter((gap) => gap > 1.5 && gap <= 4).length).toBeGreaterThan(500);
  });

  it('knows its walkable area', () => {
    const city = makeKnownCity({ seed: 3, buildings: 150, dirty: false });
    const [left, bottom, right, top] = city.box;
    const area = (right - left) * (top - bottom) - coveredArea(ringsOf(city.plan), 1 / 512);
    expect(Math.abs(area - city.walkableArea)).toBeLessThan(1e-5 * area);
  });
});

describe('determinism', () => {
  it('gives the same bits for the same options, others for another seed', () => {
    expect(hashOf(CLEAN.plan)).toBe('fa4de29c');
    expect(hashOf(DIRTY.plan)).toBe('192c7546');
    expect(hashOf(makeCity({ seed: 1, buildings: 2600, dirty: false }))).toBe(hashOf(CLEAN.plan));
    expect(hashOf(makeCity({ seed: 2, buildings: 2600, dirty: false }))).not.toBe(hashOf(CLEAN.plan));
  });
});

describe('the dirty city', () => {
  const rings = ringsOf(DIRTY.plan);
  const { defects } = DIRTY;

  it('is the clean one but for the footprints that were spoilt', () => {
    const clean = ringsOf(CLEAN.plan);
    const same = rings.filter((ring, i) => ring.join() === (clean[i] as Float64Array).join()).length;
    const touched =
      2 * (defects.overlaps + defects.sharedWalls + defects.jitteredWalls + defects.nearTouches) +
      defects.collinearWalls +
      defects.repeatedVertices +
      defects.selfCrossings;
    expect(rings).toHaveLength(2600);
    expect(same).toBeGreaterThanOrEqual(2600 - touched);
    expect(same).toBeLessThan(2600 - 0.9 * touched);
  });

  it('has as much of each damage as it says', () => {
    expect(defects.overlaps).toBe(130);
    const close = closeRings(rings, 0.3 - 1e-9);
    expect(close.size).toBe(defects.overlaps + defects.sharedWalls + defects.jitteredWalls + defects.nearTouches);

    const sharing = [...close.keys()].filter((key) => {
      const [first, second] = key.split(' ').map((index) => cornersOf(rings[Number(index)] as Float64Array));
      return [...(first as Set<string>)].some((corner) => (second as Set<string>).has(corner));
    });
    expect(sharing).toHaveLength(defects.sharedWalls);

    let repeated = 0;
    let collinear = 0;
    for (const ring of rings) {
      const count = ring.length / 2;
      const corner = (k: number): [number, number] => {
        const i = 2 * (k % count);
        return [ring[i] as number, ring[i + 1] as number];
      };
      for (let k = 0; k < count; k++) {
        const [a, b, c] = [corner(k), corner(k + 1), corner(k + 2)];
        const same = a[0] === b[0] && a[1] === b[1];
        if (same) repeated++;
        else if (b[0] !== c[0] || b[1] !== c[1]) collinear += Math.abs(turn(...a, ...b, ...c)) < 1e-9 ? 1 : 0;
      }
    }
    expect(repeated).toBe(defects.repeatedVertices);
    expect(collinear).toBe(defects.collinearVertices);

    const crossed = new Set(
      closePairs(rings, 1e-12)
        .filter(({ first, second }) => first === second)
        .map(({ first }) => first),
    );
    expect(crossed.size).toBe(defects.selfCrossings + defects.repeatedVertices);
  });

  it('has corners that touch the neighbour but for less than a millimetre', () => {
    const gaps = [...closeRings(rings, 0.001).values()].filter((gap) => gap > 1e-4);
    expect(gaps.length).toBeGreaterThanOrEqual(defects.nearTouches);
    expect(gaps.length).toBeLessThanOrEqual(defects.nearTouches + defects.jitteredWalls);
  });

  it('knows its walkable area but for slivers', () => {
    const city = makeKnownCity({ seed: 3, buildings: 150, dirty: true });
    expect(Math.min(...Object.values(city.defects))).toBeGreaterThan(0);
    const [left, bottom, right, top] = city.box;
    const area = (right - left) * (top - bottom) - coveredArea(ringsOf(city.plan), 1 / 512);
    expect(Math.abs(area - city.walkableArea)).toBeLessThan(1e-5 * area);
  });
});

describe('any size', () => {
  it.each([1, 2, 3, 7, 40, 1000, 26_000])('%i buildings: as many footprints, on land in proportion', (buildings) => {
    for (const dirty of [false, true]) {
      const city = makeKnownCity({ seed: 5, buildings, dirty });
      expect(ringsOf(city.plan)).toHaveLength(buildings);
      expect(ringsOf(city.plan).every((ring) => ring.length >= 6 && ring.every(Number.isFinite))).toBe(true);
      const [left, bottom, right, top] = city.box;
      expect((right - left - 20) * (top - bottom - 20)).toBeLessThan(buildings * 650);
      if (buildings >= 1000) {
        expect((right - left) * (top - bottom)).toBeGreaterThan(buildings * 630);
        expect(Math.abs(city.corners / buildings / (14_200 / 2600) - 1)).toBeLessThan(0.06);
      }
    }
  });

  it('comes with about the segments asked for', () => {
    const buildings = buildingsForSegments(100_000);
    const { corners } = makeKnownCity({ seed: 1, buildings, dirty: false });
    expect(Math.abs(corners - 100_000)).toBeLessThan(2000);
  });

  it('refuses a city of nothing', () => {
    expect(() => makeCity({ seed: 1, buildings: 0, dirty: false })).toThrow(/0 buildings/);
  });
});

function cornersOf(ring: Float64Array): Set<string> {
  return new Set(Array.from({ length: ring.length / 2 }, (_, i) => `${ring[2 * i]} ${ring[2 * i + 1]}`));
}
