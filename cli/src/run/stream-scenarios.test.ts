/** Scenarios of ours on several levels, with the model `stream`: everybody who can arrives, over stairs and ramps. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRun, openScenario, type OpenedScenario, type ScenarioInput } from '@foulee/engine';
import { walkLevels } from '@foulee/engine/testing';
import { parseScenarioText, readPlaceFile } from '@foulee/formats';
import { describe, expect, it } from 'vitest';

const SCENARIOS = join(import.meta.dirname, '..', '..', '..', 'scenarios');

/** @param change takes out what walkers on tiles do not support */
async function opened(folder: string, change: (text: string) => string = (text) => text): Promise<OpenedScenario> {
  const file = join(SCENARIOS, folder, 'scenario.yaml');
  const input: ScenarioInput = parseScenarioText(`model: stream\n${change(readFileSync(file, 'utf8'))}`, file);
  return openScenario(input, {
    readPlace: async (name, options, report) => {
      const place = join(SCENARIOS, folder, name);
      const read = await readPlaceFile(readFileSync(place), place, options, report);
      return read.kind === 'plan' ? read.plan : read.soup;
    },
  });
}

describe('walkers on tiles', () => {
  it('step-free way: people take stairs or the ramp, wheelchairs and prams the ramp', async () => {
    const { scenario, world } = await opened('step-free-way');
    const run = createRun(scenario, world, { seed: 1 });
    const { most, wrong } = walkLevels(run);
    expect(wrong).toEqual([]);
    expect(most).toBeGreaterThan(5);
    const { counts, crowd } = run.simulation;
    expect(crowd.count).toBe(0);
    expect(counts.arrived).toBe(counts.entered);
  });

  it.each([
    ['train', 200],
    ['street', 100],
  ])('station hall, people from the %s: all who are to change levels do', async (from, least) => {
    const { scenario, world } = await opened('station-hall', (text) =>
      text
        .replaceAll('exit: quickest', 'exit: nearest')
        .replace(/^ {4}servers:.*\n {4}service:.*\n.*\n {4}queue:.*\n/m, '')
        .replace('duration: 900', 'duration: 600'),
    );
    // Both at once jam in the ticket gates, one tile wide, as everybody takes the nearest.
    const sources = scenario.sources.filter(({ name }) => name.startsWith(from));
    const run = createRun({ ...scenario, sources }, world, { seed: 1 });
    const { most, wrong } = walkLevels(run);
    const { counts, crowd } = run.simulation;
    expect(wrong).toEqual([]);
    expect(most).toBeGreaterThan(5);
    expect(counts.entered).toBeGreaterThanOrEqual(least);
    // Somebody may be stuck in a gate, in the hall; nobody on the stairs or the platform.
    expect(crowd.count).toBeLessThanOrEqual(2);
    for (let i = 0; i < crowd.count; i++)
      expect(world.mesh.levels[world.mesh.cellLevel[crowd.cell[i]]].name).toBe('hall');
  });
});
