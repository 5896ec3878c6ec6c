/** Heights of floors: they are level but on stairs and the like, which rise evenly from their lower end to their upper. */
import { NONE, type World } from '@foulee/engine';

/** Height of the floor of a cell at a place: stairs rise from their lower portal to their upper one. */
export function heightAt({ mesh, plan }: Pick<World, 'mesh' | 'plan'>, cell: number, x: number, y: number): number {
  const link = mesh.cellLink[cell];
  if (link === NONE) return mesh.levels[mesh.cellLevel[cell]].elevation;
  const { corners, lower, upper } = plan.links[link];
  const [originX, originY] = mesh.origin;
  const away = (k: number, l: number): number => {
    const ax = corners[2 * k] - originX;
    const ay = corners[2 * k + 1] - originY;
    const ex = corners[2 * l] - originX - ax;
    const ey = corners[2 * l + 1] - originY - ay;
    return Math.abs(ex * (y - ay) - ey * (x - ax)) / Math.hypot(ex, ey);
  };
  const below = away(0, 1);
  const above = away(2, 3);
  const share = below + above === 0 ? 0 : below / (below + above);
  const bottom = mesh.levels[lower].elevation;
  return bottom + share * (mesh.levels[upper].elevation - bottom);
}
