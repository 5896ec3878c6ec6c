import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NONE } from '../../core/none.ts';
import { createCompanions, findCompanions, followLeaders, goalOfLeader } from './companions.ts';
import { addWalker, type Crowd, createCrowd } from '../crowd.ts';
import type { Itinerary } from '../goals/goals.ts';
import { USUAL_PROFILE } from '../profiles.ts';

const PROFILES = [USUAL_PROFILE, { ...USUAL_PROFILE, stepFree: true }];

/** Somebody in each slot: group, serial, profile. */
function crowdOf(people: { group: number; serial: number; profile: number }[]): Crowd {
  const crowd = createCrowd(Math.max(1, people.length));
  for (const { group, serial, profile } of people) {
    const i = addWalker(crowd, 0, 0, 0, 0);
    crowd.companions[i] = group;
    crowd.serial[i] = serial;
    crowd.profile[i] = profile;
  }
  return crowd;
}

describe('who belongs together', () => {
  const people = fc
    .array(
      fc.record({
        group: fc.oneof(fc.constant(NONE), fc.integer({ min: 0, max: 6 }), fc.constant(2 ** 31 - 1)),
        profile: fc.constantFrom(0, 0, 0, 1),
      }),
      { maxLength: 200 },
    )
    .chain((all) =>
      fc
        .shuffledSubarray([...all.keys()], { minLength: all.length })
        .map((serials) => all.map((one, k) => ({ ...one, serial: serials[k] }))),
    );

  it('is what a plain search finds, by serial, the first or the first without steps leading', () => {
    fc.assert(
      fc.property(people, (all) => {
        const crowd = crowdOf(all);
        const found = createCompanions(crowd.capacity);
        findCompanions(found, crowd, PROFILES);
        const wanted = new Map<number, number[]>();
        for (const [i, { group }] of all.entries()) {
          if (group !== NONE) wanted.set(group, [...(wanted.get(group) ?? []), i]);
          else expect(found.leader[i]).toBe(i);
        }
        expect(found.groups).toBe(wanted.size);
        for (let g = 0; g < found.groups; g++) {
          const slots = [...found.order.subarray(found.first[g], found.first[g + 1])];
          const sorted = wanted.get(all[slots[0]].group)!.sort((a, b) => all[a].serial - all[b].serial);
          expect(slots).toEqual(sorted);
          const chief = sorted.find((i) => all[i].profile === 1) ?? sorted[0];
          for (const i of slots) expect(found.leader[i]).toBe(chief);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is found in time that grows with the crowd, for a group of 20,000, too', () => {
    const crowd = crowdOf(Array.from({ length: 20_000 }, (_, k) => ({ group: 5, serial: 20_000 - k, profile: 0 })));
    const found = createCompanions(crowd.capacity);
    const start = performance.now();
    findCompanions(found, crowd, PROFILES);
    expect(performance.now() - start).toBeLessThan(500);
    expect(found.order[0]).toBe(19_999);
  });
});

describe('leaders', () => {
  const wait = () => 0;
  const itineraries: Itinerary[] = [
    { name: 'out', stages: [{ goals: [0, 1], choice: 'nearest', wait }] },
    { name: 'there', stages: [{ goals: [0], choice: 'assigned', wait }] },
  ];

  function pair(): Crowd {
    const crowd = crowdOf([0, 1].map((serial) => ({ group: 4, serial, profile: 0 })));
    crowd.route.fill(0, 0, 2);
    crowd.chosen.set([1, 0]);
    return crowd;
  }

  it('are followed to the goal they chose', () => {
    const crowd = pair();
    const found = createCompanions(2);
    findCompanions(found, crowd, PROFILES);
    expect(goalOfLeader(crowd, itineraries, 0, 1)).toBe(1);
    expect(goalOfLeader(crowd, itineraries, 0, 0)).toBe(NONE);
    followLeaders(found, crowd, itineraries, 0);
    expect([...crowd.route.subarray(0, 2)]).toEqual([0, NONE]);
  });

  it.each<[string, (crowd: Crowd) => void]>([
    ['without a choice', (crowd) => crowd.itinerary.fill(1)],
    ['at another stage', (crowd) => (crowd.stage[0] = 1)],
    ['without a route of the leader', (crowd) => (crowd.route[0] = NONE)],
    ['while waiting', (crowd) => (crowd.waitUntil[1] = 3)],
    ['until another try, where that failed', (crowd) => (crowd.planAt[1] = 2)],
    ['at the same goal', (crowd) => (crowd.chosen[1] = 1)],
  ])('are not followed %s', (_, change) => {
    const crowd = pair();
    crowd.waitUntil.fill(-1);
    change(crowd);
    const found = createCompanions(2);
    findCompanions(found, crowd, PROFILES);
    followLeaders(found, crowd, itineraries, 1);
    expect(crowd.route[1]).toBe(0);
  });
});
