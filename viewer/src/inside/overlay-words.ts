/** What overlays are called, and what they show, in words. */
import type { MomentOverlayName, OverlayName, PlaceOverlayName } from '../protocol/overlay.ts';

export const OF_PLACE: readonly [PlaceOverlayName, string, string][] = [
  ['map', 'Map', 'the walls and doors everything is built from, as read and joined'],
  ['triangulation', 'Triangulation', 'the floor in triangles, before they are merged into cells'],
  ['cells', 'Cells', 'the convex cells the floor is cut into'],
  ['kind', 'Kinds of cells', 'dead ends, passages and crossroads for somebody 0.5 m wide'],
  ['width', 'Widths', 'the widest way through each cell'],
  ['bottlenecks', 'Bottlenecks', 'the twelve narrowest passages'],
  ['group', 'Groups', 'cells that make one corridor, room or crossing'],
  ['zone', 'Zones', 'groups joined further: dead ends, corridors and crossroads of the place as a whole'],
  ['integration', 'Integration', 'how near each zone is to all others'],
  ['roadmap', 'Roadmap', 'the ways between the middles of free sides'],
  ['tree', 'Abstraction', 'the tree that routes are searched in, level by level'],
];

export const OF_MOMENT: readonly [MomentOverlayName, string, string][] = [
  ['neighbours', 'Neighbours', 'who is next to whom, and sees them'],
  ['routes', 'Routes', 'where everybody is going, by destination'],
  ['service', 'Level of service', 'how crowded the floor is, after Fruin'],
];

export function overlayTitle(name: OverlayName): string {
  return [...OF_PLACE, ...OF_MOMENT].find(([one]) => one === name)![1];
}
