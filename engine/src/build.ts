/**
 * Plan or 3D model → World: the whole way from what a file says to convex cells, every product kept for drawing. Files are read
 * elsewhere (formats/).
 *
 *   1. cut             a 3D model is cut by a slab and becomes a plan                   map/slab.ts
 *   2. map             the plan becomes a clean map per level                           map/build-map.ts
 *   3. triangulation   maps of levels, then of links (stairs, ramps …), become          subdivision/subdivide.ts, triangulation/
 *                      triangles that know their bottlenecks
 *   4. cells           triangles become convex cells, all levels and links in one       subdivision/subdivide.ts
 *                      mesh; cells of a link count as its lower level
 *
 * and when somebody first asks, to look at a place or to find routes in it (commands, pictures, programs):
 *
 *   5. topology        kinds of cells, abstraction tree, groups and zones               topology/topology.ts
 *   6. routing         the index of routes, for every width; does not need 5            routing/find-route.ts
 *   7. scenery         what people tell apart and see through: places and their borders topology/places.ts
 *   8. visibility      what is seen through each border                                 topology/visibility.ts
 *
 * A simulation (simulation/step.ts) uses the plan and the cells; maps and triangulations are kept for drawing and checks. What else it
 * needs (a router of its own, corners, walls nearby, seams, stairs) is derived in simulation/ground.ts when it is made, and again when
 * doors or the place change.
 *
 * Nothing here reads a clock: `progress` is called when a stage begins, and the caller may look at one.
 */
import { InputError } from './core/errors.ts';
import { NONE } from './core/none.ts';
import { type BuildReport, createReport, shortenReport } from './core/report.ts';
import { buildMap, type KnownTriangulations } from './map/build-map.ts';
import { checkMap } from './map/check-map.ts';
import type { FlatMap } from './map/flat-map.ts';
import type { Plan } from './map/plan.ts';
import { cutSlab } from './map/slab.ts';
import type { TriangleSoup } from './map/triangle-soup.ts';
import { createRouter, type Router } from './routing/find-route.ts';
import type { CellMesh } from './subdivision/cell-mesh.ts';
import { cellArea } from './subdivision/cells.ts';
import { checkCells } from './subdivision/check-cells.ts';
import { type CellIndex, indexCells, locate } from './subdivision/locate.ts';
import { subdivide, triangulateMaps } from './subdivision/subdivide.ts';
import { findScenery, type Scenery } from './topology/places.ts';
import { buildTopology, type Topology } from './topology/topology.ts';
import { buildVisibility, type Visibility } from './topology/visibility.ts';
import { checkTriangulation } from './triangulation/check-triangulation.ts';
import type { Triangulation } from './triangulation/triangulation.ts';

export type BuildStage = 'cut' | 'map' | 'triangulation' | 'cells';

export interface BuildOptions {
  /** Corners nearer to each other than this are one, metres. */
  tolerance: number;
  /** Walls may move by this much when nearly collinear ones are merged, metres. */
  simplification: number;
  /**
   * Places whose surroundings are wanted, in the plan's coordinates. None: all floor where the plan says so (`isAllWanted`), else the
   * largest connected area, across levels and links.
   */
  seedPoints: [number, number][];
  /** 3D models: elevation of the floor; undefined: the lowest large horizontal surface. */
  floor: number | undefined;
  /** 3D models: what a person steps over, metres. */
  stepHeight: number;
  /** 3D models: the body height that must fit, metres. */
  height: number;
  /** 3D models without floor: ground around the bounding box, metres. */
  margin: number;
  /** Called when a stage begins. */
  progress: (stage: BuildStage) => void;
}

export const BUILD_DEFAULTS: Readonly<BuildOptions> = {
  tolerance: 0.001,
  simplification: 0.01,
  seedPoints: [],
  floor: undefined,
  stepHeight: 0.25,
  height: 2,
  margin: 10,
  progress: () => {},
};

export interface World {
  plan: Plan;
  /** One per level. */
  maps: FlatMap[];
  /** One per level. */
  triangulations: Triangulation[];
  /** Its coordinates are metres from mesh.origin: plan = mesh + origin. */
  mesh: CellMesh;
  report: BuildReport;
  /** What it was built with, so that it can be built again when something in it changes. */
  built?: Pick<BuildOptions, 'tolerance' | 'simplification'>;
  /** Products made when first asked for: `topologyOf`, `routerOf`, `sceneryOf`, `visibilityOf`. */
  later?: { topology?: Topology; router?: Router; scenery?: Scenery; visibility?: Visibility };
}

/** @param report what a reader already had to say about the file; the build goes on writing into it */
export function buildWorld(
  source: Plan | TriangleSoup,
  options: Partial<BuildOptions> = {},
  report: BuildReport = createReport(),
): World {
  const settings = { ...BUILD_DEFAULTS, ...options };
  checkOptions(settings);
  const isModel = 'positions' in source;
  if (isModel) settings.progress('cut');
  const plan = isModel ? cutSlab(source, settings, report) : source;
  settings.progress('map');
  const known: KnownTriangulations = new Map();
  const maps = buildMap(plan, settings, isModel ? withoutRepairs(report) : report, known);
  shortenReport(report);
  const { tolerance, simplification } = settings;
  return finish({ plan, maps, report, built: { tolerance, simplification } }, known, settings.progress);
}

