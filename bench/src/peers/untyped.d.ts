/** Peers that come without type declarations TypeScript can use: only what we call. */
declare module '@kninnug/constrainautor' {
  interface Triangulated {
    coords: ArrayLike<number>;
    triangles: Uint32Array;
    halfedges: Int32Array;
    hull: ArrayLike<number>;
  }
  /** Changes the triangulation in place; throws where a segment cannot be made an edge. */
  export default class Constrainautor {
    constructor(triangulated: Triangulated);
    constrainAll(edges: readonly [number, number][]): this;
  }
}

declare module 'cdt2d' {
  export default function cdt2d(
    points: [number, number][],
    edges: [number, number][],
    options?: { delaunay?: boolean; interior?: boolean; exterior?: boolean; infinity?: boolean },
  ): [number, number, number][];
}
