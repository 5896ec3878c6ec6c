/**
 * Route → the document of `foulee plan --json`. Coordinates are the file's own, to the last digit: a polyline
 * that keeps its distance from walls must not lose it to rounding. Lengths and widths are metres. Linear.
 */
import { fileCoordinates, nextSideOf, type Route, type World } from '@foulee/engine';

type Point = [number, number];

export interface PlanResult {
  status: 'found' | 'unreachable';
  reason?: string;
  leftOut?: NonNullable<Route['leftOut']>;
  blocked?: { x: number; y: number; width: number };
  moved?: { from?: Point; to?: Point };
  length: number;
  points: Point[];
  /** Both ends of each free segment that is crossed. */
  portals: [Point, Point][];
  expanded: number;
  microseconds: number;
}

export function planResult({ mesh, plan }: World, route: Route, microseconds: number): PlanResult {
  const toFile = fileCoordinates(plan.frame);
  const vertex = (side: number): Point => {
    const v = 2 * mesh.sideVertex[side];
    return toFile(mesh.vertices[v] + mesh.origin[0], mesh.vertices[v + 1] + mesh.origin[1]);
  };
  const { status, reason, leftOut, blocked, moved, length, expanded } = route;
  const result: PlanResult = {
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(blocked === undefined ? {} : { blocked: blockedInFile(blocked, toFile) }),
    ...(moved === undefined ? {} : { moved: movedInFile(moved, toFile) }),
    length,
    points: [],
    portals: Array.from(route.portals, (side): [Point, Point] => [vertex(side), vertex(nextSideOf(mesh, side))]),
    expanded,
    microseconds: Math.round(microseconds * 100) / 100,
  };
  for (let i = 0; i < route.points.length; i += 2) result.points.push(toFile(route.points[i], route.points[i + 1]));
  return result;
}

type ToFile = (x: number, y: number) => Point;

function blockedInFile(
  { x, y, width }: NonNullable<Route['blocked']>,
  toFile: ToFile,
): NonNullable<PlanResult['blocked']> {
  const [fileX, fileY] = toFile(x, y);
  return { x: fileX, y: fileY, width };
}

function movedInFile({ from, to }: NonNullable<Route['moved']>, toFile: ToFile): NonNullable<PlanResult['moved']> {
  return {
    ...(from === undefined ? {} : { from: toFile(...from) }),
    ...(to === undefined ? {} : { to: toFile(...to) }),
  };
}
