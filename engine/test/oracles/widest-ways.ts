/**
 * Widest ways over any division of floor into convex pieces: pieces joined over free segments by decreasing length.
 */

export interface FreeSegment {
  /** The two pieces it joins. */
  a: number;
  b: number;
  length: number;
  /** Its two ends as text, the lesser first: the same segment in another division has the same. */
  ends: string;
}

/** Length of the segment that joins a and b at last: Infinity for one piece, 0 for two that never meet. */
export function widestWays(pieces: number, segments: readonly FreeSegment[]): (a: number, b: number) => number {
  const sorted = [...segments].sort((p, q) => q.length - p.length);
  return (a, b) => {
    if (a === b) return Infinity;
    const parent = Int32Array.from({ length: pieces }, (_, i) => i);
    for (const segment of sorted) {
      parent[find(parent, segment.a)] = find(parent, segment.b);
      if (find(parent, a) === find(parent, b)) return segment.length;
    }
    return 0;
  };
}

/** A name per piece: equal names for pieces that hang together over segments longer than a width. */
export function reachable(pieces: number, segments: readonly FreeSegment[], width: number): Int32Array {
  const parent = Int32Array.from({ length: pieces }, (_, i) => i);
  for (const { a, b, length } of segments) if (length > width) parent[find(parent, a)] = find(parent, b);
  return parent.map((_, i) => find(parent, i));
}

function find(parent: Int32Array, i: number): number {
  while (parent[i] !== i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

/** Text for `ends`. */
export function endsText(ax: number, ay: number, bx: number, by: number): string {
  return [`${ax},${ay}`, `${bx},${by}`].toSorted().join(' ');
}
