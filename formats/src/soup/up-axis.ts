/**
 * Which axis of a 3D model points up, y or z? For formats that do not say (OBJ), and the turn into z up.
 *
 * If more than DOMINANT of all area faces y, or z, that is floor and the axis is up: a floor with a wall or two, whose
 * directions say nothing yet. Else: the two horizontal axes of a place look alike, the vertical one differs: floors,
 * roofs and ceilings face up or down, walls face both horizontal directions about equally. With a(k) the triangle area
 * that faces axis k (area × normal²), y is up when a(x) and a(z) are more alike than a(x) and a(y). That holds for a
 * flat hall (mostly floor) and for a bare tower (mostly walls). Where both are about as unlike, the axis along which
 * the model is flatter is up; else y, which most programs write. Cost: linear.
 */

const CLEAR = 0.05;
/** Share of the area that faces one axis. Less may be the long sides of a building. */
const DOMINANT = 2 / 3;

export function guessUp(positions: Float64Array, triangles: Uint32Array): 'y' | 'z' {
  const area: [number, number, number] = [0, 0, 0];
  const p = positions;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * (triangles[t] as number);
    const b = 3 * (triangles[t + 1] as number);
    const c = 3 * (triangles[t + 2] as number);
    const ux = (p[b] as number) - (p[a] as number);
    const uy = (p[b + 1] as number) - (p[a + 1] as number);
    const uz = (p[b + 2] as number) - (p[a + 2] as number);
    const vx = (p[c] as number) - (p[a] as number);
    const vy = (p[c + 1] as number) - (p[a + 1] as number);
    const vz = (p[c + 2] as number) - (p[a + 2] as number);
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0)) continue;
    area[0] += (nx * nx) / length;
    area[1] += (ny * ny) / length;
    area[2] += (nz * nz) / length;
  }
  const all = area[0] + area[1] + area[2];
  if (area[1] > DOMINANT * all) return 'y';
  if (area[2] > DOMINANT * all) return 'z';
  const ifY = unlike(area[0], area[2]);
  const ifZ = unlike(area[0], area[1]);
  if (Math.abs(ifY - ifZ) > CLEAR) return ifY < ifZ ? 'y' : 'z';
  const height = (axis: number): number => {
    let low = Infinity;
    let high = -Infinity;
    for (const index of triangles) {
      const value = p[3 * index + axis] as number;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return high - low;
  };
  return height(2) < 0.9 * height(1) ? 'z' : 'y';
}

/** 0: alike, 1: one of them is nothing. */
function unlike(a: number, b: number): number {
  return a + b > 0 ? Math.abs(a - b) / (a + b) : 0;
}

/** Turn a y-up model so that z is up, in place: (x, y, z) → (x, −z, y). */
export function turnZUp(positions: Float64Array): void {
  for (let i = 0; i < positions.length; i += 3) {
    const y = positions[i + 1] as number;
    positions[i + 1] = 0 - (positions[i + 2] as number); // 0 − 0 is 0, where −0 would be −0
    positions[i + 2] = y;
  }
}
