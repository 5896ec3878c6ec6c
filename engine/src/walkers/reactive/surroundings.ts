/** What a walker decides in: the place, the crowd, and who is next to whom. */
import type { Crowd } from '../../crowd/crowd.ts';
import type { NearWalls, WallsBeside } from '../../bodies/near-walls.ts';
import type { ProfileTable } from '../../crowd/profiles.ts';
import type { Routes } from '../../crowd/routes.ts';
import type { Seams } from '../../bodies/seams.ts';
import type { Corners } from '../../routing/corners/corners.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { Stairs } from './stairs.ts';

export interface Surroundings {
  mesh: CellMesh;
  corners: Corners;
  walls: NearWalls;
  beside: WallsBeside;
  crowd: Crowd;
  routes: Routes;
  profiles: ProfileTable;
  /** Ends of the goals that are lines (crowd/goals/goals.ts). */
  goalLines: Float64Array;
  /** Where stairs meet upper floors; undefined where there are none. */
  seams: Seams | undefined;
  /** Where one walks slower; undefined where there are none. */
  stairs: Stairs | undefined;
  /** What is asked of those who have companions (crowd/companions/companions.ts); undefined where nobody has any. */
  company: Float64Array | undefined;
  /** Neighbours of each slot: item[first[i]] … (neighbours/). */
  first: Int32Array;
  item: Int32Array;
}
