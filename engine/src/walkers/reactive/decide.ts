/**
 * The reactive walker (L04 §4, navigation.md §2): what each walker decides in a step, from the state everybody had before it.
 *
 *   path → ideal velocity → personal space → collision avoidance → security → inertia limits → new velocity
 *
 * Each stage is a file of its own and works on the walker's `Thought`. A pass over slots `from` … `to` - 1 reads the crowd
 * and writes `nextVelocity` of these slots only, so that threads can share it out.
 */
import type { Corners } from '../../routing/corners.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { sees } from '../../subdivision/sight.ts';
import { type Contacts, MOST_TOUCHED, TOUCH_REACH } from '../../crowd/contact.ts';
import { BODY, type Crowd, PREFERRED, RADIUS, TOP } from '../../crowd/crowd.ts';
import { gatherWalls, type NearWalls, type WallsBeside } from '../../crowd/near-walls.ts';
import type { ProfileTable } from '../../crowd/profiles.ts';
import type { Routes } from '../../crowd/routes.ts';
import { MOST_ACROSS, type Seams } from '../../crowd/seams.ts';
import { avoidCollisions } from './avoid.ts';
import { limitChange } from './inertia.ts';
import { headAlongPath } from './path-cone.ts';
import { keepPersonalSpace } from './personal-space.ts';
import { staySafe } from './security.ts';
import {
  MOST_NEAR,
  NEAR,
  SELF_PREFERRED,
  SELF_RADIUS,
  SELF_TOP,
  SELF_VX,
  SELF_VY,
  SELF_X,
  SELF_Y,
  type Thought,
} from './thought.ts';

/** Metres: people further off are not minded yet. */
const HORIZON = 12;

/** What a walker decides in. */
export interface Surroundings {
  mesh: CellMesh;
  corners: Corners;
  walls: NearWalls;
  beside: WallsBeside;
  crowd: Crowd;
  routes: Routes;
  profiles: ProfileTable;
  /** Where stairs meet upper floors; undefined where there are none. */
  seams: Seams | undefined;
  /** Neighbours of each slot: item[first[i]] … (neighbours/). */
  first: Int32Array;
  item: Int32Array;
}

/** @param contacts is told whom each could touch */
export function decide(
  around: Surroundings,
  thought: Thought,
  contacts: Contacts,
  now: number,
  from: number,
  to: number,
): void {
  const { mesh, corners, walls, crowd, routes, profiles, seams, beside, first, item } = around;
  const { place, velocity, body, cell, nextVelocity } = crowd;
  const { self, near } = thought;
  for (let i = from; i < to; i++) {
    const x = place[2 * i]!;
    const y = place[2 * i + 1]!;
    const radius = body[BODY * i + RADIUS]!;
    self[SELF_X] = x;
    self[SELF_Y] = y;
    self[SELF_VX] = velocity[2 * i]!;
    self[SELF_VY] = velocity[2 * i + 1]!;
    self[SELF_RADIUS] = radius;
    self[SELF_PREFERRED] = body[BODY * i + PREFERRED]!;
    self[SELF_TOP] = body[BODY * i + TOP]!;
    const stands = now < crowd.startAt[i]! || now < crowd.waitUntil[i]!;
    contacts.stands[i] = stands ? 1 : 0;
    if (stands) thought.velocity[0] = thought.velocity[1] = 0;
    else headAlongPath(corners, crowd, routes, profiles, i, thought);
    const c = cell[i]!;
    let count = 0;
    let touching = 0;
    const last = first[i + 1]!;
    const end = seams === undefined ? last : last + seams.acrossCount[i]!;
    for (let k = first[i]!; k < end && count < MOST_NEAR; k++) {
      const j = k < last ? item[k]! : seams!.across[MOST_ACROSS * i + k - last]!;
      const dx = x - place[2 * j]!;
      const dy = y - place[2 * j + 1]!;
      const squared = dx * dx + dy * dy;
      if (squared > HORIZON * HORIZON || (cell[j] !== c && !sees(mesh, place, cell, i, j))) continue;
      const sum = radius + body[BODY * j + RADIUS]!;
      if (squared < (sum + TOUCH_REACH) * (sum + TOUCH_REACH) && touching < MOST_TOUCHED) {
        contacts.touch[MOST_TOUCHED * i + touching++] = j;
      }
      const at = NEAR * count++;
      near[at] = dx;
      near[at + 1] = dy;
      near[at + 2] = velocity[2 * j]!;
      near[at + 3] = velocity[2 * j + 1]!;
      near[at + 4] = sum;
      near[at + 5] = Math.sqrt(squared);
    }
    contacts.touched[i] = touching;
    gatherWalls(walls, beside, crowd, i);
    thought.nearCount = count;
    if (thought.velocity[0] !== 0 || thought.velocity[1] !== 0) {
      keepPersonalSpace(walls, beside, crowd, profiles, i, thought);
      avoidCollisions(crowd, profiles, i, thought);
      staySafe(walls, beside, crowd, profiles, i, thought);
    }
    limitChange(crowd, profiles, i, thought);
    nextVelocity[2 * i] = thought.velocity[0]!;
    nextVelocity[2 * i + 1] = thought.velocity[1]!;
  }
}
