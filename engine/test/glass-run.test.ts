/** Glass in a scenario: nobody walks through it, and what comes and goes while people walk leaves it as it is. */
import { expect, it } from 'vitest';
import { openInline } from '../src/run/open-scenario.ts';
import { advance, createRun } from '../src/run/run.ts';
import { checkCells } from '../src/subdivision/check-cells.ts';

const pane: [number, number][] = [
  [10, 0],
  [10, 6],
];

function runOf(environment: object, events: object[] = []) {
  const { scenario, world } = openInline({
    data: {
      environment: { walkable: [{ box: [0, 0, 20, 8] }], ...environment },
      exits: {
        east: [
          [19.5, 0],
          [19.5, 8],
        ],
      },
      walkers: [{ in: { box: [1, 1, 8, 7] }, count: 30, goal: 'east' }],
      duration: 20,
      events,
    },
  });
  return createRun(scenario, world, { seed: 3 });
}

const glassMetres = ({ simulation }: ReturnType<typeof runOf>) => {
  const { mesh } = simulation.world;
  return mesh.sideGlass.reduce((sum, flag, s) => {
    const c = mesh.sideCell[s];
    const next = s + 1 === mesh.cellFirst[c + 1] ? mesh.cellFirst[c] : s + 1;
    const [a, b] = [2 * mesh.sideVertex[s], 2 * mesh.sideVertex[next]];
    return (
      sum + (flag * Math.hypot(mesh.vertices[b] - mesh.vertices[a], mesh.vertices[b + 1] - mesh.vertices[a + 1])) / 2
    );
  }, 0);
};

it('nobody walks through glass; people go around it', () => {
  const run = runOf({ glass: [pane] });
  const { crowd } = run.simulation;
  let passed = 0;
  while (run.simulation.time < 15) {
    const before = new Map(Array.from({ length: crowd.count }, (_, i) => [crowd.serial[i], crowd.place[2 * i]]));
    advance(run);
    for (let i = 0; i < crowd.count; i++) {
      const x = crowd.place[2 * i];
      if ((before.get(crowd.serial[i]) ?? x) > 10 === x > 10) continue;
      expect(crowd.place[2 * i + 1]).toBeGreaterThan(6);
      passed++;
    }
  }
  expect(passed).toBeGreaterThanOrEqual(20);
});

it('comes and goes by events, and stays when the place around it is built again', () => {
  const run = runOf({ glass: [pane] }, [
    { at: 1, add: { obstacle: { box: [13, 2, 14, 3] }, name: 'desk' } },
    {
      at: 2,
      add: {
        glass: [
          [15, 2],
          [15, 6],
        ],
        name: 'screen',
      },
    },
    { at: 3, remove: 'desk' },
    { at: 4, remove: { at: [10, 3] } },
    { at: 5, remove: 'screen' },
  ]);
  const seen: number[] = [];
  while (run.simulation.time < 6) {
    advance(run);
    const metres = Math.round(100 * glassMetres(run)) / 100;
    if (metres === seen.at(-1)) continue;
    seen.push(metres);
    expect(checkCells(run.simulation.world.mesh)).toEqual([]);
  }
  expect(seen).toEqual([6, 10, 4, 0]);
});
