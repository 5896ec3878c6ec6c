import { describe, expect, it, vi } from 'vitest';
import { InputError } from '../core/errors.ts';
import type { BuildReport } from '../core/report.ts';
import { METRES, type Plan } from '../map/plan.ts';
import { ScenarioError } from '../scenario/problems.ts';
import type { FileOptions } from '../scenario/scenario.ts';
import { openInline, openScenario, type OpenStage } from './open-scenario.ts';

const INLINE = { environment: { walkable: [{ box: [0, 0, 10, 6] }] }, goals: { out: [9, 3] } };

/** Two rooms of 10 m × 6 m in a file in millimetres, its corner at (1000 mm, 2000 mm); the ground floor is called "ground". */
const FRAME = { ...METRES, x0: 1000, y0: 2000, unitX: 1000, unitY: 1000 };
const box = (x: number) => ({
  role: 'walkable' as const,
  rings: [Float64Array.of(x, 0, x + 10, 0, x + 10, 6, x, 6)],
});
const PLAN: Plan = {
  name: 'rooms',
  frame: FRAME,
  levels: [{ name: 'ground', elevation: 0, polygons: [box(0), box(20)], lines: [], floor: 'polygons', margin: 10 }],
  doors: [{ name: 'gate', level: 0, ends: [5, 0, 5, 6] }],
  links: [],
};
const inFile = (fields: object, options: FileOptions = {}) => ({
  data: { environment: { file: 'rooms.wkt', ...options }, ...fields },
});
const readPlace = async () => PLAN;

describe('openScenario', () => {
  it('opens a scenario with a place of its own without reading anything', async () => {
    const stages: OpenStage[] = [];
    const never = vi.fn<typeof readPlace>();
    const opened = await openScenario(
      { data: INLINE, name: 'hall' },
      { readPlace: never, progress: (stage) => stages.push(stage) },
    );
    expect(opened?.scenario.name).toBe('hall');
    expect(opened?.world.plan.name).toBe('hall');
    expect(stages).toEqual(['inline']);
    expect(never).not.toHaveBeenCalled();
    expect(openInline({ data: INLINE, name: 'hall' })).toEqual(opened);
  });

  it('hands the file and its typed options to the reader, and keeps what that reports', async () => {
    const asked: [string, FileOptions][] = [];
    const stages: OpenStage[] = [];
    const opened = await openScenario(inFile({}, { scale: 0.001, tolerance: 0.01, layers: ['A'] }), {
      readPlace: async (file: string, options: FileOptions, report: BuildReport) => {
        asked.push([file, options]);
        report.warnings.push('guessed');
        return PLAN;
      },
      progress: (stage) => stages.push(stage),
    });
    expect(asked).toEqual([['rooms.wkt', { scale: 0.001, tolerance: 0.01, layers: ['A'] }]]);
    expect(stages).toEqual(['file', 'map', 'triangulation', 'cells']);
    expect(opened?.world.report.warnings).toEqual(['guessed']);
    expect(opened?.world.built?.tolerance).toBe(0.01);
  });

  it('checks the names of levels and doors once the file is read, and says where they stand', async () => {
    const at = { at: [1, 1], level: 'grund' };
    const input = inFile({ goals: { out: at }, events: [{ at: 3, close: 'gat' }] });
    const placeOf = ({ path }: { path: (string | number)[] }) => `hall.yaml:${path.length}`;
    const problem = await openScenario({ ...input, placeOf }, { readPlace }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ScenarioError);
    expect((problem as Error).message.split('\n')).toEqual([
      'hall.yaml:3: goals.out.level is "grund", but there is no such level; did you mean "ground"?',
      'hall.yaml:3: events[0].close is "gat", but there is no such door; did you mean "gate"?',
    ]);
    const right = inFile({ goals: { out: { ...at, level: 'ground' } }, events: [{ at: 3, close: 'gate' }] });
    expect((await openScenario(right, { readPlace }))?.scenario.goals[0].level).toBe('ground');
  });

  it('does not read a file for a scenario that is wrong', async () => {
    const never = vi.fn<typeof readPlace>();
    await expect(openScenario(inFile({ step: 0 }), { readPlace: never })).rejects.toThrow(/scenario: step is 0/);
    expect(never).not.toHaveBeenCalled();
  });

  it('passes on what the reader says of a file that is missing', async () => {
    const missing = new InputError('rooms.wkt', 'there is no such file', 'check its name');
    const reading = openScenario(inFile({}), { readPlace: () => Promise.reject(missing) });
    await expect(reading).rejects.toBe(missing);
    expect(() => openInline(inFile({}))).toThrow(/rooms\.wkt/);
  });

  it('takes seed points in the coordinates of the file', async () => {
    const area = async (seedPoints?: [number, number][]) => {
      const opened = await openScenario(inFile({}, seedPoints === undefined ? {} : { seedPoints }), { readPlace });
      return opened!.world.maps[0].area;
    };
    expect(await area([[22_000, 3000]])).toBeCloseTo(60, 9);
    expect(
      await area([
        [2000, 3000],
        [22_000, 3000],
      ]),
    ).toBeCloseTo(120, 9);
    await expect(
      area([
        [2000, 3000],
        [16_000, 3000],
      ]),
    ).rejects.toThrow('--seed-point 16000,3000: the point lies in a wall or outside of all floor');
  });

  it('stops between two stages when it is cancelled, and says so without an error', async () => {
    for (const last of ['file', 'map', 'triangulation', 'cells'] as const) {
      const stages: OpenStage[] = [];
      const opened = await openScenario(inFile({}), {
        readPlace,
        progress: (stage) => stages.push(stage),
        isCancelled: () => stages.at(-1) === last,
      });
      expect(opened === undefined).toBe(last !== 'cells');
      expect(stages.at(-1)).toBe(last);
    }
    const cancelled = { readPlace, isCancelled: () => true };
    expect(await openScenario({ data: INLINE }, cancelled)).toBeUndefined();
    // What is wrong with the data is said all the same.
    await expect(openScenario({ data: {} }, cancelled)).rejects.toThrow(/environment is missing/);
  });
});