/** 3 and 4. */
function finish(
  { plan, maps, report, built }: Omit<Required<World>, 'triangulations' | 'mesh' | 'later'>,
  known: KnownTriangulations,
  progress: BuildOptions['progress'] = () => {},
): World {
  progress('triangulation');
  const triangulated = triangulateMaps(plan, maps, built.tolerance, known);
  const triangulations = triangulated.slice(0, maps.length).map(({ triangulation }) => triangulation);
  progress('cells');
  const mesh = subdivide(plan, triangulated);
  return { plan, maps, triangulations, mesh, report, built };
}

/** 5: once for a world. */
export function topologyOf(world: World): Topology {
  world.later ??= {};
  return (world.later.topology ??= buildTopology(world.mesh));
}

/** 6: once for a world, for one question at a time. */
export function routerOf(world: World): Router {
  world.later ??= {};
  return (world.later.router ??= createRouter(world));
}

/** 7: once for a world. */
export function sceneryOf(world: World): Scenery {
  world.later ??= {};
  return (world.later.scenery ??= findScenery(world.mesh, topologyOf(world).graph));
}

/** 8: once for a world. */
export function visibilityOf(world: World): Visibility {
  world.later ??= {};
  return (world.later.visibility ??= buildVisibility(sceneryOf(world)));
}

/**
 * The same place with other cells, for example a copy in which doors can be closed: nothing that was made of the first counts. Closing
 * a door changes such a copy in place (simulation/change-doors.ts).
 */
export function withMesh(world: World, mesh: CellMesh): World {
  return { ...world, mesh, later: {} };
}

/**
 * The same place once something was put in or taken out of its plan. Everything that was floor before or at first is taken, also
 * what is cut off now; coordinates stay the same. Throws where the place would be open to the outside, or nothing is left of it. Called
 * between two steps (simulation/change-place.ts), which then moves people over. Repairs are not listed again.
 * @param cells where the cells before are
 */
export function rebuildWorld(plan: Plan, before: World, cells: CellIndex, first: World): World {
  const { report, built = BUILD_DEFAULTS } = first;
  // Hardly ever asked: most of the floor is there still.
  let firstCells: CellIndex | undefined;
  const wasFloor = (level: number, x: number, y: number) => {
    if (locate(before.mesh, cells, level, x, y) !== NONE) return true;
    firstCells ??= indexCells(first.mesh);
    return locate(first.mesh, firstCells, level, x, y) !== NONE;
  };
  const options = { ...built, seedPoints: [], origin: first.mesh.origin, wasFloor };
  const known: KnownTriangulations = new Map();
  const maps = buildMap(plan, options, createReport(), known);
  return finish({ plan, maps, report, built }, known);
}

/** Faces of a 3D model always lie on, cross and touch each other when projected: that is no flaw worth a list. */
function withoutRepairs(report: BuildReport): BuildReport {
  return { notes: report.notes, warnings: report.warnings, repairs: [] };
}

function checkOptions(options: BuildOptions): void {
  const check = (name: string, value: number, least: number, most: number) => {
    if (!(value >= least && value <= most)) {
      throw new InputError(
        name,
        `${value} is not between ${least} and ${most}`,
        'give a length in metres within that range',
      );
    }
  };
  check('tolerance', options.tolerance, 1e-6, 1);
  check('simplification', options.simplification, 0, 1);
  check('step height', options.stepHeight, 0, 2);
  check('height', options.height, options.stepHeight, 100);
  check('margin', options.margin, 0, 1e6);
  if (options.floor !== undefined) check('floor', options.floor, -1e6, 1e6);
  for (const [x, y] of options.seedPoints) {
    check('seed point', x, -1e9, 1e9);
    check('seed point', y, -1e9, 1e9);
  }
}

/**
 * Every product's checker over one World, and what must hold between products. An empty list: all is well. Not part of a build: for
 * `inspect --check` and tests.
 */
export function checkWorld(world: World): string[] {
  const { maps, triangulations, mesh } = world;
  const found: string[] = [];
  maps.forEach((map, i) => {
    const level = mesh.levels[i].name;
    found.push(...checkMap(map).map((text) => `map of level "${level}": ${text}`));
    found.push(
      ...checkTriangulation(triangulations[i], map.segments).map(
        (text) => `triangulation of level "${level}": ${text}`,
      ),
    );
    let area = 0;
    for (let c = 0; c < mesh.cellLevel.length; c++) {
      if (mesh.cellLevel[c] === i && mesh.cellLink[c] === NONE) area += cellArea(mesh, c);
    }
    if (!(Math.abs(area - map.area) <= 1e-9 * map.area)) {
      found.push(`cells of level "${level}" cover ${area} m² of ${map.area} m²`);
    }
  });
  found.push(...checkCells(mesh).map((text) => `cells: ${text}`));
  // Walls of the mesh are numbered through the maps of the levels, then the links, which have no boundary and no glass.
  const compare = (sides: Uint8Array, segments: number[], what: string) => {
    const wrong = sides.findIndex((flag, s) => flag !== (segments[mesh.sideWall[s]] ?? 0));
    if (wrong !== NONE) found.push(`cells: side ${wrong} and its wall disagree about ${what}`);
  };
  compare(
    mesh.sideBoundary,
    maps.flatMap((map) => [...map.segmentBoundary]),
    'the boundary',
  );
  compare(
    mesh.sideGlass,
    maps.flatMap((map) => [...map.segmentGlass]),
    'glass',
  );
  return found;
}
