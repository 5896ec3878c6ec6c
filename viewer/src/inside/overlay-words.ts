/** What each overlay is called on the page, and what it shows. Which overlays there are, and in which order: protocol/overlay.ts. */
import type { OverlayName } from '../protocol/overlay.ts';

interface OverlayWords {
  title: string;
  shows: string;
}

export const OVERLAY_WORDS: Readonly<Record<OverlayName, OverlayWords>> = {
  map: { title: 'Map', shows: 'the walls and doors everything is built from, as read and joined' },
  triangulation: { title: 'Triangulation', shows: 'the floor in triangles, before they are merged into cells' },
  cells: { title: 'Cells', shows: 'the convex cells the floor is cut into' },
  kind: { title: 'Kinds of cells', shows: 'dead ends, passages and crossroads for somebody 0.5 m wide' },
  width: { title: 'Widths', shows: 'the widest way through each cell' },
  bottlenecks: { title: 'Bottlenecks', shows: 'the twelve narrowest passages, and gaps too narrow to pass' },
  group: { title: 'Groups', shows: 'cells that make one corridor, room or crossing' },
  zone: {
    title: 'Zones',
    shows: 'groups joined further: dead ends, corridors and crossroads of the place as a whole',
  },
  place: { title: 'Places', shows: 'what people tell apart: rooms, corridors and halls, and the borders between them' },
  sight: {
    title: 'Seen through a border',
    shows: 'click a doorway: the places and borders seen through it, both ways',
  },
  integration: { title: 'Integration', shows: 'how near each zone is to all others' },
  roadmap: { title: 'Roadmap', shows: 'the ways between the middles of free sides' },
  tree: { title: 'Abstraction', shows: 'the tree that routes are searched in, level by level' },
  tiles: { title: 'Tiles', shows: 'squares by kind: building, ground (the street), pavement, crossing' },
  goals: { title: 'Goal graph', shows: 'the points people on tiles walk between, and which of them see each other' },
  crossings: {
    title: 'Crossings',
    shows: 'where people on tiles cross the street, and the goals that each crossing joins',
  },
  predicted: { title: 'Predicted density', shows: 'where people will be, told by the goals alone, on 30 × 30 squares' },
  neighbours: { title: 'Neighbours', shows: 'who is next to whom, and sees them' },
  routes: { title: 'Routes', shows: 'where everybody is going, by destination' },
  density: { title: 'Density by place', shows: 'people per m² in each place' },
  flow: { title: 'Flow at borders', shows: 'how many people are about to cross each border, either way' },
  field: {
    title: 'Direction field',
    shows: 'in which direction tiles were crossed last, fading with time: streams as they emerge',
  },
  measured: { title: 'Measured density', shows: 'people per m² on 30 × 30 squares, and which of them are congested' },
  occupied: { title: 'Occupied tiles', shows: 'the tile that each person stands on' },
  search: { title: 'Search', shows: 'where people with knowledge look for a way: seconds on each m²' },
  hesitation: {
    title: 'Hesitation',
    shows: 'where they stand though nobody is in their way: seconds on each m²',
  },
  turns: { title: 'Turning back', shows: 'where they come to and go back the way they came' },
  signs: { title: 'Signs', shows: 'from where signs can be read, and the best place for one more' },
  service: { title: 'Level of service', shows: 'how crowded the floor is, after Fruin' },
};
