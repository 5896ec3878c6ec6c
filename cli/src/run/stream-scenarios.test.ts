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

  it('station hall: people from trains leave, others come down to the platform', async () => {
    const { scenario, world } = await opened('station-hall', (text) =>
      text
        .replaceAll('exit: quickest', 'exit: nearest')
        .replace(/^    servers:.*\n    service:.*\n.*\n    queue:.*\n/m, ''),
    );
    const run = createRun(scenario, world, { seed: 1 });
    const { most, wrong } = walkLevels(run);
    const { counts, crowd } = run.simulation;
    expect(wrong).toEqual([]);
    expect(most).toBeGreaterThan(5);
    expect(crowd.count).toBe(0);
    expect(counts.arrived).toBe(counts.entered);
  });
});
