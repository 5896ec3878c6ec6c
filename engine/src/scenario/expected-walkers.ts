/** Scenario → about how many it brings: for progress and threads. */
import { ratesUnderDemand } from './demand.ts';
import type { Scenario } from './scenario.ts';

export function expectedWalkers(scenario: Scenario): number {
  const { walkers, sources, areas, duration } = scenario;
  let sum = 0;
  for (const group of walkers) {
    if (group.kind === 'one') sum++;
    else sum += group.count ?? (group.density ?? 0) * areaOf(areas[group.area].polygon);
  }
  for (const source of sources) {
    const { bursts, total } = source;
    const rates = ratesUnderDemand(source.rates, scenario);
    let coming = 0;
    rates.forEach(([from, rate], k) => {
      coming += rate * Math.max(0, Math.min(duration, rates[k + 1]?.[0] ?? duration) - from);
    });
    for (const { at, count, every, until } of bursts) {
      if (at > duration) continue;
      coming += count * (every === null ? 1 : Math.ceil((Math.min(duration, until ?? duration) - at) / every));
    }
    sum += Math.min(total ?? Infinity, coming);
  }
  return Math.ceil(sum);
}

function areaOf(polygon: readonly (readonly [number, number])[]): number {
  let twice = 0;
  polygon.forEach(([x, y], i) => {
    const [nextX, nextY] = polygon[(i + 1) % polygon.length];
    twice += x * nextY - nextX * y;
  });
  return Math.abs(twice) / 2;
}
