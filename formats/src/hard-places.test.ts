/**
 * Small files that are hard to build: work grows with the size of the file and no faster, also when the place is turned; what comes
 * out is sound; lines that all cross each other are refused. Full sizes: scripts/hard-places.ts.
 */
import {
  buildWorld,
  checkWorld,
  createReport,
  narrowestPassages,
  routerOf,
  topologyOf,
  type World,
} from '@foulee/engine';
import { HARD_PLACES, type HardPlace } from '@foulee/testing';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from './read-environment.ts';

const CROSSING = 'crossing.wkt';
const places = HARD_PLACES.filter(({ file }) => file !== CROSSING);

async function build({ file, write }: HardPlace, n: number, degrees: number): Promise<World> {
  const report = createReport();
  const environment = await readEnvironment(new TextEncoder().encode(write(n, degrees)), file, {}, report);
  return buildWorld(environment.kind === 'plan' ? environment.plan : environment.soup, {}, report);
}

/** CPU milliseconds of everything that `foulee inspect` does with a place. */
async function costOf(place: HardPlace, n: number): Promise<number> {
  const start = process.cpuUsage();
  const world = await build(place, n, 17);
  topologyOf(world);
  routerOf(world);
  narrowestPassages(world.mesh, 10);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

describe.each(places.map((place) => [place.name, place] as const))('%s', (_, place) => {
  it('is sound', async () => {
    expect(checkWorld(await build(place, 300, 17))).toEqual([]);
  });

  it('costs about four times as much for four times the parts, not sixteen times', { timeout: 60_000 }, async () => {
    // The least of several times each, by turns; more of them where others keep the machine busy.
    let small = Infinity;
    let large = Infinity;
    for (let round = 1; round <= 2 || (round <= 8 && large / small >= 10); round++) {
      for (let i = 0; i < 2; i++) small = Math.min(small, await costOf(place, 600));
      large = Math.min(large, await costOf(place, 2400));
    }
    expect(large / small).toBeLessThan(10);
  });
});

it('lines that all cross each other are refused with their number and what to do', async () => {
  const place = HARD_PLACES.find(({ file }) => file === CROSSING)!;
  const start = process.cpuUsage();
  await expect(build(place, 4000, 0)).rejects.toThrow(
    /4004 walls cross each other more than 182032 times; leave out hatches and construction lines/,
  );
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(2);
});

it('a few hundred lines that all cross each other are cut at each crossing', async () => {
  const place = HARD_PLACES.find(({ file }) => file === CROSSING)!;
  const { report } = await build(place, 100, 17);
  const crossings = report.repairs.find(({ kind }) => kind.startsWith('walls crossing'))!.count;
  const pairs = (100 * 99) / 2;
  // Some pass through a corner that is there already.
  expect(crossings).toBeGreaterThan(0.95 * pairs);
  expect(crossings).toBeLessThanOrEqual(pairs);
});
