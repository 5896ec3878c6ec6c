import { expect, it } from 'vitest';
import { createRandom } from '../../test/random.ts';
import { addWalker, createCrowd, removeWalker } from './crowd.ts';
import { createRoutes, leadBack, portalOf, setRoute } from './routes.ts';

it('keeps everybody’s portals, whatever comes and goes', () => {
  const crowd = createCrowd(40);
  const routes = createRoutes(0);
  const random = createRandom(9);
  const known = new Map<number, number[]>();
  for (let turn = 0; turn < 3000; turn++) {
    const act = random.between(0, 1);
    if (crowd.count < 40 && act < 0.3) {
      const slot = addWalker(crowd, 0, 0, 0, 0);
      const portals = Array.from({ length: Math.floor(random.between(0, 60)) }, () =>
        Math.floor(random.between(0, 1e6)),
      );
      setRoute(routes, crowd, slot, Int32Array.from(portals), portals.length);
      known.set(crowd.serial[slot], portals);
    } else if (crowd.count > 0) {
      const slot = Math.floor(random.between(0, crowd.count));
      const portals = known.get(crowd.serial[slot])!;
      if (act < 0.5) {
        known.delete(crowd.serial[slot]);
        removeWalker(crowd, slot);
      } else if (act < 0.75 && portals.length > 0) {
        portals.shift();
        crowd.portalsLeft[slot]--;
      } else if (leadBack(routes, crowd, slot, turn)) portals.unshift(turn);
    }
    for (let i = 0; i < crowd.count; i++) {
      const portals = known.get(crowd.serial[i])!;
      expect(crowd.portalsLeft[i]).toBe(portals.length);
      for (const k of [0, portals.length - 1])
        if (k >= 0 && portals.length > 0) expect(portalOf(routes, crowd, i, k)).toBe(portals[k]);
    }
  }
  expect(routes.used).toBeLessThanOrEqual(routes.store.length);
});

it('says when there is no room left on top', () => {
  const crowd = createCrowd(1);
  addWalker(crowd, 0, 0, 0, 0);
  const routes = createRoutes(0);
  setRoute(routes, crowd, 0, Int32Array.of(7), 1);
  let led = 0;
  while (leadBack(routes, crowd, 0, led)) led++;
  expect(led).toBe(6);
  expect(portalOf(routes, crowd, 0, 0)).toBe(5);
  expect(portalOf(routes, crowd, 0, 6)).toBe(7);
});
