/** Scenario + World → how many walkers there can be at once: a bound for memory. */
import type { World } from '../build.ts';
import { ratesUnderDemand } from '../scenario/demand.ts';
import { floorPart } from '../scenario/floor-part.ts';
import { countAtDensity } from '../scenario/placing.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { indexCells } from '../subdivision/locate.ts';
import { levelOf } from './places.ts';

/** Room for everybody there can be at once, within the limit. */
export function capacityOf(scenario: Scenario, { mesh }: World): number {
  let most = 0;
  const index = indexCells(mesh);
  for (const group of scenario.walkers) {
    if (group.kind === 'one') most++;
    else if (group.count !== null) most += group.count;
    else {
      const area = scenario.areas[group.area];
      most += countAtDensity(
        floorPart(mesh, index, levelOf(mesh, area.level, area.name), area.polygon),
        group.density ?? 0,
      );
    }
  }
  for (const source of scenario.sources) most += source.total ?? comingFrom(source, scenario);
  return Math.max(1, Math.min(scenario.limits.maxWalkers, most));
}

/** About how many a source sends in all: a bound for memory. */
function comingFrom(source: Scenario['sources'][number], scenario: Scenario): number {
  const { duration } = scenario;
  const rates = ratesUnderDemand(source.rates, scenario);
  let sum = 0;
  rates.forEach(([from, rate], k) => {
    const until = Math.min(duration, rates[k + 1]?.[0] ?? duration);
    sum += 1.5 * rate * Math.max(0, until - from) + 10;
  });
  for (const { at, count, every, until } of source.bursts) {
    const end = Math.min(duration, until ?? duration);
    sum += count * (every === null ? 1 : Math.max(1, Math.ceil((end - at) / every) + 1));
  }
  return Math.ceil(sum);
}
