/** Lanes emerge in scenarios/two-way-street: people who go the same way walk behind each other. */
import { expect, test } from 'vitest';
import { advance, createRun } from '@foulee/engine';
import { openShipped } from './known-runs.ts';

/** Metres across the street. */
const WIDE = 6;
const STRIP = 0.6;
/** Sections in which lanes are looked for, metres along the street. */
const SECTIONS = [15, 25, 35, 45];

/** Mean over people of ((same − opposite) / all)² of those in their strip and section: 1 in pure lanes. And what it would be by chance: 1 / all. */
function laneOrder(people: readonly { x: number; y: number; isEast: boolean }[]): { order: number; chance: number } {
  let [sum, strips, count] = [0, 0, 0];
  for (let s = 0; s + 1 < SECTIONS.length; s++) {
    for (let row = 0; row < WIDE / STRIP; row++) {
      const here = people.filter(
        ({ x, y }) => x >= SECTIONS[s] && x < SECTIONS[s + 1] && Math.floor(y / STRIP) === row,
      );
      if (here.length === 0) continue;
      const east = here.filter(({ isEast }) => isEast).length;
      sum += (2 * east - here.length) ** 2 / here.length;
      strips++;
      count += here.length;
    }
  }
  return { order: sum / count, chance: strips / count };
}

test('lanes emerge in a two-way street', async () => {
  const { scenario, world } = await openShipped('two-way-street');
  const east = scenario.itineraries.findIndex(({ stages }) => scenario.goals[stages[0].goals[0]].name === 'east');
  const [ox, oy] = world.mesh.origin;
  for (const seed of [1, 2, 3]) {
    const run = createRun(scenario, world, { seed });
    const { simulation } = run;
    const { crowd } = simulation;
    let [order, chance, moments] = [0, 0, 0];
    while (simulation.time < 180) {
      advance(run);
      if (simulation.time < 90 || simulation.steps % 50 !== 0) continue;
      const people = Array.from({ length: crowd.count }, (_, i) => ({
        x: crowd.place[2 * i] + ox,
        y: crowd.place[2 * i + 1] + oy,
        isEast: crowd.itinerary[i] === east,
      }));
      const now = laneOrder(people);
      order += now.order;
      chance += now.chance;
      moments++;
    }
    expect(moments).toBeGreaterThan(15);
    expect(order / moments).toBeGreaterThan(chance / moments + 0.25);
  }
});
