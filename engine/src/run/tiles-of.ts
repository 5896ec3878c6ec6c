/** Scenario → how its place is laid out for a model on tiles: what the scenario says, the rest by the kind of place. */
import type { Scenario } from '../scenario/scenario.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { type TileOptions, TILES_IN_TOWN, TILES_INDOORS } from '../simulation/lay-tiles.ts';
import { inMesh, levelOf } from './places.ts';

/** Pictures show towns: dark buildings and streets between them. */
const PICTURE = /\.png$/i;

export function tilesOf({ environment, tiles, areas }: Scenario, mesh: CellMesh): TileOptions {
  const isPicture = environment.kind === 'file' && PICTURE.test(environment.file);
  const place = tiles.place ?? (isPicture ? 'town' : 'open');
  const usual = place === 'town' ? TILES_IN_TOWN : TILES_INDOORS;
  const attraction = tiles.attraction.map(({ area, weight }) => {
    const { name, level, polygon } = areas[area];
    return { level: levelOf(mesh, level, `area ${name}`), ring: inMesh(mesh, polygon), weight };
  });
  return { place, side: tiles.side ?? usual.side, pavement: tiles.pavement ?? usual.pavement, attraction };
}
