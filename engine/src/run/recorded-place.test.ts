import { expect, it } from 'vitest';
import { openInline } from './open-scenario.ts';
import { playWhile, startPlay } from './play.ts';
import { createAreaWatch, recordingInfoOf } from './recorded-place.ts';
import { createRun } from './run.ts';

it('tells stairs and the like of a place with several levels, and none of one with one', () => {
  const corners = [10, 1, 10, 3, 16, 3, 16, 1];
  const { scenario, world } = openInline({
    data: {
      environment: {
        levels: {
          ground: { elevation: 0, walkable: [{ box: [0, 0, 10, 4] }] },
          upper: { elevation: 3, walkable: [{ box: [16, 0, 26, 4] }] },
        },
        links: {
          up: {
            kind: 'stairs',
            lower: 'ground',
            upper: 'upper',
            corners: [0, 2, 4, 6].map((k) => [corners[k], corners[k + 1]]),
          },
        },
      },
    },
  });
  const info = recordingInfoOf(createRun(scenario, world, { seed: 1 }));
  expect(info.links).toEqual([{ name: 'up', kind: 'stairs', lower: 0, upper: 1, corners }]);
  const single = openInline({ data: { environment: { walkable: [{ box: [0, 0, 10, 4] }] } } });
  expect(recordingInfoOf(createRun(single.scenario, single.world, { seed: 1 }))).not.toHaveProperty('links');
});

it('gives the area again when a door closes or an obstacle comes, not when a door becomes one-way', () => {
  const { scenario, world } = openInline({
    data: {
      environment: {
        walkable: [{ box: [0, 0, 10, 4] }],
        obstacles: [{ box: [4.9, 0, 5.1, 1] }, { box: [4.9, 3, 5.1, 4] }],
        doors: {
          gate: [
            [5, 1],
            [5, 3],
          ],
        },
      },
      exits: {
        east: [
          [9.5, 0],
          [9.5, 4],
        ],
      },
      walkers: [{ at: [1, 2], goal: 'east', start: 100 }],
      duration: 3,
      events: [
        { at: 0.5, oneWay: 'gate', towards: [8, 2] },
        { at: 1, close: 'gate' },
        { at: 1.5, open: 'gate' },
        { at: 2, add: { obstacle: { box: [7, 1, 8, 2] } } },
      ],
    },
  });
  const run = createRun(scenario, world, { seed: 1 });
  const info = recordingInfoOf(run);
  expect(info.levels).toEqual([{ name: expect.any(String), elevation: 0 }]);
  const changeOfArea = createAreaWatch(run, info.walkableArea);
  const changes: { step: number; walkableArea: string }[] = [];
  const record = () => {
    const change = changeOfArea();
    if (change !== undefined) changes.push(change);
  };
  playWhile(startPlay(run, { record }), () => true);
  expect(changes.map(({ step }) => step)).toEqual([11, 16, 21]);
  const [closed, open, obstructed] = changes.map(({ walkableArea }) => walkableArea);
  expect(info.walkableArea).toMatch(/^POLYGON/);
  expect(closed).toMatch(/^MULTIPOLYGON/);
  expect(open).toBe(info.walkableArea);
  expect(obstructed).toMatch(/^POLYGON \(\(.*\), \(.*7 1.*\)\)$/);
});
