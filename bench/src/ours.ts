/**
 * Our side of the benchmarks of the environment: a city → what is timed, and the figures to stand beside the time.
 */
import {
  BUILD_DEFAULTS,
  type BuildStage,
  buildWorld,
  createReport,
  NONE,
  type Plan,
  type Repair,
  type Triangulation,
  type World,
} from '@foulee/engine';
import { arrange, type Arrangement, triangulate } from '@foulee/engine/inside';
import type { City } from './city.ts';
import type { Segments } from './judge.ts';
import { segmentsOf } from './peers/triangulators.ts';

export interface OurBuild {
  world: World;
  /** Milliseconds on the wall. */
  stageTimes: Map<BuildStage, number>;
}

export interface OurFigures {
  cells: number;
  /** Constrained sides of cells, after feet were put on them. */
  constrained: number;
  /** Segments of the clean map, before. */
  mapSegments: number;
  /** Area of all cells, m². */
  area: number;
  /** Sides of all cells in the plan's coordinates, two times x, y each. */
  edges: Float64Array;
  repairs: Repair[];
}

/** What is timed: the whole build with its defaults. */
export function buildOurs(plan: Plan): OurBuild {
  const stageTimes = new Map<BuildStage, number>();
  let stage: BuildStage | undefined;
  let began = 0;
  const close = (now: number): void => {
    if (stage !== undefined) stageTimes.set(stage, now - began);
  };
  const progress = (next: BuildStage): void => {
    const now = performance.now();
    close(now);
    stage = next;
    began = now;
  };
  const world = buildWorld(plan, { progress });
  close(performance.now());
  return { world, stageTimes };
}

export function readOurs({ world: { mesh, maps, report } }: OurBuild): OurFigures {
  const { vertices, cellFirst, sideVertex, sideTwin, origin } = mesh;
  const edges = new Float64Array(4 * sideVertex.length);
  let area = 0;
  for (let c = 0; c + 1 < cellFirst.length; c++) {
    const first = cellFirst[c] as number;
    const end = cellFirst[c + 1] as number;
    const apex = 2 * (sideVertex[first] as number);
    for (let s = first; s < end; s++) {
      const a = 2 * (sideVertex[s] as number);
      const b = 2 * (sideVertex[s + 1 < end ? s + 1 : first] as number);
      const ax = (vertices[a] as number) - (vertices[apex] as number);
      const ay = (vertices[a + 1] as number) - (vertices[apex + 1] as number);
      const bx = (vertices[b] as number) - (vertices[apex] as number);
      const by = (vertices[b + 1] as number) - (vertices[apex + 1] as number);
      area += (ax * by - ay * bx) / 2;
      for (let k = 0; k < 2; k++) {
        edges[4 * s + k] = (vertices[a + k] as number) + (origin[k] as number);
        edges[4 * s + 2 + k] = (vertices[b + k] as number) + (origin[k] as number);
      }
    }
  }
  return {
    cells: cellFirst.length - 1,
    constrained: sideTwin.reduce((count, twin) => count + (twin === NONE ? 1 : 0), 0),
    mapSegments: maps.reduce((count, map) => count + map.segments.length / 2, 0),
    area,
    edges,
    repairs: report.repairs,
  };
}

export interface OurTriangles {
  arrangement: Arrangement;
  triangulation: Triangulation;
}

/** The planar arrangement, which is what makes dirty input possible, and the constrained triangulation of it. */
export function prepareOurTriangulation(city: City): () => OurTriangles {
  const { points, ends } = segmentsOf(city);
  const origin: [number, number] = [0, 0];
  const work = {
    ends: new Float64Array(4 * ends.length),
    source: new Int32Array(ends.length),
    byDesign: new Uint8Array(1),
    origin,
  };
  for (const [i, [a, b]] of ends.entries()) {
    work.ends.set(points.subarray(2 * a, 2 * a + 2), 4 * i);
    work.ends.set(points.subarray(2 * b, 2 * b + 2), 4 * i + 2);
  }
  return () => {
    const arrangement = arrange(work, BUILD_DEFAULTS.tolerance, createReport());
    return { arrangement, triangulation: triangulate(arrangement.vertices, arrangement.edges) };
  };
}

/** As the judge wants it: without the triangles of the frame, which lie outside the box. */
export function judgeableTriangles({ arrangement, triangulation }: OurTriangles): [Segments, number[]] {
  const { edges } = arrangement;
  const ends = Array.from({ length: edges.length / 2 }, (_, i): [number, number] => [
    edges[2 * i] as number,
    edges[2 * i + 1] as number,
  ]);
  const triangles: number[] = [];
  for (let t = 0; t < triangulation.triangleCount; t++) {
    const corners = triangulation.corner.subarray(3 * t, 3 * t + 3);
    if (corners.every((corner) => corner < triangulation.frameFirst)) triangles.push(...corners);
  }
  return [{ points: arrangement.vertices, ends }, triangles];
}
