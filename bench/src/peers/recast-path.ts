/**
 * recast-navigation's way of finding a path: nearest polygons, A* over polygons, string pulling, as `computePath` does
 * them. Its limits are raised so that nothing is cut short: by default half of the paths of a city are, and are
 * reported as successes. A query that ends elsewhere than at its goal is told by `reached`.
 */
import { type NavMesh, NavMeshQuery } from 'recast-navigation';

/** The most nodes a query can have: they are numbered with 16 bits. */
const MOST_NODES = 65_535;
const LONGEST_PATH = 4096;
/** Metres around a place in which its polygon is looked for, and by which a path may miss its goal. */
const NEAR = 1;

/** The plan's metres. */
interface Ends {
  from: [number, number];
  to: [number, number];
}

interface RecastPath {
  /** x, y interleaved, the plan's metres; empty if there is none. */
  points: Float64Array;
  reached: boolean;
}

export interface RecastPlanner {
  /** What is timed; the result is the package's own. */
  ask: (ends: Ends) => ReturnType<NavMeshQuery['computePath']>;
  answer: (ends: Ends) => RecastPath;
  destroy: () => void;
}

export function createRecastPlanner(mesh: NavMesh): RecastPlanner {
  const query = new NavMeshQuery(mesh, { maxNodes: MOST_NODES });
  const options = {
    maxPathPolys: LONGEST_PATH,
    maxStraightPathPoints: LONGEST_PATH,
    halfExtents: { x: NEAR, y: NEAR, z: NEAR },
  };
  // The package's y points up.
  const place = ([x, y]: [number, number]) => ({ x, y: 0, z: -y });
  const ask = ({ from, to }: Ends) => query.computePath(place(from), place(to), options);
  return {
    ask,
    answer: (pair) => {
      const { success, path } = ask(pair);
      const points = Float64Array.from(path.flatMap(({ x, z }) => [x, -z]));
      const missed = Math.hypot((points.at(-2) ?? 0) - pair.to[0], (points.at(-1) ?? 0) - pair.to[1]);
      return { points, reached: success && points.length > 0 && missed < NEAR };
    },
    destroy: () => query.destroy(),
  };
}
