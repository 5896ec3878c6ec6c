/** Triangles with a normal each, as 3D files want them: y up, so that (x, y, z) of a plan becomes (x, z, −y). */
import { GrowableFloats } from '@foulee/engine';

/** Of a plan: x, y, height. */
export type Point = readonly [x: number, y: number, z: number];

export class Faces {
  readonly #places = new GrowableFloats();
  readonly #normals = new GrowableFloats();

  get isEmpty(): boolean {
    return this.#places.length === 0;
  }

  /** Counter-clockwise as seen from the front. One without area is left out: it has no normal. */
  triangle(a: Point, b: Point, c: Point): void {
    const [px, py, pz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [qx, qy, qz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const [nx, ny, nz] = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
    const long = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (long === 0) return;
    for (const [x, y, z] of [a, b, c]) {
      put(this.#places, x, y, z);
      put(this.#normals, nx / long, ny / long, nz / long);
    }
  }

  /** Four corners in a plane, counter-clockwise as seen from the front. */
  quad(a: Point, b: Point, c: Point, d: Point): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  places(): Float32Array<ArrayBuffer> {
    return Float32Array.from(this.#places.values());
  }

  normals(): Float32Array<ArrayBuffer> {
    return Float32Array.from(this.#normals.values());
  }
}

function put(list: GrowableFloats, x: number, y: number, z: number): void {
  list.push(x);
  list.push(z);
  list.push(-y);
}
