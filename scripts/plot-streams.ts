/**
 * Pictures of what M02 found, in our streets and towns, into docs/pictures/streams; figures are printed:
 *
 *   node scripts/run.mjs scripts/plot-streams.ts [--out FOLDER]
 *
 * Streets and measures are those of the tests (engine/src/walkers/stream/findings.test.ts). Takes some minutes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTown, tilesOfPicture } from '@foulee/engine';
import {
  correlation,
  createStreamTown,
  densities,
  laneOrderLater,
  meanAndInterval,
  measureStreet,
  measureSyntax,
  startStreet,
} from '@foulee/engine/inside';
import { PLOT_COLOURS, type Plot, plotToSvg } from '@foulee/formats';
import { makeBitmapTown } from '@foulee/testing';

const [INK, SIMULATED] = PLOT_COLOURS;
const { values } = parseArgs({ options: { out: { type: 'string', default: join('docs', 'pictures', 'streams') } } });
mkdirSync(values.out, { recursive: true });

draw('flow-without-avoidance', flowPlot(false, [40, 80, 120, 160, 200, 240, 280, 320]));
draw('flow-with-avoidance', flowPlot(true, [20, 40, 60, 80, 120, 160, 200, 240, 300]));
draw('goals-and-walkers', goalsPlot());
for (const walkers of [40, 60]) {
  for (const usesField of [true, false]) {
    const seeds = Array.from({ length: 20 }, (_, k) => 201 + k);
    const { mean, half } = meanAndInterval(seeds.map((seed) => laneOrderLater(walkers, seed, { usesField })));
    console.log(
      `lanes, ${walkers} walkers, field ${usesField ? 'on' : 'off'}: ${mean.toFixed(3)} ± ${half.toFixed(3)}`,
    );
  }
}

function draw(name: string, plot: Plot): void {
  writeFileSync(join(values.out, `${name}.svg`), plotToSvg(plot));
  console.log(`drawn: ${name}.svg`);
}

/** M02 figures 4.8 and 4.9. */
function flowPlot(avoids: boolean, counts: readonly number[]): Plot {
  const flows = counts.map((walkers) => {
    const each = [1, 2, 3, 4].map((seed) => measureStreet(startStreet(walkers, seed, { avoids }), [20, 40]).flow);
    return each.reduce((sum, flow) => sum + flow, 0) / each.length;
  });
  counts.forEach((walkers, k) => console.log(`  ${walkers} walkers: ${flows[k].toFixed(3)} per m and s`));
  if (!avoids) console.log(`  R² = ${(correlation(counts, flows) ** 2).toFixed(4)}`);
  return {
    title: avoids ? 'Flow with avoidance' : 'Flow without avoidance',
    subtitle: `A street of 60 × 6 m, four seeds, 40 s after 20 s. M02 figure ${avoids ? '4.9' : '4.8'}`,
    x: { label: 'In the street', unit: 'walkers', min: 0 },
    y: { label: 'Flow', unit: 'walkers/(m·s)', min: 0 },
    series: [
      { kind: 'line', name: '', colour: INK, x: counts, y: flows },
      { kind: 'scatter', name: 'simulated', colour: SIMULATED, x: counts, y: flows },
    ],
  };
}

function goalsPlot(): Plot {
  const { pixels, width, height } = makeBitmapTown(512, 1);
  const town = makeTown(tilesOfPicture(pixels, width, height));
  const { first, item } = town.graph;
  const edges: number[] = [];
  for (let a = 0; a + 1 < first.length; a++) for (let k = first[a]; k < first[a + 1]; k++) edges.push(a, item[k]);
  const { integration } = measureSyntax(first.length - 1, Int32Array.from(edges));
  const { density } = town;
  /** Mean integration of the goals in each coarse tile. */
  const sum = new Float64Array(density.area.length);
  for (let g = 0; g < integration.length; g++) {
    const column = Math.min(density.columns - 1, Math.floor((town.goals.x[g] - density.x) / density.width));
    const row = Math.min(density.rows - 1, Math.floor((town.goals.y[g] - density.y) / density.height));
    sum[row * density.columns + column] += integration[g];
  }
  let last = { goals: [] as number[], walkers: [] as number[] };
  for (const count of [3000, 10_000, 24_000]) {
    const found = densities(createStreamTown(town, { walkers: count, seed: 1 }), 60);
    const area = found.tiles.map((c) => density.area[c]);
    const perFloor = (counts: number[]) => counts.map((n, k) => n / area[k]);
    const withGoals = found.tiles.map((_, k) => k).filter((k) => found.goals[k] > 0);
    const r = correlation(found.goals, found.walkers);
    const rFloor = correlation(perFloor(found.goals), perFloor(found.walkers));
    const rIntegration = correlation(
      withGoals.map((k) => sum[found.tiles[k]] / found.goals[k]),
      withGoals.map((k) => found.walkers[k]),
    );
    console.log(
      `  ${count} walkers: r = ${r.toFixed(3)}; per m² of floor ${rFloor.toFixed(3)}; with integration ${rIntegration.toFixed(3)}`,
    );
    last = found;
  }
  return {
    title: 'More goals, more walkers',
    subtitle: '24,000 walkers in 512 × 512 tiles, 30 × 30 coarse tiles, a minute',
    x: { label: 'In a coarse tile', unit: 'goals', min: 0 },
    y: { label: 'On average', unit: 'walkers', min: 0 },
    series: [
      {
        kind: 'scatter',
        name: 'coarse tiles with floor',
        mark: 'dot',
        colour: SIMULATED,
        x: last.goals,
        y: last.walkers,
      },
    ],
  };
}
