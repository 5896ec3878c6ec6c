/** Scenario → how its place is laid out for a model on tiles: what the scenario says, the rest by the kind of place. */
import type { Scenario } from '../scenario/scenario.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { type TileOptions, TILES_IN_TOWN, TILES_INDOORS } from '../simulation/lay-tiles.ts';
import { inMesh, levelOf } from './places.ts';

/** Pictures show towns: dark buildings and streets between them. */
const PICTURE = /\.png$/i;

/** What the scenario leaves open, by the kind of place. */
export function usualTiles(
  environment: Scenario['environment'],
  said: TileOptions['place'] | null,
): Omit<TileOptions, 'attraction'> {
  const isPicture = environment.kind === 'file' && PICTURE.test(environment.file);
  const place = said ?? (isPicture ? 'town' : 'open');
  const { side, pavement } = place === 'town' ? TILES_IN_TOWN : TILES_INDOORS;
  return { place, side, pavement };
}

export function tilesOf({ environment, tiles, areas }: Scenario, mesh: CellMesh): TileOptions {
  const usual = usualTiles(environment, tiles.place);
  const attraction = tiles.attraction.map(({ area, weight }) => {
    const { name, level, polygon } = areas[area];
    return { level: levelOf(mesh, level, `area ${name}`), ring: inMesh(mesh, polygon), weight };
  });
  return { ...usual, side: tiles.side ?? usual.side, pavement: tiles.pavement ?? usual.pavement, attraction };
}
