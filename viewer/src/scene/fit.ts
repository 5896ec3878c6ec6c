/** Where a camera that looks in a direction must stand to see all of some corners, as near as can be. */

/** How far the picture reaches from its middle, each way, at the distance 1. */
export interface Reach {
  left: number;
  right: number;
  below: number;
  above: number;
}

/**
 * The picture is filled in one direction, and in the other there is as much room on either side.
 *
 * A corner (r, u, n) is in the picture of a camera at (R, U, N) if r - R ≤ (N - n) · right, that is R + N · right ≥ r + n · right, and so
 * on for the other three sides. The largest of each right side bounds N from below; R and U are in the middle of what is left to them.
 * @param corners three numbers each: along the camera's right and up, and along the way towards the camera
 * @returns the same of the camera
 */
export function standToFit(corners: readonly number[], { left, right, below, above }: Reach): [number, number, number] {
  let [toRight, toLeft, toTop, toBottom] = [-Infinity, -Infinity, -Infinity, -Infinity];
  for (let k = 0; k < corners.length; k += 3) {
    const [r, u, n] = [corners[k], corners[k + 1], corners[k + 2]];
    toRight = Math.max(toRight, r + n * right);
    toLeft = Math.max(toLeft, -r + n * left);
    toTop = Math.max(toTop, u + n * above);
    toBottom = Math.max(toBottom, -u + n * below);
  }
  const near = Math.max((toRight + toLeft) / (right + left), (toTop + toBottom) / (above + below));
  return [
    (toRight - near * right + (near * left - toLeft)) / 2,
    (toTop - near * above + (near * below - toBottom)) / 2,
    near,
  ];
}
