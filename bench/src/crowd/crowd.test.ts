/** The benchmark of the crowd on small crowds: grounds, people, and that every figure printed can go wrong. */
import { buildWorld, createClearanceScratch, clearance, indexCells, locate, NONE } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { measureStepAllocation } from './allocation.ts';
import {
  boundHitShare,
  noJudgement,
  passTable,
  realTimeFactor,
  type Walking,
  walkedTable,
  walkTogether,
} from './figures.ts';
import { openSquare, quarter } from './grounds.ts';
import { ourCrowd } from './ours.ts';
import { GOAL_RADIUS, itinerariesOf, LEGS, makePeople } from './people.ts';
import { MOST_IN_RECAST, recastCrowd } from './recast.ts';

const GROUND = quarter(300, 1);
const WORLD = buildWorld(GROUND.plan);
const PEOPLE = makePeople(WORLD, 300, 1);

describe('grounds', () => {
  it.each([
    ['open square', openSquare],
    ['quarter', quarter],
  ])('%s has as much floor as the walkers need', (_, make) => {
    for (const [walkers, density] of [
      [300, 1],
      [2000, 1],
      [900, 3],
    ] as const) {
      const { plan, city } = make(walkers, density);
      expect(city.walkableArea).toBeCloseTo(walkers / density, 6);
      const { mesh } = buildWorld(plan);
      expect(mesh.cellFirst.length).toBeGreaterThan(1);
      // By cells: fans of triangles.
      let area = 0;
      for (let c = 0; c + 1 < mesh.cellFirst.length; c++) {
        const corners = Array.from(mesh.sideVertex.subarray(mesh.cellFirst[c], mesh.cellFirst[c + 1]));
        const at = (k: number, axis: number) =>
          mesh.vertices[2 * (corners[k % corners.length] as number) + axis] as number;
        for (let k = 0; k < corners.length; k++) area += (at(k, 0) * at(k + 1, 1) - at(k + 1, 0) * at(k, 1)) / 2;
      }
      expect(area).toBeCloseTo(walkers / density, 0);
    }
  });
});

describe('people', () => {
  it('start and end on the floor, clear of walls and of each other', () => {
    const index = indexCells(WORLD.mesh);
    const scratch = createClearanceScratch(WORLD.mesh);
    const { starts, goals, radius, count } = PEOPLE;
    for (const places of [starts, goals]) {
      for (let i = 0; i < count; i++) {
        const [x, y] = [places[2 * i] as number, places[2 * i + 1] as number];
        const cell = locate(WORLD.mesh, index, 0, x, y);
        expect(cell).not.toBe(NONE);
        expect(clearance(WORLD.mesh, scratch, cell, x, y, 1)).toBeGreaterThanOrEqual(radius - 1e-9);
      }
    }
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < i; j++) {
        const dx = (starts[2 * i] as number) - (starts[2 * j] as number);
        const dy = (starts[2 * i + 1] as number) - (starts[2 * j + 1] as number);
        nearest = Math.min(nearest, Math.hypot(dx, dy));
      }
    }
    expect(nearest).toBeGreaterThanOrEqual(2 * radius - 1e-9);
  });

  it('have goals within reach of the one before, and are the same for the same seed', () => {
    const people = makePeople(WORLD, 300, 5, 6);
    expect(makePeople(WORLD, 300, 5, 6)).toEqual(people);
    expect(makePeople(WORLD, 300, 6, 6).legs).not.toEqual(people.legs);
    const { starts, goals, legs } = people;
    for (let i = 0; i < 300; i++) {
      let from = starts.subarray(2 * i, 2 * i + 2);
      for (let k = 0; k < LEGS; k++) {
        const goal = legs[LEGS * i + k] as number;
        const to = goals.subarray(2 * goal, 2 * goal + 2);
        const [dx, dy] = [0, 1].map((axis) => Math.abs((to[axis] as number) - (from[axis] as number)));
        expect(Math.max(dx as number, dy as number)).toBeLessThanOrEqual(6);
        expect(Math.max(dx as number, dy as number)).toBeGreaterThan(GOAL_RADIUS);
        from = to;
      }
    }
    const { itineraries } = itinerariesOf(people);
    expect(itineraries[7]?.stages.map((stage) => stage.goals[0])).toEqual(
      Array.from(legs.subarray(7 * LEGS, 8 * LEGS)),
    );
  });

  it('do not fit anywhere', () => {
    expect(() => makePeople(WORLD, 4000, 1)).toThrow(/have room/);
  });
});

