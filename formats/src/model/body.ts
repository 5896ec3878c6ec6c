/**
 * The one body that all people of a 3D file share: 1 m wide from its middle to its shoulders and 1 m tall, to be scaled by radius and
 * height; it stands on the origin and faces +z, as glTF has it. Rings of eight corners turned about the y axis, flatter from the
 * front to the back as people are, and a nose to tell where it looks. Normals are those of the surface, smooth across edges.
 */

export interface Body {
  places: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  triangles: Uint16Array<ArrayBuffer>;
}

const AROUND = 8;
/** From the feet up: height, half the width, half the depth; in shares of height and radius. */
const RINGS: readonly (readonly [height: number, wide: number, deep: number])[] = [
  [0, 0.5, 0.45],
  [0.46, 0.72, 0.5],
  [0.6, 0.66, 0.46],
  [0.78, 1, 0.56],
  [0.84, 0.82, 0.46],
  [0.87, 0.28, 0.3],
  [0.91, 0.42, 0.5],
  [0.96, 0.4, 0.48],
];
/** Of the nose: where it begins and ends, from the middle. */
const NOSE = { height: 0.925, half: 0.02, wide: 0.1, from: 0.4, to: 0.64 };

export function createBody(): Body {
  const places: number[] = [];
  const triangles: number[] = [];
  for (const [y, wide, deep] of RINGS) {
    for (let k = 0; k < AROUND; k++) {
      const angle = (2 * Math.PI * k) / AROUND;
      places.push(wide * Math.sin(angle), y, deep * Math.cos(angle));
    }
  }
  const cornerOf = (ring: number, k: number) => ring * AROUND + (k % AROUND);
  for (let ring = 0; ring + 1 < RINGS.length; ring++) {
    for (let k = 0; k < AROUND; k++) {
      const [a, b, c, d] = [cornerOf(ring, k), cornerOf(ring, k + 1), cornerOf(ring + 1, k + 1), cornerOf(ring + 1, k)];
      triangles.push(a, b, c, a, c, d);
    }
  }
  const crown = places.length / 3;
  places.push(0, 1, 0);
  for (let k = 0; k < AROUND; k++) {
    triangles.push(cornerOf(RINGS.length - 1, k), cornerOf(RINGS.length - 1, k + 1), crown);
  }
  const nose = places.length / 3;
  const { height, half, wide, from, to } = NOSE;
  places.push(-wide, height - half, from, wide, height - half, from, 0, height + half, from, 0, height - half, to);
  triangles.push(nose, nose + 3, nose + 2, nose + 3, nose + 1, nose + 2, nose, nose + 1, nose + 3);
  return {
    places: Float32Array.from(places),
    normals: normalsOf(places, triangles),
    triangles: Uint16Array.from(triangles),
  };
}

/** Of each corner the mean of those of its triangles, by their areas. */
function normalsOf(places: readonly number[], triangles: readonly number[]): Float32Array<ArrayBuffer> {
  const normals = new Float32Array(places.length);
  const at = (corner: number) => [places[3 * corner], places[3 * corner + 1], places[3 * corner + 2]];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [at(triangles[t]), at(triangles[t + 1]), at(triangles[t + 2])];
    const [px, py, pz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [qx, qy, qz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    for (let k = t; k < t + 3; k++) {
      normals[3 * triangles[k]] += py * qz - pz * qy;
      normals[3 * triangles[k] + 1] += pz * qx - px * qz;
      normals[3 * triangles[k] + 2] += px * qy - py * qx;
    }
  }
  for (let k = 0; k < normals.length; k += 3) {
    const long = Math.hypot(normals[k], normals[k + 1], normals[k + 2]) || 1;
    for (let axis = k; axis < k + 3; axis++) normals[axis] /= long;
  }
  return normals;
}
