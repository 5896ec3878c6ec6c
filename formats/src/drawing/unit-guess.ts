/**
 * Does this geometry look as if it were not in metres? A warning with the scale to try; nothing is changed.
 *
 * Places people walk in have edges of decimetres to tens of metres: walls, doors, facades. So a plan that is large
 * *and* has long edges was drawn in millimetres: wider than 2 km with a median edge over 100 m, or wider than 20 km
 * whatever its edges. A city in metres is wide with short edges; a room in millimetres is 5,000 wide with edges of 900
 * to 5,000. A plan narrower than one metre is degrees, kilometres, or has a wrong unit in its header. A drawing that
 * could say its unit and does not is suspected when it is wider than 2 km. Cost: a sample of at most 10,000 edges.
 */
import type { BuildReport } from '@foulee/engine';

const WIDE = 2000;
const VERY_WIDE = 20000;
const LONG_EDGE = 100;
const TINY = 1;
const SAMPLE = 10000;
const EDGES_PER_CHAIN = 8;

/**
 * @param extent the larger side of the bounding box, metres
 * @param metresPerUnit what was used
 * @param scaleGiven the user said it: no warning
 * @param noUnitSaid the format has a place for the unit and it is empty: wide alone is suspicious
 */
export function warnAboutUnits(
  extent: number,
  edges: Edges,
  metresPerUnit: number,
  scaleGiven: boolean,
  report: BuildReport,
  noUnitSaid = false,
): void {
  if (scaleGiven) return;
  const size = readable(extent);
  if (extent < TINY) {
    report.warnings.push(
      `the whole plan is only ${size} m across: its unit may be a larger one; ` +
        (metresPerUnit === 1
          ? '--scale 1000 reads kilometres, --crs lonlat reads degrees'
          : '--scale 1 reads its numbers as metres'),
    );
    return;
  }
  if (extent <= WIDE) return;
  const median = medianEdge(edges);
  if (median <= LONG_EDGE && extent <= VERY_WIDE && !noUnitSaid) return;
  const scale = readable(metresPerUnit * 0.001);
  report.warnings.push(
    `the plan is ${size} m across and half of its edges are longer than ${readable(median)} m: ` +
      `that looks like millimetres read as metres; --scale ${scale} makes it a thousand times smaller`,
  );
}

/** Edges as chains of points: `length` chains, chain i as interleaved x, y. */
export type Edges = { length: number; chain: (i: number) => ArrayLike<number> };

function medianEdge(edges: Edges): number {
  const lengths: number[] = [];
  const step = Math.max(1, Math.floor(edges.length / SAMPLE));
  for (let i = 0; i < edges.length && lengths.length < SAMPLE; i += step) {
    const chain = edges.chain(i);
    // A few per chain, lest the short pieces of one curve outvote the walls.
    for (let k = 2; k + 1 < Math.min(chain.length, 2 * EDGES_PER_CHAIN + 2) && lengths.length < SAMPLE; k += 2) {
      const dx = (chain[k] as number) - (chain[k - 2] as number);
      const dy = (chain[k + 1] as number) - (chain[k - 1] as number);
      lengths.push(Math.sqrt(dx * dx + dy * dy));
    }
  }
  lengths.sort((a, b) => a - b);
  return lengths[lengths.length >> 1] ?? 0;
}

function readable(value: number): string {
  return String(Number(value.toPrecision(4)));
}
