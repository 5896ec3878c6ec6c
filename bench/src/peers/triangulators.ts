/**
 * The npm packages that triangulate under constraints: a city's segments → triangles, for comparison with ours.
 *
 * All get the same points and segments (the box, then every footprint) in the form they like best, made beforehand:
 * only the triangulation is timed. They are given the plan as it is; none of them promises to repair a dirty one.
 */
import Constrainautor from '@kninnug/constrainautor';
import cdt2d from 'cdt2d';
import Delaunator from 'delaunator';
import poly2tri from 'poly2tri';
import type { City } from '../city.ts';
import type { Segments } from '../judge.ts';

/** The four corners and sides of the box first, then the footprints. */
export interface CitySegments extends Segments {
  /** First point of each footprint, and the number of points at the end. */
  footprintFirst: number[];
}

export function segmentsOf(city: City): CitySegments {
  const [left, bottom, right, top] = city.box;
  const coordinates: number[] = [left, bottom, right, bottom, right, top, left, top];
  const ends: [number, number][] = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
  ];
  const footprintFirst: number[] = [];
  for (const polygon of city.plan.levels[0]?.polygons ?? []) {
    for (const ring of polygon.rings) {
      const first = coordinates.length / 2;
      footprintFirst.push(first);
      const count = ring.length / 2;
      for (let i = 0; i < count; i++) ends.push([first + i, first + ((i + 1) % count)]);
      for (const value of ring) coordinates.push(value);
    }
  }
  footprintFirst.push(coordinates.length / 2);
  return { points: Float64Array.from(coordinates), ends, footprintFirst };
}

/** What is timed; returns three point indices per triangle, in any orientation. */
type TriangulationRun = () => ArrayLike<number>;

export interface Triangulator {
  name: string;
  /** Bring the segments into the package's form. */
  prepare(segments: CitySegments): TriangulationRun;
}

export const TRIANGULATORS: readonly Triangulator[] = [
  {
    name: 'delaunator + constrainautor',
    prepare:
      ({ points, ends }) =>
      () => {
        const triangulation = new Delaunator(points);
        new Constrainautor(triangulation).constrainAll(ends);
        return triangulation.triangles;
      },
  },
  {
    name: 'cdt2d',
    prepare: ({ points, ends }) => {
      const pairs = Array.from({ length: points.length / 2 }, (_, i): [number, number] => [
        points[2 * i] as number,
        points[2 * i + 1] as number,
      ]);
      return () => cdt2d(pairs, ends).flat();
    },
  },
  {
    name: 'poly2tri',
    prepare:
      ({ points, footprintFirst }) =>
      () => {
        // The package writes into its points, so that each run needs new ones. They cost a hundredth of the run.
        const all = Array.from({ length: points.length / 2 }, (_, i) => ({
          x: points[2 * i] as number,
          y: points[2 * i + 1] as number,
          index: i,
        }));
        const context = new poly2tri.SweepContext(all.slice(0, 4));
        for (let i = 0; i + 1 < footprintFirst.length; i++) {
          context.addHole(all.slice(footprintFirst[i], footprintFirst[i + 1]));
        }
        context.triangulate();
        return context
          .getTriangles()
          .flatMap((triangle) => triangle.getPoints().map((point) => (point as (typeof all)[number]).index));
      },
  },
];
