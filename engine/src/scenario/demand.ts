/**
 * How many people come: the rates of a source, times the demand at each moment. Demand is a factor for all sources alike: a daily cycle
 * (`demand` of a scenario), and what changes it on top of that (events of the kind `demand`): rain, or somebody who looks at the run.
 *
 *   rate  ▂▂▆▆▆▆▂▂   ×   cycle  ▁▁▁▃▃▃▃▃   ×   events  ▃▃▃▃▃▁▁▁      all three are steps
 *
 * In: rates, demand and events. Out: rates, one step for each change of any. Bursts, such as trains, bring as many as they say. Cost: steps,
 * sorted, once for each source and change.
 */
import type { Scenario, ScenarioSource } from './scenario.ts';

type Steps = readonly (readonly [number, number])[];

export function ratesUnderDemand(
  rates: ScenarioSource['rates'],
  { demand, events }: Pick<Scenario, 'demand' | 'events'>,
): ScenarioSource['rates'] {
  const changes: Steps = events.filter((event) => event.kind === 'demand').map(({ at, factor }) => [at, factor]);
  if (rates.length === 0 || (demand.length === 0 && changes.length === 0)) return rates;
  const times = [...new Set([...rates, ...demand, ...changes].map(([time]) => time))].sort((a, b) => a - b);
  const [rateAt, demandAt, changeAt] = [valuesOf(rates, 0), valuesOf(demand, 1), valuesOf(changes, 1)];
  return times
    .map((time): [number, number] => [time, rateAt(time) * demandAt(time) * changeAt(time)])
    .filter(([time]) => time >= rates[0][0]);
}

/** Asked for times in ascending order: the value of the last step that is not after it. */
function valuesOf(steps: Steps, before: number): (time: number) => number {
  let next = 0;
  return (time) => {
    while (next < steps.length && steps[next][0] <= time) next++;
    return next === 0 ? before : steps[next - 1][1];
  };
}
