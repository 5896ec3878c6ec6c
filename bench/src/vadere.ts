/** A Vadere scenario (JSON) → Plan: obstacles within the bounds of its topography. For places of the corpus; not a format that is supported. */
import { METRES, type Plan, type PlanLevel } from '@foulee/engine';

interface Shape {
  points?: { x: number; y: number }[];
  x?: number;
  y?: number;
  width?: number;
  height?: number;
}

interface Topography {
  attributes: { bounds: Shape };
  obstacles: { shape: Shape }[];
}

export function vaderePlan(name: string, text: string): Plan {
  const { topography } = (JSON.parse(text) as { scenario: { topography: Topography } }).scenario;
  const polygons: PlanLevel['polygons'] = [{ role: 'walkable', rings: [ringOf(topography.attributes.bounds)] }];
  for (const { shape } of topography.obstacles) polygons.push({ role: 'obstacle', rings: [ringOf(shape)] });
  const level: PlanLevel = { name: '0', elevation: 0, polygons, lines: [], floor: 'polygons', margin: 10 };
  return { name, frame: METRES, levels: [level], doors: [], links: [] };
}

function ringOf({ points, x = 0, y = 0, width = 0, height = 0 }: Shape): Float64Array {
  if (points !== undefined) return Float64Array.from(points.flatMap((point) => [point.x, point.y]));
  return Float64Array.of(x, y, x + width, y, x + width, y + height, x, y + height);
}
