/**
 * Fruin's levels at and around every border, and fundamental diagrams by hand.
 */
import { describe, expect, it } from 'vitest';
import { addSample, createFundamentalDiagram, diagramRows } from './fundamental-diagram.ts';
import { addService, serviceByDensity, serviceByFlow } from './level-of-service.ts';

/** Level just on the roomy side and just on the tight side of each border, m² per person. */
const ROOM = {
  walkway: [3.25, 2.32, 1.39, 0.93, 0.46],
  queue: [1.21, 0.93, 0.65, 0.28, 0.19],
  stairs: [1.86, 1.39, 0.93, 0.65, 0.37],
} as const;

describe('level of service', () => {
  it.each(['walkway', 'queue', 'stairs'] as const)('by room: %s', (kind) => {
    expect(serviceByDensity(kind, 0)).toBe('A');
    ROOM[kind].forEach((room, i) => {
      expect(serviceByDensity(kind, 1 / (room + 1e-6))).toBe('ABCDE'[i]);
      expect(serviceByDensity(kind, 1 / (room - 1e-6))).toBe('BCDEF'[i]);
    });
    expect(serviceByDensity(kind, 10)).toBe('F');
  });

  it('by density as the handbook rounds it', () => {
    expect(serviceByDensity('walkway', 0.307)).toBe('A');
    expect(serviceByDensity('walkway', 0.31)).toBe('B');
    expect(serviceByDensity('walkway', 1)).toBe('D');
    expect(serviceByDensity('walkway', 2.18)).toBe('F');
    expect(serviceByDensity('queue', 1)).toBe('B');
  });

  it('by flow', () => {
    const at = (perMinute: number) => serviceByFlow('walkway', perMinute / 60);
    expect([0, 22.9, 23.1, 32.9, 33.1, 48.9, 49.1, 65.9, 66.1, 81.9, 82.1].map(at).join('')).toBe('AABBCCDDEEF');
    expect(at(-40)).toBe('C');
    expect(serviceByFlow('stairs', 0.9)).toBe('E');
    expect(serviceByFlow('stairs', 1)).toBe('F');
  });

  it('adds up person-seconds', () => {
    const seconds = new Float64Array(6);
    addService(seconds, 'queue', 0, 5);
    addService(seconds, 'queue', 2, 3);
    addService(seconds, 'queue', 2.1, 4);
    expect(seconds).toEqual(Float64Array.of(5, 0, 0, 7, 0, 0));
  });
});

describe('fundamental diagram', () => {
  it('averages per bin', () => {
    const diagram = createFundamentalDiagram(0.5, 4);
    for (const [density, speed] of [
      [0.5, 1.2],
      [0.9, 1.0],
      [1.6, 0.5],
      [9, 0.1],
      [Number.NaN, 1],
      [-1, 1],
      [1, Infinity],
    ] as const) {
      addSample(diagram, density, speed);
    }
    const rows = diagramRows(diagram);
    expect(diagram.rejected).toBe(3);
    expect(rows.map(({ samples }) => samples)).toEqual([0, 2, 0, 2]);
    expect(rows[0].speed).toBeNaN();
    expect(rows[1]).toEqual({
      from: 0.5,
      to: 1,
      samples: 2,
      density: expect.closeTo(0.7, 12),
      speed: expect.closeTo(1.1, 12),
      deviation: expect.closeTo(0.1 * Math.SQRT2, 12),
      flow: expect.closeTo((0.6 + 0.9) / 2, 12),
    });
    // Beyond the last bin: kept in it.
    expect(rows[3].density).toBeCloseTo(5.3, 12);
    expect(rows[3].flow).toBeCloseTo((0.8 + 0.9) / 2, 12);
  });

  it('rejects bins that are none', () => {
    expect(() => createFundamentalDiagram(0)).toThrow(/width 0/);
    expect(() => createFundamentalDiagram(0.5, 0)).toThrow(/0 bins/);
  });
});