describe('walking', () => {
  it('judges both crowds: ours keeps bodies apart', async () => {
    const crowds = [ourCrowd('ours', WORLD, PEOPLE), await recastCrowd(GROUND, WORLD, PEOPLE)];
    const [ours, recast] = walkTogether(crowds, 20, 30);
    expect(ours?.walkers).toBe(300);
    expect(ours?.seconds).toBeCloseTo(3);
    for (const walked of [ours, recast]) {
      expect(walked?.cpu).toBeGreaterThan(0);
      expect((walked?.judgement.metres ?? 0) / (300 * 3)).toBeGreaterThan(0.2);
      expect((walked?.judgement.metres ?? 0) / (300 * 3)).toBeLessThan(1.75);
    }
    expect(ours?.judgement).toMatchObject({ pairs: 0, inWalls: 0 });
    expect(ours?.judgement.pops).toBeGreaterThan(0);
    expect(recast?.judgement.boundHits).toBeUndefined();
    expect(Object.keys(ours?.passes ?? {})).toContain('decide');
    expect(walkedTable([ours, recast].filter((each) => each !== undefined)).split('\n')).toHaveLength(4);
    expect(passTable([ours].filter((each) => each !== undefined))).toMatch(/decide/);
  });

  it('sees overlaps and bodies in walls', () => {
    const crowd = ourCrowd('ours', WORLD, { ...PEOPLE, radius: 0.6 });
    const judgement = noJudgement();
    crowd.judge(judgement);
    expect(judgement.pairs).toBeGreaterThan(10);
    expect(judgement.deepest).toBeGreaterThan(0.1);
    expect(judgement.inWalls).toBeGreaterThan(5);
    expect(judgement.deepestInWall).toBeGreaterThan(0.1);
  });

  it('counts goals reached', () => {
    const near = makePeople(WORLD, 300, 3, 4);
    const [walked] = walkTogether([ourCrowd('ours', WORLD, near)], 0, 60);
    expect(walked?.judgement.reached).toBeGreaterThan(30);
    expect(walked?.judgement.reached).toBeLessThan(LEGS * 300);
  });

  it('counts only steps after the warm-up, in turn', () => {
    const told: string[] = [];
    const crowd = (name: string): Walking => ({
      name,
      walkers: 10,
      step: () => told.push(name),
      judge: (judgement) => {
        judgement.reached++;
        judgement.boundHits = 4;
      },
      start: () => told.push(`start ${name}`),
      passes: () => ({ think: 2 }),
    });
    const [a, b] = walkTogether([crowd('a'), crowd('b')], 15, 20);
    expect(told.filter((what) => what === 'a')).toHaveLength(35);
    expect(told.slice(0, 20).join('')).toBe('aaaaaaaaaabbbbbbbbbb');
    expect(told.indexOf('start a')).toBe(30);
    expect(a?.judgement.reached).toBe(20);
    expect(a?.walls).toHaveLength(20);
    expect(b?.passes['think']).toBeCloseTo(2000 / (10 * 2));
    if (a === undefined) throw new Error('nobody walked');
    expect(boundHitShare(a)).toBeCloseTo(4 / 200);
    expect(realTimeFactor({ ...a, walls: new Float64Array(20).fill(50) })).toBeCloseTo(2);
  });

  it('refuses more walkers than recast-navigation can number', async () => {
    await expect(recastCrowd(GROUND, WORLD, { ...PEOPLE, count: MOST_IN_RECAST + 1 })).rejects.toThrow(/too many/);
  });
});

describe('allocation of a step', () => {
  it('finds nothing where there is nothing, and what is thrown away', () => {
    const room = new Float64Array(1000);
    const quiet = measureStepAllocation(200, () => void room.fill(1));
    expect(Math.abs(quiet.median)).toBeLessThan(100);
    let sum = 0;
    const wasteful = measureStepAllocation(200, () => {
      sum += new Float64Array(500).length;
    });
    expect(sum).toBeGreaterThan(0);
    expect(wasteful.median).toBeGreaterThan(3900);
    expect(wasteful.median).toBeLessThan(4500);
  });
});
