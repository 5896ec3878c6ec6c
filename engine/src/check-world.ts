/**
 * Every product's checker over one World, and what must hold between products. An empty list means all is well.
 */
import { NONE } from './core/none.ts';
import type { World } from './build.ts';
import { checkMap } from './map/check-map.ts';
import { cellArea } from './subdivision/cells.ts';
import { checkCells } from './subdivision/check-cells.ts';
import { checkTriangulation } from './triangulation/check-triangulation.ts';

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
  // Walls of the mesh are numbered through the maps of the levels, then the links, which have no boundary.
  const boundary = maps.flatMap((map) => [...map.segmentBoundary]);
  const isWrong = (flag: number, s: number) => flag !== (boundary[mesh.sideWall[s]] ?? 0);
  const wrong = mesh.sideBoundary.findIndex(isWrong);
  if (wrong !== NONE) found.push(`cells: side ${wrong} and its wall disagree about the boundary`);
  return found;
}
